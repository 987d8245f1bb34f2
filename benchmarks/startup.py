"""How long a process takes: pzc on one sudoku, the second time, beside Python that does nothing."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from .measure import Row, of_children
from .workloads import lines

MODEL = Path(__file__).resolve().parent / "specs" / "sudoku.mzn"


def rows(runs: int) -> list[Row]:
    """pzc first; MiniZinc only where it is installed. Processor time."""
    puzzle = lines("sudoku_few_clues")[0]
    commands = {
        "pzc": [sys.executable, "-m", "pzc", "solve", "sudoku", puzzle],
        "python -c pass": [sys.executable, "-c", "pass"],
    }
    if shutil.which("minizinc"):
        given = ",".join("0" if token == "." else token for token in puzzle)
        commands["MiniZinc + Gecode"] = [
            *("minizinc", "--solver", "gecode", str(MODEL)),
            *("-D", f"given = array2d(1..9, 1..9, [{given}])"),
        ]
    times: dict[str, list[float | None]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PZC_CACHE": folder}
        for command in commands.values():
            _run(command, environment)  # The first time fills caches.
        for _ in range(runs):
            for name, command in commands.items():
                times[name].append(_run(command, environment))
    return [Row(name, [statistics.median(x for x in of if x)], 0, "") for name, of in times.items()]


def _run(command: list[str], environment: dict[str, str]) -> float:
    begun = of_children()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return of_children() - begun
