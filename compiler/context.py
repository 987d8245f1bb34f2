"""The grounding context: the board, values and growing model of one puzzle.

Closures compiled by `lower` take it as the first element of their frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..dsl.diagnostics import PzcError, Span
from ..model.model import Model
from .board.places import Place
from .board.protocol import Board
from .board.square import SquareBoard
from .board.square_places import DIRECTIONS_OF_SQUARES, TURNS
from .values.values import Layer, Unsupported
from .watch import Watch

MAX_STEPS = 5_000_000


class Context:
    """The state of one grounding.

    m       the model under construction
    values  the value of each declared name
    scale   the product of the lengths of all running loops: how often the body of the
            innermost one will run
    moves   the number of moves of the plan, if there is a sequence
    called  results of defines and list members that depend on constants only,
            by closure and constants
    last    for an expression, the values of the names that it depends on and its
            result, when it was last evaluated
    watch   records the outcomes of the conditions of rules, if wanted
    """

    def __init__(self, watch: Watch | None = None) -> None:
        self.m = Model()
        self.watch = watch
        self.values: dict[str, Any] = {}
        self.scale = 1
        self.moves = 0
        self.called: dict[tuple[Any, ...], Any] = {}
        self.last: dict[Any, tuple[Any, Any]] = {}
        self.board: Board  # unset if the spec has no grid; the checker then allows no places
        self._relations: dict[str, Layer] = {}
        self._once: dict[tuple[Any, int], tuple[Any, Any]] = {}

    @property
    def has_board(self) -> bool:
        """Whether the spec has a grid."""
        return hasattr(self, "board")

    @property
    def squares(self) -> SquareBoard:
        """The board, for operations on squares only. Raises Unsupported for another board, which
        the checker prevents."""
        if not isinstance(self.board, SquareBoard):
            raise Unsupported(f"this needs a board of squares, not of {self.board.shape}")
        return self.board

    @property
    def directions(self) -> tuple[Place, ...]:
        """Those of the board; without one, the four of squares."""
        return self.board.directions if self.has_board else DIRECTIONS_OF_SQUARES

    @property
    def turns(self) -> Mapping[Place, Place]:
        """From each direction to the next one clockwise."""
        return self.board.turns if self.has_board else TURNS

    def relation(self, name: str) -> Layer:
        """A built-in relation as a layer on pairs."""
        if name not in self._relations:
            pairs = self.board.relation(name)
            kind = "link" if name == "meeting" else "cell"
            self._relations[name] = Layer(name, dict.fromkeys(pairs, True), True, kind, True)
        return self._relations[name]

    def once(self, function: Callable[[Any, Any], Any], value: Any) -> Any:
        """Memoise function(self, value) by the identity of value."""
        key = (function, id(value))
        if key not in self._once:  # keeps the value alive, so that its id is not reused
            self._once[key] = (value, function(self, value))
        return self._once[key][1]

    def forget(self) -> None:
        """Empty all caches: some cached results are about to change."""
        self._once.clear()
        self.called.clear()
        self.last.clear()

    def most_evaluations(self, values: Sequence[Any]) -> int:
        """The most evaluations of a define within the running loops, for arguments like these. Its
        results are cached by its arguments: there is one for each choice of such places, while
        other arguments may differ with each step of the loops."""
        choices = 1
        for value in values:
            if type(value) is not Place:
                return self.scale
            alike = self.directions if value.board is None else self.board.places(value.kind)
            choices *= len(alike)
        return min(self.scale, choices)

    def enter(self, size: int, span: Span) -> int:
        """Enter a loop of `size` steps inside the running ones. Return the outer scale.

        Raises PzcError before the first step if the nested loops need more than MAX_STEPS steps.
        """
        outer = self.scale
        self.scale = outer * size or 1
        if self.scale > MAX_STEPS:
            raise PzcError.at(
                "E0403",
                f"these loops take {self.scale:,} steps",
                span,
                expected=f"at most {MAX_STEPS:,}",
            )
        return outer
