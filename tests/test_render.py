"""Pictures of solutions: small ones exactly, any one without a crash."""

from __future__ import annotations

from typing import Any

from pzc.compiler.domains import BLANKS, Domain, bool_domain, value_domain
from pzc.compiler.geometry import Board, Unit
from pzc.compiler.solution import LayerValues, Solution
from pzc.render.text import text

ANY = Domain("any", blanks=BLANKS)
NUMBERS = Domain("int", range(100), blanks=BLANKS)
STAR = bool_domain([".", "*"], "cell")
SHADE = bool_domain([".", "#"], "cell")


def cells(board: Board, name: str, rows: str, domain: Domain) -> LayerValues:
    """A layer on cells, from the tokens of its rows."""
    tokens = [t for row in rows.split("\n") for t in (row.split() if " " in row else row)]
    return LayerValues(
        name, "cell", dict(zip(board.cells, map(domain.read, tokens), strict=True)), domain
    )


def solved(
    board: Board | None, *answer: LayerValues, givens: tuple[LayerValues, ...] = (), **more: Any
) -> Solution:
    return Solution("A title", board, givens, answer, more.pop("printed", {}), {}, **more)


def drawing(solution: Solution, **options: Any) -> str:
    return "\n" + text(solution, **options)


def test_regions_have_walls():
    board = Board(2, 2)
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


def test_blocks_are_told_by_the_solution():
    board = Board(2, 2)
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
    board = Board(2, 2)
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
    board = Board(1, 3)
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


def test_sums_stand_in_walls():
    board = Board(1, 3)
    wall = cells(board, "wall", "#..", SHADE)
    across = cells(board, "across", "16 . .", NUMBERS)
    below = cells(board, "below", "7 . .", NUMBERS)
    digit = LayerValues("digit", "cell", {board.cells[1]: 9, board.cells[2]: 7}, NUMBERS)
    solution = solved(board, digit, givens=(wall, across, below))
    assert "│█7\\16█   9     7  │" in drawing(solution)


def test_lists_stand_left_and_above():
    board = Board(2, 3)
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


def test_clues_outside():
    board = Board(2, 2)
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
    board = Board(1, 2)
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
    board = Board(2, 3)
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
    board = Board(2, 2)
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
    board = Board(1, 2)
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
    board = Board(1, 2)
    clue = cells(board, "clue", "1.", NUMBERS)
    digit = cells(board, "digit", "12", NUMBERS)
    solution = solved(board, digit, givens=(clue,), printed={"digit": "clue"})
    assert "\x1b[1m1\x1b[0m" in text(solution, True)
    assert "\x1b[36m2\x1b[0m" in text(solution, True)


def test_layers_that_look_alike_have_pictures_of_their_own():
    board = Board(1, 2)
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


def test_matched_things_are_turned_round():
    houses = Domain("int", range(1, 3))
    home = LayerValues("home", "person", {"Ann": 2, "Bob": 1}, houses)
    hue = LayerValues("hue", "colour", {"red": 1, "blue": 2}, houses)
    assert (
        drawing(solved(None, home, hue))
        == """
        1    2
person  Bob  Ann
colour  red  blue
"""
    )
