"""Reading a derivation: which facts follow directly from which rule instances and earlier facts."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from ...backends.native.derivation import Derivation, Entry
from ...model.groups import Group
from ...model.nodes import BoolVar, IntVar
from ...records import field, record
from ..wording.facts import Fact, Known
from .instances import Groups, Instances
from .step import Step, Tier


@record(frozen=False)
class _Link:
    """What some instances conclude at one moment of a chain."""

    groups: frozenset[Group]
    premises: set[int]
    entries: list[int] = field(default_factory=list)


class Reading:
    """The facts of a derivation from what is known, and the steps to them.

    Auxiliary variables of the network are skipped: their changes are replaced by what they follow
    from.
    """

    def __init__(self, instances: Instances, known: Known, derivation: Derivation) -> None:
        self._instances, self._known = instances, known
        self._derivation = derivation
        self._count = len(known.left)
        self._entries: dict[int, Entry] = {}

    def direct(
        self, positions: Iterable[int], but: Container[Fact]
    ) -> Iterator[tuple[Groups, tuple[Fact, ...], tuple[Fact, ...]]]:
        """Of what follows directly from known facts, what does so by at most one instance: the
        instance, the cited facts, and the concluded ones. but: facts to skip."""
        for position in positions:
            concluded = self._facts([position])
            if all(fact in but for fact in concluded):
                continue
            groups, premises = self._behind(self._entry(position).antecedents, most=1)
            if len(groups) <= 1:
                cited = dict.fromkeys((*self._facts(premises), *self._missing(concluded)))
                yield self._ordered(groups), tuple(cited), concluded

    def failed_directly(self) -> tuple[Groups, tuple[Fact, ...]] | None:
        """The instances and the known facts that fail at once, if the derivation ends so."""
        if not self._derivation.fails:
            return None
        groups, premises = self._failure()
        if not self._are_known(premises):
            return None
        return self._ordered(groups), self._facts(premises)

    def chain(self) -> Iterator[Step]:
        """The steps of a derivation that fails: the last of them is a contradiction."""
        links: list[_Link] = []
        home: dict[int, int] = {}  # of an entry that is a fact, its link
        for position in self._derivation.trace().entries:
            if self._variable(position) is None:
                continue
            groups, premises = self._behind(self._entry(position).antecedents)
            self._add(links, home, position, groups, premises)
        for link in links:
            yield self._step(link)
        groups, premises = self._failure()
        yield Step(Tier.ONE, (), self._ordered(groups), self._facts(premises))

    def _failure(self) -> tuple[frozenset[Group], set[int]]:
        last, assumption = self._derivation.failed_by()
        groups, premises = self._behind(last)
        if assumption is not None:
            groups |= set(self._instances.cited([assumption])[0])
        return groups, premises

    def _are_known(self, premises: Iterable[int]) -> bool:
        return all(map(self._derivation.is_assumed, premises))

    def _entry(self, position: int) -> Entry:
        found = self._entries.get(position)
        if found is None:
            found = self._entries[position] = self._derivation.entry(position)
        return found

    def _variable(self, position: int) -> int | None:
        """The variable of the puzzle whose values an entry removes, if it does."""
        operand = self._derivation.operand(position)
        if isinstance(operand, (BoolVar, IntVar)) and operand.index < self._count:
            return operand.index
        return None

    def _behind(
        self, antecedents: Iterable[int], most: int | None = None
    ) -> tuple[frozenset[Group], set[int]]:
        """The instances and the earlier facts from which something follows. most: stop after this
        many instances."""
        groups: set[Group] = set()
        premises: set[int] = set()
        waiting, seen = [*antecedents], set()
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            if self._variable(position) is not None:
                premises.add(position)
                continue
            entry = self._entry(position)
            if entry.assumption is not None:
                groups.update(self._instances.cited([entry.assumption])[0])
                if most is not None and len(groups) > most:
                    break
            else:
                waiting += entry.antecedents[::-1]  # assumptions, which come first, are seen soon
        return frozenset(groups), premises

    def _add(
        self,
        links: list[_Link],
        home: dict[int, int],
        position: int,
        groups: frozenset[Group],
        premises: set[int],
    ) -> None:
        """Add a fact to the first link by the same instances at which its premises are known, or to
        a new link."""
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
        cited = dict.fromkeys((*self._facts(link.premises), *self._missing(facts)))
        return Step(Tier.ONE, facts, self._ordered(link.groups), tuple(cited))

    def _missing(self, facts: Iterable[Fact]) -> list[Fact]:
        """A fact that fixes a value, as the facts that rule the other values out."""
        return [
            known
            for fact in facts
            if fact.holds
            for known in self._known.missing(fact.variable)
            if known != fact
        ]

    def _ordered(self, groups: Iterable[Group]) -> Groups:
        return self._instances.ordered(groups)

    def _facts(self, positions: Iterable[int]) -> tuple[Fact, ...]:
        """The facts that trail entries assert: values ruled out, or all but one of them."""
        lost: dict[int, set[int]] = {}
        known: list[Fact] = []
        for position in positions:
            entry = self._entry(position)
            variable = self._variable(position)
            assert variable is not None
            said = None if entry.assumption is None else self._instances.fact(entry.assumption)
            if said is not None and self._known.knows(said):
                known.append(said)
            else:
                lost.setdefault(variable, set()).update(entry.values)
        found = known
        for variable, values in sorted(lost.items()):
            left = self._known.left[variable] - values
            if len(left) == 1:
                found.append(Fact(variable, next(iter(left))))
            else:
                found += [self._known.excluded(variable, value) for value in sorted(values)]
        return tuple(sorted(dict.fromkeys(found), key=lambda f: (f.variable, f.value)))
