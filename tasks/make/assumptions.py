"""The assumptions of a bench's queries: that spots have certain clues, and found variables values.

Each is a condition on one variable of the open model. A variable with only one value needs none, so
a list may be shorter than what it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ...model.model import Model
from ...model.nodes import Bool, BoolNode
from .parts import FoundVariable, Spot

Literals = list[BoolNode]
Assignment = tuple[int, ...]
ClueSet = tuple[int, ...]  # a code for each spot, that of the blank where there is no clue


class Assumptions:
    """The assumptions about the spots and found variables of a model, each made once."""

    def __init__(
        self, model: Model, spots: Sequence[Spot], found_variables: Sequence[FoundVariable]
    ) -> None:
        self._model, self._spots, self._found_variables = model, spots, found_variables
        self._literals: dict[tuple[int, int], BoolNode] = {}
        self._answers: dict[Assignment, Literals] = {}
        self._clues: tuple[ClueSet | None, Literals] = None, []

    def forget(self) -> None:
        """Drop the assumptions of whole answers, which only their attempt uses."""
        self._answers.clear()

    def usual(self) -> Literals:
        """Clues, and found variables that clues show, have usual values only."""
        known: list[Bool] = []
        for spot in self._spots:
            codes = spot.codes if spot.blank is None else (*spot.codes, spot.blank)
            known.append(self._model.member(self._model.variables[spot.index], codes))
        for variable in self._found_variables:
            known.append(self._model.member(self._model.variables[variable.index], variable.codes))
        return [node for node in known if not isinstance(node, bool)]

    def literal(self, index: int, code: int) -> BoolNode | None:
        """A variable has a value; None if it cannot have another."""
        known = self._literals.get((index, code))
        if known is None:
            node = self._model.eq(self._model.variables[index], code)
            if isinstance(node, bool):
                return None
            known = self._literals[index, code] = node
        return known

    def clues(self, clue_set: Sequence[int]) -> Literals:
        """A clue set: its clues, and no others."""
        last, known = self._clues
        if clue_set is last:
            return known
        found = (self.literal(s.index, code) for s, code in zip(self._spots, clue_set, strict=True))
        own = [node for node in found if node is not None]
        if isinstance(clue_set, tuple):  # others may change
            self._clues = clue_set, own
        return own

    def present(self, spot: Spot) -> Literals:
        """A spot has a clue with a usual value."""
        node = self._model.member(self._model.variables[spot.index], spot.codes)
        return [] if isinstance(node, bool) else [node]

    def clues_of(self, assignment: Assignment, spots: Iterable[Spot]) -> Literals:
        """Some spots have their clues in an assignment."""
        found = (self.literal(s.index, assignment[s.index]) for s in spots)
        return [node for node in found if node is not None]

    def answers(
        self, assignment: Assignment, some: Iterable[FoundVariable | Spot] | None = None
    ) -> Literals:
        """Found variables have their values in an assignment. some: only these variables or
        spots."""
        if some is None:
            known = self._answers.get(assignment)
            if known is None:
                known = self._answers[assignment] = self.answers(assignment, self._found_variables)
            return known
        made = self._literals
        pairs = [(one.index, assignment[one.index]) for one in some]
        found = [made.get(pair) or self.literal(*pair) for pair in pairs]
        return [node for node in found if node is not None]

    @cached_property
    def blanks(self) -> Literals:
        """There are no clues but those that every puzzle has."""
        found = (self.literal(s.index, s.blank) for s in self._spots if s.blank is not None)
        return [node for node in found if node is not None]
