"""The page for everybody: the gallery, screen readers, narrow screens."""

from __future__ import annotations

from typing import Any

import play_browser as page
import pytest
from play_browser import ANSWERED, ask, click_place, select, solved
from pzc.tasks.library import bundled


def test_all_genres_are_shown_with_pictures(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/")
    assert len(driver.find_elements("css selector", "[data-genre]")) == len(bundled())
    page.waited(driver, "document.querySelector('.gallery img').naturalWidth")
    select(driver, "#look").send_keys("loop hex")
    shown = "[...document.querySelectorAll('.gallery li')].filter((one) => !one.hidden).length"
    page.waited(driver, f"({shown}) < 5")


VIEWS = (
    "#/",
    "#/play/star_battle/1",
    "#/play/sudoku/1",
    "#/play/zebra/1",
    "#/play/hanoi/1",
    "#/write",
)


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(
    driver: Any, address: str, view: str, request: pytest.FixtureRequest
) -> None:
    assert request.config.cache is not None
    script = page.axe(request.config.cache.mkdir("axe"))
    page.opened(driver, address, view)
    if view == "#/":  # one card is like another
        cards = "[...document.querySelectorAll('.gallery li')]"
        driver.execute_script(f"{cards}.slice(6).forEach((card) => card.remove())")
    driver.execute_script(script)
    for theme in ("light", "dark"):
        driver.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
        assert page.violations(driver) == []


def test_a_board_with_mistakes_and_steps_is_accessible(
    driver: Any, address: str, request: pytest.FixtureRequest
) -> None:
    assert request.config.cache is not None
    script = page.axe(request.config.cache.mkdir("axe"))
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]", "star[r1c2]")
    page.waited(driver, "document.querySelector('.checks li')")
    select(driver, '[data-tool="undo"]').click()
    ask(driver, "hint")
    page.waited(driver, ANSWERED)
    select(driver, ".sharing summary").click()
    driver.execute_script(script)
    assert page.violations(driver) == []


def test_the_page_fits_a_phone(driver: Any, address: str) -> None:
    with page.phone(driver, 360, 740):
        for view in VIEWS:
            page.opened(driver, address, view)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= 360, view
        game, solution = page.game_of("star_battle")
        page.opened(driver, address, "#/play/star_battle/1")
        page.solve_by_clicks(driver, game, solution)
        assert "Solved in" in solved(driver)


# A spec of one's own, which has no catalogue.


def test_nothing_moves_where_motion_is_reduced(driver: Any, address: str) -> None:
    motion = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", motion)
    page.opened(driver, address, "#/")
    style = "return getComputedStyle(document.querySelector('.gallery a')).transitionDuration"
    assert driver.execute_script(style) == "0s"
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
