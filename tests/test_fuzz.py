"""Specs and puzzles with random mistakes: what comes out is a model or a PzcError, soon.

The documentation's and the bundled specs are changed at random: characters and lines are lost,
swapped and put in, words take the place of others, and whole expressions that of others.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import PzcError, Source, Span
from pzc.dsl.parser import parse
from pzc.dsl.syntax import Expr
from pzc.records import is_record, values
from pzc.tasks.spec import Spec

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(spec|puzzle)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"\w+|[^\w\s]+")
LONGEST_PUZZLE = 300
# Of processor time: no speed is tested, only that nothing grows without bounds.
SLOWEST_SECONDS = 10.0

ODD = st.sampled_from('()[]{},.:=<>+-*/%&"#\\ \t\n0123456789abrx_?|é\u200b\u202e\ufeff\u0301\0')
WORDS = """
    0 1 2 10 999999 999999999999 -1 .. = != <= in not and or if else for where some at from drawn
    cells rows columns links borders corners sides directions things given find let define rule
    param grid bool symbol list of up c.row size count sum max min all any groups runs
"""
FRAMES = """
    ({0}) | [{0}] | {{{0}}} | not {0} | -({0}) | {0} = {1} | {0} != {1} | {0} < {1} | {0} + {1} |
    {0} - {1} | {0} * {1} | {0} / {1} | {0} % {1} | {0} & {1} | {0}..{1} | {0} in {1} | {0} => {1} |
    {0} and {1} | {0} if {1} else {0} | {0}[{1}] | {0}({1}) | {0}.up | {0}.row | {0}.line |
    [v for v in {0}] | {{v for v in {0} if {1}}} | size({0}) | count({0}) | sum({0}) |
    product({0}) | max({0}) | min({0}) | any({0}) | all({0}) | kinds({0}) | bag({0}) | abs({0}) |
    digits({0}) | all_different({0}) | all_equal({0}) | increasing({0}) | straight({0}) |
    matches({0}, {1}) | runs({0}, {1}) | runs({0}) | groups({0}) | pairs({0}) | steps({0}) |
    reversed({0}) | segments({0}) | before({0}, {1}) | between({0}, {1}) | blocks({0}, {1}) |
    windows({0}, {1}) | step({0}, {1}) | shape({0}) | placements({0}, turned)
"""
ODD_WORDS = st.sampled_from(WORDS.split())
WRAPPED = st.sampled_from([frame.strip() for frame in FRAMES.split("|")])


@cache
def examples() -> tuple[tuple[str, str], ...]:
    """Specs, each with a puzzle for it or without."""
    found: list[tuple[str, str]] = []
    for page in sorted((ROOT / "docs").glob("*.md")):
        for kind, body in BLOCK.findall(page.read_text(encoding="utf-8")):
            if kind == "spec":
                found.append((body, ""))
            else:
                found[-1] = (found[-1][0], body)
    for path in sorted((ROOT / "specs").glob("*.spec")):
        puzzles = sorted((ROOT / "specs" / "examples" / path.stem).glob("*.puzzle"))
        texts = [p.read_text(encoding="utf-8") for p in puzzles]
        short = [t for t in texts if len(t) <= LONGEST_PUZZLE]
        found.append((path.read_text(encoding="utf-8"), short[0] if short else ""))
    return tuple(found)


def expressions(text: str) -> list[tuple[int, int]]:
    """Where the expressions of a spec stand that lie within a line: start and end."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def spans(node: Any) -> Iterator[Span]:
        if isinstance(node, Expr):
            yield node.span
        if isinstance(node, tuple):
            for part in node:
                yield from spans(part)
        elif is_record(node) and not isinstance(node, (Span, Source)):
            for value in values(node):
                yield from spans(value)

    return [
        (starts[s.line - 1] + s.column - 1, starts[s.line - 1] + s.end_column - 1)
        for s in spans(parse(Source("spec", text)).tree.declarations)
        if s.line == s.end_line
    ]


def edited(draw: st.DrawFn, text: str) -> str:
    """A text after one change of its characters, words or lines."""
    lines = text.split("\n")
    words = [found.span() for found in WORD.finditer(text)]
    kind = draw(st.sampled_from(("line", "lines", "lose", "put", "word", "words")))
    at = draw(st.integers(0, len(text)))
    match kind:
        case "line":
            del lines[draw(st.integers(0, len(lines) - 1))]
            return "\n".join(lines)
        case "lines":
            i, j = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
            lines[i], lines[j] = lines[j], lines[i]
            return "\n".join(lines)
        case "lose":
            return text[:at] + text[at + draw(st.integers(1, 12)) :]
        case "word" if words:
            start, end = draw(st.sampled_from(words))
            return text[:start] + draw(ODD_WORDS) + text[end:]
        case "words" if words:
            (start, end), (a, b) = (draw(st.sampled_from(words)) for _ in range(2))
            return text[:start] + text[a:b] + text[end:]
    return text[:at] + draw(ODD) + text[at:]


def rewritten(draw: st.DrawFn, text: str) -> str:
    """A spec with another expression in the place of one."""
    places = expressions(text)
    if not places:
        return text
    (start, end), one, two = (draw(st.sampled_from(places)) for _ in range(3))
    first, second = text[slice(*one)], text[slice(*two)]
    new = draw(st.sampled_from((first, draw(WRAPPED).format(first, second))))
    return text[:start] + new + text[end:]


@st.composite
def mistaken(draw: st.DrawFn) -> tuple[str, str]:
    """A spec and a puzzle, of which one or both have been changed."""
    spec, puzzle = draw(st.sampled_from(examples()))
    change = draw(st.sampled_from((rewritten, rewritten, edited, None)))
    if change is not None:
        for _ in range(draw(st.integers(1, 3))):
            spec = change(draw, spec)
    if change is None or draw(st.booleans()):
        puzzle = edited(draw, puzzle)
    return spec, puzzle


@settings(max_examples=35, suppress_health_check=list(HealthCheck))
@given(mistaken())
def test_only_diagnostics_come_out(case: tuple[str, str]) -> None:
    spec, puzzle = case
    note(f"{spec}\n-----\n{puzzle}")
    started = time.process_time()
    try:
        Spec.of(Source("my.spec", spec)).ground(Source("my.puzzle", puzzle))
    except PzcError as error:
        assert error.diagnostics
        assert str(error)
    assert time.process_time() - started < SLOWEST_SECONDS
