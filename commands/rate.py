"""Rate puzzles: how hard they are for a person, by the steps of their explanations.

A line for each puzzle: the sum of the costs of all steps, a word for the hardest tier, and what
makes it up. The exit code is 1 if some puzzle has no single solution: of several solutions the
steps to what they have in common are rated.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import counted
from . import Exit, arguments
from .terminal import tell, write_json

if TYPE_CHECKING:
    from ..tasks.explain.rating import Rating

EXAMPLES = """\
examples:
  pzc rate sudoku puzzle.txt
  pzc rate star_battle easy.txt hard.txt --json
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    parser.add_argument(
        "puzzles", metavar="PUZZLE", nargs="+", help="a path, - for stdin, or the puzzle itself"
    )
    arguments.limits(parser)
    arguments.json(parser)


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment
    from ..tasks.explain.asked import State
    from ..tasks.explain.rating import rate
    from ..tasks.spec import load

    documents: list[dict[str, Any]] = []
    finished = True
    with enforced(moment(args.timeout)):
        spec = load(args.spec)
        for word in args.puzzles:
            rating = rate(spec, spec.puzzle(word), timeout=args.timeout)
            finished = finished and rating.state is State.FINISHED
            if args.json:
                documents.append({"puzzle": word, **_as_json(rating)})
            else:
                name = f"{word}: " if len(args.puzzles) > 1 else ""
                tell(name + _line(rating))
    if args.json:
        write_json(documents)
    return Exit.OK if finished else Exit.NO


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


def _as_json(rating: Rating) -> dict[str, Any]:
    from ..tasks.explain.json import step_as_json

    return {
        "state": rating.state.value,
        "number": rating.number,
        "level": rating.level,
        "steps": rating.steps,
        "tiers": {str(int(tier)): n for tier, n in rating.tiers.items()},
        "seen": list(rating.seen),
        "hardest": None if rating.hardest is None else step_as_json(rating.hardest),
    }
