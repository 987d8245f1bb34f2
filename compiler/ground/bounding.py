"""Ground rules on the sizes of pieces first, which makes other rules cheaper to ground.

If no piece has more than three cells, places far apart are in different pieces; if each piece has
one clue, other rules only need conditions on the pieces of clues (see `model.near` and
`lower.representatives`). A board to be verified may break any rule, so an exact model has
conditions for all places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Any, TypeAlias

from ...dsl.syntax import (
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Condition,
    Expr,
    For,
    Index,
    Name,
    Statement,
)
from ...dsl.walking import names_in, nodes
from ...model.constraints import Constraint
from ...model.globals.size import SIZE
from ...model.model import Model
from ...model.near import Near
from ...model.nodes import Bool, Measure, Member, all_of, any_of, conjuncts
from ...records import record, replace
from ..lower.closures import Run

Parts: TypeAlias = "tuple[Statement | None, Statement | None]"


@record
class CompiledParts:
    """The compiled parts of a statement: the one that states sizes, and the rest. names: the
    declared names in the text of the first, see `names_of_sizes`."""

    stating: Run | None
    rest: Run | None
    names: frozenset[str]


def names_of_sizes(tree: Statement | None, declared: Set[str]) -> frozenset[str]:
    """The declared names in a statement, without those in the collections of its loops."""
    if isinstance(tree, For):
        named = [names_of_sizes(one, declared) for one in tree.body]
        return frozenset().union(*named)
    return frozenset([name.id for name in names_in(tree) if name.id in declared])


def parts_by_sizes(tree: Statement, declared: Set[str], found: Set[str]) -> Parts:
    """Split a statement, by its text, into the part that compares sizes with values known from the
    puzzle, and the rest. If two lists are equal, so are their sizes."""
    match tree:
        case Condition(expr=Binary(op="and", left=left, right=right) as expr, span=span):
            sides = [Condition(left, span), Condition(right, span)]
            return _joined(sides, declared, found, lambda some: _both(expr, some))
        case Condition(expr=Compare(ops=("=",)) as expr, span=span) if _is_list(expr):
            sizes = tuple([Call(Name("size", span), (x,), span) for x in expr.operands])
            return Condition(replace(expr, operands=sizes), span), tree
        case Condition(expr=expr):
            return (tree, None) if _states_a_size(expr, declared, found) else (None, tree)
        case For(body=body):
            return _joined(body, declared, found, lambda some: replace(tree, body=some))
    return None, tree


def _joined(
    body: Sequence[Statement],
    declared: Set[str],
    found: Set[str],
    join: Callable[[tuple[Statement, ...]], Statement],
) -> Parts:
    """The parts of several statements, each joined to one."""
    parts = [parts_by_sizes(one, declared, found) for one in body]
    stating = tuple([one for one, _ in parts if one is not None])
    others = tuple([other for _, other in parts if other is not None])
    return join(stating) if stating else None, join(others) if others else None


def _both(expr: Expr, some: tuple[Statement, ...]) -> Statement:
    """Both sides of a condition, or one of them."""
    sides = [one.expr for one in some if isinstance(one, Condition)]
    both = sides[0] if len(sides) == 1 else replace(expr, left=sides[0], right=sides[1])
    return Condition(both, expr.span)


def _states_a_size(tree: Expr, declared: Set[str], found: Set[str]) -> bool:
    return any(
        isinstance(part, Compare)
        and any(map(_is_size, part.operands))
        and all(_is_size(x) or _is_known(x, declared, found) for x in part.operands)
        for part in nodes(tree)
    )


def _is_list(tree: Compare) -> bool:
    """Whether two lists are compared, one of them of what is in a piece."""
    one, other = tree.operands
    if not isinstance(one, Collection):
        one, other = other, one
    if not isinstance(one, Collection) or not isinstance(other, Comprehension):
        return False
    return one.kind == other.kind == "list" and _has_membership(other)


def _is_size(tree: Expr) -> bool:
    """Whether a number may be how many places, or places of some kind, are in a piece."""
    match tree:
        case Call(function=Name(id="size"), args=(Name() | Index() | Binary(op="&"),)):
            return True
        case Call(function=Name(id="size" | "count" | "sum"), args=(Comprehension() as each,)):
            return _has_membership(each)
    return False


def _has_membership(tree: Expr) -> bool:
    """Whether an expression may ask for members of a piece."""
    return any(
        (isinstance(part, Compare) and part.ops == ("in",))
        or (isinstance(part, Binary) and part.op == "&")
        for part in nodes(tree)
    )


def _is_known(tree: Expr, declared: Set[str], found: Set[str]) -> bool:
    return all(name.id in declared and name.id not in found for name in names_in(tree))


def bound_pieces(m: Model, constraints: Iterable[Constraint], names: frozenset[str]) -> None:
    """Collect bounds on sizes of pieces from some constraints of a model. names: in the text of
    their rule."""
    known: dict[int, frozenset[int] | None] = {}  # by the identity of weights
    for condition in conjuncts([c.condition for c in constraints]):
        for size, least, most in _bounds(m, condition):
            near = m.near.get(size.graph)
            if near is None:
                near = m.near[size.graph] = Near(size.graph)
            vertex, weights = size.data
            near.bound(vertex, weights, most)
            if weights is None:
                continue
            if id(weights) not in known:
                known[id(weights)] = _weighed(weights)
            some = known[id(weights)]
            if some is None:
                continue
            if most <= 1 and vertex in some:
                near.alone[vertex] = some | near.alone.get(vertex, some)
            if least >= 1:
                near.holding.setdefault(some, set()).add(vertex)
                near.named[some] = names | near.named.get(some, names)


def _weighed(weights: tuple[int, ...]) -> frozenset[int] | None:
    """The vertices that count, each once; None if some count more."""
    return None if max(weights) > 1 else frozenset([v for v, w in enumerate(weights) if w])


def _bounds(m: Model, condition: Bool) -> Iterator[tuple[Any, int, int]]:
    """The sizes that a condition bounds for every piece that exists, each with its least and its
    greatest value."""
    parts = any_of(condition)
    for several in parts:
        for part in all_of(several):
            if type(part) is not Member or not isinstance(part.arg, Measure):
                continue
            size = part.arg
            if size.definition is not SIZE:
                continue
            absent = m.not_(size.graph.vertices[size.data[0]])
            if all(other is several or other is absent for other in parts):
                yield size, *part.ends
