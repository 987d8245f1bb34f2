"""Explanations: all steps from a board to the solution.

For a puzzle without a solution there are no steps (see `why`); for one with several, the steps lead
to what all of them have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...compiler.ground.layers import show_key
from ...compiler.ground.solution import Solution
from ...deadline import moment
from ...dsl.diagnostics import PzcError, Source, nearest
from ..board_file import Boards
from ..compiled import CompiledSpec
from ..wording.facts import Spot
from .asides import Asides
from .hints import wrong_board
from .picture import board_of
from .position import Position, State
from .shown import Shown, in_order, shown
from .step import Step, needed
from .trimming import trimming
from .walk import Walk


class Explanation:
    """All steps from a board to the solution, found while they are iterated over; for a puzzle with
    several solutions, to what they have in common.

    state: of the board, before the first step and after each; OPEN also as long as it is not known
    whether the puzzle has a solution. words: a sentence if it has none, or the board is wrong;
    preface: what a search found out before the steps.
    settled: whether all values are known that `of` was called for; note: a sentence about them if
    no step leads to them.
    """

    def __init__(
        self,
        spec: CompiledSpec,
        puzzle: str | Source,
        board: Boards | None = None,
        *,
        proofs: bool = False,
        timeout: float | None = None,
    ) -> None:
        self._spec, self._deadline, self._proofs = spec, moment(timeout), proofs
        self.words = self.note = ""
        self.settled = False
        with spec.limited(self._deadline):
            self.position = Position(spec, puzzle, board, self._deadline, implied=True)
            self.preface = self.position.preface
            self._walk = Walk(self.position)
            self.state, self.words = self._walk.state, self._walk.words
            if self.state is State.WRONG:
                self.words = wrong_board(self.position).words
            self.position.known.learn(self.position.board_facts)
            self._walk.begin()

    def __iter__(self) -> Iterator[Shown]:
        if self.state is not State.OPEN:
            return
        known = self.position.known.copy()
        asides = Asides(self.position.instances.spots)
        while True:
            with self._spec.limited(self._deadline):  # not while the caller works on a step
                step = self._walk.next()
                if step is None:
                    break
                due = list(asides.shown(step, known))
            for one in due:
                with self._spec.limited(self._deadline):
                    found = shown(self.position.words, one, known)
                    found = found.proved() if self._proofs else found
                known.learn(one.facts)
                yield found
        self.state, self.words = self._walk.state, self._walk.words
        if self.state is State.OPEN:
            with self._spec.limited(self._deadline):
                finished = self._walk.is_finished()
            self.state = State.FINISHED if finished else State.UNDECIDED

    def final(self) -> Solution:
        """The board with all that is known now."""
        return board_of(self.position.instances, self._walk.explainer.known)

    def of(self, place: str) -> Iterator[Shown]:
        """Only the steps that the value at a place depends on. Raises PzcError if nothing is found
        at such a place."""
        instances = self.position.instances
        spots = {
            v: spot
            for v, spot in instances.spots.items()
            if place in (show_key(spot.key), f"{spot.layer}[{show_key(spot.key)}]", spot.layer)
        }
        if not spots:
            raise _nowhere(place, list(instances.spots.values()))
        known, reached = self.position.known.copy(), self._walk.explainer.known
        steps: list[Step] = []
        self.settled = not any(map(known.is_open, spots))
        if self.settled and self.state is State.OPEN:
            fixed = [known.fixed(v, value) for v in spots for value in known.left[v]]
            self.note = f"Known from the start: {self.position.words.facts(fixed)}."
            return
        for found in self:
            steps.append(found.step)
            self.settled = not any(map(reached.is_open, spots))
            if self.settled:
                break
        if self.words:
            return
        if self.state is State.FINISHED and not self.settled:
            self.note = "Solutions may differ there, but not in the answer."
        wanted = [f for v in spots for f in reached.about(v)]
        unknown = [f for f in wanted if not known.knows(f)]
        kept = needed(steps, unknown, trimming(instances))
        for found in in_order(self.position.words, kept, known):
            with self._spec.limited(self._deadline):
                proved = found.proved() if self._proofs else found
            yield proved


def explain(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    proofs: bool = False,
    timeout: float | None = None,
) -> Explanation:
    """The steps from a board to the solution. proofs: with the reasons why cited implied rules
    hold. Raises PzcError for mistakes in the texts, and OutOfTime."""
    return Explanation(spec, puzzle, board, proofs=proofs, timeout=timeout)


def _nowhere(place: str, spots: Sequence[Spot]) -> PzcError:
    """The error for a place at which nothing is found."""
    names = {name: None for s in spots for name in (show_key(s.key), s.layer)}
    known = [*names, *(f"{s.layer}[{show_key(s.key)}]" for s in spots)]
    known = [name for name in known if _words(name) != _words(place)]  # r2c1 is no slip for r1c2
    numbers = re.fullmatch(r"\W*(\d+)\W+(\d+)\W*", place)
    cell = f"r{numbers[1]}c{numbers[2]}" if numbers else ""
    first = f"{spots[0].layer}[{show_key(spots[0].key)}]" if spots else "none"
    return PzcError.at(
        "E0521",
        f"nothing is found at '{place}'",
        expected=f"a place, a layer, or a value such as '{first}'",
        hint=f"write '{cell}'" if cell in names and cell != place else nearest(place, known),
    )


def _words(place: str) -> str:
    """A place without its numbers."""
    return re.sub(r"\d+", "", place)
