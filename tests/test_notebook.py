"""What a notebook shows, in a real one without a screen."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

STARS = "stars: 1\\nregion:\\nABBB\\nABBC\\nDDDC\\nDDCC\\n"
CELLS = (
    f'import pzc\nstars = pzc.load("star_battle")\npuzzle = "{STARS}"',
    "stars.solve(puzzle)",
    "stars.board(puzzle)",
    'stars.board(puzzle, "*???\\n????\\n????\\n????\\n")',
    'stars.verify(puzzle, "*???\\n*???\\n????\\n????\\n")',
    "stars",
    "[stars]",
)


@pytest.fixture(scope="module")
def shown() -> list[dict[str, Any]]:
    """The outputs of the cells, by kind of data."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in CELLS])
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    outputs = [cell.outputs for cell in notebook.cells]
    assert outputs[0] == []
    return [output[0]["data"] for output in outputs[1:]]


def stars(text: str) -> int:
    ElementTree.fromstring(text)
    return text.count('class="star"')


def test_a_solution_is_a_picture(shown: list[dict[str, Any]]) -> None:
    assert stars(shown[0]["image/svg+xml"]) == 4


def test_a_puzzle_and_a_board_in_play_are_pictures(shown: list[dict[str, Any]]) -> None:
    assert stars(shown[1]["image/svg+xml"]) == 0
    assert stars(shown[2]["image/svg+xml"]) == 1


def test_a_verdict_tells_what_is_broken_beside_the_board(shown: list[dict[str, Any]]) -> None:
    html = shown[3]["text/html"]
    assert "Stars never touch" in html
    assert "<svg" in html


def test_a_spec_shows_its_rules(shown: list[dict[str, Any]]) -> None:
    html = shown[4]["text/html"]
    assert html.count("<li>") == 2
    assert "Star Battle" in html


def test_what_is_written_is_short(shown: list[dict[str, Any]]) -> None:
    assert len(shown[5]["text/plain"]) < 300
