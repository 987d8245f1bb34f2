"""Count where exactly one of some conditions holds.

That one of them holds (a clause) and that no two do (a clause for each two of them, or a count) is
one equality, which propagates better; and so is that one holds and all others do not, for one of
them. All of it may stand under the same guards, literals that these clauses share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeAlias

from ..model.model import Constraint, Model
from ..model.nodes import BOOL_KINDS, And, Bool, LinearLe, Not, Or
from ..records import replace
from .demands import Demand, demands, disjuncts, following, instead

FEWEST = 3  # conditions: of two the two clauses are as good
Clause: TypeAlias = "frozenset[Bool]"


def alternatives(m: Model) -> Model:
    """The model with one equality for each disjunction of "this and none of the others"."""
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for part, constraint in demands(m, Or):
        if part not in gone and (condition := _alternatives(m, part)) is not None:
            gone.add(part)
            added.append(replace(constraint, condition=condition))
    return instead(m, gone, added) if gone else m


def _alternatives(m: Model, x: Bool) -> Bool | None:
    """A disjunction with an equality for "this and none of the others, or that and none of the
    others, …" in it; None where there is no such part."""
    parts = x.args if type(x) is Or else ()
    each = [frozenset(_literals(m, part)) for part in parts if type(part) is And]
    if len(each) < FEWEST or any(len(literals) != len(each) for literals in each):
        return None
    every = frozenset[Bool]().union(*each)
    chosen: list[Bool] = []
    for literals in each:
        others = [other for other in each if other is not literals]
        own = [y for y in _ordered(literals) if all(m.not_(y) in other for other in others)]
        chosen += own[:1]
    if len(chosen) < len(each) or every != {*chosen, *map(m.not_, chosen)}:
        return None
    if any(sum(y in literals for y in chosen) != 1 for literals in each):
        return None
    guards = [part for part in parts if type(part) is not And]
    return m.or_((*guards, m.eq(m.sum_(chosen), 1)))


def exactly_one(m: Model) -> Model:
    """The model with one equality for what demands one of some conditions and no two of them."""
    known = _Clauses(m)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for clause, said in known.clauses.items():
        if len(clause) < FEWEST or any(part in gone for part, _ in said):
            continue
        found = known.counted(clause) or known.paired(clause)
        if found is not None:
            among, replaced, implying = found
            gone.update(part for part, _ in (*said, *replaced))
            condition = m.or_((*_ordered(clause - among), m.eq(m.sum_(_ordered(among)), 1)))
            sources = (*said, *replaced, *implying)
            added.append(following(condition, [c for _, c in sources]))
    return instead(m, gone, added) if added else m


# The conditions of which one holds, the demands by which no two do under the same guards, and those
# by which no two ever do.
_Found: TypeAlias = "tuple[Clause, list[Demand], list[Demand]]"


def _literals(m: Model, x: And) -> Iterator[Bool]:
    """The parts of a conjunction, "not any" taken apart."""
    for part in x.args:
        if type(part) is Not and type(part.arg) is Or:
            yield from map(m.not_, part.arg.args)
        else:
            yield part


def _ordered(clause: Iterable[Bool]) -> list[Bool]:
    """The parts of a clause as they were made: a set of them has no order of its own."""
    return sorted(clause, key=lambda x: x if isinstance(x, bool) else x.id)


class _Clauses:
    """The disjunctions that a model demands, by their parts, and the counts of at most one.

    _counts: by the clause that makes it exactly one, of which conditions it is, and the demand.
    _having: by part, the clauses of which it is one.
    """

    def __init__(self, m: Model) -> None:
        self.m = m
        self.clauses: dict[Clause, list[Demand]] = {}
        self._counts: dict[Clause, tuple[Clause, Demand]] = {}
        for demand in demands(m):
            if type(demand[0]) in (Or, Not, LinearLe):
                self._read(demand)
        self._having: dict[Bool, list[Clause]] = {}
        for clause in self.clauses:
            for x in clause:
                self._having.setdefault(x, []).append(clause)

    def _read(self, demand: Demand) -> None:
        parts = frozenset(disjuncts(self.m, demand[0]))
        sums = [x for x in parts if type(x) is LinearLe]
        if not sums:
            self.clauses.setdefault(parts, []).append(demand)
        elif len(sums) == 1:
            some = self._at_most_one(sums[0])
            guards = parts - {sums[0]}
            if some is not None and some.isdisjoint(guards):
                self._counts.setdefault(some | guards, (some, demand))

    def _at_most_one(self, x: LinearLe) -> Clause | None:
        """The conditions of which a comparison allows one only."""
        found: list[Bool] = []
        for c, y in x.terms:
            if abs(c) != 1 or type(y) not in BOOL_KINDS:
                return None
            found.append(y if c == 1 else self.m.not_(y))  # type: ignore[arg-type]
        negative = sum(c < 0 for c, _ in x.terms)
        return frozenset(found) if x.bound + negative == 1 else None

    def counted(self, clause: Clause) -> _Found | None:
        """Where a count allows one part of a clause only."""
        if clause not in self._counts:
            return None
        some, demand = self._counts[clause]
        return (some, [demand], []) if len(some) >= FEWEST else None

    def paired(self, clause: Clause) -> _Found | None:
        """Where clauses allow no two parts of a clause."""
        for guards in self._guards(clause):
            among = clause - guards
            found = self._no_two(among, guards) if len(among) >= FEWEST else None
            if found is not None:
                return among, *found
        return None

    def _guards(self, clause: Clause) -> Iterator[Clause]:
        """Parts of a clause under which two others do not both hold. Any part that is no guard
        finds them, so that a later one is asked only where all before it are guards."""
        tried: set[Clause] = set()
        negations = {self.m.not_(x): x for x in _ordered(clause)}
        before: list[Clause] | None = None
        for absent, x in negations.items():
            if before is None:
                asked = self._having.get(absent, [])
                before = [other for other in self._having[x] if other is not clause]
            else:
                asked = [other for other in before if absent in other]
                before = [other for other in before if x in other]
            for other in asked:
                if len(other) + FEWEST > len(clause) + 2:
                    continue
                guards = other & clause
                others = other - guards - {absent}
                if len(others) == 1 and negations.keys() >= others and guards not in tried:
                    tried.add(guards)
                    yield guards
            if not before:
                return

    def _no_two(self, among: Clause, guards: Clause) -> tuple[list[Demand], list[Demand]] | None:
        """The demands under guards, and those without, by which no two of some conditions hold."""
        replaced: list[Demand] = []
        implying: list[Demand] = []
        for a, b in combinations(_ordered(among), 2):
            pair = frozenset((self.m.not_(a), self.m.not_(b)))
            if pair | guards in self.clauses:
                replaced += self.clauses[pair | guards]
            elif pair in self.clauses:
                implying += self.clauses[pair]
            else:
                return None
        return replaced, implying
