"""Every bundled example on every backend: grounding, building, first solution, proof.

    python benchmarks/genres.py [--backends native,cnf,z3] [--runs N] [--json FILE] [SPEC …]

Times are medians in milliseconds of wall time, side by side in one run; ground is with a compiled
spec, build is loading the ground model into a solver, first and proof are solving.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
from pathlib import Path
from time import perf_counter
from typing import Any

import pzc
from pzc import backends
from pzc.dsl.diagnostics import Source
from pzc.tasks.library import SPECS, bundled
from pzc.tasks.spec import Spec, assignments


def measure(spec: Spec, puzzle: Source, backend: str) -> tuple[float, float, float, float]:
    """Seconds of grounding, building, the first solution, and of all (at most two) of them."""
    spec.program.forget()
    start = perf_counter()
    grounding = spec.problem(puzzle)
    ground = perf_counter()
    solver = backends.load(backend, grounding.model)
    built = perf_counter()
    found = assignments(grounding, solver)
    next(found, None)
    first = perf_counter()
    next(found, None)
    proof = perf_counter()
    return ground - start, built - ground, first - built, proof - built


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("specs", nargs="*", help="bundled specs; all if none is named")
    parser.add_argument("--backends", default="native,cnf,z3")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    print(f"pzc {pzc.__version__}, Python {platform.python_version()}, {platform.machine()}")
    print(f"{'example':26} {'backend':8} {'ground':>8} {'build':>8} {'first':>9} {'proof':>9}")
    for name in args.specs or bundled():
        spec = pzc.load(name)
        for path in sorted((SPECS / "examples" / name).glob("*.puzzle")):
            puzzle = Source(str(path), path.read_text(encoding="utf-8"))
            for backend in args.backends.split(","):
                runs = [measure(spec, puzzle, backend) for _ in range(args.runs)]
                times = [statistics.median(column) * 1e3 for column in zip(*runs, strict=True)]
                shown = " ".join(f"{t:{w}.2f}" for t, w in zip(times, (8, 8, 9, 9), strict=True))
                print(f"{name + '/' + path.stem:26} {backend:8} {shown}", flush=True)
                rows.append({"example": f"{name}/{path.stem}", "backend": backend, "ms": times})
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
