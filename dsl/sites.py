"""The place of a mistake in a syntax tree, and changes of the text there.

A `Site` is the smallest node that contains a mistake, with the types of the nodes around it; an
`Offer` is a change of the text that may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..records import record
from .check_context import Context, Fact
from .checker import recorded
from .diagnostics import Diagnostic, Edit, Span, most_like
from .syntax import (
    Attribute,
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Conditional,
    Expr,
    ForClause,
    Index,
    Name,
    Number,
    SpecTree,
    Text,
    Truth,
    Unary,
)
from .types import Anything, Layer, Type, agree, member_of
from .walking import children

EXPRESSIONS = (
    Name,
    Number,
    Text,
    Truth,
    Unary,
    Binary,
    Compare,
    Conditional,
    Collection,
    Comprehension,
    Call,
    Index,
    Attribute,
)


@record
class Offer:
    """Edits that may be meant, with the hint that proposes them.

    message: what is wrong at the first edit, if the mistake was reported elsewhere. whole: it is
    not made unless the whole spec parses with it. last: nor if it leaves a mistake on another line,
    even one with a hint of its own. reading: for what it is ("for both together"), if other offers
    of its group may be meant as well; then the hint is all of them.
    """

    edits: tuple[Edit, ...]
    hint: str
    message: str = ""
    whole: bool = False
    last: bool = False
    reading: str = ""


@record
class Site:
    """The place of a mistake.

    node: the smallest node that contains it. above: its ancestors, the nearest first. ctx: the
    final state of the checker, with ctx.facts of every expression. tree: the spec."""

    mistake: Diagnostic
    node: Any
    above: tuple[Any, ...]
    ctx: Context
    tree: SpecTree

    @property
    def expressions(self) -> list[Expr]:
        """The expressions that contain the mistake, the smallest first."""
        return [n for n in (self.node, *self.above) if isinstance(n, EXPRESSIONS)]

    @property
    def whole(self) -> Any:
        """The largest of these."""
        found = self.expressions
        return found[-1] if found else self.node

    def type(self, node: Expr) -> Type:
        """The type of an expression; `Anything` if it was not inferred."""
        return self.fact(node).type

    def fact(self, node: Expr) -> Fact:
        """The type of an expression, and whether it is found; see `type`."""
        known = self.ctx.facts.get(node) if self.ctx.facts is not None else None
        return known[0] if known else Fact(Anything())

    def variables(self) -> dict[str, Type]:
        """The variables in scope, with their types."""
        facts = self.ctx.facts or {}
        for node in self.expressions:
            if node in facts:
                return {name: fact.type for name, fact in facts[node][1].items()}
        return {}

    def taken(self) -> set[str]:
        """The names that a new variable cannot have."""
        return {*self.variables(), *self.ctx.names}


def site_of(mistake: Diagnostic, tree: SpecTree) -> Site | None:
    """The place of a mistake in a tree."""
    span = mistake.span
    if span is None:
        return None
    path: list[Any] = []
    parts: Sequence[Any] = tree.declarations
    while inner := next((p for p in parts if _holds(p, span)), None):
        path.insert(0, inner)
        parts = children(inner)
    if not path:
        return None
    return Site(mistake, path[0], tuple(path[1:]), recorded(tree), tree)


def _holds(node: Any, span: Span) -> bool:
    own = getattr(node, "span", None)
    if isinstance(node, ForClause):
        own = node.targets[0].span.to(node.iterable.span)
    elif own is None and (inner := children(node)):
        own = inner[0].span.to(inner[-1].span)
    return own is not None and own.has(span)


# ---- texts ---------------------------------------------------------------------------------------


def one_line(*parts: Any) -> bool:
    """Whether each of these parts of the tree is on one line."""
    return all(p.span.line == p.span.end_line for p in parts)


def text_of(node: Any) -> str:
    """The text of a part of the tree that is on one line."""
    span: Span = node.span
    return span.source.line(span.line)[span.column - 1 : span.end_column - 1]


def with_operators(operands: Sequence[str], ops: Sequence[str]) -> str:
    """The texts of operands with operators between them."""
    first, *others = operands
    return first + "".join(f" {op} {x}" for op, x in zip(ops, others, strict=True))


def tight(node: Any) -> str:
    """The text of an operand, in brackets if the operators around it bind tighter."""
    text = text_of(node)
    loose = isinstance(node, (Binary, Compare, Unary, Conditional)) and not text.startswith("(")
    return f"({text})" if loose else text


def offer(node: Any, text: str, why: str = "") -> Offer:
    """The offer to replace a part of the tree by a text."""
    return Offer((Edit(node.span, text),), f"write `{text}`{why}")


def renamed(name: Name, word: str) -> Offer:
    """The offer to write another word in place of a name."""
    return Offer((Edit(name.span, word),), f"write '{word}'")


def guess(name: Name, word: str) -> Offer:
    """The offer to write another word in place of a name, as a question."""
    return Offer((Edit(name.span, word),), f"did you mean '{word}'?")


def similar(name: Name, known: Iterable[str], most: int, cutoff: float) -> list[Offer]:
    """The offers to write the known words most like a name in its place, see `most_like`."""
    return [guess(name, word) for word in most_like(name.id, {*known} - {name.id}, most, cutoff)]


def layers(site: Site, places: Type, value: Type) -> list[str]:
    """The layers with values of this type at these places; only the found ones, if there are
    any."""
    key = member_of(places) or places
    fitting = {
        name: declared.fact.found
        for name, declared in site.ctx.names.items()
        if isinstance(t := declared.fact.type, Layer)
        and not t.relation
        and len(t.keys) == 1
        and agree(t.keys[0], key)
        and agree(t.value, value)
    }
    found = [name for name, is_found in fitting.items() if is_found]
    return found or list(fitting)
