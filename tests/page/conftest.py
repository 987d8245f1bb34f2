"""A server and a browser for each file of these tests, which use the page as a player does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import play_browser as page
import pytest


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
