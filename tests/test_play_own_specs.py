"""Specs of one's own on the page, in a real browser: layers that share places, and empty boards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import play_browser as page

SPEC = """grid h x w
find digit : 1..4 at cells
find shade : bool at cells drawn ". #"
find loose : {A, B} at some cells

rule "Shaded cells are even":
    for c in shade: digit[c] % 2 = 0
"""


def test_a_click_and_a_key_mean_the_chosen_layer(tmp_path: Path) -> None:
    page.needed()
    spec, puzzle = tmp_path / "two.spec", tmp_path / "two.puzzle"
    spec.write_text(SPEC)
    puzzle.write_text("h: 2\nw: 3\n")
    arguments = (str(spec), str(puzzle), "--port", page.free_port())
    with page.server(*arguments) as (_, address), page.browser() as driver:
        driver.get(address)
        page.waited(driver, "document.querySelectorAll('[data-layer]').length === 3")
        page.perform(driver, [("layer", "shade values"), ("click", "shade[r1c2]")])
        page.perform(
            driver,
            [
                ("layer", "digit values"),
                ("click", "digit[r1c2]"),
                ("key", "3"),
                ("layer", "loose values"),
                ("click", "loose[r2c3]"),
            ],
        )
        assert chosen(driver) == ["loose[r2c3]"]
        page.waited(driver, "document.querySelector('.checks')?.textContent.includes('even')")
        values = "[...document.querySelectorAll('.place')].map((one) => one.ariaLabel)"
        said = driver.execute_script(f"return {values}")
        assert {"row 1, column 2, digit 3", "row 1, column 2, shade yes"} <= set(said)
        assert "row 2, column 3, loose A" in said


def test_a_spec_without_a_puzzle_is_written_beside_an_empty_board(tmp_path: Path) -> None:
    page.needed()
    spec = tmp_path / "own.spec"
    spec.write_text(SPEC.replace("find digit", "given clue : 1..4 at some cells\nfind digit"))
    arguments = (str(spec), "--port", page.free_port())
    with page.server(*arguments) as (_, address), page.browser() as driver:
        driver.get(address)
        page.waited(driver, "document.querySelectorAll('.place').length === 36")
        page.perform(driver, [("click", "clue[r2c3]"), ("key", "4")])
        text = "document.querySelector('#text-puzzle').value"
        page.waited(driver, f"{text}.split('\\n')[2] === '..4...'")


def chosen(driver: Any) -> list[str]:
    """The places that keys put values into."""
    shown = "[...document.querySelectorAll('.chosen')].map((one) => one.dataset.place)"
    found: list[str] = driver.execute_script(f"return {shown}")
    return found
