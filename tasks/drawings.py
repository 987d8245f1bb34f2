"""How the layers of a grounding are drawn: their looks, and the lets that are drawn with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..compiler.board.places import Place, Unit
from ..compiler.ground.domains import Domain, bool_domain
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.solution import LayerValues
from ..compiler.values.members import items
from ..compiler.values.partitions import Partition
from ..compiler.values.values import Layer, Value
from ..dsl.looks import BoardStyle, Look, board_style, looks_of
from ..dsl.syntax import Find, Given, Grid, Let, Param


def looks(grounding: Grounding) -> dict[str, tuple[Look, ...]]:
    """The looks of layers and params by name, of those that have any."""
    found: dict[str, tuple[Look, ...]] = {}
    for tree in grounding.program.declarations:
        if isinstance(tree, (Given, Find, Param)) and tree.looks:
            found |= dict.fromkeys((name.id for name in tree.names), looks_of(tree.looks))
        elif isinstance(tree, Let) and tree.looks:
            found[tree.name.id] = looks_of(tree.looks)
    return found


def style(grounding: Grounding) -> BoardStyle:
    """The style of the board."""
    grids = (d for d in grounding.program.declarations if isinstance(d, Grid))
    return next((board_style(grid.looks) for grid in grids), BoardStyle())


def drawn_lets(grounding: Grounding, decode: Callable[[Value], Any]) -> tuple[LayerValues, ...]:
    """The lets that have looks, as layers. decode: the constant for a value, None if it is not
    known."""
    context = grounding.context
    out = []
    for tree in grounding.program.declarations:
        if not isinstance(tree, Let):
            continue
        name = tree.name.id
        if name not in context.values:  # no rule needs it, but another let may
            grounding.program.let(tree, context)
        if not tree.looks or name in grounding.answer:
            continue
        layer = _as_layer(grounding, name, context.values[name], decode)
        if layer is not None:
            out.append(layer)
    return tuple(out)


def _as_layer(
    grounding: Grounding, name: str, value: Value, decode: Callable[[Value], Any]
) -> LayerValues | None:
    if isinstance(value, Partition):
        return None
    if isinstance(value, Layer):
        table = {key: decode(one) for key, one in value.table.items()}
        truth = all(isinstance(one, bool) or one is None for one in table.values())
        if truth or value.truth:
            table = {key: bool(one) for key, one in table.items() if one is not None}
        domain = bool_domain(None, value.kind, ()) if truth else Domain("any")
        return LayerValues(name, value.kind, table, domain)
    members: list[Any] = [m for m, there in items(grounding.context.m, value) if decode(there)]
    if all(isinstance(m, Place) for m in members):
        kind = members[0].kind if members else "cell"
        return LayerValues(name, kind, dict.fromkeys(members, True), bool_domain(None, kind, ()))
    lists: list[tuple[Any, ...]] = [tuple(m) for m in members if isinstance(m, (Unit, tuple))]
    table = dict(enumerate(lists))
    return LayerValues(name, "list", table, Domain("list", element=Domain("places")))
