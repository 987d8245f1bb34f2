"""Partitions into rectangles whose marked places are unknown: a choice among all rectangles.

If every piece must be a rectangle, and it is unknown which places are marked (the clues, in a
puzzle in the making), all rectangles are listed, with a variable for each. A demand on the size of
a piece is made for each size: if a rectangle of four cells holds this one, the clue in it is 4.
Marks that are counted in a piece are vertices that hang on the cells of a second graph with the
same edges; in a rectangle they are counted without a graph. Rectangles in which no marks that the
sizes leave possible satisfy the counts are dropped, so that few remain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import Bool, Graph, Measure, Member, bottom_up, children
from ..model.rebuild import rebuilt
from ..records import record
from .boxes import Weights
from .cases import Placement
from .demands import parts_of
from .listing import Boxes
from .rectangles import rectangles, tight_edges, wall_in

# Rectangles for each vertex: with more, graph propagators are cheaper.
MANY = 32
# The most vertices of all rectangles considered, counted together.
MOST = 1 << 18

Marks: TypeAlias = "Mapping[int, Sequence[tuple[int, Bool]]]"  # by vertex: (hanging vertex, mark)


def open_boxes(m: Model) -> Model:
    """The model with a choice among all rectangles for such partitions."""
    for found in rectangles(m):
        graph = found.graph
        if not found.always or not all(there is True for there in graph.vertices):
            continue
        if len(tight_edges(m, graph)) == len(graph.edges):
            about = _About(m, graph, found.demands.values())
            boxes = about.possible(Boxes(m, found, {})) if about.counts else None
            if boxes is not None:
                m = about.chosen(boxes)
    return m


@record
class _Sized:
    """A demand on the size of the piece of a vertex, among others. sizes: its measures; above: the
    nodes in it that depend on them."""

    constraint: Constraint
    part: Bool
    sizes: tuple[Measure, ...]
    above: frozenset[Any]


@record(eq=False)
class _Count:
    """A demand that the marks in a piece sum up to one of some numbers. It is equal for all
    vertices of the piece."""

    constraint: Constraint
    weights: Weights
    marks: Marks
    sums: tuple[int, ...]

    def counts_cells(self, cells: int) -> bool:
        """Whether some of the first vertices, which are cells, are counted, not only marks."""
        return self.weights is None or any(self.weights[:cells])

    def holds(self, m: Model, box: Placement, absent: set[Bool]) -> Bool:
        """The demand on a rectangle in which the marks of some negations are absent."""
        weights = self.weights
        fixed = sum(1 if weights is None else weights[v] for v in box)
        terms = [
            (1 if weights is None else weights[k], mark)
            for v in box
            for k, mark in self.marks.get(v, ())
            if m.not_(mark) not in absent
        ]
        return m.member(m.linear(terms, fixed), self.sums)


class _About:
    """The demands of a model, by what they say about the pieces of a graph.

    said: those that a choice among rectangles replaces. sized: by vertex. counts: by what they
    demand, whatever the vertex.
    """

    def __init__(self, m: Model, graph: Graph, boxed: Iterable[Bool]) -> None:
        self.m, self.graph = m, graph
        self.said: set[Bool] = set(boxed)
        self.sized: dict[int, list[_Sized]] = {}
        self.counts: dict[Any, _Count] = {}
        self._marks: dict[Graph, Marks | None] = {}
        self._made: dict[tuple[Bool, tuple[int, ...]], Bool] = {}
        self._fits: dict[int, bool] = {}
        others: list[tuple[Constraint, Bool]] = []
        counted: dict[Any, list[tuple[int, Constraint, Bool]]] = {}
        for constraint in m.constraints:
            for part in parts_of(constraint):
                if wall_in(part) is graph:
                    self.said.add(part)
                elif part not in self.said and not isinstance(part, bool):
                    count = self._count(part)
                    if count is None:
                        others.append((constraint, part))
                    else:
                        key, v = count
                        counted.setdefault(key, []).append((v, constraint, part))
        for key, said in counted.items():
            if len({v for v, _, _ in said}) == len(graph.vertices):
                self.said.update(part for _, _, part in said)
                on, weights, sums = key
                marks = self._marks_of(on)
                assert marks is not None
                self.counts[key] = _Count(said[0][1], weights, marks, sums)
            else:
                others += [(constraint, part) for _, constraint, part in said]
        for constraint, part in others if self.counts else ():
            self._read_sizes(constraint, part)

    def _count(self, part: Bool) -> tuple[Any, int] | None:
        """What a demand says of the sum of marks in a piece (of which graph, by which weights, and
        the sums), and of which vertex; None for another demand."""
        if not isinstance(part, Member) or not isinstance(part.arg, Measure):
            return None
        size = part.arg
        marks = self._marks_of(size.graph) if size.definition is SIZE else None
        if marks is None or size.data[0] >= len(self.graph.vertices):
            return None
        return (size.graph, size.data[1], part.values), size.data[0]

    def _read_sizes(self, constraint: Constraint, part: Bool) -> None:
        """Read a demand, if it is on the size of the piece of one vertex."""
        pause()
        seen: set[Any] = set()
        above: set[Any] = set()
        sizes: dict[Any, None] = {}
        for node in bottom_up((part,), seen, _below):
            seen.add(node)
            if getattr(node, "graph", None) is self.graph:
                sizes[node] = None
            elif any(x in above or x in sizes for x in _below(node) if not isinstance(x, int)):
                above.add(node)
        vertices = {x.data[0] for x in sizes if x.definition is SIZE}
        if len(vertices) == 1 and all(x.definition is SIZE for x in sizes):
            sized = _Sized(constraint, part, tuple(sizes), frozenset(above))
            self.sized.setdefault(vertices.pop(), []).append(sized)
            self.said.add(part)

    def _marks_of(self, graph: Graph) -> Marks | None:
        if graph not in self._marks:
            self._marks[graph] = _hanging(graph, self.graph)
        return self._marks[graph]

    # ---- which rectangles there may be

    def fits(self, size: int) -> bool:
        """Whether a piece of some size leaves marks possible where every piece must have some."""
        known = self._fits.get(size)
        if known is None:
            known = self._fits[size] = all(
                0 in count.sums
                or count.counts_cells(len(self.graph.vertices))
                or any(self._leaves(size, v, count) for v in count.marks)
                for count in self.counts.values()
            )
        return known

    def _leaves(self, size: int, v: int, count: _Count) -> bool:
        """Whether the demands on the size of the piece of a vertex leave a mark there possible."""
        plain = [x for x in self.sized.get(v, ()) if all(y.data[1] is None for y in x.sizes)]
        made = {self._with_values(one, (size,) * len(one.sizes)) for one in plain}
        return any(self.m.not_(mark) not in made for _, mark in count.marks[v])

    def possible(self, boxes: Iterable[Placement]) -> list[Placement] | None:
        """Those that some marks satisfy; None if there are too many."""
        found: list[Placement] = []
        seen = 0
        for box in boxes:
            if not self.fits(len(box)):
                continue
            seen += len(box)
            made = {self._sized(one, box) for v in box for one in self.sized.get(v, ())}
            if False not in made and all(self._counts(box, made)):
                found.append(box)
            if seen > MOST or len(found) > MANY * len(self.graph.vertices):
                return None
        return found

    def _counts(self, box: Placement, absent: set[Bool]) -> Iterator[Bool]:
        return (count.holds(self.m, box, absent) is not False for count in self.counts.values())

    def _sized(self, demand: _Sized, box: Placement) -> Bool:
        """A demand with the sizes of a rectangle."""
        weights = [x.data[1] for x in demand.sizes]
        values = [len(box) if w is None else sum(w[v] for v in box) for w in weights]
        return self._with_values(demand, tuple(values))

    def _with_values(self, demand: _Sized, values: tuple[int, ...]) -> Bool:
        made = self._made.get((demand.part, values))
        if made is None:
            new: dict[Any, Any] = dict(zip(demand.sizes, values, strict=True))
            made = rebuilt(self.m, demand.part, new, lambda node: node not in demand.above)
            self._made[demand.part, values] = made
        return made

    # ---- the choice among them

    def chosen(self, boxes: Sequence[Placement]) -> Model:
        """The model with a variable for each rectangle instead of the demands."""
        old, said = self.m, self.said
        kept = [c for c in old.constraints if said.isdisjoint(parts_of(c))]
        gone = [c for c in old.constraints if not said.isdisjoint(parts_of(c))]
        rest = (c.of(p) for c in gone for p in parts_of(c) if p not in said)
        m = old.extended([*kept, *rest])
        origins = tuple(dict.fromkeys(o for c in gone for o in c.origins))
        chosen = {box: m.bool_var(f"box{k}") for k, box in enumerate(boxes)}
        at: list[list[Placement]] = [[] for _ in self.graph.vertices]
        for box in boxes:
            for v in box:
                at[v].append(box)
            made = {self._sized(one, box) for v in box for one in self.sized.get(v, ())}
            for count in self.counts.values():
                holds = count.holds(m, box, made)
                m.require(m.implies(chosen[box], holds), *origins)
        for v, own in enumerate(at):
            m.require(m.sum_is([(1, chosen[box]) for box in own], 1), *origins)
            for demand in self.sized.get(v, ()):
                cases: dict[Bool, list[Bool]] = {}
                for box in own:
                    cases.setdefault(self._sized(demand, box), []).append(chosen[box])
                for made_so, those in cases.items():
                    m.require(m.implies(m.or_(those), made_so), *demand.constraint.origins)
        for a, b, edge in self.graph.edges:
            # No two rectangles share a vertex, so these are counts, which propagate more.
            both = [chosen[box] for box in at[a] if b in box]
            m.require(m.sum_is([(1, x) for x in (*both, m.not_(edge))], 1), *origins)
            for one, other in ((a, b), (b, a)):
                alone = [chosen[box] for box in at[one] if other not in box]
                m.require(m.sum_is([(1, x) for x in (*alone, edge)], 1), *origins)
        return m


def _below(node: Any) -> Sequence[Any]:
    return () if hasattr(node, "graph") else children(node)


def _hanging(graph: Graph, base: Graph) -> Marks | None:
    """The vertices that a graph has more than another one, each on a single vertex of the other;
    None if it is not such a graph."""
    n = len(base.vertices)
    if graph is base or graph.vertices[:n] != base.vertices:
        return None
    own = [edge for edge in graph.edges if edge[0] < n and edge[1] < n]
    more = [edge for edge in graph.edges if edge[0] >= n or edge[1] >= n]
    holders = {max(a, b): min(a, b) for a, b, edge in more if edge is True and min(a, b) < n}
    if set(own) != set(base.edges) or len(holders) < len(more):
        return None
    marks: dict[int, list[tuple[int, Bool]]] = {}
    for k in range(n, len(graph.vertices)):
        if k in holders:
            marks.setdefault(holders[k], []).append((k, graph.vertices[k]))
    return marks
