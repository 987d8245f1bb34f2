"""Walls that are drawn at random look like those of examples."""

from __future__ import annotations

from random import Random

import pytest
from making import made, maker_of, own_spec, pictures
from pzc.compiler.board.shapes import board
from pzc.tasks.make.maker import Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.patterns import Look, drawn, look, looks_so, side_cells
from pzc.tasks.make.run import recipe_for

TEN = board("squares", 10, 10)
ALONE = [[cell] for cell in TEN.cells]


def test_the_first_row_and_column_of_a_kakuro_are_walls() -> None:
    own = maker_of("kakuro").recipe.parts["wall"].look
    assert own.sides == {"top", "left"} and own.short < own.share / 2


@pytest.mark.parametrize("seed", range(5))
def test_a_drawn_pattern_has_full_sides_and_few_short_runs(seed: int) -> None:
    own = Look(frozenset({"top", "left"}), share=0.3, short=0.1)
    cells = drawn(Random(seed), TEN, own, ALONE)
    assert side_cells(TEN, own) < set(cells)
    assert 19 + 12 < len(cells) <= 19 + round(0.3 * 81)
    assert looks_so(TEN, own, cells)


@pytest.mark.parametrize(("height", "width", "full"), [(1, 4, {1}), (4, 1, {1}), (1, 1, set())])
def test_a_board_of_one_line_has_the_sides_at_its_ends(
    height: int, width: int, full: set[int]
) -> None:
    narrow = board("squares", height, width)
    own = Look(frozenset({"top", "left"}), share=0.5)
    assert {max(cell.at) for cell in side_cells(narrow, own)} == full
    assert side_cells(narrow, own) <= set(
        drawn(Random(1), narrow, own, [[c] for c in narrow.cells])
    )


def test_strewn_cells_have_no_look() -> None:
    cells = [set(Random(seed).sample(TEN.cells, 30)) for seed in range(3)]
    own = look([(TEN, some) for some in cells])
    assert not own.sides and own.short == 1 and own.share == pytest.approx(0.3)
    assert looks_so(TEN, own, Random(9).sample(TEN.cells, 50))


def test_a_pattern_has_the_share_that_is_asked_for_and_whole_groups() -> None:
    pairs = [list(TEN.cells[k : k + 2]) for k in range(0, 100, 2)]
    cells = set(drawn(Random(1), TEN, Look(share=0.9), pairs, share=0.4))
    assert len(cells) == 40
    assert all(len(cells.intersection(pair)) in (0, 2) for pair in pairs)


def test_changes_of_walls_keep_their_look() -> None:
    maker, random = maker_of("kakuro", Options(size=(10, 10))), Random(3)
    structure = maker.draft.draw(random)
    own = maker.recipe.parts["wall"].look
    changes = 0
    for _ in range(60):
        assert structure is not None and maker.draft.board is not None
        assert side_cells(maker.draft.board, own) <= set(structure.patterns["wall"])
        other = maker.draft.changed(random, structure)
        changes += other is not None and other != structure
        structure = other or structure
    assert changes > 10


NUMBERS_ON_WALLS = """
puzzle "Numbers on walls"
grid h x w
given wall   : bool at some cells
given number : 1..9 at some wall
given arrow  : direction at some number
find  line   : bool at links
rule "One loop": loop(line)
rule "No line on a wall": for c in wall: size(line(c)) = 0
rule "Cells of the loop around a number":
    for c in number: count(size(line(d)) > 0 for d in adjacent(c)) = number[c]
rule "An arrow points at the loop":
    for c in arrow: any(size(line(d)) > 0 for d in run(c, arrow[c], cells))
make h = 5, w = 5, wall density 20..40
"""


@pytest.mark.parametrize("seed", range(5))
def test_numbers_on_walls_stay_on_them_when_boards_change(seed: int) -> None:
    spec, random = own_spec(NUMBERS_ON_WALLS), Random(seed)
    maker = Maker(spec, recipe_for(spec), Options())
    draft, structure = maker.draft, maker.draft.draw(random)
    assert draft.board is not None and structure is not None
    for turn in range(40):
        if turn % 5 == 4:
            structure = draft.with_places(structure, random.sample(draft.board.cells, 9))
        else:
            structure = draft.changed(random, structure) or structure
        assert structure.places["number"] <= {*structure.patterns["wall"]}
    assert structure.places["number"]
    assert next(spec.generate(seed=seed)).text


def test_a_layer_on_links_is_drawn_where_another_one_has_no_places() -> None:
    """The places of differences depend on where the signs are, so signs are drawn."""
    texts = [made("minarism", seed, size=(5, 5)).text for seed in range(3)]
    for text in texts:
        assert {"sign", "difference"} <= pictures(text).keys()
