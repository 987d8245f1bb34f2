"""Interchangeable variables: which may be put in order without losing an answer.

Tiles that show the same face may swap places: every layout stands for k! assignments, and a proof
that there are no more goes through all of them. Two variables of one domain are interchangeable if
swapping them maps the constraints onto themselves and leaves every operand of the answer the node
it is. Then an order among them may be demanded: each answer keeps an assignment. The swap is tried
on the hash-consed graph itself, so that equal nodes are the same object (cf. variable symmetry in
Gent, Petrie, Puget, "Symmetry in constraint programming", 2006).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from .model import (
    Abs,
    And,
    Bool,
    BoolVar,
    Div,
    Element,
    Global,
    Graph,
    Iff,
    IntVar,
    Ite,
    Linear,
    LinearEq,
    LinearLe,
    Max,
    Measure,
    Member,
    Min,
    Mod,
    Model,
    Node,
    Not,
    Operand,
    Or,
    Part,
    Query,
    Times,
    children,
)


def orderings(model: Model) -> list[Bool]:
    """Conditions x ≤ y for consecutive interchangeable int variables: sound for the answer only.

    Variables that the answer shows directly, or that the puzzle fixes, are left alone; and so are
    models in which no int variable is hidden from the answer, without a look at their constraints.
    """
    shown = set(model.answer)
    groups: dict[tuple[int, ...], list[IntVar]] = {}
    for variable in model.variables:
        if (
            isinstance(variable, IntVar)
            and variable not in shown
            and variable.index not in model.givens
        ):
            groups.setdefault(tuple(variable.domain), []).append(variable)
    candidates = [group for group in groups.values() if len(group) > 1]
    if not candidates:
        return []
    graph = _Graph(model)
    found: list[Bool] = []
    for group in candidates:
        for x, y in itertools.pairwise(group):
            if graph.interchangeable(x, y):
                found.append(model.le(x, y))
    return found


class _Graph:
    """The model's nodes with the set of variables below each, as a bit set of their indices."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.conditions = {c.condition for c in model.constraints}
        self.answer = [o for o in model.answer if not isinstance(o, int)]
        self.below: dict[Node, int] = {}
        roots: list[Operand] = [*self.conditions, *self.answer]
        if model.objective is not None:
            roots.append(model.objective.value)
        for root in roots:
            self._measure(root)

    def _measure(self, root: Operand) -> None:
        stack = [] if isinstance(root, int) else [root]
        while stack:
            node = stack[-1]
            if node in self.below:
                stack.pop()
            elif isinstance(node, (BoolVar, IntVar)):
                self.below[node] = 1 << node.index
                stack.pop()
            else:
                parts = [c for c in children(node) if not isinstance(c, int)]
                waiting = [c for c in parts if c not in self.below]
                if waiting:
                    stack.extend(waiting)
                else:
                    mask = 0
                    for part in parts:
                        mask |= self.below[part]
                    self.below[node] = mask
                    stack.pop()

    def interchangeable(self, x: IntVar, y: IntVar) -> bool:
        """Whether swapping two variables changes neither the constraints nor the answer."""
        both = 1 << x.index | 1 << y.index
        swapped: dict[Node, Operand] = {x: y, y: x}
        fixed = [*self.answer]
        if self.model.objective is not None and not isinstance(self.model.objective.value, int):
            fixed.append(self.model.objective.value)
        for operand in self._touched(fixed, both):
            if self._swap(operand, both, swapped) is not operand:
                return False
        for condition in self._touched(self.conditions, both):
            if self._swap(condition, both, swapped) not in self.conditions:
                return False
        return True

    def _touched(self, operands: Iterable[Operand], both: int) -> list[Node]:
        nodes = [o for o in operands if not isinstance(o, int)]
        return [node for node in nodes if self.below[node] & both]

    def _swap(self, root: Node, both: int, swapped: dict[Node, Operand]) -> Operand:
        stack: list[Node] = [root]
        while stack:
            node = stack[-1]
            if node in swapped:
                stack.pop()
            elif not self.below[node] & both:
                swapped[node] = node
                stack.pop()
            else:
                waiting = [c for c in children(node) if not isinstance(c, int) and c not in swapped]
                if waiting:
                    stack.extend(waiting)
                else:
                    swapped[node] = _rebuild(self.model, node, swapped)
                    stack.pop()
        return swapped[root]


def _rebuild(m: Model, node: Part, new: dict[Any, Any]) -> Any:
    """The node over other operands, by way of the model's builder."""

    def of(operand: Any) -> Any:
        return operand if isinstance(operand, int) else new[operand]

    def each(operands: Iterable[Operand]) -> list[Any]:
        return [of(o) for o in operands]

    # A swap puts a node of the same kind in the place of each, so the builder's types hold.
    result: Operand
    match node:
        case Not(arg=arg):
            result = m.not_(of(arg))
        case And(args=args):
            result = m.and_(each(args))
        case Or(args=args):
            result = m.or_(each(args))
        case Iff(left=left, right=right):
            result = m.iff(of(left), of(right))
        case Member(arg=arg, values=values):
            result = m.member(of(arg), values)
        case LinearLe(terms=terms, bound=bound):
            result = m.le(m.linear((c, of(x)) for c, x in terms), bound)
        case LinearEq(terms=terms, bound=bound):
            result = m.eq(m.linear((c, of(x)) for c, x in terms), bound)
        case Linear(terms=terms, constant=constant):
            result = m.linear(((c, of(x)) for c, x in terms), constant)
        case Global(definition=definition, args=args, data=data):
            result = m.all_of(definition, each(args), data)
        case Graph(vertices=vertices, edges=edges):
            kept = [(a, b, of(c)) for a, b, c in edges]
            return m.graph(each(vertices), kept)
        case Query(definition=asked, graph=graph, data=data):
            result = m.query(asked, of(graph), data)
        case Measure(definition=measured, graph=graph, data=data):
            result = m.measure(measured, of(graph), data)
        case Ite(test=test, then=then, otherwise=otherwise):
            result = m.ite(of(test), of(then), of(otherwise))
        case Element(index=index, options=options):
            result = m.element(of(index), each(options))
        case Min(args=args):
            result = m.min_(each(args))
        case Max(args=args):
            result = m.max_(each(args))
        case Times(left=left, right=right):
            result = m.times(of(left), of(right))
        case Div(left=left, right=right):
            result = m.div(of(left), of(right))
        case Mod(left=left, right=right):
            result = m.mod(of(left), of(right))
        case Abs(arg=arg):
            result = m.abs_(of(arg))
        case _:
            result = node
    return result
