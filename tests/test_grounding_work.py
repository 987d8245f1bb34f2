"""How much work grounding does: by the calls it makes and the nodes it builds, not by time."""

from __future__ import annotations

import pytest
from pzc.compiler.board.square import SquareBoard
from pzc.compiler.builtins import operators, sets
from pzc.dsl.diagnostics import Source
from pzc.model.nodes import Or
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


def test_half_turns_that_leave_the_board_are_not_worked_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turned = []
    half_turn = SquareBoard.half_turn
    monkeypatch.setattr(
        SquareBoard, "half_turn", lambda *args: turned.append(args) or half_turn(*args)
    )
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
    ors = [node for node in model._nodes.values() if isinstance(node, Or)]
    assert ors
    assert all(len(node.args) == 6 for node in ors)


def test_a_declared_layer_is_compared_with_a_constant_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    compared = operators._lifted
    monkeypatch.setattr(operators, "_lifted", lambda *args: asked.append(args) or compared(*args))
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
    asked = []
    touching = sets._layer_touching
    monkeypatch.setattr(
        sets, "_layer_touching", lambda *args: asked.append(args) or touching(*args)
    )
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
