"""The world that closures run in: one puzzle's board and values, and the model being built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dsl.diagnostics import PzcError, Span
from ..model.model import Model
from .board.square import Board
from .values.values import Layer

MAX_STEPS = 5_000_000


class World:
    """values: by declared name. scale: how many times the innermost running loop will run.
    moves: of the plan, if there is a sequence. called: what defines and members of lists
    gave that hang on constants alone, by closure and constants. last: of an expression, the
    values of the names it hangs on, and its own, when it was worked out last."""

    def __init__(self) -> None:
        self.m = Model()
        self.values: dict[str, Any] = {}
        self.scale = 1
        self.moves = 0
        self.called: dict[tuple[Any, ...], Any] = {}
        self.last: dict[Any, tuple[list[Any], Any]] = {}
        self.board: Board  # where the spec has a grid; else the checker admits none of its places
        self._relations: dict[str, Layer] = {}
        self._once: dict[tuple[Any, int], tuple[Any, Any]] = {}

    @property
    def has_board(self) -> bool:
        return hasattr(self, "board")

    def relation(self, name: str) -> Layer:
        """A built-in relation as a layer on pairs."""
        if name not in self._relations:
            pairs = self.board.relation(name)
            kind = "link" if name == "meeting" else "cell"
            self._relations[name] = Layer(name, dict.fromkeys(pairs, True), True, kind, True)
        return self._relations[name]

    def once(self, function: Callable[[Any, Any], Any], value: Any) -> Any:
        """function(self, value), worked out once for each value (by identity)."""
        key = (function, id(value))
        if key not in self._once:  # the value is kept, so that its identity stays its own
            self._once[key] = (value, function(self, value))
        return self._once[key][1]

    def forget(self) -> None:
        """Drop what was worked out once: some of it is about to change."""
        self._once.clear()
        self.called.clear()
        self.last.clear()

    def enter(self, size: int, span: Span) -> int:
        """Account for a loop of this size inside the running ones; gives the scale to return to.

        Raises PzcError where loops inside one another ask for more than MAX_STEPS steps, before
        the first of them is taken.
        """
        outer = self.scale
        self.scale = outer * size or 1
        if self.scale > MAX_STEPS:
            raise PzcError.at(
                "E0403",
                f"these loops ask for {self.scale:,} steps",
                span,
                expected=f"at most {MAX_STEPS:,}",
            )
        return outer
