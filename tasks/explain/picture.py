"""What is known so far, as a board that can be drawn, and the marks on it."""

from __future__ import annotations

from typing import Any

from ...compiler.board.places import Place, Unit
from ...compiler.builtins import region_layers as drawn
from ...compiler.ground.solution import LayerValues, Solution
from ...compiler.values.partitions import Partition
from ...model.evaluate import Evaluator
from ...model.nodes import Variable, variables_of
from ...records import replace
from ...render.marks import Marks
from ..reading_back import known_lets, solution
from ..wording.facts import Known
from .instances import Instances
from .step import Step

# Rows, columns and regions are shaded if a step is about at most this many; more could not be told
# apart.
SHADED = 4


def pictured(
    instances: Instances,
    known: Known,
    step: Step,
    cited: tuple[object, ...],
    new: tuple[object, ...],
) -> tuple[Solution, Marks]:
    """The board before a step, and the marks on it. known: before the step. cited, new: the places
    of the cited facts and of those that follow."""
    behind = known.copy()
    behind.learn(step.facts)
    bound = dict.fromkeys(value for group in step.groups for _, value in group.bindings)
    units = tuple(unit for unit in bound if isinstance(unit, Unit))
    clues = [place for place in bound if isinstance(place, Place) and _is_clue(instances, place)]
    marks = Marks(
        cited=tuple(dict.fromkeys((*cited, *clues))),
        new=new,
        about=units if len(units) <= SHADED and not step.inner else (),
        struck=_struck(instances, step, behind),
        absent=_lines(instances, behind, False),
        walls=_lines(instances, behind, True),
    )
    return board_of(instances, behind), marks


def _is_clue(instances: Instances, place: Place) -> bool:
    """Whether a clue is printed at a place."""
    grounding = instances.grounding
    return any(
        place in grounding.slots[name].tokens
        for name in grounding.given_names
        if name in grounding.slots
    )


def _struck(instances: Instances, step: Step, behind: Known) -> dict[object, tuple[str, ...]]:
    """By place, the values that a step rules out or cites as ruled out, if several are left."""
    found: dict[object, dict[str, None]] = {}
    for fact in (*step.facts, *step.cited):
        spot = instances.spots.get(fact.variable)
        if spot is None or fact.holds or not behind.is_open(fact.variable):
            continue
        domain = instances.grounding.slots[spot.layer].domain
        for place in spot.places[:1]:
            value = spot.values.get(fact.value, fact.value)
            found.setdefault(place, {})[domain.draw(value)] = None
    return {place: tuple(texts) for place, texts in found.items()}


def _lines(instances: Instances, known: Known, wall: bool) -> tuple[Place, ...]:
    """The borders and links that are known to have no line; or (wall) the borders of a layer of
    pieces that are known to have a wall. There may be a border beside a cell that may be in no
    piece."""
    found = []
    for variable, spot in instances.spots.items():
        if not known.is_decided(variable) or not isinstance(spot.key, Place):
            continue
        code = min(known.left[variable])
        value = spot.values.get(code, code)
        drawn_as_line = spot.key.kind in ("border", "link") and spot.is_yes_or_no
        if not all(all(map(instances.spots[v].values.get, known.left[v])) for v in spot.beside):
            drawn_as_line = False
        if (spot.wall and value) if wall else (drawn_as_line and not value):
            found.append(spot.key)
    return tuple(found)


def board_of(instances: Instances, known: Known) -> Solution:
    """The board with what is known; a place whose value is not yet known has none."""
    grounding = instances.grounding
    filled = [min(known.possible(v)) for v in range(len(known.left))]
    answer = []
    shown = solution(grounding, filled)
    for layer in shown.answer:
        value = grounding.context.values[layer.name]
        if isinstance(value, Partition):
            table = _pieces(known, value)
        else:
            table = dict.fromkeys(layer.table)
            slot = grounding.slots.get(layer.name)
            if slot is None:
                fixed = all(map(known.is_decided, _indices(instances)))
                table = dict(layer.table) if fixed else table
            else:
                for key, (index, _) in slot.variables.items():
                    if known.is_decided(index):
                        table[key] = layer.table[key]
        answer.append(LayerValues(layer.name, layer.kind, table, layer.domain))
    decided = [left[0] if len(left) == 1 else None for left in map(sorted, known.left)]
    drawn_now = known_lets(grounding, decided)
    return replace(shown, answer=tuple(answer), objective=None, drawn=drawn_now)


def _indices(instances: Instances) -> list[int]:
    return [v.index for v in variables_of(instances.model.answer)]


def _pieces(known: Known, partition: Partition) -> dict[Any, Any]:
    """The letters of the pieces of a layer that are known from wall to wall."""

    def is_open(node: Any) -> bool:
        below: list[Variable] = [] if isinstance(node, bool) else variables_of([node])
        return not all(known.is_decided(v.index) for v in below)

    # Undecided walls count as walls, so that only known openings join two places.
    filled = [max(known.possible(v)) for v in range(len(known.left))]
    evaluate = Evaluator(filled)
    pieces = evaluate.pieces(partition.graph)
    letters = drawn.letters(partition, pieces)
    graph = partition.graph
    loose: set[int] = set()
    for a, b, joined in graph.edges:
        if is_open(joined):
            loose |= {pieces.label[a], pieces.label[b]}
    for vertex, there in enumerate(graph.vertices):
        if is_open(there):
            loose.add(pieces.label[vertex])
    return {
        place: None if pieces.label[partition.position[place]] in loose else letter
        for place, letter in letters.items()
    }
