"""The incremental evaluator agrees with the reference one, whatever changes in whatever order."""

from __future__ import annotations

from random import Random

import pytest
import pzc
from pzc.model.incremental import Incremental, Network
from pzc.model.nodes import domain_of
from pzc.model.partial import PartialEvaluator
from pzc.tasks.library import example

# Linear, tables, elements, graphs, measures, pieces, runs.
SPECS = (
    "aho_ni_narikire",
    "akari",
    "ant_mill",
    "double_choco",
    "fillomino",
    "galaxies",
    "hebi",
    "kakuro",
    "masyu",
    "nanro",
    "nonogram",
    "sananko",
    "skyscrapers",
    "tents",
    "tetrominous",
)


@pytest.mark.parametrize("name", SPECS)
def test_it_tells_the_same_broken_constraints_as_a_fresh_evaluation(name: str) -> None:
    grounding = pzc.load(name).ground(example(name, 1), exact=True)
    model, random = grounding.model, Random(name)
    constraints = list(model.constraints)
    assignment: list[int | None] = [None] * len(model.variables)
    live = Incremental(Network(constraints), assignment)
    seen = 0
    for _ in range(40):
        for index in random.sample(range(len(assignment)), min(3, len(assignment))):
            values = [None, *domain_of(model.variables[index])]
            assignment[index] = random.choice(values)
        live.change(assignment)
        fresh = PartialEvaluator(assignment)
        assert live.broken == {k for k, c in enumerate(constraints) if fresh.breaks(c)}
        seen += len(live.broken)
    assert seen > 0
