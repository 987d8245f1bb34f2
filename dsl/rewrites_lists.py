"""Changes that may be meant where a list stands for a set or a range, or the other way round; see
`rewrites`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records import replace
from .check_operators import joined_lists
from .diagnostics import Edit
from .sites import Offer, Site, offer, one_line, text_of, with_operators
from .syntax import (
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Expr,
    For,
    ForClause,
    Index,
    Name,
)
from .types import INT, Int, List, Partition, Set, Type, member_of
from .walking import nodes

# Words for the size of the largest or smallest of several lists or sets.
MEASURED = {
    "longest": "max",
    "largest": "max",
    "biggest": "max",
    "shortest": "min",
    "smallest": "min",
}


def joined(site: Site) -> Iterator[Sequence[Offer]]:
    """`[x for y in [a, b] for x in y]` for `a + b` of two lists where a list is expected."""
    for node in site.expressions:
        if not isinstance(node, Binary) or node.op != "+" or not one_line(node):
            continue
        if all(isinstance(site.type(side), List) for side in (node.left, node.right)):
            yield [offer(node, joined_lists(node, site.taken()), "; `+` makes a set")]


def ranges(site: Site) -> Iterator[Sequence[Offer]]:
    """`1..3` for `[1..3]`, and for `1-3` after `in`; `(1..3) + {5}` for `{1..3, 5}`."""
    loops = [n.iterable for n in site.above if isinstance(n, (For, ForClause))]
    around = [*site.expressions, *loops]
    for node in [*around, *(n for n in nodes(site.whole) if n not in around)]:
        match node:
            case Collection(items=items) if one_line(node) and any(map(_is_range, items)):
                text = text_of(items[0]) if len(items) == 1 else _union(items)
                yield [offer(node, text, f" for `{text_of(node)}`; `..` makes a set by itself")]
            case Compare(operands=(*_, numbers), ops=(*_, "in" | "not in")):
                yield from _from_to(site, numbers)
        if node in loops:
            yield from _from_to(site, node)


def _from_to(site: Site, node: Expr) -> Iterator[Sequence[Offer]]:
    """`1..3` for `1-3`."""
    if not isinstance(node, Binary) or node.op != "-" or not one_line(node):
        return
    if site.type(node.left) == site.type(node.right) == INT:
        text = f"{text_of(node.left)}..{text_of(node.right)}"
        yield [offer(node, text, f": `{text_of(node)}` is a difference")]


def _is_range(item: Expr) -> bool:
    return isinstance(item, Binary) and item.op == ".."


def _union(items: Sequence[Expr]) -> str:
    """The union of some numbers and ranges."""
    parts: list[str] = []
    single: list[str] = []
    for item in items:
        if _is_range(item):
            parts.append(f"({text_of(item)})")
        else:
            single.append(text_of(item))
    if single:
        parts.append(f"{{{', '.join(single)}}}")
    return " + ".join(parts)


def in_a_list(site: Site) -> Iterator[Sequence[Offer]]:
    """`steps([x for x in columns])` for `steps(columns)`."""
    if site.mistake.code != "E0211":
        return
    for node in site.expressions:
        match node:
            case Call(function=Name()) if one_line(node):
                for arg in node.args:
                    if arg.span == site.mistake.span and isinstance(site.type(arg), Set):
                        yield [_listed(site, node, arg)]


def _listed(site: Site, call: Call, several: Expr) -> Offer:
    """The offer to make a list of a set; of a set of lists, the hint also says how to take each."""
    text = _each(site, several, "[", "]")

    def written(instead: str) -> str:
        args = ", ".join(instead if arg is several else text_of(arg) for arg in call.args)
        return f"`{text_of(call.function)}({args})`"

    hint, member = f"write {written(text)}", member_of(site.type(several))
    if member is not None and member_of(member) is not None:
        each = f"`for line in {text_of(several)}:`, and below it {written('line')}"
        hint += f" for all of them in order; of each of them: {each}"
    return Offer((Edit(several.span, text),), hint)


def lists_of_sets(site: Site) -> Iterator[Sequence[Offer]]:
    """`[x for x in cells][1]` for `cells[1]`, `c in home` for `home[c]`."""
    if site.mistake.code != "E0224":
        return
    for node in site.expressions:
        if not isinstance(node, Index) or not one_line(node):
            continue
        base = site.type(node.base)
        if not isinstance(base, Set):
            continue
        if all(site.type(index) == INT for index in node.indices):
            yield [offer(node.base, _each(site, node.base, "[", "]"), ", its members in order")]
        elif [*map(site.type, node.indices)] == [base.item]:
            text = f"{text_of(node.indices[0])} in {text_of(node.base)}"
            for member in (text, f"({text})"):
                yield [offer(node, member, " to ask whether it is a member")]


def sizes(site: Site) -> Iterator[Sequence[Offer]]:
    """`[size(x) for x in runs(r, s)] = [2, 1]` for `runs(r, s) = [2, 1]`, `size(s) = 2` for `s = 2`
    with s a list of lists, `max(size(x) for x in s)` for `max(size(s))`, `size(max(s))` and
    `longest(s)`."""
    if site.mistake.code not in ("E0203", "E0211", "E0217"):
        return
    for node in site.expressions:
        match node:
            case Compare(operands=(left, right), ops=("=" | "!=",)) if one_line(node):
                for one, other in ((left, right), (right, left)):
                    if _has_lists(site, one) and member_of(site.type(other)) == INT:
                        yield [offer(one, f"[{_size_of_each(site, one)}]")]
                    elif isinstance(site.type(other), Int) and _is_of_sets(site.type(one)):
                        yield [offer(one, f"size({text_of(one)})", ", how many members it has")]
            case Call(
                function=Name(id="max" | "min" as name),
                args=(Call(function=Name(id="size")) as call,),
            ) if len(call.args) == 1 and _has_lists(site, call.args[0]):
                yield [offer(node, f"{name}({_size_of_each(site, call.args[0])})")]
            case Call(
                function=Name(id="size"),
                args=(Call(function=Name(id="max" | "min" as name)) as call,),
            ) if len(call.args) == 1 and _has_lists(site, call.args[0]):
                yield [offer(node, f"{name}({_size_of_each(site, call.args[0])})")]
            case Call(function=Name(id=word), args=(lists,)) if word.lower() in MEASURED:
                if _has_lists(site, lists):
                    measure = MEASURED[word.lower()]
                    yield [offer(node, f"{measure}({_size_of_each(site, lists)})")]


def _is_of_sets(t: Type) -> bool:
    """Whether members of this type are sets or lists."""
    return isinstance(t, Partition) or (
        isinstance(t, (List, Set)) and member_of(t.item) is not None
    )


def _has_lists(site: Site, lists: Expr) -> bool:
    """Whether an expression on one line, other than a written list, has lists or sets as its
    members."""
    member = member_of(site.type(lists))
    if isinstance(lists, Collection) or not one_line(lists):
        return False
    return member is not None and member_of(member) is not None


def _size_of_each(site: Site, lists: Expr) -> str:
    variable = next(v for v in "xyztuv" if v not in site.taken())
    return f"size({variable}) for {variable} in {text_of(lists)}"


def sets_of_lists(site: Site) -> Iterator[Sequence[Offer]]:
    """`columns - {c}` for `columns - [c]`, `{x for x in digit[r]} = 1..9` for `digit[r] = 1..9`."""
    if site.mistake.code not in ("E0217", "E0221"):
        return
    for node in site.expressions:
        match node:
            case Binary(op=op, left=left, right=right):
                sides, ops = (left, right), (op,)
            case Compare(operands=sides, ops=ops):
                pass
            case _:
                continue
        if one_line(node) and any(isinstance(site.type(side), List) for side in sides):
            whole = [offer(node, with_operators([_as_set(site, side) for side in sides], ops))]
            lists = [_as_list(side) for side in sides]
            if isinstance(node, Compare) and lists != [*map(text_of, sides)]:
                ordered = offer(node, with_operators(lists, ops))
                whole = [
                    replace(ordered, reading="if their order counts"),
                    replace(whole[0], reading="if it does not"),
                ]
            yield whole


def _as_list(members: Expr) -> str:
    """The text of an operand; of a comprehension in braces, in brackets."""
    if isinstance(members, Comprehension) and members.kind == "set":
        return f"[{text_of(members)[1:-1]}]"
    return text_of(members)


def _as_set(site: Site, members: Expr) -> str:
    """The text of an operand; of a list, as a set."""
    if not isinstance(site.type(members), List):
        return text_of(members)
    if isinstance(members, (Collection, Comprehension)) and members.kind == "list":
        return f"{{{text_of(members)[1:-1]}}}"
    return _each(site, members, "{", "}")


def _each(site: Site, members: Expr, opening: str, closing: str) -> str:
    """A comprehension of all members."""
    variable = next(v for v in "xyztuv" if v not in site.taken())
    return f"{opening}{variable} for {variable} in {text_of(members)}{closing}"
