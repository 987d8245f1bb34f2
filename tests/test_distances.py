"""Two distant vertices make a piece large: no solution is lost, and distant ones are separated."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.presolve.distances import far_apart
from pzc.tasks.spec import Spec
from test_placements import answers

HEADS = (
    "find land : pieces at cells",
    "find black : bool at cells\nlet land = areas(black)",
    "find black : bool at cells\nlet land = areas(black, touching)",
)
RULES = (
    "for p in land: size(hint & p) <= 1",
    "for p in land: size(hint & p) = 1 and size(p) <= 3",
    "for a, b in pairs(hint): a in land[b] => size(land[a]) = 3",
    "for c in hint: size(land[c]) = hint[c]",
    "for c in hint: size(land[c]) != hint[c] or c.right in land[c]",
)


def model(head: str, rules: list[str], picture: str) -> Model:
    said = "".join(f'\nrule "{k}":\n    {rule}' for k, rule in enumerate(rules))
    text = f"grid h x w\ngiven hint : 1..6 at some cells\n{head}\n{said}\n"
    spec = Spec.of(Source("s.spec", text))
    return spec.grounder.ground(spec.sections(f"hint:\n{picture}\n")).model


@settings(max_examples=30)
@given(
    head=st.sampled_from(HEADS),
    rules=st.lists(st.sampled_from(RULES), min_size=1, max_size=3, unique=True),
    hints=st.lists(st.sampled_from(["."] * 4 + [*"1234"]), min_size=8, max_size=8),
)
def test_no_solution_is_lost(head: str, rules: list[str], hints: list[str]) -> None:
    m = model(head, rules, " ".join(hints[:4]) + "\n" + " ".join(hints[4:]))
    more = far_apart(m)
    assert answers(more, "native") == answers(m, "native")


def test_a_path_is_as_long_as_the_graph_makes_it() -> None:
    rule = "for a, b in pairs(hint): a in land[b] => size(land[a]) = 3"
    m = model(HEADS[0], [rule], "1 . . 2\n. . . .")
    added = far_apart(m).constraints[len(m.constraints) :]
    assert len(added) == 1
    assert added[0].origin.rule == -1
    # They cannot be of one piece of three: between them lie two.
    m = model(HEADS[0], [rule, "for a, b in pairs(hint): a in land[b]"], "1 . . 2\n. . . .")
    assert not answers(far_apart(m), "cnf")


@pytest.mark.parametrize(
    "rules", [["for c in hint: size(land[c]) = hint[c]"], ["for a, b in pairs(hint): a in land[b]"]]
)
def test_nothing_is_added_where_sizes_or_pairs_are_not_asked(rules: list[str]) -> None:
    m = model(HEADS[1], rules, "1 . . 2\n. . . .")
    assert far_apart(m) is m
