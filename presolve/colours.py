"""Consequences of two complementary parts of a grid that are both connected.

Neither part can separate the other. So no 2×2 square is a checkerboard, and along the edge the
parts change at most twice: otherwise a path through one of them would separate the other, by
Jordan's curve theorem. A search would find each consequence anew on every board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..model.constraints import Constraint
from ..model.globals.connected import CONNECTED
from ..model.model import Model
from ..model.nodes import Bool, Graph, Query
from .demands import demands, following


def two_parts(m: Model) -> Model:
    """The model with the consequences of parts of a grid that are both connected."""
    if not m.uses(CONNECTED):
        return m
    connected: dict[Graph, Constraint] = {}
    for part, constraint in demands(m, Query):
        if isinstance(part, Query) and part.definition is CONNECTED:
            connected.setdefault(part.graph, constraint)
    widths = {graph: width for graph in connected if (width := _width(graph))}
    added: list[Constraint] = []
    for one, other in combinations(widths, 2):
        if _are_complements(m, one, other):
            sources = (connected[one], connected[other])
            added += [following(c, sources) for c in _conditions(m, one.vertices, widths[one])]
    return m.with_constraints([*m.constraints, *added]) if added else m


def _are_complements(m: Model, one: Graph, other: Graph) -> bool:
    """Whether two graphs have the same edges and each vertex is present in exactly one of them."""
    return [edge[:2] for edge in one.edges] == [edge[:2] for edge in other.edges] and all(
        b is m.not_(a) for a, b in zip(one.vertices, other.vertices, strict=True)
    )


def _width(graph: Graph) -> int:
    """The width of the grid, of two rows and columns at least, that a graph is, row by row; 0 if
    it is none."""
    count = len(graph.vertices)
    width = max((b - a for a, b, _ in graph.edges), default=0)
    if width < 2 or count % width or count == width:
        return 0
    if len(graph.edges) != 2 * count - count // width - width:
        return 0
    for a, b, edge in graph.edges:  # each joins other vertices
        if edge is not True or (b - a != width and (b - a != 1 or b % width == 0)):
            return 0
    return width


def _conditions(m: Model, cells: tuple[Bool, ...], width: int) -> Iterator[Bool]:
    for a in range(len(cells) - width):
        if (a + 1) % width:
            one = (cells[a], cells[a + width + 1])
            other = (cells[a + 1], cells[a + width])
            for yes, no in ((one, other), (other, one)):
                yield m.or_((*map(m.not_, yes), *no))
    last = len(cells) - width
    ring = [*range(width), *range(2 * width - 1, last + width, width)]
    ring += [*range(last + width - 2, last - 1, -1), *range(last - width, 0, -width)]
    changes = (
        m.not_(m.iff(cells[a], cells[b])) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
    )
    yield m.le(m.sum_(changes), 2)
