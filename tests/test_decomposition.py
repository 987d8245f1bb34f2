"""The decomposition pass keeps what is supported and decomposes the rest; solutions are the
same."""

from __future__ import annotations

import pytest
from backend_names import EVERY
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc import backends
from pzc.backends.decomposition import Decomposition
from pzc.backends.supports import BASIC, DEFINED, EVERYTHING, PLAIN, Supports
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.table import TABLE
from pzc.model.model import Model
from pzc.model.nodes import KINDS, BoolVar, Element, Graph, Part, bottom_up
from some import some
from strategies import assignments, brute_force, random_models

FURTHER = sorted(PLAIN - BASIC, key=lambda kind: kind.__name__)


def parts_of(model: Model) -> list[Part]:
    roots = [c.condition for c in model.constraints] + [*model.answer]
    if model.objective is not None:
        roots.append(model.objective.value)
    seen: dict[Part, None] = {}
    for node in bottom_up(roots, seen):
        seen[node] = None
    return [*seen]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(random_models(objective=True), st.sets(st.sampled_from([*FURTHER, *DEFINED])))
def test_only_supported_nodes_are_left_and_the_solutions_are_the_same(
    model: Model, kinds: set[type]
) -> None:
    supports = Supports(BASIC | kinds)
    left = Decomposition(model, supports).model()
    assert [n for n in parts_of(left) if not isinstance(n, Graph) and n not in supports] == []
    solutions = brute_force(model)
    assert brute_force(left) == solutions
    assert (left.objective is None) is (model.objective is None)
    for solution in list(solutions)[:5]:
        old, new = ([evaluate(a, solution) for a in m.answer] for m in (model, left))
        assert old == new
        if model.objective is not None and left.objective is not None:
            value = evaluate(model.objective.value, solution)
            assert evaluate(left.objective.value, solution) == value


@given(random_models())
def test_what_is_supported_stays_as_it_is(model: Model) -> None:
    left = Decomposition(model, EVERYTHING).model()
    assert left.constraints == model.constraints and left.answer == model.answer


def test_origins_and_selectors_stay() -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(3)) for k in range(3)]
    on = m.bool_var("on")
    m.selectors = 1
    m.require(m.all_of(ALL_DIFFERENT, xs, None), Origin(2), Origin(3), given=on)
    (constraint,) = Decomposition(m, Supports(BASIC)).model().constraints
    assert constraint.origins == (Origin(2), Origin(3)) and constraint.given is on
    assert Decomposition(m, Supports(BASIC)).model().selectors == 1


def test_one_definition_may_be_supported_and_another_not() -> None:
    m = Model()
    x, y = m.int_var("x", range(3)), m.int_var("y", range(3))
    different, listed = m.all_of(ALL_DIFFERENT, (x, y), None), m.all_of(TABLE, (x, y), ((0, 1),))
    only = Supports(PLAIN, frozenset((ALL_DIFFERENT,)))
    but = Supports(KINDS, rather_decomposed=lambda node: node.definition is TABLE)
    assert different in only and listed not in only
    assert different in but and listed not in but
    decomposition = Decomposition(m, only)
    assert decomposition.condition(different) is different
    made = decomposition.condition(listed)
    assert made is not listed
    assert all(evaluate(made, a) == (a == (0, 1)) for a in some(assignments(m)))


def test_an_index_that_gives_way_takes_its_element_along() -> None:
    """The sum that replaces an index has more values than the index had."""
    m = Model()
    x, y = m.int_var("x", (0, 3)), m.int_var("y", range(5))
    far = m.abs_(m.linear(((2, x),), -4))  # 4 or 2
    made = Decomposition(m, Supports(BASIC | {Element})).number(m.element(far, (y, y, 7, y, 8)))
    assert [evaluate(made, a) for a in ((0, 1), (3, 1))] == [8, 7]


def test_no_backend_supports_less_than_the_basic_kinds() -> None:
    with pytest.raises(ValueError, match="every backend must support And, "):
        Supports(frozenset((BoolVar,)))


@pytest.mark.parametrize("name", EVERY)
def test_every_backend_says_what_it_supports(name: str) -> None:
    assert backends.load(name, Model()).SUPPORTS.kinds >= BASIC
