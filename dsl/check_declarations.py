"""Check declarations, and register what they declare."""

from __future__ import annotations

from .boards import SHAPES
from .builtins import BUILTINS
from .check_context import Context, Declared, Fact, Scope
from .check_defines import define, let
from .check_domains import domain, given_only, places, set_of_values
from .check_expressions import infer, number
from .check_looks import looks
from .check_making import make
from .check_rules import rule
from .constants import constant, constant_values, ends
from .diagnostics import counted, nearest, one_of
from .syntax import (
    LONGEST_NUMBER,
    Answer,
    BoolDomain,
    Declaration,
    Define,
    Domain,
    Expr,
    Find,
    Given,
    Grid,
    Let,
    ListDomain,
    Make,
    Name,
    Objective,
    Param,
    Picture,
    PictureDomain,
    PiecesDomain,
    Rule,
    Sequence,
    Text,
    Things,
)
from .types import (
    ANY,
    BOOL,
    CELL,
    INT,
    SYMBOL,
    Anything,
    Bag,
    Bool,
    Enum,
    Int,
    Layer,
    List,
    Moment,
    Partition,
    Place,
    Set,
    Shape,
    Type,
    agree,
    member_of,
    plural,
    show,
)
from .types import Picture as PictureOf
from .walking import names_in as all_names

NO_SCOPE: Scope = {}


def declaration(ctx: Context, node: Declaration) -> None:
    """Check a declaration and enter what it declares."""
    _moments(ctx, node)
    ctx.own = _declared(node)
    match node:
        case Param():
            _param(ctx, node)
        case Grid():
            _grid(ctx, node)
        case Things():
            _things(ctx, node)
        case Sequence():
            _sequence(ctx, node)
        case Given():
            _given(ctx, node)
        case Find():
            _find(ctx, node)
        case Let():
            let(ctx, node)
        case Define():
            define(ctx, node)
        case Rule():
            rule(ctx, node)
        case Objective():
            number(ctx, node.value, NO_SCOPE, "the objective", "E0250")
        case Answer():
            _answer(ctx, node)
        case Picture():
            _picture(ctx, node)
        case Make():
            make(ctx, node)
    if isinstance(node, (Param, Grid, Given, Find, Let)):
        looks(ctx, node)


def _declared(node: Declaration) -> tuple[str, ...]:
    """The names that a declaration declares."""
    match node:
        case Param(names=names) | Given(names=names) | Find(names=names):
            return tuple(name.id for name in names)
        case Let(name=name) | Things(name=name):
            return (name.id,)
        case _:
            return ()


# ---- moments -------------------------------------------------------------------------------------


def _sequence(ctx: Context, node: Sequence) -> None:
    fact = number(ctx, node.limit, NO_SCOPE, "the limit of a sequence", "E0235")
    given_only(ctx, node.limit, fact, "the limit of a sequence", NO_SCOPE)
    first = next((d for d in ctx.names.values() if d.kind == "sequence"), None)
    if first is not None:
        line = first.span.line_from(node.span)
        hint = f"the first is in {line}; all moves of a plan are of one sequence"
        ctx.error("E0263", "a second sequence", node.span, hint=hint)
    ctx.declare("sequence", node.name, Fact(Set(Moment(node.name.id))), node)


def _moments(ctx: Context, node: Declaration) -> None:
    """Report moments in declarations of the puzzle file's contents: the number of moments is found
    with the plan."""
    timed = next((name for name in all_names(node) if name.id in ctx.timed), None)
    match node:
        case Sequence(name=name):
            ctx.timed.add(name.id)
        case Let(name=name) | Define(name=name) if timed is not None:
            ctx.timed.add(name.id)
        case Param() | Grid() | Things() | Given() if timed is not None:
            ctx.error(
                "E0264",
                f"'{timed.id}' in a declaration of what the puzzle file contains",
                timed.span,
                expected="what is known before a plan is found",
                hint="how many moments there are is found together with the plan",
            )


# ---- values of the puzzle file -------------------------------------------------------------------


def _param(ctx: Context, node: Param) -> None:
    value = domain(ctx, node.domain, NO_SCOPE, "param")
    if node.default is not None:
        fact = infer(ctx, node.default, NO_SCOPE, value)
        given_only(ctx, node.default, fact, "a default", NO_SCOPE)
        if not agree(fact.type, value):
            ctx.error(
                "E0240",
                f"the default is {show(fact.type)}",
                node.default.span,
                expected=show(value),
            )
        _default_in_range(ctx, node.default, node.domain)
    for name in node.names:
        ctx.declare("param", name, Fact(value), node)


def _default_in_range(ctx: Context, default: Expr, of: Domain) -> None:
    value, values = constant(default), constant_values(of)
    if value is not None and values is not None and value not in values:
        least, most = ends(values)
        ctx.error(
            "E0240",
            f"the default {value} is outside its domain",
            default.span,
            expected=f"a number from {least} to {most}",
        )


def _grid(ctx: Context, node: Grid) -> None:
    if ctx.has_grid and ctx.grid is not None:
        line = ctx.grid.line_from(node.span)
        ctx.error("E0233", "a second grid", node.span, hint=f"the first is in {line}")
        return
    if node.word is not None and node.shape not in SHAPES:
        ctx.error(
            "E0270",
            f"there are no boards of '{node.shape}'",
            node.word.span,
            expected=" or ".join(f"'{shape}'" for shape in SHAPES),
            hint=nearest(node.shape, SHAPES),
        )
    for size in (node.height, node.width):
        if isinstance(size, Name) and size.id not in ctx.names and size.id not in BUILTINS:
            ctx.declare("grid", size, Fact(INT), node)
            continue
        fact = number(ctx, size, NO_SCOPE, "a size of the grid", "E0235")
        given_only(ctx, size, fact, "a size of the grid", NO_SCOPE)
        if constant(size) is not None and (constant(size) or 0) < 1:
            ctx.error("E0235", "a grid without cells", size.span, expected="1 or more")
    ctx.has_grid = True


def _things(ctx: Context, node: Things) -> None:
    member: Type = Enum(None, node.name.id)
    if node.members is not None:
        fact = set_of_values(ctx, node.members, NO_SCOPE)
        given_only(ctx, node.members, fact, "the members of a things-set", NO_SCOPE)
        item = member_of(fact.type)
        if isinstance(item, Enum):
            member = Enum(item.members, node.name.id)
        elif isinstance(item, (Int, Anything)):
            member = item
        else:
            member = ANY
            ctx.error(
                "E0261",
                f"things made of {show(fact.type)}",
                node.members.span,
                expected="symbols or numbers: `{red, green}`, `1..5` or `given`",
            )
    ctx.declare("things", node.name, Fact(Set(member)), node)


def _given(ctx: Context, node: Given) -> None:
    keys, scope = places(ctx, node.at)
    value = domain(ctx, node.domain, scope, "given")
    _tokens(ctx, node, value)
    layer: Type = Layer(keys, value, node.at.some, unknown=node.unknown is not None)
    if value == ANY:  # the domain is wrong: nothing is said of what follows from that
        layer = ANY
    for name in node.names:
        ctx.declare("given", name, Fact(layer, found=name.id in ctx.opened), node)


def _tokens(ctx: Context, node: Given | Find, value: Type) -> None:
    """`drawn`, `blank` and `unknown`: how values are written."""
    inner, inner_domain = value, node.domain
    while isinstance(inner_domain, (ListDomain, PictureDomain)):
        inner_domain = inner_domain.element
    while isinstance(inner, (List, PictureOf)):
        inner = inner.item
    drawn = node.drawn.value.split() if node.drawn else []
    if node.drawn is not None:
        _drawn(ctx, node.drawn, drawn, inner, inner_domain)
    if node.blank is not None and not node.at.some:
        ctx.error(
            "E0243",
            "`blank` on a layer that has a value everywhere",
            node.blank.span,
            hint="`at some …` says that it may be missing",
        )
    unknown = node.unknown if isinstance(node, Given) else None
    taken = dict.fromkeys(drawn, "a value")
    if node.at.some and node.blank is None:
        taken.setdefault(".", "a missing value")
    numbers = None if drawn else constant_values(inner_domain)
    if not drawn and isinstance(inner, Enum) and inner.members:
        taken |= dict.fromkeys(inner.members, "a value")
    for text, role in ((node.blank, "the blank"), (unknown, "the unknown")):
        if text is None:
            continue
        if _is_one_of(text.value, numbers):
            taken[text.value] = "a value"
        if text.value in taken:
            ctx.error("E0242", f"'{text.value}' already stands for {taken[text.value]}", text.span)
        taken[text.value] = role


def _is_one_of(text: str, numbers: range | set[int] | None) -> bool:
    """Whether a text is one of the numbers, without listing them."""
    plain = text.isascii() and text.removeprefix("-").isdecimal() and len(text) < LONGEST_NUMBER
    return numbers is not None and plain and int(text) in numbers


def _drawn(ctx: Context, node: Text, tokens: list[str], value: Type, of: Domain) -> None:
    size: int | None = None
    values = constant_values(of)
    if isinstance(of, BoolDomain):
        size, names = 2, "no and yes"
    elif isinstance(value, Enum) and value.members is not None:
        size, names = len(value.members), ", ".join(value.members)
    elif values is not None:
        least, most = ends(values)
        size, names = len(values), f"{least} to {most}"
    elif not isinstance(value, (Int, Anything, Bool, Enum)) and value != Place(
        frozenset({"direction"})
    ):
        ctx.error(
            "E0259",
            f"`drawn` for {show(value)}",
            node.span,
            expected="a domain whose values can be listed",
        )
    if size is not None and size != len(tokens):
        ctx.error(
            "E0241",
            f"{counted(len(tokens), 'token')} for {counted(size, 'value')}",
            node.span,
            expected=f"{counted(size, 'token')} between spaces, for {names}",
        )


# ---- what the solver fills -----------------------------------------------------------------------


def _find(ctx: Context, node: Find) -> None:
    keys, scope = places(ctx, node.at)
    value = domain(ctx, node.domain, scope, "find")
    _tokens(ctx, node, value)
    layer: Type = Layer(keys, value, node.at.some)
    if node.at.some and value == BOOL:
        ctx.error(
            "E0265",
            "a yes or no that may be missing",
            node.domain.span,
            hint="leave out `some`: it is no wherever it is not yes",
        )
    if isinstance(node.domain, PiecesDomain):
        layer = _pieces(ctx, node, keys)
    elif node.printed is not None:
        _printed(ctx, node.printed, Layer(keys, value))
    if value == ANY:
        layer = ANY
    for name in node.names:
        ctx.declare("find", name, Fact(layer, found=True), node)


def _pieces(ctx: Context, node: Find, keys: tuple[Type, ...]) -> Type:
    """`pieces at cells`: a partition."""
    if keys not in ((CELL,), (ANY,)):
        ctx.error(
            "E0238",
            f"pieces of {' and '.join(map(plural, keys))}",
            node.domain.span,
            expected="pieces of cells: `pieces at cells`",
        )
        return ANY
    if node.printed is not None:
        ctx.error(
            "E0245",
            "`from` with pieces, whose letters only tell them apart",
            node.printed.span,
            hint="say in a rule what the printed values mean",
        )
    return Partition(CELL)


def _printed(ctx: Context, name: Name, layer: Layer) -> None:
    """Check `from clue`: a given layer of the same values on the same places."""
    declared = _layer_named(ctx, name, "given", "E0244", "from")
    if declared is None or not isinstance(declared.fact.type, Layer):
        return
    clue = declared.fact.type
    same_places = len(clue.keys) == len(layer.keys) and all(map(agree, clue.keys, layer.keys))
    if same_places and agree(clue.value, layer.value):
        return
    ctx.error(
        "E0245",
        f"'{name.id}' is {show(clue)}",
        name.span,
        expected=show(layer),
    )


def _layer_named(ctx: Context, name: Name, kind: str, code: str, where: str) -> Declared | None:
    """The declaration of a name, which must be of a kind; otherwise reports it."""
    declared = ctx.names.get(name.id)
    if declared is not None and declared.kind == kind:
        return declared
    own = [n for n, d in ctx.names.items() if d.kind == kind]
    if declared is None and name.id in ctx.announced:
        ctx.unknown(name, NO_SCOPE)
        return None
    ctx.error(
        code,
        f"'{name.id}' in `{where}` is not a {kind} layer",
        name.span,
        expected=one_of(own) if own else f"a {kind} layer",
        hint=nearest(name.id, own),
    )
    return None


# ---- answer and picture --------------------------------------------------------------------------


def _answer(ctx: Context, node: Answer) -> None:
    for i, name in enumerate(node.names):
        declared = ctx.names.get(name.id)
        if name.id in {n.id for n in node.names[:i]}:
            ctx.error("E0249", f"'{name.id}' occurs twice in the answer", name.span)
        elif declared is None and (name.id in ctx.announced or name.id in ctx.circular):
            ctx.unknown(name, NO_SCOPE)
        elif declared is None or declared.kind not in ("find", "let"):
            own = [n for n, d in ctx.names.items() if d.kind in ("find", "let")]
            ctx.error(
                "E0248",
                f"'{name.id}' is neither found nor computed",
                name.span,
                expected="names of finds and lets",
                hint=nearest(name.id, own),
            )
        elif declared.kind == "let" and declared.fact.found:
            _printable(ctx, name, declared.fact.type)


def _printable(ctx: Context, name: Name, t: Type) -> None:
    """Check that two solutions can be told apart by a computed value."""
    value = t.value if isinstance(t, Layer) else t
    if not isinstance(value, (Set, Bag, Shape)):
        return
    place = value.item if isinstance(value, Set) and value is t else None
    word = f"{min(place.kinds)}s" if isinstance(place, Place) and len(place.kinds) == 1 else None
    ctx.error(
        "E0280",
        f"an answer with {plural(value)}" if value is not t else f"an answer that is {show(t)}",
        name.span,
        expected="a layer of single values, a partition, or a single value",
        hint=f"declare a layer: `let {name.id}[x in {word}] = x in …`"
        if word in BUILTINS
        else None,
    )


def _picture(ctx: Context, node: Picture) -> None:
    for i, name in enumerate(node.layers):
        if name.id in {n.id for n in node.layers[:i]}:
            ctx.error("E0247", f"'{name.id}' occurs twice in the picture", name.span)
            continue
        declared = _layer_named(ctx, name, "given", "E0246", "picture")
        if declared is None or not isinstance(declared.fact.type, Layer):
            continue
        if declared.fact.type.keys not in ((CELL,), (ANY,)):
            ctx.error(
                "E0246",
                f"'{name.id}' is {show(declared.fact.type)}",
                name.span,
                expected="a given layer on cells",
            )
        elif declared.fact.type.value == SYMBOL and name is not node.layers[-1]:
            order = (*node.layers[:i], *node.layers[i + 1 :], name)
            ctx.error(
                "E0281",
                f"nothing can follow '{name.id}' in the picture: its symbols may be any text",
                name.span,
                expected="a layer of symbols at the end",
                hint='`picture "' + "".join(f"{{{n.id}}}" for n in order) + '"`',
            )
