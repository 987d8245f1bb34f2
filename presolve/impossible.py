"""Loops, divisions and sums that counting rules out.

A loop in a bipartite graph passes equally many vertices of both sides: a board of 9×9 cells has no
loop through all of them. The number of vertices in pieces of k vertices is a multiple of k. And
where each of some numbers is in two sums, as in a row and a column, all rows together are as much
as all columns: a chessboard without two opposite corners cannot be covered with dominoes (each is
on a white and a black square). Searches count badly: they would try nearly all ways to do it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple

from ..model.constraints import Constraint
from ..model.globals.loop import LOOP
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Graph,
    LinearEq,
    Measure,
    Member,
    Not,
    Operand,
    Or,
    Query,
)
from ..model.pieces import neighbours
from .demands import Demand, Shape, demands, disjuncts, following, shaped


def ruled_out(m: Model) -> Model:
    """The model, with a constraint that is false if a loop, a division or some sums are
    impossible."""
    loops = _uneven_loops(m) if m.uses(LOOP) else ()
    pieces = _uneven_pieces(m) if m.uses(SIZE) else ()
    sources = next(chain(loops, pieces, _unequal_sums(m)), None)
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
                of_size = {v: source for v, (size, source) in sizes.items() if size == k}
                if len(of_size) % k:
                    yield [*of_size.values()]
                elif k == 2:
                    yield from _unmatched(m, graph, of_size)


def _unmatched(
    m: Model, graph: Graph, paired: Mapping[int, Constraint]
) -> Iterator[list[Constraint]]:
    """For each connected part of a bipartite graph in which more vertices of one side than of the
    other are in pieces of two: the constraints that demand these pieces, and those that forbid
    edges. paired: all vertices in such pieces, with their constraints."""
    denied = {x.arg: source for x, source in shaped(m, _denies_line) if isinstance(x, Not)}
    for sides in _sides(graph, denied.keys()):
        one, other = ([paired[v] for v in side if v in paired] for side in sides)
        if len(one) != len(other):
            forbidden = [denied[edge] for *_, edge in graph.edges if edge in denied]
            yield [*one, *other, *forbidden]


class _Sum(NamedTuple):
    """That some numbers have a total, and the constraints from which that follows."""

    numbers: list[Operand]
    total: int
    sources: list[Constraint]


def _unequal_sums(m: Model) -> Iterator[list[Constraint]]:
    """For each set of sums that contradict each other: the constraints that demand them. They are
    looked for among those of each rule, and among all."""
    of_rules: dict[int, list[_Sum]] = defaultdict(list)
    for one in _sums(m):
        of_rules[one.sources[0].origin.rule].append(one)
    every = [[*chain(*of_rules.values())]] if len(of_rules) > 1 else []
    for some in (*of_rules.values(), *every):
        yield from _contradicting(some)


def _sums(m: Model) -> Iterator[_Sum]:
    """All sums without factors, and those that say of two conditions that exactly one holds; none
    if only the latter. What is known of single conditions is left out of them."""
    equations = [(x, s) for x, s in demands(m, LinearEq) if _is_plain(x)]
    if not equations:
        return
    known: dict[Operand, tuple[int, Constraint]] = {}
    for x, source in shaped(m, _is_known):
        known[x.arg if isinstance(x, Not) else x] = int(not isinstance(x, Not)), source
    for equation, source in dict(equations).items():
        assert isinstance(equation, LinearEq)
        numbers, total, sources = list[Operand](), equation.bound, [source]
        for _, number in equation.terms:
            if number in known:
                value, reason = known[number]
                total -= value
                sources.append(reason)
            else:
                numbers.append(number)
        yield _Sum(numbers, total, sources)
    neither: dict[tuple[Operand, ...], Constraint] = {}
    either: dict[tuple[Operand, ...], Constraint] = {}
    for x, source in shaped(m, _is_of_two):
        pair = disjuncts(m, x)
        if isinstance(pair[0], Not):
            neither[tuple([y.arg for y in pair if isinstance(y, Not)])] = source
        else:
            either[tuple(pair)] = source
    for numbers_of_two, source in either.items():
        if numbers_of_two in neither:
            yield _Sum([*numbers_of_two], 1, [source, neither[numbers_of_two]])


def _is_plain(x: Bool) -> bool:
    return isinstance(x, LinearEq) and all(c == 1 for c, _ in x.terms)


def _is_known(shape: Shape) -> bool:
    return shape.kind is BoolVar


def _is_of_two(shape: Shape) -> bool:
    """Whether a condition says that one of two variables holds, or that one does not."""
    if not shape.two:
        return False
    if shape.kind is And:
        return shape.negated and shape.only(BoolVar)
    one_sort = shape.only(BoolVar) or (not shape.parts and shape.denied == {BoolVar})
    return shape.kind is Or and not shape.negated and one_sort


def _contradicting(sums: Sequence[_Sum]) -> Iterator[list[Constraint]]:
    """For each connected part in which every number is in two of these sums, if they contradict
    each other: their constraints. Where no two of one side share a number, both sides have the same
    total; in any case all together are even, twice the sum of the numbers."""
    holding: dict[Operand, list[int]] = defaultdict(list)
    for k, one in enumerate(sums):
        for number in one.numbers:
            holding[number].append(k)
    if all(len(own) != 2 for own in holding.values()):
        return
    first_side: dict[int, bool] = {}
    for first in range(len(sums)):
        if first not in first_side:
            part, first_side[first] = [first], True
            two_sides = _followed(sums, holding, part, first_side)
            if two_sides is None:
                continue
            total = sum([sums[k].total for k in part])
            of_first = sum([sums[k].total for k in part if first_side[k]])
            if 2 * of_first != total if two_sides else total % 2:
                yield [source for k in part for source in sums[k].sources]


def _followed(
    sums: Sequence[_Sum],
    holding: Mapping[Operand, Sequence[int]],
    part: list[int],
    first_side: dict[int, bool],
) -> bool | None:
    """Extend a part by all sums that share numbers with it, and tell their sides. Whether no two of
    a side share a number; None if some number is not in exactly two sums."""
    two_sides = paired = True
    for k in part:
        for number in sums[k].numbers:
            both = holding[number]
            if len(both) != 2:
                paired = False
                continue
            other = both[0] if both[1] == k else both[1]
            if other not in first_side:
                first_side[other] = not first_side[k]
                part.append(other)
            elif first_side[other] is first_side[k]:
                two_sides = False
    return two_sides if paired else None
