"""Changes that may be meant where a function or layer is written as an attribute or method, or the
other way round; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import foreign, rewrites_foreign
from .builtins import BUILTINS
from .sites import Offer, Site, layers, offer, one_line, text_of
from .syntax import Attribute, Binary, Call, Index, Name, Truth
from .types import ANY, BOOL, Layer, List, Place, Type, member_of

WAYS = ("up", "down", "left", "right")
# Words for all members: `for p in pieces(block)` and `for c in r.cells` mean `block` and `r`.
MEMBERS = ("cells", "elements", "items", "list", "members", "pieces", "places", "set", "values")
# Functions of the values at places, rather than of the places.
OF_VALUES = ("all_different", "all_equal", "increasing", "max", "min", "product", "straight", "sum")
SIDES = ("top", "bottom", "left", "right")


def methods(site: Site) -> Iterator[Sequence[Offer]]:
    """`c.mark` for `mark[c]`, `r.sum()` for `sum(r)`, `c.north` for `c.up`."""
    for node in site.expressions:
        if not one_line(node):
            continue
        match node:
            case Attribute(base=base, name=name) if name in site.ctx.names:
                yield [offer(node, f"{name}[{text_of(base)}]", "; a layer has square brackets")]
            case Attribute(base=several, name=name) if name in MEMBERS and site.node is node:
                if member_of(site.type(several)) is not None:
                    yield [offer(node, text_of(several))]
            case Attribute(base=places, name="width" | "height" as name):
                yield [offer(node, rewrites_foreign.translated(name, [places]) or "")]
            case Attribute(base=Name(id="sides"), name=name) if name in SIDES:
                yield [offer(node, f"sides({name})")]
            case Attribute(base=base, name=name) if name.lower() in foreign.NAMES:
                other = foreign.NAMES[name.lower()]
                yield [offer(node, f"{text_of(base)}.{other}")]
                if other in BUILTINS and BUILTINS[other].kind in ("function", "relation"):
                    calls = [n for n in site.above if isinstance(n, Call) and n.function is node]
                    if not any(call.args for call in calls):
                        yield [offer(calls[0] if calls else node, f"{other}({text_of(base)})")]
            case Call(function=Attribute(base=base, name=name), args=(place,)) if (
                name in BUILTINS and BUILTINS[name].kind == "relation"
            ):
                yield [offer(node, f"{name}({text_of(base)}, {text_of(place)})")]
            case Attribute(base=base, name=name) if name in BUILTINS and (
                BUILTINS[name].kind == "relation"
            ):
                yield [offer(node, f"{name}({text_of(base)})")]
            case Attribute(base=base, name=name) if _is_function(name):
                called = next((c for c in site.above if isinstance(c, Call)), None)
                if name == "sum" and _truths(site.type(base)):
                    whole = called if called is not None and called.function is node else node
                    yield [offer(whole, f"count({text_of(base)})", ", how many of them are yes")]
                if isinstance(member_of(site.type(base)), Place) and name in OF_VALUES:
                    whole = node if called is None or called.function is not node else called
                    names = layers(site, site.type(base), ANY)
                    yield [offer(whole, f"{name}({n}[{text_of(base)}])") for n in names]
                if called is None or called.function is not node:
                    yield [offer(node, f"{name}({text_of(base)})")]
                elif not called.args:
                    yield [offer(called, f"{name}({text_of(base)})")]
                elif name.startswith("run") and one_line(called):
                    inner = ", ".join(map(text_of, (base, *called.args)))
                    yield [offer(called, f"{name}({inner})")]
                elif name == "count" and len(called.args) == 1:
                    yield [offer(called, f"count({text_of(base)} = {text_of(called.args[0])})")]
                if called is not None and len(called.args) == 1 and one_line(called):
                    own, other = text_of(base), text_of(called.args[0])
                    yield [offer(called, f"{name}({own}[{other}])")]
                    yield [offer(called, f"{name}({other}[{own}])")]
            case Attribute(base=Index(base=own, indices=(key,)), name=name) if (
                site.mistake.code == "E0228"
            ):
                yield [offer(node, f"{text_of(own)}[{text_of(key)}.{name}]")]
            case Call(function=Name(id="runs"), args=(Index(base=own, indices=(line,)),)):
                yield [offer(node, f"runs({text_of(line)}, {text_of(own)})")]
            case Call(function=Truth(value=False), args=(condition,)):
                yield [offer(node, f"not any({text_of(condition)})")]
            case Call(function=Name(id="known"), args=(Index(base=own, indices=(key,)),)):
                yield [offer(node, f"{text_of(own)}.known[{text_of(key)}]")]
            case Binary(op="+" | "-" | "*", left=left, right=right) if site.mistake.code == "E0215":
                for side in (left, right):
                    if side.span == site.mistake.span and site.type(side) == BOOL:
                        text = f"(1 if {text_of(side)} else 0)"
                        yield [offer(side, text, "; `count(…)` counts several conditions")]
            case Call(function=Name(id="count"), args=(values, value)):
                yield [offer(node, f"count({text_of(values)} = {text_of(value)})")]
            case Binary(op="+", left=place, right=Name(id="up" | "down" | "left" | "right" as way)):
                yield [offer(node, f"{text_of(place)}.{way}")]


def neighbours(site: Site) -> Iterator[Sequence[Offer]]:
    """`c.up` for `up(c)` and `above(c)`."""
    for node in site.expressions:
        match node:
            case Call(function=Name(id=name), args=(place,)) if one_line(node):
                if (way := foreign.NAMES.get(name.lower(), name)) in WAYS:
                    yield [offer(node, f"{text_of(place)}.{way}")]


def _truths(t: Type) -> bool:
    """Whether something has yes and no as values: a list, a layer or what is lifted from it."""
    return (isinstance(t, List) and t.item == BOOL) or (isinstance(t, Layer) and t.value == BOOL)


def _is_function(name: str) -> bool:
    return name in BUILTINS and BUILTINS[name].kind == "function"
