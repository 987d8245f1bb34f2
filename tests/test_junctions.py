"""Nested `and` and `or`: joined at once, without a node for each level."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("size(b) = (1 if b[c] and d[c] and e[c] else 2)", "all([b[c], d[c], e[c]])"),
        ("size(b) = (1 if b[c] or d[c] or e[c] else 2)", "any([b[c], d[c], e[c]])"),
    ],
)
def test_nested_junctions_are_joined_at_once(words: str, plain: str) -> None:
    head = 'grid 2 x 3\nfind b, d, e : bool at cells\nrule "It":\n    for c in cells: '
    flat = f"size(b) = (1 if {plain} else 2)"
    one, other = (
        Spec.of(Source("joined.spec", f"{head}{x}\n")).problem("").model for x in (words, flat)
    )
    assert one.size == other.size
