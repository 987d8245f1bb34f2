"""Pieces in one line and pieces of more than one vertex: the same solutions by neighbours."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.model.nodes import Measure, bottom_up
from pzc.presolve.bars import accompanied, in_lines
from pzc.tasks.spec import Spec
from test_placements import AREAS, CUT, DRAWN, answers, picture, text

LINKED = """
use prelude
grid h x w
given hint : 1..2 at some cells
find line : bool at links
let land = areas(cells, line)
"""
HOLES = """
use prelude
grid h x w
given hint : 1..2 at some cells
find land : pieces at some cells - hint
"""
DIAGONAL = """
use prelude
grid h x w
given hint : 1..2 at some cells
find black : bool at cells
let land = areas(black, touching)
"""
LINES = (
    "for p in land: in_line(p)",
    "for p in land: size(p) > 1 and in_line(p)",
    "for p in land: size(p) <= 3 and in_line(p)",
    "for c in cells: in_line(land[c])",
    "for p in land: kinds(c.row for c in p) = 1 or kinds(c.column for c in p) = 1",
)
COMPANY = (
    "for p in land: size(p) > 1",
    "for p in land: size(p) != 1",
    "for c in cells: size(land[c]) >= 2",
    "for c in hint: size(land[c]) = 1",
    "for c in hint: c in land and size(land[c]) <= 1 or hint[c] = 1",
    "for c in hint: size(land[c]) > 1 => c.row = 1",
    "for c in hint: size(land[c]) != 1",
)
OTHERS = (
    "for c in hint: size(land[c]) = hint[c]",
    "for a, b in pairs(hint): land[a] != land[b]",
    "size(land) = 3",
    "for p in land: any(c in p for c in hint) or in_line(p)",
    "for p in land if size(p & hint) = 1: in_line(p)",
    "for c in cells if c.row = 1: in_line(land[c])",
)


def model(head: str, rules: list[str], hints: list[int]) -> Model:
    spec = Spec.of(Source("s.spec", text(head, rules)))
    return spec.grounder.ground(spec.sections(picture(hints))).model


def measures(m: Model) -> set[str]:
    seen: set[object] = set()
    for node in bottom_up((c.condition for c in m.constraints), seen):
        seen.add(node)
    return {node.definition.name for node in seen if isinstance(node, Measure)}


@settings(max_examples=25)
@given(
    st.sampled_from([AREAS, DRAWN, CUT, LINKED, DIAGONAL, HOLES]),
    st.lists(st.sampled_from([*LINES, *COMPANY, *OTHERS]), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from([0, 0, 1, 2]), min_size=6, max_size=6),
)
def test_neighbours_leave_the_same_solutions(head: str, rules: list[str], hints: list[int]) -> None:
    m = model(head, rules, hints)
    local = accompanied(in_lines(m))
    local.answer = m.answer
    assert answers(local, "native") == answers(m, "native")


@pytest.mark.parametrize("head", [AREAS, DRAWN, CUT, LINKED])
@pytest.mark.parametrize("rule", LINES)
def test_pieces_in_one_line_need_no_lines_of_pieces(head: str, rule: str) -> None:
    m = model(head, [rule], [1, 0, 2] * 3)
    assert measures(m) >= {"rows", "columns"}
    assert not measures(in_lines(m)) & {"rows", "columns"}


@pytest.mark.parametrize(
    ("rule", "hints"),
    [
        *[(rule, [0, 1, 0, 1, 0, 0, 0, 0, 0]) for rule in LINES if "cells" not in rule],
        ("for c in cells if c.row = 1: in_line(land[c])", [0, 0, 0, 1, 1, 1, 0, 0, 0]),
    ],
)
def test_pieces_that_lie_in_a_line_anyway_prevent_nothing(rule: str, hints: list[int]) -> None:
    m = model(HOLES, [rule], hints)
    assert not measures(in_lines(m)) & {"rows", "columns"}


@pytest.mark.parametrize("rule", [rule for rule in COMPANY if "hint" not in rule])
def test_company_needs_no_size(rule: str) -> None:
    m = model(AREAS, [rule], [1, 0, 2] * 3)
    assert measures(m) == {"size"}
    assert not measures(accompanied(m))


@pytest.mark.parametrize(
    ("head", "rule"),
    [
        (AREAS, "for p in land if size(p & hint) = 1: in_line(p)"),
        (AREAS, "for c in hint: in_line(land[c])"),
        (AREAS, "for p in land: kinds(c.row for c in p) <= 2 or kinds(c.column for c in p) = 1"),
        (DIAGONAL, "for p in land: in_line(p)"),
    ],
)
def test_pieces_that_need_not_lie_in_a_line_are_left_alone(head: str, rule: str) -> None:
    m = model(head, [rule], [1, 0, 2] * 3)
    assert in_lines(m) is m


@pytest.mark.parametrize(
    "rules",
    [
        ["for p in land: size(p) >= 3"],
        ["for p in land: size(p) in {1, 3}"],
        ["for p in land: size(p & hint) > 1"],
        [COMPANY[0], OTHERS[1]],
        [COMPANY[0], LINES[0]],
        [COMPANY[3]],
    ],
)
def test_where_more_is_asked_of_a_graph_sizes_are_left_alone(rules: list[str]) -> None:
    m = model(AREAS, rules, [1, 0, 2] * 3)
    assert accompanied(m) is m


def test_a_vertex_keeps_the_origins_of_the_demand_on_its_piece() -> None:
    m = model(AREAS, [LINES[1], OTHERS[1]], [1, 0, 2] * 3)
    found = in_lines(m).constraints
    assert {o for c in found for o in c.origins} == {o for c in m.constraints for o in c.origins}
    first = {str(c.origin) for c in m.constraints if c.origin.rule == 0}
    assert len(first) == 9
    assert all(len(c.origins) == 1 for c in found)
