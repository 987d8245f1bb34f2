"""Orders among interchangeable variables: no answer is lost, and there are fewer assignments."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.globals.acyclic import ACYCLIC
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.presolve import symmetry
from pzc.presolve.symmetry import ordered, orderings
from strategies import brute_force


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Few int variables under conditions that mostly treat them alike, and a hidden answer."""
    m = Model()
    xs = [m.int_var(f"x{k}", range(draw(st.sampled_from([3, 3, 3, 4])))) for k in range(4)]
    b = m.bool_var("b")
    for form in draw(st.lists(st.integers(0, 5), max_size=3)):
        k = draw(st.integers(0, 3))
        one, other = draw(st.permutations(xs))[:2]
        match form:
            case 0:
                condition = m.all_of(ALL_DIFFERENT, xs[:3], None)
            case 1:
                condition = m.le(m.sum_(xs), 3 + k)
            case 2:
                condition = m.lt(one, other)
            case 3:
                condition = m.implies(b, m.member(one, (k,)))
            case 4:
                condition = m.or_(m.member(x, (k,)) for x in xs)
            case 5 | 6:
                pairs = [(0, 2), (1, 2), (0, 1), (2, 3), (1, 3), (0, 3)][: 2 if form == 5 else 6]
                graph = m.graph([True] * 4, ((i, j, m.eq(xs[i], xs[j])) for i, j in pairs))
                queried = [(CONNECTED, None), (ACYCLIC, None), (CONNECTED_PAIR, (0, 2)), (FIRST, 2)]
                size = m.measure(SIZE, graph, (2, None))
                condition = m.implies(
                    m.query(queried[k][0], graph, queried[k][1]), m.le(size, 2 + k)
                )
            case _:
                condition = m.iff(b, m.eq(m.times(one, other), k))
        m.require(condition, Origin(0))
    answers = [
        m.sum_(xs),
        m.sum_(m.member(x, (1,)) for x in xs),
        b,
        m.max_(xs[:3]),
        m.member(xs[0], (0,)),
    ]
    m.answer = tuple(draw(st.lists(st.sampled_from(answers), min_size=1, max_size=2)))
    return m


def answers_of(m: Model) -> set[tuple[int, ...]]:
    return {tuple(int(evaluate(o, a)) for o in m.answer) for a in brute_force(m)}


@settings(max_examples=75)
@given(models())
def test_no_answer_is_lost(m: Model) -> None:
    before = answers_of(m)
    for condition in orderings(m):
        m.require(condition, Origin(-1))
    assert answers_of(m) == before


def test_like_variables_are_ordered() -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(4)) for k in range(4)]
    m.require(m.all_of(ALL_DIFFERENT, xs, None), Origin(0))
    m.answer = (m.sum_(xs),)
    found = orderings(m)
    assert len(found) == 3
    for condition in found:
        m.require(condition, Origin(-1))
    assert len(brute_force(m)) == 1


def test_nodes_have_bits_of_interchangeable_variables_alone() -> None:
    """A bit for each cell of a large board, at each node, took gigabytes."""
    m = Model()
    cells = [m.bool_var(f"b{k}") for k in range(1000)]
    x, y = m.int_var("x", range(3)), m.int_var("y", range(3))
    m.answer = (*cells, m.eq(x, y))
    m.require(m.or_((*cells, m.eq(x, y))), Origin(0))
    graph = symmetry._Graph(m, [x, y])
    assert graph.interchangeable(x, y)
    assert max(graph.below.values()) == 0b11


def test_what_the_answer_shows_is_left_alone() -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(3)) for k in range(2)]
    m.answer = tuple(xs)
    assert orderings(m) == []


def test_variables_that_the_answer_tells_apart_are_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a look at the constraints."""
    monkeypatch.setattr(symmetry, "_Graph", None)
    m = Model()
    xs = [m.int_var(f"x{k}", range(3)) for k in range(3)]
    m.require(m.all_of(ALL_DIFFERENT, xs, None), Origin(0))
    m.answer = tuple([m.member(x, (1, 2)) for x in xs])
    assert orderings(m) == []


def test_a_model_is_built_the_same_wherever_its_nodes_are_in_memory() -> None:
    def built() -> Model:
        m = Model()
        xs = [m.int_var(f"x{k}", range(4)) for k in range(4)]
        for k, x in enumerate(xs):
            # Swapping variables fails at either condition, and makes more nodes for the second.
            a, b, c = (m.bool_var(f"{name}{k}") for name in "abc")
            m.require(m.or_((m.le(x, 1), a)), Origin(0))
            m.require(m.or_((m.and_((m.or_((m.le(x, 2), b)), c)), a)), Origin(0))
        return ordered(m)

    kept = [built() for _ in range(20)]  # all at once, so that each has other addresses
    assert len({m.size for m in kept}) == 1
