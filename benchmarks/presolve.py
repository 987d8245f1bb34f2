"""The gain from each presolve pass: `python -m benchmarks.presolve [--only NAME,…]`.

For each pass, prints the genres of bundled examples in which it changes a model, and for these the
failures of the native engine and the processor time of flattening and search, in milliseconds, with
all passes and without this one. Each search is for two answers, which proves uniqueness.
"""

from __future__ import annotations

import argparse
from time import monotonic, process_time

import pzc
from pzc.backends.native.solver import NativeSolver
from pzc.deadline import OutOfTime
from pzc.model.evaluate import Evaluator
from pzc.model.model import Model
from pzc.presolve.passes import PASSES, presolved
from pzc.tasks.library import SPECS, bundled

LIMIT = 20.0  # seconds for a search


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names of specs, with commas between")
    only = parser.parse_args().only
    names = [p.name for p in PASSES]
    genres: dict[str, set[str]] = {name: set() for name in names}
    totals = {name: [0.0] * 4 for name in names}
    for genre in only.split(",") if only else bundled():
        for path in sorted((SPECS / "examples" / genre).glob("*.puzzle")):
            spec = pzc.load(genre)
            if spec.program.sequence is not None:
                continue
            model = spec.grounder.ground(spec.sections(path.read_text(encoding="utf-8"))).model
            every = _searched(presolved(model, names))
            for name in names:
                before = presolved(model, names[: names.index(name)])
                if presolved(before, [name]) is before:
                    continue
                others = presolved(model, [n for n in names if n != name])
                genres[name].add(genre)
                more = (*every, *_searched(others))
                totals[name] = [a + b for a, b in zip(totals[name], more, strict=True)]
    print(f"{'pass':12} {'genres':>6} {'failures without → with':>26} {'ms without → with':>24}")
    for name in names:
        failed, ms, failed_without, ms_without = totals[name]
        failures = f"{failed_without:.0f} → {failed:.0f}"
        times = f"{ms_without:.0f} → {ms:.0f}"
        print(f"{name:12} {len(genres[name]):6} {failures:>26} {times:>24}  ", end="")
        print(", ".join(sorted(genres[name])))


def _searched(model: Model) -> tuple[float, float]:
    """The failures and the milliseconds of a search for two answers."""
    started = process_time()
    solver = NativeSolver(model)
    deadline = monotonic() + LIMIT
    try:
        for _ in range(2):
            assignment = solver.solve(deadline=deadline).assignment
            if assignment is None:
                break
            value = Evaluator(assignment)
            solver.add(
                model.or_(
                    model.not_(model.eq(x, value(x)))
                    for x in model.answer
                    if not isinstance(x, int)
                )
            )
    except OutOfTime:
        pass
    return solver.statistics.conflicts or 0, (process_time() - started) * 1e3


if __name__ == "__main__":
    main()
