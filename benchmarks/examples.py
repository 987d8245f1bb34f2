"""The bundled examples on pzc's own backends: grounding, loading, the first solution, the proof.

Times are medians of processor time in milliseconds, with a compiled spec.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from itertools import pairwise
from time import monotonic, process_time
from typing import Any

import pzc
from pzc import backends
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import Source
from pzc.tasks.answers import assignments
from pzc.tasks.library import SPECS, bundled
from pzc.tasks.spec import Spec

BACKENDS = backends.compared()
STAGES = ("ground", "load", "first", "proof")


def measured(runs: int, limit: float, quick: bool) -> Iterator[dict[str, Any]]:
    """For each example and backend the milliseconds of each stage; quick: one in ten examples."""
    examples = [
        (name, path)
        for name in bundled()
        for path in sorted((SPECS / "examples" / name).glob("*.puzzle"))
    ]
    for name, path in examples[:: 10 if quick else 1]:
        spec = pzc.load(name)
        puzzle = Source(str(path), path.read_text(encoding="utf-8"))
        for backend in BACKENDS:
            times = [_stages(spec, puzzle, backend, limit) for _ in range(runs)]
            ms = [statistics.median(column) * 1e3 for column in zip(*times, strict=True)]
            rounded = {stage: float(f"{x:.3g}") for stage, x in zip(STAGES, ms, strict=True)}
            yield {"example": f"{name}/{path.stem}", "backend": backend, **rounded}


def _stages(spec: Spec, puzzle: Source, backend: str, limit: float) -> list[float]:
    spec.grounder.forget()
    times = [process_time()]
    grounding = spec.problem(puzzle, backend=backend)
    times.append(process_time())
    solver = backends.load(backend, grounding.model)
    times.append(process_time())
    found = assignments(grounding, solver, monotonic() + limit)
    try:
        for _ in range(2):
            next(found, None)
            times.append(process_time())
    except OutOfTime:
        times += [process_time()] * (5 - len(times))
    ground, load, first, proof = (b - a for a, b in pairwise(times))
    return [ground, load, first, first + proof]


def summary(rows: list[dict[str, Any]], limit: float) -> dict[str, Any]:
    """A table as of `report.table`: geometric means of the time from checked spec to proof."""
    of = {
        backend: [
            row["ground"] + row["load"] + row["proof"] for row in rows if row["backend"] == backend
        ]
        for backend in BACKENDS
    }
    means = {backend: statistics.geometric_mean(times) for backend, times in of.items()}
    out = [
        {
            "tool": f"pzc {backend}",
            "value": float(f"{mean:.3g}"),
            "ratio": float(f"{mean / means['native']:.3g}"),
            "solved": len(of[backend]),
            "asked": len(of[backend]),
            "wrong": 0,
            "error": "",
        }
        for backend, mean in means.items()
    ]
    count = len(of["native"])
    return {
        "section": "bundled examples",
        "name": f"geometric mean of {count}",
        "puzzles": count,
        "unit": "ms",
        "limit": limit,
        "rows": out,
    }
