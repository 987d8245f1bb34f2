"""The board reader: from the text of a solution file to a partial assignment.

A plan is written moment by moment: layers at a moment are below a heading such as `time 3:`, layers
without moments are above the first heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from ..compiler.board.places import Place
from ..compiler.builtins import region_layers as drawn
from ..compiler.ground import reading
from ..compiler.ground.domains import BLANKS, Domain
from ..compiler.ground.finds import computed_domain
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layer_values import pieces_domain
from ..compiler.ground.layers import LayerSlot, read_layer, show_key, single
from ..compiler.ground.opening import value_of
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.plans.steps import keys_at, kind_without, moment_of, position
from ..compiler.values.choice import Choice
from ..compiler.values.comparison import equal
from ..compiler.values.partitions import Partition
from ..compiler.values.showing import show
from ..compiler.values.values import Layer
from ..dsl.diagnostics import Diagnostic, Mistakes, PzcError, Source, Span, counted
from ..dsl.puzzle import NOTES, PuzzleText, Section, read_sections
from ..dsl.syntax import LONGEST_NUMBER
from ..model.nodes import Bool, domain_of
from ..records import record, replace
from .reading_back import solution
from .texts import as_source

UNDECIDED = "?"
NUMBER = re.compile(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}")


class Board(Protocol):
    """A board as it was read; see `BoardReader`."""

    @property
    def assignment(self) -> Sequence[int | None]: ...
    @property
    def misprints(self) -> Sequence[tuple[str, Any, Any, Any]]: ...
    def conditions(self) -> list[Bool]:
        """The board as conditions on the model, those on its assignment first."""

    def shown(self) -> list[str]:
        """What each of the other conditions says the board shows, in words."""


# The text of a solution file, or what reads a board for a grounding.
Boards: TypeAlias = str | Source | Callable[[Grounding], Board]


def board_on(grounding: Grounding, board: Boards) -> Board:
    """Read a board. Raises PzcError with the mistakes in it."""
    if callable(board):
        return board(grounding)
    return BoardReader(grounding, as_source(board, "board"))


@record
class Part:
    """A part of a solution file: the sections of one moment, or (None) of all moments."""

    moment: int | None
    text: Source
    heading: Span | None = None


def parts(source: Source, sequence: str) -> list[Part]:
    """The parts of a solution file; the lines keep their numbers. Raises PzcError for a moment
    that occurs twice.

    sequence: the name of the spec's sequence; "" for a spec without one: the file is one part.
    """
    if not sequence:
        return [Part(None, source)]
    lines = source.text.split("\n")
    heading = re.compile(rf"{re.escape(sequence)}[ \t]+(\d{{1,9}})[ \t]*:[ \t]*")
    found = [(k, match) for k, line in enumerate(lines) if (match := heading.fullmatch(line))]
    starts = [k for k, _ in found] + [len(lines)]
    out = [Part(None, _lines(source, lines, 0, starts[0]))]
    first: dict[int, int] = {}
    problems = Mistakes()
    for (k, match), end in zip(found, starts[1:], strict=True):
        moment = int(match.group(1))
        span = Span(source, k + 1, 1, k + 1, match.end() + 1)
        if moment in first:
            message = f"'{sequence} {moment}' occurs twice; first in line {first[moment]}"
            problems.add(Diagnostic("E0304", message, span))
        first.setdefault(moment, k + 1)
        out.append(Part(moment, _lines(source, lines, k + 1, end), span))
    problems.check()
    return out


def _lines(source: Source, lines: list[str], start: int, end: int) -> Source:
    """Some lines of a text, padded with empty lines to keep their line numbers."""
    return Source(source.name, "\n" * start + "\n".join(lines[start:end]))


def written_moves(source: Source, sequence: str) -> int:
    """The number of moves of a written plan: its last moment. Raises PzcError if it has no
    moment."""
    moments = [part.moment for part in parts(source, sequence) if part.moment is not None]
    if not moments:
        raise PzcError.at(
            "E0330",
            f"{source.name} shows no plan",
            expected=f"'{sequence} 0:' and what there is at that moment, and so on",
            hint=_emptiness(source),
        )
    return max(moments)


def _emptiness(source: Source) -> str | None:
    """That a solution file is empty, as the output of a command that finds none is."""
    return None if source.text.strip() else f"{source.name} is empty"


class BoardReader:
    """Reads a solution file. Raises PzcError with the mistakes in its text.

    assignment: by variable index, None where undecided. computed: the file's values of answer
    layers that are computed from found ones. misprints: layer, place and both values wherever the
    file changes a printed value. complete: every value is known.
    """

    def __init__(self, grounding: Grounding, source: Source) -> None:
        self.grounding = grounding
        self.assignment: list[int | None] = [None] * len(grounding.model.variables)
        self.computed: list[tuple[Any, Any]] = []
        self._shown: list[str] = []
        self.misprints: list[tuple[str, Any, Any, Any]] = []
        self.complete = True
        self.layers: dict[str, dict[Any, Any]] = {}
        self._missing: dict[str, set[int]] = {}  # by layer, moments whose values were not read
        names = self._names()
        for part in parts(source, grounding.sequence):
            if (part.moment or 0) > (grounding.moves or 0):
                message = f"a plan has no moment {part.moment}"
                expected = f"a moment from 0 to {grounding.moves}"
                raise PzcError.at("E0315", message, part.heading, expected=expected)
            self._part(part.moment, read_sections(part.text, names, grounding.program.commented))
        answer = self.grounding.answer
        if not self.layers and any(map(self._has_places, answer)):
            raise PzcError.at(
                "E0330",
                f"{source.name} shows no layer of the answer",
                expected=" and ".join(f"'{n}:'" for n in answer),
                hint=_emptiness(source),
            )
        for name in answer:
            if name not in self.layers:
                self.complete = self.complete and not self._has_places(name)
                self.layers[name] = {}
        self.complete = self.complete and not any(self._missing.values())

    def _names(self) -> tuple[str, ...]:
        """The sections that a solution file may have."""
        grounding = self.grounding
        found = [name for name in grounding.slots if name not in grounding.given_names]
        return tuple(dict.fromkeys((*grounding.answer, *found)))

    def _has_places(self, name: str) -> bool:
        value = self.grounding.context.values[name]
        return not isinstance(value, Layer) or bool(value.table)

    # ---- sections

    def _part(self, moment: int | None, text: PuzzleText) -> None:
        """Read all sections of a moment."""
        bare, answer = text.bare, self.grounding.answer
        if bare is not None:
            if len(answer) != 1 or answer[0] in text.sections:
                raise PzcError.at(
                    "E0305",
                    "this belongs to no section",
                    bare.lines[0].whole(),
                    expected="a heading: " + ", ".join(f"'{n}:'" for n in answer),
                )
            self._layer(answer[0], bare, moment)
        for name, section in text.sections.items():
            if name not in NOTES or name in self.grounding.slots:
                self._layer(name, section, moment)

    def _layer(self, name: str, section: Section, moment: int | None) -> None:
        value = self.grounding.context.values[name]
        slot = self.grounding.slots.get(name)
        if slot is None:
            self._computed(name, value, section, moment)
            return
        slot, keys = self._at(slot, section, moment)
        values, tokens = read_layer(self.grounding.context, self._lenient(slot), section)
        if isinstance(value, Partition):
            self._pieces(value, slot, values)
            return
        given = self.grounding.model.givens
        for short, key in keys.items():
            index, codes = slot.variables[key]
            read = values.get(short)
            if read is reading.UNKNOWN or (read is None and not slot.some):
                self.complete = False
                continue
            if read not in codes:
                message = f"'{name}' cannot be {show(read)} at {show_key(key)}"
                raise PzcError.at("E0320", message, tokens[short].span)
            self.assignment[index] = codes[read]
            if index in given and given[index] != codes[read]:
                self.misprints.append((name, key, read, value_of(codes, given[index])))
        self._enter(name, values, keys)

    def _lenient(self, slot: LayerSlot) -> LayerSlot:
        """The slot for an incomplete board: `?`, or a blank, means undecided; so `?` may stand
        anywhere in a picture. Where the layer has no place, a clue may be copied from the puzzle.
        """
        domain = slot.domain
        missing = (b for b in BLANKS if b not in domain.tokens)
        blanks = tuple(dict.fromkeys((*domain.blanks, *missing)))
        unknown = None if UNDECIDED in domain.tokens else UNDECIDED
        domain = replace(domain, blanks=blanks, unknown=unknown)
        return replace(slot, domain=domain, some=True, partial=True, copied=self._clues)

    @cached_property
    def _clues(self) -> dict[Any, list[str]]:
        """By place, how the puzzle shows its clues there."""
        found: dict[Any, list[str]] = {}
        for name in self.grounding.given_names:
            for key, token in self.grounding.slots[name].tokens.items():
                found.setdefault(key, []).append(token.text)
        return found

    def _at(
        self, slot: LayerSlot, section: Section, moment: int | None
    ) -> tuple[LayerSlot, dict[Any, Any]]:
        """The slot of a layer below the heading of a moment, whose keys lack the moment, and the
        full keys."""
        sequence = self.grounding.sequence
        at = position(slot.kind, sequence)
        if (at is None) != (moment is None):
            raise PzcError.at(
                "E0332",
                f"'{slot.name}' is the same at all moments"
                if at is None
                else f"'{slot.name}' has no moment",
                section.heading,
                expected=f"{'above' if at is None else 'below'} '{sequence} 0:'",
            )
        if at is None or moment is None:
            return slot, {key: key for key in slot.keys}
        if slot.name not in self._missing:
            self._missing[slot.name] = {moment_of(key, at) for key in slot.keys}
        self._missing[slot.name].discard(moment)
        keys = keys_at(slot.keys, at, moment)
        if not keys:
            raise PzcError.at(
                "E0325",
                f"'{slot.name}' has no place at {sequence} {moment} of a plan with "
                f"{counted(self.grounding.moves or 0, 'move')}",
                section.heading,
            )
        return replace(slot, kind=kind_without(slot.kind, at), keys=tuple(keys)), keys

    def _enter(self, name: str, values: dict[Any, Any], keys: dict[Any, Any]) -> None:
        """Store what was read under the full keys."""
        layer = self.layers.setdefault(name, {})
        layer.update((keys[short], value) for short, value in values.items())

    def _pieces(self, partition: Partition, slot: LayerSlot, values: dict[Any, Any]) -> None:
        """Read a layer of pieces, renaming its letters to those that would be printed."""
        decided = self._given_letters(partition, slot, values)
        board = self.grounding.context.board
        for index, code in drawn.decided(board, slot.variables, decided):
            self.assignment[index] = code

    def _given_letters(
        self, partition: Partition, slot: LayerSlot, values: dict[Any, Any]
    ) -> dict[Any, str | None]:
        """The letters given for a partition (None: in no piece), as they would be printed."""
        decided = {
            k: v
            for k, v in values.items()
            if v is not reading.UNKNOWN and (v is not None or slot.some)
        }
        self.complete = self.complete and len(decided) == len(slot.keys)
        shown = drawn.letters(partition, drawn.lettered(partition, decided))
        self.layers[slot.name] = {**values, **{k: shown[k] for k in decided}}
        return decided

    def _computed(self, name: str, value: Any, section: Section, moment: int | None) -> None:
        """Read a layer that is computed from found ones: its values become conditions on them."""
        if isinstance(value, Partition):
            kind, domain = pieces_domain(value)
            domain = replace(domain, unknown=UNDECIDED)
            slot = LayerSlot(name, kind, value.places, domain, True, {}, {}, partial=True)
            read, _ = read_layer(self.grounding.context, slot, section)
            decided = self._given_letters(value, slot, read)
            agreeing = drawn.agreeing(self.grounding.model, value, decided)
            self.computed.extend(agreeing)
            self._shown += [f"which cells belong together in '{name}'"] * len(agreeing)
            return
        if isinstance(value, Layer):
            domain = computed_domain(self.grounding.context, value)
            domain = replace(domain, unknown=UNDECIDED)
            places = tuple(value.table)
            whole = LayerSlot(name, value.kind, places, domain, True, {}, {}, partial=True)
            slot, keys = self._at(whole, section, moment)
            read, _ = read_layer(self.grounding.context, slot, section)
            if not value.truth:
                read = {k: _constant(value.table[keys[k]], v) for k, v in read.items()}
            pairs = [(value.table[keys[k]], v) for k, v in read.items() if v is not reading.UNKNOWN]
            self.complete = self.complete and len(pairs) == len(keys)
            self._shown += [
                shown_as(name, slot.domain.draw(v), keys[k])
                for k, v in read.items()
                if v is not reading.UNKNOWN
            ]
            self._enter(name, read, keys)
        else:
            tokens = [t for line in section.filled() for t in line.tokens()]
            token = single(name, tokens, section, Domain("any")).text if tokens else UNDECIDED
            if token == UNDECIDED:
                self.complete, self.layers[name] = False, {}
                return
            pairs = [(value, _constant(value, token))]
            self.layers[name] = {"": pairs[0][1]}
            self._shown.append(shown_as(name, show(pairs[0][1]), ""))
        self.computed.extend(pairs)

    # ---- what was read

    def conditions(self) -> list[Bool]:
        """The board as conditions on the model."""
        model = self.grounding.model
        decided: list[Bool] = [
            model.eq(variable, value)
            for variable, value in zip(model.variables, self.assignment, strict=True)
            if value is not None
        ]
        return decided + [equal(model, value, constant) for value, constant in self.computed]

    def known(self) -> list[int | None]:
        """By variable index, the board's value, or the printed one where the board leaves it
        open."""
        givens = self.grounding.model.givens
        return [
            givens.get(k) if value is None else value for k, value in enumerate(self.assignment)
        ]

    def shown(self) -> list[str]:
        """What the board shows of computed layers, in words."""
        return list(self._shown)

    def solution(self) -> Solution:
        """The board as it was read, without the values that it leaves open."""
        variables = self.grounding.model.variables
        filled = [
            domain_of(variable)[0] if value is None else value
            for variable, value in zip(variables, self.assignment, strict=True)
        ]
        shown = solution(self.grounding, filled)
        answer = []
        for layer in shown.answer:
            read = self.layers.get(layer.name, {})
            table = {
                k: None if read.get(k) is reading.UNKNOWN else read.get(k) for k in layer.table
            }
            answer.append(LayerValues(layer.name, layer.kind, table, layer.domain))
        return replace(shown, answer=tuple(answer), objective=None)


def shown_as(layer: str, text: str, key: Any) -> str:
    """A value of a layer in words: `count 3 at r1c1`."""
    where = f" {'at' if isinstance(key, Place) else 'of'} {show_key(key)}" if key != "" else ""
    return f"{layer.replace('_', ' ')} {text}{where}"


def _constant(value: Any, token: Any) -> Any:
    """The constant that a token of a computed layer shows: one that the value may be, a list of
    such, or else a number or a text."""
    if not isinstance(token, str):
        return token
    possible = value.choices if isinstance(value, Choice) else (value,)
    shown = next((one for one in possible if show(one) == token), None)
    if shown is not None:
        return shown
    members = token[1:-1].split(",") if token[:1] + token[-1:] == "[]" else ()
    if isinstance(value, tuple) and len(members) == len(value):
        return tuple(map(_constant, value, members))
    return int(token) if NUMBER.fullmatch(token) else token
