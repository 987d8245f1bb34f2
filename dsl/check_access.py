"""Infer the types of calls of sets with a place, of indexing, and of attributes.

Each function takes the facts of the parts and returns the fact of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import foreign
from .boards import SLANTING, has_attribute
from .builtins import ATTRIBUTES
from .check_context import WRONG, Context, Fact
from .checked import EACH, WHOLE
from .constants import constant
from .diagnostics import counted, nearest, one_of
from .syntax import Attribute, Call, Expr, Index, Name
from .types import (
    ANY,
    BOOL,
    BORDER,
    CELL,
    EDGE,
    INT,
    LINK,
    POINT,
    Anything,
    Int,
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
    agree,
    meet,
    member_of,
    plural,
    show,
    within,
)

# ---- sets, layers and relations called with a place ----------------------------------------------


def call_value(ctx: Context, node: Call, base: Fact, facts: Sequence[Fact]) -> Fact:
    """The fact of `adjacent(c)`, `adjacent(a, b)`, `line(c)`, `rows(c)`: members that touch a
    place."""
    t = base.type
    found = base.found or any(f.found for f in facts)
    match t:
        case Anything():
            return WRONG
        case Layer(keys=(first, second), relation=True):
            return _call_relation(ctx, node, (first, second), facts, found)
        case (
            Set(item=List(item=Place() as end, length=2))
            | List(item=List(item=Place() as end, length=2))
        ):
            return _call_relation(ctx, node, (end, end), facts, found)
        case Layer(keys=(member,)) | Set(item=member) | Unit(item=member) | List(item=member):
            if len(facts) != 1:
                return ctx.error(
                    "E0210",
                    f"a set called with {counted(len(facts), 'argument')}",
                    node.span,
                    expected="one place: those of its members that touch it",
                )
            return _touching(ctx, node, t, member, facts[0].type, found)
        case _:
            return ctx.error(
                "E0212",
                f"{show(t)} cannot be called",
                node.function.span,
                expected="a function, or a set of places",
            )


def _call_relation(
    ctx: Context, node: Call, keys: tuple[Type, Type], facts: Sequence[Fact], found: bool
) -> Fact:
    if len(facts) not in (1, 2):
        return ctx.error(
            "E0210",
            f"a relation with {counted(len(facts), 'argument')}",
            node.span,
            expected="one place (those in relation to it) or two (are they in relation?)",
        )
    for key, fact, arg in zip(keys, facts, node.args, strict=False):
        if not agree(key, fact.type):
            return ctx.error(
                "E0211",
                f"a relation of {plural(key)} cannot take {show(fact.type)}",
                arg.span,
                expected=show(key),
            )
    return Fact(BOOL if len(facts) == 2 else Set(keys[1]), found)


def _touching(ctx: Context, node: Call, base: Type, member: Type, place: Type, found: bool) -> Fact:
    if isinstance(member, Unit) and agree(member.item, place):
        return Fact(Set(member), found)
    if isinstance(member, Anything) or _touch(member, place):
        return Fact(Set(member), found)
    hint = None
    inner = member_of(member)
    if inner is not None and agree(inner, place):
        held, where = ctx.text(node.args[0].span), ctx.text(node.function.span)
        hint = f"`[x for x in {where} if {held} in x]` are those that contain it"
    elif isinstance(base, Layer) and not isinstance(place, Place):
        hint = "a layer is indexed with square brackets: `layer[place]`"
    return ctx.error(
        "E0212",
        f"{show(base)} cannot be called with {show(place)}",
        node.args[0].span,
        expected="a place of the board, for the members that touch it",
        hint=hint,
    )


def _touch(a: Type, b: Type) -> bool:
    """Whether places of two types may touch: a side touches no link and no other side."""
    if isinstance(b, Anything):
        return isinstance(a, Place)
    if not isinstance(a, Place) or not isinstance(b, Place):
        return False
    return any(
        "direction" not in (x, y) and ("side" not in (x, y) or not {x, y} <= {"side", "link"})
        for x in a.kinds
        for y in b.kinds
    )


# ---- indices -------------------------------------------------------------------------------------


def index(ctx: Context, node: Index, base: Fact, facts: Sequence[Fact]) -> Fact:
    found = base.found or any(f.found for f in facts)
    match base.type:
        case Anything():
            return WRONG
        case Layer(lifted=True):
            name = node.base.id if isinstance(node.base, Name) else "name"
            return ctx.error(
                "E0227",
                "the result of an operator on layers cannot be indexed",
                node.span,
                hint=f"declare it place by place: `let {name}[c in cells] = …`",
            )
        case Layer(keys=keys, value=value):
            return _index_layer(ctx, node, keys, value, facts, found)
        case Partition(key=key):
            return _index_layer(ctx, node, (key,), Set(key), facts, found)
        case Placement(item=item):
            return _index_layer(ctx, node, (CELL,), item, facts, found)
        case Unit() | List() if (at := constant(node.indices[0])) is not None and at < 1:
            return ctx.error(
                "E0226",
                f"{show(base.type)} has no member {at}",
                node.indices[0].span,
                expected="a number from 1: members are counted from 1",
            )
        case Unit(item=item) | List(item=item):
            ctx.read_number(node.base, item)
            return _index_layer(ctx, node, (INT,), item, facts, found, spread=False)
        case Picture(item=item):
            return _index_layer(ctx, node, (INT, INT), item, facts, found, spread=False)
        case _:
            hint = None
            units = isinstance(base.type, Set) and isinstance(base.type.item, Unit)
            if units and not all(isinstance(fact.type, Int) for fact in facts):
                hint = "`layer = layer[c]` are the places that have the same value as c"
            elif isinstance(base.type, Set):
                hint = "`[x for x in …]` makes a list of a set"
            return ctx.error(
                "E0224",
                f"{show(base.type)} cannot be indexed",
                node.base.span,
                expected="a layer or a list",
                hint=hint,
            )


def _index_layer(
    ctx: Context,
    node: Index,
    keys: tuple[Type, ...],
    value: Type,
    facts: Sequence[Fact],
    found: bool,
    spread: bool = True,
) -> Fact:
    """The type of a layer's value for some keys. spread: a key may be a list or set; then the type
    is a list."""
    if len(keys) == 1 and len(facts) == 2 and (ends := _ends(keys[0])) is not None:
        keys, spread = (ends, ends), False
    if len(keys) != len(facts):
        if ANY in keys:
            return Fact(ANY, found)
        return ctx.error(
            "E0225",
            f"{counted(len(facts), 'key')} for {_what(keys)}",
            node.span,
            expected=" and ".join(map(show, keys)),
        )
    if ANY in keys or any(isinstance(f.type, Anything) for f in facts):
        return Fact(ANY, found)
    lists: list[Type] = []
    for key, fact, arg in zip(keys, facts, node.indices, strict=True):
        t = fact.type
        if _is_key(key, t):
            ctx.read_as(arg, WHOLE)
            continue
        item = member_of(t)
        if item is None or not _is_key(key, item) or lists or not spread:
            several = item is not None and _is_key(key, item) and not lists
            return ctx.error(
                "E0226",
                f"{_what(keys)} is indexed with {show(t)}",
                arg.span,
                expected=show(key),
                hint=_hint_of_several(ctx, node, arg) if several else _one_at_a_time(key, t),
            )
        ctx.read_as(arg, EACH)
        lists.append(t)
    if not lists:
        return Fact(value, found)
    (over,) = lists
    return Fact(List(value, over.length if isinstance(over, List) else None), found)


def _one_at_a_time(key: Type, t: Type) -> str | None:
    """A hint to loop over the places, for a key that is all places, or a number."""
    if isinstance(t, Set) and isinstance(t.item, (Unit, List)) and _is_key(key, t.item.item):
        return "one at a time: `for r in rows: … layer[r] …`"
    if isinstance(t, Int) and agree(key, CELL):
        return "places have no numbers; loop over them: `for c in cells`, `for r in rows`"
    return None


def _ends(key: Type) -> Place | None:
    """The kind of the ends of a link or border: two ends denote it."""
    if not isinstance(key, Place):
        return None
    edges = key.kinds & EDGE.kinds
    return CELL if edges == LINK.kinds else POINT if edges == BORDER.kinds else None


def _hint_of_several(ctx: Context, node: Index, arg: Expr) -> str | None:
    """How to index a layer with each member of a list or set."""
    texts = [ctx.text(part.span) for part in (node.base, *node.indices, arg)]
    if None in texts:
        return None
    base, *indices, several = map(str, texts)
    inner = ", ".join("x" if i is arg else t for i, t in zip(node.indices, indices, strict=True))
    return f"`[{base}[{inner}] for x in {several}]` takes the value at each of them"


def _is_key(key: Type, t: Type) -> bool:
    """Whether a type can be a key; only a unit is a key of a layer on units."""
    return agree(key, t) and not (isinstance(key, Unit) and isinstance(t, List))


def _what(keys: tuple[Type, ...]) -> str:
    if set(keys) == {INT}:
        return "a list" if len(keys) == 1 else "a picture"
    return f"a layer on {' and '.join(map(plural, keys))}"


# ---- attributes ----------------------------------------------------------------------------------


def attribute(ctx: Context, node: Attribute, base: Fact) -> Fact:
    """The fact of `base.name`; a mistake if the base's type has no such attribute."""
    t = base.type
    known = ATTRIBUTES.get(node.name)
    if isinstance(t, Anything) and known is not None:
        return WRONG
    own = attributes_of(ctx, t)
    if known is None or node.name not in own:
        return ctx.error(
            "E0228",
            f"nothing has an attribute '{node.name}'"
            if isinstance(t, Anything)
            else f"{show(t)} has no '{node.name}'",
            node.name_span,
            expected=one_of(own) or None,
            hint=_attribute_hint(node.name, own)
            or (kinds_apart(t, known.owner) or _owned(node.name, known.owner) if known else None),
        )
    if isinstance(known.result, Var):
        return Fact(t, base.found)
    if isinstance(t, Set):
        return Fact(t.item, base.found)
    if isinstance(t, Layer):
        return Fact(Layer(t.keys, BOOL))  # which values are printed, the puzzle says
    return Fact(known.result, base.found)


def attributes_of(ctx: Context, t: Type) -> list[str]:
    """The names of the attributes that a type has on this board."""
    return [
        name
        for name, a in ATTRIBUTES.items()
        if _owns(a.owner, t) and has_attribute(ctx.shape, name, t)
    ]


def kinds_apart(t: Type, wanted: object) -> str | None:
    """How to single out the places of one kind, for a place of several kinds."""
    if not isinstance(t, Place) or not isinstance(wanted, Place) or not t.kinds & wanted.kinds:
        return None
    sets = " + ".join(f"{kind}s" for kind in sorted(t.kinds & wanted.kinds))
    apart = sets if "+" not in sets else f"({sets})"
    return f"`s & {apart}` are those of a set s that are {plural(meet(t, wanted))}"


def _owned(name: str, owner: Type) -> str | None:
    """A hint at the places that have an attribute."""
    return f"'{name}' is an attribute of {plural(owner)}" if isinstance(owner, Place) else None


def _attribute_hint(name: str, own: list[str]) -> str | None:
    if name == "known":
        return "only a given layer that is declared with 'unknown' may hide its values"
    if name.lower() in foreign.NAMES or name in SLANTING:
        return None  # what is meant is a remedy
    return nearest(name, own)


def _owns(owner: Type, t: Type) -> bool:
    if isinstance(owner, Set):
        return isinstance(t, Set) and isinstance(t.item, Moment)
    if isinstance(owner, Layer):
        return isinstance(t, Layer) and t.unknown
    return within(t, owner) if isinstance(owner, Place) else agree(owner, t)
