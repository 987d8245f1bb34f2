"""The values to blame make a condition false by themselves, and each of them is needed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
import pzc
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Constraint, Origin
from pzc.model.evaluate import Evaluator
from pzc.model.globals.acyclic import ACYCLIC
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.size import SIZE
from pzc.model.incremental import Network
from pzc.model.model import Model
from pzc.model.nodes import Bool, BoolVar, Variable, domain_of
from pzc.model.partial import PartialEvaluator
from pzc.tasks.blame import Blame
from pzc.tasks.library import example
from strategies import Sample, assignments, samples


def blame(condition: Bool, assignment: Sequence[int | None]) -> list[Variable]:
    network = Network([Constraint(condition, Origin(0))])
    return Blame(network, len(assignment)).of(condition, assignment)


def falsified(condition: Bool, model: Model, some: list[int | None]) -> bool:
    return all(
        not Evaluator(a)(condition)
        for a in assignments(model)
        if all(v is None or v == w for v, w in zip(some, a, strict=True))
    )


@settings(max_examples=37)
@given(samples(), st.data())
def test_blame(sample: Sample, data: st.DataObject) -> None:
    assume(sample.bools)
    model = sample.model
    condition = data.draw(st.sampled_from(sample.bools[::-1]))[0]
    some: list[int | None] = [
        None if data.draw(st.integers(0, 3)) == 0 else value
        for value in data.draw(st.sampled_from(assignments(model)))
    ]
    assume(PartialEvaluator(some).holds(condition) is False)
    found = {v.index for v in blame(condition, some)}
    kept = [value if k in found else None for k, value in enumerate(some)]
    assert None not in [some[k] for k in found]
    assert falsified(condition, model, kept)
    for k in found:
        fewer = [None if j == k else value for j, value in enumerate(kept)]
        assert PartialEvaluator(fewer).holds(condition) is not False


def grid(model: Model, side: int) -> tuple[list[BoolVar], list[tuple[int, int, bool]]]:
    cells = [model.bool_var(f"r{k // side}c{k % side}") for k in range(side * side)]
    across = [(k, k + 1, True) for k in range(side * side) if k % side < side - 1]
    return cells, across + [(k, k + side, True) for k in range(side * (side - 1))]


def test_large_pieces_are_blamed_for_what_matters() -> None:
    """Few of 400 cells: the two ends and a wall, one cycle, or enough of a piece."""
    model = Model()
    cells, edges = grid(model, 20)
    graph = model.graph(cells, edges)
    corner = {0: 1, 1: 0, 20: 0}
    board = [corner.get(k, 1) for k in range(400)]
    names = [v.index for v in blame(model.query(CONNECTED, graph), board)]
    assert set(corner) <= set(names) and len(names) == 4
    assert len(blame(model.query(ACYCLIC, graph), board)) == 4
    large = model.le(3, model.measure(SIZE, graph, (0, None)))
    assert {v.index for v in blame(large, board)} == {1, 20}
    small = model.le(model.measure(SIZE, graph, (399, None)), 7)
    assert len(blame(small, board)) == 8
    part = [value if k < 60 else None for k, value in enumerate(board)]
    assert len(blame(model.query(CONNECTED, graph), part)) == 4


@pytest.mark.parametrize("name", ["fillomino", "masyu", "nurikabe", "skyscrapers"])
def test_one_evaluator_for_all_constraints_blames_as_one_for_each(name: str) -> None:
    """What one constraint is blamed on leaves no trace for the next."""
    model = pzc.load(name).ground(example(name, 1), exact=True).model
    random = Random(name)
    board = [random.choice(list(domain_of(v))) for v in model.variables]
    here = PartialEvaluator(board)
    broken = [c for c in model.constraints if here.breaks(c)]
    together = Blame(Network(broken), len(board))
    assert len(broken) > 4
    for one in broken:
        assert together.of(one.condition, board, here) == blame(one.condition, board)
