"""What pieces, boxes, forms, loops and runs are: on plain sets of cells of a 3 x 3 board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby, pairwise, product

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]
HEIGHT, WIDTH = 3, 3
CELLS = [(r, c) for r in range(1, HEIGHT + 1) for c in range(1, WIDTH + 1)]


def beside(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def pieces(where: Iterable[Cell], joined: Callable[[Cell, Cell], bool] = beside) -> list[set[Cell]]:
    """The pieces of a set, those of earlier members first."""
    left, found = list(where), []
    while left:
        piece = {left.pop(0)}
        while more := {v for v in left if any(joined(v, u) or joined(u, v) for u in piece)}:
            piece |= more
            left = [v for v in left if v not in more]
        found.append(piece)
    return found


def meets(piece: Iterable[Cell], cell: Cell) -> bool:
    """Whether a piece has a cell beside another one."""
    return any(beside(cell, other) for other in piece)


def piece_of(cell: Cell, where: Iterable[Cell]) -> set[Cell]:
    return next((p for p in pieces(where) if cell in p), set())


def is_rectangle(cells: set[Cell]) -> bool:
    return cells == box(cells)


def box(cells: Iterable[Cell]) -> set[Cell]:
    cells = list(cells)
    if not cells:
        return set()
    (top, bottom), (left, right) = (
        (min(p[k] for p in cells), max(p[k] for p in cells)) for k in (0, 1)
    )
    return set(product(range(top, bottom + 1), range(left, right + 1)))


def forms(cells: set[Cell], turned: bool, flipped: bool) -> set[frozenset[Cell]]:
    """A set, laid in all ways, with its top row and leftmost column at 0."""
    ways = [lambda r, c: (r, c)]
    if turned:
        ways += [lambda r, c: (c, -r), lambda r, c: (-r, -c), lambda r, c: (-c, r)]
    if flipped:
        ways += [lambda r, c, way=way: way(r, -c) for way in list(ways)]
    found = set()
    for way in ways:
        laid = [way(r, c) for r, c in cells]
        top, left = min((r for r, _ in laid), default=0), min((c for _, c in laid), default=0)
        found.add(frozenset((r - top, c - left) for r, c in laid))
    return found


def degrees(lines: Iterable[Pair]) -> dict[Cell, int]:
    found: dict[Cell, int] = {}
    for pair in lines:
        for end in pair:
            found[end] = found.get(end, 0) + 1
    return found


def one_piece(lines: list[Pair]) -> bool:
    ends = sorted({end for line in lines for end in line})
    return len(pieces(ends, lambda a, b: (a, b) in lines)) == 1


def is_loop(lines: list[Pair]) -> bool:
    return one_piece(lines) and set(degrees(lines).values()) == {2}


def is_path(lines: list[Pair]) -> bool:
    counts = sorted(degrees(lines).values())
    return one_piece(lines) and counts[:3].count(1) == 2 and set(counts) <= {1, 2}


def is_crossed_loop(lines: list[Pair], allowed: Iterable[Cell]) -> bool:
    """A place with four lines is two places, with two lines each: across, and up and down."""
    crossed = {end for end, many in degrees(lines).items() if many == 4}
    if not crossed <= set(allowed):
        return False

    def split(end: Cell, other: Cell) -> tuple[int, ...]:
        return (*end, int(end[1] == other[1])) if end in crossed else (*end, 0)

    edges = [(split(a, b), split(b, a)) for a, b in lines]
    ends = sorted({end for edge in edges for end in edge})
    counts = [sum(end in edge for edge in edges) for end in ends]
    whole = len(pieces(ends, lambda a, b: (a, b) in edges)) == 1
    return whole and set(counts) == {2}


LINES = [[(r, c) for c in (1, 2, 3)] for r in (1, 2, 3)]
LINES += [[(r, c) for r in (1, 2, 3)] for c in (1, 2, 3)]


def runs(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The longest stretches of rows and columns within a set."""
    return [
        [c for _, c in group]
        for line in LINES
        for held, group in groupby(((c in {*cells}, c) for c in line), key=lambda pair: pair[0])
        if held
    ]


def linked(lines: list[Pair]) -> list[list[Cell]]:
    """The longest stretches of rows and columns whose cells links join, of two cells at least."""
    found = []
    for line in LINES:
        stretch = line[:1]
        for a, b in pairwise(line):
            if (a, b) in lines:
                stretch.append(b)
            else:
                found.append(stretch)
                stretch = [b]
        found.append(stretch)
    return [stretch for stretch in found if len(stretch) > 1]


def inside_cells(walls: list[Pair]) -> set[Cell]:
    """The cells from which an odd number of walls is crossed on the way to the left."""
    return {(r, c) for r, c in CELLS if sum(((r - 1, k), (r, k)) in walls for k in range(c)) % 2}


def inside_corners(lines: list[Pair]) -> set[Cell]:
    """The corners from which an odd number of links is crossed on the way to the left."""
    return {
        (r, c)
        for r, c in product(range(HEIGHT + 1), range(WIDTH + 1))
        if sum(((r, k), (r + 1, k)) in lines for k in range(1, c + 1)) % 2
    }


def mirrored(cells: Iterable[Cell], about: Cell) -> set[Cell]:
    return {(2 * about[0] - r, 2 * about[1] - c) for r, c in cells}
