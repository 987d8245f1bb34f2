"""Choices among many options: the options that rules on each choice leave, and that no board is
lost."""

import re
from collections import Counter

import pytest
from pzc.compiler.board.square import SquareBoard
from pzc.compiler.values.choice import Choice
from pzc.compiler.values.placement import Placement
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.model.nodes import IntVar
from pzc.tasks.answers import assignments
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec

# Two tiles of two cells on a board of 5 by 9; walls, and a rule for a tile alone.
TILES = """
grid 5 x 9
given wall : bool at cells drawn ". #"
things tile = {a, b}
given form : picture of {full} at tile drawn "#"
find spot : one of placements(form[t], turned) at t in tile

rule "No wall is covered, no cell twice":
    for c in cells: count(c in spot[t] for t in tile) {many}

rule "A tile keeps to the first two rows":
    {alone}
"""
# The last rule, worded as a rule about each tile alone, and about all tiles.
ALONE = "for t in tile:\n        for c in spot[t]: c.row <= 2"
IN_ALL = "all(c.row <= 2 for t in tile for c in spot[t])"
TOGETHER = "count(c in spot[t] for t in tile for c in cells if c.row > 2) = 0"
PUZZLE = """wall:
.#......#
.......##
.........
.........
.........

form:
##

##
"""


def spec(many: str, alone: str = ALONE) -> Spec:
    text = TILES.replace("{many}", many).replace("{alone}", alone)
    return Spec.of(Source("tiles.spec", text))


def choices(model: Model) -> list[int]:
    return [len(x.domain) for x in model.variables if isinstance(x, IntVar)]


# 76 placements; in two rows 25, of which 8 cover a wall. Rules about each tile alone come first; if
# they exclude options, the others are ground only once, over the rest.
@pytest.mark.parametrize("alone, left", [(ALONE, 25), (IN_ALL, 25), (TOGETHER, 17)])
def test_options_that_a_rule_excludes_are_left_out(alone: str, left: int) -> None:
    tiles = spec("<= (0 if wall[c] else 1)", alone)
    assert choices(tiles.ground(PUZZLE).model) == [left, left]
    assert choices(tiles.ground(PUZZLE, exact=True).model) == [76, 76]


def test_a_rule_that_excludes_few_options_is_required_once() -> None:
    tiles = spec("<= 1", ALONE.replace("<= 2", "<= 4"))
    model = tiles.ground(PUZZLE).model
    assert choices(model) == [76, 76]
    # No tile covers a cell of the fifth row.
    assert Counter(c.origin.rule for c in model.constraints) == {0: 4 * 9, 1: 2}


@pytest.mark.parametrize("alone", [ALONE, IN_ALL, TOGETHER])
@pytest.mark.parametrize("backend", ["native", "cnf"])
def test_no_solution_is_lost(backend: str, alone: str) -> None:
    tiles = spec("<= (0 if wall[c] else 1)", alone)
    narrowed = {str(s) for s in tiles.solutions(PUZZLE, backend=backend)}
    whole = tiles.ground(PUZZLE, exact=True)
    found = assignments(whole, tiles.solver(whole, backend))
    assert narrowed == {str(solution(whole, a)) for a in found}
    assert len(narrowed) > 100


def test_where_a_rule_leaves_nothing_there_is_no_solution() -> None:
    tiles = spec("<= (0 if c.row < 3 else 1)")
    assert tiles.solve(PUZZLE) is None


def test_a_board_with_a_removed_option_is_reported_with_what_it_breaks() -> None:
    tiles = spec("<= (0 if wall[c] else 1)")
    tiles.solve(PUZZLE)
    verdict = tiles.verify(PUZZLE, "spot:\na r5c1+r5c2\nb r1c3+r1c4\n")
    assert {b.sentence for b in verdict.broken} == {"A tile keeps to the first two rows"}
    assert tiles.verify(PUZZLE, "spot:\na r2c1+r2c2\nb r1c3+r1c4\n").holds


# Numbers from 1 to 300, of which rules leave those up to 3.
NUMBERS = """
grid 1 x 300
given clue : 1..300 at some cells
find number : 1..300 at cells from clue

rule "Neighbours differ":
    for a, b in adjacent: number[a] != number[b]

rule "No number is greater than 3":
    for r in rows:
        all_different(number[c] for c in r if c.column < 4)
        for c in r: number[c] <= 3
"""


def numbers() -> Spec:
    return Spec.of(Source("numbers.spec", NUMBERS))


def row_of(*clues: int) -> str:
    return "clue:\n" + " ".join([*map(str, clues), *["."] * (300 - len(clues))]) + "\n"


def test_numbers_that_a_rule_excludes_are_left_out() -> None:
    model = numbers().ground(row_of()).model
    assert {x.domain for x in model.variables if isinstance(x, IntVar)} == {range(1, 4)}
    exact = numbers().ground(row_of(), exact=True).model
    assert {x.domain for x in exact.variables if isinstance(x, IntVar)} == {range(1, 301)}


@pytest.mark.parametrize("backend", ["native", "cnf", "z3"])
def test_a_given_number_that_a_rule_excludes_leaves_no_solution(backend: str) -> None:
    spec = numbers()
    assert spec.solve(row_of(270), backend=backend) is None
    assert spec.solve(row_of(2, 1), backend=backend) is not None
    assert spec.solve(row_of(2, 270), backend=backend) is None
    assert spec.solve(row_of(1, 3), backend=backend) is not None


def test_a_board_with_an_excluded_number_is_reported_with_the_rule_it_breaks() -> None:
    spec = numbers()
    spec.solve(row_of())
    board = "number:\n" + " ".join([*("1 2 3 " * 99).split(), "1", "2", "72"]) + "\n"
    verdict = spec.verify(row_of(), board)
    assert {b.sentence for b in verdict.broken} == {"No number is greater than 3"}


# Each circle slides along its row; the ways are a computed layer, and so is where they end.
SLIDES = """
grid 1 x 200
given circle : 0..200 at some cells unknown "?"
find  goal   : row(c) at c in circle
let   way[c in circle]  = [c] + between(c, goal[c]) + [goal[c]]
let   taken[x in cells] = any(goal[c] = x for c in circle)

rule "A circle goes as far as its number says":
    for c in circle: size(way[c]) - 1 = circle[c]

rule "Ways do not meet":
    for x in cells: count(x in way[c] for c in circle) <= 1

rule "No circle ends beside another one":
    for a, b in adjacent: not (taken[a] and taken[b])
"""


def slides(**at: int | str) -> str:
    """A row with numbers at some columns."""
    return "circle:\n" + " ".join(str(at.get(f"c{k}", ".")) for k in range(1, 201)) + "\n"


def test_a_computed_layer_of_choices_narrows_them_like_the_choices_themselves() -> None:
    spec = Spec.of(Source("slides.spec", SLIDES))
    puzzle = slides(c50=2, c60=30, c100=5)
    assert sorted(choices(spec.ground(puzzle).model)) == [2, 2, 2]
    assert choices(spec.ground(puzzle, exact=True).model) == [200, 200, 200]
    # Circle 60 cannot pass circle 50, and goes to cell 90, away from 95 and 105.
    assert len({str(s) for s in spec.solutions(puzzle)}) == 4


def test_choices_are_narrowed_again_by_what_other_rules_say_of_one() -> None:
    """A circle stays between others that do not move, as the rule about all ways implies."""
    spec = Spec.of(Source("slides.spec", SLIDES))
    puzzle = slides(c50=0, c60="?", c64=0, c150=0, c170="?")
    goals = [n for n in choices(spec.ground(puzzle).model) if n < 201]  # no unknown number
    assert sorted(goals) == [1, 1, 1, 13, 50]
    few = slides(c50=0, c53="?", c56=0)
    found = {str(s) for s in spec.solutions(few)}
    whole = spec.ground(few, exact=True)
    assert found == {str(solution(whole, a)) for a in assignments(whole, spec.solver(whole))}
    assert len(found) == 3


def test_options_that_are_dropped_twice_are_those_that_both_times_exclude() -> None:
    text = """
grid 1 x 300
given circle : bool at some cells
find  goal   : row(c) at c in circle

rule "No circle goes to the far left": for c in circle: goal[c].column > 170
rule "They go to few columns":
    count(goal[c].column > 180 or goal[c].column = 175 for c in circle) = 0
"""
    spec = Spec.of(Source("twice.spec", text))
    puzzle = "circle:\n#" + "." * 299 + "\n"
    assert choices(spec.ground(puzzle).model) == [9]
    ends = {int(re.findall(r"r1c(\d+)", str(s))[0]) for s in spec.solutions(puzzle)}
    assert ends == {*range(171, 181)} - {175}


# Tiles that show digits, and a rule on what they show at each cell that they cover.
SHOWN = """
grid 5 x 6
given digit : 1..3 at cells
things tile = {a, b}
given form : picture of {1, 2, 3} at tile
find spot : one of placements(form[t], turned) at t in tile

rule "No cell is covered twice":
    for c in cells: count(c in spot[t] for t in tile) <= 1

rule "What the tiles show":
    for t in tile: {statement}
"""
DIGITS = """digit:
123213
231321
312132
123212
321123

form:
12

23
"""
# A statement about the cells that a tile covers; when it holds at a cell in some row that has a
# digit, for a tile that shows a value there.
STATEMENTS = [
    ("for c in spot[t]: spot[t][c] = digit[c]", "shown == digit"),
    ("all(spot[t][c] = digit[c] for c in spot[t])", "shown == digit"),
    ("not any(spot[t][c] != digit[c] for c in spot[t])", "shown == digit"),
    ("for c in spot[t] if digit[c] = 1: spot[t][c] = 1", "digit != 1 or shown == 1"),
    ("for c in spot[t]: spot[t][c] <= digit[c] + c.row - 1", "shown <= digit + row - 1"),
    (
        "for c in spot[t]: (spot[t][c] = digit[c]) if t = a else (spot[t][c] != digit[c])",
        "(shown == digit) == (tile == 'a')",
    ),
    ("for c in spot[t]: spot[t][c] >= 1", "True"),
    ("for c in spot[t]: any(spot[t][c] = digit[d] for d in spot[b] & {c})", "shown == digit"),
]


@pytest.mark.parametrize(("statement", "holds"), STATEMENTS)
@pytest.mark.parametrize("exact", [False, True])
def test_rules_on_what_tiles_show_leave_the_right_placements(
    statement: str, holds: str, exact: bool
) -> None:
    tiles = Spec.of(Source("shown.spec", SHOWN.replace("{statement}", statement)))
    digits = [[int(digit) for digit in line] for line in DIGITS.split("\n")[1:6]]

    def shows(tile: str, placement: Placement) -> bool:
        if "spot[b]" in statement and tile == "a":
            return False  # no cell of a is one of b
        return all(
            eval(
                holds,
                {
                    "tile": tile,
                    "shown": shown,
                    "row": c.row,
                    "digit": digits[c.row - 1][c.column - 1],
                },
            )
            for c, shown in zip(placement.cells, placement.shows, strict=True)
        )

    whole = tiles.ground(DIGITS, exact=True)
    options = {t: [*at.choices] for t, at in whole.context.values["spot"].table.items()}
    assert {t: len(some) for t, some in options.items()} == {"a": 98, "b": 98}
    left = {t: [p for p in some if shows(t, p)] for t, some in options.items()}
    right = {(p, q) for p in left["a"] for q in left["b"] if not {*p.cells} & {*q.cells}}
    grounding = tiles.ground(DIGITS, exact=exact)
    spots = grounding.context.values["spot"].table
    found = {
        tuple([[*spots[t].choices][k] for t, k in zip("ab", a, strict=True)])
        for a in assignments(grounding, tiles.solver(grounding, "native"))
    }
    assert found == right


def test_a_choice_by_other_values_covers_what_its_placements_do() -> None:
    m = Model()
    x = m.int_var("x", range(4))
    squares = SquareBoard(1, 3)
    one, other = (Placement(squares.cells[k : k + 2], (1, 2)) for k in (0, 1))
    choice = Choice({one: m.member(x, (0, 3)), other: m.member(x, (1,))})
    a, b, c = squares.cells
    assert choice.cover(m) == {
        a: {1: m.member(x, (0, 3))},
        b: {2: m.member(x, (0, 3)), 1: m.member(x, (1,))},
        c: {2: m.member(x, (1,))},
    }
