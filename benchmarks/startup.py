"""How long a process takes: pzc on one sudoku, the second time, beside Python that does nothing."""

from __future__ import annotations

import statistics
import subprocess
import sys

from .measure import Row, of_children
from .peers import minizinc
from .peers.own import as_installed
from .workloads import lines


def rows(runs: int) -> list[Row]:
    """pzc first; MiniZinc only where it is installed. Processor time."""
    puzzle = lines("sudoku_few_clues")[0]
    commands = {
        "pzc": [sys.executable, "-m", "pzc", "solve", "sudoku", puzzle],
        "python -c pass": [sys.executable, "-c", "pass"],
    }
    if minizinc.MINIZINC.installed():
        data = minizinc.sudoku_data(puzzle)
        commands["MiniZinc"] = minizinc.command("sudoku", data)
    times: dict[str, list[float | None]] = {name: [] for name in commands}
    for command in commands.values():
        _run(command)  # The first time fills caches.
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(_run(command))
    return [Row(name, [statistics.median(x for x in of if x)], 0, "") for name, of in times.items()]


def _run(command: list[str]) -> float:
    begun = of_children()
    subprocess.run(command, env=as_installed(), stdout=subprocess.DEVNULL, check=True)
    return of_children() - begun
