"""Genres of lines: Slitherlink, Masyu, Numberlink, Hashiwokakero."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..booleans import Booleans
from ..reading import Cell, Fact, adjacent, cells, neighbours, sections, tokens

Size = tuple[int, int]
Edges = dict[tuple[Cell, Cell], int]


def picture(puzzle: str) -> tuple[Size, dict[Cell, str]]:
    """The size of a board, and its tokens."""
    rows = next(iter(sections(puzzle).values()))
    return (len(rows), len(rows[0])), dict(tokens(rows))


def _size_facts(size: Size) -> str:
    return f"height({size[0]}). width({size[1]})."


def _edges(formula: Booleans, height: int, width: int) -> tuple[Edges, dict[Cell, list[int]]]:
    """A literal for each pair of neighbours, and those at each cell."""
    edges = {pair: formula.new() for pair in adjacent(height, width)}
    at: dict[Cell, list[int]] = {c: [] for c in cells(height, width)}
    for (a, b), x in edges.items():
        at[a].append(x)
        at[b].append(x)
    return edges, at


# -- Slitherlink: borders are edges between corners, which count from 1 here and from 0 in facts


def border(a: Cell, b: Cell) -> Fact:
    """The fact of a border between two corners."""
    return (0, a[0] - 1, a[1]) if a[0] == b[0] else (1, a[0], a[1] - 1)


def slitherlink(formula: Booleans, puzzle: str) -> None:
    (height, width), clue = picture(puzzle)
    edges, _ = _edges(formula, height + 1, width + 1)
    for (r, c), token in clue.items():
        if token.isdigit():
            corner, below, right, last = (r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)
            sides = [(corner, right), (corner, below), (right, last), (below, last)]
            formula.exactly(int(token), [edges[side] for side in sides])
    formula.loop(edges)
    formula.answer = {border(a, b): x for (a, b), x in edges.items()}


def clue_facts(puzzle: str) -> str:
    """The size, and the numbers of a picture, as facts."""
    size, clue = picture(puzzle)
    facts = "".join(f"clue({r},{c},{t})." for (r, c), t in clue.items() if t.isdigit())
    return _size_facts(size) + facts


# -- Masyu


def masyu(formula: Booleans, puzzle: str) -> None:
    (height, width), pearls = picture(puzzle)
    edges, at = _edges(formula, height, width)
    none = formula.new()
    formula.clause(-none)

    def line(a: Cell, b: Cell) -> int:
        return edges.get((min(a, b), max(a, b)), none)

    def straight(r: int, c: int) -> int:
        """Whether the line runs straight through a cell."""
        ways = [
            formula.both(line((r - 1, c), (r, c)), line((r, c), (r + 1, c))),
            formula.both(line((r, c - 1), (r, c)), line((r, c), (r, c + 1))),
        ]
        return formula.either(*ways)

    for c, token in pearls.items():
        if token == ".":
            continue
        formula.exactly(2, at[c])
        through = {d: straight(*d) for d in [c, *neighbours(c, height, width)]}
        near = [d for d in through if d != c]
        if token == "B":
            formula.clause(-through[c])
            for d in near:
                formula.clause(-line(c, d), through[d])
        else:
            formula.clause(through[c])
            formula.clause(*(formula.both(line(c, d), -through[d]) for d in near))
    formula.loop(edges)
    formula.answer = {(*a, *b): x for (a, b), x in edges.items()}


def masyu_facts(puzzle: str) -> str:
    size, pearls = picture(puzzle)
    facts = [f"pearl({r},{c},{t.lower()})." for (r, c), t in pearls.items() if t != "."]
    return _size_facts(size) + "".join(facts)


# -- Numberlink


def numberlink(formula: Booleans, puzzle: str) -> None:
    (height, width), clue = picture(puzzle)
    edges, at = _edges(formula, height, width)
    names = sorted({token for token in clue.values() if token != "."})
    label = {c: formula.number(range(len(names))) for c in cells(height, width)}
    for c, token in clue.items():
        if token != ".":
            formula.exactly(1, at[c])
            formula.clause(label[c][names.index(token)])
        else:
            formula.degree(at[c], 0, 2)
    for (a, b), x in edges.items():
        for value in range(len(names)):
            formula.clause(-x, -label[a][value], label[b][value])
            formula.clause(-x, label[a][value], -label[b][value])
    formula.acyclic(edges)
    formula.answer = {(*a, *b): x for (a, b), x in edges.items()}


# -- Hashiwokakero


def spans(puzzle: str) -> tuple[dict[Cell, str], list[tuple[Cell, Cell]]]:
    """The islands, and the pairs that a bridge may join."""
    (height, width), board = picture(puzzle)
    islands = {c: token for c, token in board.items() if token != "."}
    pairs = []
    for r, c in islands:
        right = next(((r, d) for d in range(c + 1, width + 1) if (r, d) in islands), None)
        below = next(((s, c) for s in range(r + 1, height + 1) if (s, c) in islands), None)
        pairs += [((r, c), other) for other in (right, below) if other]
    return islands, pairs


def steps(a: Cell, b: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The links between two islands."""
    (r, c), (s, d) = a, b
    if r == s:
        yield from (((r, e), (r, e + 1)) for e in range(c, d))
    else:
        yield from (((t, c), (t + 1, c)) for t in range(r, s))


def hashiwokakero(formula: Booleans, puzzle: str) -> None:
    islands, pairs = spans(puzzle)
    one = {pair: formula.new() for pair in pairs}  # At least one bridge,
    two = {pair: formula.new() for pair in pairs}  # and a second one.
    over: dict[Cell, list[int]] = {}
    for pair in pairs:
        formula.clause(-two[pair], one[pair])
        single = formula.both(one[pair], -two[pair])
        for a, b in steps(*pair):
            formula.answer[(*a, *b, 1)] = single
            formula.answer[(*a, *b, 2)] = two[pair]
            if b != pair[1]:
                over.setdefault(b, []).append(one[pair])
    for crossing in over.values():
        for x, y in combinations(crossing, 2):
            formula.clause(-x, -y)
    for c, token in islands.items():
        near = [pair for pair in pairs if c in pair]
        if token.isdigit():
            formula.exactly(int(token), [x[pair] for pair in near for x in (one, two)])
        formula.clause(*(one[pair] for pair in near))
    formula.joined(one)


def hashiwokakero_facts(puzzle: str) -> str:
    islands, pairs = spans(puzzle)
    out = [f"island({r},{c})." for r, c in islands]
    out += [f"clue({r},{c},{t})." for (r, c), t in islands.items() if t.isdigit()]
    for k, (a, b) in enumerate(pairs):
        out.append(f"span({k},{a[0]},{a[1]},{b[0]},{b[1]}).")
        out += [f"over({k},{p[0]},{p[1]},{q[0]},{q[1]})." for p, q in steps(a, b)]
    return "".join(out)
