"""Loops that examine only the members that a place lets pass: the same solutions as with a test
that tells nothing about places, from far fewer values."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.plain import plain
from pzc.tasks.spec import Spec

HEAD = """\
puzzle "Ways"
grid h x w
given circle : bool at some cells drawn ". o" as ring
given room   : symbol at cells
"""
GOALS = """\
find goal : row(c) + column(c) at c in circle
let  way[c in circle] = [c] + between(c, goal[c]) + [goal[c]]
"""
ARROWS = "find arrow : direction at circle\n"
PINS = "find pin : bool at corners\n"
PIECES = (
    GOALS
    + """\
find block : pieces at cells
rule "Small":
    for p in block: size(p) <= 2
"""
)
# What is found, a test in a loop, and a rule that holds the test as T.
RULES = [
    (GOALS, "x in way[c]", "for x in cells: count(T for c in circle) <= 1"),
    (GOALS, "x in way[c]", "for x in cells: any(T for c in circle if c.row = 1) or x in circle"),
    (GOALS, "x = goal[c]", "for x in cells: count(T for c in circle) <= 1"),
    (GOALS, "goal[c] = x.right", "for x in cells: size([c for c in circle if T]) <= 1"),
    (GOALS, "goal[c] in touching(x)", "for x in circle: count(T for c in circle) = 1"),
    (GOALS, "goal[c] in row(x)", "for x in circle: [c.row for c in circle if T] = [1, 1]"),
    (GOALS, "size(g & way[c]) > 0", "for g in groups(room): count(T for c in circle) <= 1"),
    (GOALS, "count(x in g for x in way[c]) >= 1", "for g in groups(room): any(T for c in circle)"),
    (GOALS, "size(row(c) & column(x)) = 1", "for x in cells: count(T for c in circle) >= 1"),
    (ARROWS, "x in run(c, arrow[c], cells)", "for x in cells - circle: any(T for c in circle)"),
    (PINS, "size(cells(p) & g) > 0", "for g in groups(room): count(T for p in pin) = 2"),
    (PINS, "any(c in g for c in cells(p))", "for g in groups(room): count(T for p in pin) = 2"),
    (PINS, "any(c in cells(p) for c in g)", "for g in groups(room): sum(1 for p in pin if T) = 1"),
    (PINS, "x in g", "for x in circle: any(size(g) > 1 for g in groups(room) if T)"),
    (  # in the order of the set, which the solver decides
        GOALS,
        "g in row(x)",
        "for x in circle: [g.column for g in {goal[c] for c in circle} if T] = [2, 1]",
    ),
]
TOUCHING = "any(adjacent(a, b) for a in f for b in g)"
LOOPS = [
    (GOALS, "x in way[c]", "for x in cells:\n        for c in circle if T: goal[c] != x"),
    (GOALS, "goal[c] = x", "for x in cells - circle:\n        for c in circle if T: c.row = 1"),
    (GOALS, "x in way[c]", "for x in cells:\n        for c in circle: T => goal[c].row = x.row"),
    (GOALS, "adjacent(c, x)", "for x in cells:\n        for c in circle if T: goal[c] != x"),
    (
        PINS,
        "size(cells(p) & g) > 0",
        "for g in groups(room):\n        for p in pin if T: size(g) > 1",
    ),
    (
        PINS,
        "x in g",
        "for x in circle:\n        for g in groups(room) if x != g[1]: T => size(g) > 1",
    ),
    (
        GOALS,
        TOUCHING,
        "for f, g in pairs(groups(room)) if T:\n        not any(goal[c] in f for c in circle & g)",
    ),
    (
        GOALS,
        TOUCHING,
        "for f, g in pairs(groups(room)):\n        T => count(goal[c] in f for c in circle) <= 1",
    ),
    (
        GOALS,
        TOUCHING,
        "count(goal[f[1]] in g for f, g in pairs(groups(room)) if f[1] in circle and T) <= 1",
    ),
    (GOALS, TOUCHING, "count(size(f) > size(g) for f, g in pairs(groups(room)) if T) = 1"),
]
BOARDS = [
    "circle:\no..\n..o\n\nroom:\nAAB\nACB\n",
    "circle:\noo.o\n\nroom:\nABBC\n",
    "circle:\no\n.\no\n\nroom:\nA\nA\nB\n",
    "circle:\n..\n\nroom:\nAB\n",
]


def spec_of(found: str, rule: str) -> Spec:
    return Spec.of(Source("ways.spec", f'{HEAD}{found}rule "It":\n    {rule}\n'))


def solutions(found: str, rule: str, board: str) -> list[str]:
    return sorted(plain(solution) for solution in spec_of(found, rule).solutions(board))


@pytest.mark.parametrize(("found", "test", "rule"), RULES + LOOPS)
def test_a_rule_means_the_same_for_the_selected_members(found: str, test: str, rule: str) -> None:
    for board in BOARDS:
        selected = solutions(found, rule.replace("T", test), board)
        assert selected == solutions(found, rule.replace("T", f"({test} and yes)"), board)


def test_members_beside_a_piece_keep_their_order() -> None:
    test = "any(d in block[x] for d in adjacent(g))"
    rule = f"for x in circle: [g.column for g in {{goal[c] for c in circle}} if {test}][1] = 4"
    board = "circle:\n.o..o..\n\nroom:\nAAAAAAA\n"
    selected = solutions(PIECES, rule, board)
    assert selected == solutions(PIECES, rule.replace(test, f"({test} and yes)"), board)
    assert selected


def test_a_test_that_no_member_takes_is_not_evaluated() -> None:
    sequence = "sequence time up to 1\nfind at : cell at time\n"
    rule = "for t in time: not any(c = at[next(t)] for c in circle)"  # none after the last
    assert len(solutions(sequence, rule, "circle:\n..\n\nroom:\nAB\n")) == 2


def test_the_steps_of_a_test_count_for_each_member() -> None:
    places = "[a for a in cells for b in cells if a.row > c.row]"
    rule = f"for x in circle: any(x in {places} for c in cells)"
    board = "circle:\no" + "." * 199 + "\n\nroom:\n" + "A" * 200 + "\n"
    with pytest.raises(PzcError, match="E0403"):
        spec_of("", rule).problem(board)


@pytest.mark.parametrize(
    "loop",
    [
        "for x in cells:\n        for y in cells if adjacent(x, y): x.row = y.row",
        "for x in cells:\n        for y in cells if y in [x]: x = y",
        f"for f, g in pairs(groups(room)) if {TOUCHING}: size(f) = size(g)",
    ],
)
def test_members_that_fail_a_filter_by_places_take_no_step(loop: str) -> None:
    board = f"circle:\n{'. ' * 3300}\n\nroom:\n{' '.join(f'r{k}' for k in range(3300))}\n"
    assert spec_of("", loop).problem(board)
