"""Solvers of the native engine, compiled and uncompiled, and models for them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
import uncompiled
from grids import neighbours
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from pzc.backends.native.engine import search as engine
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.model import Model
from pzc.model.nodes import BoolNode, BoolVar, IntVar

UNCOMPILED = uncompiled.load().Engine
ENGINES = {"installed": engine.Engine, "uncompiled": UNCOMPILED}
RULE = Origin(0)

either = pytest.mark.parametrize("kind", ENGINES)
quick = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
# To learn from the first failure, after some, and never.
beginnings = st.sampled_from([0, 1, 2, 3, 5, 8, 2000])


def solver_for(model: Model, kind: str = "installed", learn_after: int = 2000) -> NativeSolver:
    return NativeSolver(model, ENGINES[kind], learn_after)


def enumerated(
    model: Model, kind: str = "installed", learn_after: int = 2000
) -> set[tuple[int, ...]]:
    found = list(solver_for(model, kind, learn_after).enumerate())
    assert len(set(found)) == len(found)
    return set(found)


def ints(model: Model, count: int, domain: Sequence[int]) -> list[IntVar]:
    return [model.int_var(f"x{k}", domain) for k in range(count)]


def bools(model: Model, count: int) -> list[BoolVar]:
    return [model.bool_var(f"b{k}") for k in range(count)]


def queens(count: int) -> Model:
    model = Model()
    rows = ints(model, count, range(count))
    for slope in (-1, 0, 1):
        shifted = [model.linear(((1, q),), slope * k) for k, q in enumerate(rows)]
        model.require(model.all_of(ALL_DIFFERENT, shifted, None), RULE)
    return model


def latin_square(size: int) -> Model:
    model = Model()
    square = [ints(model, size, range(1, size + 1)) for _ in range(size)]
    for line in [*square, *map(list, zip(*square, strict=True))]:
        model.require(model.all_of(ALL_DIFFERENT, line, None), RULE)
    return model


def tilings(height: int, width: int) -> Model:
    """The ways to lay dominoes on a board."""
    model, cells = Model(), range(height * width)
    pairs = neighbours(height, width)
    laid = {pair: model.bool_var(f"{pair}") for pair in pairs}
    for v in cells:
        around = [laid[pair] for pair in pairs if v in pair]
        model.require(model.eq(model.sum_(around), 1), RULE)
    return model


def pigeons(holes: int) -> Model:
    """One pigeon too many, by clauses."""
    model = Model()
    sits = [bools(model, holes) for _ in range(holes + 1)]
    for one in sits:
        model.require(model.or_(one), RULE)
    for hole in range(holes):
        for p in range(holes + 1):
            for q in range(p):
                both = model.and_((sits[p][hole], sits[q][hole]))
                model.require(model.not_(both), RULE)
    return model


def hard_to_refute() -> tuple[Model, list[BoolNode]]:
    """Six values that differ, from five, where one is assumed; another assumption has no part."""
    model = Model()
    b = bools(model, 2)
    for x, y in combinations(ints(model, 6, range(1, 6)), 2):
        model.require(model.or_((model.not_(b[1]), model.not_(model.eq(x, y)))), RULE)
    return model, b
