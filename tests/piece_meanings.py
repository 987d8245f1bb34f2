"""Conditions on pieces, each with its meaning on plain sets of cells, written out independently.

`HEADER` declares what the conditions mention, `PUZZLE` is the puzzle of all of them, and a `Board`
is an assignment as plain sets.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product

from plain_cells import (
    CELLS,
    Cell,
    beside,
    box,
    forms,
    inside_cells,
    inside_corners,
    is_crossed_loop,
    is_loop,
    is_path,
    is_rectangle,
    linked,
    meets,
    mirrored,
    one_piece,
    piece_of,
    pieces,
    runs,
)
from pzc.compiler.board.places import Place
from pzc.compiler.ground.grounding import Grounding

CLUES = {(1, 1): 1, (2, 3): 3, (3, 1): 2}
STONES = {(1, 2), (2, 2), (3, 3)}

HEADER = """\
puzzle "Pieces"
grid 3 x 3
things kid = {ann, bob, cid}
given clue  : 1..9 at some cells
given stone : bool at cells
find b    : bool at cells
find x    : bool at cells
find d    : 1..3 at cells
find s    : 1..2 at some cells
find line : bool at links
find wall : bool at borders
find spot : cell at kid
find meet : bool at kid, kid
let land  = areas(b)
let sea   = areas(not b)
let same[p, q in adjacent] = d[p] = d[q]
let twin  = areas(cells, same)
let odd[c in cells] = size(land[c]) % 2 = 1
define rectangle(p) = size(p) = size(box(p))
"""
PUZZLE = """\
clue:
1..
..3
2..

stone:
.#.
.#.
..#
"""


class Board:
    """What stands on a board, in plain sets. line, wall: the two ends of each."""

    def __init__(self, grounding: Grounding, assignment: list[int]) -> None:
        def read(name: str) -> dict[object, object]:
            variables = grounding.slots[name].variables
            values = {k: {c: v for v, c in codes.items()} for k, (_, codes) in variables.items()}
            return {k: values[k][assignment[index]] for k, (index, _) in variables.items()}

        def cell(place: object) -> Cell:
            assert isinstance(place, Place)
            return place.row, place.column

        context = grounding.context
        self.b = {cell(k) for k, v in read("b").items() if v}
        self.x = {cell(k) for k, v in read("x").items() if v}
        self.d = {cell(k): int(v) for k, v in read("d").items()}
        self.s = {cell(k): v for k, v in read("s").items() if v is not None}
        self.line, self.wall = (
            [tuple(map(cell, context.board.touching(ends, k))) for k, v in read(name).items() if v]
            for name, ends in (("line", "cell"), ("wall", "corner"))
        )
        self.spot = {str(k): cell(v) for k, v in read("spot").items()}
        self.meet = {k for k, v in read("meet").items() if v}
        self.sea = set(CELLS) - self.b

    def same(self, p: Cell, q: Cell) -> bool:
        return beside(p, q) and self.d[p] == self.d[q]

    def linked(self, p: Cell, q: Cell) -> bool:
        ann, bob, (row, column) = (self.spot[k] for k in ("ann", "bob", "cid"))
        return (p, q) in ((ann, bob), (ann, (row - 1, column)))

    @property
    def land(self) -> list[set[Cell]]:
        return pieces(sorted(self.b))

    @property
    def twin(self) -> list[set[Cell]]:
        return pieces(CELLS, self.same)

    def land_of(self, cell: Cell) -> set[Cell]:
        return piece_of(cell, sorted(self.b))

    def twin_of(self, cell: Cell) -> set[Cell]:
        return next(p for p in self.twin if cell in p)


# Conditions and what they mean.
MEANINGS: dict[str, Callable[[Board], bool]] = {
    # pieces of a set
    "connected(b)": lambda v: len(v.land) <= 1,
    "not connected(not b)": lambda v: len(pieces(sorted(v.sea))) > 1,
    "connected(s)": lambda v: len(pieces(sorted(v.s))) <= 1,
    "connected({c for c in cells if d[c] > 1})": lambda v: (
        len(pieces([c for c in CELLS if v.d[c] > 1])) <= 1
    ),
    "connected(b, touching)": lambda v: (
        len(pieces(sorted(v.b), lambda p, q: max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1)) <= 1
    ),
    "connected(b, line)": lambda v: len(pieces(sorted(v.b), lambda p, q: (p, q) in v.line)) <= 1,
    "connected(b, same)": lambda v: len(pieces(sorted(v.b), v.same)) <= 1,
    "connected(b, {[p, q] for p, q in adjacent if x[p] = x[q]})": lambda v: (
        len(pieces(sorted(v.b), lambda p, q: beside(p, q) and (p in v.x) == (q in v.x))) <= 1
    ),
    "connected({p for p in corners if size(wall(p)) > 0}, wall)": lambda v: (
        not v.wall or one_piece(v.wall)
    ),
    "connected(line)": lambda v: len(pieces(v.line, lambda p, q: bool({*p} & {*q}))) <= 1,
    "connected(kid, meet)": lambda v: (
        len(pieces(["ann", "bob", "cid"], lambda p, q: (p, q) in v.meet)) == 1
    ),
    "connected({spot[k] for k in kid})": lambda v: len(pieces(sorted(set(v.spot.values())))) == 1,
    "connected(b, {[c, c.up] for c in cells if x[c]})": lambda v: (
        len(pieces(sorted(v.b), lambda p, q: q in v.x and p == (q[0] - 1, q[1]))) <= 1
    ),
    "connected({spot[k] for k in kid}, {[spot[ann], spot[bob]], [spot[ann], spot[cid].up]})": (
        lambda v: len(pieces(sorted({*v.spot.values()}), v.linked)) <= 1
    ),
    "connected(row(spot[ann]) & b)": lambda v: (
        len(pieces([c for c in sorted(v.b) if c[0] == v.spot["ann"][0]])) <= 1
    ),
    "acyclic(b)": lambda v: (
        sum(beside(p, q) for p in v.b for q in v.b) // 2 == len(v.b) - len(v.land)
    ),
    "acyclic(cells, line)": lambda v: (
        len(v.line) == len(CELLS) - len(pieces(CELLS, lambda p, q: (p, q) in v.line))
    ),
    # partitions
    "size(land) = 2": lambda v: len(v.land) == 2,
    "size(twin) <= 4": lambda v: len(v.twin) <= 4,
    "count(size(land[c]) = clue[c] for c in clue) = 2": lambda v: (
        sum(len(v.land_of(c)) == n for c, n in CLUES.items()) == 2
    ),
    "any(size(twin[c]) = clue[c] for c in clue)": lambda v: any(
        len(v.twin_of(c)) == n for c, n in CLUES.items()
    ),
    "all(size(clue & p) = 1 for p in land)": lambda v: all(len(p & {*CLUES}) == 1 for p in v.land),
    "all(size(p - clue) = 1 for p in land)": lambda v: all(len(p - {*CLUES}) == 1 for p in v.land),
    "any(size(p & x) > 1 for p in land)": lambda v: any(len(p & v.x) > 1 for p in v.land),
    "count(size(p) = 2 for p in land) = 1": lambda v: [len(p) for p in v.land].count(2) == 1,
    "sum(size(p) for p in land if size(p) > 1) = 4": lambda v: (
        sum(len(p) for p in v.land if len(p) > 1) == 4
    ),
    "any(sum(size(p) for p in land if size(p & adjacent(c)) > 0) = clue[c] for c in clue)": (
        lambda v: any(
            sum(len(p) for p in v.land if meets(p, c)) == number for c, number in CLUES.items()
        )
    ),
    "count(size(p) = 2 and any(q in p for q in adjacent(c)) for c in clue for p in land) = 1": (
        lambda v: sum(len(p) == 2 and meets(p, c) for c in CLUES for p in v.land) == 1
    ),
    "any(kinds(size(p) for p in twin if c in p and size(p) > 1) = 1 for c in clue)": (
        lambda v: any(len(v.twin_of(c)) > 1 for c in CLUES)
    ),
    "any(max(size(p) for p in land if size((x & adjacent(c)) & p) != 0) = 2 for c in clue)": (
        lambda v: any(
            max((len(p) for p in v.land if meets(p & v.x, c)), default=0) == 2 for c in CLUES
        )
    ),
    "all(kinds(c.row for c in p) = kinds(c.column for c in p) for p in land)": lambda v: all(
        len({r for r, _ in p}) == len({c for _, c in p}) for p in v.land
    ),
    "any(size({c.row for c in p}) = 2 for p in land)": lambda v: any(
        len({r for r, _ in p}) == 2 for p in v.land
    ),
    "all(all_equal(c.column for c in p) for p in twin)": lambda v: all(
        len({c for _, c in p}) == 1 for p in v.twin
    ),
    "any(max(c.row for c in p) - min(c.row for c in p) = 1 for p in land)": lambda v: any(
        len({r for r, _ in p}) == 2 for p in v.land
    ),
    "any(min(c.column for c in p) + 1 < max(c.column for c in p) for p in land)": lambda v: any(
        len({c for _, c in p}) > 2 for p in v.land
    ),
    "all(max(c.column for c in p) = min(c.column for c in p) for p in land)": lambda v: all(
        len({c for _, c in p}) == 1 for p in v.land
    ),
    "all(min(c.row for c in p) - max(c.row for c in p) >= -1 for p in twin)": lambda v: all(
        len({r for r, _ in p}) <= 2 for p in v.twin
    ),
    "any(min(c.row for c in p) = 2 and max(c.column for c in p) - 1 in {1, 2} for p in land)": (
        lambda v: any(
            min(r for r, _ in p) == 2 and max(c for _, c in p) - 1 in (1, 2) for p in v.land
        )
    ),
    "any(max(c.row for c in p) = min(d[c] for c in p) for p in land)": lambda v: any(
        max(r for r, _ in p) == min(v.d[c] for c in p) for p in v.land
    ),
    "any(max(c.row for c in p) - min(c.row for c in p) = 2 for p in areas(b, knight))": (
        lambda v: any(
            max(r for r, _ in p) - min(r for r, _ in p) == 2
            for p in pieces(sorted(v.b), lambda p, q: (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 == 5)
        )
    ),
    "any(size([c.row for c in p]) = 2 for p in land)": lambda v: any(len(p) == 2 for p in v.land),
    "any(3 in {c.row for c in p} for p in land)": lambda v: any(
        3 in {r for r, _ in p} for p in v.land
    ),
    "max(size(p) for p in twin) = 3": lambda v: max(map(len, v.twin)) == 3,
    "all_different(size(p) for p in land)": lambda v: len({len(p) for p in v.land}) == len(v.land),
    "all(all_equal(x[p]) for p in land)": lambda v: all(p <= v.x or not p & v.x for p in v.land),
    "all(all_equal(d[p]) for p in land)": lambda v: all(
        len({v.d[c] for c in p}) == 1 for p in v.land
    ),
    "all(all_different(d[p]) for p in land)": lambda v: all(
        len({v.d[c] for c in p}) == len(p) for p in v.land
    ),
    "all(kinds(d[p]) = 1 for p in land)": lambda v: all(
        len({v.d[c] for c in p}) == 1 for p in v.land
    ),
    "any(sum(d[p]) = 4 for p in land)": lambda v: any(sum(v.d[c] for c in p) == 4 for p in v.land),
    "any(any(x[p]) for p in twin if size(p) < 4)": lambda v: any(
        len(p) < 4 and p & v.x for p in v.twin
    ),
    "any(all(x[p]) for p in land)": lambda v: any(p <= v.x for p in v.land),
    "any(sum(s[p]) = 3 for p in land)": lambda v: any(
        sum(v.s.get(c, 0) for c in p) == 3 for p in v.land
    ),
    "any(kinds(s[p]) = 2 for p in land)": lambda v: any(
        len({v.s[c] for c in p & {*v.s}}) == 2 for p in v.land
    ),
    "all(all_different(s[p]) for p in land)": lambda v: all(
        sorted(v.s[c] for c in p & {*v.s}) in ([], [1], [2], [1, 2]) for p in v.land
    ),
    "all(max(d[p]) < 3 for p in land)": lambda v: all(max(v.d[c] for c in p) < 3 for p in v.land),
    "all(count(x[p]) = 1 for p in land)": lambda v: all(len(p & v.x) == 1 for p in v.land),
    "bag(size(p) for p in land) = bag([1, 2])": lambda v: sorted(map(len, v.land)) == [1, 2],
    "all(land[p] = land[q] for p, q in adjacent if b[p] and b[q])": lambda v: True,
    "any(sea[p] != sea[q] for p, q in adjacent if not b[p] and not b[q])": lambda v: False,
    "any(land[p] = land[q] for p, q in diagonal)": lambda v: any(
        q in v.land_of(p) for p in CELLS for q in CELLS if abs(p[0] - q[0]) == abs(p[1] - q[1]) == 1
    ),
    "land[spot[ann]] = land[spot[bob]]": lambda v: v.spot["bob"] in v.land_of(v.spot["ann"]),
    "land[spot[ann]] != land[spot[bob]]": lambda v: v.spot["bob"] not in v.land_of(v.spot["ann"]),
    "twin[spot[ann]] = twin[spot[bob]]": lambda v: v.spot["bob"] in v.twin_of(v.spot["ann"]),
    'matches(d[land[spot[ann]]], "1")': lambda v: (
        [v.d[c] for c in sorted(v.land_of(v.spot["ann"]))] == [1]
    ),
    "digits(d[land[spot[ann]]]) in 1..33": lambda v: (
        0 < int("".join(str(v.d[c]) for c in sorted(v.land_of(v.spot["ann"]))) or 0) <= 33
    ),
    "size(land[spot[ann]]) = 2": lambda v: len(v.land_of(v.spot["ann"])) == 2,
    "spot[bob] in land[spot[ann]]": lambda v: v.spot["bob"] in v.land_of(v.spot["ann"]),
    "size(land[spot[ann]] & row(spot[bob])) = 1": lambda v: (
        sum(c[0] == v.spot["bob"][0] for c in v.land_of(v.spot["ann"])) == 1
    ),
    "kinds(land[c] for c in cells if c.row = 2) = 2": lambda v: (
        sum(any(c[0] == 2 for c in p) for p in v.land) == 2
    ),
    "kinds([twin[c] for c in row(spot[ann])]) = 2": lambda v: (
        sum(any(c[0] == v.spot["ann"][0] for c in p) for p in v.twin) == 2
    ),
    "size({land[c] for c in clue}) = 1": lambda v: sum(bool(p & {*CLUES}) for p in v.land) == 1,
    "all_different(land[c] for c in clue)": lambda v: all(len(p & {*CLUES}) <= 1 for p in v.land),
    "all_equal(twin[c] for c in clue)": lambda v: (1, 1) in CLUES and {*CLUES} <= v.twin_of((1, 1)),
    "twin[spot[ann]] in {twin[c] for c in clue}": lambda v: bool(
        v.twin_of(v.spot["ann"]) & {*CLUES}
    ),
    "all(land[c] = {c} for c in b)": lambda v: all(len(p) == 1 for p in v.land),
    "any(p = x for p in land)": lambda v: v.x in v.land,
    "any(clue & p = clue & x for p in twin)": lambda v: any(
        p & {*CLUES} == v.x & {*CLUES} for p in v.twin
    ),
    "(land[spot[ann]] if x[spot[bob]] else twin[spot[ann]]) = twin[spot[cid]]": lambda v: (
        (v.land_of(v.spot["ann"]) if v.spot["bob"] in v.x else v.twin_of(v.spot["ann"]))
        == v.twin_of(v.spot["cid"])
    ),
    "size(land[spot[ann]] if x[spot[bob]] else land[spot[bob]]) = 1": lambda v: (
        len(v.land_of(v.spot["ann" if v.spot["bob"] in v.x else "bob"])) == 1
    ),
    "count(odd) = 3": lambda v: sum(len(v.land_of(c)) % 2 == 1 for c in CELLS) == 3,
    "all(size(areas(p)) = 1 for p in land)": lambda v: True,
    "size(areas({c for c in land[spot[ann]] if x[c]})) = 2": lambda v: (
        len(pieces(sorted(v.land_of(v.spot["ann"]) & v.x))) == 2
    ),
    "size({p for p in land} - {land[spot[ann]]}) = 1": lambda v: (
        len([p for p in v.land if v.spot["ann"] not in p]) == 1
    ),
    "size({p for p in twin} & {twin[c] for c in b}) = 2": lambda v: (
        sum(bool(p & v.b) for p in v.twin) == 2
    ),
    "land = areas(x)": lambda v: v.b == v.x,
    "twin = areas(cells, {[p, q] for p, q in adjacent if x[p] = x[q]})": lambda v: (
        v.twin == pieces(CELLS, lambda p, q: beside(p, q) and (p in v.x) == (q in v.x))
    ),
    "x in land": lambda v: v.x in v.land,
    "{land[c] for c in clue} = {land[c] for c in x}": lambda v: (
        [p for p in v.land if p & {*CLUES}] == [p for p in v.land if p & v.x]
    ),
    "{land[spot[ann]], land[spot[bob]]} = {land[spot[cid]]}": lambda v: (
        {*map(frozenset, (v.land_of(v.spot["ann"]), v.land_of(v.spot["bob"])))} - {frozenset()}
        == {frozenset(v.land_of(v.spot["cid"]))} - {frozenset()}
    ),
    # groups of a found layer
    "all(connected(g) for g in groups(d))": lambda v: all(
        len(pieces([c for c in CELLS if v.d[c] == n])) <= 1 for n in (1, 2, 3)
    ),
    "all(size(g) >= 2 for g in groups(d))": lambda v: all(
        list(v.d.values()).count(n) != 1 for n in (1, 2, 3)
    ),
    "size(groups(s)) = 1": lambda v: len(set(v.s.values())) == 1,
    "count(size(g & b) = 2 for g in groups(d)) = 1": lambda v: (
        [len({c for c in v.b if v.d[c] == n}) for n in (1, 2, 3)].count(2) == 1
    ),
    "any(size(u & b) = 3 for u in rows + groups(d))": lambda v: (
        any(len({c for c in v.b if c[0] == r}) == 3 for r in (1, 2, 3))
        or any(len({c for c in v.b if v.d[c] == n}) == 3 for n in (1, 2, 3))
    ),
    "size(rows + groups(d)) = 5": lambda v: (
        len(
            {frozenset((r, c) for c in (1, 2, 3)) for r in (1, 2, 3)}
            | {frozenset(c for c in CELLS if v.d[c] == n) for n in v.d.values()}
        )
        == 5
    ),
    # lines
    "loop(line)": lambda v: is_loop(v.line),
    "loop(wall)": lambda v: is_loop(v.wall),
    "loop(wall, yes)": lambda v: is_crossed_loop(v.wall, product(range(4), range(4))),
    "loop(line, stone)": lambda v: is_crossed_loop(v.line, STONES),
    "loop(line, x)": lambda v: is_crossed_loop(v.line, v.x),
    "loop(line, x[spot[ann]])": lambda v: is_crossed_loop(
        v.line, CELLS if v.spot["ann"] in v.x else []
    ),
    "loop({l for l in line if any(x[c] for c in cells(l))})": lambda v: is_loop(
        [p for p in v.line if {*p} & v.x]
    ),
    "path(line)": lambda v: is_path(v.line),
    "path(wall)": lambda v: is_path(v.wall),
    "size(inside(wall) & b) = 2": lambda v: len(inside_cells(v.wall) & v.b) == 2,
    "size(inside(line)) = 1": lambda v: len(inside_corners(v.line)) == 1,
    "inside(wall)[spot[ann]]": lambda v: v.spot["ann"] in inside_cells(v.wall),
    # shapes
    "size(box(b)) = 4": lambda v: len(box(v.b)) == 4,
    "x = box(b)": lambda v: v.x == box(v.b),
    "spot[ann] in box({spot[bob], spot[cid]})": lambda v: (
        v.spot["ann"] in box([v.spot["bob"], v.spot["cid"]])
    ),
    "all(size(p) = size(box(p)) for p in land)": lambda v: all(map(is_rectangle, v.land)),
    "mirror(b, spot[ann]) = b": lambda v: mirrored(v.b, v.spot["ann"]) == v.b,
    "any(mirror(p, c) = p for p in land for c in clue)": lambda v: any(
        mirrored(p, c) == p for p in v.land for c in CLUES
    ),
    "size(box(mirror(b, spot[ann])) - cells) > 2": lambda v: (
        len(box(mirrored(v.b, v.spot["ann"])) - {*CELLS}) > 2
    ),
    "connected(mirror(b, spot[ann]))": lambda v: len(v.land) <= 1,
    "shape(mirror(b, spot[ann])) = shape(x)": lambda v: (
        forms(mirrored(v.b, (0, 0)), False, False) == forms(v.x, False, False)
    ),
    "size(mirror(b, spot[ann]) & x) = 2": lambda v: len(mirrored(v.b, v.spot["ann"]) & v.x) == 2,
    "shape(b) = shape(x)": lambda v: bool(forms(v.b, False, False) & forms(v.x, False, False)),
    "shape(b, turned) = shape(x, turned)": lambda v: bool(
        forms(v.b, True, False) & forms(v.x, True, False)
    ),
    "shape(b, flipped) = shape(x, flipped)": lambda v: bool(
        forms(v.b, False, True) & forms(v.x, False, True)
    ),
    "shape(b, turned, flipped) = shape(stone, turned, flipped)": lambda v: bool(
        forms(v.b, True, True) & forms(STONES, True, True)
    ),
    "all_different(shape(p, turned) for p in land)": lambda v: all(
        not forms(p, True, False) & forms(q, True, False)
        for k, p in enumerate(v.land)
        for q in v.land[:k]
    ),
    "kinds(shape(p) for p in land) = 2": lambda v: (
        len({min(forms(p, False, False), key=sorted) for p in v.land}) == 2
    ),
}

# Rules of more than a condition.
STATEMENTS: dict[str, Callable[[Board], bool]] = {
    "for p in land: size(p) = size(box(p))": lambda v: all(map(is_rectangle, v.land)),
    "for p in land: rectangle(p)": lambda v: all(map(is_rectangle, v.land)),
    "for p in twin: size(box(p)) = size(p) and size(p) <= 4": lambda v: all(
        is_rectangle(p) and len(p) <= 4 for p in v.twin
    ),
    "for p in land if size(p) > 2: x[spot[ann]] => rectangle(p)": lambda v: (
        v.spot["ann"] not in v.x or all(is_rectangle(p) for p in v.land if len(p) > 2)
    ),
    "for p in land: not rectangle(p)": lambda v: not any(map(is_rectangle, v.land)),
    "for c in clue: rectangle(land[c])": lambda v: all(is_rectangle(v.land_of(c)) for c in CLUES),
    "for p in areas(b, touching): rectangle(p)": lambda v: all(
        map(
            is_rectangle,
            pieces(sorted(v.b), lambda p, q: max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1),
        )
    ),
    "for p in land: all_equal(x[p])": lambda v: all(p <= v.x or not p & v.x for p in v.land),
    "for p in land: all_equal(s[p])": lambda v: all(
        len({v.s[c] for c in p if c in v.s}) <= 1 for p in v.land
    ),
    "for p in land if size(p) > 1: x[spot[ann]] => all_equal(d[p])": lambda v: (
        v.spot["ann"] not in v.x or all(len({v.d[c] for c in p}) == 1 for p in v.land)
    ),
    "for p in areas(b, touching): all_different(d[p])": lambda v: all(
        len({v.d[c] for c in p}) == len(p)
        for p in pieces(sorted(v.b), lambda p, q: max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1)
    ),
    "for p in sea: all_different(s[p])": lambda v: all(
        len({v.s[c] for c in p if c in v.s}) == len(p & {*v.s}) for p in pieces(sorted(v.sea))
    ),
    "for p in sea: all_different(spot[k] in p for k in kid if k != cid)": lambda v: all(
        (v.spot["ann"] in p) != (v.spot["bob"] in p) for p in pieces(sorted(v.sea))
    ),
    "for p in land: size(clue & p) = 1": lambda v: all(len(p & {*CLUES}) == 1 for p in v.land),
    "for p in land:\n        for q in sea: size(p) != size(q)": lambda v: (
        not ({len(p) for p in v.land} & {len(q) for q in pieces(sorted(v.sea))})
    ),
    "for p in land:\n        for q in land if p != q: size(p) != size(q)": lambda v: (
        len({len(p) for p in v.land}) == len(v.land)
    ),
    "for p in land:\n        for c in p: x[c]": lambda v: v.b <= v.x,
    # beside a place, and beside other sets, a partition is the set of the places in its pieces
    "spot[ann] in land and spot[bob] not in land": lambda v: (
        v.spot["ann"] in v.b and v.spot["bob"] not in v.b
    ),
    "size((cells - land) & x) = 2": lambda v: len(v.sea & v.x) == 2,
    "size(land & areas(x)) < size(row(spot[ann]) - land)": lambda v: (
        len(v.b & v.x) < sum(c[0] == v.spot["ann"][0] for c in v.sea)
    ),
    "all(d[p] != d[q] for r in rows for p, q in steps([c for c in r if b[c]]))": lambda v: all(
        v.d[p] != v.d[q]
        for r in (1, 2, 3)
        for p, q in pairwise(sorted(c for c in v.b if c[0] == r))
    ),
    # the members of a list that are missing do not count
    "any([c for c in r if b[c]][2] = r[3] for r in rows)": lambda v: any(
        len(found) > 1 and found[1] == (r, 3)
        for r in (1, 2, 3)
        for found in [sorted(c for c in v.b if c[0] == r)]
    ),
    "[d[c] for c in cells if b[c]][d[spot[ann]]] = 2": lambda v: (
        ([v.d[c] for c in sorted(v.b)] + [0] * 3)[v.d[v.spot["ann"]] - 1] == 2
    ),
    "any(s[g[1]] = 2 and x[g[2]] for g in groups(d))": lambda v: any(
        len(g) > 1 and v.s.get(g[0]) == 2 and g[1] in v.x
        for g in ([c for c in CELLS if v.d[c] == n] for n in (1, 2, 3))
    ),
    # of what is given the pieces are known
    "for p in areas(cells - stone): count(b[p]) != 2 and size(p) + size(p & b) != 4": lambda v: all(
        len(p & v.b) != 2 and len(p) + len(p & v.b) != 4 for p in pieces(sorted({*CELLS} - STONES))
    ),
    "for p in areas(cells - clue, diagonal): rectangle(p) or any(b[p])": lambda v: all(
        is_rectangle(p) or p & v.b
        for p in pieces(
            sorted({*CELLS} - {*CLUES}),
            lambda p, q: abs(p[0] - q[0]) == abs(p[1] - q[1]) == 1,
        )
    ),
    "for g in groups(d): connected(g)": lambda v: all(
        len(pieces([c for c in CELLS if v.d[c] == n])) <= 1 for n in (1, 2, 3)
    ),
    # what a stretch fails, every longer one fails
    "for r in runs(b): size(r) <= 2": lambda v: all(len(r) <= 2 for r in runs(v.b)),
    "for r in runs(not b): size(r & stone) != 1": lambda v: all(
        len({*r} & STONES) != 1 for r in runs(v.sea)
    ),
    "for r in runs(not b): count(stone[p] != stone[q] for p, q in steps(r)) < 2": (
        lambda v: all(
            sum((p in STONES) != (q in STONES) for p, q in pairwise(r)) < 2 for r in runs(v.sea)
        )
    ),
    "for r in runs(line): all(stone[p] <=> stone[q] for p, q in steps(r) if p.row = 1)": (
        lambda v: all(
            (p in STONES) == (q in STONES)
            for r in linked(v.line)
            for p, q in pairwise(r)
            if p[0] == 1
        )
    ),
    "for r in runs(line): x[spot[ann]] => size(r) < 3": lambda v: (
        v.spot["ann"] not in v.x or all(len(r) < 3 for r in linked(v.line))
    ),
    "if x[spot[ann]]:\n        for r in runs(b): all_equal(stone[r]) and size(r) <= 2": lambda v: (
        v.spot["ann"] not in v.x
        or all(len(r) < 3 and len({c in STONES for c in r}) == 1 for r in runs(v.b))
    ),
    "for r in runs(x): kinds(d[r]) <= 1": lambda v: all(
        len({v.d[c] for c in r}) == 1 for r in runs(v.x)
    ),
    "for r in runs(b): size(r) >= 2": lambda v: all(len(r) >= 2 for r in runs(v.b)),
    "for u in rows + columns + groups(d): count(b[u]) <= 2": lambda v: (
        all(len({c for c in v.b if c[k] == n}) <= 2 for k in (0, 1) for n in (1, 2, 3))
        and all(len({c for c in v.b if v.d[c] == n}) <= 2 for n in (1, 2, 3))
    ),
}
