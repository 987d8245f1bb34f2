"""Making puzzles: sound, minimal, repeatable."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic, sleep
from xml.etree import ElementTree

import pytest
import pzc
from pzc.cli import main
from pzc.compiler.board.shapes import board
from pzc.dsl.diagnostics import PzcError, Source
from pzc.model.limits import ModelTooLarge
from pzc.tasks.answers import assignments
from pzc.tasks.cheaper import Cheaper
from pzc.tasks.explain.rating import rate
from pzc.tasks.files import bundled
from pzc.tasks.library import example
from pzc.tasks.make import reducing, walking
from pzc.tasks.make.bench import Bench, Spent
from pzc.tasks.make.checking import SEVERAL, Failure, Made
from pzc.tasks.make.closed import has_one_solution
from pzc.tasks.make.folder import Folder
from pzc.tasks.make.given import Written
from pzc.tasks.make.hints import Hints, followed, hints
from pzc.tasks.make.maker import ATTEMPT, BRIEF, Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.others import second, undecided
from pzc.tasks.make.reducing import count_clues
from pzc.tasks.make.regions import Sizes, cut, recut
from pzc.tasks.make.repairing import Board, narrowed, repaired, weak_facts
from pzc.tasks.make.run import advice, generate, recipe_for
from pzc.tasks.make.sampling import sample, with_all_clues
from pzc.tasks.make.symmetry import identity, symmetries
from pzc.tasks.make.template import Draft, Structure
from pzc.tasks.make.trivial import falls_at_once, takes_more_than_two
from pzc.tasks.make.walking import walk
from pzc.tasks.spec import Spec

SMALL: dict[str, dict[str, object]] = {
    "sudoku": {"params": {"box_height": 2, "box_width": 3}},
    "slitherlink": {"size": (5, 5)},
    "star_battle": {"size": (5, 5), "params": {"stars": 1}},
    "nurikabe": {"size": (5, 5)},
    "kakuro": {"size": (5, 5)},
    "masyu": {"size": (6, 6)},
    "heyawake": {"size": (5, 5)},
    "yajilin": {"size": (5, 5)},
    "hex_slitherlink": {"size": (4, 4)},
    "hidato": {},
    "kurotto": {},
    "four_cells": {},
}


def made(name: str, seed: int = 1, **options: object) -> Made:
    return next(pzc.load(name).generate(seed=seed, **{**SMALL.get(name, {}), **options}))  # type: ignore[arg-type]


def maker_of(name: str, options: Options | None = None) -> Maker:
    spec = pzc.load(name)
    return Maker(spec, recipe_for(spec), options or Options())


def begun(
    name: str, options: Options | None = None
) -> tuple[Maker, Structure, Bench, tuple[int, ...]]:
    """A maker, a structure that it draws, its bench, and a solution."""
    maker = maker_of(name, options)
    start = maker._start(Random(1))
    assert start is not None
    return maker, *start


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("backend", ["native", "cnf"])
def test_each_puzzle_has_one_solution(name: str, backend: str) -> None:
    spec, one = pzc.load(name), made(name)
    assert spec.count(one.text, backend=backend, limit=2) == 1
    assert str(spec.solve(one.text)) == one.solution


def without_a_clue(text: str) -> list[str]:
    """The puzzle without each of its clues, where each is one character of a picture."""
    head, _, picture = text.partition("clue:\n")
    clues = [k for k, token in enumerate(picture.split("\n\n")[0]) if token not in ". \n"]
    return [f"{head}clue:\n{picture[:k]}.{picture[k + 1 :]}" for k in clues]


@pytest.mark.parametrize("name", ["sudoku", "slitherlink", "hex_slitherlink"])
def test_no_clue_can_be_spared(name: str) -> None:
    spec, one = pzc.load(name), made(name)
    fewer = without_a_clue(one.text)
    assert len(fewer) == one.clues > 0
    assert [spec.count(text, limit=2) for text in fewer] == [2] * one.clues


def test_clues_stay_whose_removal_is_hard_to_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reducing, "STRAIN", 0)
    monkeypatch.setattr(reducing, "LEAST_WORK", 1)
    _, _, bench, found = begun("symmarea", Options(size=(7, 7)))
    full = with_all_clues(bench, Random(1), found)
    assert full is not None
    groups = [[k] for k in range(len(bench.spots))]
    least, more = (
        count_clues(bench, reducing.reduced(bench, Random(1), full, bench.layout(full), removal))
        for removal in (reducing.Removal(groups, strained=s) for s in (True, False))
    )
    assert least < more < len(groups)


def test_the_number_of_processes_changes_nothing() -> None:
    spec = pzc.load("star_battle")
    options = Options(size=(5, 5), params={"stars": "1"}, seed=4)
    alone = list(generate(spec, options, 4))
    assert list(generate(spec, options, 4, jobs=2)) == alone
    assert len({one.identity for one in alone}) == 4


def test_a_deadline_does_not_wait_for_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Maker, "attempt", lambda self, number: sleep(20))
    begun = monotonic()
    with pytest.raises(pzc.OutOfTime):
        next(pzc.load("star_battle").generate(jobs=2, timeout=0.5))
    assert monotonic() - begun < 10


@pytest.mark.parametrize("name", ["slitherlink", "star_battle"])
def test_an_attempt_depends_on_nothing_before_it(name: str) -> None:
    spec = pzc.load(name)
    recipe, options = recipe_for(spec), Options(size=(5, 5), seed=4)
    one = Maker(spec, recipe, options)
    before = [one.attempt(k) for k in range(5)]
    assert [Maker(spec, recipe, options).attempt(k) for k in range(5)] == before


def test_an_attempt_does_not_depend_on_which_solution_was_asked_about_before() -> None:
    maker, another = (
        maker_of("skyscrapers", Options(seed=33)),
        maker_of("skyscrapers", Options(seed=33)),
    )
    maker.attempt(3)
    assert maker.attempt(5) == another.attempt(5)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("hebi", (2, 3)),  # no arrow fits
        ("anglers", (1, 1)),  # nothing is found
        ("yosenabe", (1, 1)),  # no region is drawn
        ("territory", (1, 2)),  # no clue can have a usual number
    ],
)
def test_a_board_may_be_too_small_for_a_layer(name: str, size: tuple[int, int]) -> None:
    try:
        one = made(name, size=size)
    except PzcError as error:
        assert [d.code for d in error.diagnostics] == ["E0532"]
    else:
        assert pzc.load(name).count(one.text, limit=2) == 1


def test_a_size_that_a_picture_shows_is_not_said() -> None:
    (made,) = pzc.load("slitherlink").generate(size=(4, 5), seed=1)
    assert "w:" not in made.text and len(made.text.strip().splitlines()[-1]) == 5


FULL_BUT_ONE = """\
clue:
.23456789
456789123
789123456
231564897
564897231
897231564
312645978
645978312
978312645
"""

OWN = """\
grid  h x w
given region : symbol at cells
given clue   : 0..8 at some cells
find  star   : bool at c in cells where c not in clue drawn ". *"

rule "Every region holds two stars":
    for r in groups(region): count(star[r]) = 2

rule "A number counts the stars around it":
    for c in clue: count(star[touching(c)]) = clue[c]

"""
HINTS = "make h = 6, w = 6, region size 6..12, clue density 10..30 symmetry rotate2\n"


def own_spec(text: str) -> Spec:
    return Spec.of(Source("own.spec", text))


def pictures(text: str) -> dict[str, list[list[str]]]:
    """The pictures of a puzzle file, by name."""
    parts = [part.partition(":\n") for part in text.strip().split("\n\n")]
    return {
        name: [row.split() if " " in row else list(row) for row in rows.split("\n")]
        for name, colon, rows in parts
        if colon
    }


def widths(text: str, layer: str) -> list[int]:
    """The number of places in each row of a picture."""
    return [len(row) for row in pictures(text)[layer]]


def test_hints_of_a_spec_are_followed() -> None:
    text = next(own_spec(OWN + HINTS).generate(seed=3)).text
    found = pictures(text)
    sizes = Counter(name for row in found["region"] for name in row)
    assert all(6 <= size <= 12 for size in sizes.values()) and sizes.total() == 36
    places = {(r, c) for r in range(6) for c in range(6) if found["clue"][r][c] != "."}
    assert places == {(5 - r, 5 - c) for r, c in places}
    assert 0.1 <= len(places) / 36 <= 0.31


def test_an_option_goes_before_a_hint() -> None:
    text = next(
        Spec.of(Source("own.spec", OWN + HINTS)).generate(seed=3, size=(5, 7), symmetry="none")
    ).text
    assert widths(text, "region") == [7] * 5


def test_a_spec_without_examples_and_hints_needs_a_puzzle_to_go_by() -> None:
    with pytest.raises(pzc.PzcError, match="E0530"):
        next(own_spec(OWN).generate())


def test_a_size_is_enough_where_nothing_else_is_to_be_known() -> None:
    own = own_spec(
        'puzzle "Mines"\n'
        "grid h x w\n"
        "given clue : 0..8 at some cells\n"
        "find mine : bool at cells\n"
        'rule "Numbers count mines":\n'
        "    for c in clue: count(mine[touching(c)]) = clue[c]\n"
        "    for c in clue: not mine[c]\n"
    )
    text = next(own.generate(seed=1, size=(4, 5))).text
    assert widths(text, "clue") == [5] * 4


def test_a_size_that_follows_from_params_may_be_stated_with_them() -> None:
    own = own_spec(
        'puzzle "Sums of sides"\n'
        "param k : 1..3 = 3\n"
        "let n = 2 * k\n"
        "grid n x n\n"
        "given total : 0..n at some rows\n"
        "find black : bool at cells\n"
        'rule "Each row has so many":\n'
        "    for r in total: count(black[r]) = total[r]\n"
    )
    with pytest.raises(PzcError, match="the board cannot have the size 5x5") as caught:
        next(own.generate(seed=1, size=(5, 5)))
    assert [d.code for d in caught.value.diagnostics] == ["E0534"]


def test_a_size_is_enough_where_every_cell_has_a_clue_that_may_be_chosen() -> None:
    own = own_spec(
        'puzzle "Rows and numbers"\n'
        "grid n x n\n"
        'given arrow : {left, right, none} at cells drawn "< > o"\n'
        "given start : 1..n at some cells\n"
        "find digit : 1..n at cells from start\n"
        'rule "Every row and column has each number once":\n'
        "    for l in rows + columns: all_different(digit[l])\n"
        'rule "Arrows point at larger numbers":\n'
        "    for c in cells:\n"
        "        arrow[c] = left <=> digit[c.left] > digit[c]\n"
        "        arrow[c] = right => digit[c.right] > digit[c]\n"
    )
    text = next(own.generate(seed=1, size=(4, 4))).text
    assert widths(text, "arrow") == [4] * 4
    assert len({sign for row in pictures(text)["arrow"] for sign in row}) > 1
    assert own.count(text) == 1


@pytest.mark.parametrize(
    ("declared", "where", "rule", "size", "said"),
    [
        ("given clue : 0..8 at some cells", "", "not all(star)", None, "--size HxW"),
        (
            "given room : symbol at cells",
            "",
            "all(any(star[g]) for g in groups(room))",
            (4, 4),
            "`make room size 3..6`",
        ),
        (
            "given wall : bool at cells",
            " where not wall",
            "not all(star)",
            (4, 4),
            "`make wall density 20..30`",
        ),
        (
            "param most : 1..9\ngiven clue : 0..8 at some cells",
            "",
            "count(star) <= most",
            (4, 4),
            "--with most=VALUE",
        ),
    ],
)
def test_what_is_missing_to_make_a_puzzle_is_said(
    declared: str, where: str, rule: str, size: tuple[int, int] | None, said: str
) -> None:
    own = own_spec(
        f'puzzle "Stars"\ngrid h x w\n{declared}\nfind star : bool at cells{where}\n'
        f'rule "Stars": {rule}\n'
    )
    with pytest.raises(pzc.PzcError, match="E0530") as caught:
        next(own.generate(size=size))
    assert said in str(caught.value)


def test_a_density_is_asked_for_only_where_a_hint_is_followed() -> None:
    own = own_spec(
        'puzzle "Walls"\ngrid h x w\ngiven wall : bool at borders\n'
        "find line : bool at b in borders where not wall[b]\n"
        'rule "Lines": size(line) = 1\nmake wall density 20..30\n'
    )
    with pytest.raises(pzc.PzcError, match="section 'wall' is missing") as caught:
        next(own.generate(size=(3, 3)))
    assert "density" not in str(caught.value)


def test_a_board_too_large_for_the_engine_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise ModelTooLarge("a bit for every value")

    monkeypatch.setattr("pzc.tasks.make.bench.NativeSolver", too_large)
    with pytest.raises(pzc.PzcError, match="E0703"):
        next(pzc.load("akari").generate(seed=1))


def test_a_param_that_is_none_is_said_before_what_is_missing() -> None:
    own = own_spec(
        'puzzle "Stars"\ngrid h x w\ngiven most : 1..9 at some sides\n'
        'find star : bool at cells\nrule "Stars": any(star)\n'
    )
    with pytest.raises(pzc.PzcError, match="no param 'x'"):
        next(own.generate(params={"x": "1"}))


def test_a_hinted_density_is_enough_for_walls_on_all_cells() -> None:
    own = own_spec(
        'puzzle "Threes"\n'
        "grid h x w\n"
        'given wall : bool at cells drawn ". #"\n'
        "find block : pieces at c in cells where not wall[c]\n"
        'rule "Pieces have three cells":\n'
        "    for p in block: size(p) = 3\n"
        'rule "Pieces of one form never share a side":\n'
        "    for a, b in adjacent:\n"
        "        block[a] != block[b] => shape(block[a]) != shape(block[b])\n"
        "make h = 5, w = 6, wall density 10..25\n"
    )
    rows = pictures(next(own.generate(seed=1)).text)["wall"]
    assert [len(row) for row in rows] == [6] * 5
    assert 0.1 <= "".join(map("".join, rows)).count("#") / 30 <= 0.25


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hinted_density_holds_for_cells_that_a_search_chooses(seed: int) -> None:
    own = own_spec(
        "grid h x w\n"
        "given hole : bool at cells\n"
        "find line : bool at links\n"
        'rule "A loop through all cells without a hole":\n'
        "    loop(line)\n"
        "    for c in cells: size(line(c)) = (0 if hole[c] else 2)\n"
        "make h = 6, w = 6, hole density 0..10\n"
    )
    rows = pictures(next(own.generate(seed=seed)).text)["hole"]
    assert "".join(map("".join, rows)).count("#") / 36 <= 0.1 + 1 / 72


HOLES = """\
grid n x n
given hole  : bool at cells drawn ". #"
given clue  : 1..n at some cells
find  digit : 1..n at c in cells where not hole[c] from clue
rule "Each digit once in a row and in a column":
    for line in rows + columns: all_different(digit[line])
"""


def test_a_layer_without_a_yes_in_the_example_is_without_one_in_the_puzzle() -> None:
    like = "hole:\n...\n...\n...\n\nclue:\n1..\n.2.\n..3\n"
    puzzle = next(own_spec(HOLES).generate(like=like, seed=1)).text
    assert pictures(puzzle)["hole"] == [["."] * 3] * 3


def test_clues_go_beside_a_layer_of_all_cells_with_a_hinted_density() -> None:
    own = own_spec(
        "grid h x w\n"
        "given ice  : bool at cells\n"
        "given clue : 0..4 at some cells\n"
        "find  line : bool at links\n"
        'rule "A loop that goes straight on ice":\n'
        "    loop(line)\n"
        "    for c in ice: line[c, c.left] <=> line[c, c.right]\n"
        'rule "A number counts the lines of its cell":\n'
        "    for c in clue: size(line(c)) = clue[c]\n"
        "make h = 5, w = 5, ice density 10..20\n"
    )
    clues = pictures(next(own.generate(seed=1)).text)["clue"]
    assert any(token == "." for row in clues for token in row)


ENDS = """\
puzzle "Ends"
grid n x n
given seen  : 1..n at some sides
given start : 1..n at some cells
find  value : 1..n at cells from start
rule "Each value once in a row and in a column":
    for line in rows + columns: all_different(value[line])
rule "A number outside is the nearest value":
    for s in seen: value[s.line[1]] = seen[s]
"""


def test_clues_outside_are_preferred_to_values_of_the_solution() -> None:
    text = next(own_spec(ENDS).generate(seed=1, size=(3, 3))).text
    assert "seen:" in text and "start:" not in text


def test_values_of_the_solution_are_added_where_clues_leave_it_open() -> None:
    own = own_spec(ENDS)
    text = next(own.generate(seed=1, size=(7, 7))).text
    assert "seen:" in text and "start:" in text
    assert own.count(text, limit=2) == 1


# A directed loop. The rule about clues says more of them than that the solution has their values.
ARROWS = """
grid h x w
given wall : bool at cells
given wind : direction at some wall
given go   : direction at some cells - wall
find  way  : direction at some cells - wall from go
find  line : bool at links

rule "The lines form one closed loop, which has a direction":
    loop(line)
    for c in cells:
        c in way <=> size(line(c)) = 2
        for d in directions if way[c] = d: line[link(c, d)]
    for l in line: count(step(c, way[c]) in ends(l) for c in ends(l)) = 1

rule "It goes straight through arrows":
    for c in go: way[step(c, opposite(go[c]))] = go[c]

rule "The wind blows along the line":
    for x in wind:
        for c in run(x, wind[x], not wall) if c in way: way[c] = wind[x]

make h = 4, w = 4, wall density 5..15
"""


@pytest.mark.parametrize("seed", [3, 4])
def test_added_values_satisfy_the_rules_about_clues(seed: int) -> None:
    own = own_spec(ARROWS)
    puzzle = next(own.generate(seed=seed)).text
    assert own.count(puzzle, limit=2) == 1


# The places of one layer depend on another that is drawn, and those of a third on both.
OUTSIDE = """
grid h x w
given hole   : bool at cells
given portal : 1..3 at some cells - hole
given circle : bool at some cells - hole - portal
find  line   : bool at links

rule "The lines form one closed loop":
    loop(line)
    for c in cells: size(line(c)) = (0 if hole[c] or c in portal else 2)
    for c in circle: line[c, c.left] <=> line[c, c.right]

make h = 4, w = 4, hole density 5..20, portal density 5..15
"""


@pytest.mark.parametrize("seed", range(1, 5))
def test_clues_lie_where_their_layer_is_declared(seed: int) -> None:
    own = own_spec(OUTSIDE)
    puzzle = next(own.generate(seed=seed)).text
    assert own.count(puzzle, limit=2) == 1


BESIDE = """
grid h x w
given clue : 0..4 at some cells
given dot  : bool at some cells - clue drawn ". o"
find  lamp : bool at c in cells where c in dot

rule "A number counts the lamps beside it":
    for c in clue: count(lamp[adjacent(c)]) = clue[c]

make h = 4, w = 4, dot density 20..40
"""


def test_clues_may_take_the_places_of_another_layer() -> None:
    own = own_spec(BESIDE)
    puzzle = next(own.generate(seed=1)).text
    assert own.count(puzzle, limit=2) == 1


PRODUCTS = """
grid n x n
given clue  : 1..n at some cells
given total : 1..9999 at rows
find  digit : 1..n at cells from clue

rule "Numbers in a row have the product beside it":
    for r in rows: product(digit[r]) = total[r]

make n = 4
"""


def test_values_that_no_clue_has_cost_nothing() -> None:
    own = own_spec(PRODUCTS)
    maker = Maker(own, recipe_for(own), Options(seed=1))
    structure = maker.draft.draw(Random(1))
    bench = None if structure is None else maker._bench_for(structure)
    assert bench is not None
    found = bench.ask(bench.usual)
    assert found is not None
    bench.clues(bench.layout(found))
    assert len(bench._literals) < 1000


def test_an_attempt_begins_another_board_where_one_led_nowhere() -> None:
    maker = maker_of("norinori")
    assert sum(isinstance(maker.attempt(k), Made) for k in range(8)) >= 7


def test_a_board_is_not_changed_to_one_without_clues() -> None:
    maker, random = maker_of("battenberg"), Random(1)  # no number is usual in an empty board
    before = after = 0
    for _ in range(3):
        start = maker._start(random)
        full = None if start is None else maker._filled(start[1], random, start[2])
        assert start is not None and full is not None
        bench = start[1]
        before += count_clues(bench, bench.layout(full))
        board = Board(full, weak_facts(bench, full))
        now = repaired(bench, random, narrowed(bench, random, board))
        after += count_clues(bench, bench.layout(now.found))
    assert 4 * after >= before > 0


def test_clues_are_decided_on_after_what_they_speak_of() -> None:
    maker = maker_of("slitherlink", Options(size=(15, 25)))
    structure = maker.draft.draw(Random(1))
    bench = None if structure is None else maker._bench_for(structure)
    assert bench is not None and bench.ask(bench.usual) is not None
    assert bench.solver.work < 10_000_000


def test_a_search_that_is_hard_with_yes_first_is_tried_with_no_first() -> None:
    maker = maker_of("nagenawa", Options(size=(9, 11)))  # the empty board is a solution
    structure = maker.draft.draw(Random(4))
    bench = None if structure is None else maker._bench_for(structure)
    assert bench is not None and bench.plain(bench.usual) is not None
    assert bench.reluctant and bench.effort < 400_000_000


def test_each_number_of_a_numberlink_stands_at_both_ends_of_a_line() -> None:
    spec = pzc.load("numberlink")
    maker = Maker(spec, recipe_for(spec), Options(seed=1))
    made = [one for k in range(4) if isinstance(one := maker.attempt(k), Made)]
    assert len(made) >= 2
    for one in made:
        numbers = [token for row in pictures(one.text)["number"] for token in row if token != "."]
        assert set(Counter(numbers).values()) == {2}
        assert spec.count(one.text, limit=2) == 1


@pytest.mark.parametrize(("name", "size"), [("hitori", (7, 7)), ("kakuro", (7, 7))])
def test_a_board_is_mended_until_one_solution_is_left(name: str, size: tuple[int, int]) -> None:
    maker = maker_of(name, Options(size=size, seed=1))
    assert any(isinstance(maker.attempt(number), Made) for number in range(4))


@pytest.mark.parametrize(("name", "size"), [("masyu", (12, 12)), ("hashiwokakero", (13, 13))])
def test_propagation_tells_which_of_two_boards_leaves_less_open(
    name: str, size: tuple[int, int]
) -> None:
    maker = maker_of(name, Options(size=size, seed=1))
    assert isinstance(maker.attempt(0), Made)


def test_clues_are_added_at_further_places_where_a_solution_is_left_open() -> None:
    maker = maker_of("tapa", Options(size=(9, 10), seed=1))
    assert isinstance(maker.attempt(0), Made)


def test_the_size_of_the_example_may_be_said_where_params_tell_it() -> None:
    assert next(pzc.load("sudoku").generate(seed=1, size=(9, 9))).text
    with pytest.raises(PzcError, match="cannot have the size 8x8"):
        next(pzc.load("sudoku").generate(seed=1, size=(8, 8)))


def test_own_hints_go_before_those_of_a_spec_that_is_used(tmp_path: Path) -> None:
    (tmp_path / "base.spec").write_text(OWN + HINTS)
    (tmp_path / "mine.spec").write_text("use base\n\nmake h = 5, clue density 0..20\n")
    told = hints(pzc.load(str(tmp_path / "mine.spec")))
    assert told.values == {"h": "5", "w": "6"}
    assert told.ranges == {("region", "size"): (6, 12), ("clue", "density"): (0, 20)}
    assert told.symmetry == {"clue": "rotate2"}


def test_drawn_regions_are_connected_and_leave_out_what_is_drawn_before() -> None:
    found = pictures(next(pzc.load("makaro").generate(seed=1)).text)
    cells: dict[str, set[tuple[int, int]]] = {}
    for r, row in enumerate(found["room"]):
        for c, name in enumerate(row):
            assert (name == ".") == (found["wall"][r][c] == "#")
            if name != ".":
                cells.setdefault(name, set()).add((r, c))
    assert cells
    for room in cells.values():
        seen = [min(room)]
        for r, c in seen:
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
            seen += sorted(near & room - set(seen))
        assert set(seen) == room


def test_sizes_of_drawn_regions_are_spread() -> None:
    own = board("squares", 12, 12)
    some = [cut(Random(seed), own, own.cells, Sizes(1, 5)) for seed in range(5)]
    sizes = Counter(n for found in some for n in Counter((found or {}).values()).values())
    assert set(sizes) == {1, 2, 3, 4, 5}
    assert max(sizes.values()) < 2 * min(sizes.values())


def test_sizes_of_drawn_regions_are_mostly_those_of_examples() -> None:
    own = board("squares", 12, 12)
    found = cut(Random(1), own, own.cells, Sizes(1, 6, usual=(3, 3, 3, 6)))
    count = Counter(Counter((found or {}).values()).values())
    assert count[3] + count[6] > count.total() / 2


def test_two_regions_are_cut_anew() -> None:
    own, sizes, changed = board("squares", 8, 8), Sizes(3, 8), 0
    for seed in range(20):
        random = Random(seed)
        before = cut(random, own, own.cells, sizes)
        assert before is not None
        near = random.choice(own.cells)
        after = recut(random, own, before, [near], sizes)
        if after is None or after == before:
            continue
        changed += 1
        moved = [cell for cell in own.cells if before[cell] != after[cell]]
        both = {regions[cell] for regions in (before, after) for cell in moved}
        assert len(both) == 2
        assert before[near] in both
        for number in both:
            region = [cell for cell in own.cells if after[cell] == number]
            seen = region[:1]
            for cell in seen:
                seen += [c for c in own.touching("cell", cell) if c in region and c not in seen]
            assert len(seen) == len(region)
            assert sizes.least <= len(region) <= sizes.most
    assert changed > 10


def test_regions_far_from_all_cells_named_are_not_cut_anew() -> None:
    own = board("squares", 4, 4)
    whole = dict.fromkeys(own.cells, 0)
    assert recut(Random(1), own, whole, [], Sizes(1, 16)) is None
    assert recut(Random(1), own, whole, own.cells, Sizes(1, 16)) is None  # it has no neighbour


def test_a_hint_about_what_is_not_drawn_is_a_mistake() -> None:
    recipe = recipe_for(pzc.load("slitherlink"))
    told = Hints({}, {("clue", "size"): (3, 4)}, {})
    with pytest.raises(pzc.PzcError, match="E0537"):
        followed(recipe, told, blank=False)


def test_other_seeds_make_other_puzzles() -> None:
    assert made("slitherlink", seed=1).text != made("slitherlink", seed=2).text


def test_clues_that_do_not_follow_from_the_solution_vary() -> None:
    some = [next(pzc.load("dominosa").generate(seed=seed)).text for seed in (1, 2, 3)]
    assert len(set(some)) == 3


def test_clues_keep_a_symmetry_and_a_number() -> None:
    text = made("slitherlink", symmetry="rotate2", clues=(12, 16)).text
    rows = text.partition("clue:\n")[2].split("\n\n")[0].split("\n")
    places = {(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token != "."}
    assert {(4 - r, 4 - c) for r, c in places} == places
    assert 12 <= len(places) <= 16


@pytest.mark.parametrize("name", ["nurikabe", "shikaku", "nawabari", "tatamibari"])
def test_clues_of_which_each_piece_has_one_keep_a_symmetry(name: str) -> None:
    text = next(pzc.load(name).generate(seed=1, size=(5, 5), symmetry="rotate2")).text
    rows = [row.split() if " " in row else list(row) for row in text.split("\n")[1:6]]
    places = {(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token != "."}
    assert {(4 - r, 4 - c) for r, c in places} == places


def test_clues_that_cannot_have_the_symmetry_make_no_puzzle() -> None:
    spec = own_spec(ONE_CLUE)
    with pytest.raises(PzcError) as error:
        next(spec.generate(size=(1, 4), symmetry="rotate2"))
    assert "clues without the symmetry" in str(error.value)
    assert "another --symmetry" in str(error.value)


ONE_CLUE = """\
puzzle "One clue"
grid h x w
given clue : 1..4 at some cells
find  dot : 1..4 at cells from clue
rule "There is one clue": size(clue) = 1
rule "All numbers differ": all_different(dot)
rule "They are in order": increasing(dot) or increasing(reversed([dot[c] for c in cells]))
"""

LAMPS = """\
puzzle "Lamps"
grid h x w
given lamp : 0..4 at some cells
find  ship : bool at cells - lamp
rule "A lamp counts the ships beside it":
    for c in lamp: count(ship[adjacent(c)]) = lamp[c]
rule "Every ship is lit":
    for c in ship: any(d in lamp for d in adjacent(c))
"""


def test_clues_on_whose_places_the_board_depends_have_a_number() -> None:
    own = own_spec(LAMPS)
    one = next(own.generate(seed=1, size=(6, 6), clues=(4, 6)))
    assert 4 <= one.clues <= 6
    assert own.count(one.text, limit=2) == 1


def test_cells_that_cannot_have_a_clue_are_told_at_once_by_the_lines_through_them() -> None:
    maker, structure, bench, found = begun("yajilin", Options(size=(8, 8)))
    drawn: list[Structure] = []
    draw = maker._bench_for
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maker, "_bench_for", lambda s: drawn.append(s) or draw(s))
        cells = list(bench.grounding.context.board.cells)
        further = maker._with_places(Random(1), structure, cells, bench, found)
    assert further is not None and further[0].places["arrow"] > structure.places["arrow"]
    assert len(drawn) < 5  # each is ground anew; dropping cells one by one took sixty


def test_the_order_of_places_in_a_set_does_not_choose_clues() -> None:
    _, _, bench, found = begun("juosan")
    full = with_all_clues(bench, Random(1), found)
    assert full is not None and bench.free == {"clue"}
    orders = (bench.spots, bench.spots[::-1])
    one, other = (with_all_clues(bench, Random(2), found, anew=anew) for anew in orders)
    assert one == other != full


def test_clues_are_carried_to_a_board_with_another_structure() -> None:
    maker, structure, bench, found = begun("juosan")
    full = with_all_clues(bench, Random(1), found)
    other = maker.draft.changed(Random(1), structure)
    assert full is not None and other is not None
    clues = bench.printed(bench.layout(full), full)["clue"]
    redrawn = maker._redrawn(Random(2), other, bench, Board(full, ()))
    assert redrawn is not None
    trial, board = redrawn
    now = trial.printed(trial.layout(board.found), board.found)["clue"]
    assert sum(now[cell] == clue for cell, clue in clues.items()) > 0.9 * len(clues)


def test_a_clue_that_is_spared_leaves_the_solution_as_it_is() -> None:
    own, cells = own_spec(LAMPS), board("squares", 1, 3).cells
    answer = {("ship", cell): cell.column == 2 for cell in cells[1:]}
    assert has_one_solution(own, "lamp:\n1..\n", answer)
    assert has_one_solution(own, "h: 1\nw: 3\n")
    assert not has_one_solution(own, "h: 1\nw: 3\n", answer)


def test_clues_are_spared_where_values_of_the_solution_depend_on_them() -> None:
    own = own_spec(
        LAMPS.replace("rule", "find label : {lamp[c] for c in lamp} at cells\nrule", 1)
        + 'rule "A ship has the label of each lamp beside it, a lamp its own":\n'
        "    for c in cells - lamp: c not in ship => label[c] = 0\n"
        "    for c in ship: label[c] = sum(lamp[d] for d in adjacent(c) & lamp) % 5\n"
        "    for c in lamp: label[c] = lamp[c]\n"
    )
    one = next(own.generate(seed=1, size=(4, 4)))
    assert own.count(one.text, limit=2) == 1


def test_puzzles_whose_solution_is_all_alike_are_not_made() -> None:
    own = own_spec(LAMPS.replace("any(d in lamp for d in adjacent(c))", "c in lamp"))
    with pytest.raises(PzcError, match="alike"):
        next(own.generate(seed=1, size=(4, 4)))


def test_clues_have_a_density() -> None:
    rows = pictures(made("slitherlink", density=(60, 70)).text)["clue"]
    clues = [token for row in rows for token in row if token != "."]
    assert 14 <= len(clues) <= 18


def bench_of(name: str, puzzle: str) -> tuple[Spec, Bench, list[int], tuple[int, ...]]:
    """The bench of a puzzle with its clues open, its layout, and a solution under it."""
    spec = pzc.load(name)
    written = Written(spec, puzzle)
    answer = written.bench.ask(written.bench.clues(written.layout))
    assert answer is not None
    return spec, written.bench, list(written.layout), answer


@pytest.mark.parametrize(
    ("name", "puzzle"),
    [
        ("slitherlink", "clue:\n3..\n.2.\n..."),
        ("fillomino", "clue:\n2..\n.4.\n..1"),
        ("shikaku", "clue:\n2.\n.2"),
        ("nurikabe", "clue:\n2...\n....\n..3.\n...."),
    ],
)
@pytest.mark.parametrize("closed", [False, True])
def test_what_clues_leave_open_is_found_in_both_models(
    name: str, puzzle: str, closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, bench, layout, answer = bench_of(name, puzzle)
    monkeypatch.setattr(Cheaper, "is_second", lambda self: closed)
    monkeypatch.setattr("pzc.tasks.make.others.ROUNDS", 1000)
    texts = [str(solution) for solution in spec.solutions(puzzle)]
    assert len(texts) > 1
    loose = undecided(bench, layout, answer, most=1000)
    assert loose
    clues = bench.clues(layout)
    for fact in bench.facts:
        node = bench.literal(fact.index, answer[fact.index])
        if fact.shown and node is not None:
            other = bench.ask([*clues, bench.model.not_(node)])  # type: ignore[list-item]
            assert (other is not None) == (fact in loose)


@pytest.mark.parametrize("closed", [False, True])
def test_a_few_solutions_tell_all_that_clues_leave_open(
    closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cheaper, "is_second", lambda self: closed)
    blank = "total:\n" + "".join(f"{side} . . . . . .\n" for side in ("top", "left"))
    _, bench, layout, answer = bench_of("kakurasu", blank)
    assert len(undecided(bench, layout, answer, most=1000)) == 36


def test_parts_of_a_board_tell_what_is_open_where_the_whole_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, bench, layout, answer = bench_of("slitherlink", "clue:\n3..3\n....\n....\n3..3")
    every = undecided(bench, layout, answer, most=1000)

    def spent(*rest: object) -> None:
        raise Spent

    monkeypatch.setattr("pzc.tasks.make.others._second", spent)
    found = undecided(bench, layout, answer, most=1000)
    assert found and set(found) <= set(every)
    assert bench.elusive


def test_clues_that_would_make_a_large_model_are_open_at_some_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pzc.tasks.make.maker.WIDE", 1000)
    maker, structure, bench, _ = begun("loop_special", Options(size=(5, 5)))
    places = structure.places["clue"]
    assert 4 < len(places) < 25
    assert {spot.key for spot in bench.spots} == places
    assert all(spot.blank is not None for spot in bench.spots)
    assert any(isinstance(maker.attempt(k), Made) for k in range(4))


def asked(cheaper: Cheaper, questions: int, first: int, second: int) -> list[bool]:
    """The ways of so many questions, each of which takes so much work."""
    ways = []
    for _ in range(questions):
        ways.append(cheaper.is_second())
        cheaper.note(ways[-1], second if ways[-1] else first)
    return ways


def test_the_second_way_is_tried_at_its_price() -> None:
    assert asked(Cheaper(100), 11, first=10, second=99) == [False] * 10 + [True]


def test_the_cheaper_way_is_chosen_by_what_it_took_last() -> None:
    cheaper = Cheaper(10)
    assert sum(asked(cheaper, 100, first=10, second=1)) > 80
    assert sum(asked(cheaper, 100, first=1, second=10)) < 20
    assert sum(asked(cheaper, 100, first=10, second=1)) > 80


def test_the_work_of_both_models_is_counted() -> None:
    _, bench, layout, answer = bench_of("slitherlink", "clue:\n3..\n.2.\n...")
    bench.cheaper.price = 0
    for _ in range(6):
        assert second(bench, layout, answer) is not None
    assert bench.cheaper.average(False) and bench.cheaper.average(True)


def test_values_that_follow_from_the_solution_are_counted() -> None:
    one = next(pzc.load("nonogram").generate(seed=1))
    lines = [line for line in one.text.split("\n") if line and not line.endswith(":")]
    assert one.clues == len(lines) == 14


def test_a_puzzle_has_as_many_clues_as_is_usual() -> None:
    assert all(one.clues >= 2 for one in pzc.load("heyawake").generate(size=(5, 5), count=4))


def test_a_board_does_not_need_far_more_clues_than_is_usual() -> None:
    spec, size = pzc.load("hashiwokakero"), (10, 10)
    share = recipe_for(spec, None, Options()).parts["island"].share
    puzzles = list(generate(spec, Options(size=size, seed=3), 4))
    assert len(puzzles) == 4
    assert all(0.5 * share <= one.clues / 100 <= 1.5 * share for one in puzzles)


def test_turned_and_mirrored_puzzles_are_alike() -> None:
    spec = pzc.load("slitherlink")
    board = spec.ground("h: 3\nw: 3\n").context.board
    corner, middle = board.cells[0], board.cells[4]
    last = board.cells[8]
    one, other = (
        [("clue", corner, 3), ("clue", middle, 1)],
        [("clue", last, 3), ("clue", middle, 1)],
    )
    assert len(symmetries(board)) == 8
    assert identity(board, one, set()) == identity(board, other, set())
    assert identity(board, one, set()) != identity(board, one[:1], set())


def test_no_two_puzzles_of_a_run_are_alike() -> None:
    spec = pzc.load("slitherlink")
    some = list(spec.generate(size=(3, 3), count=12, seed=2))
    grids = []
    for one in some:
        rows = pictures(one.text)["clue"]
        turned = [rows]
        for _ in range(3):
            turned.append([list(row) for row in zip(*turned[-1][::-1], strict=True)])
        grids.append(min(str(t) for k in turned for t in (k, k[::-1])))
    assert len(set(grids)) == 12


@pytest.mark.parametrize("name", SMALL)
def test_a_puzzle_takes_three_steps_and_leaves_something_out(name: str) -> None:
    spec, one = pzc.load(name), made(name)
    assert len(list(islice(spec.explain(one.text), 3))) == 3
    if name not in ("star_battle", "kakuro", "four_cells"):  # all that they print is needed
        places = len(spec.ground(one.text).context.board.cells)
        assert one.clues < places


def test_what_falls_in_two_steps_is_no_puzzle() -> None:
    spec = pzc.load("sudoku")
    assert falls_at_once(spec, FULL_BUT_ONE, spec.ground(FULL_BUT_ONE))


@pytest.mark.parametrize("name", ["sudoku", "nurikabe", "heyawake", "hashiwokakero"])
def test_changes_of_the_solution_tell_that_two_steps_do_not_suffice(name: str) -> None:
    spec = pzc.load(name)
    grounding = spec.ground(example(name, 1))
    (solution,) = assignments(grounding, spec.solver(grounding), most=2)
    assert takes_more_than_two(grounding.model, solution)
    all_but_one = {v.index: solution[v.index] for v in grounding.model.variables[1:]}
    assert not takes_more_than_two(grounding.model.with_givens(all_but_one), solution)


def test_exchanged_values_tell_that_two_steps_do_not_suffice_if_all_are_different() -> None:
    spec = pzc.load("hidato")
    grounding = spec.ground(example("hidato", 1), exact=True)
    (solution,) = assignments(grounding, spec.solver(grounding), most=2)
    assert takes_more_than_two(grounding.model, solution)


@pytest.mark.parametrize(("name", "size"), [("binairo", (5, 5)), ("unruly", (5, 5))])
def test_a_size_that_the_rules_exclude_is_refused(name: str, size: tuple[int, int]) -> None:
    with pytest.raises(pzc.PzcError, match="on a board of this size, the rules have no solution"):
        next(pzc.load(name).generate(seed=1, size=size))


def test_regions_follow_the_holes_beside_them() -> None:
    spec = pzc.load("double_back")
    draft = Draft(spec, recipe_for(spec), (7, 7))
    random, changes = Random(1), 0
    structure = next(one for _ in range(99) if (one := draft.draw(random)) is not None)
    assert draft.board is not None
    for _ in range(60):
        structure = draft.changed(random, structure) or structure
        holes, rooms = structure.patterns["hole"].keys(), structure.regions["room"].keys()
        changes += len(holes)
        assert not holes & rooms
        assert holes | rooms == set(draft.board.cells)
    assert changes


WALLED = """puzzle "Sums"
grid  h x w
given wall   : bool at some cells drawn ". #"
given clue   : 1..9 at some cells
find  number : 1..9 at cells - wall from clue
rule "A number is the sum of its differences":
    for c in number: sum(abs(number[c] - number[d]) for d in adjacent(c) - wall) = number[c]
make h = 7, w = 7, wall density 30..40
"""


def test_a_walk_ends_with_boards_on_which_the_rules_can_hold() -> None:
    own = own_spec(WALLED)
    options = Options(size=(7, 7), seed=1)
    draft = Draft(own, recipe_for(own, None, options), options.size)
    random = Random(1)
    start = draft.draw(random)
    assert start is not None
    ends = [draft.template(end) for end in islice(walk(own, draft, random, [start]), 5)]
    assert any(own.count(end.text, limit=1) for end in ends)


def test_a_step_of_a_walk_keeps_the_rules_that_held() -> None:
    maker = maker_of("suguru", Options(size=(8, 8)))
    drawn = [one for k in range(9) if (one := maker.draft.draw(Random(k))) is not None]
    found = [walking._broken(maker._open, maker.draft.template(one), Random(1)) for one in drawn]
    structure, first = next(
        (one, broken)
        for one, broken in zip(drawn, found, strict=True)
        if broken is not None and broken.groups
    )
    template = maker.draft.template(structure)
    again = walking._broken(maker._open, template, Random(2), first, ())
    assert again is not None and set(again.groups) <= set(first.groups)


def test_a_step_of_a_walk_may_take_as_long_as_to_build_the_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(walking, "NEARBY", 1)
    maker = maker_of("ripple_effect", Options(size=(6, 6)))
    template = next(
        maker.draft.template(one) for k in range(9) if (one := maker.draft.draw(Random(k)))
    )
    first = walking._broken(maker._open, template, Random(1))
    assert first is not None
    assert walking._broken(maker._open, template, Random(2), first, ()) is not None


def test_sums_are_as_large_as_a_board_larger_than_the_examples_asks_for() -> None:
    assert made("kakurasu", size=(10, 10)).clues


def test_a_walk_finds_regions_where_hardly_any_random_ones_have_a_solution() -> None:
    results = [maker_of("suguru", Options(size=(9, 9))).attempt(k) for k in range(2)]
    assert all(isinstance(one, Made) for one in results)


def test_regions_are_cut_in_two_and_joined_where_their_number_is_free() -> None:
    own, random = board("squares", 6, 6), Random(1)
    sizes = Sizes(1, 6)
    regions = cut(random, own, own.cells, sizes)
    assert regions is not None
    numbers = {len(set(regions.values()))}
    for _ in range(200):
        regions = recut(random, own, regions, own.cells, sizes) or regions
        numbers.add(len(set(regions.values())))
        assert max(Counter(regions.values()).values()) <= 6
    assert len(numbers) > 2


def test_regions_grow_with_the_board_where_usual_ones_leave_no_solution() -> None:
    maker = maker_of("alternation", Options(size=(10, 10)))
    assert maker.draft.growths() == pytest.approx([1, 10 / 6, (10 / 6) ** 2])
    assert isinstance(maker.attempt(1), Made)


def test_a_run_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["generate", "star_battle", "--size", "5x5", "--with", "stars=1", "--output"]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert main([*command, str(whole), "--count", "3"]) == 0
    assert main([*command, str(broken), "--count", "1"]) == 0
    assert main([*command, str(broken), "--count", "3"]) == 2
    assert "--resume" in capsys.readouterr().err
    with (broken / "puzzles.jsonl").open("a") as journal:
        journal.write('{"puzzle": 2, "nu')  # broken off
    (broken / "1.puzzle").unlink()
    assert main([*command, str(broken), "--count", "3", "--resume"]) == 0
    names = sorted(path.name for path in whole.iterdir())
    assert len(names) == 7
    assert sorted(path.name for path in broken.iterdir()) == names
    for name in names:
        assert (whole / name).read_text() == (broken / name).read_text()
    assert main([*command, str(broken), "--count", "3", "--resume", "--seed", "5"]) == 2


def test_a_sheet_may_be_one_picture(tmp_path: Path) -> None:
    page = tmp_path / "sheet.svg"
    command = ["generate", "star_battle", "--size", "5x5", "--with", "stars=1", "--count", "5"]
    assert main([*command, "--sheet", str(page)]) == 0
    root = ElementTree.parse(page).getroot()
    space = "{http://www.w3.org/2000/svg}"
    pictures = root.findall(f"{space}svg")
    assert len(pictures) == 10
    right = [float(p.attrib["x"]) + float(p.attrib["width"]) for p in pictures]
    bottom = [float(p.attrib["y"]) + float(p.attrib["height"]) for p in pictures]
    assert max(right) <= float(root.attrib["width"])
    assert max(bottom) <= float(root.attrib["height"])
    texts = [text.text for text in root.findall(f"{space}text")]
    assert "Solutions" in texts and texts[0] == "Star Battle"


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    spec, options = pzc.load("star_battle"), Options(size=(5, 5))
    first = Folder(str(tmp_path / "set"), spec, options, None, resume=False)
    with pytest.raises(pzc.PzcError, match="another run is writing"):
        Folder(str(first.path), spec, options, None, resume=True)
    del first
    assert Folder(str(tmp_path / "set"), spec, options, None, resume=True).before == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sudoku", "--size", "6x6"], "E0534"),
        (["star_battle", "--size", "5x6"], "E0534"),
        (["star_battle", "--with", "star=2"], "E0534"),
        (["hanoi"], "E0531"),
        (["slitherlink", "--resume"], "E0514"),
        (["slitherlink", "--sheet", "set.pdf"], "E0518"),
        (
            ["slitherlink", "--size", "4x6", "--symmetry", "rotate4"],
            "expected: none, rotate2, mirror",
        ),
        (["hex_slitherlink", "--symmetry", "mirror"], "E0539"),
        (["star_battle", "--density", "5..10"], "E0538"),
        (["star_battle", "--clues", "5..10"], "E0538"),
        (["sudoku", "--clues", "20..inf"], "not a range of whole numbers"),
        (["nonogram", "--size", "101x5"], "more than 100 places"),
        (["nonogram", "--size", f"5x{'9' * 5000}"], "is not a size"),
        (["sudoku", "--clues", "24.5"], "not a range of whole numbers"),
    ],
)
def test_what_cannot_be_made_is_said(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_sheet_has_rules_puzzles_and_then_solutions(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    command = ["generate", "star_battle", "--size", "5x5", "--with", "stars=1", "--count", "2"]
    assert main([*command, "--sheet", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    front, _, behind = text.partition("Solutions")
    assert "Every row, column and region holds exactly 1 star" in front
    assert front.count("<svg") == behind.count("<svg") == 2
    assert len(set(text.split("<figure>")[1:])) == 4


def test_the_page_of_genres_says_which_can_be_made() -> None:
    page = Path(pzc.__file__).parent / "docs" / "genres.md"
    table = page.read_text(encoding="utf-8").partition("## Which puzzles can be made")[2]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")]
    rows = [row for row in rows if row[0] != "| spec" and not row[0].startswith("| ---")]
    made = [float(row[1]) for row in rows if row[1] != "–"]
    assert {row[0].removeprefix("| ") for row in rows} >= set(bundled())
    assert len(made) >= 120
    assert max(made) < 60


def test_placeholders_of_a_layer_are_not_its_usual_numbers() -> None:
    own = own_spec(
        "grid h x w\n"
        "given total : 1..45 at rows + columns\n"
        "find digit : 1..9 at cells\n"
        'rule "Totals":\n'
        "    for line in rows + columns: sum(digit[line]) = total[line]\n"
    )
    text = next(own.generate(seed=1, size=(4, 4))).text
    assert own.count(text) == 1


def test_a_value_outside_the_domain_of_a_param_is_the_mistake() -> None:
    own = own_spec(
        "param most : 1..9 = 3\n"
        "grid n x n\n"
        "find star : bool at cells\n"
        "given clue : 0..4 at some cells\n"
        'rule "Clues":\n    for c in clue: count(star[adjacent(c)]) = clue[c]\n'
        "make n = 5\n"
    )
    with pytest.raises(PzcError, match="20 is not in the domain") as caught:
        next(own.generate(params={"most": 20}))
    assert [d.code for d in caught.value.diagnostics] == ["E0320"]


def test_a_size_is_refused_where_there_is_no_board() -> None:
    own = own_spec(
        "things person = {ann, bob, cid}\n"
        "given lives : 1..3 at some person\n"
        "find home : 1..3 at person from lives\n"
        'rule "Each in its own": all_different(home)\n'
    )
    with pytest.raises(PzcError, match="no grid") as caught:
        next(own.generate(size=(4, 4)))
    assert [d.code for d in caught.value.diagnostics] == ["E0534"]


def test_rules_that_exclude_each_other_are_named_as_the_reason() -> None:
    own = own_spec(
        "grid n x n\n"
        "given clue : 1..n at some cells\n"
        "find digit : 1..n at cells from clue\n"
        'rule "All are different": all_different(digit)\n'
    )
    with pytest.raises(pzc.PzcError, match=r"rules have no solution(.|\n)*pzc why") as caught:
        next(own.generate(seed=1, size=(2, 2)))
    assert caught.value.diagnostics[0].code == "E0532"


def test_clues_are_not_all_alike_where_examples_vary() -> None:
    maker = maker_of("nurikabe", Options(size=(5, 5)))
    results = [maker.attempt(k) for k in range(25)]
    clues = [set(one.text) & set("123456789") for one in results if isinstance(one, Made)]
    assert clues and all(len(numbers) > 1 for numbers in clues)
    assert Failure in map(type, results)


def test_a_puzzle_that_is_too_hard_gets_a_few_clues_back() -> None:
    plain, easy = maker_of("sudoku"), maker_of("sudoku", Options(rating=(10, 20)))
    hard, one = plain.attempt(0), easy.attempt(0)
    assert isinstance(hard, Made) and isinstance(one, Made)
    assert rate(plain.spec, hard.text).number > 20 >= (one.rating or 0)
    assert hard.clues < one.clues < hard.clues + 8
    assert one.solution == hard.solution


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("too many clues of 'hole'", "allow more clues"),
        ("too few clues", "allow fewer clues"),
        ("several solutions", "more clues, other params (--with stars=…), or an example"),
        ("it is solved in two steps", "fewer clues, other params (--with stars=…), or an example"),
        ("too hard", "another --rating, other params"),
    ],
)
def test_what_fails_most_often_is_advised_about(reason: str, said: str) -> None:
    draft = maker_of("star_battle").draft
    assert said in advice(Counter({reason: 3, "all values of the solution are alike": 2}), draft)


def test_where_no_solution_is_found_a_run_ends_at_once_and_advises_a_smaller_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def spent(self: Maker, random: Random) -> None:
        raise Spent

    monkeypatch.setattr(Maker, "_start", spent)
    with pytest.raises(PzcError, match="no solution was found on a board of 10x10") as caught:
        next(pzc.load("magic_square").generate(size=(10, 10)))
    assert "a smaller size (the example puzzle has 3x3)" in str(caught.value)


def test_a_run_that_is_out_of_time_says_why_attempts_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tick = iter(range(3))

    def attempt(self: Maker, number: int) -> Failure:
        if next(tick, None) is None:
            raise pzc.OutOfTime("deadline")
        return Failure(number, SEVERAL)

    monkeypatch.setattr(Maker, "attempt", attempt)
    assert main(["generate", "kakurasu", "--size", "10x10"]) == 3
    said = capsys.readouterr().err
    assert "(3 × several solutions)" in said
    assert "a smaller size" in said


def test_a_spec_of_plans_is_refused_before_an_example_is_missed() -> None:
    spec = Spec.of(
        Source(
            "walk.spec",
            "grid h x w\ngiven goal : bool at cells\nsequence time up to 9\n"
            'find here : cell at time\nrule "It ends there": goal[here[time.last]]\n',
        )
    )
    with pytest.raises(PzcError) as error:
        recipe_for(spec)
    assert [d.code for d in error.value.diagnostics] == ["E0531"]


def test_a_search_may_take_as_long_as_building() -> None:
    """A solution of a large model takes more than a brief search, even without a conflict."""
    spec = pzc.load("nagenawa")
    recipe = recipe_for(spec, None, Options(size=(9, 9)))
    draft = Draft(spec, recipe, (9, 9), {}, None)
    structure = draft.draw(Random(1), draft.growths()[0])
    assert structure is not None
    bench = Bench(spec, draft.template(structure))
    bench.begin(ATTEMPT)
    bench.limit_samples(BRIEF)
    before = bench.solver.work
    assert sample(bench, Random(1)) is not None
    assert bench.solver.work - before > BRIEF
