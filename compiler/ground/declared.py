"""Declarations of layers: the places of a layer, and its domain at each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...dsl.diagnostics import PzcError, Span, counted
from ...dsl.syntax import (
    At,
    BoolDomain,
    Find,
    Given,
    ListDomain,
    OneOf,
    PictureDomain,
    PiecesDomain,
    SetDomain,
    SymbolDomain,
    Text,
)
from ...dsl.syntax import Domain as DomainTree
from ...dsl.walking import names_in
from ...model.limits import MAX_DOMAIN
from ...model.nodes import Bool
from ...records import replace
from ..context import Context
from ..lower.closures import Evaluate, Frame, assign, context_of, located, truth
from ..lower.lower import Lowering
from ..values.comparison import contains
from ..values.listing import tally
from ..values.members import items
from ..values.showing import show, split_tokens
from ..values.values import Layer, Unsupported, Value, is_collection, is_visible
from .domains import BLANKS, Domain, bool_domain, by_name, union, value_domain
from .kinds import kind_of_units, static_kind


class Declared:
    """The places and the domain of the layers of a declaration, compiled once for a spec.

    lowering: a new one. kinds: of the places of each set, where the text tells them, which it does
    even for a puzzle without such places. varies: whether the domain depends on the place. at: the
    places, if not those of the declaration. some: a value may be missing."""

    __slots__ = (
        "_alike",
        "_at",
        "_kinds",
        "_lowering",
        "_sets",
        "_slots",
        "_where",
        "domain",
        "varies",
    )

    def __init__(
        self,
        lowering: Lowering,
        kinds: tuple[str | None, ...],
        tree: Given | Find,
        at: At | None = None,
        some: bool | None = None,
    ) -> None:
        self._at = at = tree.at if at is None else at
        self._lowering = lowering
        self._sets = [_members_of(lowering.expression(s), s.span) for s in at.sets]
        self._slots = [lowering.bind([v]) if v is not None else None for v in at.variables]
        self._where = lowering.expression(at.where) if at.where is not None else None
        # Without a variable, `where` has one value for all places.
        self._alike = not lowering.scope
        self._kinds = kinds
        self.varies = any(n.id in lowering.scope for n in names_in(tree.domain))
        unknown = tree.unknown if isinstance(tree, Given) else None
        some = at.some if some is None else some
        self.domain = DomainOf(lowering, tree.domain, tree.drawn, tree.blank, unknown, some)

    def places(self, context: Context) -> tuple[str, tuple[Any, ...], list[Frame]]:
        """The kind of the layer's places, the places, and the frames in which the domain is
        evaluated: one for each place if it varies, else one for all of them."""
        at = self._at
        blank: Frame = [context, *([None] * (self._lowering.size - 1))]
        members = [evaluate(blank) for evaluate in self._sets]
        total = 1
        for part in members:
            total *= len(part)
        context.scale = context.enter(total, at.span)
        kinds = [
            known or kind_of_units(part) or static_kind(s)
            for known, s, part in zip(self._kinds, at.sets, members, strict=True)
        ]
        keys: list[tuple[Any, ...]] = [()]
        if len(members) > 1:
            for part in members:
                keys = [(*key, member) for key in keys for member in part]
        places = members[0] if len(members) == 1 else tuple(keys)
        kind = ", ".join(kinds)
        if self._where is None and not self.varies:
            return kind, places, [blank]
        frames = [blank] * len(places) if self._alike else self._frames(places, blank)
        if self._where is not None:
            chosen = self._chosen(context, self._where, places, frames)
            places = tuple([places[k] for k in chosen])
            frames = [frames[k] for k in chosen]
        return kind, places, (self.varies and frames) or [blank]

    def domains(
        self, context: Context, kind: str, places: Sequence[Any], frames: Sequence[Frame]
    ) -> tuple[Domain, dict[Any, Domain] | None]:
        """The domain of a layer, and that at each place if they differ. The arguments are what
        `places` returned."""
        if not self.varies:
            return self.domain.at(context, kind, frames[0]), None
        if not places:
            return Domain("any"), {}
        at = [self.domain.at(context, kind, frame) for frame in frames]
        return self.domain.joined(at), dict(zip(places, at, strict=True))

    def _frames(self, places: Sequence[Any], blank: Frame) -> list[Frame]:
        """A frame for each place, with the names of its parts."""
        frames = []
        for place in places:
            frame = blank.copy()
            key = place if len(self._sets) > 1 else (place,)
            for slot, member in zip(self._slots, key, strict=True):
                if slot is not None:
                    assign(frame, slot, member)
            frames.append(frame)
        return frames

    def _chosen(
        self, context: Context, where: Evaluate, places: Sequence[Any], frames: Sequence[Frame]
    ) -> list[int]:
        """The positions of the places for which the `where` of the declaration holds: it is a
        condition on the place, or a set that the place is in. If the declaration names no places,
        it is evaluated once for all of them."""
        assert self._at.where is not None
        span = self._at.where.span
        chosen = []
        shared = _looked_up(context, where(frames[0]), span) if self._alike and frames else None
        for k, place in enumerate(places):
            value: Any = shared if self._alike else where(frames[k])
            if isinstance(value, frozenset):
                value = place in value
            elif isinstance(value, Layer):
                value = value.has(context.m, place)
            elif is_collection(value):
                value = contains(context.m, place, value)
            if known(truth(value, span), True, span) is True:
                chosen.append(k)
        return chosen


def _looked_up(context: Context, value: Value, span: Span) -> Value | frozenset[Any]:
    """The value of a `where`; a set as a frozenset, for many places are looked up in it."""
    if not is_collection(value) or isinstance(value, Layer):
        return value
    return frozenset(
        known(member, there, span)
        for member, there in items(context.m, value)
        if there is not False
    )


def _members_of(evaluate: Evaluate, span: Span) -> Callable[[Frame], tuple[Any, ...]]:
    """The members of a set of places; all places of a kind stay the tuple that the board has."""

    def members(frame: Frame) -> tuple[Any, ...]:
        context, collection = context_of(frame), evaluate(frame)
        if type(collection) is tuple and context.has_board and context.board.kind_of(collection):
            return collection
        pairs = items(context.m, collection)
        return tuple([known(member, there, span) for member, there in pairs])

    return located(members, span)


def known(value: Value, there: Bool, span: Span) -> Value:
    """A member that must be known before solving. Raises PzcError if the solver decides it, which
    is possible for open layers only (see `opening`); the checker excludes all other cases."""
    if there is not True or not is_visible(value):
        raise PzcError.at(
            "E0232",
            f"{show(value)} depends on what the solver decides",
            span,
            expected="an expression that does not depend on the solution",
        )
    return value


class DomainOf:
    """The domain of a declaration, for any puzzle. some: a value may be missing."""

    __slots__ = ("_blank", "_drawn", "_element", "_evaluate", "_last", "_some", "_tree", "_unknown")

    def __init__(
        self,
        lowering: Lowering,
        tree: DomainTree,
        drawn: Text | None = None,
        blank: Text | None = None,
        unknown: Text | None = None,
        some: bool = False,
    ) -> None:
        self._tree = tree
        self._drawn = drawn
        self._blank = blank
        self._unknown = unknown
        self._some = some
        self._element: DomainOf | None = None
        self._evaluate: Evaluate | None = None
        # The last domain, with what it was made from.
        self._last: tuple[tuple[Any, ...], Domain] | None = None
        match tree:
            case ListDomain():
                self._element = DomainOf(lowering, tree.element, drawn, None, unknown, False)
            case PictureDomain():
                self._element = DomainOf(lowering, tree.element, drawn, blank, None, True)
            case OneOf(options=expr) | SetDomain(expr=expr):
                self._evaluate = lowering.expression(expr)

    def joined(self, domains: Sequence[Domain]) -> Domain:
        """The union of the domains at several places. Raises PzcError if a token of `drawn` stands
        for different values there."""
        if self._drawn is not None:
            meanings: dict[str, Any] = {}
            for domain in domains:
                for value, token in (domain.element or domain).drawn.items():
                    first = meanings.setdefault(token, value)
                    if first != value:
                        raise PzcError.at(
                            "E0419",
                            f"'{token}' would stand for {show(first)} at one place "
                            f"and for {show(value)} at another",
                            self._drawn.span,
                            expected="the same values at all places, or no `drawn`",
                        )
        return union(domains)

    def at(self, context: Context, kind: str, frame: Frame) -> Domain:
        """The domain at the place, or the places, of a frame. kind: of the places."""
        element = self._element.at(context, kind, frame) if self._element is not None else None
        members: Sequence[Any] = ()
        conditions: dict[Any, Bool] = {}
        if self._evaluate is not None:
            members, conditions = self._values(context, self._evaluate(frame))
        lines = context.board.line_tokens if context.has_board else ()
        known = (members, kind, lines, element)
        if self._last is not None and not conditions and self._last[0] == known:
            return self._last[1]
        domain = self._made(members, conditions, kind, lines, element)
        if not conditions:
            self._last = (known, domain)
        return domain

    def _made(
        self,
        members: Sequence[Any],
        conditions: dict[Any, Bool],
        kind: str,
        lines: tuple[str, ...],
        element: Domain | None,
    ) -> Domain:
        tokens = split_tokens(self._drawn.value) if self._drawn is not None else None
        match self._tree:
            case BoolDomain():
                domain = bool_domain(tokens, kind, lines)
            case SymbolDomain():
                domain = Domain("any")
            case PiecesDomain():
                domain = Domain("pieces")
            case ListDomain():
                assert element is not None
                domain = Domain("list", element.values)
            case PictureDomain():
                assert element is not None
                domain = Domain("picture", element.values)
            case OneOf():
                domain = Domain("options", members, by_name(members))
            case SetDomain():
                domain = value_domain(members, tokens)
        blanks = tuple(b for b in BLANKS if b not in domain.tokens) if self._some else ()
        if self._blank is not None:
            blanks = (*blanks, *split_tokens(self._blank.value))
        unknown = self._unknown
        # In a list, it is members that are unknown.
        token = unknown.value if unknown is not None and domain.kind != "list" else None
        return replace(domain, blanks=blanks, unknown=token, element=element, conditions=conditions)

    def _values(self, context: Context, value: Value) -> tuple[Sequence[Any], dict[Any, Bool]]:
        """The values of the domain, a range as such. Raises PzcError if there are none, or more or
        fewer than tokens."""
        tree = self._tree
        assert isinstance(tree, (OneOf, SetDomain))
        span = tree.options.span if isinstance(tree, OneOf) else tree.expr.span
        if isinstance(value, range) and len(value) > MAX_DOMAIN:
            raise PzcError.at(
                "E0413",
                f"a domain of {len(value):,} values",
                span,
                expected=f"at most {MAX_DOMAIN:,}",
            )
        tokens = split_tokens(self._drawn.value) if self._drawn is not None else None
        if isinstance(value, range) and value and tokens is None:
            return value, {}  # all of it is known, and need not be listed
        try:
            pairs = items(context.m, value)
            if tokens is not None:  # as many as there are values
                pairs = [(known(v, there, span), True) for v, there in pairs]
            members, conditions = _members(context, pairs)
        except Unsupported as problem:
            raise PzcError.at(problem.code, str(problem), span) from None
        if not members:
            raise PzcError.at(
                "E0414",
                "for this puzzle the domain has no values",
                span,
                expected="at least one",
            )
        if tokens is not None and len(tokens) != len(members):
            raise PzcError.at(
                "E0415",
                f"{counted(len(tokens), 'token')} for {counted(len(members), 'value')}",
                self._drawn.span if self._drawn else None,
                expected=f"{counted(len(members), 'token')} between spaces",
            )
        return members, conditions


def _members(
    context: Context, pairs: Sequence[tuple[Value, Bool]]
) -> tuple[tuple[Any, ...], dict[Any, Bool]]:
    """The values that a domain has or, for some clues of open layers, may have, and the conditions
    of those that it may have."""
    if all(there is True and is_visible(value) for value, there in pairs):
        return tuple(dict.fromkeys([value for value, _ in pairs])), {}
    m = context.m
    table = {value: m.or_(conditions) for value, conditions in tally(m, pairs).items()}
    possible = {value: condition for value, condition in table.items() if condition is not False}
    return tuple(possible), {v: c for v, c in possible.items() if c is not True}
