"""Steps that suppose the opposite of a fact and follow what the rules then say, one at a time, to a
contradiction.

The chain is read off the engine's trail: of every value that was lost on it, the rule instances and
the earlier facts from which that follows. Then instances and facts are left out as long as the
chain still closes, which makes it shorter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...backends.native.derivation import Derivation, Entry
from ...model.groups import Group
from ...model.nodes import BoolVar, IntVar
from ...records import field, record
from .facts import Fact, Known
from .fewest import far_first
from .instances import Groups, Instances
from .step import SHORT_CHAIN, Step, Tier

# Of a refutation with more instances than this no shorter one is looked for.
LONG = 60


@record
class Refutation:
    """Instances and facts with which what is supposed fails.

    derived: those under which propagation fails, perhaps more; None if it took a search.
    """

    supposed: Fact
    groups: Groups
    facts: tuple[Fact, ...]
    derived: tuple[Groups | None, tuple[Fact, ...]] | None = None


def refutation(
    instances: Instances, groups: Groups | None, facts: Sequence[Fact], supposed: Fact
) -> Refutation | None:
    """What the failure of a supposition takes, if propagation tells that it fails."""
    derivation = instances.derive(groups, [*facts, supposed])
    if not derivation.fails:
        return None
    cited, others = instances.cited(derivation.trace().assumptions)
    ordered = tuple(sorted(cited, key=instances.order.__getitem__))
    rest = tuple(f for f in others if f != supposed)
    return Refutation(supposed, ordered, rest, (groups, tuple(facts)))


def shortened(instances: Instances, found: Refutation) -> Refutation:
    """A refutation of the same, without instances and facts that it can do without."""
    if len(found.groups) > LONG:
        return found
    for group in found.groups[::-1]:
        if group in found.groups:
            rest = tuple(g for g in found.groups if g != group)
            found = refutation(instances, rest, found.facts, found.supposed) or found
    goal = instances.opposite(found.supposed)
    for fact in far_first(instances, found.facts, goal):
        if fact in found.facts:
            facts = [f for f in found.facts if f != fact]
            found = refutation(instances, found.groups, facts, found.supposed) or found
    return found


def chain(instances: Instances, known: Known, found: Refutation) -> Step:
    """The step that a refutation is: inner steps lead from what is supposed to a contradiction."""
    assert found.derived is not None
    groups, facts = found.derived
    derivation = instances.derive(groups, [*facts, found.supposed])
    inner = tuple(_Reading(instances, known, derivation).steps())
    tier = Tier.CHAIN if len(inner) <= SHORT_CHAIN else Tier.LONG_CHAIN
    goal = instances.opposite(found.supposed)
    cited = tuple(sorted(found.facts, key=lambda f: (f.variable, f.value)))
    return Step(tier, (goal,), found.groups, cited, inner)


@record(frozen=False)
class _Link:
    """What some instances tell at one moment of a chain."""

    groups: frozenset[Group]
    premises: set[int]
    entries: list[int] = field(default_factory=list)


class _Reading:
    """The inner steps of a derivation that fails."""

    def __init__(self, instances: Instances, known: Known, derivation: Derivation) -> None:
        self._instances, self._known = instances, known
        self._entries: list[Entry] = list(derivation)
        self._derivation = derivation
        self._count = len(known.left)

    def steps(self) -> Iterator[Step]:
        trace = self._derivation.trace()
        links: list[_Link] = []
        home: dict[int, int] = {}  # of an entry that is a fact, its link
        for position in trace.entries:
            if self._variable(position) is None:
                continue
            groups, premises = self._behind(self._entries[position].antecedents)
            self._add(links, home, position, groups, premises)
        for link in links:
            yield self._step(link)
        last, assumption = self._derivation.failed_by()
        groups, premises = self._behind(last)
        if assumption is not None:
            groups |= set(self._instances.cited([assumption])[0])
        yield Step(Tier.ONE, (), self._ordered(groups), self._facts(premises))

    def _variable(self, position: int) -> int | None:
        """The variable of the puzzle whose values an entry removes, if it does."""
        operand = self._entries[position].operand
        if isinstance(operand, (BoolVar, IntVar)) and operand.index < self._count:
            return operand.index
        return None

    def _behind(self, antecedents: Iterable[int]) -> tuple[frozenset[Group], set[int]]:
        """The instances and the earlier facts from which something follows."""
        groups: set[Group] = set()
        premises: set[int] = set()
        waiting, seen = list(antecedents), set()
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            entry = self._entries[position]
            if self._variable(position) is not None:
                premises.add(position)
            elif entry.assumption is not None:
                groups.update(self._instances.cited([entry.assumption])[0])
            else:
                waiting += entry.antecedents
        return frozenset(groups), premises

    def _add(
        self,
        links: list[_Link],
        home: dict[int, int],
        position: int,
        groups: frozenset[Group],
        premises: set[int],
    ) -> None:
        """Enter a fact into the first link of the same instances to which its premises are known
        already, or into a new one."""
        earliest = max((home[p] + 1 for p in premises if p in home), default=0)
        for number in range(earliest, len(links)):
            if links[number].groups == groups:
                break
        else:
            number = len(links)
            links.append(_Link(groups, set()))
        links[number].premises |= premises
        links[number].entries.append(position)
        home[position] = number

    def _step(self, link: _Link) -> Step:
        facts = self._facts(link.entries)
        # That one value is left takes what was known of the others.
        placed = [
            known
            for f in facts
            if f.holds
            for known in self._known.missing(f.variable)
            if known != f
        ]
        cited = dict.fromkeys((*self._facts(link.premises), *placed))
        return Step(Tier.ONE, facts, self._ordered(link.groups), tuple(cited))

    def _ordered(self, groups: Iterable[Group]) -> Groups:
        return tuple(sorted(groups, key=self._instances.order.__getitem__))

    def _facts(self, positions: Iterable[int]) -> tuple[Fact, ...]:
        """What entries say, as facts."""
        lost: dict[int, set[int]] = {}
        for position in positions:
            variable = self._variable(position)
            assert variable is not None
            lost.setdefault(variable, set()).update(self._entries[position].values)
        found: list[Fact] = []
        for variable, values in sorted(lost.items()):
            left = self._known.left[variable] - values
            if len(left) == 1:
                found.append(Fact(variable, next(iter(left))))
            else:
                found += [self._known.excluded(variable, value) for value in sorted(values)]
        return tuple(found)
