"""Sets without members: what a rule says of them follows from their type, as no member shows it."""

from __future__ import annotations

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

NO_LINKS = ["links - links", "{l for l in links if h > 2}", "[l for l in links if h > 2]"]
NO_BORDERS = ["borders - borders", "{b for b in borders if h > 2}"]
NO_LISTS = ["{[x, y] for x in 1..2 for y in 1..2 if x = y + 5}", "[[x, x] for x in 1..2 if x > 2]"]
ON_CORNERS = "find it : bool at corners"
ON_CELLS = "find it : bool at cells"
NUMBERS = "find it : 1..2 at cells"


def counts(declarations: str, rule: str) -> list[int]:
    """How many solutions each backend finds on a board of 2 x 2."""
    text = f'grid 2 x h\n{declarations}\nrule "It":\n    {rule}\n'
    spec = Spec.of(Source("empty.spec", text))
    return [sum(1 for _ in spec.solutions("h: 2", backend=backend)) for backend in BACKENDS]


CASES = [
    *((ON_CORNERS, f"all((not inside({none})) = it)", 1) for none in NO_LINKS),
    *((ON_CORNERS, f"size(not inside({none})) = size(it)", 1) for none in NO_LINKS),
    *((ON_CORNERS, f"all(it or not inside({none}))", 2**9) for none in NO_LINKS),
    *((ON_CELLS, f"size(not inside({none})) = size(it)", 1) for none in NO_BORDERS),
    *((NUMBERS, f"for r in rows: it[r] in {none}", 0) for none in NO_LISTS),
    *((NUMBERS, f"for r in rows: it[r] not in {none}", 2**4) for none in NO_LISTS),
    *((NUMBERS, f"count(it[r] in {none} for r in rows) = 0", 2**4) for none in NO_LISTS),
    *((NUMBERS, f"it[cells - cells] not in {none}", 2**4) for none in NO_LISTS),
    (NUMBERS, "for c in cells: count(it[row(c)] in {x for x in 1..2 if x > 2}) = 0", 2**4),
    (ON_CELLS, "it in {s for s in [cells] if h > 2}", 0),
    (ON_CELLS, "it not in {s for s in [cells] if h > 2}", 2**4),
]


@pytest.mark.parametrize(("declarations", "rule", "wanted"), CASES)
def test_a_set_without_members_has_the_type_of_its_expression(
    declarations: str, rule: str, wanted: int
) -> None:
    assert counts(declarations, rule) == [wanted] * len(BACKENDS)


BOTH = """\
grid 2 x h
find wall : bool at borders
find line : bool at links
define within(lines) = size(inside(lines))
"""


def test_a_define_for_links_and_borders_takes_drawn_lines_of_both() -> None:
    spec = Spec.of(Source("both.spec", f'{BOTH}rule "It": within(wall) = 4 and within(line) = 1\n'))
    assert spec.solve("h: 2") is not None


def test_each_use_of_a_define_has_a_type_of_its_own() -> None:
    rule = 'rule "It": within(wall - wall) = 0 and within(line - line) = 0'
    spec = Spec.of(Source("both.spec", f"{BOTH}{rule}\n"))
    assert spec.count("h: 2") == Spec.of(Source("none.spec", BOTH)).count("h: 2") == 2 ** (12 + 4)
