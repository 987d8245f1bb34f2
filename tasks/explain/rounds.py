"""Steps to the nearest value that can be placed, if many values have to be ruled out before.

Elsewhere the easiest step comes first; here all values that propagation refutes are ruled out at
once (if there are none, a few that a search refutes), round by round, until a rule instance alone
concludes something. Then only those that the placed value needs are explained, each from what was
known before its round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from ...records import record
from ..wording.facts import Fact, Known
from .step import Step, implies
from .steps import Explainer
from .trimming import trimming


@record
class _Round:
    """Values that propagation refutes from what is known, each with the number of changes; or,
    where it refutes none, values that a search does."""

    known: Known
    failing: Sequence[tuple[int, Fact]]
    searched: Sequence[Fact] = ()


def first_placed(
    start: Known,
    explainer: Explainer,
    steps: Sequence[Step],
    is_placed: Callable[[Fact], bool],
) -> Iterator[Step] | None:
    """The steps to the first value that is placed, the last one first; None if rounds do not lead
    to one. start: what is known before any step. explainer: stays as it is after its first
    steps."""
    instances = explainer.instances
    explainer = Explainer(instances, explainer.known.copy(), explainer)
    before: list[Step | _Round] = [*steps]
    while True:
        step = explainer.by_one()
        if step is not None:
            before.append(step)
            if any(map(is_placed, step.facts)):
                return _explained(explainer, start, before, step.facts)
            continue
        failing = explainer.failing()
        if failing is None:
            return None
        searched = [] if failing else explainer.without_solution()
        if not failing and not searched:
            return None
        now = _Round(explainer.known.copy(), failing, searched)
        before.append(now)
        follows = [*map(instances.opposite, _refuted(now))]
        placed = [f for f in follows if is_placed(f)]
        if placed:
            return _explained(explainer, start, before, placed[:1])
        explainer.learn(tuple(follows))


def _explained(
    explainer: Explainer, start: Known, before: Sequence[Step | _Round], wanted: Sequence[Fact]
) -> Iterator[Step]:
    """The steps that some facts need, the last one first. start: what is known before the first
    step."""
    waiting: dict[int, list[Fact]] = {}  # the facts that are needed, by variable
    trimmed = trimming(explainer.instances)

    def kept(step: Step, concluded: tuple[Fact, ...]) -> Step:
        """A step that is needed for some of its facts; then what it cites is needed, too."""
        need(step.cited)
        return step.limited_to(concluded)

    def need(facts: Sequence[Fact]) -> None:
        for fact in facts:
            waiting.setdefault(fact.variable, []).append(fact)

    need(wanted)
    for entry in reversed(before):
        if isinstance(entry, Step):
            concluded = tuple(f for f in entry.facts if _is_needed(f, waiting))
            if concluded:
                whole = concluded == entry.facts
                yield kept(entry if whole else trimmed(entry.limited_to(concluded)), concluded)
            continue
        follows = {explainer.instances.opposite(f) for f in _refuted(entry)}
        for supposed in entry.searched:
            fact = explainer.instances.opposite(supposed)
            if _is_needed(fact, waiting, follows):
                yield kept(explainer.searched(entry.known, supposed), (fact,))
        supposing = explainer.supposing(entry.known)
        explained: set[Fact] = set()
        for which in entry.failing:
            fact = explainer.instances.opposite(which[1])
            if fact in explained or not _is_needed(fact, waiting, follows):
                continue
            # What has to be explained anyway costs nothing more.
            costly = [
                f for f in entry.known.facts if not start.knows(f) and not _is_needed(f, waiting)
            ]
            step = supposing.step_of(which, entry.failing, costly)
            if step is None:  # the engine does not find the chain again
                step = explainer.searched(entry.known, which[1])
            concluded = tuple(f for f in step.facts if f == fact or _is_needed(f, waiting, follows))
            explained.update(concluded)
            yield kept(step, concluded)


def _refuted(entry: _Round) -> list[Fact]:
    return [*entry.searched, *(fact for _, fact in entry.failing)]


def _is_needed(
    fact: Fact, waiting: Mapping[int, Sequence[Fact]], follows: Collection[Fact] = ()
) -> bool:
    """Whether a fact states at least a part of one that is needed. follows: those that follow in
    the same round; what is among them needs no parts."""
    wanted = waiting.get(fact.variable, ())
    return any(fact == other or (other not in follows and implies(fact, other)) for other in wanted)
