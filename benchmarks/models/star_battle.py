"""Star Battle: a number of stars in each row, column and region, at most one in each 2×2 square."""

from __future__ import annotations

from ..booleans import Booleans
from ..reading import Cell, lines, sections, tokens


def read(puzzle: str) -> tuple[int, dict[Cell, str]]:
    """How many stars, and the region of each cell; a cell in none, `?`, holds no star."""
    parts = sections(puzzle)
    return int("".join(parts["stars"][0])), dict(tokens(parts["region"]))


def units(region: dict[Cell, str]) -> list[list[Cell]]:
    n = max(region)[0]
    return lines(n, n) + [[c for c in region if region[c] == name] for name in names(region)]


def names(region: dict[Cell, str]) -> list[str]:
    """The regions, in the order of their first cells."""
    return [name for name in dict.fromkeys(region.values()) if name != "?"]


def model(formula: Booleans, puzzle: str) -> None:
    stars, region = read(puzzle)
    star = {c: formula.new() for c in region}
    for c, name in region.items():
        if name == "?":
            formula.clause(-star[c])
    for unit in units(region):
        formula.exactly(stars, [star[c] for c in unit])
    for r, c in region:
        square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        formula.at_most(1, [star[d] for d in square if d in region])
    formula.answer = dict(star.items())


def facts(puzzle: str) -> str:
    stars, region = read(puzzle)
    number = {name: k for k, name in enumerate(names(region))}
    return f"stars({stars})." + "".join(
        f"region({r},{c},{number[name]})." for (r, c), name in region.items()
    )
