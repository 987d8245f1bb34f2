"""Solutions as JSON, for other programs.

    {"title": "Sudoku",
     "params": {"box_height": 3, …},
     "objective": null,
     "givens": [layer, …], "answer": [layer, …]}

For a plan, `"answer"` has the layers without moments, and there are also

     "sequence": "time", "moves": 11, "steps": [{"moment": 0, "answer": [layer, …]}, …]

A layer on cells or corners is `{"name", "at", "rows": [[value, …], …]}`, any other
`{"name", "at", "values": {place: value, …}}`; `at` is the kind of its places. A value is a number,
true or false, a text, a list of values, or null where it is missing. Several keys are joined by
spaces, and a single value has the empty key.
"""

from __future__ import annotations

from typing import Any

from ..compiler.board.protocol import Board
from ..compiler.ground.domains import key_texts, name_of
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.plans.steps import steps
from ..compiler.values.forms import Image
from ..compiler.values.placement import Placement


def as_json(solution: Solution) -> dict[str, Any]:
    """A solution as the JSON object described above."""
    return {
        "title": solution.title,
        "params": {name: _value(value) for name, value in solution.params.items()},
        "objective": solution.objective,
        "givens": [_layer(layer, solution.board) for layer in solution.givens],
        **(_answer(solution) if not solution.sequence else _plan(solution)),
    }


def _answer(solution: Solution) -> dict[str, Any]:
    return {"answer": [_layer(layer, solution.board) for layer in solution.answer]}


def _plan(solution: Solution) -> dict[str, Any]:
    shown = steps(solution)
    still = [_answer(step.solution) for step in shown if step.moment is None]
    timed = [step for step in shown if step.moment is not None]
    return {
        **(still[0] if still else {"answer": []}),
        "sequence": solution.sequence,
        "moves": solution.moves,
        "steps": [{"moment": step.moment, **_answer(step.solution)} for step in timed],
    }


def _layer(layer: LayerValues, board: Board | None) -> dict[str, Any]:
    out: dict[str, Any] = {"name": layer.name, "at": layer.kind}
    if board is not None and layer.kind in ("cell", "corner"):
        rows: dict[int, list[Any]] = {}
        for place in board.cells if layer.kind == "cell" else board.corners:
            rows.setdefault(place.at[0], []).append(_value(layer.table.get(place)))
        return {**out, "rows": list(rows.values())}
    texts = key_texts(layer.table)
    return {**out, "values": {texts[k]: _value(v) for k, v in layer.table.items()}}


def _value(value: Any) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case Placement():
            return [cell.name for cell in value.cells]
        case Image():
            return [_value(row) for row in value.values]
        case tuple() | list() | range():
            return [_value(v) for v in value]
    return name_of(value)
