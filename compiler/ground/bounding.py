"""What rules say of the sizes of pieces, which makes other rules cheaper to ground.

If a rule says that no piece has more than three cells, or more than one clue, places far apart, or
two clues, are in different pieces. So rules that state sizes are ground first, and the others ask
only of other places whether they are in one piece (see `model.near`). A board to be verified may
break any rule, so an exact model asks of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, Final

from ...dsl.syntax import Binary, Call, Compare, Expr, Index, Name, Rule, names_in, nodes
from ...model.constraints import Constraint
from ...model.globals.size import SIZE
from ...model.model import Model
from ...model.near import Near
from ...model.nodes import Bool, Measure, Member, any_of, conjuncts

_BOUNDS: Final = frozenset(("=", "<", "<=", ">", ">=", "in"))


def states_sizes(rule: Rule, declared: Set[str], found: Set[str]) -> bool:
    """Whether a rule compares the size of something with what is known from the puzzle, judged by
    its text."""
    return any(
        isinstance(part, Compare)
        and _BOUNDS.issuperset(part.ops)
        and any(map(_is_size, part.operands))
        and all(_is_size(x) or _is_known(x, declared, found) for x in part.operands)
        for part in nodes(rule.body)
    )


def _is_size(tree: Expr) -> bool:
    match tree:
        case Call(function=Name(id="size"), args=(Name() | Index() | Binary(op="&"),)):
            return True
    return False


def _is_known(tree: Expr, declared: Set[str], found: Set[str]) -> bool:
    return all(name.id in declared and name.id not in found for name in names_in(tree))


def bound_pieces(m: Model, constraints: Iterable[Constraint]) -> None:
    """Take from some constraints of a model what they say of the sizes of pieces."""
    known: dict[int, frozenset[int] | None] = {}  # by the identity of weights
    for condition in conjuncts([c.condition for c in constraints]):
        for size, least, most in _bounds(m, condition):
            near = m.near.get(size.graph)
            if near is None:
                near = m.near[size.graph] = Near(size.graph)
            vertex, weights = size.data
            if weights is None:
                near.most[vertex] = min(most, near.most.get(vertex, most))
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


def _weighed(weights: tuple[int, ...]) -> frozenset[int] | None:
    """The vertices that count, each once; None if some count more."""
    return None if max(weights) > 1 else frozenset([v for v, w in enumerate(weights) if w])


def _bounds(m: Model, condition: Bool) -> Iterator[tuple[Any, int, int]]:
    """The sizes of pieces that a condition bounds wherever there is such a piece, each with the
    least and the greatest number that it can be."""
    parts = any_of(condition)
    for part in parts:
        if type(part) is not Member or not isinstance(part.arg, Measure):
            continue
        size = part.arg
        if size.definition is not SIZE:
            continue
        absent = m.not_(size.graph.vertices[size.data[0]])
        if all(other is part or other is absent for other in parts):
            values = part.values
            yield size, values[0], values[-1]
