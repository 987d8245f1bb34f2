"""The passes of presolve: no answer is lost or won, and origins are kept."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.evaluate import Evaluator
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.size import SIZE
from pzc.model.model import Model, Origin
from pzc.model.nodes import Global, LinearEq, domain_of
from pzc.presolve.counting import equalities, sizes
from pzc.presolve.different import all_different
from pzc.presolve.passes import JUDGING, NETWORK, PASSES, PUZZLE


def answers(m: Model) -> set[tuple[int, ...]]:
    every = product(*(domain_of(x) for x in m.variables))
    return {a for a in every if all(map(Evaluator(a).satisfies, m.constraints))}


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    """Over few variables, of rules that passes may take for something that they are not quite."""
    m = Model()
    domains = data.draw(st.lists(st.sampled_from([3, 3, 4]), min_size=3, max_size=4))
    xs = [m.int_var(f"x{k}", range(d)) for k, d in enumerate(domains)]
    values = range(data.draw(st.sampled_from([3, 4])))
    has = {v: [m.member(x, (v,)) for x in xs] for v in values}
    kinds = m.sum_(m.or_(has[v]) for v in values)
    demands = [
        m.and_(m.or_(has[v]) for v in values),
        m.and_(m.eq(m.sum_(has[v]), 1) for v in values),
        m.and_(m.le(m.sum_(has[v]), 1) for v in values),
        m.eq(kinds, len(xs)),
        m.le(len(xs), kinds),
        m.le(kinds, len(xs)),
        m.and_(m.not_(m.eq(x, y)) for x, y in combinations(xs, 2)),
        m.and_(m.not_(m.eq(x, y)) for x, y in combinations(xs[:3], 2)),
        m.le(m.sum_(xs), 4),
        m.le(4, m.sum_(xs)),
    ]
    some = data.draw(st.lists(st.sampled_from(demands), min_size=1, max_size=3, unique=True))
    for rule, condition in enumerate(some):
        m.require(condition, Origin(rule))
    expected = answers(m)
    short = equalities(all_different(m))
    assert answers(short) == expected
    assert {o for c in short.constraints for o in c.origins} <= {Origin(k) for k in range(3)}


@pytest.mark.parametrize("fixed", [True, False])
def test_a_sum_over_a_piece_is_its_size(fixed: bool) -> None:
    m = Model()
    there = [True] * 6 if fixed else [m.bool_var(f"c{k}") for k in range(6)]
    edges = [m.bool_var(f"e{k}") for k in range(5)]
    graph = m.graph(there, [(k, k + 1, edge) for k, edge in enumerate(edges)])
    pairs = [m.query(CONNECTED_PAIR, graph, (min(2, v), max(2, v))) for v in range(6) if v != 2]
    counted = m.eq(m.sum_((*pairs, there[2])), 3)
    m.require(counted, Origin(0))
    short = sizes(m)
    assert [c.condition for c in short.constraints] == [m.eq(m.measure(SIZE, graph, (2, None)), 3)]
    assert answers(short) == answers(m)


def test_what_follows_from_several_rules_has_the_origins_of_all() -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(5)) for k in range(3)]
    for rule, (x, y) in enumerate(combinations(xs, 2)):
        m.require(m.not_(m.eq(x, y)), Origin(rule))
    m.require(m.le(m.sum_(xs), 4), Origin(3))
    m.require(m.le(4, m.sum_(xs)), Origin(4))
    different, equal = sorted(equalities(all_different(m)).constraints, key=lambda c: c.origin.rule)
    assert isinstance(different.condition, Global)
    assert different.condition.definition is ALL_DIFFERENT
    assert set(different.origins) == {Origin(0), Origin(1), Origin(2)}
    assert isinstance(equal.condition, LinearEq)
    assert equal.origins == (Origin(3), Origin(4))


def test_tasks_take_passes_by_name() -> None:
    assert {p.name for p in PASSES} == {*NETWORK, *PUZZLE}
    assert set(JUDGING) < set(NETWORK)
