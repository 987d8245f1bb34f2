"""Locate the tokens of a section of a puzzle file at the places of a layer.

A picture of cells has a line for each row, a picture of borders 2h+1 lines for h rows of cells, of
links 2h-1, of corners h+1 (or 2h+1, with the borders). A list in a picture is written with commas,
a list at a row or column as a line; sides are written as named lines, or around a picture; every
other set of places as `key value` lines, which lists at places of the board may use, too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Any, Final

from ...dsl.diagnostics import (
    MOST_MISTAKES,
    Diagnostic,
    Mistakes,
    PzcError,
    counted,
    listed,
    nearest,
    one_of,
)
from ...dsl.puzzle import Line, Section, Token
from ...records import replace
from ..board.places import Place
from ..board.protocol import Board, Layout
from ..board.square import SquareBoard
from ..values.forms import Image
from .domains import BLANKS, BadToken, Domain, key_texts

MARGINED: Final = "picture with its margin"  # of the sides, in messages
PICTURED = ("cell", "corner", "border", "link")
BETWEEN = (".", "+", "-", "_", "·", " ")  # tokens between the places of a picture
ANYTHING = "write any text after 'note:'"
QUOTING = " =:\"'[]"  # stripped from a mistyped heading
SIDES = ("top", "bottom", "left", "right")
OTHER_SIDES = {
    "north": "top",
    "up": "top",
    "above": "top",
    "south": "bottom",
    "down": "bottom",
    "below": "bottom",
    "west": "left",
    "east": "right",
}
_PLACE = re.compile(r"r\d+c\d+|p\d+q\d+")
UNKNOWN: Any = type("Unknown", (), {"__repr__": lambda _: "?"})()

# What other formats write around symbols and between them.
QUOTES: Final = "\"'"
SEPARATORS: Final = ",;|"


def is_unknown(value: Any) -> bool:
    """Whether a printed value is unknown, or a list with an unknown member."""
    return value is UNKNOWN or (type(value) is tuple and UNKNOWN in value)


def with_unknown(domain: Domain) -> Domain:
    """A domain that draws an unknown value as its token, also in lists."""
    element = domain.element
    if element is not None:
        element = with_unknown(element)
    token = domain.unknown
    drawn = {**domain.drawn, UNKNOWN: token} if token is not None else domain.drawn
    return replace(domain, element=element, drawn=drawn)


def grid_of(lines: Sequence[Line], layouts: Sequence[Layout] = ()) -> list[list[Token]]:
    """The tokens of a picture: separated by spaces if there are any, otherwise one for each
    character, or one for each line of a picture that has one column.

    layouts: what the picture may look like; none if the size of the board is unknown."""
    spaced = any(" " in line.text.strip() or "\t" in line.text.strip() for line in lines)
    whole = spaced or any(each.width == 1 and each.height == len(lines) for each in layouts)
    return [line.tokens() if whole else line.characters() for line in lines]


def unwrap(rows: list[list[Token]], board: Board | None = None) -> list[list[Token]]:
    """The rows of a picture; one of a square board on a single line is cut into rows. board: None
    while its size is unknown."""
    if len(rows) != 1 or (board is not None and board.height != board.width):
        return rows
    (line,) = rows
    side = isqrt(len(line)) if board is None else board.height
    if side > 1 and side * side == len(line):
        return [line[i : i + side] for i in range(0, len(line), side)]
    return rows


def check_shape(
    rows: list[list[Token]], height: int, width: int, section: Section, what: str
) -> None:
    """Raise PzcError unless a picture has this many rows and tokens in each."""
    if len(rows) == height and all(len(row) == width for row in rows):
        return
    if section.inline is None and not section.name:
        _no_colon(section, what)
    size = f"{counted(height, 'row')} of {width}"
    stray = _stray(section) or _commented_out(rows, height, width)
    if len(rows) == 1 != height and height == width:
        size += f", or all {height * width} on one line"
    lengths = {len(row) for row in rows}
    if len(lengths) == 1 and width not in lengths:
        shape = f"{counted(len(rows), 'row')} of {lengths.pop()}, not {height} of {width}"
        span = rows[0][0].span.to(rows[0][-1].span)
        raise PzcError.at("E0311", f"the {what} has {shape}", span, expected=size, hint=stray)
    problems = Mistakes()
    # Rows without blanks beside rows with some: each of the former is a single long token.
    crowded = [row for row in rows if len(row) == 1 and len(row[0].text) > 1]
    mixed = "one row separates its tokens by spaces, so all rows must" if crowded else None
    hint = stray or mixed
    for row in rows:
        if len(row) != width:
            span = row[-1].span if len(row) < width else row[width].span
            message = (
                f"line {span.line} of the {what} has {counted(len(row), 'place')}, not {width}"
            )
            problems.add(Diagnostic("E0310", message, span, size, hint))
    if len(rows) != height:
        span = rows[-1][0].span.to(rows[-1][-1].span) if rows else section.heading
        message = f"the {what} has {counted(len(rows), 'row')}, not {height}"
        problems.add(Diagnostic("E0311", message, span, size, hint))
    problems.check()


def no_comment(text: str, number: int) -> str:
    """The hint for a line that looks like a comment where none is allowed: why, and where comments
    are allowed."""
    if text.startswith("#"):
        return f"line {number} is not a comment: values can begin with '#' here; " + ANYTHING
    return f"a comment begins with '#', and cannot follow a value (line {number}); " + ANYTHING


def _stray(section: Section) -> str | None:
    """The hint at a line of a picture of the wrong shape that is probably meant as a comment."""
    for line in section.filled():
        text = line.text.strip()
        if re.match(r"(#|//|%|;|--)\s*(\w\w|.*\s[^\W\d_]{2})", text):
            return no_comment(text, line.number)
    return None


def _commented_out(rows: list[list[Token]], height: int, width: int) -> str | None:
    """The hint at rows of a picture that are comments, since `#` is none of its values."""
    lines = rows[0][0].span.source.text.split("\n") if rows and rows[0] else []
    lost = [
        number
        for number, line in enumerate(lines, 1)
        if line.startswith("#") and width in (len(line.strip()), len(line.split()))
    ]
    if not 0 < height - len(rows) == len(lost):
        return None
    which = f"line {lost[0]}" if len(lost) == 1 else f"lines {listed(map(str, lost))}"
    are = "is a comment" if len(lost) == 1 else "are comments"
    return f"{which} {are}: '#' is no value here"


def _no_colon(section: Section, what: str) -> None:
    """Raise PzcError for a heading without a colon above a picture of a wrong shape."""
    for line in section.filled():
        text = line.text.strip()
        if what.endswith(f"'{text.strip(QUOTING)}'"):
            raise PzcError.at(
                "E0305",
                f"'{text}' is not a heading",
                line.whole(),
                expected=f"'{text.strip(QUOTING)}:'",
            )


def is_pictured(kind: str) -> bool:
    """Whether places of a kind are written as a picture of the board. Of several kinds, joined by
    `+`, not borders together with links, which share their points."""
    kinds = set(kind.split("+"))
    return kinds <= set(PICTURED) and not {"border", "link"} <= kinds


def in_words(kind: str) -> str:
    """A kind of places, or several joined by `+`, in words: "cells and borders"."""
    *some, last = [f"{part}s" for part in kind.split("+")]
    return f"{', '.join(some)} and {last}" if some else last


def locate_picture(
    board: Board,
    kind: str,
    rows: list[list[Token]],
    section: Section,
    what: str,
    between: tuple[str, ...] = (),
) -> dict[Place, Token]:
    """The token at each place of a kind. between: further tokens that may stand between places."""
    layouts = board.layouts(kind)
    layout = next((each for each in layouts if each.height == len(rows)), layouts[0])
    check_shape(rows, layout.height, layout.width, section, what)
    places = layout.points
    for y, row in enumerate(rows) if len(places) < layout.height * layout.width else ():
        for x, token in enumerate(row):
            if (y, x) not in places and token.text not in BETWEEN + between:
                raise PzcError.at(
                    "E0331",
                    f"'{token.text}' stands where the {what} has no place",
                    token.span,
                    expected=" or ".join(f"'{t}'" for t in BETWEEN if t.strip()),
                    hint=f"a picture of {in_words(kind)} has the cells and points of the grid "
                    "between them",
                )
    return {place: rows[y][x] for (y, x), place in places.items()}


def locate_sides(board: SquareBoard, section: Section) -> dict[Any, Token]:
    """Clues outside the board: lines `top …`, `left …`, or a picture with a margin of one."""
    lines = section.filled()
    if names_sides(lines):
        return _named_sides(board, lines)
    tokens = locate_around(board, section)
    inner = (t for place, t in tokens.items() if place.kind == "cell")
    Mistakes(outside(t, section.name) for t in inner if t.text not in BETWEEN).check()
    return {place: t for place, t in tokens.items() if place.kind == "side"}


def locate_around(board: SquareBoard, section: Section) -> dict[Place, Token]:
    """The token at each cell and side of a picture that has a margin of one."""
    rows = grid_of(section.filled())
    (layout,) = board.layouts("around")
    check_shape(rows, layout.height, layout.width, section, MARGINED)
    message = "a corner of the margin belongs to no row and no column"
    hint = "the margin goes around the board, with '.' where there is no clue"
    Mistakes(
        Diagnostic("E0314", message, token.span, "'.'", hint)
        for token in (rows[r][c] for r in (0, -1) for c in (0, -1))
        if token.text not in {*BLANKS, "+"}
    ).check()
    return {place: rows[y][x] for (y, x), place in layout.points.items()}


def is_keyed(section: Section) -> bool:
    """Whether a layer on places of the board is written as lines `r1c2 3 1`, not as a picture."""
    return any(_PLACE.match(line.tokens()[0].text) for line in section.filled())


def names_sides(lines: Sequence[Line]) -> bool:
    """Whether clues outside the board are written as lines `top …`, not around a picture."""
    return not lines or any(line.tokens()[0].text.rstrip(":") in SIDES for line in lines)


def _named_sides(board: SquareBoard, lines: Sequence[Line]) -> dict[Any, Token]:
    found: dict[Any, Token] = {}
    problems = Mistakes()
    for line in lines:
        head, *tokens = line.tokens()
        name = head.text.rstrip(":")
        if name not in SIDES:
            problems.add(no_side(head))
            continue
        places = board.side(name)
        if places[0] in found:
            problems.add(twice(Token(name, line, head.start, head.end), found[places[0]]))
        elif len(tokens) != len(places):
            message = f"'{name}' has {counted(len(tokens), 'value')}, not {len(places)}"
            expected = counted(len(places), "value") + ", '.' where there is none"
            problems.add(Diagnostic("E0312", message, line.whole(), expected))
        else:
            found.update(zip(places, tokens, strict=True))
    problems.check()
    return found


def no_side(head: Token) -> Diagnostic:
    """The diagnostic for a line that begins with no side, among lines that do."""
    name = head.text.rstrip(":")
    meant = OTHER_SIDES.get(name.lower())
    hint = f"write '{meant}'" if meant else nearest(name, SIDES)
    return Diagnostic("E0315", f"there is no side '{name}'", head.span, one_of(SIDES), hint)


def twice(token: Token, first: Token) -> Diagnostic:
    """The diagnostic for a repeated name."""
    message = f"'{token.text}' occurs twice"
    return Diagnostic("E0316", message, token.span, hint=f"the first is in line {first.span.line}")


def outside(token: Token, layer: str, repeated: Iterable[str] = ()) -> Diagnostic:
    """The diagnostic for a token where a layer has no place. repeated: what may be repeated there
    of the puzzle."""
    message = f"'{token.text}' stands where '{layer}' has no place"
    expected = " or ".join(f"'{text}'" for text in (".", *repeated))
    return Diagnostic("E0325", message, token.span, expected)


def locate_keys(
    keys: Iterable[Any], section: Section, what: str
) -> dict[Any, tuple[Token, list[Token]]]:
    """`key value …` lines: by place, the token of the key and those of the value.

    A place that is a tuple (of several sets) has as many keys in front.
    """
    named = {text: key for key, text in key_texts(keys).items()}
    found: dict[Any, tuple[Token, list[Token]]] = {}
    problems = Mistakes()
    for line in section.filled():
        tokens = line.tokens()
        arity = next((len(k) for k in named.values() if type(k) is tuple), 1)
        text = " ".join(t.text for t in tokens[:arity]).rstrip(":")
        key = Token(text, line, tokens[0].start, tokens[min(arity, len(tokens)) - 1].end)
        if text not in named:
            problems.add(
                Diagnostic(
                    "E0315",
                    f"'{text}' is not a place of the {what}",
                    key.span,
                    one_of(list(named)[:12]),
                    _joined(text, named) or nearest(text, named),
                )
            )
        elif named[text] in found:
            problems.add(twice(key, found[named[text]][0]))
        else:
            found[named[text]] = (key, tokens[arity:])
    problems.check()
    return found


def _joined(text: str, named: Iterable[str]) -> str | None:
    """The hint for `A=1` and `A:1`, where a place and its value are not parted by a space."""
    parts = re.fullmatch(r"(.+?)[=:]+(.+)", text)
    return f"write '{parts[1]} {parts[2]}'" if parts and parts[1] in named else None


def read_token(domain: Domain, token: Token) -> Any:
    """The constant of a token (None: blank; UNKNOWN: its value is not shown). Raises PzcError."""
    if domain.unknown is not None and token.text == domain.unknown:
        return UNKNOWN
    if domain.kind in ("any", "pieces"):
        _check_symbol(token)
    try:
        return domain.read(token.text)
    except BadToken as problem:
        raise PzcError.at(
            "E0320", str(problem), token.span, expected=problem.expected, hint=problem.hint
        ) from None


def _check_symbol(token: Token) -> None:
    """Raise PzcError for quotes and separators, where any other token is a symbol."""
    text, row = token.text, token.line.text.strip()
    quoted = len(text) > 1 and (text[0] in QUOTES or text[-1] in QUOTES or text[-1] in SEPARATORS)
    if quoted or (text in SEPARATORS and len(row) >= 5 and set(row[1::2]) == {text}):
        raise PzcError.at(
            "E0320",
            f"{text} is no symbol here",
            token.span,
            expected="symbols with spaces between them, or with nothing",
            hint="leave out quotes, commas and bars",
        )


def read_all(domain: Domain, tokens: dict[Any, Token]) -> dict[Any, Any]:
    """The constants of all tokens. Raises PzcError for each invalid text, where it first stands."""
    out: dict[Any, Any] = {}
    known: dict[str, Any] = {}  # by text: most are blanks
    wrong: dict[str, Diagnostic] = {}
    times: Counter[str] = Counter()
    for key, token in tokens.items():
        text = token.text
        if text in known:
            out[key] = known[text]
            continue
        times[text] += 1
        if text in wrong:
            continue
        try:
            out[key] = known[text] = read_token(domain, token)
        except PzcError as error:
            (wrong[text],) = error.diagnostics
            if len(wrong) > MOST_MISTAKES:
                break
    Mistakes(_told(d, domain, text, times[text]) for text, d in wrong.items()).check()
    return out


def _told(d: Diagnostic, domain: Domain, text: str, times: int) -> Diagnostic:
    """The diagnostic of an invalid text, with how often it stands in the layer, and what the spec
    must say if the text is a blank."""
    hint = d.hint
    if text in BLANKS and not domain.blanks and domain.kind != "bool":
        hint = "if values may be missing, the spec must say so: `at some …`"
    message = d.message if times == 1 else f"{d.message} (in {times} places)"
    return replace(d, message=message, hint=hint)


def read_list(domain: Domain, tokens: Sequence[Token]) -> tuple[Any, ...]:
    """A list of values; a single blank, or a 0 that is no value, is the empty list."""
    element = domain.element
    assert element is not None
    tokens = [part for token in tokens for part in _parts(token)]
    if len(tokens) == 1 and tokens[0].text in {*BLANKS, "0"}:
        try:
            return (element.read(tokens[0].text),)
        except BadToken:
            return ()
    return tuple(read_token(element, t) for t in tokens)


def _parts(token: Token) -> list[Token]:
    """The parts of a token between commas."""
    if "," not in token.text or len(token.text) == 1:
        return [token]
    out, start = [], 0
    for piece in token.text.split(","):
        if piece:
            at = token.start + start
            out.append(Token(piece, token.line, at, at + len(piece)))
        start += len(piece) + 1
    return out


def read_images(element: Domain, paragraph: list[Line]) -> tuple[Image, ...]:
    """Pictures side by side, separated by `|`, with a line for each row."""
    columns: list[list[list[Token]]] = []
    for line in paragraph:
        start = 0
        for k, piece in enumerate(line.text.split("|")):
            if k == len(columns):
                columns.append([])
            shift = start + len(piece) - len(piece.lstrip())
            part = Line(line.source, line.number, piece.strip(), line.column + shift)
            columns[k].append(grid_of([part])[0])
            start += len(piece) + 1
    images = []
    for rows in columns:
        width = len(rows[0])
        if len(rows) != len(paragraph) or any(len(row) != width for row in rows):
            raise PzcError.at(
                "E0317",
                "the rows of a picture differ in length",
                paragraph[-1].whole(),
                expected=f"{counted(width, 'token')} in every row",
            )
        values = tuple(tuple(read_token(element, t) for t in row) for row in rows)
        images.append(Image(len(rows), width, values))
    return tuple(images)


def split_combined(text: str, layers: Sequence[tuple[str, Domain]], token: Token) -> dict[str, Any]:
    """The values of several layers from one token of their combined picture.

    text: the `picture` text, with `{name}` for a layer's token. A blank alone means that all of
    them are blank."""
    if token.text in BLANKS and len(token.text) < 2 and any(d.blanks for _, d in layers):
        try:
            return {name: domain.read(token.text) for name, domain in layers}
        except BadToken:
            pass
    found = _split(token.text, text, layers)
    if found is None:
        raise _combined_error(token, text, layers)
    return found


def _split(rest: str, pattern: str, layers: Sequence[tuple[str, Domain]]) -> dict[str, Any] | None:
    """`split_combined` for what is left of a token, with the layers left in the pattern; None if
    they do not fit.

    The longest part that a layer can read may belong to a later layer: in `3-` of a number, a mark
    and a wall, the dash may be no mark, but then nothing is left for the wall."""
    if not layers:
        return {} if rest == pattern else None
    (name, domain), *others = layers
    literal, _, pattern = pattern.partition("{" + name + "}")
    if not rest.startswith(literal):
        return None
    rest = rest[len(literal) :]
    for end in range(len(rest), -1, -1):
        try:
            value = _read_part(domain, rest[:end])
        except BadToken:
            continue
        after = _split(rest[end:], pattern, others)
        if after is not None:
            return {name: value, **after}
    return None


def _read_part(domain: Domain, text: str) -> Any:
    """The constant of a part of a token; None for an empty part, if the layer may be missing."""
    if text:
        return UNKNOWN if text == domain.unknown else domain.read(text)
    if domain.blanks:
        return None
    raise BadToken("nothing stands here", domain, text)


def _combined_error(token: Token, text: str, layers: Sequence[tuple[str, Domain]]) -> PzcError:
    expected = "; ".join(f"{name}: {domain.describe()}" for name, domain in layers)
    message = f"'{token.text}' is not of the form {text}"
    return PzcError.at("E0321", message, token.span, expected=expected)
