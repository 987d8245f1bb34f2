"""Rate puzzles: how hard they are for a person, by the steps of their explanations.

Prints a line for each puzzle: the rating, which is the effort to find and follow all steps; a word
for the hardest tier; the number of steps. With --batch it rates many puzzles, and prints a line of
JSON for each. If a puzzle has several solutions, it rates the steps to what they have in common,
and the exit code is 1. After Ctrl-C or --timeout it prints the rating of the steps found so far.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import PzcError, counted
from ..gc_pause import uncollected
from . import Exit, arguments
from .terminal import Status, emit, say, write_json

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
        "-v", "--verbose", action="store_true", help="with --batch, print the time and the rate"
    )
    arguments.batch(parser, "rate the puzzles of these files (- for stdin)")


def run(args: Namespace) -> int:
    if args.batch is not None:
        return _batch(args)
    for name in ("output", "verbose", "per", "jobs", "resume"):
        if getattr(args, name):
            raise PzcError.at("E0514", f"--{name} needs --batch")
    from ..deadline import OutOfTime, enforced, moment
    from ..tasks.explain.position import State
    from ..tasks.explain.rating import Rated
    from ..tasks.spec import load

    words = args.puzzles or [""]
    found: list[tuple[str, Rating]] = []
    ended, rated = "", None
    status = Status()
    try:
        with enforced(moment(args.timeout)):
            spec = load(args.spec)
            for word in words:
                rated = Rated(spec, spec.puzzle(word or None), timeout=args.timeout)
                name = f"{word}: " if word else ""
                for number, _ in enumerate(rated, 1):
                    status.show(f"{name}{counted(number, 'step')} …")
                status.clear()
                found.append((word, rated.rating))
                if not args.json:
                    _tell(args, *found[-1])
    except (OutOfTime, KeyboardInterrupt) as error:
        status.clear()
        ended = "out of time" if isinstance(error, OutOfTime) else "interrupted"
        if rated is not None and rated.rating.moments and rated.rating.state is State.OPEN:
            found.append((words[len(found)], rated.rating))
            if not args.json:
                _tell(args, *found[-1])
        if not found and not args.json:
            raise
    if args.json:
        _write(found, words[len(found) :], ended)
    if ended:
        say(f"{ended}: this is what was found until then" if found else ended)
        return Exit.LIMIT if ended == "out of time" else Exit.INTERRUPTED
    return Exit.OK if all(r.state is State.FINISHED for _, r in found) else Exit.NO


def _tell(args: Namespace, word: str, rating: Rating) -> None:
    emit((f"{word}: " if len(args.puzzles) > 1 else "") + _line(rating))
    sys.stdout.flush()


def _write(found: list[tuple[str, Rating]], left: list[str], ended: str) -> None:
    """Print the ratings that were found as JSON, and what ended the others."""
    from ..tasks.explain.json import rating_as_json
    from ..tasks.explain.position import State

    documents: list[dict[str, Any]] = []
    for word, rating in found:
        stopped = {"ended": ended} if rating.state is State.OPEN else {}
        documents.append({"puzzle": word, **rating_as_json(rating), **stopped})
    documents += [{"puzzle": word, "state": ended, "ended": ended} for word in left]
    write_json(documents)


def _batch(args: Namespace) -> int:
    """Rate the puzzles of files; gives the exit code."""
    from . import batch

    batch.check(args, next(iter(args.puzzles), None))
    with uncollected():
        from ..tasks.rating_batch import RatingBatch
        from ..tasks.spec import load

        work = RatingBatch(load(args.spec), args.timeout, whole=args.per == "block")
    return batch.work_through(args, work, {"rating": True, "timeout": args.timeout})


def _line(rating: Rating) -> str:
    from ..tasks.explain.hints import SEVERAL
    from ..tasks.explain.position import State

    if rating.words:
        return rating.words
    if rating.hardest is None:
        several = rating.state is State.UNDECIDED
        return "0  " + (SEVERAL if several else "nothing is left to be found")
    tiers = ", ".join(f"{n} of tier {int(tier)}" for tier, n in rating.tiers.items())
    parts = [
        f"{rating.number:g}  {rating.level}",
        f"{counted(rating.steps, 'step')} ({tiers})",
        counted(rating.seen[0], "possible first step"),
        f"the hardest costs {rating.hardest.step.cost:g}",
    ]
    if rating.state is State.UNDECIDED:
        parts.append("several solutions")
    if rating.state is State.OPEN:
        parts.append("so far: there are further steps")
    return " · ".join(parts)
