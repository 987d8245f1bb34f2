"""Checks of a board in play: which rules are broken now, and whether the puzzle is solved.

A rule is broken if it fails for all values at the open places; this needs no solver. A board counts
as solved if it is right with "nothing" at all open places that allow it, so that players need not
mark the cells that stay white. If the answer does not show all found layers, a solver decides; that
is a separate question, because it may take time.
"""

from __future__ import annotations

from typing import Any

from .. import backends
from ..backends.base import Status
from ..compiler.board.places import Place
from ..compiler.ground.layers import show_key
from ..deadline import OutOfTime
from ..tasks.reading_back import solution
from ..tasks.verify import Broken, broken_rules, conflict_of, rules_of
from .fields import Fields
from .game import Game
from .state import State

# Broken rules that the page shows at once.
MOST = 12
SEPARATES = "A wall stands between two pieces"


def check(game: Game, state: State) -> dict[str, Any]:
    """The broken rules, and whether the puzzle is solved: "no", "yes", or "ask" a solver."""
    broken, more = game.live.broken(state.assignment, MOST)
    return {
        "broken": [_broken(one) for one in broken],
        "more": more,
        "solved": "no" if broken else solved(game, state),
    }


def solved(game: Game, state: State) -> str:
    filled = state.filled()
    if not filled.is_complete or not game.fields or game.live.fails(filled.assignment):
        return "no"
    optimised = game.grounding.model.objective is not None
    return "ask" if game.hides or optimised else "yes"


def finished(game: Game, state: State) -> bool:
    """Whether a complete board is a solution, decided by a solver."""
    filled = state.filled()
    if not filled.is_complete:
        return False
    reached = _solves(game, filled.conditions())
    if reached is None or game.grounding.model.objective is None:
        return reached is not None
    best = game.spec.solve(game.puzzle)
    return best is not None and solution(game.grounding, reached).objective == best.objective


def solvable(game: Game, state: State) -> dict[str, Any]:
    """Whether a board can be completed, and if not, the rules that conflict."""
    broken = broken_rules(game.grounding, state.assignment)
    if broken:
        return {"solvable": False, "broken": [_broken(one) for one in broken[:MOST]]}
    among = rules_of(game.grounding)
    network = game.spec.network(game.grounding)
    conflict = conflict_of(game.grounding, among, state.conditions(), "auto", None, network)
    return {"solvable": not conflict, "conflict": list(conflict)}


def _solves(game: Fields, conditions: list[Any]) -> Any:
    if any(condition is False for condition in conditions):
        return None
    solver = backends.load("auto", game.grounding.model)
    for condition in conditions:
        solver.add(condition)
    outcome = solver.solve()
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    return outcome.assignment


def _broken(broken: Broken) -> dict[str, Any]:
    drawn = broken.rule < 0 and any(layer.endswith(".wall") for layer, _, _ in broken.values)
    return {
        "sentence": SEPARATES if drawn else broken.sentence,
        "rule": broken.rule,
        "where": broken.where,
        "what": broken.what,
        "places": [show_key(place) for place in broken.places if isinstance(place, Place)],
    }
