"""Derivations: what assumptions propagate to, and the antecedents of each step.

    derivation = solver.derive(grouped.assume(on, givens))      # no search
    trace = derivation.trace(fact)                               # or of what was already found

An entry is one change of the engine's trail: values that a variable lost, because of earlier
entries. Assumptions (selectors of groups, givens, whatever was supposed) are entries that follow
from nothing. Facts that hold without any of them are background and have no entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from ...model.nodes import BoolNode, Node, Variable
from ...records import record
from .flatten import Flattening
from .network import Literal

# An entry as the engine gives it: its word, the values removed, the position of its assumption (-1:
# none), and the facts that it follows from; None if they were not requested.
Change: TypeAlias = "tuple[int, int, int, Sequence[Literal] | None]"


@record
class Entry:
    """A change of the trail.

    operand: the variable or node of the model that lost values; None for an auxiliary variable of
    the network. values: those that it lost. assumption: the assumption that the entry is; None if
    it follows from others. antecedents: positions of the earlier entries from which it follows.
    """

    operand: Node | None
    values: tuple[int, ...]
    assumption: BoolNode | None
    antecedents: tuple[int, ...]

    @property
    def is_assumed(self) -> bool:
        return self.assumption is not None


@record
class Trace:
    """Why a fact holds, or a conflict arose.

    assumptions: those that it follows from, in the order in which they were made. entries:
    positions of the derived entries that lead to it, in order.
    """

    assumptions: tuple[BoolNode, ...]
    entries: tuple[int, ...]


class Derivation:
    """The trail of a propagation. fails: whether it ended in a conflict."""

    def __init__(
        self,
        flat: Flattening,
        assuming: Sequence[BoolNode],
        start: Sequence[int],
        trail: Sequence[Change],
        failure: tuple[Sequence[Literal], int] | None,
    ) -> None:
        self._flat, self._assuming = flat, assuming
        self._start, self._trail = start, trail
        self._failure = failure
        self.fails = failure is not None
        # Of each word the entries that removed some of its values, with these.
        self._removed: dict[int, list[tuple[int, int]]] = {}
        for position, (word, gone, *_) in enumerate(trail):
            self._removed.setdefault(word, []).append((position, gone))

    def __len__(self) -> int:
        return len(self._trail)

    def __iter__(self) -> Iterator[Entry]:
        return map(self.entry, range(len(self._trail)))

    def entry(self, position: int) -> Entry:
        word, gone, which, _ = self._trail[position]
        network = self._flat.network
        flat = network.owner[word]
        base = network.base[flat] + 64 * (word - network.first[flat])
        values = tuple([base + bit for bit in range(64) if gone >> bit & 1])
        assumption = self._assuming[which] if which >= 0 else None
        return Entry(self._operands.get(word), values, assumption, self._antecedents(position))

    def operand(self, position: int) -> Node | None:
        """The variable or node of the model that lost values at an entry."""
        return self._operands.get(self._trail[position][0])

    def is_assumed(self, position: int) -> bool:
        return self._trail[position][2] >= 0

    def holds(self, fact: BoolNode) -> bool:
        """Whether a fact, of a form that can be assumed, follows."""
        return all(not self._now(word) & gone for word, gone in self._facts(fact))

    def left(self, variable: Variable) -> tuple[int, ...]:
        """The values that a variable still may have."""
        network = self._flat.network
        flat = self._flat.variables[variable.index]
        found: list[int] = []
        for k, word in enumerate(network.words_of(flat)):
            base, bits = network.base[flat] + 64 * k, self._now(word)
            found += [base + bit for bit in range(64) if bits >> bit & 1]
        return tuple(found)

    def trace(self, fact: BoolNode | None = None) -> Trace:
        """Trace a fact, or (None) the conflict. Raises ValueError if it does not follow."""
        if fact is None:
            if self._failure is None:
                raise ValueError("nothing fails")
            facts, which = self._failure
            wanted = set(self._entries_of(facts, len(self._trail)))
            assumed = {which} if which >= 0 else set()
        else:
            if not self.holds(fact):
                raise ValueError("the fact does not follow")
            wanted, assumed = set(self._entries_of(self._facts(fact), len(self._trail))), set()
        derived = []
        for position in range(len(self._trail) - 1, -1, -1):
            if position not in wanted:
                continue
            which = self._trail[position][2]
            if which >= 0:
                assumed.add(which)
            else:
                derived.append(position)
                wanted.update(self._antecedents(position))
        return Trace(tuple([self._assuming[k] for k in sorted(assumed)]), tuple(derived[::-1]))

    def failed_by(self) -> tuple[tuple[int, ...], BoolNode | None]:
        """The entries from which the failure follows at once, and the assumption that failed, if
        one did. Raises ValueError where nothing fails."""
        if self._failure is None:
            raise ValueError("nothing fails")
        facts, which = self._failure
        assumption = self._assuming[which] if which >= 0 else None
        return self._entries_of(facts, len(self._trail)), assumption

    # -- within

    def _now(self, word: int) -> int:
        bits = self._start[word]
        for _, gone in self._removed.get(word, ()):
            bits &= ~gone
        return bits

    def _antecedents(self, position: int) -> tuple[int, ...]:
        facts = self._trail[position][3]
        if facts is None:
            raise ValueError("an entry whose antecedents were not asked for")
        return self._entries_of(facts, position)

    def _entries_of(self, facts: Iterable[Literal], before: int) -> tuple[int, ...]:
        """The earlier entries that removed the values of some facts, in order."""
        return tuple(sorted(set(self._removers(facts, before))))

    def _removers(self, facts: Iterable[Literal], before: int) -> Iterator[int]:
        """The earlier entries that removed the values of some facts, fact by fact."""
        for word, gone in facts:
            missing = gone & self._start[word]
            for position, removed in self._removed.get(word, ()):
                if position >= before or not missing:
                    break
                if removed & missing:
                    yield position
                    missing &= ~removed

    def _facts(self, node: BoolNode) -> list[Literal]:
        """Words with the values that are gone from them if an assumption holds."""
        return [(word, self._start[word] & ~mask) for word, mask in self._flat.assumption(node)]

    @cached_property
    def _operands(self) -> dict[int, Node]:
        """The variable or node of the model that a word belongs to."""
        return self._flat.operands()
