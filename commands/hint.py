"""Give the easiest next step from a board.

BOARD is a partial solution as `pzc verify` reads it (`?`: undecided); without one the hint is the
first step. Without options it only says where to look; --more says which rule to use and what
follows. If the board is wrong, the hint names a wrong value instead, and with --more why it is
wrong. If the puzzle has several solutions, a hint only leads to what they have in common. The
exit code is 1 if the board is wrong, there is no solution, or nothing more follows.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from . import Exit, arguments, steps_drawn
from .terminal import coloured, draw, emit, say, write_json
from .wording import say_why

if TYPE_CHECKING:
    from ..tasks.explain.shown import Shown

EXAMPLES = """\
examples:
  pzc hint star_battle puzzle.txt
  pzc hint star_battle puzzle.txt board.txt --more
  pzc hint star_battle puzzle.txt board.txt --svg hint.svg
  pzc show sudoku --example | pzc hint sudoku - --more
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    arguments.board(parser)
    parser.add_argument(
        "-m", "--more", action="store_true", help="print which rule to use, and what follows"
    )
    arguments.proofs(parser)
    steps_drawn.declare(parser)
    arguments.limits(parser)
    arguments.json(parser)


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment
    from ..tasks.explain.hints import hint
    from ..tasks.explain.json import hint_as_json
    from ..tasks.explain.position import State

    steps_drawn.check(args)
    ended = steps_drawn.ended_as_json(args, where="", wrong=[], taken=[])
    with ended, enforced(moment(args.timeout)):
        spec, puzzle, board = arguments.read(args)
        found = hint(spec, puzzle, board, proofs=args.proofs, timeout=args.timeout)
    steps_drawn.write_pictures(args, found.steps)
    if args.json:
        write_json(hint_as_json(found))
    elif steps_drawn.to_stdout(args):
        if found.words:
            say(found.words)
    else:
        if found.words:
            emit(found.words)
        more = args.more or args.proofs
        if not more and found.where:
            emit(found.where)
        elif more:
            if found.taken:
                emit(found.taken)
            show(found.steps)
        say_why(found.words)
    return Exit.OK if found.state in (State.OPEN, State.FINISHED) else Exit.NO


def show(steps: tuple[Shown, ...]) -> None:
    """Steps, and the board with the places of the last one marked."""
    from ..render.text import text

    for shown in steps:
        for line in shown.lines:
            emit(line)
        for proof in shown.proofs:
            for line in proof.lines:
                emit(f"  {line}")
    if steps and steps[-1].board.board is not None:
        last = steps[-1]
        emit("")
        draw(text(last.board, coloured(sys.stdout), last.marked, (), last.new).strip("\n"))
