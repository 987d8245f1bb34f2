"""Making: which clues a board gets, how many, and where."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import pzc
from making import begun, made, maker_of, own_spec, pictures
from pzc.compiler.board.shapes import board
from pzc.dsl.diagnostics import PzcError
from pzc.tasks.explain.rating import rate
from pzc.tasks.make.checking import Made
from pzc.tasks.make.closed import has_one_solution
from pzc.tasks.make.maker import Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.reducing import count_clues
from pzc.tasks.make.repairing import Board, narrowed, repaired, weak_variables
from pzc.tasks.make.run import generate, recipe_for
from pzc.tasks.make.sampling import with_all_clues
from pzc.tasks.make.structure import Structure
from some import some


def test_clues_go_beside_a_layer_of_all_cells_with_a_hinted_density() -> None:
    own = own_spec(
        "grid h x w\n"
        "given ice  : bool at cells\n"
        "given clue : 0..4 at some cells\n"
        "find  line : bool at links\n"
        'rule "A loop that goes straight on ice":\n'
        "    loop(line)\n"
        "    for c in ice: line[c, c.left] <=> line[c, c.right]\n"
        'rule "A number counts the lines of its cell":\n'
        "    for c in clue: size(line(c)) = clue[c]\n"
        "make h = 5, w = 5, ice density 10..20\n"
    )
    clues = pictures(next(own.generate(seed=1)).text)["clue"]
    assert any(token == "." for row in clues for token in row)


ENDS = """\
puzzle "Ends"
grid n x n
given seen  : 1..n at some sides
given start : 1..n at some cells
find  value : 1..n at cells from start
rule "Each value once in a row and in a column":
    for line in rows + columns: all_different(value[line])
rule "A number outside is the nearest value":
    for s in seen: value[s.line[1]] = seen[s]
"""


def test_clues_outside_are_preferred_to_values_of_the_solution() -> None:
    text = next(own_spec(ENDS).generate(seed=1, size=(3, 3))).text
    assert "seen:" in text and "start:" not in text


def test_values_of_the_solution_are_added_where_clues_leave_it_open() -> None:
    own = own_spec(ENDS)
    text = next(own.generate(seed=1, size=(7, 7))).text
    assert "seen:" in text and "start:" in text
    assert own.count(text, limit=2) == 1


# A directed loop. The rule about clues says more of them than that the solution has their values.
ARROWS = """
grid h x w
given wall : bool at cells
given wind : direction at some wall
given go   : direction at some cells - wall
find  way  : direction at some cells - wall from go
find  line : bool at links

rule "The lines form one closed loop, which has a direction":
    loop(line)
    for c in cells:
        c in way <=> size(line(c)) = 2
        for d in directions if way[c] = d: line[link(c, d)]
    for l in line: count(step(c, way[c]) in ends(l) for c in ends(l)) = 1

rule "It goes straight through arrows":
    for c in go: way[step(c, opposite(go[c]))] = go[c]

rule "The wind blows along the line":
    for x in wind:
        for c in run(x, wind[x], not wall) if c in way: way[c] = wind[x]

make h = 4, w = 4, wall density 5..15
"""


@pytest.mark.parametrize("seed", [3, 4])
def test_added_values_satisfy_the_rules_about_clues(seed: int) -> None:
    own = own_spec(ARROWS)
    puzzle = next(own.generate(seed=seed)).text
    assert own.count(puzzle, limit=2) == 1


# The places of one layer depend on another that is drawn, and those of a third on both.
OUTSIDE = """
grid h x w
given hole   : bool at cells
given portal : 1..3 at some cells - hole
given circle : bool at some cells - hole - portal
find  line   : bool at links

rule "The lines form one closed loop":
    loop(line)
    for c in cells: size(line(c)) = (0 if hole[c] or c in portal else 2)
    for c in circle: line[c, c.left] <=> line[c, c.right]

make h = 4, w = 4, hole density 5..20, portal density 5..15
"""


@pytest.mark.parametrize("seed", range(1, 5))
def test_clues_lie_where_their_layer_is_declared(seed: int) -> None:
    own = own_spec(OUTSIDE)
    puzzle = next(own.generate(seed=seed)).text
    assert own.count(puzzle, limit=2) == 1


BESIDE = """
grid h x w
given clue : 0..4 at some cells
given dot  : bool at some cells - clue drawn ". o"
find  lamp : bool at c in cells where c in dot

rule "A number counts the lamps beside it":
    for c in clue: count(lamp[adjacent(c)]) = clue[c]

make h = 4, w = 4, dot density 20..40
"""


def test_clues_may_take_the_places_of_another_layer() -> None:
    own = own_spec(BESIDE)
    puzzle = next(own.generate(seed=1)).text
    assert own.count(puzzle, limit=2) == 1


PRODUCTS = """
grid n x n
given clue  : 1..n at some cells
given total : 1..9999 at rows
find  digit : 1..n at cells from clue

rule "Numbers in a row have the product beside it":
    for r in rows: product(digit[r]) = total[r]

make n = 4
"""


def test_values_that_no_clue_has_cost_nothing() -> None:
    own = own_spec(PRODUCTS)
    maker = Maker(own, recipe_for(own), Options(seed=1))
    structure = maker.draft.draw(Random(1))
    bench = None if structure is None else maker._bench_for(structure)
    assert bench is not None
    found = bench.solve(bench.usual)
    assert found is not None
    bench.assume.clues(bench.clue_set(found))
    assert len(bench.assume._literals) < 1000


def test_an_attempt_begins_another_board_where_one_led_nowhere() -> None:
    maker = maker_of("norinori")
    assert sum(isinstance(maker.attempt(k), Made) for k in range(8)) >= 7


def test_a_board_is_not_changed_to_one_without_clues() -> None:
    maker, random = maker_of("battenberg"), Random(1)  # no number is usual in an empty board
    before = after = 0
    for _ in range(3):
        start = maker._start(random)
        full = None if start is None else maker._filled(start[1], random, start[2])
        assert start is not None and full is not None
        bench = start[1]
        before += count_clues(bench, bench.clue_set(full))
        board = Board(full, weak_variables(bench, full))
        now = repaired(bench, random, narrowed(bench, random, board))
        after += count_clues(bench, bench.clue_set(now.found))
    assert 4 * after >= before > 0


def test_each_layer_has_clues_if_one_has_many() -> None:
    maker = maker_of("heavy_dots", Options(size=(9, 9)))  # most places of dots have one
    assert sum(isinstance(maker.attempt(k), Made) for k in range(3)) >= 2


def test_dots_that_the_solution_does_not_need_are_removed() -> None:
    assert isinstance(maker_of("mid_loop", Options(size=(9, 9))).attempt(0), Made)


def test_clues_are_decided_on_after_what_they_speak_of() -> None:
    maker = maker_of("slitherlink", Options(size=(15, 25)))
    structure = maker.draft.draw(Random(1))
    bench = None if structure is None else maker._bench_for(structure)
    assert bench is not None and bench.solve(bench.usual) is not None
    assert bench.solver.work < 10_000_000


def test_a_search_that_is_hard_with_yes_first_is_tried_with_no_first() -> None:
    maker = maker_of("nagenawa", Options(size=(9, 11)))  # the empty board is a solution
    structure = maker.draft.draw(Random(4))
    bench = None if structure is None else maker._bench_for(structure)
    assert bench is not None and bench.plain(bench.usual) is not None
    assert bench.reluctant and bench.effort < 400_000_000


def test_each_number_of_a_numberlink_stands_at_both_ends_of_a_line() -> None:
    spec = pzc.load("numberlink")
    maker = Maker(spec, recipe_for(spec), Options(seed=1))
    made = [one for k in range(4) if isinstance(one := maker.attempt(k), Made)]
    assert len(made) >= 2
    for one in made:
        numbers = [token for row in pictures(one.text)["number"] for token in row if token != "."]
        assert set(Counter(numbers).values()) == {2}
        assert spec.count(one.text, limit=2) == 1


@pytest.mark.parametrize(("name", "size"), [("hitori", (7, 7)), ("kakuro", (7, 7))])
def test_a_board_is_mended_until_one_solution_is_left(name: str, size: tuple[int, int]) -> None:
    maker = maker_of(name, Options(size=size, seed=1))
    assert any(isinstance(maker.attempt(number), Made) for number in range(4))


def test_clues_are_added_at_further_places_where_a_solution_is_left_open() -> None:
    maker = maker_of("tapa", Options(size=(9, 10), seed=1))
    assert isinstance(maker.attempt(0), Made)


def test_clues_that_do_not_follow_from_the_solution_vary() -> None:
    some = [next(pzc.load("dominosa").generate(seed=seed)).text for seed in (1, 2)]
    assert some[0] != some[1]


def test_clues_keep_a_symmetry_and_a_number() -> None:
    text = made("slitherlink", symmetry="rotate2", clues=(12, 16)).text
    rows = text.partition("clue:\n")[2].split("\n\n")[0].split("\n")
    places = {(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token != "."}
    assert {(4 - r, 4 - c) for r, c in places} == places
    assert 12 <= len(places) <= 16


@pytest.mark.parametrize("name", ["nurikabe", "shikaku", "nawabari", "tatamibari"])
def test_clues_of_which_each_piece_has_one_keep_a_symmetry(name: str) -> None:
    text = next(pzc.load(name).generate(seed=1, size=(5, 5), symmetry="rotate2")).text
    rows = [row.split() if " " in row else list(row) for row in text.split("\n")[1:6]]
    places = {(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token != "."}
    assert {(4 - r, 4 - c) for r, c in places} == places


ONE_CLUE = """\
puzzle "One clue"
grid h x w
given clue : 1..4 at some cells
find  dot : 1..4 at cells from clue
rule "There is one clue": size(clue) = 1
rule "All numbers differ": all_different(dot)
rule "They are in order": increasing(dot) or increasing(reversed([dot[c] for c in cells]))
"""


def test_clues_that_cannot_have_the_symmetry_make_no_puzzle() -> None:
    spec = own_spec(ONE_CLUE)
    with pytest.raises(PzcError) as error:
        next(spec.generate(size=(1, 4), symmetry="rotate2"))
    assert "clues without the symmetry" in str(error.value)
    assert "another --symmetry" in str(error.value)


LAMPS = """\
puzzle "Lamps"
grid h x w
given lamp : 0..4 at some cells
find  ship : bool at cells - lamp
rule "A lamp counts the ships beside it":
    for c in lamp: count(ship[adjacent(c)]) = lamp[c]
rule "Every ship is lit":
    for c in ship: any(d in lamp for d in adjacent(c))
"""


def test_clues_on_whose_places_the_board_depends_have_a_number() -> None:
    own = own_spec(LAMPS)
    one = next(own.generate(seed=1, size=(6, 6), clues=(4, 6)))
    assert 4 <= one.clues <= 6
    assert own.count(one.text, limit=2) == 1


def test_cells_that_cannot_have_a_clue_are_told_at_once_by_the_lines_through_them() -> None:
    maker, structure, bench, found = begun("yajilin", Options(size=(8, 8)))
    drawn: list[Structure] = []
    draw = maker._bench_for
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maker, "_bench_for", lambda s: drawn.append(s) or draw(s))
        cells = list(bench.grounding.context.board.cells)
        further = maker.changing.with_places(Random(1), structure, cells, bench, found)
    assert further is not None and further[0].places["arrow"] > structure.places["arrow"]
    assert len(drawn) < 5  # each is ground anew; dropping cells one by one took sixty


def test_the_order_of_places_in_a_set_does_not_choose_clues() -> None:
    _, _, bench, found = begun("juosan")
    full = with_all_clues(bench, Random(1), found)
    assert full is not None and bench.free == {"clue"}
    orders = (bench.spots, bench.spots[::-1])
    one, other = (with_all_clues(bench, Random(2), found, anew=anew) for anew in orders)
    assert one == other != full


def test_clues_are_carried_to_a_board_with_another_structure() -> None:
    maker, structure, bench, found = begun("juosan")
    full = with_all_clues(bench, Random(1), found)
    other = maker.draft.changed(Random(1), structure)
    assert full is not None and other is not None
    clues = bench.printed(bench.clue_set(full), full)["clue"]
    redrawn = maker.changing.redrawn(Random(2), other, bench, Board(full, ()))
    assert redrawn is not None
    trial, board = redrawn
    now = trial.printed(trial.clue_set(board.found), board.found)["clue"]
    assert sum(now[cell] == clue for cell, clue in clues.items()) > 0.9 * len(clues)


def test_a_clue_that_is_spared_leaves_the_solution_as_it_is() -> None:
    own, cells = own_spec(LAMPS), board("squares", 1, 3).cells
    answer = {("ship", cell): cell.column == 2 for cell in cells[1:]}
    assert has_one_solution(own, "lamp:\n1..\n", answer)
    assert has_one_solution(own, "h: 1\nw: 3\n")
    assert not has_one_solution(own, "h: 1\nw: 3\n", answer)


def test_clues_are_spared_where_values_of_the_solution_depend_on_them() -> None:
    own = own_spec(
        LAMPS.replace("rule", "find label : {lamp[c] for c in lamp} at cells\nrule", 1)
        + 'rule "A ship has the label of each lamp beside it, a lamp its own":\n'
        "    for c in cells - lamp: c not in ship => label[c] = 0\n"
        "    for c in ship: label[c] = sum(lamp[d] for d in adjacent(c) & lamp) % 5\n"
        "    for c in lamp: label[c] = lamp[c]\n"
    )
    one = next(own.generate(seed=1, size=(4, 4)))
    assert own.count(one.text, limit=2) == 1


def test_puzzles_whose_solution_is_all_alike_are_not_made() -> None:
    own = own_spec(LAMPS.replace("any(d in lamp for d in adjacent(c))", "c in lamp"))
    with pytest.raises(PzcError, match="alike"):
        next(own.generate(seed=1, size=(4, 4)))


def test_clues_have_a_density() -> None:
    rows = pictures(made("slitherlink", density=(60, 70)).text)["clue"]
    clues = [token for row in rows for token in row if token != "."]
    assert 14 <= len(clues) <= 18


def test_values_that_follow_from_the_solution_are_counted() -> None:
    one = next(pzc.load("nonogram").generate(seed=1))
    lines = [line for line in one.text.split("\n") if line and not line.endswith(":")]
    assert one.clues == len(lines) == 14


def test_a_puzzle_has_as_many_clues_as_is_usual() -> None:
    assert all(one.clues >= 2 for one in pzc.load("heyawake").generate(size=(5, 5), count=4))


def test_a_board_does_not_need_far_more_clues_than_is_usual() -> None:
    spec, size = pzc.load("hashiwokakero"), (10, 10)
    share = recipe_for(spec, None, Options()).parts["island"].share
    puzzles = list(generate(spec, Options(size=size, seed=3), 4))
    assert len(puzzles) == 4
    assert all(0.5 * share <= one.clues / 100 <= 1.5 * share for one in puzzles)


def test_placeholders_of_a_layer_are_not_its_usual_numbers() -> None:
    own = own_spec(
        "grid h x w\n"
        "given total : 1..45 at rows + columns\n"
        "find digit : 1..9 at cells\n"
        'rule "Totals":\n'
        "    for line in rows + columns: sum(digit[line]) = total[line]\n"
    )
    text = next(own.generate(seed=1, size=(4, 4))).text
    assert own.count(text) == 1


def test_clues_are_not_all_alike_where_examples_vary() -> None:
    maker = maker_of("nurikabe", Options(size=(5, 5)))
    results = [maker.attempt(k) for k in range(25)]
    clues = [set(one.text) & set("123456789") for one in results if isinstance(one, Made)]
    assert clues and all(len(numbers) > 1 for numbers in clues)
    assert maker.check._is_monotonous("clue", dict.fromkeys(range(5), 1))
    assert not maker.check._is_monotonous("clue", dict(enumerate((1, 1, 1, 1, 2))))


def test_clues_are_not_all_alike_without_examples() -> None:
    spec = own_spec(
        "grid h x w\n"
        "given total : 0..h at columns\n"
        "find  coral : bool at cells\n"
        'rule "Pools": for square in windows(2, 2): not all(coral[square])\n'
        'rule "Totals": for line in columns: count(coral[line]) = total[line]\n'
        "make h = 5, w = 5\n"
    )
    maker = Maker(spec, recipe_for(spec), Options())
    assert maker.check._is_monotonous("total", dict.fromkeys(range(5), 0))
    assert not maker.check._is_monotonous("total", dict(enumerate((0, 0, 5, 0, 0))))


def test_most_of_many_clues_are_not_alike_where_examples_vary() -> None:
    check = maker_of("nurikabe").check

    def is_refused(ones: int, others: int) -> bool:
        return check._is_monotonous("clue", dict(enumerate([1] * ones + [3] * others)))

    assert is_refused(9, 1) and not is_refused(6, 4)
    assert not is_refused(4, 1)  # so few say little


def test_a_puzzle_that_is_too_hard_gets_a_few_clues_back() -> None:
    plain, easy = maker_of("sudoku"), maker_of("sudoku", Options(rating=(10, 20)))
    hard, one = plain.attempt(0), easy.attempt(0)
    assert isinstance(hard, Made) and isinstance(one, Made)
    assert rate(plain.spec, hard.text).number > 20 >= (one.rating or 0)
    assert hard.clues < one.clues < hard.clues + 8
    assert one.solution == hard.solution


def test_numbers_stay_varied_while_a_board_gets_one_solution() -> None:
    puzzles = generate(pzc.load("nurikabe"), Options(size=(8, 8), seed=1), 4)
    clues = "".join(one.text.partition(":")[2] for one in puzzles)
    numbers = [value for value in clues if value.isdigit()]
    assert numbers.count("1") < len(numbers) / 2


def test_yes_and_no_at_all_places_have_about_the_share_of_examples() -> None:
    spec = pzc.load("simple_loop")
    share = recipe_for(spec).parts["black"].share
    for one in some(generate(spec, Options(size=(8, 8), seed=11), 3)):
        assert 0.3 * share < one.text.count("#") / 64 < 1.5 * share


def test_boards_of_equal_blocks_have_few_holes_and_clues_instead() -> None:
    for name in ("four_cells", "five_cells"):
        one = next(generate(pzc.load(name), Options(size=(8, 8), seed=1), 1))
        rows = pictures(one.text)
        assert sum(value == "#" for row in rows.get("hole", []) for value in row) <= 5
        assert sum(value.isdigit() for row in rows["clue"] for value in row) >= 9


def test_drawn_clues_have_the_values_that_belong_to_them_from_the_start() -> None:
    """A number of Line of Sight without its arrow says nothing, and might allow none later."""
    _, _, bench, found = begun("line_of_sight", Options(size=(6, 6), seed=1))
    numbers = {spot.key for spot in bench.spots if spot.layer == "clue"}
    arrows = {spot.key: spot for spot in bench.spots if spot.layer == "arrow"}
    assert numbers and arrows.keys() == numbers
    assert all(found[spot.index] in spot.codes for spot in arrows.values())


def test_as_many_values_are_unknown_as_in_the_examples() -> None:
    spec = pzc.load("shakashaka")  # its examples show few of their values
    made = [next(spec.generate(size=(5, 5), seed=seed)).text for seed in range(4)]
    assert any("#" in text for text in made)
    for text in made:
        assert spec.count(text, limit=2) == 1
    spec = pzc.load("nurikabe")  # its examples show all
    assert not any("?" in next(spec.generate(size=(5, 5), seed=seed)).text for seed in range(4))


def test_a_puzzle_that_is_too_hard_shows_its_values() -> None:
    spec = pzc.load("shakashaka")
    made = next(spec.generate(size=(5, 5), seed=1, rating=(0, 2)))
    assert made.rating is not None and made.rating <= 2
    assert spec.count(made.text, limit=2) == 1
