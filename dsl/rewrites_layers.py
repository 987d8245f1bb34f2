"""Changes that may be meant where the keys, the values and the places of a layer are confused; see
`rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .diagnostics import Edit
from .rewrites_places import single_key, value_names
from .sites import Offer, Site, offer, one_line, text_of
from .syntax import Binary, Call, Collection, Compare, Conditional, Index, Name, Unary
from .types import BOOL, Enum, Layer, List, Partition, Place, Type, agree, is_symbolic, member_of


def places_of_a_value(site: Site) -> Iterator[Sequence[Offer]]:
    """`region = "A"` for `region["A"]`, the places with this value; `digit[region = region[c]]` for
    `digit[region[c]]`."""
    if site.mistake.code != "E0226":
        return
    for node, outer in zip(site.expressions, [*site.expressions[1:], None], strict=True):
        match node:
            case Index(base=Name(id=name) as base, indices=(value,)) if one_line(node):
                t, key = site.type(base), site.type(value)
                if not isinstance(t, Layer) or len(t.keys) != 1:
                    continue
                if agree(t.keys[0], key):  # the key is the mistake: of another layer there
                    whole = outer.base if isinstance(outer, Index) else None
                    if whole is None or single_key(site.type(whole)) != t.keys[0]:
                        continue
                    yield [offer(node, f"{name} = {text_of(node)}", ", the places with this value")]
                elif is_symbolic(t.value) and agree(t.value, key):
                    text = f"{name} = {text_of(value)}"
                    text = text if isinstance(outer, (Index, Call)) else f"({text})"
                    yield [offer(node, text, ", the places with this value")]


def index_of_a_sum(site: Site) -> Iterator[Sequence[Offer]]:
    """`digit[a + b]` for `digit[a] + digit[b]`."""
    for node in site.expressions:
        if isinstance(node, Index) and len(node.indices) == 1 and one_line(node):
            (key,) = node.indices
            if not isinstance(key, Binary) or key.op not in ("+", "-", "*"):
                continue
            sides = (key.left, key.right)
            if all(isinstance(site.type(s), Place) for s in sides):
                base = text_of(node.base)
                text = f" {key.op} ".join(f"{base}[{text_of(s)}]" for s in sides)
                yield [offer(node, text)]


def operators_at_a_place(site: Site) -> Iterator[Sequence[Offer]]:
    """`low[c] + high[c]` for `(low + high)[c]`."""
    if site.mistake.code != "E0227":
        return
    for node in site.expressions:
        match node:
            case Index(base=Binary() | Compare() | Unary() as base, indices=keys) if one_line(node):
                names = [n for n in value_names(base) if isinstance(site.type(n), Layer)]
                if any(member_of(site.type(key)) is not None for key in keys):
                    continue  # operators on lists of values have another meaning
                at = ", ".join(map(text_of, keys))
                edits = [Edit(n.span, f"{n.id}[{at}]") for n in names]
                own, whole = base.span, node.span
                line = whole.source.line(whole.line)
                text, end = "", whole.column - 1
                for edit in edits:
                    text += line[end : edit.span.column - 1] + edit.text
                    end = edit.span.end_column - 1
                yield [offer(node, text + line[end : own.end_column - 1])]


def places_with_yes(site: Site) -> Iterator[Sequence[Offer]]:
    """`connected(star & g)` for `connected(star[g])`: the places of a set, not the values there."""
    if site.mistake.code != "E0211":
        return
    for node in site.expressions:
        match node:
            case Index(base=Name(id=name), indices=(places,)) if one_line(node):
                if site.type(node) == List(BOOL) and member_of(site.type(places)) is not None:
                    yield [offer(node, f"{name} & {text_of(places)}")]


def slices(site: Site) -> Iterator[Sequence[Offer]]:
    """`{x for x in cells if mark[t, x]}` and `digit[t, cells]` for `mark[t]` and `digit[t]`, of
    layers with two keys, whichever of them is missing."""
    if site.mistake.code != "E0225":
        return
    for node, outer in zip(site.expressions, [*site.expressions[1:], None], strict=True):
        match node:
            case Index(base=Name(id=name), indices=(key,)) if one_line(node):
                t = site.type(node.base)
                if not isinstance(t, Layer) or len(t.keys) != 2 or t.relation:
                    continue
                for own, other, before, after in (
                    (t.keys[0], t.keys[1], f"{name}[{text_of(key)}, ", "]"),
                    (t.keys[1], t.keys[0], f"{name}[", f", {text_of(key)}]"),
                ):
                    places = _all_of(other)
                    if places is None or not agree(own, site.type(key)):
                        continue
                    x = next(v for v in "xyztuv" if v not in site.taken())
                    if t.value == BOOL:
                        yield [offer(node, f"{{{x} for {x} in {places} if {before}{x}{after}}}")]
                    if not isinstance(outer, Compare) or outer.ops == ("=",):
                        # Not for `!=`: two lists differ as a whole.
                        yield [offer(node, f"{before}{places}{after}")]


def _all_of(key: Type) -> str | None:
    """The set of all keys of a type, where it has a name."""
    if isinstance(key, Place) and len(key.kinds) == 1:
        return f"{min(key.kinds)}s"
    return (key.name or None) if isinstance(key, Enum) else None


def chosen_value(site: Site) -> Iterator[Sequence[Offer]]:
    """`digit[c] = (1 if p else 2)` for `digit[c] = 1 if p else 2`."""
    if site.mistake.code != "E0223":
        return
    for node in site.expressions:
        match node:
            case Conditional(
                then=Compare(operands=(left, right), ops=(op,)), test=test, otherwise=otherwise
            ) if one_line(node) and agree(site.type(right), site.type(otherwise)):
                choice = f"{text_of(right)} if {text_of(test)} else {text_of(otherwise)}"
                yield [offer(node, f"{text_of(left)} {op} ({choice})")]


def keys_of_pairs(site: Site) -> Iterator[Sequence[Offer]]:
    """`pair[a, b]` for `pair[a]` with another variable b, and `pair[p[1], p[2]]` for `pair[p]` with
    a pair p."""
    if site.mistake.code != "E0225":
        return
    for node in site.expressions:
        match node:
            case Index(base=Name(id=name) as base, indices=(key,)) if one_line(node):
                t, own, text = site.type(base), site.type(key), text_of(key)
                if not isinstance(t, Layer) or len(t.keys) != 2 or t.relation:
                    continue
                if isinstance(own, List) and own.length == 2:
                    yield [offer(node, f"{name}[{text}[1], {text}[2]]")]
                variables = [v for v in site.variables().items() if v[0] != text]
                if agree(t.keys[0], own):
                    others = [v for v, kind in variables if agree(t.keys[1], kind)]
                    yield [offer(node, f"{name}[{text}, {v}]") for v in others]
                if agree(t.keys[1], own):
                    others = [v for v, kind in variables if agree(t.keys[0], kind)]
                    yield [offer(node, f"{name}[{v}, {text}]") for v in others]


def places_of_several_keys(site: Site) -> Iterator[Sequence[Offer]]:
    """`any(x = t and y = c for x, y in clue)` for `[t, c] in clue`, a layer of two keys at some
    places, and for `clue[t, c]` as a condition; `lit[t, c]` for `[t, c] in lit`."""
    if site.mistake.code not in ("E0214", "E0222"):
        return
    for node in site.expressions:
        match node:
            case Compare(
                operands=(Collection(kind="list", items=items), Name() as layer),
                ops=("in" | "not in" as op,),
            ):
                pass
            case Index(base=Name() as layer, indices=items) if site.mistake.code == "E0214":
                op = "in"
            case _:
                continue
        t = site.type(layer)
        if not one_line(node) or not isinstance(t, Layer) or not 1 < len(t.keys) == len(items):
            continue
        if t.value == BOOL:
            value, why = f"{layer.id}[{', '.join(map(text_of, items))}]", ""
        elif t.some:
            free = [v for v in "xyztuv" if v not in site.taken()][: len(items)]
            equal = [f"{v} = {text_of(item)}" for v, item in zip(free, items, strict=False)]
            value = f"any({' and '.join(equal)} for {', '.join(free)} in {layer.id})"
            why = ": it has a value there"
        else:
            continue
        yield [offer(node, value if op == "in" else f"not {value}", why)]


def places_in_pieces(site: Site) -> Iterator[Sequence[Offer]]:
    """`cells & block` for a partition as a set of places."""
    if site.mistake.code not in ("E0211", "E0212", "E0226"):
        return
    for node in site.expressions:
        match site.type(node):
            case Partition(key=Place(kinds=kinds)) if len(kinds) == 1 and one_line(node):
                text = f"{min(kinds)}s & {text_of(node)}"
                yield [offer(node, text, ", the places in its pieces")]
