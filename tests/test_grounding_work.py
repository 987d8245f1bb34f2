"""How much work grounding does: by the calls it makes and the nodes it builds, not by time."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from pzc.compiler.builtins import distances, graphs, operators, sets
from pzc.compiler.context import Context
from pzc.compiler.values import comparison
from pzc.compiler.values import sets as set_values
from pzc.compiler.values.choice import Choice
from pzc.compiler.values.values import GuardedList
from pzc.dsl.diagnostics import Source
from pzc.model.evaluate import evaluate
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.junctions import ordered
from pzc.model.model import Model
from pzc.model.nodes import Graph, Query
from pzc.tasks.spec import Spec

BY_SOURCES = str(operators.__file__).endswith(".py")
counted = pytest.mark.skipif(
    not BY_SOURCES, reason="calls within compiled modules; test_compiled runs this by the sources"
)


def spec_of(text: str) -> Spec:
    return Spec.of(Source("work.spec", text))


def calls(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[tuple[Any, ...]]:
    """The arguments of the calls of a function or method from now on."""
    found: list[tuple[Any, ...]] = []
    called = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *args: found.append(args) or called(*args))
    return found


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
def test_members_that_do_not_hold_a_place_are_not_asked_about_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = calls(monkeypatch, operators, "compare")
    spec = spec_of("""
puzzle "Gaps"
grid  h x w
find  black : bool at cells
let   gap = [between(a, b) for a, b in pairs(cells) if black[a] and black[b]]
rule "Every cell that is not black lies between two":
    for c in cells:
        black[c] or any(c in g for g in gap)
        count(size(g) > 1 for g in gap if c in g) < 9
""")
    spec.ground("h: 2\nw: 6\n")
    assert called
    assert not [args for args in called if args[1] == "in"]


@counted
def test_members_that_cannot_give_a_place_are_not_asked_about_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 36 cells, only the 11 in the row and column of the circle are on its way."""
    called = calls(monkeypatch, operators, "compare")
    spec = spec_of("""
puzzle "Ways"
grid  h x w
given circle : bool at some cells
find  goal   : row(c) + column(c) at c in circle
let   way[c in circle] = [c] + between(c, goal[c]) + [goal[c]]
rule "The ways never meet":
    for x in cells: count(x in way[c] for c in circle) <= 1
""")
    spec.ground("......\n.#....\n......\n......\n......\n......\n")
    assert len([args for args in called if args[1] == "in"]) <= 11


@counted
def test_numbers_that_a_given_layer_lacks_take_no_layer_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = calls(monkeypatch, operators, "_indicator")
    spec = spec_of("""
puzzle "Pairs"
grid  h x w
given number : 1..h*w at some cells
find  black  : bool at cells
rule "Numbers come in pairs": for n in 1..h*w: count(number = n) in {0, 2}
""")
    spec.ground("1.2.\n2.1.\n....\n....\n")
    assert len(made) == 3


@counted
def test_places_in_no_relation_are_not_asked_whether_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looped = calls(monkeypatch, Context, "enter")
    spec = spec_of("""
puzzle "Borders"
grid  h x w
given room  : symbol at cells
find  black : bool at cells
rule "Rooms that share a border differ":
    for f, g in pairs(groups(room)) if any(adjacent(a, b) for a in f for b in g):
        count(black[f]) != count(black[g])
""")
    spec.ground("\n".join(["aaaabbbb"] * 4 + ["ccccdddd"] * 4))
    each_two = 6 * 16 * 16
    assert 0 < sum(args[1] for args in looped) < each_two / 8


@pytest.mark.parametrize(
    ("quick", "plain"),
    [
        (
            "any(adjacent(a, b) for a in f for b in g)",
            "any(b in adjacent(a) for a in f for b in g)",
        ),
        (
            "any(adjacent(b, a) for b in g for a in f)",
            "size(f & adjacent(g[1]) - g) > 0 or any(size(adjacent(b) & f) > 0 for b in g)",
        ),
        (
            "count(b in black for a in f for b in g if touching(b, a)) > 1",
            "sum(count(black[touching(a) & g]) for a in f) > 1",
        ),
        (
            "sum(b.row for b in g if knight(f[1], b)) > 3",
            "sum(b.row for b in knight(f[1]) & g) > 3",
        ),
        ("any(black[a] and far(a, b) for a in f for b in g)", "size(f & black) > 0"),
        ("any(alike(a, b) for a in f for b in g)", "any(b in alike(a) for a in f for b in g)"),
        (
            "any(adjacent(a, b) for a in black & f for b in g)",
            "any(size(adjacent(a) & g) > 0 for a in black & f)",
        ),
    ],
)
def test_looking_partners_up_changes_no_answer(quick: str, plain: str) -> None:
    counts = []
    for condition in (quick, plain):
        spec = spec_of(f"""
puzzle "Related"
grid  h x w
given room  : symbol at cells
find  black : bool at cells
let   alike[a, b in adjacent] = black[a] = black[b]
define far(a, b) = a != b
rule "Rooms are related":
    for f, g in pairs(groups(room)): {condition} <=> black[f[1]]
""")
        answers = spec.solutions("aab\nacb\nccb\n")
        counts.append(sorted(str(answer) for answer in answers))
    assert counts[0] == counts[1]


BESIDE = """
puzzle "Beside"
grid  h x w
given clue  : 0..9 at some cells
find  block : pieces at cells
rule "Pieces have two or three cells":
    for p in block: size(p) in {{2, 3}}
rule "A number counts the pieces beside its own":
    for c in clue: count({} for p in block if p != block[c]) = clue[c]
"""


@counted
def test_members_of_pieces_in_no_relation_are_not_asked_whether_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looped = calls(monkeypatch, Context, "enter")
    spec = spec_of(BESIDE.format("any(adjacent(a, b) for a in p for b in block[c])"))
    spec.ground("3...\n....\n....\n....\n")
    each_two = 16 * 16 * 16
    assert 0 < sum(args[1] for args in looped) < each_two / 2


@pytest.mark.parametrize("puzzle", ["1...\n..2.\n", ".2.\n...\n...\n"])
def test_looking_up_partners_in_pieces_changes_no_answer(puzzle: str) -> None:
    quick = "any(adjacent(a, b) for a in p for b in block[c])"
    plain = "any(b in block[c] for a in p for b in adjacent(a))"
    answers = [
        sorted(str(answer) for answer in spec_of(BESIDE.format(condition)).solutions(puzzle))
        for condition in (quick, plain)
    ]
    assert answers[0] == answers[1]
    assert answers[0]


@counted
def test_lists_that_begin_with_different_places_are_not_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = calls(monkeypatch, comparison, "_equal_lists")
    spec = spec_of("""
puzzle "Ways"
grid  h x w
find  way : direction at cells
let   flow = areas(cells, {[c, step(c, way[c])] for c in cells})
rule "All cells are one piece":
    for c in cells: size(flow[c]) = h * w
""")
    spec.ground("h: 4\nw: 4\n")
    assert not called


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


def test_the_rows_of_a_piece_are_one_number() -> None:
    spec = spec_of("""
puzzle "Squares"
grid  h x w
find  black : bool at cells
let   piece = areas(black)
rule "Pieces are as high as wide":
    for p in piece: kinds(c.row for c in p) = kinds(c.column for c in p)
rule "Some lie in one row": any(all_equal(c.row for c in p) for p in piece)
rule "Some lie in one column": any(size({c.column for c in p}) = 1 for p in piece)
""")
    small, large = (spec.ground(f"h: {side}\nw: {side}\n", exact=True).model for side in (6, 12))
    assert large.size < 5 * small.size


def test_pieces_that_meet_a_few_places_are_those_of_these_places() -> None:
    spec = spec_of("""
puzzle "Beside"
grid  h x w
given clue  : 0..99 at some cells
find  black : bool at cells - clue
let   piece = areas(black)
rule "A number adds up the pieces beside it":
    for c in clue: sum(size(p) for p in piece if size(p & adjacent(c)) > 0) = clue[c]
rule "One is small, of those beside it":
    for c in clue: any(size(p) < 3 and any(d in p for d in adjacent(c)) for p in piece)
""")
    small, large = (spec.ground("2" + "." * k + "\n" + "." * (k + 1)).model for k in (9, 19))
    assert large.size - small.size < 150


@pytest.mark.parametrize("shape", ["shape(block[{}])", "shape(block[{}], turned, flipped)"])
def test_shapes_of_pieces_are_compared_without_their_members(shape: str) -> None:
    """Some nodes for each two cells side by side, and none for each two cells."""
    spec = spec_of(f"""
puzzle "Unlike"
grid h x w
find block : pieces at cells
rule "Pieces of one shape do not touch":
    for a, b in adjacent: block[a] != block[b] => {shape.format("a")} != {shape.format("b")}
""")
    model = spec.ground("h: 8\nw: 8\n", exact=True).model
    sides = 2 * 8 * 7
    assert model.size < 9 * sides < 64 * 63 / 2


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


def test_what_is_counted_on_a_piece_is_a_size_of_it() -> None:
    spec = spec_of("""
puzzle "Counted"
grid  h x w
find  area  : pieces at cells
find  digit : 1..3 at some cells
find  black : bool at cells
let   near[c in cells] = count(black[adjacent(c)])
rule "Digits":
    for p in area:
        all_different(digit[p])
        kinds(digit[p]) > 1
        sum(digit[p]) = 6
rule "Shaded":
    for p in area:
        count(black[p]) = 2
        any(black[p])
        not all(black[p])
        sum(near[p]) < 9
""")
    small, large = (spec.ground(f"h: {side}\nw: {side}\n", exact=True).model for side in (6, 12))
    assert large.size < 5 * small.size


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


def test_a_set_without_a_cell_is_made_from_the_rest() -> None:
    spec = spec_of("""
puzzle "Without"
grid  h x w
given way   : direction at some cells
find  black : bool at cells
rule "A way leads on":
    for c in way: size(areas(cells - black - {c})[step(c, way[c])]) > 3
rule "A cell stays white": size(cells - black - way) > size((cells - black) & way)
""")
    plain = spec_of("""
puzzle "Without"
grid  h x w
given way   : direction at some cells
find  black : bool at cells
rule "A way leads on":
    for c in way: size(areas({d for d in cells if not black[d] and d != c})[step(c, way[c])]) > 3
rule "A cell stays white":
    count(not black[d] for d in cells if d not in way) > count(not black[d] for d in way)
""")
    text = ">..\n..^\n"
    found, same = (sorted(str(answer) for answer in s.solutions(text)) for s in (spec, plain))
    assert found == same
    assert found


def test_sets_without_a_cell_share_the_edges_of_their_graphs() -> None:
    header = """
puzzle "Without"
grid 6 x 6
find black : bool at cells
"""
    shared = spec_of(f"""{header}
rule "Each cell lies between two others":
    for c in cells:
        for d in adjacent(c): size(areas(cells - black - {{c}})[d]) > 3
rule "No cell cuts":
    for c in cells: connected(cells - black - {{c}})
rule "No circle":
    for c in cells: acyclic(cells - black - {{c}})
rule "The pieces are few":
    for c in cells: size(areas(cells - black - {{c}})) < 4
""").ground("", exact=True)
    plain = spec_of(f"""{header}
define rest(c) = {{d for d in cells if not black[d] and d != c}}
rule "Each cell lies between two others":
    for c in cells:
        for d in adjacent(c): size(areas(rest(c))[d]) > 3
rule "No cell cuts":
    for c in cells: connected(rest(c))
rule "No circle":
    for c in cells: acyclic(rest(c))
rule "The pieces are few":
    for c in cells: size(areas(rest(c))) < 4
""").ground("", exact=True)
    choose = Random(1)
    seen = set()
    for share in (0.1, 0.2, 0.3, 0.5, 0.8) * 4:
        board = [int(choose.random() < share) for _ in range(36)]
        found, same = (
            {(str(c.origin), evaluate(c.condition, board)) for c in grounding.model.constraints}
            for grounding in (shared, plain)
        )
        assert found == same
        seen |= {(origin[:8], holds) for origin, holds in found}
    assert len(seen) == 8  # each rule was both kept and broken
    edges = {id(g.edges) for g in shared.model._store.others.values() if type(g) is Graph}
    assert len(edges) == 1


CUT = """
puzzle "Cut"
grid h x w
given dot   : bool at cells
find  shade : bool at cells
find  block : pieces at cells
rule "What is said of every piece":
"""


@pytest.mark.parametrize(
    ("rule", "others"),
    [
        (
            "for p in block: size(dot & p) = 1",
            [
                "all(size(p & dot) = 1 for p in block)",
                "not any(size(p & dot) != 1 for p in block)",
                "for p in {q for q in block}: size(p & dot) = 1",
                "all(size(p & dot) = 1 for p in [q for q in block])",
                "for p in block: count(c in p for c in dot) = 1",
                "for p in block: count(c in dot for c in p) = 1",
                "for p in block: count(dot[c] for c in p) = 1",
                "for p in block: sum(1 for c in p if dot[c]) = 1",
                "for p in block: size({c for c in dot if c in p}) = 1",
                "for p in block:\n        for q in [p]: count(c in dot for c in q) = 1",
            ],
        ),
        (
            "for p in block: size(shade & p) <= 2 and size(p) <= 4",
            [
                "all(size(shade & p) <= 2 and size(p) <= 4 for p in block)",
                "for p in block: count(c in p for c in shade) <= 2 and size(p) <= 4",
                "for p in block: count(shade[c] for c in p) < 3 and size(p) < 5",
                "for p in block: size({c for c in p if c in shade}) <= 2 and size(p) <= 4",
            ],
        ),
        (
            "for p in block: count(shade[c] for c in dot if c in p) = 1",
            [
                "for p in block: count(shade[c] for c in dot & p) = 1",
                "for p in block: count(shade[c] for c in p & dot) = 1",
                "for p in block: sum(1 for c in dot & p if shade[c]) = 1",
            ],
        ),
    ],
)
def test_what_is_said_of_every_piece_is_ground_alike(rule: str, others: list[str]) -> None:
    puzzle = "dot:\n" + "\n".join(["#..#..", "......", "..#...", ".....#"])
    plain, *worded = [
        spec_of(f"{CUT}    {words}\n").ground(puzzle, exact=True).model for words in [rule, *others]
    ]
    for model in worded:
        assert model.size <= 1.1 * plain.size  # with some negations
        assert len(model.constraints) == len(plain.constraints)


def test_given_bools_of_a_piece_are_counted_where_they_are_yes() -> None:
    """Beside queries for the borders, there are some for the marked places only."""
    puzzle = "dot:\n" + "\n".join(["#.....", "......", "..#...", ".....#"])
    spec = spec_of(f"{CUT}    for p in block: count(dot[p]) = 1\n")
    nodes = spec.ground(puzzle, exact=True).model._store.others.values()
    pairs = [x for x in nodes if isinstance(x, Query) and x.definition is CONNECTED_PAIR]
    borders, marked = 4 * 5 + 3 * 6, 3
    assert 0 < len(pairs) <= borders + marked * 24


@pytest.mark.parametrize("function", ["kinds(circle[p]) = 1", "all_different(circle[p])"])
def test_given_values_of_pieces_take_a_number_for_each_value(function: str) -> None:
    spec = spec_of(f"""
puzzle "Kinds"
grid  h x w
given circle : {{white, black}} at some cells drawn "W B"
find  block  : pieces at cells
rule "Values of a piece": for p in block: {function}
""")
    side = 8
    row = "WB" * (side // 2)
    model = spec.ground(f"{row}\n" * side, exact=True).model
    cells = side * side
    assert model.size < cells * cells / 4  # not a node for each two cells


@counted
def test_a_choice_is_compared_with_the_members_of_a_set_by_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = calls(monkeypatch, comparison, "equal")
    spec = spec_of("""
puzzle "Goals"
grid  h x w
given circle : bool at some cells
find  goal   : row(c) + column(c) at c in circle
rule "Goals have company":
    for c in cells: count(goal[d] in adjacent(c) for d in circle) < 3
""")
    spec.ground("......\n.#..#.\n......\n......\n..#...\n......\n")
    assert not called


@pytest.mark.parametrize(
    ("among", "plain"),
    [
        ("adjacent(d)", "any(goal[c] = x for x in adjacent(d))"),
        ("adjacent(d) - black", "any(goal[c] = x and not black[x] for x in adjacent(d))"),
        ("[d, d.up, d, d.left]", "goal[c] = d or goal[c] = d.up or goal[c] = d.left"),
        ("[d, goal[d]]", "goal[c] = d or goal[c] = goal[d]"),
        ("row(d) & black + [d]", "goal[c] = d or any(goal[c] = x for x in row(d) & black)"),
    ],
)
def test_a_choice_among_the_members_of_a_set_changes_no_answer(among: str, plain: str) -> None:
    answers = []
    for condition in (f"goal[c] in {among}", plain):
        spec = spec_of(f"""
puzzle "Goals"
grid  h x w
given circle : bool at some cells
find  black  : bool at cells
find  goal   : row(c) + column(c) at some c in circle
rule "Goals": for c in circle: for d in circle: {condition} <=> black[d]
rule "Few": size(black) < 3
""")
        answers.append(sorted(str(answer) for answer in spec.solutions("#..\n..#\n")))
    assert answers[0] == answers[1]
    assert answers[0]


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
def test_graphs_without_a_cell_share_the_lines_that_join_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = calls(monkeypatch, graphs, "_new_graph")
    header = """
puzzle "Before"
grid  6 x 6
find  line : bool at links
let   board = [c for c in cells]
"""
    rule = """
rule "A way comes from the corner":
    for c in cells: line[c, c.left] => c.left in areas(REST, line)[board[1]] or c = board[2]
"""
    shared = spec_of(header + rule.replace("REST", "cells - {c}")).ground("", exact=True)
    assert len(made) == 1
    plain = spec_of(header + rule.replace("REST", "{d for d in cells if d != c}"))
    model = plain.ground("", exact=True).model
    choose = Random(1)
    for share in (0.3, 0.6, 0.9) * 4:
        board = [int(choose.random() < share) for _ in range(60)]
        found, same = (
            [(str(c.origin), evaluate(c.condition, board)) for c in one.constraints]
            for one in (shared.model, model)
        )
        assert found == same


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


@pytest.mark.parametrize("among", ["2 in clue[p]", "any(x = 2 for x in clue[p])"])
def test_a_value_on_a_piece_is_counted_there(among: str) -> None:
    spec = spec_of(f"""
puzzle "Values"
grid  h x w
given clue  : 1..9 at some cells
find  block : pieces at cells
rule "Which pieces have a two": for p in block: {among} <=> size(p) = 2
""")
    if among.startswith("2"):
        model = spec.ground("12345678\n" * 8, exact=True).model
        assert model.size < 64 * 64 / 4  # not a node for each two cells
    assert {str(s) for s in spec.solutions("12.\n2.1\n")} == {
        str(s) for s in spec_of(TWOS).solutions("12.\n2.1\n")
    }


TWOS = """
puzzle "Values"
grid  h x w
given clue  : 1..9 at some cells
find  block : pieces at cells
rule "Which pieces have a two":
    for p in block: any(c in p for c in cells if clue[c] = 2) <=> size(p) = 2
"""


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
