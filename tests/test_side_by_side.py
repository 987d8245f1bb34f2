"""Lines of counts whose literals exclude each other bound each other's counts so far."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from random import Random

import pytest
from pzc.backends.base import Status
from pzc.backends.native.flat import side_by_side
from pzc.backends.native.flatten import Flattening
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import BoolVar


def rows(totals: Iterable[int], width: int, absent: Iterable[tuple[int, int]] = ()) -> Model:
    """Rows of cells with so many marked cells each; no two marked ones touch. absent: cells that
    are missing."""
    m, missing = Model(), set(absent)
    cells: dict[tuple[int, int], BoolVar] = {}
    for r, total in enumerate(totals):
        row = {(r, c): m.bool_var(f"{r},{c}") for c in range(width) if (r, c) not in missing}
        cells |= row
        m.require(m.eq(m.sum_(row.values()), total), Origin(0))
    for (r, c), a in cells.items():
        for near in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if near in cells:
                m.require(m.not_(m.and_((a, cells[near]))), Origin(1))
    m.answer = tuple(cells.values())
    return m


@pytest.mark.parametrize(("totals", "width"), [((5, 5), 17), ((4, 6, 5, 4), 17), ((6, 7), 24)])
def test_too_many_in_two_rows_are_refuted_without_a_search(
    totals: tuple[int, ...], width: int
) -> None:
    solver = NativeSolver(rows(totals, width))
    assert solver.solve().status is Status.UNSAT
    assert (solver.statistics.decisions or 0) == 0


def test_counts_so_far_of_a_row_are_narrowed_by_its_own_cells() -> None:
    network = Flattening(rows((4, 0, 4), 9)).network
    counts = [
        network.domain[network.index[k]] for k in range(len(network.index)) if not network.mask[k]
    ]
    # Four of nine are marked: of the first four one or two, of the first eight three or four.
    assert counts == [0b110, 0b11000, 0b110, 0b11000]


def by_hand(totals: tuple[int, int], width: int, absent: set[tuple[int, int]]) -> int:
    """The number of ways to mark cells of two rows, row by row."""
    ways = [
        [
            sum(1 << c for c in some)
            for some in combinations([c for c in range(width) if (r, c) not in absent], total)
            if all(b - a > 1 for a, b in pairwise(some))
        ]
        for r, total in enumerate(totals)
    ]
    return sum(not one & (a | a << 1 | a >> 1) for one in ways[0] for a in ways[1])


@pytest.mark.parametrize("seed", range(12))
def test_no_solution_is_lost(seed: int) -> None:
    random = Random(seed)
    width = random.randint(15, 16)
    absent = set(random.sample([(r, c) for r in range(2) for c in range(width)], seed % 4))
    found = list(NativeSolver(rows((4, 4), width, absent)).enumerate())
    assert len(found) == len(set(found)) == by_hand((4, 4), width, absent)


def test_where_nothing_excludes_nothing_is_narrowed() -> None:
    m = Model()
    for r in range(2):
        m.require(m.eq(m.sum_([m.bool_var(f"{r},{c}") for c in range(12)]), 6), Origin(0))
    network = Flattening(m).network
    before = list(network.domain), list(network.clause_word)
    side_by_side.bound_together(network)
    assert before == (network.domain, network.clause_word)
    assert not network.clause_word
