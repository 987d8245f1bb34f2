"""Layers on places of several kinds, of no place, and on long boards: how puzzle files write them,
and that printed values are read back."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.json import as_json
from pzc.render.plain import plain
from pzc.tasks.spec import Spec


def spec(text: str) -> Spec:
    return Spec.of(Source("my.spec", text))


MIXED = """
grid h x w
given dot  : {white, black} at some cells + borders + corners drawn "o x"
given num  : list of 1..9 at some cells + corners
given odd  : 1..9 at some links + borders
find  mark : 1..3 at cells + links
find  spot : bool at dot drawn "n y"
rule "Marks and spots":
    for p in dot: spot[p] <=> dot[p] = black
    for p in cells + links: mark[p] = (1 if p in cells else 2)
    for p in odd: odd[p] = 5
    for p in num: sum(num[p]) = 3
"""

MIXED_PUZZLE = """
dot:
.o...
...x.
....o
.....
o....

num:
. . . . .
. 1,2 . . .
. . 3 . .
. . . . .
. . . . .

odd:
r1c1/right 5
"""


def test_layers_on_several_kinds_are_in_one_picture() -> None:
    mixed = spec(MIXED)
    solution = mixed.solve(MIXED_PUZZLE)
    assert solution is not None
    _, spot = solution.answer
    assert [spot.table[p] for p in spot.table] == [True, False, False, False]
    assert plain(solution).startswith("mark:\n121\n2.2\n121\n")
    assert mixed.verify(MIXED_PUZZLE, plain(solution)).holds
    assert mixed.count(MIXED_PUZZLE) == 1


def test_a_wrong_value_between_the_cells_is_blamed_by_its_place() -> None:
    mixed = spec(MIXED)
    solution = mixed.solve(MIXED_PUZZLE)
    assert solution is not None
    wrong = plain(solution).replace("2.2", "3.2")
    verdict = mixed.verify(MIXED_PUZZLE, wrong)
    assert [b.values for b in verdict.broken] == [(("mark", "r1c1-r2c1", "3"),)]


def test_a_picture_of_several_kinds_tells_the_size_of_the_board() -> None:
    galaxies = spec(
        'grid h x w\ngiven dot : bool at cells + borders + corners drawn ". o"\n'
        "find x : bool at cells\n"
    )
    board = galaxies.ground(".......\n.o..o..\n.......\n.......\n.......").context.board
    assert (board.height, board.width) == (2, 3)


def test_the_kind_of_a_layer_is_known_where_it_has_no_place() -> None:
    slide = spec("""
grid h x w
given circle : 0..9 at some cells
given tag  : 1..3 at circle
find  goal : row(c) at c in circle
find  mark : bool at cells where circle
rule "No mark": size(mark) = 0
answer goal, mark
""")
    puzzle = "circle:\n...\n...\n\ntag:\n...\n...\n"
    solution = slide.solve(puzzle)
    assert solution is not None
    assert [layer.kind for layer in solution.answer] == ["cell", "cell"]
    assert slide.verify(puzzle, plain(solution)).holds


LISTS = """
grid n x n
given left : list of 1..9 at some rows
given sums : list of 0..9 at some rows + columns blank "?"
find  mark : bool at cells drawn "n y"
rule "Lists":
    for r in left: [size(x) for x in runs(r, mark)] = left[r]
    for r in rows if r not in left: all(mark[r])
    for l in sums: sum(sums[l]) = 3
"""


def test_a_line_may_have_no_list() -> None:
    lists = spec(LISTS)
    puzzle = "left:\n.\n-\n1 1\n\nsums:\n?\n.\n1 2\n_\n0 3\n3\n"
    solution = lists.solve(puzzle)
    assert solution is not None
    assert plain(solution) == "yyy\nnnn\nyny\n"
    assert lists.count(puzzle) == 1


def test_lists_of_all_lines_have_no_blank() -> None:
    nonogram = spec("""
grid 2 x 2
given left : list of 1..9 at rows
find  m    : bool at cells
rule "Totals":
    for r in rows: count(m[r]) = sum(left[r])
""")
    with pytest.raises(PzcError, match="is not a number"):
        nonogram.solve("left:\n.x\n2\n")
    assert plain(nonogram.solve("left:\n2\n-\n")) == "##\n..\n"  # type: ignore[arg-type]


TOTALS = """
grid h x w
given total : 0..9 at some rows
find  star  : bool at cells drawn ". *"
rule "Totals":
    for r in total: star[r] = [c.column <= total[r] for c in r]
    for r in rows if r not in total: size(r & star) = 0
"""


@pytest.mark.parametrize(
    "section, solution",
    [
        ("total: . 2 1", "...\n**.\n*..\n"),
        ("total:\n. 2 1", "...\n**.\n*..\n"),
        ("total:\n.\n2\n1", "...\n**.\n*..\n"),
        ("total:\nrow1 3\nrow2 1", "***\n*..\n"),
        ("h: 3\ntotal:\nrow2 1", "...\n*..\n...\n"),
    ],
)
def test_the_values_of_the_rows_say_how_many_there_are(section: str, solution: str) -> None:
    found = spec(TOTALS).solve(f"w: 3\n{section}\n")
    assert found is not None and plain(found) == solution


def test_a_value_with_the_name_of_its_row_does_not_say_how_many_rows_there_are() -> None:
    with pytest.raises(PzcError, match="size") as error:
        spec(TOTALS).solve("w: 3\ntotal:\nrow2 1\n")
    assert error.value.diagnostics[0].expected == "'h: …'"


@pytest.mark.parametrize("width", [4, 9, 16])
@pytest.mark.parametrize("head", ["", "h: 1\nw: {width}\nclue:\n"])
def test_a_board_of_one_row_is_not_folded(width: int, head: str) -> None:
    row = spec(
        "grid h x w\ngiven clue : 1..w at some cells\nfind d : 1..w at cells from clue\n"
        'rule "In order":\n    for r in rows: increasing(d[r])\n'
    )
    puzzle = head.format(width=width) + " ".join(["1"] + ["."] * (width - 1)) + "\n"
    solution = row.solve(puzzle)
    assert solution is not None
    board = solution.board
    assert board is not None
    assert (board.height, board.width) == (1, width)
    assert row.verify(puzzle, plain(solution)).holds


def test_a_square_board_may_be_on_one_line() -> None:
    square = spec("grid n x n\ngiven clue : 1..4 at some cells\nfind d : 1..4 at cells from clue\n")
    assert square.ground("1...").context.board.height == 2


# ---- what touches, what joins, and what is asked -------------------------------------------------

BOARD = """
grid 2 x 2
things nr  = 1..2
given wall : bool at cells
find  mark : bool at cells drawn "n y"
find  goal : cell at nr
find  home : nr at nr
rule "Nothing else": all(not mark[c] for c in cells) and goal[1] = first and goal[2] = first
"""


@pytest.mark.parametrize(
    "condition",
    [
        "all(size(borders(s)) = 1 and size(corners(s)) = 2 for s in sides)",
        "all(count(s in sides(b) for b in borders) = 1 for s in sides)",
        "all(size(sides(p)) = 2 for p in corners if size(cells(p)) = 1)",
        "all(size(areas(borders)[c.northwest, c.northeast]) = size(borders) for c in cells)",
        "size(areas(links)[first, first.right]) = size(links)",
        "not any(areas(links)[a, b] = areas(links)[a, b] for a, b in diagonal)",
        "[goal[1], first.right] in adjacent",
        "not [goal[1], goal[2]] in adjacent",
        "all(x in home for x in nr) and home[1] in home",
        "all(any(adjacent[c, row(c)]) for c in cells)",
        "all(count(meeting[l, m] for m in links) = 2 for l in links)",
        "size(areas(wall).wall) = 2",
        "segments([x for x in cells if goal[1] = x or x = first.right]) = [[l for l in links][1]]",
    ],
)
def test_a_condition_on_places_holds(condition: str) -> None:
    text = BOARD.replace("goal[1] = first and", f"goal[1] = first and {condition} and")
    board = spec(text.replace("first", "[c for c in cells][1]"))
    assert board.solve("wall:\n#.\n..\n") is not None


def test_a_way_through_found_cells_is_a_loop() -> None:
    way = spec(
        "grid 2 x 3\nthings k = 1..7\nfind pos : cell at some k\n"
        'rule "A loop": loop(segments([pos[x] for x in k])) and pos[1] in {pos[5], pos[7]}\n'
        'rule "Neighbours": all(adjacent(a, b) for a, b in steps([pos[x] for x in k]))\n'
        'rule "Long": 7 in pos\n'
    )
    # once around, from each cell in each way: all six cells, or a square with two steps more
    ways = [s for s in way.solutions() if len({*s.answer[0].table.values()} - {None}) == 6]
    assert len(ways) == 12
    assert all(way.verify("", plain(s)).holds for s in ways[:2])


@pytest.mark.parametrize("places", ["cells", "links", "cells + links", "corners"])
@pytest.mark.parametrize("height", [1, 2])
def test_a_picture_of_one_column_has_a_long_token_in_each_line(places: str, height: int) -> None:
    column = spec(f"grid h x w\nfind x : {{red, green}} at {places}\nfind y : bool at cells\n")
    puzzle = f"h: {height}\nw: 1\n"
    solution = column.solve(puzzle)
    assert solution is not None
    assert column.verify(puzzle, plain(solution)).holds


UNNAMED = """
things who = {ann, bob, cid}
given g : 0..3 at 1..3
given h : list of 0..3 at {1, 3}
given k : 0..3 at who - {bob}
find  x : 0..3 at 1..3
find  y : 0..3 at who - {bob}
find  z : 0..3 at {1, 3}, who - {bob}
let   d[i in 1..3] = x[i] + 1
rule "As given":
    for i in 1..3: x[i] = g[i]
    for i in {1, 3}:
        for p in who - {bob}: z[i, p] = h[i][1] + k[p]
    for p in who - {bob}: y[p] = k[p]
answer x, y, z, d
"""

UNNAMED_PUZZLE = """
g:
3 2
1 0
2 1

h:
1 2 3
3 0 0

k:
ann 1
cid 0
"""


def test_layers_at_a_set_without_a_name_are_lines_of_keys() -> None:
    unnamed = spec(UNNAMED)
    solution = unnamed.solve(UNNAMED_PUZZLE)
    assert solution is not None
    assert plain(solution).startswith("x:\n1 0\n2 1\n3 2\n\ny:\nann 1\ncid 0\n")
    assert [layer["at"] for layer in as_json(solution)["answer"]] == [
        "1..3",
        "who - {bob}",
        "{1,3}, who - {bob}",
        "1..3",
    ]
    assert unnamed.verify(UNNAMED_PUZZLE, plain(solution)).holds
    with pytest.raises(PzcError, match="'bob' is not a place"):
        unnamed.solve(UNNAMED_PUZZLE.replace("cid 0", "bob 0"))


# ---- comments ------------------------------------------------------------------------------------

COMMENTED = """
grid h x w
given clue : 0..8 at some cells
given most : 0..9 at some sides
given runs : list of 1..9 at some rows
param k    : 1..9 = 2
find  mine : bool at cells - clue drawn ". *"
rule "A number counts the mines around it, and k the mines":
    for c in clue: count(mine[touching(c)]) = clue[c]
    size(mine) = k
"""


def test_a_line_that_begins_with_a_hash_is_a_comment() -> None:
    mines = spec(COMMENTED)
    puzzle = """# from a book
clue:
# the picture
. 1 .
#. . .
 # yes
. . 1
k:
# as many
1
most:
# clue: 3
left . .
"""
    plainly = "clue:\n. 1 .\n. . 1\nk: 1\n"
    assert mines.count(puzzle) == mines.count(plainly) > 0
    solution = mines.solve(puzzle)
    assert solution is not None
    assert mines.verify(puzzle, "# mine\n" + plain(solution)).holds


WALLS = """
grid h x w
given wall : bool at cells
given clue : 1..9 at some cells
find  lamp : bool at cells where not wall
"""


def test_a_row_of_walls_is_no_comment() -> None:
    walls = spec(WALLS)
    assert walls.solve("# # .\n# . .\n").board.height == 2  # type: ignore[union-attr]
    with pytest.raises(PzcError, match="line 2 is not a comment") as caught:
        walls.solve("wall:\n# a wall\n# .\n. .\n. .\n")
    assert "after 'note:'" in str(caught.value)


def test_above_all_headings_a_comment_is_allowed_where_no_picture_is() -> None:
    walls = spec(WALLS)
    assert walls.solve("# three walls\nwall:\n# # .\n# . .\n") is not None
    with pytest.raises(PzcError):
        walls.solve("# a wall\nclue:\n. . .\n1 . .\n")


@pytest.mark.parametrize(
    ("declared", "may"),
    [
        ("given x : 1..9 at some cells", True),
        ('given x : 1..9 at some cells unknown "#"', False),
        ('given x : 1..3 at cells drawn "#1 b c"', False),
        ("given x : symbol at cells", False),
        ('given x : {red, "#"} at cells', False),
        ("given x : {red, blue} at cells", True),
        ("things t = given\ngiven x : 1..9 at t", False),
        ("things t = {a, b}\ngiven x : 1..9 at t", True),
        ('let s = {"#", "o"}\ngiven x : s at cells', False),
        ("given x : {x, o} at cells", True),
        ("given wall : symbol at cells\ngiven x : {wall, none} at cells", True),
        ("given x : bool at links", False),
        ('given x : list of bool at rows drawn ". #"', False),
    ],
)
def test_the_spec_decides_where_comments_are_allowed(declared: str, may: bool) -> None:
    program = spec(f"grid 2 x 2\n{declared}\nfind y : bool at cells\n").program
    assert ("x" in program.commented) == may


@pytest.mark.parametrize(
    ("where", "places"),
    [
        ("cells - clue", "r1c2 r2c1"),
        ("clue", "r1c1 r2c2"),
        ("row(corner)", "r1c1 r1c2"),
        ("[c for c in cells if c.row = c.column]", "r1c1 r2c2"),
        ("{corner}", "r1c1"),
        ("cells - cells", ""),
    ],
)
def test_where_takes_any_set_of_places(where: str, places: str) -> None:
    text = f"""
grid h x w
given clue : 1..9 at some cells
let corner = [c for c in cells][1]
find mark : bool at cells where {where}
find spot : bool at clue where {where}
rule "Marks": all(mark) and all(spot)
"""
    solution = spec(text).solve("1.\n.2\n")
    assert solution is not None
    marks, spots = solution.answer
    assert " ".join(map(str, marks.table)) == places
    assert set(spots.table) == {p for p in marks.table if str(p) in ("r1c1", "r2c2")}
