"""The native engine at its edges: wide domains, many variables, deep searches, nothing to find."""

from __future__ import annotations

from itertools import islice, pairwise, product

import pytest
from pzc.backends.base import Status
from pzc.backends.native.engine.search import Engine
from pzc.backends.native.flatten import Flattening
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from strategies import satisfies

RULE = Origin(0)

# Without learning, from some failures on, and from the start.
beginnings = pytest.mark.parametrize("learn_after", [10**9, 20, 0])


@beginnings
def test_a_search_over_domains_of_many_words(learn_after: int) -> None:
    model = Model()
    x, y, z = (model.int_var(name, range(-100, 1100)) for name in "xyz")
    model.require(model.eq(model.linear(((1, x), (2, y), (3, z))), 900), RULE)
    model.require(model.all_of(ALL_DIFFERENT, (x, y, z), None), RULE)
    model.require(model.and_((model.lt(x, y), model.lt(y, z))), RULE)
    model.require(model.not_(model.member(z, range(0, 1100, 3))), RULE)
    model.require(model.not_(model.member(x, range(-100, 40))), RULE)
    expected = {
        (a, b, c)
        for a, b in product(range(40, 1100), range(-100, 1100))
        for c in [(900 - a - 2 * b) // 3]
        if a + 2 * b + 3 * c == 900 and a < b < c < 1100 and c % 3
    }
    found = list(NativeSolver(model, learn_after=learn_after).enumerate())
    assert len(found) == len(expected) > 100
    assert set(found) == expected


@beginnings
def test_thousands_of_variables_and_levels(learn_after: int) -> None:
    """No two neighbours of a long row are both out: half of the variables are decided on."""
    model = Model()
    row = [model.bool_var(f"b{k}") for k in range(8000)]
    for a, b in pairwise(row):
        model.require(model.not_(model.and_((a, b))), RULE)
    for a, b, c in zip(row, row[1:], row[2:], strict=False):
        model.require(model.or_((a, b, c)), RULE)
    solver = NativeSolver(model, learn_after=learn_after)
    found = list(islice(solver.enumerate(), 30))
    assert len(set(found)) == 30
    assert all(satisfies(model, at) for at in found[::10])
    assert solver.solve([row[4000], row[4001]]).core in ((row[4000], row[4001]),)
    assert solver.solve([row[0], row[3]]).status is Status.SAT


@beginnings
def test_a_graph_of_thousands(learn_after: int) -> None:
    """A tree of long arms: the search over its pieces does not recur."""
    model = Model()
    count = 4000
    there = [model.bool_var(f"b{k}") for k in range(count)]
    graph = model.graph(there, [(max(0, k - 3), k, True) for k in range(1, count)])
    model.require(model.query(CONNECTED, graph), RULE)
    model.require(model.le(count - 3, model.measure(SIZE, graph, (0, None))), RULE)
    solver = NativeSolver(model, learn_after=learn_after)
    found = set(islice(solver.enumerate(), 20))
    # What is missing hangs together with the ends of the three arms.
    assert len(found) == 20
    assert all(sum(at) >= count - 3 and at[0] for at in found)


@beginnings
def test_a_rule_that_fails_at_once(learn_after: int) -> None:
    model = Model()
    x, y = (model.int_var(name, range(5)) for name in "xy")
    b = model.bool_var("b")
    model.require(model.lt(x, y), RULE)
    model.require(model.lt(y, x), RULE)
    solver = NativeSolver(model, learn_after=learn_after)
    for _ in range(2):
        outcome = solver.solve([b])
        assert outcome.status is Status.UNSAT and outcome.core == ()
        assert list(solver.enumerate()) == []
        solver.add(model.or_((b, model.member(x, (1,)))))
        assert solver.solve().status is Status.UNSAT
        solver.reset(model.with_givens({0: 3}))


@beginnings
def test_givens_that_contradict_each_other_or_the_rules(learn_after: int) -> None:
    """A core tells them from the rules; the next puzzle is free of them."""
    model = Model()
    row = [model.int_var(f"x{k}", range(1, 5)) for k in range(4)]
    model.require(model.all_of(ALL_DIFFERENT, row, None), RULE)
    solver = NativeSolver(model, learn_after=learn_after)
    for givens, count in (
        ({0: 1, 1: 1}, 0),
        ({0: 1}, 6),
        ({0: 9}, 0),
        ({0: 1, 1: 2, 2: 3, 3: 3}, 0),
        ({0: 1, 1: 2, 2: 3}, 1),
        ({}, 24),
    ):
        solver.reset(model.with_givens(givens))
        assert len(set(solver.enumerate())) == count
        outcome = solver.solve([model.member(row[3], (1, 2))])
        assert (outcome.status is Status.SAT) is (count > 1)
        if count == 0:
            assert outcome.core == ()


@beginnings
def test_what_needs_no_search(learn_after: int) -> None:
    """No variables; variables without constraints; only fixed ones."""
    assert list(NativeSolver(Model(), learn_after=learn_after).enumerate()) == [()]
    model = Model()
    model.int_var("x", (7,))
    model.int_var("y", (-5, 500))
    model.bool_var("b")
    found = list(NativeSolver(model, learn_after=learn_after).enumerate())
    assert sorted(found) == [(7, y, b) for y in (-5, 500) for b in (0, 1)]


def test_a_clause_without_an_open_literal_names_the_assumptions_that_refute_it() -> None:
    model = Model()
    a, b, c = (model.bool_var(name) for name in "abc")
    model.require(model.or_((a, b, c)), RULE)
    flat = Flattening(model)
    engine = Engine(flat.network, flat.variables)
    assumed = [flat.assumption(node) for node in (a, b, model.not_(c))]
    ((first, _),), _, ((last, _),) = assumed
    assert engine.open({}, [], assumed)
    assert engine.learn(False)
    assert engine.propagate()
    assert not engine.rule_out([first, last], [1, 2])  # a is false, or c is true
    assert engine.culprits() == [0, 2]
