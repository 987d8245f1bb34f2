"""What a backend supports, and how everything else is decomposed for it.

    SUPPORTS = Supports(PLAIN, frozenset((ALL_DIFFERENT,)))

Each backend declares a `SUPPORTS`. `expanded` replaces one global, query or measure by simpler
nodes; `decomposition` rewrites whole models. (Cf. the transformations of CPMpy, which take a
`supported={…}`.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeGuard

from ..model.definitions import GlobalDefinition, MeasureDefinition, QueryDefinition
from ..model.model import Model
from ..model.nodes import (
    KINDS,
    And,
    BoolNode,
    BoolVar,
    Global,
    Iff,
    IntNode,
    IntVar,
    Linear,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Not,
    Or,
    Query,
)
from ..records import record

Definition: TypeAlias = GlobalDefinition | QueryDefinition | MeasureDefinition
Defined: TypeAlias = Global | Query | Measure

DEFINED: Final = frozenset((Global, Query, Measure))
# All kinds of nodes but those with a definition.
PLAIN: Final[frozenset[type]] = KINDS - DEFINED
# The kinds that every backend supports; all others can be decomposed into these.
BASIC: Final[frozenset[type]] = frozenset(
    (BoolVar, IntVar, Not, And, Or, Iff, Member, Linear, LinearLe, LinearEq)
)


@record
class Supports:
    """What a backend supports.

    kinds: node classes; with Global, Query or Measure, all their definitions. definitions: of
    globals, queries and measures that it supports. rather_decomposed: says of a node of a supported
    kind whether it is decomposed all the same; None: no such node is.
    """

    kinds: frozenset[type]
    definitions: frozenset[Definition] = frozenset()
    rather_decomposed: Callable[[Defined], bool] | None = None

    def __post_init__(self) -> None:
        missing = BASIC - self.kinds
        if missing:
            names = ", ".join(sorted(kind.__name__ for kind in missing))
            raise ValueError(f"every backend must support {names}")

    def __contains__(self, node: BoolNode | IntNode) -> bool:
        if not is_defined(node):
            return type(node) in self.kinds
        if node.definition in self.definitions:
            return True
        rather_decomposed = self.rather_decomposed
        return type(node) in self.kinds and not (rather_decomposed and rather_decomposed(node))


EVERYTHING: Final = Supports(KINDS)


def is_defined(node: Any) -> TypeGuard[Defined]:
    """Whether a node is a global, a query or a measure."""
    return type(node) in DEFINED


def expanded(model: Model, node: Defined) -> Any:
    """An equivalent operand over simpler nodes, by the node's definition."""
    if isinstance(node, Global):
        return node.definition.decompose(model, node.args, node.data)
    return node.definition.decompose(model, node.graph, node.data)
