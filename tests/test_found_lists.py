"""Sets of lists that the solver decides, which can be so many that they are compared instead of
listed: each rule has as many solutions as boards pass it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

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


def test_a_stretch_and_a_list_of_its_cells_are_one_member() -> None:
    """So the first stretch is one of the two lists, or there is none."""
    rule = "for r in rows: size({runs(r, star)[1], [r[1], r[2]], [r[2], r[3]]}) = 2"
    head = "grid 1 x 3\nfind star : bool at cells\n"
    assert Spec.of(Source("lists.spec", f'{head}rule "It":\n    {rule}\n')).count("") == 3


def test_many_lists_are_not_enumerated() -> None:
    """Nine digits have 387,420,489 values."""
    head = "grid 9 x 9\nfind d : 1..9 at cells\n"
    for rule in ("kinds(d[r] for r in rows) = 9", "all_different(d[r] for r in rows)"):
        spec = Spec.of(Source("lists.spec", f'{head}rule "It":\n    {rule}\n'))
        assert spec.problem("").model.size < 1_000
