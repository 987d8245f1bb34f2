"""The decomposition pass: keep what a backend supports and decompose the rest.

    decomposition = Decomposition(model, Supports(BASIC))
    decomposition.model()              the model over supported nodes only
    decomposition.condition(added)     a condition to be added later

Globals, queries and measures give way to what their definitions decompose them into; an int node of
another kind becomes Σ v·[it has the value v] (see `direct_encoding`). Variables, givens and the
origins of constraints stay. The native engine and the SAT encoding decompose node by node instead,
because whether they can use a node depends on where it stands.
"""

from __future__ import annotations

from typing import Any

from ..model.constraints import Constraint, Objective
from ..model.model import Model
from ..model.nodes import (
    BOOL_KINDS,
    Bool,
    Div,
    Element,
    Graph,
    IntOperand,
    Member,
    Mod,
    Node,
    Operand,
    bottom_up,
)
from ..model.rebuild import over
from .direct_encoding import DirectEncoding
from .supports import Supports, expanded, is_defined


class Decomposition:
    """Decomposes the nodes of one model, each once."""

    def __init__(self, model: Model, supports: Supports) -> None:
        self._model = model
        self._supports = supports
        self._direct = DirectEncoding(model, supports)
        self._new: dict[Any, Any] = {}  # by node, what replaces it

    def model(self) -> Model:
        """The model over supported nodes only."""
        old = self._model
        new = old.with_givens(old.givens)
        new.constraints = [
            Constraint(self.condition(c.condition), c.origin, self.condition(c.given), c.also)
            for c in old.constraints
        ]
        new.answer = tuple(map(self._operand, old.answer))
        if old.objective is not None:
            value = self.number(old.objective.value)
            new.objective = Objective(old.objective.sense, value)
        return new

    def condition(self, condition: Bool) -> Bool:
        """An equivalent condition over supported nodes."""
        result: Bool = self._operand(condition)
        return result

    def number(self, operand: IntOperand) -> IntOperand:
        """An equivalent int operand over supported nodes."""
        result: IntOperand = self._operand(operand)
        return result

    def _operand(self, root: Operand) -> Any:
        if isinstance(root, int):
            return root
        for node in bottom_up((root,), self._new):
            if isinstance(node, Member) and not self._stays(node.arg):
                # A disjunction of the number's cases is shorter than a condition on the sum that
                # replaces the number.
                cases = self._direct.cases(node.arg)
                chosen = self._model.or_(cases[v] for v in node.values if v in cases)
                self._new[node] = self._operand(chosen)
            elif not self._stays(node):
                self._new[node] = self._operand(self._simpler(node))
            else:
                made = self._new[node] = over(self._model, node, self._new)
                if made is not node:
                    self._new[node] = self._operand(made) if not isinstance(made, Graph) else made
        return self._new[root]

    def _stays(self, node: Node | Graph) -> bool:
        """Whether the node is supported and can be rebuilt over what replaces its operands. An
        index or a divisor cannot be replaced by a sum: only the bounds of a sum are known, and
        these nodes need a domain."""
        if isinstance(node, Graph):
            return True
        if isinstance(node, (Element, Div, Mod)):
            operand = node.index if isinstance(node, Element) else node.right
            if self._new.get(operand, operand) is not operand:
                return False
        return node in self._supports

    def _simpler(self, node: Node) -> Operand:
        if is_defined(node):
            made: Operand = expanded(self._model, node)
            return made
        assert type(node) not in BOOL_KINDS, node
        return self._model.linear((v, case) for v, case in self._direct.cases(node).items())
