"""One of several layers, and parts of found lists: alike for known and found conditions."""

from __future__ import annotations

import pytest
from backend_names import BACKENDS
from pzc.dsl.diagnostics import PzcError, Source
from pzc.tasks.spec import Spec

# `yes_` and `no_` are found, and have one value each.
HEAD = """\
grid 1 x 4
find e : 0..2 at cells
find f : 0..2 at cells
find b : bool at cells
find part : bool at c in cells where c.column < 3
find line : bool at links
find yes_ : bool at rows
find no_ : bool at rows
let p = [c for c in cells][1]
let q = [c for c in cells][2]
let r = [c for c in cells][3]
let s = [c for c in cells][4]
let row1 = [x for x in rows][1]
let island = areas(b)
let sea = areas(not b)
define last_three(x, y, z) = kinds(x if z else y)
rule "Known": yes_[row1] and not no_[row1]
rule "Given": e[p] = 0 and e[q] = 1 and e[r] = 1 and e[s] = 0 and all(f = 2)
rule "Marked": b[p] and b[q] and b[r] and not b[s]
rule "None": not any(line) and not any(part)
"""


def counts(rule: str) -> list[int]:
    spec = Spec.of(Source("layers.spec", f'{HEAD}rule "It": {rule}\n'))
    return [spec.count(backend=backend) for backend in BACKENDS]


@pytest.mark.parametrize("test", ["1 = 1", "yes_[row1]"])
@pytest.mark.parametrize("other", ["e", "f", "e + f"])
@pytest.mark.parametrize(
    "rule",
    [
        "sum({}) = 2",
        "max({}) = 1 and kinds({}) = 2",
        "size({}) = 4",
        "count({} = 1) = 2 and size({} != 1) = 2",
        "size({} + 1) = 4 and max({} + 1) = 2",
        "not all_equal({})",
    ],
)
def test_one_of_two_layers_is_a_layer(test: str, other: str, rule: str) -> None:
    assert counts(rule.replace("{}", f"(e if {test} else {other})")) == [1] * len(BACKENDS)


@pytest.mark.parametrize("test", ["1 = 1", "yes_[row1]"])
@pytest.mark.parametrize(
    "rule",
    [
        "(e if {} else f)[q] = 1 and (f if {} else e)[q] = 2",
        "(e if {} else f)[row(p)] = [0, 1, 1, 0]",
        "count(b if {} else (not b)) = 3",
        "connected(b if {} else (not b)) and size((not b) if {} else b) = 1",
        "size(not (b if {} else (not b))) = 1",
        "(b if {} else b) = {p, q, r}",
    ],
)
def test_a_chosen_layer_is_used_as_any_other(test: str, rule: str) -> None:
    assert counts(rule.replace("{}", test)) == [1] * len(BACKENDS)


@pytest.mark.parametrize("test", ["1 = 1", "yes_[row1]", "b[p]"])
@pytest.mark.parametrize(
    "rule",
    [
        "kinds(e if {} else adjacent(p)) = 4",
        "kinds(adjacent(p) if not {} else e) = 4",
        "kinds(b if {} else adjacent(p)) = 3",
        "not all_equal(b if {} else adjacent(p))",
        "kinds([b, adjacent(p)][1 if {} else 2]) = 3",
        "all(kinds(x) = 3 for x in [b, adjacent(q) + {q}] if {})",
        "size(b if {} else line) = 3",
        "last_three(b, adjacent(p), {}) = 3 and last_three(b, not b, {}) = 2",
    ],
)
def test_a_layer_beside_a_set_is_a_set(test: str, rule: str) -> None:
    assert counts(rule.replace("{}", test)) == [1] * len(BACKENDS)


def test_layers_at_different_places_are_not_chosen_from() -> None:
    assert counts("size(b if 1 = 1 else part) = 3") == [1] * len(BACKENDS)
    with pytest.raises(PzcError, match="not at the same places"):
        counts("size(b if yes_[row1] else part) = 3")


@pytest.mark.parametrize("members", ["b[x]", "x in {p, q, r}"])
@pytest.mark.parametrize(
    "rule",
    [
        "before(s, {}) = [x for x in {} if x = s]",
        "size(after(s, {})) = 0",
        "before(r, {}) = [p, q] and after(p, {}) = [q, r]",
        "before(p, {}) = after(r, {})",
    ],
)
def test_there_is_nothing_before_what_is_no_member(members: str, rule: str) -> None:
    rule = rule.replace("{}", f"[x for x in cells if {members}]")
    assert counts(rule) == [1] * len(BACKENDS)


@pytest.mark.parametrize("members", ["b[x]", "x in {p, q, r}"])
def test_a_part_of_a_list_ends_at_the_first_of_equal_members(members: str) -> None:
    twice = f"[y for x in [s, p, q] if {members} for y in [r, x]]"  # r p r q
    rule = f"size(before(r, {twice})) = 0 and after(r, {twice}) = [p, r, q]"
    rule += f" and before(q, {twice}) = [r, p, r]"
    assert counts(rule) == [1] * len(BACKENDS)
