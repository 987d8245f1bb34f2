"""The steps from what is known to the solution, the easiest next one first.

A step by one rule instance is looked for first, then one by a few that count, then a chain from a
supposition to a contradiction, and at last a fact is said to follow by cases. Of the lowest tier
that has a step the cheapest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.nodes import variables_of
from .cases import Cases
from .chains import Refutation, chain, refutation, shortened
from .counting import Counting
from .facts import Fact, Known
from .instances import Instances
from .single import Singles
from .step import Step, Tier
from .together import together, with_others

# Refutations of the shortest kind that are worked out, to choose one of.
SOME = 8


class Explainer:
    """Finds one step after another. known: what is known so far.

    `broken` is set when a step is a contradiction: then what was known has no solution. `seen` is
    how many steps of its tier were known when the last step was chosen.
    """

    def __init__(self, instances: Instances, known: Known | None = None) -> None:
        self.instances = instances
        self.known = instances.start() if known is None else known
        self.broken = False
        self.seen = 0
        self._counting = Counting(instances)
        self._singles = Singles(instances, self.known, self._counting)
        self._cases = Cases(instances, self.known)
        self._refuted: dict[Fact, Refutation] = {}
        self._asked = [v.index for v in variables_of(o for o in instances.model.answer)]
        self._waiting: list[Step] = self._left_alone(range(len(self.known.left)), ())

    def __iter__(self) -> Iterator[Step]:
        while (step := self.next()) is not None:
            yield step

    @property
    def finished(self) -> bool:
        """Whether all that the answer shows is known."""
        return not any(map(self.known.is_open, self._asked))

    def next(self) -> Step | None:
        """The easiest next step, which is then known; None if nothing is left to be told."""
        if self.broken:
            return None
        if self._waiting:
            self.seen = len(self._waiting)
            return self._waiting.pop(0)
        if self.finished:
            return None
        step = self._singles.best()
        self.seen = self._singles.count
        if step is None:
            step = self._supposing() or self._cases.step(self._counting)
            self.seen = max(1, len(self._refuted))
        if step is None:
            return None
        if step.is_contradiction:
            self.broken = True
            return step
        changed = self.known.learn(step.facts)
        self._singles.changed(changed)
        self._waiting += self._left_alone(sorted(changed), step.facts)
        return step

    def _left_alone(self, variables: range | list[int], told: tuple[Fact, ...]) -> list[Step]:
        """The steps of variables that have one value left, but were not told so."""
        found = []
        for v in variables:
            if self.known.is_open(v):
                continue
            fact = next(iter(self.known.about(v)), None)
            cited = self.known.missing(v)
            if fact is not None and fact not in told and len(cited) > 1 and told:
                found.append(Step(Tier.ONE, (fact,), (), tuple(cited)))
        return found

    # -- suppositions

    def _supposing(self) -> Step | None:
        """The easiest step that a supposition leads to."""
        known = self.known
        self._refuted = {
            s: r for s, r in self._refuted.items() if not known.knows(self.instances.opposite(s))
        }
        if not self._refuted:
            self._suppose()
        if not self._refuted:
            return None
        shortest = sorted(self._refuted.values(), key=_length)[:SOME]
        best: Step | None = None
        for found in shortest:
            step = together(self.instances, self._counting, found)
            if step is None:
                step = chain(self.instances, known, shortened(self.instances, found))
            if best is None or (step.tier, step.cost) < (best.tier, best.cost):
                best = step
        assert best is not None
        if best.tier is Tier.FEW:
            others = [self.instances.opposite(s) for s in self._refuted]
            best = with_others(self.instances, best, [f for f in others if not known.knows(f)])
        return best

    def _suppose(self) -> None:
        """Try each open value: which ones fail by propagation?"""
        known, instances = self.known, self.instances
        facts = [f for v in range(len(known.left)) for f in known.about(v)]
        for v in range(len(known.left)):
            if not known.is_open(v):
                continue
            for value in sorted(known.left[v]):
                supposed = known.fixed(v, value)
                found = refutation(instances, None, facts, supposed)
                if found is not None:
                    self._refuted[supposed] = found


def _length(found: Refutation) -> tuple[int, int, int, int]:
    return (len(found.groups), len(found.facts), found.supposed.variable, found.supposed.value)
