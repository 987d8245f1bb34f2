"""Say why a puzzle has no solution, or several, or what is wrong on a board.

No solution: it prints a smallest set of conflicting clues, the rules, the steps to a broken rule,
and the single changes to these clues that would mend the puzzle. Several solutions: how much they
have in common, two of them, and a smallest set of values that would leave only one. A wrong BOARD,
which may be partial, as `pzc verify` reads it: its first wrong value, and why it is wrong. The exit
code is 0 if there is exactly one solution and nothing is wrong. After Ctrl-C or --timeout,
everything found so far is printed.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import counted
from . import Exit, arguments
from .hint import show
from .progress import LiveLine
from .terminal import coloured, draw, emit, say, write_json

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
    from ..deadline import OutOfTime, enforced, moment
    from ..tasks.explain.json import reason_as_json
    from ..tasks.explain.position import State
    from ..tasks.explain.why import stages

    reason: Reason | None = None
    ended, began = "", monotonic()
    line = LiveLine(lambda: f"{monotonic() - began:.0f} s, {_doing(reason, State)} …")
    try:
        with enforced(moment(args.timeout)):
            spec, puzzle, board = arguments.read(args)
        for found in stages(spec, puzzle, board, timeout=args.timeout):
            reason = found
    except (OutOfTime, KeyboardInterrupt) as error:
        ended = "out of time" if isinstance(error, OutOfTime) else "interrupted"
        if reason is None:
            if args.json:
                write_json({"state": ended, "ended": ended})
            raise
    finally:
        line.end()
    assert reason is not None
    if args.json:
        write_json({**reason_as_json(reason), **({"ended": ended} if ended else {})})
    else:
        _tell(reason, State, bool(ended))
    if ended:
        say(f"{ended}: this is what was found until then")
        return Exit.LIMIT if ended == "out of time" else Exit.INTERRUPTED
    return Exit.OK if reason.state in (State.OPEN, State.FINISHED) else Exit.NO


def _doing(reason: Reason | None, state: Any) -> str:
    """The results so far, and the current search, for the line on the terminal."""
    if reason is None:
        return "looking for a solution"
    if reason.state is state.NO_SOLUTION:
        found = "printed clues that conflict" if reason.steps else "rules that conflict"
        return f"no solution, looking for {found}"
    if reason.state is state.UNDECIDED:
        wanted = "what they have in common" if reason.board is None else "values that leave one"
        return f"several solutions, looking for {wanted}"
    if reason.state is state.WRONG:
        return "the board is wrong, looking for the reason"
    return "there is a solution, looking for another one"


def _tell(reason: Reason, state: Any, ended: bool) -> None:
    if reason.state is state.NO_SOLUTION:
        _none(reason, ended)
    elif reason.state is state.UNDECIDED:
        _several(reason)
    elif reason.wrong is not None:
        emit(reason.wrong.words)
        if reason.wrong.taken:
            emit(reason.wrong.taken)
        show(reason.wrong.steps)
    elif reason.state is state.WRONG:
        emit("The board is wrong.")
    elif reason.state is state.FINISHED:
        emit("The board is complete, and right.")
    elif ended:
        emit("There is a solution, and nothing on the board contradicts it.")
    else:
        emit("There is exactly one solution, and nothing on the board contradicts it.")


def _none(reason: Reason, ended: bool) -> None:
    speech = reason.speech
    if not reason.groups and not reason.givens:
        emit("No solution.")
        return
    if reason.clues == ():
        fixed = " and ".join(name for name, _ in reason.closed)
        beside = f" with this {fixed}, whatever the other printed clues say" if fixed else ""
        emit(f"No solution{beside or ', whatever the printed clues say'}.")
    elif reason.clues is not None:
        together = " together" if len(reason.clues) > 1 else ""
        emit(f"No solution: {speech.printed(reason.clues)} cannot stand{together}.")
    else:
        emit("No solution: these cannot hold together.")
        if reason.givens:
            emit(f"  Given: {speech.facts(reason.givens)}.")
    for sentence, about in speech.by_rule(reason.groups):
        emit(f"  {sentence}" + (f" ({about})." if about else "."))
    if reason.steps:
        emit("")
        show(reason.steps)
    for name, why in reason.closed:
        emit(f"No other values were tried for {name}: {why}.")
    if reason.varied:
        layers = " and ".join(reason.varied)
        emit(
            f"For {layers}, lists were tried in which one member differs (a number by one) "
            "or is left out."
        )
    for mend in speech.mends(reason.mends or ()):
        emit(f"One change would mend it: {mend}.")
    if reason.clues and reason.mends == () and not ended:
        emit("No change of a single clue would mend it.")


def _several(reason: Reason) -> None:
    from ..render.text import text

    spots = reason.speech.instances.spots
    if reason.board is None:
        emit("Several solutions.")
    else:
        _undecided(reason)
    if reason.board is not None and reason.board.board is not None:
        marked = tuple(p for v in reason.undecided if v in spots for p in spots[v].places)
        emit("")
        draw(text(reason.board, coloured(sys.stdout), marked).strip("\n"))
    for number, example in enumerate(reason.examples, 1):
        emit("")
        emit(f"solution {number}:")
        draw(text(example, coloured(sys.stdout)).strip("\n"))


def _undecided(reason: Reason) -> None:
    known, every = reason.known
    speech = reason.speech
    emit(f"Several solutions. They agree on {known} of {counted(every, 'value')}.")
    places = speech.values(reason.undecided)
    rest = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
    emit(f"Undecided: {', '.join(places[:NAMED])}{rest}.")
    if not reason.settling:
        return
    word = "This would leave one solution" if len(reason.settling) == 1 else "These would leave one"
    fewest = ", and no fewer would" if reason.fewest and len(reason.settling) > 1 else ""
    emit(f"{word}{fewest}: {speech.facts(reason.settling)}.")
