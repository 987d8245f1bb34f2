"""Comparison of values: equality, order, membership."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Final, TypeAlias

from ...model.globals.runs import RUNS
from ...model.model import Model
from ...model.nodes import Bool, IntOperand, domain_of
from ..board.places import Place, Unit
from .choice import Choice
from .forms import FoundShape, Shape, same_shape
from .lengths import MAX_LINE, have_lengths
from .listing import constants, positions, tally
from .members import in_order, items
from .moved import Moved
from .numbers import number
from .of_pieces import Repeated
from .partitions import Box, Partition, Piece
from .values import (
    CONSTANTS,
    Awaited,
    Bag,
    Gradual,
    GuardedList,
    Layer,
    Lengths,
    Maybe,
    Unsupported,
    Value,
    is_collection,
    is_constant,
    is_found_set,
    is_number,
    is_open,
    is_set,
    is_truth,
    present,
)

_PLACES: Final = frozenset((Place,))
# The members of a bag or a list, each with the condition that it is there.
Members: TypeAlias = "Sequence[tuple[Value, Bool]]"
Alike: TypeAlias = Callable[[Model, Value, Value], Bool]


def contains(m: Model, x: Value, collection: Value) -> Bool:
    """x in collection."""
    if x is None:
        return False
    if type(x) is Place and type(collection) is Choice and is_collection(collection):
        return collection.covers(m, x)  # the common case first
    if isinstance(collection, Repeated):
        collection = collection.once()
    if isinstance(x, Gradual) and isinstance(collection, (range, tuple, GuardedList)):
        return _gradually_among(m, x, collection)
    if isinstance(x, Maybe):
        return m.and_((x.present, contains(m, x.value, collection)))
    if isinstance(x, Choice):
        return _choice_among(m, x, collection)
    found = _directly_among(m, x, collection)
    return _among_members(m, x, collection) if found is None else found


def _choice_among(m: Model, x: Choice, collection: Value) -> Bool:
    """x in collection: whether one of the options that are in it is chosen."""
    if isinstance(collection, Unit):  # usually the smaller of the two
        return m.or_([x.options[place] for place in collection.members if place in x.options])
    members = _few_constants(collection, len(x.choices))
    if members is not None and type(next(iter(x.choices))) in CONSTANTS:
        return m.or_([m.and_((x.chosen_if(v), c)) for v, c in members])
    return m.or_([m.and_((c, contains(m, option, collection))) for option, c in x.options.items()])


def _directly_among(m: Model, x: Value, collection: Value) -> Bool | None:
    """x in a collection that need not be listed for it; None for others."""
    match collection:
        case Unit() if isinstance(x, Place):
            return x in collection.members
        case tuple() if type(x) is Place and _PLACES.issuperset(map(type, collection)):
            return x in collection
        case Layer() if is_constant(x) or isinstance(x, Unit):
            return collection.has(m, x)
        case Layer() | Partition() if not is_constant(x) and (isinstance(x, tuple) or is_number(x)):
            options = [(int(v) if v is True or v is False else v, c) for v, c in constants(m, x)]
            return m.or_([m.and_((c, contains(m, option, collection))) for option, c in options])
        case Piece():
            return collection.has(m, x)
        case Box():
            return contains(m, x, collection.cells)
        case Partition() if type(x) in (Place, int, str) or x in collection.position:
            at = collection.position.get(x)
            return at is not None and collection.graph.vertices[at]
        case Choice() if is_collection(collection):
            return collection.covers(m, x)
        case range() if is_number(x):
            return m.member(x, collection)
        case GuardedList() if type(x) in CONSTANTS:
            return collection.holds(m, x)
    return None


def _among_members(m: Model, x: Value, collection: Value) -> Bool:
    """Whether x is one of the members of a collection."""
    numbers: set[int] = set()
    rest: list[Bool] = []
    for item, condition in items(m, collection):
        if condition is True and isinstance(item, int) and is_number(x):
            numbers.add(item)
        else:
            rest.append(m.and_((condition, equal(m, x, item))))
    if numbers and is_number(x):
        rest.append(m.member(x, numbers))
    return m.or_(rest)


def _few_constants(collection: Value, most: int) -> Members | None:
    """The members of a list or set of at most some number of constants, each with its condition;
    None for others."""
    if type(collection) is tuple:
        few = len(collection) <= most and CONSTANTS.issuperset(map(type, collection))
        return [(member, True) for member in collection] if few else None
    if type(collection) is GuardedList:
        members = collection.items
        few = len(members) <= most and CONSTANTS.issuperset(map(type, members))
        return [*zip(members, collection.conditions, strict=True)] if few else None
    return None


def equal(m: Model, a: Value, b: Value) -> Bool:
    """a = b; a missing value equals nothing. Raises Unsupported for shapes that are turned or
    flipped in different ways."""
    if type(a) in CONSTANTS and type(b) in CONSTANTS:
        return a == b
    if is_number(a) and is_number(b):
        return m.iff(a, b) if is_truth(a) and is_truth(b) else m.eq(a, b)
    if a is None or b is None:
        return False
    if type(a) is Piece and type(b) is Piece and a.is_comparable(b):
        return a.partition.connected(m, a.vertex, b.vertex)
    if isinstance(a, Awaited):
        a.terms.append(b)
        return True
    if isinstance(b, Awaited):
        return equal(m, b, a)
    if isinstance(a, Gradual) or isinstance(b, Gradual):
        return _gradually(m, "=", a, b)
    if isinstance(a, Maybe):
        return m.and_((a.present, equal(m, a.value, b)))
    if isinstance(b, Maybe):
        return m.and_((b.present, equal(m, a, b.value)))
    if isinstance(a, Choice):
        return _choice_equals(m, a, b)
    if isinstance(b, Choice):
        return _choice_equals(m, b, a)
    return _equal_groups(m, a, b)


def _choice_equals(m: Model, a: Choice, b: Value) -> Bool:
    """a = b, where b may be a choice, too."""
    if type(b) in CONSTANTS:  # the common case first
        return a.chosen_if(b)
    plain = not (is_found_set(a) or is_found_set(b))
    if isinstance(b, Choice) and plain:
        one, other = _by_members(m, a), _by_members(m, b)
        return m.or_([m.and_((chosen, other[x])) for x, chosen in one.items() if x in other])
    if not plain or is_collection(b) or (is_number(b) and not isinstance(b, int)):
        return m.or_([m.and_((c, equal(m, option, b))) for option, c in a.options.items()])
    return a.options.get(b, False)


def _equal_groups(m: Model, a: Value, b: Value) -> Bool:
    """a = b of bags, shapes, pieces, sets and lists."""
    if isinstance(a, Bag) and isinstance(b, Bag):
        return _equal_bags(m, a, b)
    if isinstance(a, (Shape, FoundShape)) and isinstance(b, (Shape, FoundShape)):
        if (a.turned, a.flipped) != (b.turned, b.flipped):
            raise Unsupported("these shapes are turned or flipped in different ways")
        return same_shape(m, a, b)
    if isinstance(a, Partition) and isinstance(b, Partition):
        return a.equal(m, b)
    if isinstance(a, Piece) and isinstance(b, (Moved, Box)):
        a, b = b, a
    if isinstance(a, Moved) and isinstance(b, Piece):
        return m.and_((present(m, a.piece), present(m, b), a.equals(m, b)))
    if isinstance(a, Box) and isinstance(b, Piece) and a.piece.is_comparable(b):
        return a.equals(m, b)
    if is_collection(a) and is_collection(b):
        same = _equal_sets if is_set(a) or is_set(b) else _equal_lists
        there = m.and_((present(m, a), present(m, b)))
        return there if there is False else m.and_((there, same(m, a, b)))
    return a == b


def _by_members(m: Model, choice: Choice) -> dict[Any, Bool]:
    """The options of a choice; of units, the lists of their members: these are compared."""
    options = choice.options
    if not is_collection(choice) or Unit not in map(type, options):
        return options
    lists = lists_of({option: [chosen] for option, chosen in options.items()})
    return {members: m.or_(chosen) for members, chosen in lists.items()}


def lists_of(table: dict[Any, list[Bool]]) -> dict[Any, list[Bool]]:
    """The conditions of values, with lists in place of units: those of equal ones together."""
    found: dict[Any, list[Bool]] = {}
    for value, conditions in table.items():
        members = value.members if type(value) is Unit else value
        found.setdefault(members, []).extend(conditions)
    return found


def _equal_bags(m: Model, a: Bag, b: Bag) -> Bool:
    for awaited, bag in ((a.content, b), (b.content, a)):
        if isinstance(awaited, Awaited):
            awaited.terms.append(bag)
            return True
    for one, other in ((a.content, b.content), (b.content, a.content)):
        if isinstance(one, Lengths) and len(one.conditions) <= MAX_LINE and isinstance(other, dict):
            counts = [(v, n) for v, n in other.items() if isinstance(n, int)]
            if len(counts) == len(other):
                return have_lengths(m, one, [v for v, n in counts for _ in range(n)])
    if isinstance(a.content, tuple) or isinstance(b.content, tuple):
        return _equally_often(m, _members(m, a), _members(m, b))
    left, right = _counts(m, a), _counts(m, b)
    if are_compared((*left, *right)):
        return _equally_often(m, _members(m, a), _members(m, b))
    return m.and_([m.eq(left.get(k, 0), right.get(k, 0)) for k in {**left, **right}])


def _equally_often(m: Model, left: Members, right: Members) -> Bool:
    """Whether each member of two bags is the same as equally many members of both."""
    conditions: list[Bool] = []
    for value, there in (*left, *right):
        if value is not None and there is not False:
            counts = [
                m.sum_([m.and_((c, _is_same(m, value, other))) for other, c in side])
                for side in (left, right)
            ]
            conditions.append(m.or_((m.not_(m.and_((there, present(m, value)))), m.eq(*counts))))
    return m.and_(conditions)


def _members(m: Model, bag: Bag) -> Members:
    """The members of a bag, each with the condition that it is there; a constant may be there
    several times."""
    content = bag.content
    if isinstance(content, dict):
        return [
            (constant, m.le(k, number))
            for constant, number in content.items()
            for k in range(1, domain_of(number)[-1] + 1)
        ]
    return content if isinstance(content, tuple) else items(m, content)


def _counts(m: Model, bag: Bag) -> dict[Any, IntOperand]:
    """How often each constant is in a bag."""
    if isinstance(bag.content, dict):
        return bag.content
    return {k: m.sum_(cs) for k, cs in tally(m, items(m, bag.content)).items()}


def are_compared(values: Iterable[Any]) -> bool:
    """Whether members of collections are compared one by one, since equal ones need not be the same
    constant: the solver decides some of them, or units are among lists of places."""
    kinds = set(map(type, values))
    if CONSTANTS.issuperset(kinds):  # the common case first
        return False
    mixed = Unit in kinds and tuple in kinds
    return mixed or any(is_found_set(v) or is_open(v) for v in values)


def is_member(m: Model, value: Value, members: Iterable[tuple[Any, Bool]]) -> Bool:
    """Whether a value is one of the members of a set, each of which has a condition."""
    return m.or_([m.and_((there, _is_same(m, value, other))) for other, there in members])


def _is_same(m: Model, a: Value, b: Value) -> Bool:
    """Whether two values are the same member of a set or bag: equal values are, but two units only
    if they are the same unit."""
    one, other = _unit(a), _unit(b)
    return equal(m, a, b) if one is None or other is None else one == other


def _unit(value: Value) -> Any:
    """What distinguishes a unit from other units; None for other values."""
    if type(value) is Unit:
        return value
    return value.unit if isinstance(value, GuardedList) else None


def is_unit(value: Value) -> bool:
    """Whether a value is a unit: a set has different units as different members, even if these
    consist of the same places."""
    return _unit(value) is not None


def _equal_sets(m: Model, a: Value, b: Value) -> Bool:
    left, right = dict(items(m, a)), dict(items(m, b))
    if left == right:
        return True
    if are_compared((*left, *right)):
        ways = ((left, right), (right, left))
        return m.and_(
            [m.implies(c, is_member(m, v, s.items())) for one, s in ways for v, c in one.items()]
        )
    return m.same(left, right)


def _equal_lists(m: Model, a: Value, b: Value) -> Bool:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Lengths) and not one.cyclic:
            lengths = in_order(m, other)
            if all(c is True and isinstance(v, int) for v, c in lengths):
                return m.all_of(RUNS, one.conditions, tuple(v for v, _ in lengths))
    left, right = in_order(m, a), in_order(m, b)
    if _in_one_order([v for v, _ in left], [v for v, _ in right]):
        return _equal_sets(m, a, b)
    return are_aligned(m, left, right, equal)


def are_aligned(m: Model, left: Members, right: Members, alike: Alike) -> Bool:
    """Whether two lists are equally long, and their members alike position by position."""
    if all(c is True for _, c in left) and all(c is True for _, c in right):
        if len(left) != len(right):
            return False
        links: list[Bool] = []
        for (x, _), (y, _) in zip(left, right, strict=True):
            condition = alike(m, x, y)
            if condition is False:
                return False
            links.append(condition)
        return m.and_(links)
    if len(right) == 1 and right[0][1] is True:
        return _is_alone(m, left, lambda x: alike(m, x, right[0][0]))
    if len(left) == 1 and left[0][1] is True:
        return _is_alone(m, right, lambda y: alike(m, left[0][0], y))
    # Item i stands at position k if it is present and k items before it are.
    parts = [m.eq(m.sum_([c for _, c in left]), m.sum_([c for _, c in right]))]
    places_left = positions(m, left, len(right))
    places_right = positions(m, right, len(left))
    for (x, _), at in zip(left, places_left, strict=True):
        for (y, _), other_at in zip(right, places_right, strict=True):
            same = m.or_([m.and_((c, other_at[k])) for k, c in at.items() if k in other_at])
            if same is not False:
                parts.append(m.implies(same, alike(m, x, y)))
    return m.and_(parts)


def _is_alone(m: Model, members: Members, meant: Callable[[Value], Bool]) -> Bool:
    """Whether exactly one of some members is there, and this one is `meant`."""
    alone = m.eq(m.sum_([c for _, c in members]), 1)
    return m.and_((alone, *[m.implies(c, meant(v)) for v, c in members]))


def _in_one_order(a: list[Any], b: list[Any]) -> bool:
    """Whether two lists hold distinct places in the same order: then they are equal as lists
    exactly if they are equal as sets."""
    if not all(isinstance(v, Place) for v in (*a, *b)):
        return False
    left, right = dict.fromkeys(a), dict.fromkeys(b)
    once = len(left) == len(a) and len(right) == len(b)
    return once and [v for v in left if v in right] == [v for v in right if v in left]


ORDERS: Final[dict[str, Callable[[Model, Any, Any], Bool]]] = {
    "<": lambda m, a, b: m.lt(a, b),
    "<=": lambda m, a, b: m.le(a, b),
    ">": lambda m, a, b: m.lt(b, a),
    ">=": lambda m, a, b: m.le(b, a),
}


# Comparisons of two known numbers.
OF_NUMBERS: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}


# The same comparison with its sides exchanged.
EXCHANGED: Final = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _gradually(m: Model, op: str, a: Value, b: Value) -> Bool:
    """a op b, where one of them is gradual: it is computed as far as the other one can be."""
    if not isinstance(a, Gradual):
        a, b, op = b, a, EXCHANGED[op]
    assert isinstance(a, Gradual), a
    difference = a.less(b) if isinstance(b, Gradual) else None
    if difference is not None:
        return compare(m, op, difference, 0)
    if isinstance(b, Gradual) and a.ends is not None and b.ends is not None:
        return _step_by_step(m, op, a, b)
    other = number(m, b)
    if other is None:
        return False
    if isinstance(other, Maybe):
        return m.and_((other.present, _gradually_to(m, op, a, other.value)))
    return _gradually_to(m, op, a, other)


def _step_by_step(m: Model, op: str, a: Gradual, b: Gradual) -> Bool:
    """a op b by what each of them is at most: the first is below the second if it is at most k - 1
    wherever the second is at most k."""
    if op in (">", ">="):
        a, b, op = b, a, EXCHANGED[op]
    assert a.ends is not None and b.ends is not None
    (first, last), (other_first, other_last) = a.ends, b.ends
    parts: list[Bool] = [a.present, b.present]
    if False in parts:
        return False
    for most in range(min(first, other_first), max(last, other_last) + 1):
        if op == "=":
            parts.append(m.iff(a.within(most), b.within(most)))
        else:
            parts.append(m.implies(b.within(most), a.within(most - 1 if op == "<" else most)))
    return m.and_(parts)


def _gradually_to(m: Model, op: str, a: Gradual, b: IntOperand) -> Bool:
    """a op b, for a number b that is not missing."""
    compared = a.compared(op, b)
    if compared is not None:
        return compared
    most = domain_of(b)[-1]
    if op in (">", ">="):
        return m.and_((a.present, m.not_(_gradually_to(m, "<=" if op == ">" else "<", a, b))))
    if not isinstance(b, int):
        compared = m.eq(a.up_to(most), b) if op == "=" else ORDERS[op](m, a.up_to(most), b)
        return m.and_((a.within(most), compared))
    if op == "=":
        return m.and_((a.within(most), m.not_(a.within(most - 1))))
    return a.within(most if op == "<=" else most - 1)


def _gradually_among(m: Model, x: Gradual, collection: Value) -> Bool:
    """x in a collection of numbers."""
    if type(collection) is range and collection.step == 1:
        return m.and_((x.within(collection.stop - 1), m.not_(x.within(collection.start - 1))))
    members = items(m, collection)
    return m.or_([m.and_((there, equal(m, x, member))) for member, there in members])


def compare(m: Model, op: str, a: Value, b: Value) -> Bool:
    """One link of a comparison chain."""
    match op:
        case "=":
            return equal(m, a, b)
        case "!=":
            return m.not_(equal(m, a, b))
        case "in":
            return contains(m, a, b)
        case "not in":
            return m.not_(contains(m, a, b))
    if type(a) is int and type(b) is int:
        return OF_NUMBERS[op](a, b)
    if is_number(a) and is_number(b):
        return ORDERS[op](m, a, b)
    if isinstance(a, Gradual) or isinstance(b, Gradual):
        return _gradually(m, op, a, b)
    a, b, there = number(m, a), number(m, b), []
    for side in (a, b):
        if side is None:
            return False
        if isinstance(side, Maybe):
            there.append(side.present)
    left = a.value if isinstance(a, Maybe) else a
    right = b.value if isinstance(b, Maybe) else b
    return m.and_((*there, ORDERS[op](m, left, right)))
