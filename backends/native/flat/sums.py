"""Counts of conditions, and sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeGuard

from ....model.globals.size import SIZE
from ....model.limits import ModelTooLarge
from ....model.nodes import BOOL_KINDS, BoolNode, IntNode, IntVar, Measure, Node, domain_of
from .. import network as net
from ..network import FALSE, TRUE, Literal
from .literals import BOTH, IMPLIED, IMPLIES
from .tables import Tables

# Counts of more than MANY literals are split into parts of PART literals, if the bounds allow FEW
# or more of them to be true, and as many to be false.
MANY: Final = 8
FEW: Final = 5
PART: Final = 3
# Unconditional ones have a count so far after each STEP literals, if the bounds allow ALONG or more
# to be true, and as many to be false.
ALONG: Final = 4
STEP: Final = 4

# Σ coefficient · flat variable.
FlatTerms = list[tuple[int, int]]


class Sums(Tables):
    """See `Flattening`."""

    def _at_most(self, given: Literal, terms: Sequence[tuple[int, Node]], bound: int) -> None:
        if _counts(terms):
            literals = [
                self._literal(x, IMPLIED) if c > 0 else self._opposite(x, IMPLIES) for c, x in terms
            ]
            self._count(given, literals, 0, bound + sum(c < 0 for c, _ in terms))
        else:
            self._post_at_most(given, *self._flat_terms(terms, bound))

    def _equal(self, given: Literal, terms: Sequence[tuple[int, Node]], bound: int) -> None:
        if _counts(terms):
            literals = [
                self._literal(x, BOTH) if c > 0 else self._opposite(x, BOTH) for c, x in terms
            ]
            wanted = bound + sum(c < 0 for c, _ in terms)
            self._count(given, literals, wanted, wanted)
        elif bound or not self._is_size(given, terms):
            self._post_equal(given, *self._flat_terms(terms, bound))

    def _is_size(self, given: Literal, terms: Sequence[tuple[int, Node]]) -> bool:
        """Post "size of a piece = variable" so that each value removed from one is removed from the
        other: if demanded unconditionally, as one flat variable, if the size has none yet and the
        variable is never negative, since the engine bounds the size of an absent piece from above
        only; else value by value under the condition. False if it posts nothing."""
        if len(terms) != 2 or terms[0][0] != -terms[1][0]:
            return False
        for (_, size), (_, other) in (terms, reversed(terms)):
            if not (isinstance(size, Measure) and isinstance(other, IntVar)):
                continue
            if size.definition is not SIZE:
                continue
            x = self.variables[other.index]
            if given == TRUE and size not in self._ints and domain_of(other)[0] >= 0:
                self._ints[size] = x
                self._define(size, x)
                return True
            if given != TRUE and self._stays(given):
                z = self._int(size)
                if self._has_small_table(x, z):
                    self._same(given, x, z)
                    return True
        return False

    def _unequal(self, given: Literal, terms: Sequence[tuple[int, Node]], bound: int) -> None:
        flat, bound = self._flat_terms(terms, bound)
        if not flat:
            if bound == 0:
                self._clause(given, [])
            return
        self.network.propagator(
            net.UNEQUAL,
            given,
            [x for _, x in flat],
            net.FIXED,
            coefficient=[c for c, _ in flat],
            high=self._small(flat, bound),
        )

    def _opposite(self, node: BoolNode, direction: int) -> Literal:
        return self.network.negation(self._literal(node, direction))

    def _count(self, given: Literal, literals: Sequence[Literal], low: int, high: int) -> None:
        """Demand that, given a literal, from low to high of others are true."""
        network = self.network
        certain = literals.count(TRUE)
        open_ = [x for x in literals if x[0]]  # no word of a constant
        low, high = max(low - certain, 0), min(high - certain, len(open_))
        if low > high:
            self._clause(given, [])
        elif high == 0:
            for x in open_:
                self._clause(given, [network.negation(x)])
        elif low == len(open_):
            for x in open_:
                self._clause(given, [x])
        elif len(open_) > MANY and self._is_line(given, open_, low, high):
            self._count_along(open_, low, high)
        elif len(open_) > MANY and min(high, len(open_) - low) >= FEW:
            self._count_by_parts(given, open_, low, high)
        elif low > 0 or high < len(open_):
            network.propagator(
                net.CARDINALITY,
                given,
                [w for w, _ in open_],
                net.CHANGED,
                mask=[m for _, m in open_],
                low=low,
                high=high,
            )

    def _is_line(self, given: Literal, literals: Sequence[Literal], low: int, high: int) -> bool:
        """Whether to count along these literals: their words must differ, and counts so far have
        one word."""
        if given != TRUE or min(high, len(literals) - low) < ALONG or len(literals) >= 64:
            return False
        return len({word for word, _ in literals}) == len(literals)

    def _count_along(self, literals: Sequence[Literal], low: int, high: int) -> None:
        """Count along the literals: after each STEP, a variable says how many so far are true. The
        search can decide on it, and learn clauses over it: in clauses over the literals alone some
        proofs are of exponential size (Haken 1985)."""
        index: list[int] = []
        mask: list[int] = []
        for k, (word, own) in enumerate(literals):
            if k and k % STEP == 0:
                least = max(0, low - (len(literals) - k))
                so_far = self.network.variable(range(least, min(k, high) + 1))
                index.append(self.network.first[so_far])
                mask.append(0)
            index.append(word)
            mask.append(own)
        self.network.propagator(
            net.COUNTED, TRUE, index, net.CHANGED, mask=mask, low=low, high=high
        )

    def _count_by_parts(
        self, given: Literal, literals: Sequence[Literal], low: int, high: int
    ) -> None:
        """Count a few literals at a time and add the counts up one by one, so that what is learned,
        and decided on, may be how far a count has come: in plain literals some proofs are of
        exponential size (Haken 1985)."""
        so_far: int | None = None
        reached = 0
        for k in range(0, len(literals), PART):
            here = literals[k : k + PART]
            count = self.network.variable(range(len(here) + 1))
            terms: FlatTerms = [(-1, count)]
            bound = 0
            for literal in here:
                variable, positive = self._flag(literal)
                terms.append((1 if positive else -1, variable))
                bound -= not positive
            self._post_equal(TRUE, terms, bound)
            reached += len(here)
            parts: FlatTerms = [(1, count)] if so_far is None else [(1, so_far), (1, count)]
            if reached == len(literals):
                self._post_at_most(given, parts, high)
                self._post_at_most(given, [(-c, x) for c, x in parts], -low)
            elif so_far is None:
                so_far = count
            else:
                most = min(reached, high) if given == TRUE else reached
                so_far = self.network.variable(range(most + 1))
                self._post_equal(TRUE, [*parts, (-1, so_far)], 0)

    def _flat_terms(self, terms: Iterable[tuple[int, Node]], bound: int) -> tuple[FlatTerms, int]:
        """A sum over flat variables, constants taken over to the bound."""
        total: dict[int, int] = {}
        for c, node in terms:
            if type(node) is IntVar:
                variable = self.variables[node.index]
            elif type(node) in BOOL_KINDS:
                condition: Any = node
                word, mask = self._literal(condition, BOTH)
                if (word, mask) in (TRUE, FALSE):
                    bound -= c * (mask == 2)
                    continue
                variable, positive = self._flag((word, mask))
                if not positive:
                    c, bound = -c, bound - c
            else:
                variable = self._int(node)
            total[variable] = total.get(variable, 0) + c
        return [(c, x) for x, c in total.items() if c], bound

    def _flag(self, literal: Literal) -> tuple[int, bool]:
        """A 0/1 variable that is 1 when a literal is true; False: when it is false."""
        network = self.network
        word, mask = literal
        variable = network.owner[word]
        if network.domain[word] == 3 and network.base[variable] == 0:
            return variable, mask == 2
        flag = network.bool_variable()
        network.clause([flag, network.negation(literal)])
        network.clause([network.negation(flag), literal])
        return network.owner[flag[0]], True

    def _small(self, terms: FlatTerms, bound: int) -> int:
        """The bound, if no sum here can overflow the engine's integers."""
        network = self.network
        base, words = network.base, network.words
        largest = abs(bound)
        for c, x in terms:
            largest += abs(c) * max(-base[x], base[x] + 64 * words[x])
        if largest > net.MAX_SUM:
            raise ModelTooLarge(f"a sum may reach {largest:,}; at most {net.MAX_SUM:,}")
        return bound

    def _post_at_most(self, given: Literal, terms: FlatTerms, bound: int) -> None:
        if not terms:
            if bound < 0:
                self._clause(given, [])
            return
        self.network.propagator(
            net.AT_MOST,
            given,
            [x for _, x in terms],
            [net.ROSE if c > 0 else net.FELL for c, _ in terms],
            coefficient=[c for c, _ in terms],
            high=self._small(terms, bound),
        )

    def _post_equal(self, given: Literal, terms: FlatTerms, bound: int) -> None:
        self._post_at_most(given, terms, bound)
        self._post_at_most(given, [(-c, x) for c, x in terms], -bound)

    # -- what the classes above know

    def _define(self, node: IntNode, z: int) -> None:
        """Let a flat variable have the value of an int node."""
        raise NotImplementedError


def _counts(terms: Sequence[tuple[int, Node]]) -> TypeGuard[Sequence[tuple[int, BoolNode]]]:
    """Does a sum count bools, each once and for or against?"""
    return all(type(x) in BOOL_KINDS and (c == 1 or c == -1) for c, x in terms)
