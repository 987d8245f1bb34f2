"""From a solution to the scenes that show it.

A solution becomes one scene, or several if two found layers could not be distinguished in one cell.
Layers that fit no picture are returned as a list. The looks of the spec (`looked`), or else the
tokens, decide how single values are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..compiler.board.places import DIRECTIONS, Place, Point, Unit
from ..compiler.board.protocol import Board
from ..compiler.board.square import SquareBoard
from ..compiler.ground.domains import BLANKS, Domain
from ..compiler.ground.layers import is_lined
from ..compiler.ground.reading import is_pictured, is_unknown, with_unknown
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.values.placement import Placement
from ..compiler.values.showing import show
from ..dsl.looks import FILLINGS
from ..records import replace
from .characters import printable
from .looked import Drawn, draw_let, enter_looked, with_look
from .plain import UNDECIDED, tokens_of
from .scene import COLOURS, DISCS, FILLING, LINES, STARS, Scene, Token, outline

# The longest list that is drawn around the middle of a cell; longer ones are drawn in a row.
MOST_PARTS = 4


def scenes(solution: Solution) -> tuple[list[Scene], list[LayerValues]]:
    """The scenes of a solution, and the layers of its answer and givens that are in none."""
    rest: list[LayerValues] = []
    printed = {solution.printed.get(layer.name) for layer in solution.answer}
    givens = [_as_printed(solution, g) for g in solution.givens if g.name not in printed]
    if solution.board is None:
        return [], [*givens, *solution.answer]
    first = Scene(solution.board, partial=solution.partial, style=solution.style)
    _partition(first, solution)
    split = _split_clues(solution.board, givens)
    if split:
        givens = [layer for layer in givens if layer not in split]
    for layer in givens:
        looks = solution.looks.get(layer.name, ())
        if _is_partition(solution.board, layer):
            if looks:
                draw_let(first, layer, looks)
        elif not _enter(first, Drawn(layer, True, looks=looks)):
            rest.append(layer)
    if split:
        _enter_split(first, *split)
    pictures = [first]
    for layer in solution.answer:
        table = _printed_values(solution, layer)
        scene = first
        if not _is_compatible(first, layer):
            scene = Scene(
                solution.board,
                layer.name,
                walls=first.walls,
                cages=first.cages,
                partial=solution.partial,
                style=solution.style,
            )
        looks = solution.looks.get(layer.name, ())
        if not _enter(scene, Drawn(layer, False, table, looks)):
            rest.append(layer)
        elif scene is not first:
            pictures.append(scene)
    for layer in solution.drawn:
        draw_let(first, layer, solution.looks[layer.name])
    for scene in pictures:
        if scene.style.frame:
            scene.frame = scene.style.frame == "framed"
        if scene.frame:
            scene.walls = scene.walls | set(outline(solution.board, solution.board.cells))
    return pictures, rest


def _as_printed(solution: Solution, layer: LayerValues) -> LayerValues:
    """A given layer as the puzzle prints it: hidden values stay hidden."""
    hidden = solution.hidden.get(layer.name)
    if not hidden:
        return layer
    table = {**layer.table, **hidden}
    return replace(layer, table=table, domain=with_unknown(layer.domain))


# ---- walls ---------------------------------------------------------------------------------------


def _is_partition(board: Board, layer: LayerValues) -> bool:
    """Whether a given layer is of regions: any symbols, at cells. If cells may have none, they are
    clues unless equal ones are connected.
    """
    if layer.kind != "cell" or layer.domain.kind != "any":
        return False
    pieces = _pieces_of(layer).values()
    return not layer.domain.blanks or (
        any(len(piece) > 1 for piece in pieces)
        and all(_lies_together(board, piece) for piece in pieces)
    )


def _pieces_of(layer: LayerValues) -> dict[Any, list[Any]]:
    """The cells of each value of a layer."""
    pieces: dict[Any, list[Any]] = {}
    for cell, value in layer.table.items():
        if value is not None:
            pieces.setdefault(value, []).append(cell)
    return pieces


def _lies_together(board: Board, cells: list[Any]) -> bool:
    left = {c.at for c in cells[1:]}
    fresh = [cells[0].at]
    while fresh:
        y, x = fresh.pop()
        near = {(y + 2 * dy, x + 2 * dx) for dy, dx in board.ways} & left
        left -= near
        fresh += near
    return not left


def _partition(scene: Scene, solution: Solution) -> None:
    """Add walls between blocks, or else between the first layer of regions; further layers of
    regions become cages."""
    walls: list[Sequence[Any]] = [unit for unit in solution.walls if unit]
    for layer in solution.givens:
        if not _is_partition(scene.board, layer):
            continue
        pieces = _pieces_of(layer).values()
        if walls:
            scene.cages.extend(map(frozenset, pieces))
        else:
            walls.extend(pieces)
    for unit in walls:
        scene.walls.update(outline(scene.board, unit))


# ---- layers --------------------------------------------------------------------------------------


def _printed_values(solution: Solution, layer: LayerValues) -> Mapping[Any, Any]:
    """The printed values that an answer's layer contains."""
    name = solution.printed.get(layer.name)
    return next((g.table for g in solution.givens if g.name == name), {})


def _by_kind(layer: LayerValues) -> list[LayerValues]:
    """A layer on places of several kinds, one kind at a time; any other as it is."""
    kinds = layer.kind.split("+")
    if len(kinds) == 1 or not (is_pictured(layer.kind) or is_lined(layer.kind)):
        return [layer]
    return [
        replace(layer, kind=kind, table={p: v for p, v in layer.table.items() if p.kind == kind})
        for kind in kinds
    ]


def _is_compatible(scene: Scene, layer: LayerValues) -> bool:
    """Whether a found layer can be distinguished from those that a scene has at such places."""
    parts = _by_kind(layer)
    if len(parts) > 1:
        compatible = [_is_compatible(scene, part) for part in parts]
        return all(compatible)
    lines = layer.kind in ("border", "link") and _is_line(layer.domain)
    pieces = layer.domain.kind == "pieces"
    key = "border fill" if pieces else f"{layer.kind} {'fill' if lines else 'token'}"
    tokens = {"yes"} if lines or pieces else _vocabulary(layer)
    found = scene.found.setdefault(key, set())
    if found & tokens:
        return False
    found |= tokens
    return True


def _vocabulary(layer: LayerValues) -> set[str]:
    if layer.domain.kind == "bool":
        return {layer.domain.draw(True)}
    values = layer.domain.values or [v for v in layer.table.values() if v is not None]
    return {layer.domain.draw(v) for v in values}


def _enter(scene: Scene, drawn: Drawn) -> bool:
    """Add a layer to a scene; False if it cannot be drawn on the board."""
    layer, given, printed, looks = drawn.layer, drawn.given, drawn.printed, drawn.looks
    enter_looked(scene, drawn)
    if layer.domain.kind == "options":
        scene.cages.extend(placements(layer))
        return False
    if is_picture(layer.domain):
        return False
    parts = _by_kind(layer)
    if len(parts) > 1:
        entered = [_enter(scene, replace(drawn, layer=part)) for part in parts]
        return all(entered)
    if layer.domain.kind == "list" and layer.kind not in ("row", "column", "cell"):
        return False
    match layer.kind:
        case "cell" if layer.domain.kind == "pieces":
            _enter_pieces(scene, layer)
        case "cell":
            _enter_tokens(scene, scene.cells, drawn)
        case "border" | "link" if _is_line(layer.domain):
            lines = scene.lines if layer.kind == "border" else scene.paths
            for place, value in layer.table.items():
                fixed = given or printed.get(place) is True
                if value or (value is None and fixed):
                    lines[place.at] = fixed
                    if not looks:
                        scene.hidden.discard(place.at)
            if layer.kind == "border" and not given:
                scene.frame = scene.frame and not any(_is_edge(scene.board, p) for p in layer.table)
        case "border" | "link" | "corner":
            _enter_tokens(scene, scene.points, drawn)
        case "side":
            _enter_margin(scene, drawn)
        case "row" | "column":
            _enter_lists(scene, drawn)
        case "group" if looks:
            return _enter_looked_groups(scene, drawn)
        case "group" if given:
            return _enter_labels(scene, layer)
        case _:
            return False
    return True


def _enter_pieces(scene: Scene, layer: LayerValues) -> None:
    """Add the walls of a partition: between cells with different letters, both decided."""
    board = scene.board
    letters = {cell.at: layer.table.get(cell) for cell in board.cells}
    may_be_none = bool(layer.domain.blanks)
    undecided = {p.at for p, v in layer.table.items() if v is None and not may_be_none}
    for at in () if scene.partial else undecided:
        scene.cells.setdefault(at, []).append(Token(UNDECIDED, False))
    for (y, x), letter in letters.items():
        for dy, dx in board.ways:
            beyond = y + 2 * dy, x + 2 * dx
            decided = beyond in letters and undecided.isdisjoint(((y, x), beyond))
            if decided and letters[beyond] != letter:
                scene.lines[y + dy, x + dx] = False


def is_picture(domain: Domain) -> bool:
    """Whether values are pictures or lists of them, which are not drawn on a board."""
    return domain.kind == "picture" or (domain.element is not None and is_picture(domain.element))


def _is_line(domain: Domain) -> bool:
    """Whether a bool layer on borders or links says where a line runs."""
    return domain.kind == "bool" and domain.draw(True) in LINES


def _is_edge(board: Board, border: Place) -> bool:
    return len(board.touching("cell", border)) == 1


def _enter_tokens(scene: Scene, target: dict[Point, list[Token]], drawn: Drawn) -> None:
    """Add the tokens of single values. target: the part of the scene for their places."""
    layer, given, printed, looks = drawn.layer, drawn.given, drawn.printed, drawn.looks
    paint = layer.domain.kind == "symbols" and all(
        isinstance(v, str) and v.casefold() in COLOURS for v in layer.domain.values
    )
    walls = layer.domain.unknown in FILLING
    for place, value in layer.table.items():
        fixed = given or (place in printed and printed[place] is not None)
        stands = given or is_unknown(value) or (fixed and printed[place] == value)
        token = _token(layer, value, stands, paint)
        if value is False and len(looks) > 1:
            sign = Token("", given, marks=drawn.look(value))
            scene.signs.setdefault(place.at, []).append(sign)
        if token is None or (scene.partial and token.text == UNDECIDED and value is None):
            continue
        if given:
            token = replace(token, clue=True)
        token = with_look(token, drawn.look(value), value)
        if walls and given and token.text not in FILLING and not looks:
            target.setdefault(place.at, []).append(Token("█", True, "fill"))
        target.setdefault(place.at, []).append(token)


def _token(layer: LayerValues, value: Any, given: bool, paint: bool) -> Token | None:
    """The token of a value; None for a missing value and a no without a token."""
    domain = layer.domain
    if value is None:
        undecided = domain.kind == "bool" and not domain.blanks and not given
        return Token(UNDECIDED, False) if undecided else None
    element = domain.element if domain.kind == "list" else None
    text = printable(",".join(map(element.draw, value)) if element else domain.draw(value))
    if not text or (domain.kind == "bool" and not value and text in (*BLANKS, " ")):
        return None
    if text in FILLING and (value is True or domain.unknown == text):
        return Token("█", given, "fill")
    if value is True and text in STARS:
        return Token(text, given, "star")
    if value is True and text in DISCS:
        return Token(text, given, "disc")
    if paint:
        return Token(text, given, "paint", str(value).casefold())
    if isinstance(value, Place) and value.kind == "direction":
        return Token(text, given, "arrow", value.name)
    if domain.kind == "symbols" and text in ("/", "\\"):
        return Token(text, given, "stroke")
    if element and value and 1 < len(value) <= MOST_PARTS:
        return Token(text, given, parts=tuple(printable(element.draw(v)) for v in value))
    return Token(text, given)


def _enter_margin(scene: Scene, drawn: Drawn) -> None:
    """Add the values of sides outside of the board."""
    board, layer = scene.board, drawn.layer
    if not isinstance(board, SquareBoard):
        return
    for place, value in layer.table.items():
        side, at = board.margin(place)
        fixed = drawn.given or value == drawn.printed.get(place, None)
        token = _token(layer, value, fixed, False)
        if token is not None:
            token = with_look(token, drawn.look(value), value)
        undecided = scene.partial and value is None
        _margin(scene, side, at, [] if token is None or undecided else [token])


def _enter_lists(scene: Scene, drawn: Drawn) -> None:
    """Add values or lists of rows and columns: given ones left and above, found ones opposite."""
    layer, given = drawn.layer, drawn.given
    across = layer.kind == "row"
    side = ("left" if across else "top") if given else ("right" if across else "bottom")
    order = scene.board.places(layer.kind)
    numbers = {unit: k for k, unit in enumerate(order)}
    for key, value in layer.table.items():
        text = "" if value is None else tokens_of(layer, key)
        fixed = given or (value is not None and drawn.printed.get(key) == value)
        marks = drawn.look(value)
        words = (printable(t) for t in text.split() if t not in BLANKS)
        tokens = [Token(word, fixed, marks=marks) for word in words]
        _margin(scene, side, numbers[key], tokens)


def _margin(scene: Scene, side: str, at: int, tokens: list[Token]) -> None:
    """Add tokens beside a row or column, outside of earlier ones."""
    stack = scene.margins.setdefault(side, {}).setdefault(at, [])
    stack.extend(tokens)


def _enter_labels(scene: Scene, layer: LayerValues) -> bool:
    """Add the values of groups of cells as labels; False if a unit is not a group of cells."""
    units = [key for key, value in layer.table.items() if value is not None]
    if not all(isinstance(u, Unit) and u.members for u in units):
        return False
    for unit in units:
        first = min(unit.members, key=lambda c: c.at).at
        text = printable(layer.domain.draw(layer.table[unit]))
        scene.labels[first] = _joined(scene.labels.get(first, ""), text)
    _enclose(scene, units)
    return True


def _enclose(scene: Scene, units: Sequence[Unit]) -> None:
    """Outline groups of cells that have no walls around them."""
    for cells in {frozenset(unit.members) for unit in units} - set(scene.cages):
        if not set(outline(scene.board, cells)) <= scene.walls:
            scene.cages.append(cells)


def _enter_looked_groups(scene: Scene, drawn: Drawn) -> bool:
    """Add the looks of groups: fillings in all their cells, signs in a corner of the first cell."""
    layer, given = drawn.layer, drawn.given
    units = [key for key, value in layer.table.items() if value is not None]
    if not all(isinstance(u, Unit) and u.members for u in units):
        return False
    _enclose(scene, units)
    for unit in units:
        value = layer.table[unit]
        token = _token(layer, value, given, paint=False)
        if token is None:
            continue
        look = drawn.look(value) or ()
        cells = sorted(unit.members, key=lambda cell: cell.at)
        fillings = tuple(mark for mark in look if mark.shape in FILLINGS)
        signs = tuple(replace(m, slot=m.slot or "northwest") for m in look if m not in fillings)
        for cell in cells if fillings else ():
            scene.signs.setdefault(cell.at, []).append(Token("", given, marks=fillings))
        scene.signs.setdefault(cells[0].at, []).append(with_look(token, signs, value))
    return True


def _joined(before: str, text: str) -> str:
    """A number before its sign, whichever comes first."""
    return text + before if text[:1].isalnum() and not before[:1].isalnum() else before + text


# ---- two clues in a filled cell ------------------------------------------------------------------


def _split_clues(board: Board, givens: list[LayerValues]) -> tuple[LayerValues, LayerValues] | None:
    """Two layers of numbers in filled cells only: clues of words below, clues of words across; else
    None. Which is which follows from the cells: a word across begins right of its clue.
    """
    filled = {
        cell
        for layer in givens
        if layer.kind == "cell" and layer.domain.kind == "bool"
        for cell, value in layer.table.items()
        if value and layer.domain.draw(True) in FILLING
    }
    inside = [
        layer
        for layer in givens
        if layer.kind == "cell" and layer.domain.kind == "int" and _clued(layer) <= filled
    ]
    if not filled or len(inside) != 2:
        return None
    first, second = inside
    free = set(board.cells) - filled
    right = DIRECTIONS["right"]
    if all(board.step(c, right) in free for c in _clued(first)) and not all(
        board.step(c, right) in free for c in _clued(second)
    ):
        return second, first
    return first, second


def _clued(layer: LayerValues) -> set[Any]:
    return {place for place, value in layer.table.items() if value is not None}


def _enter_split(scene: Scene, below: LayerValues, across: LayerValues) -> None:
    for cell in _clued(below) | _clued(across):
        pair = [layer.table.get(cell) for layer in (below, across)]
        text = "\\".join("" if v is None else show(v) for v in pair)
        others = [t for t in scene.cells.get(cell.at, ()) if t.look != "fill"]
        scene.cells[cell.at] = [Token(text, True, "split"), *others]


def placements(layer: LayerValues) -> list[frozenset[Place]]:
    """The groups of cells in a layer whose values are sets of cells."""
    out = []
    for value in layer.table.values():
        cells = value.cells if isinstance(value, Placement) else value
        if isinstance(cells, (tuple, Unit)) and all(
            isinstance(c, Place) and c.kind == "cell" for c in cells
        ):
            out.append(frozenset(cells))
    return out
