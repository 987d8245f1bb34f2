"""States: the values that the page sends, as an assignment, as conditions, and as a picture.

A state is `{"star[r1c4]": "*", …}`: by the name of a place, the token of its value. Places that
are not in it are undecided. Unknown places and tokens are mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.values.comparison import equal
from ..compiler.values.showing import show
from ..model.nodes import Bool
from ..records import replace
from ..tasks.board_file import shown_as
from ..tasks.boards import with_printed
from .fields import WALLS, Field, Fields, choice_of


class State:
    """The values on a board, by field and place. It implements `tasks.board_file.Board`, so that it
    can be explained.
    """

    misprints: tuple[tuple[str, Any, Any, Any], ...] = ()

    def __init__(self, game: Fields, tokens: Mapping[str, str]) -> None:
        self.game, self.tokens = game, tokens
        self.values: list[dict[Any, Any]] = [dict(fixed) for fixed in game.fixed]
        for name, token in tokens.items():
            number, key = game.find(name)
            value = choice_of(game.fields[number], token)
            if key not in game.fixed[number]:
                self.values[number][key] = value

    @property
    def assignment(self) -> list[int | None]:
        """The value of each variable, None where it is undecided."""
        model = self.game.grounding.model
        out: list[int | None] = [None] * len(model.variables)
        for index, value in model.givens.items():
            out[index] = value
        for field, values in zip(self.game.fields, self.values, strict=True):
            for key, value in values.items():
                if key in field.variables:
                    index, codes = field.variables[key]
                    if field.part == "walls" and not self._separates(field, key):
                        value = False
                    if value in codes:
                        out[index] = codes[value]
        return out

    def _separates(self, field: Field, border: Any) -> bool:
        """Whether a wall is possible at a border: none is beside a cell that is in no piece."""
        cells = self.game.grounding.context.board.touching("cell", border)
        return all(
            values.get(cell, True) is not None
            for other, values in zip(self.game.fields, self.values, strict=True)
            if other.layer == field.layer and other.part == "no piece"
            for cell in cells
        )

    def filled(self) -> State:
        """The board with "nothing" at all open places that allow it."""
        out = State(self.game, {})
        for field, values, into in zip(self.game.fields, self.values, out.values, strict=True):
            into.update(values)
            if field.no is not None:
                nothing = choice_of(field, field.no)
                into.update({key: nothing for key in field.keys if key not in into})
        return out

    @property
    def is_complete(self) -> bool:
        pairs = zip(self.game.fields, self.values, strict=True)
        return all(len(values) == len(field.keys) for field, values in pairs)

    def conditions(self) -> list[Bool]:
        """The board as conditions on the model."""
        grounding = self.game.grounding
        model = grounding.model
        out: list[Bool] = [
            model.eq(variable, value)
            for variable, value in zip(model.variables, self.assignment, strict=True)
            if value is not None
        ]
        for field, values in zip(self.game.fields, self.values, strict=True):
            if field.variables:
                # A reduced model lacks values that are not in any solution.
                out += [False for k, v in values.items() if v not in field.variables[k][1]]
            elif field.keys:
                table = grounding.context.values[field.layer].table
                out += [equal(model, table[key], value) for key, value in values.items()]
        return out

    def shown(self) -> list[str]:
        """What each condition that is on no variable says the board shows, in words."""
        return [
            shown_as(field.layer, show(value), key)
            for field, values in zip(self.game.fields, self.values, strict=True)
            for key, value in values.items()
            if (value not in field.variables[key][1] if field.variables else field.keys)
        ]

    # ---- to be drawn

    def solution(self) -> Solution:
        """The board as a solution with gaps where nothing is decided."""
        answer: list[LayerValues] = []
        shown: Solution = self.game.blank
        for layer in shown.answer:
            parts = [n for n, field in enumerate(self.game.fields) if field.layer == layer.name]
            if not parts:
                answer.append(replace(layer, table=dict.fromkeys(layer.table)))
            for number in parts:
                field, values = self.game.fields[number], self.values[number]
                if field.part == "values":
                    table = {k: values.get(k) for k in field.keys}
                    answer.append(replace(layer, kind=field.kind, table=table))
                else:
                    yes = choice_of(field, str(field.yes))
                    table = {
                        k: True if k in values and values[k] == yes else None for k in field.keys
                    }
                    answer.append(LayerValues(layer.name, field.kind, table, WALLS))
        givens = {layer.name: layer for layer in shown.givens}
        printed = [
            layer if given is None else with_printed(shown, layer, given)
            for layer in answer
            for given in (givens.get(shown.printed.get(layer.name, "")),)
        ]
        return replace(shown, answer=tuple(printed), objective=None, partial=True)
