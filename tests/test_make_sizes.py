"""Making: what must be known before puzzles are made, from hints, examples and options."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from math import inf
from pathlib import Path

import pytest
import pzc
from making import made, own_spec, pictures
from pzc.cli import main
from pzc.commands import generate
from pzc.dsl.diagnostics import PzcError, Source
from pzc.model.limits import ModelTooLarge
from pzc.tasks.make.hints import hints
from pzc.tasks.make.run import recipe_for
from pzc.tasks.spec import Spec


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("hebi", (2, 3)),  # no arrow fits
        ("anglers", (1, 1)),  # nothing is found
        ("yosenabe", (1, 1)),  # no region is drawn
        ("territory", (1, 2)),  # no clue can have a usual number
    ],
)
def test_a_board_may_be_too_small_for_a_layer(name: str, size: tuple[int, int]) -> None:
    try:
        one = made(name, size=size)
    except PzcError as error:
        assert [d.code for d in error.diagnostics] == ["E0532"]
    else:
        assert pzc.load(name).count(one.text, limit=2) == 1


def test_a_size_that_a_picture_shows_is_not_said() -> None:
    (made,) = pzc.load("slitherlink").generate(size=(4, 5), seed=1)
    assert "w:" not in made.text and len(made.text.strip().splitlines()[-1]) == 5


OWN = """\
grid  h x w
given region : symbol at cells
given clue   : 0..8 at some cells
find  star   : bool at c in cells where c not in clue drawn ". *"

rule "Every region holds two stars":
    for r in groups(region): count(star[r]) = 2

rule "A number counts the stars around it":
    for c in clue: count(star[touching(c)]) = clue[c]

"""


HINTS = "make h = 6, w = 6, region size 6..12, clue density 10..30 symmetry rotate2\n"


def test_hints_of_a_spec_are_followed() -> None:
    text = next(own_spec(OWN + HINTS).generate(seed=3)).text
    found = pictures(text)
    sizes = Counter(name for row in found["region"] for name in row)
    assert all(6 <= size <= 12 for size in sizes.values()) and sizes.total() == 36
    places = {(r, c) for r in range(6) for c in range(6) if found["clue"][r][c] != "."}
    assert places == {(5 - r, 5 - c) for r, c in places}
    assert 0.1 <= len(places) / 36 <= 0.31


def widths(text: str, layer: str) -> list[int]:
    """The number of places in each row of a picture."""
    return [len(row) for row in pictures(text)[layer]]


def test_an_option_goes_before_a_hint() -> None:
    text = next(
        Spec.of(Source("own.spec", OWN + HINTS)).generate(seed=3, size=(5, 7), symmetry="none")
    ).text
    assert widths(text, "region") == [7] * 5


def test_a_spec_without_examples_and_hints_needs_a_puzzle_to_go_by() -> None:
    with pytest.raises(pzc.PzcError, match="E0530"):
        next(own_spec(OWN).generate())


def test_a_size_is_enough_where_nothing_else_is_to_be_known() -> None:
    own = own_spec(
        'puzzle "Mines"\n'
        "grid h x w\n"
        "given clue : 0..8 at some cells\n"
        "find mine : bool at cells\n"
        'rule "Numbers count mines":\n'
        "    for c in clue: count(mine[touching(c)]) = clue[c]\n"
        "    for c in clue: not mine[c]\n"
    )
    text = next(own.generate(seed=1, size=(4, 5))).text
    assert widths(text, "clue") == [5] * 4


def test_a_size_that_follows_from_params_may_be_stated_with_them() -> None:
    own = own_spec(
        'puzzle "Sums of sides"\n'
        "param k : 1..3 = 3\n"
        "let n = 2 * k\n"
        "grid n x n\n"
        "given total : 0..n at some rows\n"
        "find black : bool at cells\n"
        'rule "Each row has so many":\n'
        "    for r in total: count(black[r]) = total[r]\n"
    )
    with pytest.raises(PzcError, match="the board cannot have the size 5x5") as caught:
        next(own.generate(seed=1, size=(5, 5)))
    assert [d.code for d in caught.value.diagnostics] == ["E0534"]


def test_a_size_is_enough_where_every_cell_has_a_clue_that_may_be_chosen() -> None:
    own = own_spec(
        'puzzle "Rows and numbers"\n'
        "grid n x n\n"
        'given arrow : {left, right, none} at cells drawn "< > o"\n'
        "given start : 1..n at some cells\n"
        "find digit : 1..n at cells from start\n"
        'rule "Every row and column has each number once":\n'
        "    for l in rows + columns: all_different(digit[l])\n"
        'rule "Arrows point at larger numbers":\n'
        "    for c in cells:\n"
        "        arrow[c] = left <=> digit[c.left] > digit[c]\n"
        "        arrow[c] = right => digit[c.right] > digit[c]\n"
    )
    text = next(own.generate(seed=1, size=(4, 4))).text
    assert widths(text, "arrow") == [4] * 4
    assert len({sign for row in pictures(text)["arrow"] for sign in row}) > 1
    assert own.count(text) == 1


@pytest.mark.parametrize(
    ("declared", "where", "rule", "size", "said"),
    [
        ("given clue : 0..8 at some cells", "", "not all(star)", None, "--size HxW"),
        (
            "given room : symbol at cells",
            "",
            "all(any(star[g]) for g in groups(room))",
            (4, 4),
            "`make room size 3..6`",
        ),
        (
            "given wall : bool at cells",
            " where not wall",
            "not all(star)",
            (4, 4),
            "`make wall density 20..30`",
        ),
        (
            "given group : list of cell at rows",
            "",
            "not all(star)",
            (4, 4),
            "only an example can show what 'group' contains",
        ),
        (
            "param most : 1..9\ngiven clue : 0..8 at some cells",
            "",
            "count(star) <= most",
            (4, 4),
            "--with most=VALUE",
        ),
    ],
)
def test_what_is_missing_to_make_a_puzzle_is_said(
    declared: str, where: str, rule: str, size: tuple[int, int] | None, said: str
) -> None:
    own = own_spec(
        f'puzzle "Stars"\ngrid h x w\n{declared}\nfind star : bool at cells{where}\n'
        f'rule "Stars": {rule}\n'
    )
    with pytest.raises(pzc.PzcError, match="E0530") as caught:
        next(own.generate(size=size))
    assert said in str(caught.value)


def test_a_density_is_asked_for_only_where_a_hint_is_followed() -> None:
    own = own_spec(
        'puzzle "Walls"\ngrid h x w\ngiven wall : bool at borders\n'
        "find line : bool at b in borders where not wall[b]\n"
        'rule "Lines": size(line) = 1\nmake wall density 20..30\n'
    )
    with pytest.raises(pzc.PzcError, match="section 'wall' is missing") as caught:
        next(own.generate(size=(3, 3)))
    assert "density" not in str(caught.value)


def test_a_board_too_large_for_the_engine_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(*_: object, **__: object) -> None:
        raise ModelTooLarge("a bit for every value")

    monkeypatch.setattr("pzc.tasks.make.bench.NativeSolver", too_large)
    with pytest.raises(pzc.PzcError, match="E0703"):
        next(pzc.load("akari").generate(seed=1))


def test_a_param_that_is_none_is_said_before_what_is_missing() -> None:
    own = own_spec(
        'puzzle "Stars"\ngrid h x w\ngiven most : 1..9 at some sides\n'
        'find star : bool at cells\nrule "Stars": any(star)\n'
    )
    with pytest.raises(pzc.PzcError, match="no param 'x'"):
        next(own.generate(params={"x": "1"}))


def test_a_hinted_density_is_enough_for_walls_on_all_cells() -> None:
    own = own_spec(
        'puzzle "Threes"\n'
        "grid h x w\n"
        'given wall : bool at cells drawn ". #"\n'
        "find block : pieces at c in cells where not wall[c]\n"
        'rule "Pieces have three cells":\n'
        "    for p in block: size(p) = 3\n"
        'rule "Pieces of one form never share a side":\n'
        "    for a, b in adjacent:\n"
        "        block[a] != block[b] => shape(block[a]) != shape(block[b])\n"
        "make h = 5, w = 6, wall density 10..25\n"
    )
    rows = pictures(next(own.generate(seed=1)).text)["wall"]
    assert [len(row) for row in rows] == [6] * 5
    assert 0.1 <= "".join(map("".join, rows)).count("#") / 30 <= 0.25


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_hinted_density_holds_for_cells_that_a_search_chooses(seed: int) -> None:
    own = own_spec(
        "grid h x w\n"
        "given hole : bool at cells\n"
        "find line : bool at links\n"
        'rule "A loop through all cells without a hole":\n'
        "    loop(line)\n"
        "    for c in cells: size(line(c)) = (0 if hole[c] else 2)\n"
        "make h = 6, w = 6, hole density 0..10\n"
    )
    rows = pictures(next(own.generate(seed=seed)).text)["hole"]
    assert "".join(map("".join, rows)).count("#") / 36 <= 0.1 + 1 / 72


HOLES = """\
grid n x n
given hole  : bool at cells drawn ". #"
given clue  : 1..n at some cells
find  digit : 1..n at c in cells where not hole[c] from clue
rule "Each digit once in a row and in a column":
    for line in rows + columns: all_different(digit[line])
"""


def test_a_layer_without_a_yes_in_the_example_is_without_one_in_the_puzzle() -> None:
    like = "hole:\n...\n...\n...\n\nclue:\n1..\n.2.\n..3\n"
    puzzle = next(own_spec(HOLES).generate(like=like, seed=1)).text
    assert pictures(puzzle)["hole"] == [["."] * 3] * 3


def test_the_size_of_the_example_may_be_said_where_params_tell_it() -> None:
    assert next(pzc.load("sudoku").generate(seed=1, size=(9, 9))).text
    with pytest.raises(PzcError, match="cannot have the size 8x8"):
        next(pzc.load("sudoku").generate(seed=1, size=(8, 8)))


def test_own_hints_go_before_those_of_a_spec_that_is_used(tmp_path: Path) -> None:
    (tmp_path / "base.spec").write_text(OWN + HINTS)
    (tmp_path / "mine.spec").write_text("use base\n\nmake h = 5, clue density 0..20\n")
    told = hints(pzc.load(str(tmp_path / "mine.spec")))
    assert told.values == {"h": "5", "w": "6"}
    assert told.ranges == {("region", "size"): (6, 12), ("clue", "density"): (0, 20)}
    assert told.symmetry == {"clue": "rotate2"}


@pytest.mark.parametrize(("name", "size"), [("binairo", (5, 5)), ("unruly", (5, 5))])
def test_a_size_that_the_rules_exclude_is_refused(name: str, size: tuple[int, int]) -> None:
    with pytest.raises(pzc.PzcError, match="on a board of this size, the rules have no solution"):
        next(pzc.load(name).generate(seed=1, size=size))


def test_sums_are_as_large_as_a_board_larger_than_the_examples_asks_for() -> None:
    assert made("kakurasu", size=(10, 10)).clues


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sudoku", "--size", "6x6"], "E0534"),
        (["star_battle", "--size", "5x6"], "E0534"),
        (["star_battle", "--with", "star=2"], "E0534"),
        (["palisade", "--size", "1x3"], "another size, or a number from 1 to 3 (--with area=…)"),
        (["pentominoes", "--size", "2x2"], "cannot have the size 2x2: for this puzzle the domain"),
        (["hanoi"], "E0531"),
        (["slitherlink", "--resume"], "E0514"),
        (["slitherlink", "--sheet", "set.pdf"], "E0518"),
        (
            ["slitherlink", "--size", "4x6", "--symmetry", "rotate4"],
            "expected: none, rotate2, mirror",
        ),
        (["hex_slitherlink", "--symmetry", "mirror"], "E0539"),
        (["star_battle", "--density", "5..10"], "E0538"),
        (["star_battle", "--clues", "5..10"], "E0538"),
        (["slitherlink", "--size", "5x5", "--clues", "30"], "room for 25 clues only"),
        (["heyawake", "--size", "5x5", "--clues", "30"], "room for 25 clues only"),
        (["kakuro", "--size", "5x5", "--clues", "60"], "room for 50 clues only"),
        (["sudoku", "--clues", "20..inf"], "not a range of whole numbers"),
        (["nonogram", "--size", "101x5"], "more than 100 places"),
        (["nonogram", "--size", f"5x{'9' * 5000}"], "is not a size"),
        (["sudoku", "--clues", "24.5"], "not a range of whole numbers"),
        (["sudoku", "--clues", ".."], "not a range such as"),
        (["sudoku", "--rating", ".."], "not a range such as"),
        (["sudoku", "--density", "40..120"], "more than 100 percent"),
    ],
)
def test_what_cannot_be_made_is_said(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ranges", "clues", "density", "rating"),
    [
        (["--clues", "20..24", "--rating", "3..9.5"], (20, 24), None, (3, 9.5)),
        (["--clues", "..24", "--rating", "30.."], (0, 24), None, (30, inf)),
        (["--density", "40..", "--rating", "..30"], None, (40, 100), (0, 30)),
        (["--density", "40%", "--rating", "7"], None, (40, 40), (7, 7)),
    ],
)
def test_ranges_may_be_open(
    ranges: list[str],
    clues: tuple[int, int] | None,
    density: tuple[float, float] | None,
    rating: tuple[float, float] | None,
) -> None:
    parser = ArgumentParser()
    generate.declare(parser)
    args = parser.parse_args(["sudoku", *ranges])
    assert (args.clues, args.density, args.rating) == (clues, density, rating)


def test_a_value_outside_the_domain_of_a_param_is_the_mistake() -> None:
    own = own_spec(
        "param most : 1..9 = 3\n"
        "grid n x n\n"
        "find star : bool at cells\n"
        "given clue : 0..4 at some cells\n"
        'rule "Clues":\n    for c in clue: count(star[adjacent(c)]) = clue[c]\n'
        "make n = 5\n"
    )
    with pytest.raises(PzcError, match="20 is not in the domain") as caught:
        next(own.generate(params={"most": 20}))
    assert [d.code for d in caught.value.diagnostics] == ["E0320"]


def test_a_size_is_refused_where_there_is_no_board() -> None:
    own = own_spec(
        "things person = {ann, bob, cid}\n"
        "given lives : 1..3 at some person\n"
        "find home : 1..3 at person from lives\n"
        'rule "Each in its own": all_different(home)\n'
    )
    with pytest.raises(PzcError, match="no grid") as caught:
        next(own.generate(size=(4, 4)))
    assert [d.code for d in caught.value.diagnostics] == ["E0534"]


def test_rules_that_exclude_each_other_are_named_as_the_reason() -> None:
    own = own_spec(
        "grid n x n\n"
        "given clue : 1..n at some cells\n"
        "find digit : 1..n at cells from clue\n"
        'rule "All are different": all_different(digit)\n'
    )
    with pytest.raises(pzc.PzcError, match=r"rules have no solution(.|\n)*pzc why") as caught:
        next(own.generate(seed=1, size=(2, 2)))
    assert caught.value.diagnostics[0].code == "E0532"


def test_a_spec_of_plans_is_refused_before_an_example_is_missed() -> None:
    spec = Spec.of(
        Source(
            "walk.spec",
            "grid h x w\ngiven goal : bool at cells\nsequence time up to 9\n"
            'find here : cell at time\nrule "It ends there": goal[here[time.last]]\n',
        )
    )
    with pytest.raises(PzcError) as error:
        recipe_for(spec)
    assert [d.code for d in error.value.diagnostics] == ["E0531"]


def test_a_layer_of_which_the_example_shows_nothing_has_another_size_too() -> None:
    source = """grid h x w
given wall : bool at cells drawn ". #"
given clue : 0..4 at some cells
find star : bool at cells drawn ". *"
rule "No star on a wall": for c in cells if wall[c]: not star[c]
rule "A number counts the stars beside it":
    for c in clue: count(star[adjacent(c)]) = clue[c]
rule "As many stars as rows": for r in rows: count(star[r]) = 1
"""
    spec = Spec.of(Source("walls.spec", source))
    example = "wall:\n...\n...\n...\n\nclue:\n1..\n..1\n...\n"
    made = next(spec.generate(size=(4, 5), like=example, seed=1))
    assert made.text.startswith("wall:\n.....\n.....\n.....\n.....\n\nclue:\n")
    assert spec.count(made.text) == 1


def test_a_size_may_be_written_with_the_sign_that_is_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for size in ("3x4", "3X4", "3×4"):
        assert main(["generate", "slitherlink", "--size", size, "--seed", "1"]) == 0
    rows = capsys.readouterr().out.split("\n\n")
    assert len({*filter(None, rows)}) == 1


def test_the_params_that_tell_the_size_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "--size", "7x7"]) == 2
    wanted = "expected: params that tell the size: --with box_height=… --with box_width=…\n"
    assert wanted in capsys.readouterr().err
