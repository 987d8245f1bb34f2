"""Lists that the solver chooses among: a rule about the chosen one means the same as that rule
about each of them, where it is chosen. They may have the same members in another order, and equal
ones."""

from __future__ import annotations

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.render.plain import plain
from pzc.tasks.spec import Spec

HEAD = """\
grid 1 x 4
things one = {it}
find d : 1..2 at cells
let first = [k for k in cells][1]
define side(c) = [s for s in sides(left) + sides(right)][c.column % 2 + 1]
"""
# Of a cell X; what lies to the left of one comes in another order than the cells.
OF_A_CELL = (
    "increasing(d[run(X, left, cells)])",
    "d[run(X, left, cells)] = [2, 1]",
    "[d[y] for y in run(X, left, cells)] = [2, 1]",
    "d[reversed(run(X, left, cells))] = [1, 2, 2]",
    "reversed(run(X, left, cells))[1] = first",
    "[y for y in run(X, left, cells)][2] = first",
    "[y.column for y in run(X, left, cells) if d[y] = 2] = [2, 1]",
    "all(d[y] <= d[z] for y, z in steps(run(X, left, cells)))",
    "d[after(X, reversed([y for y in cells]))] = [2, 1]",
    "d[run(X, left, cells) - {X.left}] = [2, 1]",
    "[y for y in run(X, left, cells) & (d = 2)][1] = X.left.left",
    "[y for y in run(X, left, cells) + run(X, right, cells)][1].column > 1",
    "d[side(X).line] = [2, 1, 1, 1]",
    "increasing(y.column for y in side(X).line)",
    "d[between(X, first)] = [1, 2]",
)
# Of a list X of one cell twice.
OF_A_LIST = (
    "size(X) = 2",
    "size({y for y in X}) = 1",
    "sum(d[X]) = 4",
    "sum(d[y] for y in X) = 4",
    "count(d[y] = 2 for y in X) = 2",
    "size([y for y in X]) = 2",
    "bag(d[X]) = bag([1, 1])",
    "all_different(d[X])",
    "product(d[X]) = 4",
    "X[2] = first",
)
CELLS = [f"[k for k in cells][{k}]" for k in (1, 2, 3, 4)]


def solutions(found: str, rule: str, backend: str) -> set[str]:
    spec = Spec.of(Source("chosen.spec", f'{HEAD}{found}\nrule "It": {rule}\n'))
    return {plain(solution) for solution in spec.solutions(backend=backend)}


def of_each(rule: str, chosen: str, options: list[str]) -> str:
    return " and ".join(f"({chosen} = {o} => ({rule.replace('X', o)}))" for o in options)


@pytest.mark.parametrize("rule", OF_A_CELL)
def test_what_lies_beside_a_found_cell_comes_in_its_own_order(rule: str) -> None:
    found = "find c : cell at one"
    expected = solutions(found, of_each(rule, "c[it]", CELLS), "native")
    assert 0 < len(expected) < 64
    for backend in BACKENDS:
        assert solutions(found, rule.replace("X", "c[it]"), backend) == expected


@pytest.mark.parametrize("rule", OF_A_LIST)
def test_a_chosen_list_may_have_equal_members(rule: str) -> None:
    found = "find s : one of [[k, k] for k in cells] at one"
    lists = [f"[{cell}, {cell}]" for cell in CELLS]
    expected = solutions(found, of_each(rule, "s[it]", lists), "native")
    for backend in BACKENDS:
        assert solutions(found, rule.replace("X", "s[it]"), backend) == expected


WAY = "[c] + between(c, goal[c]) + [goal[c]]"


@pytest.mark.parametrize(
    "rule, columns",
    [
        (f"size({WAY}) = 6", {30, 40}),
        (f"[x for x in {WAY}][3].column = 37", {*range(37, 71)}),
        (f"[x for x in {WAY}][3].column = 33", {*range(1, 34)}),
        (f"increasing(x.column for x in {WAY})", {*range(35, 71)}),
        (f"{WAY} = between(c.right, c.left.left) + [c.left]", {34}),
        (f"size(({WAY}) - [goal[c]] - [c]) = 2", {32, 38}),
        (f"sum(clue[{WAY}]) = 3", {*range(1, 5), *range(60, 71)}),
        ("sum(clue[between(c, goal[c]) + row(goal[c])]) = 6", {*range(1, 71)}),
    ],
)
def test_unions_over_one_choice_among_many_keep_their_order(rule: str, columns: set[int]) -> None:
    spec = Spec.of(
        Source(
            "way.spec",
            f"""
grid  1 x 70
given clue   : 1..9 at some cells
given circle : bool at some cells drawn ". o"
find  goal   : row(c) at c in circle
rule "It": for c in circle: {rule}
""",
        )
    )
    clue, circle = ["."] * 70, ["."] * 70
    clue[3], clue[49], clue[59], circle[34] = "3", "1", "2", "o"
    puzzle = f"clue:\n{' '.join(clue)}\ncircle:\n{' '.join(circle)}\n"
    goals = [s.answer[0].table for s in spec.solutions(puzzle)]
    found = {place.column for goal in goals for place in goal.values()}
    assert found == columns
    assert len(goals) == len(columns)


@pytest.mark.parametrize("width", [4, 70])  # few options, and many
@pytest.mark.parametrize(
    "rule, count",
    [("size(between(c, goal[c])) >= 0", None), ("size(between(c, goal[c])) = 1", 1)],
)
def test_an_option_that_is_listed_twice_is_one(width: int, rule: str, count: int | None) -> None:
    spec = Spec.of(
        Source(
            "twice.spec",
            f"""
grid  h x w
given circle : bool at some cells drawn ". o"
find  goal   : one of [y for x in cells for y in [x, x]] at c in circle
rule "It": for c in circle: {rule}
""",
        )
    )
    assert spec.count("o" + "." * (width - 1) + "\n") == (width if count is None else count)
