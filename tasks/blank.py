"""Puzzle files without clues: sizes and params, and "no" in layers that must be complete."""

from __future__ import annotations

from collections.abc import Mapping

from ..compiler.board.places import Place
from ..compiler.board.protocol import Board
from ..compiler.board.shapes import board
from ..dsl.syntax import (
    Binary,
    BoolDomain,
    Expr,
    Given,
    Grid,
    ListDomain,
    Name,
    Number,
    SymbolDomain,
)
from .compiled import CompiledSpec


def blank_lines(values: Mapping[str, str]) -> list[str]:
    """Sizes and params by name, as lines of a puzzle file."""
    return [f"{name}: {value}" for name, value in values.items()]


def blank_board(spec: CompiledSpec, values: Mapping[str, str]) -> Board | None:
    """The board of a spec's grid with these sizes; None without a grid, or if a size is missing."""
    grid = next((d for d in spec.program.declarations if isinstance(d, Grid)), None)
    if grid is None:
        return None
    sides = [_side(side, values) for side in (grid.height, grid.width)]
    known = [side for side in sides if side is not None]
    return board(grid.shape, *known) if len(known) == len(sides) else None


def bools(spec: CompiledSpec) -> list[str]:
    """The given layers with a yes or no at every cell."""
    return _complete(spec, BoolDomain)


def regions(spec: CompiledSpec) -> list[str]:
    """The given layers with a symbol at every cell."""
    return _complete(spec, SymbolDomain)


def _complete(spec: CompiledSpec, domain: type, *places: str) -> list[str]:
    """The given layers of a domain at all of these places, which are cells if none are named."""
    return [
        name.id
        for given in spec.program.declarations
        if isinstance(given, Given) and isinstance(given.domain, domain) and not given.at.some
        for name in given.names
        if [_united(tree) for tree in given.at.sets] == [places or ("cells",)]
    ]


def _united(tree: Expr) -> tuple[str, ...]:
    """The names of the sets in a union, such as `rows + columns`; none of another expression."""
    match tree:
        case Name(id=name):
            return (name,)
        case Binary(op="+", left=left, right=right):
            return (*_united(left), *_united(right))
    return ()


def without_lists(spec: CompiledSpec, own: Board) -> list[str]:
    """The sections of given lists at all rows or columns, each list without members."""
    return [
        line
        for kinds in (("row",), ("column",), ("row", "column"), ("column", "row"))
        for name in _complete(spec, ListDomain, *(f"{kind}s" for kind in kinds))
        for line in ("", f"{name}:", *["-"] * sum(len(own.places(kind)) for kind in kinds))
    ]


def nowhere(name: str, own: Board) -> list[str]:
    """The section of a layer of cells that is "no" everywhere."""
    return everywhere(name, own, "no")


def everywhere(name: str, own: Board, token: str) -> list[str]:
    """The section of a layer with one value at all cells."""
    return picture(name, own, dict.fromkeys(own.cells, token))


def picture(name: str, own: Board, shown: Mapping[Place, str]) -> list[str]:
    """The section of a layer of cells, as lines of a puzzle file."""
    rows: dict[int, list[str]] = {}
    for cell in own.cells:
        rows.setdefault(cell.at[0], []).append(shown[cell])
    return ["", f"{name}:", *map(" ".join, rows.values())]


def _side(side: Expr, values: Mapping[str, str]) -> int | None:
    if isinstance(side, Number):
        return side.value
    value = values.get(getattr(side, "id", ""), "")
    return int(value) if value.isdecimal() else None
