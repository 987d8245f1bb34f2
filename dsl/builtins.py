"""The built-in names and attributes of the language, with their signatures, as data.

The checker reads this table; tests compare it with the functions of the compiler and with
docs/language.md. A signature is made of types and of the patterns below; a `Var` stands for one
type throughout a signature.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ..records import record, replace
from .known_arguments import KNOWN_ARGUMENTS
from .types import (
    ANY,
    BOOL,
    BORDER,
    CELL,
    CORNER,
    DIRECTION,
    EDGE,
    INT,
    LINK,
    POINT,
    SHAPE,
    SIDE,
    SYMBOL,
    Bag,
    Layer,
    List,
    Moment,
    Partition,
    Picture,
    Place,
    Placement,
    Set,
    Type,
    Unit,
    Var,
)

# ---- patterns of arguments -----------------------------------------------------------------------


@record
class Values:
    """A list of values: a list, unit or set, or a layer, for the list of its values."""

    item: Pattern


@record
class Members:
    """A set: a set, list or unit, a layer (where it is yes or has a value), a placement."""

    item: Pattern


@record
class LayerOn:
    """A layer with one key."""

    key: Pattern
    value: Pattern = ANY


@record
class Word:
    """One of a few words that have a meaning as this argument only."""

    options: tuple[str, ...]


Pattern: TypeAlias = Type | Values | Members | LayerOn | Word


@record
class Parameter:
    """given: its value must not depend on found layers."""

    name: str
    pattern: Pattern
    given: bool = False


@record
class Signature:
    """rest: the last parameter may be repeated. flags: words that may follow."""

    parameters: tuple[Parameter, ...]
    result: Type
    rest: bool = False
    flags: tuple[str, ...] = ()


@record
class Builtin:
    """A built-in name.

    kind: "set" (of places; may be called with a place as well), "value", "relation", "domain"
    (stands after a colon only), "function", "flag" (a word that some functions take).
    type: of a set, value, relation or domain. board: it needs a `grid`.
    """

    name: str
    kind: str
    type: Type = ANY
    signatures: tuple[Signature, ...] = ()
    board: bool = True

    @property
    def usage(self) -> str:
        """How to call it, in words: `runs(line, condition) or runs(condition)`."""
        return " or ".join(dict.fromkeys(_usage(self.name, s) for s in self.signatures))


def _usage(name: str, signature: Signature) -> str:
    parts = [p.name for p in signature.parameters]
    if signature.rest:
        parts.append("…")
    parts += [f"[{flag}]" for flag in signature.flags]
    return f"{name}({', '.join(parts)})"


# ---- the table -----------------------------------------------------------------------------------

T = Var("T")
CELLS = Members(CELL)
PAIR = List(T, 2)
CENTRE = Place(POINT.kinds | EDGE.kinds)
TURNS = ("turned", "flipped")


def _p(name: str, pattern: Pattern) -> Parameter:
    return Parameter(name, pattern)


def _set(name: str, item: Type, *signatures: Signature) -> Builtin:
    return Builtin(name, "set", Set(item), signatures)


def _relation(name: str, place: Place) -> Builtin:
    return Builtin(name, "relation", Layer((place, place), BOOL, relation=True))


def _function(name: str, *signatures: Signature, board: bool = False) -> Builtin:
    known = KNOWN_ARGUMENTS.get(name, ())
    marked = (
        replace(
            s,
            parameters=tuple(replace(p, given=k in known) for k, p in enumerate(s.parameters)),
        )
        for s in signatures
    )
    return Builtin(name, "function", ANY, tuple(marked), board)


def _of(parameters: tuple[Parameter, ...], result: Type, flags: tuple[str, ...] = ()) -> Signature:
    return Signature(parameters, result, flags=flags)


def over(name: str, what: str, item: Pattern, result: Type) -> Builtin:
    """The signature of a function of a list, or of two or more single values.

    what: the name of the list. item: the type of its members."""
    several = Signature((_p("value", item), _p("value", item)), result, rest=True)
    return _function(name, _of((_p(what, Values(item)),), result), several)


_SETS = (
    _set("cells", CELL),
    _set("rows", Unit(CELL, "row")),
    _set("columns", Unit(CELL, "column")),
    _set("diagonals", Unit(CELL, "diagonal")),
    _set("corners", CORNER),
    _set("borders", BORDER),
    _set("links", LINK),
    _set("sides", SIDE, _of((_p("where", Word(("top", "bottom", "left", "right"))),), Set(SIDE))),
    Builtin("directions", "set", Set(DIRECTION), board=False),
)

# Of all boards: `boards` lists what each of them lacks.
_DIRECTIONS = ("up", "down", "left", "right", "upleft", "upright", "downleft", "downright")
_COMPASS = ("northwest", "north", "northeast", "southwest", "south", "southeast")

_VALUES = (
    *(Builtin(d, "value", DIRECTION, board=False) for d in _DIRECTIONS),
    Builtin("cell", "domain", Set(CELL)),
    Builtin("direction", "domain", Set(DIRECTION), board=False),
    *(Builtin(flag, "flag", board=False) for flag in TURNS),
)

_RELATIONS = (
    *(_relation(name, CELL) for name in ("adjacent", "diagonal", "touching", "knight")),
    _relation("meeting", EDGE),
)

_PLACES = (
    _function("row", _of((_p("cell", CELL),), Unit(CELL, "row")), board=True),
    _function("column", _of((_p("cell", CELL),), Unit(CELL, "column")), board=True),
    _function("ring", _of((_p("cell", CELL),), Unit(CELL, "ring")), board=True),
    _function(
        "step",
        _of((_p("cell", CELL), _p("direction", DIRECTION)), CELL),
        _of((_p("corner", CORNER), _p("direction", DIRECTION)), CORNER),
        board=True,
    ),
    _function(
        "link",
        _of((_p("cell", CELL), _p("other", CELL)), LINK),
        _of((_p("cell", CELL), _p("direction", DIRECTION)), LINK),
        board=True,
    ),
    _function(
        "border",
        _of((_p("cell", CELL), _p("other", CELL)), BORDER),
        _of((_p("cell", CELL), _p("direction", DIRECTION)), BORDER),
        _of((_p("corner", CORNER), _p("other", CORNER)), BORDER),
        _of((_p("corner", CORNER), _p("direction", DIRECTION)), BORDER),
        board=True,
    ),
    _function(
        "ends",
        _of((_p("link", LINK),), List(CELL, 2)),
        _of((_p("border", BORDER),), List(CORNER, 2)),
        _of((_p("segment", EDGE),), List(POINT, 2)),
        board=True,
    ),
    _function("opposite", _of((_p("direction", DIRECTION),), DIRECTION)),
    _function("turn", _of((_p("direction", DIRECTION),), DIRECTION)),
    _function(
        "blocks",
        _of((_p("height", INT), _p("width", INT)), Set(Unit(CELL, "block"))),
        board=True,
    ),
    _function(
        "windows",
        _of((_p("height", INT), _p("width", INT)), Set(Unit(CELL, "window"))),
        board=True,
    ),
    _function("groups", _of((_p("layer", LayerOn(T)),), Set(Unit(T, "group")))),
    _function("pairs", _of((_p("set", Members(T)),), Set(PAIR))),
    *(
        _function(name, _of((_p("member", T), _p("list", List(T))), List(T)))
        for name in ("before", "after")
    ),
    _function("between", _of((_p("cell", CELL), _p("cell", CELL)), List(CELL)), board=True),
    _function("reversed", _of((_p("list", List(T)),), List(T))),
    _function("steps", _of((_p("list", List(T)),), List(PAIR))),
    _function(
        "segments",
        _of((_p("line", List(CELL)),), List(LINK)),
        _of((_p("line", List(CORNER)),), List(BORDER)),
        board=True,
    ),
)

# The places of a line, and what holds along it: a set of them, or of what joins them.
_WHILE: tuple[tuple[Place, Pattern], ...] = (
    (CELL, CELLS),
    (CELL, Members(LINK)),
    (CORNER, Members(CORNER)),
    (CORNER, Members(BORDER)),
)

_STRETCHES = (
    _function(
        "runs",
        *(_of((_p("condition", while_),), Set(Unit(place, "run"))) for place, while_ in _WHILE),
        *(
            _of((_p("line", List(place)), _p("condition", while_)), List(Unit(place, "run")))
            for place, while_ in _WHILE
        ),
        board=True,
    ),
    _function(
        "run",
        *(
            _of(
                (_p("place", place), _p("direction", DIRECTION), _p("condition", while_)),
                List(place),
            )
            for place, while_ in _WHILE
        ),
        board=True,
    ),
)

_SHAPES = (
    _function(
        "placements",
        _of((_p("shape", Picture(T)),), Set(Placement(T)), TURNS),
        _of((_p("shapes", Values(Picture(T))),), Set(Placement(T)), TURNS),
        _of((_p("shape", CELLS),), Set(Placement(BOOL)), TURNS),
        _of((_p("shape", SYMBOL),), Set(Placement(BOOL)), TURNS),
        _of((_p("shapes", Values(SYMBOL)),), Set(Placement(BOOL)), TURNS),
        board=True,
    ),
    _function(
        "outline", _of((_p("spots", LayerOn(T, CELLS)),), Layer((BORDER,), BOOL)), board=True
    ),
    _function(
        "shape",
        _of((_p("set", CELLS),), SHAPE, TURNS),
        _of((_p("picture", Picture(T)),), SHAPE, TURNS),
        _of((_p("picture", SYMBOL),), SHAPE, TURNS),
        board=True,
    ),
    _function("box", _of((_p("set", CELLS),), Set(CELL)), board=True),
    _function("mirror", _of((_p("set", CELLS), _p("about", CENTRE)), Set(CELL)), board=True),
    _function(
        "reflect",
        _of((_p("set", CELLS), _p("axis", EDGE)), Set(CELL)),
        _of((_p("set", CELLS), _p("axis", Unit(CELL, "row"))), Set(CELL)),
        _of((_p("set", CELLS), _p("axis", Unit(CELL, "column"))), Set(CELL)),
        board=True,
    ),
)

_OVER_LISTS = (
    over("count", "conditions", BOOL, INT),
    over("any", "conditions", BOOL, BOOL),
    over("all", "conditions", BOOL, BOOL),
    *(over(name, "numbers", INT, INT) for name in ("sum", "product", "min", "max", "digits")),
    *(over(name, "list", T, BOOL) for name in ("all_different", "all_equal")),
    *(over(name, "numbers", INT, BOOL) for name in ("increasing", "straight")),
    _function(
        "size", _of((_p("set", Members(T)),), INT), _of((_p("partition", Partition(T)),), INT)
    ),
    _function("kinds", _of((_p("list", Values(T)),), INT)),
    _function("bag", _of((_p("list", Values(T)),), Bag(T))),
    _function("abs", _of((_p("number", INT),), INT), _of((_p("numbers", List(INT)),), List(INT))),
    _function(
        "matches",
        _of((_p("list", Values(T)), _p("pattern", SYMBOL)), BOOL),
        _of((_p("list", Values(T)), _p("pattern", List(SYMBOL))), BOOL),
        _of((_p("list", Values(T)), _p("pattern", List(T))), BOOL),
    ),
)

# The edges between the places of a set: pairs of places, or lines between them; by default
# neighbours. Pairs of other places, such as the pairs of links in `meeting` where the set is one of
# borders, join nothing, and leave the kind of the set as it is.
_JOINED_PAIR = List(Var("T", widens=False), 2)
_JOINED = (
    *((Members(kind),) for kind in (CELL, CORNER, BORDER, LINK)),
    (Members(T), Members(_JOINED_PAIR)),
    (CELLS, Members(LINK)),
    (Members(CORNER), Members(BORDER)),
)


def _graph(name: str, result: Callable[[Type], Type]) -> Builtin:
    """A function of a graph: the vertices are a set of places, the edges what joins them."""
    signatures = []
    for where, *joined in _JOINED:
        place = where.item
        assert not isinstance(place, (Values, Members, LayerOn, Word))
        parameters = (_p("where", where), *(_p("joined", pattern) for pattern in joined))
        signatures.append(_of(parameters, result(place)))
    return _function(name, *signatures)


def _distances() -> Iterator[Signature]:
    """`distance(start, where, joined)`, from one place or from the nearest of several."""
    for where, *joined in _JOINED:
        place = where.item
        assert not isinstance(place, (Values, Members, LayerOn, Word))
        rest = (_p("where", where), *(_p("joined", pattern) for pattern in joined))
        for start in (place, where):
            yield _of((_p("start", start), *rest), Layer((place,), INT, some=True))


def _lines(name: str, on_links: Type, on_borders: Type) -> Builtin:
    """A function of lines."""
    links, borders = _p("lines", Members(LINK)), _p("lines", Members(BORDER))
    return _function(name, _of((links,), on_links), _of((borders,), on_borders), board=True)


_PIECES = (
    _graph("connected", lambda place: BOOL),
    _graph("acyclic", lambda place: BOOL),
    _graph("areas", Partition),
    _function("distance", *_distances(), board=False),
    _function(
        "loop",
        _of((_p("lines", Members(EDGE)),), BOOL),
        _of((_p("lines", Members(EDGE)), _p("crossing", BOOL)), BOOL),
        _of((_p("lines", Members(LINK)), _p("crossing", CELLS)), BOOL),
        _of((_p("lines", Members(BORDER)), _p("crossing", Members(CORNER))), BOOL),
        board=True,
    ),
    _lines("path", BOOL, BOOL),
    _lines("inside", Layer((CORNER,), BOOL), Layer((CELL,), BOOL)),
)

_TIME = (_function("next", _of((_p("moment", Moment("")),), Moment(""))),)

BUILTINS: dict[str, Builtin] = {
    b.name: b
    for table in (
        _SETS,
        _VALUES,
        _RELATIONS,
        _PLACES,
        _STRETCHES,
        _SHAPES,
        _OVER_LISTS,
        _PIECES,
        _TIME,
    )
    for b in table
}


@record
class AttributeOf:
    """`owner.name`: the type of the owner and the type of the attribute; T is the owner's type."""

    owner: Type
    result: Type


ATTRIBUTES: dict[str, AttributeOf] = {
    **{d: AttributeOf(POINT, T) for d in _DIRECTIONS},
    **{d: AttributeOf(CELL, CORNER) for d in _COMPASS},
    "row": AttributeOf(POINT, INT),
    "column": AttributeOf(POINT, INT),
    "line": AttributeOf(SIDE, List(CELL)),
    "first": AttributeOf(Set(Moment("")), Moment("")),
    "last": AttributeOf(Set(Moment("")), Moment("")),
    "known": AttributeOf(Layer((ANY,), ANY, unknown=True), BOOL),
    "wall": AttributeOf(Partition(CELL), Layer((BORDER,), BOOL)),
}
