"""Changes that may be meant where a function or layer is written as an attribute or method, or the
other way round; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import foreign, rewrites_foreign
from .boards import SLANTING
from .builtins import ATTRIBUTES, BUILTINS
from .sites import Offer, Site, layers, offer, one_line, text_of
from .syntax import Attribute, Binary, Call, Index, Name, Truth
from .types import ANY, BOOL, Layer, List, Place, Type, member_of

WAYS = ("up", "down", "left", "right")
# Words for all members: `for p in pieces(block)` and `for c in r.cells` mean `block` and `r`.
MEMBERS = frozenset(
    {"cells", "elements", "items", "keys", "list", "members", "pieces", "places", "set", "values"}
)
# Functions of the values at places, rather than of the places.
OF_VALUES = ("all_different", "all_equal", "increasing", "max", "min", "product", "straight", "sum")
SIDES = ("top", "bottom", "left", "right")


def methods(site: Site) -> Iterator[Sequence[Offer]]:
    """`c.mark` for `mark[c]`, `r.sum()` for `sum(r)`, `c.north` for `c.up`."""
    for node in site.expressions:
        if one_line(node):
            match node:
                case Attribute():
                    yield from _attribute(site, node)
                case Call():
                    yield from _call(node)
                case Binary():
                    yield from _operation(site, node)


def _attribute(site: Site, node: Attribute) -> Iterator[Sequence[Offer]]:
    """What `base.name` may mean."""
    name, base = node.name, text_of(node.base)
    match node.base:
        case _ if name in site.ctx.names:
            yield [offer(node, f"{name}[{base}]", "; a layer has square brackets")]
        case several if name in MEMBERS and site.node is node:
            if member_of(site.type(several)) is not None:
                call = _called(site, node)
                yield [offer(node if call is None or call.args else call, base)]
        case places if name in ("width", "height"):
            yield [offer(node, rewrites_foreign.translated(name, [places]) or "")]
        case Name(id="sides") if name in SIDES:
            yield [offer(node, f"sides({name})")]
        case _ if name in SLANTING:
            first = next(way for way in WAYS if name.startswith(way))
            yield [offer(node, f"{base}.{first}.{name.removeprefix(first)}")]
        case _ if name.lower() in foreign.NAMES:
            yield from _renamed(site, node, foreign.NAMES[name.lower()])
        case _ if _is_builtin(name, "relation"):
            yield [offer(node, f"{name}({base})")]
        case _ if _is_builtin(name, "function"):
            yield from _method(site, node, name)
        case Index(base=own, indices=(key,)) if site.mistake.code == "E0228":
            yield [offer(node, f"{text_of(own)}[{text_of(key)}.{name}]")]


def _renamed(site: Site, node: Attribute, name: str) -> Iterator[Sequence[Offer]]:
    """An attribute or method that another language has, by its own name."""
    base = text_of(node.base)
    if not _is_builtin(name, "function") or name in ATTRIBUTES:
        yield [offer(node, f"{base}.{name}")]
    if _is_builtin(name, "function"):
        yield from _method(site, node, name)
    elif _is_builtin(name, "relation"):
        call = _called(site, node)
        if call is None or not call.args:
            yield [offer(call or node, f"{name}({base})")]


def _called(site: Site, node: Attribute) -> Call | None:
    """The call of an attribute, as if it were a method."""
    return next((n for n in site.above if isinstance(n, Call) and n.function is node), None)


def _method(site: Site, node: Attribute, name: str) -> Iterator[Sequence[Offer]]:
    """A function that is written as an attribute, or as a method of its first argument."""
    base, t = text_of(node.base), site.type(node.base)
    around = next((n for n in site.above if isinstance(n, Call)), None)
    call = _called(site, node)
    whole = node if call is None else call
    if name == "sum" and _truths(t):
        yield [offer(whole, f"count({base})", ", how many of them are yes")]
    if isinstance(member_of(t), Place) and name in OF_VALUES:
        yield [offer(whole, f"{name}({layer}[{base}])") for layer in layers(site, t, ANY)]
    if call is None:
        yield [offer(node, f"{name}({base})")]
    elif not call.args:
        yield [offer(call, f"{name}({base})")]
    elif name.startswith("run") and one_line(call):
        yield [offer(call, f"{name}({', '.join(map(text_of, (node.base, *call.args)))})")]
    elif name == "count" and len(call.args) == 1:
        yield [offer(call, f"count({base} = {text_of(call.args[0])})")]
    if around is not None and len(around.args) == 1 and one_line(around):
        other = text_of(around.args[0])
        yield [offer(around, f"{name}({base}[{other}])")]
        yield [offer(around, f"{name}({other}[{base}])")]


def _call(node: Call) -> Iterator[Sequence[Offer]]:
    """What a call may mean whose function, or first argument, is something else."""
    match node.function, node.args:
        case Attribute(base=base, name=name), (place,) if _is_builtin(name, "relation"):
            yield [offer(node, f"{name}({text_of(base)}, {text_of(place)})")]
        case Name(id="runs"), (Index(base=own, indices=(line,)),):
            yield [offer(node, f"runs({text_of(line)}, {text_of(own)})")]
        case Truth(value=False), (condition,):
            yield [offer(node, f"not any({text_of(condition)})")]
        case Name(id="known"), (Index(base=own, indices=(key,)),):
            yield [offer(node, f"{text_of(own)}.known[{text_of(key)}]")]
        case Name(id="count"), (values, value):
            yield [offer(node, f"count({text_of(values)} = {text_of(value)})")]


def _operation(site: Site, node: Binary) -> Iterator[Sequence[Offer]]:
    """`(1 if p else 0)` for a condition `p` in a sum, `c.up` for `c + up`."""
    if node.op in ("+", "-", "*") and site.mistake.code == "E0215":
        for side in (node.left, node.right):
            if side.span == site.mistake.span and site.type(side) == BOOL:
                text = f"(1 if {text_of(side)} else 0)"
                yield [offer(side, text, "; `count(…)` counts several conditions")]
    elif node.op == "+" and isinstance(node.right, Name) and node.right.id in WAYS:
        yield [offer(node, f"{text_of(node.left)}.{node.right.id}")]


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


def _is_builtin(name: str, *kinds: str) -> bool:
    return name in BUILTINS and BUILTINS[name].kind in kinds
