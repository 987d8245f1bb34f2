"""The native engine, compiled and uncompiled, against brute force and by propagator."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_models import (
    ENGINES,
    RULE,
    beginnings,
    bools,
    either,
    enumerated,
    ints,
    quick,
    solver_for,
)
from pzc.backends.base import Status
from pzc.backends.native.engine import search as engine
from pzc.backends.native.solver import UNLIMITED, NativeSolver
from pzc.model.evaluate import evaluate
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.runs import RUNS
from pzc.model.globals.size import SIZE
from pzc.model.globals.straight import STRAIGHT
from pzc.model.globals.table import TABLE
from pzc.model.model import Model
from pzc.model.nodes import BoolNode, BoolVar, domain_of
from strategies import brute_force, random_models, samples

# ---- against brute force -------------------------------------------------------------------------


@either
@quick
@given(model=random_models(), learn_after=beginnings)
def test_enumeration(kind: str, model: Model, learn_after: int) -> None:
    assert enumerated(model, kind, learn_after) == brute_force(model)


@either
@quick
@given(first=random_models(), learn_after=beginnings)
def test_a_solver_like_another_knows_the_model_alone(
    kind: str, first: Model, learn_after: int
) -> None:
    before = solver_for(first, kind, learn_after)
    assumed = [v for v in first.variables if isinstance(v, BoolVar)][:1]
    before.solve(assumed)
    if assumed:
        before.add(assumed[0])
    again = NativeSolver(first, ENGINES[kind], learn_after, like=before)
    assert set(again.enumerate()) == brute_force(first)
    before.reset(first)
    assert set(before.enumerate()) == brute_force(first)


def test_a_number_that_is_a_size_is_never_negative() -> None:
    """The size of the piece of a vertex that is not there is 0, not any number below 1."""
    model = Model()
    there, number = model.bool_var("there"), model.int_var("number", range(-2, 3))
    size = model.measure(SIZE, model.graph([there], []), (0, None))
    model.require(model.eq(size, number), RULE)
    assert enumerated(model) == brute_force(model) == {(0, 0), (1, 1)}


@st.composite
def literals(draw: st.DrawFn, model: Model) -> list[BoolNode]:
    """Of some variables, that they have some of their values; in any order."""
    found: list[BoolNode] = []
    for variable in draw(st.permutations(model.variables)):
        node = model.member(variable, [v for v in domain_of(variable) if draw(st.booleans())])
        if not isinstance(node, bool):
            found.append(node)
    return found


def granting(found: set[tuple[int, ...]], wishes: Sequence[BoolNode]) -> set[tuple[int, ...]]:
    """The assignments that are best in the lexicographic order of wishes."""
    for wish in wishes:
        found = {a for a in found if evaluate(wish, a)} or found
    return found


@either
@quick
@given(data=st.data())
def test_a_conversation(kind: str, data: st.DataObject) -> None:
    """Solving under assumptions, adding, resetting and enumerating in any order on one solver."""
    sample = data.draw(samples())
    model = sample.model
    for condition, _ in data.draw(
        st.lists(st.sampled_from(sample.bools or [(True, None)]), max_size=2)
    ):
        model.require(condition, RULE)
    solver = solver_for(model, kind, data.draw(beginnings))
    current = model
    possible = brute_force(model)
    for _ in range(data.draw(st.integers(1, 8))):
        match data.draw(
            st.sampled_from(["add", "block", "reset", "solve", "all", "assume", "wish"])
        ):
            case "add" if sample.bools:
                condition, _ = data.draw(st.sampled_from(sample.bools))
                solver.add(condition)
                possible = {a for a in possible if evaluate(condition, a)}
            case "block" if possible:
                gone = data.draw(st.sampled_from(sorted(possible)))
                pairs = zip(model.variables, gone, strict=True)
                solver.add(model.or_(model.not_(model.eq(v, value)) for v, value in pairs))
                possible = possible - {gone}
            case "reset":
                fixed = [v for v in model.variables if data.draw(st.booleans())]
                givens = {v.index: data.draw(st.sampled_from(list(domain_of(v)))) for v in fixed}
                current = model.with_givens(givens)
                solver.reset(current)
                possible = brute_force(current)
            case "all":
                assert set(solver.enumerate()) == possible
            case "solve":
                outcome = solver.solve()
                assert outcome.assignment in possible if possible else outcome.core == ()
                assert (outcome.status is Status.SAT) is bool(possible)
            case "wish":
                assuming, wishes = data.draw(literals(model)), data.draw(literals(model))
                expected = {a for a in possible if all(evaluate(n, a) for n in assuming)}
                patience = data.draw(st.sampled_from([1, 3, UNLIMITED]))
                solver.begin(assuming, wishes=wishes, patience=patience)
                found, _ = solver.go_on(1)
                assert bool(found) is bool(expected)
                best = granting(expected, wishes) if patience == UNLIMITED else expected
                assert set(found) <= best
            case "assume":
                assuming = data.draw(literals(model))
                expected = {a for a in possible if all(evaluate(n, a) for n in assuming)}
                outcome = solver.solve(assuming)
                if expected:
                    assert outcome.assignment in expected
                else:
                    assert outcome.status is Status.UNSAT
                    assert set(outcome.core) <= set(assuming)
                    assert not any(all(evaluate(n, a) for n in outcome.core) for a in possible)


# ---- each propagator where it has something to do ------------------------------------------------


@either
@pytest.mark.parametrize("domain", [range(1, 6), range(-2, 3), (0, 3, 40, 70, 200), range(98, 103)])
def test_all_different_is_a_permutation(kind: str, domain: Sequence[int]) -> None:
    model = Model()
    model.require(model.all_of(ALL_DIFFERENT, ints(model, 5, domain), None), RULE)
    assert enumerated(model, kind) == set(permutations(domain))


def refuted_without_search(model: Model, assumption: BoolNode) -> bool:
    solver = solver_for(model)
    assert solver._open([assumption])
    found = solver._engine.run(1000)
    decisions, *_ = solver._engine.take_counts()
    return found == engine.NO_SOLUTION and decisions == 0


def test_hidden_singles() -> None:
    """Four of five variables cannot be 5: the fifth is."""
    model = Model()
    x = ints(model, 5, range(1, 6))
    model.require(model.all_of(ALL_DIFFERENT, x, None), RULE)
    for other in x[1:]:
        model.require(model.not_(model.member(other, (5,))), RULE)
    assert refuted_without_search(model, model.member(x[0], (1, 2, 3)))


@either
def test_straights(kind: str) -> None:
    model = Model()
    model.require(model.all_of(STRAIGHT, ints(model, 3, (1, 2, 3, 5, 6, 7, 9)), None), RULE)
    assert enumerated(model, kind) == {
        p for low in (1, 5) for p in permutations(range(low, low + 3))
    }


@either
@pytest.mark.parametrize("lengths", [(), (1,), (2, 1), (1, 1, 2), (7,), (8,), (3, 3)])
def test_runs(kind: str, lengths: tuple[int, ...]) -> None:
    model = Model()
    model.require(model.all_of(RUNS, bools(model, 7), lengths), RULE)
    lines = product((0, 1), repeat=7)
    assert enumerated(model, kind) == {a for a in lines if RUNS.holds(a, lengths)}


def test_runs_are_propagated_to_the_end() -> None:
    """Ten cells, a run of eight: the six in the middle are certain."""
    model = Model()
    line = bools(model, 10)
    model.require(model.all_of(RUNS, line, (8,)), RULE)
    certain = [c for c in line if refuted_without_search(model, model.not_(c))]
    assert certain == line[2:8]


@either
def test_tables(kind: str) -> None:
    model = Model()
    rows = tuple((a, b, a * b) for a in range(-9, 10) for b in range(-9, 10) if a < b)
    x = ints(model, 2, range(-9, 10))
    product_ = model.int_var("p", range(-81, 82))
    model.require(model.all_of(TABLE, [*x, product_], rows), RULE)
    model.require(model.member(product_, (12, 17)), RULE)
    assert enumerated(model, kind) == {r for r in rows if r[2] in (12, 17)}


@either
def test_many_values(kind: str) -> None:
    """Domains of many words: sums, order, membership, distances, maxima and choices over them."""
    model = Model()
    x, y = ints(model, 2, range(-300, 3000))
    model.require(model.eq(model.linear(((3, x), (-1, y))), 7), RULE)
    model.require(model.member(model.abs_(model.linear(((1, x), (-1, y)))), (1, 5, 2000)), RULE)
    model.require(model.le(model.max_((x, y, 2)), 2900), RULE)
    chosen = model.ite(model.lt(x, 100), x, model.linear(((1, y),), 5000))
    model.require(model.not_(model.member(chosen, range(-100, 4))), RULE)
    expected = {
        (a, b)
        for a in range(-300, 3000)
        for b in [3 * a - 7]
        if -300 <= b <= 2900 and a <= 2900 and abs(a - b) in (1, 5, 2000)
        if not (-100 <= (a if a < 100 else b + 5000) < 4)
    }
    assert expected
    assert enumerated(model, kind) == expected


@either
def test_arithmetic_beyond_tables(kind: str) -> None:
    model = Model()
    x = model.int_var("x", range(-90, 90))
    y = model.int_var("y", [v for v in range(-25, 26) if v])
    model.require(model.eq(model.times(x, y), 391), RULE)
    model.require(model.eq(model.mod(x, y), 6), RULE)
    model.require(model.eq(model.div(x, y), 1), RULE)
    assert enumerated(model, kind) == {(23, 17)}


@either
def test_a_sparse_domain_with_a_wide_span(kind: str) -> None:
    model = Model()
    x, y = ints(model, 2, (-100_000, 0, 7, 100_000))
    model.require(model.lt(x, y), RULE)
    model.require(model.eq(model.sum_((x, y)), 0), RULE)
    assert enumerated(model, kind) == {(-100_000, 100_000)}


@either
def test_empty_and_hopeless_models(kind: str) -> None:
    assert enumerated(Model(), kind) == {()}
    model = Model()
    (b,) = bools(model, 1)
    model.require(False, RULE)
    solver = solver_for(model, kind)
    assert solver.solve([b]).status is Status.UNSAT
    assert solver.solve([b]).core == ()
    assert list(solver.enumerate()) == []
    solver.reset(model.with_givens({0: 1}))
    assert solver.solve().status is Status.UNSAT


def test_long_chains_do_not_recur() -> None:
    model = Model()
    b = bools(model, 2)
    node = b[0]
    for _ in range(20_000):
        node = model.not_(model.and_((model.or_((node, b[1])), b[0])))
    model.require(node, RULE)
    assert enumerated(model) == {a for a in product((0, 1), repeat=2) if evaluate(node, a)}
