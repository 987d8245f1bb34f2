"""The page in a browser: an example for each kind of place and domain, solved by clicks alone.

`pytest tests/page/test_clicks.py --all-data` plays all examples of all genres.
"""

from __future__ import annotations

from typing import Any

import play_browser as page
import pytest
import pzc
from play_browser import PLAYED, solved
from pzc.tasks.library import bundled, examples


def everything() -> list[tuple[str, int]]:
    return [
        (name, number)
        for name in bundled()
        if pzc.load(name).program.sequence is None
        for number in range(1, len(examples(name)) + 1)
    ]


@pytest.mark.parametrize("name", PLAYED)
def test_an_example_is_solved_by_clicks_alone(driver: Any, address: str, name: str) -> None:
    game, solution = page.game_of(name)
    page.opened(driver, address, f"#/play/{name}/1")
    page.solve_by_clicks(driver, game, solution)
    assert "Solved in" in solved(driver)


def test_all_examples_are_solved_by_clicks_alone(
    driver: Any, address: str, request: pytest.FixtureRequest
) -> None:
    """A long run, for records; see the docstring of this file."""
    if not request.config.getoption("--all-data"):
        pytest.skip("--all-data plays all examples")
    failed = []
    for name, number in everything():
        game, solution = page.game_of(name, number)
        page.opened(driver, address, f"#/play/{name}/{number}")
        try:
            page.solve_by_clicks(driver, game, solution)
            solved(driver)
        except Exception as problem:  # the run goes on, to tell of all that fail
            failed.append((name, number, type(problem).__name__))
    assert not failed
