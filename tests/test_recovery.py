"""After a syntax mistake, no mistake is reported that is gone once the first is mended."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from pzc.dsl.checker import recorded
from pzc.dsl.diagnostics import PzcError, Source, Span
from pzc.dsl.misspelt import beside, one_slip
from pzc.dsl.parser import read
from pzc.dsl.remedies import unknown
from pzc.tasks.spec import Spec

SPECS = {path.stem: path for path in Path(__file__).parent.parent.glob("specs/**/*.spec")}
TOKEN = re.compile(r"#.*|\w+|\"[^\"]*\"|[^\w\s]")
INSERTED = ("then ", "; ", ", ", ") ", "( ", "for ", "else ", "] ", ": ")


def resolve(name: str, span: Span) -> Source:
    return Source(f"{name}.spec", SPECS[name].read_text(encoding="utf-8"))


def follow_ups(text: str, line: int) -> list[str]:
    """The mistakes of the checker on other lines than the one with a syntax mistake, and misspelt
    names on it."""
    parsed = read(Source("my.spec", text), resolve)
    if not parsed.diagnostics or parsed.missing is None:
        return []
    rest = recorded(parsed.tree)
    found = rest.diagnostics if parsed.complete else unknown(rest.diagnostics, parsed.missing)
    hidden = beside(parsed.diagnostics, parsed.missing, rest)
    return [d.message for d in found if d.span is None or d.span.line != line] + [
        d.message for d in hidden
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_slip_in_a_bundled_spec_causes_no_mistakes_on_other_lines(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(120):
        text = SPECS[rng.choice(sorted(SPECS))].read_text(encoding="utf-8")
        found = rng.choice([t for t in TOKEN.finditer(text) if not t.group().startswith("#")])
        start, end = found.span()
        left_out = text[:start] + text[end:]
        added = text[:start] + rng.choice(INSERTED) + text[start:]
        line = text.count("\n", 0, start) + 1
        for slip in (left_out, added):
            assert follow_ups(slip, line) == [], slip


@pytest.mark.parametrize(
    ("name", "right"),
    [("battenberg", "square[1]"), ("send_more_money", "value[M]"), ("tren", "row(c)")],
)
def test_a_bracket_left_out_makes_no_unknown_name(name: str, right: str) -> None:
    text = SPECS[name].read_text(encoding="utf-8")
    slip = text.replace(right, re.sub(r"[\[(]", "", right), 1)
    assert slip != text
    assert follow_ups(slip, text.count("\n", 0, text.index(right)) + 1) == []


def test_a_keyword_left_out_causes_no_mistakes_on_other_lines() -> None:
    for path in sorted(SPECS.values())[::6]:
        text = path.read_text(encoding="utf-8")
        for keyword in re.finditer(r"^(?:grid|things|given|find|let|define)\b", text, re.MULTILINE):
            line = text.count("\n", 0, keyword.start()) + 1
            slip = text[: keyword.start()] + text[keyword.end() :]
            assert follow_ups(slip, line) == [], slip


def test_a_slip_in_a_grid_causes_no_mistakes_on_other_lines() -> None:
    rng = random.Random(7)
    for path in sorted(SPECS.values())[::3]:
        text = path.read_text(encoding="utf-8")
        if (grid := re.search(r"^grid.*$", text, re.MULTILINE)) is None:
            continue
        line = text.count("\n", 0, grid.start()) + 1
        for found in TOKEN.finditer(text, grid.start(), grid.end()):
            start, end = found.span()
            for slip in (
                text[:start] + text[end:],
                text[:start] + rng.choice(INSERTED) + text[start:],
            ):
                assert follow_ups(slip, line) == [], slip


def test_unknown_names_are_reported_beside_a_grid_that_does_not_parse() -> None:
    """None that the grid may introduce, however it is meant."""
    text = 'grid n by m\nfind star : bool at cels\nrule "One": count(star) = n + m + k\n'
    with pytest.raises(PzcError) as caught:
        Spec.of(Source("broken.spec", text))
    said = [d.message for d in caught.value.diagnostics]
    assert [m for m in said if m.startswith("unknown")] == [
        "unknown name 'cels'",
        "unknown name 'k'",
    ]
    assert len(said) == 3


@pytest.mark.parametrize(
    "word, name, slip",
    [
        ("dgiit", "digit", True),
        ("digt", "digit", True),
        ("digitt", "digit", True),
        ("dibit", "digit", True),
        ("Digit", "digit", True),
        ("Digits", "digit", True),
        ("digit", "digit", False),
        ("dgti", "digit", False),
        ("tidig", "digit", False),
        ("digital", "digit", False),
    ],
)
def test_one_slip(word: str, name: str, slip: bool) -> None:
    assert one_slip(word, name) is slip and one_slip(name, word) is slip
