"""The page in German."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import play_browser as page
import pytest
import pzc
from play_browser import PLAYED, click_place, linked, select
from pzc.play.game import rules
from pzc.tasks.library import examples
from test_play_texts import WORD

OWN = 'puzzle "Mine"\ngrid n x n\nfind a : bool at cells\nrule "None is empty": all(a[cells])\n'


def test_the_page_speaks_german(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/play/star_battle/1")
    assert driver.execute_script("return document.documentElement.lang") == "de"
    assert "genau einen Stern" in select(driver, ".rules ol").text
    click_place(driver, "star[r1c1]", "star[r1c2]")
    words = page.waited(driver, "document.querySelector('.checks')?.textContent")
    assert "Sterne berühren einander nie" in words
    assert select(driver, ".rules ol").get_attribute("lang") == ""
    link = linked(driver, {"spec": {"text": OWN}, "puzzle": "n: 2"})
    driver.get("about:blank")
    driver.get(link)
    page.waited(driver, "document.querySelectorAll('.place').length")
    assert select(driver, ".rules ol").get_attribute("lang") == "en"


def test_layers_and_values_are_german_where_rules_are(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/play/edamame/1")
    assert select(driver, '[data-layer="bean values"]').text == "Bohne"
    page.opened(driver, address, "#/play/zebra/1")
    tables = [table.text for table in driver.find_elements("css selector", ".tables table")]
    assert tables[0].startswith("Haus")
    assert "Engländer" in tables[0]
    page.opened(driver, address, "#/play/wolf_goat_cabbage/1")
    move = page.waited(driver, "document.querySelector('[data-move]')?.textContent")
    assert move == "Ort Ziege: links → rechts, Mann: links → rechts"
    page.opened(driver, address, "#/write/edamame")  # the spec beside it is English
    page.waited(driver, "document.querySelector('.place')")
    labels = "[...document.querySelectorAll('.place')].map((one) => one.getAttribute('aria-label'))"
    assert any(", clue " in label for label in driver.execute_script(f"return {labels}"))


def test_only_the_puzzle_that_is_opened_loads_its_texts(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    driver.get("about:blank")
    page.opened(driver, address, "#/play/araf/1")
    assert texts_loaded(driver) == ["de.json", "de/araf.json", "en.json", "hints.de.json"]
    page.opened(driver, address, "#/")
    assert "specs.de.json" in texts_loaded(driver)
    card = "document.querySelector('[data-genre=\"mosaic\"]')?.textContent"
    assert "Mosaik" in page.waited(driver, card)


def test_a_genre_is_found_by_its_english_title_too(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/")
    select(driver, "#look").send_keys("light up")
    shown = driver.find_elements("css selector", ".gallery li:not([hidden]) .name")
    assert [name.text for name in shown] == ["Akari (Leuchten)"]


@pytest.mark.parametrize("typed", ["brücken", "bruecken", "brucken"])
def test_umlauts_are_found_however_they_are_typed(driver: Any, address: str, typed: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/")
    select(driver, "#look").clear()
    select(driver, "#look").send_keys(typed)
    shown = driver.find_elements("css selector", ".gallery li:not([hidden])")
    assert any("Brücken" in card.get_attribute("textContent") for card in shown)


def texts_loaded(driver: Any) -> list[str]:
    """The catalogues that the page asked for."""
    names = "performance.getEntriesByType('resource').map((one) => one.name.split('/page/')[1])"
    loaded = driver.execute_script(f"return {names}")
    return sorted(name for name in loaded if name and name.endswith(".json"))


def words_of(value: Any) -> set[str]:
    """The words of a text, or of all texts of a catalogue."""
    if isinstance(value, dict):
        return set().union(*map(words_of, value.values()))
    return {word.casefold() for word in WORD.findall(value)}


SAID = """
const [name, rules, lines, done] = arguments;
(async () => {
  const texts = await import('/page/texts.js');
  const speech = await import('/page/speech.js');
  await texts.loadSpec(name);
  texts.learn(name, rules);
  speech.speak(name);
  done(lines.map(speech.said));
})();
"""


def test_hints_are_german_where_rules_are(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/write")
    folder = page.ROOT / "play" / "texts"
    known = words_of(json.loads((folder / "hints.de.json").read_text()))
    left: set[str] = set()
    number = 0
    for name in PLAYED:
        told = json.loads((folder / "de" / f"{name}.json").read_text())
        spec, puzzle = pzc.load(name), examples(name)[0].read_text()
        steps = list(islice(spec.explain(puzzle), 4))
        lines = [line.strip() for shown in steps for line in shown.lines]
        lines += [shown.speech.where(shown.step) for shown in steps]
        number += len(lines)
        grounding = spec.ground(puzzle)
        told_rules = rules(grounding) + rules(grounding, implied=True)
        german = driver.execute_async_script(SAID, name, told_rules, lines)
        left |= set().union(*map(words_of, german)) - known - words_of(told)
    assert number > 150
    assert left == set()


def test_lists_have_no_comma_before_the_last_in_german(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/write")
    lines = ["A wall between r1c1 and r2c1, and between r1c1 and r1c2."]
    (said,) = driver.execute_async_script(SAID, "galaxies", [], lines)
    assert said == "Eine Wand zwischen r1c1 und r2c1 und zwischen r1c1 und r1c2."


def test_clues_around_a_place_are_said_in_german(driver: Any, address: str) -> None:
    def label(place: str) -> str:
        return str(select(driver, f'[data-place="{place}"]').get_attribute("aria-label"))

    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/play/skyscrapers/1")
    assert label("height[r1c3]") == "Zeile 1, Spalte 3, offen, Zahl außen 2 (oben)"
    page.opened(driver, address, "#/play/slitherlink/1")
    assert label("line[r1c2/top]").endswith("3 (Zeile 1, Spalte 2)")


def test_clues_at_points_and_links_are_said_with_their_place(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    for name, place, words in (
        ("gokigen", "slant[r1c1]", "Hinweis 1 (Ecke rechts oben von Zeile 1, Spalte 1)"),
        ("kropki", "digit[r1c1]", "schwarz (zwischen Zeile 1, Spalte 1 und Zeile 1, Spalte 2)"),
    ):
        page.opened(driver, address, f"#/play/{name}/1")
        label = select(driver, f'[data-place="{place}"]').get_attribute("aria-label")
        assert words in label


def test_shapes_beside_the_board_are_said(driver: Any, address: str) -> None:
    driver.execute_script("localStorage.setItem('pzc language', 'de')")
    page.opened(driver, address, "#/play/pentominoes/1")
    lines = driver.find_elements("css selector", ".unseen li")
    listed = [line.get_attribute("textContent") for line in lines]
    assert "Form L: Zeile 1: 1 2 3 4; Zeile 2: 1" in listed
