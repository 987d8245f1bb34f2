"""From assignments to solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..compiler.board.protocol import Board
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layer_values import layer_values
from ..compiler.ground.reading import is_unknown
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.values.decoding import decode
from ..compiler.values.values import Value
from ..dsl.puzzle import NOTES
from ..model.evaluate import Evaluator
from ..model.partial import PartialEvaluator
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
