"""How nodes of a model become clauses and variables of the engine's network."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pzc.backends import load
from pzc.backends.native.flatten import Flattening
from pzc.backends.native.graphs import Edges
from pzc.backends.native.network import ELEMENT, FALSE
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.model import Model
from pzc.model.nodes import Bool, BoolVar, IntOperand, IntVar
from pzc.presolve.passes import NETWORK, presolved
from strategies import brute_force, random_models
from test_backends import all_solutions, quick

RULE = Origin(0)
SIZE = 40


def row_of_junctions(model: Model, every: bool, backwards: bool) -> tuple[list[Bool], Model]:
    """Junctions of the first two, three, … of some variables, or of the last ones, each of which
    tells the value of another variable; and the model."""
    cells = [model.bool_var(f"x{k}") for k in range(SIZE)]
    junctions: list[Bool] = []
    for k in range(2, SIZE):
        some = cells[-k:] if backwards else cells[:k]
        junctions.append(model.and_(some) if every else model.or_(some))
    for k, junction in enumerate(junctions):
        model.require(model.iff(junction, model.bool_var(f"y{k}")), RULE)
    return junctions, model


@pytest.mark.parametrize("every", [True, False])
@pytest.mark.parametrize("backwards", [True, False])
def test_a_row_of_junctions_takes_short_clauses(every: bool, backwards: bool) -> None:
    junctions, model = row_of_junctions(Model(), every, backwards)
    network = Flattening(model).network
    # Both directions, each by the junction before it, for the literal of each and the variable.
    assert len(network.clause_word) <= 2 * (3 + 4) * len(junctions)
    sizes = [b - a for a, b in pairwise(network.clause_start)]
    assert max(sizes) <= 4  # three parts are not split


def test_junctions_that_were_made_in_vain_are_not_taken() -> None:
    model = Model()
    cells = [model.bool_var(f"x{k}") for k in range(SIZE)]
    some: Bool = False
    for cell in cells:
        some = model.or_((some, cell))  # only the last is used
    model.require(model.or_((model.and_((some, model.bool_var("y"))), model.bool_var("z"))), RULE)
    network = Flattening(model).network
    assert len(network.domain) <= 2 + SIZE + 2 + 2


CASES = {
    "different": [3, 1, 7, 5],
    "negative": [0, -3, 2, -1],
    "wide": [0, 100, 40, 70],
    "equal": [3, 1, 3, 5],
    "equal to the last": [3, 1, 7, 3],
}


@pytest.mark.parametrize("numbers", CASES.values(), ids=CASES)
def test_the_number_of_the_first_case_that_holds(numbers: list[int]) -> None:
    """Of conditions that do not exclude each other, under comparisons that hold and do not."""
    for bound in sorted(numbers):
        model = Model()
        tests = [model.bool_var(f"x{k}") for k in range(len(numbers) - 1)]
        index = model.int_var("n", range(3))
        chosen: IntOperand = numbers[-1]
        for test, number in [*zip(tests, numbers, strict=False)][::-1]:
            chosen = model.ite(test, number, chosen)
        lower = model.le(chosen, model.linear(((1, index),), bound - 1))
        model.require(model.iff(lower, model.bool_var("lower")), RULE)
        values = [*product(*([(0, 1)] * len(tests)), range(3), (0, 1))]
        expected = {v for v in values if evaluate(model.constraints[0].condition, v)}
        assert expected and all_solutions(load("native", model), model) == expected


def test_a_choice_among_constants_is_one_variable() -> None:
    model = Model()
    tests = [model.bool_var(f"x{k}") for k in range(9)]
    chosen: IntOperand = 9
    for k, test in enumerate(tests):
        assert isinstance(test, BoolVar)
        chosen = model.ite(test, k, chosen)
    model.require(model.le(chosen, model.int_var("n", range(5))), RULE)
    network = Flattening(model).network
    assert ELEMENT not in network.kind
    assert len(network.domain) == 1 + 9 + 1 + 1  # the constant's, the conditions', n and the choice


DOMAINS = st.sampled_from([range(1, 101), range(-80, 60), (*range(0, 300, 3), 1000), range(150)])


@quick
@given(st.data())
def test_numbers_that_differ_beside_memberships(data: st.DataObject) -> None:
    """Of wide domains, of which constraints on single variables leave few values."""
    model = Model()
    xs = [model.int_var(f"x{k}", data.draw(DOMAINS)) for k in range(3)]
    left = [data.draw(st.sets(st.sampled_from(x.domain), min_size=1, max_size=5)) for x in xs]
    for x, values in zip(xs, left, strict=True):
        model.require(model.member(x, values), RULE)
    for x, y in combinations(xs, 2):
        near = st.sampled_from([*left[x.index], *left[y.index]])
        parts = [model.not_(model.eq(x, y))]
        for _ in range(data.draw(st.integers(0, 3))):
            other = data.draw(st.sampled_from([x, x, y, *xs]))
            parts.append(model.member(other, data.draw(st.sets(near, max_size=2))))
        model.require(model.or_(parts), RULE)
    expected = {
        v for v in product(*left) if all(evaluate(c.condition, v) for c in model.constraints)
    }
    for one in (model, presolved(model, NETWORK)):
        assert all_solutions(load("native", one), model) == expected


def test_a_wide_domain_takes_the_words_of_the_values_that_are_left() -> None:
    model = Model()
    x, y = model.int_var("x", range(1, 101)), model.int_var("y", range(1, 101))
    for v in (x, y):
        model.require(model.member(v, range(1, 6)), RULE)
    model.require(model.or_((model.not_(model.eq(x, y)), model.member(x, (1, 2)))), RULE)
    network = Flattening(model).network
    assert [network.words[v] for v in range(1, 3)] == [1, 1]
    assert not network.kind and len(network.clause_start) == 1 + 3  # one for each of 3, 4 and 5


@quick
@given(model=random_models(), data=st.data())
def test_variables_that_must_be_equal_are_one(model: Model, data: st.DataObject) -> None:
    """Whatever else is demanded of either."""
    for _ in range(data.draw(st.integers(1, 2)) if model.variables else 0):
        one = data.draw(st.sampled_from(model.variables))
        if isinstance(one, IntVar):
            twin: BoolVar | IntVar = model.int_var("twin", one.domain)
        else:
            twin = model.bool_var("twin")
        model.require(model.eq(one, twin), RULE)
        other = data.draw(st.sampled_from(model.variables))
        third = data.draw(st.sampled_from(model.variables))
        if isinstance(other, IntVar) and isinstance(third, IntVar):
            demand = model.le(model.sum_([one, twin, other]), model.sum_([third, twin, 1]))
            model.require(demand, RULE)
    model.answer = tuple(model.variables)
    expected = brute_force(model)
    assert all_solutions(load("native", model), model) == expected
    for patience in (None, 0):
        found = list(NativeSolver(model, learn_after=patience).enumerate())
        assert len(found) == len(expected) and {*found} == expected


def test_conditions_of_equal_variables_take_no_propagators() -> None:
    model = Model()
    some = [model.int_var(f"n{k}", range(3)) for k in range(6)]
    for one, other in pairwise(some):
        model.require(model.eq(one, other), RULE)
    flat = Flattening(model)
    assert len({*flat.variables}) == 1 and not flat.network.kind
    assert all_solutions(load("native", model), model) == {(k,) * 6 for k in range(3)}


def test_graphs_without_some_vertices_share_their_edges() -> None:
    a, b, c = (1, 2), (2, 2), (3, 2)
    edges = Edges(5, [(0, 1, a), (1, 2, b), (3, 4, c)])
    assert edges.members == [[0, 1, 2]] * 3 + [[3, 4]] * 2
    assert edges.has(1, 2, b) and not edges.has(1, 2, a) and not edges.has(0, 2, a)
    model = Model()
    lines = [model.bool_var(f"x{k}") for k in range(4)]
    joined = [(k, k + 1, line) for k, line in enumerate(lines)]
    whole = model.graph([True] * 5, joined)
    for absent, pair in ((1, (2, 4)), (3, (0, 2))):
        graph = model.graph_without(whole, (absent,))
        model.require(model.not_(model.query(CONNECTED_PAIR, graph, pair)), RULE)
    network = Flattening(model).network
    assert network.edge_word[:4] == network.edge_word[4:]
    assert network.edge_from == [0, 1, 2, 3, 5, 6, 7, 8]
    assert {network.vertex_mask[:5].index(FALSE[1]), network.vertex_mask[5:].index(FALSE[1])} == {
        1,
        3,
    }
