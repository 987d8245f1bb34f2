"""Break the symmetry of interchangeable variables by ordering them.

Tiles with the same face may swap places: every layout corresponds to k! assignments, and a proof of
uniqueness would visit all of them. Two variables of one domain are interchangeable if swapping them
maps the constraints onto themselves and leaves every operand of the answer the node it is. Then an
order among them may be required: each answer keeps an assignment. The swap is tried on the
hash-consed graph itself, so that equal nodes are the same object (cf. variable symmetry in Gent,
Petrie, Puget, "Symmetry in constraint programming", 2006)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from ..deadline import pause
from ..model.constraints import Constraint, Origin
from ..model.model import Model
from ..model.nodes import Bool, Graph, IntVar, Node, Operand, bottom_up, children
from ..model.rebuild import over, rebuilt
from ..model.store import BETWEEN


def ordered(model: Model) -> Model:
    """The model with an order among interchangeable variables. It follows from no rule: one of
    several assignments with the same answer is kept."""
    found = orderings(model)
    if not found:
        return model
    background = [Constraint(condition, Origin(-1)) for condition in found]
    return model.with_constraints([*model.constraints, *background])


def orderings(model: Model) -> list[Bool]:
    """Conditions x ≤ y for consecutive interchangeable int variables: sound for the answer only.

    Variables that the answer shows directly, or that the puzzle fixes, are left alone; and so are
    models in which no two int variables are below the same operands of the answer, without a look
    at their constraints.
    """
    shown = set(model.answer)
    hidden: dict[IntVar, list[int]] = {
        variable: []
        for variable in model.variables[: model.own]
        if isinstance(variable, IntVar)
        and variable not in shown
        and variable.index not in model.givens
    }
    if len(hidden) < 2:
        return []
    at = [*hidden.values()]
    below = _bit_of(hidden)
    for place, operand in enumerate(model.answer):
        pause()
        if not isinstance(operand, int):
            _measure(operand, below)
            for position in _bits(below[operand]):
                at[position].append(place)
    groups: dict[tuple[Any, ...], list[IntVar]] = {}
    for variable, places in hidden.items():
        groups.setdefault((*variable.domain, None, *places), []).append(variable)
    candidates = [group for group in groups.values() if len(group) > 1]
    if not candidates:
        return []
    graph = _Graph(model, itertools.chain(*candidates))
    found: list[Bool] = []
    for group in candidates:
        for x, y in itertools.pairwise(group):
            if graph.interchangeable(x, y):
                found.append(model.le(x, y))
    return found


class _Graph:
    """The model's nodes, with the parents of some variables."""

    def __init__(self, model: Model, candidates: Iterable[IntVar]) -> None:
        self.model = model
        # In order: swapping makes nodes as it goes through them.
        self.conditions = dict.fromkeys([model.formula(c) for c in model.constraints])
        # What a swap must leave as it is, by node, before the conditions.
        fixed = [*model.answer]
        if model.objective is not None:
            fixed.append(model.objective.value)
        self.fixed = len([o for o in fixed if not isinstance(o, int)])
        self.roots = [o for o in (*fixed, *self.conditions) if not isinstance(o, int)]
        self.above: dict[Any, list[Any]] = {x: [] for x in candidates}
        self.nodes: set[Any] = set()
        stack: list[Any] = [*self.roots]
        nodes, above = self.nodes, self.above
        while stack:
            node = stack.pop()
            if not len(nodes) & BETWEEN:
                pause()
            if node not in nodes and not isinstance(node, int):
                nodes.add(node)
                below = children(node)
                stack += below
                for child in below:
                    if child in above:
                        above[child].append(node)
        self.below = _bit_of(self.above)
        # Of each variable, on first use: the places of the roots above it.
        self.touched: dict[Any, list[int]] = {}

    def may_swap(self, x: IntVar, y: IntVar) -> bool:
        """Whether every parent of two variables, with the variables swapped, is a node, too. A
        necessary condition only; graphs are not tested."""
        swapped: dict[Any, Any] = {x: y, y: x}
        for node in (*self.above[x], *self.above[y]):
            if type(node) is not Graph:
                new = {c: swapped.get(c, c) for c in children(node)}
                if over(self.model, node, new) not in self.nodes:
                    return False
        return True

    def interchangeable(self, x: IntVar, y: IntVar) -> bool:
        """Whether swapping two variables changes neither the constraints nor the answer."""
        if not self.may_swap(x, y):
            return False
        both = self.below[x] | self.below[y]
        swapped: dict[Any, Any] = {x: y, y: x}
        for place in sorted({*self._touching(x), *self._touching(y)}):
            root = self.roots[place]
            new = self._swap(root, both, swapped)
            if new is not root and (place < self.fixed or new not in self.conditions):
                return False
        return True

    def _touching(self, x: IntVar) -> list[int]:
        """The places in `roots` of what a variable is part of."""
        if not self.touched:
            self.touched = {candidate: [] for candidate in self.above}
            of = [*self.touched.values()]
            for place, root in enumerate(self.roots):
                pause()
                _measure(root, self.below)
                for position in _bits(self.below[root]):
                    of[position].append(place)
        return self.touched[x]

    def _swap(self, root: Node, both: int, swapped: dict[Any, Any]) -> Operand:
        swap: Operand = rebuilt(self.model, root, swapped, lambda n: not self.below[n] & both)
        return swap


def _bit_of(some: Iterable[Any]) -> dict[Any, int]:
    """A bit for each of some variables. A bit for every variable would make the bit sets of the
    nodes of a large board quadratic."""
    return {variable: 1 << position for position, variable in enumerate(some)}


def _measure(root: Operand, below: dict[Any, int]) -> None:
    """Record which of the variables that have a bit are below each node, as a bit set."""
    for node in bottom_up((root,), below):
        mask = 0
        for part in children(node):
            if not isinstance(part, int):
                mask |= below[part]
        below[node] = mask


def _bits(some: int) -> Iterator[int]:
    """The members of a bit set."""
    while some:
        yield (some & -some).bit_length() - 1
        some &= some - 1
