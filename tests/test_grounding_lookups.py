"""Grounding looks members up instead of testing each, with the same answers."""

from __future__ import annotations

import pytest
from grounding_calls import calls, counted, spec_of
from pzc.compiler.builtins import operators
from pzc.compiler.context import Context
from pzc.compiler.values import comparison


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


@counted
@pytest.mark.parametrize("test", ["c in box and size(clue & box) = 1", "c in box"])
def test_windows_that_do_not_hold_a_place_are_not_asked_about_it(
    monkeypatch: pytest.MonkeyPatch, test: str
) -> None:
    """Of the windows of a size that depends on a clue, also where the test has a second part."""
    called = calls(monkeypatch, operators, "compare")
    spec = spec_of(f"""
puzzle "Boxes"
grid  h x w
given clue  : 1..9 at some cells
find  black : bool at cells
rule "A black box around each clue":
    for c in clue: any(all(black[box]) for box in windows(1, clue[c]) if {test})
""")
    grounding = spec.ground("3..3..\n......\n..2...\n......\n")
    assert grounding.model.constraints
    assert not [args for args in called if args[1] == "in"]


@pytest.mark.parametrize(
    "test", ["box[2] in box", "c in box", "c.right in box", "c in box if 1 < 2"]
)
def test_windows_of_a_size_that_a_clue_gives_are_those_of_that_size(test: str) -> None:
    """The clue is 2: each test selects as many windows as among all windows of two cells."""
    text = """
puzzle "Boxes"
grid  h x w
given clue  : 1..9 at some cells
find  black : 0..99 at clue
rule "Count":
    for c in clue: black[c] = size([1 for box in windows(1, {size}) if {test}])
"""
    known, given = (
        spec_of(text.format(size=size, test=test)).solve("2..2.\n..2..\n")
        for size in ("2", "clue[c]")
    )
    assert known is not None and given is not None
    assert str(given) == str(known)
