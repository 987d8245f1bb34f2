"""The easiest step by one supposition, among the values that propagation refutes.

A refutation stays valid when more is known, so it is kept, and its chain loses the links that have
become known. It is computed again only if propagation now fails much sooner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from ...records import record
from ..wording.facts import Fact, Known
from .chains import Refutation, chain, rank, refutation, shortened, with_fewest
from .counting import Counting
from .facets import Facets
from .instances import Instances
from .step import AT_ONCE, Step
from .together import at_once, together

# The number of values, those that fail soonest, that are considered; the number of chains that are
# worked out, for those with the fewest instances; and the number of further values considered while
# none gives a step that people can follow in their heads.
SOME, CHAINS, MORE = 8, 3, 32
# A refutation is computed again if it takes less than this share of the changes that it took.
SOONER = 0.75


@record(frozen=False)
class _Kept:
    """How a value was refuted, and after how many changes. step: None until it is worked out.
    fewest: whether the refutation has no superfluous instances."""

    changes: int
    refutation: Refutation | None
    step: Step | None = None
    fewest: bool = False


class Supposing:
    """Finds steps by one supposition."""

    def __init__(
        self, instances: Instances, known: Known, counting: Counting, facets: Facets
    ) -> None:
        self._instances, self._known = instances, known
        self._counting, self._facets = counting, facets
        self._kept: dict[Fact, _Kept] = {}

    def step(self, failing: Sequence[tuple[int, Fact]]) -> Step | None:
        """The easiest step for some of these values. failing: (changes, fact), see
        `Explainer.failing`."""
        facts = self._known.facts
        failing = self._promising(failing)
        kept = [self._refuted(facts, failing, which) for which in failing[:SOME]]
        if all(one.step is None or one.step.inner for one in kept):  # a chain is the easiest
            self._work_out(kept)
        best = _easiest(kept)
        if best is not None and not best.is_short:
            best = min(best, self._short(facts, failing) or best, key=rank)
        if best is None or best.is_contradiction:
            return best
        return best.limited_to(tuple(f for f in best.facts if not self._known.knows(f)))

    def _promising(self, failing: Sequence[tuple[int, Fact]]) -> list[tuple[int, Fact]]:
        """The same values, but some whose refutation places a value come first."""
        opposite = self._instances.opposite
        placing = (which for which in failing if opposite(which[1]).holds)
        first = [*islice(placing, SOME // 2)]
        return [*first, *(which for which in failing if which not in first)]

    def step_of(
        self,
        which: tuple[int, Fact],
        failing: Sequence[tuple[int, Fact]],
        costly: Sequence[Fact] = (),
    ) -> Step | None:
        """The step for one of the values that fail. costly: see `refutation`."""
        kept = self._refuted(self._known.facts, failing, which, costly)
        self._work_out([kept], quickly=True)
        return kept.step

    def _short(self, facts: list[Fact], failing: Sequence[tuple[int, Fact]]) -> Step | None:
        """A step, for further values, that people can follow in their heads; None if none is."""
        for which in failing[SOME : SOME + MORE]:
            one = self._refuted(facts, failing, which)
            if one.step is None and one.refutation is not None and not one.fewest:
                one.refutation, one.fewest = with_fewest(self._instances, one.refutation), True
                if len(one.refutation.groups) <= AT_ONCE:
                    self._work_out([one])
            if one.step is not None and one.step.is_short:
                return one.step
        return None

    def _refuted(
        self,
        facts: list[Fact],
        failing: Sequence[tuple[int, Fact]],
        which: tuple[int, Fact],
        costly: Sequence[Fact] = (),
    ) -> _Kept:
        """The refutation of a value, with its step by few instances, or its chain so far."""
        instances, (changes, supposed) = self._instances, which
        kept = self._kept.get(supposed)
        if kept is not None and changes >= SOONER * kept.changes:
            if kept.step is not None:
                step = shortened(instances, self._known, self._facets, kept.step)
                if step is not None and step is not kept.step:
                    step = at_once(instances, self._counting, supposed, step) or step
                kept.step = step
            return kept
        found = refutation(instances, facts, supposed, costly)
        kept = self._kept[supposed] = _Kept(changes, found)
        if kept.refutation is not None:
            others = (instances.opposite(other) for _, other in failing)
            kept.step = together(instances, self._counting, kept.refutation, others)
        return kept

    def _work_out(self, kept: Sequence[_Kept], quickly: bool = False) -> None:
        """Work out chains for refutations without one, those with the fewest instances first."""
        waiting = [one for one in kept if one.step is None and one.refutation is not None]
        for one in sorted(waiting, key=_size)[:CHAINS]:
            assert one.refutation is not None
            instances, supposed = self._instances, one.refutation.supposed
            step = chain(instances, self._known, self._facets, one.refutation, quickly)
            if step is None:  # the engine does not find it again
                one.refutation = None
            else:
                one.step = at_once(instances, self._counting, supposed, step) or step


def _easiest(kept: Iterable[_Kept]) -> Step | None:
    return min((one.step for one in kept if one.step is not None), key=rank, default=None)


def _size(kept: _Kept) -> tuple[int, int]:
    found = kept.refutation
    return (0, 0) if found is None else (len(found.groups), len(found.facts))
