"""Calls, indices and attributes: which signature fits, and what comes out.

All functions here take the facts of the parts, already known, and give the fact of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..records import replace
from .builtins import (
    ATTRIBUTES,
    Builtin,
    LayerOn,
    Members,
    Parameter,
    Pattern,
    Signature,
    Values,
    Word,
)
from .check_context import OTHER_WORDS, WRONG, Context, Fact
from .diagnostics import nearest
from .syntax import Attribute, Call, Collection, Expr, Index, Text
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
    Bag,
    Division,
    Enum,
    Int,
    Layer,
    List,
    Moment,
    Picture,
    Place,
    Placement,
    Set,
    Type,
    Unit,
    Var,
    agree,
    join,
    meet,
    member_of,
    plural,
    show,
    value_of,
    within,
)
from .written import cells_of

# ---- built-in functions --------------------------------------------------------------------------


def argument_domain(builtin: Builtin, position: int) -> Enum | None:
    """The words that may stand as this argument, if words may."""
    for signature in builtin.signatures:
        if position < len(signature.parameters):
            pattern = signature.parameters[position].pattern
            if isinstance(pattern, Word):
                return Enum(pattern.options)
        elif signature.flags:
            return Enum(signature.flags)
    return None


def call_builtin(
    ctx: Context,
    node: Call,
    builtin: Builtin,
    facts: Sequence[Fact],
    hidden: Sequence[str | None],
) -> Fact:
    """A call of a built-in function.

    hidden: for each argument that has a built-in name but means something else, what it is.
    """
    fitting = [s for s in builtin.signatures if _takes(s, len(facts))]
    if not fitting:
        few = all(len(facts) < len(s.parameters) for s in builtin.signatures)
        return ctx.error(
            "E0210",
            f"{builtin.name} with {_count(len(facts), 'argument')}, too {'few' if few else 'many'}",
            node.span,
            expected=builtin.usage,
        )
    worst, close = -1, fitting
    for signature in fitting:
        bindings: dict[str, Type] = {}
        wrong = _first_wrong(signature, facts, bindings)
        if wrong is None:
            return _result(ctx, node, builtin, signature, facts, bindings)
        if wrong > worst:
            worst, close = wrong, []
        if wrong == worst:
            close.append(signature)
    position = min(worst, len(close[0].parameters) - 1)
    parameter = close[0].parameters[position]
    return ctx.error(
        "E0211",
        _given_wrong(builtin, parameter, facts[worst].type),
        node.args[worst].span,
        expected=" or ".join(
            dict.fromkeys(
                _wanted(s.parameters[position].pattern, facts[:worst])
                for s in close
                if position < len(s.parameters)
            )
        ),
        hint=f"here this name is {hidden[worst]}; the built-in one is hidden"
        if hidden[worst]
        else _argument_hint(builtin, parameter, facts[worst].type)
        or _kinds_apart(member_of(facts[worst].type) or facts[worst].type, _places(parameter)),
    )


def _wanted(pattern: Pattern, others: Sequence[Fact]) -> str:
    """What an argument should be; of a kind with the others, where that alone is asked."""
    if isinstance(pattern, Var) and others:
        return show(others[0].type)
    return describe(pattern)


def _given_wrong(builtin: Builtin, parameter: Parameter, t: Type) -> str:
    """What is wrong with an argument; which one it is where there are several."""
    alone = all(s.rest or len(s.parameters) + len(s.flags) == 1 for s in builtin.signatures)
    return f"'{builtin.name}' of {show(t)}" + ("" if alone else f" as its '{parameter.name}'")


def _takes(signature: Signature, count: int) -> bool:
    least = len(signature.parameters)
    return least <= count and (signature.rest or count <= least + len(signature.flags))


def _first_wrong(
    signature: Signature, facts: Sequence[Fact], bindings: dict[str, Type]
) -> int | None:
    for i, fact in enumerate(facts):
        if i < len(signature.parameters):
            pattern = signature.parameters[i].pattern
        elif signature.rest:
            pattern = signature.parameters[-1].pattern
        else:
            pattern = Word(signature.flags)
        if not _fits(pattern, fact.type, bindings):
            return i
    return None


def _fits(pattern: Pattern, t: Type, bindings: dict[str, Type]) -> bool:
    """Whether a type fits a pattern; fills in the variables of the pattern."""
    if isinstance(t, Anything):
        return True
    match pattern:
        case Var(name=name):
            known = bindings.get(name, ANY)
            bindings[name] = t if known == ANY else join(known, t) or known
            return agree(known, t)
        case Values(item=item):
            value = value_of(t)
            return value is not None and _fits(item, value, bindings)
        case Members(item=item):
            member = member_of(t)
            return member is not None and _fits(item, member, bindings)
        case LayerOn(key=key, value=value):
            if not isinstance(t, Layer) or len(t.keys) != 1:
                return False
            return _fits(key, t.keys[0], bindings) and _fits(value, t.value, bindings)
        case Word(options=options):
            return isinstance(t, Enum) and t.members is not None and set(t.members) <= set(options)
        case List(item=item, length=length):
            if not isinstance(t, (List, Unit)) or not _fits(item, t.item, bindings):
                return False
            return length is None or (isinstance(t, List) and t.length == length)
        case Unit(item=item, kind=kind):
            if not isinstance(t, Unit) or (kind and t.kind and kind != t.kind):
                return False
            return _fits(item, t.item, bindings)
        case Picture(item=item):
            return isinstance(t, Picture) and _fits(item, t.item, bindings)
        case Division(key=key):
            return isinstance(t, Division) and _fits(key, t.key, bindings)
        case Moment():
            if isinstance(t, Moment):
                bindings[""] = t
            return isinstance(t, Moment)
        case Place():
            return within(t, pattern)
        case _:
            return agree(pattern, t)


def _result(
    ctx: Context,
    node: Call,
    builtin: Builtin,
    signature: Signature,
    facts: Sequence[Fact],
    bindings: dict[str, Type],
) -> Fact:
    for parameter, fact, arg in zip(signature.parameters, facts, node.args, strict=False):
        if parameter.given and fact.found:
            return ctx.error(
                "E0232",
                f"{parameter.name} of {builtin.name} depends on what the solver decides",
                arg.span,
                expected="a value that the puzzle alone decides",
            )
    if builtin.name in ("shape", "placements"):
        _check_pictures(ctx, node.args[0])
    found = any(fact.found for fact in facts)
    result = _filled(signature.result, bindings)
    if builtin.name == "groups" and found:  # a group whose places are found is no unit
        result = Set(List(bindings.get("T", ANY)))
    return Fact(result, found)


def _check_pictures(ctx: Context, node: Expr) -> None:
    """A picture written in the spec, or a list of such, must be one."""
    match node:
        case Text(value=value):
            try:
                cells_of(value)
            except ValueError as problem:
                ctx.error(
                    "E0268",
                    str(problem),
                    node.span,
                    expected="rows between spaces, `#` for a cell and `.` for none",
                )
        case Collection(items=items):
            for item in items:
                _check_pictures(ctx, item)


def _filled(t: Type, bindings: dict[str, Type]) -> Type:
    """A result type with its variables replaced by what they stand for."""
    match t:
        case Var(name=name):
            return bindings.get(name, ANY)
        case Unit(item=item, kind=kind):
            return Unit(_filled(item, bindings), kind)
        case List(item=item, length=length):
            return List(_filled(item, bindings), length)
        case Set(item=item):
            return Set(_filled(item, bindings))
        case Bag(item=item):
            return Bag(_filled(item, bindings))
        case Placement(item=item):
            return Placement(_filled(item, bindings))
        case Division(key=key):
            return Division(_filled(key, bindings))
        case Layer(keys=keys):
            return replace(t, keys=tuple(_filled(key, bindings) for key in keys))
        case Moment():
            return bindings.get("", ANY)
        case _:
            return t


def describe(pattern: Pattern) -> str:
    """A pattern in words: "a set of cells"."""
    match pattern:
        case Values(item=Var()):
            return "a list"
        case Members(item=Var()):
            return "a set"
        case Values(item=item):
            return f"a list of {_several(item)}"
        case Members(item=item):
            return f"a set of {_several(item)}"
        case LayerOn(key=key, value=value):
            on = f" on {plural(key)}" if isinstance(key, Place) else ""
            return f"a layer{'' if value == ANY else f' of {_several(value)}'}{on}"
        case Word(options=options):
            return show(Enum(options))
        case Division():
            return "a division"
        case Picture():
            return "a picture"
        case Moment():
            return "a moment"
        case List(item=item):
            return f"a list of {plural(item)}"
        case _:
            return show(pattern)


def _several(pattern: Pattern) -> str:
    match pattern:
        case List(item=Var(), length=2):
            return "pairs"
        case Values() | Members():
            return describe(pattern).replace("a list", "lists").replace("a set", "sets")
        case LayerOn() | Word():
            return "values"
        case Picture():
            return "pictures"
        case Anything() | Var():
            return "anything"
    return "conditions" if pattern == BOOL else plural(pattern)


def _places(parameter: Parameter) -> Pattern:
    """The members that a parameter wants, where it wants a set."""
    pattern = parameter.pattern
    return pattern.item if isinstance(pattern, (Members, Values)) else pattern


def _argument_hint(builtin: Builtin, parameter: Parameter, t: Type) -> str | None:
    value = value_of(t)
    match parameter.pattern:
        case Members() if parameter.name == "where" and member_of(t) is not None:
            return f"what joins other things must be said: `{builtin.name}(where, joined)`"
        case Values(item=item) if item == BOOL and value is not None:
            if builtin.name == "count" and isinstance(t, Set):
                return "`size(…)` tells how many members there are"
            if builtin.name == "count":
                return "`count(… = value)` tells how many are equal to a value"
            if member_of(t) is not None and builtin.name == "any":
                return "`size(…) > 0` tells whether there are members"
            return None
        case Values() if value == BOOL:
            return "`count(…)` tells how many of them are yes"
        case Values() | Members() if value is None:
            return f"`[…]` makes a list, `{builtin.name}(… for x in …)` too"
        case _:
            return None


def _count(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


# ---- sets, layers and relations called with a place ----------------------------------------------


def call_value(ctx: Context, node: Call, base: Fact, facts: Sequence[Fact]) -> Fact:
    """`adjacent(c)`, `adjacent(a, b)`, `line(c)`, `rows(c)`: members that touch a place."""
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
                    f"a set called with {_count(len(facts), 'argument')}",
                    node.span,
                    expected="one place: those of its members that touch it",
                )
            return _touching(ctx, node, t, member, facts[0].type, found)
        case _:
            return ctx.error(
                "E0212",
                f"{show(t)} is called",
                node.function.span,
                expected="a function, or a set of places",
            )


def _call_relation(
    ctx: Context, node: Call, keys: tuple[Type, Type], facts: Sequence[Fact], found: bool
) -> Fact:
    if len(facts) not in (1, 2):
        return ctx.error(
            "E0210",
            f"a relation with {_count(len(facts), 'argument')}",
            node.span,
            expected="one place (those in relation to it) or two (are they in relation?)",
        )
    for key, fact, arg in zip(keys, facts, node.args, strict=False):
        if not agree(key, fact.type):
            return ctx.error(
                "E0211",
                f"{show(fact.type)} in a relation of {plural(key)}",
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
        hint = f"`[x for x in {where} if {held} in x]` are those that hold it"
    elif isinstance(base, Layer) and not isinstance(place, Place):
        hint = "a layer is asked with square brackets: `layer[place]`"
    return ctx.error(
        "E0212",
        f"{show(base)} is called with {show(place)}",
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
            return ctx.error(
                "E0227",
                "what an operator makes of whole layers cannot be indexed",
                node.span,
                hint="name it: `let name[c in cells] = …`",
            )
        case Layer(keys=keys, value=value):
            return _index_layer(ctx, node, keys, value, facts, found)
        case Division(key=key):
            return _index_layer(ctx, node, (key,), Set(key), facts, found)
        case Placement(item=item):
            return _index_layer(ctx, node, (CELL,), item, facts, found)
        case Unit(item=item) | List(item=item):
            return _index_layer(ctx, node, (INT,), item, facts, found, spread=False)
        case Picture(item=item):
            return _index_layer(ctx, node, (INT, INT), item, facts, found, spread=False)
        case _:
            hint = None
            if isinstance(base.type, Set) and isinstance(base.type.item, Unit):
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
    """What keys give. spread: one of them may be a list or set, and the whole is a list then."""
    if len(keys) == 1 and len(facts) == 2 and (ends := _ends(keys[0])) is not None:
        keys, spread = (ends, ends), False
    if len(keys) != len(facts):
        return ctx.error(
            "E0225",
            f"{_count(len(facts), 'value')} for {_what(keys)}",
            node.span,
            expected=" and ".join(map(show, keys)),
        )
    if ANY in keys or any(isinstance(f.type, Anything) for f in facts):
        return Fact(ANY, found)
    lists: list[Type] = []
    for key, fact, arg in zip(keys, facts, node.indices, strict=True):
        t = fact.type
        if _is_key(key, t):
            continue
        item = member_of(t)
        if item is None or not _is_key(key, item) or lists or not spread:
            several = item is not None and _is_key(key, item) and not lists
            return ctx.error(
                "E0226",
                f"{_what(keys)} is asked with {show(t)}",
                arg.span,
                expected=show(key),
                hint=_hint_of_several(ctx, node, arg) if several else _one_at_a_time(key, t),
            )
        lists.append(t)
    if not lists:
        return Fact(value, found)
    (over,) = lists
    return Fact(List(value, over.length if isinstance(over, List) else None), found)


def _one_at_a_time(key: Type, t: Type) -> str | None:
    """How places are gone through, for a key that is all of them or the number of one."""
    if isinstance(t, Set) and isinstance(t.item, (Unit, List)) and _is_key(key, t.item.item):
        return "one at a time: `for r in rows: … layer[r] …`"
    if isinstance(t, Int) and agree(key, CELL):
        return "places have no numbers: `for c in cells`, `for r in rows` go through them"
    return None


def _ends(key: Type) -> Place | None:
    """What a place joins if it is a link or a border: two of them stand for it."""
    if not isinstance(key, Place):
        return None
    edges = key.kinds & EDGE.kinds
    return CELL if edges == LINK.kinds else POINT if edges == BORDER.kinds else None


def _hint_of_several(ctx: Context, node: Index, arg: Expr) -> str | None:
    """How to ask with each member of a list or set."""
    texts = [ctx.text(part.span) for part in (node.base, *node.indices, arg)]
    if None in texts:
        return None
    base, *indices, several = map(str, texts)
    inner = ", ".join("x" if i is arg else t for i, t in zip(node.indices, indices, strict=True))
    return f"`[{base}[{inner}] for x in {several}]` asks with each of them"


def _is_key(key: Type, t: Type) -> bool:
    """Whether a type can be a key; of units, only units are."""
    return agree(key, t) and not (isinstance(key, Unit) and isinstance(t, List))


def _what(keys: tuple[Type, ...]) -> str:
    if set(keys) == {INT}:
        return "a list" if len(keys) == 1 else "a picture"
    return f"a layer on {' and '.join(map(plural, keys))}"


# ---- attributes ----------------------------------------------------------------------------------


def attribute(ctx: Context, node: Attribute, base: Fact) -> Fact:
    t = base.type
    known = ATTRIBUTES.get(node.name)
    if isinstance(t, Anything) and known is not None:
        return WRONG
    if known is None or not _owns(known.owner, t):
        own = [name for name, a in ATTRIBUTES.items() if _owns(a.owner, t)]
        return ctx.error(
            "E0228",
            f"{show(t)} has no '{node.name}'",
            node.name_span,
            expected=f"one of {', '.join(own)}" if own else None,
            hint=_attribute_hint(node.name, own)
            or (_kinds_apart(t, known.owner) if known else None),
        )
    if isinstance(known.result, Var):
        return Fact(t, base.found)
    if isinstance(t, Set):
        return Fact(t.item, base.found)
    if isinstance(t, Layer):
        return Fact(Layer(t.keys, BOOL))  # which values are printed, the puzzle says
    return Fact(known.result, base.found)


def _kinds_apart(t: Type, wanted: object) -> str | None:
    """How those of some kind are told from the others, for a place of several kinds."""
    if not isinstance(t, Place) or not isinstance(wanted, Place) or not t.kinds & wanted.kinds:
        return None
    sets = " + ".join(f"{kind}s" for kind in sorted(t.kinds & wanted.kinds))
    apart = sets if "+" not in sets else f"({sets})"
    return f"`s & {apart}` are those of a set s that are {plural(meet(t, wanted))}"


def _attribute_hint(name: str, own: list[str]) -> str | None:
    if name == "known":
        return "only a given layer that is declared with 'unknown' may hide its values"
    return None if name.lower() in OTHER_WORDS else nearest(name, own)


def _owns(owner: Type, t: Type) -> bool:
    if isinstance(owner, Set):
        return isinstance(t, Set) and isinstance(t.item, Moment)
    if isinstance(owner, Layer):
        return isinstance(t, Layer) and t.unknown
    return within(t, owner) if isinstance(owner, Place) else agree(owner, t)
