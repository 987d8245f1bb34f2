"""Tilings: Hinomaru's two-sided tiles, and dominoes to be counted."""

from __future__ import annotations

from ..booleans import Booleans
from ..reading import Cell, adjacent, cells, inner_pairs, sections

Size = tuple[int, int]
Picture = tuple[str, ...]


def size_of(puzzle: str) -> Size:
    parts = sections(puzzle)
    height, width = (int("".join(parts[name][0])) for name in ("height", "width"))
    return height, width


def dominoes(formula: Booleans, puzzle: str) -> None:
    size = size_of(puzzle)
    joined = {pair: formula.new() for pair in adjacent(*size)}
    for c in cells(*size):
        formula.exactly(1, [x for pair, x in joined.items() if c in pair])
    formula.answer = {(*a, *b): x for (a, b), x in joined.items()}


def dominoes_facts(puzzle: str) -> str:
    height, width = size_of(puzzle)
    return f"height({height}). width({width})."


def hinomaru_places(puzzle: str) -> tuple[Size, list[list[frozenset[Cell]]]]:
    """The size, and for each tile the places where one of its sides, turned, shows the flag."""
    head, body = puzzle.split("face:\n")
    flag = head.split("flag:\n")[1].split()
    out = []
    for tile in body.strip().split("\n\n"):
        rows = [[part.strip() for part in line.split("|")] for line in tile.splitlines()]
        sides = [tuple(side) for side in zip(*rows, strict=True)]
        turns = {turned for side in sides for turned in _turns(side)}
        out.append(sorted({p for t in turns for p in _places(t, flag)}, key=sorted))
    return (len(flag), len(flag[0])), out


def _turns(picture: Picture) -> list[Picture]:
    out = [picture]
    for _ in range(3):
        out.append(tuple("".join(column) for column in zip(*out[-1][::-1], strict=True)))
    return out


def _places(picture: Picture, flag: list[str]) -> list[frozenset[Cell]]:
    tall, wide = len(picture), len(picture[0])
    return [
        frozenset((r + i + 1, c + j + 1) for i in range(tall) for j in range(wide))
        for r in range(len(flag) - tall + 1)
        for c in range(len(flag[0]) - wide + 1)
        if all(flag[r + i][c : c + wide] == picture[i] for i in range(tall))
    ]


def hinomaru(formula: Booleans, puzzle: str) -> None:
    size, places = hinomaru_places(puzzle)
    over: dict[Cell, list[int]] = {c: [] for c in cells(*size)}
    together: dict[tuple[Cell, Cell], list[int]] = {pair: [] for pair in adjacent(*size)}
    for mine in places:
        chosen = {place: formula.new() for place in mine}
        formula.exactly(1, list(chosen.values()))
        for place, x in chosen.items():
            for c in place:
                over[c].append(x)
            for pair in inner_pairs(place):
                together[pair].append(x)
    for some in over.values():
        formula.exactly(1, some)
    for (a, b), some in together.items():
        way = int(a[0] == b[0])  # 1: the border on the right of the first cell
        formula.answer[way, *a] = -formula.either(*some)


def hinomaru_facts(puzzle: str) -> str:
    size, places = hinomaru_places(puzzle)
    out = [f"height({size[0]}). width({size[1]})."]
    for tile, mine in enumerate(places):
        for k, place in enumerate(mine):
            out.append(f"place({tile},{k}).")
            out += [f"over({tile},{k},{r},{c})." for r, c in sorted(place)]
    return "".join(out)
