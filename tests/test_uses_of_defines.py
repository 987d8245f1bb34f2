"""A define means the same at each use as its body written there, whatever its other uses are."""

from __future__ import annotations

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

HEAD = """\
grid 2 x 2
given spot : bool at cells
given clue : 1..9 at some cells
find lamp : bool at cells
let island = areas(spot)
let large = [p for p in island if size(p) = 3]
"""
PUZZLE = "spot:\n#.\n.#\nclue:\n1.\n..\n"
DEFINES = """\
define alike(a, b) = a = b
define unlike(a, b) = not alike(a, b)
define within(a, b) = a in b
"""


def counts(declared: str, *rules: str) -> list[int]:
    text = f'{HEAD}{declared}rule "It":\n' + "".join(f"    {rule}\n" for rule in rules)
    spec = Spec.of(Source("my.spec", text))
    return [spec.count(PUZZLE, backend=backend) for backend in BACKENDS]


@pytest.mark.parametrize(
    ("one", "other", "called"),
    [
        ("count(alike(lamp, yes)) = 2", "spot = large[1]", "alike(spot, large[1])"),
        ("count(alike(clue, 2)) = 0", "large[1] = lamp", "alike(large[1], lamp)"),
        ("count(unlike(lamp, yes)) = 2", "not spot = large[1]", "unlike(spot, large[1])"),
        ("any(within(clue, {1, 2}))", "c.up in spot", "within(c.up, spot)"),
    ],
)
def test_a_define_is_used_with_values_of_several_kinds(one: str, other: str, called: str) -> None:
    for rule in ("for c in cells: {} => lamp[c]", "for c in cells: not {}"):
        expected = counts(DEFINES, one, rule.format(f"({other})"))
        assert counts(DEFINES, one, rule.format(called)) == expected
        assert len(set(expected)) == 1
