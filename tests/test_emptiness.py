"""Comparisons that say whether anything is counted: one condition, in whatever words."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

HEAD = "grid 2 x 3\nfind b : bool at cells\nlet block = areas(b)\n"
NUMBERS = [
    "size(b & row(c))",
    "size(b)",
    "size([d for d in row(c) if b[d]])",
    "size(block[c])",
    "count(b[d] for d in row(c))",
    "count(b[d] for d in block[c])",
    "count(not b)",
]
NONE = ["X = 0", "X <= 0", "X < 1", "0 = X", "1 > X", "not X != 0"]
SOME = ["X != 0", "X > 0", "X >= 1", "0 < X", "1 <= X", "not X = 0"]


def spec_of(condition: str) -> Spec:
    rule = f'rule "It":\n    for c in cells: {condition} or c.column = 2 and b[c]\n'
    return Spec.of(Source("emptiness.spec", HEAD + rule))


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("words", "plain"), [*((x, "X + 0 = 0") for x in NONE), *((x, "X + 0 > 0") for x in SOME)]
)
def test_every_wording_has_the_same_answers(words: str, plain: str, number: str) -> None:
    one, other = (spec_of(x.replace("X", number)).count("") for x in (words, plain))
    assert one == other > 0


@pytest.mark.parametrize("number", ["size(b & row(c))", "count(b[d] for d in row(c))"])
@pytest.mark.parametrize(
    ("words", "plain"),
    [
        *((x, "all(not b[d] for d in row(c))") for x in NONE[:-1]),
        *((x, "any(b[d] for d in row(c))") for x in SOME[:-1]),
    ],
)
def test_no_number_is_made(words: str, plain: str, number: str) -> None:
    one, other = (spec_of(x).problem("").model for x in (words.replace("X", number), plain))
    assert one.size == other.size
