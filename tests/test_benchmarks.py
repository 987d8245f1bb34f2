"""The benchmarks: makers of puzzles, models by hand, tables, and the page made of a recorded run.

Of the other tools only python-sat is needed; the models are tried with clingo and the rest too
where they are installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
import pzc
from pzc.benchmarks import chart, measure, page, phases, report, shikaku_makers, workloads
from pzc.benchmarks.peers import minizinc, tools
from pzc.benchmarks.peers.tool import Tool
from pzc.benchmarks.reading import answer
from pzc.tasks.library import SPECS

ROOT = Path(__file__).resolve().parent.parent
TOOLS = {tool.name: tool for tool in tools()}
MODELLED = ("cadical195", "clingo", "CP-SAT", "z3")


@pytest.mark.parametrize("genre", workloads.GENRES)
@pytest.mark.parametrize("name", MODELLED)
def test_models_by_hand_agree_with_the_spec(genre: str, name: str) -> None:
    tool = TOOLS[name]
    if not tool.installed():
        pytest.skip(f"SKIPPED: {name} is not installed")
    example = SPECS / "examples" / genre / "1.puzzle"
    puzzle = example.read_text(encoding="utf-8")
    right = {answer(found) for found in pzc.load(genre).solutions(puzzle, limit=2)}
    work = workloads.Workload("", "", genre, genre, [puzzle], *workloads.GENRES[genre])
    ask = tool.prepare(work)
    assert ask is not None
    assert {x() if callable(x) else x for x in ask(puzzle)} == right


@pytest.mark.parametrize("genre", minizinc.DATA)
def test_models_of_minizinc_agree_with_the_spec(genre: str) -> None:
    tool = TOOLS["MiniZinc"]
    if not tool.installed():
        pytest.skip("SKIPPED: MiniZinc is not installed")
    if genre == "sudoku":
        work = _sudokus()
    else:
        puzzle = (SPECS / "examples" / genre / "1.puzzle").read_text(encoding="utf-8")
        work = workloads.Workload("", "", genre, genre, [puzzle], *workloads.GENRES[genre])
    ask = tool.prepare(work)
    assert ask is not None
    solutions = pzc.load(genre).solutions(work.puzzles[0], limit=2)
    assert {*ask(work.puzzles[0])} == {answer(found) for found in solutions}


def test_a_puzzle_becomes_data_of_a_model() -> None:
    assert {path.stem for path in minizinc.MODELS.glob("*.mzn")} == {*minizinc.DATA}
    assert minizinc.DATA["star_battle"]("stars: 1\n\nregion:\nA?\nBB\n") == (
        "n = 2; stars = 1; region = array2d(1..2, 1..2, [1, 0, 2, 2]);"
    )
    assert minizinc.DATA["kakuro"]("# 3\\ #\n\\2 . #\n# . #\n") == (
        "row = [2, 3]; column = [2, 2]; words = [{1, 2}, {1}]; total = [3, 2];"
    )
    assert minizinc.DATA["str8ts"]("1 .\n! 2!\n") == (
        "n = 2; clue = array2d(1..2, 1..2, [1, 0, 0, 2]); "
        "has_number = array2d(1..2, 1..2, [true, true, false, true]); "
        "compartments = [{1, 2}, {1}, {2}];"
    )


def test_every_genre_has_puzzles_and_a_program() -> None:
    for genre in workloads.GENRES:
        assert workloads.boards(genre)
        assert (ROOT / "benchmarks" / "asp" / f"{genre}.lp").exists()


def test_made_puzzles_are_unique_and_depend_on_the_seed_only() -> None:
    made = shikaku_makers.shikaku(Random(7), 5)
    assert pzc.load("shikaku").count(made, limit=2) == 1
    assert shikaku_makers.shikaku(Random(7), 5) == made


def _sudokus() -> workloads.Workload:
    return workloads.sudokus("few", workloads.lines("sudoku_few_clues")[:3])


def test_a_wrong_answer_is_reported() -> None:
    wrong = Tool("wrong", "", "sys", lambda work: lambda puzzle: [frozenset({(1, 1, 1)})])
    rows = measure.measure([TOOLS["pzc"], wrong], _sudokus(), limit=20, budget=20, rounds=1)
    assert [row.wrong for row in rows] == [0, 3]
    tables = {"tables": [report.table(_sudokus(), rows, 20)]}
    assert report.wrong(tables) == ["sudoku, few: wrong"]
    assert "WRONG (3 answers)" in report.markdown(tables["tables"])


def _forever(puzzle: str) -> list[frozenset[tuple[int, ...]]]:
    while puzzle:
        pass
    return []


def test_a_tool_is_stopped_at_the_limit_and_its_error_reported() -> None:
    slow = Tool("slow", "", "sys", lambda work: _forever)
    broken = Tool("broken", "", "sys", lambda work: lambda puzzle: [frozenset(1 // 0)])  # type: ignore
    work = _sudokus()
    rows = measure.measure([slow], work, limit=0.3, budget=0.5, rounds=1)
    assert rows[0].seconds == [None, None]
    rows += measure.measure([broken], work, limit=600, budget=600, rounds=1)
    assert rows[1].error.startswith("ZeroDivisionError")
    shown = report.grid([report.table(work, rows, 0.3)])[1]
    assert shown[:2] == ["few", "> 0.3 s (0 of 2 solved)"]
    assert shown[2].startswith("error: ZeroDivisionError")


def test_the_command_prints_tables_and_writes_json_and_a_chart(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("\n".join(_sudokus().puzzles) + "\n")
    command = [sys.executable, "-m", "benchmarks", "--quick", "--sudoku", str(own)]
    command += ["--tools", "pzc,pzc --batch,cadical195,no such tool", "--output", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    results = json.loads((tmp_path / "results.json").read_text())
    assert ran.stdout == report.text(results)
    assert results["versions"].keys() == {"pzc", "python-sat"}
    (table,) = results["tables"]
    assert (table["section"], table["name"], table["unit"]) == ("sudoku", "own", "puzzles/s")
    assert [row["tool"] for row in table["rows"]] == ["pzc", "pzc --batch", "cadical195"]
    for row in table["rows"]:
        assert (row["solved"], row["asked"], row["wrong"], row["error"]) == (3, 3, 0, "")
        assert row["value"] > 0
    ElementTree.parse(tmp_path / "chart.svg")


def test_the_page_and_the_chart_are_those_of_the_recorded_run() -> None:
    results = json.loads(page.RECORDED.read_text(encoding="utf-8"))
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.filled(text, results) == text
    assert set(report.sections(results)) <= set(page.claimed(text))
    assert report.wrong(results) == []
    drawn = page.RECORDED.with_name("chart.svg").read_text(encoding="utf-8")
    assert drawn == chart.svg(results)


def test_a_repeated_puzzle_has_regions_of_its_own_in_each_repetition() -> None:
    spec = pzc.load("heyawake")
    large = phases.repeated("room:\nAAB\nACC\n\nclue:\n1..\n...\n", phases.named_by_puzzles(spec))
    assert large is not None
    binding = spec.ground(large).binding
    rooms: dict[str, list[object]] = {}
    for cell, room in binding.printed["room"].items():
        rooms.setdefault(room, []).append(cell)
    across, down = -(-phases.SIDE // 3), phases.SIDE // 2
    assert len(rooms) == 3 * across * down - 2 * down  # the last ones show their first column only
    assert max(map(len, rooms.values())) == 3
    assert len(binding.printed["clue"]) == across * down


def test_a_puzzle_with_other_sections_than_pictures_and_lines_is_not_repeated() -> None:
    assert phases.repeated("clue:\n1..\n...\n\nwords:\nA B\nC\nD\nE\nF\n", ()) is None
