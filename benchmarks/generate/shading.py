"""Nonogram, Tapa, Heyawake, Nurikabe: from shaded cells at random."""

from __future__ import annotations

from random import Random

from ..models import shading
from ..reading import Cell, cells, lines, neighbours
from .common import fewer, found, picture, random_answer, unique


def nonogram(random: Random, n: int) -> str:
    """Blots: noise, smoothed; cells that are not certain change their colour."""
    genre = "nonogram"
    while True:
        black = {c for c in cells(n, n) if random.random() < 0.52}
        for _ in range(2):
            black = {c for c in cells(n, n) if sum(d in black for d in _around(c)) >= 5}
        black ^= {c for c in cells(n, n) if random.random() < 0.03}
        for _ in range(200):
            text = _runs(black, n)
            answers = found(genre, text)
            if len(answers) == 1:
                return text
            differ = answers[0] ^ answers[1]
            if not differ:
                break
            black ^= {(r, c) for r, c in random.sample(sorted(differ), 1)}  # type: ignore[misc]


def _around(c: Cell) -> list[Cell]:
    return [(c[0] + i, c[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def _runs(black: set[Cell], n: int) -> str:
    clues = []
    for line in lines(n, n):
        shown = "".join("#" if c in black else " " for c in line)
        clues.append(" ".join(str(len(run)) for run in shown.split()) or "-")
    return "across:\n" + "\n".join(clues[:n]) + "\n\ndown:\n" + "\n".join(clues[n:]) + "\n"


def tapa(random: Random, height: int, width: int) -> str:
    genre = "tapa"
    size = height, width
    while True:
        wall = _winding(random, height, width)
        clues = {}
        for c in cells(height, width):
            if c not in wall:
                shown = tuple(int(d in wall) if d else 0 for d in shading.ring(c, size))
                clues[c] = shading.stretches(shown)

        def text(clues: dict[Cell, list[int]]) -> str:
            return picture(height, width, {c: ",".join(map(str, n)) for c, n in clues.items()})

        if unique(genre, text(clues)):
            return text(fewer(random, genre, clues, text))


def _winding(random: Random, height: int, width: int) -> set[Cell]:
    """Connected cells without a square of four, as many as fit."""
    wall = {(random.randint(1, height), random.randint(1, width))}
    while True:
        border = sorted({d for c in wall for d in neighbours(c, height, width)} - wall)
        random.shuffle(border)
        border.sort(key=lambda c: sum(d in wall for d in neighbours(c, height, width)))
        fit = next((c for c in border if not _makes_square(c, wall)), None)
        if fit is None or len(wall) > 0.62 * height * width:
            return wall
        wall.add(fit)


def _makes_square(c: Cell, wall: set[Cell]) -> bool:
    r, s = c
    return any({(r + i, s), (r, s + j), (r + i, s + j)} <= wall for i in (-1, 1) for j in (-1, 1))


def heyawake(random: Random, n: int) -> str:
    genre = "heyawake"
    while True:
        room = _rooms(random, n)
        rooms = f"room:\n{picture(n, n, dict(room))}\nclue:\n"
        blank = rooms + picture(n, n, {})
        solved = random_answer(
            random, lambda formula, blank=blank: shading.heyawake(formula, blank)
        )
        if solved is None:
            continue
        first = {name: c for c, name in reversed(room.items())}
        clues = {
            c: sum(room[d] == name for d in solved)  # type: ignore[index]
            for name, c in first.items()
        }

        def text(clues: dict[Cell, int], rooms: str = rooms) -> str:
            return rooms + picture(n, n, clues)

        if unique(genre, text(clues)):
            return text(fewer(random, genre, clues, text))


def _rooms(random: Random, n: int) -> dict[Cell, str]:
    """Rectangles of up to 3 by 4 cells, numbered in the order of their first cells."""
    out: dict[Cell, str] = {}
    for r, c in cells(n, n):
        if (r, c) in out:
            continue
        tall, wide = random.choice([(2, 2), (2, 3), (3, 2), (3, 3), (1, 3), (3, 1), (2, 4), (3, 4)])
        while wide > 1 and any((r, c + j) in out or c + j > n for j in range(wide)):
            wide -= 1
        name = str(len(set(out.values())))
        for i in range(min(tall, n + 1 - r)):
            for j in range(wide):
                out[r + i, c + j] = name
    return out


def nurikabe(random: Random, height: int, width: int) -> str:
    """Islands at random; as long as there is another solution, an island changes."""
    genre = "nurikabe"
    while True:
        white = _islands(random, height, width)
        clue = {random.choice(island): len(island) for island in _pieces(white, height, width)}
        fewest = None
        for _ in range(400):
            text = picture(height, width, clue)
            answers = found(genre, text)
            if len(answers) == 1:
                return text
            differ = answers[0] ^ answers[1]
            if not differ:
                break
            other = _changed(random, white, sorted(differ), height, width)
            if other is None:
                continue
            kept, kept_clue = white, clue
            white = other
            islands = _pieces(white, height, width)
            clue = {}
            for island in islands:
                old = [c for c in island if c in kept_clue]
                clue[
                    old[0] if len(old) == 1 and random.random() < 0.7 else random.choice(island)
                ] = len(island)
            now = len(_difference(picture(height, width, clue)))
            if fewest is not None and now > fewest + random.choice((0, 0, 1, 3)):
                white, clue = kept, kept_clue
            else:
                fewest = now


def _difference(text: str) -> frozenset[tuple[int, ...]]:
    answers = found("nurikabe", text)
    return answers[0] ^ answers[1] if len(answers) > 1 else frozenset()


def _fits(white: set[Cell], height: int, width: int) -> bool:
    """Whether what is black is connected and without squares, and no island too large."""
    black = set(cells(height, width)) - white
    if any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= black for r, c in black):
        return False
    return len(_pieces(black, height, width)) == 1 and all(
        len(island) <= 8 for island in _pieces(white, height, width)
    )


def _changed(
    random: Random, white: set[Cell], differ: list[tuple[int, ...]], height: int, width: int
) -> set[Cell] | None:
    """The islands with one or two cells changed, one of them not certain; None if that fails."""
    for _ in range(60):
        other = white ^ {(c[0], c[1]) for c in random.sample(differ, 1)}
        if random.random() < 0.7:
            other ^= {random.choice(cells(height, width))}
        if _fits(other, height, width):
            return other
    return None


def _islands(random: Random, height: int, width: int) -> set[Cell]:
    white: set[Cell] = set()
    while True:
        black = set(cells(height, width)) - white
        pools = [
            {(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)}
            for r, c in sorted(black)
            if {(r + 1, c), (r, c + 1), (r + 1, c + 1)} <= black
        ]
        if not pools:
            return white
        fit = [
            c
            for c in sorted(random.choice(pools))
            if len(_pieces(black - {c}, height, width)) == 1
            and max(map(len, _pieces(white | {c}, height, width))) <= 8
        ]
        if not fit:
            white = set()
            continue
        white = white | {random.choice(fit)}


def _pieces(some: set[Cell], height: int, width: int) -> list[list[Cell]]:
    out, seen = [], set[Cell]()
    for start in sorted(some):
        if start not in seen:
            piece = [start]
            seen.add(start)
            for c in piece:
                for d in neighbours(c, height, width):
                    if d in some and d not in seen:
                        seen.add(d)
                        piece.append(d)
            out.append(piece)
    return out
