"""Bags and sets of bags, shapes and pieces that the solver decides: they are equal by their value,
as in rules that compare each two of them."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

DIGITS = "grid 2 x 2\nfind d : 1..3 at cells\n"
AREAS = "grid 2 x 3\nfind b : bool at cells\nlet g = areas(b)\n"
ALIKE = "all_equal(bag(d[r]) for r in rows)"
BOTH = "any(bag(d[r]) = bag([1, 2]) for r in rows) and any(bag(d[r]) = bag([3, 3]) for r in rows)"
DOTS = 'size(g) = 2 and all(shape(q) = shape("#") for q in g)'


@pytest.mark.parametrize(
    ("head", "rule", "other", "count"),
    [
        (DIGITS, "kinds(bag(d[r]) for r in rows) = 1", ALIKE, 15),
        (DIGITS, "size({bag(d[r]) for r in rows}) = 1", ALIKE, 15),
        (DIGITS, "all_different(bag(d[r]) for r in rows)", f"not {ALIKE}", 66),
        (DIGITS, "{bag(d[r]) for r in rows} = {bag([1, 2]), bag([3, 3])}", BOTH, 4),
        (DIGITS, "bag(bag(d[r]) for r in rows) = bag([bag([3, 3]), bag([1, 2])])", BOTH, 4),
        (DIGITS, "bag(bag(d[r]) for r in rows) = bag(bag(d[c]) for c in columns)", None, 45),
        (AREAS, 'bag(shape(q) for q in g) = bag([shape("#"), shape("#")])', DOTS, 8),
        (AREAS, 'bag(shape(q) for q in g) = bag([shape("#") for k in 1..2])', DOTS, 8),
        (AREAS, "bag(q for q in g) = bag(q for q in areas(b))", "yes", 64),
    ],
)
def test_found_bags_shapes_and_pieces_are_equal_by_value(
    head: str, rule: str, other: str | None, count: int
) -> None:
    for words in (rule, other or rule):
        spec = Spec.of(Source("bags.spec", f'{head}rule "It":\n    {words}\n'))
        assert spec.count("") == count


def test_bags_of_both_kinds_of_lines_counted_one_by_one() -> None:
    """The number above, by all boards."""

    def lines(*pairs: tuple[int, int]) -> Counter[tuple[int, ...]]:
        return Counter(tuple(sorted(pair)) for pair in pairs)

    boards = product((1, 2, 3), repeat=4)
    assert sum(lines((a, b), (c, d)) == lines((a, c), (b, d)) for a, b, c, d in boards) == 45
