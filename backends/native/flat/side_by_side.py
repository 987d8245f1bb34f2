"""Bound lines of counts jointly if their literals exclude each other.

At most one of several mutually exclusive literals is true. If few such sets cover the beginnings of
two lines, few literals of the beginnings are true; if few cover the remainders of both, the
beginnings have the rest of the total. So the counts so far of the two are bounded jointly, often to
two values: with at most one star in each square of four, two rows of 17 with four stars each have
three or four among their first eight columns. No learned clause can express this without variables
for these counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....deadline import pause
from .. import network as net
from ..network import Literal, Network

RECENT = 3  # sets that a literal may still join


class _Line:
    """A line of counts. literals: their numbers. counts: the places of counts so far, each with the
    number of literals before it and its word. low: how many are true, at least. own, excluded: the
    literals, and those that they exclude, as bits."""

    def __init__(self, low: int) -> None:
        self.literals: list[int] = []
        self.counts: list[tuple[int, int]] = []
        self.low = low
        self.own = self.excluded = 0


def bound_together(network: Network) -> None:
    """Narrow the counts so far of lines, and add clauses on those of two lines."""
    if network.kind.count(net.COUNTED) < 2:
        return
    numbers: dict[Literal, int] = {}
    lines = _lines(network, numbers)
    excluded = _exclusions(network, numbers)
    if not any(excluded):
        return
    for line in lines:
        pause()
        for x in line.literals:
            line.own |= 1 << x
            line.excluded |= excluded[x]
        _narrow(network, line, excluded)
    for k, line in enumerate(lines):
        pause()
        for other in lines[k + 1 :]:
            if (
                other.own & ~line.excluded == 0
                and line.own & ~other.excluded == 0
                and line.own & other.own == 0
            ):
                _relate(network, line, other, excluded)


def _lines(network: Network, numbers: dict[Literal, int]) -> list[_Line]:
    """The lines of counts; their literals are numbered."""
    lines: list[_Line] = []
    for p, kind in enumerate(network.kind):
        if kind != net.COUNTED:
            continue
        line = _Line(network.low[p])
        for k in range(network.argument_start[p], network.argument_start[p + 1]):
            word, mask = network.index[k], network.mask[k]
            if mask:
                line.literals.append(numbers.setdefault((word, mask), len(numbers)))
            else:
                line.counts.append((len(line.literals), word))
        lines.append(line)
    return lines


def _exclusions(network: Network, numbers: dict[Literal, int]) -> list[int]:
    """For each literal those that it excludes by a clause, as bits."""
    excluded = [0] * len(numbers)
    of_word: dict[int, list[tuple[int, int]]] = {}
    for (word, mask), x in numbers.items():
        of_word.setdefault(word, []).append((mask, x))
    words, masks, starts = network.clause_word, network.clause_mask, network.clause_start
    for c in range(len(starts) - 1):
        k = starts[c]
        if starts[c + 1] - k != 2 or words[k] not in of_word or words[k + 1] not in of_word:
            continue
        for mask, x in of_word[words[k]]:
            for other_mask, y in of_word[words[k + 1]]:
                if not (mask & masks[k] or other_mask & masks[k + 1]):
                    excluded[x] |= 1 << y
                    excluded[y] |= 1 << x
    return excluded


def _covers(literals: Sequence[int], excluded: Sequence[int]) -> list[int]:
    """For each k, how many sets of mutually exclusive literals cover the first k of some
    literals."""
    found, count = [0], 0
    recent: list[int] = []  # of the last sets, what each of their members excludes
    for x in literals:
        for k, common in enumerate(recent):
            if common >> x & 1:
                recent[k] = common & excluded[x]
                break
        else:
            count += 1
            recent.append(excluded[x])
            if len(recent) > RECENT:
                del recent[0]
        found.append(count)
    return found


def _narrow(network: Network, line: _Line, excluded: Sequence[int]) -> None:
    """Narrow the counts so far of a line to what its own literals allow."""
    forward = _covers(line.literals, excluded)
    back = _covers(line.literals[::-1], excluded)
    for before, word in line.counts:
        low = line.low - back[len(line.literals) - before]
        network.assert_unit(word, _up_to(forward[before]) & ~_up_to(low - 1))


def _relate(network: Network, line: _Line, other: _Line, excluded: Sequence[int]) -> None:
    """Bound the sums of the counts so far of two lines, each with the one beside it."""
    both: list[int] = []
    for x, y in zip(line.literals, other.literals, strict=False):
        both += (x, y)
    both += line.literals[len(other.literals) :] + other.literals[len(line.literals) :]
    forward, back = _covers(both, excluded), _covers(both[::-1], excluded)
    total = line.low + other.low
    for (before, word), (there, beside) in zip(line.counts, other.counts, strict=False):
        end = before + there  # the same, so that these are the first of both
        _add_bounds(network, word, beside, total - back[len(both) - end], forward[end])


def _add_bounds(network: Network, word: int, other: int, low: int, high: int) -> None:
    """Clauses for low ≤ x + y ≤ high, of variables with base 0."""
    least = (network.domain[word] & -network.domain[word]).bit_length() - 1
    most = network.domain[word].bit_length() - 1
    for value in range(least - 1, most):
        network.clause([(word, _up_to(value)), (other, _up_to(high - value - 1))])
    for value in range(least, most + 1):
        network.clause([(word, ~_up_to(value)), (other, ~_up_to(low - value - 1))])


def _up_to(value: int) -> int:
    """The mask of the values up to one."""
    return (1 << value + 1) - 1 if value >= 0 else 0
