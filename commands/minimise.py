"""Remove clues from a puzzle as long as its solution stays unique.

With --fewest, it finds a smallest set of its clues with this unique solution, and proves that there
is no smaller one. Clues on whose places the board depends stay, as do layers with a value at every
place; without --fewest, values of such clues become unknown if the spec has a token for that.
The exit code is 1 if the puzzle does not have exactly one solution.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..dsl.making import SYMMETRIES
from . import Exit, arguments
from .terminal import report, say, write, write_json

EXAMPLES = """\
examples:
  pzc minimise slitherlink puzzle.txt
  pzc minimise nurikabe draft.txt --fewest
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    parser.add_argument(
        "puzzle", metavar="PUZZLE", help="a path, - for stdin, or the puzzle itself"
    )
    parser.add_argument(
        "--fewest", action="store_true", help="find a smallest set of clues, and prove it"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the random seed")
    parser.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        default="none",
        help="remove clues together with their images under this symmetry",
    )
    arguments.output(parser)
    arguments.json(parser)
    arguments.limits(parser)


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment
    from ..records import as_dict
    from ..tasks.make.minimising import NotUnique, minimise
    from ..tasks.spec import load

    try:
        with enforced(moment(args.timeout)):
            spec = load(args.spec)
            done = minimise(
                spec,
                spec.puzzle(args.puzzle),
                fewest=args.fewest,
                seed=args.seed,
                symmetry=args.symmetry,
            )
    except NotUnique as why:
        report(why.diagnostics)
        return Exit.NO
    if args.json:
        write_json(as_dict(done), args.output)
    else:
        write(done.text, args.output)
        said = []
        if done.before or not done.withheld:
            least = ", no fewer give this solution" if done.fewest else ""
            said.append(f"{done.clues} of {done.before} clues{least}")
        if done.withheld:
            values = "value is" if done.withheld == 1 else "values are"
            said.append(f"{done.withheld} {values} no longer shown")
        say("; ".join(said))
        for name, reason in done.kept.items():
            say(f"'{name}' stays as it is: {reason}")
    return Exit.OK
