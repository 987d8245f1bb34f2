"""Declarations of layers: the places of a layer, and its domain at each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...dsl.diagnostics import PzcError, Span, counted
from ...dsl.syntax import (
    At,
    BoolDomain,
    ListDomain,
    OneOf,
    PictureDomain,
    PiecesDomain,
    SetDomain,
    SymbolDomain,
    Text,
)
from ...dsl.syntax import Domain as DomainTree
from ...model.limits import MAX_DOMAIN
from ...model.nodes import Bool
from ...records import replace
from ..context import Context
from ..lower.closures import Frame, assign, truth
from ..lower.lower import Lowering
from ..values.values import (
    Layer,
    Unsupported,
    Value,
    is_visible,
    items,
    show,
    split_tokens,
    tally,
)
from .domains import BLANKS, Domain, Names, bool_domain, value_domain
from .kinds import kind_of_units, static_kind

if TYPE_CHECKING:
    from .program import Program


def places_of(
    program: Program, context: Context, at: At, name: str
) -> tuple[str, list[tuple[Any, Frame]], Lowering]:
    """The kind of a layer's places, and each place with the frame in which its domain is evaluated.

    name: of the layer. Its kind is known from the text, even if it has no places for this puzzle.
    """
    lowering = program.lowering()
    sets = [lowering.members(s) for s in at.sets]
    slots = [lowering.bind([v])[1] if v is not None else None for v in at.variables]
    where = lowering.expression(at.where) if at.where is not None else None
    # Without a variable, `where` has one value for all places.
    alike = where is not None and not lowering.scope
    everywhere = where([context]) if alike and where is not None else None
    keys: list[tuple[Any, ...]] = [()]
    members = [
        [known(v, there, s.span) for v, there in evaluate([context])]
        for evaluate, s in zip(sets, at.sets, strict=True)
    ]
    total = 1
    for part in members:
        total *= len(part)
    scale = context.enter(total, at.span)
    context.scale = scale
    for part in members:
        keys = [(*key, member) for key in keys for member in part]
    out: list[tuple[Any, Frame]] = []
    frame: Frame = [context, *([None] * (lowering.size - 1))]
    for key in keys:
        if lowering.scope:  # each place has a frame of its own
            frame = frame.copy()
            for slot, member in zip(slots, key, strict=True):
                if slot is not None:
                    assign(frame, slot, member)
        plain = key[0] if len(key) == 1 else key
        if where is not None:
            assert at.where is not None
            condition = everywhere if alike else where(frame)
            if isinstance(condition, Layer):
                condition = condition.get(plain)
            if known(truth(condition, at.where.span), True, at.where.span) is not True:
                continue
        out.append((plain, frame))
    kinds = [
        known or kind_of_units(part) or static_kind(s)
        for known, s, part in zip(program.checked.kinds[name], at.sets, members, strict=True)
    ]
    return ", ".join(kinds), out, lowering


def known(value: Value, there: Bool, span: Span) -> Value:
    """A member that must be known before solving. Raises PzcError if the solver decides it, which
    is possible for open layers only (see `opening`); the checker excludes all other cases."""
    if there is not True or not is_visible(value):
        raise PzcError.at(
            "E0232",
            f"{show(value)} depends on what the solver decides",
            span,
            expected="what does not depend on the solution",
        )
    return value


def domain_of_layer(
    context: Context,
    tree: DomainTree,
    drawn: Text | None,
    blank: Text | None,
    unknown: Text | None,
    some: bool,
    kind: str,
    frame: Frame,
    lowering: Lowering,
) -> Domain:
    """The domain of a declaration for a puzzle. some: a value may be missing. kind: of the places.
    frame, lowering: for the evaluation of its expressions."""
    tokens = split_tokens(drawn.value) if drawn is not None else None
    element: Domain | None = None
    match tree:
        case BoolDomain():
            lines = context.board.line_tokens if context.has_board else ()
            domain = bool_domain(tokens, kind, lines)
        case SymbolDomain():
            domain = Domain("any")
        case ListDomain():
            element = domain_of_layer(
                context, tree.element, drawn, None, unknown, False, kind, frame, lowering
            )
            domain = Domain("list", element.values, element=element)
        case PictureDomain():
            element = domain_of_layer(
                context, tree.element, drawn, blank, None, True, kind, frame, lowering
            )
            domain = Domain("picture", element.values, element=element)
        case OneOf(options=expr) | SetDomain(expr=expr):
            value = lowering.expression(expr)(frame)
            if isinstance(value, range) and len(value) > MAX_DOMAIN:
                raise PzcError.at(
                    "E0413",
                    f"a domain of {len(value):,} values",
                    expr.span,
                    expected=f"at most {MAX_DOMAIN:,}",
                )
            try:
                pairs = items(context.m, value)
                if tokens is not None:  # as many as there are values
                    pairs = [(known(v, there, expr.span), True) for v, there in pairs]
                members, conditions = _members(context, pairs)
            except Unsupported as problem:
                raise PzcError.at(problem.code, str(problem), expr.span) from None
            if not members:
                raise PzcError.at(
                    "E0414",
                    "for this puzzle the domain has no values",
                    expr.span,
                    expected="at least one",
                )
            if tokens is not None and len(tokens) != len(members):
                raise PzcError.at(
                    "E0415",
                    f"{counted(len(tokens), 'token')} for {counted(len(members), 'value')}",
                    drawn.span if drawn else None,
                    expected=f"{counted(len(members), 'token')} between spaces",
                )
            if isinstance(tree, OneOf):
                domain = Domain("options", members, Names(members))
            else:
                domain = value_domain(members, tokens)
            domain = replace(domain, conditions=conditions)
        case PiecesDomain():
            domain = Domain("pieces")
    blanks = tuple(b for b in BLANKS if b not in domain.tokens) if some else ()
    if blank is not None:
        blanks = (*blanks, *split_tokens(blank.value))
    # In a list, it is members that are unknown.
    token = unknown.value if unknown is not None and domain.kind != "list" else None
    return replace(domain, blanks=blanks, unknown=token, element=element)


def _members(
    context: Context, pairs: Sequence[tuple[Value, Bool]]
) -> tuple[tuple[Any, ...], dict[Any, Bool]]:
    """The values that a domain has or, for some clues of open layers, may have, and the conditions
    of those that it may have."""
    if all(there is True and is_visible(value) for value, there in pairs):
        return tuple([value for value, _ in pairs]), {}
    m = context.m
    table = {value: m.or_(conditions) for value, conditions in tally(m, pairs).items()}
    possible = {value: condition for value, condition in table.items() if condition is not False}
    return tuple(possible), {v: c for v, c in possible.items() if c is not True}
