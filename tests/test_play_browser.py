"""The page in a real browser: an example for each kind of place and domain, solved by clicks alone.

`pytest tests/test_play_browser.py --all-data` plays all examples of all genres.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import play_browser as page
import pytest
import pzc
from pzc.tasks.library import bundled, examples

# One for each kind of place and domain, and for what answers do not show.
PLAYED = (
    "akari",
    "arrow_flow",
    "dominosa",
    "easy_as_abc",
    "galaxies",
    "gokigen",
    "hashiwokakero",
    "hex_slitherlink",
    "hex_star_battle",
    "heyapin",
    "lapaz",
    "masyu",
    "nanro",
    "nonogram",
    "nurikabe",
    "pentominoes",
    "satogaeri",
    "send_more_money",
    "shakashaka",
    "slitherlink",
    "star_battle",
    "statue_park",
    "sudoku",
    "tents",
    "yajirushi",
    "yin_yang",
    "zebra",
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    page.needed()
    with page.server("--port", page.free_port()) as (_, address):
        yield address


@pytest.fixture(scope="module")
def driver(address: str) -> Iterator[Any]:
    with page.browser() as driver:
        driver.get(address)
        yield driver


@pytest.fixture(autouse=True)
def quiet(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing that is kept is there before a test, and the page has no errors behind it."""
    driver = request.getfixturevalue("driver")
    driver.execute_script("localStorage.clear(); localStorage.setItem('pzc language', 'en')")
    driver.get_log("browser")
    yield
    told = [entry["message"] for entry in driver.get_log("browser")]
    assert not [message for message in told if "favicon" not in message]


def everything(request: pytest.FixtureRequest) -> list[tuple[str, int]]:
    return [
        (name, number)
        for name in bundled()
        if pzc.load(name).program.sequence is None
        for number in range(1, len(examples(name)) + 1)
    ]


def solved(driver: Any) -> str:
    words: str = page.waited(driver, "document.querySelector('.solved')?.textContent")
    return words


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
    for name, number in everything(request):
        game, solution = page.game_of(name, number)
        page.opened(driver, address, f"#/play/{name}/{number}")
        try:
            page.solve_by_clicks(driver, game, solution)
            solved(driver)
        except Exception as problem:  # the run goes on, to tell of all that fail
            failed.append((name, number, type(problem).__name__))
    assert not failed
