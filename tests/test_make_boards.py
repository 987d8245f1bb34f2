"""Making puzzles: boards that keep their layers, and layers without an example."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import pzc
from making import maker_of
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.tasks.library import SPECS
from pzc.tasks.make.assumptions import Assignment
from pzc.tasks.make.bench import Bench
from pzc.tasks.make.conventions import with_complete_layers
from pzc.tasks.make.evenness import Variety
from pzc.tasks.make.lightening import lightened
from pzc.tasks.make.maker import Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.recipe import recipe
from pzc.tasks.make.reducing import count_clues
from pzc.tasks.make.repairing import Board, weak_variables
from pzc.tasks.make.run import generate, recipe_for
from pzc.tasks.make.sampling import with_all_clues
from pzc.tasks.spec import Spec

STARS = """\
puzzle "Stars with names"
grid h x w
given clue : 0..8 at some cells
given name : symbol at some cells
find  star : bool at cells drawn ". *"

rule "Numbers count the stars around their cells, which have none":
    for c in clue:
        count(star[touching(c)]) = clue[c]
        not star[c]

rule "Cells with one name are alike":
    for c, d in pairs(name) if name[c] = name[d]: star[c] <=> star[d]
"""


def test_a_model_that_was_ground_within_a_limit_takes_further_nodes() -> None:
    text = "h: 4\nw: 4\n"
    size = pzc.load("nurikabe").ground(text, open={"clue"}).model.size
    model = pzc.load("nurikabe").ground(text, open={"clue"}, most=size + 1).model
    made = [model.not_(model.eq(a, b)) for a in model.variables for b in range(2, 9)]
    assert made and model.size > size + 1


def test_further_clues_leave_walls_where_they_are() -> None:
    maker, random = maker_of("yajisan_sokoban"), Random(1)
    start = maker._start(random)
    assert start is not None and maker.draft.board is not None
    structure, bench, found = start
    full = with_all_clues(bench, random, found)
    assert full is not None
    before = bench.printed(bench.clue_set(full), full)["wall"]
    cells = list(maker.draft.board.cells)
    now = maker.changing.with_places(random, structure, cells, bench, full)
    assert now is not None
    _, trial, board = now
    after = trial.printed(trial.clue_set(board.found), board.found)["wall"]
    both = before.keys() & after.keys()
    assert both and all(before[c] == after[c] for c in both)


def test_variety_does_not_count_layers_whose_share_of_yes_is_hinted() -> None:
    maker, random = maker_of("yajisan_sokoban"), Random(1)
    start = maker._start(random)
    assert start is not None
    _, bench, found = start
    other = list(found)
    for spot in bench.spots:
        if spot.layer == "wall":
            other[spot.index] = random.choice(spot.codes)
    assert tuple(other) != found
    assert Variety(bench)(tuple(other)) == Variety(bench)(found)


def with_every_clue(name: str, random: Random) -> tuple[Maker, Bench, Assignment]:
    """A maker, the bench of a board, and a solution with all clues that it can have."""
    maker = maker_of(name, Options(size=(5, 5)))
    start = maker._start(random)
    assert start is not None
    _, bench, found = start
    full = with_all_clues(bench, random, found)
    assert full is not None
    return maker, bench, full


def test_clues_are_left_out_where_a_rule_speaks_of_places_without_one() -> None:
    random = Random(2)
    maker, bench, full = with_every_clue("kaito_ramma", random)
    board = Board(full, weak_variables(bench, full))
    lighter = lightened(bench, random, board, maker._removal(bench))
    assert len(lighter.weak) < len(board.weak)
    assert count_clues(bench, bench.clue_set(lighter.found)) < count_clues(
        bench, bench.clue_set(full)
    )
    assert bench.values(lighter.found) == bench.values(full)
    assert bench.is_solution(bench.clue_set(lighter.found), lighter.found)


def test_no_clue_is_left_out_if_clues_never_leave_more_open() -> None:
    random = Random(1)
    maker, bench, full = with_every_clue("slitherlink", random)
    board = Board(full, bench.found_variables[:3])
    assert lightened(bench, random, board, maker._removal(bench)) is board


def test_layers_that_stay_empty_for_want_of_an_example_are_named() -> None:
    spec, notes = Spec.of(Source("stars.spec", STARS)), list[str]()
    made = next(generate(spec, Options(size=(4, 4)), tell=notes.append))
    assert "name:" not in made.text
    (note,) = notes
    assert "'name'" in note and "--like" in note and "`make name size 3..6`" in note


def test_layers_with_a_hint_or_an_example_are_not_named() -> None:
    notes: list[str] = []
    hinted = Spec.of(Source("stars.spec", STARS + "\nmake name size 3..6\n"))
    made = next(generate(hinted, Options(size=(4, 4)), tell=notes.append))
    assert "name:" in made.text
    spec = Spec.of(Source("stars.spec", STARS))
    like = "clue:\n. 2 .\n. . .\n. . 1\n\nname:\n. . A\nA . .\n. . .\n"
    next(generate(spec, Options(), like=like, tell=notes.append))
    assert notes == []


def test_pzc_generate_names_empty_layers_beside_the_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "stars.spec"
    own.write_text(STARS)
    assert main(["generate", str(own), "--size", "4x4"]) == 0
    printed = capsys.readouterr()
    assert "'name' stays empty" in printed.err and "stays empty" not in printed.out


def test_pzc_generate_says_that_regions_have_no_symmetry(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stars = ["generate", "star_battle", "--size", "5x5", "--with", "stars=1"]
    assert main([*stars, "--symmetry", "rotate2"]) == 0
    assert "regions are drawn without symmetry: 'region'" in capsys.readouterr().err
    assert main([*stars, "--symmetry", "none"]) == 0
    assert "symmetry" not in capsys.readouterr().err


@pytest.mark.parametrize(("spec", "told"), [("sudoku", "2x3"), ("killer_sudoku", "3x4")])
def test_params_that_give_a_size_are_named(
    capsys: pytest.CaptureFixture[str], spec: str, told: str
) -> None:
    height, _, width = told.partition("x")
    side = int(height) * int(width)
    assert main(["generate", spec, "--size", f"{side}x{side}"]) == 2
    expected = f"expected: params that tell the size: --with box_height={height} --with box_width="
    assert expected + width in capsys.readouterr().err


def test_a_number_of_clues_may_be_open_at_one_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "slitherlink", "--size", "5x5", "--clues", "20.."]) == 0
    assert sum(token.isdigit() for token in capsys.readouterr().out) >= 20
    assert main(["generate", "slitherlink", "--size", "5x5", "--clues", "300.."]) == 2
    assert "room for 25 clues only" in capsys.readouterr().err


def test_a_dash_as_a_folder_is_the_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stars.spec").write_text(STARS)
    written = []
    for options in ([], ["-o", "-"]):
        assert main(["generate", "stars.spec", "--size", "4x4", *options]) == 0
        written.append(capsys.readouterr().out)
    assert written[0] and written[0] == written[1]
    assert [*map(str, Path().iterdir())] == ["stars.spec"]


def test_lists_of_which_there_is_no_example_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tapa = tmp_path / "own.spec"
    tapa.write_text((SPECS / "tapa.spec").read_text())
    assert main(["generate", str(tapa), "--size", "5x5"]) == 2
    message = capsys.readouterr().err
    assert "no example shows what is in 'clue'" in message and "--like" in message


def test_a_layer_is_complete_only_if_it_is_in_every_example() -> None:
    spec = pzc.load("slitherlink")
    full = "clue:\n222\n202\n222\n"
    partly = "clue:\n33\n..\n"

    def is_complete(*others: str) -> bool:
        found = with_complete_layers(spec, recipe(spec, full, others), others)
        return found.parts["clue"].complete

    assert is_complete() and is_complete(full) and not is_complete(full, partly)


def test_one_puzzle_with_every_clue_makes_no_layer_complete() -> None:
    full = "clue:\n222\n202\n222\n"
    assert not recipe_for(pzc.load("slitherlink"), full).parts["clue"].complete
    sums = (SPECS / "examples/kakuro/2.puzzle").read_text(encoding="utf-8")
    assert recipe_for(pzc.load("kakuro"), sums).parts["across"].complete


def test_a_mark_that_rules_forbid_elsewhere_is_complete() -> None:
    parts = recipe_for(pzc.load("kropki")).parts
    assert parts["dot"].complete


def test_the_number_of_clues_goes_before_what_examples_have() -> None:
    options = Options(size=(5, 5), clues=(1, 25))
    assert maker_of("kakuro").recipe.parts["across"].complete
    assert not maker_of("kakuro", options).recipe.parts["across"].complete
