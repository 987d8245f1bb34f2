"""Say why a puzzle has no solution, or several, or what is wrong on a board.

No solution: rule instances and given values that clash, the steps to a broken rule, and each clue
without which there is a solution. Several: how much they have in common, two of them, and values
that would leave only one. BOARD, as `pzc verify` reads it, may be partial: its first wrong value is
named, and why it is wrong. The exit code is 0 if there is one solution and nothing is wrong.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import PzcError, counted
from . import Exit, arguments
from .hint import show
from .terminal import coloured, draw, tell, write_json

if TYPE_CHECKING:
    from ..tasks.explain.why import Reason

EXAMPLES = """\
examples:
  pzc why star_battle broken.txt
  pzc why sudoku puzzle.txt board.txt
  pzc why latin_square 'n: 3' --json
"""

# Undecided places that are named one by one.
NAMED = 8


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    arguments.board(parser)
    arguments.limits(parser)
    arguments.json(parser)


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment
    from ..tasks.explain.asked import State
    from ..tasks.explain.json import reason_as_json
    from ..tasks.explain.why import why
    from ..tasks.spec import load
    from ..tasks.texts import read_puzzle

    if args.puzzle == "-" and args.board == "-":
        raise PzcError.at("E0510", "puzzle and board cannot both be read from stdin")
    with enforced(moment(args.timeout)):
        spec = load(args.spec)
        puzzle = spec.puzzle(args.puzzle)
        board = None if args.board is None else read_puzzle(args.board)
        reason = why(spec, puzzle, board, timeout=args.timeout)
    if args.json:
        write_json(reason_as_json(reason))
    else:
        _tell(reason, State)
    return Exit.OK if reason.state in (State.OPEN, State.FINISHED) else Exit.NO


def _tell(reason: Reason, state: Any) -> None:
    if reason.state is state.NO_SOLUTION:
        _none(reason)
    elif reason.state is state.UNDECIDED:
        _several(reason)
    elif reason.wrong is not None:
        tell(reason.wrong.words)
        show(reason.wrong.steps)
    elif reason.state is state.FINISHED:
        tell("The board is complete, and right.")
    else:
        tell("There is exactly one solution, and nothing on the board contradicts it.")


def _none(reason: Reason) -> None:
    tell("No solution: these cannot hold together.")
    speech = reason.speech
    if reason.givens:
        tell(f"  Given: {speech.facts(reason.givens)}.")
    for sentence, about in speech.by_rule(reason.groups):
        tell(f"  {sentence}" + (f" ({about})." if about else "."))
    if reason.steps:
        tell("")
        show(reason.steps)
    for mend in reason.mends:
        tell(f"Without this there is a solution: {mend}.")


def _several(reason: Reason) -> None:
    from ..render.text import text

    known, every = reason.known
    tell(f"Several solutions. {known} of {counted(every, 'value')} follow all the same.")
    speech, spots = reason.speech, reason.speech.instances.spots
    places = list(dict.fromkeys(speech.place(v) for v in reason.undecided))
    rest = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
    tell(f"Undecided: {', '.join(places[:NAMED])}{rest}.")
    word = "This would leave one solution" if len(reason.clues) == 1 else "These would leave one"
    tell(f"{word}: {speech.facts(reason.clues)}.")
    if reason.board is not None and reason.board.board is not None:
        marked = tuple(p for v in reason.undecided if v in spots for p in spots[v].places)
        tell("")
        draw(text(reason.board, coloured(sys.stdout), marked).strip("\n"))
    for number, example in enumerate(reason.examples, 1):
        tell("")
        tell(f"solution {number}:")
        draw(text(example, coloured(sys.stdout)).strip("\n"))
