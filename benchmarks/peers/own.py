"""pzc: through its Python API, and as a process that solves a file of puzzles.

Where puzzles of a workload come one a line, the spec is kept and with it the solver; else every
puzzle is read, ground, loaded and solved from nothing but the checked spec.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pzc
from pzc.tasks.answered import Status, Wanted
from pzc.tasks.batch import Batch
from pzc.tasks.puzzles import Puzzle
from pzc.tasks.spec import Spec

from ..reading import Answer, answer
from .tool import Ask, AskAll, Tool

if TYPE_CHECKING:
    from ..workloads import Workload

CACHE = Path(__file__).resolve().parent.parent / "out" / "cache"


def as_installed() -> dict[str, str]:
    """An environment in which Python and pzc keep what they have compiled, in a folder of ours."""
    kept = {"PZC_CACHE": str(CACHE), "PYTHONPYCACHEPREFIX": str(CACHE)}
    return os.environ | kept | {"PYTHONDONTWRITEBYTECODE": ""}


def _through(backend: str, name: str) -> Tool:
    def prepare(workload: Workload) -> Ask:
        spec = pzc.load(str(workload.spec))
        if workload.batch:
            return _kept(spec, backend)

        def ask(puzzle: str) -> Iterator[Answer | Callable[[], Answer]]:
            spec.forget()
            if workload.limit is None:
                for _ in range(spec.count(puzzle, backend=backend)):
                    yield frozenset()
            else:
                for found in spec.solutions(puzzle, backend=backend, limit=workload.limit):
                    yield partial(answer, found)

        return ask

    return Tool(name, "pzc", "pysat.solvers", prepare)


def _kept(spec: Spec, backend: str) -> Ask:
    """As `pzc solve --batch` does it, within this process."""
    batch = Batch(spec, Wanted(backend, limit=2, unique=True))

    def ask(puzzle: str) -> Iterable[Callable[[], Answer]]:
        ((status, text),) = batch.answers([Puzzle("", 1, puzzle)])
        if status == Status.UNIQUE:
            return [lambda: _digits(json.loads(text)["solutions"][0])]
        return [partial(_digits, line) for line in json.loads(text)["solutions"]]

    return ask


def _one_by_one(workload: Workload) -> Ask | None:
    if not workload.batch:
        return None
    spec = pzc.load(str(workload.spec))
    return lambda puzzle: (partial(answer, x) for x in spec.solutions(puzzle, limit=2))


def _process(workload: Workload) -> AskAll | None:
    if not workload.batch:
        return None

    def ask(puzzles: list[str]) -> list[list[Answer]]:
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder, "puzzles.txt"), Path(folder, "answers.txt")
            file.write_text("\n".join(puzzles) + "\n", encoding="utf-8")
            command = [sys.executable, "-m", "pzc", "solve", str(workload.spec), "--unique"]
            command += ["--batch", str(file), "--output", str(out), "--jobs", "1"]
            subprocess.run(command, stderr=subprocess.DEVNULL, env=as_installed(), check=False)
            lines = out.read_text(encoding="utf-8").splitlines()
        return [[_digits(text) for text in json.loads(line)["solutions"]] for line in lines]

    return ask


def _digits(line: str) -> Answer:
    """The facts of a solved sudoku on one line."""
    return frozenset((k // 9 + 1, k % 9 + 1, int(digit)) for k, digit in enumerate(line))


TOOLS = [
    _through("auto", "pzc"),
    Tool("pzc --batch", "pzc", "pzc", at_once=_process),
    Tool("pzc Spec.solutions", "pzc", "pzc", _one_by_one),
    _through("native", "pzc native"),
    _through("cnf", "pzc cnf"),
]
