"""Draw the tokens of a scene: signs and texts in cells, on corners and lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..compiler.board.places import Point
from ..dsl.looks import SIGNS, SIZES, SLOTS, Mark
from ..records import replace
from .canvas import CELL, Canvas
from .outside import draw_outside
from .scene import Token, marks_of
from .shapes import em, num
from .ships import ship
from .signs import sign

_CORNERS: tuple[Point, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_ROOM = CELL * 0.42  # half the side of the square of a sign in a cell
_ASIDE = 0.3  # the distance of a slot from the middle, in cells
_APART = 0.24  # the distance of tokens that share a slot, in cells
_BASES = ("ring", "square", "disc", "triangle", "diamond")
_HIDING = ("ring", "text")  # lines run under these, and under a printed path


def draw_tokens(canvas: Canvas, marks: set[Point]) -> None:
    """Draw all tokens of a scene. marks: the points of marked places."""
    scene = canvas.scene
    cells = {cell.at for cell in scene.board.cells}
    # All arrows and diagonals are faint if a text is on one of them.
    faint = any(
        any(t.look in ("arrow", "stroke") and t.marks is None for t in tokens)
        and any(mark.shape == "text" for t in tokens for mark in marks_of(t))
        and _pointer(tokens) is None
        for tokens in scene.cells.values()
    )
    for at, tokens in scene.cells.items():
        _signs(canvas, at, tokens, faint)
    for at, tokens in scene.signs.items():
        if at in cells:
            _signs(canvas, at, tokens, False)
            for token in tokens:
                for mark in token.marks or ():
                    if mark.shape == "text" and not mark.slot:
                        _text_at(canvas, at, token, mark)
        else:
            _point(canvas, at, tokens)
    for at, tokens in scene.cells.items():
        _texts(canvas, at, tokens)
    for at, tokens in scene.points.items():
        if at not in scene.hidden:
            _point(canvas, at, tokens)
    for at, label in scene.labels.items():
        _label(canvas, at, label)
    draw_outside(canvas, marks)


def _is_sign(mark: Mark) -> bool:
    """Whether a mark is drawn at its place; others belong to the ground or to several places."""
    return mark.shape in SIGNS or mark.shape == "path"


# ---- signs ---------------------------------------------------------------------------------------


def _signs(canvas: Canvas, at: Point, tokens: list[Token], faint: bool) -> None:
    """Draw the tokens of a cell that are signs, not texts."""
    pointer = _pointer(tokens)
    layer = "signs"
    printed = {mark.shape for t in tokens if t.given for mark in marks_of(t)} - {"text"}
    sharing = _sharing(canvas, at)
    for token in tokens:
        if token is canvas.painted.get(at):
            continue
        ink = canvas.ink_on(at, token)
        if faint and token.marks is None and token.look in ("arrow", "stroke"):
            ink = canvas.theme.faint
        for mark in marks_of(token):
            if not _is_sign(mark) or (mark.shape == "text" and not mark.slot):
                continue
            if not token.given and (mark.shape in printed or _part_of_ship(mark, printed)):
                continue  # what is printed stands
            if token is pointer:
                _beside_number(canvas, at, token, mark, canvas.ink_on(at, token, text=True))
                continue
            if mark.shape in _HIDING or (mark.shape == "path" and token.given):
                layer = "texts"  # what follows lies above it
            own = [id(one) for one in sharing.get(mark.slot, ())]
            share = (own.index(id(token)), len(own)) if id(token) in own else (0, 1)
            _sign(canvas, at, token, mark, ink, layer, share)


def _sharing(canvas: Canvas, at: Point) -> dict[str, list[Token]]:
    """By slot, the tokens of a cell that have something to show there. A token that is only a base,
    such as a ring, has not: others lie on it."""
    found: dict[str, list[Token]] = {}
    for token in (*canvas.scene.cells.get(at, ()), *canvas.scene.signs.get(at, ())):
        marks = [m for m in marks_of(token) if _is_sign(m) and m.shape not in _BASES]
        for slot in dict.fromkeys(mark.slot for mark in marks):
            if slot not in ("", "centre"):
                found.setdefault(slot, []).append(token)
    return found


def _part_of_ship(mark: Mark, printed: Collection[str]) -> bool:
    """Whether a part of a ship is printed in another shape."""
    return mark.shape == "ship" and bool({"square", "disc"} & set(printed))


def _beside_number(canvas: Canvas, at: Point, token: Token, mark: Mark, ink: str) -> None:
    """An arrow above or beside its number."""
    x, y = canvas.xy(at)
    upright = token.name in ("up", "down")
    dx, dy = (CELL * 0.24, 0.0) if upright else (0.0, -CELL * 0.28)
    canvas.add(
        "signs",
        sign(mark, (x + dx, y + dy), CELL * 0.3, ink, canvas.theme, token.name, False),
    )


def _sign(
    canvas: Canvas,
    at: Point,
    token: Token,
    mark: Mark,
    ink: str,
    layer: str,
    share: tuple[int, int],
) -> None:
    """One mark of a token in a cell. share: the position of the token among those that share its
    slot, and their number."""
    x, y = canvas.xy(at)
    room = _ROOM * SIZES.get(mark.size, 1)
    position, sharers = share
    if mark.slot and mark.slot != "centre":
        dy, dx = SLOTS[mark.slot]
        x, y = x + dx * CELL * _ASIDE, y + dy * CELL * _ASIDE
        room *= 0.45
    if sharers > 1:
        room = min(room, CELL * _APART / 2)
        # From a corner inwards, from a side along it.
        along = (position - (sharers - 1) / 2) if not dx or not dy else -dx * position
        x, y = (x, y + along * CELL * _APART) if not dy else (x + along * CELL * _APART, y)
    if mark.ink in ("given", "found"):
        ink = canvas.theme.tone(mark.ink)
    if mark.shape == "text":
        in_corner = bool(mark.slot) and all(SLOTS[mark.slot])
        wide = CELL * (0.4 if sharers == 1 else _APART * 0.9)
        size = min(CELL * 0.36 if in_corner else 1.6 * room, wide / em(token.text))
        base = _base(token, mark)
        if base is not None:
            size *= 0.85
            ink = canvas.theme.on(canvas.theme.tone(base.ink), ink) if base.ink else ink
        text = canvas.text((x, y), token.text, size, ink, token.given, direction=mark.direction)
        canvas.add(layer, text)
    elif mark.shape == "ship":
        canvas.add(layer, ship(canvas, at, (x, y), room, ink, token.name))
    else:
        slant = canvas.slant(mark.direction or token.name)
        body = sign(mark, (x, y), room, ink, canvas.theme, token.name, token.given, slant)
        canvas.add(layer, body)


def _base(token: Token, text: Mark) -> Mark | None:
    """The sign under a text in its slot, if any; without a tone it has the colour of paper."""
    for mark in token.marks or ():
        if mark.shape in _BASES and mark.slot == text.slot:
            return replace(mark, ink="") if mark.ink in ("given", "found") else mark
    return None


# ---- texts ---------------------------------------------------------------------------------------


def _written(tokens: list[Token]) -> Iterator[tuple[Token, Mark]]:
    """The tokens of a cell that are written, without a slot of their own, and how."""
    for token in tokens:
        for mark in marks_of(token):
            if mark.shape == "text" and not mark.slot:
                yield token, mark
                break


def _texts(canvas: Canvas, at: Point, tokens: list[Token]) -> None:
    """Write the texts of a cell: found values in the middle, clues in the corners."""
    scene = canvas.scene
    if tokens[0].look == "split":
        _split(canvas, at, tokens[0])
    written = {id(token): mark for token, mark in _written(tokens)}
    texts = [t for t in tokens if id(t) in written]
    clues = [t for t in texts if t.clue]
    texts = [t for t in texts if t.clue or all(t.text != clue.text for clue in clues)]
    framed = any(m.shape in ("ring", "disc") for t in tokens for m in marks_of(t))
    if (len(clues) < len(texts) or len(clues) > 1) and not framed:
        free = _CORNERS[1:] if at in scene.labels else _CORNERS
        for token, corner in zip(clues, free, strict=False):
            _corner(canvas, at, token, corner, canvas.ink_on(at, token, text=True))
        texts = [t for t in texts if not t.clue] + clues[len(free) :]
    if not texts:
        return
    x, y = canvas.xy(at)
    labelled = at in scene.labels or bool(clues and clues[0] not in texts)
    pointer = _pointer(tokens)
    if pointer is not None:
        x, y = (x - CELL * 0.1, y) if pointer.name in ("up", "down") else (x, y + CELL * 0.1)
    elif labelled and not framed:
        y += 3
    if len(texts) == 1 and texts[0].parts and not framed:
        _parts(canvas, at, (x, y), texts[0], written[id(texts[0])])
        return
    share = CELL / len(texts)
    most = CELL * (0.5 if labelled or pointer is not None or framed else 0.56)
    for k, token in enumerate(texts):
        mark = written[id(token)]
        size = min(most, share * (0.7 if framed else 0.84) / em(token.text))
        size *= SIZES.get(mark.size, 1)
        dx = (k - (len(texts) - 1) / 2) * share * 0.9
        _write(canvas, at, (x + dx, y), token, mark, size)


# By length of a list, the offsets of its values from the middle, in cells.
_AROUND = {
    2: ((-0.2, -0.2), (0.2, 0.2)),
    3: ((-0.23, -0.2), (0.23, -0.2), (0, 0.22)),
    4: ((0, -0.29), (-0.29, 0), (0.29, 0), (0, 0.29)),
}


def _parts(
    canvas: Canvas, at: Point, middle: tuple[float, float], token: Token, mark: Mark
) -> None:
    """Write the values of a list around the middle of a cell."""
    x, y = middle
    room = {2: 0.44, 3: 0.4, 4: 0.35}[len(token.parts)] * CELL
    for text, (dx, dy) in zip(token.parts, _AROUND[len(token.parts)], strict=True):
        size = min(room, CELL * 0.46 / em(text)) * SIZES.get(mark.size, 1)
        spot = x + dx * CELL, y + dy * CELL
        _write(canvas, at, spot, replace(token, text=text), mark, size)


def _text_at(canvas: Canvas, at: Point, token: Token, mark: Mark) -> None:
    """Write the text of a sign in a cell."""
    size = min(CELL * 0.5, CELL * 0.84 / em(token.text)) * SIZES.get(mark.size, 1)
    _write(canvas, at, canvas.xy(at), token, mark, size)


def _write(
    canvas: Canvas, at: Point, spot: tuple[float, float], token: Token, mark: Mark, size: float
) -> None:
    scene, theme = canvas.scene, canvas.theme
    ink = canvas.ink_on(at, token, text=True)
    if mark.ink:
        ink = theme.tone(mark.ink)
    crossed = (
        at not in canvas.grounds
        and at not in canvas.bases
        and any((at[0] + dy, at[1] + dx) in scene.paths for dy, dx in scene.board.ways)
    )
    halo = theme.paper if crossed else ""
    turned = mark.direction
    text = canvas.text(spot, token.text, size, ink, token.given, halo=halo, direction=turned)
    canvas.add("texts", text)


def _corner(canvas: Canvas, at: Point, token: Token, corner: Point, ink: str) -> None:
    x, y = canvas.xy(at)
    dy, dx = corner
    size = min(CELL * 0.27, CELL * 0.42 / em(token.text))
    reach = CELL / 2 - 5 if canvas.scene.board.around_corner == 4 else CELL * 0.36
    spot = (x + dx * reach, y + dy * (reach - size / 2))
    anchor = "start" if dx < 0 else "end"
    canvas.add("texts", canvas.text(spot, token.text, size, ink, True, anchor))


def _split(canvas: Canvas, at: Point, token: Token) -> None:
    x, y = canvas.xy(at)
    below, across = token.text.split("\\")
    half, part = CELL / 2, CELL * 0.22
    canvas.add(
        "texts",
        f'<path d="M{num(x - half)} {num(y - half)}l{CELL} {CELL}" '
        f'stroke="{canvas.theme.on_given}" stroke-opacity="0.6"/>',
    )
    for text, side in ((below, -1), (across, 1)):
        size = min(CELL * 0.34, CELL * 0.5 / em(text))
        spot = (x + side * part, y - side * part)
        canvas.add("texts", canvas.text(spot, text, size, canvas.theme.on_given, True))


# ---- between cells -------------------------------------------------------------------------------


def _point(canvas: Canvas, at: Point, tokens: list[Token]) -> None:
    """A token on a corner, or between two cells."""
    x, y = canvas.xy(at)
    corner = at[0] % 2 == 0 and at[1] % 2 == 0
    text = "".join(t.text for t in tokens)
    token, paper = tokens[0], canvas.theme.paper
    ink = canvas.ink(token)
    drawn = [m for m in marks_of(token) if m.shape != "text" and _is_sign(m)]
    signed = token.marks is not None
    if len(tokens) == 1 and (drawn or signed):
        for mark in drawn:
            shown = mark
            if not signed and mark.shape == "arrow":
                shown = Mark("chevron")
            room = _ROOM * SIZES.get(mark.size, SIZES["tiny"])
            slant = canvas.slant(mark.direction or token.name)
            if slant is None and not mark.direction and mark.shape == "bar":
                slant = canvas.turn(at)
            if shown.shape == "chevron":
                dot = f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(room)}" fill="{paper}"/>'
                canvas.add("points", dot)
            canvas.add(
                "points",
                sign(shown, (x, y), room, ink, canvas.theme, token.name, token.given, slant),
            )
        if not any(m.shape == "text" for m in marks_of(token)):
            return
    size = min(CELL * 0.34, CELL * 0.62 / em(text))
    ringed = corner and not signed
    if ringed:
        canvas.add(
            "points",
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(CELL * 0.21)}" fill="{paper}" '
            f'stroke="{canvas.theme.given}"/>',
        )
    if corner or drawn:
        size = min(size, CELL * 0.34 / em(text))
    halo = "" if corner or drawn else paper
    turned = next((m.direction for m in token.marks or () if m.shape == "text"), "")
    written = canvas.text((x, y), text, size, ink, token.given, halo=halo, direction=turned)
    canvas.add("points", written)


def _label(canvas: Canvas, at: Point, label: str) -> None:
    x, y = canvas.xy((at[0] - 1, at[1] - 1))
    size = min(CELL * 0.26, CELL * 0.8 / em(label))
    theme, spot = canvas.theme, (x + 5, y + 4 + size / 2)
    canvas.add("labels", canvas.text(spot, label, size, theme.given, True, "start", theme.paper))


def _pointer(tokens: list[Token]) -> Token | None:
    """The arrow of a clue that is a number and an arrow, whatever other clues there are."""
    arrows = [t for t in tokens if t.clue and t.name and t.look == "arrow" and t.marks is None]
    texts = [t for t in tokens if t.look == "text" and any(_written([t]))]
    if len(arrows) == 1 and len(texts) == 1 and texts[0].clue:
        return arrows[0]
    return None
