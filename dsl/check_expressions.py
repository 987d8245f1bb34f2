"""The type of every expression, and which names in it are symbols.

`infer` goes down the tree with the type that is expected, where one is known: a bare name that is
a symbol of the expected domain is that symbol. A define is checked anew for every tuple of types
it is called with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from os.path import basename

from ..records import replace
from .builtins import BUILTINS, Builtin
from .check_access import attribute, call_value, index
from .check_calls import argument_domain, call_builtin
from .check_context import MOST_USES, WRONG, Context, Fact, Scope
from .check_operators import SET_OPERATORS, binary, compare, unary
from .diagnostics import Diagnostic, Span
from .syntax import (
    Attribute,
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Conditional,
    Define,
    Expr,
    ForClause,
    Index,
    Name,
    Number,
    Text,
    Truth,
    Unary,
)
from .types import (
    ANY,
    BOOL,
    INT,
    Anything,
    Bag,
    Enum,
    Layer,
    List,
    Place,
    Placement,
    Set,
    Type,
    Unit,
    agree,
    join_sets,
    member_of,
    show,
)

# Functions whose result has the type of the argument.
REORDERING = frozenset({"bag", "reversed"})
# Words that are arguments of some functions only.
_FLAGS = frozenset(name for name, builtin in BUILTINS.items() if builtin.kind == "flag")


def infer(
    ctx: Context, node: Expr, scope: Scope, expected: Type | None = None, *, inside: bool = False
) -> Fact:
    """Infer the fact of an expression and report its mistakes.

    expected: the type expected here, if known. inside: it is an argument of a function.
    """
    fact = _infer(ctx, node, scope, expected, inside)
    if ctx.facts is not None and (not ctx.tries or node not in ctx.facts):
        ctx.facts[node] = (fact, scope)
    return fact


def _infer(ctx: Context, node: Expr, scope: Scope, expected: Type | None, inside: bool) -> Fact:
    match node:
        case Name():
            return ctx.name(node, scope, _single(expected))
        case Number():
            return Fact(INT)
        case Truth():
            return Fact(BOOL)
        case Text(value=value):
            return Fact(Enum((value,)))
        case Unary(operand=operand):
            return unary(ctx, node, infer(ctx, operand, scope))
        case Binary(op=op, left=left, right=right):
            wanted = expected if op in SET_OPERATORS else None
            return binary(
                ctx, node, infer(ctx, left, scope, wanted), infer(ctx, right, scope, wanted)
            )
        case Compare(operands=operands, ops=ops):
            return _chain(ctx, operands, ops, scope, inside)
        case Conditional():
            return _conditional(ctx, node, scope, expected)
        case Collection():
            return _collection(ctx, node, scope, expected)
        case Comprehension():
            return _comprehension(ctx, node, scope, expected)
        case Call():
            return _call(ctx, node, scope, expected)
        case Index(base=base, indices=indices):
            base_fact = infer(ctx, base, scope)
            keys = _keys(base_fact.type, len(indices))
            facts = [infer(ctx, i, scope, k) for i, k in zip(indices, keys, strict=True)]
            return index(ctx, node, base_fact, facts)
        case Attribute(base=base):
            return attribute(ctx, node, infer(ctx, base, scope))


def _single(expected: Type | None) -> Type | None:
    """The domain expected of a single name: that of the values, where a layer or list is
    expected."""
    match expected:
        case Layer(value=value):
            return value
        case List(item=item):
            return item
        case _:
            return expected


def _keys(base: Type, count: int) -> Sequence[Type | None]:
    if isinstance(base, Layer) and len(base.keys) == count:
        return base.keys
    return [None] * count


def condition(ctx: Context, node: Expr, scope: Scope) -> Fact:
    """An expression that must be a condition."""
    fact = infer(ctx, node, scope)
    if agree(fact.type, BOOL):
        return fact
    hint = None
    if isinstance(fact.type, (Layer, List, Set)):
        hint = "say how many: `all(…)`, `any(…)` or `count(…) = …`"
    return ctx.error(
        "E0214", f"{show(fact.type)} is not a condition", node.span, expected="yes or no", hint=hint
    )


def number(ctx: Context, node: Expr, scope: Scope, what: str, code: str) -> Fact:
    """An expression that must be a number; what: its part in the sentence, such as "a size"."""
    fact = infer(ctx, node, scope)
    if agree(fact.type, INT):
        return fact
    return ctx.error(code, f"{what} is {show(fact.type)}", node.span, expected="a number")


# ---- comparisons ---------------------------------------------------------------------------------


def _chain(
    ctx: Context, operands: tuple[Expr, ...], ops: tuple[str, ...], scope: Scope, inside: bool
) -> Fact:
    links = []
    for op, left, right in zip(ops, operands, operands[1:], strict=False):
        facts = _pair(ctx, op, left, right, scope)
        links.append(compare(ctx, op, (left, right), facts, inside))
    return Fact(_all_hold([f.type for f in links]), any(f.found for f in links))


def _all_hold(links: list[Type]) -> Type:
    """The type of a chain of comparisons, each of which is a condition, or a list or layer of
    conditions."""
    spread = [t for t in links if isinstance(t, (Layer, List))]
    return next((t for t in spread if isinstance(t, Layer)), spread[0] if spread else links[0])


def _pair(ctx: Context, op: str, left: Expr, right: Expr, scope: Scope) -> tuple[Fact, Fact]:
    """Infer both sides of a comparison, each with the type of the other as the expected one."""
    if not _open(left):
        a = infer(ctx, left, scope)
        return a, infer(ctx, right, scope, _right_of(op, a.type))
    if not _open(right):
        b = infer(ctx, right, scope)
        return infer(ctx, left, scope, _left_of(op, b.type)), b
    if not ctx.may_try:
        return _left_first(ctx, op, left, right, scope)
    with ctx.attempt() as mistakes:
        a, b = _left_first(ctx, op, left, right, scope)
        compare(ctx, op, (left, right), (a, b), True)
    with ctx.attempt() as others:
        a, b = _right_first(ctx, op, left, right, scope)
        compare(ctx, op, (left, right), (a, b), True)
    if _unclear(others) or (mistakes and not others and not _unclear(mistakes)):
        return _right_first(ctx, op, left, right, scope)
    return _left_first(ctx, op, left, right, scope)


def _unclear(mistakes: Iterable[Diagnostic]) -> bool:
    """Whether a name is a symbol of the other side as well as something declared, so that it has to
    be written in quotes, or the declaration renamed."""
    return any(mistake.code == "E0208" for mistake in mistakes)


def _left_first(ctx: Context, op: str, left: Expr, right: Expr, scope: Scope) -> tuple[Fact, Fact]:
    a = infer(ctx, left, scope)
    return a, infer(ctx, right, scope, _right_of(op, a.type))


def _right_first(ctx: Context, op: str, left: Expr, right: Expr, scope: Scope) -> tuple[Fact, Fact]:
    b = infer(ctx, right, scope)
    return infer(ctx, left, scope, _left_of(op, b.type)), b


def _open(node: Expr) -> bool:
    """Whether it may contain a symbol, so that the other side has to be inferred first."""
    match node:
        case Name():
            return True
        case Collection(items=items):
            return any(_open(i) for i in items)
        case Conditional(then=then, otherwise=otherwise):
            return _open(then) or _open(otherwise)
        case Call(function=Name(id=name), args=args):
            return name in REORDERING and any(_open(a) for a in args)
        case Binary(op=op, left=left, right=right):
            return op in SET_OPERATORS and (_open(left) or _open(right))
        case _:
            return False


def _right_of(op: str, left: Type) -> Type | None:
    if op not in ("in", "not in"):
        return _known(left)
    value = left.value if isinstance(left, Layer) else left.item if isinstance(left, List) else left
    return None if value == ANY else Set(value)


def _left_of(op: str, right: Type) -> Type | None:
    return _known(member_of(right) if op in ("in", "not in") else right)


def _known(t: Type | None) -> Type | None:
    return None if isinstance(t, Anything) else t


# ---- conditionals, collections, comprehensions ---------------------------------------------------


def _is_symbol(ctx: Context, node: Expr) -> bool:
    """Whether a value is a symbol, or a choice of symbols, whose domain the context does not
    say."""
    if isinstance(node, Conditional):
        return _is_symbol(ctx, node.then) or _is_symbol(ctx, node.otherwise)
    return isinstance(node, Name) and node in ctx.symbols


def _conditional(ctx: Context, node: Conditional, scope: Scope, expected: Type | None) -> Fact:
    test = condition(ctx, node.test, scope)
    if expected is None and _open(node.then) and not _open(node.otherwise):
        otherwise = infer(ctx, node.otherwise, scope)
        then = infer(ctx, node.then, scope, _known(otherwise.type))
    else:
        then = infer(ctx, node.then, scope, expected)
        if expected is None and not _is_symbol(ctx, node.then):
            expected = _known(then.type)
        otherwise = infer(ctx, node.otherwise, scope, expected)
    joined = join_sets(then.type, otherwise.type)
    if joined is None:
        return ctx.error(
            "E0223",
            f"the branches are {show(then.type)} and {show(otherwise.type)}",
            node.otherwise.span,
            expected=show(then.type),
        )
    ctx.read_number(node.then, joined)
    ctx.read_sets(node.test, (then.type, otherwise.type), joined)
    if isinstance(joined, Layer):  # which of them hides a value may be found
        joined = replace(joined, unknown=False)
    return Fact(joined, test.found or then.found or otherwise.found)


def _collection(ctx: Context, node: Collection, scope: Scope, expected: Type | None) -> Fact:
    wanted = _known(member_of(expected)) if expected is not None else None
    closed = next((i for i in node.items if not _open(i)), None)
    if wanted is None and closed is not None and closed is not node.items[0] and ctx.may_try:
        with ctx.attempt():
            wanted = _known(infer(ctx, closed, scope).type)
    joined: Type | None = None
    found, types = False, []
    for item in node.items:
        fact = infer(ctx, item, scope, wanted)
        found |= fact.found
        types.append(fact.type)
        before, joined = joined, fact.type if joined is None else join_sets(joined, fact.type)
        if joined is None:
            assert before is not None
            return ctx.error(
                "E0222",
                f"a {node.kind} of {show(before)} and {show(fact.type)}",
                item.span,
                expected=show(before),
            )
    item_type = ANY if joined is None else joined
    if node.items:
        ctx.read_sets(node.items[0], types, item_type)
    whole = List(item_type, len(node.items)) if node.kind == "list" else Set(item_type)
    return Fact(whole, found)


def _comprehension(ctx: Context, node: Comprehension, scope: Scope, expected: Type | None) -> Fact:
    inner, found = scope, False
    for clause in node.clauses:
        if isinstance(clause, ForClause):
            inner, source = loop_scope(ctx, clause.targets, clause.iterable, inner)
        else:
            source = condition(ctx, clause.test, inner)
        found |= source.found
    wanted = member_of(expected) if expected is not None else None
    element = infer(ctx, node.element, inner, _known(wanted))
    whole = Set(element.type) if node.kind == "set" else List(element.type)
    return Fact(whole, found or element.found)


def loop_scope(
    ctx: Context, targets: tuple[Name, ...], iterable: Expr, scope: Scope
) -> tuple[Scope, Fact]:
    """The scope inside `for targets in iterable`, and the fact of the iterable."""
    fact = infer(ctx, iterable, scope)
    types = _targets(ctx, len(targets), fact.type, iterable.span, targets[-1].span)
    varies = fact.found and not isinstance(fact.type, (Layer, Placement))
    return ctx.bind(scope, targets, [Fact(t, varies) for t in types]), fact


def _targets(ctx: Context, count: int, t: Type, where: Span, last: Span) -> list[Type]:
    """The types of the variables of a `for`."""
    wrong: list[Type] = [ANY] * count
    if isinstance(t, Anything):
        return wrong
    if isinstance(t, Layer) and len(t.keys) == count:
        return list(t.keys)
    item = member_of(t)
    if item is None and not isinstance(t, Layer):
        ctx.error(
            "E0229",
            f"'for' over {show(t)}",
            where,
            expected="a set, a list or a layer",
            hint="the numbers from 1 to n are `1..n`" if t == INT else None,
        )
        return wrong
    if item is not None and count == 1:
        return [item]
    if isinstance(item, Anything):
        return wrong
    if isinstance(item, (List, Unit)):
        length = item.length if isinstance(item, List) else None
        if length == count:
            return [item.item] * count
    needed = len(t.keys) if isinstance(t, Layer) else None
    if isinstance(item, List) and item.length is not None:
        needed = item.length
    ctx.error(
        "E0230",
        f"{count} variable{'' if count == 1 else 's'} for {show(t)}",
        last,
        expected=f"{needed} variables" if needed not in (None, 1) else "one variable",
        hint="`pairs(s)` has every two members once, in one order; `for a in s:` and in it "
        "`for b in s if b != a:` has both orders; `steps(list)` has neighbours"
        if needed is None
        else None,
    )
    return wrong


# ---- calls ---------------------------------------------------------------------------------------


def _call(ctx: Context, node: Call, scope: Scope, expected: Type | None) -> Fact:
    function = node.function
    if isinstance(function, Name) and function.id not in scope:
        declared = ctx.names.get(function.id)
        if declared is not None and isinstance(declared.node, Define):
            return _call_define(ctx, node, declared.node, scope)
        builtin = BUILTINS.get(function.id)
        if declared is None and builtin is not None and builtin.signatures:
            return _call_builtin(ctx, node, builtin, scope, expected)
    base = infer(ctx, function, scope)
    hidden = ctx.hidden(function.id, scope) if isinstance(function, Name) else None
    if isinstance(function, Name) and hidden and BUILTINS[function.id].signatures:
        return ctx.error(
            "E0212",
            f"'{function.id}' is {hidden}, not the built-in function",
            function.span,
            hint=f"rename what is declared: '{function.id}' also names a built-in function",
        )
    # The function that a misspelt name stands for may take words such as `turned`.
    is_unknown = isinstance(function, Name) and base is WRONG
    facts = [
        WRONG
        if is_unknown and isinstance(arg, Name) and arg.id in _FLAGS
        else infer(ctx, arg, scope)
        for arg in node.args
    ]
    return call_value(ctx, node, base, facts)


def _call_builtin(
    ctx: Context, node: Call, builtin: Builtin, scope: Scope, expected: Type | None
) -> Fact:
    ctx.on_board(builtin, node.function.span)
    wanted = None
    if builtin.name in REORDERING and isinstance(expected, (Bag, List)):
        wanted = List(expected.item)
    facts = [
        infer(ctx, arg, scope, argument_domain(builtin, i) or wanted, inside=True)
        for i, arg in enumerate(node.args)
    ]
    if builtin.kind == "set" and len(facts) == 1 and isinstance(facts[0].type, Place):
        return call_value(ctx, node, Fact(builtin.type), facts)
    hidden = [ctx.hidden(a.id, scope) if isinstance(a, Name) else None for a in node.args]
    return call_builtin(ctx, node, builtin, facts, hidden)


def _call_define(ctx: Context, node: Call, define: Define, scope: Scope) -> Fact:
    """The fact of a call of a define: a name as an argument may be a symbol, if the body checks
    with it."""
    if len(node.args) != len(define.parameters):
        ctx.error(
            "E0210",
            f"{define.name.id} with {len(node.args)} argument{'' if len(node.args) == 1 else 's'}",
            node.span,
            expected=f"{define.name.id}({', '.join(p.id for p in define.parameters)})",
        )
        return WRONG
    readings = list(product(*(_readings(ctx, arg, scope) for arg in node.args)))[:16]
    best = readings[0]
    if len(readings) > 1 and ctx.may_try:
        clean = [r for r in readings if not _mistakes(ctx, node, define, r, scope)]
        best = clean[0] if clean else best
        if len(clean) > 1:
            doubtful = next(i for i, (a, b) in enumerate(zip(*clean[:2], strict=True)) if a != b)
            arg = node.args[doubtful]
            assert isinstance(arg, Name)
            return ctx.error(
                "E0208",
                f"'{arg.id}' may be a symbol or {show(infer(ctx, arg, scope).type)} here",
                arg.span,
                hint=f'write "{arg.id}" for the symbol',
            )
    return _apply_reading(ctx, node, define, best, scope)


def _readings(ctx: Context, arg: Expr, scope: Scope) -> tuple[bool, ...]:
    """Whether an argument may be read as a symbol (True), as usual (False), or both ways."""
    if not isinstance(arg, Name) or arg.id not in ctx.known_symbols:
        return (False,)
    return (True,) if ctx.only_symbol(arg, scope) else (False, True)


def _mistakes(
    ctx: Context, node: Call, define: Define, reading: tuple[bool, ...], scope: Scope
) -> bool:
    with ctx.attempt() as mistakes:
        _apply_reading(ctx, node, define, reading, scope)
    return bool(mistakes)


def _apply_reading(
    ctx: Context, node: Call, define: Define, reading: tuple[bool, ...], scope: Scope
) -> Fact:
    facts = []
    for arg, symbol in zip(node.args, reading, strict=True):
        if symbol and isinstance(arg, Name):
            facts.append(ctx.as_symbol(arg, Enum((arg.id,))))
        else:
            facts.append(infer(ctx, arg, scope, inside=True))
    ctx.calls[node] = (define.name.id, tuple(facts))
    return instantiate(ctx, define, tuple(facts), node.span)


def instantiate(
    ctx: Context, define: Define, facts: tuple[Fact, ...], used: Span | None = None
) -> Fact:
    """The fact of a define's body for arguments of these types."""
    if define.name.id in ctx.circular:
        return WRONG
    key = (define.name.id, facts)
    known = ctx.uses.get(key)
    if known is not None:
        return known
    if len(ctx.uses) >= MOST_USES:
        return ctx.error(
            "E0260",
            f"more than {MOST_USES} different uses of defines",
            used or define.name.span,
            hint="defines that call each other with ever larger lists are no puzzle",
        )
    before = len(ctx.diagnostics)
    with_parameters = dict(zip((p.id for p in define.parameters), facts, strict=True))
    outside, ctx.in_define = ctx.in_define, True
    result = infer(ctx, define.body, with_parameters)
    ctx.in_define = outside
    ctx.uses[key] = result
    if used is not None:
        ctx.diagnostics[before:] = _of_use(define, used, ctx.diagnostics[before:])
    return result


def _of_use(define: Define, used: Span, mistakes: list[Diagnostic]) -> list[Diagnostic]:
    """Mistakes in the body of a define for the arguments of one call. Those in the define of
    another file, which works with other arguments, are one mistake of the call."""
    name, own = define.name.id, define.name.span
    if own.source.name != used.source.name:
        inside = [m for m in mistakes if m.span and m.span.source.name == own.source.name]
        if not inside:
            return mistakes
        parameters = ", ".join(p.id for p in define.parameters)
        at_call = replace(
            inside[0],
            message=f"{name} does not take this: {inside[0].message}",
            span=used,
            expected=f"{name}({parameters})",
            hint=f"it is declared in line {own.line} of {basename(own.source.name)}",
            edits=(),
        )
        return [at_call, *(m for m in mistakes if m not in inside)]
    note = f"{name} is used so in line {used.line}"
    return [replace(m, hint=f"{m.hint}; {note}" if m.hint else note) for m in mistakes]
