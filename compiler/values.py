"""Values while a spec is grounded, and the operations of the language on them.

What only the puzzle decides is a plain Python value; what the solver decides holds nodes:

    bool, int           `bool` / `int`, or a node of the model
    symbol, place       `str`, `Place`, `Unit`; found: a `Choice` among such constants
    placement           `Placement`; found: a `Choice`
    list, set           `tuple`, `range`, `Unit`; `Seq` where members may be absent or order is none
    layer, relation     `Layer`
    division, piece     `Division`, `Piece` (see `divisions`)
    missing             None; perhaps missing: `Maybe`, or a `Choice` none of whose options holds

Comparisons with a missing value are False, arithmetic with it is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product, repeat
from math import prod
from operator import add, ge, gt, le, lt, mul, sub
from typing import Any, TypeAlias

from ..records import field, record
from .divisions import Division, Piece
from .forms import FoundShape, Shape, same_shape
from .geometry import Place, Unit
from .globals.runs import RUNS
from .limits import listable, within_limits
from .model import Model
from .nodes import BOOL_NODES, Bool, IntOperand, Member, domain_of
from .pieces import ABSENT

Value: TypeAlias = Any


CONSTANTS = frozenset((int, str, Place))

# How many numbers of a range a sentence lists.
LONGEST_SHOWN = 20


class Unsupported(Exception):
    """An operation that has no meaning on these values; the message is for the user."""

    code = "E0401"
    hint: str | None = None


@record(frozen=False, eq=False)
class Choice:
    """One of several constants: options maps each to the condition that it is the one.

    The conditions exclude each other; where none holds, the choice is missing.
    """

    options: dict[Any, Bool]
    _cover: dict[Any, dict[Any, Bool]] | None = None

    def present(self, m: Model) -> Bool:
        return m.or_(self.options.values())

    def cover(self, m: Model) -> dict[Any, dict[Any, Bool]]:
        """Of a choice among collections: member -> what is shown there -> when.

        A collection that is no placement shows True at its members.
        """
        if self._cover is None:
            table: dict[Any, dict[Any, list[Bool]]] = {}
            for option, condition in self.options.items():
                shows = option.shows if isinstance(option, Placement) else repeat(True)
                for (item, there), shown in zip(items(m, option), shows, strict=False):
                    at = table.setdefault(item, {})
                    at.setdefault(shown, []).append(m.and_((condition, there)))
            self._cover = {
                item: {k: m.or_(conditions) for k, conditions in at.items()}
                for item, at in table.items()
            }
        return self._cover

    def covers(self, m: Model, item: Any) -> Bool:
        """The condition that the chosen collection holds an item."""
        return m.or_(self.cover(m).get(item, {}).values())


@record(eq=False)
class Maybe:
    """A number that is missing unless `present` holds."""

    value: Any
    present: Any


@record(frozen=False, eq=False)
class Seq:
    """A list (or, unordered, a set) whose item i is there only if conditions[i] holds."""

    items: tuple[Any, ...]
    conditions: tuple[Bool, ...]
    unordered: bool = False
    _table: dict[Any, list[Bool]] | None = field(default=None, repr=False)

    def holds(self, m: Model, constant: Any) -> Bool | None:
        """The condition that a constant is among the items; None if not all of them are such."""
        if self._table is None:
            self._table = {}
            if all(type(item) in CONSTANTS for item in self.items):
                for item, condition in zip(self.items, self.conditions, strict=True):
                    self._table.setdefault(item, []).append(condition)
        if not self._table and self.items:
            return None
        return m.or_(self._table.get(constant, ()))


@record(eq=False)
class Lengths:
    """The list of the lengths of the stretches of a line; conditions: of its places, in order.

    Kept apart from other lists because its comparison with numbers is a global constraint.
    """

    conditions: tuple[Bool, ...]


@record(eq=False)
class Bag:
    """A list with its order forgotten: how often each constant is in it."""

    counts: dict[Any, IntOperand]


@record
class Placement:
    """A shape laid on the board: its cells in reading order and what it shows at each."""

    cells: tuple[Place, ...]
    shows: tuple[Any, ...]

    def __repr__(self) -> str:
        return "+".join(c.name for c in self.cells)


@record
class Image:
    """A picture of a thing: the values by row and column (from 0)."""

    height: int
    width: int
    values: tuple[tuple[Any, ...], ...]


@record(frozen=False, eq=False)
class Layer:
    """A function from places to values; a set of places too (see `items`).

    table: by place, or by a tuple of places where there are several keys. truth: a bool layer.
    relation: the keys are pairs of places in no order. kind: the kind of its places. numbers:
    whether its values are numbers; None where only they tell.
    """

    name: str
    table: dict[Any, Any]
    truth: bool
    kind: str = ""
    relation: bool = False
    numbers: bool | None = None
    _partners: dict[Any, list[tuple[Any, Bool]]] | None = field(default=None, repr=False)

    def get(self, key: Any) -> Value:
        """The value at a place; where there is none it is missing, of a bool layer no."""
        value = self.table.get(key)
        if value is None and self.relation and key is not None:
            value = self.table.get(key[::-1])
        return False if value is None and self.truth else value

    def has(self, m: Model, key: Any) -> Bool:
        """The condition that a place is in the layer, taken as a set."""
        value = self.get(key)
        return value if self.truth else present(m, value)

    def partners(self, place: Any) -> list[tuple[Any, Bool]]:
        """Of a relation: the places it joins to a place, and the condition of each."""
        if self._partners is None:
            self._partners = {}
            for (a, b), condition in self.table.items():
                self._partners.setdefault(a, []).append((b, condition))
                self._partners.setdefault(b, []).append((a, condition))
        return self._partners.get(place, [])


def is_truth(value: Value) -> bool:
    return isinstance(value, (bool, *BOOL_NODES))


def is_number(value: Value) -> bool:
    """An int, a bool or a node of either kind."""
    return isinstance(value, int) or hasattr(value, "id")


def present(m: Model, value: Value) -> Bool:
    """The condition that a value is not missing."""
    if value is None:
        return False
    if isinstance(value, Maybe):
        return value.present
    if isinstance(value, Choice):
        return value.present(m)
    if isinstance(value, Piece):
        return value.there
    return True


# ---- lists and sets ------------------------------------------------------------------------------


def items(m: Model, value: Value) -> Sequence[tuple[Any, Bool]]:
    """The members of a collection, each with the condition that it is there."""
    match value:
        case range():
            return [(item, True) for item in listable(value)]
        case tuple() | Unit():
            return [(item, True) for item in value]
        case Seq():
            return list(zip(value.items, value.conditions, strict=True))
        case Lengths():
            return [(j - i, c) for i, j, c in stretches(m, value.conditions)]
        case Layer(truth=truth):
            if truth:
                return [(key, c) for key, c in value.table.items() if c is not False]
            pairs = ((key, present(m, v)) for key, v in value.table.items())
            return [(key, c) for key, c in pairs if c is not False]
        case Placement():
            return [(cell, True) for cell in value.cells]
        case Choice():
            return [(item, value.covers(m, item)) for item in value.cover(m)]
        case Piece():
            return value.items(m)
        case Division():
            return list(value.each(m))
        case None:
            return []
    raise Unsupported(f"{show(value)} is no list or set")


def is_collection(value: Value) -> bool:
    if isinstance(value, Choice):  # its options are all of one kind
        return isinstance(next(iter(value.options), None), (tuple, Unit, Placement, Piece))
    kinds = (tuple, range, Unit, Seq, Lengths, Layer, Placement, Piece, Division)
    return isinstance(value, kinds)


def stretches(m: Model, line: Sequence[Bool]) -> list[tuple[int, int, Bool]]:
    """The possible longest stretches of true conditions: (start, end, condition), end exclusive."""
    out: list[tuple[int, int, Bool]] = []
    for start in range(len(line)):
        before = m.not_(line[start - 1]) if start else True
        held = before
        for end in range(start + 1, len(line) + 1):
            held = m.and_((held, line[end - 1]))
            if held is False:
                break
            condition = m.and_((held, m.not_(line[end]))) if end < len(line) else held
            if condition is not False:
                out.append((start, end, condition))
    return out


def sequence(m: Model, pairs: Iterable[tuple[Value, Bool]]) -> Value:
    """A list of values under conditions; a missing value is left out."""
    out: list[Any] = []
    conditions: list[Bool] = []
    for value, condition in pairs:
        if condition is False or value is None:
            continue
        if isinstance(value, Maybe):
            condition = m.and_((condition, value.present))
            value = value.value
        elif isinstance(value, (Choice, Piece)):
            condition = m.and_((condition, present(m, value)))
        if condition is not False:
            out.append(value)
            conditions.append(condition)
    if all(c is True for c in conditions):
        return tuple(out)
    return Seq(tuple(out), tuple(conditions))


def make_set(m: Model, pairs: Iterable[tuple[Value, Bool]]) -> Value:
    """A set: equal constants once, what is found as all that it can be.

    Where sets among the members are found, each is there that equals none before it.
    """
    members = list(pairs)
    table: dict[Any, Bool] = {}
    for value, condition in members:
        if condition is True and type(value) in CONSTANTS:  # the common case first
            table[value] = True
            continue
        if condition is False or value is None:
            continue
        if is_found_set(value):
            return _set_of_sets(m, members)
        for option, chosen in constants(m, value):
            c = m.and_((condition, chosen))
            table[option] = m.or_((table[option], c)) if option in table else c
    return from_table(table)


def is_found_set(value: Value) -> bool:
    """Whether it is not just one of some constants."""
    if isinstance(value, Choice):
        return any(isinstance(option, (Piece, FoundShape)) for option in value.options)
    return isinstance(value, (Piece, Seq, Layer, FoundShape))


def _set_of_sets(m: Model, pairs: Sequence[tuple[Value, Bool]]) -> Value:
    table: dict[Any, Bool] = {}
    for value, condition in pairs:
        if value is None:
            continue
        before = [m.and_((c, equal(m, value, v))) for v, c in table.items() if v is not value]
        new = m.and_((condition, present(m, value), m.not_(m.or_(before))))
        table[value] = m.or_((table.get(value, False), new))
    return from_table(table)


def from_table(table: dict[Any, Bool]) -> Seq:
    kept = {k: c for k, c in table.items() if c is not False}
    return Seq(tuple(kept), tuple(kept.values()), unordered=True)


def contains(m: Model, x: Value, collection: Value) -> Bool:
    """x in collection."""
    if x is None:
        return False
    if isinstance(x, Maybe):
        return m.and_((x.present, contains(m, x.value, collection)))
    if isinstance(x, Choice):
        if isinstance(collection, Unit):  # the smaller one as a rule
            return m.or_(x.options.get(place, False) for place in collection.members)
        return m.or_(
            m.and_((chosen, contains(m, option, collection)))
            for option, chosen in x.options.items()
        )
    match collection:
        case Unit() if isinstance(x, Place):
            return x in collection.members
        case Layer():
            return collection.has(m, x)
        case Piece():
            return collection.has(m, x)
        case Choice() if is_collection(collection):
            return collection.covers(m, x)
        case range() if is_number(x):
            return m.member(x, collection)
        case Seq() if type(x) in CONSTANTS:
            among = collection.holds(m, x)
            if among is not None:
                return among
    constants: set[int] = set()
    rest: list[Bool] = []
    for item, condition in items(m, collection):
        if condition is True and isinstance(item, int) and is_number(x):
            constants.add(item)
        else:
            rest.append(m.and_((condition, equal(m, x, item))))
    if constants:
        rest.append(m.member(x, constants))
    return m.or_(rest)


# ---- comparison ----------------------------------------------------------------------------------


def equal(m: Model, a: Value, b: Value) -> Bool:
    """a = b; missing equals nothing."""
    if type(a) in CONSTANTS and type(b) in CONSTANTS:
        return a == b
    if a is None or b is None:
        return False
    if isinstance(a, Maybe):
        return m.and_((a.present, equal(m, a.value, b)))
    if isinstance(b, Maybe):
        return m.and_((b.present, equal(m, a, b.value)))
    if isinstance(b, Choice) and not isinstance(a, Choice):
        a, b = b, a
    if isinstance(a, Choice):
        plain = not (is_found_set(a) or is_found_set(b))
        if isinstance(b, Choice) and plain:
            return m.or_(
                m.and_((chosen, b.options[option]))
                for option, chosen in a.options.items()
                if option in b.options
            )
        if not plain or is_collection(b) or (is_number(b) and not isinstance(b, int)):
            return m.or_(
                m.and_((chosen, equal(m, option, b))) for option, chosen in a.options.items()
            )
        return a.options.get(b, False)
    if is_number(a) and is_number(b):
        if is_truth(a) and is_truth(b):
            return m.iff(a, b)
        return m.eq(a, b)
    if isinstance(a, Bag) and isinstance(b, Bag):
        return m.and_(
            m.eq(a.counts.get(k, 0), b.counts.get(k, 0)) for k in {**a.counts, **b.counts}
        )
    if isinstance(a, (Shape, FoundShape)) and isinstance(b, (Shape, FoundShape)):
        if (a.turned, a.flipped) != (b.turned, b.flipped):
            raise Unsupported("shapes are compared that are turned or flipped in different ways")
        return same_shape(m, a, b)
    if isinstance(a, Piece) and isinstance(b, Piece) and a.is_comparable(b):
        return a.division.together(m, a.vertex, b.vertex)
    if isinstance(a, Division) and isinstance(b, Division):
        return a.equal(m, b)
    if isinstance(a, Piece) or isinstance(b, Piece):
        return m.and_((present(m, a), present(m, b), _equal_sets(m, a, b)))
    if is_collection(a) and is_collection(b):
        if _is_set(a) or _is_set(b):
            return _equal_sets(m, a, b)
        return _equal_lists(m, a, b)
    return a == b


def _is_set(value: Value) -> bool:
    return isinstance(value, (Layer, Piece)) or (isinstance(value, Seq) and value.unordered)


def _equal_sets(m: Model, a: Value, b: Value) -> Bool:
    left, right = dict(items(m, a)), dict(items(m, b))
    if left == right:
        return True
    if any(is_found_set(v) for v in {**left, **right}):
        ways = ((left, b), (right, a))
        return m.and_(m.implies(c, contains(m, v, s)) for one, s in ways for v, c in one.items())
    return m.and_(m.iff(left.get(k, False), right.get(k, False)) for k in {**left, **right})


def _equal_lists(m: Model, a: Value, b: Value) -> Bool:
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Lengths):
            lengths = items(m, other)
            if all(c is True and isinstance(v, int) for v, c in lengths):
                return m.all_of(RUNS, one.conditions, tuple(v for v, _ in lengths))
    left, right = items(m, a), items(m, b)
    if _in_one_order([v for v, _ in left], [v for v, _ in right]):
        return _equal_sets(m, a, b)
    if all(c is True for _, c in left) and all(c is True for _, c in right):
        if len(left) != len(right):
            return False
        return m.and_(equal(m, x, y) for (x, _), (y, _) in zip(left, right, strict=True))
    # Item i stands at position k if it is there and k items before it are. Lists are equal if
    # equally long and equal wherever positions agree.
    parts = [m.eq(m.sum_(c for _, c in left), m.sum_(c for _, c in right))]
    places_left = _positions(m, left, len(right))
    places_right = _positions(m, right, len(left))
    for (x, _), at in zip(left, places_left, strict=True):
        for (y, _), other_at in zip(right, places_right, strict=True):
            same = m.or_(m.and_((at[k], other_at[k])) for k in at.keys() & other_at.keys())
            if same is not False:
                parts.append(m.implies(same, equal(m, x, y)))
    return m.and_(parts)


def _in_one_order(a: list[Any], b: list[Any]) -> bool:
    """Whether two lists are of places, each once, and those of both in the same order: then they
    are equal as lists if they are as sets."""
    if not all(isinstance(v, Place) for v in (*a, *b)):
        return False
    left, right = dict.fromkeys(a), dict.fromkeys(b)
    once = len(left) == len(a) and len(right) == len(b)
    return once and [v for v in left if v in right] == [v for v in right if v in left]


def _positions(m: Model, pairs: Sequence[tuple[Value, Bool]], end: int) -> list[dict[int, Bool]]:
    """For each optional item, the condition that it stands at position k < end, by k."""
    out: list[dict[int, Bool]] = []
    before: dict[int, Bool] = {0: True}  # k -> exactly k of the items so far are there
    for _, condition in pairs:
        out.append(
            {k: at for k, c in before.items() if (at := m.and_((c, condition))) is not False}
        )
        absent = m.not_(condition)
        after: dict[int, Bool] = {}
        for k, c in before.items():
            after[k] = m.or_((after.get(k, False), m.and_((c, absent))))
            if k + 1 == end:
                continue
            after[k + 1] = m.or_((after.get(k + 1, False), m.and_((c, condition))))
        before = {k: c for k, c in after.items() if c is not False}
    return out


_ORDERS: dict[str, Callable[[Model, Any, Any], Bool]] = {
    "<": lambda m, a, b: m.lt(a, b),
    "<=": lambda m, a, b: m.le(a, b),
    ">": lambda m, a, b: m.lt(b, a),
    ">=": lambda m, a, b: m.le(b, a),
}


_PLAIN_ORDERS: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


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
        return _PLAIN_ORDERS[op](a, b)
    a, b, there = number(m, a), number(m, b), []
    for side in (a, b):
        if side is None:
            return False
        if isinstance(side, Maybe):
            there.append(side.present)
    left = a.value if isinstance(a, Maybe) else a
    right = b.value if isinstance(b, Maybe) else b
    return m.and_((*there, _ORDERS[op](m, left, right)))


# ---- numbers -------------------------------------------------------------------------------------


def number(m: Model, value: Value) -> Value:
    """A value as a number: a choice among numbers becomes a node."""
    if isinstance(value, Choice) and all(isinstance(o, int) for o in value.options):
        return _merge_numbers(m, [(chosen, o) for o, chosen in value.options.items()])
    if value is None or is_number(value) or isinstance(value, Maybe):
        return value
    raise Unsupported(f"{show(value)} is no number")


_PLAIN: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}


def arithmetic(m: Model, op: str, a: Value, b: Value) -> Value:
    """a op b on numbers; missing where one of them is."""
    if type(a) is int and type(b) is int and op in _PLAIN:
        return within_limits(_PLAIN[op](a, b))
    a, b = number(m, a), number(m, b)
    if a is None or b is None:
        return None
    conditions = [v.present for v in (a, b) if isinstance(v, Maybe)]
    a = a.value if isinstance(a, Maybe) else a
    b = b.value if isinstance(b, Maybe) else b
    match op:
        case "+":
            result: Value = m.linear(((1, a), (1, b)))
        case "-":
            result = m.linear(((1, a), (-1, b)))
        case "*":
            result = m.times(a, b)
        case _:
            # Dividing by 0 has no value, an inexact division neither: both are missing.
            if not isinstance(b, int) and 0 in domain_of(b):
                conditions.append(m.not_(m.member(b, (0,))))
                b = nonzero(m, b)
            elif isinstance(b, int) and b == 0:
                return None
            if op == "%":
                result = m.mod(a, b)
            else:
                conditions.append(m.divides(a, b))
                result = m.div(a, b)
    there = m.and_(conditions)
    return result if there is True else None if there is False else Maybe(result, there)


def nonzero(m: Model, x: Any) -> IntOperand:
    """x, but 1 where x is 0."""
    if isinstance(x, BOOL_NODES):
        return 1
    return m.ite(m.member(x, (0,)), 1, _without_zero(m, x))


def _without_zero(m: Model, x: Any) -> IntOperand:
    options = [v or 1 for v in listable(domain_of(x))]
    return m.element(x, options)


def under(m: Model, condition: Bool, x: IntOperand, otherwise: int) -> IntOperand:
    """x where a condition holds, a constant elsewhere."""
    if isinstance(condition, Member) and condition.arg is x:
        kept = set(condition.values)
        return m.element(x, [v if v in kept else otherwise for v in domain_of(x)])
    if otherwise == 0 and (isinstance(x, (int, *BOOL_NODES))):
        return m.times(condition, x)
    return m.ite(condition, x, otherwise)


# ---- choosing between values ---------------------------------------------------------------------


def conditional(m: Model, test: Bool, then: Value, otherwise: Value) -> Value:
    """then if test else otherwise, whatever the two are."""
    if test is True:
        return then
    if test is False:
        return otherwise
    return merge(m, [(test, then), (m.not_(test), otherwise)])


def merge(m: Model, cases: Sequence[tuple[Bool, Value]]) -> Value:
    """The value of the one case whose condition holds; missing where none does.

    Conditions exclude each other. All values are of one kind.
    """
    live: list[tuple[Bool, Value]]
    live = [(c, v) for c, v in cases if c is not False and v is not None]
    if not live:
        return None
    first = live[0][1]
    if is_truth(first):
        return m.or_(m.and_((c, v)) for c, v in live)
    if isinstance(first, Maybe) or is_number(first):
        return _merge_numbers(m, live)
    if all(_is_piece(v) for _, v in live):
        live = [(m.and_((c, present(m, v))), v) for c, v in live]
        if all(c is False for c, _ in live):
            return first.division.at(ABSENT) if isinstance(first, Piece) else None
    elif isinstance(first, (Seq, Layer)) or (is_collection(first) and not _all_constant(live)):
        pairs = [(i, m.and_((c, ic))) for c, v in live for i, ic in items(m, v)]
        if any(_is_set(v) for _, v in live):
            return make_set(m, pairs)
        return Seq(tuple(i for i, _ in pairs), tuple(c for _, c in pairs))
    if len(live) == 1 and live[0][0] is True:
        return first
    groups: dict[Any, list[Bool]] = {}
    for c, v in live:
        options = (
            [(o, m.and_((c, chosen))) for o, chosen in v.options.items()]
            if isinstance(v, Choice)
            else [(v, c)]
        )
        for option, condition in options:
            groups.setdefault(option, []).append(condition)
    return choice_among({o: m.or_(cs) for o, cs in groups.items()})


def _is_piece(value: Value) -> bool:
    if isinstance(value, Choice):
        return all(isinstance(option, Piece) for option in value.options)
    return isinstance(value, Piece)


def _all_constant(cases: Sequence[tuple[Bool, Value]]) -> bool:
    return all(
        isinstance(v, (Unit, Placement, Choice))
        or (isinstance(v, tuple) and all(isinstance(i, (Place, str, Unit)) for i in v))
        for _, v in cases
    )


def choice_among(options: dict[Any, Bool]) -> Value:
    """A choice whose option o is taken where options[o] holds (they exclude each other)."""
    live: dict[Any, Bool] = {o: c for o, c in options.items() if c is not False}
    for option, condition in live.items():
        if condition is True:
            return option
    return Choice(live) if live else None


def _merge_numbers(m: Model, cases: Sequence[tuple[Bool, Value]]) -> Value:
    there = m.or_(m.and_((c, present(m, v))) for c, v in cases)
    plain = [(c, v.value if isinstance(v, Maybe) else number(m, v)) for c, v in cases]
    table = [(c, v) for c, v in plain if isinstance(c, Member) and isinstance(v, int)]
    if len(table) == len(plain) and len({c.arg for c, _ in table}) == 1:
        index = table[0][0].arg
        shown = {code: v for c, v in table for code in c.values}
        filler = table[0][1]
        options = [shown.get(code, filler) for code in listable(domain_of(index))]
        element = m.element(index, options)
        return element if there is True else Maybe(element, there)
    value = plain[-1][1]
    for c, v in reversed(plain[:-1]):
        value = m.ite(c, v, value)
    return value if there is True else Maybe(value, there)


def lookup(m: Model, function: Callable[..., Value], *args: Value) -> Value:
    """function(*args), a function of constants; a found argument is looked up in a table."""
    for i, arg in enumerate(args):
        if isinstance(arg, Choice) or (isinstance(arg, Maybe) or _is_found_number(arg)):
            return merge(
                m,
                [
                    (condition, lookup(m, function, *args[:i], option, *args[i + 1 :]))
                    for option, condition in constants(m, arg)
                ],
            )
        if arg is None:
            return function(*args)
    return function(*args)


def _is_found_number(value: Value) -> bool:
    return hasattr(value, "id")


def constants(m: Model, value: Value) -> Iterator[tuple[Any, Bool]]:
    """What a value can be, and when: a list, every list of what its members can be."""
    if isinstance(value, Choice):
        for option, chosen in value.options.items():
            if isinstance(option, Piece):
                yield from ((o, m.and_((chosen, c))) for o, c in constants(m, option))
            else:
                yield option, chosen
    elif isinstance(value, Maybe):
        for option, condition in constants(m, value.value):
            yield option, m.and_((value.present, condition))
    elif isinstance(value, BOOL_NODES):
        yield True, value
        yield False, m.not_(value)
    elif hasattr(value, "id"):
        for v in listable(domain_of(value)):
            yield v, m.member(value, (v,))
    elif isinstance(value, tuple):
        members = [list(constants(m, member)) for member in value]
        listable(range(prod(map(len, members))))
        for pairs in product(*members):
            yield tuple(v for v, _ in pairs), m.and_(c for _, c in pairs)
    elif isinstance(value, Piece) and value.within is None:
        yield from value.named(m)
    elif isinstance(value, (Seq, Lengths, Layer, Piece, FoundShape)):
        raise Unsupported("a set, or a list whose members are found, cannot be told from others")
    else:
        yield value, True


# ---- as text -------------------------------------------------------------------------------------


def show(value: Value) -> str:
    """A value as a sentence shows it."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case Unit() | Place():
            return value.name
        case range() if len(value) > LONGEST_SHOWN:
            return f"{value[0]}..{value[-1]}"
        case tuple() | range():
            return "[" + ", ".join(show(v) for v in value) + "]"
        case Seq() if all(c is True for c in value.conditions):
            opening, closing = ("{", "}") if value.unordered else ("[", "]")
            return opening + ", ".join(show(v) for v in value.items) + closing
        case Layer():
            return value.name or "a layer"
        case Piece(vertex=vertex):
            return (
                "no piece" if vertex < 0 else f"the piece of {show(value.division.places[vertex])}"
            )
        case Division(name=name):
            return name or "a division"
        case Choice() | Maybe() | Seq() | Lengths() | Bag() | FoundShape():
            return "a value to be found"
    return "a value to be found" if hasattr(value, "id") else str(value)


def split_tokens(text: str) -> list[str]:
    """The tokens of a quoted text: separated by spaces, or one character each."""
    return text.split() if " " in text.strip() else list(text.strip())
