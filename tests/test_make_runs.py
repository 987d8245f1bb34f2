"""Making: runs of many attempts, their files and sheets, and messages when they fail."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic, sleep
from xml.etree import ElementTree

import pytest
import pzc
from making import made, maker_of, pictures
from pzc.cli import main
from pzc.commands.generate import _Progress
from pzc.dsl.diagnostics import PzcError
from pzc.tasks.files import bundled
from pzc.tasks.make.bench import Bench, Spent
from pzc.tasks.make.checking import SEVERAL, Failure
from pzc.tasks.make.draft import Draft
from pzc.tasks.make.folder import JOURNAL, Folder
from pzc.tasks.make.maker import ATTEMPT, BRIEF, Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.run import advice, generate, recipe_for
from pzc.tasks.make.sampling import sample
from pzc.tasks.make.stages import CHECKING, FILLING, REMOVING
from pzc.tasks.make.symmetry import identity, symmetries


def test_the_number_of_processes_changes_nothing() -> None:
    spec = pzc.load("star_battle")
    options = Options(size=(5, 5), params={"stars": "1"}, seed=4)
    alone = list(generate(spec, options, 4))
    assert list(generate(spec, options, 4, jobs=2)) == alone
    assert len({one.identity for one in alone}) == 4


def test_what_an_attempt_does_is_said_while_it_lasts() -> None:
    said: list[tuple[str, int | None]] = []
    options = Options(size=(5, 5), seed=2)
    tell = lambda stage, number=None: said.append((stage, number))  # noqa: E731
    next(generate(pzc.load("skyscrapers"), options, stage=tell))
    assert said[0] == (FILLING, None)
    assert said[-1] == (CHECKING, None)
    left = [number or 0 for stage, number in said if stage == REMOVING]
    assert len(left) > 5
    assert left == sorted(left, reverse=True)
    progress = _Progress(3)
    progress.enter(REMOVING, 31)
    assert progress.line() == "0 of 3 puzzles, 0 attempts, 0 s, removing clues: 31 left …"


def test_a_deadline_does_not_wait_for_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Maker, "attempt", lambda self, number: sleep(20))
    begun = monotonic()
    with pytest.raises(pzc.OutOfTime):
        next(pzc.load("star_battle").generate(jobs=2, timeout=0.5))
    assert monotonic() - begun < 10


@pytest.mark.parametrize("name", ["slitherlink", "star_battle"])
def test_an_attempt_depends_on_nothing_before_it(name: str) -> None:
    spec = pzc.load(name)
    recipe, options = recipe_for(spec), Options(size=(5, 5), seed=4)
    one = Maker(spec, recipe, options)
    before = [one.attempt(k) for k in range(5)]
    assert [Maker(spec, recipe, options).attempt(k) for k in range(5)] == before


def test_an_attempt_does_not_depend_on_which_solution_was_asked_about_before() -> None:
    maker, another = (
        maker_of("skyscrapers", Options(seed=33)),
        maker_of("skyscrapers", Options(seed=33)),
    )
    maker.attempt(3)
    assert maker.attempt(5) == another.attempt(5)


def test_other_seeds_make_other_puzzles() -> None:
    assert made("slitherlink", seed=1).text != made("slitherlink", seed=2).text


def test_turned_and_mirrored_puzzles_are_alike() -> None:
    spec = pzc.load("slitherlink")
    board = spec.ground("h: 3\nw: 3\n").context.board
    corner, middle = board.cells[0], board.cells[4]
    last = board.cells[8]
    one, other = (
        [("clue", corner, 3), ("clue", middle, 1)],
        [("clue", last, 3), ("clue", middle, 1)],
    )
    assert len(symmetries(board)) == 8
    assert identity(board, one, set()) == identity(board, other, set())
    assert identity(board, one, set()) != identity(board, one[:1], set())


def test_no_two_puzzles_of_a_run_are_alike() -> None:
    spec = pzc.load("slitherlink")
    some = list(spec.generate(size=(3, 3), count=12, seed=2))
    grids = []
    for one in some:
        rows = pictures(one.text)["clue"]
        turned = [rows]
        for _ in range(3):
            turned.append([list(row) for row in zip(*turned[-1][::-1], strict=True)])
        grids.append(min(str(t) for k in turned for t in (k, k[::-1])))
    assert len(set(grids)) == 12


def test_a_run_goes_on_where_it_was_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["generate", "star_battle", "--size", "5x5", "--with", "stars=1", "--output"]
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert main([*command, str(whole), "--count", "3"]) == 0
    assert main([*command, str(broken), "--count", "1"]) == 0
    assert main([*command, str(broken), "--count", "3"]) == 2
    assert "--resume" in capsys.readouterr().err
    with (broken / "puzzles.jsonl").open("a") as journal:
        journal.write('{"puzzle": 2, "nu')  # broken off
    (broken / "1.puzzle").unlink()
    assert main([*command, str(broken), "--count", "3", "--resume"]) == 0
    names = sorted(path.name for path in whole.iterdir())
    assert len(names) == 7
    assert sorted(path.name for path in broken.iterdir()) == names
    for name in names:
        assert (whole / name).read_text() == (broken / name).read_text()
    assert main([*command, str(broken), "--count", "3", "--resume", "--seed", "5"]) == 2


@pytest.mark.parametrize(
    "option, said",
    [
        (["--output", "file"], "cannot write file: it is a file, not a folder"),
        (["--sheet", "no/sheet.svg"], "cannot write no/sheet.svg: there is no folder 'no'"),
    ],
)
def test_outputs_that_cannot_be_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("kept")
    assert main(["generate", "star_battle", *option]) == 2
    out, err = capsys.readouterr()
    assert said in err and out == "" and Path("file").read_text() == "kept"


def test_a_sheet_may_be_one_picture(tmp_path: Path) -> None:
    page = tmp_path / "sheet.svg"
    command = ["generate", "star_battle", "--size", "5x5", "--with", "stars=1", "--count", "5"]
    assert main([*command, "--sheet", str(page)]) == 0
    root = ElementTree.parse(page).getroot()
    space = "{http://www.w3.org/2000/svg}"
    pictures = root.findall(f"{space}svg")
    assert len(pictures) == 10
    right = [float(p.attrib["x"]) + float(p.attrib["width"]) for p in pictures]
    bottom = [float(p.attrib["y"]) + float(p.attrib["height"]) for p in pictures]
    assert max(right) <= float(root.attrib["width"])
    assert max(bottom) <= float(root.attrib["height"])
    texts = [text.text for text in root.findall(f"{space}text")]
    assert "Solutions" in texts and texts[0] == "Star Battle"


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    spec, options = pzc.load("star_battle"), Options(size=(5, 5))
    first = Folder(str(tmp_path / "set"), spec, options, None, resume=False)
    with pytest.raises(pzc.PzcError, match="another run is writing"):
        Folder(str(first.path), spec, options, None, resume=True)
    del first
    assert Folder(str(tmp_path / "set"), spec, options, None, resume=True).before == []


def test_a_damaged_journal_is_told_with_its_line(tmp_path: Path) -> None:
    spec, options = pzc.load("star_battle"), Options(size=(5, 5))
    first = Folder(str(tmp_path / "set"), spec, options, None, resume=False)
    journal = first.path / JOURNAL
    del first
    whole = journal.read_text()
    for line in ("{", "[]", '{"number": 1}'):
        journal.write_text(f"{whole}{line}\n")
        with pytest.raises(pzc.PzcError, match="is damaged"):
            Folder(str(tmp_path / "set"), spec, options, None, resume=True)


def test_a_run_without_puzzles_does_not_block_its_folder(tmp_path: Path) -> None:
    """The command is repeated with a mended spec."""
    spec, folder = pzc.load("star_battle"), str(tmp_path / "set")
    first = Folder(folder, spec, Options(size=(3, 3)), None, resume=False)
    del first
    options = Options(size=(5, 5))
    again = Folder(folder, spec, options, None, resume=False)
    again.add(1, next(spec.generate(size=(5, 5), params={"stars": 1})))
    del again
    with pytest.raises(pzc.PzcError, match="holds the puzzles of a run"):
        Folder(folder, spec, options, None, resume=False)


def test_a_sheet_has_rules_puzzles_and_then_solutions(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    command = ["generate", "star_battle", "--size", "5x5", "--with", "stars=1", "--count", "2"]
    assert main([*command, "--sheet", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    front, _, behind = text.partition("Solutions")
    assert "Every row, column and region holds exactly 1 star" in front
    assert front.count("<svg") == behind.count("<svg") == 2
    assert len(set(text.split("<figure>")[1:])) == 4


def test_the_page_of_genres_says_which_can_be_made() -> None:
    page = Path(pzc.__file__).parent / "docs" / "genres.md"
    table = page.read_text(encoding="utf-8").partition("## Which puzzles can be made")[2]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")]
    rows = [row for row in rows if row[0] != "| spec" and not row[0].startswith("| ---")]
    made = [float(row[1]) for row in rows if row[1] != "–"]
    assert {row[0].removeprefix("| ") for row in rows} >= set(bundled())
    assert len(made) >= 120
    assert max(made) < 60


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("too many clues of 'hole'", "allow more clues"),
        ("too few clues", "allow fewer clues"),
        ("several solutions", "more clues, other params (--with stars=…), or an example"),
        ("it is solved in two steps", "fewer clues, other params (--with stars=…), or an example"),
        ("too hard", "another --rating, other params"),
    ],
)
def test_what_fails_most_often_is_advised_about(reason: str, said: str) -> None:
    draft = maker_of("star_battle").draft
    assert said in advice(Counter({reason: 3, "all values of the solution are alike": 2}), draft)


def test_where_no_solution_is_found_a_run_ends_at_once_and_advises_a_smaller_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def spent(self: Maker, random: Random) -> None:
        raise Spent

    monkeypatch.setattr(Maker, "_start", spent)
    with pytest.raises(PzcError, match="no solution was found on a board of 10x10") as caught:
        next(pzc.load("magic_square").generate(size=(10, 10)))
    assert "a smaller size (the example puzzle has 3x3)" in str(caught.value)


def test_a_run_that_is_out_of_time_says_why_attempts_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tick = iter(range(3))

    def attempt(self: Maker, number: int) -> Failure:
        if next(tick, None) is None:
            raise pzc.OutOfTime("deadline")
        return Failure(number, SEVERAL)

    monkeypatch.setattr(Maker, "attempt", attempt)
    assert main(["generate", "kakurasu", "--size", "10x10"]) == 3
    said = capsys.readouterr().err
    assert "(3 × several solutions)" in said
    assert "a smaller size" in said


def test_a_search_may_take_as_long_as_building() -> None:
    """A solution of a large model takes more than a brief search."""
    spec = pzc.load("nagenawa")
    recipe = recipe_for(spec, None, Options(size=(14, 14)))
    draft = Draft(spec, recipe, (14, 14), {}, None)
    structure = draft.draw(Random(1), draft.growths()[0])
    assert structure is not None
    bench = Bench(spec, draft.template(structure))
    bench.begin(ATTEMPT)
    bench.limit_samples(BRIEF)
    before = bench.solver.work
    assert sample(bench, Random(1)) is not None
    assert bench.solver.work - before > BRIEF
