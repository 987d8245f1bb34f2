"""Check the domains and places of declarations: the parts after the colon and after `at`.

They must be known before solving, so they may not depend on found layers.
"""

from __future__ import annotations

from .builtins import BUILTINS
from .check_context import Context, Fact, Scope
from .check_expressions import infer
from .diagnostics import Span
from .syntax import (
    At,
    Attribute,
    Binary,
    BoolDomain,
    Call,
    Collection,
    Compare,
    Comprehension,
    Conditional,
    Domain,
    Expr,
    IfClause,
    Index,
    ListDomain,
    Name,
    Number,
    OneOf,
    PictureDomain,
    PiecesDomain,
    SetDomain,
    SymbolDomain,
    Text,
    Unary,
)
from .types import (
    ANY,
    BOOL,
    CELL,
    INT,
    SYMBOL,
    Anything,
    Enum,
    Int,
    Layer,
    List,
    Moment,
    Partition,
    Picture,
    Place,
    Set,
    Type,
    Unit,
    agree,
    member_of,
    show,
)


def given_only(ctx: Context, node: Expr, fact: Fact, what: str, scope: Scope) -> Fact:
    """Report an expression that depends on found layers; what: its role, for the message."""
    if not fact.found:
        return fact
    culprit = _first_found(ctx, node, scope)
    decided = f"'{culprit.id}', which the solver decides" if culprit else "what the solver decides"
    return ctx.error(
        "E0232",
        f"{what} depends on {decided}",
        culprit.span if culprit else node.span,
        expected="an expression that does not depend on the solution",
    )


def _first_found(ctx: Context, node: Expr, scope: Scope) -> Name | None:
    for name in names_in(node):
        declared = ctx.names.get(name.id)
        if name.id not in scope and declared is not None and declared.fact.found:
            return name
    return None


def names_in(node: Expr) -> list[Name]:
    """All names of an expression, in order."""
    match node:
        case Name():
            return [node]
        case Unary(operand=operand):
            return names_in(operand)
        case Binary(left=left, right=right):
            parts: tuple[Expr, ...] = (left, right)
        case Compare(operands=operands):
            parts = operands
        case Conditional(test=test, then=then, otherwise=otherwise):
            parts = (then, test, otherwise)
        case Collection(items=items):
            parts = items
        case Comprehension(element=element, clauses=clauses):
            parts = (
                element,
                *(c.test if isinstance(c, IfClause) else c.iterable for c in clauses),
            )
        case Call(function=function, args=args):
            parts = (function, *args)
        case Index(base=base, indices=indices):
            parts = (base, *indices)
        case Attribute(base=base):
            parts = (base,)
        case _:
            parts = ()
    return [name for part in parts for name in names_in(part)]


# ---- domains -------------------------------------------------------------------------------------


def domain(ctx: Context, node: Domain, scope: Scope, keyword: str) -> Type:
    """The type of a domain's values. keyword: `param`, `given` or `find`."""
    match node:
        case BoolDomain():
            return BOOL
        case SymbolDomain():
            _givens_only(ctx, "symbol", keyword, ("given", "param"), node.span)
            return SYMBOL
        case PiecesDomain():
            if keyword != "find":
                ctx.error("E0238", "pieces are drawn by the solver", node.span, expected="a find")
            return Partition(CELL)
        case ListDomain(element=element):
            _givens_only(ctx, "list of", keyword, ("given", "param"), node.span)
            return List(domain(ctx, element, scope, keyword))
        case PictureDomain(element=element):
            _givens_only(ctx, "picture of", keyword, ("given", "param"), node.span)
            return Picture(domain(ctx, element, scope, keyword))
        case OneOf(options=options):
            fact = infer(ctx, options, scope)
            return _members(ctx, options, _known_domain(ctx, options, fact, scope, keyword).type)
        case SetDomain(expr=expr):
            fact = set_of_values(ctx, expr, scope)
            return _members(ctx, expr, _known_domain(ctx, expr, fact, scope, keyword).type)


def _known_domain(ctx: Context, node: Expr, fact: Fact, scope: Scope, keyword: str) -> Fact:
    """Report a domain that depends on found layers. That of a `find` may depend on open ones: it
    has every value that it has for some clues, each under a condition."""
    if ctx.opened and keyword == "find":
        return fact
    return given_only(ctx, node, fact, "a domain", scope)


def _givens_only(
    ctx: Context, word: str, keyword: str, allowed: tuple[str, ...], span: Span
) -> None:
    if keyword not in allowed:
        ctx.error(
            "E0238",
            f"'{word}' as the domain of a {keyword}",
            span,
            expected="a finite set of values, such as `1..9` or `{red, green}`",
        )


def _members(ctx: Context, node: Expr, t: Type) -> Type:
    member = None if isinstance(t, Layer) and len(t.keys) != 1 else member_of(t)
    if isinstance(node, Collection) and isinstance(member, Set) and member.item == INT:
        return ctx.error(
            "E0236",
            "the values of this domain are sets of numbers",
            node.span,
            expected="a set of numbers, such as `1..9`",
        ).type
    if member == BOOL:
        message = "the values of this domain are yes and no"
        return ctx.error("E0236", message, node.span, expected="`bool`").type
    if member is not None:
        return member
    most = node.value if isinstance(node, Number) and node.value > 1 else "n"
    ctx.error(
        "E0236",
        f"{show(t)} is not a domain",
        node.span,
        expected="a set of values, such as `1..9`, `{red, green}`, `bool` or `cell`",
        hint=f"the numbers from 1 to {most} are `1..{most}`" if t == INT else None,
    )
    return ANY


def set_of_values(ctx: Context, node: Expr, scope: Scope) -> Fact:
    """A set that declares symbols: a name in its `{…}` is a symbol unless it is declared as a
    number."""
    match node:
        case Name(id=name) if name in BUILTINS and BUILTINS[name].kind == "domain":
            ctx.on_board(BUILTINS[name], node.span)
            return Fact(BUILTINS[name].type)
        case Collection(items=items):
            return _literal(ctx, node, items, scope)
        case Binary(op="+" | "-", left=left, right=right):
            facts = [set_of_values(ctx, side, scope) for side in (left, right)]
            types = [member_of(f.type) for f in facts]
            if all(isinstance(t, Enum) and t.members for t in types):
                symbols: dict[str, None] = {}
                for t in types:
                    assert isinstance(t, Enum) and t.members
                    symbols.update(dict.fromkeys(t.members))
                return Fact(Set(Enum(tuple(symbols))))
            return infer(ctx, node, scope)
        case Binary(op="..", left=Number(value=low), right=Number(value=high)) if low > high:
            return ctx.error(
                "E0239", f"{low}..{high} is empty", node.span, expected="the smaller number first"
            )
        case _:
            return infer(ctx, node, scope)


def _literal(ctx: Context, node: Collection, items: tuple[Expr, ...], scope: Scope) -> Fact:
    """The domain `{red, green}` or `{1, 3, n}`."""
    symbols: list[Name | Text] = []
    numbers: list[Expr] = []
    for item in items:
        if isinstance(item, Text) or (isinstance(item, Name) and not _is_number(ctx, item, scope)):
            symbols.append(item)
        else:
            numbers.append(item)
    if not items:
        return ctx.error(
            "E0239", "a domain without values", node.span, expected="at least one value"
        )
    if symbols and numbers:
        return ctx.error(
            "E0237",
            "a domain of numbers and symbols",
            numbers[0].span,
            expected="values of one kind",
            hint='a number in quotes, "1", is a symbol',
        )
    if numbers:
        return infer(ctx, node, scope)
    words = [s.id if isinstance(s, Name) else s.value for s in symbols]
    for i, (word, symbol) in enumerate(zip(words, symbols, strict=True)):
        if word in words[:i]:
            ctx.error("E0262", f"'{word}' occurs twice in the domain", symbol.span)
    member = Enum(tuple(dict.fromkeys(words)))
    ctx.known_symbols.update(words)
    for symbol in symbols:
        if isinstance(symbol, Name):
            ctx.as_symbol(symbol, member)
    return Fact(Set(member))


def _is_number(ctx: Context, name: Name, scope: Scope) -> bool:
    fact = scope.get(name.id)
    if fact is None and name.id in ctx.names:
        fact = ctx.names[name.id].fact
    return fact is not None and isinstance(fact.type, Int)


# ---- places --------------------------------------------------------------------------------------


def places(ctx: Context, at: At) -> tuple[tuple[Type, ...], Scope]:
    """The key types of a layer, and the scope with the variables of its `at`."""
    scope: Scope = {}
    keys: list[Type] = []
    for variable, node in zip(at.variables, at.sets, strict=True):
        fact = given_only(ctx, node, infer(ctx, node, scope), "the set of places", scope)
        key = _key(ctx, node, fact.type)
        keys.append(key)
        if variable is not None:
            scope = ctx.bind(scope, (variable,), [Fact(key)])
    if at.where is not None:
        ctx.nameless = not any(at.variables)
        _where(ctx, at.where, keys, scope)
        ctx.nameless = False
    return tuple(keys), scope


def _key(ctx: Context, node: Expr, t: Type) -> Type:
    member = None if isinstance(t, Layer) and len(t.keys) != 1 else member_of(t)
    if isinstance(member, Moment) and not (isinstance(node, Name) and node.id == member.name):
        ctx.error(
            "E0254",
            "a layer at moments that are not named as the sequence",
            node.span,
            expected=f"`at {member.name}`; `where` leaves some of them out",
        )
    if isinstance(member, (Anything, Place, Unit, Enum, Moment, Int)):
        return member
    ctx.error(
        "E0254",
        f"a layer at {show(t)}",
        node.span,
        expected="a set of places, such as `cells`, `rows` or a `things` name",
        hint="a layer on pairs of neighbours is a layer at `links`"
        if isinstance(t, Layer) and t.relation
        else None,
    )
    return ANY


def _where(ctx: Context, node: Expr, keys: list[Type], scope: Scope) -> None:
    """`where` takes a condition on the variables of `at`, or a set of places."""
    fact = infer(ctx, node, scope)
    given_only(ctx, node, fact, "`where`", scope)
    t = fact.type
    if agree(t, BOOL):
        return
    member = member_of(t)
    if member is not None and len(keys) == 1 and agree(member, keys[0]):
        return
    ctx.error(
        "E0255",
        f"`where` with {show(t)}",
        node.span,
        expected="a condition, or a set of these places",
    )
