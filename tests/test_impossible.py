"""Loops and divisions that the number of vertices rules out: no solution is lost, and there is no
search where there is none."""

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
