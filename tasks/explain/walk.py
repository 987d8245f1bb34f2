"""The steps of a puzzle one after another, with its state.

Whether a large puzzle has a solution can take long to find out. Steps for which propagation is
enough are right in any case, so it is found out only when a step needs it: with what is known by
then, it takes less work.
"""

from __future__ import annotations

from .hints import CHECKING
from .position import Position, State
from .step import Step
from .steps import Explainer


class Walk:
    """The steps from a puzzle, and a board if it has one.

    state: OPEN also as long as it is not known whether the puzzle has a solution. words: a sentence
    if it has none. Raises OutOfTime.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self.state, self.words = State.OPEN, ""
        # What is on a board may be wrong, and steps from it, too.
        found = position.state() if position.board_facts else position.state_within(CHECKING)
        self._is_checked = found is not None
        if found is not None:
            self.state = found
        if self.state is State.NO_SOLUTION:
            self.words = position.without_solution()

    def begin(self) -> None:
        """Begin with what is known of the puzzle."""
        self.explainer = Explainer(self._position.instances, self._position.known.copy())

    def next(self) -> Step | None:
        """The next step; None if nothing more follows, or there turns out to be no solution."""
        if self._is_checked:
            return self.explainer.next()
        step = self.explainer.before_search()
        if step is not None and not step.is_contradiction:
            return step
        self._is_checked = True
        if not self._position.has_solution(self.explainer.known.facts):
            self.state, self.words = State.NO_SOLUTION, self._position.without_solution()
            return None
        return self.explainer.by_search()

    def is_finished(self) -> bool:
        """Whether the answer is known, even if the layers that it is computed from are not."""
        return self.explainer.finished or self._position.has_one_answer()
