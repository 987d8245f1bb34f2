"""How far work overruns its deadline: every genre's largest example and a board of 40 × 40.

    python -m benchmarks.overruns [--timeouts 0.2 1] [--backends auto native] [GENRE …]

Each is solved and its solutions are counted through the API, in a thread other than the main one.
Prints what takes more than a second past its deadline, and the worst of all.
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pzc
from pzc import backends
from pzc.dsl.diagnostics import PzcError
from pzc.tasks.library import SPECS, bundled

SIDE = 40
ALLOWED_SECONDS = 1.0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("genres", nargs="*", default=bundled())
    parser.add_argument("--timeouts", nargs="+", type=float, default=[0.2, 1.0])
    parser.add_argument("--backends", nargs="+", default=backends.known())
    args = parser.parse_args(arguments)
    worst, runs, late = (0.0, ""), 0, 0
    for genre in args.genres:
        for kind, puzzle in boards(genre):
            for backend in args.backends:
                for timeout in args.timeouts:
                    over = overrun(genre, puzzle, backend, timeout)
                    report = f"{over:6.2f} s over: {genre} {kind}, {backend}, timeout {timeout} s"
                    worst, runs = max(worst, (over, report)), runs + 1
                    if over > ALLOWED_SECONDS:
                        late += 1
                        print(report, flush=True)
    print(f"{runs} runs, {late} late; the worst: {worst[1]}")
    return 1 if late else 0


def boards(genre: str) -> Iterator[tuple[str, str]]:
    """The largest example, and it repeated to a large board where it is a single picture."""
    texts = [path.read_text(encoding="utf-8") for path in examples(genre)]
    largest = max(texts, key=len)
    yield "example", largest
    rows = largest.strip("\n").split("\n")
    if len({len(row) for row in rows}) == 1 and ":" not in largest:
        wide = [(row * SIDE)[:SIDE] for row in rows]
        yield f"{SIDE} × {SIDE}", "\n".join((wide * SIDE)[:SIDE]) + "\n"


def examples(genre: str) -> list[Path]:
    return sorted((SPECS / "examples" / genre).glob("*.puzzle"))


def overrun(genre: str, puzzle: str, backend: str, timeout: float) -> float:
    """The most seconds by which any of some calls overran."""
    spec = pzc.load(genre)

    def solve() -> None:
        spec.solve(puzzle, backend=backend, timeout=timeout)

    def count() -> None:
        spec.forget()
        spec.count(puzzle, backend=backend, timeout=timeout, limit=100_000)

    return max(seconds(call) - timeout for call in (solve, count))


def seconds(call: Callable[[], object]) -> float:
    """How long a call in another thread takes."""
    taken: list[float] = []

    def run() -> None:
        started = monotonic()
        with suppress(pzc.OutOfTime, PzcError):
            call()
        taken.append(monotonic() - started)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return taken[0]


if __name__ == "__main__":
    raise SystemExit(main())
