"""State "exactly one of some conditions holds" as a count.

"One of them holds" (a clause) and "no two hold" (a clause for each pair, or a count) together are
one equality, which propagates better. So is a disjunction of "this one holds and all others do
not", or of "these two hold and all others do not". All of these may share guards: literals that
occur in each of the clauses.

Literals of clauses are numbers here, so that a negation is not a new node: the id of a node,
bitwise inverted for its negation. Of two complementary members of a variable, the one without the
variable's first value is the node."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import BOOL_KINDS, And, Bool, BoolVar, LinearLe, Member, Not, Or, any_of
from .demands import Demand, Signature, disjuncts, following, instead, selected, signatures

FEWEST: Final = 3  # conditions: for two, the two clauses are as good
FEW_BETWEEN: Final = 15  # there is a pause after this many clauses and one more, a power of two
Clause: TypeAlias = "frozenset[int]"
Kinds: TypeAlias = "frozenset[tuple[type, bool]]"  # of literals, and whether they are negated


def alternatives(m: Model) -> Model:
    """The model with one equality for each disjunction of "this and none of the others", or of
    "these and none of the others"."""
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for part, constraint in selected(m, _has_conjunctions):
        if part not in gone and (condition := _alternatives(m, part)) is not None:
            gone.add(part)
            added.append(constraint.of(condition))
    return instead(m, gone, added) if gone else m


def _has_conjunctions(signature: Signature) -> bool:
    return signature.kind is Or and not signature.negated and And in signature.parts


def _alternatives(m: Model, x: Bool) -> Bool | None:
    """A disjunction whose conjunctions say, each for other ones, "these k conditions hold and none
    of the others", as one condition on their number beside the other alternatives; k may have
    several values. None for any other disjunction."""
    parts = x.args if type(x) is Or else ()
    joined = [part for part in parts if type(part) is And]
    if len(joined) < FEWEST:
        return None
    each: list[dict[Bool, None]] = []
    for part in joined:
        # In their order, in which negations are made: that of a set depends on addresses.
        literals = dict.fromkeys(_literals(m, part))
        if len(literals) > len(joined) or (each and len(literals) != len(each[0])):
            return None
        each.append(literals)
    often: dict[Bool, int] = {}
    for literals in each:
        for y in literals:
            often[y] = often.get(y, 0) + 1
    among = [_rarer(y, m.not_(y), often) for y in each[0]]
    cases: dict[int, set[frozenset[Bool]]] = {}
    for literals in each:
        chosen = frozenset([y for y in among if y in literals])
        if any(y not in literals and m.not_(y) not in literals for y in among):
            return None
        cases.setdefault(len(chosen), set()).add(chosen)
    if any(len(some) < comb(len(among), k) for k, some in cases.items()):
        return None
    guards = [part for part in parts if type(part) is not And]
    if len(cases) == 1:
        (k,) = cases
        return m.or_((*guards, m.sum_is([(1, y) for y in among], k)))
    return m.or_((*guards, m.member(m.sum_(among), sorted(cases))))


def _rarer(y: Bool, no: Bool, often: dict[Bool, int]) -> Bool:
    """Of a condition and its negation, the one that fewer conjunctions have; of two that are
    equally frequent, the one that is no negation."""
    less = often.get(no, 0) - often.get(y, 0)
    return no if less < 0 or (less == 0 and type(y) is Not) else y


def _literals(m: Model, x: And) -> Iterator[Bool]:
    """The parts of a conjunction, "not any" taken apart."""
    for part in x.args:
        if type(part) is Not and type(part.arg) is Or:
            yield from map(m.not_, part.arg.args)
        else:
            yield part


def exactly_one(m: Model) -> Model:
    """The model with one equality for "one of these holds" and "no two hold"."""
    if not _may_oppose(signatures(m)):
        return m
    known = _Clauses(m, selected(m, _is_clause_or_count))
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for clause, said in known.clauses.items():
        pause()
        if len(clause) < FEWEST or (gone and any(part in gone for part, _ in said)):
            continue
        found = known.counted(clause) or known.paired(clause)
        if found is not None:
            among, replaced, implying = found
            gone.update(part for part, _ in (*said, *replaced))
            parts = dict.fromkeys(disjuncts(m, said[0][0]))
            guards = [x for x in parts if known.literal(x) not in among]
            one = m.sum_is([(1, x) for x in parts if known.literal(x) in among], 1)
            sources = (*said, *replaced, *implying)
            added.append(following(m.or_((*guards, one)), [c for _, c in sources]))
    return instead(m, gone, added) if added else m


def _may_oppose(every_signature: Iterable[Signature]) -> bool:
    """Whether some conditions may exclude each other: there may be a count, or, judged by the kinds
    of literals, a long clause and a clause of negations of two of its literals and guards."""
    long: list[Kinds] = []
    every: list[Kinds] = []
    for signature in every_signature:
        if signature.kind is LinearLe:
            return True
        negated = signature.negated
        if signature.kind is (And if negated else Or):
            # Parts of a conjunction that is denied may be of any kind.
            if LinearLe in signature.parts or And in signature.denied:
                return True
            literals = frozenset(
                [(part, negated) for part in signature.parts]
                + [(part, not negated) for part in signature.denied]
            )
            if Member in signature.parts:  # its negation is one, too
                literals |= {(Member, not negated)}
            every.append(literals)
            if not signature.two:
                long.append(literals)
    for literals in long:
        negations = frozenset([(kind, not negated) for kind, negated in literals])
        for others in every:
            if others <= literals | negations and not others.isdisjoint(negations):
                return True
    return False


def _is_clause_or_count(signature: Signature) -> bool:
    if signature.negated:
        return signature.kind is And
    return signature.kind is Or or signature.kind is LinearLe


# The conditions of which one holds, the demands that no two do under the same guards, and the
# demands that no two ever do.
_Found: TypeAlias = "tuple[Clause, list[Demand], list[Demand]]"


class _Clauses:
    """The disjunctions that a model demands, by their literals, and the counts of at most one.

    pairs: the disjunctions of two literals. clauses: all others. _counts: by the clause that makes
    it exactly one, of which conditions it is, and the demand. _apart: by literal, those that
    clauses of two literals do not let hold beside it. _by_ends: the clauses but for the longest, by
    the first and the last of their conditions.

    Left out are clauses with a condition that no other has: nothing is opposed to them. _uses: how
    often each condition was read that is neither a variable nor the membership of one in a set.
    """

    def __init__(self, m: Model, every: Iterable[Demand]) -> None:
        self.m = m
        self.clauses: dict[Clause, list[Demand]] = {}
        self.pairs: dict[Clause, list[Demand]] = {}
        self._counts: dict[Clause, tuple[Clause, Demand]] = {}
        self._apart: dict[int, list[int]] = {}
        self._by_ends: dict[tuple[int, int], list[Clause]] = {}
        self._uses: dict[int, int] = {}
        read: list[tuple[list[int], Demand]] = []
        for k, demand in enumerate(every):
            if not k & FEW_BETWEEN:
                pause()
            part = demand[0]
            negated = type(part) is Not
            parts: Sequence[Bool] = (part,)
            if type(part) is Not and type(part.arg) is And:
                parts = part.arg.args
            elif type(part) is Or:
                parts = part.args
            literals: list[int] = []
            for x in parts:  # the common cases first
                if type(x) is BoolVar:
                    literals.append(~x.id if negated else x.id)
                elif type(x) is Not and type(x.arg) is BoolVar:
                    literals.append(x.arg.id if negated else ~x.arg.id)
                elif type(x) is Member or (type(x) is Not and type(x.arg) is not And):
                    literals.append(~self.literal(x) if negated else self.literal(x))
                else:
                    literals = self._read(any_of(part), demand)
                    break
            if literals:
                read.append((literals, demand))
        own = {x for x, often in self._uses.items() if often == 1}
        own |= {~x for x in own}
        for k, (literals, demand) in enumerate(read):
            if not k & FEW_BETWEEN:
                pause()
            if not own or own.isdisjoint(literals):
                self._add(literals, demand)
        # Those that may say "no two of them hold" under guards of a longer one.
        most = max(map(len, self.clauses), default=0)
        for k, clause in enumerate(self.clauses):
            if not k & FEW_BETWEEN:
                pause()
            if len(clause) < most:
                conditions = [max(x, ~x) for x in clause]
                ends = min(conditions), max(conditions)
                self._by_ends.setdefault(ends, []).append(clause)

    def _add(self, literals: Collection[int], demand: Demand) -> None:
        """Record a clause."""
        clause = frozenset(literals)
        if len(clause) != 2:
            self.clauses.setdefault(clause, []).append(demand)
            return
        a, b = clause
        self.pairs.setdefault(clause, []).append(demand)
        self._apart.setdefault(~a, []).append(~b)
        self._apart.setdefault(~b, []).append(~a)

    def _read(self, parts: Sequence[Bool], demand: Demand) -> list[int]:
        """The literals of a disjunction; "not all" is split into its parts. One with a count in it
        is recorded."""
        literals: list[int] = []
        sums: list[LinearLe] = []
        for x in parts:
            if type(x) is LinearLe:
                sums.append(x)
            elif type(x) is Not and type(x.arg) is And:
                for y in x.arg.args:
                    if type(y) is LinearLe:
                        sums.append(y)
                    else:
                        literals.append(~self.literal(y))
            elif not isinstance(x, bool):
                literals.append(self.literal(x))
            if len(sums) > 1:
                return []
        if not sums:
            return literals
        clause = frozenset(literals)
        count = sums[0] if sums[0] in parts else self.m.not_(sums[0])
        some = self._at_most_one(count) if type(count) is LinearLe else None
        if some is not None and some.isdisjoint(clause):
            self._counts.setdefault(some | clause, (some, demand))
        return []

    def literal(self, x: Bool) -> int:
        """The number of a condition."""
        assert not isinstance(x, bool)
        if type(x) is Not:
            return ~self.literal(x.arg)
        if type(x) is Member and x.mask & 1:
            return ~self.literal(self.m.not_(x))
        if type(x) is not BoolVar and type(x) is not Member:
            self._uses[x.id] = self._uses.get(x.id, 0) + 1
        return x.id

    def _at_most_one(self, x: LinearLe) -> Clause | None:
        """The conditions of which a comparison allows at most one; else None."""
        found: list[int] = []
        for c, y in x.terms:
            if abs(c) != 1 or type(y) not in BOOL_KINDS:
                return None
            literal = self.literal(y)  # type: ignore[arg-type]
            found.append(literal if c == 1 else ~literal)
        some, negative = frozenset(found), sum(c < 0 for c, _ in x.terms)
        if len(some) < len(found):  # "x is 0" less "x is not 0" counts the former twice
            return None
        return some if x.bound + negative == 1 else None

    def counted(self, clause: Clause) -> _Found | None:
        """The case that a count allows at most one part of a clause; else None."""
        if not self._counts or clause not in self._counts:
            return None
        some, demand = self._counts[clause]
        return (some, [demand], []) if len(some) >= FEWEST else None

    def paired(self, clause: Clause) -> _Found | None:
        """The case that clauses of two exclude any two parts of a clause; else None."""
        for guards in self._guards(clause):
            among = clause - guards
            found = self._no_two(among, guards) if len(among) >= FEWEST else None
            if found is not None:
                return among, *found
        return None

    def _guards(self, clause: Clause) -> Iterator[Clause]:
        """Parts of a clause under which no two others may hold."""
        others = len(clause) - 1
        for x in clause:
            if len(self._apart.get(x, ())) < others:
                break
        else:
            yield frozenset()
        tried: set[Clause] = set()
        for shorter in self._spanning(clause) if self._by_ends else ():
            guards = _guards_in(shorter, clause) if len(shorter) < len(clause) else None
            if guards is not None and guards not in tried:
                tried.add(guards)
                yield guards

    def _spanning(self, clause: Clause) -> list[Clause]:
        """Clauses among which are some that do not let two parts of a clause hold under guards, if
        there are such. Of any two parts, a guard is in all of these, and the negation of another
        part in some: so one has the first and the last condition, and as all of its conditions are
        those of the clause, they are its first and last ones, too. Unless two parts never hold
        together: then the same is true of the clause without the last one."""
        found: list[Clause] = []
        conditions = [max(x, ~x) for x in clause]
        first, last = min(conditions), max(conditions)
        while first < last:
            found += self._by_ends.get((first, last), ())
            a, b = (~x if x in clause else x for x in (first, last))
            if frozenset((a, b)) not in self.pairs:
                break
            conditions.remove(last)
            last = max(conditions)
        return found

    def _no_two(self, among: Clause, guards: Clause) -> tuple[list[Demand], list[Demand]] | None:
        """The demands under guards, and those without, by which no two of some conditions hold."""
        replaced: list[Demand] = []
        implying: list[Demand] = []
        for a, b in combinations(_ordered(among), 2):
            pair = frozenset((~a, ~b))
            guarded = self.clauses.get(pair | guards) if guards else self.pairs.get(pair)
            if guarded is not None:
                replaced += guarded
            elif pair in self.pairs:
                implying += self.pairs[pair]
            else:
                return None
        return replaced, implying


def _guards_in(other: Clause, clause: Clause) -> Clause | None:
    """What two clauses share, if the first has nothing else but the negations of two parts of the
    second."""
    opposed = 0
    for y in other:
        if y not in clause:
            if ~y not in clause:
                return None
            opposed += 1
    return other & clause if opposed == 2 else None


def _ordered(clause: Clause) -> list[int]:
    """The literals of a clause, in the order in which their nodes were made."""
    return sorted(clause, key=lambda literal: max(literal, ~literal))
