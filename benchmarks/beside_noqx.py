"""Compare pzc with noqx on all genres: `python -m benchmarks.beside_noqx FOLDER [--boards FOLDER]`.

FOLDER is a copy of noqx's repository. For each genre that both support, solve the largest bundled
examples and prove that they have one solution; with `--boards` also the largest puzzles of
FOLDER/GENRE/*.puzzle. Each board is solved in a separate process, with limits of time and memory.
The processor time is that from the text of the puzzle to the proof, with compiled specs and loaded
programs. Each tool first solves its smallest example in that process, because a forked process
takes some milliseconds to copy the memory that it touches first.

Prints a row for each board, the geometric mean of pzc's time divided by noqx's, and the worst rows.
A board that one of them does not solve in time counts with the limit.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pzc
from pzc.tasks.library import SPECS

from .peers import noqx
from .peers.noqx_boards import GENRES
from .reading import sections

MEMORY = 3 << 30
WORST = 10
ABOVE = 2.0
# What a tool says of a board: processor milliseconds and the number of solutions, two at most.
Result = tuple[float, int] | None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, help="a copy of noqx's repository")
    parser.add_argument("--genres", nargs="+", help="all that both can take if none is named")
    parser.add_argument("--boards", type=Path, help="puzzle files, in a folder for each genre")
    parser.add_argument("--most", type=int, default=2, help="boards of a genre from each folder")
    parser.add_argument("--limit", type=int, default=10, help="seconds for a board")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--save", type=Path, help="write the rows to a file")
    args = parser.parse_args(arguments)
    noqx.programs(args.folder)
    rows = []
    for genre in args.genres or sorted(GENRES):
        for name, puzzle in boards(genre, args.boards, args.most):
            row = compared(genre, name, puzzle, args.backend, args.limit)
            rows.append(row)
            print(line(row), flush=True)
            if args.save:
                args.save.write_text(json.dumps(rows, indent=0), encoding="utf-8")
    report([row for row in rows if row["ratio"] is not None])
    return 0


def boards(genre: str, more: Path | None, most: int) -> Iterator[tuple[str, str]]:
    """The names and texts of a genre's largest boards."""
    for folder in (SPECS / "examples", *([more] if more else [])):
        paths = sorted((folder / genre).glob("*.puzzle"), key=lambda path: -path.stat().st_size)
        for path in paths[:most]:
            yield f"{genre}/{path.stem}", path.read_text(encoding="utf-8")


def compared(genre: str, name: str, puzzle: str, backend: str, limit: int) -> dict[str, Any]:
    """A row. ratio: how many times as long as noqx pzc takes; None where there is no answer to
    compare, for the reason `note`."""
    row: dict[str, Any] = {"board": name, "pzc": None, "noqx": None, "ratio": None, "note": ""}
    try:
        theirs = prepared(genre, puzzle)
    except ValueError as refusal:
        return {**row, "note": str(refusal)}
    spec = warm(genre)
    found = {
        "pzc": apart(lambda: ours(spec, puzzle, backend), limit, lambda: warmed(spec, genre)),
        "noqx": apart(theirs, limit, first(genre)),
    }
    times = {tool: limit * 1e3 if result is None else result[0] for tool, result in found.items()}
    counts = {tool: result and result[1] for tool, result in found.items()}
    row |= {tool: None if result is None else round(result[0], 2) for tool, result in found.items()}
    if None not in counts.values() and counts["pzc"] != counts["noqx"]:
        return {**row, "note": f"pzc finds {counts['pzc']} solutions, noqx {counts['noqx']}"}
    if set(counts.values()) == {None}:
        return {**row, "note": "neither in time"}
    return {**row, "ratio": times["pzc"] / times["noqx"]}


def ours(spec: pzc.Spec, puzzle: str, backend: str) -> int:
    return sum(1 for _ in spec.solutions(puzzle, limit=2, backend=backend))


@cache
def warm(genre: str) -> pzc.Spec:
    """A compiled spec that has solved a puzzle, so that all modules that it needs are loaded."""
    spec = pzc.load(genre)
    warmed(spec, genre)
    return spec


def warmed(spec: pzc.Spec, genre: str) -> None:
    """Solve the smallest example, and keep nothing of it."""
    spec.solve(smaller(genre)[0])
    spec.forget()


@cache
def first(genre: str) -> Callable[[], object]:
    """A search of noqx for the smallest example that it can take, or nothing."""
    for puzzle in smaller(genre):
        with suppress(ValueError):
            return prepared(genre, puzzle)
    return int


def smaller(genre: str) -> list[str]:
    """The texts of a genre's examples, the smallest first."""
    paths = (SPECS / "examples" / genre).glob("*.puzzle")
    ordered = sorted(paths, key=lambda path: path.stat().st_size)
    return [path.read_text(encoding="utf-8") for path in ordered]


def prepared(genre: str, puzzle: str) -> Callable[[], int]:
    """A search of noqx. Raises ValueError for a puzzle that it cannot take."""
    ask = noqx.asking(GENRES[genre], limit=2)
    noqx.program(GENRES[genre], sections(puzzle))
    return lambda: sum(1 for _ in ask(sections(puzzle)))


def apart(work: Callable[[], int], limit: int, warm_up: Callable[[], object]) -> Result:
    """What a process of its own finds, and how long it takes; None if it ends without an answer."""
    context = multiprocessing.get_context("fork")
    receive, send = context.Pipe(duplex=False)
    child = context.Process(target=_timed, args=(work, send, limit, warm_up))
    child.start()
    send.close()
    try:
        result: Result = receive.recv()
    except EOFError:
        result = None
    child.join()
    return result


def _timed(
    work: Callable[[], int], send: Connection, limit: int, warm_up: Callable[[], object]
) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warm_up()
    used = int(_used())
    resource.setrlimit(resource.RLIMIT_CPU, (used + limit + 1, used + limit + 1))
    start = _used()
    try:
        count = work()
    except MemoryError:
        os._exit(1)
    send.send(((_used() - start) * 1e3, count))
    send.close()


def _used() -> float:
    """The processor time of this process. With a limit of it, the clock of time.process_time()
    advances only with the scheduler's ticks, of some milliseconds."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def line(row: dict[str, Any]) -> str:
    times = " ".join("      –" if row[t] is None else f"{row[t]:7.1f}" for t in ("pzc", "noqx"))
    ratio = "" if row["ratio"] is None else f"{row['ratio']:8.2f}"
    return f"{row['board']:40} {times} {ratio} {row['note']}"


def report(rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    ratios = [row["ratio"] for row in rows]
    genres = {row["board"].partition("/")[0] for row in rows}
    late = sum(row["pzc"] is None for row in rows), sum(row["noqx"] is None for row in rows)
    print(
        f"{len(rows)} boards of {len(genres)} genres: geometric mean"
        f" {statistics.geometric_mean(ratios):.2f}, {sum(r > ABOVE for r in ratios)} above"
        f" {ABOVE:g}; out of time: pzc {late[0]}, noqx {late[1]}"
    )
    for row in sorted(rows, key=lambda row: -row["ratio"])[:WORST]:
        print(line(row))


if __name__ == "__main__":
    raise SystemExit(main())
