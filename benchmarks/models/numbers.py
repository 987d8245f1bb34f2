"""Genres of numbers: Str8ts, Kakuro, Skyscrapers, Fillomino, Shikaku."""

from __future__ import annotations

from ..booleans import Booleans, Values
from ..reading import Cell, adjacent, cells, inner_pairs, lines, neighbours, numbers, sections
from .loops import Size, picture


def _numbers_answer(formula: Booleans, number: dict[Cell, Values]) -> None:
    formula.answer = {(*c, v): x for c, values in number.items() for v, x in values.items()}


# -- Str8ts


def read_str8ts(puzzle: str) -> tuple[int, dict[Cell, int], set[Cell]]:
    """The size, the clues, the black cells."""
    (n, _), board = picture(puzzle)
    clue = {c: int(token[0]) for c, token in board.items() if token[0] in "123456789"}
    return n, clue, {c for c, token in board.items() if token.endswith("!")}


def compartments(n: int, black: set[Cell]) -> list[list[Cell]]:
    out = []
    for line in lines(n, n):
        some: list[Cell] = []
        for c in [*line, None]:
            if c is not None and c not in black:
                some.append(c)
            elif some:
                out.append(some)
                some = []
    return out


def str8ts(formula: Booleans, puzzle: str) -> None:
    n, clue, black = read_str8ts(puzzle)
    number = {c: formula.number(range(1, n + 1)) for c in cells(n, n) if c not in black - set(clue)}
    for c, value in clue.items():
        formula.clause(number[c][value])
    for line in lines(n, n):
        formula.different([number[c] for c in line if c in number])
    for some in compartments(n, black):
        # It begins with one of a few numbers, and every cell is of the straight from there on.
        begins = formula.number(range(1, n - len(some) + 2))
        for first, x in begins.items():
            for c in some:
                for value, y in number[c].items():
                    if not first <= value < first + len(some):
                        formula.clause(-x, -y)
    _numbers_answer(formula, number)


def str8ts_facts(puzzle: str) -> str:
    n, clue, black = read_str8ts(puzzle)
    out = [f"size({n})."]
    out += [f"cell({r},{c})." for r, c in cells(n, n) if (r, c) not in black - set(clue)]
    out += [f":- not answer({r},{c},{v})." for (r, c), v in clue.items()]
    for k, some in enumerate(compartments(n, black)):
        out.append(f"straight({k},{len(some)}).")
        out += [f"of({k},{r},{c})." for r, c in some]
    return "".join(out)


# -- Kakuro


def words(puzzle: str) -> tuple[list[Cell], list[tuple[list[Cell], int]]]:
    """The white cells; the words with their totals (0: unknown)."""
    _, board = picture(puzzle)
    white = [c for c, token in board.items() if token == "."]
    out = []
    for c, token in board.items():
        if "\\" in token:
            below, across = token.removeprefix("#").split("\\")
            for total, (down, right) in ((below, (1, 0)), (across, (0, 1))):
                word, d = [], (c[0] + down, c[1] + right)
                while board.get(d) == ".":
                    word.append(d)
                    d = d[0] + down, d[1] + right
                if word:
                    out.append((word, int(total or 0)))
    return white, out


def kakuro(formula: Booleans, puzzle: str) -> None:
    white, given = words(puzzle)
    digit = {c: formula.number(range(1, 10)) for c in white}
    for word, total in given:
        formula.different([digit[c] for c in word])
        if total:
            formula.total([digit[c] for c in word], total)
    _numbers_answer(formula, digit)


def kakuro_facts(puzzle: str) -> str:
    white, given = words(puzzle)
    out = [f"cell({r},{c})." for r, c in white]
    for k, (word, total) in enumerate(given):
        out += [f"word({k}).", f"total({k},{total})." if total else ""]
        out += [f"of({k},{r},{c})." for r, c in word]
    return "".join(out)


# -- Skyscrapers


def outside(puzzle: str) -> tuple[int, list[tuple[list[Cell], int]], dict[Cell, int]]:
    """The size, lines as seen from their number outside, and the clues within."""
    parts = sections(puzzle)
    seen = {row[0]: row[1:] for row in parts["seen"]}
    n = len(seen["top"])
    rows, columns = lines(n, n)[:n], lines(n, n)[n:]
    by_side = {
        "left": rows,
        "right": [row[::-1] for row in rows],
        "top": columns,
        "bottom": [column[::-1] for column in columns],
    }
    views = [
        (line, int(token))
        for side, of in by_side.items()
        for line, token in zip(of, seen[side], strict=True)
        if token.isdigit()
    ]
    return n, views, numbers(parts.get("clue", []))


def skyscrapers(formula: Booleans, puzzle: str) -> None:
    n, views, clue = outside(puzzle)
    height = {c: formula.number(range(1, n + 1)) for c in cells(n, n)}
    for line in lines(n, n):
        formula.different([height[c] for c in line], all_used=True)
    for c, value in clue.items():
        formula.clause(height[c][value])
    for line, count in views:
        # highest[v]: a tower before this one is as high as v.
        visible, highest = [], dict.fromkeys(range(1, n + 1), 0)
        for c in line:
            seen = formula.new()
            visible.append(seen)
            after = {}
            for v in range(1, n + 1):
                x, before = height[c][v], highest[v]
                if before:
                    formula.clause(-x, -before, -seen)
                formula.clause(-x, seen, *([before] if before else []))
                upto = [height[c][u] for u in range(v, n + 1)]
                after[v] = formula.either(*upto, *([before] if before else []))
            highest = after
        formula.exactly(count, visible)
    _numbers_answer(formula, height)


def skyscrapers_facts(puzzle: str) -> str:
    n, views, clue = outside(puzzle)
    out = [f"size({n})."]
    out += [f":- not answer({r},{c},{v})." for (r, c), v in clue.items()]
    for k, (line, count) in enumerate(views):
        out.append(f"view({k},{count}).")
        out += [f"at({k},{p},{r},{c})." for p, (r, c) in enumerate(line)]
    return "".join(out)


# -- Fillomino


def fillomino(formula: Booleans, puzzle: str) -> None:
    """An area that is too large or cannot grow is forbidden when an assignment has one."""
    size, board = picture(puzzle)
    clue = {c: int(token) for c, token in board.items() if token.isdigit()}
    most = max([*clue.values(), 9])
    number = {c: formula.number(range(1, most + 1)) for c in cells(*size)}
    for c, value in clue.items():
        formula.clause(number[c][value])
    for c, values in number.items():
        near = [number[d] for d in neighbours(c, *size)]
        for value, x in values.items():
            if value == 1:
                for other in near:
                    formula.clause(-x, -other[1])
            else:
                formula.clause(-x, *(other[value] for other in near))

    def cuts(true: set[int]) -> list[list[int]]:
        shown = {c: next(v for v, x in of.items() if x in true) for c, of in number.items()}
        out = []
        for area in _areas(shown, size):
            value = shown[area[0]]
            if len(area) > value:
                out.append([-number[c][value] for c in area[: value + 1]])
            elif len(area) < value:
                around = {d for c in area for d in neighbours(c, *size)} - set(area)
                grows = [number[d][value] for d in sorted(around)]
                out.append([-number[c][value] for c in area] + grows)
        return out

    formula.lazily(cuts)
    _numbers_answer(formula, number)


def _areas(shown: dict[Cell, int], size: Size) -> list[list[Cell]]:
    """The areas of equal numbers; what is before a cell in its area is connected."""
    out, seen = [], set[Cell]()
    for start in shown:
        if start not in seen:
            area = [start]
            seen.add(start)
            for c in area:
                for d in neighbours(c, *size):
                    if d not in seen and shown[d] == shown[c]:
                        seen.add(d)
                        area.append(d)
            out.append(area)
    return out


# -- Shikaku


def rectangles(puzzle: str) -> tuple[Size, list[list[frozenset[Cell]]]]:
    """The size, and for each number the rectangles that hold it and no other."""
    size, board = picture(puzzle)
    clue = {c: int(token) for c, token in board.items() if token.isdigit()}
    out = []
    for (r, c), area in clue.items():
        mine = []
        for tall in (d for d in range(1, area + 1) if area % d == 0):
            wide = area // tall
            for top in range(max(1, r - tall + 1), min(r, size[0] - tall + 1) + 1):
                for left in range(max(1, c - wide + 1), min(c, size[1] - wide + 1) + 1):
                    covered = frozenset(
                        (top + i, left + j) for i in range(tall) for j in range(wide)
                    )
                    if sum(d in clue for d in covered) == 1:
                        mine.append(covered)
        out.append(mine)
    return size, out


def shikaku(formula: Booleans, puzzle: str) -> None:
    size, choices = rectangles(puzzle)
    over: dict[Cell, list[int]] = {c: [] for c in cells(*size)}
    together: dict[tuple[Cell, Cell], list[int]] = {pair: [] for pair in adjacent(*size)}
    for mine in choices:
        for covered in mine:
            x = formula.new()
            for c in covered:
                over[c].append(x)
            for pair in inner_pairs(covered):
                together[pair].append(x)
    for some in over.values():
        formula.exactly(1, some)
    formula.answer = {(*a, *b): formula.either(*some) for (a, b), some in together.items()}


def shikaku_facts(puzzle: str) -> str:
    size, choices = rectangles(puzzle)
    out = [f"height({size[0]}). width({size[1]})."]
    for k, covered in enumerate(covered for mine in choices for covered in mine):
        out.append(f"box({k}).")
        out += [f"over({k},{r},{c})." for r, c in sorted(covered)]
    return "".join(out)
