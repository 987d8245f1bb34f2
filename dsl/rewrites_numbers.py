"""Changes that may be meant where members of a list or a line are taken by number; see
`rewrites`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from . import foreign
from .check_context import NO_NAMES
from .diagnostics import Edit
from .sites import Offer, Site, offer, one_line, text_of
from .syntax import (
    Attribute,
    Binary,
    Call,
    Comprehension,
    Expr,
    For,
    ForClause,
    Index,
    Name,
    Number,
)
from .types import BORDER, CELL, INT, Int, Layer, List, Set, Type, Unit
from .walking import nodes

# Words for the position of a member, for the number of a row or column, and for an end of a list.
POSITION = ("find", "index", "index_of", "indexof", "pos", "position")
NUMBER = ("column", "id", "index", "no", "nr", "num", "number", "position", "row")
FIRST = ("first", "front", "head", "start")
LAST = ("back", "end", "last", "tail")
# Words for the cells on the sides of a border, in the order of these cells.
ON_SIDES = {"above": 1, "below": 2, "down": 2, "left": 1, "right": 2, "up": 1}


def remainders(site: Site) -> Iterator[Sequence[Offer]]:
    """`c.row % 2 != 0` for `c.row % 2` as a condition."""
    for node in site.expressions:
        match node:
            case Binary(op="%", span=span) if span == site.mistake.span and one_line(node):
                if site.mistake.code == "E0214":
                    text = f"{text_of(node)} != 0"
                    yield [offer(node, text, ": a number is not a condition")]


def coordinates(site: Site) -> Iterator[Sequence[Offer]]:
    """`c.row` and `c.column` for `c[0]` and `c[1]`, with c a cell."""
    for node in site.expressions:
        match node:
            case Index(base=base, indices=(Number(value=0 | 1 as number),)) if one_line(node):
                if site.mistake.code == "E0224" and site.type(base) == CELL:
                    name = ("row", "column")[number]
                    yield [offer(node, f"{text_of(base)}.{name}", ", counted from 1")]


# Names of cells: by row and column, and by the letter of a column and the number of a row.
_ROW_AND_COLUMN = re.compile(r"[rR](?P<r>\d+)[cC](?P<c>\d+)")
_SQUARE = re.compile(r"(?P<x>[A-Z])(?P<r>\d{1,2})")


def cell_names(site: Site) -> Iterator[Sequence[Offer]]:
    """`[r for r in rows][3][4]` for `r3c4`, `R3C4` and `D3`."""
    node = site.node
    if site.mistake.code != "E0203" or not isinstance(node, Name):
        return
    found = _ROW_AND_COLUMN.fullmatch(node.id) or _SQUARE.fullmatch(node.id)
    used = any(isinstance(n, Index) and node in n.indices for n in site.above[:1])
    if found and used:
        row = int(found["r"])
        column = int(found["c"]) if "c" in found.groupdict() else ord(found["x"]) - ord("A") + 1
        r = next(v for v in "rxyztuv" if v not in site.taken())
        text = f"[{r} for {r} in rows][{row}][{column}]"
        edit = Edit(node.span, text)
        yield [Offer((edit,), f"{NO_NAMES}; `{text}` is in row {row} and column {column}")]


def numbered(site: Site) -> Iterator[Sequence[Offer]]:
    """`for k in 1..size(r)`, and `r[k]` and `s[k]` for a and b, for `for a, b in zip(r, s)`;
    likewise for `for k, a in enumerate(r)`."""
    loops: list[tuple[For | ForClause, For | Comprehension]] = []
    for node in site.above:
        if isinstance(node, For):
            loops.append((node, node))
        elif isinstance(node, Comprehension):
            loops += [(c, node) for c in node.clauses if isinstance(c, ForClause)]
    for loop, scope in loops:
        match loop.iterable:
            case Call(function=Name(id=name), args=args) as call if one_line(call):
                pass
            case _:
                continue
        targets = [target.id for target in loop.targets]
        if name == "enumerate" and len(args) == 1 and len(targets) == 2:
            number, taken = targets[0], {targets[1]: args[0]}
        elif name == "zip" and len(args) == len(targets) > 1:
            number = next(v for v in "kijxyz" if v not in site.taken() and v not in targets)
            taken = dict(zip(targets, args, strict=True))
        else:
            continue
        lists = {target: _as_list(site, several) for target, several in taken.items()}
        texts = {target: f"{several}[{number}]" for target, several in lists.items()}
        head = f"{number} in 1..size({text_of(args[0])})"
        used = [n for n in nodes(scope) if isinstance(n, Name) and n.id in texts]
        edits = [Edit(n.span, texts[n.id]) for n in used if n not in loop.targets]
        edits.append(Edit(loop.targets[0].span.to(call.span), head))
        written = " and ".join(f"`{text}` for `{target}`" for target, text in texts.items())
        yield [Offer(tuple(edits), f"write `for {head}`, and {written}")]


def consecutive(site: Site) -> Iterator[Sequence[Offer]]:
    """`steps([x for x in columns])` for `neighbours(columns)`, of lines, and of a list."""
    for node in site.expressions:
        match node:
            case Call(function=Name(id=name), args=(several,)) if foreign.NAMES.get(
                name.lower(), name
            ) in ("adjacent", "straight", "touching"):
                t = site.type(several)
                of_lines = isinstance(t, Set) and t.item in (
                    Unit(CELL, "row"),
                    Unit(CELL, "column"),
                )
                if one_line(node) and (of_lines or isinstance(t, (List, Unit))):
                    yield [offer(node, f"steps({_as_list(site, several)})")]


def _as_list(site: Site, several: Expr) -> str:
    """The text of a list or a line; of a set, that of the list of its members."""
    text = text_of(several)
    if isinstance(site.type(several), (List, Unit)):
        return text
    variable = next(v for v in "xyztuv" if v not in site.taken())
    return f"[{variable} for {variable} in {text}]"


def positions(site: Site) -> Iterator[Sequence[Offer]]:
    """`size(before(x, r)) + 1` for `r.index(x)`, `index(r, x)` and `position(x, r)`."""
    for node in site.expressions:
        match node:
            case Call(function=Attribute(base=line, name=name), args=(member,)):
                orders = [(member, line)]
            case Call(function=Name(id=name), args=(one, other)):
                orders = [(one, other), (other, one)]
            case _:
                continue
        if name.lower() in POSITION and one_line(node):
            before = [f"before({text_of(x)}, {text_of(line)})" for x, line in orders]
            why = ", counted from 1, if it is there"
            yield [offer(node, f"(size({text}) + 1)", why) for text in before]


def members(site: Site) -> Iterator[Sequence[Offer]]:
    """`r[1].row` for `r.number` with r a row, `s[1]` for `s.first`, and for `b.left` with b a
    border the first of its cells."""
    node = site.node
    if site.mistake.code != "E0228" or not isinstance(node, Attribute) or not one_line(node):
        return
    t, base, word = site.type(node.base), text_of(node.base), node.name.lower()
    if isinstance(t, Unit) and t.kind in ("row", "column") and word in NUMBER:
        yield [offer(node, f"{base}[1].{t.kind}")]
    if t == BORDER and word in ON_SIDES:
        text = f"[x for x in cells({base})][{ON_SIDES[word]}]"
        yield [offer(node, text, ", of a border between two cells")]
    if isinstance(t, (List, Unit)) and word in FIRST:
        yield [offer(node, f"{base}[1]")]
    if isinstance(t, (List, Unit)) and word in LAST:
        yield [offer(node, f"reversed({base})[1]")]


def cell_of_numbers(site: Site) -> Iterator[Sequence[Offer]]:
    """`digit[1, 2]` for the value at the second cell of the first row."""
    for node in site.expressions:
        if not (isinstance(node, (Index, Call)) and one_line(node)):
            continue
        base, numbers = _base_and_keys(node)
        if isinstance(base, Index) and len(numbers) == len(base.indices) == 1:  # digit[1][2]
            numbers = (*base.indices, *numbers)
            base = base.base
        t = site.type(base)
        if not (isinstance(t, Layer) and t.keys == (CELL,) and len(numbers) == 2):
            continue
        if (cell := _stepped(numbers[0], numbers[1])) is not None:
            yield [offer(node, f"{text_of(base)}[{cell}]")]
        elif all(isinstance(_type(site, n), Int) for n in numbers):
            row, column = _from_one(numbers)
            line = next(v for v in "rxyztuv" if v not in site.taken())
            text = f"{text_of(base)}[[{line} for {line} in rows][{row}][{column}]]"
            why = f", the value at the cell in row {row} and column {column}"
            yield [offer(node, text, why)]
        elif all(isinstance(_type(site, n), Unit) for n in numbers):
            lines = " & ".join(map(text_of, numbers))
            x = next(v for v in "xyztuv" if v not in site.taken())
            text = f"{text_of(base)}[[{x} for {x} in {lines}][1]]"
            yield [offer(node, text, ", the value where they cross")]


def _type(site: Site, key: Expr) -> Type:
    """The type of a key, also where the number of keys is wrong, so that none was inferred."""
    if isinstance(key, Number):
        return INT
    known = site.variables().get(key.id) if isinstance(key, Name) else None
    return site.type(key) if known is None else known


def _from_one(numbers: Sequence[Expr]) -> list[str]:
    """The numbers of a row and a column, counted from 1; if one of them is 0, both are counted from
    0."""
    texts = [text_of(number) for number in numbers]
    if "0" not in texts:
        return texts
    return [str(int(text) + 1) if text.isdecimal() else f"{text} + 1" for text in texts]


def _base_and_keys(node: Index | Call) -> tuple[Expr, tuple[Expr, ...]]:
    return (node.base, node.indices) if isinstance(node, Index) else (node.function, node.args)


def line_of_number(site: Site) -> Iterator[Sequence[Offer]]:
    """`rows[1]` and `row(1)` for the first row."""
    for node in site.expressions:
        if not (isinstance(node, (Index, Call)) and one_line(node)):
            continue
        base, keys = _base_and_keys(node)
        lines = {"row": "rows", "column": "columns"}.get(text_of(base), text_of(base))
        if len(keys) == 1 and lines in ("rows", "columns") and isinstance(site.type(keys[0]), Int):
            text = f"[x for x in {lines}][{text_of(keys[0])}]"
            yield [offer(node, text, "; members are counted from 1")]


def _stepped(row: Expr, column: Expr) -> str | None:
    """`c.down` for the cell `c.row + 1, c.column`."""
    steps, cells = "", set()
    ways = (("row", ".up", ".down"), ("column", ".left", ".right"))
    for number, (name, less, more) in zip((row, column), ways, strict=True):
        match number:
            case Binary(op="+" | "-" as op, left=attribute, right=Number(value=1)):
                steps += more if op == "+" else less
            case attribute:
                pass
        if not (isinstance(attribute, Attribute) and attribute.name == name):
            return None
        cells.add(text_of(attribute.base))
    return f"{cells.pop()}{steps}" if len(cells) == 1 else None
