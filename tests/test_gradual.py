"""Comparisons of distances, and of the greatest and least of them, against a plain breadth-first
search on every board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import TypeAlias

import pytest
from backend_names import BACKENDS
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

H, W = 2, 3
CELLS = [(r, c) for r in range(1, H + 1) for c in range(1, W + 1)]
HEAD = f"""grid {H} x {W}
things one = {{it}}
find black : bool at cells drawn ". #"
find n     : 0..3 at one

define at(r, c) = [x for x in cells if x.row = r and x.column = c][1]
"""
ORDERS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
Cell: TypeAlias = "tuple[int, int]"
Black: TypeAlias = "frozenset[Cell]"
# A number in the words of a spec, and its value on a board with some n; None if it is missing.
Said: TypeAlias = "tuple[str, Callable[[Black, int], int | None]]"


def steps(start: Cell, goal: Cell, black: Black) -> int | None:
    reached = {start} & black
    for k in range(len(CELLS)):
        if goal in reached:
            return k
        reached |= {b for b in black for a in reached if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1}
    return None


def place(cell: Cell) -> str:
    return "at({}, {})".format(*cell)


def a_distance(a: Cell, b: Cell) -> Said:
    return f"distance({place(a)}, black)[{place(b)}]", lambda black, n: steps(a, b, black)


def a_sum(one: Said, k: int) -> Said:
    def value(black: Black, n: int) -> int | None:
        found = one[1](black, n)
        return None if found is None else found + k

    return f"{one[0]} + {k}" if k >= 0 else f"{one[0]} - {-k}", value


def an_extreme(name: str, form: str, some: list[Said]) -> Said:
    pick = max if name == "max" else min

    def value(black: Black, n: int) -> int | None:
        return pick((v for _, f in some if (v := f(black, n)) is not None), default=None)

    members = ", ".join(text for text, _ in some)
    return form.format(name, members), value


def a_layer(name: str, a: Cell) -> Said:
    _, value = an_extreme(name, "{}({})", [a_distance(a, b) for b in CELLS])
    return f"{name}(distance({place(a)}, black))", value


cells = st.sampled_from(CELLS)
names = st.sampled_from(["max", "min"])
distances = st.builds(a_distance, cells, cells)
plain = st.one_of(
    distances,
    st.integers(0, 3).map(lambda k: (str(k), lambda black, n: k)),
    st.just(("n[it]", lambda black, n: n)),
)
sums = st.builds(a_sum, distances, st.integers(-2, 2))
members = st.lists(st.one_of(plain, sums), min_size=2, max_size=3)
extremes = st.one_of(
    st.builds(an_extreme, names, st.just("{}({})"), members),
    st.builds(an_extreme, names, st.just("{}([{}])"), members),
    st.builds(an_extreme, names, st.just("{}(x for x in [{}])"), members),
    st.builds(a_layer, names, cells),
)
numbers = st.one_of(plain, sums, extremes, st.builds(a_sum, extremes, st.integers(-2, 2)))


def boards() -> Iterator[tuple[Black, int]]:
    for shades, n in product(product((False, True), repeat=len(CELLS)), range(4)):
        yield frozenset(c for c, shade in zip(CELLS, shades, strict=True) if shade), n


@pytest.mark.parametrize("backend", BACKENDS)
@settings(max_examples=20)
@given(one=numbers, op=st.sampled_from([*ORDERS]), other=numbers, denied=st.booleans())
def test_distances_are_compared_as_a_search_compares_them(
    backend: str, one: Said, op: str, other: Said, denied: bool
) -> None:
    rule = f"{one[0]} {op} {other[0]}"
    if denied:
        rule = f"not ({rule})"
    spec = Spec.of(Source("s.spec", f'{HEAD}\nrule "r": {rule}\n'))
    found = set()
    for answer in spec.solutions("", backend=backend):
        shades, one_number = (layer.table for layer in answer.answer)
        black = frozenset((c.row, c.column) for c, shade in shades.items() if shade)
        (n,) = one_number.values()
        found.add((black, n))
    expected = set()
    for black, n in boards():
        a, b = one[1](black, n), other[1](black, n)
        holds = op == "!=" if a is None or b is None else ORDERS[op](a, b)
        if holds is not denied:
            expected.add((black, n))
    assert found == expected
