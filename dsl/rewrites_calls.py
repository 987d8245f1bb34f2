"""Changes that may be meant where a function or layer has the wrong arguments; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from ..records import replace
from .builtins import ATTRIBUTES, BUILTINS
from .check_access import attributes_of
from .diagnostics import Edit
from .sites import Offer, Site, offer, one_line, renamed, similar, text_of
from .syntax import (
    Attribute,
    Binary,
    Call,
    Collection,
    Compare,
    Define,
    Expr,
    For,
    ForClause,
    Index,
    Name,
    Text,
)
from .types import (
    BORDER,
    CELL,
    DIRECTION,
    INT,
    LINK,
    Bag,
    Layer,
    Place,
    Type,
    agree,
    member_of,
)
from .walking import nodes

# Words for the neighbour of a cell in a direction.
STEPS = ("neighbour", "neighbor", "neighbours", "neighbors", "next", "move", "go", "shift")
# Words for the rectangles of a size -> the function whose members they are.
RECTANGLES = {
    "square": "windows",
    "squares": "windows",
    "window": "windows",
    "windows": "windows",
    "rectangles": "windows",
    "boxes": "blocks",
    "blocks": "blocks",
}
MOST_ARGUMENTS = 3
# How words for the flags of `placements` and `shape` begin.
FLAGS = {"turned": ("rotat", "turn", "spin"), "flipped": ("mirror", "reflect", "flip")}


def in_other_order(site: Site) -> Iterator[Sequence[Offer]]:
    """`areas(black, diagonal)` for `areas(diagonal, black)`, `lit[c, t]` for `lit[t, c]`."""
    of_use = site.mistake.code == "E0228" and isinstance(site.node, Call)  # of a define
    if not of_use and site.mistake.code not in ("E0211", "E0226"):
        return
    for node in site.expressions:
        match node:
            case Call(function=Name(id=name), args=args):
                before, after = f"{name}(", ")"
            case Index(base=base, indices=args) if one_line(base):
                before, after = f"{text_of(base)}[", "]"
            case _:
                continue
        if 1 < len(args) <= MOST_ARGUMENTS and one_line(node):
            orders = list(permutations(map(text_of, args)))
            yield [offer(node, before + ", ".join(order) + after) for order in orders[1:]]


def other_function(site: Site) -> Iterator[Sequence[Offer]]:
    """`runs(c, up, line)` for `run(c, up, line)`."""
    if site.mistake.code not in ("E0210", "E0211"):
        return
    for node in site.expressions:
        match node:
            case Call(function=Name() as function) if one_line(node):
                own = {n for n, d in site.ctx.names.items() if isinstance(d.node, Define)}
                own |= {n for n, b in BUILTINS.items() if b.kind in ("function", "relation")}
                yield similar(function, own, 3, 0.7)


def other_argument(site: Site) -> Iterator[Sequence[Offer]]:
    """`areas(black, diagonals)` for `areas(black, diagonal)`."""
    node = site.node
    said = site.mistake.hint is not None
    if site.mistake.code == "E0211" and isinstance(node, Name) and not said:
        yield similar(node, {*site.variables(), *site.ctx.names, *BUILTINS}, 3, 0.75)


def optional_argument(site: Site) -> Iterator[Sequence[Offer]]:
    """`loop(tour)` for `loop(tour, borders)`."""
    if site.mistake.code != "E0211":
        return
    for node in site.expressions:
        if isinstance(node, Call) and one_line(node) and len(node.args) > 1:
            rest = [arg for arg in node.args if arg.span != site.mistake.span]
            if len(rest) < len(node.args):
                yield [offer(node, f"{text_of(node.function)}({', '.join(map(text_of, rest))})")]


def relations(site: Site) -> Iterator[Sequence[Offer]]:
    """`adjacent` for `adjacent(cells)`: a relation is a set of pairs."""
    for node in site.expressions:
        if isinstance(node, Call) and one_line(node) and isinstance(node.function, Name):
            builtin = BUILTINS.get(node.function.id)
            if builtin is not None and builtin.kind == "relation":
                if (both := _of_pairs(site, node)) is not None:
                    yield [both]
                if (text := _of_members(site, node)) is not None:
                    yield [offer(node, text)]
                yield [offer(node, node.function.id)]


def _of_pairs(site: Site, call: Call) -> Offer | None:
    """`for a, b in adjacent if a in star and b in star` for `for a, b in adjacent(star)`."""
    loops = [n for n in site.above if isinstance(n, (For, ForClause)) and n.iterable is call]
    if not loops or len(loops[0].targets) != 2 or len(call.args) != 1:
        return None
    within = text_of(call.args[0])
    if member_of(site.type(call.args[0])) is None or within == "cells":
        return None
    both = " and ".join(f"{target.id} in {within}" for target in loops[0].targets)
    return offer(call, f"{text_of(call.function)} if {both}")


def _of_members(site: Site, call: Call) -> str | None:
    """`{y for x in p for y in adjacent(x) if y not in p}` for `adjacent(p)`,
    `any(adjacent(x, y) for x in p for y in q)` for `adjacent(p, q)`, and
    `any(adjacent(x, c) for x in p)` if c is a place; None for pairs in a loop."""
    loops = [n for n in site.above if isinstance(n, (For, ForClause)) and n.iterable is call]
    pairs = any(len(loop.targets) == 2 for loop in loops)
    members = [member_of(site.type(arg)) for arg in call.args]
    kinds = [member or site.type(arg) for arg, member in zip(call.args, members, strict=True)]
    if pairs or not any(members) or not all(isinstance(kind, Place) for kind in kinds):
        return None
    name, sets = text_of(call.function), [text_of(arg) for arg in call.args]
    x, y = [v for v in "xyztuv" if v not in site.taken()][:2]
    if len(sets) == 1:
        return f"{{{y} for {x} in {sets[0]} for {y} in {name}({x}) if {y} not in {sets[0]}}}"
    parts = list(zip((x, y), sets, members, strict=True))
    given = ", ".join(one if member else place for one, place, member in parts)
    loop = " ".join(f"for {one} in {place}" for one, place, member in parts if member)
    return f"any({name}({given}) {loop})"


def unquoted(site: Site) -> Iterator[Sequence[Offer]]:
    """`step(c, up)` for `step(c, "up")`: a quoted name is a symbol."""
    node = site.node
    if site.mistake.code not in ("E0211", "E0217") or not isinstance(node, Text):
        return
    if node.value in {*site.variables(), *site.ctx.names, *BUILTINS}:
        yield [offer(node, node.value, "; in quotes it is a symbol")]


def distances(site: Site) -> Iterator[Sequence[Offer]]:
    """`distance(a, cells)[b]` for `distance(a, b)`, `min(distance(p, cells)[x] for x in q)` for
    `distance(p, q)` with sets, `distance(a, black)` for `distance(a, cells, black)`."""
    if site.mistake.code not in ("E0211", "E0214"):
        return
    for node in site.expressions:
        match node:
            case Compare(operands=operands) if site.mistake.code == "E0214":
                calls = [part for part in operands if isinstance(part, Call)]
            case Call():
                calls = [node] if site.mistake.code == "E0211" else []
            case _:
                continue
        for call in calls:
            if text_of(call.function) == "distance" and len(call.args) > 1 and one_line(call):
                yield from _distance(site, call)


def _distance(site: Site, call: Call) -> Iterator[Sequence[Offer]]:
    """What a call of `distance` may mean that is not a layer of distances."""
    start, second, *joined = call.args
    a, b, within = text_of(start), text_of(second), [text_of(part) for part in joined]
    t, members = site.type(second), member_of(site.type(second))
    if isinstance(t, Place) and len(t.kinds) == 1:
        where = ", ".join(within or [f"{min(t.kinds)}s"])
        yield [offer(call, f"distance({a}, {where})[{b}]")]
    elif len(joined) == 1 and member_of(site.type(joined[0])) == members:
        both = within[0] if b == "cells" else f"{b} & {within[0]}"
        yield [offer(call, f"distance({a}, {both})", ", the steps within these places")]
    elif isinstance(members, Place) and len(members.kinds) == 1 and not joined:
        where = f"{min(members.kinds)}s"
        if isinstance(site.type(start), Place):
            yield [
                offer(call, f"distance({b}, {where})[{a}]", ", from the nearest of these places")
            ]
        elif member_of(site.type(start)) == members:
            x = next(v for v in "xyztuv" if v not in site.taken())
            yield [offer(call, f"min(distance({a}, {where})[{x}] for {x} in {b})")]


def rectangles(site: Site) -> Iterator[Sequence[Offer]]:
    """`windows(2, 2)` for `windows(2)` and `squares(2)`, `blocks(3, 3)` for `boxes(3)`."""
    for node in site.expressions:
        match node:
            case Call(function=Name(id=name), args=args) if name.lower() in RECTANGLES:
                if 0 < len(args) <= 2 and one_line(node):
                    height, width = text_of(args[0]), text_of(args[-1])
                    yield [offer(node, f"{RECTANGLES[name.lower()]}({height}, {width})")]


def steps(site: Site) -> Iterator[Sequence[Offer]]:
    """`c.d`, `c + d` and `neighbour(c, d)` for `step(c, d)`, with d a direction."""
    for node in site.expressions:
        match node:
            case Attribute(base=place, name=way) if site.variables().get(way) == DIRECTION:
                yield [offer(node, f"step({text_of(place)}, {way})")]
            case Binary(op="+", left=place, right=way) if site.type(way) == DIRECTION:
                yield [offer(node, f"step({text_of(place)}, {text_of(way)})")]
            case Call(function=Name(id=name), args=(place, way)) if name.lower() in STEPS:
                if site.type(way) == DIRECTION:
                    yield [offer(node, f"step({text_of(place)}, {text_of(way)})")]


def directions(site: Site) -> Iterator[Sequence[Offer]]:
    """`run(c, d, lamp)` for `run(c, lamp)`, with d each direction, or one of them."""
    if site.mistake.code != "E0210":
        return
    for node in site.expressions:
        match node:
            case Call(function=Name(id="run"), args=(place, along)) if one_line(node):
                start, end = f"run({text_of(place)}, ", f", {text_of(along)})"
                known = [name for name, t in site.variables().items() if t == DIRECTION]
                if known:
                    yield [offer(node, start + way + end) for way in known]
                    continue
                x, d = [v for v in "xdyzt" if v not in site.taken()][:2]
                each = f"[{x} for {d} in directions for {x} in {start}{d}{end}]"
                yield [
                    replace(offer(node, f"{start}right{end}"), reading="for one direction"),
                    replace(offer(node, each), reading="for all directions together"),
                ]


def lines(site: Site) -> Iterator[Sequence[Offer]]:
    """A layer of links or borders, here of links, as it is meant.

    `line[link(c, d)]` for `line[c, d]` with d a direction, `line[a, b]` for `line(a, b)` with two
    cells, `size(line(c))` for `line[c]` with a cell, and `size(line(c)) > 0` for that as a
    condition, for `line(c)` as one, and for `c in line`.
    """
    for node in site.expressions:
        match node:
            case Index(base=base, indices=keys) | Call(function=base, args=keys):
                between = _between(site.type(base))
            case Compare(operands=(place, base), ops=("in" | "not in" as op,)):
                if _between(site.type(base)) and site.type(place) == CELL:
                    some = ">" if op == "in" else "="
                    text = f"size({text_of(base)}({text_of(place)})) {some} 0"
                    yield [offer(node, text, _why(base, _between(site.type(base))))]
                continue
            case _:
                continue
        if not between or not one_line(node):
            continue
        layer, inner = text_of(base), ", ".join(map(text_of, keys))
        kinds = [site.type(key) for key in keys]
        if kinds == [CELL, DIRECTION]:
            yield [offer(node, f"{layer}[{between}({inner})]")]
        elif kinds == [CELL, CELL] and isinstance(node, Call):
            yield [offer(node, f"{layer}[{inner}]", "; a layer has square brackets")]
        elif kinds == [CELL] and isinstance(node, Call) and site.mistake.code == "E0214":
            yield [offer(node, f"size({layer}({inner})) > 0", _why(base, between))]
        elif kinds == [CELL] and isinstance(node, Index):
            ends = f"size({layer}({inner}))"
            outer = site.expressions[site.expressions.index(node) + 1 :]
            counted = bool(outer) and isinstance(outer[0], (Compare, Binary))
            yield [offer(node, ends if counted else f"{ends} > 0", _why(base, between))]


def attributes(site: Site) -> Iterator[Sequence[Offer]]:
    """`s.line` for `line(s)`, `d.row - c.row` for `row(d) - row(c)`."""
    for node in site.expressions:
        calls = [
            n
            for n in nodes(node)
            if isinstance(n, Call) and isinstance(n.function, Name) and len(n.args) == 1
        ]
        calls = [n for n in calls if one_line(n) and text_of(n.function) in ATTRIBUTES]
        if calls:
            yield [_each([Edit(n.span, f"{text_of(n.args[0])}.{_own(site, n)}") for n in calls])]


def units(site: Site) -> Iterator[Sequence[Offer]]:
    """`row(c) + column(c)` for `c.row + c.column`, which are numbers."""
    for node in site.expressions:
        numbers = [n for n in nodes(node) if isinstance(n, Attribute) and one_line(n)]
        numbers = [n for n in numbers if n.name in ("row", "column")]
        if isinstance(node, Binary) and len(numbers) > 1:
            yield [_each([Edit(n.span, f"{n.name}({text_of(n.base)})") for n in numbers])]


def _each(edits: Sequence[Edit]) -> Offer:
    """The offer to make several edits, each of which the hint names."""
    written = " and ".join(dict.fromkeys(f"`{edit.text}`" for edit in edits))
    return Offer(tuple(edits), f"write {written}")


def _own(site: Site, call: Call) -> str:
    """The attribute that a function is called like; of what has another one only, that one."""
    own, name = attributes_of(site.ctx, site.type(call.args[0])), text_of(call.function)
    return own[0] if len(own) == 1 else name


def only_attribute(site: Site) -> Iterator[Sequence[Offer]]:
    """`s.line` for `s.row`, with s a side, which has no other attribute."""
    node = site.node
    if site.mistake.code == "E0228" and isinstance(node, Attribute) and one_line(node):
        own = attributes_of(site.ctx, site.type(node.base))
        if len(own) == 1:
            yield [offer(node, f"{text_of(node.base)}.{own[0]}")]


def flags(site: Site) -> Iterator[Sequence[Offer]]:
    """`turned` and `flipped` for other words."""
    node = site.node
    if isinstance(node, Name) and site.mistake.code in ("E0207", "E0213"):
        word = node.id.lower()
        meant = [flag for flag, words in FLAGS.items() if word.startswith(words)]
        yield [renamed(node, flag) for flag in meant]


def bags(site: Site) -> Iterator[Sequence[Offer]]:
    """`bag(x) = bag([A, B])` for `bag(x) = {A, B}`."""
    for node in site.expressions:
        match node:
            case Compare(operands=(left, right), ops=("=" | "!=",)) if one_line(node):
                for one, other in ((left, right), (right, left)):
                    values = isinstance(site.type(one), Bag) and not isinstance(
                        site.type(other), Bag
                    )
                    if values and isinstance(other, Collection):
                        members = ", ".join(map(text_of, other.items))
                        yield [offer(other, f"bag([{members}])")]
                    elif values:
                        yield [offer(other, f"bag({text_of(other)})")]


def _between(t: Type) -> str | None:
    """`link` or `border`, of a layer at such places."""
    if isinstance(t, Layer) and len(t.keys) == 1 and not t.lifted:
        return "link" if t.keys[0] == LINK else "border" if t.keys[0] == BORDER else None
    return None


def _why(base: Expr, between: str | None) -> str:
    return f"; '{text_of(base)}' has values at {between}s, of which a cell has several"


def fitting_variable(site: Site) -> Iterator[Sequence[Offer]]:
    """`clue[g]` for `clue[c]`, with a layer at groups and a group g in scope."""
    if site.mistake.code not in ("E0203", "E0226"):
        return
    for node in site.expressions:
        match node:
            case Index(base=base, indices=(key,)) if one_line(node):
                t = site.type(base)
                if site.mistake.code == "E0203" and key is not site.node:
                    continue  # a name within the key
                if isinstance(t, Layer) and len(t.keys) == 1 and t.keys[0] != INT:
                    yield [
                        offer(key, name)
                        for name, kind in site.variables().items()
                        if agree(t.keys[0], kind) and name != text_of(key)
                    ]
