"""The cost of groups: a model with all rule instances switched on, compared with one without
groups.

    python -m benchmarks.groups [--only NAME,…] [--runs 3] [--puzzles SPEC PUZZLE…]

For each bundled example, ground exactly: flattening, loading, and the search of the native engine
for two solutions, of the model as it is and of the grouped one with all groups and givens assumed.
Times are the least of some runs, in milliseconds of processor time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import exp, log
from pathlib import Path
from time import monotonic, process_time

import pzc
from pzc.backends.native.solver import NativeSolver
from pzc.dsl.diagnostics import Source
from pzc.model.groups import group_by_origin
from pzc.model.model import Model
from pzc.model.nodes import BoolNode
from pzc.tasks.library import SPECS, bundled

STAGES = ("flatten and load", "first", "proof")
LEAST = 0.05  # milliseconds: shorter times are taken for this


def main() -> None:
    args = _arguments()
    ratios: dict[str, float] = {}
    print(f"{'example':36} {'groups':>6} {'plain ms':>9} {'grouped':>9} {'ratio':>6}", end="")
    print(f" {'conflicts':>17}  {' / '.join(STAGES)}")
    for name, spec, puzzle in _cases(args.only, args.puzzles):
        grounding = spec.ground(puzzle, exact=True)
        grouped = group_by_origin(grounding.model)
        plain = _least(args.runs, lambda m=grounding.model: _times(m, (), args.limit))
        switched = _least(args.runs, lambda g=grouped: _times(g.model, g.assume(), args.limit))
        before, after = sum(plain[0]), sum(switched[0])
        ratios[name] = max(after, LEAST) / max(before, LEAST)
        stages = "  ".join(f"{a:.2f}→{b:.2f}" for a, b in zip(plain[0], switched[0], strict=True))
        wrong = "" if plain[2] == switched[2] else "  DIFFERENT ANSWERS"
        print(
            f"{name:36} {len(grouped.groups):6} {before:9.2f} {after:9.2f} {ratios[name]:6.2f}"
            f" {plain[1]:8}→{switched[1]:<8}  {stages}{wrong}",
            flush=True,
        )
    mean = exp(sum(map(log, ratios.values())) / len(ratios))
    worst = sorted(ratios, key=ratios.__getitem__)[-5:]
    above = sum(r > 2 for r in ratios.values())
    print(f"{len(ratios)} examples: geometric mean {mean:.3f}, {above} above 2; worst:")
    print(", ".join(f"{name} {ratios[name]:.2f}" for name in worst[::-1]))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names of specs, with commas between")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each search")
    parser.add_argument("--puzzles", nargs="+", help="a spec and files of its puzzles instead")
    return parser.parse_args()


def _cases(
    only: str | None, puzzles: Sequence[str] | None
) -> Iterator[tuple[str, pzc.Spec, Source]]:
    if puzzles:
        name, *files = puzzles
        wanted = [(name, Path(file)) for file in files]
    else:
        wanted = [
            (name, path)
            for name in (only.split(",") if only else bundled())
            for path in sorted((SPECS / "examples" / name).glob("*.puzzle"))
        ]
    for name, path in wanted:
        text = path.read_text(encoding="utf-8")
        yield f"{name}/{path.stem}", pzc.load(name), Source(str(path), text)


Times = tuple[list[float], int, int]


def _least(runs: int, once: Callable[[], Times]) -> Times:
    every = [once() for _ in range(runs)]
    stages = zip(*(times for times, *_ in every), strict=True)
    return [min(column) for column in stages], every[0][1], every[0][2]


def _times(model: Model, assuming: Sequence[BoolNode], limit: float) -> Times:
    """Milliseconds of each stage, failures of the search, and how many solutions it found."""
    end = monotonic() + limit
    times = [process_time()]
    solver = NativeSolver(model)
    times.append(process_time())
    found = 0
    count = len(model.variables) - model.selectors
    for _ in range(2):
        outcome = solver.solve(assuming, end)
        times.append(process_time())
        if outcome.assignment is None:
            break
        found += 1
        given = zip(model.variables[:count], outcome.assignment, strict=False)
        solver.add(model.or_(model.not_(model.eq(v, value)) for v, value in given))
    times += [times[-1]] * (4 - len(times))
    stages = [1e3 * (b - a) for a, b in pairwise(times)]
    return stages, solver.statistics.conflicts or 0, found


if __name__ == "__main__":
    main()
