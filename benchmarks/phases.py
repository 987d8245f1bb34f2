"""Where the time of building a model goes: `python -m benchmarks.phases [--large] [GENRE …]`.

For each bundled example, and with `--large` for its pictures repeated to 40 × 40 cells, the
milliseconds of processor time, the nodes and the constraints of each phase: grounding, presolve,
flattening, and loading into the engine. Of several runs the fastest counts, for other work on the
machine only adds to it. Prints geometric means and the slowest boards; with `--against` also the
ratios to figures that another run saved.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import pzc
from pzc.backends.native.engine.search import Engine
from pzc.backends.native.flatten import Flattening
from pzc.deadline import BrokenOff, enforced, moment
from pzc.dsl.diagnostics import PzcError
from pzc.dsl.syntax import Given, SymbolDomain
from pzc.gc_pause import uncollected
from pzc.model.limits import ModelTooLarge
from pzc.presolve.passes import NETWORK, presolved
from pzc.tasks.library import SPECS, bundled
from pzc.tasks.spec import Spec

from .reading import sections

PHASES = ("ground", "presolve", "flatten", "load")
SIDE = 40
SHOWN = 25  # of the slowest boards


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("genres", nargs="*", help="all bundled ones if none is named")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for a board")
    parser.add_argument("--large", action="store_true", help="boards of 40 × 40 too")
    parser.add_argument("--save", type=Path, help="write the figures to a file")
    parser.add_argument("--against", type=Path, help="compare with the figures of a file")
    args = parser.parse_args(arguments)
    rows = {}
    for genre in args.genres or bundled():
        spec = pzc.load(genre)
        for board, text in boards(spec, genre, args.large):
            row = measured(spec, text, args.runs, args.limit)
            if row is not None:
                rows[board] = row
    if args.save:
        args.save.write_text(json.dumps(rows, indent=0), encoding="utf-8")
    before = json.loads(args.against.read_text(encoding="utf-8")) if args.against else {}
    report(rows, before)
    return 0


def boards(spec: Spec, genre: str, large: bool) -> list[tuple[str, str]]:
    """The names and texts of a genre's examples, and the largest of them repeated."""
    paths = sorted((SPECS / "examples" / genre).glob("*.puzzle"))
    found = [(f"{genre}/{path.stem}", path.read_text(encoding="utf-8")) for path in paths]
    repeated_text = repeated(max((text for _, text in found), key=len), named_by_puzzles(spec))
    if large and repeated_text is not None:
        found.append((f"{genre}/{SIDE}x{SIDE}", repeated_text))
    return found


def named_by_puzzles(spec: Spec) -> set[str]:
    """The layers of symbols that puzzles choose, such as regions: apart from them, equal symbols in
    repetitions of a picture would join."""
    return {
        name.id
        for given in spec.program.declarations
        if isinstance(given, Given) and isinstance(given.domain, SymbolDomain)
        for name in given.names
    }


def repeated(text: str, regions: Collection[str]) -> str | None:
    """A puzzle whose pictures, and the lines beside them, are repeated up to SIDE × SIDE cells;
    None if a section is neither of these nor a single value."""
    parts = sections(text)
    shapes = Counter(
        (len(rows), len(rows[0])) for rows in parts.values() if len({len(r) for r in rows}) == 1
    )
    if not shapes:
        return None
    height, width = max(shapes, key=lambda shape: (shapes[shape], shape[0] * shape[1]))
    lines: list[str] = []
    for name, rows in parts.items():
        if [len(row) for row in rows] == [1]:
            lines.append(f"{name}: {rows[0][0]}")
            continue
        if name:
            lines.append(f"{name}:")
        if {len(row) for row in rows} == {width} and len(rows) == height:
            for i in range(SIDE):
                row = [rows[i % height][j % width] for j in range(SIDE)]
                if name in regions:
                    row = [f"{x}_{i // height}_{j // width}" for j, x in enumerate(row)]
                lines.append(" ".join(row))
        elif len(rows) in (height, width):
            lines += [" ".join(rows[i % len(rows)]) for i in range(SIDE)]
        elif {len(row) for row in rows} == {width}:
            lines += [" ".join(row[j % width] for j in range(SIDE)) for row in rows]
        else:
            return None
    return "\n".join(lines) + "\n"


def measured(spec: Spec, text: str, runs: int, limit: float) -> dict[str, Any] | None:
    """The figures of a board, a phase that is not finished in time, or makes too many nodes, with
    the limit of time; None for one that is no puzzle, or a plan's."""
    if spec.program.sequence is not None:
        return None
    row: dict[str, Any] = dict.fromkeys(PHASES, limit * 1e3) | {"nodes": 0, "constraints": 0}
    try:
        for _ in range(runs):
            with enforced(moment(limit)):
                built(spec, text, row)
    except PzcError:
        return None
    except (BrokenOff, ModelTooLarge):
        spec.forget()
    return row


def built(spec: Spec, text: str, row: dict[str, Any]) -> None:
    """Build a model, and note the milliseconds of each phase where they are fewer, and how many
    nodes and constraints there are."""

    def ended(phase: str) -> None:
        nonlocal begun
        now = process_time()
        row[phase] = min(row[phase], (now - begun) * 1e3)
        begun = process_time()

    spec.grounder.forget()
    begun = process_time()
    model = spec.grounder.ground(spec.sections(text)).model
    ended("ground")
    row["nodes"], row["constraints"] = model.size, len(model.constraints)
    with uncollected():  # as for a search
        model = presolved(model, NETWORK)
        ended("presolve")
        flat = Flattening(model)
        ended("flatten")
        Engine(flat.network, flat.variables)
        ended("load")


def report(rows: dict[str, Any], before: dict[str, Any]) -> None:
    both = [name for name in rows if name in before]
    for kind, names in (
        ("examples", [n for n in rows if not n.endswith(f"{SIDE}x{SIDE}")]),
        (f"{SIDE} × {SIDE}", [n for n in rows if n.endswith(f"{SIDE}x{SIDE}")]),
    ):
        if not names:
            continue
        print(f"{kind}: {len(names)} boards, geometric means in ms")
        for key in (*PHASES, "nodes", "all"):
            mean = geometric(figure(rows[n], key) for n in names)
            line = f"  {key:12} {mean:10.2f}"
            old = [n for n in names if n in both]
            if old:
                was = geometric(figure(before[n], key) for n in old)
                now = geometric(figure(rows[n], key) for n in old)
                line += f"   was {was:10.2f}, {was / now:5.2f} times as much"
            print(line)
        print(f"  {'slowest':28} {'all':>9} " + " ".join(f"{p:>9}" for p in (*PHASES, "nodes")))
        for name in sorted(names, key=lambda n: -figure(rows[n], "all"))[:SHOWN]:
            figures = " ".join(f"{rows[name][p]:9.1f}" for p in (*PHASES, "nodes"))
            was = f"   was {figure(before[name], 'all'):9.1f}" if name in both else ""
            print(f"  {name:28} {figure(rows[name], 'all'):9.1f} {figures}{was}")


def geometric(figures: Any) -> float:
    return statistics.geometric_mean(max(x, 1e-3) for x in figures)


def figure(row: dict[str, Any], key: str) -> float:
    return sum(row[p] for p in PHASES) if key == "all" else float(row[key])


if __name__ == "__main__":
    raise SystemExit(main())
