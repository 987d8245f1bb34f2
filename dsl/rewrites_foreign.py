"""Functions that other languages have, translated; see `rewrites`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..records import replace
from . import foreign
from .builtins import BUILTINS
from .constants import constant
from .diagnostics import Edit, Span
from .sites import Offer, Site, offer, one_line, text_of, tight
from .syntax import (
    Attribute,
    Binary,
    Call,
    Compare,
    Comprehension,
    Condition,
    Expr,
    For,
    ForClause,
    Index,
    Name,
    Number,
    Truth,
)
from .types import BOOL, Layer, List


def functions(site: Site) -> Iterator[Sequence[Offer]]:
    """Functions that other languages have: `mod(a, b)`, `IF(p, x, y)`, `set(l)`, `range(n)`."""
    for node in site.expressions:
        if not one_line(node):
            continue
        match node:
            case Call(function=Name(id=name), args=args) if text := translated(name.lower(), args):
                yield [offer(node, text)]
            case Compare(operands=(left, right), ops=(op,)) if op in ("=", "!="):
                one, other = _unsorted(left), _unsorted(right)
                if (one is not left or other is not right) and text_of(one) != text_of(other):
                    yield [offer(node, f"bag({text_of(one)}) {op} bag({text_of(other)})")]
            case Index(base=base, indices=(key,)) if (at := constant(key)) is not None and at <= 0:
                text = f"reversed({text_of(base)})[{-at}]" if at else f"{text_of(base)}[1]"
                yield [offer(node, text, "; members are counted from 1")]
            case Call(function=Attribute(name=name) as place, args=()):
                if name.lower() not in foreign.NAMES:
                    yield [offer(node, text_of(place))]
            case Binary(op="&", left=left, right=right):
                between = Span(
                    left.span.source,
                    left.span.end_line,
                    left.span.end_column,
                    right.span.line,
                    right.span.column,
                )
                yield [Offer((Edit(between, " and "),), "write 'and'; `&` is what is in two sets")]


# Functions of other languages -> what they are here. The arguments are a, b, c, in parentheses if
# the operators around them need it, and A, B, C where nothing around them does.
_TEMPLATES: Final[tuple[tuple[str, str], ...]] = (
    ("mod", "({a} % {b})"),
    ("div", "(({a} - {a} % {b}) / {b})"),
    ("sqr square", "({a} * {a})"),
    ("abs", "abs({a} - {b})"),
    ("if ite iif if_then_else", "({B} if {A} else {C})"),
    ("countif count_eq among", "count({a} = {b})"),
    ("head first", "{a}[1]"),
    ("tail last", "reversed({a})[1]"),
    ("none no_one nothing", "not any({a})"),
    ("empty is_empty isempty", "(size({A}) = 0)"),
    ("lengths sizes", "[size(x) for x in {a}]"),
    ("average avg mean", "(sum({a}) / size({a}))"),
    ("distinct different unique nunique count_distinct", "kinds({a})"),
    ("argmax", "[c for c in {a} if {a}[c] = max({a})][1]"),
    ("argmin", "[c for c in {a} if {a}[c] = min({a})][1]"),
    ("width", "kinds(x.column for x in box({a}))"),
    ("height", "kinds(x.row for x in box({a}))"),
    ("alldifferent_except_0 all_different_except_0", "all_different([x for x in {a} if x != 0])"),
    (
        "manhattan manhattan_distance",
        "(abs({a}.row - {b}.row) + abs({a}.column - {b}.column))",
    ),
    ("bool2int int", "(1 if {A} else 0)"),
    ("in_grid in_bounds on_board inside_grid", "({a} in cells)"),
    ("union", "({a} + {b})"),
    ("intersection intersect", "({a} & {b})"),
    ("difference setdiff", "({a} - {b})"),
    ("set", "{{x for x in {a}}}"),
    ("list", "[x for x in {a}]"),
    ("range", "1..{a}"),
)
_TRANSLATIONS: Final = {
    (name, sum(f"{{{letter}}}" in template.lower() for letter in "abc")): template
    for names, template in _TEMPLATES
    for name in names.split()
}
# Constraints on how many conditions hold -> how that many are compared.
_QUANTITIES: Final = {
    **dict.fromkeys(("exactly", "exact"), "="),
    **dict.fromkeys(("atmost", "at_most"), "<="),
    **dict.fromkeys(("atleast", "at_least"), ">="),
}


def translated(name: str, args: Sequence[Expr]) -> str | None:
    """A call of a function of another language, as an expression of this one; None if there is no
    such function with that many arguments."""
    template = _TRANSLATIONS.get((name, len(args)))
    if template is not None:
        tightly = dict(zip("abc", map(tight, args), strict=False))
        loosely = dict(zip("ABC", map(text_of, args), strict=False))
        return template.format(**tightly, **loosely)
    match name, args:
        case "pow" | "power", [base, Number(value=2 | 3 as exponent)]:
            return f"({' * '.join([tight(base)] * exponent)})"
        case _, [one, other] if name in _QUANTITIES:
            swapped = isinstance(other, Number) and not isinstance(one, Number)
            number, conditions = (other, one) if swapped else (one, other)
            return f"count({tight(conditions)}) {_QUANTITIES[name]} {tight(number)}"
        case "union", [Comprehension(kind="bare", element=element) as each]:
            sets, clauses = text_of(element), text_of(each)[len(text_of(element)) :]
            free = (x for x in "xyzw" if not re.search(rf"\b{x}\b", text_of(each)))
            member = next(free, "member")
            return f"{{{member}{clauses} for {member} in {sets}}}"
        case "combinations", [members, Number(value=2)]:
            return f"pairs({tight(members)})"
        case "element" | "nth", [members, Number() as position]:
            return f"{tight(members)}[{tight(position)}]"
        case "range", [first, end]:
            return f"{tight(first)}..{_before(end)}"
    return None


# Names of the constraint that a list comes before another in the order of a dictionary -> whether
# equal ones do.
_ORDERED = {
    "lex_less": False,
    "lex_lt": False,
    "lex_lesseq": True,
    "lex_leq": True,
    "lex_greater": False,
    "lex_gt": False,
    "lex_greatereq": True,
    "lex_geq": True,
}


def constraints(site: Site) -> Iterator[Sequence[Offer]]:
    """Global constraints that are an expression here: `lex_less(a, b)`, also as `a < b` of two
    lists, `global_cardinality(l, values, counts)`, `inverse(f, g)`, `table(l, rows)`."""
    for node in site.expressions:
        match node:
            case Call(function=Name(id=name), args=(a, b)) if name in _ORDERED and one_line(node):
                one, other = (b, a) if "_g" in name else (a, b)
                yield [offer(node, _in_order(site, one, other, equal=_ORDERED[name]))]
            case Compare(operands=(a, b), ops=("<" | "<=" | ">" | ">=" as op,)) if (
                site.mistake.code == "E0216"
                and all(isinstance(site.type(x), List) for x in (a, b))
                and one_line(node)
            ):
                one, other = (b, a) if op[0] == ">" else (a, b)
                text = _in_order(site, one, other, equal="=" in op)
                yield [offer(node, text, ", the order of a dictionary")]
            case Call(
                function=Name(id="global_cardinality" | "gcc" | "distribute"),
                args=(values, cover, counts),
            ) if one_line(node):
                v = next(v for v in "vxyztu" if v not in site.taken())
                each = f"[count({tight(values)} = {v}) for {v} in {text_of(cover)}]"
                yield [offer(node, f"{each} = {text_of(counts)}")]
            case Call(function=Name(id="nvalue"), args=(number, values)) if one_line(node):
                yield [offer(node, f"kinds({text_of(values)}) = {tight(number)}")]
            case Call(function=Name(id="inverse"), args=(one, other)) if one_line(node):
                x = next(v for v in "xyztuv" if v not in site.taken())
                f, g = tight(one), tight(other)
                layer = isinstance(site.type(one), Layer)
                keys = f if layer else f"1..size({text_of(one)})"
                yield [offer(node, f"all({g}[{f}[{x}]] = {x} for {x} in {keys})")]
            case Call(function=Name(id="table"), args=(values, rows)) if one_line(node):
                yield [offer(node, f"{tight(values)} in {tight(rows)}")]
            case Call(function=Name(id="decreasing"), args=(values,)) if one_line(node):
                yield [offer(node, f"increasing(reversed({text_of(values)}))")]


def _in_order(site: Site, a: Expr, b: Expr, *, equal: bool) -> str:
    """That a list comes before another, equally long one where they first differ."""
    if equal:
        return f"not {_in_order(site, b, a, equal=False)}"
    k, j = [v for v in "kjixyz" if v not in site.taken()][:2]
    one, other = tight(a), tight(b)
    same = f"all({one}[{j}] = {other}[{j}] for {j} in 1..{k} - 1)"
    t = site.type(a)
    less = f"{one}[{k}] < {other}[{k}]"
    if isinstance(t, List) and t.item == BOOL:
        less = f"not {one}[{k}] and {other}[{k}]"
    return f"any({less} and {same} for {k} in 1..size({text_of(a)}))"


def nothing(site: Site) -> Iterator[Sequence[Offer]]:
    """`yes` for `pass`, `not (a and b)` for `no (a and b)`."""
    node = site.node
    for call in site.expressions:
        match call:
            case Call(function=Truth(value=False), args=(condition,)) if one_line(call):
                yield [offer(call, f"not ({text_of(condition)})")]
    alone = isinstance(next(iter(site.above), None), Condition)
    if isinstance(node, Name) and node.id in ("pass", "skip", "continue") and alone:
        yield [offer(node, "yes", ", a condition that always holds")]


def modules(site: Site) -> Iterator[Sequence[Offer]]:
    """`all(row)` for `np.all(row)`, `pairs(r)` for `itertools.combinations(r, 2)`."""
    for node in site.expressions:
        match node:
            case Call(function=Attribute(base=Name(id=module), name=name), args=args) if (
                module not in site.taken() and module not in BUILTINS and one_line(node)
            ):
                own = foreign.NAMES.get(name, name)
                text = translated(name, args) or f"{own}({', '.join(map(text_of, args))})"
                message = f"there is no module '{module}'"
                yield [replace(offer(node, text), message=message)]


def products(site: Site) -> Iterator[Sequence[Offer]]:
    """`for a in s: for b in t` for `for a, b in product(s, t)`."""
    loops: list[For | ForClause] = [n for n in site.above if isinstance(n, For)]
    loops += [c for n in site.above for c in getattr(n, "clauses", ()) if isinstance(c, ForClause)]
    for loop in loops:
        match loop:
            case For(targets=(a, b), iterable=Call(function=function, args=(s, t)) as call) | (
                ForClause(targets=(a, b), iterable=Call(function=function, args=(s, t)) as call)
            ) if text_of(function).endswith("product") and one_line(call):
                then = ":" if isinstance(loop, For) else ""
                text = f"{a.id} in {text_of(s)}{then} for {b.id} in {text_of(t)}"
                yield [Offer((Edit(a.span.to(call.span), text),), f"write `for {text}`")]


def named_arguments(site: Site) -> Iterator[Sequence[Offer]]:
    """`[x for x in l if f(x) = max(f(y) for y in l)][1]` for `max(l, key=f)`, `sum(l)` for `sum(l,
    start=0)` and `sum(l, 0)`, `(max(l) if size(l) > 0 else 0)` for `max(l, default=0)`."""
    for node in site.expressions:
        if not isinstance(node, Call) or len(node.args) != 2 or not one_line(node):
            continue
        function, values = text_of(node.function), text_of(node.args[0])
        x, y = [v for v in "xyztuv" if v not in site.taken()][:2]
        named = f"'{function}' has no argument '{{}}'"
        match function, node.args[1]:
            case "max" | "min", Compare(operands=(Name(id="key"), Name(id=key)), ops=("=",)):
                for call in ("{}({})", "{}[{}]"):
                    one, other = call.format(key, x), call.format(key, y)
                    best = f"{function}({other} for {y} in {values})"
                    text = f"[{x} for {x} in {values} if {one} = {best}][1]"
                    yield [replace(offer(node, text), message=named.format("key"))]
            case "max" | "min", Compare(operands=(Name(id="default"), value), ops=("=",)):
                text = f"({function}({values}) if size({values}) > 0 else {text_of(value)})"
                yield [replace(offer(node, text), message=named.format("default"))]
            case "sum", Compare(operands=(Name(id="start"), value), ops=("=",)):
                yield [replace(_sum(node, values, value), message=named.format("start"))]
            case "sum", Number() as value:
                yield [_sum(node, values, value)]


def _sum(call: Call, values: str, start: Expr) -> Offer:
    """The offer of a sum that begins with a number."""
    nothing = isinstance(start, Number) and start.value == 0
    return offer(call, f"sum({values})" if nothing else f"(sum({values}) + {text_of(start)})")


def _before(end: Expr) -> str:
    """The number before another, where a range that ends there without it has its last member."""
    match end:
        case Number(value=value):
            return str(value - 1)
        case Binary(op="+", left=number, right=Number(value=1)):
            return text_of(number)
    return f"{text_of(end)} - 1"


def _unsorted(node: Expr) -> Expr:
    """The list that a call sorts, in whatever order."""
    match node:
        case Call(function=Name(id="sorted" | "sort"), args=(values, *_)):
            return values
    return node


def quantifiers(site: Site) -> Iterator[Sequence[Offer]]:
    """`forall(x in s)(p)` and `sum(x in s)(v)` for `all(p for x in s)` and `sum(v for x in s)`;
    `count(x in s, p)` for `count(p for x in s)`."""
    for node in site.expressions:
        match node:
            case Call(
                function=Name(id=name),
                args=(Compare(operands=(Name(id=variable), places), ops=("in",)), body),
            ) if one_line(node) and variable not in site.taken():
                text = f"{name}({text_of(body)} for {variable} in {text_of(places)})"
                yield [offer(node, text)]
            case Call(
                function=Call(
                    function=Name(id=name),
                    args=(*others, Compare(operands=(last, places), ops=("in",))),
                ),
                args=(body,),
            ) if one_line(node):
                own = {"forall": "all", "exists": "any"}.get(name, name)
                variables = ", ".join(map(text_of, (*others, last)))
                text = f"{own}({text_of(body)} for {variables} in {text_of(places)})"
                yield [offer(node, text)]
