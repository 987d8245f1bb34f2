"""Vertices that a count keeps out of a piece: no solution is lost, and those too far are found."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import Source
from pzc.model.constraints import Constraint
from pzc.model.model import Model
from pzc.model.nodes import Not, Query
from pzc.presolve.within_reach import kept_near
from pzc.tasks.spec import Spec
from test_placements import answers

HEADS = (
    "find land : pieces at cells",
    "find black : bool at cells\nlet land = areas(black)",
    "find black : bool at cells\nlet land = areas(black, touching)",
)
ABOVE = "for c in hint: count(d in land[c] for d in cells if d.row < c.row) = hint[c]"
LEFT = "for c in hint: count(d in land[c] for d in cells if d.column < c.column) = hint[c]"
RULES = (
    ABOVE,
    LEFT,
    "for c in hint: count(d in land[c] for d in cells if d.row < c.row) <= hint[c]",
    "for c in hint: count(d in land[c] for d in cells - [c]) != hint[c]",
    "for c in hint: count(d in land[c] for d in hint - [c]) = 1",
    "for c in hint: sum(d.row if d in land[c] else 1 for d in cells if d.row > 1) < 3 * hint[c]",
    "for c in hint: count(d in land[c] for d in cells if d.row > c.row) > hint[c]",
    "for c in hint: count(d in land[c] for d in cells if d.row > 1) - hint[c] <= hint[c.left]",
    "for c in hint: count(d in land[c] for d in cells if d.row < c.row)"
    " <= count(d in land[c] for d in cells if d.row > c.row)",
    "for a, b in pairs(hint): not a in land[b]",
    "for c in hint: not c.up in land[c]",
)


def model(head: str, rules: list[str], picture: str, more: str = "") -> Model:
    said = "".join(f'\nrule "{k}":\n    {rule}' for k, rule in enumerate(rules))
    text = f"grid h x w\ngiven hint : 0..6 at some cells\n{head}\n{said}\n"
    spec = Spec.of(Source("s.spec", text))
    return spec.grounder.ground(spec.sections(f"hint:\n{picture}\n{more}")).model


def added(m: Model) -> list[Constraint]:
    return kept_near(m).constraints[len(m.constraints) :]


def apart(constraints: list[Constraint]) -> list[tuple[int, int]]:
    """The vertices that constraints say to be of two pieces."""
    found = []
    for c in constraints:
        assert isinstance(c.condition, Not) and isinstance(c.condition.arg, Query)
        found.append(c.condition.arg.data)
    return found


@settings(max_examples=20)
@given(
    head=st.sampled_from(HEADS),
    rules=st.lists(st.sampled_from(RULES), min_size=1, max_size=3, unique=True),
    hints=st.lists(st.sampled_from(["."] * 5 + [*"0123"]), min_size=9, max_size=9),
    wide=st.booleans(),
)
def test_no_solution_is_lost(head: str, rules: list[str], hints: list[str], wide: bool) -> None:
    rows = [hints[:4], hints[4:8]] if wide else [hints[:3], hints[3:6], hints[6:]]
    m = model(head, rules, "\n".join(" ".join(row) for row in rows))
    assert answers(kept_near(m), "native") == answers(m, "native")


def test_a_path_has_no_more_cells_than_a_count_allows() -> None:
    # Cells 0 to 3 below each other: only one above the last is in its piece.
    found = added(model(HEADS[0], [ABOVE], ".\n.\n.\n1"))
    assert apart(found) == [(0, 3), (1, 3)]
    assert {c.origin.rule for c in found} == {0}


def test_what_two_counts_say_is_taken_together() -> None:
    """The cell across the corner needs one beside it, too, which is above or to the left."""
    picture = ". . .\n. . 1"
    assert not added(model(HEADS[0], [ABOVE], picture))
    assert apart(added(model(HEADS[0], [LEFT], picture))) == [(0, 5), (3, 5)]
    found = added(model(HEADS[0], [ABOVE, LEFT], picture))
    assert apart(found) == [(0, 5), (1, 5), (3, 5)]
    assert {origin.rule for c in found for origin in c.origins} == {0, 1}


def test_no_path_leads_through_vertices_that_are_apart() -> None:
    most = "for c in hint: count(d in land[c] for d in cells if d.column != c.column) <= 1"
    picture = ". .\n. .\n. 1"
    assert not added(model(HEADS[0], [most], picture))
    # With the cell above it apart, the only path begins in the other column.
    above = "for c in hint: not c.up in land[c]"
    found = added(model(HEADS[0], [most, above], picture))
    assert apart(found) == [(0, 5), (2, 5)]
    assert {origin.rule for c in found for origin in c.origins} == {0, 1}


def test_nothing_is_added_where_a_count_allows_all() -> None:
    rule = "for c in hint: count(d in land[c] for d in cells - [c]) <= 6 - hint[c]"
    m = model(HEADS[0], [rule], "0 . .\n. . .")
    assert kept_near(m) is m


def test_a_count_may_be_about_two_divisions() -> None:
    head = (
        "given pier : bool at cells\nfind land : pieces at cells - pier\nfind sea : pieces at pier"
    )
    rule = (
        "for c in hint:\n        for d in pier:"
        " count(x in land[c] for x in cells - pier if x.row < c.row)"
        " + count(x in sea[d] for x in pier - [d]) = hint[c]"
    )
    m = model(head, [rule], ". .\n. .\n. .\n. 1", "\npier:\n# .\n# .\n. .\n. .\n")
    assert added(m)
    assert answers(kept_near(m), "native") == answers(m, "native")
