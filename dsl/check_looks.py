"""Check looks: their words belong to the picture vocabulary, no axis occurs twice, there is one
look or one for each value, and the shape fits the layer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .boards import DIRECTIONS
from .check_context import Context
from .constants import constant_values
from .diagnostics import counted, nearest
from .looks import AXES, BOARD_AXES, FILLINGS, LINES, SHAPES, SIGNS, SLOTS, STROKES, Axes, axis_of
from .syntax import (
    BoolDomain,
    Domain,
    Find,
    Given,
    Grid,
    Let,
    ListDomain,
    Look,
    Mark,
    Name,
    Param,
    PictureDomain,
    SetDomain,
    Text,
)
from .types import (
    DIRECTION,
    Anything,
    Bool,
    Enum,
    Layer,
    List,
    Moment,
    Place,
    Type,
    Unit,
    show,
    with_article,
)

_ALL_DIRECTIONS = ("direction", "directions")
_PATH = re.compile(r"[Mm][-+\s\d.,eEMmLlHhVvCcSsQqTtAaZz]*\d[-+\s\d.,eEMmLlHhVvCcSsQqTtAaZz]*")


def looks(ctx: Context, node: Given | Find | Let | Grid | Param) -> None:
    """Check the looks of a declaration, whose names are declared already."""
    if not node.looks:
        return
    if isinstance(node, Grid):
        if len(node.looks) > 1:
            ctx.error("E0273", "a board has one style", node.looks[1].span)
        _words(ctx, node.looks[0], BOARD_AXES)
        return
    for look in node.looks:
        _words(ctx, look, AXES)
    _number(ctx, node)
    name = node.name if isinstance(node, Let) else node.names[0]
    declared = ctx.names.get(name.id)
    if declared is None:
        return
    for look in node.looks:
        for mark in look.marks:
            _fits(ctx, mark, declared.fact.type)


def _words(ctx: Context, look: Look, axes: Axes) -> None:
    for mark in look.marks:
        if mark.path is not None:
            _path(ctx, mark.path, axes)
        said: dict[str, str] = {}
        for word in mark.words:
            axis = axis_of(word.value, axes)
            if axis is None:
                _unknown(ctx, word, axes)
            elif axis in said:
                ctx.error(
                    "E0272",
                    f"'{said[axis]}' and '{word.value}' are both {with_article(axis)}",
                    word.span,
                    hint="`+` puts several marks together" if axes is AXES else None,
                )
            said[axis or ""] = word.value


# Other words for shapes.
_MEANT = {
    "ball": "disc",
    "bullet": "dot",
    "circle": "ring",
    "point": "dot",
    "rectangle": "square",
    "shaded": "cell",
}


def _unknown(ctx: Context, word: Text, axes: Axes) -> None:
    known = [w for words in axes.values() for w in words]
    meant = _MEANT.get(word.value.lower())
    hint = f"write '{meant}'" if meant in known else nearest(word.value, known)
    first, *_ = axes
    ctx.error(
        "E0271",
        f"the picture vocabulary has no '{word.value}'",
        word.span,
        expected=None if hint else f"a {first}, such as {', '.join(list(axes[first])[:6])}",
        hint=hint,
    )


def _path(ctx: Context, path: Text, axes: Axes) -> None:
    if axes is AXES and _PATH.fullmatch(path.value.strip()):
        return
    ctx.error(
        "E0275",
        "this is not a path",
        path.span,
        expected='commands of an SVG path in a square from -1 to 1: "M-0.5 0 L0.5 0"',
        hint="`text` draws each value as it is written",
    )


def _number(ctx: Context, node: Given | Find | Let | Param) -> None:
    """One look, or one for each value."""
    many = len(node.looks)
    if many == 1:
        return
    values: Sequence[object] | None
    if isinstance(node, (Let, Param)):
        values = None
    else:
        values = _values(ctx, node.domain, node)
    if values is None or len(values) == many:
        if values is None:
            message, expected = f"{counted(many, 'look')} for one kind of value", "one look"
            ctx.error("E0273", message, node.looks[1].span, expected=expected)
        return
    names = ", ".join(map(str, values[:8])) + (", …" if len(values) > 8 else "")
    ctx.error(
        "E0273",
        f"{counted(many, 'look')} for {counted(len(values), 'value')}",
        node.looks[0].span.to(node.looks[-1].span),
        expected=f"one look, or one for each of {names}",
    )


def _values(ctx: Context, of: Domain, node: Given | Find) -> Sequence[object] | None:
    """The values of a domain in order, if they are written in the spec."""
    while isinstance(of, (ListDomain, PictureDomain)):
        of = of.element
    if isinstance(of, BoolDomain):
        return ("no", "yes")
    declared = ctx.names.get(node.names[0].id)
    value = declared.fact.type if declared is not None else None
    if isinstance(value, Layer) and isinstance(value.value, Enum):
        return value.value.members
    if isinstance(of, SetDomain) and isinstance(of.expr, Name) and of.expr.id in _ALL_DIRECTIONS:
        return DIRECTIONS[ctx.shape]
    numbers = constant_values(of)
    return sorted(numbers) if isinstance(numbers, set) else numbers  # a range is in order


def _fits(ctx: Context, mark: Mark, of: Type) -> None:
    """Check that a shape can show values of this type at these places."""
    if not isinstance(of, Layer):
        return
    shape = next((w for w in mark.words if w.value in SHAPES), None)
    expected = _expected("text" if shape is None else shape.value, of)
    slot = next((w for w in mark.words if w.value in SLOTS), None)
    word = shape or (mark.words[0] if mark.words else mark.path)
    if expected is None and slot is not None and not (_has(of, "cell") or _grouped(of)):
        expected, word = "a layer at cells, which have such parts", slot
    if expected is not None and word is not None:
        message = f"'{word.value}' cannot show {show(of)}"
        ctx.error("E0274", message, word.span, expected=expected)


def _expected(shape: str, of: Layer) -> str | None:
    """What layer a shape is for, if not for this one."""
    lists = isinstance(of.value, List) and isinstance(of.value.item, (Place, Anything))
    alone = _has(of, "cell") and len(_keys(of)) == 1
    leads = isinstance(of.value, (Place, Anything)) and alone
    if lists and shape == "text":
        return "a shape, such as tube: the cells of a list are not written"
    if shape in STROKES:
        return None if lists or leads else "a layer of lists of cells, of directions or of cells"
    if shape in LINES:
        fits = _has(of, "border", "link") or (shape == "tile" and leads)
        return None if fits else "a layer at borders or links"
    if shape == "borders":
        fits = alone and not isinstance(of.value, (Bool, List))
        return None if fits else "a layer of several values at cells"
    if shape in FILLINGS:
        return None if lists or _has(of, "cell") or _grouped(of) else "a layer at cells"
    if shape in SIGNS:
        return None if lists or _on_board(of) else "a layer at places of the board"
    return None


def _keys(of: Layer) -> tuple[Type, ...]:
    """The keys of a layer at one moment."""
    return tuple(key for key in of.keys if not isinstance(key, Moment))


def _has(of: Layer, *kinds: str) -> bool:
    """Whether a layer is at places of one of these kinds, perhaps among others."""
    keys = _keys(of)
    key = keys[0] if keys and keys[1:] in ((), (DIRECTION,)) else None
    return isinstance(key, Anything) or (isinstance(key, Place) and not key.kinds.isdisjoint(kinds))


def _grouped(of: Layer) -> bool:
    """Whether a layer is at groups of cells."""
    keys = _keys(of)
    return len(keys) == 1 and isinstance(keys[0], Unit) and keys[0].kind == "group"


def _on_board(of: Layer) -> bool:
    keys = _keys(of)
    if len(keys) == 1 and isinstance(keys[0], Unit):
        return keys[0].kind in ("row", "column", "group")
    return _has(of, "cell", "corner", "border", "link", "side")
