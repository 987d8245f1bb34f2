"""Computed layers: the value of a `let` at each of its places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...deadline import pause
from ...dsl.checked import NUMBER, WHOLE
from ...dsl.diagnostics import PzcError, Span
from ...dsl.syntax import Let
from ...model.nodes import Bool
from ..context import Context
from ..lower.closures import BETWEEN, Evaluate, Frame, assign
from ..lower.lower import Lowering
from ..values.values import Layer, truth_of
from .kinds import kind_of_units, static_kind


class ComputedLayer:
    """The layer of a `let` with places, compiled once for a spec.

    lowering: a new one. known: of each set, the kind of its places, where the text tells it."""

    __slots__ = (
        "_body",
        "_known",
        "_let",
        "_numbers",
        "_sets",
        "_size",
        "_slots",
        "_static",
        "_truth",
    )

    def __init__(self, lowering: Lowering, let: Let, known: Sequence[str | None]) -> None:
        self._let = let
        sets: list[tuple[Callable[[Frame], Sequence[tuple[Any, Bool]]], Span]] = []
        for _, over in let.keys:
            sets.append((lowering.members(over), over.span))
        self._sets = sets
        slots: list[tuple[int, ...]] = []
        for names, _ in let.keys:
            slots.append(lowering.bind(names))
        self._slots = slots
        # Values that are all missing in a puzzle do not tell.
        reading = lowering.readings.get(let.value)
        self._numbers, self._truth = reading == NUMBER, reading == WHOLE
        self._body: Evaluate = lowering.expression(let.value)
        self._size = lowering.size
        self._known = list(known)
        self._static = [
            kind or static_kind(over) for kind, (_, over) in zip(known, let.keys, strict=True)
        ]

    def of(self, context: Context) -> Layer:
        """The layer for a puzzle."""
        frame: Frame = [context, *([None] * (self._size - 1))]
        table: dict[Any, Any] = {}
        kinds = list(self._static)
        self._fill(context, frame, table, kinds, (), True)
        pairwise = any(len(names) == 2 for names, _ in self._let.keys)
        kind, numbers = ", ".join(kinds), self._numbers
        return Layer(self._let.name.id, table, self._truth, kind, pairwise, numbers)

    def _fill(
        self,
        context: Context,
        frame: Frame,
        table: dict[Any, Any],
        kinds: list[str],
        key: tuple[Any, ...],
        there: Bool,
    ) -> None:
        """Enter the values at the keys that begin with some members, which are there under a
        condition."""
        k, body = len(key), self._body
        last = k + 1 == len(self._sets)
        members, where = self._sets[k]
        found = members(frame)
        scale = context.enter(len(found), where)
        kinds[k] = self._known[k] or kind_of_units([item for item, _ in found]) or kinds[k]
        for number, (item, condition) in enumerate(found):
            if not number & BETWEEN:
                pause()
            assign(frame, self._slots[k], item)
            holds = context.m.and_((there, condition))
            if not last:
                self._fill(context, frame, table, kinds, (*key, item), holds)
                continue
            value = body(frame)
            if self._truth:
                value = context.m.and_((holds, truth_of(value or False)))
            elif holds is not True:
                raise PzcError.at(
                    "E0404", "a layer over places that are found", self._let.value.span
                )
            table[(*key, item) if key else item] = value
        context.scale = scale
