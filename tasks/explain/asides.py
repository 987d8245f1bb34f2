"""Conclusions about clues that are printed as unknown: shown only if another step cites them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..wording.facts import Fact, Known
from .step import Step, needed


class Asides:
    """The steps of one puzzle that nobody asks for, until another one cites them.

    asked: the variables of the answer.
    """

    def __init__(self, asked: Collection[int]) -> None:
        self._asked = asked
        self._steps: list[Step] = []

    def told(self, step: Step, known: Known) -> Iterator[Step]:
        """A step, after those aside that it takes, each with what is new of it; nothing if it is
        one of these itself. known: what was told before."""
        unasked = self._unasked(step)
        if unasked:
            self._steps.append(step.limited_to(unasked))
            step = step.limited_to(tuple(f for f in step.facts if f not in unasked))
            if not step.facts:
                return
        for earlier in needed(self._steps, [f for f in step.cited if not known.knows(f)]):
            new = tuple(f for f in earlier.facts if not known.knows(f))
            if new:
                yield earlier.limited_to(new)
        yield step

    def _unasked(self, step: Step) -> tuple[Fact, ...]:
        """The facts of a step about unknown clues. Of a step that cites several instances, all its
        facts or none, as each may conclude others."""
        unasked = tuple(f for f in step.facts if f.variable not in self._asked)
        return unasked if unasked == step.facts or len(step.groups) == 1 else ()
