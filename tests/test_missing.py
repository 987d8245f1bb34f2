"""Missing values: what a rule says of them does not depend on when it turns out that they are."""

from __future__ import annotations

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

# `c.up` is known to be missing, `way[c]` is only found to be.
HEAD = """\
grid 2 x 2
find b : bool at cells
find d : 0..1 at cells
find way : cell at some cells
let c = [x for x in cells][1]
let e = [x for x in cells][2]
rule "Blank": size(way) = 0 and all(d = 0)
"""
BOARDS = 2**4


def counts(rule: str) -> list[int]:
    spec = Spec.of(Source("missing.spec", f'{HEAD}rule "It": {rule}\n'))
    return [spec.count(backend=backend) for backend in BACKENDS]


@pytest.mark.parametrize("place", ["c.up", "way[c]"])
@pytest.mark.parametrize(
    "places",
    [
        "between({}, e)",
        "between(e, {})",
        "run({}, down, cells)",
        "run({}, down, b)",
        "before({}, row(c))",
        "after({}, row(c))",
        "ends(link({}, up))",
        "reversed(row({}))",
    ],
)
def test_around_no_place_there_are_none(place: str, places: str) -> None:
    none = places.replace("{}", place)
    rule = f"{none} = [x for x in before(c, row(c))] and size({none}) = 0"
    assert counts(rule) == [BOARDS] * len(BACKENDS)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("(row(c) if b[e] else column(c))[1] = c", BOARDS),
        ("b[(row(c) if b[e] else column(c))[2]]", 12),
        ("(row(c) if b[e] else column(c))[3] = c", 0),
        ("row(c.down if b[e] else c)[2] = e", 8),
    ],
)
def test_a_chosen_line_is_indexed_by_number(rule: str, wanted: int) -> None:
    assert counts(rule) == [wanted] * len(BACKENDS)
