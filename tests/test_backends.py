"""Every backend against brute force: whole solution sets, assumptions, cores, limits."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from math import comb
from pathlib import Path
from typing import Any

import pysat.solvers
import pytest
import z3
from backend_names import EVERY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends import load
from pzc.backends.base import Solver, Status
from pzc.backends.cnf.dimacs import to_dimacs
from pzc.backends.cnf.solver import SOLVERS, CnfSolver
from pzc.backends.smt2 import to_smt2
from pzc.backends.z3.process import Z3Process
from pzc.dsl.diagnostics import PzcError
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.model import Model
from pzc.model.nodes import BoolNode, BoolVar, IntOperand, domain_of
from pzc.model.show import to_ir
from strategies import brute_force, random_models, samples, satisfies

every_backend = pytest.mark.parametrize("backend", [*EVERY, "cnf:glucose4"])
quick = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])


def all_solutions(solver: Solver, model: Model) -> set[tuple[int, ...]]:
    """Solve, exclude what was found, and so on; every answer must be new and right."""
    found: set[tuple[int, ...]] = set()
    while True:
        outcome = solver.solve()
        if outcome.status is Status.UNSAT:
            assert outcome.core == ()
            return found
        assert outcome.status is Status.SAT and outcome.assignment is not None
        assert outcome.assignment not in found
        assert satisfies(model, outcome.assignment)
        found.add(outcome.assignment)
        pairs = zip(model.variables, outcome.assignment, strict=True)
        solver.add(model.or_(model.not_(model.eq(v, value)) for v, value in pairs))


@every_backend
@quick
@given(model=random_models())
def test_all_solutions(backend: str, model: Model) -> None:
    assert all_solutions(load(backend, model), model) == brute_force(model)


@st.composite
def literals(draw: st.DrawFn, model: Model) -> list[BoolNode]:
    """Assumptions of every form over a model's variables."""
    found: list[BoolNode] = []
    for _ in range(draw(st.integers(0, 5)) if model.variables else 0):
        variable = draw(st.sampled_from(model.variables))
        if isinstance(variable, BoolVar):
            found.append(draw(st.sampled_from([variable, model.not_(variable)])))
        elif len(variable.domain) > 1:
            size = draw(st.integers(1, len(variable.domain) - 1))
            values = st.sets(st.sampled_from(variable.domain), min_size=size, max_size=size)
            found.append(model.member(variable, draw(values)))
    return found


@every_backend
@quick
@given(data=st.data())
def test_assumptions_and_cores(backend: str, data: st.DataObject) -> None:
    model = data.draw(random_models())
    solver = load(backend, model)
    everything = brute_force(model)
    for _ in range(3):
        assuming = data.draw(literals(model))
        outcome = solver.solve(assuming)
        expected = {a for a in everything if all(evaluate(n, a) for n in assuming)}
        if expected:
            assert outcome.assignment in expected
        else:
            assert outcome.status is Status.UNSAT
            assert set(outcome.core) <= set(assuming)
            assert not any(all(evaluate(n, a) for n in outcome.core) for a in everything)


@every_backend
@quick
@given(data=st.data())
def test_add_and_reset(backend: str, data: st.DataObject) -> None:
    """In any order, on one solver: what was added or given before a reset is forgotten."""
    sample = data.draw(samples())
    model = sample.model
    if sample.bools:
        model.require(data.draw(st.sampled_from(sample.bools))[0], Origin(0))
    solver = load(backend, model)
    current, added = model, []
    for _ in range(data.draw(st.integers(1, 6))):
        match data.draw(st.sampled_from(["add", "reset", "solve", "list"])):
            case "add" if sample.bools:
                condition = data.draw(st.sampled_from(sample.bools))[0]
                solver.add(condition)
                added.append(condition)
            case "reset":
                fixed = [v for v in model.variables if data.draw(st.booleans())]
                givens = {v.index: data.draw(st.sampled_from(list(domain_of(v)))) for v in fixed}
                current, added = model.with_givens(givens), []
                solver.reset(current)
            case "list":
                expected = {a for a in brute_force(current) if all(evaluate(c, a) for c in added)}
                assert all_solutions(solver, current) == expected
                current, added = model.with_givens({}), []
                solver.reset(current)
            case _:
                outcome = solver.solve()
                expected = {a for a in brute_force(current) if all(evaluate(c, a) for c in added)}
                assert outcome.assignment in expected if expected else outcome.core == ()
                assert (outcome.status is Status.SAT) is bool(expected)


def latin_square(side: int) -> Model:
    model = Model()
    square = [[model.int_var(f"r{r}c{c}", range(side)) for c in range(side)] for r in range(side)]
    for line in [*square, *zip(*square, strict=True)]:
        model.require(model.all_of(ALL_DIFFERENT, line, None), Origin(0))
    return model


def ask_about_many_puzzles(solver: Solver, model: Model) -> None:
    """Two solutions of each of 200 puzzles."""
    for number in range(200):
        given = {k: number // 5**k % 5 for k in range(2)}
        solver.reset(model.with_givens(given))
        solvable = given[0] != given[1]
        for _ in range(2):
            outcome = solver.solve()
            assert (outcome.status is Status.SAT) is solvable
            if outcome.assignment is not None:
                assert all(outcome.assignment[k] == v for k, v in given.items())
                pairs = zip(model.variables, outcome.assignment, strict=True)
                solver.add(model.or_(model.not_(model.eq(v, value)) for v, value in pairs))


def test_clauses_of_earlier_puzzles_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pzc.backends.cnf.solver.LEAST_WORN", 20)
    monkeypatch.setattr("pzc.backends.cnf.solver.WORN", 0)
    model = latin_square(5)
    solver = CnfSolver(model)
    clauses, literals = solver.statistics.constraints, solver.statistics.variables
    ask_about_many_puzzles(solver, model)
    assert clauses <= solver.statistics.constraints <= clauses + 30
    assert literals <= solver.statistics.variables <= literals + 30


def test_a_fresh_sat_solver_goes_on_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pzc.backends.cnf.solver.LEAST_WORN", 0)
    monkeypatch.setattr("pzc.backends.cnf.solver.WORN", 0)
    model = latin_square(5)
    solver = CnfSolver(model)
    counts = []
    for number in range(6):
        solver.reset(model.with_givens({0: number % 5}))
        assert solver.solve().status is Status.SAT
        counts.append((solver.work, solver.statistics.decisions))
    assert counts == sorted(set(counts))
    assert solver.statistics.solves == 6


def test_a_fresh_sat_solver_is_encoded_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pzc.backends.cnf.solver.LEAST_WORN", 0)
    monkeypatch.setattr("pzc.backends.cnf.solver.WORN", 0)
    model = latin_square(5)
    solver = CnfSolver(model, lazy=True)
    for number in range(3):
        while not solver.build(100_000):
            pass
        assert solver.solve().status is Status.SAT
        solver.add(model.eq(model.variables[1], number))
        solver.reset(model.with_givens({0: number}))
        assert not solver.build(100_000)


def test_z3_forgets_the_text_of_earlier_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pzc.backends.z3.solver.LEAST_WORN", 3_000)
    monkeypatch.setattr("pzc.backends.z3.solver.WORN", 0)
    kept = []  # characters since the last fresh solver
    order = Z3Process.order

    def counting(process: Z3Process, name: str, *arguments: Any) -> None:
        if name == "begin":
            kept.append(0)
        elif name == "enter":
            kept[-1] += len(arguments[0])
        order(process, name, *arguments)

    monkeypatch.setattr(Z3Process, "order", counting)
    model = latin_square(5)
    solver = load("z3", model)
    (of_model,) = kept
    ask_about_many_puzzles(solver, model)
    assert len(kept) > 10
    assert max(kept) < of_model + 6_000


# ---- limits --------------------------------------------------------------------------------------


def pigeons(count: int) -> Model:
    """One pigeon too many, said by bools so that no backend sees it by counting."""
    model = Model()
    holes = range(count)
    sits = [[model.bool_var(f"p{p}h{h}") for h in holes] for p in range(count + 1)]
    for p in range(count + 1):
        model.require(model.or_(sits[p]), Origin(0))
        for other in range(p):
            for h in holes:
                both = model.and_((sits[p][h], sits[other][h]))
                model.require(model.not_(both), Origin(1))
    return model


@every_backend
def test_deadline(backend: str) -> None:
    solver = load(backend, pigeons(13))
    started = time.monotonic()
    outcome = solver.solve(deadline=started + 0.3)
    assert outcome.status is Status.UNKNOWN and outcome.reason == "deadline"
    assert solver.solve(deadline=started).status is Status.UNKNOWN


@every_backend
def test_interrupt_from_another_thread(backend: str) -> None:
    solver = load(backend, pigeons(13))
    timer = threading.Timer(0.3, solver.interrupt)
    timer.start()
    outcome = solver.solve()
    timer.join()
    assert outcome.status is Status.UNKNOWN and outcome.reason == "interrupted"
    assert solver.solve(deadline=time.monotonic() + 0.1).reason == "deadline"


CTRL_C = """
import sys, time
sys.path.insert(0, {tests!r})
from test_backends import pigeons
from pzc.backends import load
solver = load({backend!r}, pigeons(13))
print("ready", flush=True)
try:
    solver.solve()
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@every_backend
def test_ctrl_c(backend: str) -> None:
    program = CTRL_C.format(tests=str(Path(__file__).parent), backend=backend)
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=600)[0] == "stopped\n"
        finally:
            process.kill()


# ---- what the encodings are for ------------------------------------------------------------------


@pytest.mark.parametrize("solver", SOLVERS)
def test_each_sat_solver(solver: str) -> None:
    model = queens(6)
    assert len(all_solutions(load(f"cnf:{solver}", model), model)) == 4


def queens(count: int) -> Model:
    model = Model()
    rows = [model.int_var(f"q{k}", range(count)) for k in range(count)]
    for slope in (-1, 0, 1):
        shifted = [model.linear(((1, q),), slope * k) for k, q in enumerate(rows)]
        model.require(model.all_of(ALL_DIFFERENT, shifted, None), Origin(0))
    return model


@every_backend
def test_queens(backend: str) -> None:
    model = queens(6)
    solver = load(backend, model)
    assert len(all_solutions(solver, model)) == 4
    assert solver.statistics.solves == 5
    assert solver.statistics.decisions is not None


@every_backend
def test_wide_domains_and_weights(backend: str) -> None:
    """SEND + MORE = MONEY, and a product of wide domains."""
    model = Model()
    letters = {c: model.int_var(c, range(c in "SM", 10)) for c in "SENDMORY"}
    model.require(model.all_of(ALL_DIFFERENT, [*letters.values()], None), Origin(0))

    def number(word: str) -> IntOperand:
        return model.linear((10**k, letters[c]) for k, c in enumerate(reversed(word)))

    total = model.sum_((number("SEND"), number("MORE")))
    model.require(model.eq(total, number("MONEY")), Origin(0))
    a, b = model.int_var("a", range(2, 200)), model.int_var("b", range(2, 200))
    model.require(model.eq(model.times(a, b), 143), Origin(1))
    model.require(model.lt(a, b), Origin(2))
    assert load(backend, model).solve().assignment == (9, 5, 6, 7, 1, 0, 8, 2, 11, 13)


@every_backend
@pytest.mark.parametrize("count", [0, 1, 2, 10, 11])
def test_counts(backend: str, count: int) -> None:
    """Exactly so many of twelve, by the encodings for few, for many and for some."""
    model = Model()
    bools = [model.bool_var(f"b{k}") for k in range(12)]
    model.require(model.eq(model.sum_(bools), count), Origin(0))
    found = all_solutions(load(backend, model), model)
    assert len(found) == comb(12, count)


@every_backend
@quick
@given(data=st.data())
def test_wide_domains(backend: str, data: st.DataObject) -> None:
    """Intervals, holes, sums and comparisons over more values than pairs are made for."""
    model = Model()
    x = model.int_var("x", range(-7, 8))
    y = model.int_var("y", [v * v for v in range(12)])
    sums = [model.linear(((a, x), (b, y))) for a, b in ((1, 1), (-3, 1), (2, -1))]
    for _ in range(data.draw(st.integers(1, 3))):
        a = data.draw(st.sampled_from([x, y, *sums, model.abs_(x), model.max_((x, y))]))
        low = data.draw(st.integers(-20, 40))
        high = data.draw(st.integers(low, 60))
        hole = data.draw(st.integers(low, high))
        inside = model.and_((model.le(low, a), model.le(a, high), model.not_(model.eq(a, hole))))
        model.require(data.draw(st.sampled_from([inside, model.not_(inside)])), Origin(0))
    solver = load(backend, model)
    expected = brute_force(model)
    some = st.lists(st.sampled_from(sorted(expected)), max_size=3, unique=True)
    for a in data.draw(some) if expected else ():
        point = model.and_((model.eq(x, a[0]), model.eq(y, a[1])))
        assert solver.solve([model.eq(x, a[0]), model.eq(y, a[1])]).assignment == a
        solver.add(model.not_(point))
        expected.discard(a)
    below = [model.le(x, 0), model.not_(model.le(y, 16))]
    outcome = solver.solve(below)
    rest = {a for a in expected if a[0] <= 0 and a[1] > 16}
    assert outcome.assignment in rest if rest else outcome.status is Status.UNSAT


@every_backend
def test_deep_conditions(backend: str) -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    node = a
    for k in range(2000):
        node = model.iff(model.or_((node, b)), a if k % 2 else b)
    model.require(node, Origin(0))
    assert all_solutions(load(backend, model), model) == brute_force(model)


@every_backend
def test_labels_may_differ_only_in_what_smt_cannot_quote(backend: str) -> None:
    model = Model()
    a, b, c = (model.bool_var(f"x[{sign}]") for sign in ("|", "/", "\\"))
    model.require(model.and_((a, model.not_(b), c)), Origin(0))
    assert all_solutions(load(backend, model), model) == {(1, 0, 1)}


# ---- the registry --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cnff", "z3:smt", "cnf:glucos4", ""])
def test_unknown_backends(name: str) -> None:
    with pytest.raises(PzcError) as raised:
        load(name, Model())
    assert raised.value.diagnostics[0].expected


# ---- exports -------------------------------------------------------------------------------------


def solutions_of_dimacs(text: str, model: Model) -> set[tuple[int, ...]]:
    """The assignments of a model that a text has, read by the solver and the comments alone."""
    names: dict[str, int] = {}
    clauses: list[list[int]] = []
    for line in text.splitlines():
        match line.split():
            case ["c", "map", literal, *name]:
                names[" ".join(name)] = int(literal)
            case ["c", *_]:
                pass
            case ["p", "cnf", top, count]:
                header = int(top), int(count)
            case numbers:
                *clause, end = map(int, numbers)
                assert end == 0
                clauses.append(clause)
    assert header[1] == len(clauses)
    assert all(0 < abs(a) <= header[0] for clause in clauses for a in clause)
    found = set()
    with pysat.solvers.Solver(name="minisat22", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = set(solver.get_model())
            here = {n: a in true if a > 0 else -a not in true for n, a in names.items()}
            found.add(
                tuple(
                    int(here[v.label])
                    if isinstance(v, BoolVar)
                    else next(x for x in v.domain if here[f"{v.label}={x}"])
                    for v in model.variables
                )
            )
            solver.add_clause([-a if here[n] else a for n, a in names.items()])
            if not names:
                break
    return found


@quick
@given(model=random_models())
def test_dimacs(model: Model) -> None:
    assert solutions_of_dimacs(to_dimacs(model), model) == brute_force(model)


@settings(max_examples=12)
@given(model=random_models(objective=True))
def test_smt2(model: Model) -> None:
    """Z3's own parser and optimizer read the text, and agree on what is best."""
    context = z3.Context()
    solver = z3.Optimize(ctx=context)
    solver.from_string(to_smt2(model))
    everything = brute_force(model)
    assert (solver.check() == z3.sat) is bool(everything)
    if everything and model.objective is not None:
        found = solver.model()

        def holds(name: str) -> bool:
            return z3.is_true(found.eval(z3.Bool(name, context), model_completion=True))

        assignment = [
            int(holds(v.label))
            if isinstance(v, BoolVar)
            else next(x for x in v.domain if holds(f"{v.label}={x}"))
            for v in model.variables
        ]
        pick = min if model.objective.sense == "minimize" else max
        assert evaluate(model.objective.value, assignment) == pick(
            evaluate(model.objective.value, a) for a in everything
        )


@settings(max_examples=12)
@given(model=random_models(objective=True))
def test_ir_is_printed(model: Model) -> None:
    text = to_ir(model)
    assert all(f"  {v.label} : " in text for v in model.variables)
    assert text.count("\n") >= len(model.constraints) + len(model.variables)


def test_ir_reads_well() -> None:
    model = Model()
    a, b = model.bool_var("star[r1c1]"), model.bool_var("star[r1c2]")
    x = model.int_var("digit[r1c1]", (1, 2, 3, 7))
    model.givens = {2: 3}
    model.require(model.le(model.sum_((a, b, x)), 4), Origin(0, (("c", "r1c1"),)))
    model.require(model.implies(a, model.eq(x, 2)), Origin(1))
    model.require(model.all_of(ALL_DIFFERENT, (x, b), None), Origin(1))
    model.answer = (x,)
    assert to_ir(model) == (
        "variables  # 3\n"
        "  star[r1c1] : bool\n"
        "  star[r1c2] : bool\n"
        "  digit[r1c1] : {1..3, 7}\n"
        "givens  # 1\n"
        "  digit[r1c1] = 3\n"
        "constraints  # 3\n"
        "  rule 1:\n"
        "    star[r1c1] + star[r1c2] + digit[r1c1] <= 4  # c = r1c1\n"
        "  rule 2:\n"
        "    (digit[r1c1] = 2) or (not star[r1c1])\n"
        "    all_different(star[r1c2], digit[r1c1])\n"
        "answer  # 1\n"
        "  digit[r1c1]\n"
    )
