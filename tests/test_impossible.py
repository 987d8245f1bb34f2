"""Loops, divisions and sums that counting rules out: no solution is lost, and there is no search
where there is none."""

from __future__ import annotations

import pytest
import pzc
from hypothesis import given
from hypothesis import strategies as st
from pzc.dsl.diagnostics import PzcError, Source
from pzc.model.model import Model
from pzc.presolve.impossible import ruled_out
from pzc.presolve.passes import NETWORK, presolved
from pzc.tasks.spec import Spec
from test_placements import answers

LOOPS = """
grid h x w
given wall : bool at cells drawn ". #"
find  line : bool at links
rule "One loop": loop(line)
rule "Here and there":
"""
# How a rule says that the loop passes a cell, or something else about its lines.
PASSES = (
    "for c in cells: not wall[c] => size(line(c)) = 2",
    "for c in cells if not wall[c]: size(line(c)) > 0",
    "for c in cells if not wall[c]: size(line(c)) != 0",
)
OTHERS = (
    "for c in cells if wall[c]: size(line(c)) = 2",
    "for c in cells if wall[c]: size(line(c)) = 0",
    "for c in cells if not wall[c]: size(line(c)) <= 2",
)
PIECES = """
grid h x w
given hint : 1..6 at cells
find  block : pieces at cells
param one : 1..6 = 1
rule "Sizes":
"""
SIZES = (
    "for p in block: size(p) = one",
    "for c in cells: size(block[c]) = hint[c]",
    "for c in cells: size(block[c]) = hint[c] or size(block[c]) = 1",
    "for c in cells if hint[c] < 3: size(block[c]) = hint[c]",
)
LINKED = """
grid h x w of SHAPE
given ends : 0..2 at cells
find  joined : bool at links
rule "As many as there":
    for c in cells: size(joined(c)) = ends[c]
"""
TOTALS = """
grid h x w
given across : 0..4 at rows
given down   : 0..4 at columns
find  x : 0..2 at cells
rule "Rows":
    for r in rows: sum(x[r]) = across[r]
rule "Columns":
    for k in columns: sum(x[k]) = down[k]
"""
DOMINOES = """
grid h x w
given hole : bool at cells drawn ". #"
"""
COVERED = (
    """find  joined : bool at links
rule "Dominoes":
    for c in cells: size(joined(c)) = (0 if hole[c] else 1)
""",
    """find  joined : bool at links
rule "Dominoes":
    for c in cells if not hole[c]:
        any(joined[joined(c)])
        for x, y in pairs(joined(c)): not (joined[x] and joined[y])
    for c in cells if hole[c]: not any(joined[joined(c)])
""",
    """find  block : pieces at cells - hole
rule "Dominoes":
    for p in block: size(p) = 2
""",
)


def model(head: str, rules: list[str], puzzle: str) -> Model:
    text = head + "".join(f"    {rule}\n" for rule in rules)
    spec = Spec.of(Source("s.spec", text))
    return spec.grounder.ground(spec.sections(puzzle)).model


def is_ruled_out(m: Model) -> bool:
    """Whether the pass finds that a model has no solution, after the passes before it."""
    before = presolved(m, NETWORK[: NETWORK.index("impossible")])
    return ruled_out(before) is not before


@given(
    rules=st.lists(st.sampled_from(PASSES + OTHERS), min_size=1, max_size=2, unique=True),
    rows=st.sampled_from([2, 3]),
    walls=st.lists(st.sampled_from("...#"), min_size=9, max_size=9),
)
def test_no_loop_is_lost(rules: list[str], rows: int, walls: list[str]) -> None:
    picture = "\n".join("".join(walls[3 * k : 3 * k + 3]) for k in range(rows))
    m = model(LOOPS, rules, f"wall:\n{picture}\n")
    assert not is_ruled_out(m) or not answers(m, "native")


@given(
    rule=st.sampled_from(SIZES),
    hints=st.lists(st.sampled_from("1123456"), min_size=6, max_size=6),
)
def test_no_division_is_lost(rule: str, hints: list[str]) -> None:
    rows = f"{' '.join(hints[:3])}\n{' '.join(hints[3:])}"
    m = model(PIECES, [rule], f"one: {hints[0]}\nhint:\n{rows}\n")
    assert not is_ruled_out(m) or not answers(m, "native")


@given(
    shape=st.sampled_from(["squares", "hexagons"]),
    ends=st.lists(st.sampled_from("0112"), min_size=6, max_size=6),
)
def test_no_lines_are_lost(shape: str, ends: list[str]) -> None:
    rows = f"{' '.join(ends[:3])}\n{' '.join(ends[3:])}"
    m = model(LINKED.replace("SHAPE", shape), [], f"ends:\n{rows}\n")
    assert not is_ruled_out(m) or not answers(m, "native")


totals = st.lists(st.integers(0, 4), min_size=2, max_size=3)


@given(across=totals, down=totals)
def test_no_totals_are_lost(across: list[int], down: list[int]) -> None:
    puzzle = f"across: {' '.join(map(str, across))}\ndown: {' '.join(map(str, down))}\n"
    m = model(TOTALS, [], puzzle)
    found = answers(m, "native")
    assert not found or sum(across) == sum(down)
    assert not is_ruled_out(m) or not found


@pytest.mark.parametrize(
    ("across", "down", "lost"),
    [("3 2", "2 3", False), ("3 2", "2 2", True), ("3 2 1", "2 3", True), ("1 3", "3 1", False)],
)
def test_rows_and_columns_have_one_total(across: str, down: str, lost: bool) -> None:
    assert is_ruled_out(model(TOTALS, [], f"across: {across}\ndown: {down}\n")) == lost


@pytest.mark.parametrize("covered", COVERED)
def test_as_many_black_squares_as_white_ones_are_covered_with_dominoes(covered: str) -> None:
    for holes, lost in (
        ("....\n....\n....", False),
        ("...\n...\n...", True),
        ("#...\n....\n...#", False),
        ("#.....\n......\n......\n......\n......\n.....#", True),
        ("#......\n.......\n...#..#", False),
        ("...##...\n..####..", True),  # as many of both, but not in each part
    ):
        assert is_ruled_out(model(DOMINOES + covered, [], f"hole:\n{holes}\n")) == lost


def test_what_is_odd_together_is_no_sum_of_pairs() -> None:
    """Around a triangle of hexagons, where no two sides can be told apart."""
    hexagons = LINKED.replace("SHAPE", "hexagons")
    for ends, lost in (("1 1\n1 1", False), ("1 1\n2 1", True), ("2 2\n2 0", False)):
        assert is_ruled_out(model(hexagons, [], f"ends:\n{ends}\n")) == lost


def test_the_rules_of_both_totals_are_at_fault() -> None:
    m = ruled_out(model(TOTALS, [], "across: 1 2\ndown: 2 2\n"))
    assert m.constraints[-1].condition is False
    assert {origin.rule for origin in m.constraints[-1].origins} == {0, 1}


@pytest.mark.parametrize("rule", PASSES)
def test_a_board_of_two_colours_has_a_loop_through_as_many_cells_of_each(rule: str) -> None:
    around = "for c in cells if wall[c]: size(line(c)) = 0"
    for walls, lost, lost_around in (
        ("...\n...\n...", True, True),
        ("...\n.#.\n...", False, False),
        ("#..\n...\n...", False, False),
        ("...\n...\n..#\n...", False, True),
        ("....\n....", False, False),
        ("#.....#\n.......\n.......", False, True),
        ("...#...\n...#...", False, False),
    ):
        assert is_ruled_out(model(LOOPS, [rule], f"wall:\n{walls}\n")) == lost
        assert is_ruled_out(model(LOOPS, [rule, around], f"wall:\n{walls}\n")) == lost_around


def test_both_rules_are_at_fault() -> None:
    m = ruled_out(model(LOOPS, [PASSES[0]], "wall:\n...\n...\n...\n"))
    assert m.constraints[-1].condition is False
    assert {origin.rule for origin in m.constraints[-1].origins} == {0, 1}


def test_pieces_of_one_size_divide_a_board() -> None:
    for hint, lost in ((1, False), (2, False), (3, False), (4, True), (5, True), (6, False)):
        m = model(PIECES, [SIZES[0]], f"one: {hint}\nhint:\n1 1 1\n1 1 1\n")
        assert is_ruled_out(m) == lost
    m = model(PIECES, [SIZES[1]], "hint:\n2 2 3\n3 3 2\n")
    assert is_ruled_out(m)
    assert not is_ruled_out(model(PIECES, [SIZES[1]], "hint:\n2 3 3\n2 1 3\n"))


@pytest.mark.parametrize(
    ("name", "size", "params"),
    [("detour", (7, 7), {}), ("maxi_loop", (7, 9), {}), ("palisade", (7, 7), {"area": 5})],
)
def test_a_size_that_no_board_can_have_is_refused(
    name: str, size: tuple[int, int], params: dict[str, int]
) -> None:
    with pytest.raises(PzcError, match="the rules have no solution"):
        next(pzc.load(name).generate(size=size, params=params))
