"""Conclusions about clues that are printed as unknown: shown only if another step cites them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..wording.facts import Fact, Known
from .step import Step, needed


class Asides:
    """The steps of one puzzle about no variable of the answer, kept until another step cites them.

    answer: the variables of the answer.
    """

    def __init__(self, answer: Collection[int]) -> None:
        self._answer = answer
        self._steps: list[Step] = []

    def shown(self, step: Step, known: Known) -> Iterator[Step]:
        """Yield the steps to show for a step: the kept ones that it needs, then the step itself,
        each with only what is new; nothing for a step that is kept. known: what was shown
        before."""
        aside = self._aside(step)
        if aside:
            self._steps.append(step.limited_to(aside))
            step = step.limited_to(tuple(f for f in step.facts if f not in aside))
            if not step.facts:
                return
        for earlier in needed(self._steps, [f for f in step.cited if not known.knows(f)]):
            new = tuple(f for f in earlier.facts if not known.knows(f))
            if new:
                yield earlier.limited_to(new)
        yield step

    def _aside(self, step: Step) -> tuple[Fact, ...]:
        """The facts of a step about unknown clues. Of a step that cites several instances, all its
        facts or none, as each may conclude others."""
        aside = tuple(f for f in step.facts if f.variable not in self._answer)
        return aside if aside == step.facts or len(step.groups) == 1 else ()
