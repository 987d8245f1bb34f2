"""Steps in words, each with the board before it."""

from __future__ import annotations

from collections.abc import Iterable

from ...compiler.ground.solution import Solution
from ...model.groups import Group
from ...records import record, replace
from ...render.marks import Marks
from ..wording.facts import Fact, Known
from .picture import board_of, pictured
from .proofs import proof
from .step import Step
from .words import FOLLOWS, Words


@record
class Shown:
    """A step, in words, and the board before it.

    speech: the words of the puzzle. known: what is known before the step. marked: the cited places.
    new: the places where something follows. proofs: why each cited implied rule holds, if proofs
    were requested.
    """

    step: Step
    speech: Words
    known: Known
    marked: tuple[object, ...]
    new: tuple[object, ...]
    proofs: tuple[Proof, ...] = ()

    @property
    def board(self) -> Solution:
        """The board before the step."""
        return board_of(self.speech.instances, self.known)

    @property
    def picture(self) -> tuple[Solution, Marks]:
        """The board before the step, and the marks on it."""
        return pictured(self.speech.instances, self.known, self.step, self.marked, self.new)

    @property
    def lines(self) -> list[str]:
        """The step in plain sentences."""
        return self.speech.lines(self.step, self.known)

    def proved(self) -> Shown:
        """The step with proofs. Raises OutOfTime."""
        implied = [g for g in self.step.groups if self.speech.is_implied(g)]
        return replace(self, proofs=tuple(map(self._proof, implied))) if implied else self

    def _proof(self, group: Group) -> Proof:
        alone, steps = proof(self.speech.instances, group, self.known)
        known = alone.start()
        known.learn(self.known.facts)
        return Proof(self.speech.rule(group), in_order(Words(alone), steps, known))


@record
class Proof:
    """Why an instance of an implied rule holds on a board: the steps from its opposite to a
    contradiction, by rules that are not implied; none if it does not follow. rule: its sentence,
    with what it is about, and the mark of an implied rule."""

    rule: str
    steps: tuple[Shown, ...]

    @property
    def lines(self) -> list[str]:
        """The proof in plain sentences."""
        if not self.steps:
            alone = self.rule.replace(f" [{FOLLOWS}]", "")
            return [f"This does not follow from the rules, as the spec says it does: {alone}"]
        lines = [f"  {line}" for shown in self.steps for line in shown.lines]
        return [f"Suppose this did not hold: {self.rule}", *lines]


def shown(words: Words, step: Step, known: Known) -> Shown:
    """A step with the board before it."""
    spots = words.instances.spots
    inner = [f for s in step.inner for f in s.facts]
    cited = (*step.cited, *inner)

    def places(facts: tuple[Fact, ...]) -> tuple[object, ...]:
        found = (p for f in facts if f.variable in spots for p in spots[f.variable].places)
        return tuple(dict.fromkeys(found))

    new = places(step.facts)
    marked = tuple(p for p in places(cited) if p not in new)
    return Shown(step, words, known.copy(), marked, new)


def in_order(words: Words, steps: Iterable[Step], known: Known) -> tuple[Shown, ...]:
    """Steps one after another, each with the board before it. known: before the first step; the
    facts of all steps are added to it."""
    found = []
    for step in steps:
        found.append(shown(words, step, known))
        known.learn(step.facts)
    return tuple(found)
