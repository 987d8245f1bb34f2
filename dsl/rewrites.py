"""Changes of the text that may be meant by a spec that parses but does not check.

`offers` looks at the place of a mistake and translates idioms of other languages and of plain
English. It may propose too much: `remedies` keeps only what checks. Each rule is a function from a
`Site` to offers. Further rules: `rewrites_places` (places and the values there), `rewrites_layers`
(keys and values), `rewrites_foreign` (functions of other languages), `rewrites_calls` (arguments),
`rewrites_lists` (lists and sets), `rewrites_numbers` (members by number), `rewrites_methods`
(attributes and methods), `rewrites_domains` (domains and tokens), `rewrites_declarations` (others),
`rewrites_time` (moments), `rewrites_loops` (missing loops)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..records import replace
from . import (
    foreign,
    rewrites_calls,
    rewrites_declarations,
    rewrites_domains,
    rewrites_foreign,
    rewrites_layers,
    rewrites_lists,
    rewrites_loops,
    rewrites_methods,
    rewrites_numbers,
    rewrites_places,
    rewrites_time,
)
from .builtins import BUILTINS
from .check_context import CELL_NAME
from .diagnostics import Diagnostic, Edit, most_like
from .sites import (
    Offer,
    Site,
    guess,
    layers,
    offer,
    one_line,
    renamed,
    similar,
    site_of,
    text_of,
    tight,
    with_operators,
)
from .syntax import (
    Attribute,
    Binary,
    Call,
    Collection,
    Compare,
    Define,
    Expr,
    For,
    ForClause,
    Index,
    Name,
    Number,
    SpecTree,
    Text,
)
from .types import (
    BOOL,
    BORDER,
    CELL,
    INT,
    LINK,
    SYMBOL,
    Enum,
    Layer,
    List,
    Partition,
    Place,
    Set,
    Symbol,
    Type,
    Unit,
    agree,
    member_of,
)
from .walking import nodes

# ---- brackets ------------------------------------------------------------------------------------


def _brackets(site: Site) -> Iterator[Sequence[Offer]]:
    """`touching[c]` for `touching(c)`, `digit(c)` for `digit[c]`."""
    around = [*site.expressions, *(n for n in nodes(site.whole) if n not in site.expressions)]
    for node in around:
        if isinstance(node, Index) and one_line(node) and _is_called(site, node.base):
            inner = ", ".join(map(text_of, node.indices))
            yield [offer(node, f"{text_of(node.base)}({inner})", "; square brackets index a layer")]
        elif isinstance(node, Index) and one_line(node) and site.mistake.code == "E0226":
            yield from _touching(site, node)
        elif isinstance(node, Call) and one_line(node) and _is_layer_access(site, node):
            inner = ", ".join(map(text_of, node.args))
            yield [
                offer(node, f"{text_of(node.function)}[{inner}]", "; a layer has square brackets")
            ]


def _is_called(site: Site, base: Expr) -> bool:
    """Whether an index should be a call."""
    if isinstance(base, Name) and base.id not in site.variables():
        declared = site.ctx.names.get(base.id)
        if declared is not None and isinstance(declared.node, Define):
            return True
        if declared is None and base.id in BUILTINS:
            return BUILTINS[base.id].kind in ("function", "relation", "set")
    t = site.type(base)
    return isinstance(t, Set) or (isinstance(t, Layer) and t.relation)


def _touching(site: Site, node: Index) -> Iterator[Sequence[Offer]]:
    """`line(c)` for `line[c]` of a cell and a layer of links, `digit[cells(b)]` for `digit[b]`."""
    t, base, key = site.type(node.base), text_of(node.base), ", ".join(map(text_of, node.indices))
    if isinstance(t, Layer) and len(t.keys) == 1 and isinstance(t.keys[0], Place):
        match node.indices:
            case (Attribute(base=cell, name=way),) if way in rewrites_methods.WAYS:
                beside = {LINK: "link", BORDER: "border"}.get(t.keys[0])
                if beside is not None:
                    yield [offer(node, f"{base}[{beside}({text_of(cell)}, {way})]")]
        if t.value == BOOL:
            yield [offer(node, f"{base}({key})", ", its members there")]
        else:
            yield [offer(node, f"{base}[{min(t.keys[0].kinds)}s({key})]")]


def _is_layer_access(site: Site, node: Call) -> bool:
    """Whether a call should be an index into a layer."""
    t = site.type(node.function)
    if isinstance(t, Partition):
        return len(node.args) == 1
    return isinstance(t, Layer) and not t.relation and len(t.keys) == len(node.args)


# ---- one of several ------------------------------------------------------------------------------


def _alternatives(site: Site) -> Iterator[Sequence[Offer]]:
    """`x = 1 or 2` for `x in {1, 2}`, `a and b = 3` for `a = 3 and b = 3`."""
    chains = [n for n in site.expressions if isinstance(n, Binary) and n.op in ("or", "and")]
    for chain in reversed(chains):
        if not one_line(chain):
            continue
        leaves = _leaves(chain, chain.op)
        compared = [n for n in leaves if isinstance(n, Compare) and len(n.ops) == 1]
        bare = [n for n in leaves if not isinstance(n, Compare)]
        if len(compared) != 1 or not bare or len(bare) + 1 != len(leaves):
            continue
        (link,) = compared
        left, right, op = *link.operands, link.ops[0]
        first = leaves[0] is link
        subject, value = (left, right) if first else (right, left)
        written = ", ".join(text_of(n) for n in (([value, *bare]) if first else [*bare, value]))
        alike = all(agree(site.type(n), site.type(value)) for n in bare)
        if op in ("=", "in") and chain.op == "or" and alike:
            yield [offer(chain, f"{text_of(subject)} in {{{written}}}")]
        elif alike and (op == "!=" or (op == "not in" and first)):
            yield [offer(chain, f"{text_of(subject)} not in {{{written}}}")]
        if alike and leaves[-1] is link:
            sides = f" {chain.op} ".join(
                f"{text_of(n)} {op} {text_of(right)}" for n in (*bare, left)
            )
            yield [offer(chain, sides)]
        elif alike and first:
            sides = f" {chain.op} ".join(
                f"{text_of(left)} {op} {text_of(n)}" for n in (right, *bare)
            )
            yield [offer(chain, sides)]


def _leaves(node: Expr, op: str) -> list[Expr]:
    if isinstance(node, Binary) and node.op == op and not text_of(node).startswith("("):
        return _leaves(node.left, op) + _leaves(node.right, op)
    return [node]


def _of_sets(site: Site) -> Iterator[Sequence[Offer]]:
    """`clue & p` for `clue and p` of a layer and a set, `clue + p` for `clue or p`; a filter for
    the condition in `for x in s and p`."""
    loops = [n.iterable for n in site.above if isinstance(n, (For, ForClause))]
    for node in (*site.expressions, *loops):
        if not isinstance(node, Binary) or node.op not in ("and", "or") or not one_line(node):
            continue
        left, right = text_of(node.left), text_of(node.right)
        if node in loops and node.op == "and":
            yield [offer(node, f"{left} if {right}")]
        types = [site.type(side) for side in (node.left, node.right)]
        some = any(isinstance(t, Layer) for t in types)  # two lines may be meant together
        if some and all(member_of(t) is not None for t in types):
            yield [offer(node, f"{left} {'&' if node.op == 'and' else '+'} {right}")]


def _single_member(site: Site) -> Iterator[Sequence[Offer]]:
    """`x = 3` for `x in 3`, `all(c in q for c in p)` for `p in q` of two sets, `c in p` for
    `p = c`."""
    for node in site.expressions:
        if isinstance(node, Compare) and len(node.ops) == 1 and one_line(node):
            left, right = node.operands
            if node.ops[0] == "in" and isinstance(site.type(left), Set):
                member = next(name for name in "cdxyz" if name not in site.taken())
                text = f"{member} in {text_of(right)} for {member} in {text_of(left)}"
                yield [offer(node, f"all({text})")]
            op = {"in": "=", "not in": "!="}.get(node.ops[0])
            if op and agree(site.type(left), site.type(right)):
                yield [offer(node, f"{text_of(left)} {op} {text_of(right)}")]
            within = {"=": "in", "!=": "not in"}.get(node.ops[0])
            for several, one in ((left, right), (right, left)):
                t, place = site.type(several), site.type(one)
                if within and isinstance(t, Set) and isinstance(place, Place) and t.item == place:
                    yield [offer(node, f"{text_of(one)} {within} {text_of(several)}")]


def _chained(site: Site) -> Iterator[Sequence[Offer]]:
    """`(a in s) = (b in t)` for the chain `a in s = b in t`."""
    for node in site.expressions:
        if not isinstance(node, Compare) or not one_line(node):
            continue
        for k, op in enumerate(node.ops):
            if op in ("=", "!=") and len(node.ops) > 1:
                first, last = node.operands[: k + 1], node.operands[k + 1 :]
                sides = [(first, node.ops[:k]), (last, node.ops[k + 1 :])]
                text = f" {op} ".join(_compared(operands, ops) for operands, ops in sides)
                yield [offer(node, text, "; comparisons chain")]


def _compared(operands: Sequence[Expr], ops: Sequence[str]) -> str:
    """A comparison in brackets, or the text of a single operand."""
    text = with_operators([*map(text_of, operands)], ops)
    return f"({text})" if ops else text


def _single_condition(site: Site) -> Iterator[Sequence[Offer]]:
    """`p` for `any(p)`, where p is one condition."""
    for node in site.expressions:
        match node:
            case Call(function=Name(id="any" | "all"), args=(condition,)) if one_line(node):
                if site.type(condition) == BOOL:
                    text = text_of(condition) if node is site.whole else tight(condition)
                    whole = offer(node, text, "; it is a single condition")
                    each = _of_each_two(site, node, condition)
                    if each is None:
                        yield [whole]
                    else:
                        whole = replace(offer(node, text), reading="for the lists as wholes")
                        yield [whole, replace(each, reading="for each two members")]


def _of_each_two(site: Site, node: Call, condition: Expr) -> Offer | None:
    """`all(d[r[k]] != d[s[k]] for k in 1..size(r))` for `all(d[r] != d[s])` of two lists."""
    match condition:
        case Compare(
            operands=(Index(base=one, indices=(r,)), Index(base=other, indices=(s,))), ops=(op,)
        ) if all(isinstance(site.type(line), (List, Unit)) for line in (r, s)):
            k = next(v for v in "kijxyz" if v not in site.taken())
            first, second = (f"{text_of(b)}[{tight(x)}[{k}]]" for b, x in ((one, r), (other, s)))
            members = f"{first} {op} {second} for {k} in 1..size({text_of(r)})"
            return offer(node, f"{text_of(node.function)}({members})")
    return None


# ---- quotes, yes and no --------------------------------------------------------------------------


def _quotes(site: Site) -> Iterator[Sequence[Offer]]:
    """`"1"` for `1` where numbers are, and the other way round; `1` and `"yes"` for `yes`; `red`
    for `"Red"`."""
    compares = [n for n in site.expressions if isinstance(n, Compare)]
    domains = [n for n in (site.node, *site.above) if isinstance(n, Collection)]
    for node in compares[:1] or domains[:1]:
        edits: list[Edit] = []
        wanted = [site.type(o) for o in node.operands] if isinstance(node, Compare) else []
        wanted = [t.value if isinstance(t, Layer) else t for t in wanted]
        wanted = [t.item if isinstance(t, List) else t for t in wanted]
        for part in nodes(node):
            if not one_line(node):
                break
            match part:
                case Text(value=value) if INT in wanted and value.isdecimal():
                    edits.append(Edit(part.span, value))
                case Text(value="yes" | "no" as value) if BOOL in wanted:
                    edits.append(Edit(part.span, value))
                case Number(value=0 | 1 as number) if BOOL in wanted:
                    edits.append(Edit(part.span, "yes" if number else "no"))
                case Text(value=value) if (other := _in_other_case(wanted, value)) is not None:
                    edits.append(Edit(part.span, other))
                case Number(value=number) if any(_has(t, str(number)) for t in wanted):
                    edits.append(Edit(part.span, f'"{number}"'))
        if edits:
            written = " and ".join(dict.fromkeys(f"`{e.text}`" for e in edits))
            why = ": conditions are yes and no" if BOOL in wanted else ""
            yield [Offer(tuple(edits), f"write {written}{why}")]


def _in_other_case(wanted: Sequence[Type], word: str) -> str | None:
    """The symbol of one of these types that differs from a word in upper and lower case only."""
    members = [m for t in wanted if isinstance(t, Enum) for m in t.members or ()]
    return next((m for m in members if m != word and m.lower() == word.lower()), None)


def _has(t: Type, word: str) -> bool:
    if isinstance(t, Enum):
        return t.members is None or word in t.members
    return isinstance(t, Symbol)


# ---- names ---------------------------------------------------------------------------------------


def _names(site: Site) -> Iterator[Sequence[Offer]]:
    """A similar name for an unknown one, or for one with another meaning."""
    node = site.node
    if not isinstance(node, Name):
        return
    own = {*site.variables(), *site.ctx.names}
    if site.mistake.code == "E0217":  # `= queen`, a symbol, where the param `queens` is meant
        yield similar(node, own, 3, 0.75)
    if site.mistake.code not in ("E0203", "E0207", "E0213"):
        return
    call = next((n for n in site.above if isinstance(n, Call) and n.function is node), None)
    other = foreign.NAMES.get(node.id.lower())
    if other is not None and "(" in other and call is not None:
        other = other.partition("(")[0]
    if node.id.lower() != node.id and node.id.lower() in BUILTINS:
        other = node.id.lower()
    if other == "groups(layer)":
        if (one := node.id.removesuffix("s")) in site.ctx.names:
            yield [offer(node, f"groups({one})", ", its cells by value")]
        cells = layers(site, Set(CELL), SYMBOL)
        yield [offer(node, f"groups({name})", ", its cells by value") for name in cells]
        if call is None:  # as the domain of a layer
            yield [renamed(node, "symbol")]
    elif other is not None and "(" not in other:
        yield [renamed(node, other)]
        if other == "borders":  # of graphs: the cells are their nodes, or the corners are
            yield [renamed(node, "links")]
    if (opposite := _opposite(site, node)) is not None:
        yield [offer(node, f"not {opposite}")]
        return
    if node.id in ("pieces", "areas"):  # the domain, for a layer of it
        divided = (n for n, d in site.ctx.names.items() if isinstance(d.fact.type, Partition))
        yield [guess(node, name) for name in divided]
    yield [guess(node, word) for word in (f"{node.id}s", node.id.removesuffix("s")) if word in own]
    known = {*own, *BUILTINS, *site.ctx.known_symbols}
    if _is_among_symbols(site, known):
        yield [_symbol(node)]
    yield from ([near] for near in similar(node, known, 4, 0.6))
    parts = [part for part in node.id.lower().split("_") if part in BUILTINS]
    yield [guess(node, part) for part in parts]
    if call is not None and one_line(call):
        if other is not None and other.isidentifier():  # `neighbours(cells)` for `adjacent`
            yield [offer(call, other)]
        if node.id.lower() in rewrites_methods.MEMBERS and len(call.args) == 1:
            yield [offer(call, text_of(call.args[0]))]
    if call is None and f"{node.id}s" in BUILTINS:
        yield [guess(node, f"{node.id}s")]
    loops = list(rewrites_loops.missing(site))
    if call is None and not CELL_NAME.fullmatch(node.id):
        yield from ([*loop, _symbol(node)] for loop in loops)
        yield [_symbol(node)]


def _symbol(node: Name) -> Offer:
    """The offer to write a name as a symbol."""
    return replace(offer(node, f'"{node.id}"'), last=True, reading="if a symbol is meant")


def _is_among_symbols(site: Site, known: set[str]) -> bool:
    """Whether all items of a set are words that are like no name of the spec."""
    around = site.above[0] if site.above else None
    if not isinstance(around, Collection) or len(around.items) < 2:
        return False
    words = [item.id for item in around.items if isinstance(item, Name)]
    own = known - {*BUILTINS}
    return len(words) == len(around.items) and not any(
        word in known or most_like(word, own, 1, 0.6) for word in words
    )


def _opposite(site: Site, name: Name) -> str | None:
    """The layer whose negation a name like `unshaded` means."""
    for prefix in ("un", "non", "non_", "not_", "no_"):
        declared = site.ctx.names.get(name.id.removeprefix(prefix))
        if name.id.startswith(prefix) and declared is not None:
            return name.id.removeprefix(prefix)
    return None


# ---- all of them ---------------------------------------------------------------------------------


def _sides(site: Site) -> Iterator[Sequence[Offer]]:
    """`sides(left)` for `left` where places are expected."""
    if site.mistake.code not in ("E0203", "E0219", "E0221", "E0254"):
        return
    for node in (site.node, *site.expressions):
        if isinstance(node, Name) and node.id in rewrites_methods.SIDES and one_line(node):
            yield [offer(node, f"sides({node.id})")]


RULES: tuple[Rule, ...] = (
    rewrites_methods.neighbours,
    rewrites_foreign.quantifiers,
    rewrites_foreign.constraints,
    rewrites_foreign.nothing,
    rewrites_foreign.functions,
    rewrites_foreign.modules,
    rewrites_foreign.products,
    rewrites_foreign.named_arguments,
    rewrites_layers.places_of_a_value,
    rewrites_calls.fitting_variable,
    rewrites_numbers.remainders,
    rewrites_numbers.coordinates,
    rewrites_numbers.cell_names,
    rewrites_numbers.numbered,
    rewrites_numbers.consecutive,
    rewrites_numbers.positions,
    rewrites_numbers.members,
    rewrites_domains.pieces,
    rewrites_declarations.prelude,
    rewrites_declarations.at_groups,
    rewrites_declarations.layers_at,
    rewrites_declarations.optimised,
    rewrites_declarations.usual_size,
    rewrites_places.denied_layer,
    rewrites_places.missing_values,
    _sides,
    rewrites_calls.attributes,
    rewrites_calls.units,
    _names,
    rewrites_methods.methods,
    _brackets,
    _alternatives,
    _of_sets,
    rewrites_lists.ranges,
    _single_member,
    _chained,
    rewrites_lists.joined,
    _quotes,
    rewrites_domains.values,
    rewrites_domains.letters,
    rewrites_domains.listed_things,
    rewrites_numbers.cell_of_numbers,
    rewrites_numbers.line_of_number,
    rewrites_places.each,
    rewrites_places.groups,
    rewrites_places.pairs_of_cells,
    rewrites_places.related,
    rewrites_places.touching_members,
    rewrites_places.at_the_variable,
    rewrites_layers.index_of_a_sum,
    rewrites_layers.operators_at_a_place,
    rewrites_layers.places_with_yes,
    rewrites_layers.chosen_value,
    rewrites_places.symbols_at_places,
    rewrites_places.value_at_place,
    rewrites_places.layer_and_places,
    rewrites_places.functions,
    rewrites_places.counts,
    rewrites_calls.distances,
    rewrites_calls.rectangles,
    rewrites_calls.steps,
    rewrites_calls.directions,
    rewrites_calls.lines,
    rewrites_time.moments,
    rewrites_time.keys_together,
    rewrites_layers.keys_of_pairs,
    rewrites_layers.places_of_several_keys,
    rewrites_layers.places_in_pieces,
    rewrites_layers.slices,
    rewrites_calls.bags,
    rewrites_calls.only_attribute,
    rewrites_calls.flags,
    rewrites_lists.in_a_list,
    rewrites_lists.lists_of_sets,
    rewrites_lists.sizes,
    rewrites_lists.sets_of_lists,
    rewrites_calls.unquoted,
    rewrites_calls.in_other_order,
    rewrites_calls.other_function,
    rewrites_calls.other_argument,
    rewrites_calls.optional_argument,
    rewrites_calls.relations,
    _single_condition,
)


Rule = Callable[[Site], Iterable[Sequence[Offer]]]


def offers(mistake: Diagnostic, tree: SpecTree) -> Iterator[Sequence[Offer]]:
    """Changes that may be meant, in groups, the likeliest first."""
    site = site_of(mistake, tree)
    if site is None:
        return
    for rule in RULES:
        for group in rule(site):
            if group:
                yield group
