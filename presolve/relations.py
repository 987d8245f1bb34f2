"""Conditions on the difference of two numbers, as comparisons.

"The larger of them is the second", "the first is among the numbers below the second" and "they are
of two kinds" are comparisons of the two numbers. The meaning of a condition is read off its truth
table: it depends only on the difference if it holds for all pairs of values with certain
differences, and for no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import (
    Abs,
    And,
    Bool,
    BoolNode,
    BoolVar,
    Iff,
    IntOperand,
    IntVar,
    Linear,
    LinearEq,
    LinearLe,
    Max,
    Member,
    Min,
    Node,
    Not,
    Or,
    Values,
    all_below,
    bottom_up,
    children,
)
from ..model.patterns import pattern
from ..model.points import SUMS, summed, where
from .demands import Signature, instead, selected

MOST: Final = 1 << 12  # pairs of values
FEW: Final = 4  # values of a number that are compared first
CASES: Final = 3  # alternatives; fewer are not a list of the values of a number
LARGE: Final = 16  # nodes of a condition that is compared with others by its pattern, at most
# Of a number: by value, the pairs (as bits of an int) where it has the value.
Column: TypeAlias = "dict[int, int]"
# Of two numbers: whether a list of cases is negated, their domains, and their values in each case.
Cases: TypeAlias = "tuple[bool, Values, Values, tuple[tuple[int, int], ...]]"
# All differences of two numbers, and those with which a condition holds.
Differences: TypeAlias = "tuple[list[int], set[int]]"
_VARIABLES: Final = frozenset((IntVar, BoolVar))
_CHOICES: Final[dict[type, Callable[[int, int], int]]] = {Max: max, Min: min}
_READ: Final = {And, Or, Not, Iff, Member, Abs, Linear, *SUMS, *_CHOICES}


def related(m: Model) -> Model:
    """The model with comparisons for equivalent conditions on two numbers."""
    if not _has_two_numbers(m):
        return m
    gone: set[Bool] = set()
    added: list[Constraint] = []
    read = _Read()
    wanted = _may_compare_choices if m.has(*_CHOICES, Abs) else _may_compare
    for condition, source in selected(m, wanted):
        pause()
        if not isinstance(condition, bool) and condition not in gone:
            short = _shorter(m, condition, read)
            if short is not condition:
                gone.add(condition)
                added.append(source.of(short))
    return instead(m, gone, added) if gone else m


class _Read:
    """What is known of conditions, whatever their variables. unlike: cases that are no comparison.
    _differences: by pattern and domains, what `_differences` found."""

    __slots__ = ("_differences", "unlike")

    def __init__(self) -> None:
        self.unlike: set[Cases] = set()
        self._differences: dict[Any, Differences | None] = {}

    def all_differences(self, condition: Bool, x: IntVar, y: IntVar) -> Differences | None:
        """As `_differences`, once for small conditions that differ in their variables only."""
        if len(all_below(condition, ())) > LARGE:
            return _differences(condition, x, y)
        key = (pattern(condition, {x: 0, y: 1}), x.domain, y.domain)
        if key not in self._differences:
            self._differences[key] = _differences(condition, x, y)
        return self._differences[key]


def _has_two_numbers(m: Model) -> bool:
    count = 0
    for x in m.variables:
        if type(x) is IntVar:
            count += 1
            if count == 2:
                return True
    return False


def _may_compare(signature: Signature) -> bool:
    """Whether conditions of a signature, or alternatives in them, may compare more than variables,
    or list cases, if no number is a choice or a distance."""
    if signature.kind is Or:
        if signature.negated:
            return And in signature.parts
        return signature.has(*SUMS, And) or signature.denies(LinearEq, Or)
    return signature.kind in SUMS and not signature.parts <= _VARIABLES


def _may_compare_choices(signature: Signature) -> bool:
    """The same if there are such numbers."""
    if signature.kind is Or and not signature.negated and Member in signature.parts:
        return True
    return _may_compare(signature) or (
        signature.kind is Member and not signature.parts <= _VARIABLES
    )


def _shorter(m: Model, condition: BoolNode, read: _Read) -> Bool:
    """The comparison that is equivalent to a condition, or to its part beside guards; else the
    condition."""
    found = _comparison(m, condition, read) if _is_joined(condition) else None
    if found is None and type(condition) is Or:
        cases = [x for x in condition.args if type(x) is And]
        others: list[Bool] = [x for x in condition.args if type(x) is not And]
        listed = len(cases) >= CASES and _numbers(cases) is not None
        others += [m.or_(cases)] if listed else cases
        short = [_comparison(m, x, read) if _is_joined(x) else None for x in others]
        if any(x is not None for x in short):
            pairs = zip(short, others, strict=True)
            return m.or_(other if x is None else x for x, other in pairs)
    return condition if found is None else found


def _is_joined(x: Node | bool) -> bool:
    """Whether a condition compares more than variables, or lists cases."""
    while type(x) is Not:
        x = x.arg
    if type(x) is BoolVar or isinstance(x, bool):  # the common case first
        return False
    if isinstance(x, (LinearEq, LinearLe)):
        return not _VARIABLES.issuperset([type(y) for _, y in x.terms])
    if isinstance(x, Member):
        if type(x.arg) is Abs:
            return not x.mask & (x.mask + 1)  # it is at most this much
        return type(x.arg) is not IntVar
    return isinstance(x, Or) and [type(part) for part in x.args].count(And) >= CASES


def _numbers(roots: Iterable[Bool]) -> list[IntVar] | None:
    """The two variables below some conditions; None if there are not exactly two."""
    found: dict[IntVar, None] = {}
    seen: set[Any] = set()
    stack: list[Any] = [*roots]
    while stack:
        node = stack.pop()
        if isinstance(node, int) or node in seen:
            continue
        seen.add(node)
        if type(node) is IntVar:
            found[node] = None
            if len(found) > 2:
                return None
        elif type(node) in _READ:
            stack += children(node)
        else:
            return None
    if len(found) < 2:
        return None
    x, y = sorted(found, key=lambda x: x.index)
    return [x, y] if len(x.domain) * len(y.domain) <= MOST else None


def _cases(condition: Bool) -> Cases | None:
    """The cases that a condition, or its negation, lists; None if it says anything else."""
    listed = condition.arg if type(condition) is Not else condition
    x: IntVar | None = None
    y: IntVar | None = None
    masks: list[tuple[int, int]] = []
    for part in listed.args if type(listed) is Or else ():
        if type(part) is not And or len(part.args) != 2:
            return None
        a, b = part.args
        if type(a) is not Member or type(b) is not Member:
            return None
        if type(a.arg) is not IntVar or type(b.arg) is not IntVar:
            return None
        if a.arg.index > b.arg.index:
            a, b = b, a
        if x is None:
            x, y = a.arg, b.arg  # type: ignore[assignment]
        elif x is not a.arg or y is not b.arg:
            return None
        masks.append((a.mask, b.mask))
    if x is None or y is None:
        return None
    return type(condition) is Not, x.domain, y.domain, tuple(masks)


def _comparison(m: Model, condition: Bool, read: _Read) -> Bool | None:
    """The comparison of two numbers that is equivalent to a condition; None if there is none."""
    cases = _cases(condition)
    if cases in read.unlike:
        return None
    numbers = _numbers((condition,))
    if numbers is None:
        return None
    x, y = numbers
    found = _differences(condition, x, y, FEW)  # most conditions end here
    if found is not None and max(len(x.domain), len(y.domain)) > FEW:
        found = read.all_differences(condition, x, y)
    if found is None:
        if cases is not None:
            read.unlike.add(cases)
        return None
    return _compared(m, m.linear(((1, x), (-1, y))), *found)


def _differences(
    condition: Bool, x: IntVar, y: IntVar, most: int | None = None
) -> Differences | None:
    """All differences of two numbers, and those with which a condition holds; None if it holds for
    some pairs of values with a difference only. most: how many values of each are compared."""
    first, second = x.domain[:most], y.domain[:most]
    holds = _table(condition, {x: first, y: second})
    by_difference: Column = {}
    pair = 1
    for b in second:
        for a in first:
            by_difference[a - b] = by_difference.get(a - b, 0) | pair
            pair <<= 1
    kept = {difference for difference, pairs in by_difference.items() if holds & pairs}
    if any(by_difference[difference] & ~holds for difference in kept):
        return None
    return sorted(by_difference), kept


def _compared(m: Model, total: IntOperand, every: list[int], kept: set[int]) -> Bool | None:
    """One or two comparisons for "a number is one of some values"; None if it takes more, or if a
    condition on a single pair of values is as good."""
    if not kept:
        return False
    if len(kept) + 1 == len(every):
        (other,) = set(every) - kept
        return None if other in (every[0], every[-1]) else m.not_(m.eq(total, other))
    low, high = min(kept), max(kept)
    if low == high and low in (every[0], every[-1]):
        return None
    if [value for value in every if low <= value <= high] != sorted(kept):
        return None
    if low == high:
        return m.eq(total, low)
    above = low == every[0] or m.le(low, total)
    return m.and_((above, high == every[-1] or m.le(total, high)))


# ---- truth tables --------------------------------------------------------------------------------


def _table(root: Bool, values: Mapping[IntVar, Sequence[int]]) -> int:
    """The pairs of values of two variables where a condition holds: the first counts fastest."""
    (x, first), (y, second) = values.items()
    width, height = len(first), len(second)
    every = (1 << width * height) - 1
    lowest = sum([1 << width * k for k in range(height)])
    known: dict[Any, Any] = {
        x: {a: lowest << k for k, a in enumerate(first)},
        y: {b: ((1 << width) - 1) << width * k for k, b in enumerate(second)},
    }
    for node in bottom_up((root,), known):
        known[node] = _worked_out(node, known, every)
    found: int = known[root]
    return found


def _worked_out(node: Any, known: dict[Any, Any], every: int) -> int | Column:
    """The pairs where a condition holds, or the column of a number; known: those of its parts."""
    kind = type(node)
    if kind is Member:
        column: Column = known[node.arg]
        domain, mask = node.arg.domain, node.mask
        held = (pairs for v, pairs in column.items() if pairs and mask >> domain.index(v) & 1)
        return _any(held)
    joined = where(node, known, every)
    if joined is not None:
        return joined

    def of(part: Any) -> Column:
        if isinstance(part, int):
            return {int(part): every}
        pairs = known[part]
        return {1: pairs, 0: every & ~pairs} if isinstance(pairs, int) else pairs

    if kind is Abs:
        return _merged((abs(value), pairs) for value, pairs in of(node.arg).items())
    if kind in _CHOICES:
        return _joined((of(part) for part in node.args), _CHOICES[kind])
    if kind in SUMS:
        return summed(node, [[*of(part).items()] for _, part in node.terms], every)
    scaled = (_merged((c * v, pairs) for v, pairs in of(part).items()) for c, part in node.terms)
    total = _joined(scaled, int.__add__)
    return {value + node.constant: pairs for value, pairs in total.items()}


def _any(some: Iterable[int]) -> int:
    found = 0
    for pairs in some:
        found |= pairs
    return found


def _merged(some: Iterable[tuple[int, int]]) -> Column:
    found: Column = {}
    for value, pairs in some:
        found[value] = found.get(value, 0) | pairs
    return found


def _joined(columns: Iterable[Column], choice: Callable[[int, int], int]) -> Column:
    """The column of several numbers, combined two at a time."""
    first, *others = columns
    for other in others:
        first = _merged(
            (choice(a, b), pairs)
            for a, some in first.items()
            for b, those in other.items()
            if (pairs := some & those)
        )
    return first
