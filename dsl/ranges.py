"""Bounds of the numeric expressions of a spec, for all puzzles.

Bounds follow from literals and domains, and from the largest number of places: `count(star[a],
star[b])` is 0 to 2, `digit[c]` is in the domain of `digit`. Values of the puzzle file are unknown
here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .boards import DIRECTIONS, MOST_NEIGHBOURS, MOST_TOUCHED
from .builtins import BUILTINS
from .check_context import Context
from .constants import constant_values, ends
from .syntax import (
    SQUARES,
    Attribute,
    Binary,
    Call,
    Collection,
    Comprehension,
    Conditional,
    Domain,
    Expr,
    Find,
    ForClause,
    Given,
    Grid,
    Index,
    Let,
    ListDomain,
    Name,
    Number,
    Param,
    SetDomain,
    SpecTree,
    Things,
    Unary,
)
from .types import CELL, CORNER, Layer, List, Set, Type, Unit, value_of

MOST_VALUES = 1000  # of larger domains only the bounds are kept
MOST_SHOWN = 8  # of a set with gaps
DEEPEST = 30  # nested expressions, including the values of lets


class Range(NamedTuple):
    """The numbers that an expression may be. low, high: None if unbounded. values: all of them, if
    they are few. sure: it is a single number, and never missing."""

    low: int | None = None
    high: int | None = None
    values: frozenset[int] | None = None
    sure: bool = False

    @property
    def empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low > self.high

    def show(self) -> str:
        """In words: `3`, `1 to 9`, `1, 3 or 5`, `at most 4`."""
        low, high = self.low, self.high
        if self.values is not None and len(self.values) <= (high or 0) - (low or 0):
            *most, last = map(str, sorted(self.values))
            if len(most) < MOST_SHOWN:
                return f"{', '.join(most)} or {last}"
        if low == high:
            return "any number" if low is None else str(low)
        if high is None:
            return f"at least {low}"
        return f"at most {high}" if low is None else f"{low} to {high}"


UNKNOWN = Range()
NEVER = Range(1, 0)  # no number at all
Variables = Mapping[str, Range]


def of(low: int | None, high: int | None, sure: bool = False) -> Range:
    """All numbers between two ends."""
    if low is not None and high is not None and 0 <= high - low < MOST_VALUES:
        return Range(low, high, frozenset(range(low, high + 1)), sure)
    return Range(low, high, None, sure)


def among(values: range | set[int], sure: bool = False) -> Range:
    """Some numbers, at least one."""
    few = len(values) <= MOST_VALUES
    return Range(*ends(values), frozenset(values) if few else None, sure)


class Ranges:
    """Bounds of the expressions of a checked spec. size: of the board, if it is a literal. facts:
    the checker's fact of each expression, except inside defines, whose types differ with each
    use."""

    def __init__(self, ctx: Context, tree: SpecTree, within_define: bool = False) -> None:
        self.ctx = ctx
        self.size = _size(tree)
        self.facts = {} if within_define or ctx.facts is None else ctx.facts
        self._depth = 0

    # ---- numbers

    def number(self, node: Expr, variables: Variables) -> Range:
        """The numbers that an expression may be, or its members if it is a list or a layer."""
        if self._depth >= DEEPEST:
            return UNKNOWN
        self._depth += 1
        try:
            return self._number(node, variables)
        finally:
            self._depth -= 1

    def _number(self, node: Expr, variables: Variables) -> Range:
        match node:
            case Number(value=value):
                return of(value, value, True)
            case Unary(op="-", operand=operand):
                return _negated(self.number(operand, variables))
            case Name(id=name) if name in variables:
                return variables[name]
            case Name() if node not in self.ctx.symbols:
                return self._named(node.id)
            case Binary(op=op, left=left, right=right) if op in "+-*/%":
                return _arithmetic(op, self.number(left, variables), self.number(right, variables))
            case Conditional(then=then, otherwise=otherwise):
                return _either(self.number(then, variables), self.number(otherwise, variables))
            case Index(base=Name(id=name)):
                return self._indexed(node, name)
            case Index(base=Index() as base):
                return self.number(base, variables)._replace(sure=False)
            case Attribute(name="row" | "column" as name, base=base):
                t = self.type(base)
                if t in (CELL, CORNER):
                    last = self.size[name == "column"] if self.size else None
                    if (
                        t == CORNER and self.ctx.shape != SQUARES
                    ):  # rows of hexagons have more corners
                        last = None
                    return of(1 if t == CELL else 0, last, isinstance(base, Name))
            case Call(function=Name(id=name), args=args) if self._is_builtin(name):
                return self._called(name, args, variables)
        return UNKNOWN

    def _named(self, name: str) -> Range:
        """A param, a size of the board, a let, or a layer for the values it has."""
        declared = self.ctx.names.get(name)
        match declared.node if declared else None:
            case Param(domain=domain):
                return self._domain(domain)._replace(sure=not isinstance(domain, ListDomain))
            case Grid():
                return Range(1, None, None, True)
            case Given(domain=domain) | Find(domain=domain):
                return self._domain(domain)
            case Let(value=value, keys=()):
                return self.number(value, {})
            case Let(value=value, keys=keys):
                return self.number(value, self.bound(keys, {}))._replace(sure=False)
        return UNKNOWN

    def _indexed(self, node: Index, name: str) -> Range:
        declared = self.ctx.names.get(name)
        found = self._named(name)
        if declared is None or not isinstance(declared.node, (Given, Find)):
            return found._replace(sure=False)
        at = declared.node.at
        single = not isinstance(declared.node.domain, ListDomain)
        if single and not at.some and at.where is None and len(at.sets) == len(node.indices) == 1:
            # A variable that ranges over exactly the layer's places never meets a missing value.
            match at.sets[0], node.indices[0]:
                case Name(id=places), Name() as index:
                    same = self.type(index) == _places(places) is not None
                    return found._replace(sure=same)
        return found._replace(sure=False)

    def _domain(self, domain: Domain) -> Range:
        while isinstance(domain, ListDomain):
            domain = domain.element
        values = constant_values(domain)
        if values:
            return among(values)
        match domain:
            case SetDomain(expr=expr):
                return self.members(expr, {})._replace(sure=False)
        return UNKNOWN

    def members(self, node: Expr, variables: Variables) -> Range:
        """The numbers that the members of a set may be."""
        match node:
            case Binary(op="..", left=left, right=right):
                low, high = self.number(left, variables), self.number(right, variables)
                if low.sure and high.sure:
                    return of(low.low, high.high, True)
            case Collection(items=items) if items:
                found = [self.number(item, variables) for item in items]
                whole = found[0]
                for other in found[1:]:
                    whole = _either(whole, other)
                return whole
            case Name(id=name) if name in self.ctx.names:
                match self.ctx.names[name].node:
                    case Things(members=expr) if expr is not None:
                        return self.members(expr, {})
        return UNKNOWN

    def bound(
        self, clauses: tuple[tuple[tuple[Name, ...], Expr], ...], variables: Variables
    ) -> Variables:
        """The variables in scope, with those that loops over sets bind."""
        inner = dict(variables)
        for targets, over in clauses:
            found = self.members(over, inner) if len(targets) == 1 else UNKNOWN
            inner.update((target.id, found) for target in targets)
        return inner

    def _called(self, name: str, args: tuple[Expr, ...], variables: Variables) -> Range:
        if name in ("count", "size", "kinds"):
            several = len(args) > 1
            return of(0, len(args) if several else self.length(args[0], variables), True)
        if name == "abs":
            return Range(0, None, None, self.number(args[0], variables).sure)
        if name in ("sum", "min", "max"):
            found, most = self._values(args, variables)
            return _total(found, most) if name == "sum" else found._replace(sure=False, values=None)
        return UNKNOWN

    def _values(self, args: tuple[Expr, ...], variables: Variables) -> tuple[Range, int | None]:
        """The numbers that the arguments of a function may be, and how many there are at most."""
        if len(args) > 1:
            return self.members(Collection("set", args, args[0].span), variables), len(args)
        most = self.length(args[0], variables)
        match args[0]:
            case Comprehension(element=element, clauses=clauses):
                loops = [(c.targets, c.iterable) for c in clauses if isinstance(c, ForClause)]
                return self.number(element, self.bound(tuple(loops), variables)), most
            case Collection(items=items) if items:
                return self.members(args[0], variables), most
            case _:
                return self.number(args[0], variables), most

    # ---- lengths

    def length(self, node: Expr, variables: Variables) -> int | None:
        """An upper bound on the number of members of a list or set; None if there is none."""
        t = self.type(node)
        match t:
            case List(length=length) if length is not None:
                return length
            case Unit(kind="row" | "column" as kind) if self.size:
                return self.size[kind == "row"]
        match node:
            case Collection(items=items):
                return len(items)
            case Comprehension(clauses=clauses):
                loops = [c.iterable for c in clauses if isinstance(c, ForClause)]
                return _product([self.length(over, variables) for over in loops])
            case Binary(op="..", left=left, right=right):
                low, high = self.number(left, variables).low, self.number(right, variables).high
                return None if low is None or high is None else max(0, high - low + 1)
            case Index(base=Name(id=name), indices=(index,)) if isinstance(t, List):
                layer = self.ctx.names.get(name)
                of_lists = layer is None or isinstance(value_of(layer.fact.type), List)
                return None if of_lists else self.length(index, variables)
            case Attribute(name="line") if self.size:
                return max(self.size)
            case Call(function=Name(id=name), args=args) if self._is_relation(name):
                return MOST_NEIGHBOURS[self.ctx.shape].get(name) if len(args) == 1 else None
            case Call(function=function, args=(place,)):
                return self._touching(function, place)
            case Name(id=name) if name in self.ctx.names:
                match self.ctx.names[name].node:
                    case Things(members=expr) if expr is not None:
                        return self.length(expr, {})
                    case Given(at=at) | Find(at=at):
                        return _product([self.length(over, {}) for over in at.sets])
            case Name(id=name) if self.size and name in ("cells", "rows", "columns"):
                height, width = self.size
                return {"cells": height * width, "rows": height, "columns": width}[name]
            case Name(id="directions"):
                return len(DIRECTIONS[self.ctx.shape])
        return None

    def _touching(self, function: Expr, place: Expr) -> int | None:
        """An upper bound on the members of a set that touch a place, or on the places of a line;
        None if there is none."""
        at = self.type(place)
        if isinstance(function, Name) and function.id in ("row", "column"):
            own = self.size and at == CELL and self._is_builtin(function.id)
            return self.size[function.id == "row"] if own and self.size else None
        base = self.type(function)
        member: Type | None = None
        if isinstance(base, Layer) and len(base.keys) == 1:
            member = base.keys[0]
        elif isinstance(base, Set):
            member = base.item
        elif isinstance(function, Name):
            member = _places(function.id)
        return MOST_TOUCHED[self.ctx.shape].get((at, member))

    # ---- types

    def type(self, node: Expr) -> Type | None:
        """The type of an expression; None if it is unknown."""
        known = self.facts.get(node)
        return None if known is None else known[0].type

    def _is_builtin(self, name: str) -> bool:
        return name in BUILTINS and name not in self.ctx.names

    def _is_relation(self, name: str) -> bool:
        return self._is_builtin(name) and BUILTINS[name].kind == "relation"


def _size(tree: SpecTree) -> tuple[int, int] | None:
    """The height and width of the board, if they are literals."""
    for declared in tree.declarations:
        match declared:
            case Grid(height=Number(value=height), width=Number(value=width)):
                return height, width
    return None


def _places(name: str) -> Type | None:
    """The type of the members of a built-in set of places."""
    found = BUILTINS[name].type if name in BUILTINS else None
    return found.item if isinstance(found, Set) else None


def _product(lengths: list[int | None]) -> int | None:
    whole = 1
    for length in lengths:
        if length is None:
            return None
        whole *= length
    return whole


# ---- arithmetic ----------------------------------------------------------------------------------


def _negated(a: Range) -> Range:
    low = None if a.high is None else -a.high
    high = None if a.low is None else -a.low
    values = None if a.values is None else frozenset(-v for v in a.values)
    return Range(low, high, values, a.sure)


def _either(a: Range, b: Range) -> Range:
    if a.empty or b.empty:
        return (b if a.empty else a)._replace(sure=False)
    low = None if a.low is None or b.low is None else min(a.low, b.low)
    high = None if a.high is None or b.high is None else max(a.high, b.high)
    values = None if a.values is None or b.values is None else a.values | b.values
    return Range(low, high, values, a.sure and b.sure)


def _arithmetic(op: str, a: Range, b: Range) -> Range:
    if a.empty or b.empty:
        return NEVER
    sure = a.sure and b.sure
    if op in "+-":
        b = _negated(b) if op == "-" else b
        low = None if a.low is None or b.low is None else a.low + b.low
        high = None if a.high is None or b.high is None else a.high + b.high
        return of(low, high, sure)
    if op == "*":
        if a.low is None or b.low is None or a.high is None or b.high is None:
            natural = (a.low or -1) >= 0 and (b.low or -1) >= 0
            return Range(0 if natural else None, None, None, sure)
        products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return of(min(products), max(products), sure)
    if b.low == b.high == 0:
        return NEVER
    if b.low is None or b.low < 1:
        return UNKNOWN
    if op == "%":
        return of(0, None if b.high is None else b.high - 1, sure)
    low = None if a.low is None else min(a.low, a.low // b.low)
    high = None if a.high is None else max(a.high, a.high // b.low)
    return of(low, high)


def _total(a: Range, most: int | None) -> Range:
    """The bounds of the sum of at most `most` numbers in a range."""
    if a.empty:
        return of(0, 0, True)

    def end(each: int | None, sign: int) -> int | None:
        if each is not None and each * sign <= 0:
            return 0
        return None if each is None or most is None else each * most

    return of(end(a.low, -1), end(a.high, 1), True)
