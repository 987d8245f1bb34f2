"""What the browser keeps, and what links and files carry to another one."""

from __future__ import annotations

import json
from typing import Any

import play_browser as page
import pytest
from play_browser import click_place, keeps, linked, select, shared_link
from pzc.tasks.library import examples


@pytest.mark.parametrize("damaged", ["{", "null", '{"marks": {"value": [["star[r1c1]", "*"], 3]}}'])
def test_damaged_progress_gives_way_to_what_is_played(
    driver: Any, address: str, damaged: str
) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]")
    driver.execute_script(
        "const key = Object.keys(localStorage).find((key) => key.startsWith('pzc game'));"
        "localStorage.setItem(key, arguments[0])",
        damaged,
    )
    driver.get("about:blank")
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r3c3]")
    keeps(driver, {"star[r3c3]": "*"})


def test_a_reload_in_the_middle_loses_nothing(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]", "star[r2c3]")
    driver.refresh()
    page.waited(driver, "document.querySelectorAll('.place').length")
    second = "document.querySelector('[data-place=\"star[r2c3]\"]')"
    page.waited(driver, f"{second}.getAttribute('aria-label').endsWith('star yes')")
    select(driver, '[data-tool="undo"]').click()
    keeps(driver, {"star[r1c1]": "*"})


def test_two_tabs_lose_nothing(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    try:
        page.opened(driver, address, "#/play/star_battle/1")
        click_place(driver, "star[r1c1]")
        driver.switch_to.window(first)
        page.waited(
            driver,
            "document.querySelector('[data-place=\"star[r1c1]\"]')"
            ".getAttribute('aria-label').endsWith('yes')",
        )
        click_place(driver, "star[r3c3]")
        keeps(driver, {"star[r1c1]": "*", "star[r3c3]": "*"})
        driver.switch_to.window(driver.window_handles[-1])
    finally:
        driver.close()
        driver.switch_to.window(first)
    for _ in range(2):
        select(driver, '[data-tool="undo"]').click()
    keeps(driver, {})


def test_a_link_holds_puzzle_and_progress(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    click_place(driver, "star[r1c1]")
    link = shared_link(driver, "progress")
    driver.execute_script("localStorage.clear()")
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    keeps(driver, {"star[r1c1]": "*"})
    assert len(link) < 1000


def test_a_teachers_link_switches_help_off(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    link = shared_link(driver, "check", "hint", "solve")
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert not driver.find_elements("css selector", ".helper [data-ask]")
    click_place(driver, "star[r1c1]", "star[r1c2]")
    page.waited(driver, "!document.querySelector('.pending *')")  # the answer has come
    assert not driver.find_elements("css selector", ".checks li")
    assert not driver.find_elements("css selector", ".pointed.wrong")


def test_progress_goes_through_a_file(driver: Any, address: str, tmp_path: Any) -> None:

    puzzle = examples("star_battle")[0].read_text(encoding="utf-8")
    told = {
        "format": "pzc progress 1",
        "spec": {"name": "star_battle"},
        "puzzle": puzzle,
        "progress": {"marks": {"value": [["star[r2c2]", "*"]]}},
    }
    file = tmp_path / "star.pzc.json"
    file.write_text(json.dumps(told))
    page.opened(driver, address, "#/play/star_battle/1")
    select(driver, ".sharing summary").click()
    select(driver, "#open-file").send_keys(str(file))
    page.waited(driver, "document.querySelector('.shared').textContent")
    keeps(driver, {"star[r2c2]": "*"})


def test_texts_from_strangers_are_shown_as_texts(driver: Any, address: str) -> None:
    """A link may hold any spec; what it says is never run."""
    evil = "<img src=x onerror=document.title='evil'><script>document.title='evil'</script>"
    spec = (
        f'puzzle "{evil}"\nabout "{evil}"\ngrid n x n\nfind a : {{x, y}} at cells drawn "x y"\n'
        f'rule "{evil}": all_different(a)\n'
    )
    page.opened(driver, address, "#/")
    link = linked(driver, {"spec": {"text": spec}, "puzzle": "n: 2"})
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert select(driver, "h1").text == evil
    assert "evil" not in driver.title.replace(evil, "")
    assert not driver.find_elements("css selector", "main img, main script")


def test_a_server_that_is_gone_loses_nothing(driver: Any) -> None:
    home = driver.current_window_handle
    with page.server("--port", page.free_port()) as (process, address):
        driver.switch_to.new_window("tab")
        driver.get(address)
        page.opened(driver, address, "#/play/star_battle/1")
        click_place(driver, "star[r1c1]")
        page.waited(driver, "!document.querySelector('.pending *')")
        process.terminate()
        process.wait(10)
        click_place(driver, "star[r2c3]")
        words = page.waited(driver, "document.querySelector('.banner .offline')?.textContent")
        assert "does not answer" in words
        keeps(driver, {"star[r1c1]": "*", "star[r2c3]": "*"})
        driver.get_log("browser")  # that nobody answers is what they say
        driver.close()
    driver.switch_to.window(home)


def test_a_file_brings_its_undo_steps_where_nothing_was_played(
    driver: Any, address: str, tmp_path: Any
) -> None:
    held = {
        "format": "pzc progress 1",
        "spec": {"name": "star_battle"},
        "puzzle": examples("star_battle")[0].read_text(encoding="utf-8"),
        "progress": {
            "marks": {"value": [["star[r2c2]", "*"]]},
            "history": [
                [["value", "star[r1c1]", None, "*"]],
                [["value", "star[r1c1]", "*", None], ["value", "star[r2c2]", None, "*"]],
            ],
            "at": 2,
        },
    }
    file = tmp_path / "star.pzc.json"
    file.write_text(json.dumps(held))
    page.opened(driver, address, "#/play/star_battle/1")
    select(driver, ".sharing summary").click()
    select(driver, "#open-file").send_keys(str(file))
    keeps(driver, {"star[r2c2]": "*"})
    select(driver, '[data-tool="undo"]').click()
    keeps(driver, {"star[r1c1]": "*"})
    held["progress"]["history"] = [[["evil", "star[r1c1]", None, "*"]]]  # type: ignore[index]
    file.write_text(json.dumps(held))
    driver.execute_script("localStorage.clear()")
    driver.get("about:blank")
    page.opened(driver, address, "#/play/star_battle/1")
    select(driver, ".sharing summary").click()
    select(driver, "#open-file").send_keys(str(file))
    keeps(driver, {"star[r2c2]": "*"})
    select(driver, '[data-tool="undo"]').click()
    keeps(driver, {})


def test_back_leads_to_where_one_was_in_the_gallery(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/")
    look = select(driver, "#look")
    look.send_keys("starbattle")
    assert select(driver, '[data-genre="star_battle"]').is_displayed()
    look.clear()
    look.send_keys("loop")
    card = driver.find_elements("css selector", ".gallery li:not([hidden]) a")[-1]
    driver.execute_script("arguments[0].scrollIntoView()", card)
    scrolled = driver.execute_script("return window.scrollY")
    assert scrolled > 0
    card.click()
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert driver.execute_script("return window.scrollY") == 0
    driver.back()
    page.waited(driver, "document.querySelector('#look')")
    assert select(driver, "#look").get_property("value") == "loop"
    assert not select(driver, '[data-genre="sudoku"]').is_displayed()
    page.becomes(lambda: driver.execute_script("return window.scrollY"), scrolled)


def test_a_damaged_link_is_called_so(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/play/star_battle/1")
    link = shared_link(driver)
    driver.get("about:blank")
    driver.get(link[:-20])
    words = page.waited(driver, "document.querySelector('#main > .offline')?.textContent")
    assert words.startswith("This link is damaged")


def test_a_view_that_loads_slowly_does_not_appear_over_a_later_one(
    driver: Any, address: str
) -> None:
    """Its first answer comes once the later view is shown."""
    page.opened(driver, address, "#/")
    driver.execute_script(
        "const fetched = window.fetch;"
        "window.fetch = async (url, options) => {"
        "  if (url === 'ask/open') await new Promise((go) => (window.goOn = go));"
        "  return fetched(url, options); };"
        "location.hash = '#/play/sudoku/1';"
    )
    page.waited(driver, "!!window.goOn")
    driver.execute_script("location.hash = '#/write/hitori'")
    page.waited(driver, "document.querySelector('#main').dataset.ready === '#/write/hitori'")
    driver.execute_script(
        "window.slow = true; window.goOn(); setTimeout(() => (window.slow = false), 300)"
    )
    page.waited(driver, "window.slow === false")
    assert driver.title == "Write – pzc"
    assert select(driver, "#text-spec").get_attribute("value").startswith('puzzle "Hitori"')
    assert driver.execute_script("return document.querySelector('.game')") is None
    driver.refresh()  # with its own fetch
