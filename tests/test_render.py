"""Pictures of solutions: small ones, exactly. `test_any_picture` draws random ones."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from typing import Any

from pzc.compiler.board.places import DIRECTIONS, Unit
from pzc.compiler.board.square import SquareBoard
from pzc.compiler.ground.domains import BLANKS, Domain, bool_domain, value_domain
from pzc.compiler.ground.solution import LayerValues, Solution
from pzc.compiler.values.placement import Placement
from pzc.render.characters import width
from pzc.render.json import as_json
from pzc.render.plain import plain
from pzc.render.svg import svg
from pzc.render.text import text
from solutions import ANY, NUMBERS, cells, solved, texts

STAR = bool_domain([".", "*"], "cell")
SHADE = bool_domain([".", "#"], "cell")


def drawing(solution: Solution, **options: Any) -> str:
    return "\n" + text(solution, **options)


def test_regions_have_walls():
    board = SquareBoard(2, 2)
    region = cells(board, "region", "aa\nab", ANY)
    star = cells(board, "star", ".*\n..", STAR)
    assert (
        drawing(solved(board, star, givens=(region,)))
        == """
┌───────┐
│ ·   * │
│   ┌───┤
│ · │ · │
└───┴───┘
"""
    )


def test_blocks_follow_from_the_solution():
    board = SquareBoard(2, 2)
    digit = cells(board, "digit", "12\n21", NUMBERS)
    picture = drawing(solved(board, digit, walls=(board.cells[:2], board.cells[2:])))
    assert (
        picture
        == """
┌─────┐
│ 1 2 │
├─────┤
│ 2 1 │
└─────┘
"""
    )


def test_cages_are_lighter_than_blocks_and_show_their_totals():
    board = SquareBoard(2, 2)
    cage = cells(board, "cage", "ab\nab", ANY)
    digit = cells(board, "digit", "12\n21", NUMBERS)
    groups = [Unit("group", f"cage {k}", board.cells[k::2]) for k in (0, 1)]
    total = LayerValues("total", "group", {groups[0]: 3, groups[1]: 13}, NUMBERS)
    walls = (board.cells[:2], board.cells[2:])
    assert (
        drawing(solved(board, digit, givens=(cage, total), walls=walls))
        == """
┏3━━━┯13━━┓
┃  1 │  2 ┃
┣━━━━┿━━━━┫
┃  2 │  1 ┃
┗━━━━┷━━━━┛
"""
    )


def test_black_cells_are_filled_and_keep_their_digits():
    board = SquareBoard(1, 3)
    clue = cells(board, "clue", "5..", NUMBERS)
    black = cells(board, "black", "##.", SHADE)
    number = LayerValues("number", "cell", {board.cells[0]: 5, board.cells[2]: 7}, NUMBERS)
    solution = solved(board, number, givens=(clue, black), printed={"number": "clue"})
    assert (
        drawing(solution)
        == """
┌─────────┐
│█5████ 7 │
└─────────┘
"""
    )


def test_sums_are_in_walls():
    board = SquareBoard(1, 3)
    wall = cells(board, "wall", "##.", SHADE)
    across = cells(board, "across", ". 16 .", NUMBERS)
    below = cells(board, "below", "4 7 .", NUMBERS)
    digit = LayerValues("digit", "cell", {board.cells[2]: 9}, NUMBERS)
    solution = solved(board, digit, givens=(wall, across, below))
    assert "│██4\\███7\\16█   9  │" in drawing(solution)


def test_symbols_at_some_cells_are_regions_only_if_equal_ones_are_connected():
    board = SquareBoard(1, 4)
    star = cells(board, "star", "...*", STAR)
    for rows, picture in (
        ("aab.", "│ ·   · │ · │ * │"),
        ("a.a.", "│ a · a * │"),
        ("ab..", "│ a b · * │"),
    ):
        assert picture in drawing(solved(board, star, givens=(cells(board, "clue", rows, ANY),)))


def test_lists_are_drawn_left_and_above():
    board = SquareBoard(2, 3)
    lists = Domain("list", element=NUMBERS)
    across = LayerValues("across", "row", dict(zip(board.rows, [(1, 1), ()], strict=True)), lists)
    down = LayerValues(
        "down", "column", dict(zip(board.columns, [(1,), (), (2, 1)], strict=True)), lists
    )
    black = cells(board, "black", "#.#\n...", SHADE)
    assert (
        drawing(solved(board, black, givens=(across, down)))
        == """
          2
      1   1
    ┌───────┐
1 1 │██ ·██ │
    │ · · · │
    └───────┘
"""
    )


def test_a_list_is_drawn_in_its_cell():
    board = SquareBoard(1, 3)
    clue = LayerValues(
        "clue",
        "cell",
        dict(zip(board.cells, [(1, 3), None, (2,)], strict=True)),
        Domain("list", element=NUMBERS, blanks=BLANKS),
    )
    shade = cells(board, "shade", ".#.", SHADE)
    solution = solved(board, shade, givens=(clue,))
    assert (
        drawing(solution)
        == """
┌─────────────┐
│ 1,3████  2  │
└─────────────┘
"""
    )
    assert ">1<" in svg(solution)
    assert ">3<" in svg(solution)


def test_a_table_of_places_has_rows_for_what_is_reported():
    board = SquareBoard(1, 2)
    up, down = DIRECTIONS["up"], DIRECTIONS["down"]
    left, right = board.cells
    values = {(left, up): 3, (left, down): None, (right, up): None, (right, down): 0}
    beyond = LayerValues("beyond", "cell, direction", values, NUMBERS)
    shade = cells(board, "shade", ".#", SHADE)
    _, _, table = drawing(solved(board, shade, givens=(beyond,))).partition("\n\n")
    assert (
        table
        == """\
cell  direction  beyond
r1c1  up         3
r1c2  down       0
"""
    )


def test_clues_outside():
    board = SquareBoard(2, 2)
    seen = {board.side("top")[1]: 2, board.side("left")[0]: 1, board.side("right")[1]: 12}
    seen |= {board.side("bottom")[0]: 3, board.side("left")[1]: None}
    height = cells(board, "height", "12\n21", NUMBERS)
    clue = LayerValues("seen", "side", seen, NUMBERS)
    assert (
        drawing(solved(board, height, givens=(clue,)))
        == """
      2
  ┌─────┐
1 │ 1 2 │
  │ 2 1 │ 12
  └─────┘
    3
"""
    )


def test_lines_along_the_edge_have_no_frame():
    board = SquareBoard(1, 2)
    yes = {(0, 1), (2, 1), (1, 0), (1, 2)}
    line = LayerValues(
        "line", "border", {b: b.at in yes for b in board.borders}, bool_domain(None, "border")
    )
    clue = cells(board, "clue", "4.", NUMBERS)
    assert (
        drawing(solved(board, line, givens=(clue,)))
        == """
┌───┐   ·
│ 4 │
└───┘   ·
"""
    )


def test_links_run_through_cells():
    board = SquareBoard(2, 3)
    off = {"r1c2-r1c3", "r2c2-r2c3", "r1c3-r2c3"}
    line = LayerValues(
        "line", "link", {k: k.name not in off for k in board.links}, bool_domain(None, "link")
    )
    pearl = cells(
        board,
        "pearl",
        "W..\n...",
        Domain("symbols", ("white",), {"W": "white"}, {"white": "W"}, BLANKS),
    )
    assert (
        drawing(solved(board, line, givens=(pearl,)))
        == """
┌───────┐
│ W─┐ · │
│ └─┘ · │
└───────┘
"""
    )


def test_signs_between_cells():
    board = SquareBoard(2, 2)
    digit = cells(board, "digit", "12\n21", NUMBERS)
    signs = value_domain(["less", "more", "above"], ["<", ">", "^"])
    sign = LayerValues(
        "sign", "link", dict(zip(board.links, ["less", "above", None, None], strict=True)), signs
    )
    assert (
        drawing(solved(board, digit, givens=(sign,)))
        == """
┌───────┐
│ 1 < 2 │
│ ^     │
│ 2   1 │
└───────┘
"""
    )


def test_marked_places():
    board = SquareBoard(1, 2)
    digit = cells(board, "digit", "12", NUMBERS)
    solution = solved(board, digit)
    assert (
        drawing(solution, marked=board.cells[1:])
        == """
┌──────┐
│ 1 [2]│
└──────┘
"""
    )
    assert "\x1b[30;41m 2" in text(solution, True, board.cells[1:])
    assert "!" in text(solution, marked=[board.borders[0]])
    assert text(solution, marked=[board.rows[0]]) == text(solution, marked=board.cells)


def test_givens_are_bold_on_a_terminal():
    board = SquareBoard(1, 2)
    clue = cells(board, "clue", "1.", NUMBERS)
    digit = cells(board, "digit", "12", NUMBERS)
    solution = solved(board, digit, givens=(clue,), printed={"digit": "clue"})
    assert "\x1b[1m1\x1b[0m" in text(solution, True)
    assert "\x1b[36m2\x1b[0m" in text(solution, True)


def test_layers_that_look_alike_have_pictures_of_their_own():
    board = SquareBoard(1, 2)
    one, two = cells(board, "one", "12", NUMBERS), cells(board, "two", "34", NUMBERS)
    assert (
        drawing(solved(board, one, two))
        == """
┌─────┐
│ 1 2 │
└─────┘

two:
┌─────┐
│ 3 4 │
└─────┘
"""
    )


def test_things_are_tables():
    value = LayerValues("value", "letter", {"S": 9, "E": 5}, NUMBERS)
    assert drawing(solved(None, value)) == "\nletter  value\nS       9\nE       5\n"


HOUSES = Domain("int", range(1, 3))


def test_what_is_given_of_things_is_in_their_table():
    likes = LayerValues("likes", "person", {"Ann": 2, "Bob": None}, NUMBERS)
    lives = LayerValues("lives", "person", {"Ann": 1, "Bob": None}, NUMBERS)
    home = LayerValues("home", "person", {"Ann": 1, "Bob": None}, NUMBERS)
    whole = solved(None, home, givens=(likes, lives), printed={"home": "lives"})
    assert (
        drawing(whole)
        == """
person  likes  home
Ann     2      1
Bob     .      .
"""
    )
    assert "likes" in svg(whole) and "lives" not in svg(whole, title=False)


def test_what_is_given_stands_above_matched_things():
    old = LayerValues("old", "pet", {"dog": 1, "cat": 1}, HOUSES)
    home = LayerValues("home", "person", {"Ann": 2, "Bob": 1}, HOUSES)
    hue = LayerValues("hue", "colour", {"red": 1, "blue": 2}, HOUSES)
    assert (
        drawing(solved(None, home, hue, givens=(old,)))
        == """
pet  old
dog  1
cat  1

        1    2
person  Bob  Ann
colour  red  blue
"""
    )


def test_what_is_given_stands_above_a_plan_without_a_board():
    size = LayerValues("size", "jug", {"small": 3, "large": 5}, NUMBERS)
    water = LayerValues("water", "jug, time", {("small", 0): 0, ("large", 0): 4}, NUMBERS)
    whole = solved(None, water, givens=(size,), sequence="time", moves=0)
    assert (
        drawing(whole)
        == """
jug    size
small  3
large  5

time  water[small]  water[large]
0     0             4
"""
    )
    assert ">size<" in svg(whole)


def test_matched_things_are_turned_round():
    home = LayerValues("home", "person", {"Ann": 2, "Bob": 1}, HOUSES)
    hue = LayerValues("hue", "colour", {"red": 1, "blue": 2}, HOUSES)
    assert (
        drawing(solved(None, home, hue))
        == """
        1    2
person  Bob  Ann
colour  red  blue
"""
    )


def test_a_value_of_its_own():
    best = LayerValues("best", "", {"": 7}, ANY)
    assert "best  7" in text(solved(None, best))
    assert text(solved(None, best, objective=3)).endswith("value: 3\n")


def test_tiles_are_outlined_and_listed():
    board = SquareBoard(1, 3)
    spot = LayerValues(
        "spot", "tile", {"A": Placement(board.cells[:2], (True, True))}, Domain("options")
    )
    assert (
        drawing(solved(board, spot))
        == """
┌─────┬───┐
│ · · │ · │
└─────┴───┘

tile  spot
A     r1c1+r1c2
"""
    )


def test_wide_characters_keep_columns_straight():
    board = SquareBoard(2, 2)
    symbols = Domain("any", blanks=BLANKS)
    mark = LayerValues(
        "mark", "cell", dict(zip(board.cells, ["日", "b", "c", "d"], strict=True)), symbols
    )
    lines = text(solved(board, mark)).splitlines()
    assert len({width(line) for line in lines}) == 1


def test_control_characters_are_not_printed():
    board = SquareBoard(1, 1)
    mark = LayerValues("mark", "cell", {board.cells[0]: "\x1b[2J\x00"}, ANY)
    solution = solved(board, mark)
    assert "\x1b" not in text(solution)
    ElementTree.fromstring(svg(solution))


# ---- the format of puzzle files


def test_plain_is_a_bare_picture():
    board = SquareBoard(2, 2)
    assert plain(solved(board, cells(board, "star", ".*\n*.", STAR))) == ".*\n*.\n"
    wide = LayerValues("n", "cell", dict(zip(board.cells, [1, 12, None, 3], strict=True)), NUMBERS)
    assert plain(solved(board, wide)) == "1  12\n.  3\n"


def test_plain_draws_borders_and_links_between_cells():
    board = SquareBoard(1, 2)
    wall = LayerValues(
        "wall", "border", {b: b.at[0] != 1 for b in board.borders}, bool_domain(None, "border")
    )
    line = LayerValues("line", "link", {board.links[0]: True}, bool_domain(None, "link"))
    assert (
        plain(solved(board, wall, line))
        == """wall:
+-+-+
.....
+-+-+

line:
+-+
"""
    )


def test_plain_lists_at_sides_have_a_line_each():
    board = SquareBoard(1, 2)
    lists = dict(zip(board.side("top"), [(2, 0), (1,)], strict=True))
    tally = LayerValues("tally", "side", lists, Domain("list", element=NUMBERS))
    assert plain(solved(board, tally)) == "tally:\ntop1 2 0\ntop2 1\n"


def test_plain_lists_sides_and_things():
    board = SquareBoard(1, 2)
    sides = dict(zip(board.side("top"), [2, None], strict=True))
    seen = LayerValues("seen", "side", sides, NUMBERS)
    value = LayerValues("value", "letter, time", {("S", 1): 9, ("E", 2): None}, NUMBERS)
    assert plain(solved(board, seen, value)) == "seen:\ntop 2 .\n\nvalue:\nS 1 9\n"


# ---- SVG and JSON


def test_svg_tells_givens_from_answers():
    board = SquareBoard(1, 2)
    clue = cells(board, "clue", "1.", NUMBERS)
    digit = cells(board, "digit", "12", NUMBERS)
    picture = svg(solved(board, digit, givens=(clue,), printed={"digit": "clue"}), title=False)
    assert texts(picture) == ["1", "2"]
    one, two = (line for line in picture.splitlines() if line.startswith("<text"))
    assert "bold" in one
    assert "bold" not in two


def test_svg_has_an_escaped_title():
    solution = Solution("A < B & C", SquareBoard(1, 1), (), (), {}, {})
    tree = ElementTree.fromstring(svg(solution))
    assert tree[0].tag.endswith("title")
    assert tree[0].text == "A < B & C"
    assert texts(svg(solution)) == ["A < B & C"]


def test_svg_draws_signs():
    board = SquareBoard(1, 2)
    star = cells(board, "star", "*.", STAR)
    assert 'class="star"' in svg(solved(board, star))
    ways = value_domain(list(DIRECTIONS.values()), None)
    arrow = LayerValues("way", "cell", {board.cells[0]: DIRECTIONS["up"]}, ways)
    assert texts(svg(solved(board, arrow), title=False)) == []


def test_svg_marks():
    board = SquareBoard(1, 2)
    digit = cells(board, "digit", "12", NUMBERS)
    solution = solved(board, digit)
    assert svg(solution, marked=board.cells) != svg(solution)
    assert svg(solution, marked=[board.rows[0]]) == svg(solution, marked=board.cells)


def test_json():
    board = SquareBoard(2, 1)
    digit = LayerValues("digit", "cell", {board.cells[0]: 3}, NUMBERS)
    line = LayerValues("line", "link", {board.links[0]: True}, bool_domain(None, "link"))
    solution = Solution("T", board, (), (digit, line), {}, {"stars": 2}, objective=4)
    assert json.loads(json.dumps(as_json(solution))) == {
        "title": "T",
        "params": {"stars": 2},
        "objective": 4,
        "givens": [],
        "answer": [
            {"name": "digit", "at": "cell", "rows": [[3], [None]]},
            {"name": "line", "at": "link", "values": {"r1c1-r2c1": True}},
        ],
    }
