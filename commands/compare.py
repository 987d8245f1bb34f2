"""Compare backends on puzzles: how long they take, how much they search, and whether they agree.

`build` is grounding and loading, `first` the time from then on to the first solution, `proof` the
time to the proof that there are no more (or to the last solution within --limit); all are medians
over the runs. Decisions and conflicts are those of the whole run. `ratio` is the sum of build and
proof, divided by that of the fastest backend. The reference evaluator checks every solution. The
exit code is 1 if backends disagree, 3 if one ran out of time. After Ctrl-C it prints the runs so
far.
"""

from __future__ import annotations

import csv
import io
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..records import as_dict, field_names
from . import Exit, arguments
from .terminal import Status, say, write, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tasks.compare import Comparison, Line

EXAMPLES = """\
examples:
  pzc compare sudoku puzzle.txt
  pzc compare sudoku a.txt b.txt --backends native,z3 --runs 5
  pzc compare n_queens 'n: 8' --backends native,cnf:glucose4 --csv -o queens.csv
"""

HEADINGS = ("puzzle", "backend", "solutions", "build", "first", "proof")
COUNTS = ("decisions", "conflicts")


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="*", help="paths, or puzzles themselves")
    parser.add_argument("-b", "--backends", metavar="A,B", default="", help="default: all but auto")
    parser.add_argument(
        "-r",
        "--runs",
        metavar="N",
        type=arguments.positive,
        default=3,
        help="runs of each backend (default: 3)",
    )
    parser.add_argument(
        "-n",
        "--limit",
        metavar="N",
        type=arguments.positive,
        default=10,
        help="find at most N solutions in a run (default: 10)",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--csv", action="store_true", help="print CSV")
    arguments.output(parser)
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=arguments.seconds,
        default=60.0,
        help="the time limit of each run (default: 60)",
    )


def run(args: Namespace) -> int:
    from .. import backends
    from ..tasks.compare import Comparing
    from ..tasks.spec import load

    names = [name for name in args.backends.split(",") if name] or backends.compared()
    spec = load(args.spec)
    puzzles = [spec.puzzle(p) for p in args.puzzles or [None]]
    limits = {"runs": args.runs, "limit": args.limit, "timeout": args.timeout}
    comparing = Comparing(spec, puzzles, names, **limits)
    interrupted = False
    status = Status()
    try:
        for puzzle, backend in comparing:
            status.show(f"{backend} on {puzzle} …")
    except KeyboardInterrupt:
        interrupted = True
    finally:
        status.clear()
    comparison = comparing.comparison
    if args.json:
        write_json(_as_json(comparison, interrupted), args.output)
    elif not comparison.lines:
        raise KeyboardInterrupt
    else:
        write((_as_csv if args.csv else _as_table)(comparison), args.output)
    return _judge(comparison, interrupted)


def _judge(comparison: Comparison, interrupted: bool) -> int:
    disagreed = [puzzle for puzzle, agree in comparison.agree.items() if agree is False]
    for puzzle in disagreed:
        say(f"the backends disagree on {puzzle}")
    if interrupted:
        say("interrupted: this is what was found until then" if comparison.lines else "interrupted")
        return Exit.INTERRUPTED
    if disagreed:
        return Exit.NO
    late = [line for line in comparison.lines if line.total is None]
    return Exit.LIMIT if late else Exit.OK


def _as_json(comparison: Comparison, interrupted: bool) -> dict[str, object]:
    ended = {"ended": "interrupted"} if interrupted else {}
    return {"lines": _as_dicts(comparison), "agree": comparison.agree, **ended}


def _as_csv(comparison: Comparison) -> str:
    from ..tasks.compare import Line

    out = io.StringIO()
    writer = csv.DictWriter(out, field_names(Line), lineterminator="\n")
    writer.writeheader()
    writer.writerows(_as_dicts(comparison))
    return out.getvalue()


def _as_dicts(comparison: Comparison) -> list[dict[str, object]]:
    """The lines, with times to a microsecond: their further digits are noise."""
    return [
        {k: round(v, 6) if isinstance(v, float) else v for k, v in as_dict(line).items()}
        for line in comparison.lines
    ]


def _as_table(comparison: Comparison) -> str:
    rows: list[tuple[str, ...]] = [(*HEADINGS, *COUNTS, "ratio")]
    previous = None
    for line in comparison.lines:
        name = Path(line.puzzle).name if line.puzzle != previous else ""
        previous = line.puzzle
        rows.append((name, line.backend, *_cells(line)))
    backends = list(dict.fromkeys(line.backend for line in comparison.lines))
    if len(comparison.agree) > 1:
        rows.append(("",) * len(rows[0]))
        for k, backend in enumerate(backends):
            mean = _ratio(comparison.mean_ratio(backend))
            first = "geometric mean" if k == 0 else ""
            rows.append((first, backend, *[""] * 6, mean))
    agree = comparison.agree.values()
    if len(backends) > 1 and None not in agree:
        verdict = "all backends agree" if all(agree) else "THE BACKENDS DISAGREE"
        return _aligned(rows) + f"\n\n{verdict}"
    return _aligned(rows)


def _cells(line: Line) -> tuple[str, ...]:
    return (
        f"{line.solutions}{'' if line.complete else '+'}",
        _seconds(line.build),
        _seconds(line.first),
        _seconds(line.proof),
        *("" if n is None else f"{n:,}" for n in (line.decisions, line.conflicts)),
        f"WRONG {line.wrong}" if line.wrong else _ratio(line.ratio),
    )


def _seconds(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def _ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}x"


def _aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Columns side by side: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if k < 2 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
