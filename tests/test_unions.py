"""Unions of known places are sets: neither their order nor how they were made matters."""

from __future__ import annotations

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.model.nodes import bottom_up
from pzc.tasks.spec import Spec

HEAD = """\
grid 2 x 2
find b : bool at cells
let top = [r for r in rows][1]
let bottom = [r for r in rows][2]
let first = [c for c in cells][1]
let last = [c for c in cells][4]
"""
BOARDS = 2**4


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("bottom + top = cells", BOARDS),
        ("bottom + top = top + bottom", BOARDS),
        ("any(column(first) + column(c) = cells for c in cells)", BOARDS),
        ("box({last, first}) = bottom + top", BOARDS),
        ("(bottom + top if b[first] else cells) = cells", BOARDS),
        ("b = bottom + top", 1),
        ("kinds([bottom + top, cells]) = 1", BOARDS),
        ("all_equal([bottom + top, cells])", BOARDS),
        ("all_different([bottom + top, cells])", 0),
        ("bag([bottom + top]) = bag([cells])", BOARDS),
        ("cells in {bottom + top} and bottom + top in [cells]", BOARDS),
        ("size({bottom + top, cells}) = 1", BOARDS),
        ("size({cells} & {bottom + top}) = 1", BOARDS),
        ("size({bottom + top} - {cells}) = 0 and size({cells} - {bottom + top}) = 0", BOARDS),
        ("size({cells} + {bottom + top}) = 1", BOARDS),
    ],
)
def test_sets_are_equal_if_they_have_the_same_members(rule: str, wanted: int) -> None:
    spec = Spec.of(Source("unions.spec", f'{HEAD}rule "It": {rule}\n'))
    assert [spec.count(backend=backend) for backend in BACKENDS] == [wanted] * len(BACKENDS)


def test_a_union_of_lines_keeps_its_order() -> None:
    rule = "[c for c in bottom + top] = [c for r in [bottom, top] for c in r]"
    assert Spec.of(Source("unions.spec", f'{HEAD}rule "It": {rule}\n')).count() == BOARDS


@pytest.mark.parametrize(
    "rule",
    [
        "{digit[c] for c in l} + {lack[l]} = 1..n + 1",
        "{lack[l]} + {digit[c] for c in l} = 1..n + 1",
        "size({digit[c] for c in l} + {lack[l]}) = n + 1",
    ],
)
def test_a_union_of_found_values_costs_no_more_than_a_list_of_them(rule: str) -> None:
    """Its members do not depend on which of equal ones comes first."""

    def nodes(condition: str) -> int:
        text = (
            "grid n x n\nfind digit : 1..n + 1 at cells\nfind lack : 1..n + 1 at rows\n"
            f'rule "It":\n    for l in rows: {condition}\n'
        )
        model = Spec.of(Source("unions.spec", text)).ground("n: 5").model
        return len(list(bottom_up((c.condition for c in model.constraints), set())))

    plain = nodes("all_different([x for y in [digit[l], [lack[l]]] for x in y])")
    assert nodes(rule) <= 2 * plain
