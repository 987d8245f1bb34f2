"""Conditions on few values as clauses: what they rule out, said as strongly as can be.

A condition that joins comparisons, such as "not all three are equal", is taken apart by a backend
into conditions of its parts, which tell less. Where it depends on few variables with few values,
all that it rules out is tried, and each of the largest sets of it becomes one clause.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from ..model.evaluate import Evaluator
from ..model.model import Constraint, Model
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Graph,
    Iff,
    IntVar,
    LinearEq,
    LinearLe,
    Member,
    Node,
    Not,
    Or,
    Part,
    children,
    domain_of,
)
from ..records import replace
from .demands import demands, instead

MOST = 16  # assignments that are tried
CLAUSES = 2  # that may take the place of a condition; of more a backend knows better
SUMS = frozenset((LinearEq, LinearLe))
JOINED = SUMS | {And, Iff, Not}
# By variable: the values, as positions in its domain, that together are ruled out.
Box: TypeAlias = "tuple[int, ...]"


def tabulated(m: Model) -> Model:
    """The model with clauses in the place of conditions on few values."""
    known: dict[Any, list[Box] | None] = {}
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for part, constraint in demands(m):
        if isinstance(part, bool) or part in gone or not _joins(part):
            continue
        variables = _few_variables(part)
        if variables is None:
            continue
        form = _form(part, {x: k for k, x in enumerate(variables)})
        if form not in known:
            known[form] = _ruled_out(part, variables)
        boxes = known[form]
        if boxes is None:
            continue
        gone.add(part)
        for box in boxes:
            clause = m.or_(_within(m, x, ~mask) for x, mask in zip(variables, box, strict=True))
            added.append(replace(constraint, condition=clause))
    return instead(m, gone, added) if gone else m


def _joins(condition: Bool) -> bool:
    """Whether a condition joins others, and is not a clause as it stands."""
    match condition:
        case Or(args=args):
            joined = [x for x in args if type(x) in JOINED and not _is_clause(x)]
            # Backends know a sum that is demanded under guards.
            return len(joined) > 1 or any(type(x) not in SUMS for x in joined)
        case Not(arg=Or() | And() | Iff()):
            return not _is_clause(condition)
    return False


def _is_clause(x: Node) -> bool:
    match x:
        case BoolVar() | Member() | Not(arg=BoolVar()):
            return True
        case Not(arg=And(args=args)):
            return all(_is_clause(part) for part in args)
    return False


def _few_variables(condition: Node) -> list[BoolVar | IntVar] | None:
    """The variables of a condition; None where they have too many values together, or where it
    speaks of a graph."""
    found: dict[BoolVar | IntVar, int] = {}
    size = 1
    seen: set[Part] = {condition}
    stack: list[Part] = [condition]
    while stack:
        node = stack.pop()
        if type(node) is Graph:
            return None
        if isinstance(node, (BoolVar, IntVar)):
            found[node] = len(domain_of(node))
            size *= found[node]
            if size > MOST:
                return None
        for child in children(node):
            if not isinstance(child, int) and child not in seen:
                seen.add(child)
                stack.append(child)
    return sorted(found, key=lambda x: x.index)


def _form(node: Any, position: dict[Any, int]) -> Any:
    """What a condition says, whichever its variables are."""
    if isinstance(node, int):
        return node
    if node in position:
        return (position[node], domain_of(node))
    fields = [
        getattr(node, name, None) for name in ("mask", "bound", "constant", "definition", "data")
    ]
    coefficients = [c for c, _ in node.terms] if hasattr(node, "terms") else ()
    below = [_form(child, position) for child in children(node)]
    return (type(node), *fields, *coefficients, *below)


def _ruled_out(condition: Node, variables: Sequence[BoolVar | IntVar]) -> list[Box] | None:
    """A few boxes of values, as large as can be, that hold all that a condition rules out; None
    where it takes more."""
    domains = [domain_of(x) for x in variables]
    values = [0] * (variables[-1].index + 1)
    points: dict[Box, None] = {}
    for chosen in product(*(range(len(d)) for d in domains)):
        for x, domain, k in zip(variables, domains, chosen, strict=True):
            values[x.index] = domain[k]
        if not Evaluator(values)(condition):
            points[tuple([1 << k for k in chosen])] = None
    left = dict(points)
    boxes: list[Box] = []
    while left and len(boxes) < CLAUSES:
        box = _largest(next(iter(left)), points, [len(d) for d in domains])
        for point in _points(box):
            left.pop(point, None)
        boxes.append(box)
    return None if left else boxes


def _largest(point: Box, points: Collection[Box], sizes: Sequence[int]) -> Box:
    """A box around a point, within some points, that cannot be made larger."""
    box = point
    for side, size in enumerate(sizes):
        for k in range(size):
            slice_ = (*box[:side], 1 << k, *box[side + 1 :])
            if not box[side] >> k & 1 and all(p in points for p in _points(slice_)):
                box = (*box[:side], box[side] | 1 << k, *box[side + 1 :])
    return box


def _points(box: Box) -> Iterator[Box]:
    return product(*([1 << k for k in range(mask.bit_length()) if mask >> k & 1] for mask in box))


def _within(m: Model, x: BoolVar | IntVar, mask: int) -> Bool:
    """A variable has one of the values at some positions of its domain."""
    every = (1 << len(domain_of(x))) - 1
    if isinstance(x, IntVar):
        return m.masked(x, mask & every)
    return {0: False, 1: m.not_(x), 2: x, 3: True}[mask & every]
