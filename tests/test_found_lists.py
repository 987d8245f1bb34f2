"""Sets of lists that the solver decides, which can be so many that they are compared instead of
listed: each rule has as many solutions as boards pass it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, product

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

HEAD = "grid 3 x 3\nfind d : 1..2 at cells\n"
ROWS, COLUMNS = "{d[r] for r in rows}", "{d[c] for c in columns}"
Lists = list[tuple[int, ...]]
RULES: dict[str, Callable[[Lists, Lists], bool]] = {
    "kinds(d[r] for r in rows) = 3": lambda rows, columns: len({*rows}) == 3,
    "kinds(d[r] for r in rows) = 1": lambda rows, columns: len({*rows}) == 1,
    f"size({ROWS}) <= 2": lambda rows, columns: len({*rows}) <= 2,
    f"{ROWS} = {COLUMNS}": lambda rows, columns: {*rows} == {*columns},
    f"{ROWS} != {{[1, 1, 2], [2, 1, 2]}}": lambda rows, columns: {*rows} != {(1, 1, 2), (2, 1, 2)},
    f"size({ROWS} & {COLUMNS}) = 1": lambda rows, columns: len({*rows} & {*columns}) == 1,
    f"size({ROWS} - {COLUMNS}) = 2": lambda rows, columns: len({*rows} - {*columns}) == 2,
    f"size({ROWS} + {COLUMNS}) = 4": lambda rows, columns: len({*rows} | {*columns}) == 4,
    f"size({ROWS} & {{[1, 1, 2], [2, 1, 2]}}) = 1": lambda rows, columns: (
        len({*rows} & {(1, 1, 2), (2, 1, 2)}) == 1
    ),
    f"size({{[1, 1, 2], [2, 1, 2]}} - {ROWS}) = 1": lambda rows, columns: (
        len({(1, 1, 2), (2, 1, 2)} - {*rows}) == 1
    ),
    f"[2, 1, 1] in {ROWS}": lambda rows, columns: (2, 1, 1) in rows,
    f"all(d[c] in {ROWS} for c in columns)": lambda rows, columns: {*rows} >= {*columns},
    f"count(sum(x) = 4 for x in {ROWS}) = 2": lambda rows, columns: (
        sum(sum(row) == 4 for row in {*rows}) == 2
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_lists_are_equal_by_value(rule: str) -> None:
    spec = Spec.of(Source("lists.spec", f'{HEAD}rule "It":\n    {rule}\n'))
    expected = 0
    for board in product((1, 2), repeat=9):
        rows = [board[k : k + 3] for k in (0, 3, 6)]
        expected += RULES[rule](rows, [*zip(*rows, strict=True)])
    assert 0 < spec.count("") == expected


RUNS = "runs(r, star)"
STRETCHED, PAIRS = f"{{x for x in {RUNS}}}", "{[r[1], r[2]], [r[2], r[3]]}"
# Rules of stretches and lists of cells: of the positions in each stretch.
STRETCHES: dict[str, Callable[[Lists], bool]] = {
    f"size({{{RUNS}[1], [r[1], r[2]], [r[2], r[3]]}}) = 2": lambda runs: (
        not runs or runs[0] in [(0, 1), (1, 2)]
    ),
    f"size({STRETCHED} & {PAIRS}) = 1": lambda runs: (0, 1) in runs or (1, 2) in runs,
    f"size({PAIRS} & {STRETCHED}) = 1": lambda runs: (0, 1) in runs or (1, 2) in runs,
    f"size({STRETCHED} - {PAIRS}) = 1": lambda runs: len({*runs} - {(0, 1), (1, 2)}) == 1,
    f"size({PAIRS} - {STRETCHED}) = 1": lambda runs: (0, 1) in runs or (1, 2) in runs,
    f"size({STRETCHED} + {PAIRS}) = 3": lambda runs: len({*runs} | {(0, 1), (1, 2)}) == 3,
    f"{STRETCHED} = {PAIRS}": lambda runs: False,
    f"{STRETCHED} = {{[r[1], r[2]]}}": lambda runs: {*runs} == {(0, 1)},
    f"bag({RUNS}) = bag([[r[1]], [r[3]]])": lambda runs: sorted(runs) == [(0,), (2,)],
    f"bag({RUNS}) = bag([[r[1], r[2], r[3]]])": lambda runs: runs == [(0, 1, 2)],
    f"bag([{RUNS}[1], [r[1], r[2]]]) = bag([[r[1], r[2]], [r[1], r[2]]])": lambda runs: (
        runs[:1] == [(0, 1)]
    ),
    f"all_different([{RUNS}[1], [r[1], r[2]]])": lambda runs: runs[:1] != [(0, 1)],
    f"kinds([{RUNS}[1], [r[1], r[2]]]) = 1": lambda runs: runs[:1] in ([], [(0, 1)]),
}


@pytest.mark.parametrize("rule", STRETCHES)
def test_a_stretch_equals_a_list_of_its_cells(rule: str) -> None:
    head = "grid 1 x 3\nfind star : bool at cells\n"
    spec = Spec.of(Source("lists.spec", f'{head}rule "It": for r in rows: {rule}\n'))
    expected = 0
    for stars in product((False, True), repeat=3):
        groups = groupby(range(3), stars.__getitem__)
        runs = [tuple(positions) for starred, positions in groups if starred]
        expected += STRETCHES[rule](runs)
    assert spec.count("") == expected


def test_many_lists_are_not_enumerated() -> None:
    """Nine digits have 387,420,489 values."""
    head = "grid 9 x 9\nfind d : 1..9 at cells\n"
    for rule in ("kinds(d[r] for r in rows) = 9", "all_different(d[r] for r in rows)"):
        spec = Spec.of(Source("lists.spec", f'{head}rule "It":\n    {rule}\n'))
        assert spec.problem("").model.size < 1_000


ONES: dict[str, Callable[[list[int]], bool]] = {
    "d[r] = [2]": lambda row: row == [2],
    "[2] = d[r]": lambda row: row == [2],
    "d[r] != [1]": lambda row: row != [1],
    "d[r] = [size(d)]": lambda row: row == [len(row)],
    "[size(d) + 1] = d[r]": lambda row: row == [len(row) + 1],
    "[x for x in d[r] if x > 1] = [size(d)]": lambda row: [x for x in row if x > 1] == [len(row)],
    'matches(d[r], "2")': lambda row: row == [2],
    'matches(d[r], "?")': lambda row: len(row) == 1,
}


@pytest.mark.parametrize("rule", ONES)
def test_a_list_is_compared_with_a_list_of_one(rule: str) -> None:
    head = "grid 1 x 3\nfind d : 1..2 at some cells\n"
    spec = Spec.of(Source("lists.spec", f'{head}rule "It":\n    for r in rows: {rule}\n'))
    boards = product((None, 1, 2), repeat=3)
    rows = [[x for x in board if x is not None] for board in boards]
    assert 0 < spec.count("") == sum(map(ONES[rule], rows))
