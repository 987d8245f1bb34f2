"""Explain a puzzle: all steps to the solution, and why each is right.

BOARD is a partial solution to begin from, as `pzc verify` reads it. At each board, the easiest step
comes next. With --place, it prints only the steps on which the value at this place depends. If the
puzzle has several solutions, the steps lead to what they have in common. Steps are printed as they
are found, so that the steps so far remain after Ctrl-C or --timeout. The exit code is 1 if there is
no solution or more than one, or if the value at the place does not follow.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..dsl.diagnostics import counted
from . import Exit, arguments, steps_drawn
from .terminal import Status, coloured, draw, emit, say, write_json
from .wording import say_why

if TYPE_CHECKING:
    from ..tasks.explain.explanation import Explanation
    from ..tasks.explain.shown import Shown

EXAMPLES = """\
examples:
  pzc explain star_battle puzzle.txt
  pzc explain star_battle puzzle.txt board.txt --boards
  pzc explain star_battle puzzle.txt --html steps.html --svg steps.svg
  pzc explain slitherlink puzzle.txt --place r1c1/top
  pzc show kakuro --example | pzc explain kakuro - --json
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    arguments.board(parser)
    parser.add_argument(
        "--place", metavar="PLACE", help="only the steps to the value at a place: r3c4, star[r3c4]"
    )
    arguments.proofs(parser)
    steps_drawn.declare(parser)
    parser.add_argument("--boards", action="store_true", help="draw the board at each step")
    arguments.limits(parser)
    arguments.json(parser)


def run(args: Namespace) -> int:
    from ..deadline import OutOfTime, enforced, moment
    from ..tasks.explain.explanation import explain
    from ..tasks.explain.json import step_as_json
    from ..tasks.explain.position import State

    steps_drawn.check(args)
    silent = args.json or steps_drawn.to_stdout(args)
    with steps_drawn.ended_as_json(args):
        with enforced(moment(args.timeout)):
            spec, puzzle, board = arguments.read(args)
        explanation = explain(spec, puzzle, board, proofs=args.proofs, timeout=args.timeout)
    found: list[Shown] = []
    ended = ""
    if explanation.preface and not explanation.words and not silent:
        emit(explanation.preface)
    status = Status()
    try:
        for shown in _steps(explanation, args.place):
            found.append(shown)
            if not silent:
                status.clear()
                _show(len(found), shown, args.boards)
            status.show(f"{counted(len(found), 'step')} …")
    except OutOfTime:
        ended = "out of time"
    except KeyboardInterrupt:
        ended = "interrupted"
    status.clear()
    steps_drawn.write_pictures(args, found)
    if args.json:
        steps = [step_as_json(s) for s in found]
        state = ended or explanation.state.value
        words = explanation.words or explanation.note
        write_json({"state": state, "words": words, "steps": steps})
    elif explanation.words:
        (say if silent else emit)(explanation.words)
        say_why(explanation.words)
    elif not ended and not silent:
        _close(explanation, args)
    if ended:
        say(f"{ended} after {counted(len(found), 'step')}")
        return Exit.LIMIT if ended == "out of time" else Exit.INTERRUPTED
    finished = explanation.state is State.FINISHED
    done = finished if args.place is None else explanation.settled
    return Exit.OK if done and not explanation.words else Exit.NO


def _steps(explanation: Explanation, place: str | None) -> Iterator[Shown]:
    return iter(explanation) if place is None else explanation.of(place)


def _show(number: int, shown: Shown, board: bool) -> None:
    first, *rest = shown.lines
    indent = " " * len(f"{number}  ")
    emit(f"{number}  {first}")
    for line in rest:
        emit(indent + line)
    for proof in shown.proofs:
        for line in proof.lines:
            emit(f"{indent}  {line}")
    if board and shown.board.board is not None:
        from ..render.text import text

        emit("")
        draw(text(shown.board, coloured(sys.stdout), shown.marked, (), shown.new).strip("\n"))
        emit("")
    sys.stdout.flush()


def _close(explanation: Explanation, args: Namespace) -> None:
    """The board after the last step, and a sentence about it or about the place after --place."""
    from ..render.text import text
    from ..tasks.explain.hints import SEVERAL
    from ..tasks.explain.position import State

    if args.place is None:
        emit("")
        draw(text(explanation.final(), coloured(sys.stdout)).strip("\n"))
    if explanation.state is State.UNDECIDED:
        emit(SEVERAL)
        say_why(SEVERAL)
    elif explanation.note:
        emit(explanation.note)
