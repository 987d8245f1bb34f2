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
from .demands import Demand, Signature, demands, disjuncts, following, selected


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
    denied = _denied(m)
    demanding = selected(m, _may_demand_lines)
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


def _denied(m: Model) -> dict[Bool, Constraint]:
    """The variables that must be no, each with a constraint that demands it."""
    return {x.arg: source for x, source in selected(m, _denies) if isinstance(x, Not)}


def _denies(signature: Signature) -> bool:
    return signature.negated and signature.kind is BoolVar


def _sides(graph: Graph, denied: Set[Bool]) -> list[tuple[list[int], list[int]]]:
    """The two sides of each connected part of a graph; none if it is not bipartite. denied: edges
    that are left out."""
    beside = [
        [w for e, w in neighbours(graph)[v] if graph.edges[e][2] not in denied]
        for v in range(len(graph.vertices))
    ]
    parts = _parts(beside)
    bipartite = all(whole for *_, whole in parts)
    return [(one, other) for one, other, _ in parts] if bipartite else []


def _parts(beside: Sequence[Sequence[int]]) -> list[tuple[list[int], list[int], bool]]:
    """The vertices of each connected part of a graph, divided into two sides, and whether the part
    is bipartite, that is, all neighbours are on different sides. beside: the neighbours of each
    vertex."""
    first_side: dict[int, bool] = {}
    found: list[tuple[list[int], list[int], bool]] = []
    for first in range(len(beside)):
        if first in first_side:
            continue
        first_side[first] = bipartite = True
        part = [first]
        for v in part:
            for w in beside[v]:
                if w not in first_side:
                    first_side[w] = not first_side[v]
                    part.append(w)
                elif first_side[w] is first_side[v]:
                    bipartite = False
        one, other = [v for v in part if first_side[v]], [v for v in part if not first_side[v]]
        found.append((one, other, bipartite))
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


def _may_demand_lines(signature: Signature) -> bool:
    if signature.negated:
        return signature.kind in (And, LinearEq)
    return signature.kind in (BoolVar, Or, LinearEq)


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
    denied = _denied(m)
    for sides in _sides(graph, denied.keys()):
        one, other = ([paired[v] for v in side if v in paired] for side in sides)
        if len(one) != len(other):
            forbidden = [denied[edge] for *_, edge in graph.edges if edge in denied]
            yield [*one, *other, *forbidden]


class _Sum(NamedTuple):
    """A demand that some numbers add up to a total, and the constraints that it follows from."""

    numbers: Sequence[Operand]
    total: int
    sources: list[Constraint]


def _unequal_sums(m: Model) -> Iterator[list[Constraint]]:
    """The constraints of each set of sums that contradict each other, among those of one rule or
    among all."""
    of_rules: dict[int, list[_Sum]] = defaultdict(list)
    for one in _sums(m):
        of_rules[one.sources[0].origin.rule].append(one)
    every = [[*chain(*of_rules.values())]] if len(of_rules) > 1 else []
    for some in (*of_rules.values(), *every):
        yield from _contradicting(some)


def _sums(m: Model) -> Iterator[_Sum]:
    """The demanded sums whose terms have no factors. If there are any, also "exactly one of two
    conditions holds", which is written as two clauses. Conditions with a known value are left out
    of the sums."""
    equations = {
        x: source
        for x, source in demands(m, LinearEq)
        if isinstance(x, LinearEq) and all(c == 1 for c, _ in x.terms)
    }
    if not equations:
        return
    known: dict[Operand, tuple[int, Constraint]] = {}
    for condition, source in selected(m, _is_known):
        if isinstance(condition, Not):
            known[condition.arg] = 0, source
        else:
            known[condition] = 1, source
    for equation, source in equations.items():
        numbers = [number for _, number in equation.terms if number not in known]
        left_out = [known[number] for _, number in equation.terms if number in known]
        total = equation.bound - sum([value for value, _ in left_out])
        yield _Sum(numbers, total, [source, *(reason for _, reason in left_out)])
    either = selected(m, _says_one_of_two)
    not_both: dict[frozenset[Bool], Constraint] = {
        frozenset([x.arg for x in disjuncts(m, condition) if isinstance(x, Not)]): source
        for condition, source in (selected(m, _says_not_both) if either else ())
    }
    for condition, source in either:
        pair = disjuncts(m, condition)
        if (other := not_both.get(frozenset(pair))) is not None:
            yield _Sum(pair, 1, [source, other])


def _is_known(signature: Signature) -> bool:
    """Whether a condition is a variable or its negation."""
    return signature.kind is BoolVar


def _says_one_of_two(signature: Signature) -> bool:
    return (
        signature.two and signature.kind is Or and not signature.negated and signature.only(BoolVar)
    )


def _says_not_both(signature: Signature) -> bool:
    """Of two variables, either as "not both" or as "one or the other does not hold"."""
    if not signature.two:
        return False
    if signature.negated:
        return signature.kind is And and signature.only(BoolVar)
    return signature.kind is Or and not signature.parts and signature.denied == {BoolVar}


def _contradicting(sums: Sequence[_Sum]) -> Iterator[list[Constraint]]:
    """The constraints of each set of sums that contradict each other. Sums are connected if they
    share a number. Where each number is in two sums of a connected part, all totals together are
    twice the sum of the numbers, and so even; if the part is bipartite, the totals of either side
    are that sum."""
    holding: dict[Operand, list[int]] = defaultdict(list)
    for k, one in enumerate(sums):
        for number in one.numbers:
            holding[number].append(k)
    beside = [list[int]() for _ in sums]
    for own in holding.values():
        if len(own) == 2:
            beside[own[0]].append(own[1])
            beside[own[1]].append(own[0])
    if not any(beside):
        return
    for one_side, other_side, bipartite in _parts(beside):
        part = [sums[k] for k in (*one_side, *other_side)]
        if all(len(holding[number]) == 2 for each in part for number in each.numbers):
            total = sum([each.total for each in part])
            of_one_side = sum([sums[k].total for k in one_side])
            if 2 * of_one_side != total if bipartite else total % 2:
                yield [source for each in part for source in each.sources]
