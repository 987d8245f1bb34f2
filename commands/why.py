"""Say why a puzzle has no solution, or several, or what is wrong on a board.

No solution: it prints a smallest set of conflicting clues, the rules, the steps to a broken rule,
and the single changes to these clues that would mend the puzzle. Several solutions: how much they
have in common, two of them, and a smallest set of values that would leave only one. A wrong BOARD,
which may be partial, as `pzc verify` reads it: its first wrong value, and why it is wrong. If the
spec has a sequence, all this is about the shortest plans; if there is none, it prints what all
reachable states lack, and without which rules there would be a plan. The exit code is 0 if there is
exactly one solution and nothing is wrong. After Ctrl-C or --timeout, everything found so far is
printed.
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
    from ..tasks.explain.planned import NoPlan
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
    if reason.no_plan is not None:
        return "no plan, looking for rules without which there is one"
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
    if reason.no_plan is not None:
        _no_plan(reason.no_plan)
    elif reason.state is state.NO_SOLUTION:
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
    else:
        one = "a" if ended else "exactly one"
        what = "solution" if reason.moves is None else f"shortest plan, of {_moves(reason)}"
        emit(f"There is {one} {what}, and nothing on the board contradicts it.")


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
    varied, closed = dict(reason.varied), dict(reason.closed)
    for name, why in closed.items():
        if name not in varied:
            emit(f"No other values were tried for {name}: {why}.")
    for tried, stays in dict.fromkeys((tried, closed.get(n)) for n, tried in varied.items()):
        names = [n for n, own in varied.items() if (own, closed.get(n)) == (tried, stays)]
        beside = f"; {stays}" if stays else ""
        emit(f"For {' and '.join(names)}, only these were tried: {tried}{beside}.")
    for mend in speech.mends(reason.mends or ()):
        emit(f"One change would mend it: {mend}.")
    if reason.clues and reason.mends == () and not ended:
        no_change = "None of these changes" if reason.varied else "No change of a single clue"
        emit(f"{no_change} would mend it.")


def _no_plan(found: NoPlan) -> None:
    """Why there is no plan."""
    from ..render.text import text

    emit(f"No plan: {found.length}.")
    if found.states is not None:
        emit(f"{counted(found.states, 'state')} can be reached, and none of them is the goal.")
    for sentence, values in found.never:
        emit(
            f"  {sentence}."
            + (f" But in every state that can be reached: {values}." if values else "")
        )
    near = found.nearest
    if near is not None:
        when = f"after {counted(near.moves, 'move')}" if near.moves else "at the beginning"
        emit(f"A state that is nearest to it, {when}, breaks only:")
        for broken in near.broken:
            emit(f"  {broken.text}.")
        marked = tuple(dict.fromkeys(p for broken in near.broken for p in broken.places))
        emit("")
        draw(text(near.state, coloured(sys.stdout), marked).strip("\n"))
        emit("")
    if found.needed:
        emit("Without one of these rules, there would be a plan:")
    elif found.needed == ():
        emit("Without any one of the rules, there would be no plan either.")
    for sentence, moves in found.needed or ():
        emit(f"  {sentence} ({counted(moves, 'move')}).")


def _moves(reason: Reason) -> str:
    return counted(reason.moves or 0, "move")


def _solutions(reason: Reason) -> str:
    if reason.moves is None:
        return "Several solutions"
    return f"Several shortest plans, of {_moves(reason)}"


def _several(reason: Reason) -> None:
    from ..render.text import text

    spots = reason.speech.instances.spots
    if reason.board is None:
        emit(f"{_solutions(reason)}.")
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
    emit(f"{_solutions(reason)}. They agree on {known} of {counted(every, 'value')}.")
    places = speech.values(reason.undecided)
    rest = f" and {len(places) - NAMED} more" if len(places) > NAMED else ""
    emit(f"Undecided: {', '.join(places[:NAMED])}{rest}.")
    if not reason.settling:
        return
    word = "This would leave one solution" if len(reason.settling) == 1 else "These would leave one"
    fewest = ", and no fewer would" if reason.fewest and len(reason.settling) > 1 else ""
    emit(f"{word}{fewest}: {speech.facts(reason.settling)}.")
