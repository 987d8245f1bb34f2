"""Specs that the checker examines, and what it says of them."""

from __future__ import annotations

import re

import pytest
from pzc.dsl.check_context import Context
from pzc.dsl.checker import examine
from pzc.dsl.diagnostics import Diagnostic, PzcError, Source
from pzc.dsl.parser import parse_spec
from pzc.dsl.types import (
    Type,
)

BOARD = """\
param k : 1..9 = 3
grid h x w
things bank = {left, right}
things day = 1..5
things tile = given
given clue : 1..9 at some cells
given wall : bool at cells
given pearl : {white, black} at some cells drawn "W B"
given region : symbol at cells
given across : list of 1..9 at rows
given face : list of picture of {white, red} at tile drawn "0 1"
find digit : 1..9 at cells
find star : bool at cells
find line : bool at links
find wallpaper : bool at borders
find wife : bank at tile, day
find boat : bank at day
find pos : cell at day
find way : direction at day
find spot : one of placements(face[t], turned) at t in tile
"""


def read(text: str) -> Context:
    text = re.sub(r'^(rule ".*": )(?=for |if )', r"\1\n    ", text, flags=re.M)
    return examine(parse_spec(Source("test.spec", text)))


def mistakes(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(PzcError) as caught:
        read(text)
    return caught.value.diagnostics


def type_of(expression: str) -> Type:
    return read(f"{BOARD}let it = {expression}\n").names["it"].fact.type


def marked(diagnostic: Diagnostic) -> str:
    """The text that a diagnostic points at."""
    span = diagnostic.span
    assert span is not None
    line = span.source.line(span.line)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    return line[span.column - 1 : end - 1]
