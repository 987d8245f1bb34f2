"""Count the solutions of a puzzle; print the number only.

Two solutions are different if they differ in a layer of the answer. The exit code is 1 if there are
none.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..dsl.diagnostics import counted
from . import Exit, arguments
from .terminal import emit, say

EXAMPLES = """\
examples:
  pzc count star_battle puzzle.txt
  pzc count n_queens 'n: 8'
  pzc count sudoku puzzle.txt --limit 1000 --timeout 60
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    parser.add_argument("-n", "--limit", metavar="N", type=arguments.positive, help="stop at N")
    arguments.backend(parser)
    arguments.limits(parser)


def run(args: Namespace) -> int:
    from ..deadline import OutOfTime, enforced, moment
    from .loaded import LoadedPuzzle
    from .progress import Progress

    progress = Progress(args.began)
    count = 0
    impossible: set[int] = set()
    try:
        with enforced(moment(args.timeout)):
            loaded = LoadedPuzzle(args, progress)
            for _ in loaded.assignments(args.limit):
                count += 1
                progress.note = counted(count, "solution")
            if not count:
                progress.end()
                impossible = loaded.impossible_rules()
    except OutOfTime:
        progress.end()
        say(f"out of time after {counted(count, 'solution')}")
        return Exit.LIMIT
    except KeyboardInterrupt:
        progress.end()
        if count:
            say(f"{counted(count, 'solution')} so far")
        raise
    finally:
        progress.end()
    emit(str(count))
    if count == args.limit:
        say(f"stopped after {counted(count, 'solution')}; there may be more")
    loaded.say_trusted()
    if count != 1 and loaded.grounding.moves is None and not impossible:
        say(f"pzc why says what {'would make it unique' if count else 'conflicts'}")
    return Exit.OK if count else Exit.NO
