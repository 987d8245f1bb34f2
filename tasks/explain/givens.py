"""What a puzzle prints, as facts that can be left out or changed: which clash, which would mend it.

All given layers that can be open are (`compiler.ground.opening`). What stands at a place is
assumed, and blanks stay blank.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...backends.base import Status
from ...backends.native import NativeSolver
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.layers import show_key
from ...compiler.ground.opening import code_of, freed
from ...compiler.ground.reading import UNKNOWN
from ...compiler.values.values import show
from ...deadline import OutOfTime
from ...dsl.diagnostics import PzcError, Source
from ...model.nodes import Bool, BoolNode
from ...records import record
from ..compiled import CompiledSpec
from .hitting import smallest

# Values that the places of a layer may have, all together; a layer of more is not opened.
MOST = 2000
# Values shown, of those that would mend a puzzle.
SHOWN = 4


@record
class Clue:
    """A value that a puzzle prints. instead: how others would be printed, by what they assume."""

    layer: str
    key: Any
    value: Any
    stands: BoolNode
    blank: BoolNode | None
    instead: tuple[tuple[str, BoolNode], ...]

    @property
    def place(self) -> str:
        return show_key(self.key)

    @property
    def text(self) -> str:
        return "?" if self.value is UNKNOWN else show(self.value)


@record
class Mend:
    """A clue whose change alone gives the puzzle a solution: to one of some values (`more` others
    do, too), or to nothing."""

    clue: Clue
    values: tuple[str, ...]
    blank: bool
    more: bool = False


class Givens:
    """The clues of a puzzle in layers that can be open."""

    def __init__(
        self, spec: CompiledSpec, puzzle: str | Source, deadline: float | None = None
    ) -> None:
        self._deadline = deadline
        self.clues: list[Clue] = []
        self.closed: list[str] = []
        self._blank: list[BoolNode] = []
        grounding = self._open(spec, puzzle)
        self._grounding = grounding
        if grounding is None:
            return
        model = self._model = freed(grounding.model, grounding.slots)
        self._solver = NativeSolver(model)
        for name, slot in grounding.slots.items():
            for key, value in (slot.clues or {}).items():
                index, codes = slot.variables[key]
                variable = model.variables[index]
                code = code_of(codes, value)
                if code is None:
                    continue
                stands = _node(model.eq(variable, code))
                if stands is None:
                    continue
                if value is None or value is False:
                    self._blank.append(stands)
                    continue
                blank, instead = None, []
                for other, number in codes.items():
                    node = _node(model.eq(variable, number))
                    if node is None or number == code:
                        continue
                    if other is None or other is False:
                        blank = node
                    else:
                        instead.append((show(other), node))
                self.clues.append(Clue(name, key, value, stands, blank, tuple(instead)))

    def _open(self, spec: CompiledSpec, puzzle: str | Source) -> Grounding | None:
        found: Grounding | None = None
        opened: list[str] = []
        read = spec.grounder.read(spec.sections(puzzle))
        for name in spec.program.given_names:
            printed = [v for v in read.printed.get(name, {}).values() if v is not None]
            try:
                if len(printed) * len({show(v) for v in printed}) > MOST:
                    raise PzcError.at("E0418", f"'{name}' is too large to be opened")
                found = spec.ground(puzzle, open={*opened, name})
                opened.append(name)
            except PzcError:
                self.closed.append(name)
        return found

    def clash(self) -> tuple[list[Clue], bool] | None:
        """As few clues as possible that have no solution together, and whether they are sure to be
        the fewest. None if there is a solution; no clues if there is none whatever is printed."""
        every = frozenset(range(len(self.clues)))
        if self._grounding is None or self._holds(every) is not None:
            return None

        def challenge(chosen: frozenset[int]) -> frozenset[int] | None:
            """Clues of which one is needed besides: all but those of a solution."""
            solution = self._holds(chosen)
            if solution is None:
                return None
            within = set(chosen)
            for number in sorted(every - within):
                if self._agrees(number, solution):
                    within.add(number)
            for number in sorted(every - within):
                grown = self._holds({*within, number})
                if grown is not None:
                    within.add(number)
            return every - within

        found, sure = smallest(challenge)
        return [self.clues[k] for k in sorted(found)], sure

    def mends(self, among: Iterable[Clue]) -> list[Mend]:
        """Of some clues, those whose change alone gives the puzzle a solution."""
        found: list[Mend] = []
        for clue in among:
            others = [*self._blank, *(c.stands for c in self.clues if c is not clue)]
            blank = clue.blank is not None and self._solved([*others, clue.blank])
            values: list[str] = []
            for text, node in clue.instead:
                if len(values) <= SHOWN and self._solved([*others, node]):
                    values.append(text)
            if blank or values:
                found.append(Mend(clue, tuple(values[:SHOWN]), blank, len(values) > SHOWN))
        return found

    # -- questions

    def _holds(self, chosen: Iterable[int]) -> tuple[int, ...] | None:
        """A solution in which some clues stand, and blanks are blank."""
        return self._search([*self._blank, *(self.clues[k].stands for k in sorted(chosen))])

    def _agrees(self, number: int, solution: tuple[int, ...]) -> bool:
        clue = self.clues[number]
        slot = self._grounding.slots[clue.layer] if self._grounding is not None else None
        assert slot is not None
        index, codes = slot.variables[clue.key]
        return solution[index] == code_of(codes, clue.value)

    def _solved(self, assumed: list[BoolNode]) -> bool:
        return self._search(assumed) is not None

    def _search(self, assumed: list[BoolNode]) -> tuple[int, ...] | None:
        outcome = self._solver.solve(assumed, self._deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        return outcome.assignment


def _node(condition: Bool) -> BoolNode | None:
    return None if isinstance(condition, bool) else condition
