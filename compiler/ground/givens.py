"""Read the values of given layers from the sections of a puzzle file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...dsl.diagnostics import Diagnostic, Mistakes, PzcError, Span
from ...dsl.puzzle import PuzzleText, Section, Token
from ...dsl.syntax import Picture
from ..context import Context
from ..values.forms import Image
from ..values.showing import show
from . import reading
from .combined_picture import Pictures, empty_puzzle_hint
from .domains import Domain
from .layers import LayerSlot, read_layer, show_key, valueless

if TYPE_CHECKING:
    from .program import Program


class Givens:
    """The reader of one puzzle's given layers. bare_taken: whether one of them was read from the
    picture without a heading."""

    def __init__(
        self, program: Program, context: Context, puzzle: PuzzleText, pictures: Pictures
    ) -> None:
        self.program = program
        self.context = context
        self.puzzle = puzzle
        self.pictures = pictures
        self.bare_taken = False
        self._domains: list[tuple[str, Domain]] = []  # of the layers in a combined picture
        self._located: dict[Any, Token] = {}  # the tokens of this picture
        self._split: dict[str, dict[str, Any]] = {}  # the values of these layers, by token

    def read(self, slot: LayerSlot, needed: bool = True) -> dict[Any, Any]:
        """The values of a given layer in the puzzle file, None where it is blank. Raises PzcError.

        needed: a missing section is a mistake if the layer cannot be blank everywhere."""
        values = self._values(slot, needed)
        if slot.own is not None:
            section = self.puzzle.sections.get(slot.name)
            heading = section.heading if section is not None else None
            Mistakes(_outside_own(slot, slot.own, values, heading)).check()
        return values

    def _values(self, slot: LayerSlot, needed: bool) -> dict[Any, Any]:
        section = self.puzzle.sections.get(slot.name)
        picture = self.pictures.combined
        if picture is not None and slot.name in [n.id for n in picture.layers]:
            shown = self.puzzle.sections.get("picture") or self.puzzle.bare
            if shown is not None:
                if section is not None:
                    raise PzcError.at(
                        "E0306",
                        f"'{slot.name}' is given twice: the picture contains it, too",
                        section.heading,
                    )
                return self._read_combined(picture, shown, slot)
        if section is None:
            bare = self.puzzle.bare
            target = self.pictures.bare_target() if bare is not None else None
            if bare is not None and target is not None:
                if target[0] == slot.name:
                    self.bare_taken = True
                    return self._read_section(slot, bare)
                if target[1] == "around" and slot.kind in ("cell", "side"):
                    self.bare_taken = True
                    return self._read_around(slot, bare)
            if needed and not slot.some and slot.keys:
                if slot.domain.kind == "list":
                    what = "a line for each " + slot.kind
                else:
                    what = f"'{slot.name}:' and {slot.domain.describe()} for each {slot.kind}"
                raise missing(self.puzzle, slot.name, what)
            return {}
        if slot.some and not section.filled():
            return {}  # a heading alone: blank everywhere
        return self._read_section(slot, section)

    def _read_section(self, slot: LayerSlot, section: Section) -> dict[Any, Any]:
        values, tokens = read_layer(self.context, slot, section)
        slot.tokens.update(tokens)
        return values

    def _read_around(self, slot: LayerSlot, section: Section) -> dict[Any, Any]:
        located = reading.locate_around(self.context.squares, section)
        tokens = {place: t for place, t in located.items() if place.kind == slot.kind}
        slot.tokens.update(tokens)
        return reading.read_all(slot.domain, tokens)

    def _read_combined(self, picture: Picture, section: Section, slot: LayerSlot) -> dict[Any, Any]:
        """Read a layer from a picture that holds several."""
        if section is self.puzzle.bare:
            self.bare_taken = True
        tokens = self._located
        if not tokens:
            board = self.context.board
            rows = reading.grid_of(section.filled(), board.layouts("cell"))
            rows = reading.unwrap(rows, board)
            tokens = self._located = reading.locate_picture(board, "cell", rows, section, "picture")
        if not self._domains:
            self._domains = [(name.id, self._declared_domain(name.id)) for name in picture.layers]
        slot.tokens.update(tokens)
        own = set(slot.keys)
        problems = Mistakes()
        out: dict[Any, Any] = {}
        for place, token in tokens.items():
            known = self._split.get(token.text)
            if known is None:
                try:
                    known = reading.split_combined(picture.text.value, self._domains, token)
                except PzcError as error:
                    problems.add(*error.diagnostics)
                    continue
                self._split[token.text] = known
            value = known[slot.name]
            if place in own:
                out[place] = value
                if value is None and not slot.some:
                    problems.add(valueless(slot, place, token.span))
            elif value is not None:
                problems.add(reading.outside(token, slot.name))
        problems.check()
        return out

    def _declared_domain(self, name: str) -> Domain:
        """The domain of a layer of the combined picture, with a blank if it lacks some places."""
        declared = self.program.shown(name)
        kind, places, frames = declared.places(self.context)
        return declared.domains(self.context, kind, places, frames)[0]


def _outside_own(
    slot: LayerSlot, own: Mapping[Any, Domain], values: Mapping[Any, Any], heading: Span | None
) -> Iterator[Diagnostic]:
    """The mistakes of values that the layer has at other places only. heading: where to report
    those of pictures, whose tokens are not kept."""
    for key, value in values.items():
        for member in _strangers(own[key], value):
            token = slot.tokens.get(key)
            yield Diagnostic(
                "E0320",
                f"'{slot.name}' cannot be {show(member)} at {show_key(key)}",
                token.span if token is not None else heading,
                own[key].describe(),
            )


def _strangers(domain: Domain, value: Any) -> Iterator[Any]:
    """The values, or members of a list or picture, that a domain does not have."""
    if value is None or value is reading.UNKNOWN:
        return
    if domain.element is not None:
        for member in value.values if isinstance(value, Image) else value:
            inner = domain if type(member) is tuple or isinstance(member, Image) else domain.element
            yield from _strangers(inner, member)
    elif value not in domain.values:
        yield value


def missing(puzzle: PuzzleText, name: str, expected: str) -> PzcError:
    """The error for a missing section."""
    span = Span(puzzle.source, 1, 1, 1, 2) if puzzle.source.text else None
    hint = empty_puzzle_hint(puzzle)
    message = f"section '{name}' is missing"
    return PzcError.at("E0307", message, span, expected=expected, hint=hint)
