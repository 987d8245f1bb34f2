"""The catalogues of the page: each language has all texts, with the holes of the first, and those
of every bundled spec."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import pzc
from pzc.play.game import rules
from pzc.tasks.explain.rating import LEVELS
from pzc.tasks.library import bundled, examples, summaries
from pzc.tasks.make.stages import STAGES
from pzc.tasks.wording.naming import QUALITIES

FOLDER = Path(__file__).resolve().parent.parent / "play"
CATALOGUES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (FOLDER / "texts").glob("*.json")
}
LANGUAGES = [name for name in CATALOGUES if "." not in name]
OTHERS = [name for name in LANGUAGES if name != "en"]
# By language and spec.
SPECS: dict[str, dict[str, Any]] = {
    language: {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in (FOLDER / "texts" / language).iterdir()
    }
    for language in OTHERS
}
HOLE = re.compile(r"\{([^{}]+)\}")
# What the page asks of a catalogue by a name that it writes out.
ASKED = re.compile(r"\bt\('([^']+)'")

# A word that is no name of a place, nor of a part of it.
WORD = re.compile(r"(?<![\w/#'])[^\W\d_]{2,}(?![\w'])")
TASKS = FOLDER.parent / "tasks"
# The modules whose texts are the words of explanations, and functions that only compare a text, or
# put it into an error.
WRITERS = ("wording/phrases", "wording/locating", "wording/naming", "wording/about")
WRITERS += ("wording/saying", "wording/wording")
WRITERS += (
    "explain/words",
    "explain/asides",
    "explain/joining",
    "explain/facets",
    "explain/position",
)
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


def forms(text: str | dict[str, str]) -> list[str]:
    """A text, or its forms for different numbers; the last is the one for any number."""
    return [text] if isinstance(text, str) else [*text.values()]


def sentences(name: str) -> set[str]:
    """The sentences of a spec's rules as they are written, with their holes; implied ones too."""
    return {rule.sentence.span.text.strip('"') for rule in pzc.load(name).program.rules}


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


def test_every_stage_of_making_has_a_text() -> None:
    named = {f"stage {words}" for words in STAGES}
    assert named
    assert named == {key for key in CATALOGUES["en"] if key.startswith("stage ")}


def test_every_level_of_a_rating_has_a_text() -> None:
    named = {f"level {word}" for word in LEVELS.values()}
    assert named
    assert not named - CATALOGUES["en"].keys()


@pytest.mark.parametrize("language", OTHERS)
def test_every_bundled_spec_has_a_catalogue(language: str) -> None:
    specs = SPECS[language]
    assert sorted(specs) == bundled()
    keys = {name: specs[name].keys() - {"words"} for name in specs}
    assert {name: k for name, k in keys.items() if k != {"title", "about", "rules"}} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_specs_are_translated_as_they_are_now(language: str) -> None:
    """A sentence that a spec has no longer would be dead, and its new one untranslated."""
    stale, missing = {}, {}
    for name, told in SPECS[language].items():
        stale[name] = told["rules"].keys() - sentences(name)
        missing[name] = sentences(name) - told["rules"].keys()
    assert {name: left for name, left in stale.items() if left} == {}
    assert {name: left for name, left in missing.items() if left} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_the_words_of_the_spec(language: str) -> None:
    """A title may be, as genres have names, and what has no word with small letters."""
    left = []
    for name, _, about in summaries():
        told = SPECS[language][name]
        pairs = [(about, told["about"]), *told["rules"].items()]
        left += [own for own, other in pairs if not all(forms(other)) or own in forms(other)]
        assert told["title"]
    assert [text for text in left if re.search("[a-z]", text)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_equal_sentences_are_translated_alike(language: str) -> None:
    found: dict[str, set[str]] = {}
    for told in SPECS[language].values():
        for own, other in told["rules"].items():
            found.setdefault(own, set()).add(str(other))
    assert {own: others for own, others in found.items() if len(others) > 1} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_translated_sentences_keep_their_holes(language: str) -> None:
    pairs = [pair for told in SPECS[language].values() for pair in told["rules"].items()]
    assert sum(bool(holes(own)) for own, _ in pairs) > 5
    assert [own for own, other in pairs if holes(own) != holes(forms(other)[-1])] == []


@pytest.mark.parametrize("language", OTHERS)
def test_forms_for_numbers_are_of_sentences_with_one_number(language: str) -> None:
    pairs = [pair for told in SPECS[language].values() for pair in told["rules"].items()]
    varied = {own: other for own, other in pairs if not isinstance(other, str)}
    assert varied
    assert {tuple(other) for other in varied.values()} == {("one", "other")}
    assert all(len(holes(own)) == 1 for own in varied)


@pytest.mark.parametrize("language", OTHERS)
def test_words_of_a_spec_are_not_those_of_all_hints(language: str) -> None:
    general = CATALOGUES[f"hints.{language}"]["words"].items()
    told = {name: one.get("words", {}).items() for name, one in SPECS[language].items()}
    assert {name: words & general for name, words in told.items() if words & general} == {}


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
    """The words of texts, but for those in capitals: they are names in puzzles, such as SEND."""
    words = (word for text in texts for word in WORD.findall(HOLE.sub("", text)))
    return {word.casefold() for word in words if not word.isupper()}


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


@cache
def frames_of(language: str) -> list[re.Pattern[str]]:
    """The forms of sentences in hints, with holes."""
    own = CATALOGUES[f"hints.{language}"]["frames"]
    return [re.compile(re.escape(HOLE.sub("\0", one)).replace("\0", "(.+)") + "$") for one in own]


def untranslated(language: str, name: str, texts: Iterable[str], known: Iterable[str]) -> set[str]:
    """The words of texts about a puzzle that stay English. known: the sentences of its rules."""
    hints = CATALOGUES[f"hints.{language}"]
    told = SPECS[language][name]
    words = [*hints["words"], *told.get("words", ()), *told["rules"]]
    own = sorted(words, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, own))})(?!\w)", re.IGNORECASE)
    left: set[str] = set()
    for text in texts:
        for sentence in sorted(known, key=len, reverse=True):
            text = text.replace(sentence, "")
        for frame in frames_of(language):
            text = frame.sub(lambda found: " 0 ".join(found.groups()), text)
        left |= words_of([pattern.sub("", text)])
    return left


@pytest.mark.parametrize("language", OTHERS)
def test_hints_are_translated(language: str, request: pytest.FixtureRequest) -> None:
    """The first steps about an example of every third spec, or with --all-data of all; those of a
    plan are not explained."""
    every = request.config.getoption("--all-data")
    left: dict[str, set[str]] = {}
    number = 0
    for name in sorted(SPECS[language])[:: 1 if every else 3]:
        spec, puzzle = pzc.load(name), examples(name)[0].read_text(encoding="utf-8")
        if spec.program.sequence is not None:
            continue
        steps = list(islice(spec.explain(puzzle), 12 if every else 3))
        texts = [line.strip() for shown in steps for line in shown.lines]
        texts += [shown.speech.where(shown.step) for shown in steps]
        number += len(texts)
        known = [rule["sentence"] for rule in rules(spec.ground(puzzle))]
        left[name] = untranslated(language, name, texts, known)
    assert number > 800
    assert {name: words for name, words in left.items() if words} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_what_specs_name_is_translated(language: str) -> None:
    """Their layers, with the words for values."""
    left: dict[str, set[str]] = {}
    number = 0
    for name in SPECS[language]:
        small = min(examples(name), key=lambda path: path.stat().st_size)
        slots = pzc.load(name).ground(small.read_text(encoding="utf-8")).slots
        texts = [layer.replace("_", " ") for layer in slots]
        for slot in slots.values():
            texts += [value for value in slot.domain.tokens.values() if isinstance(value, str)]
        number += len(texts)
        left[name] = untranslated(language, name, texts, ())
    assert number > 900
    assert {name: words for name, words in left.items() if words} == {}
