"""The lengths of the stretches around a cell, in any order, beside counting all patterns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, product

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

SPEC = """
grid 3 x 3
given rock : bool at cells drawn "0 1"
find  wall : bool at cells
rule "Around one cell":
    for c in cells if c.row = {row} and c.column = {column}:
        bag([size(r) for r in runs(ring(c), wall - rock)]) = bag({wanted})
"""
AROUND = {(2, 2): 8, (1, 1): 3, (3, 2): 5}  # how many cells lie there


def lengths(pattern: Sequence[bool], cyclic: bool) -> list[int]:
    if cyclic and not all(pattern):
        first = pattern.index(False)
        pattern = (*pattern[first:], *pattern[:first])
    return sorted(len(list(run)) for held, run in groupby(pattern) if held)


@pytest.mark.parametrize("wanted", [[], [1], [3], [8], [1, 1], [2, 2], [1, 2, 1]])
@pytest.mark.parametrize("cell", AROUND)
@pytest.mark.parametrize("backend", ["native", "cnf"])
def test_every_pattern(backend: str, cell: tuple[int, int], wanted: list[int]) -> None:
    spec = Spec.of(Source("ring.spec", SPEC.format(row=cell[0], column=cell[1], wanted=wanted)))
    around = AROUND[cell]
    patterns = product((False, True), repeat=around)
    fitting = sum(lengths(p, around == 8) == sorted(wanted) for p in patterns)
    free = 1 << 9 - around
    assert spec.count("rock:\n000\n000\n000", backend=backend) == fitting * free


def test_cells_without_a_place_are_left_out() -> None:
    spec = Spec.of(Source("ring.spec", SPEC.format(row=2, column=2, wanted=[2, 1])))
    rock = {(1, 1), (3, 3)}
    ring = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1)]
    patterns = product((False, True), repeat=8)
    fitting = sum(
        lengths([held and at not in rock for held, at in zip(p, ring, strict=True)], True) == [1, 2]
        for p in patterns
    )
    assert spec.count("rock:\n100\n000\n001") == fitting * 2
