"""Questions for a solver during play: solve, count, hints, explanations, why.

Each yields its answer in parts, so that results found before a time limit are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from .. import backends
from ..compiler.board.places import Place
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import show_key
from ..render.svg import svg
from ..render.themes import PAGE
from ..tasks.answers import assignments
from ..tasks.explain.explanation import explain
from ..tasks.explain.hints import Hint, hint
from ..tasks.explain.rating import rate
from ..tasks.explain.shown import Shown
from ..tasks.explain.why import Reason, why
from ..tasks.reading_back import solution
from .fields import Fields
from .game import Game
from .state import State

# Solutions are counted up to this many.
MANY = 1000


def solve(game: Game, state: State) -> Iterator[dict[str, Any]]:
    """A solution with the values on the board, or that there is none."""
    found = next(_answers(game, state, 1), None)
    if found is None:
        empty = next(_answers(game, game.state({}), 1), None)
        if empty is None:
            yield {"state": "none", "solution": None}
        else:
            yield {"state": "wrong", "solution": game.tokens(empty)}
        return
    yield {"state": "solved", "solution": game.tokens(found), "objective": found.objective}


def count(game: Game, state: State) -> Iterator[dict[str, Any]]:
    """The number of solutions, with progress in between."""
    number = 0
    for number, _ in enumerate(_answers(game, state, MANY), 1):
        if number in (1, 2, 10, 100):
            yield {"count": number, "done": False}
    yield {"count": number, "done": True, "more": number == MANY}


def _answers(game: Game, state: State, most: int) -> Iterator[Any]:
    grounding = game.spec.ground(game.puzzle)
    solver = backends.load("auto", grounding.model)
    conditions = _restated(state, grounding).conditions()
    if any(condition is False for condition in conditions):
        return
    for condition in conditions:
        solver.add(condition)
    for assignment in assignments(grounding, solver, None, most):
        yield solution(grounding, assignment)


def _restated(state: State, grounding: Grounding) -> State:
    """The state for another model of the same puzzle."""
    return State(Fields(grounding), state.tokens)


def next_step(game: Game, state: State) -> Iterator[dict[str, Any]]:
    """The easiest next step, or what is wrong."""
    found = hint(game.spec, game.puzzle, partial(_restated, state))
    yield _hint(game, found)


def steps(game: Game, state: State) -> Iterator[dict[str, Any]]:
    """All steps to the solution, one part each."""
    explanation = explain(game.spec, game.puzzle, partial(_restated, state))
    for shown in explanation:
        yield {"step": _step(game, shown)}
    yield {"state": explanation.state.value, "words": explanation.words}


def reasons(game: Game, state: State) -> Iterator[dict[str, Any]]:
    """Why there is no solution, or several, or the board is wrong."""
    reason = why(game.spec, game.puzzle, partial(_restated, state))
    speech = reason.speech
    yield {
        "state": reason.state.value,
        "rules": [
            sentence + (f" ({about})" if about else "")
            for sentence, about in (speech.by_rule(reason.groups) if reason.groups else ())
        ],
        "givens": _clashing(reason),
        "mends": speech.mends(reason.mends or ()),
        "steps": [_step(game, shown) for shown in reason.steps],
        "known": list(reason.known),
        "undecided": speech.places(reason.undecided),
        "clues": speech.facts(reason.settling) if reason.settling else "",
        "pictures": [svg(one, title=False, theme=PAGE) for one in reason.examples],
        "wrong": None if reason.wrong is None else _hint(game, reason.wrong),
    }


def _clashing(reason: Reason) -> str:
    """The conflicting clues of a puzzle without solution, or else the given values."""
    if reason.clues:
        return reason.speech.printed(reason.clues)
    return reason.speech.facts(reason.givens) if reason.givens else ""


def rating(game: Game, state: State) -> Iterator[dict[str, Any]]:
    found = rate(game.spec, game.puzzle)
    yield {"number": found.number, "level": found.level, "steps": found.steps}


def _hint(game: Game, found: Hint) -> dict[str, Any]:
    return {
        "state": found.state.value,
        "where": found.where,
        "words": found.words,
        "taken": found.taken,
        "steps": [_step(game, shown) for shown in found.steps],
    }


def _step(game: Game, shown: Shown) -> dict[str, Any]:
    """A step in words, its places, the values that follow and those that are ruled out."""
    spots = shown.speech.instances.spots
    values: dict[str, str] = {}
    excluded: dict[str, list[str]] = {}
    for fact in shown.step.facts:
        spot = spots.get(fact.variable)
        if spot is None:
            continue
        value = spot.values.get(fact.value, fact.value)
        for field in game.fields:
            if field.layer != spot.layer or spot.key not in field.keys:
                continue
            place = field.place(spot.key)
            for token in (c.token for c in field.choices if c.value == value):
                if fact.holds:
                    values[place] = token
                else:
                    excluded.setdefault(place, []).append(token)
    return {
        "lines": shown.lines,
        "marked": [show_key(p) for p in shown.marked if isinstance(p, Place)],
        "new": [show_key(p) for p in shown.new if isinstance(p, Place)],
        "values": values,
        "excluded": excluded,
    }
