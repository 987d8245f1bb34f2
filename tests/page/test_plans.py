"""Puzzles about moves on the page."""

from __future__ import annotations

from typing import Any

import play_browser as page
import pzc
from play_browser import ask, select, shared_link
from pzc.tasks.library import examples


def test_a_plan_begins_with_what_is_printed_and_says_what_is_offered(
    driver: Any, address: str
) -> None:
    page.opened(driver, address, "#/play/sliding/1")
    page.waited(driver, "document.querySelector('.plan .stage svg')")
    assert select(driver, ".plan h2").text == "At the start"
    board = page.waited(driver, "document.querySelector('.moves .stage svg')")
    assert board.size["width"] > 1.5 * select(driver, ".plan .stage svg").size["width"] > 200


def test_a_plan_is_made_by_moves_and_kept(driver: Any, address: str) -> None:
    puzzle = examples("hanoi")[0].read_text()
    number = pzc.load("hanoi").solve(puzzle).moves
    page.opened(driver, address, "#/play/hanoi/1")
    small = page.waited(driver, "document.querySelectorAll('[data-move]').length === 2")
    assert small
    first = select(driver, '[data-move="0"]').text
    assert first == "place 1: left → middle"
    select(driver, '[data-move="0"]').click()
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 3")
    driver.refresh()
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 3")
    assert number == 15
    select(driver, '[data-tool="undo"]').click()
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 2")


def test_what_moves_a_plan_is_not_printed(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/hanoi/1")
    page.waited(driver, "document.querySelector('[data-move]')")
    controls = "[...document.querySelectorAll('main button, main .how')]"
    shown = f"return {controls}.filter((one) => one.offsetParent)"
    assert driver.execute_script(shown)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert driver.execute_script(shown) == []
        assert driver.execute_script(
            "return !!document.querySelector('.moves .stage').offsetParent"
        )
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_plan_goes_into_a_link(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/hanoi/1")
    for number in (1, 2):
        page.waited(driver, "document.querySelector('[data-move]')")
        select(driver, '[data-move="0"]').click()
        page.waited(
            driver, f"document.querySelector('.moves .timer').textContent === 'Moves: {number}'"
        )
    link = shared_link(driver, "progress")
    driver.execute_script("localStorage.clear(); localStorage.setItem('pzc language', 'en')")
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelector('.moves .timer')?.textContent === 'Moves: 2'")


def test_a_click_on_a_board_makes_the_move_that_changes_it(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/sliding/1")
    page.waited(driver, "document.querySelectorAll('[data-move]').length === 2")
    page.perform(driver, [("click", "r1c1")])  # the 4 slides down
    page.waited(driver, "document.querySelector('.moves .timer').textContent === 'Moves: 1'")


def test_a_plan_is_shown_moment_by_moment(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/hanoi/1")
    ask(driver, "plan")
    page.waited(driver, "!!document.querySelector('.plan input[type=range]')")
    before = driver.execute_script("return document.querySelector('.plan .stage').innerHTML")
    driver.execute_script(
        "const slider = document.querySelector('.plan input[type=range]');"
        "slider.value = slider.max; slider.dispatchEvent(new Event('input'))"
    )
    stage = "return document.querySelector('.plan .stage').innerHTML"
    page.becomes(lambda: driver.execute_script(stage) != before, True)


def test_what_is_on_no_board_is_listed_in_the_language_of_the_page(
    driver: Any, address: str
) -> None:
    """A picture of it would be in English."""
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/play/hanoi/1")
    page.waited(driver, "document.querySelector('.moves .moment')")
    assert select(driver, ".moves .moment tr").text == "Ort 1 links"
    assert select(driver, ".plan .moment tr").text == "Ort 1 links"
    ask(driver, "plan")
    page.waited(driver, "document.querySelector('.plan .moment')")
    assert select(driver, ".plan output").text == "Zeit 0"
    page.opened(driver, address, "#/play/zebra/1")
    assert not select(driver, ".stage").is_displayed()
    assert select(driver, ".tables caption").text == "Haus"
