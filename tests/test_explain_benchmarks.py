"""The benchmarks of explanations: their counts, and the other explainer."""

from __future__ import annotations

from pathlib import Path

import pytest
import pzc
from pzc.benchmarks import quality, rating
from pzc.benchmarks.quality import Cited, Explained
from pzc.benchmarks.smallest_mus import SmallestMus, Timeout
from pzc.dsl.diagnostics import Source
from pzc.tasks.explain.position import Position
from pzc.tasks.library import examples


def test_the_table_counts_steps_by_tier_and_names_what_is_weak() -> None:
    easy = Explained("a/1", [Cited(1, 1, 2), Cited(1, 1, 4), Cited(2, 3, 6)], 0.1, 0.2, "")
    hard = Explained("b/1", [Cited(4, 9, 8)], 0.1, 0.2, "not within 1 s")
    lines = quality.table([easy, hard])
    assert "| 1: one rule instance | 2 | 50.0 % | 1, 1 | 3, 4 |" in lines
    assert "| 4: a longer chain | 1 | 25.0 % | 9, 9 | 8, 8 |" in lines
    text = "\n".join(lines)
    assert "Tiers 1 and 2 have 75.0 % of the steps" in text
    assert "(25.0 %), in 1 examples, cite more than 6 instances" in text
    assert "Not explained to the end: not within 1 s (b/1)" in text
    assert "b/1 (100 %)" in text


def test_the_page_has_the_table_of_a_run() -> None:
    page = quality.PAGE.read_text(encoding="utf-8")
    table = page.split(quality.BEGIN)[1].split(quality.END)[0]
    assert "Measured on " in table
    assert all(f"| {name} |" in table for name in quality.TIERS.values())


def test_an_example_is_explained_with_its_times_and_how_it_ended() -> None:
    path = examples("star_battle")[0]
    puzzle = Source(str(path), path.read_text(encoding="utf-8"))
    found = quality.explained("star_battle/1", pzc.load("star_battle"), puzzle, 60)
    assert found.end == ""
    assert 0 < found.first <= found.whole
    assert {step.tier for step in found.steps} >= {1, 2}


def test_smallest_sets_of_instances_explain_too() -> None:
    puzzle = Position(
        pzc.load("star_battle"), examples("star_battle")[0].read_text(encoding="utf-8")
    )
    peer = SmallestMus(puzzle.instances, 60)
    cited = list(peer.steps())
    assert peer.share == 1
    assert min(cited) == 1
    with pytest.raises(Timeout):
        list(SmallestMus(puzzle.instances, -1).steps())


def test_ratings_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    puzzle = ("latin_square", "n: 3\nclue:\n1 2 .\n. . .\n. . 2")
    (first,) = rating.Ratings(path, 60, 1).of([puzzle])
    assert first is not None
    assert rating.number(first) == pytest.approx(
        pzc.load(puzzle[0]).rate(puzzle[1]).number, abs=0.1
    )
    before = path.read_text(encoding="utf-8")
    (again,) = rating.Ratings(path, 60, 1).of([puzzle])
    assert [tuple(m) for m in again or ()] == [tuple(m) for m in first]
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("genre", "params", "told"),
    [
        ("galaxies", "7x7du", ("7x7", "u")),
        ("lightup", "10x10b20s2d1", ("10x10b20s2", "1")),
        ("solo", "3x3", ("3x3", "t")),
        ("unequal", "5adk", ("5a", "k")),
    ],
)
def test_classes_of_generators_are_read(genre: str, params: str, told: tuple[str, str]) -> None:
    assert rating._class(genre, params) == told
