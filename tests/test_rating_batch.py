"""`pzc rate --batch`: each puzzle rated alone, over processes, and gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pzc
from pzc.cli import main

PUZZLES = (
    "n: 3|clue:|1 2 .|. . .|. . 2",
    "n: 3",
    "n: 2|clue:|1 1|. .",
    "n: x",
    "n: 3|clue:|3 2 .|. . .|. . 2",
)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.txt"
    path.write_text("\n\n".join(p.replace("|", "\n") for p in PUZZLES) + "\n", encoding="utf-8")
    return path


def answers(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rated(path: Path, *options: str) -> int:
    return main(["rate", "latin_square", "--per", "block", "--batch", str(path), *options])


def test_each_puzzle_gets_a_line_whatever_becomes_of_the_others(many: Path, tmp_path: Path) -> None:
    out = tmp_path / "ratings.jsonl"
    assert rated(many, "-o", str(out)) == 2
    found = answers(out)
    statuses = ["rated", "mistake", "no solution", "mistake", "rated"]
    assert [answer["status"] for answer in found] == statuses
    assert [answer["line"] for answer in found] == [1, 7, 9, 14, 16]
    alone = pzc.load("latin_square").rate(PUZZLES[0].replace("|", "\n"))
    assert found[0]["rating"]["number"] == alone.number > 0
    assert found[0]["rating"]["seen"] == list(alone.seen)
    assert found[2]["rating"]["hardest"] is None


def test_several_solutions_are_rated_and_said(tmp_path: Path) -> None:
    path, out = tmp_path / "loose.txt", tmp_path / "ratings.jsonl"
    path.write_text("n: 3\nclue:\n1 . .\n. . .\n. . .\n", encoding="utf-8")
    assert rated(path, "-o", str(out)) == 1
    (answer,) = answers(out)
    assert answer["status"] == "not unique"
    assert answer["rating"]["steps"] > 0


def test_processes_give_the_same_ratings_in_the_same_order(many: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    rated(many, "-o", str(one), "--jobs", "1")
    rated(many, "-o", str(two), "--jobs", "2")
    assert one.read_text() == two.read_text()


def test_a_run_resumes_after_its_answers_and_no_others(
    many: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ratings.jsonl"
    rated(many, "-o", str(out))
    whole = out.read_text(encoding="utf-8")
    out.write_text("".join(whole.splitlines(keepends=True)[:2]), encoding="utf-8")
    capsys.readouterr()
    assert rated(many, "-o", str(out), "--resume") == 2
    assert "and 2 before" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == whole
    solve = ["solve", "latin_square", "--per", "block", "--batch", str(many)]
    assert main([*solve, "-o", str(out), "--resume"]) == 2
    assert "E0515" in capsys.readouterr().err


def test_options_of_a_batch_do_not_go_with_a_single_puzzle(
    many: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rate", "latin_square", "n: 3", "--jobs", "2"]) == 2
    assert main(["rate", "latin_square", "n: 3", "--batch", str(many)]) == 2
    assert main(["rate", "latin_square", "--batch", str(many), "-o", str(many)]) == 2
    assert capsys.readouterr().err.count("E0514") == 3


def test_a_puzzle_that_takes_too_long_has_no_rating(tmp_path: Path) -> None:
    path, out = tmp_path / "hard.txt", tmp_path / "ratings.jsonl"
    path.write_text("." * 81 + "\n", encoding="utf-8")
    assert main(["rate", "sudoku", "--batch", str(path), "-o", str(out), "--timeout", "0.001"]) == 3
    (answer,) = answers(out)
    assert (answer["status"], answer["rating"]) == ("out of time", None)


def test_the_model_does_not_grow_with_the_puzzles() -> None:
    spec = pzc.load("latin_square")
    puzzles = ["n: 3\nclue:\n1 2 .\n. . .\n. . 2", "n: 3\nclue:\n3 2 .\n. . .\n. . 2"]
    alone = {puzzle: pzc.load("latin_square").rate(puzzle).number for puzzle in puzzles}
    sizes = []
    for puzzle in puzzles * 3:
        assert spec.rate(puzzle).number == alone[puzzle]
        sizes.append(spec.ground(puzzle, exact=True).model.size)
    assert len(set(sizes[-4:])) == 1
