"""Sketches: a puzzle whose given layers are edited on the board, with the same editors as in play.

Each change becomes part of the text of the puzzle file, which can be written by hand as well. Given
layers that are not on the board are edited as rows of fields (`parts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..compiler.board.protocol import Board
from ..compiler.board.shapes import board as board_of
from ..compiler.ground.layers import LayerSlot, is_lined
from ..compiler.ground.reading import UNKNOWN, is_pictured
from ..compiler.ground.solution import LayerValues
from ..compiler.lower.names import grid_names
from ..dsl.diagnostics import PzcError, Source
from ..dsl.puzzle import NOTES
from ..dsl.syntax import Param
from ..records import replace
from ..render.plain import section
from ..render.puzzle import write_puzzle
from ..render.svg import svg
from ..render.themes import PAGE
from ..tasks.blank import (
    blank_board,
    blank_lines,
    bools,
    everywhere,
    nowhere,
    regions,
    without_lists,
)
from ..tasks.make.hints import hints, with_placeholders
from ..tasks.spec import Spec
from .clues import NONE
from .fields import Choice, Field, Fields, choice_of
from .game import described_cells, described_field, frames_of, rules
from .parts import described_parts, rewritten
from .state import State

DRAWN = frozenset({"bool", "int", "symbols", "places", "any"})
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# The most rows and columns of an empty board.
LARGEST = 60
# The most values of a list that the page may send.
LONGEST = 100


class Sketch:
    """A puzzle of a spec, with the fields of its given layers. Raises PzcError for mistakes."""

    def __init__(self, spec: Spec, puzzle: Source) -> None:
        self.spec, self.puzzle = spec, puzzle
        moves = None if spec.program.sequence is None else 0
        self.grounding = spec.ground(puzzle, moves=moves, exact=True)
        printed = self.grounding.binding.printed
        self.fields = [
            _field(slot, printed[name])
            for name, slot in self.grounding.slots.items()
            if name in printed and _is_drawn(slot)
        ]
        self._places = {
            field.place(key): (field, key) for field in self.fields for key in field.keys
        }

    def described(self) -> dict[str, Any]:
        """The description of the sketch for the page: a game whose fields are the given layers."""
        context = self.grounding.context
        board = context.board if context.has_board else None
        printed = self.grounding.binding.printed
        state = {
            field.place(key): token
            for field in self.fields
            for key in field.keys
            if (token := _token(field, printed[field.layer].get(key))) not in (None, field.no)
        }
        return {
            "title": self.grounding.title,
            "about": self.spec.about,
            "rules": rules(self.grounding),
            "plan": bool(self.grounding.sequence),
            "fields": [described_field(field, {}, board) for field in self.fields],
            "cells": described_cells(board),
            **NONE,
            "state": state,
            "parts": described_parts(self.grounding, {field.layer for field in self.fields}),
        }

    def picture(self) -> dict[str, Any]:
        """The picture of the puzzle alone."""
        shown = State(Fields(self.grounding), {}).solution()
        shown = replace(shown, sequence="")
        return {"svg": svg(shown, title=False, theme=PAGE), "frames": frames_of(shown)}

    def drawn(self, changes: Mapping[str, Any]) -> str:
        """The text of the puzzle after changes: by name of a place its token, None for a blank.
        Raises PzcError."""
        clues: dict[str, dict[Any, Any]] = {}
        for name, token in changes.items():
            if name not in self._places:
                raise PzcError.at("E0521", f"nothing is given at {str(name)[:80]!r}")
            field, key = self._places[name]
            value: Any
            if field.domain.kind == "list":
                value = self._list(field, token)
            elif token is not None:
                value = self._value(field, token)
            elif field.no is not None:
                value = choice_of(field, field.no)
            else:
                continue  # there has to be a value
            clues.setdefault(field.layer, {})[key] = value
        return _sections(self.spec, self.puzzle) + write_puzzle(self.grounding, clues)

    def rewritten(self, name: Any, rows: Any) -> str:
        """The text of the puzzle with new rows in a part. Raises PzcError."""
        return rewritten(self.grounding, name, rows)

    def _list(self, field: Field, token: Any) -> tuple[Any, ...] | None:
        """The values of a list, which the page joins with commas."""
        if token is None:
            return None if self.grounding.slots[field.layer].some else ()
        if not isinstance(token, str) or token.count(",") > LONGEST:
            raise PzcError.at("E0320", f"'{field.layer}' cannot be {str(token)[:80]!r}")
        return tuple(choice_of(field, part) for part in token.split(","))

    def _value(self, field: Field, token: Any) -> Any:
        if field.domain.kind == "any" and isinstance(token, str) and len(token.split()) == 1:
            return token[:8]
        return choice_of(field, token)


def blank(spec: Spec, like: Source, height: int, width: int) -> str:
    """The text of an empty puzzle of another size, in cells. like: a puzzle whose other values
    stay; of one that cannot be read only the params. Raises PzcError if the spec has no board of
    this size, or needs something that cannot be left out."""
    if not (0 < height <= LARGEST and 0 < width <= LARGEST):
        raise PzcError.at("E0542", f"a board has at most {LARGEST} rows and columns here")
    readable = _readable(spec, like, height, width)
    binding = spec.grounder.read(spec.sections(readable))
    if not binding.context.has_board:
        raise PzcError.at("E0542", "this spec has no board")
    own = board_of(binding.context.board.shape, height, width)
    sizes = _sizes(spec, height, width)
    # Pictures show the size, unless the author preferred to write it.
    shows_size = readable is not like and any(
        is_pictured(slot.kind) for slot in binding.slots.values()
    )
    parts = []
    for name in spec.program.sections:
        slot = binding.slots.get(name)
        written = binding.puzzle.sections.get(name)
        if name in sizes and written is not None:
            parts += [] if shows_size else [f"{name}: {sizes[name]}\n"]
        elif slot is not None and is_lined(slot.kind):
            parts.append(_lined(slot, own))
        elif slot is not None and slot.kind == "group":
            parts.append(f"{name}:\n{LETTERS[0]} {slot.domain.draw(_nothing(slot))}\n")
        elif slot is not None and slot.some and "," in slot.kind:
            continue  # at pairs of places: nothing
        elif slot is None or not (is_pictured(slot.kind) or slot.kind == "side"):
            if written is not None and name != "picture":
                parts.append(written.text())
        else:
            keys = [k for kind in slot.kind.split("+") for k in own.places(kind)]
            table = dict.fromkeys(keys, _nothing(slot))
            shown = LayerValues(name, slot.kind, table, slot.domain)
            parts.append(f"{name}:\n{section(shown, own)}\n")
    text = _sections(spec, readable) + "\n".join(parts)
    try:
        spec.grounder.read(spec.sections(Source(like.name, text)))
    except PzcError as error:
        reason = error.diagnostics[0].message
        message = f"there is no board of {height} rows and {width} columns: {reason}"
        raise PzcError.at("E0542", message) from None
    return text


def _readable(spec: Spec, like: Source, height: int, width: int) -> Source:
    """The puzzle if it can be read; else a minimal one of this size: with the params of the puzzle,
    and one and the same value everywhere in layers that need a value everywhere."""
    kept: dict[str, str] = {}
    try:
        sections = spec.sections(like)
        params = {p.id for d in spec.program.declarations if isinstance(d, Param) for p in d.names}
        kept = {
            name: part.inline.text.strip()
            for name, part in sections.sections.items()
            if name in params and part.inline is not None
        }
        spec.grounder.read(sections)
    except PzcError:
        sizes = {name: str(size) for name, size in _sizes(spec, height, width).items()}
        values = {**hints(spec).values, **kept, **sizes}
        lines, own = blank_lines(values), blank_board(spec, values)
        if own is not None:
            lines += [line for name in regions(spec) for line in everywhere(name, own, LETTERS[0])]
            lines += [line for name in bools(spec) for line in nowhere(name, own)]
            lines += without_lists(spec, own)
        text = "\n".join(lines) + "\n"
        return Source(like.name, with_placeholders(spec, text) or text)
    return like


def _lined(slot: LayerSlot, board: Board) -> str:
    """An empty section of a layer at rows or columns: for lists, one line each."""
    many = sum(len(board.places(kind)) for kind in slot.kind.split("+"))
    if slot.domain.kind == "list":
        return f"{slot.name}:\n" + "-\n" * many
    nothing = _nothing(slot)
    token = slot.domain.draw(nothing)
    return f"{slot.name}: {' '.join([token] * many)}\n"


def _sizes(spec: Spec, height: int, width: int) -> dict[str, int]:
    """The values of the names in the size of the grid."""
    names = [name.id for name in grid_names(spec.program.declarations)]
    return dict(zip(names, (height, width) if len(names) > 1 else (height,), strict=False))


def _nothing(slot: LayerSlot) -> Any:
    if slot.some:
        return None
    if slot.domain.kind == "any":
        return LETTERS[0]
    return slot.domain.values[0] if slot.domain.kind != "bool" else False


def _sections(spec: Spec, puzzle: Source) -> str:
    """The notes of a puzzle file, as sections: title, author and so on."""
    sections = spec.sections(puzzle).sections
    kept = [sections[name].text() for name in NOTES if name in sections]
    return "\n".join(kept) + "\n" if kept else ""


def _is_drawn(slot: LayerSlot) -> bool:
    """Whether a given layer is drawn on the board, or shown as a table of values."""
    element = slot.domain.element
    if slot.domain.kind == "list" and element is not None:
        return element.kind in ("int", "symbols") and (slot.kind == "cell" or is_lined(slot.kind))
    return slot.domain.kind in DRAWN


def _field(slot: LayerSlot, printed: Mapping[Any, Any]) -> Field:
    domain = slot.domain.element or slot.domain
    choices = [Choice(domain.draw(v), v, domain.draw(v)) for v in _values(slot, printed)]
    no = yes = None
    if slot.domain.kind == "list":
        unknown = domain.unknown or slot.domain.unknown
    else:
        unknown = domain.unknown
        if domain.kind == "bool":
            no, yes = domain.draw(False), domain.draw(True)
        elif slot.some:
            no = domain.draw(None)
            choices.append(Choice(no, None, "nothing"))
    if unknown is not None:
        choices.append(Choice(unknown, UNKNOWN, "unknown"))
    return Field(
        slot.name, slot.kind, "values", slot.domain, slot.keys, tuple(choices), no, yes, {}
    )


def _values(slot: LayerSlot, printed: Mapping[Any, Any]) -> list[Any]:
    """The values of a layer; for any symbol, those that the puzzle has and further letters."""
    if slot.domain.kind != "any":
        return list(slot.domain.values)
    own = dict.fromkeys(v for v in printed.values() if v is not None and v is not UNKNOWN)
    return sorted({*own, *LETTERS[: min(len(LETTERS), len(own) + 2)]})


def _token(field: Field, value: Any) -> str | None:
    if value is None or value == ():
        return None
    if field.domain.kind == "list":
        drawn = {choice.value: choice.token for choice in field.choices}
        return ",".join(drawn[member] for member in value)
    if value is UNKNOWN:
        return field.domain.unknown
    return field.domain.draw(value)
