"""How much work explanations take: few searches and derivations, with the same steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from explanations import example
from pzc import load
from pzc.backends.native.solver import NO_MORE, NativeSolver
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.model import Model
from pzc.tasks.explain.givens import Givens
from pzc.tasks.explain.instances import Instances
from pzc.tasks.explain.position import Position
from pzc.tasks.explain.shapes import Lefts, Shape
from pzc.tasks.explain.step import Step, Tier
from pzc.tasks.explain.steps import Explainer
from pzc.tasks.library import SPECS
from pzc.tasks.wording.facts import Fact

SIZE = 12


def counted_cores(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of facts in each search for a core from now on."""
    searches: list[int] = []
    core = Shape.core

    def counted(shape: Shape, some: Sequence[Fact], deadline: float | None) -> set[Fact] | None:
        searches.append(len(some))
        return core(shape, some, deadline)

    monkeypatch.setattr(Shape, "core", counted)
    return searches


def one_by_one(shape: Shape, facts: Sequence[Fact], goal: Fact) -> list[Fact]:
    """What deletion of single facts leaves."""
    kept = list(facts)
    for fact in facts:
        rest = [f for f in kept if f != fact]
        if shape.core([*rest, shape.opposite(goal)], None) is not None:
            kept = rest
    return kept


def test_a_core_that_takes_too_long_is_all_assumptions() -> None:
    """Four cells for three numbers: a search shows it at once, but not which assumptions it takes.
    With 13 cells for 12 numbers, to learn this takes exponentially longer."""
    model = Model()
    numbers = [model.int_var(f"x{k}", range(1, 7)) for k in range(6)]
    model.require(model.all_of(ALL_DIFFERENT, numbers, None), Origin(0))
    few = [model.not_(model.eq(x, v)) for x in numbers[:4] for v in (4, 5, 6)]
    assumed = [node for node in (*few, model.bool_var("superfluous")) if not isinstance(node, bool)]
    cores = []
    for work in (1, None):
        solver = NativeSolver(model)
        assert solver.consistent(assumed)
        assert solver.go_on(1) == ([], NO_MORE)
        cores.append({*solver.core_finder(None, work)()})
    assert cores == [{*assumed}, {*few}]


@pytest.mark.parametrize("goal", [Fact(0, 1), Fact(3, 2, False)])
def test_a_minimal_reason_is_found_without_a_search_for_each_superfluous_fact(
    goal: Fact, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Model()
    numbers = [model.int_var(f"x{k}", range(1, SIZE + 1)) for k in range(SIZE)]
    shape = Shape(numbers, [model.all_of(ALL_DIFFERENT, numbers, None)])
    # Many values are ruled out that do not matter; 1 is ruled out everywhere but at the start.
    superfluous = [Fact(v, value, False) for v in range(1, SIZE) for value in range(6, SIZE)]
    facts = [*superfluous, *(Fact(v, 1, False) for v in range(1, SIZE)), Fact(4, 2)]
    asked = counted_cores(monkeypatch)
    found = shape.reason(tuple(facts), goal, None)
    assert len(asked) < len(facts)
    assert list(found) == one_by_one(shape, facts, goal)


def test_rules_about_connections_are_derived_only_where_they_may_give_the_cheapest_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = Position(load("fillomino"), "1.1.1\n.....\n1.1.1\n.....")
    derivations: list[int] = []
    conclude = Instances.conclude

    def counted(instances: Instances, *args: Any) -> Any:
        derivations.append(1)
        return conclude(instances, *args)

    monkeypatch.setattr(Instances, "conclude", counted)
    explainer = Explainer(position.instances, position.known.copy())
    steps = [explainer.by_one() for _ in range(6)]
    assert [step and step.cost for step in steps] == [1.2] * 6
    assert len(derivations) == 1


def test_without_counting_citations_of_several_facts_wait_until_no_single_fact_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searches = counted_cores(monkeypatch)
    text = example("sudoku")

    def first(uncounted: bool) -> tuple[list[Step | None], int]:
        position = Position(load("sudoku"), text)
        explainer = Explainer(position.instances, position.known.copy(), uncounted=uncounted)
        searches.clear()
        return [explainer.by_one() for _ in range(20)], len(searches)

    steps, many = first(uncounted=False)
    same, fewer = first(uncounted=True)
    assert same == steps
    assert 1.5 * fewer < many


def test_without_counting_a_value_ruled_out_takes_no_look_at_its_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only a placed value can lead to a step that cites a single fact."""
    position = Position(load("sudoku"), example("sudoku"))
    explainer = Explainer(position.instances, position.known.copy(), uncounted=True)
    explainer.by_one()
    looks: list[Lefts] = []
    propagated = Shape.propagated

    def counted(shape: Shape, lefts: Lefts) -> tuple[Fact, ...] | None:
        looks.append(lefts)
        return propagated(shape, lefts)

    monkeypatch.setattr(Shape, "propagated", counted)
    steps = [explainer.by_one() for _ in range(10)]
    assert all(step is not None and not step.places for step in steps)
    assert looks == []


def test_conflicting_clues_and_what_mends_them_take_few_searches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not one for each of the other clues, nor for each number that a clue could be."""
    row = "1 . 1 . 1 . 1\n. . . . . . .\n"
    givens = Givens(load("nurikabe"), "2 2 . 1 . 1 .\n. . . . . . .\n" + row * 3)
    searches: list[int] = []
    go_on = NativeSolver.go_on

    def counted(solver: NativeSolver, *args: Any) -> Any:
        searches.append(1)
        return go_on(solver, *args)

    monkeypatch.setattr(NativeSolver, "go_on", counted)
    found = givens.clash()
    assert found is not None
    clues, fewest = found
    assert fewest
    assert [clue.place for clue in clues] == ["r1c1", "r1c2"]
    assert len(givens.clues) == 16
    assert len(searches) <= 6
    searches.clear()
    assert [mend.clue.place for mend in givens.mends(clues)] == ["r1c1", "r1c2"]
    assert len(searches) <= 12


def test_a_chain_gives_way_to_a_step_by_one_of_its_rule_instances_alone() -> None:
    """Propagation with all of them finds that the wall is missing by way of other conclusions."""
    position = Position(load("compass"), (SPECS / "examples" / "compass" / "2.puzzle").read_text())
    explainer = Explainer(position.instances, position.known.copy())
    steps = [explainer.next() for _ in range(17)]
    last = steps[-1]
    assert last is not None
    assert position.words.facts(last.facts) == "no wall between r3c1 and r4c1"
    assert (last.tier, len(last.groups)) == (Tier.ONE, 1)
