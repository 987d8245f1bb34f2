"""The graph queries that the native engine takes, and what the network has to know of each.

A query that may hold in one direction only can be implied by a literal, or its negation can,
without a literal that is equivalent to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ....model.definitions import QueryDefinition
from ....model.globals.acyclic import ACYCLIC
from ....model.globals.connected import CONNECTED
from ....model.globals.connected_pair import CONNECTED_PAIR
from ....model.globals.first import FIRST
from ....records import record
from .. import network as net


def _no_vertices(data: Any) -> tuple[int, int]:
    return 0, 0


def _one_vertex(data: Any) -> tuple[int, int]:
    return data, 0


def _two_vertices(data: Any) -> tuple[int, int]:
    return data


@record
class QueryKind:
    """number: the kind in the network. vertices: its two arguments there, from the query's data.
    one_way: whether it may hold in one direction only."""

    number: int
    vertices: Callable[[Any], tuple[int, int]] = _no_vertices
    one_way: bool = False


QUERIES: Final[dict[QueryDefinition, QueryKind]] = {
    CONNECTED: QueryKind(net.CONNECTED, one_way=True),
    ACYCLIC: QueryKind(net.ACYCLIC, one_way=True),
    CONNECTED_PAIR: QueryKind(net.CONNECTED_PAIR, _two_vertices),
    FIRST: QueryKind(net.FIRST_OF, _one_vertex),
}
