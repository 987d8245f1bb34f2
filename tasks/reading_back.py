"""From assignments to solutions: values on places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..compiler.board.protocol import Board
from ..compiler.builtins import region_layers as drawn
from ..compiler.ground.domains import BLANKS, Domain
from ..compiler.ground.finds import computed_domain
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import LayerSlot
from ..compiler.ground.reading import is_unknown
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.values.decoding import decode
from ..compiler.values.partitions import Partition
from ..compiler.values.values import Layer, Value
from ..dsl.puzzle import NOTES
from ..model.evaluate import Evaluator, PartialEvaluator
from ..model.nodes import BoolVar, IntVar
from .drawings import drawn_lets, looks, style


def decode_known(value: Value, partly: PartialEvaluator) -> Any:
    """The constant that a value has for all values of the open variables; None if it has none."""

    def known(operand: Any) -> Any:
        possible = partly.possible(operand)
        return possible[0] if len(possible) == 1 else None

    return decode(value, known)


def known_lets(grounding: Grounding, assignment: Sequence[int | None]) -> tuple[LayerValues, ...]:
    """The lets that are drawn, as far as an incomplete assignment decides them."""
    more = len(grounding.model.variables) - len(assignment)
    partly = PartialEvaluator([*assignment, *[None] * more])
    return drawn_lets(grounding, lambda value: decode_known(value, partly))


def layer_values(grounding: Grounding, name: str, evaluate: Evaluator) -> LayerValues:
    """A layer (or a single computed value) under an assignment."""
    value = grounding.context.values[name]
    slot = grounding.slots.get(name)
    if isinstance(value, Partition):
        return _lettered(name, value, slot, evaluate)
    if not isinstance(value, Layer):
        constant = decode(value, evaluate)
        return LayerValues(name, "", {"": constant}, Domain("any"))
    table: dict[Any, Any] = {}
    keys = slot.keys if slot is not None else tuple(value.table)
    values, truth, assignment = value.table, value.truth, evaluate.assignment
    for key in keys:
        one: Any = values.get(key)
        of = type(one)
        if of is BoolVar or of is IntVar:  # the common case first
            constant = int(assignment[one.index])
        elif slot is not None and key in slot.variables:
            table[key] = _of_code(*slot.variables[key], evaluate)
            continue
        else:
            constant = decode(one, evaluate)
        table[key] = bool(constant) if truth else constant
    kind = slot.kind if slot is not None else value.kind
    if slot is not None:
        domain = slot.domain
    else:
        domain = computed_domain(grounding.context, value)
    return LayerValues(name, kind, table, domain)


def _of_code(index: int, codes: dict[Any, int], evaluate: Evaluator) -> Any:
    """The constant for a variable's value."""
    code = evaluate.assignment[index]
    for constant, one in codes.items():
        if one == code:
            return constant
    raise AssertionError(f"no value has code {code}")


def _lettered(
    name: str, partition: Partition, slot: LayerSlot | None, evaluate: Evaluator
) -> LayerValues:
    """A partition: a letter for the piece of each place."""
    table = drawn.letters(partition, evaluate.pieces(partition.graph))
    kind, domain = pieces_domain(partition) if slot is None else (slot.kind, slot.domain)
    return LayerValues(name, kind, table, domain)


def pieces_domain(partition: Partition) -> tuple[str, Domain]:
    """The kind of the places of a computed partition, and the letters of pieces and of none."""
    kind = getattr(next(iter(partition.places), None), "kind", "")
    return kind, Domain("pieces", blanks=BLANKS)


class PrintedSolution(Solution):
    """A solution that `print` shows as plain text, which `verify` reads, and a notebook as a
    picture. Parts outside the answer are computed on first use."""

    __slots__ = ("_evaluate", "_grounding")

    def __getattr__(self, name: str) -> Any:
        """A field without a value yet."""
        if name not in _ON_DEMAND:
            raise AttributeError(f"a solution has no '{name}'")
        value = _ON_DEMAND[name](self._grounding, self._evaluate)
        object.__setattr__(self, name, value)
        return value

    def __str__(self) -> str:
        from ..render.plain import plain

        return plain(self).rstrip("\n")

    def svg(self, *, title: bool | str = True, theme: str = "light", size: float = 48) -> str:
        """The picture as an SVG document. title: the text above it; True for that of the puzzle,
        False for none. theme: light, dark or print. size: the width of a cell, in pixels. Raises
        ValueError for an unknown theme."""
        from ..render.svg import svg
        from ..render.themes import THEMES

        if theme not in THEMES:
            raise ValueError(f"no theme '{theme}'; there are {', '.join(THEMES)}")
        return svg(self, title=title, theme=THEMES[theme], size=size)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg(size=32)


def solution(grounding: Grounding, assignment: Sequence[int]) -> Solution:
    """The solution for an assignment of the model's variables."""
    evaluate = Evaluator(assignment)
    objective = grounding.model.objective
    found = PrintedSolution.__new__(PrintedSolution)
    for name, value in (
        ("_grounding", grounding),
        ("_evaluate", evaluate),
        ("answer", tuple([layer_values(grounding, name, evaluate) for name in grounding.answer])),
        ("objective", None if objective is None else int(evaluate(objective.value))),
        ("partial", False),
    ):
        object.__setattr__(found, name, value)
    return found


def _givens(grounding: Grounding, evaluate: Evaluator) -> tuple[LayerValues, ...]:
    return tuple(
        layer_values(grounding, name, evaluate)
        for name, slot in grounding.slots.items()
        if name in grounding.given_names
    )


def _board(grounding: Grounding, _: Evaluator) -> Board | None:
    return grounding.context.board if grounding.context.has_board else None


def _printed(grounding: Grounding, _: Evaluator) -> dict[str, str]:
    slots = grounding.slots.items()
    return {name: slot.printed for name, slot in slots if slot.printed is not None}


def _drawn(grounding: Grounding, evaluate: Evaluator) -> tuple[LayerValues, ...]:
    return drawn_lets(grounding, lambda value: decode(value, evaluate))


def _hidden(grounding: Grounding, _: Evaluator) -> dict[str, dict[Any, Any]]:
    """By given layer, the places at which the puzzle hides a value, and what it prints there."""
    found = {}
    for name, printed in grounding.binding.printed.items():
        hidden = {key: value for key, value in printed.items() if is_unknown(value)}
        if hidden:
            found[name] = hidden
    return found


def _notes(grounding: Grounding, _: Evaluator) -> dict[str, str]:
    """The title, author, source, licence and notes of a puzzle file."""
    sections = grounding.binding.puzzle.sections
    notes = ((name, sections[name].filled()) for name in NOTES if name in sections)
    return {name: "\n".join(line.text.strip() for line in lines) for name, lines in notes}


_ON_DEMAND: dict[str, Callable[[Grounding, Evaluator], Any]] = {
    "title": lambda grounding, _: grounding.title,
    "board": _board,
    "givens": _givens,
    "printed": _printed,
    "params": lambda grounding, _: grounding.params,
    "walls": lambda grounding, _: grounding.walls,
    "sequence": lambda grounding, _: grounding.sequence,
    "moves": lambda grounding, _: grounding.moves,
    "notes": _notes,
    "hidden": _hidden,
    "looks": lambda grounding, _: looks(grounding),
    "style": lambda grounding, _: style(grounding),
    "drawn": _drawn,
}
