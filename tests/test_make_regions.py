"""Making: regions that are cut at random, and boards changed step by step until rules can hold."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
import pzc
from making import maker_of, own_spec, pictures
from pzc.compiler.board.shapes import board
from pzc.tasks.make import walking
from pzc.tasks.make.checking import Made
from pzc.tasks.make.draft import Draft
from pzc.tasks.make.hints import Hints, followed
from pzc.tasks.make.options import Options
from pzc.tasks.make.regions import Sizes, cut, recut
from pzc.tasks.make.run import recipe_for
from pzc.tasks.make.walking import walk


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


TILED = """puzzle "Tiles"
grid  h x w
given room, tile : symbol at cells
find  shaded     : bool at cells
rule "Exactly two cells of each room are shaded":
    for g in groups(room): count(shaded[g]) = 2
rule "Exactly one cell of each tile is shaded":
    for g in groups(tile): count(shaded[g]) = 1
rule "The shaded cells never touch":
    for a, b in touching: not (shaded[a] and shaded[b])
make h = 5, w = 5, room size 4..10, tile size 2..5
"""


def test_borders_of_two_layers_change_until_one_solution_is_left() -> None:
    own = own_spec(TILED)
    made = next(own.generate(seed=1))
    assert own.count(made.text) == 1


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
    options = Options(size=(6, 6), seed=1)
    draft = Draft(own, recipe_for(own, None, options), options.size)
    random = Random(2)
    start = draft.draw(random)
    assert start is not None and not own.count(draft.template(start).text, limit=1)
    ends = islice(walk(own, draft, random, [start]), 5)
    assert any(own.count(draft.template(end).text, limit=1) for end in ends)


@pytest.mark.parametrize(
    ("name", "closed"),
    [("ripple_effect", {"clue"}), ("heyawake", {"clue"}), ("kaito_ramma", set())],
)
def test_a_walk_opens_only_clues_on_which_a_solution_may_depend(
    name: str, closed: set[str]
) -> None:
    """A piece of a Kaito Ramma needs a circle."""
    maker = maker_of(name)
    structure = maker.draft.draw(Random(1))
    assert structure is not None
    template = walking._template(maker.draft, structure)
    assert walking._closed_layers(maker._open, template) == closed
    bare = walking._template(maker.draft, structure, closed)
    opened = maker._open.ground(bare.text, open=bare.open).slots
    assert all(not opened[layer].variables for layer in closed)


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
