"""How much work grounding does: by the calls it makes and the nodes it builds, not by time."""

from __future__ import annotations

from typing import Any

import pytest
from pzc.compiler.board.square import SquareBoard
from pzc.compiler.builtins import operators, sets
from pzc.compiler.values import comparison
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

CENTRED = """
puzzle "Centred"
grid  h x w
find  area : pieces at cells
rule "Every area looks the same after half a turn":
    for p in area: any(mirror(p, x) = p for x in cells + borders + corners)
"""


def spec_of(text: str) -> Spec:
    return Spec.of(Source("work.spec", text))


def calls(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """The arguments of the calls of a function or method from now on."""
    found: list[tuple[Any, ...]] = []
    called = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args: found.append(args) or called(*args))
    return found


def test_half_turns_that_leave_the_board_are_not_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turned = calls(monkeypatch, SquareBoard, "half_turn")
    spec_of(CENTRED).ground("h: 6\nw: 6\n")
    places, cells = 121, 36  # each of a cell's turns is looked at, and 36 of them further
    assert len(turned) <= cells * places + cells * cells * cells


def test_a_found_set_is_built_without_nodes_in_between() -> None:
    spec = spec_of("""
puzzle "Rows"
grid h x w
find black : bool at cells
rule "Black cells lie in a single row": kinds(c.row for c in cells if black[c]) = 1
""")
    model = spec.ground("h: 4\nw: 6\n", exact=True).model
    ors = model._store.ors.values()
    assert ors
    assert all(len(node.args) == 6 for node in ors)


def test_a_declared_layer_is_compared_with_a_constant_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = calls(monkeypatch, operators, "_lifted")
    spec = spec_of("""
puzzle "Rooms"
grid  h x w
given room  : symbol at cells
find  black : bool at cells
rule "A shaded cell has company":
    for c in cells: black[c] => count(black[room = room[c]]) > 1
""")
    spec.ground("aab\nabb\n")
    assert not asked


def test_what_touches_a_place_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = calls(monkeypatch, sets, "_layer_touching")
    spec = spec_of("""
puzzle "Lines"
grid  h x w
find  line : bool at links
define busy(lines, c) = size(lines(c)) > 1
rule "Lines do not branch":
    for c in cells: size(line(c)) in {0, 2}
rule "Neighbours are busy together":
    for a, b in adjacent: busy(line, a) <=> busy(line, b)
""")
    spec.ground("h: 3\nw: 4\n")
    assert len(asked) == 12


def test_members_that_do_not_hold_a_place_are_not_asked_about_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = calls(monkeypatch, operators, "compare")
    spec = spec_of("""
puzzle "Gaps"
grid  h x w
find  black : bool at cells
let   gap = [between(a, b) for a, b in pairs(cells) if black[a] and black[b]]
rule "Every cell that is not black lies between two":
    for c in cells:
        black[c] or any(c in g for g in gap)
        count(size(g) > 1 for g in gap if c in g) < 9
""")
    spec.ground("h: 2\nw: 6\n")
    of_places = [args for args in asked if args[1] == "in" and str(args[2]).startswith("r")]
    gaps = 2 * (4 * 1 + 3 * 2 + 2 * 3 + 1 * 4)  # each with each of the cells in it
    assert 0 < len(of_places) <= 2 * gaps


def test_lists_that_begin_with_different_places_are_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = calls(monkeypatch, comparison, "_equal_lists")
    spec = spec_of("""
puzzle "Ways"
grid  h x w
find  way : direction at cells
let   flow = areas(cells, {[c, step(c, way[c])] for c in cells})
rule "All cells are one piece":
    for c in cells: size(flow[c]) = h * w
""")
    spec.ground("h: 4\nw: 4\n")
    assert not asked


def test_what_a_comprehension_makes_of_a_place_is_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = calls(monkeypatch, operators, "compare")
    spec = spec_of("""
puzzle "Columns"
grid  h x w
find  black : bool at cells
let   piece = areas(black)
rule "A piece lies in one column":
    for p in piece: kinds(c.column * 2 for c in p if c.column > 0) = 1
""")
    spec.ground("h: 4\nw: 4\n")
    assert sum(args[1] == ">" for args in asked) == 16
