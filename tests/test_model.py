"""The model's builder, the reference evaluator and the globals, each against plain definitions."""

from __future__ import annotations

from importlib import import_module
from itertools import permutations, product
from math import gcd
from pkgutil import iter_modules
from random import Random

import pytest
from global_samples import (
    SAMPLES,
    TABLE_ROWS,
    every_sample,
    hold_on_partial_boards,
    hold_to_its_meaning,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model import globals
from pzc.model.comparisons import linear_eq
from pzc.model.constraints import Constraint, Objective, Origin
from pzc.model.definitions import GlobalDefinition
from pzc.model.evaluate import Evaluator, evaluate
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.runs import RUNS
from pzc.model.globals.straight import STRAIGHT
from pzc.model.globals.table import TABLE
from pzc.model.model import Model
from pzc.model.nodes import (
    BOOL_NODES,
    And,
    Bool,
    BoolVar,
    Global,
    Iff,
    IntVar,
    Linear,
    LinearEq,
    LinearLe,
    Member,
    Not,
    Or,
    Part,
    Query,
    Values,
    children,
    domain_of,
    variables_of,
)
from pzc.model.partial import PartialEvaluator
from pzc.model.rebuild import rebuilt
from pzc.model.substitution import substitute
from strategies import Sample, assignments, brute_force, random_models, samples, satisfies

# ---- the builder ---------------------------------------------------------------------------------


@pytest.mark.parametrize("divisor", [3, -3, 1])
def test_a_remainder_is_asked_of_the_number_itself(divisor: int) -> None:
    m = Model()
    x = m.int_var("x", range(-4, 9))
    for wanted in ((0,), (1, -1), (2, 5), ()):
        condition = m.member(m.mod(x, divisor), wanted)
        assert isinstance(condition, bool) or (type(condition) is Member and condition.arg is x)
        for value in x.domain:
            assert evaluate(condition, [value]) == (value % divisor in wanted)


@given(samples())
def test_folding_preserves_meaning(sample: Sample) -> None:
    for assignment in assignments(sample.model):
        value = Evaluator(assignment)
        for operand, meaning in sample.all:
            assert value(operand) == meaning(assignment)


@given(samples())
def test_domains_hold_every_value(sample: Sample) -> None:
    for assignment in assignments(sample.model):
        value = Evaluator(assignment)
        for operand, _ in sample.all:
            assert value(operand) in domain_of(operand)


@given(random_models())
def test_brute_force_judges_every_assignment(model: Model) -> None:
    assert brute_force(model) == {a for a in assignments(model) if satisfies(model, a)}


@given(samples())
def test_normal_forms(sample: Sample) -> None:
    for node in nodes_of(sample):
        match node:
            case Not(arg=arg):
                assert isinstance(arg, (BoolVar, And, Or, Iff, LinearEq, Global, Query))
            case And(args=args) | Or(args=args):
                assert len(args) >= 2
                assert all(isinstance(a, BOOL_NODES) and type(a) is not type(node) for a in args)
            case Iff(left=left, right=right):
                assert isinstance(left, BOOL_NODES) and isinstance(right, BOOL_NODES)
            case LinearLe(terms=terms) | LinearEq(terms=terms):
                assert len(terms) >= 2
                assert gcd(*(c for c, _ in terms)) == 1
                assert not any(isinstance(x, (Linear, Not)) for _, x in terms)
            case Linear(terms=terms, constant=constant):
                assert len(terms) >= 2 or terms[0][0] != 1 or constant
                assert all(c for c, _ in terms)
                assert not any(isinstance(x, (Linear, Not)) for _, x in terms)
            case Member(arg=arg, values=values):
                assert not isinstance(arg, (int, Linear, *BOOL_NODES))
                assert 0 < len(values) < len(arg.domain)
                assert set(values) < set(arg.domain)


def nodes_of(sample: Sample) -> set[Part]:
    """Every node below a sample's operands."""
    found: set[Part] = set()
    stack: list[Part | int] = [o for o, _ in sample.all]
    while stack:
        node = stack.pop()
        if not isinstance(node, int) and node not in found:
            found.add(node)
            stack.extend(children(node))
    return found


@settings(max_examples=75)
@given(st.booleans(), st.integers(0, 10**9), st.integers(2, 70))
def test_junctions_of_many_parts(every: bool, seed: int, count: int) -> None:
    """Whatever the order of the parts, a junction is one node, means what it says, and has each
    part once: no part beside its negation, and one condition on the value of a number."""
    m, choose = Model(), Random(seed)
    bools = [m.bool_var(f"b{k}") for k in range(60)]
    numbers = [m.int_var(f"x{k}", range(4)) for k in range(60)]
    m.or_(bools[:2])
    parts: list[Bool] = []
    for _ in range(count):
        x, y = choose.choice(bools), choose.choice(numbers)
        if choose.random() < 0.1:
            parts.append((m.or_ if every else m.and_)((x, choose.choice(bools))))
        elif choose.random() < 0.4:
            parts.append(m.literal(choose.random() < 0.95, x))
        else:
            parts.append(m.member(y, choose.sample(range(4), choose.choice((1, 2, 3)))))
    join = m.and_ if every else m.or_
    node = join(parts)
    for _ in range(4):
        choose.shuffle(parts)
        assert join([*parts]) is node
    if isinstance(node, (And, Or)):
        ids = [part.id for part in node.args]
        assert ids == sorted(set(ids))
        queried = [part.arg for part in node.args if isinstance(part, Member)]
        assert len(queried) == len(set(queried))
        assert not {p.arg for p in node.args if isinstance(p, Not)} & {*node.args}
    for share in (0, 0.02, 0.5, 0.98, 1):
        values = [int(choose.random() < share) for _ in bools]
        values += [choose.choice((0, 1, 2, 3)) for _ in numbers]
        truths = [bool(evaluate(part, values)) for part in parts]
        assert bool(evaluate(node, values)) is (all(truths) if every else any(truths))


def test_two_numbers_are_compared_as_a_sum() -> None:
    m = Model()
    domains = (range(1, 4), (1, 3), (2,), (5, 9), range(3, 4), range(2), (2,))
    numbers = [m.int_var(f"x{k}", d) for k, d in enumerate(domains)]
    for x, y in permutations(numbers, 2):
        first, second = (x, y) if x.id < y.id else (y, x)
        assert m.eq(x, y) is linear_eq(m, ((1, first), (-1, second)), 0)


@pytest.mark.parametrize("seed", range(40))
def test_sums_are_compared_as_their_nodes_are(seed: int) -> None:
    m, choose = Model(), Random(seed)
    bools = [m.bool_var(f"b{k}") for k in range(4)]
    numbers = [m.int_var(f"x{k}", d) for k, d in enumerate((range(4), (0, 1), (-2, 3, 5)))]
    leaves = [*bools, *numbers, m.not_(bools[0]), m.and_(bools[1:]), m.member(numbers[0], (1, 2))]
    some = [(choose.randint(-2, 2), x) for x in choose.choices(leaves, k=3)]
    sums = [m.linear(some, 1), m.sum_(choose.sample(leaves, 3)), *leaves, 0, True]
    for many in (0, 1, 2, 2, 2, 3, 4):
        terms = [(choose.randint(-2, 2), choose.choice(sums)) for _ in range(many)]
        for total in range(-4, 5):
            assert m.sum_is(terms, total) is m.eq(m.linear(terms), total)
            assert m.sum_is_at_most(terms, total) is m.le(m.linear(terms), total)


@pytest.mark.parametrize("seed", range(20))
def test_a_sum_of_conditions_on_one_number_is_a_condition_on_it(seed: int) -> None:
    choose, m = Random(seed), Model()
    x = m.int_var("x", tuple(sorted(choose.sample(range(-9, 30), choose.randint(3, 12)))))
    terms = [
        (choose.choice((-2, -1, 1, 1, 3)), m.member(x, choose.sample(x.domain, 2)))
        for _ in range(choose.randint(2, 6))
    ]
    total = m.linear(terms)
    for bound in range(-8, 9):
        for compare, holds in ((m.eq, int.__eq__), (m.le, int.__le__)):
            condition = compare(total, bound)
            assert type(condition) in (bool, Member)
            for value in x.domain:
                found = sum(c for c, part in terms if evaluate(part, [value]))
                assert evaluate(condition, [value]) == holds(found, bound)


def test_equal_nodes_are_one() -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    x, y = model.int_var("x", range(4)), model.int_var("y", range(4))
    assert model.and_((a, b)) is model.and_((b, a, True, a))
    assert model.not_(model.not_(model.le(x, y))) is model.le(x, y)
    assert model.lt(x, y) is model.not_(model.le(y, x))
    assert model.eq(x, y) is model.eq(y, x)
    assert model.member(x, (1, 2, 9)) is model.and_((model.le(1, x), model.le(x, 2)))
    assert model.or_((a, model.not_(a))) is True
    assert model.and_((model.eq(x, 1), model.eq(x, 2))) is False


def test_sharing_between_puzzles() -> None:
    model = Model()
    x = model.int_var("x", range(4))
    other = model.with_givens({0: 2})
    assert other.eq(x, 1) is model.eq(x, 1)
    assert other.bool_var("later") is model.variables[1]
    assert model.givens == {}


@given(random_models(objective=True), st.data())
def test_substitution_keeps_the_solutions_of_the_fixed_variables(
    model: Model, data: st.DataObject
) -> None:
    fixed = {
        v.index: model.givens.get(v.index, data.draw(st.sampled_from(list(domain_of(v)))))
        for v in model.variables
        if data.draw(st.booleans())
    }
    left = substitute(model, fixed)
    wanted = {a for a in brute_force(model) if all(a[i] == v for i, v in fixed.items())}
    assert brute_force(left) == wanted
    roots = [c.condition for c in left.constraints] + [*left.answer]
    assert fixed.keys().isdisjoint(v.index for v in variables_of(roots))
    objective, kept = model.objective, left.objective
    if objective is not None and kept is not None:
        for assignment in wanted:
            assert evaluate(kept.value, assignment) == evaluate(objective.value, assignment)


@given(samples(), st.data())
def test_substitution_keeps_every_meaning(sample: Sample, data: st.DataObject) -> None:
    model = sample.model
    for operand, _ in sample.all:
        condition = operand if operand in BOOL_NODES else model.eq(operand, domain_of(operand)[-1])
        model.constraints.append(Constraint(condition, Origin(0)))
    model.answer = tuple(operand for operand, _ in sample.all)
    variable = data.draw(st.sampled_from(model.variables))
    value = data.draw(st.sampled_from(list(domain_of(variable))))
    left = substitute(model, {variable.index: value})
    for assignment in assignments(model):
        if assignment[variable.index] == value:
            there = Evaluator(assignment)
            assert [*map(there, left.answer)] == [*map(there, model.answer)]


def test_substitution_may_widen_the_domain_of_an_index() -> None:
    m = Model()
    b, y = m.bool_var("b"), m.int_var("y", (-3, 0, 4))
    index = m.ite(b, 5, y)  # 8 b - 3 if y is -3, whose domain has all from -3 to 5
    m.answer = (m.element(index, [10, 20, 40, 50]),)
    left = substitute(m, {y.index: -3})
    assert [evaluate(left.answer[0], (b, -3)) for b in (0, 1)] == [10, 50]


def test_substitution_keeps_origins_and_shares_nodes() -> None:
    m = Model()
    x, y = m.int_var("x", range(4)), m.bool_var("y")
    z = m.int_var("z", range(4))
    m.require(m.lt(x, z), Origin(0), Origin(1))
    m.require(m.or_((y, m.eq(z, 3))), Origin(2))
    m.require(m.member(x, (1, 2)), Origin(3))
    m.answer, m.objective = (x, z), Objective("maximize", z)
    left = substitute(m, {0: 2, 1: 0})
    assert left.constraints == [
        Constraint(m.eq(z, 3), Origin(0), True, (Origin(1),)),
        Constraint(m.eq(z, 3), Origin(2)),
    ]
    assert (left.givens, left.answer, left.variables) == ({0: 2, 1: 0}, (2, z), m.variables)
    broken = substitute(m, {0: 0})
    assert Constraint(False, Origin(3)) in broken.constraints
    with pytest.raises(ValueError, match="x cannot be 4"):
        substitute(m, {0: 4})
    with pytest.raises(ValueError, match="x cannot be 3"):
        substitute(m.with_givens({0: 2}), {0: 3})


def test_variables_below() -> None:
    model = Model()
    a, x, b = model.bool_var("a"), model.int_var("x", range(3)), model.bool_var("b")
    assert variables_of([model.ite(b, x, 7), True]) == [x, b]
    assert variables_of([model.iff(a, b)]) == [a, b]


def test_a_product_of_few_values_has_those_that_occur() -> None:
    model = Model()
    x, y = model.int_var("x", (2, 3, 5)), model.int_var("y", (-1, 4))
    few = model.times(x, y)
    assert domain_of(few) == (-5, -3, -2, 8, 12, 20)
    assert domain_of(model.times(few, model.int_var("z", range(100)))) == range(-495, 1981)


# ---- the evaluator -------------------------------------------------------------------------------


def test_values_of_each_kind() -> None:
    model = Model()
    x, y = model.int_var("x", range(-3, 4)), model.int_var("y", (2, 3))
    b = model.bool_var("b")
    at = (-3, 2, 1)
    expected = {
        model.div(x, y): -2,
        model.mod(x, y): 1,
        model.times(x, y): -6,
        model.abs_(x): 3,
        model.min_((x, y, -1)): -3,
        model.max_((x, y, 1)): 2,
        model.ite(b, x, y): -3,
        model.element(y, (b, x)): 1,
        model.linear(((2, x), (1, b)), 5): 0,
        model.member(x, (0, -3)): 1,
        model.le(x, y): 1,
        model.eq(model.sum_((x, y)), 0): 0,
        model.iff(b, model.lt(y, x)): 0,
    }
    for operand, value in expected.items():
        assert evaluate(operand, at) == value
    assert evaluate(True, ()) == 1 and evaluate(7, ()) == 7


@given(samples(), st.data())
def test_partial_evaluation_is_sound(sample: Sample, data: st.DataObject) -> None:
    variables = sample.model.variables
    partial = tuple(
        draw_value if data.draw(st.booleans()) else None
        for draw_value in (data.draw(st.sampled_from(list(domain_of(v)))) for v in variables)
    )
    judge = PartialEvaluator(partial)
    completions = product(
        *(domain_of(v) if p is None else (p,) for v, p in zip(variables, partial, strict=True))
    )
    for assignment in completions:
        value = Evaluator(assignment)
        for operand, _ in sample.all:
            assert value(operand) in judge.possible(operand)


@given(samples())
def test_partial_evaluation_of_a_full_board_is_exact(sample: Sample) -> None:
    for assignment in assignments(sample.model)[:20]:
        for operand, _ in sample.bools:
            known = PartialEvaluator(assignment).holds(operand)
            assert known is bool(evaluate(operand, assignment))


def test_partial_evaluation_sees_a_broken_rule_early() -> None:
    model = Model()
    cells = [model.int_var(f"c{k}", range(1, 10)) for k in range(9)]
    different = model.all_of(ALL_DIFFERENT, cells, None)
    total = model.eq(model.sum_(cells), 45)
    assert PartialEvaluator((1, None, 1, *[None] * 6)).holds(different) is False
    assert PartialEvaluator((1, None, 2, *[None] * 6)).holds(different) is None
    assert PartialEvaluator((9, 9, 9, 9, 9, *[None] * 4)).holds(total) is False
    assert PartialEvaluator((1, None, 2, *[None] * 6)).holds(total) is None


def test_depth_is_no_limit() -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    node = a
    for _ in range(5000):
        node = model.iff(model.or_((node, b)), model.and_((node, model.not_(b))))
    assert evaluate(node, (1, 0)) in (0, 1)
    assert PartialEvaluator((1, 0)).holds(node) is bool(evaluate(node, (1, 0)))


# ---- globals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("definition", "domains", "data"), every_sample())
def test_global(definition: GlobalDefinition, domains: list[Values], data: object) -> None:
    hold_to_its_meaning(definition, domains, data)


@pytest.mark.parametrize(("definition", "domains", "data"), every_sample())
def test_global_judges_partial_boards(
    definition: GlobalDefinition, domains: list[Values], data: object
) -> None:
    hold_on_partial_boards(definition, domains, data)


def test_every_global_is_tested() -> None:
    modules = [
        import_module(m.name) for m in iter_modules(globals.__path__, f"{globals.__name__}.")
    ]
    found = {v for m in modules for v in vars(m).values() if hasattr(v, "nogood")}
    assert {g for g in found if not isinstance(g, type)} == SAMPLES.keys()


def test_meanings_by_example() -> None:
    assert STRAIGHT.holds((3, 5, 4), None) and not STRAIGHT.holds((3, 5, 3), None)
    assert not STRAIGHT.holds((1, 3), None) and STRAIGHT.holds((), None)
    assert RUNS.holds((0, 1, 1, 0, 1), (2, 1)) and not RUNS.holds((0, 1, 1, 0, 1), (1, 2))
    assert RUNS.holds((0, 0), ()) and not RUNS.holds((1, 0), ())
    assert ALL_DIFFERENT.nogood((4, 5, 6, 5), None) == (1, 3)
    assert STRAIGHT.nogood((1, 2, 3, 9), None) == (0, 3)
    assert TABLE.nogood((0, 1, 0), TABLE_ROWS) == (0, 2)


def test_globals_over_expressions() -> None:
    """Arguments may be any operands, constants and repeated ones included."""
    model = Model()
    x, y = model.int_var("x", range(3)), model.int_var("y", range(3))
    shifted = model.linear(((1, y),), 1)
    args = (x, shifted, 2, model.lt(x, y))
    for definition in (ALL_DIFFERENT, STRAIGHT):
        condition = definition.decompose(model, args, None)
        for at in assignments(model):
            values = [evaluate(a, at) for a in args]
            assert evaluate(condition, at) == definition.holds(values, None)
    assert ALL_DIFFERENT.decompose(model, (x, y, x), None) is not True
    assert not any(
        evaluate(ALL_DIFFERENT.decompose(model, (x, y, x), None), at) for at in assignments(model)
    )
    assert isinstance(model.all_of(RUNS, (True, model.eq(x, 1)), (1,)), Global)
    assert model.all_of(RUNS, (True, False, True), (1, 1)) is True
    assert isinstance(x, IntVar)


def test_yes_and_no_stay_so_where_expressions_are_rebuilt() -> None:
    """They equal 1 and 0, which are no conditions."""
    old, new = Model(), Model()
    there = [old.bool_var(f"there {k}") for k in range(2)]
    graph = old.graph([True, *there], [(0, 1, there[1]), (1, 2, True)])
    twins = {v: new.bool_var("twin") for v in there}
    found = rebuilt(new, graph, dict(twins))
    assert [type(x) for x in (found.vertices[0], found.edges[1][2])] == [bool, bool]
    assert rebuilt(new, True, {}) is True and rebuilt(new, False, {}) is False
