"""noqx: clingo with a program for each genre (github.com/T0nyX1ang/noqx), as an optional peer.

It is on no package index: its programs are read from the folder that `--noqx` names, a copy of its
repository. A puzzle is told to it in its own terms: texts, symbols and edges, by row and column
from 0.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..reading import Answer, Fact, Rows, adjacent, sections, tokens
from . import noqx_boards
from .asp import OPTIONS
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload

# The folder, also for the processes in which tools are measured.
VARIABLE = "PZC_BENCHMARKS_NOQX"
Told = Callable[[Any, dict[str, Rows]], None]
Read = Callable[[tuple[int, int], list[tuple[str, list[Any]]]], Iterable[Fact]]


def programs(folder: Path) -> None:
    """Read the programs from a folder from now on. Raises SystemExit for one without them."""
    if not (folder / "noqx" / "manager.py").is_file():
        sys.exit(f"{folder} is no copy of noqx: it has no noqx/manager.py")
    os.environ[VARIABLE] = str(folder.resolve())
    if str(folder.resolve()) not in sys.path:
        sys.path.append(str(folder.resolve()))


# ---- puzzles -------------------------------------------------------------------------------------


def _texts(board: Any, rows: Rows) -> None:
    for (r, c), token in tokens(rows):
        if token != ".":
            board.text[_point(r, c)] = int(token) if token.isdigit() else token


def _walls(board: Any, rows: Rows) -> None:
    """The edges between rooms."""
    room = dict(tokens(rows))
    for a, b in adjacent(board.row, board.col):
        if room[a] != room[b]:
            board.edge[_point(*b, "left" if a[0] == b[0] else "top")] = True


def _point(row: int, column: int, side: str = "center") -> tuple[int, int, str, str]:
    return row - 1, column - 1, side, "normal"


def _clues(board: Any, parts: dict[str, Rows]) -> None:
    _texts(board, parts[""])


def _rooms(board: Any, parts: dict[str, Rows]) -> None:
    _walls(board, parts["room"])
    _texts(board, parts.get("clue", []))


def _regions(board: Any, parts: dict[str, Rows]) -> None:
    board.param["stars"] = "".join(parts["stars"][0])
    _walls(board, parts["region"])


def _pearls(board: Any, parts: dict[str, Rows]) -> None:
    kinds = {"W": "circle_L__1", "B": "circle_L__2"}
    for (r, c), token in tokens(parts[""]):
        if token in kinds:
            board.symbol[_point(r, c)] = kinds[token]


def _skyline(board: Any, parts: dict[str, Rows]) -> None:
    beyond = {"top": (0, None), "bottom": (board.row + 1, None)}
    beyond |= {"left": (None, 0), "right": (None, board.col + 1)}
    for side, *seen in parts["seen"]:
        row, column = beyond[side]
        for k, token in enumerate(seen, 1):
            if token.isdigit():
                board.text[_point(k if row is None else row, k if column is None else column)] = (
                    int(token)
                )
    _texts(board, parts.get("clue", []))


# ---- answers -------------------------------------------------------------------------------------


def _places(name: str) -> Read:
    """Cells that a shown atom of this name holds of, with whatever else it says of them."""

    def read(size: tuple[int, int], shown: list[tuple[str, list[Any]]]) -> Iterator[Fact]:
        for atom, (r, c, *rest) in shown:
            if atom == name:
                yield (r + 1, c + 1, *rest)

    return read


def _borders(size: tuple[int, int], shown: list[tuple[str, list[Any]]]) -> Iterator[Fact]:
    for _, (r, c, side) in shown:
        yield (0, r, c + 1) if side == "top" else (1, r + 1, c)


def _links(size: tuple[int, int], shown: list[tuple[str, list[Any]]]) -> Iterator[Fact]:
    after = {"right": (0, 1), "bottom": (1, 0)}
    for _, (r, c, side) in shown:
        if side in after:
            down, right = after[side]
            yield r + 1, c + 1, r + 1 + down, c + 1 + right


def _pieces(size: tuple[int, int], shown: list[tuple[str, list[Any]]]) -> Iterator[Fact]:
    """Neighbouring cells with no edge between them."""
    cut = {(r + 1, c + 1, side) for _, (r, c, side) in shown}
    for a, b in adjacent(*size):
        if (*b, "left" if a[0] == b[0] else "top") not in cut:
            yield (*a, *b)


# By the name of our spec: its own name of the genre, its parameters, how a puzzle is told to it,
# and what its answer says. `fast_mode` and the like, which trust what no rule says, stay off.
GENRES: dict[str, tuple[str, dict[str, Any], Told, Read]] = {
    "star_battle": ("starbattle", {}, _regions, _places("star__2")),
    "slitherlink": (
        "slitherlink",
        {"swslither": False, "tslither": False, "vslither": False},
        _clues,
        _borders,
    ),
    "masyu": ("masyu", {"visit_all": False}, _pearls, _links),
    "numberlink": ("numlin", {"visit_all": False, "no_2x2": False}, _clues, _links),
    "nurikabe": ("nurikabe", {}, _clues, _places("black")),
    "heyawake": (
        "heyawake",
        {"fast_mode": False, "limit_border": 0, "limit_2x2": 0},
        _rooms,
        _places("gray"),
    ),
    "skyscrapers": ("skyscrapers", {}, _skyline, _places("number")),
    "shikaku": ("shikaku", {}, _clues, _pieces),
}


def program(genre: noqx_boards.Genre, parts: dict[str, Rows]) -> str:
    """noqx's program of a puzzle. Raises ValueError for one that it cannot take."""
    from noqx import manager  # type: ignore[import-not-found]
    from noqx.puzzle import Puzzle  # type: ignore[import-not-found]

    if genre.name not in manager.modules:
        manager.load_solver("solver", genre.name)
    defaults = {k: v["default"] for k, v in manager.modules[genre.name].parameters.items()}
    told = Puzzle(genre.name, "", {**defaults, **genre.parameters})
    genre.tell(told, parts)
    return str(manager.generate_program(told))


def asking(genre: noqx_boards.Genre, limit: int | None) -> Callable[[str], Iterator[Any]]:
    """What yields the models of a puzzle, at most this many."""
    import clingo

    def ask(puzzle: str) -> Iterator[Any]:
        control = clingo.Control((str(limit or 0), *OPTIONS))
        control.configuration.asp.trans_ext = "dynamic"
        control.configuration.asp.eq = 1
        control.add("base", [], program(genre, sections(puzzle)))
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            yield from handle

    return ask


def _prepare(workload: Workload) -> Ask | None:
    if workload.genre not in GENRES or workload.batch or VARIABLE not in os.environ:
        return None
    programs(Path(os.environ[VARIABLE]))
    import clingo
    from noqx import manager  # type: ignore[import-not-found]
    from noqx.puzzle import Puzzle  # type: ignore[import-not-found]

    name, parameters, told, read = GENRES[workload.genre]
    if name not in manager.modules:
        manager.load_solver("solver", name)

    def ask(puzzle: str) -> Iterator[Callable[[], Answer]]:
        parts = sections(puzzle)
        board = Puzzle(name, "", dict(parameters))
        rows = next(parts[part] for part in ("", "room", "region", "clue") if part in parts)
        board.row, board.col = len(rows), len(rows[0])
        told(board, parts)
        control = clingo.Control((str(workload.limit or 0), *OPTIONS))
        control.configuration.asp.trans_ext = "dynamic"
        control.configuration.asp.eq = 1
        control.add("base", [], manager.generate_program(board))
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            for model in handle:
                yield partial(_answer, read, (board.row, board.col), model.symbols(shown=True))

    return ask


def _answer(read: Read, size: tuple[int, int], symbols: Iterable[Any]) -> Answer:
    shown = [
        (s.name, [a.number if str(a).lstrip("-").isdigit() else a.string for a in s.arguments])
        for s in symbols
    ]
    return frozenset(read(size, shown))


TOOLS = [Tool("noqx", "", "clingo", _prepare)]
