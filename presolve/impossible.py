"""Loops and divisions that the number of vertices rules out.

A loop in a bipartite graph passes equally many vertices of both sides: a board of 9×9 cells has no
loop through all of them. And the number of vertices in pieces of k vertices is a multiple of k.
Searches count badly: they would try nearly all ways to do it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import chain

from ..model.constraints import Constraint
from ..model.globals.loop import LOOP
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import And, Bool, BoolVar, Graph, LinearEq, Measure, Member, Not, Or, Query
from ..model.pieces import neighbours
from .demands import Demand, Shape, demands, disjuncts, following, shaped


def ruled_out(m: Model) -> Model:
    """The model, with a constraint that is false if a loop or a division is impossible."""
    loops = _uneven_loops(m) if m.uses(LOOP) else ()
    sources = next(chain(loops, _uneven_pieces(m) if m.uses(SIZE) else ()), None)
    return m if sources is None else m.with_constraints([*m.constraints, following(False, sources)])


def _uneven_loops(m: Model) -> Iterator[list[Constraint]]:
    """For each loop that must pass more vertices of one side of its graph than it can pass of the
    other: its constraint, those that demand these vertices, and those that forbid lines."""
    denied = {x.arg: source for x, source in shaped(m, _denies_line) if isinstance(x, Not)}
    demanding = shaped(m, _may_demand_lines)
    most = sum([2 if isinstance(x, BoolVar) else 1 for x, _ in demanding])  # demanded vertices
    for loop, constraint in demands(m, Query):
        if not (isinstance(loop, Query) and loop.definition is LOOP and not loop.data):
            continue
        uneven = [
            (some, len(rest))
            for one, other in _sides(loop.graph, denied.keys())
            for some, rest in ((one, other), (other, one))
            if len(rest) < len(some)
        ]
        if not any(left < most for _, left in uneven):
            continue
        needed = _needed(m, loop.graph, demanding)
        forbidden = [denied[line] for _, _, line in loop.graph.edges if line in denied]
        for some, left in uneven:
            passed = [needed[v] for v in some if v in needed]
            if len(passed) > left:
                yield [constraint, *passed, *forbidden]


def _denies_line(shape: Shape) -> bool:
    return shape.negated and shape.kind is BoolVar


def _sides(graph: Graph, denied: Set[Bool]) -> list[tuple[list[int], list[int]]]:
    """The two sides of each connected part of a graph; none if it is not bipartite. denied: edges
    that are left out."""
    first_side: dict[int, bool] = {}
    found: list[tuple[list[int], list[int]]] = []
    for first in range(len(graph.vertices)):
        if first in first_side:
            continue
        first_side[first] = True
        stack, part = [first], ([first], list[int]())
        while stack:
            v = stack.pop()
            for e, w in neighbours(graph)[v]:
                if graph.edges[e][2] in denied:
                    continue
                if w not in first_side:
                    first_side[w] = not first_side[v]
                    part[first_side[v]].append(w)
                    stack.append(w)
                elif first_side[w] is first_side[v]:
                    return []
        found.append(part)
    return found


def _needed(m: Model, graph: Graph, demanding: Sequence[Demand]) -> dict[int, Constraint]:
    """The vertices that lines must meet at, each with a constraint that demands one of them."""
    ends: dict[Bool, tuple[int, ...]] = {line: (v, w) for v, w, line in graph.edges}
    found: dict[int, Constraint] = {}
    for condition, constraint in demanding:
        lines = _some_of(m, condition)
        common = ends.get(lines[0], ()) if lines else ()
        for line in lines:
            other = ends.get(line, ())
            common = tuple([v for v in common if v in other])
            if not common:
                break
        for v in common:
            found[v] = constraint
    return found


def _may_demand_lines(shape: Shape) -> bool:
    if shape.negated:
        return shape.kind in (And, LinearEq)
    return shape.kind in (BoolVar, Or, LinearEq)


def _some_of(m: Model, condition: Bool) -> Sequence[Bool]:
    """Conditions one of which a condition demands; none if it demands something else."""
    denied = isinstance(condition, Not)
    equation = condition.arg if isinstance(condition, Not) else condition
    if not isinstance(equation, LinearEq):
        return disjuncts(m, condition)
    lines = [x for c, x in equation.terms if c == 1 and isinstance(x, BoolVar)]
    some = len(lines) == len(equation.terms) and denied is (equation.bound == 0)
    return lines if some else []


def _uneven_pieces(m: Model) -> Iterator[list[Constraint]]:
    """For each graph whose vertices are all in pieces of known sizes, no multiple of some size: the
    constraints that demand these sizes."""
    known: dict[Graph, dict[int, tuple[int, Constraint]]] = defaultdict(dict)
    for condition, constraint in demands(m, Member):
        if isinstance(condition, Member) and len(condition.values) == 1:
            size = condition.arg
            if isinstance(size, Measure) and size.definition is SIZE and size.data[1] is None:
                known[size.graph][size.data[0]] = condition.values[0], constraint
    for graph, sizes in known.items():
        if len(sizes) == len(graph.vertices) and all(v is True for v in graph.vertices):
            for k in {k for k, _ in sizes.values()}:
                of_size = [constraint for size, constraint in sizes.values() if size == k]
                if len(of_size) % k:
                    yield of_size
