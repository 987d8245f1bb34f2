"""Loops over the cells of a chosen placement, with a condition on what it shows there.

`for c in spot[t]: spot[t][c] = flag[c]` demands something of each cell that a tile covers and of
the value that the tile shows there. This is tried once for each cell and value. If all of the
placements satisfy it, the loop demands nothing; if it only has to narrow the choice, one constraint
excludes the others, each at the first of its cells that fails."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...deadline import pause
from ...dsl.syntax import For, Index, Name
from ...dsl.walking import are_alike, nodes
from ...model.constraints import Constraint, Origin
from ..values.choice import Choice
from ..values.placement import Placement
from .closures import BETWEEN, Evaluate, Frame, Run, context_of, required_by
from .loops import Body, Guard


def shown_at_member(tree: For) -> list[Index]:
    """The expressions in a loop `for c in X` that are `X[c]`, where X is a layer at a place."""
    if len(tree.targets) != 1 or not isinstance(tree.iterable, Index):
        return []
    return [
        node
        for node in nodes((tree.filters, tree.body))
        if isinstance(node, Index)
        and len(node.indices) == 1
        and isinstance(node.indices[0], Name)
        and node.indices[0].id == tree.targets[0].id
        and are_alike(node.base, tree.iterable)
    ]


class PlacementLoop:
    """A loop over the cells of a placement, compiled.

    collection: the closure of what it runs over. slot: the position of the value shown at a cell.
    body: with that value and the cell in the frame. is_alone: whether the body mentions no name of
    an outer loop. plain: the loop as it is written. rule: the index of its rule if the loop only
    has to narrow the choice; else None."""

    def __init__(
        self,
        collection: Evaluate,
        slot: int,
        body: Body,
        is_alone: bool,
        plain: Run,
        rule: int | None,
    ) -> None:
        self._collection, self._slot, self._body = collection, slot, body
        self._is_alone, self._plain, self._rule = is_alone, plain, rule

    def run(self, frame: Frame, guard: Guard) -> None:
        context, value = context_of(frame), self._collection(frame)
        if type(value) is not Choice or context.watch is not None:
            self._plain(frame, guard)
            return
        holds = self._each(value.choices, frame)
        if holds is None:
            self._plain(frame, guard)
        elif not all(holds):
            assert self._rule is not None
            if value.position is None or guard:
                self._plain(frame, guard)
            else:
                condition = value.position.only(holds)
                context.m.constraints.append(Constraint(condition, Origin(self._rule)))

    def _each(self, options: Iterable[Any], frame: Frame) -> list[bool] | None:
        """For each placement, whether the body holds at all of its cells. None unless these are
        placements and the body depends on the cell and the value there alone; or if one fails, and
        the loop does not have to narrow the choice only."""
        known: dict[Any, dict[Any, bool | None]] = {}  # by value and cell
        if self._is_alone:
            known = context_of(frame).called.setdefault((self,), known)
        at_cells: list[dict[Any, bool | None]] = []
        shows: tuple[Any, ...] | None = None
        found: list[bool] = []
        for number, option in enumerate(options):
            if not number & BETWEEN:
                pause()
            if type(option) is not Placement:
                return None
            if option.shows is not shows:  # many of one shape follow each other
                shows = option.shows
                at_cells = [known.setdefault(shown, {}) for shown in shows]
            cells, holds = option.cells, True
            for k in range(len(cells)):
                cell = cells[k]
                one = at_cells[k].get(cell)
                if one is None:
                    one = self._at(cell, option.shows[k], frame)
                    if one is None:
                        return None
                    at_cells[k][cell] = one
                if not one:
                    if self._rule is None:
                        return None
                    holds = False
                    break
            found.append(holds)
        return found

    def _at(self, cell: Any, shown: Any, frame: Frame) -> bool | None:
        """Whether the body holds at a cell that shows a value; None if this depends on more."""
        frame[self._slot] = shown
        frame[self._body.slots[0]] = cell
        required = required_by(self._body.run, frame)
        if any(c.condition is not False for c in required):
            return None
        return not required
