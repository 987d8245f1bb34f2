"""The types of the language's expressions.

A type is what the checker knows before a puzzle is read. It is a plain value: types are compared
with `==`. It includes the symbols of a domain, but not sizes and ranges (`1..9` and `1..n` are both
numbers), nor whether a value is given or found."""

from __future__ import annotations

from typing import TypeAlias

from ..records import record


@record
class Anything:
    """Agrees with every type: the type of an erroneous expression, and of a parameter of a
    define."""


@record
class Bool:
    """Yes or no."""


@record
class Int:
    """A number."""


@record
class Symbol:
    """A token of the puzzle file."""


@record
class Enum:
    """One of the symbols of a domain or of a things-set; name: of the things-set, or empty.

    members: None if the puzzle file lists them (`things tile = given`).
    """

    members: tuple[str, ...] | None
    name: str = ""


@record
class Place:
    """A place of the board; kinds: `cell corner border link side direction`, those it may be."""

    kinds: frozenset[str]


@record
class Moment:
    """A member of a sequence."""

    name: str


@record
class Unit:
    """An ordered list of places that is a place itself; kind: `row block …`, empty if any."""

    item: Type
    kind: str = ""


@record
class List:
    """length: None where it is not known before the puzzle is read."""

    item: Type
    length: int | None = None


@record
class Set:
    item: Type


@record
class Bag:
    """A multiset."""

    item: Type


@record
class Shape:
    """The shape of a set of cells, regardless of its position."""


@record
class Picture:
    """A small picture of values, as on the face of a tile."""

    item: Type


@record
class Placement:
    """A picture placed on the board: a set of cells, and a layer of its values there."""

    item: Type


@record
class Layer:
    """A function from places to values, and the set of the places that have one.

    keys: one type a dimension. lifted: computed by an operator over whole layers. relation: a
    bool layer on pairs, which may be called. unknown: a given one that may hide its values.
    """

    keys: tuple[Type, ...]
    value: Type
    some: bool = False
    lifted: bool = False
    relation: bool = False
    unknown: bool = False


@record
class Partition:
    """A layer from places to pieces, each a set of such places."""

    key: Type


@record
class Var:
    """A type variable, in the signatures of built-in functions only. widens: whether an argument
    of more kinds than those before makes the variable stand for all of them."""

    name: str
    widens: bool = True


Type: TypeAlias = (
    Anything
    | Bool
    | Int
    | Symbol
    | Enum
    | Place
    | Moment
    | Unit
    | List
    | Set
    | Bag
    | Shape
    | Picture
    | Placement
    | Layer
    | Partition
    | Var
)

PLACE_KINDS = ("cell", "corner", "border", "link", "side", "direction")
ANY, BOOL, INT, SYMBOL, SHAPE = Anything(), Bool(), Int(), Symbol(), Shape()
CELL = Place(frozenset({"cell"}))
CORNER = Place(frozenset({"corner"}))
BORDER = Place(frozenset({"border"}))
LINK = Place(frozenset({"link"}))
SIDE = Place(frozenset({"side"}))
DIRECTION = Place(frozenset({"direction"}))
EDGE = Place(LINK.kinds | BORDER.kinds)
POINT = Place(CELL.kinds | CORNER.kinds)


# ---- relations between types ---------------------------------------------------------------------


def agree(a: Type, b: Type) -> bool:
    """Whether a value of one type can equal a value of the other."""
    match a, b:
        case (Anything(), _) | (_, Anything()):
            return True
        case (Symbol(), Symbol() | Enum()) | (Enum(), Symbol()):
            return True
        case Enum(members=None, name=x), Enum(members=None, name=y):
            return x == y
        case Enum(members=x, name=n), Enum(members=y, name=m):
            if x is None or y is None:
                return not n or not m
            return bool(set(x) & set(y))
        case Place(kinds=x), Place(kinds=y):
            return bool(x & y)
        case Unit(item=x, kind=j), Unit(item=y, kind=k):
            return agree(x, y) and (j == k or not j or not k)
        case (Unit(item=x), List(item=y)) | (List(item=x), Unit(item=y)):
            return agree(x, y)
        case List(item=x, length=m), List(item=y, length=n):
            return agree(x, y) and (m == n or m is None or n is None)
        case (Set(item=x), Set(item=y)) | (Bag(item=x), Bag(item=y)):
            return agree(x, y)
        case (Set(item=x), Layer(keys=(y,))) | (Layer(keys=(x,)), Set(item=y)):
            return agree(x, y)
        case (Placement(), Set(item=x)) | (Set(item=x), Placement()):
            return agree(x, CELL)
        case (Picture(item=x), Picture(item=y)) | (Placement(item=x), Placement(item=y)):
            return agree(x, y)
        case Layer(), Layer():
            return False  # two layers are compared place by place
        case _:
            return a == b


def within(a: Type, b: Place) -> bool:
    """Whether every value of a type is a place of one of these kinds."""
    return isinstance(a, Anything) or (isinstance(a, Place) and a.kinds <= b.kinds)


def meet(a: Type, b: Type) -> Type:
    """The type of the values that have both of two types that agree."""
    if isinstance(a, Place) and isinstance(b, Place):
        return Place(a.kinds & b.kinds)
    return a


def join(a: Type, b: Type) -> Type | None:
    """The type of a value of either of two types; None if there is no such type."""
    if a == b:
        return a
    match a, b:
        case (Anything(), _) | (_, Anything()):
            return ANY
        case (Symbol(), Symbol() | Enum()) | (Enum(), Symbol()):
            return SYMBOL
        case Enum(members=x, name=n), Enum(members=y, name=m):
            if x is None or y is None:
                return a if n == m or not m else b if not n else None
            return Enum(tuple(dict.fromkeys(x + y)), n if n == m else "")
        case Place(kinds=x), Place(kinds=y):
            return Place(x | y)
        case Unit(item=x, kind=j), Unit(item=y, kind=k):
            item = join(x, y)
            return item and Unit(item, j if j == k else "")
        case (Unit(item=x), List(item=y)) | (List(item=x), Unit(item=y)):
            item = join(x, y)
            return item and List(item)
        case List(item=x, length=m), List(item=y, length=n):
            item = join(x, y)
            return item and List(item, m if m == n else None)
        case (Set(item=x), Set(item=y) | Layer(keys=(y,))) | (Layer(keys=(x,)), Set(item=y)):
            item = join(x, y)
            return item and Set(item)
        case (Placement(), Set(item=x)) | (Set(item=x), Placement()):
            item = join(x, CELL)
            return item and Set(item)
        case Layer(), Layer():
            return _join_layers(a, b)
        case _:
            return a if agree(a, b) else None


def join_sets(a: Type, b: Type) -> Type | None:
    """As `join`, but of a list or line and a set it is the set of the members of either."""
    joined = join(a, b)
    if joined is not None:
        return joined
    for one, other in ((a, b), (b, a)):
        if isinstance(one, (List, Unit)) and isinstance(other, (Set, Layer, Placement)):
            members = member_of(other)
            item = members and join(one.item, members)
            return item and Set(item)
    return None


def _join_layers(a: Layer, b: Layer) -> Type | None:
    """The type of one of two layers: a layer, if they may be at the same places and have values of
    one kind; otherwise the set of its places."""
    value = join(a.value, b.value)
    if len(a.keys) != len(b.keys) or a.relation != b.relation:
        return None
    keys = [join(x, y) for x, y in zip(a.keys, b.keys, strict=True)]
    if value is None or not all(map(agree, a.keys, b.keys)):
        return Set(keys[0]) if len(keys) == 1 and keys[0] is not None else None
    known = tuple(key for key in keys if key is not None)
    return Layer(known, value, a.some or b.some, a.lifted or b.lifted, a.relation)


def member_of(t: Type) -> Type | None:
    """The type of the members of a set, that is, of the variable of a `for` over it; None if it is
    not a set."""
    match t:
        case Anything():
            return ANY
        case Unit(item=item) | List(item=item) | Set(item=item):
            return item
        case Layer(keys=(key,)):
            return key
        case Layer(keys=(key, other)) if key == other:
            return List(key, 2)
        case Placement():
            return CELL
        case Partition(key=key):
            return Set(key)
        case _:
            return None


def value_of(t: Type) -> Type | None:
    """The type of the values of a list or a layer, where values are expected; None of other
    types."""
    match t:
        case Layer(value=value):
            return value
        case Partition(key=key):
            return Set(key)
        case _:
            return member_of(t)


def kind_of_places(t: Type) -> str | None:
    """The kinds of board places of a type, joined by `+`; None if it is no place of the board."""
    if not isinstance(t, Place):
        return None
    return "+".join(kind for kind in PLACE_KINDS if kind in t.kinds)


def is_symbolic(t: Type) -> bool:
    """Whether values of a type are symbols."""
    return isinstance(t, (Enum, Symbol))


# ---- words ---------------------------------------------------------------------------------------


def show(t: Type) -> str:
    """A type in words, with its article: "a number", "a list of cells"."""
    match t:
        case Anything() | Var():
            return "anything"
        case Bool():
            return "yes or no"
        case Enum(members=members, name="") if members is not None:
            return f"one of {', '.join(members)}" if len(members) > 1 else f"'{members[0]}'"
        case _:
            return with_article(_plain(t))


def with_article(noun: str) -> str:
    """A noun in the singular with its article: `a tent`, `an arrow`."""
    return f"a{'n' if noun[:1] in 'aeiou' else ''} {noun}"


def plural(t: Type) -> str:
    """Several of a type in words: "numbers", "lists of cells"."""
    match t:
        case Anything() | Var():
            return "values"
        case Bool():
            return "yes and no"
        case Enum(members=members, name="") if members is not None:
            return f"symbols {', '.join(members)}"
        case List(item=item):
            return f"lists of {plural(item)}"
        case Set(item=item):
            return f"sets of {plural(item)}"
        case Place(kinds=kinds):
            return " and ".join(f"{k}s" for k in sorted(kinds))
        case _:
            head, of, parts = _plain(t).partition(" of ")
            return f"{head}s{of}{parts}"


def _plain(t: Type) -> str:
    match t:
        case Int():
            return "number"
        case Symbol():
            return "symbol"
        case Enum(name=name):
            return name or "symbol"
        case Moment():
            return "moment"
        case Place(kinds=kinds):
            return " or ".join(sorted(kinds))
        case Unit(item=item, kind=kind):
            return kind or f"line of {plural(item)}"
        case List(item=item):
            return f"list of {plural(item)}"
        case Set(item=item):
            return f"set of {plural(item)}"
        case Bag(item=item):
            return f"bag of {plural(item)}"
        case Picture(item=item):
            return f"picture of {plural(item)}"
        case Placement():
            return "placement"
        case Shape():
            return "shape"
        case Layer(keys=(key, _), relation=True):
            return f"relation of {plural(key)}"
        case Layer(keys=keys, value=value):
            if value == BOOL:
                return f"layer of yes and no on {' and '.join(plural(k) for k in keys)}"
            return f"layer of {plural(value)} on {' and '.join(plural(k) for k in keys)}"
        case Partition(key=key):
            return f"partition of {plural(key)}"
        case _:
            return "value"
