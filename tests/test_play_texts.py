"""The catalogues of the page: each language has all texts, with the holes of the first."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import pzc
from pzc.tasks.explain.rating import LEVELS

FOLDER = Path(__file__).resolve().parent.parent / "play"
CATALOGUES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (FOLDER / "texts").glob("*.json")
}
LANGUAGES = [name for name in CATALOGUES if "." not in name]
OTHERS = [name for name in LANGUAGES if name != "en"]
HOLE = re.compile(r"\{(\w+)\}")
# What the page asks of a catalogue by a name that it writes out.
ASKED = re.compile(r"\bt\('([^']+)'")


def holes(text: str) -> list[str]:
    return sorted(HOLE.findall(text))


def sentences(name: str) -> set[str]:
    """The sentences of a spec's rules as they are written, with their holes."""
    text = pzc.load(name).source.text
    found = re.findall(r'^rule +"((?:[^"\\]|\\.)*)"', text, re.MULTILINE)
    for used in re.findall(r"^use +(\w+)", text, re.MULTILINE):
        found += sentences(used)
    return set(found)


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_with_its_holes(language: str) -> None:
    first, other = CATALOGUES["en"], CATALOGUES[language]
    assert other.keys() == first.keys()
    assert len(first) > 100
    assert {k: holes(v) for k, v in other.items()} == {k: holes(v) for k, v in first.items()}


def test_every_text_that_the_page_names_is_there() -> None:
    named: set[str] = set()
    for path in (FOLDER / "page").glob("*.js"):
        named |= set(ASKED.findall(path.read_text(encoding="utf-8")))
    assert len(named) > 60
    assert not named - CATALOGUES["en"].keys()


def test_every_level_of_a_rating_has_a_text() -> None:
    named = {f"level {word}" for word in LEVELS.values()}
    assert named
    assert not named - CATALOGUES["en"].keys()


@pytest.mark.parametrize("language", OTHERS)
def test_twenty_specs_and_more_are_translated_as_they_are_now(language: str) -> None:
    """A sentence that a spec has no longer would be dead, and its new one untranslated."""
    specs: dict[str, Any] = CATALOGUES[f"specs.{language}"]
    assert len(specs) >= 20
    stale = {name: set(told["rules"]) - sentences(name) for name, told in specs.items()}
    missing = {name: sentences(name) - set(told["rules"]) for name, told in specs.items()}
    assert not {name: left for name, left in stale.items() if left}
    assert not {name: left for name, left in missing.items() if left}


@pytest.mark.parametrize("language", OTHERS)
def test_translated_sentences_keep_their_holes(language: str) -> None:
    specs: dict[str, Any] = CATALOGUES[f"specs.{language}"]
    pairs = [pair for told in specs.values() for pair in told["rules"].items()]
    assert len(pairs) > 40
    assert not [own for own, other in pairs if holes(own) != holes(other)]
