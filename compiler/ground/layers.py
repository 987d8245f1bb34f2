"""The layers of a puzzle: their slots, and reading their values from sections.

How a section is read depends on the places of the layer: pictures for cells, corners, borders and
links, a line or a value for each row and column, `key value` lines for everything else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ...dsl.diagnostics import Diagnostic, Mistakes, PzcError, Span, counted
from ...dsl.puzzle import Line, Section, Token
from ...records import record
from ..context import Context
from ..values.showing import show
from . import reading
from .domains import BLANKS, Domain


@record(frozen=False)
class LayerSlot:
    """A layer without its values.

    keys: its places in order. variables: of a found layer, by key (of a layer of pieces by border),
    the variable's index and the code of each constant (None: missing). tokens: of a given layer,
    where each value was printed. printed: the given layer that a found one takes values from.
    clues: of an open given layer (see `opening`), the puzzle's value at each open place; None if it
    is closed. own: the domain at each place, if they differ; then `domain` is their union. partial:
    it is read from an incomplete board, whose picture may say "unknown" where the layer has no
    place. copied: what a picture of it may repeat of the puzzle where it has no place."""

    name: str
    kind: str
    keys: tuple[Any, ...]
    domain: Domain
    some: bool
    variables: dict[Any, tuple[int, Mapping[Any, int]]]
    tokens: dict[Any, Token]
    printed: str | None = None
    clues: dict[Any, Any] | None = None
    own: dict[Any, Domain] | None = None
    partial: bool = False
    copied: Mapping[Any, Collection[str]] | None = None

    def __repr__(self) -> str:
        return f"LayerSlot({self.name!r}, {counted(len(self.keys), 'place')})"


def show_key(key: Any) -> str:
    """A key of a layer in words: several places with commas between them."""
    return ", ".join(map(show, key)) if type(key) is tuple else show(key)


def read_layer(
    context: Context, slot: LayerSlot, section: Section
) -> tuple[dict[Any, Any], dict[Any, Token]]:
    """(values, tokens) by key: read a layer's values from its section, with the tokens that they
    were read from. Raises PzcError."""
    domain, what = slot.domain, slot.name
    if domain.kind == "list":
        return _read_lists(context, slot, section)
    if reading.is_pictured(slot.kind):
        tokens = _pictured(context, slot, section)
        return reading.read_all(domain, tokens), tokens
    if slot.kind == "":  # a single value: the layer of a plan at one moment
        alone = [t for line in section.filled() for t in line.tokens()]
        tokens = {"": single(what, alone, section, domain)}
        return reading.read_all(domain, tokens), tokens
    if slot.kind == "side":
        tokens = reading.locate_sides(context.squares, section)
        own = set(slot.keys)
        Mistakes(
            reading.outside(token, what)
            for place, token in tokens.items()
            if place not in own and token.text not in BLANKS + domain.blanks
        ).check()
        tokens = {p: t for p, t in tokens.items() if p in own}
        return reading.read_all(domain, tokens), tokens
    if is_lined(slot.kind):
        listed = [t for line in section.filled() for t in line.tokens()]
        if len(listed) == len(slot.keys) and not _is_keyed(slot, section):
            tokens = dict(zip(slot.keys, listed, strict=True))
            return reading.read_all(domain, tokens), tokens
        kinds = slot.kind.replace("+", " or ")
        if len(slot.keys) and not any(t.text in _names(slot.keys) for t in listed):
            raise PzcError.at(
                "E0312",
                f"'{what}' has {counted(len(listed), 'value')}, not {len(slot.keys)}",
                section.heading,
                expected=f"{counted(len(slot.keys), 'value')}, one for each {kinds}",
                hint=_crowded(what, listed, len(slot.keys)),
            )
    return _read_keyed(slot, section)


def _is_keyed(slot: LayerSlot, section: Section) -> bool:
    """Whether each line is the name of a place and more, although there may be as many words, or
    lists, as places. Where the name is a value, too (of a layer of rows at rows), lists are values,
    and so is a line of its own."""
    names, lines = _names(slot.keys), [line.tokens() for line in section.filled()]
    values = (slot.domain.element or slot.domain).tokens
    several = len(lines) > 1 and slot.domain.kind != "list"
    return bool(lines) and all(
        len(tokens) > 1 and tokens[0].text in names and (several or tokens[0].text not in values)
        for tokens in lines
    )


def _crowded(name: str, tokens: list[Token], count: int) -> str | None:
    """The hint for values that are not separated."""
    if len(tokens) == 1 and len(tokens[0].text) == count:
        return f"values are separated by spaces: `{name}: {' '.join(tokens[0].text)}`"
    return None


EMPTY = "-"  # in a line of its own, a list without members


def is_lined(kind: str) -> bool:
    """Whether a section for places of this kind has a value, or a line with a list, for each place
    in order."""
    return set(kind.split("+")) <= {"row", "column"}


def _pictured(context: Context, slot: LayerSlot, section: Section) -> dict[Any, Token]:
    """The token of a picture at each place of the layer."""
    board, what = context.board, slot.name
    rows = reading.grid_of(section.filled(), board.layouts(slot.kind))
    if slot.kind == "cell":
        rows = reading.unwrap(rows, board)
    unknown = (slot.domain.unknown,) if slot.partial and slot.domain.unknown else ()
    picture = f"picture '{what}'"
    tokens = reading.locate_picture(board, slot.kind, rows, section, picture, unknown)
    own = set(slot.keys)
    blank = {" ", *BLANKS, *slot.domain.blanks, *unknown}
    problems = Mistakes()
    for place, token in tokens.items():
        if place not in own and token.text not in blank:
            repeated = (slot.copied or {}).get(place, ())
            if token.text not in repeated:
                problems.add(reading.outside(token, what, repeated))
    problems.check()
    return {p: t for p, t in tokens.items() if p in own}


def valueless(slot: LayerSlot, key: Any, span: Span) -> Diagnostic:
    """The diagnostic for a place without the value that it must have."""
    message = f"'{slot.name}' has no value for {show_key(key)}"
    return Diagnostic("E0329", message, span, slot.domain.describe())


def _names(keys: Sequence[Any]) -> set[str]:
    return {show_key(k).replace(" ", "") for k in keys}


def _read_lists(
    context: Context, slot: LayerSlot, section: Section
) -> tuple[dict[Any, Any], dict[Any, Token]]:
    element = slot.domain.element
    assert element is not None
    if element.kind == "picture":
        assert element.element is not None
        images = [reading.read_images(element.element, p) for p in _paragraphs(slot, section)]
        return dict(zip(slot.keys, images, strict=True)), {}
    if reading.is_pictured(slot.kind) and not reading.is_keyed(section):
        tokens = _pictured(context, slot, section)
        if slot.some:
            tokens = {p: t for p, t in tokens.items() if t.text not in slot.domain.blanks}
        return _lists_of(slot, {p: [t] for p, t in tokens.items()}), tokens
    if not is_lined(slot.kind) or _is_keyed(slot, section):
        located = reading.locate_keys(slot.keys, section, f"layer '{slot.name}'")
        _check_heads(element, [head for key, (head, _) in located.items() if type(key) is str])
        out = _lists_of(slot, {k: ts for k, (_, ts) in located.items()})
        _all_there(slot, out, section)
        return out, {k: t for k, (t, _) in located.items()}
    lines = section.filled()
    if len(lines) != len(slot.keys):
        raise PzcError.at(
            "E0327",
            f"'{slot.name}' has {counted(len(lines), 'line')}, not {len(slot.keys)}",
            lines[-1].whole() if lines else section.heading,
            expected=f"a line for each {slot.kind.replace('+', ' and ')}; "
            + ("'.' where there is no list, " if slot.some else "")
            + "'-' where its list is empty",
        )
    placed = dict(zip(slot.keys, lines, strict=True))
    if slot.some:
        blanks = [b for b in slot.domain.blanks if b != EMPTY]
        placed = {k: line for k, line in placed.items() if line.text.strip() not in blanks}
    values = _lists_of(slot, {k: line.tokens() for k, line in placed.items()})
    tokens = {k: Token(line.text, line, 0, max(1, len(line.text))) for k, line in placed.items()}
    return values, tokens


def _check_heads(element: Domain, heads: Sequence[Token]) -> None:
    """Raise PzcError if a line with a list of places begins with a place: the name of the list was
    left out, and its first member would be taken as the name."""
    Mistakes(
        Diagnostic(
            "E0335",
            f"the line begins with the place '{head.text}', not with the name of its list",
            head.span,
            "a name, then the members of the list",
            f"write `{number} {head.line.text.strip()}`",
        )
        for number, head in enumerate(heads, 1)
        if element.kind == "places" and head.text in element.tokens
    ).check()


def _lists_of(slot: LayerSlot, lists: dict[Any, list[Token]]) -> dict[Any, Any]:
    """The lists at places; reports every invalid token."""
    out: dict[Any, Any] = {}
    problems = Mistakes()
    for key, tokens in lists.items():
        try:
            out[key] = reading.read_list(slot.domain, tokens)
        except PzcError as error:
            problems.add(*error.diagnostics)
    problems.check()
    return out


def _paragraphs(slot: LayerSlot, section: Section) -> list[list[Line]]:
    """The pictures of a section, one for each place: in order, or each below the name of its
    place."""
    paragraphs = section.paragraphs()
    named = {paragraph[0].text.strip(): paragraph[1:] for paragraph in paragraphs}
    names = [show_key(k) for k in slot.keys]
    if len(paragraphs) == len(named) and named.keys() == set(names) and all(named.values()):
        return [named[name] for name in names]
    if len(paragraphs) != len(slot.keys):
        raise PzcError.at(
            "E0326",
            f"'{slot.name}' has {counted(len(paragraphs), 'picture')}, not {len(slot.keys)}",
            section.heading,
            expected=f"a picture for each {slot.kind}, with an empty line between them",
        )
    return paragraphs


def _read_keyed(slot: LayerSlot, section: Section) -> tuple[dict[Any, Any], dict[Any, Token]]:
    if slot.domain.kind == "picture":
        assert slot.domain.element is not None
        images = [
            reading.read_images(slot.domain.element, p)[0] for p in _paragraphs(slot, section)
        ]
        return dict(zip(slot.keys, images, strict=True)), {}
    located = reading.locate_keys(slot.keys, section, f"layer '{slot.name}'")
    Mistakes(
        Diagnostic(
            "E0328",
            f"'{head.text}' has {counted(len(values), 'value')}, not one",
            head.span,
            slot.domain.describe(),
        )
        for head, values in located.values()
        if len(values) != 1
    ).check()
    tokens = {key: values[0] for key, (_, values) in located.items()}
    out = reading.read_all(slot.domain, tokens)
    _all_there(slot, out, section)
    return out, tokens


def _all_there(slot: LayerSlot, values: dict[Any, Any], section: Section) -> None:
    missing = [k for k in slot.keys if k not in values]
    if missing and not slot.some:
        Mistakes(valueless(slot, key, section.heading) for key in missing).check()


def single(name: str, tokens: Sequence[Token], section: Section, domain: Domain) -> Token:
    """The only token of a section. Raises PzcError."""
    if len(tokens) != 1:
        message = f"'{name}' has {counted(len(tokens), 'value')}, not one"
        head, _, rest = next((t.text for t in tokens if ":" in t.text), "").partition(":")
        hint = f"a section begins with its name, a colon and a space: '{head}: {rest}'"
        raise PzcError.at(
            "E0322",
            message,
            section.heading,
            expected=domain.describe(),
            hint=hint if head.isidentifier() and rest else None,
        )
    return tokens[0]
