"""Plans played move by move: the moves that are possible after the moments so far.

A puzzle is ground with two more moments than are known. The rules about the last one are left out
(`tasks.moments`), and each possible state of the moment before it is a move. So every spec with a
sequence can be played, whatever its rules say about moments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from .. import backends
from ..backends.base import Status
from ..compiler.board.places import Place
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import show_key
from ..compiler.ground.solution import LayerValues, Solution
from ..dsl.diagnostics import PzcError, Source
from ..model.nodes import Bool
from ..records import replace
from ..render.svg import svg
from ..render.themes import PAGE
from ..tasks.answers import assignments
from ..tasks.moments import moment_of, variables_at, without_last
from ..tasks.plans import with_moves
from ..tasks.reading_back import solution
from ..tasks.spec import Spec

# The most moves that are offered at once.
MOST = 60
# By the name of a value, its token.
State = Mapping[str, str]


def moves(spec: Spec, puzzle: Source, known: Any) -> Iterator[dict[str, Any]]:
    """The moves after some moments, each as the state that it leads to. Raises PzcError.

    First whether the known moments are a solution, then the moves; if no moment is known, the
    states that a plan may begin with.
    """
    states = _checked(known)
    yield {"done": bool(states) and _is_plan(spec, puzzle, states)}
    at = len(states)
    if at + 1 > spec.grounder.most_moves(spec.sections(puzzle)):
        yield {"moves": [], "more": False}
        return
    grounding = with_moves(spec, puzzle, at + 1)
    relaxed = without_last(grounding, at)
    solver = backends.load("auto", relaxed)
    for condition in _conditions(grounding, states):
        solver.add(condition)
    out: list[dict[str, Any]] = []
    last = states[-1] if states else {}
    for assignment in assignments(replace(grounding, model=relaxed), solver, None, MOST + 1):
        shown = moment_of(solution(grounding, assignment), at)
        state = tokens_at(shown)
        out.append(
            {
                "state": state,
                "words": _words(last, state),
                "at": _changed(last, shown),
                "svg": svg(shown, title=False, theme=PAGE, places=True),
            }
        )
    yield {"moves": out[:MOST], "more": len(out) > MOST}


def _words(last: State, state: State) -> list[str]:
    """The changes of a move, in words; for the first moment, all its values."""
    if not last:
        return [f"{name}: {token}" for name, token in state.items()]
    return [
        f"{name}: {last[name]} → {token}" for name, token in state.items() if last[name] != token
    ]


def _changed(last: State, shown: Solution) -> list[str]:
    """The places of the board that a move changes."""
    return [
        show_key(key)
        for layer in shown.answer
        for key, value in layer.table.items()
        if isinstance(key, Place) and last.get(_name(layer.name, key)) != layer.domain.draw(value)
    ]


def _checked(known: Any) -> list[State]:
    if not isinstance(known, list) or not all(isinstance(state, dict) for state in known):
        raise PzcError.at("E0320", "the moments of a plan are a list of tables of values")
    return known


def _conditions(grounding: Grounding, states: Sequence[State]) -> Iterator[Bool]:
    """The conditions that the first moments have their known states. Raises PzcError."""
    model = grounding.model
    for moment, state in enumerate(states):
        for layer, key, index, codes in variables_at(grounding, moment):
            if layer not in grounding.answer:
                continue
            token, draw = state.get(_name(layer, key)), grounding.slots[layer].domain.draw
            code = next((c for value, c in codes.items() if draw(value) == token), None)
            if code is None:
                raise PzcError.at("E0320", f"'{layer}' cannot be {str(token)[:80]!r}")
            yield model.eq(model.variables[index], code)


def _is_plan(spec: Spec, puzzle: Source, states: Sequence[State]) -> bool:
    grounding = with_moves(spec, puzzle, len(states) - 1)
    solver = backends.load("auto", grounding.model)
    for condition in _conditions(grounding, states):
        solver.add(condition)
    return solver.solve().status is Status.SAT


def tokens_at(shown: Solution) -> dict[str, str]:
    """The layers of one moment, by name and key."""
    return {name: token for name, token, _ in _named(shown.answer)}


def printed(layers: Iterable[LayerValues]) -> dict[str, str]:
    """The values of given layers, by name and key, where there are any."""
    return {name: token for name, token, value in _named(layers) if value is not None}


def _named(layers: Iterable[LayerValues]) -> Iterator[tuple[str, str, Any]]:
    for layer in layers:
        for key, value in layer.table.items():
            yield _name(layer.name, key), layer.domain.draw(value), value


def _name(layer: str, key: Any) -> str:
    return layer if key == "" else f"{layer} {show_key(key)}"
