"""Sizes of pieces as sums: they follow, and are added if the model has their conditions."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Constraint, Origin
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.size import SIZE, Weights
from pzc.model.model import Model
from pzc.model.nodes import Bool
from pzc.presolve.rectangles import parted
from pzc.presolve.size_sums import summed
from strategies import brute_force

SQUARE = ((0, 1), (0, 2), (1, 3), (2, 3))


@settings(max_examples=15)
@given(st.data())
def test_no_assignment_is_lost_or_won(data: st.DataObject) -> None:
    """On a square whose vertices may have others hanging on them."""
    m = Model()
    some = st.sampled_from
    vertices: list[Bool] = [data.draw(some([True, True, m.bool_var(f"v{k}")])) for k in range(4)]
    joined = [m.bool_var(f"e{k}") for k in range(4)]
    edges: list[tuple[int, int, Bool]] = [
        (a, b, data.draw(some([e, e, e, True]))) for (a, b), e in zip(SQUARE, joined, strict=True)
    ]
    inner = m.graph(vertices, edges)
    hanging = data.draw(st.lists(st.integers(0, 3), max_size=3, unique=True))
    there: list[Bool] = [m.bool_var(f"h{k}") for k in hanging]
    always = [data.draw(some([True, True, True, joined[0]])) for _ in hanging]
    hung = [(v, 4 + k, e) for k, (v, e) in enumerate(zip(hanging, always, strict=True))]
    outer = m.graph([*vertices, *there], [*edges, *hung])
    weights = Weights([*[data.draw(some([0, 0, 1, 2]))] * 4, *[1] * len(hanging)])
    vertex = data.draw(st.integers(0, 3 + len(hanging)))
    sizes = [m.measure(SIZE, outer, (vertex, weights)), m.measure(SIZE, inner, (0, None))]
    for size in sizes:
        m.require(m.le(data.draw(st.integers(0, 2)), size), Origin(0))
    pairs = [(a, b) for b in range(4) for a in range(b)]
    for pair in data.draw(st.permutations(pairs))[: data.draw(some([6, 6, 6, 3]))]:
        queried = m.query(CONNECTED_PAIR, inner, pair)
        m.require(m.or_([m.not_(queried), joined[0], joined[3]]), Origin(1))
    if data.draw(st.booleans()):
        for a, b, edge in inner.edges:
            m.require(parted(m, inner, a, b, edge), Origin(-1))
    assert brute_force(summed(m)) == brute_force(m)


def _board(all_pairs: bool) -> Model:
    """A row of three cells, each with a clue that hangs on it, whose first piece has two clues."""
    m = Model()
    edges: list[tuple[int, int, Bool]] = [(k, k + 1, m.bool_var(f"e{k}")) for k in range(2)]
    inner = m.graph([True] * 3, edges)
    clues = [m.bool_var(f"c{k}") for k in range(3)]
    outer = m.graph([True] * 3 + clues, [*edges, *[(k, k + 3, True) for k in range(3)]])
    size = m.measure(SIZE, outer, (0, Weights((0, 0, 0, 1, 1, 1))))
    m.require(m.eq(size, 2), Origin(0))
    for pair in [(0, 1), (0, 2)] if all_pairs else [(0, 1)]:
        m.require(m.or_([clues[0], m.query(CONNECTED_PAIR, inner, pair)]), Origin(1))
    return m


def test_clues_of_a_piece_are_counted_by_the_queries_about_cells() -> None:
    m = _board(all_pairs=True)
    added: list[Constraint] = summed(m).constraints[len(m.constraints) :]
    assert [one.origin for one in added] == [Origin(-1)]


def test_no_query_is_made_for_a_sum() -> None:
    m = _board(all_pairs=False)
    assert summed(m) is m
