"""What stands at the places of a board: signs and texts in cells, on corners, beside the board."""

from __future__ import annotations

from ..compiler.board.places import Point
from .canvas import CELL, CLUE, Canvas, length
from .scene import Token
from .shapes import ARROWS, arrow, chevron, disc, em, num, star, stroke

_WRITTEN = ("text", "fill", "split")
_CORNERS: tuple[Point, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def draw_tokens(canvas: Canvas, marks: set[Point]) -> None:
    """All tokens of a scene. marks: the points of places that are pointed out."""
    scene = canvas.scene
    # Arrows and diagonals keep behind if a text stands on one of them.
    faint = any(
        any(t.look in ("arrow", "stroke") for t in tokens)
        and any(t.look == "text" for t in tokens)
        and _pointer(tokens) is None
        for tokens in scene.cells.values()
    )
    for at, tokens in scene.cells.items():
        _signs(canvas, at, tokens, faint)
        _texts(canvas, at, tokens)
    for at, tokens in scene.points.items():
        _point(canvas, at, tokens)
    for at, label in scene.labels.items():
        _label(canvas, at, label)
    for side in ("left", "right", "top", "bottom"):
        _outside(canvas, side, marks)


def _signs(canvas: Canvas, at: Point, tokens: list[Token], faint: bool) -> None:
    """Tokens of a cell that are drawn, not written."""
    x, y = canvas.xy(at)
    dark = _is_dark(canvas, at)
    pointer = _pointer(tokens)
    for token in tokens:
        ink = canvas.ink(token, dark)
        if token is pointer:
            # Above or beside its number, which it points away from.
            upright = token.name in ("up", "down")
            dx, dy = (CELL * 0.24, 0.0) if upright else (0.0, -CELL * 0.26)
            canvas.add("signs", _sign(canvas, x + dx, y + dy, token, CELL * 0.8, ink))
        elif token.look not in _WRITTEN and token is not canvas.painted.get(at):
            behind = faint and token.look in ("arrow", "stroke")
            ink = canvas.theme.faint if behind else ink
            canvas.add("signs", _sign(canvas, x, y, token, CELL, ink))


def _is_dark(canvas: Canvas, at: Point) -> bool:
    painted = canvas.painted
    return canvas.scene.is_filled(at) or (at in painted and painted[at].name == "black")


def _texts(canvas: Canvas, at: Point, tokens: list[Token]) -> None:
    """Tokens of a cell that are written: what is found in the middle, clues in the corners."""
    scene = canvas.scene
    texts = [t for t in tokens if t.look == "text"]
    dark = _is_dark(canvas, at)
    if tokens[0].look == "split":
        _split(canvas, at, tokens[0])
    clues = [t for t in texts if t.clue]
    if len(clues) < len(texts) or len(clues) > 1:
        free = _CORNERS[1:] if at in scene.labels else _CORNERS
        for token, corner in zip(clues, free, strict=False):
            _corner(canvas, at, token, corner, canvas.ink(token, dark))
        texts = [t for t in texts if not t.clue] + clues[len(free) :]
    if not texts:
        return
    x, y = canvas.xy(at)
    labelled = at in scene.labels or bool(clues and clues[0] not in texts)
    pointer = _pointer(tokens)
    if pointer is not None:
        x, y = (x - CELL * 0.1, y) if pointer.name in ("up", "down") else (x, y + CELL * 0.1)
    elif labelled:
        y += 3
    share = CELL / len(texts)
    most = CELL * (0.5 if labelled or pointer is not None else 0.56)
    crossed = not dark and any(
        (at[0] + dy, at[1] + dx) in scene.paths for dy, dx in scene.board.ways
    )
    halo = canvas.theme.paper if crossed else ""
    for k, token in enumerate(texts):
        size = min(most, share * 0.84 / em(token.text))
        dx = (k - (len(texts) - 1) / 2) * share * 0.9
        ink = canvas.ink(token, dark)
        canvas.add("texts", canvas.text((x + dx, y), token.text, size, ink, token.given, halo=halo))


def _corner(canvas: Canvas, at: Point, token: Token, corner: Point, ink: str) -> None:
    x, y = canvas.xy(at)
    dy, dx = corner
    size = min(CELL * 0.27, CELL * 0.42 / em(token.text))
    reach = CELL / 2 - 5 if len(canvas.scene.board.ways) == 4 else CELL * 0.36
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


def _sign(canvas: Canvas, x: float, y: float, token: Token, room: float, ink: str) -> str:
    match token.look:
        case "star":
            return star(x, y, room, ink)
        case "disc":
            return disc(x, y, room, "none", ink)
        case "paint":
            return disc(x, y, room, canvas.theme.tone(token.name), canvas.theme.given)
        case "stroke":
            return stroke(x, y, token.text == "/", room, ink)
    return arrow(x, y, ARROWS[token.name], room, ink)


def _point(canvas: Canvas, at: Point, tokens: list[Token]) -> None:
    """A token on a corner, or between two cells."""
    x, y = canvas.xy(at)
    corner = at[0] % 2 == 0 and at[1] % 2 == 0
    text = "".join(t.text for t in tokens)
    token, paper = tokens[0], canvas.theme.paper
    ink = canvas.ink(token)
    if len(tokens) == 1 and token.look in ("paint", "star", "disc"):
        canvas.add("points", _sign(canvas, x, y, token, CELL * 0.36, ink))
        return
    if len(tokens) == 1 and token.look == "arrow":
        canvas.add("points", chevron(x, y, ARROWS[token.name], CELL, ink, paper))
        return
    size = min(CELL * 0.34, CELL * 0.62 / em(text))
    if corner:
        canvas.add(
            "points",
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(CELL * 0.21)}" fill="{paper}" '
            f'stroke="{canvas.theme.given}"/>',
        )
        size = min(size, CELL * 0.34 / em(text))
    halo = "" if corner else paper
    canvas.add("points", canvas.text((x, y), text, size, ink, token.given, halo=halo))


def _label(canvas: Canvas, at: Point, label: str) -> None:
    x, y = canvas.xy((at[0] - 1, at[1] - 1))
    size = min(CELL * 0.26, CELL * 0.8 / em(label))
    theme, spot = canvas.theme, (x + 5, y + 4 + size / 2)
    canvas.add("labels", canvas.text(spot, label, size, theme.given, True, "start", theme.paper))


# ---- outside -------------------------------------------------------------------------------------


def _outside(canvas: Canvas, side: str, marks: set[Point]) -> None:
    scene = canvas.scene
    for k, tokens in scene.margins.get(side, {}).items():
        along = 2 * k + 1
        if side in ("left", "right"):
            at = (along, -1 if side == "left" else 2 * scene.board.width + 1)
            y = canvas.xy((along, 0))[1]
            x = canvas.left - 6 - length(tokens)
            if side == "right":
                x = canvas.left + canvas.wide + 6
            for token in tokens:
                room = length([token])
                _clue(canvas, x + room / 2, y, token, CLUE, at in marks)
                x += room
        else:
            at = (-1 if side == "top" else 2 * scene.board.height + 1, along)
            x, y = canvas.xy((0, along))[0], canvas.top
            step = CLUE * 1.15
            if side == "bottom":
                y += canvas.high
            y += step / 2 + 4 if side == "bottom" else -4 - step * (len(tokens) - 0.5)
            for token in tokens:
                size = min(CLUE, CELL * 0.92 / em(token.text))
                _clue(canvas, x, y, token, size, at in marks)
                y += step


def _clue(canvas: Canvas, x: float, y: float, token: Token, size: float, marked: bool) -> None:
    ink = canvas.theme.mark if marked else canvas.ink(token)
    if token.look == "arrow":
        canvas.add("outside", arrow(x, y, ARROWS[token.name], CLUE, ink))
    else:
        canvas.add("outside", canvas.text((x, y), token.text, size, ink, False))


def _pointer(tokens: list[Token]) -> Token | None:
    """The arrow of a clue that is a number and an arrow, and nothing else stands with it."""
    match sorted(tokens, key=lambda t: t.look):
        case [Token(clue=True, look="arrow") as pointer, Token(clue=True, look="text")]:
            return pointer
    return None
