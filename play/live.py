"""Live checks: the broken rules of a board that changes by a value or two at a time.

Only conditions that depend on a change are evaluated again, and a broken rule is blamed on the same
values as before as long as these are on the board. So a check takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

from ..compiler.ground.grounding import Grounding
from ..model.constraints import Constraint, Origin
from ..model.incremental import Incremental, Network
from ..tasks.blame import Blame
from ..tasks.verify import Broken, describe, speaks_of_piece, with_named_pieces
from ..tasks.wording.wording import Wording

Assignment: TypeAlias = Sequence[int | None]
# Variables, by index, and their values.
Values: TypeAlias = tuple[tuple[int, int | None], ...]


class Live:
    """The constraints of a puzzle on the boards of one game: as they are, and with "nothing" at all
    open places that allow it."""

    def __init__(self, grounding: Grounding, played: Assignment, filled: Assignment) -> None:
        self._grounding = grounding
        self.constraints: list[Constraint] = list(grounding.model.constraints)
        self._network = Network(self.constraints)
        self._played = Incremental(self._network, played)
        self._filled = Incremental(self._network, filled)
        self._descriptions: dict[int, tuple[Values, Broken]] = {}

    def broken(self, assignment: Assignment, most: int) -> tuple[list[Broken], int]:
        """The rules that are broken for all values of the open variables (None), at most `most`,
        and the number of further constraints that fail."""
        self._played.change(assignment)
        out: dict[tuple[Any, ...], Broken] = {}
        pieces: set[Origin] = set()
        left = sorted(self._played.broken)
        while left and len(out) < most:
            number = left.pop(0)
            constraint = self.constraints[number]
            if speaks_of_piece(constraint):
                constraint = with_named_pieces(constraint, self._played)
                if constraint.origin in pieces:
                    continue
                pieces.add(constraint.origin)
            one = self._described(number, constraint, assignment)
            out.setdefault((one.rule, one.bindings, one.values), one)
        return list(out.values()), len(left)

    def _described(self, number: int, constraint: Constraint, assignment: Assignment) -> Broken:
        """A broken constraint, blamed on the same values as before if these have not changed."""
        described = self._descriptions.get(number)
        if described is None or any(assignment[index] != value for index, value in described[0]):
            blamed = self._blame.of(constraint.condition, assignment, self._played)
            values = tuple((variable.index, assignment[variable.index]) for variable in blamed)
            described = values, describe(self._wording, constraint, assignment, blamed)
            self._descriptions[number] = described
        return described[1]

    @cached_property
    def _blame(self) -> Blame:
        return Blame(self._network, len(self._grounding.model.variables))

    @cached_property
    def _wording(self) -> Wording:
        return Wording(self._grounding)

    def fails(self, assignment: Assignment) -> bool:
        """Whether a filled board breaks a rule. Variables without a field may be open."""
        self._filled.change(assignment)
        return bool(self._filled.broken)
