"""Changes that may be meant where places and their values are confused; see `rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .diagnostics import Edit
from .sites import Offer, Site, layers, offer, one_line, text_of
from .syntax import (
    Attribute,
    Binary,
    Call,
    Compare,
    Comprehension,
    Condition,
    Conditional,
    Expr,
    Find,
    For,
    ForClause,
    Given,
    Index,
    Let,
    Name,
    Param,
    Text,
    Unary,
)
from .types import (
    BOOL,
    BORDER,
    INT,
    LINK,
    SYMBOL,
    Enum,
    Int,
    Layer,
    List,
    Moment,
    Place,
    Set,
    Symbol,
    Type,
    Unit,
    agree,
    is_symbolic,
    member_of,
)
from .walking import nodes

# ---- groups --------------------------------------------------------------------------------------


def _loops_over_names(site: Site) -> Iterator[tuple[str, Name, Layer]]:
    """The loops of one variable over a layer by its name, around a mistake and in the statement
    that it is in: the variable, the name, and the type of the layer."""
    inside = [n for n in (*site.expressions, *nodes(site.whole)) if isinstance(n, Comprehension)]
    loops: list[For | ForClause] = [n for n in site.above if isinstance(n, For)]
    loops += [c for n in inside for c in n.clauses if isinstance(c, ForClause)]
    for loop in dict.fromkeys(loops):
        over = loop.iterable
        if isinstance(over, Name) and len(loop.targets) == 1:
            t = site.type(over)
            if isinstance(t, Layer):
                yield loop.targets[0].id, over, t


def groups(site: Site) -> Iterator[Sequence[Offer]]:
    """`for g in region` for `for g in groups(region)`."""
    if site.mistake.code == "E0220":
        return  # of a list and the value at a place, another list would hardly be meant
    for variable, over, t in _loops_over_names(site):
        if (
            len(t.keys) == 1
            and isinstance(t.keys[0], Place)
            and (is_symbolic(t.value) or (isinstance(t.value, Int) and not t.some))
        ):
            why = f", the places of each value; '{over.id}' is the set of all places with one"
            proposed = offer(over, f"groups({over.id})", why)
            place = f"'{variable}' is a single {min(t.keys[0].kinds)} here"
            yield [Offer(proposed.edits, proposed.hint, place)]


def pairs_of_cells(site: Site) -> Iterator[Sequence[Offer]]:
    """`for a, b in adjacent if line[a, b]` for `for a, b in line`, a layer of links or borders, and
    `for a, b in adjacent` for `for a, b in borders`."""
    if site.mistake.code != "E0230":
        return
    inside = [n for n in (*site.expressions, *nodes(site.whole)) if isinstance(n, Comprehension)]
    loops: list[For | ForClause] = [n for n in site.above if isinstance(n, For)]
    loops += [c for n in inside for c in n.clauses if isinstance(c, ForClause)]
    for loop in dict.fromkeys(loops):
        t = site.type(loop.iterable)
        if len(loop.targets) == 2 and isinstance(t, Layer) and isinstance(loop.iterable, Name):
            a, b = (target.id for target in loop.targets)
            yield [offer(loop.iterable, f"adjacent if {loop.iterable.id}[{a}, {b}]")]
        elif len(loop.targets) == 2 and t in (Set(BORDER), Set(LINK)):
            yield [offer(loop.iterable, "adjacent", ", the pairs of cells on both sides")]


def related(site: Site) -> Iterator[Sequence[Offer]]:
    """`for d in touching` for `for d in touching(c)`."""
    for variable, over, t in _loops_over_names(site):
        if t.relation:
            places = [v for v, kind in site.variables().items() if agree(t.keys[0], kind)]
            yield [
                offer(over, f"{over.id}({v})", f"; '{over.id}' is a set of pairs")
                for v in places
                if v != variable
            ]


# ---- values at places ----------------------------------------------------------------------------


def at_the_variable(site: Site) -> Iterator[Sequence[Offer]]:
    """`count(…) = clue` for `count(…) = clue[c]`."""
    for node in site.expressions:
        names = [n for n in value_names(node) if single_key(site.type(n)) is not None]
        if not names:
            continue
        group = []
        for variable, t in site.variables().items():
            fitting = [n for n in names if agree(single_key(site.type(n)) or BOOL, t)]
            if (
                isinstance(t, (Place, Moment, Unit, Enum))
                and fitting
                and len(fitting) == len(names)
            ):
                edits = tuple(Edit(n.span, f"{n.id}[{variable}]") for n in fitting)
                written = " and ".join(dict.fromkeys(f"`{e.text}`" for e in edits))
                group.append(Offer(edits, f"write {written}, the value there"))
        if len(group) == 1:
            yield group


def value_names(node: Any) -> list[Name]:
    """The names whose values an expression compares or computes with."""
    match node:
        case Name():
            return [node]
        case Compare(operands=parts):
            return [n for part in parts for n in value_names(part)]
        case Binary(left=left, right=right):
            return value_names(left) + value_names(right)
        case Unary(operand=operand):
            return value_names(operand)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return value_names(test) + value_names(then) + value_names(otherwise)
        case _:
            return []


def single_key(t: Type) -> Type | None:
    if isinstance(t, Layer) and not t.relation and not t.lifted and len(t.keys) == 1:
        return t.keys[0]
    return None


def counts(site: Site) -> Iterator[Sequence[Offer]]:
    """`count(…)` for a list of conditions where a number is expected."""
    for node in site.expressions:
        parts = node.operands if isinstance(node, Compare) else ()
        if isinstance(node, Binary):
            parts = (node.left, node.right)
        numbers = [p for p in parts if isinstance(site.type(p), Int)]
        for part in parts:
            t = site.type(part)
            if not numbers or not one_line(part):
                continue
            value = t.item if isinstance(t, List) else t.value if isinstance(t, Layer) else None
            if value == BOOL:
                yield [offer(part, f"count({text_of(part)})", ", how many of them are yes")]
            elif isinstance(t, Set) and (inside := _counted(site, part)):
                if isinstance(node, Binary) and node.op == "..":
                    yield [_measured(part)]
                yield inside
            elif site.fact(part).found and (isinstance(t, Set) or isinstance(value, Place)):
                yield [_measured(part)]


def _measured(places: Expr) -> Offer:
    """The offer to write the size of a set for the set."""
    return offer(places, f"size({text_of(places)})", ", how many members it has")


def _counted(site: Site, places: Expr) -> list[Offer]:
    """The number of places of a set with yes, for each layer that could be meant."""
    if site.fact(places).found:
        return []
    return [
        offer(places, f"count({name}[{text_of(places)}])", ", how many of them are yes")
        for name in layers(site, site.type(places), BOOL)
    ]


def functions(site: Site) -> Iterator[Sequence[Offer]]:
    """`count(touching(c))` for `count(mine[touching(c)])`, `sum(mine[r])` for `count(mine[r])`."""
    for node in site.expressions:
        if not (isinstance(node, Call) and isinstance(node.function, Name) and one_line(node)):
            continue
        name = node.function.id
        if len(node.args) != 1:
            continue
        arg = node.args[0]
        t = site.type(arg)
        value = t.item if isinstance(t, (List, Set, Unit)) else None
        declared = any(isinstance(n, (Find, Given, Let, Param)) for n in site.above)
        counted = name == "count" or (name == "sum" and isinstance(value, Place))
        if counted and isinstance(t, Set) and (declared or site.fact(arg).found):
            yield [offer(node, f"size({text_of(arg)})", ", how many members there are")]
        if name in ("sum", "size", "len") and isinstance(t, List) and value == BOOL:
            yield [offer(node, f"count({text_of(arg)})", ", how many of them are yes")]
        elif name in ("sum", "min", "max", "count", "any", "all") and isinstance(value, Place):
            wanted = BOOL if name in ("count", "any", "all") else INT
            whole = Set(value)
            yield [offer(arg, f"{n}[{text_of(arg)}]") for n in layers(site, whole, wanted)]


def layer_and_places(site: Site) -> Iterator[Sequence[Offer]]:
    """`all_different(digit, r)`, `count(r, star)` and `count(star in r)` for `digit[r]` and
    `star[r]`, `size(star in r)` for `star & r`."""
    calls = [n for n in site.expressions if isinstance(n, Call) and n.args]
    sizes = [n.args[0] for n in calls if _names_size(n)]
    for node in site.expressions:
        match node:
            case Call(function=Name(), args=(one, other)):
                turned = isinstance(site.type(other), Layer)
                layer, places = (other, one) if turned else (one, other)
                members = "{0} & {1}" if _names_size(node) else "{0}[{1}]"
                whole = f"{text_of(node.function)}({members})"
            case Compare(operands=(layer, places), ops=("in",)):
                whole = "{0} & {1}" if node in sizes else "{0}[{1}]"
            case _:
                continue
        t, key = site.type(layer), member_of(site.type(places))
        if (
            isinstance(layer, Name)
            and isinstance(t, Layer)
            and len(t.keys) == 1
            and key is not None
            and not isinstance(site.type(places), Layer)
            and agree(t.keys[0], key)
            and one_line(node)
        ):
            yield [offer(node, whole.format(layer.id, text_of(places)))]


def _names_size(node: Call) -> bool:
    return isinstance(node.function, Name) and node.function.id == "size"


def symbols_at_places(site: Site) -> Iterator[Sequence[Offer]]:
    """`count(thing[r] = lamp)` for `count(r = lamp)`, `count(lamp in r)` and `count(thing = lamp in
    r)`; `lamp in thing[r]` for `lamp in r`."""
    if site.mistake.code not in ("E0217", "E0219"):
        return
    for node in site.expressions:
        match node:
            case Compare(
                operands=(Name(), Name() | Text() as symbol, Name() as line), ops=("=", "in")
            ):
                pass
            case Compare(operands=(Name() as line, Name() | Text() as symbol), ops=("=" | "!=",)):
                pass
            case Compare(operands=(Name() | Text() as symbol, Name() as line), ops=("in",)):
                pass
            case _:
                continue
        key = member_of(site.type(line)) or site.type(line)
        if line.id not in site.variables() or not isinstance(key, Place) or not one_line(node):
            continue
        names = [
            name
            for name in layers(site, Set(key), SYMBOL)
            if _has_symbol(site.ctx.names[name].fact.type, _word(symbol))
        ]
        word, differs = text_of(symbol), node.ops == ("!=",)
        among, equals = ("not in", "!=") if differs else ("in", "=")
        yield [offer(node, f"{word} {among} {name}[{line.id}]") for name in names]
        yield [offer(node, f"{name}[{line.id}] {equals} {word}") for name in names]


def _word(symbol: Name | Text) -> str:
    return symbol.id if isinstance(symbol, Name) else symbol.value


def _has_symbol(t: Type, word: str) -> bool:
    value = t.value if isinstance(t, Layer) else t
    return isinstance(value, Symbol) or (isinstance(value, Enum) and word in (value.members or ()))


def value_at_place(site: Site) -> Iterator[Sequence[Offer]]:
    """`r[1] = 3` for `digit[r[1]] = 3`, `c.left + c.right` for the values there."""
    for node in site.expressions:
        match node:
            case Compare(operands=(value, line), ops=("in" | "not in",)) if isinstance(
                site.type(value), Int
            ):
                key = member_of(site.type(line)) or INT
                own = isinstance(line, Call) or (
                    isinstance(line, Name) and line.id in site.variables()
                )
                names = layers(site, Set(key), INT) if own and isinstance(key, Place) else []
                yield [offer(line, f"{name}[{text_of(line)}]") for name in names]
                continue
            case Compare(operands=parts):
                pass
            case Binary(left=left, right=right):
                parts = (left, right)
            case _:
                continue
        if any(isinstance(n, Index) and node in n.indices for n in site.above):
            continue  # `lamp[c + 1]` means a neighbour
        places = [p for p in parts if isinstance(site.type(p), Place)]
        others = [site.type(p) for p in parts if p not in places]
        numeric = isinstance(node, Binary) or any(isinstance(t, Int) for t in others)
        if not places or not numeric or not one_line(node):
            continue
        group = []
        for name in layers(site, Set(site.type(places[0])), INT):
            edits = tuple(Edit(p.span, f"{name}[{text_of(p)}]") for p in places)
            written = " and ".join(f"`{e.text}`" for e in edits)
            group.append(Offer(edits, f"write {written}: a place is not a number"))
        yield group


# ---- rows and columns --------------------------------------------------------------------------


def each(site: Site) -> Iterator[Sequence[Offer]]:
    """`all_different(digit[rows])` for `for r in rows: all_different(digit[r])`."""
    statement = next((n for n in site.above if isinstance(n, Condition)), None)
    if statement is None or not one_line(statement):
        return
    indexed: list[Index] = [n for n in site.expressions if isinstance(n, Index)]
    for node in indexed:
        for key in node.indices:
            t = site.type(key)
            if isinstance(t, Set) and isinstance(t.item, Unit) and isinstance(key, (Name, Binary)):
                taken = {*site.variables(), *site.ctx.names}
                letter = next(x for x in (text_of(key)[0], *"uvwxyz") if x not in taken)
                own, whole = key.span, statement.span
                line = whole.source.line(whole.line)
                body = (
                    line[whole.column - 1 : own.column - 1]
                    + letter
                    + line[own.end_column - 1 : whole.end_column - 1]
                )
                yield [offer(statement, f"for {letter} in {text_of(key)}: {body}")]


# ---- missing values ------------------------------------------------------------------------------

# Words for whether a place has a value, and for the value of one that has none.
SOMETHING = (
    "defined",
    "exists",
    "filled",
    "given",
    "has",
    "has_value",
    "is_given",
    "known",
    "present",
)
NOTHING = ("absent", "blank", "empty", "missing", "nil", "none", "null", "undefined", "void")
BLANK = (*NOTHING, "", ".", "-", "_", " ")


_OFF_THE_BOARD = "; what is off the board is in no set"


def missing_values(site: Site) -> Iterator[Sequence[Offer]]:
    """`clue.known[c]` for `clue[c] != "?"`, `c not in clue` for `clue[c] = none`, `c in clue` for
    `known(clue[c])` and for `clue[c]` as a condition."""
    if site.mistake.code not in ("E0203", "E0207", "E0214", "E0217"):
        return
    for node in site.expressions:
        match node:
            case Unary(op="not", operand=operand) if (
                site.mistake.code == "E0214"
                and isinstance(site.type(operand), Place)
                and isinstance(operand, Attribute)
                and one_line(node)
            ):
                yield [offer(node, f"{text_of(operand)} not in cells", _OFF_THE_BOARD)]
            case Attribute() if site.mistake.code == "E0214" and node is site.node:
                if isinstance(site.type(node), Place) and one_line(node):
                    yield [offer(node, f"{text_of(node)} in cells", _OFF_THE_BOARD)]
            case Compare(
                operands=(Attribute() | Call() as place, Name(id=word)), ops=("=" | "!=" as op,)
            ) if word.lower() in BLANK and isinstance(t := site.type(place), Place):
                within = "in" if op == "!=" else "not in"
                places = f"{min(t.kinds)}s"
                yield [offer(node, f"{text_of(place)} {within} {places}", _OFF_THE_BOARD)]
            case Index(base=Name(id=name) as base, indices=(key,)) if site.mistake.code == "E0214":
                t = site.type(base)
                some = isinstance(t, Layer) and t.some
                if some and one_line(node) and isinstance(site.type(key), Place):
                    yield [offer(node, f"{text_of(key)} in {name}")]
            case Call(
                function=Name(id=word), args=(Index(base=Name(id=name), indices=(key,)),)
            ) if one_line(node) and word in SOMETHING + NOTHING:
                if word == "known" and _tokens(site, name)["unknown"]:
                    continue  # `clue.known[c]`
                within = "in" if word in SOMETHING else "not in"
                yield [offer(node, f"{text_of(key)} {within} {name}")]
            case Compare(
                operands=(Index(base=Name(id=name), indices=(key,)), Name() | Text() as value),
                ops=("=" | "!=" as op,),
            ) if one_line(node):
                written = value.id if isinstance(value, Name) else value.value
                tokens = _tokens(site, name)
                if written in tokens["unknown"]:
                    known = f"{name}.known[{text_of(key)}]"
                    yield [offer(node, known if op == "!=" else f"not {known}")]
                elif written in tokens["blank"] or written.lower() in BLANK:
                    within = "in" if op == "!=" else "not in"
                    yield [offer(node, f"{text_of(key)} {within} {name}")]


def _tokens(site: Site, layer: str) -> dict[str, tuple[str, ...]]:
    """How a given layer writes that a value is unknown, and that there is none."""
    declared = site.ctx.names.get(layer)
    node = declared.node if declared is not None else None
    if not isinstance(node, Given):
        return {"unknown": (), "blank": ()}
    return {
        "unknown": (node.unknown.value, "unknown") if node.unknown is not None else (),
        "blank": (node.blank.value,) if node.blank is not None else (),
    }


# ---- sets of places ------------------------------------------------------------------------------


def denied_layer(site: Site) -> Iterator[Sequence[Offer]]:
    """`(not black) - clue` for `not black - clue`."""
    if site.mistake.code != "E0214":
        return
    for node in site.expressions:
        match node:
            case Unary(op="not", operand=Binary(op=op, left=left, right=right)) if one_line(node):
                if op in ("+", "-", "&"):
                    yield [offer(node, f"(not {text_of(left)}) {op} {text_of(right)}")]


def touching_members(site: Site) -> Iterator[Sequence[Offer]]:
    """`{x for y in p for x in cells(y)}` for `cells(p)`, with p a set of places."""
    if site.mistake.code != "E0212":
        return
    for node in site.expressions:
        match node:
            case Call(function=Name(id=places), args=(members,)) if one_line(node):
                if member_of(site.type(members)) is not None:
                    x, y = [v for v in "xyztuv" if v not in site.taken()][:2]
                    text = f"{x} for {y} in {text_of(members)} for {x} in {places}({y})"
                    yield [offer(node, f"{{{text}}}")]
