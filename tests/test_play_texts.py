"""The catalogues of the page: each language has all texts, with the holes of the first."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import pzc
from pzc.play.game import rules
from pzc.tasks.explain.rating import LEVELS
from pzc.tasks.library import examples
from pzc.tasks.wording.naming import QUALITIES

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

# A word that is no name of a place, nor of a part of it.
WORD = re.compile(r"(?<![\w/#'])[^\W\d_]{2,}(?![\w'])")
TASKS = FOLDER.parent / "tasks"
# The modules whose texts are the words of explanations, and functions that only compare a text, or
# put it into an error.
WRITERS = ("wording/phrases", "wording/locating", "wording/naming", "wording/about")
WRITERS += ("wording/saying", "wording/wording")
WRITERS += ("explain/words", "explain/asides", "explain/joining", "explain/facets", "explain/asked")
COMPARING = (
    "getattr",
    "_touching",
    "at",
    "findall",
    "search",
    "partition",
    "rpartition",
    "split",
    "replace",
    "join",
    "strip",
)
COMPARING += ("startswith", "endswith", "removeprefix", "removesuffix", "rstrip")


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


def spoken(tree: ast.AST) -> Iterator[str]:
    """The texts of a module that it may say: not its docstrings, nor what it compares with."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Dict(values=values):
                yield from (text for value in values for text in spoken(ast.Expression(value)))
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in COMPARING:
                yield from spoken(node.func)
                if name == "join":
                    yield from (text for value in node.args for text in spoken(value))
            case ast.Expr(value=ast.Constant()) | ast.Compare() | ast.AnnAssign():
                continue
            case ast.pattern() | ast.ImportFrom() | ast.ClassDef(bases=[ast.Name(id="Enum")]):
                continue
            case ast.Subscript(value=value):
                yield from spoken(value)
            case _:
                yield from spoken(node)


def words_of(texts: Iterable[str]) -> set[str]:
    return {word.casefold() for text in texts for word in WORD.findall(HOLE.sub("", text))}


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_of_explanations_is_translated(language: str) -> None:
    """Out of the code, as no example has all of its phrases."""
    hints = CATALOGUES[f"hints.{language}"]
    texts = [
        text
        for name in WRITERS
        for text in spoken(ast.parse((TASKS / f"{name}.py").read_text(encoding="utf-8")))
    ]
    said = words_of(texts) - set(QUALITIES)
    assert {"around", "most", "corner", "there", "otherwise"} <= said
    assert said - words_of([*hints["frames"], *hints["words"]]) == set()


def untranslated(language: str, name: str, texts: Iterable[str], known: Iterable[str]) -> set[str]:
    """The words of texts about a puzzle that stay English. known: the sentences of its rules."""
    hints = CATALOGUES[f"hints.{language}"]
    told = CATALOGUES[f"specs.{language}"][name]
    frames = [re.escape(HOLE.sub("\0", own)).replace("\0", "(.+)") for own in hints["frames"]]
    own = sorted([*hints["words"], *told.get("words", ())], key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, own))})(?!\w)", re.IGNORECASE)
    left: set[str] = set()
    for text in texts:
        for sentence in sorted(known, key=len, reverse=True):
            text = text.replace(sentence, "")
        for frame in frames:
            text = re.sub(f"{frame}$", lambda found: " 0 ".join(found.groups()), text)
        left |= words_of([pattern.sub("", text)])
    return left


@pytest.mark.parametrize("language", OTHERS)
def test_hints_about_translated_specs_are_translated(language: str) -> None:
    specs: dict[str, Any] = CATALOGUES[f"specs.{language}"]
    left: dict[str, set[str]] = {}
    number = 0
    for name in specs:
        spec, puzzle = pzc.load(name), examples(name)[0].read_text(encoding="utf-8")
        steps = list(islice(spec.explain(puzzle), 12))
        texts = [line.strip() for shown in steps for line in shown.lines]
        texts += [shown.speech.where(shown.step) for shown in steps]
        number += len(texts)
        known = [rule["sentence"] for rule in rules(spec.ground(puzzle))]
        left[name] = untranslated(language, name, texts, known)
    assert number > 500
    assert {name: words for name, words in left.items() if words} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_what_translated_specs_name_is_translated(language: str) -> None:
    """Their layers with the words for values, and the sentences of implied rules."""
    left: dict[str, set[str]] = {}
    number = 0
    for name in CATALOGUES[f"specs.{language}"]:
        grounding = pzc.load(name).ground(examples(name)[0].read_text(encoding="utf-8"))
        texts = [layer.replace("_", " ") for layer in grounding.slots]
        for slot in grounding.slots.values():
            texts += [value for value in slot.domain.tokens.values() if isinstance(value, str)]
        rules_of = zip(grounding.sentences, grounding.program.compiled, strict=True)
        texts += [sentence for sentence, rule in rules_of if rule.tree.implied]
        number += len(texts)
        left[name] = untranslated(language, name, texts, ())
    assert number > 60
    assert {name: words for name, words in left.items() if words} == {}
