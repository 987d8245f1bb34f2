"""Fields: the places that a player fills in, and the choices at each place.

A field is a layer of the answer, or a part of one: a layer of pieces has a field for its walls, and
one for the cells that are in no piece. The page names a value by its token.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from ..compiler.board.places import Place
from ..compiler.ground.domains import BLANKS, Domain
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import LayerSlot, show_key
from ..compiler.ground.opening import value_of
from ..compiler.ground.solution import Solution
from ..compiler.values.partitions import Partition
from ..compiler.values.showing import show
from ..compiler.values.values import Layer
from ..dsl.diagnostics import PzcError
from ..model.nodes import domain_of
from ..records import record
from ..tasks.reading_back import solution

OPEN, WALL = ".", "#"
WALLS = Domain("bool", (False, True), {OPEN: False, WALL: True}, {False: OPEN, True: WALL})


@record
class Choice:
    """A value that may be chosen. token: in messages of the page; label: for people."""

    token: str
    value: Any
    label: str


@record
class Field:
    """Places with the same choices.

    part: which part of its layer this is: "values", the "walls" of its pieces, or the cells that
    are in "no piece". no: the choice that stands for nothing, if there is one. yes: the other one,
    if there are only two. variables: by place, the variable and its codes; empty for a layer that
    is computed from found ones, in a model that is not exact.
    """

    layer: str
    kind: str
    part: str
    domain: Domain
    keys: tuple[Any, ...]
    choices: tuple[Choice, ...]
    no: str | None
    yes: str | None
    variables: dict[Any, tuple[int, Mapping[Any, int]]]

    def place(self, key: Any) -> str:
        """The name of a place in messages of the page."""
        return f"{self.layer}{'' if self.part == 'values' else ' ' + self.part}[{show_key(key)}]"


def choice_of(field: Field, token: Any) -> Any:
    """The value of a token. Raises PzcError."""
    for choice in field.choices:
        if choice.token == token:
            return choice.value
    raise PzcError.at("E0320", f"'{field.layer}' cannot be {str(token)[:80]!r}")


class Fields:
    """The fields of a puzzle's answer, in the order of its layers, and what is printed in them.

    fixed: by field and place, the values of the puzzle. blank: the puzzle as a solution, whose
    answer has no meaning.
    """

    def __init__(self, grounding: Grounding) -> None:
        self.grounding = grounding
        self.fields = [field for name in grounding.answer for field in _fields(grounding, name)]
        self.fixed: list[dict[Any, Any]] = []
        givens = grounding.model.givens
        for field in self.fields:
            printed: dict[Any, Any] = {}
            for key, (index, codes) in field.variables.items():
                if index in givens:
                    printed[key] = value_of(codes, givens[index])
            self.fixed.append(printed)
        self._places = {
            field.place(key): (number, key)
            for number, field in enumerate(self.fields)
            for key in field.keys
        }

    @cached_property
    def blank(self) -> Solution:
        first = [domain_of(variable)[0] for variable in self.grounding.model.variables]
        for index, value in self.grounding.model.givens.items():
            first[index] = value
        return solution(self.grounding, first)

    def find(self, name: str) -> tuple[int, Any]:
        """(number of the field, place) for the name of a place. Raises PzcError."""
        try:
            return self._places[name]
        except (KeyError, TypeError):
            raise PzcError.at("E0521", f"nothing is found at {str(name)[:80]!r}") from None

    @property
    def hides(self) -> bool:
        """Whether the model has variables that no field shows, or fields that are computed."""
        known = {index for field in self.fields for index, _ in field.variables.values()}
        computed = any(not field.variables for field in self.fields)
        return computed or len(known) < len(self.grounding.model.variables)

    def tokens(self, solved: Solution) -> dict[str, str]:
        """A solution in the form of a state."""
        out: dict[str, str] = {}
        tables = {layer.name: layer.table for layer in solved.answer}
        for field, fixed in zip(self.fields, self.fixed, strict=True):
            for key, token in _tokens(field, tables[field.layer], self.grounding):
                if key not in fixed:
                    out[field.place(key)] = token
        return out


def _tokens(
    field: Field, table: Mapping[Any, Any], grounding: Grounding
) -> Iterator[tuple[Any, str]]:
    """The tokens at the places of a field, from the values of its layer."""
    if field.part == "walls":
        for border in field.keys:
            a, b = (table.get(cell) for cell in grounding.context.board.touching("cell", border))
            yield border, WALL if None not in (a, b) and a != b else OPEN
    elif field.part == "no piece":
        for cell in field.keys:
            yield cell, WALL if table[cell] is None else OPEN
    else:
        for key in field.keys:
            yield key, next(c.token for c in field.choices if c.value == table[key])


def _fields(grounding: Grounding, name: str) -> Iterator[Field]:
    value = grounding.context.values[name]
    slot = grounding.slots.get(name)
    if isinstance(value, Partition):
        if slot is not None:
            yield from _pieces(name, slot)
    elif slot is not None:
        yield _field(name, slot.kind, slot.domain, slot.keys, slot.some, slot.variables)
    elif isinstance(value, Layer) and value.truth:
        yield _field(name, value.kind, WALLS, tuple(value.table), False, {})


def _pieces(name: str, slot: LayerSlot) -> Iterator[Field]:
    """A layer of pieces, as walls between its cells, and cells that are in none."""
    walls = {key: v for key, v in slot.variables.items() if _is_border(key)}
    yield Field(
        name,
        "border",
        "walls",
        WALLS,
        tuple(walls),
        (Choice(OPEN, False, "no"), Choice(WALL, True, "yes")),
        OPEN,
        WALL,
        walls,
    )
    cells = {key: v for key, v in slot.variables.items() if not _is_border(key)}
    if cells:
        yield Field(
            name,
            "cell",
            "no piece",
            WALLS,
            tuple(cells),
            (Choice(OPEN, True, "no"), Choice(WALL, None, "yes")),
            OPEN,
            WALL,
            cells,
        )


def _is_border(key: Any) -> bool:
    return isinstance(key, Place) and key.kind == "border"


def _field(
    name: str,
    kind: str,
    domain: Domain,
    keys: tuple[Any, ...],
    some: bool,
    variables: dict[Any, tuple[int, Mapping[Any, int]]],
) -> Field:
    choices = [Choice(domain.draw(v), v, _label(domain, v)) for v in domain.values]
    no = yes = None
    if domain.kind == "bool":
        no, yes = domain.draw(False), domain.draw(True)
    elif some:
        no = (
            domain.blanks[0]
            if domain.blanks
            else next(b for b in (*BLANKS, "∅") if b not in domain.tokens)
        )
        choices.append(Choice(no, None, "nothing"))
    return Field(name, kind, "values", domain, keys, tuple(choices), no, yes, variables)


def _label(domain: Domain, value: Any) -> str:
    """A value for people: a symbol by its name, not by the token that is drawn."""
    return show(value) if domain.kind != "bool" else ("yes" if value else "no")
