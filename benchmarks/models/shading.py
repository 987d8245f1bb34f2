"""Genres of shaded cells: Nurikabe, Heyawake, Tapa, Nonogram."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, product

from ..booleans import Booleans
from ..reading import Cell, adjacent, cells, lines, neighbours, numbers, sections, tokens
from .loops import Size, picture

Shades = dict[Cell, int]


def _shades(formula: Booleans, size: Size) -> Shades:
    out = {c: formula.new() for c in cells(*size)}
    formula.answer = dict(out)
    return out


def _no_pool(formula: Booleans, black: Shades) -> None:
    for r, c in black:
        square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if all(d in black for d in square):
            formula.clause(*(-black[d] for d in square))


def _size_facts(size: Size) -> str:
    return f"height({size[0]}). width({size[1]})."


# -- Nurikabe: a white cell is of the island of one number, by a path as short as its number allows


def nurikabe(formula: Booleans, puzzle: str) -> None:
    (height, width), board = picture(puzzle)
    clue = {c: int(token) for c, token in board.items() if token.isdigit()}
    sea = _shades(formula, (height, width))
    _no_pool(formula, sea)
    formula.connected(sea, adjacent(height, width))
    of: dict[Cell, list[tuple[Cell, int]]] = {c: [] for c in sea}
    for start, size in clue.items():
        formula.clause(-sea[start])
        mine = _island(formula, start, size, (height, width), set(clue))
        for c, x in mine.items():
            formula.clause(-x, -sea[c])
            of[c].append((start, x))
    for c, owners in of.items():
        formula.clause(sea[c], *(x for _, x in owners))
        formula.at_most(1, [x for _, x in owners])
    for a, b in adjacent(height, width):
        have = dict(of[b])
        for start, x in of[a]:
            formula.clause(-x, sea[b], *([have[start]] if start in have else []))
        have = dict(of[a])
        for start, x in of[b]:
            formula.clause(-x, sea[a], *([have[start]] if start in have else []))


def _island(
    formula: Booleans, start: Cell, size: int, board: Size, clues: set[Cell]
) -> dict[Cell, int]:
    """A literal for each cell that may be of an island; it has a tree of shortest paths."""
    near = {start: 0}
    queue = [start]
    for c in queue:
        for d in neighbours(c, *board):
            if d not in near and d not in clues and near[c] + 1 < size:
                near[d] = near[c] + 1
                queue.append(d)
    mine = {c: formula.new() for c in near}
    formula.clause(mine[start])
    formula.exactly(size, list(mine.values()))
    level = {start: {0: mine[start]}}
    for c in queue[1:]:
        level[c] = {k: formula.new() for k in range(near[c], size)}
        formula.clause(-mine[c], *level[c].values())
        for x in level[c].values():
            formula.clause(-x, mine[c])
        formula.at_most(1, list(level[c].values()))
    for c in queue[1:]:
        for k, x in level[c].items():
            around = [d for d in neighbours(c, *board) if d in near]
            formula.clause(-x, *(level[d][k - 1] for d in around if k - 1 in level[d]))
    return mine


# -- Heyawake


def rooms(puzzle: str) -> tuple[Size, dict[Cell, str], dict[Cell, int]]:
    """The size, the room of each cell, and the clues."""
    parts = sections(puzzle)
    rows = parts["room"]
    return (len(rows), len(rows[0])), dict(tokens(rows)), numbers(parts.get("clue", []))


def heyawake(formula: Booleans, puzzle: str) -> None:
    size, room, clue = rooms(puzzle)
    black = _shades(formula, size)
    for a, b in adjacent(*size):
        formula.clause(-black[a], -black[b])
    for c, total in clue.items():
        formula.exactly(total, [black[d] for d in black if room[d] == room[c]])
    for line in lines(*size):
        for stretch in too_long(line, room):
            formula.clause(*(black[c] for c in stretch))
    formula.connected({c: -x for c, x in black.items()}, adjacent(*size))


def too_long(line: list[Cell], room: dict[Cell, str]) -> Iterable[list[Cell]]:
    """The shortest stretches of a line that cross two borders of rooms."""
    walls = [k for k in range(1, len(line)) if room[line[k]] != room[line[k - 1]]]
    for first, second in pairwise(walls):
        yield line[first - 1 : second + 1]


def heyawake_facts(puzzle: str) -> str:
    size, room, clue = rooms(puzzle)
    number = {name: k for k, name in enumerate(dict.fromkeys(room.values()))}
    out = [_size_facts(size)]
    out += [f"room({r},{c},{number[name]})." for (r, c), name in room.items()]
    out += [f"total({number[room[c]]},{total})." for c, total in clue.items()]
    for line in lines(*size):
        for stretch in too_long(line, room):
            out.append(":- " + ", ".join(f"not answer({r},{c})" for r, c in stretch) + ".")
    return "\n".join(out)


# -- Tapa


def tapa_clues(puzzle: str) -> tuple[Size, dict[Cell, list[int]]]:
    size, board = picture(puzzle)
    return size, {c: [int(n) for n in t.split(",")] for c, t in board.items() if t != "."}


def ring(cell: Cell, size: Size) -> list[Cell | None]:
    """The eight cells around one, in order; None beyond the board."""
    r, c = cell
    around = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
    places = [(r + i, c + j) for i, j in around]
    return [(s, d) if 1 <= s <= size[0] and 1 <= d <= size[1] else None for s, d in places]


def stretches(shown: tuple[int, ...]) -> list[int]:
    """The lengths of the stretches of ones in a ring, in ascending order; of none [0]."""
    if all(shown):
        return [len(shown)]
    start = shown.index(0)
    turned = shown[start:] + shown[:start]
    runs = "".join(map(str, turned)).split("0")
    return sorted(len(run) for run in runs if run) or [0]


def ring_words(cell: Cell, size: Size, lengths: list[int]) -> list[dict[Cell, int]]:
    """The ways to shade the ring of a cell."""
    around = ring(cell, size)
    choices = [(0, 1) if c else (0,) for c in around]
    words = [word for word in product(*choices) if stretches(word) == sorted(lengths)]
    return [{c: x for c, x in zip(around, word, strict=True) if c} for word in words]


def tapa(formula: Booleans, puzzle: str) -> None:
    size, clue = tapa_clues(puzzle)
    wall = _shades(formula, size)
    _no_pool(formula, wall)
    for cell, lengths in clue.items():
        formula.clause(-wall[cell])
        words = ring_words(cell, size, lengths)
        chosen = [formula.new() for _ in words]
        formula.clause(*chosen)
        for x, word in zip(chosen, words, strict=True):
            for c, shaded in word.items():
                formula.clause(-x, wall[c] if shaded else -wall[c])
    formula.connected(wall, adjacent(*size))


def tapa_facts(puzzle: str) -> str:
    size, clue = tapa_clues(puzzle)
    out = [_size_facts(size)]
    for (r, c), lengths in clue.items():
        out.append(f"clue({r},{c}).")
        for k, word in enumerate(ring_words((r, c), size, lengths)):
            out.append(f"way({r},{c},{k}).")
            out += [f"says({r},{c},{k},{s},{d},{x})." for (s, d), x in word.items()]
    return "".join(out)


# -- Nonogram: where each run begins


def runs(puzzle: str) -> tuple[Size, list[list[int]]]:
    """The size, and the runs of the rows, then of the columns."""
    across, down = (_lengths(puzzle, name) for name in ("across", "down"))
    return (len(across), len(down)), across + down


def _lengths(puzzle: str, name: str) -> list[list[int]]:
    body = puzzle.split(f"{name}:\n")[1].split("\n\n")[0]
    return [[int(n) for n in line.split() if n != "-"] for line in body.splitlines()]


def nonogram(formula: Booleans, puzzle: str) -> None:
    size, wanted = runs(puzzle)
    black = _shades(formula, size)
    for line, lengths in zip(lines(*size), wanted, strict=True):
        _line(formula, [black[c] for c in line], lengths)


def _line(formula: Booleans, line: list[int], lengths: list[int]) -> None:
    """Each run begins at one place, behind the one before; a cell is black if and only if one
    covers it."""
    covers: list[list[int]] = [[] for _ in line]
    before: list[int] = []
    for k, length in enumerate(lengths):
        first = sum(lengths[:k]) + k
        last = len(line) - sum(lengths[k:]) - (len(lengths) - k - 1)
        begins = {p: formula.new() for p in range(first, last + 1)}
        # Begun by p: literals that are ordered, so that "behind the one before" is short.
        begun = [formula.new() for _ in range(len(line) + 1)]
        formula.exactly(1, list(begins.values()))
        for p in range(len(line) + 1):
            if p:
                formula.clause(-begun[p - 1], begun[p])
            if p in begins:
                formula.clause(-begins[p], begun[p])
                if p:
                    formula.clause(-begins[p], -begun[p - 1])
                if before and p > lengths[k - 1]:
                    formula.clause(-begins[p], before[p - lengths[k - 1] - 1])
        for p, x in begins.items():
            for q in range(p, p + length):
                formula.clause(-x, line[q])
                covers[q].append(x)
        before = begun
        formula.clause(begun[-1])
        formula.clause(*([-begun[first - 1]] if first else [begun[-1]]))
        for p in range(1, len(line) + 1):
            formula.clause(-begun[p], begun[p - 1], *([begins[p]] if p in begins else []))
        formula.clause(-begun[0], *([begins[0]] if 0 in begins else []))
    for x, some in zip(line, covers, strict=True):
        formula.clause(-x, *some)


def nonogram_facts(puzzle: str) -> str:
    size, wanted = runs(puzzle)
    out = [_size_facts(size)]
    for k, (line, lengths) in enumerate(zip(lines(*size), wanted, strict=True)):
        out += [f"at({k},{p},{r},{c})." for p, (r, c) in enumerate(line)]
        for i, length in enumerate(lengths):
            first = sum(lengths[:i]) + i
            last = len(line) - sum(lengths[i:]) - (len(lengths) - i - 1)
            out.append(f"run({k},{i},{length},{first},{last}).")
    return "".join(out)
