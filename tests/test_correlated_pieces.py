"""Presolve keeps the solutions of demands on pieces whose cells are not independent of each other.

Passes recognise the parts of a demand by identity, and equal conditions are one node. Where several
cells have the same condition, or that of a cell is also that of an edge beside it, or one implies
or excludes another (values of one number, a conjunction and its part), one node has several roles.
Here, graphs have such conditions, and one demand applies to all their vertices: the solutions
before presolve, after it, and those that backends find after it are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import TypeVar

from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st
from pzc.backends import load
from pzc.model.constraints import Origin
from pzc.model.globals.box import BOX, Positions, positions
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.form import HAS_FORM, SAME_FORM, form_at
from pzc.model.globals.half_turn import HALF_TURN
from pzc.model.globals.lines import COLUMNS, ROWS
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, IntOperand, domain_of
from pzc.model.show import to_ir
from pzc.presolve.passes import NETWORK, presolved
from strategies import brute_force
from test_backends import all_solutions

MOST = 400  # assignments that brute force goes through
BLOCK = [(0, 0), (0, 1), (1, 0), (1, 1)]
FORMS = [form_at(BLOCK[:count]) for count in (1, 2, 3, 4)]
FORMS += [form_at(BLOCK[::2]), form_at([(0, 0), (0, 1), (0, 2)])]

T = TypeVar("T")
Demand = Callable[[int], Bool]  # of a vertex


@dataclass(frozen=True)
class Board:
    """pool: the conditions that others are made of."""

    model: Model
    graph: Graph
    where: Positions
    pool: Sequence[Bool]

    @property
    def vertices(self) -> range:
        return range(len(self.graph.vertices))

    def size(self, v: int, weights: tuple[int, ...] | None = None) -> IntOperand:
        return self.model.measure(SIZE, self.graph, (v, weights))

    def together(self, a: int, b: int) -> Bool:
        if a == b:
            return self.graph.vertices[a]
        return self.model.query(CONNECTED_PAIR, self.graph, (min(a, b), max(a, b)))


def some(draw: st.DrawFn, items: Iterable[T], least: int = 1, most: int = 3) -> list[T]:
    return draw(st.lists(st.sampled_from([*items]), min_size=least, max_size=most, unique=True))


def a_condition(draw: st.DrawFn, m: Model, pool: Sequence[Bool]) -> Bool:
    match draw(st.sampled_from(["one", "one", "always", "not", "and", "or"])):
        case "always":
            return True
        case "not":
            return m.not_(draw(st.sampled_from(pool)))
        case "and":
            return m.and_(some(draw, pool, 2))
        case "or":
            return m.or_(some(draw, pool, 2))
    return draw(st.sampled_from(pool))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    m = Model()
    height, width = draw(st.sampled_from([(1, 3), (2, 2), (2, 3), (1, 4), (3, 2)]))
    at = [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]
    cells = range(len(at))
    values = draw(st.sampled_from([0, 3, len(cells), len(cells) + 1]))
    pool: list[Bool] = [
        m.bool_var(f"b{k}") for k in range(draw(st.integers(2, 5 if values else 7)))
    ]
    if values:
        x = m.int_var("x", range(values))
        sets = st.sets(st.sampled_from(x.domain), min_size=1, max_size=2)
        pool += [m.member(x, draw(sets)) for _ in range(3)]
    vertices: list[Bool]
    match draw(st.sampled_from(["own", "own", "few", "few", "any", "all", "run", "one"])):
        case "own":
            constant = [draw(st.sampled_from([False, False, False, True])) for _ in cells]
            vertices = [constant[k] or pool[k % len(pool)] for k in cells]
        case "few":
            two = some(draw, pool, 2, 2)
            vertices = [draw(st.sampled_from([*two, True])) for _ in cells]
        case "all":
            vertices = [True for _ in cells]
        case "run" if values:  # the cells of a row from the x-th cell on
            vertices = [m.member(x, range(k // width * width, k + 1)) for k in cells]
        case "run":
            vertices = [m.and_(pool[k % width : width]) for k in cells]
        case "one" if values:  # a row, or a column
            vertices = [m.member(x, (k // width, k % width + 2)) for k in cells]
        case _:
            vertices = [a_condition(draw, m, pool) for _ in cells]
    touching = draw(st.sampled_from([False, False, False, True]))
    lines = draw(st.sampled_from([False, False, True]))
    edges = [
        (a, b, a_condition(draw, m, pool) if lines else True)
        for a, b in combinations(cells, 2)
        for down, right in [(abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1]))]
        if down + right == 1 or (touching and down == right == 1)
    ]
    graph = m.graph(vertices, edges)
    return Board(m, graph, positions(graph, tuple(at)), pool)


# ---- demands -------------------------------------------------------------------------------------


def numbers(draw: st.DrawFn) -> Sequence[int]:
    n = draw(st.integers(1, 3))
    return draw(st.sampled_from([(n,), range(n + 1), range(n, 7), (0, n + 1)]))


def _size(draw: st.DrawFn, b: Board) -> Demand:
    weights = draw(st.none() | st.tuples(*[st.sampled_from([1, 0, 2])] * len(b.vertices)))
    sizes = numbers(draw)
    return lambda v: b.model.member(b.size(v, weights), sizes)


def _rectangle(draw: st.DrawFn, b: Board) -> Demand:
    m, negated = b.model, draw(st.booleans())

    def demand(v: int) -> Bool:
        rectangle = m.eq(b.size(v), m.measure(BOX, b.graph, (v, b.where)))
        return m.not_(rectangle) if negated else rectangle

    return demand


def _straight(draw: st.DrawFn, b: Board) -> Demand:
    m = b.model
    return lambda v: m.or_(
        m.eq(m.measure(one, b.graph, (v, b.where)), 1) for one in (ROWS, COLUMNS)
    )


def _form(draw: st.DrawFn, b: Board) -> Demand:
    forms = frozenset(some(draw, FORMS))
    return lambda v: b.model.query(HAS_FORM, b.graph, (v, b.where, forms))


def _same_form(draw: st.DrawFn, b: Board) -> Demand:
    u = draw(st.sampled_from(b.vertices))
    how = b.where, draw(st.booleans()), draw(st.booleans())
    return lambda v: u == v or b.model.query(SAME_FORM, b.graph, (min(u, v), max(u, v), *how))


def _half_turn(draw: st.DrawFn, b: Board) -> Demand:
    centres = some(draw, [(row, column) for row in range(2, 7) for column in range(2, 9)], most=8)
    return lambda v: b.model.query(HALF_TURN, b.graph, (v, b.where, frozenset(centres)))


def _clue(draw: st.DrawFn, b: Board) -> Demand:
    """Some clue of the piece of a vertex is its size, or all of them are."""
    m, every = b.model, draw(st.booleans())
    clues = [(u, draw(st.integers(1, 3))) for u in some(draw, b.vertices)]
    if every:
        return lambda v: m.and_(m.implies(b.together(v, u), m.eq(b.size(v), n)) for u, n in clues)
    return lambda v: m.or_(m.and_((b.together(v, u), m.eq(b.size(v), n))) for u, n in clues)


def _has(draw: st.DrawFn, b: Board) -> Demand:
    """Some, all or so many members of the piece of a vertex have a property."""
    m, how, sizes = b.model, draw(st.sampled_from(["any", "all", "count"])), numbers(draw)
    of = [(u, a_condition(draw, m, b.pool)) for u in b.vertices]
    if how == "all":
        return lambda v: m.and_(m.implies(b.together(v, u), c) for u, c in of)
    if how == "any":
        return lambda v: m.or_(m.and_((b.together(v, u), c)) for u, c in of)
    return lambda v: m.member(m.sum_(m.and_((b.together(v, u), c)) for u, c in of), sizes)


def _with(draw: st.DrawFn, b: Board) -> Demand:
    """Some vertex of several is in the piece of a vertex, or no other one is."""
    m, apart, others = b.model, draw(st.booleans()), some(draw, b.vertices)
    if apart:
        return lambda v: m.and_(m.not_(b.together(v, u)) for u in others if u != v)
    return lambda v: m.or_(b.together(v, u) for u in others)


def _count(draw: st.DrawFn, b: Board) -> Demand:
    m, sizes = b.model, numbers(draw)
    others = draw(st.sampled_from([b.vertices, some(draw, b.vertices)]))
    return lambda v: m.member(m.sum_(b.together(v, u) for u in others), sizes)


def _first(draw: st.DrawFn, b: Board) -> Demand:
    m, sizes = b.model, numbers(draw)
    return lambda v: m.implies(m.query(FIRST, b.graph, v), m.member(b.size(v), sizes))


def _largest(draw: st.DrawFn, b: Board) -> Demand:
    m, others = b.model, some(draw, b.vertices, most=2)
    own = draw(st.none() | st.just([a_condition(draw, m, b.pool) for _ in b.vertices]))

    def demand(v: int) -> Bool:
        whether = {u: own[u] if own else m.not_(b.together(v, u)) for u in others}
        return m.and_(m.implies(c, m.le(b.size(u), b.size(v))) for u, c in whether.items())

    return demand


def _within(draw: st.DrawFn, b: Board) -> Demand:
    """Of a piece without one of its cells, the part with another one has so many."""
    m, sizes = b.model, numbers(draw)
    u, out = draw(st.sampled_from(b.vertices)), draw(st.sampled_from(b.vertices))

    def demand(v: int) -> Bool:
        piece = m.graph([w != out and b.together(v, w) for w in b.vertices], b.graph.edges)
        return m.member(m.measure(SIZE, piece, (u, None)), sizes)

    return demand


SHAPES = [_rectangle, _straight, _form, _same_form, _half_turn]
DEMANDS = [_size, _with, _count, _has, _clue, _first, _largest, _within, *SHAPES]
# Drawn more often: presolve rewrites them only if all vertices have them in certain words.
DEMANDS += [_with, _count, _clue, _rectangle]


@st.composite
def models(draw: st.DrawFn) -> Model:
    b = draw(boards())
    m = b.model
    assume(prod(len(domain_of(v)) for v in m.variables) <= MOST)
    if draw(st.integers(0, 3)) == 0:  # without a line, two cells are apart
        for u, v, line in b.graph.edges:
            ends = (b.graph.vertices[u], b.graph.vertices[v], m.not_(b.together(u, v)))
            m.require(m.or_((line, m.and_(ends))), Origin(0))
    for rule in range(draw(st.sampled_from([1, 1, 2, 3]))):
        demand = draw(st.sampled_from(DEMANDS))(draw, b)
        guarded = draw(st.sampled_from([True, True, False]))
        for v in draw(st.sampled_from([b.vertices, b.vertices, some(draw, b.vertices)])):
            absent = m.not_(b.graph.vertices[v])
            m.require(m.or_((absent, demand(v))) if guarded else demand(v), Origin(rule + 1))
    match draw(st.sampled_from(["", "", "connected", "condition"])):
        case "connected":
            m.require(m.query(CONNECTED, b.graph), Origin(4))
        case "condition":
            m.require(a_condition(draw, m, b.pool), Origin(4))
    m.answer = tuple(m.variables)
    return m


@settings(
    max_examples=30,  # fresh ones, as many as there is time for, with --minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(models())
def test_presolve_keeps_the_solutions(model: Model) -> None:
    note(to_ir(model))
    expected = sorted(brute_force(model))
    after, own = presolved(model, NETWORK), len(model.variables)
    if prod(len(domain_of(v)) for v in after.variables) <= MOST:
        assert sorted(a[:own] for a in brute_force(after)) == expected
    for backend in ("native", "cnf"):
        found = all_solutions(load(backend, after), after)
        assert sorted(a[:own] for a in found) == expected, backend
