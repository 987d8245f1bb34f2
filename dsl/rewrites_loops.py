"""Loops that may be missing around a name that nothing introduces; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .diagnostics import Edit, Span
from .sites import Offer, Site
from .syntax import Attribute, Call, Condition, For, If, Index, Name, Rule, Things
from .types import Layer
from .walking import nodes

# What a loop variable of this name usually runs over, the likeliest first. Every name of one letter
# may also stand for a cell or one of the things.
USUAL = {
    "r": ("rows",),
    "row": ("rows",),
    "line": ("rows + columns",),
    "unit": ("rows + columns",),
    "col": ("columns",),
    "column": ("columns",),
    "cell": ("cells",),
    "c": ("cells", "columns"),
    "p": ("cells", "corners"),
    "b": ("cells", "borders"),
    "s": ("cells", "sides"),
    "corner": ("corners",),
    "border": ("borders",),
    "side": ("sides",),
}


def missing(site: Site) -> Iterator[Sequence[Offer]]:
    """`for c in cells: digit[c] > 1` for `digit[c] > 1`."""
    node = site.node
    if site.mistake.code not in ("E0203", "E0207") or not isinstance(node, Name):
        return
    if not _is_an_argument(site, node) or not any(isinstance(n, Rule) for n in site.above):
        return
    sparse = _sparse(site, node)
    things = [d.name.id for d in site.tree.declarations if isinstance(d, Things)]
    named = [word for word in things if word.startswith(node.id)]
    usual = USUAL.get(node.id, ())
    if len(node.id) == 1:
        usual = (*named, *usual, "cells", *things)
    start = _start(site)
    for places in dict.fromkeys((*sparse, *named, *usual)):
        loop = f"for {node.id} in {places}:"
        hint = f"write `{loop}`"
        yield [Offer((Edit(start, f"{loop} "),), hint, last=True, reading="before it")]


def _is_an_argument(site: Site, node: Name) -> bool:
    """Whether a layer is indexed with a name, a function called with it, or an attribute of it
    asked for."""
    around = site.above[0] if site.above else None
    match around:
        case Index(indices=given) | Call(args=given):
            return any(one is node for one in given)
        case Attribute(base=base):
            return base is node
    return False


def _sparse(site: Site, name: Name) -> list[str]:
    """The layers without a value at some places that the statement indexes with a name: a loop over
    one of them visits the places that have a value."""
    around = next(n for n in site.above if isinstance(n, (Condition, For, If, Rule)))
    found: list[str] = []
    for node in nodes(around):
        match node:
            case Index(base=Name(id=layer), indices=(Name(id=index),)) if index == name.id:
                declared = site.ctx.names.get(layer)
                t = declared.fact.type if declared else None
                if isinstance(t, Layer) and t.some:
                    found.append(layer)
    return found


def _start(site: Site) -> Span:
    """The beginning of the statement that contains the mistake: a condition, or the `for` or `if`
    in whose head it is."""
    path = (site.node, *site.above)
    for inner, outer in pairwise(path):
        if isinstance(outer, (Rule, For, If)):
            own = inner if isinstance(inner, Condition) else outer
            break
    span: Span = own.span
    return Span(span.source, span.line, span.column, span.line, span.column)
