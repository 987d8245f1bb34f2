"""How much work grounding does: by the calls it makes and the nodes it builds, not by time."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest
from grounding_calls import calls, counted, spec_of
from pzc.compiler.builtins import distances, graphs, operators, sets
from pzc.compiler.values import sets as set_values
from pzc.compiler.values.choice import Choice
from pzc.compiler.values.values import GuardedList
from pzc.dsl.diagnostics import PzcError
from pzc.model.junctions import ordered
from pzc.model.model import Model


def test_a_found_set_is_built_without_nodes_in_between() -> None:
    spec = spec_of("""
puzzle "Rows"
grid h x w
find black : bool at cells
rule "Black cells lie in a single row": kinds(c.row for c in cells if black[c]) = 1
""")
    model = spec.ground("h: 4\nw: 6\n", exact=True).model
    ors = model._store.ors.values()
    assert ors
    assert all(len(node.args) == 6 for node in ors)


SEEN = """
puzzle "Seen"
grid h x w
find black : bool at cells
find mark  : bool at cells
rule "Black cells in sight are not both marked":
    for line in rows:
"""


@pytest.mark.parametrize(
    "rule",
    [
        "for a, b in pairs(line) if black[a] and black[b]: "
        "any(black[between(a, b)]) or not mark[a] or not mark[b]",
        "for a, b in pairs(line): "
        "black[a] and black[b] and not any(black[between(a, b)]) => not (mark[a] and mark[b])",
        "for a, b in pairs(line) if not (not black[a] or not black[b]): "
        "mark[a] and mark[b] => any(black[between(a, b)])",
        "for a, b in steps([c for c in line if black[c]]): not (mark[a] and mark[b])",
        "for a, b in steps([c for c in line if black[c]]) if mark[a]: not mark[b]",
        "not any(mark[a] and mark[b] for a, b in steps([c for c in line if black[c]]))",
        "all(not mark[b] for a, b in steps([c for c in line if black[c]]) if mark[a])",
    ],
)
def test_what_a_rule_demands_is_joined_at_once(rule: str) -> None:
    """Besides variables and their negations, a node for each two cells, however it is said; in a
    list, where conditions are not yet demanded, up to three."""
    spec = spec_of(f"{SEEN}        {rule}\n")
    model = spec.ground("h: 1\nw: 9\n", exact=True).model
    pairs = 9 * 8 // 2
    assert model.size <= 18 + 18 + pairs * (1 if rule.startswith("for") else 3)
    expected = sum(
        all(not (mark[a] and mark[b]) for a, b in pairwise([c for c in range(4) if black[c]]))
        for black in product((False, True), repeat=4)
        for mark in product((False, True), repeat=4)
    )
    assert spec.count("h: 1\nw: 4\n") == expected


@counted
def test_parts_of_a_junction_that_come_twice_are_ordered_in_few_steps() -> None:
    class Part:
        called = 0

        def __init__(self, number: int) -> None:
            self.number = number

        @property
        def id(self) -> int:
            Part.called += 1
            return self.number

    parts: list[Any] = [Part(number) for number in range(1000)]
    assert ordered([*parts, *parts]) == parts
    assert Part.called < 20 * len(parts)


@counted
def test_a_declared_layer_is_compared_with_a_constant_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = calls(monkeypatch, operators, "_lifted")
    spec = spec_of("""
puzzle "Rooms"
grid  h x w
given room  : symbol at cells
find  black : bool at cells
rule "A shaded cell has company":
    for c in cells: black[c] => count(black[room = room[c]]) > 1
""")
    spec.ground("aab\nabb\n")
    assert not called


@counted
def test_what_touches_a_place_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    called = calls(monkeypatch, sets, "_layer_touching")
    spec = spec_of("""
puzzle "Lines"
grid  h x w
find  line : bool at links
define busy(lines, c) = size(lines(c)) > 1
rule "Lines do not branch":
    for c in cells: size(line(c)) in {0, 2}
rule "Neighbours are busy together":
    for a, b in adjacent: busy(line, a) <=> busy(line, b)
""")
    spec.ground("h: 3\nw: 4\n")
    assert len(called) == 12


@counted
def test_what_a_comprehension_makes_of_a_place_is_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = calls(monkeypatch, operators, "compare")
    spec = spec_of("""
puzzle "Columns"
grid  h x w
find  black : bool at cells
let   piece = areas(black)
rule "A piece lies in one column":
    for p in piece: kinds(c.column * 2 for c in p if c.column in 1..9) = 1
""")
    spec.ground("h: 4\nw: 4\n")
    assert sum(args[1] == "in" for args in called) == 16


def test_an_extreme_that_several_numbers_are_compared_with_is_computed_once() -> None:
    """Some nodes for each cell and group, not for each cell, group and number."""
    spec = spec_of("""
puzzle "Largest"
grid h x w
find group  : 1..4 at cells
find size_of : 1..9 at cells
find number : 1..9 at cells
rule "A number is the largest of its group":
    for r in groups(group):
        for c in r: max(size_of[x] for x in r) = number[c]
""")
    small, large = (spec.ground(f"h: {n}\nw: {n}\n", exact=True).model.size for n in (4, 8))
    assert large < 5 * small


@pytest.mark.parametrize("function", ["all_different", "all_equal"])
def test_choices_are_told_apart_by_their_values_rather_than_by_pairs(function: str) -> None:
    spec = spec_of(f"""
puzzle "Letters"
grid  h x w
find  letter : {{N, E, W, S}} at some cells
rule "Each row":
    for r in rows: {function}(letter[r])
""")
    cells, letters = 7, 4
    model = spec.ground(f"h: 1\nw: {cells}\n", exact=True).model
    assert model.size < 2 * cells * letters


def test_a_distance_is_not_asked_for_again_at_each_step() -> None:
    spec = spec_of("""
puzzle "Walk"
grid  h x w
given start : bool at cells drawn ". S"
find  line  : bool at links
let   walked = distance(start, cells, line)
rule "All are reached":
    for c in cells: walked[c] < 99
""")
    side = 4
    model = spec.ground("S...\n" + "....\n" * (side - 1), exact=True).model
    ors = model._store.ors.values()
    assert ors
    # One for each step at which a cell may be reached: on a chessboard every second one.
    assert max(len(either.args) for either in ors) <= side * side // 2


NEAR = """
puzzle "Near"
grid  h x w
given clue  : 0..9 at some cells
find  black : bool at cells
rule "A number counts the white cells two steps away":
    for c in clue: CONDITION
"""


@pytest.mark.parametrize(
    "condition",
    [
        "count(distance(c, not black)[d] <= 2 for d in cells) = clue[c]",
        "count(distance(c, not black) in 1..2) = clue[c]",
        "count(distance(c, not black)[d] - 1 < clue[c] for d in cells) = 5",
        "size({d for d in cells if not distance(c, not black)[d] > 2}) = 2 * clue[c]",
        "max(distance(c, not black)[d] for d in adjacent(c)) + 1 = clue[c]",
        "min(distance(c, not black)[d] for d in diagonal(c)) <= clue[c]",
    ],
)
def test_a_distance_is_worked_out_as_far_as_it_is_compared(condition: str) -> None:
    spec = spec_of(NEAR.replace("CONDITION", condition))
    side = 12
    rows = ["." * side] * side
    rows[side // 2] = "." * (side // 2) + "2" + "." * (side // 2 - 1)
    model = spec.ground("\n".join(rows), exact=True).model
    assert model.size < 6 * side * side


STEPS = """
puzzle "Steps"
grid  h x w
find  mark : {round, square} at some cells
rule "In a row":
    for r in rows: CONDITION
"""


@pytest.mark.parametrize(
    ("consecutive", "plain"),
    [
        ("all(a != b for a, b in steps(mark[r]))", "all(apart(c, d) for c, d in pairs(r))"),
        (
            "count(a = b for a, b in steps(mark[r])) = 1",
            "count(not apart(c, d) for c, d in pairs(r)) = 1",
        ),
        (
            "[a for a, b in steps(mark[r])] = [round, square]",
            "size(r & mark) = 3 and [mark[c] for c in r if c in mark][1] = round and "
            "[mark[c] for c in r if c in mark][2] = square",
        ),
        (
            "any(a = round and b = square for a, b in steps(mark[r]))",
            "any(mark[c] = round and mark[d] = square and size(between(c, d) & mark) = 0"
            " for c, d in pairs(r))",
        ),
    ],
)
def test_consecutive_symbols_among_few_change_no_answer(consecutive: str, plain: str) -> None:
    apart = (
        "define apart(c, d) ="
        " size(between(c, d) & mark) > 0 or c not in mark or d not in mark or mark[c] != mark[d]"
    )
    found = []
    for condition in (consecutive, plain):
        spec = spec_of(STEPS.replace("rule", f"{apart}\nrule", 1).replace("CONDITION", condition))
        found.append({str(answer) for answer in spec.solutions("h: 1\nw: 6\n")})
    assert found[0] == found[1]
    assert found[0]


def test_consecutive_symbols_among_few_are_a_pair_for_each_place() -> None:
    spec = spec_of(STEPS.replace("CONDITION", "all(a != b for a, b in steps(mark[r]))"))
    small, large = (spec.ground(f"h: 1\nw: {w}\n", exact=True).model.size for w in (20, 40))
    assert large < 2.2 * small


FIRST = """
puzzle "First"
grid  h x w
find  mark : {round, square} at some cells
find  open : bool at cells
define listed(x) = LISTED
define first(c, d) = [mark[x] for x in run(c, d, cells) if listed(x)][1]
define plain(c, d, symbol) = any(
    mark[x] = symbol and listed(x) and not any(y in mark and listed(y) for y in between(c, x))
    for x in run(c, d, cells)
)
rule "What is first in each direction":
    for c in cells if open[c]: CONDITION
"""


@pytest.mark.parametrize("numbers", [False, True])
@pytest.mark.parametrize("listed", ["x in mark", "open[x]", "not open[x] or mark[x] = round"])
@pytest.mark.parametrize(
    ("first", "plain"),
    [
        ("first(c, left) = round", "plain(c, left, round)"),
        ("first(c, right) != square", "not plain(c, right, square)"),
        (
            "first(c, left) = first(c, right)",
            "any(plain(c, left, m) and plain(c, right, m) for m in [round, square])",
        ),
        (
            "first(c, right) in {mark[c], round}",
            "plain(c, right, round) or (plain(c, right, square) and mark[c] = square)",
        ),
        (
            "[first(x, right) for x in run(c, left, cells) if open[x]][1] = round",
            "any(open[x] and plain(x, right, round) and not any(open[y] and "
            "(plain(y, right, round) or plain(y, right, square)) for y in between(c, x)) "
            "for x in run(c, left, cells))",
        ),
    ],
)
def test_the_first_value_of_a_list_changes_no_answer(
    numbers: bool, listed: str, first: str, plain: str
) -> None:
    found = []
    for condition in (first, plain):
        text = FIRST.replace("CONDITION", condition).replace("LISTED", listed)
        if numbers:
            text = text.replace("{round, square}", "1..2")
            text = text.replace("round", "1").replace("square", "2")
        spec = spec_of(text)
        found.append({str(answer) for answer in spec.solutions("h: 1\nw: 4\n")})
    assert found[0] == found[1]
    assert len(found[0]) > 1


@pytest.mark.parametrize("values", ["{round, square}", "1..2"])
def test_lists_that_end_alike_share_their_first_values(values: str) -> None:
    text = FIRST.replace("LISTED", "x in cells").replace("{round, square}", values)
    spec = spec_of(text.replace("CONDITION", "first(c, right) != first(c, left)"))
    small, large = (spec.ground(f"h: 1\nw: {w}\n", exact=True).model.size for w in (20, 40))
    assert large < 2.2 * small


@pytest.mark.parametrize("line", ["run(c, right, cells)", "cells - {c}"])
def test_only_the_first_values_that_a_rule_asks_for_are_made(line: str) -> None:
    sizes = []
    for symbols in ("{round, square}", "{round, square, long, flat, small}"):
        text = FIRST.replace("{round, square}", symbols).replace("run(c, d, cells)", line)
        text = text.replace("CONDITION", "first(c, right) = round").replace("LISTED", "open[x]")
        model = spec_of(text).ground("h: 1\nw: 20\n", exact=True).model
        sizes.append(sum(map(len, (model._store.ands, model._store.ors))))
    assert sizes[1] < sizes[0] + 20


def test_the_first_value_of_a_long_list_is_made_step_by_step() -> None:
    spec = spec_of("""
puzzle "Long"
grid h x w
find mark : {round, square, flat} at some cells
rule "The first mark is round": [mark[c] for c in cells][1] = round
""")
    model = spec.ground("h: 1\nw: 20000\n", exact=True).model
    assert len(model._store.ors) < 20000


@pytest.mark.parametrize("rule", ["c != goal[c]", "size(wall & way[c]) = 0"])
def test_of_a_choice_among_many_only_the_conditions_of_a_rule_are_made(rule: str) -> None:
    spec = spec_of(f"""
puzzle "Ways"
grid  h x w
given wall : bool at cells drawn ". #"
given box  : bool at some cells drawn ". o"
find  goal : row(c) + column(c) at c in box
let   way[c in box] = [c] + between(c, goal[c]) + [goal[c]]
rule "Goals": for c in box: {rule}
""")
    empty = "." * 100
    board = f"wall:\n{empty}\n.#{empty[2:]}\n\nbox:\n{empty}\no{empty[1:]}\n"
    assert len(spec.ground(board, exact=True).model._store.members) <= 2  # one and its negation


SHORT_WAYS = """
puzzle "Ways"
grid  h x w
find  black : bool at cells
rule "Cells next to each other are joined by short ways":
    for a, b in adjacent: black[a] and black[b] => distance(a, black)[b] <= 2
"""


@counted
def test_distances_from_several_starts_share_their_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    made = calls(monkeypatch, graphs, "_new_graph")
    reached = calls(monkeypatch, Model, "or_")
    spec = spec_of(SHORT_WAYS)
    side = 12
    spec.ground(f"h: {side}\nw: {side}\n")
    assert len(made) == 1
    assert len(reached) < 40 * side * side  # not one for each two cells


@counted
def test_a_distance_is_worked_out_where_a_rule_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = calls(monkeypatch, distances, "Steps")
    spec = spec_of(SHORT_WAYS)
    side = 12
    spec.ground(f"h: {side}\nw: {side}\n")
    assert 0 < len(steps) < 4 * side * side  # not one for each two cells


@counted
def test_a_few_cells_are_added_to_a_long_set_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    sets_made = calls(monkeypatch, sets, "make_set")
    lines_made = calls(monkeypatch, set_values, "make_set")
    spec = spec_of("""
puzzle "Moves"
grid  h x w
given clue  : 0..9 at some cells
find  block : pieces at some cells
rule "Pieces are small": for p in block: size(p) <= 2
rule "A number tells how far its piece moves":
    for c in clue: size(run(c, left, cells - block + block[c])) = clue[c]
""")
    listed = calls(monkeypatch, GuardedList, "_listed")
    spec.ground("...1....\n.1......\n........\n......2.\n" + "........\n" * 4)
    assert not sets_made
    assert not lines_made
    assert not listed


@counted
def test_what_the_options_of_a_choice_cover_is_told_by_its_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    m = Model()
    x = m.int_var("x", range(20))
    choice = Choice({tuple(range(k, 20)): m.member(x, (k,)) for k in range(20)})
    joined = calls(monkeypatch, Model, "or_")
    cover = choice.cover(m)
    assert not joined  # not one for each member
    assert cover == {k: {True: m.member(x, range(k + 1))} for k in range(20)}


def test_the_order_of_a_union_is_that_of_the_first_occurrences() -> None:
    header = """
puzzle "Order"
grid  1 x 4
find  black : bool at cells
find  white : bool at cells
let   board = [c for c in cells]
rule "One is first":
"""
    answers = [
        sorted(str(answer) for answer in spec_of(f"{header}    {text}\n").solutions(""))
        for text in (
            "[c for c in (cells & black) + [c for c in white]][1] = board[3]",
            "black[board[3]] and not any(black[{board[1], board[2]}])"
            " or size(black) = 0 and white[board[3]] and not any(white[{board[1], board[2]}])",
        )
    ]
    assert answers[0] == answers[1]
    assert answers[0]


def test_conditions_of_a_union_over_one_choice_are_made_where_rules_ask() -> None:
    """Of the ways to one of 70 cells, at the three cells with numbers only."""
    spec = spec_of("""
puzzle "Ways"
grid  h x w
given clue   : 1..9 at some cells
given circle : bool at some cells drawn ". o"
find  goal   : row(c) at c in circle
let   way[c in circle] = [c] + between(c, goal[c]) + [goal[c]]
rule "No number lies on a way": for c in circle: size(clue & way[c]) = 0
""")
    clue, circle = ["."] * 70, ["."] * 70
    clue[3], clue[50], clue[60], circle[40] = "1", "2", "3", "o"
    puzzle = f"clue:\n{' '.join(clue)}\ncircle:\n{' '.join(circle)}\n"
    model = spec.ground(puzzle, exact=True).model
    assert model.size <= 70 + 10  # the options, since they are the answer
    assert spec.count(puzzle) == 46


CUT = """
grid h x w
find  line : bool at links
define beside(a) = {b for b in cells for d in directions if step(b, d) = a}
define above(a, n) = {b for b in beside(a) for c in cells for d in directions if b.row < n}
rule "Lines are short":
    for a in cells:
        for b in cells:
            for d in directions: 4 >= size(PIECE)
"""


def test_the_steps_of_a_define_count_once_for_each_place_it_is_called_with() -> None:
    board = "h: 10\nw: 10\n"
    spec_of(CUT.replace("PIECE", "beside(a)")).ground(board)  # 100 times in 40,000 steps
    with pytest.raises(PzcError, match="E0403"):
        spec_of(CUT.replace("PIECE", "above(a, b.row)")).ground(board)
