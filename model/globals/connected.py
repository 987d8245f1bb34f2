"""Connected: the present vertices form at most one piece.

Decomposition: at most one vertex is the first of its piece.
"""

from __future__ import annotations

from typing import Any

from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces
from .elimination import firsts


class Connected:
    """data: None."""

    name = "connected"
    of_pairs = False

    def holds(self, pieces: Pieces, data: Any) -> bool:
        return len(pieces.members) <= 1

    def entailment(self, sure: Pieces, possible: Pieces, data: Any) -> bool | None:
        if len({possible.label[v] for v, name in enumerate(sure.label) if name != ABSENT}) > 1:
            return False
        if len(sure.members) <= 1 and possible.on[: len(sure.label)] == sure.on[: len(sure.label)]:
            return True
        return True if sum(name != ABSENT for name in possible.label) <= 1 else None

    def reason(self, pieces: Pieces, data: Any) -> tuple[int, ...]:
        match sorted(pieces.members.values(), key=len):
            case []:
                return tuple(range(1, len(pieces.label)))
            case [piece]:
                return _held_together(pieces, piece)
            case [smallest, *_, largest]:
                a, b = smallest[0], largest[0]
                return (a, b, *pieces.between(a, b))
        raise AssertionError

    def decompose(self, model: Model, graph: Graph, data: Any) -> Bool:
        return model.le(model.sum_(firsts(model, graph)), 1)


def _held_together(pieces: Pieces, piece: list[int]) -> tuple[int, ...]:
    """The reason that a graph is one piece: the parts of a tree, and the absence of the vertices
    outside it, except those joined to it by an edge that is always present, which may be present or
    absent; leaves of this kind are left out of the tree."""
    around, first = pieces.around, len(pieces.label)
    always = {first + e for e, (_, _, condition) in enumerate(pieces.edges) if condition is True}
    tree = dict.fromkeys(pieces.tree(piece[0]))
    at = {v: [first + e for e, _ in around[v] if first + e in tree] for v in piece[1:]}
    for v, edges in at.items():
        if len(edges) == 1 and edges[0] in always:
            del tree[v], tree[edges[0]]
    near = {w for v in piece if v in tree for e, w in around[v] if first + e in always}
    absent = [v for v, name in enumerate(pieces.label) if name == ABSENT and v not in near]
    return (*tree, *absent)


CONNECTED = Connected()
