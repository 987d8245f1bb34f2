"""Run as a script, this takes the screenshots of docs/play.md with the page as it is now.

cd tests && ../.venv/bin/python page_screenshots.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import play_browser as page

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
WIDE, HIGH = 1100, 760


def taken(driver: Any, name: str) -> None:
    page.waited(driver, "!document.querySelector('.busy') && !document.querySelector('.pending *')")
    driver.save_screenshot(str(FOLDER / f"{name}.png"))


def gallery(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/")
    pictures = "[...document.querySelectorAll('.gallery img')].slice(0, 12)"
    page.waited(driver, f"{pictures}.every((one) => one.complete && one.naturalWidth)")
    taken(driver, "gallery")


def begun(driver: Any, address: str, name: str, share: float) -> None:
    """A puzzle with a part of its solution on the board."""
    game, solution = page.game_of(name)
    page.opened(driver, address, f"#/play/{name}/1")
    found = list(solution.items())
    page.solve_by_clicks(driver, game, dict(found[: int(len(found) * share)]))


def broken(driver: Any, address: str) -> None:
    begun(driver, address, "slitherlink", 0.5)
    place = driver.execute_script("return document.querySelector('.place.border').dataset.place")
    page.perform(driver, [("click", place)])
    page.waited(driver, "document.querySelector('.checks li')")
    taken(driver, "broken")


def hint(driver: Any, address: str) -> None:
    begun(driver, address, "star_battle", 0.0)
    driver.find_element("css selector", '[data-ask="hint"]').click()
    page.waited(driver, "!!document.querySelector('[data-ask=more]')")
    driver.find_element("css selector", '[data-ask="more"]').click()
    taken(driver, "hint")


def dark(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc theme', 'dark')")
    begun(driver, address, "yajilin", 0.7)
    taken(driver, "dark")
    driver.execute_script("localStorage.removeItem('pzc theme')")


def writing(driver: Any, address: str) -> None:
    page.opened(driver, address, "#/write/star_battle")
    page.waited(driver, "document.querySelector('.verdict').dataset.count === '1'")
    taken(driver, "writing")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with page.server("--port", page.free_port()) as (_, address), page.browser(WIDE, HIGH) as one:
        one.get(address)
        one.execute_script("localStorage.setItem('pzc language', 'en')")
        for take in (gallery, broken, hint, dark, writing):
            take(one, address)


if __name__ == "__main__":
    main()
