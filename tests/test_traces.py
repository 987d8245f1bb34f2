"""Derivations: why each fact that propagation finds follows, checked without the native engine.

A trace is right if its citations alone leave no solution in which the fact does not hold.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends import load
from pzc.backends.base import Status
from pzc.backends.native.derivation import Derivation, Trace
from pzc.backends.native.solver import NativeSolver
from pzc.dsl.diagnostics import Source
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.groups import Grouped, group_by_origin
from pzc.model.model import Model
from pzc.model.nodes import BoolNode, BoolVar, IntVar, domain_of
from pzc.tasks.library import SPECS, bundled
from pzc.tasks.spec import load as load_spec
from strategies import hard_model
from test_engine_proof import checked
from test_groups import by_chance, several_rules, solved_by

careful = settings(max_examples=25, suppress_health_check=list(HealthCheck))
SOME = 4  # facts of an example
# Where lines cross, the SAT backend takes seconds: it adds clauses about connections one at a time.
CROSSING = ("loop_special", "mintonette")


def lost(model: Model, derivation: Derivation) -> list[BoolNode]:
    """Every fact that some variable of the puzzle cannot have a value."""
    found = []
    for variable in model.variables[: len(model.variables) - model.selectors]:
        left = derivation.left(variable)
        for value in domain_of(variable):
            fact = model.not_(model.eq(variable, value))
            if value not in left and not isinstance(fact, bool):
                found.append(fact)
    return found


def follows(model: Model, grouped: Grouped, trace: Trace, fact: BoolNode | None) -> bool:
    """Whether a fact (None: a contradiction) follows from what its trace cites, by brute force."""
    groups, others = grouped.cited(trace.assumptions)
    on = [g for g in groups if grouped.selectors[g] in trace.assumptions]
    at = solved_by(model, set(on), {node for node in others if node not in switches(grouped)})
    return all(fact is not None and evaluate(fact, a) for a in at)


def switches(grouped: Grouped) -> set[BoolNode]:
    return set(grouped.assume(())) - set(grouped.givens)


@careful
@given(data=st.data())
def test_a_trace_cites_enough(data: st.DataObject) -> None:
    model = data.draw(several_rules())
    grouped = group_by_origin(model)
    solver = NativeSolver(grouped.model)
    for _ in range(3):
        on = data.draw(st.none() | st.sets(st.sampled_from([Origin(2), *grouped.groups])))
        supposed = [] if on is None else data.draw(suppositions(model))
        kept = None if on is None else on - {Origin(2)}
        derivation = solver.derive([*grouped.assume(kept), *supposed])
        facts = [None] if derivation.fails else lost(grouped.model, derivation)
        for fact in facts:
            assert follows(model, grouped, derivation.trace(fact), fact)


@st.composite
def suppositions(draw: st.DrawFn, model: Model) -> list[BoolNode]:
    """That some variables have some values."""
    found = []
    for variable in draw(st.lists(st.sampled_from(model.variables), max_size=2)):
        fact = model.eq(variable, draw(st.sampled_from(list(domain_of(variable)))))
        if not isinstance(fact, bool):
            found.append(fact)
    return found


@settings(careful, max_examples=20)
@given(st.integers(0, 10**9))
def test_a_derivation_leaves_the_engine_as_it_was(seed: int) -> None:
    """Each reason is checked, and the search that goes on from there."""
    random = Random(seed)
    model = by_chance(hard_model(random), random)
    grouped = group_by_origin(model)
    with checked(grouped.model, random.choice((0, 2, 10))) as (solver, checks):
        for _ in range(3):
            on = [group for group in grouped.groups if random.random() < 0.8]
            derivation = solver.derive(grouped.assume(on))
            engine = solver._engine
            assert engine.derivation() == engine.derivation()
            engine.check_state()  # type: ignore[attr-defined]
            status = solver.solve(grouped.assume(on)).status
            assert status is Status.UNSAT or not derivation.fails
    assert checks["states"]


@pytest.mark.parametrize("name", bundled())
def test_every_trace_of_an_example(name: str) -> None:
    """Each fact that propagation finds follows from the groups and givens of its trace alone:
    another backend has no solution in which these hold and the fact does not. Of many facts,
    some."""
    path = min((SPECS / "examples" / name).glob("*.puzzle"))
    puzzle = Source(str(path), path.read_text(encoding="utf-8"))
    grouped = group_by_origin(load_spec(name).ground(puzzle, exact=True).model)
    derivation = NativeSolver(grouped.model).derive(grouped.assume())
    # Where the longest plan is asked for, there may be none.
    facts = [None] if derivation.fails else lost(grouped.model, derivation)
    if not facts:
        pytest.skip("nothing follows")
    other = load("z3" if name in CROSSING else "cnf", grouped.model)
    for fact in Random(name).sample(facts, min(len(facts), SOME)):
        cited = [*derivation.trace(fact).assumptions]
        if fact is not None:
            opposite = grouped.model.not_(fact)
            assert not isinstance(opposite, bool)
            cited.append(opposite)
        assert other.solve(cited).status is Status.UNSAT


@careful
@given(data=st.data())
def test_a_supposition_fails_where_its_derivation_does(data: st.DataObject) -> None:
    model = data.draw(several_rules())
    grouped = group_by_origin(model)
    solver, other = NativeSolver(grouped.model), NativeSolver(grouped.model)
    assumed = grouped.assume()
    derivation = other.derive(assumed)
    assert solver.consistent(assumed) is not derivation.fails
    if derivation.fails:
        return
    variables = grouped.model.variables
    assert solver.lefts([v.index for v in variables]) == [derivation.left(v) for v in variables]
    for variable in variables:
        for value in derivation.left(variable):
            supposed = grouped.model.eq(variable, value)
            if not isinstance(supposed, bool):
                failed = solver.suppose(supposed) >= 0
                if failed != other.derive([*assumed, supposed]).fails:
                    # A level more may propagate more, never something wrong.
                    assert solver.solve([*assumed, supposed]).status is Status.UNSAT
                    assert solver.consistent(assumed)
    assert solver.lefts([v.index for v in variables]) == [derivation.left(v) for v in variables]


@careful
@given(data=st.data())
def test_a_failure_has_the_same_trace_without_the_other_explanations(data: st.DataObject) -> None:
    """And a core from which a failure follows, though it is of another propagation."""
    model = data.draw(several_rules())
    grouped = group_by_origin(model)
    solver = NativeSolver(grouped.model)
    assumed = [*grouped.assume(), *data.draw(suppositions(model))]
    behind = solver.derive(assumed, of_failure=True)
    if not behind.fails:
        return
    trace = behind.trace()
    assert trace == explained(solver).trace()
    assert follows(model, grouped, trace, None)
    assert not solver.consistent(assumed)
    core = [*solver.core_finder()()]
    assert set(core) <= set(assumed)
    assert load("cnf", grouped.model).solve(core).status is Status.UNSAT


def explained(solver: NativeSolver) -> Derivation:
    """The derivation of what a solver has just propagated, with all antecedents. Propagated anew,
    the same may follow in another order, and from other facts."""
    return solver._derivation(solver._engine.derivation(), True)


@careful
@given(data=st.data())
def test_what_follows_directly_is_what_the_whole_derivation_says(data: st.DataObject) -> None:
    model = data.draw(several_rules())
    grouped = group_by_origin(model)
    told = [
        data.draw(st.sets(st.sampled_from(list(domain_of(variable)))))
        for variable in model.variables
    ]
    facts = [*grouped.givens, *data.draw(suppositions(model))]
    assert_direct(grouped, facts, told)


@pytest.mark.parametrize("name", ["nurikabe", "slitherlink", "fillomino", "kakuro"])
def test_what_follows_directly_in_an_example(name: str) -> None:
    puzzle = (SPECS / "examples" / name / "2.puzzle").read_text(encoding="utf-8")
    grouped = group_by_origin(load_spec(name).ground(puzzle, exact=True).model)
    untold: list[set[int]] = [set() for _ in grouped.model.variables]
    assert assert_direct(grouped, [*grouped.givens], untold) > 1


def assert_direct(grouped: Grouped, facts: list[BoolNode], told: list[set[int]]) -> int:
    """Compare `conclude` with the derivation of which all entries are explained. Returns how much
    follows directly."""
    solver = NativeSolver(grouped.model)
    groups = [*grouped.selectors.values()]
    count = len(grouped.model.variables) - grouped.model.selectors
    derivation, found = solver.conclude(groups, facts, told[:count])
    every = explained(solver)
    whole = [*every]
    behind: dict[int, set[BoolNode] | None] = {}  # the groups behind an entry; None at ends
    expected: list[int] = []
    for position, entry in enumerate(whole):
        if entry.assumption is not None:
            behind[position] = {entry.assumption} & {*groups}
            continue
        each = [behind[k] for k in entry.antecedents]
        known = [some for some in each if some is not None]
        own = None if len(known) < len(each) else set[BoolNode]().union(*known)
        behind[position] = own
        if not isinstance(entry.operand, (BoolVar, IntVar)) or entry.operand.index >= count:
            continue
        behind[position] = None
        if own is not None and len(own) <= 1 and not told[entry.operand.index] >= {*entry.values}:
            expected.append(position)
    assert found == expected
    for position in found:
        assert derivation.entry(position) == whole[position]
    if derivation.fails:
        assert derivation.failed_by() == every.failed_by()
    return len(found)
