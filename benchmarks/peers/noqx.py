"""noqx: clingo with a program for each genre (github.com/T0nyX1ang/noqx), as an optional peer.

It is on no package index: its programs are read from the folder that `--noqx` names, a copy of its
repository.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..reading import Answer, Fact, Rows, adjacent, sections
from . import noqx_boards
from .asp import OPTIONS
from .noqx_telling import between
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload

# The folder, also for the processes in which tools are measured.
VARIABLE = "PZC_BENCHMARKS_NOQX"
Read = Callable[[tuple[int, int], list[tuple[str, list[Any]]]], Iterable[Fact]]


def programs(folder: Path) -> None:
    """Read the programs from a folder from now on. Raises SystemExit for one without them."""
    if not (folder / "noqx" / "manager.py").is_file():
        sys.exit(f"{folder} is no copy of noqx: it has no noqx/manager.py")
    os.environ[VARIABLE] = str(folder.resolve())
    if str(folder.resolve()) not in sys.path:
        sys.path.append(str(folder.resolve()))


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
    cut = {(r, c, side) for _, (r, c, side) in shown}
    for a, b in adjacent(*size):
        if between(a, b)[:3] not in cut:
            yield (*a, *b)


# What an answer says, by the name of our spec.
READS: dict[str, Read] = {
    "star_battle": _places("star__2"),
    "slitherlink": _borders,
    "masyu": _links,
    "numberlink": _links,
    "nurikabe": _places("black"),
    "heyawake": _places("gray"),
    "skyscrapers": _places("number"),
    "shikaku": _pieces,
}


def load(genre: noqx_boards.Genre) -> None:
    """Load noqx's module of a genre, if it is not loaded yet."""
    from noqx import manager  # type: ignore[import-not-found]

    if genre.name not in manager.modules:
        manager.load_solver("solver", genre.name)


def program(genre: noqx_boards.Genre, parts: dict[str, Rows]) -> str:
    """noqx's program of a puzzle. Raises ValueError for one that it cannot take."""
    from noqx import manager  # type: ignore[import-not-found]
    from noqx.puzzle import Puzzle  # type: ignore[import-not-found]

    load(genre)
    defaults = {k: v["default"] for k, v in manager.modules[genre.name].parameters.items()}
    told = Puzzle(genre.name, "", {**defaults, **genre.parameters})
    told.problem = defaultdict(list)  # what its drawing program adds, such as cages: nothing
    genre.tell(told, parts)
    return str(manager.generate_program(told))


def asking(
    genre: noqx_boards.Genre, limit: int | None
) -> Callable[[dict[str, Rows]], Iterator[Any]]:
    """What yields the models of a puzzle, by its sections, at most this many."""
    import clingo

    def ask(parts: dict[str, Rows]) -> Iterator[Any]:
        control = clingo.Control((str(limit or 0), *OPTIONS))
        control.configuration.asp.trans_ext = "dynamic"
        control.configuration.asp.eq = 1
        control.add("base", [], program(genre, parts))
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            yield from handle

    return ask


def _prepare(workload: Workload) -> Ask | None:
    if workload.genre not in READS or workload.batch or VARIABLE not in os.environ:
        return None
    programs(Path(os.environ[VARIABLE]))
    genre, read = noqx_boards.GENRES[workload.genre], READS[workload.genre]
    models = asking(genre, workload.limit)
    load(genre)

    def ask(puzzle: str) -> Iterator[Callable[[], Answer]]:
        parts = sections(puzzle)
        size = genre.size(parts)
        for model in models(parts):
            yield partial(_answer, read, size, model.symbols(shown=True))

    return ask


def _answer(read: Read, size: tuple[int, int], symbols: Iterable[Any]) -> Answer:
    shown = [
        (s.name, [a.number if str(a).lstrip("-").isdigit() else a.string for a in s.arguments])
        for s in symbols
    ]
    return frozenset(read(size, shown))


TOOLS = [Tool("noqx", "", "clingo", _prepare)]
