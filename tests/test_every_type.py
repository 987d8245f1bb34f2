"""Every built-in function, attribute, subscript and operator with arguments of every type.

What passes the checker must have a meaning: it gives a value over a puzzle, or a diagnostic that
says why not. And what has a meaning must not be empty, or no, at all places: `EMPTY` lists the few
expressions for which that is right, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, product
from typing import Any, NamedTuple

from pzc.compiler.values.members import items
from pzc.compiler.values.values import GuardedList, Layer
from pzc.dsl.builtins import ATTRIBUTES, BUILTINS
from pzc.dsl.check_context import Context, Fact
from pzc.dsl.check_expressions import infer
from pzc.dsl.checker import examine
from pzc.dsl.diagnostics import PzcError, Source, Span
from pzc.dsl.parser import load
from pzc.dsl.syntax import (
    Attribute,
    Binary,
    Call,
    Compare,
    Expr,
    Index,
    Let,
    Name,
    Number,
    Truth,
    Unary,
)
from pzc.dsl.types import ANY, BOOL, Type, member_of
from pzc.tasks.spec import Spec
from pzc.tasks.texts import resolver

SPEC = """
grid 3 x 3
things who = {ann, bob}
things nr  = 1..3
given number    : 1..9 at some cells
given room      : symbol at cells
given wall      : bool at cells
given pointer   : direction at some cells
given path_     : bool at links
given fence     : 1..3 at some borders
given peg       : 0..4 at some corners
given seen      : 1..3 at some sides
given totals    : list of 1..3 at rows
given dot       : {white, black} at some cells + borders + corners drawn "o x"
given face      : picture of {red, green} at who drawn "0 1"
find  digit     : 1..9 at cells
find  maybe     : 1..3 at some cells
find  lamp      : bool at cells
find  colour    : {red, green} at cells
find  line      : bool at links
find  edge      : bool at borders
find  home      : who at nr
find  marriage  : 1..3 at who, nr
find  goal      : cell at who
find  way       : direction at cells
find  block     : pieces at cells
find  spot      : one of placements(face[t], turned) at t in who
let areas_given = areas(wall)
let areas_found = areas(lamp)
let areas_pegs  = areas({p for p in corners})
let areas_edges = areas(edge)
let areas_lines = areas(line)
let same[a, b in adjacent] = digit[a] = digit[b]
let more[c in cells] = digit[c] + 1
let found_set   = {c for c in cells if lamp[c]}
let found_list  = [c for c in cells if lamp[c]]
let given_set   = {c for c in cells if wall[c]}
let numbers     = [1, 2, 3]
let found_numbers = [digit[c] for c in cells]
let truths      = [lamp[c] for c in cells]
let cell_list   = [c for c in cells]
let given_pairs = {[a, b] for a, b in adjacent if not wall[a]}
let found_pairs = {[a, b] for a, b in adjacent if lamp[a]}
let lines       = [r for r in rows]
let lists       = [[1, 2], [3]]
let sets        = [{1, 2}, {3}]
let found_lists = [[c for c in r if lamp[c]] for r in rows]
let words       = ["red", "green"]
let a_number    = digit[cell_list[1]]
let a_colour    = colour[cell_list[1]]
let a_cell      = goal["ann"]
let a_way       = way[cell_list[1]]
let a_person    = home[1]
let a_truth     = lamp[cell_list[1]]
let a_spot      = spot["ann"]
let a_piece     = block[cell_list[1]]
let a_shape     = shape(lamp)
let a_bag       = bag(digit)
let a_face      = face["ann"]
let runs_found  = runs(lamp)
let runs_given  = runs(wall)
let walls       = block.wall
let insides     = inside(line)
let by_digit    = groups(digit)
let by_room     = groups(room)
let a_ring      = ring(cell_list[5])
"""

PUZZLE = """
number:
1 2 .
. 3 .
1 . 2

room:
aab
acb
ccb

wall:
#.#
##.
#.#

pointer:
> . .
. < .
^ . v

path_:
.-.-.
|.|.|
.-.-.
....|
.-...

fence:
. 2 . 1 . 2 .
2 . 3 . 2 . 1
. 1 . 1 . 1 .
1 . 1 . 3 . 3
. 1 . 2 . 1 .
1 . 1 . 1 . 1
. 3 . 1 . 1 .

peg:
1 1 2 3
1 1 2 3
0 1 2 3
3 1 2 1

seen:
top . 1 2
bottom 1 . .
left 1 . 2
right . 1 1

totals:
1 2
-
3

dot:
. o . x . o .
o x o o x o x
x o o x o o x
. x . x o x .
o x . o x o .
. x o x o x .
o x o x o x o

face:
01
11

10
00
"""

# Places of each kind, two of a kind for what is asked of two.
PLACES = {
    "c": "cells",
    "d": "cells",
    "corner": "corners",
    "corner_": "corners",
    "border": "borders",
    "border_": "borders",
    "link": "links",
    "link_": "links",
    "side": "sides",
    "direction_": "directions",
    "r": "rows",
    "t": "who",
    "k": "nr",
    "p": "block",
    "pair": "adjacent",
    "m": "dot",
}
ANYTHING = "anything"  # a name that agrees with every type
MOST_PLACES = 700  # combinations of places that an expression is asked with

# Mistakes that only show over a puzzle.
GROUNDING = ("E0401", "E0405")

EMPTY = {
    "pairs(areas_pegs)": "all corners are one piece",
    "walls(side)": "no wall between pieces is on the frame",
    **dict.fromkeys(
        (
            "between(a_cell, a_cell)",
            "areas_edges[a_cell, a_cell]",
            "areas_lines[a_cell, a_cell]",
            "dot[a_cell, a_cell]",
        ),
        "nothing is between a cell and itself",
    ),
    **{
        f"{part}({what}, {line})": "no list of these is a member of that one"
        for part in ("before", "after")
        for what, line in (
            ("numbers", "lists"),
            ("found_numbers", "lists"),
            ("cell_list", "lines"),
            ("pair", "lines"),
            ("a_ring", "found_lists"),
            ("cell_list", "found_lists"),
            ("home", "sets"),
            ("nr", "sets"),
        )
    },
    "before(a_number, found_numbers)": "it is the first member",
    "before(a_truth, truths)": "it is the first member",
}


class Tried(NamedTuple):
    """What came of an expression that passes the checker."""

    text: str
    type: Type
    values: list[Any]
    refused: str


class Bench:
    """A spec ground over a puzzle, in which expressions are tried."""

    def __init__(self) -> None:
        source = Source("every.spec", SPEC)
        self.context: Context = examine(load(source, resolver(source)))
        self.spec = Spec.of(source)
        self.grounded = self.spec.ground(PUZZLE, exact=True).context
        for declared in self.spec.program.late:  # no rule asks for the lets
            if isinstance(declared, Let):
                self.spec.program.let(declared, self.grounded)
        self.span = Span(source, 1, 1, 1, 2)
        self.places: dict[str, list[Any]] = {}
        self.scope: dict[str, Fact] = {ANYTHING: Fact(ANY)}
        for name, of in PLACES.items():
            fact = infer(self.context, self.name(of), {})
            member = member_of(fact.type)
            assert member is not None
            self.scope[name] = Fact(member, of == "block")
            every = self.spec.program.lowering().expression(self.name(of))([self.grounded])
            self.places[name] = [value for value, _ in items(self.grounded.m, every)]
        self.atoms: dict[str, Expr] = {"yes": Truth(True, self.span), "2": Number(2, self.span)}
        values = (b.name for b in BUILTINS.values() if b.kind in ("set", "value", "relation"))
        for name in (*self.context.names, *values, *PLACES):
            self.atoms[name] = self.name(name)

    def name(self, text: str) -> Name:
        return Name(text, self.span)

    def tries(
        self, written: str, build: Callable[..., Expr], *atoms: Iterable[str]
    ) -> Iterator[Tried]:
        """Try an expression with every combination of atoms. written: with braces for them."""
        for used in self._combinations(build, (), atoms):
            if len(used) > 1 and used[-1] == used[-2] and used[-1] in PLACES:
                continue  # nothing joins a place to itself
            tree = build(*(self.atoms[u] for u in used))
            tried = self._attempt(written.format(*used), tree, used)
            if tried is not None:
                yield tried

    def _combinations(
        self, build: Callable[..., Expr], used: tuple[str, ...], atoms: Sequence[Iterable[str]]
    ) -> Iterator[tuple[str, ...]]:
        """All combinations, but for those that begin with what the checker refuses whatever comes
        after it, which are most."""
        if not atoms:
            yield used
            return
        first, *rest = atoms
        for atom in first:
            chosen = (*used, atom)
            tree = build(*(self.atoms[u] for u in chosen), *[self.name(ANYTHING)] * len(rest))
            if not rest or not self._is_refused(tree):
                yield from self._combinations(build, chosen, rest)

    def _is_refused(self, tree: Expr) -> bool:
        with self.context.attempt() as mistakes:
            infer(self.context, tree, self.scope)
        return bool(mistakes)

    def _attempt(self, text: str, tree: Expr, used: tuple[str, ...]) -> Tried | None:
        """The values of an expression; None if the checker refuses it."""
        with self.context.attempt() as mistakes:
            fact = infer(self.context, tree, self.scope)
            symbols = frozenset(self.context.symbols)
            if mistakes:
                return None
        lowering = self.spec.program.lowering()
        lowering.symbols = symbols
        names = [name for name in dict.fromkeys(used) if name in PLACES]
        slots = lowering.bind([self.name(name) for name in names])
        evaluate = lowering.expression(tree)
        values = []
        for chosen in islice(product(*(self.places[name] for name in names)), MOST_PLACES):
            frame = [self.grounded, *([None] * (lowering.size - 1))]
            for slot, place in zip(slots, chosen, strict=True):
                frame[slot] = place
            try:
                values.append(evaluate(frame))
            except PzcError as error:
                return Tried(text, fact.type, [], error.diagnostics[0].code)
        return Tried(text, fact.type, values, "")

    # ---- expressions

    def calls(self, arguments: int) -> Iterator[Tried]:
        for name, builtin in BUILTINS.items():
            most = max((len(s.parameters) + len(s.flags) for s in builtin.signatures), default=0)
            if most >= arguments:
                written = f"{name}({', '.join(['{}'] * arguments)})"
                yield from self.tries(written, partial(self._call, name), *[self.atoms] * arguments)

    def _call(self, name: str, *parts: Expr) -> Expr:
        return Call(self.name(name), parts, self.span)

    def attributes(self) -> Iterator[Tried]:
        for name in ATTRIBUTES:
            yield from self.tries(f"{{}}.{name}", partial(self._attribute, name), self.atoms)

    def _attribute(self, name: str, base: Expr) -> Expr:
        return Attribute(base, name, self.span, self.span)

    def subscripts(self, most: int) -> Iterator[Tried]:
        """Whatever can be asked with some argument; with two, whatever can be with places."""
        inside = ", ".join(["{}"] * most)
        keys = [self.atoms if most == 1 else self._keys()] * most
        yield from self.tries(
            f"{{}}[{inside}]", lambda base, *of: Index(base, of, self.span), self.atoms, *keys
        )
        yield from self.tries(
            f"{{}}({inside})", lambda base, *of: Call(base, of, self.span), self.atoms, *keys
        )

    def _keys(self) -> list[str]:
        others = ("a_cell", "cells", "given_set", "found_list", "lamp", "2", "numbers", "a_piece")
        return [*PLACES, *others]

    def operations(self) -> Iterator[Tried]:
        for op in ("+", "-", "&", "*", "..", "and"):
            yield from self.tries(f"{{}} {op} {{}}", partial(self._binary, op), *[self.atoms] * 2)
        for op in ("=", "<", "in", "not in"):
            yield from self.tries(f"{{}} {op} {{}}", partial(self._compare, op), *[self.atoms] * 2)
        for op in ("not", "-"):
            yield from self.tries(f"{op} {{}}", partial(self._unary, op), self.atoms)

    def _binary(self, op: str, left: Expr, right: Expr) -> Expr:
        return Binary(op, left, right, self.span)

    def _compare(self, op: str, left: Expr, right: Expr) -> Expr:
        return Compare((left, right), (op,), self.span)

    def _unary(self, op: str, operand: Expr) -> Expr:
        return Unary(op, operand, self.span)


BENCH = Bench()
WAYS = {
    "calls": lambda: BENCH.calls(1),
    "calls of two": lambda: BENCH.calls(2),
    "attributes": BENCH.attributes,
    "subscripts": lambda: BENCH.subscripts(1),
    "subscripts of two": lambda: BENCH.subscripts(2),
    "operations": BENCH.operations,
}


def is_empty(value: Any) -> bool:
    if value is None or value is False:
        return True
    if isinstance(value, Layer):
        return all(map(is_empty, value.table.values()))
    if isinstance(value, GuardedList):
        return not value.items
    return isinstance(value, (tuple, range)) and all(map(is_empty, value))


def test_what_passes_the_checker_has_a_meaning_and_is_not_empty_everywhere() -> None:
    tried = {way: list(expressions()) for way, expressions in WAYS.items()}
    assert all(tried.values())
    assert {t.refused for of in tried.values() for t in of} == {"", *GROUNDING}
    empty = {
        t.text
        for way, of in tried.items()
        for t in of
        # A difference may be empty, and a condition may hold nowhere.
        if way != "operations" and t.values and t.type != BOOL and all(map(is_empty, t.values))
    }
    assert empty == set(EMPTY)
