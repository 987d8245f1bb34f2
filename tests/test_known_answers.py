"""Puzzles from earlier programs, with known answers.

In `seeds/`: the boards of Peter Norvig's star battle notebook; the boards and wrong answers of a
notebook that generates such boards; Opensourc.es' easy str8ts; the sudokus of two tutorials; Curtis
Pavel's hinomaru, with the tilings that Steve Witham counted.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import pzc
from backend_names import every_backend
from pzc.render.plain import plain
from pzc.tasks.verify import verify

SEEDS = Path(__file__).parent / "seeds"

COUNT = "Every row, column and region holds exactly {}"
TOUCH = "Stars never touch, not even diagonally"


@every_backend
@pytest.mark.parametrize(
    ("spec", "puzzle", "solutions"),
    [
        ("star_battle", "star_battle_5x5", 2),
        ("star_battle", "star_battle_a_to_e", 1),
        ("star_battle", "star_battle_krazydad", 1),
        ("star_battle", "star_battle_24", 1),
        ("str8ts", "str8ts_easy", 1),
        ("sudoku", "sudoku_start", 1),
        ("sudoku", "sudoku_wiki", 1),
        ("hinomaru", "hinomaru", 2),
    ],
)
def test_the_number_of_solutions(spec: str, puzzle: str, solutions: int, backend: str) -> None:
    text = (SEEDS / f"{puzzle}.txt").read_text()
    assert pzc.load(spec).count(text, backend=backend) == solutions


@pytest.mark.parametrize(
    ("puzzle", "stars"),
    [
        (
            "krazydad",
            {6, 8, 11, 14, 26, 28, 30, 32, 47, 49, 53, 55, 61, 69, 73, 75, 80, 87, 92, 94},
        ),
        ("24", {6, 9, 12, 14, 20, 27, 32, 34, 47, 49, 50, 55, 63, 68, 71, 75, 83, 88, 91, 96}),
        ("a_to_e", {1, 8, 10, 19, 22}),
    ],
)
def test_where_the_stars_are(puzzle: str, stars: set[int]) -> None:
    """stars: cells in reading order, from 0."""
    found = pzc.load("star_battle").solve((SEEDS / f"star_battle_{puzzle}.txt").read_text())
    assert found is not None
    assert {k for k, c in enumerate(plain(found).replace("\n", "")) if c == "*"} == stars


def test_blank_dominoes_tile_a_board_in_95_ways() -> None:
    """Ten alike: only the seams tell two tilings apart."""
    puzzle = "flag:\n" + "00000\n" * 4 + "\nface:\n" + "\n\n".join(["00 | 00"] * 10) + "\n"
    assert pzc.load("hinomaru").count(puzzle) == 95


@pytest.mark.parametrize(
    ("board", "stars", "units", "pairs"),
    [("5x5", 1, 4, 2), ("10x10", 2, 10, 11), ("14x14", 3, 29, 37)],
)
def test_a_wrong_answer_is_reported_with_what_it_breaks(
    board: str, stars: int, units: int, pairs: int
) -> None:
    """units: the rows, columns and regions with too many or too few stars; pairs: that touch."""
    puzzle, answer = (
        (SEEDS / f"invalid_{board}.{end}").read_text() for end in ("puzzle", "solution")
    )
    verdict = verify(pzc.load("star_battle"), puzzle, answer)
    assert not verdict.holds
    counted = Counter(broken.sentence for broken in verdict.broken)
    number = "1 star" if stars == 1 else f"{stars} stars"
    assert counted == {COUNT.format(number): units, TOUCH: pairs}
