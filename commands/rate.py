"""Rate puzzles: how hard they are for a person, by the steps of their explanations.

A line for each puzzle: what it takes to find and follow all steps, a word for the hardest tier, and
what makes it up. With --batch it rates many puzzles, and prints a line of JSON for each. The exit
code is 1 if some puzzle has no single solution: of several solutions the steps to what they have in
common are rated.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import PzcError, counted
from ..gc_pause import uncollected
from . import Exit, arguments
from .terminal import emit, write_json

if TYPE_CHECKING:
    from ..tasks.explain.rating import Rating

EXAMPLES = """\
examples:
  pzc rate sudoku puzzle.txt
  pzc rate star_battle easy.txt hard.txt --json
  pzc rate sudoku --batch puzzles.txt -o ratings.jsonl
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    parser.add_argument(
        "puzzles", metavar="PUZZLE", nargs="*", help="a path, - for stdin, or the puzzle itself"
    )
    arguments.output(parser)
    arguments.limits(parser)
    arguments.json(parser)
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="with --batch, tell the time and the rate"
    )
    arguments.batch(parser, "rate the puzzles of these files (- for stdin)")


def run(args: Namespace) -> int:
    if args.batch is not None:
        return _batch(args)
    for name in ("output", "verbose", "per", "jobs", "resume"):
        if getattr(args, name):
            raise PzcError.at("E0514", f"--{name} goes with --batch only")
    from ..deadline import enforced, moment
    from ..tasks.explain.asked import State
    from ..tasks.explain.json import rating_as_json
    from ..tasks.explain.rating import rate
    from ..tasks.spec import load

    documents: list[dict[str, Any]] = []
    finished = True
    with enforced(moment(args.timeout)):
        spec = load(args.spec)
        for word in args.puzzles or [None]:
            rating = rate(spec, spec.puzzle(word), timeout=args.timeout)
            finished = finished and rating.state is State.FINISHED
            if args.json:
                documents.append({"puzzle": word or "", **rating_as_json(rating)})
            else:
                name = f"{word}: " if len(args.puzzles) > 1 else ""
                emit(name + _line(rating))
    if args.json:
        write_json(documents)
    return Exit.OK if finished else Exit.NO


def _batch(args: Namespace) -> int:
    """Rate the puzzles of files; gives the exit code."""
    from . import batch

    if args.puzzles:
        message = "a puzzle and --batch do not go together"
        raise PzcError.at("E0514", message, hint="name all files behind --batch")
    batch.check(args)
    with uncollected():
        from ..tasks.rating_batch import RatingBatch
        from ..tasks.spec import load

        work = RatingBatch(load(args.spec), args.timeout, whole=args.per == "block")
    return batch.work_through(args, work, {"rating": True, "timeout": args.timeout})


def _line(rating: Rating) -> str:
    from ..tasks.explain.asked import NONE, State

    if rating.state is State.NO_SOLUTION:
        return NONE
    if rating.hardest is None:
        return "0  nothing is left to be found"
    tiers = ", ".join(f"{n} of tier {int(tier)}" for tier, n in rating.tiers.items())
    parts = [
        f"{rating.number:g}  {rating.level}",
        f"{counted(rating.steps, 'step')} ({tiers})",
        f"{rating.seen[0]} to be seen at the start",
        f"the hardest costs {rating.hardest.step.cost:g}",
    ]
    if rating.state is State.UNDECIDED:
        parts.append("several solutions")
    return " · ".join(parts)
