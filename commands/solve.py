"""Solve a puzzle.

Prints the first solution, or all with --all. With --unique it also decides whether the solution is
the only one: if so, the exit code is 0, otherwise it prints a second solution and the exit code is
1. On a terminal, solutions are drawn as text; otherwise they are written as plain sections, which
`pzc verify` reads. With --batch it solves many puzzles, and prints a line of JSON for each.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError, counted
from . import Exit, arguments
from .drawing import FORMATS, Drawing
from .loaded import LoadedPuzzle
from .progress import PRINTING, REASONS, Progress
from .terminal import say
from .wording import CONFLICTS, NO_PLAN, SEVERAL, differences

if TYPE_CHECKING:
    from ..compiler.ground.solution import Solution
    from ..model.constraints import Constraint

EXAMPLES = """\
examples:
  pzc solve sudoku puzzle.txt
  pzc solve sudoku .3..........195.....8....6.8...6....4..8....1....2.....6....28....419..5.......7.
  pzc solve my.spec puzzle.txt --unique --timeout 10
  pzc solve n_queens 'n: 6' --all --format plain -o all.txt
  pzc show star_battle --example | pzc solve star_battle - -o solution.svg
  pzc solve sudoku --batch puzzles.txt --unique -o answers.jsonl
"""

SHOWN_DIFFERENCES = 5
SHOWN_REASONS = 3


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("-a", "--all", action="store_true", help="print all solutions")
    which.add_argument(
        "-u", "--unique", action="store_true", help="decide whether the solution is the only one"
    )
    parser.add_argument(
        "-n", "--limit", metavar="N", type=arguments.positive, help="print at most N solutions"
    )
    parser.add_argument(
        "-f",
        "--format",
        choices=FORMATS,
        help="default: from the suffix of FILE; otherwise text on a terminal, else plain",
    )
    arguments.output(parser)
    arguments.backend(parser)
    arguments.limits(parser)
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="print times and statistics on stderr",
    )
    group = arguments.batch(parser, "solve the puzzles of these files (- for stdin)")
    group.add_argument("--count", action="store_true", help="print the number of solutions only")


def run(args: Namespace) -> int:
    if args.unique and args.limit:
        raise PzcError.at("E0514", "--unique and --limit cannot be used together")
    if args.batch is not None:
        from . import batch

        return batch.run(args)
    for name in ("per", "count", "jobs", "resume"):
        if getattr(args, name):
            raise PzcError.at("E0514", f"--{name} needs --batch")
    from ..deadline import OutOfTime, enforced, moment

    several = args.all or (args.limit or 1) > 1
    drawing = Drawing(args.format, args.output, several)
    progress = Progress(args.began)
    try:
        with enforced(moment(args.timeout)):
            solve = _unique if args.unique else _solve
            return solve(args, drawing, progress)
    except OutOfTime:
        progress.end()
        drawing.close(complete=False)
        say(f"out of time after {counted(drawing.count, 'solution')}")
        return Exit.LIMIT
    except KeyboardInterrupt:
        progress.end()
        if drawing.count:
            drawing.close(complete=False)
            say(f"{counted(drawing.count, 'solution')} so far")
        raise
    finally:
        progress.end()
        if args.verbose:
            progress.summarise()


def _solve(args: Namespace, drawing: Drawing, progress: Progress) -> int:
    loaded = LoadedPuzzle(args, progress)
    limit = args.limit or (None if args.all else 1)
    for found in loaded.solutions(limit):
        drawing.add(found)
        progress.note = counted(drawing.count, "solution")
    drawing.close(complete=drawing.count != limit)
    if not drawing.count:
        return _no_solution(loaded, progress)
    if args.limit and drawing.count == args.limit:
        say(f"stopped after {counted(drawing.count, 'solution')}; there may be more")
    elif args.all:
        say(counted(drawing.count, "solution"))
    return Exit.OK


def _unique(args: Namespace, drawing: Drawing, progress: Progress) -> int:
    loaded = LoadedPuzzle(args, progress)
    found: list[Solution] = []
    try:
        found.extend(loaded.solutions(2))
    finally:  # the first one, too, if time runs out before a second
        drawing.several = len(found) > 1
        for one in found:
            drawing.add(one)
    drawing.close(complete=len(found) < 2)
    if not found:
        return _no_solution(loaded, progress)
    if len(found) == 1:
        say("unique: this is the only solution")
        loaded.say_trusted()
        return Exit.OK
    places = differences(*found)
    shown = ", ".join(places[:SHOWN_DIFFERENCES]) + (
        ", …" if len(places) > SHOWN_DIFFERENCES else ""
    )
    different = counted(len(places), "value")
    say(f"not unique: there is another solution, different in {different}: {shown}")
    if loaded.grounding.moves is None:
        say(SEVERAL)
    return Exit.NO


def _of_one_rule(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """The constraints that are of one rule, each with the origin to name it by: the rule alone if
    there are several. What presolve derives from several instances, none of them breaks alone."""
    from ..model.constraints import Constraint, Origin

    for constraint in constraints:
        rule = constraint.origin.rule
        if not constraint.also:
            yield constraint
        elif all(origin.rule == rule for origin in constraint.also):
            yield Constraint(constraint.condition, Origin(rule), constraint.given)


def _no_solution(loaded: LoadedPuzzle, progress: Progress) -> int:
    """Report that there is no solution, and why if that is known: rules that nothing can satisfy,
    or that the givens alone break."""
    from ..deadline import OutOfTime
    from ..records import replace
    from ..tasks.verify import broken_rules

    grounding = loaded.grounding
    if grounding.no_plan is not None:
        say(f"no plan: {grounding.no_plan}")
        say(NO_PLAN)
        return Exit.NO
    say("no solution")
    progress.enter(REASONS)
    model = grounding.model
    given = [model.givens.get(k) for k in range(len(model.variables))]
    judged = replace(grounding, model=model.with_constraints([*_of_one_rule(model.constraints)]))
    impossible: set[int] = set()
    try:
        impossible = loaded.impossible_rules()
        progress.enter(REASONS)
        by_given = [
            broken
            for broken in broken_rules(judged, given)
            if broken.values or broken.rule not in impossible
        ]
        progress.enter(PRINTING)
        for broken in by_given[:SHOWN_REASONS]:
            say("the givens break: " + broken.text)
    except (KeyboardInterrupt, OutOfTime):
        progress.end()  # the answer is valid, even if finding its reasons is interrupted
    if grounding.moves is None and not impossible:
        say(CONFLICTS)
    return Exit.NO
