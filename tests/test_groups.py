"""Groups: rule instances that are switched on and off by assumptions (`model.groups`).

Whatever is on, a grouped model has the solutions of the constraints that are on, on every backend;
and a core names groups and givens that have no solution by themselves.
"""

from __future__ import annotations

from random import Random

import pytest
from backend_names import every_backend
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends import load
from pzc.backends.base import Solver, Status
from pzc.model.constraints import Constraint, Origin
from pzc.model.evaluate import Evaluator, evaluate
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.groups import Group, Grouped, group_by_origin
from pzc.model.model import Model
from pzc.model.nodes import Bool, BoolNode
from strategies import brute_force, hard_model, random_models, samples
from test_boards import boards
from test_engine_proof import checked

careful = settings(max_examples=30, suppress_health_check=list(HealthCheck))

MOST = 60  # solutions


@st.composite
def several_rules(draw: st.DrawFn) -> Model:
    """A random model whose constraints come from a few rule instances, or from none."""
    model = draw(random_models() | boards().map(lambda drawn: drawn.model) | many_conditions())
    origins = st.sampled_from([Origin(-1), *(Origin(0, (("k", k),)) for k in range(3)), Origin(1)])
    constraints = []
    for constraint in model.constraints:
        first, *also = draw(st.lists(origins, min_size=1, max_size=2, unique=True))
        constraints.append(Constraint(constraint.condition, first, True, tuple(also)))
        if draw(st.booleans()):
            constraints.append(Constraint(constraint.condition, draw(origins)))
    return model.with_constraints(constraints)


@st.composite
def many_conditions(draw: st.DrawFn) -> Model:
    sample = draw(samples())
    model = sample.model
    if sample.bools:
        conditions = st.sampled_from([condition for condition, _ in sample.bools])
        for condition in draw(st.lists(conditions, max_size=8)):
            model.require(draw(st.sampled_from([condition, model.not_(condition)])), Origin(0))
    model.answer = tuple(model.variables)
    return model


def solved_by(model: Model, on: set[Group], held: set[BoolNode]) -> set[tuple[int, ...]]:
    """The assignments that satisfy some groups, the background and some givens, by brute force."""
    kept = [c for c in model.constraints if any(o.rule < 0 or o in on for o in c.origins)]
    found = brute_force(model.with_constraints(kept).with_givens({}))
    return {a for a in found if all(evaluate(node, a) for node in held)}


def solutions(solver: Solver, grouped: Grouped, assuming: list[BoolNode]) -> set[tuple[int, ...]]:
    """All solutions under assumptions, without the values of selectors."""
    model = grouped.model
    count = len(model.variables) - model.selectors
    # One condition for each enumeration keeps what it excludes to itself.
    found: set[tuple[int, ...]] = set()
    solver.reset(model)
    while len(found) < MOST:
        outcome = solver.solve(assuming)
        if outcome.assignment is None:
            assert outcome.status is Status.UNSAT
            break
        here = outcome.assignment[:count]
        assert here not in found
        found.add(here)
        differs: list[Bool] = [
            model.not_(model.eq(v, value))
            for v, value in zip(model.variables[:count], here, strict=True)
        ]
        solver.add(model.or_(differs))
    solver.reset(model)
    return found


@every_backend
@careful
@given(data=st.data())
def test_a_grouped_model_has_the_solutions_of_what_is_on(backend: str, data: st.DataObject) -> None:
    model = data.draw(several_rules())
    grouped = group_by_origin(model)
    solver = load(backend, grouped.model)
    for _ in range(3):
        on = data.draw(st.sets(st.sampled_from(grouped.groups))) if grouped.groups else set()
        held = data.draw(st.sets(st.sampled_from(grouped.givens))) if grouped.givens else set()
        expected = solved_by(model, on, held)
        found = solutions(solver, grouped, grouped.assume(on, held))
        assert found <= expected
        assert len(found) == min(len(expected), MOST)


@every_backend
@careful
@given(data=st.data())
def test_a_core_of_a_grouped_model_has_no_solution_by_itself(
    backend: str, data: st.DataObject
) -> None:
    model = data.draw(several_rules())
    grouped = group_by_origin(model)
    solver = load(backend, grouped.model)
    for _ in range(4):
        on = data.draw(st.none() | st.sets(st.sampled_from([Origin(2), *grouped.groups])))
        kept = None if on is None else on - {Origin(2)}
        outcome = solver.solve(grouped.assume(kept))
        if outcome.status is Status.UNSAT:
            groups, givens = grouped.cited(outcome.core)
            assert set(groups) <= set(grouped.groups if kept is None else kept)
            assert set(givens) <= set(grouped.givens)
            assert not solved_by(model, set(groups), set(givens))


@settings(careful, max_examples=20)
@given(st.data(), st.integers(0, 10**9), st.sampled_from([0, 1, 3]))
def test_every_step_of_a_search_that_switches_groups(
    data: st.DataObject, seed: int, learn_after: int
) -> None:
    """What is learned holds whatever is on: no clause lacks a selector or a given it depends on."""
    random = Random(seed)
    model = hard_model(random) if seed % 2 else data.draw(several_rules())
    grouped = group_by_origin(by_chance(model, random))
    with checked(grouped.model, learn_after) as (solver, _):
        for _ in range(4):
            on = [group for group in grouped.groups if random.random() < 0.8]
            outcome = solver.solve(grouped.assume(on))
            if outcome.status is Status.SAT:
                assert outcome.assignment is not None
                assert all(map(Evaluator(outcome.assignment).satisfies, grouped.model.constraints))


def test_clauses_keep_their_bases_when_others_are_dropped() -> None:
    random = Random(9058)
    grouped = group_by_origin(by_chance(hard_model(random), random))
    with checked(grouped.model, random.choice([0, 0, 1, 3])) as (solver, checks):
        solver._engine.learnt_limit = random.choice([3, 10, 1500])
        for _ in range(5):
            on = [group for group in grouped.groups if random.random() < 0.9]
            if solver.solve(grouped.assume(on)).status is Status.UNSAT:
                random.random()
    assert checks["clauses"]


QUERIES = {"connected pair": (CONNECTED_PAIR, (0, 3)), "first": (FIRST, 3)}


@pytest.mark.parametrize("asked", QUERIES)
@pytest.mark.parametrize("sense", [True, False])
def test_a_query_of_a_group_that_is_off_decides_nothing(asked: str, sense: bool) -> None:
    """The literal of the query is a definition, which stays; the graph is free."""
    model = Model()
    cells = [model.bool_var(f"c{k}") for k in range(4)]
    square = ((0, 1), (0, 2), (1, 3), (2, 3))
    graph = model.graph(cells, [(a, b, model.and_((cells[a], cells[b]))) for a, b in square])
    query = model.query(QUERIES[asked][0], graph, QUERIES[asked][1])
    model.require(query if sense else model.not_(query), Origin(0))
    model.require(model.or_(cells[:2]), Origin(1))
    grouped = group_by_origin(model)
    solver = load("native", grouped.model)
    for on in ({Origin(1)}, {Origin(0), Origin(1)}, set(), {Origin(0)}):
        expected = solved_by(model, on, set())
        assert solutions(solver, grouped, grouped.assume(on)) == expected
        assert expected


def by_chance(model: Model, random: Random) -> Model:
    """The model with its constraints dealt to a few rule instances."""
    dealt = [
        Constraint(c.condition, Origin(random.choice((-1, 0, 0, 0)), (("k", random.randrange(6)),)))
        for c in model.constraints
    ]
    return model.with_constraints(dealt)
