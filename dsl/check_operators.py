"""Types of operators.

Operators lift over whole layers: with a layer on either side they give a layer again. A comparison
of a list with a single value is elementwise, but only as an argument of a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .builtins import BUILTINS
from .check_context import WRONG, Context, Fact
from .checked import EACH, WHOLE
from .diagnostics import nearest
from .syntax import Binary, Call, Collection, Expr, Name, Number, Text, Truth, Unary
from .types import (
    ANY,
    BOOL,
    INT,
    Anything,
    Enum,
    Int,
    Layer,
    List,
    Moment,
    Partition,
    Place,
    Set,
    Shape,
    Symbol,
    Type,
    Unit,
    agree,
    join,
    meet,
    member_of,
    plural,
    show,
)
from .walking import names_in

LOGICAL = frozenset({"=>", "<=>", "or", "and"})
ARITHMETIC = frozenset({"+", "-", "*", "/", "%"})
SET_OPERATORS = frozenset({"+", "-", "&"})
_MEMBER = frozenset({"in", "not in"})


def unary(ctx: Context, node: Unary, operand: Fact) -> Fact:
    """The fact of `not x` or `-x`: of a layer, a layer with the operation at each place."""
    needed = BOOL if node.op == "not" else INT
    t = operand.type
    if isinstance(t, Anything):
        return operand
    if isinstance(t, Layer) and not t.relation and agree(t.value, needed):
        return Fact(_lifted(t, t, needed), operand.found)
    if not _is(ctx, t, needed, node.operand, node.op):
        return WRONG
    return Fact(needed, operand.found)


def binary(ctx: Context, node: Binary, left: Fact, right: Fact) -> Fact:
    """The fact of an operation on two numbers, conditions or sets, or on layers place by place."""
    found = left.found or right.found
    a, b = left.type, right.type
    if node.op == "..":
        if _is(ctx, a, INT, node.left, "..") & _is(ctx, b, INT, node.right, ".."):
            return Fact(Set(INT), found)
        return WRONG
    if node.op in LOGICAL:
        return _elementwise(ctx, node, a, b, BOOL, found)
    if node.op in SET_OPERATORS and _means_sets(node.op, a, b):
        return _set_operation(ctx, node, a, b, found)
    return _elementwise(ctx, node, a, b, INT, found)


def _elementwise(ctx: Context, node: Binary, a: Type, b: Type, needed: Type, found: bool) -> Fact:
    """An operator on two values of a type, or on layers of them."""
    layers = [t for t in (a, b) if isinstance(t, Layer) and not t.relation]
    single = [t.value if t in layers and isinstance(t, Layer) else t for t in (a, b)]
    if not (
        _is(ctx, single[0], needed, node.left, node.op)
        & _is(ctx, single[1], needed, node.right, node.op)
    ):
        return WRONG
    if ANY in single:
        return Fact(ANY, found)
    if not layers:
        return Fact(needed, found)
    if not _same_places(ctx, layers[0], layers[-1], node):
        return WRONG
    if b in layers:
        ctx.read_as(node.right, EACH)
    return Fact(_lifted(layers[0], layers[-1], needed), found)


def _lifted(a: Layer, b: Layer, value: Type) -> Layer:
    keys = tuple([join(x, y) or x for x, y in zip(a.keys, b.keys, strict=True)])
    return Layer(keys, value, some=a.some or b.some, lifted=True)


def _same_places(ctx: Context, a: Layer, b: Layer, node: Expr) -> bool:
    if len(a.keys) == len(b.keys) and all(map(agree, a.keys, b.keys)):
        return True
    ctx.error("E0217", f"{show(a)} has no place in common with {show(b)}", node.span)
    return False


def _is(ctx: Context, t: Type, needed: Type, node: Expr, op: str) -> bool:
    if agree(t, needed):
        return True
    code, hint = "E0215", None
    if op == "-" and isinstance(t, Moment):
        hint = ctx.way_back()
    if op == "%" and isinstance(node, Text):
        hint = "texts are not computed; a sentence shows a value in braces: {n}"
    if needed == BOOL:
        code = "E0214"
        if isinstance(t, (List, Unit)) or member_of(t) is not None:
            hint = "say how many: `all(…)`, `any(…)` or `count(…)`; or `= yes` inside one of them"
            places = isinstance(t, List) and isinstance(t.item, Place)
            if op in ("and", "or") and (isinstance(t, (Set, Unit)) or places):
                hint = "`+` joins two sets, `&` is what is in both"
            elif isinstance(t, Layer) and len(t.keys) == 1 and isinstance(node, Name):
                hint = (
                    f"`x in {node.id}` asks whether x has a value there; "
                    f"`{plural(t.keys[0])} - {node.id}` are those that have none"
                )
    elif t == BOOL:
        hint = "`1 if … else 0` makes a number of a condition, `count(…)` counts several"
    elif op == "+" and isinstance(t, List):
        hint = "`+` joins sets and numbers, not lists"
    ctx.error(
        code,
        f"'{op}' cannot take {show(t)}",
        node.span,
        expected="a condition" if needed == BOOL else "a number",
        hint=hint,
    )
    return False


# ---- sets ----------------------------------------------------------------------------------------


def _means_sets(op: str, a: Type, b: Type) -> bool:
    """Whether `+ - &` are operations on sets, not on numbers or layers of numbers."""
    if op == "&":
        return True
    return any(member_of(t) is not None and t != ANY and not _numeric(t) for t in (a, b))


def _numeric(t: Type) -> bool:
    return isinstance(t, Layer) and isinstance(t.value, (Int, Anything))


def _set_operation(ctx: Context, node: Binary, a: Type, b: Type, found: bool) -> Fact:
    items: list[Type] = []
    for t, side in ((a, node.left), (b, node.right)):
        item = t.key if isinstance(t, Partition) else member_of(t)
        if item is None or (isinstance(t, List) and not isinstance(item, (Place, Anything))):
            ctx.error(
                "E0221",
                f"'{node.op}' of sets cannot take {show(t)}",
                side.span,
                expected="a set",
                hint=_set_of_list(node) if isinstance(t, List) else None,
            )
            return WRONG
        items.append(item)
    if node.op != "+" and not agree(*items):
        return ctx.error(
            "E0217",
            f"{show(Set(items[0]))} and {show(Set(items[1]))} have no member in common",
            node.span,
        )
    if node.op == "&":
        return Fact(Set(meet(*items)), found)
    _warn_of_order(ctx, node)
    if node.op == "+":
        _warn_of_pairs(ctx, node, *items)
    joined = items[0] if node.op == "-" else join(*items)
    if joined is None:
        return ctx.error(
            "E0222",
            f"a set of {show(items[0])} and {show(items[1])}",
            node.span,
            expected="members of one kind",
        )
    return Fact(Set(joined), found)


def _warn_of_order(ctx: Context, node: Binary) -> None:
    """Warn of `a & b + c`, which is not `a & (b + c)`."""
    left, right = node.left, node.right
    is_first = _is_bare_intersection(left)
    if is_first == _is_bare_intersection(right) or (is_first and node.op == "-"):
        return  # `a & b - c` is the same set both ways
    op, joined, beside = node.op, left if is_first else right, right if is_first else left
    assert isinstance(joined, Binary)
    a, b, c = (ctx.text(part.span) or "…" for part in (joined.left, joined.right, beside))
    read, other = f"({a} & {b}) {op} {c}", f"{a} & ({b} {op} {c})"
    if not is_first:
        read, other = f"{c} {op} ({a} & {b})", f"({c} {op} {a}) & {b}"
    hint = f"write `{read}`, as it is read, or `{other}`"
    message = f"'&' binds tighter than '{op}'"
    ctx.warn("W0209", message, node.span, hint)


def _warn_of_pairs(ctx: Context, node: Binary, left: Type, right: Type) -> None:
    """Warn of `rows + diagonal`, where pairs of cells are taken for lines."""
    for one, other, pairs in ((left, right, node.right), (right, left, node.left)):
        if isinstance(one, Unit) and isinstance(other, List) and other.length == 2:
            known = [name for name, it in BUILTINS.items() if it.kind == "set"]
            hint = nearest(pairs.id, known) if isinstance(pairs, Name) else None
            message = f"pairs of {plural(other.item)} among lines of {plural(one.item)}"
            ctx.warn("W0210", message, pairs.span, hint)


def _is_bare_intersection(node: Expr) -> bool:
    """Whether a node is `a & b` without brackets around it, which would widen its span."""
    if not isinstance(node, Binary) or node.op != "&":
        return False
    own, first = node.span, node.left.span
    return (own.line, own.column) == (first.line, first.column)


def _set_of_list(node: Binary) -> str:
    if node.op != "+":
        return "`{x for x in …}` makes a set of a list"
    return f"lists are joined by `{joined_lists(node, ())}`"


def joined_lists(node: Binary, taken: Iterable[str]) -> str:
    """The list of the members of both operands. taken: names that a variable cannot have."""
    a, b = node.left.span.text, node.right.span.text
    used = {*taken, *(name.id for name in names_in(node))}
    names = (*"xyz", *map("x{}".format, range(len(used))))
    each, of = [name for name in names if name not in used][:2]
    return f"[{each} for {of} in [{a}, {b}] for {each} in {of}]"


# ---- comparisons ---------------------------------------------------------------------------------


def compare(
    ctx: Context, op: str, sides: tuple[Expr, Expr], facts: tuple[Fact, Fact], inside: bool
) -> Fact:
    """One link of a chain. inside: it is an argument of a function."""
    a, b = facts[0].type, facts[1].type
    found = facts[0].found or facts[1].found
    result: Type | None
    if ANY in (a, b):
        result = ANY
    elif op in _MEMBER:
        result = _membership(ctx, sides, a, b, inside)
    elif op in ("=", "!="):
        result = _equality(ctx, op, sides, a, b, inside)
    else:
        result = _order(ctx, op, sides, a, b, inside)
    of_members = member_of(a) is not None or (op not in _MEMBER and member_of(b) is not None)
    if result not in (None, ANY) and (of_members or ctx.in_define):
        ctx.read_as(sides[1], WHOLE if result == BOOL else EACH)
    return WRONG if result is None else Fact(result, found)


def _equality(
    ctx: Context, op: str, sides: tuple[Expr, Expr], a: Type, b: Type, inside: bool
) -> Type | None:
    if agree(a, b) or _may_be_as_long(sides, a, b):
        return BOOL
    spread = _spread(ctx, op, sides, a, b, inside, agree)
    if spread is None:
        _never(ctx, sides, a, b)
    return spread


def _may_be_as_long(sides: tuple[Expr, Expr], a: Type, b: Type) -> bool:
    """Whether the longer of two lists is as long as the other one if some of its members are
    missing."""
    if not (isinstance(a, List) and isinstance(b, List) and agree(a.item, b.item)):
        return False
    longer = sides[0] if (a.length or 0) > (b.length or 0) else sides[1]
    return isinstance(longer, Collection) and not all(
        isinstance(item, (Name, Number, Text, Truth)) for item in longer.items
    )


def _order(
    ctx: Context, op: str, sides: tuple[Expr, Expr], a: Type, b: Type, inside: bool
) -> Type | None:
    spread = _spread(ctx, op, sides, a, b, inside, lambda x, y: _ordered(x) and _ordered(y))
    if spread is not None:
        return spread
    for t, node in zip((a, b), sides, strict=True):
        if not _ordered(t):
            ctx.error("E0216", f"'{op}' cannot take {show(t)}", node.span, expected="a number")
            return None
    if agree(a, b):
        return BOOL
    _never(ctx, sides, a, b)
    return None


def _ordered(t: Type) -> bool:
    return isinstance(t, (Int, Moment, Anything))


def _spread(
    ctx: Context,
    op: str,
    sides: tuple[Expr, Expr],
    a: Type,
    b: Type,
    inside: bool,
    fits: Callable[[Type, Type], bool],
) -> Type | None:
    """A comparison over whole layers, or of a list with a single value; None if it is neither."""
    layers = [t for t in (a, b) if isinstance(t, Layer) and not t.relation]
    if layers:
        single = [t.value if isinstance(t, Layer) and not t.relation else t for t in (a, b)]
        if not fits(*single):
            return None
        if not _same_places(ctx, layers[0], layers[-1], sides[0]):
            return ANY
        return _lifted(layers[0], layers[-1], BOOL)
    for t, other in ((a, b), (b, a)):
        if isinstance(t, List) and fits(t.item, other):
            if inside:
                return List(BOOL)
            ctx.error(
                "E0220",
                f"'{op}' between {show(t)} and {show(other)}",
                sides[0].span.to(sides[1].span),
                expected="two lists, or two single values",
                hint="say how many: `all(…)`, `any(…)` or `count(…)` around it",
            )
            return ANY
    return None


def _never(ctx: Context, sides: tuple[Expr, Expr], a: Type, b: Type) -> None:
    """Report a comparison that can never hold."""
    hint = None
    for t, other in ((a, b), (b, a)):
        if _looks_like_numbers(t) and other == INT and not _is_text(sides):
            hint = 'a symbol that looks like a number is written with quotes: "1"'
        elif t == BOOL and other == INT:
            hint = "conditions are `yes` and `no`, not numbers"
        elif isinstance(t, Shape) and isinstance(other, Enum):
            hint = '`shape("## #.")` is the shape of a picture, its rows between spaces'
        elif isinstance(t, Set) and (name := _called_layer(ctx, sides)) is not None:
            hint = f"`{name}[…]` is the value there, `{name}(…)` the places of '{name}' that touch"
        elif isinstance(t, Set) and isinstance(other, List) and agree(t.item, other.item):
            hint = "`{x for x in …}` makes a set of a list"
    ctx.error(
        "E0217",
        f"{show(a)} is never equal to {show(b)}",
        sides[1].span,
        expected=show(a.value if isinstance(a, Layer) else a),
        hint=hint,
    )


def _looks_like_numbers(t: Type) -> bool:
    """Whether symbols of a domain are written as numbers are, or may be."""
    return isinstance(t, Symbol) or (
        isinstance(t, Enum) and (t.members is None or any(m.isdecimal() for m in t.members))
    )


def _is_text(sides: tuple[Expr, Expr]) -> bool:
    return any(isinstance(node, Text) for node in sides)


def _called_layer(ctx: Context, sides: tuple[Expr, Expr]) -> str | None:
    """The name of a layer that one of the two sides calls."""
    for node in sides:
        if isinstance(node, Call) and isinstance(node.function, Name):
            declared = ctx.names.get(node.function.id)
            if declared is not None and isinstance(declared.fact.type, Layer):
                return node.function.id
    return None


def _has_length(t: Type, length: int) -> bool:
    """Whether lists of a type are known to have this number of members."""
    return isinstance(t, Anything) or (isinstance(t, List) and t.length == length)


def _membership(
    ctx: Context, sides: tuple[Expr, Expr], a: Type, b: Type, inside: bool
) -> Type | None:
    if isinstance(b, Layer) and len(b.keys) > 1:
        fits = isinstance(a, List) and a.length == len(b.keys)
        if fits and isinstance(a, List) and all(agree(a.item, k) for k in b.keys):
            return BOOL
    item = member_of(b)
    if isinstance(b, Partition) and agree(a, b.key):
        item = b.key
    if item is None:
        ctx.error(
            "E0218",
            f"'in' cannot take {show(b)}",
            sides[1].span,
            expected="a set, a list or a layer",
        )
        return None
    of_relation = isinstance(b, Layer) and len(b.keys) > 1
    if agree(a, item) and not (of_relation and not _has_length(a, 2)):
        return BOOL
    if isinstance(a, Layer) and not a.relation and agree(a.value, item):
        return _lifted(a, a, BOOL)
    if isinstance(a, List) and agree(a.item, item) and inside:
        return List(BOOL)
    ctx.error(
        "E0219",
        f"{show(a)} is never in {show(b)}",
        sides[0].span,
        expected=f"two {plural(b.keys[0])}: `[a, b]`"
        if isinstance(b, Layer) and of_relation
        else show(item),
        hint="say how many: `all(…)`, `any(…)` or `count(…)` around it"
        if isinstance(a, List) and agree(a.item, item)
        else None,
    )
    return None
