"""The part of a list before or after a member, where the solver decides the members: each rule has
as many solutions as boards pass it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import Source
from pzc.render.plain import plain
from pzc.tasks.spec import Spec

HEAD = """\
grid 1 x 3
things one = {it}
find d : 1..3 at cells
find b : bool at cells
find p : 0..3 at one
let r = row([c for c in cells][1])
"""


def before(x: Any, members: list[Any]) -> list[Any]:
    return members[: members.index(x)] if x in members else []


def after(x: Any, members: list[Any]) -> list[Any]:
    return members[members.index(x) + 1 :] if x in members else []


RULES: dict[str, Callable[[list[int], list[bool], int], bool]] = {
    "sum(after(1, d[r])) = 4": lambda d, b, p: sum(after(1, d)) == 4,
    "size(before(p[it], d[r])) = 1": lambda d, b, p: len(before(p, d)) == 1,
    "sum(before(2, after(1, d[r]))) >= 3": lambda d, b, p: sum(before(2, after(1, d))) >= 3,
    "before(d[r][1], reversed(d[r])) = [1, 2]": lambda d, b, p: before(d[0], d[::-1]) == [1, 2],
    "count(after(yes, b[r])) = p[it]": lambda d, b, p: sum(after(True, b)) == p,
    "size(after(p[it], [d[c] for c in r if b[c]])) = 2": lambda d, b, p: (
        len(after(p, [x for x, there in zip(d, b, strict=True) if there])) == 2
    ),
    "size(after([1, p[it]], [[x, y] for x, y in steps(d[r])])) = 1": lambda d, b, p: (
        len(after([1, p], [[x, y] for x, y in pairwise(d)])) == 1
    ),
    "size(after([c for c in r if b[c]], [k for k in columns])) = p[it]": lambda d, b, p: (
        len(after([k for k, there in enumerate(b) if there], [[k] for k in range(3)])) == p
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_part_of_found_values_is_that_of_each_board(rule: str) -> None:
    spec = Spec.of(Source("parts.spec", f'{HEAD}rule "It":\n    {rule}\n'))
    expected = sum(
        RULES[rule](list(d), list(b), p)
        for d in product((1, 2, 3), repeat=3)
        for b in product((False, True), repeat=3)
        for p in range(4)
    )
    assert expected > 0
    assert [spec.count(backend=name) for name in BACKENDS] == [expected] * len(BACKENDS)
    solution = spec.solve()
    assert solution is not None
    assert spec.verify("", plain(solution)).holds
