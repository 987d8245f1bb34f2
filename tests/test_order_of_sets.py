"""The order of sets whose members the solver decides: a union keeps the order of first occurrence,
a difference or an intersection that of its left side, as where the members are known."""

from __future__ import annotations

from itertools import product

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

CELLS, KIDS = ("r1c1", "r1c2", "r1c3"), ("ann", "bob")
SPEC = """\
grid 1 x 3
things kid = {{ann, bob}}
find v : cell at kid
find b : bool at cells drawn ". #"
rule "It":
    {}
"""
SETS = (
    "{v[ann], v[bob]}",
    "{v[x] for x in kid}",
    "{c for c in {v[ann], v[bob]}}",
    "[v[ann]] + [v[bob]]",
    "[v[ann], v[bob]] & b",
    "[v[ann], v[bob]] - b",
    "{v[ann], v[bob]} & b",
    "b + cells",
    "b + {v[ann]}",
    "{v[ann]} + b",
    "(b + cells) - {v[bob]}",
    "((b + cells) if b[v[ann]] else adjacent(v[bob]))",
    "{c for x in kid for c in adjacent(v[x])}",
)
OF_LISTS = (
    "[c for c in {}][1] = v[bob]",
    "increasing(c.column for c in {})",
    "[c.column for c in {}] = [2, 1]",
    "any(a.column > c.column for a, c in steps([x for x in {}]))",
    "any(a.column = 2 and b[c] for a, c in pairs({}))",
    "reversed([x for x in {}])[1] = v[ann]",
    "[x for x in b[{}]][1]",
)
LISTS_WITH_EQUALS = (
    "size([c for x in kid for c in adjacent(v[x])] & b) = 1",
    "size([c for x in kid for c in cells if v[x] != c] & cells) = 3",
    "size([c for x in kid for c in cells if v[x] != c] - {v[ann]}) = 2",
)


def solutions(rule: str) -> int:
    return Spec.of(Source("order.spec", SPEC.format(rule))).count("", backend="native")


def given(rule: str) -> int:
    """The solutions by boards on which all is given."""
    text = (
        SPEC.format(rule)
        .replace("find", "given")
        .replace("rule", "find one : 1..1 at kid\nrule", 1)
    )
    spec = Spec.of(Source("given.spec", text))
    count = 0
    for ann, bob in product(CELLS, repeat=2):
        for b in product(".#", repeat=3):
            puzzle = f"v:\nann {ann}\nbob {bob}\n\nb:\n{''.join(b)}\n"
            count += spec.count(puzzle, backend="native")
    return count


@pytest.mark.parametrize("rule", LISTS_WITH_EQUALS)
def test_what_a_list_names_twice_is_a_member_of_a_set_once(rule: str) -> None:
    assert 0 < solutions(rule) == given(rule)


@pytest.mark.parametrize("members", SETS)
@pytest.mark.parametrize("rule", OF_LISTS)
def test_the_order_is_that_of_known_members(rule: str, members: str) -> None:
    assert solutions(rule.format(members)) == given(rule.format(members))


@pytest.mark.parametrize("smallest", ["1 1 2", "2 1 1", "2 2 1", "2 1 2", "2 2 2"])
def test_groups_of_a_found_layer_are_in_the_order_of_its_values(smallest: str) -> None:
    spec = Spec.of(
        Source(
            "groups.spec",
            "grid 1 x 3\ngiven low : 1..2 at cells\nfind d : low[c]..2 at c in cells\n"
            'rule "The first group has the smallest value":\n'
            "    any(d[c] = min(d) for c in [g for g in groups(d)][1])\n",
        )
    )
    assert spec.count(f"low:\n{smallest}\n") == 2 ** smallest.count("1")


def test_equal_values_that_a_domain_leaves_are_one_group() -> None:
    text = "grid 1 x 3\ngiven low : 1..2 at cells\nfind d : low[c]..2 at c in cells\n"
    spec = Spec.of(Source("groups.spec", f'{text}rule "One group": size(groups(d)) = 1\n'))
    assert spec.count("low:\n2 2 2\n") == spec.count("low:\n1 2 2\n") == 1
