"""Totals of the stretches of lines, beside those of all boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, product

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

Board = Sequence[tuple[int, bool]]  # in a row: a digit, 0 for none, and whether it is marked
Total = Callable[[Board], int]

SPEC = """
grid h x w
find digit : 1..2 at some cells
find mark  : bool at cells
rule "Totals of stretches": for r in rows: {}
"""
WIDTH = 4
BOARDS = [
    tuple(zip(digits, marks, strict=True))
    for digits in product(range(3), repeat=WIDTH)
    for marks in product((False, True), repeat=WIDTH)
]


def spec_of(rule: str) -> Spec:
    return Spec.of(Source("totals.spec", SPEC.format(rule)))


def totals(board: Board, in_digits: bool, total: Total) -> list[int]:
    stretches = groupby(board, lambda cell: cell[0] > 0 if in_digits else cell[1])
    return [total([*stretch]) for inside, stretch in stretches if inside]


TOTALS: dict[str, Total] = {
    "sum(digit[s])": lambda s: sum(digit for digit, _ in s),
    "count(mark[s])": lambda s: sum(marked for _, marked in s),
    "count(digit[s] = 2)": lambda s: sum(digit == 2 for digit, _ in s),
    "sum(2 - digit[c] for c in s)": lambda s: sum(2 - digit for digit, _ in s if digit),
    "sum(digit[c] for c in s if mark[c])": lambda s: sum(d for d, marked in s if marked),
}
CONDITIONS: dict[str, Callable[[list[int]], bool]] = {
    "{} = [2, 1]": lambda found: found == [2, 1],
    "not {} = [0]": lambda found: found != [0],
    "{}[2] = 1": lambda found: len(found) > 1 and found[1] == 1,
    "max({}) = 2": lambda found: bool(found) and max(found) == 2,
    "all_different({})": lambda found: len({*found}) == len(found),
    "bag({}) = bag([1, 2])": lambda found: sorted(found) == [1, 2],
    "{} = reversed({})": lambda found: found == found[::-1],
}


@pytest.mark.parametrize("where", ["digit", "mark"])
@pytest.mark.parametrize("total", TOTALS)
def test_solutions_are_the_boards_whose_totals_fit(where: str, total: str) -> None:
    in_row = [totals(board, where == "digit", TOTALS[total]) for board in BOARDS]
    in_columns = [
        [x for cell in board for x in totals([cell], where == "digit", TOTALS[total])]
        for board in BOARDS
    ]
    everywhere = [row + columns for row, columns in zip(in_row, in_columns, strict=True)]
    for condition, fits in CONDITIONS.items():
        for stretches, expected in ((f"runs(r, {where})", in_row), (f"runs({where})", everywhere)):
            spec = spec_of(condition.replace("{}", f"[{total} for s in {stretches}]"))
            wanted = sum(map(fits, expected))
            assert spec.count(f"h: 1\nw: {WIDTH}\n") == wanted, condition


@pytest.mark.parametrize("line", ["r, digit", "digit"])
def test_totals_of_stretches_are_chains_along_the_line(line: str) -> None:
    spec = spec_of(f"max(sum(digit[s]) for s in runs({line})) = 3")
    small, large = (spec.ground(f"h: 1\nw: {w}\n", exact=True).model.size for w in (20, 40))
    assert large < 2.2 * small


@pytest.mark.parametrize(
    ("define", "totals", "count"),
    [
        ("size(p) = 5", "[size(s) for s in runs(r, mark)]", 6),
        ("sum(p) = 5", "[sum(mark[s]) for s in runs(r, mark)]", 6),
        ("runs(a, b) = [a]", "[2 + count(c in r for c in s) for s in runs(r, mark)]", 8),
        ("runs(a, b) = [a]", "[size(s) + 2 for s in runs(r, mark)]", 8),
    ],
)
def test_a_function_of_the_spec_may_have_the_name_of_a_built_in_one(
    define: str, totals: str, count: int
) -> None:
    spec = Spec.of(
        Source(
            "own.spec",
            f"grid h x w\nfind mark : bool at cells\ndefine {define}\n"
            f'rule "Totals": for r in rows: {totals} = [5]\n',
        )
    )
    assert spec.count("h: 1\nw: 3\n") == count
