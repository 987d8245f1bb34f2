"""Compile the checked syntax tree to closures, once for each spec; they run for every puzzle.

`Lowering.expression(tree)` returns the closure of an expression (see `closures`), and fixes the
positions of local names in its frame. Statements are compiled by `statements`.
"""

from __future__ import annotations

from ...dsl.checked import EACH, EITHER, NUMBER, WHOLE
from ...dsl.diagnostics import PzcError
from ...dsl.syntax import (
    Attribute,
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Conditional,
    Expr,
    Index,
    Name,
    Number,
    Text,
    Truth,
    Unary,
)
from ...model.model import Model
from ...model.nodes import KINDS
from ...records import replace
from ..board.places import DIRECTIONS, Place, Unit
from ..builtins.operators import (
    are_sets,
    attribute_reader,
    elementwise_and,
    found_range,
    index,
    layer_at_pair,
    lift,
    relate,
)
from ..builtins.set_operations import set_operation
from ..values.choice import Choice
from ..values.choosing import conditional, lookup
from ..values.comparison import OF_NUMBERS, ORDERS
from ..values.listing import listed
from ..values.members import in_order, items
from ..values.numbers import arithmetic, as_number, as_numbers
from ..values.partitions import Partition
from ..values.sets import make_set
from ..values.values import GuardedList, Layer, Value, is_collection, is_set, present
from .calls import call
from .closures import Evaluate, Frame, context_of, implication, junction, located, negation, truth
from .comprehensions import comprehension
from .emptiness import of_emptiness
from .few_kinds import of_few_kinds
from .one_kind import of_one_kind
from .scope import Scope

# The kinds of places of a board; a set of all of a kind is called by its plural.
_KINDS = ("cell", "row", "column", "corner", "border", "link", "side", "diagonal")
_PLURALS = {name: kind for kind in _KINDS for name in (kind, kind + "s")}
_WORDS: dict[str, Value] = {**DIRECTIONS, "top": "top", "bottom": "bottom"}
# Functions with numbers as results.
_OF_NUMBERS = frozenset(("abs", "count", "digits", "kinds", "max", "min", "product", "size", "sum"))
_RELATIONS = ("adjacent", "diagonal", "touching", "knight", "meeting")


class Lowering(Scope):
    """The compiler of expressions, with the local names in scope."""

    def expression(self, tree: Expr) -> Evaluate:
        """The closure of an expression; its errors have the expression's place."""
        evaluate = self._expression(tree)
        return evaluate if self._cannot_fail(tree) else located(evaluate, tree.span)

    def _cannot_fail(self, tree: Expr) -> bool:
        """Whether an expression cannot raise errors of its own, so that it needs no place."""
        match tree:
            case Name() | Number() | Truth() | Text() | Collection(kind="list"):
                return True
            case Unary(op="not") | Binary(op="and" | "or" | "=>"):
                return True
            case Call(function=Name(id=name)):
                return name in self.defines and name not in self.scope
        return False

    def _expression(self, tree: Expr) -> Evaluate:
        match tree:
            case Name():
                return self._name(tree)
            case Number(value=value) | Truth(value=value) | Text(value=value):
                return lambda frame: value
            case Unary():
                return self._unary(tree)
            case Binary():
                return self._binary(tree)
            case Compare():
                return self._compare(tree)
            case Conditional():
                return self._conditional(tree)
            case Collection():
                return self._collection(tree)
            case Comprehension():
                return comprehension(self, tree)
            case Call():
                return call(self, tree)
            case Index():
                return self._index(tree)
            case Attribute():
                return self._attribute(tree)

    def _conditional(self, tree: Conditional) -> Evaluate:
        test = self.expression(tree.test)
        then, otherwise = self.expression(tree.then), self.expression(tree.otherwise)
        at, numbers = tree.test.span, self.readings.get(tree.then) == NUMBER
        layers = self.readings.get(tree.test, WHOLE)

        def choose(frame: Frame) -> Value:
            t = test(frame)
            if t is True or t is False:
                chosen, other = (then, otherwise) if t else (otherwise, then)
                if layers == WHOLE:
                    return chosen(frame)
                return _alike(context_of(frame).m, [chosen(frame), other(frame)], layers)[0]
            one, two = then(frame), otherwise(frame)
            if numbers:
                one, two = as_number(one), as_number(two)
            if layers != WHOLE:
                one, two = _alike(context_of(frame).m, [one, two], layers)
            return conditional(context_of(frame).m, truth(t, at), one, two)

        return choose

    def _collection(self, tree: Collection) -> Evaluate:
        members = [self.expression(part) for part in tree.items]
        layers = self.readings.get(tree.items[0], WHOLE) if tree.items else WHOLE
        as_set = tree.kind == "set"

        def collect(frame: Frame) -> Value:
            m, values = context_of(frame).m, [f(frame) for f in members]
            if layers != WHOLE:
                values = _alike(m, values, layers)
            return make_set(m, [(value, True) for value in values]) if as_set else listed(m, values)

        return collect

    def _index(self, tree: Index) -> Evaluate:
        if tree in self.kept:
            kept = self.kept[tree]
            return lambda frame: frame[kept]
        base = self.expression(tree.base)
        indices = [self._key(i) for i in tree.indices]
        if len(indices) == 2:
            one, other = indices

            def read_pair(frame: Frame) -> Value:
                layer, a, b = base(frame), one(frame), other(frame)
                if type(layer) is Layer and type(a) is type(b) is Place:  # the common case first
                    return layer_at_pair(frame[0], layer, a, b)
                return index(frame[0], layer, (a, b))

            return read_pair
        if len(indices) > 2:
            return lambda frame: index(frame[0], base(frame), tuple([f(frame) for f in indices]))
        (at,) = indices
        if self.readings.get(tree.base) == NUMBER:

            def read_member(frame: Frame) -> Value:
                members, place = base(frame), at(frame)
                if type(members) is not tuple or type(place) is not int:
                    members = as_numbers(context_of(frame).m, members)
                return _read(frame, members, place)

            return read_member
        declared, slot = self._declared_name(tree.base), self._slot(tree.indices[0])
        if (
            declared is not None and slot is not None and not self._is_list(tree.indices[0])
        ):  # as in `star[c]`, without further calls
            name, position = declared, slot
            return lambda frame: _read(frame, context_of(frame).values[name], frame[position])
        return lambda frame: _read(frame, base(frame), at(frame))

    def _key(self, tree: Expr) -> Evaluate:
        """A key of a layer; a missing list of places counts as one without members."""
        key = self.expression(tree)
        if not self._is_list(tree):
            return key

        def places(frame: Frame) -> Value:
            found = key(frame)
            return () if found is None else found

        return places

    def _is_list(self, key: Expr) -> bool:
        """Whether a key is a list or set of places, for the list of the values there."""
        return self.readings.get(key) == EACH

    def _declared_name(self, tree: Expr) -> str | None:
        """The declared name that an expression is, if it is one."""
        if not isinstance(tree, Name) or tree in self.symbols or tree.id in self.scope:
            return None
        return tree.id if tree.id in self.declared else None

    def _slot(self, tree: Expr) -> int | None:
        """The position of the local name that an expression is, if it is one."""
        if not isinstance(tree, Name) or tree in self.symbols:
            return None
        return self.scope.get(tree.id)

    def _name(self, tree: Name) -> Evaluate:
        name = tree.id
        if tree in self.symbols:
            return lambda frame: name
        if name in self.scope:
            slot = self.scope[name]
            return lambda frame: frame[slot]
        if name in self.declared:
            return lambda frame: context_of(frame).values[name]
        if name in _RELATIONS:
            return lambda frame: context_of(frame).relation(name)
        if name in _PLURALS:
            kind = _PLURALS[name]
            return lambda frame: context_of(frame).board.places(kind)
        if name in ("direction", "directions"):
            return lambda frame: context_of(frame).directions
        if name in _WORDS:
            constant = _WORDS[name]
            return lambda frame: constant
        raise PzcError.at("E0203", f"unknown name '{name}'", tree.span)

    def _unary(self, tree: Unary) -> Evaluate:
        operand = self.expression(tree.operand)
        if tree.op == "not":
            return negation(operand)

        def minus(frame: Frame) -> Value:
            context = context_of(frame)
            return lift(context, False, lambda v: arithmetic(context.m, "-", 0, v), operand(frame))

        return minus

    def _binary(self, tree: Binary) -> Evaluate:
        op = tree.op
        if op in ("and", "or"):
            lifted = self._may_be_layer(tree.right)
            operands = [tree.left, tree.right] if lifted else self._joined(tree)
            return junction(op, [self._operand(x) for x in operands], lifted)
        left, right = self._operand(tree.left), self._operand(tree.right)
        match op:
            case "=>":
                return implication(left, right, self._may_be_layer(tree.right))
            case "<=>":
                return lambda frame: lift(
                    frame[0], True, context_of(frame).m.iff, left(frame), right(frame)
                )
            case "..":

                def span_of(frame: Frame) -> Value:
                    first, last = left(frame), right(frame)
                    if not isinstance(first, int) or not isinstance(last, int):
                        return found_range(frame[0], first, last)
                    return range(first, last + 1)

                return span_of

        def operate(frame: Frame) -> Value:
            context, a, b = context_of(frame), left(frame), right(frame)
            if type(a) is int and type(b) is int:
                return arithmetic(context.m, op, a, b)
            if op in ("+", "-", "&") and are_sets(op, a, b):
                return set_operation(context, op, a, b)
            return lift(context, False, lambda x, y: arithmetic(context.m, op, x, y), a, b)

        return self.hoisted(operate, tree) if _makes_set(tree) else operate

    def _joined(self, tree: Binary) -> list[Expr]:
        """The operands of nested `and` or `or`, joined without a node for each level. A nested one
        that is evaluated once, or may be a whole layer, is an operand."""
        found: list[Expr] = []
        for side in (tree.left, tree.right):
            match side:
                case Binary(op=tree.op, right=right) if not (
                    self.is_closed(side) or self._may_be_layer(right)
                ):
                    found += self._joined(side)
                case _:
                    found.append(side)
        return found

    def _may_be_layer(self, side: Expr) -> bool:
        """Whether the right side of a connective may be a whole layer."""
        return self.readings.get(side) == EACH

    def _operand(self, tree: Expr) -> Evaluate:
        """A side of an operator; a closed operation on its own is evaluated once, as in
        `cells - black - {c}`."""
        return self.argument(tree) if isinstance(tree, Binary) else self.expression(tree)

    def _compare(self, tree: Compare) -> Evaluate:
        recognised = of_one_kind(self, tree) or of_few_kinds(self, tree) or of_emptiness(self, tree)
        if recognised is not None:
            return recognised
        ops = ("", *tree.ops)
        operands = [self._side(op, o) for op, o in zip(ops, tree.operands, strict=True)]
        readings = [self.readings.get(o, EITHER) for o in tree.operands[1:]]
        if len(operands) == 2:
            (left, right), (op,), (reading,) = operands, tree.ops, readings
            order, plain = ORDERS.get(op), OF_NUMBERS.get(op)

            def link(frame: Frame) -> Value:
                a, b = left(frame), right(frame)
                if plain is not None and type(a) is int and type(b) is int:
                    return plain(a, b)
                if order is not None and type(a) in KINDS and type(b) in KINDS:
                    return order(context_of(frame).m, a, b)
                return relate(frame[0], op, a, b, reading)

            return self._same_piece(tree, link) or link

        def chain(frame: Frame) -> Value:
            context = context_of(frame)
            values = [f(frame) for f in operands]
            links = zip(tree.ops, values, values[1:], readings, strict=False)
            parts = [relate(context, op, a, b, reading) for op, a, b, reading in links]
            if any(is_collection(p) and not isinstance(p, Layer) for p in parts):
                return elementwise_and(context, parts)
            return lift(context, True, lambda *conditions: context.m.and_(conditions), *parts)

        return chain

    def _same_piece(self, tree: Compare, link: Evaluate) -> Evaluate | None:
        """The closure of `area[a] = area[b]`, which makes no values of the pieces. link:
        that of any other comparison, which this one falls back to; None if it always would."""
        match tree:
            case Compare(
                operands=(
                    Index(base=base, indices=(one,)),
                    Index(base=Name(id=also), indices=(other,)),
                ),
                ops=("=" | "!=" as op,),
            ):
                name, a, b = self._declared_name(base), self._slot(one), self._slot(other)
            case _:
                return None
        if name is None or name != also or a is None or b is None:
            return None
        left, right, is_same = a, b, op == "="

        def compare(frame: Frame) -> Value:
            context, p, q = context_of(frame), frame[left], frame[right]
            partition = context.values[name]
            if type(partition) is not Partition or type(p) is not Place or type(q) is not Place:
                return link(frame)
            same = partition.together(context.m, p, q)
            return same if is_same else context.m.not_(same)

        return compare

    def _side(self, op: str, tree: Expr) -> Evaluate:
        """A side of a comparison, with the operator before it. Whether a value is in a set does not
        depend on which of its members are equal, so they are not compared."""
        if op in ("in", "not in") and isinstance(tree, (Collection, Comprehension)):
            tree = replace(tree, kind="list")
        return self.expression(tree)

    def _attribute(self, tree: Attribute) -> Evaluate:
        base, read = self.expression(tree.base), attribute_reader(tree.name)

        def attribute(frame: Frame) -> Value:
            context, place = context_of(frame), base(frame)
            if type(place) is Place:  # the common case first
                return read(context, place)
            return lookup(context.m, lambda v: None if v is None else read(context, v), place)

        return attribute


def _makes_set(tree: Expr) -> bool:
    """Whether an operation is one on sets, judged by its text. Those that it cannot tell from
    operations on numbers are not."""
    match tree:
        case Binary(op="&"):
            return True
        case Binary(op="+" | "-", left=left, right=right):
            return _is_set(left) or _is_set(right)
    return False


def _is_set(tree: Expr) -> bool:
    match tree:
        case Collection() | Comprehension():
            return True
        case Call(function=Name(id=name)):
            return name not in _OF_NUMBERS
    return _makes_set(tree)


def _alike(m: Model, values: list[Value], reading: str) -> list[Value]:
    """Values with each layer, list and unit among them as a set, if the others are sets."""
    if reading == EITHER:
        layers = all(v is None or isinstance(v, Layer) for v in values)
        if layers or not any(map(is_set, values)):
            return values
    return [_as_set(m, v) for v in values]


def _as_set(m: Model, value: Value) -> Value:
    """The set of the places of a layer, or of the members of a list; another value as it is."""
    match value:
        case Layer():
            return make_set(m, items(m, value))
        case tuple() | Unit() | GuardedList(unordered=False):
            pass
        case Choice() if type(next(iter(value.choices))) in (tuple, Unit):
            pass
        case _:
            return value
    found = make_set(m, in_order(m, value))
    if isinstance(found, GuardedList):
        found.there = present(m, value)
    return found


def _read(frame: Frame, layer: Value, place: Value) -> Value:
    """A layer at a place, or a list at a position."""
    if type(layer) is Layer and type(place) is Place:  # the common case first
        value = layer.at(place)
        return layer.get(place) if value is None else value
    if type(layer) is tuple and type(place) is int and 0 < place <= len(layer):
        member: Value = layer[place - 1]
        return member
    if type(layer) is Partition and type(place) is Place:
        return layer.piece(place)
    return index(frame[0], layer, (place,))
