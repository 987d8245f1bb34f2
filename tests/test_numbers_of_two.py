"""Numbers and moments that are 0 or 1, and so conditions in a model."""

from __future__ import annotations

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

THINGS = """\
things n = 0..1
find b : bool at n
find q : bool at n
"""
MOMENTS = """\
sequence time up to 1
find b : bool at time
find q : bool at time
rule "There is one move": b[time.first] and not b[time.last]
"""


def counts(spec: str) -> list[int]:
    return [Spec.of(Source("two.spec", spec)).count(backend=backend) for backend in BACKENDS]


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("(1 if b[0] else 0) in q", 8),
        ("(0 if b[0] else 1) not in q", 8),
        ("(1 if b[0] else 0) in areas(q, {[x, y] for x, y in pairs(n)})", 8),
        ("((1 if b[0] else 0) if b[1] else 1) in q", 8),
    ],
)
def test_a_number_of_two_is_in_a_layer(rule: str, wanted: int) -> None:
    assert counts(f'{THINGS}rule "It": {rule}\n') == [wanted] * len(BACKENDS)


@pytest.mark.parametrize(
    "rule",
    [
        "(time.last if b[time.first] else time.first) in q",
        "q[((time.last if b[time.first] else time.first) if q[time.last] else time.last)]",
        "((time.first if q[time.last] else time.last) if b[time.first] else time.last) in q",
    ],
)
def test_a_moment_of_two_is_chosen(rule: str) -> None:
    wanted = 1 if rule.startswith("((") else 2
    assert counts(f'{MOMENTS}rule "It": {rule}\n') == [wanted] * len(BACKENDS)
