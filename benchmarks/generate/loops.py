"""Slitherlink and Masyu from a loop around a region at random; Hashiwokakero."""

from __future__ import annotations

from random import Random

from ..models.loops import border
from ..reading import Answer, Cell, adjacent, cells, neighbours
from .common import fewer, found, picture, unique

RING = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def region(random: Random, height: int, width: int) -> set[Cell]:
    """Cells that one loop surrounds: grown cell by cell, where neither it nor what is left
    outside is cut in two or touches itself at a corner."""
    inside = {(random.randint(1, height), random.randint(1, width))}
    while True:
        open_cells = [
            c
            for c in cells(height, width)
            if c not in inside and any(d in inside for d in neighbours(c, height, width))
        ]
        random.shuffle(open_cells)
        # Cells with one neighbour inside make the loop wind.
        open_cells.sort(key=lambda c: sum(d in inside for d in neighbours(c, height, width)) > 1)
        fit = next((c for c in open_cells if _one_stretch(c, inside)), None)
        if fit is None or len(inside) > 0.6 * height * width:
            return inside
        inside.add(fit)


def _one_stretch(c: Cell, inside: set[Cell]) -> bool:
    around = [(c[0] + i, c[1] + j) in inside for i, j in RING]
    changes = sum(around[k] != around[k - 1] for k in range(8))
    return changes == 2 and 0 < sum(around[1::2]) < 4


def loop(inside: set[Cell], height: int, width: int) -> set[tuple[Cell, Cell]]:
    """The borders of a region, each as its two corners, which count from 1."""
    out = set()
    for a, b in adjacent(height + 2, width + 2):  # With a frame of cells around.
        first, second = (a[0] - 1, a[1] - 1), (b[0] - 1, b[1] - 1)
        if (first in inside) != (second in inside):
            r, c = second
            out.add(((r, c), (r, c + 1)) if a[1] == b[1] else ((r, c), (r + 1, c)))
    return out


def slitherlink(random: Random, height: int, width: int) -> str:
    genre = "slitherlink"
    while True:
        drawn = {border(a, b) for a, b in loop(region(random, height, width), height, width)}
        clues = {
            (r, c): sum(f in drawn for f in ((0, r - 1, c), (0, r, c), (1, r, c - 1), (1, r, c)))
            for r, c in cells(height, width)
        }

        def text(clues: dict[Cell, int]) -> str:
            return picture(height, width, clues)

        if unique(genre, text(clues)):
            return text(fewer(random, genre, clues, text, 0.5))


def masyu(random: Random, height: int, width: int) -> str:
    """All pearls that a loop allows; where they leave another one, the loop changes."""
    while True:
        inside = region(random, height - 1, width - 1)
        for _ in range(300):
            pearls = _pearls(loop(inside, height - 1, width - 1))
            text = picture(height, width, pearls)
            answers = found("masyu", text)
            if len(answers) == 1:
                few = fewer(random, "masyu", pearls, lambda some: picture(height, width, some), 0.6)
                return picture(height, width, few)
            if not _bend(random, inside, answers[0] ^ answers[1], height - 1, width - 1):
                break


def _bend(random: Random, inside: set[Cell], differ: Answer, height: int, width: int) -> bool:
    """Add a cell to a region or take one out, near a link in which two answers differ."""
    near = {(r - i, c - j) for r, c, *_ in differ for i in (0, 1) for j in (0, 1)} & set(
        cells(height, width)
    )
    fit = [c for c in sorted(near) if _one_stretch(c, inside - {c})]
    if fit:
        inside ^= {random.choice(fit)}
    return bool(fit)


def _pearls(lines: set[tuple[Cell, Cell]]) -> dict[Cell, str]:
    """Every pearl that a loop allows."""
    near: dict[Cell, list[Cell]] = {}
    for a, b in sorted(lines):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    straight = {c: 0 in (a[0] - b[0], a[1] - b[1]) for c, (a, b) in near.items()}
    out = {}
    for c, ends in near.items():
        if straight[c] and not all(straight[d] for d in ends):
            out[c] = "W"
        elif not straight[c] and all(straight[d] for d in ends):
            out[c] = "B"
    return out


def hashiwokakero(random: Random, height: int, width: int) -> str:
    genre = "hashiwokakero"
    while True:
        bridges = _bridges(random, height, width)
        counts: dict[Cell, int] = {}
        for (a, b), number in bridges.items():
            counts[a] = counts.get(a, 0) + number
            counts[b] = counts.get(b, 0) + number
        text = picture(height, width, counts)
        if unique(genre, text):
            return text


def _bridges(random: Random, height: int, width: int) -> dict[tuple[Cell, Cell], int]:
    """Bridges that grow from island to island; then more between those that see each other."""
    start = (random.randint(1, height), random.randint(1, width))
    islands, sea = [start], set[Cell]()
    out: dict[tuple[Cell, Cell], int] = {}
    for _ in range(40 * height):
        r, c = random.choice(islands)
        i, j = random.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        length = random.randint(2, 6)
        path = [(r + i * k, c + j * k) for k in range(1, length + 1)]
        end = path[-1]
        taken = sea | set(islands)
        if not (1 <= end[0] <= height and 1 <= end[1] <= width) or set(path) & taken:
            continue
        if any(d in islands for d in neighbours(end, height, width)):
            continue
        islands.append(end)
        sea |= set(path[:-1])
        out[min((r, c), end), max((r, c), end)] = random.choice((1, 1, 2))
    for r, c in islands:
        for i, j in ((0, 1), (1, 0)):
            path = [(r + i, c + j)]
            while path[-1] not in islands and path[-1] not in sea and max(path[-1]) <= 60:
                path.append((path[-1][0] + i, path[-1][1] + j))
            far = path[-1]
            if far in islands and len(path) > 1 and random.random() < 0.6:
                out[(r, c), far] = random.choice((1, 2))
                sea |= set(path[:-1])
    return out
