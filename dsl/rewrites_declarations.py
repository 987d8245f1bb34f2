"""Changes that may be meant around declarations: places of layers, what is optimised, what is
usual, and defines of the prelude; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .diagnostics import Edit, Span
from .sites import Offer, Site, layers, offer, one_line, text_of
from .syntax import (
    About,
    At,
    Call,
    Collection,
    Find,
    Given,
    Grid,
    Index,
    Make,
    Name,
    Objective,
    SetDomain,
    Title,
)
from .types import BOOL, CELL, SYMBOL, Layer, Set, Unit
from .walking import nodes

PRELUDE = "prelude"
# Words for the size of the board.
SIZES = ("board", "grid", "n", "size")


def prelude(site: Site) -> Iterator[Sequence[Offer]]:
    """`use prelude` for a call of one of its defines."""
    unknown = site.mistake.code == "E0203" and isinstance(site.node, Name)
    if not unknown or not site.above or not isinstance(site.above[0], Call):
        return
    if site.above[0].function is not site.node:
        return
    source = site.node.span.source
    own = [d for d in site.tree.declarations if d.span.source is source]
    after = [d for d in own if not isinstance(d, (Title, About))]
    if after:
        line = after[0].span.line
        edit = Edit(Span(source, line, 1, line, 1), f"use {PRELUDE}\n")
        hint = f"write `use {PRELUDE}` above `{source.line(line).strip()}`: it defines this"
        yield [Offer((edit,), hint)]


def at_groups(site: Site) -> Iterator[Sequence[Offer]]:
    """`given total : 1..9 at groups(region)` for `at region`, which is at each of its cells, where
    the layer is indexed by a group."""
    if site.mistake.code not in ("E0217", "E0220"):
        return
    for part in (part for node in site.expressions for part in nodes(node)):
        match part:
            case Index(base=Name(id=name), indices=(key,)) if name in site.ctx.names:
                group = site.type(key)
                if not isinstance(group, Unit) or group.kind != "group":
                    continue
                match site.ctx.names[name].node:
                    case (
                        Given(at=At(sets=(Name() as places,)))
                        | Find(at=At(sets=(Name() as places,)))
                    ) if places.id in site.ctx.names:
                        groups = f"groups({places.id})"
                        message = f"'{name}' has a value at each cell of '{places.id}'"
                        hint = f"write `{groups}`: one at each group"
                        yield [Offer((Edit(places.span, groups),), hint, message)]


def layers_at(site: Site) -> Iterator[Sequence[Offer]]:
    """`at groups(region)` for `at groups`, `at rows, columns` for `at [rows, columns]`, `at
    sides(top) + sides(left)` for `at sides(top, left)`, and `bool` for `loop` as a domain."""
    node = site.node
    match site.mistake.code, node, site.above:
        case "E0213", Name(id="groups"), (At(), *_):
            names = layers(site, Set(CELL), SYMBOL)
            yield [offer(node, f"groups({name})", ", its cells by value") for name in names]
        case "E0213", Name(id="loop" | "path" as line), (SetDomain(), Find(names=(name, *_)), *_):
            yield [offer(node, "bool", f"; a rule says `{line}({name.id})`")]
        case "E0254", Collection(items=items), (At(), *_) if one_line(node):
            yield [offer(node, ", ".join(map(text_of, items)))]
        case "E0210", _, (*_,):
            for call in site.expressions:
                if isinstance(call, Call) and text_of(call.function) == "sides" and one_line(call):
                    yield [offer(call, " + ".join(f"sides({text_of(a)})" for a in call.args))]


def optimised(site: Site) -> Iterator[Sequence[Offer]]:
    """`maximize size(star)` for `maximize star`, `sum(digit)` for `digit`."""
    if site.mistake.code != "E0250":
        return
    for objective in (site.node, *site.above):
        if isinstance(objective, Objective) and one_line(objective.value):
            value = objective.value
            t = site.type(value)
            of_numbers = isinstance(t, Layer) and t.value != BOOL
            for name in ("sum", "size", "count") if of_numbers else ("size", "count", "sum"):
                yield [offer(value, f"{name}({text_of(value)})")]


def usual_size(site: Site) -> Iterator[Sequence[Offer]]:
    """`make n = 6` for `make size = 6`, with the names that the grid takes its size from."""
    if site.mistake.code != "E0276" or not isinstance(site.node, Name):
        return
    name, make = site.node, next((n for n in site.above if isinstance(n, Make)), None)
    grids = [d for d in site.tree.declarations if isinstance(d, Grid)]
    if make is None or not grids or name.id.lower() not in SIZES:
        return
    usual = next(u for u in make.usual if u.name is name)
    if usual.value is None or not one_line(usual):
        return
    sides = (grids[0].height, grids[0].width)
    names = dict.fromkeys(side.id for side in sides if isinstance(side, Name))
    if names:
        value = text_of(usual.value)
        yield [offer(usual, ", ".join(f"{side} = {value}" for side in names))]
