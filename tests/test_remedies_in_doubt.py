"""Hints where a mistake can be mended in several ways, or in none: what they name, and what not."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import PzcError, Source
from pzc.tasks.spec import Spec
from remedied import (
    LATIN,
    MINES,
    STARS,
    TWO_BOARDS,
    filled,
    mistakes,
)

DOUBTFUL = {
    "lists that differ as a whole or everywhere": TWO_BOARDS.replace(
        "{}", "all(digit[first] != digit[second])"
    ),
    "two layers could be counted": MINES.replace(
        "find mine", "find star : bool at cells\nfind mine"
    ).replace("{}", "for c in clue: touching(c) = clue[c]"),
    "two places could be asked at": LATIN.replace(
        "{}", "for c in cells:\n        for d in adjacent(c): digit = 3"
    ),
    "all or any": MINES.replace("{}", "for c in clue: mine[touching(c)]"),
}


@pytest.mark.parametrize("text", DOUBTFUL.values(), ids=DOUBTFUL)
def test_where_several_changes_are_possible_none_is_named(text: str) -> None:
    error = mistakes(text)
    assert error is not None
    assert not any(d.edits for d in error.diagnostics)


BOTH, EACH = "count(star[row(c) + column(c)])", ("count(star[row(c)])", "count(star[column(c)])")
IN_TWO = {
    "number of star in row(c) and column(c) = 1": (f"{BOTH} = 1", " = 1 and ".join(EACH) + " = 1"),
    "the number of stars in row(c) and in column(c) is at most 2": (
        f"{BOTH} <= 2",
        " <= 2 and ".join(EACH) + " <= 2",
    ),
    "number of star in row(c) or column(c) > 1": (f"{BOTH} > 1", " > 1 or ".join(EACH) + " > 1"),
}


@pytest.mark.parametrize("rule", IN_TWO)
def test_where_a_text_has_two_readings_each_is_named_and_checks(rule: str) -> None:
    error = mistakes(STARS.replace("{}", f"for c in cells: {rule}"))
    assert error is not None
    (mistake,) = error.diagnostics
    assert not mistake.edits and mistake.hint is not None
    both, each = IN_TWO[rule]
    plural = "stars" in rule
    named = mistake.hint.replace("stars[", "star[") if plural else mistake.hint
    assert named == f"write `{both}` for both together; write `{each}` for each by itself"
    for reading in (both, each):
        assert mistakes(STARS.replace("{}", f"for c in cells: {reading}")) is None


def test_two_lists_differ_as_wholes_or_everywhere() -> None:
    error = mistakes(LATIN.replace("{}", "for a, b in pairs(rows): all(digit[a] != digit[b])"))
    assert error is not None
    (mistake,) = error.diagnostics
    each = "all(digit[a[k]] != digit[b[k]] for k in 1..size(a))"
    assert mistake.hint == (
        f"write `digit[a] != digit[b]` for the lists as wholes; write `{each}` for each two members"
    )
    assert mistakes(LATIN.replace("{}", f"for a, b in pairs(rows): {each}")) is None


def test_a_guess_that_does_not_check_is_not_made() -> None:
    text = MINES.replace("{}", "for r in rows: all_different(digit[r])")
    error = mistakes(text)
    assert error is not None
    assert "did you mean" not in str(error)


def test_a_change_that_leaves_the_text_as_it_is_is_none() -> None:
    rule = "for c in clue:\n        if mine[c]: clue[c] = 1\n        else max(1, 2) = count(mine)"
    error = mistakes(MINES.replace("{}", rule))
    assert error is not None
    assert [(d.code, d.hint) for d in error.diagnostics] == [("E0115", None)]


def test_a_change_that_leaves_the_block_below_without_a_head_is_none() -> None:
    text = MINES.replace("{}", "for c in clue if mine[step(c c, up)] = no:\n        not mine[c]")
    error = mistakes(text)
    assert error is not None
    assert [d.code for d in error.diagnostics] == ["E0117"]
    assert "write" not in str(error)


TWO_MEMBERS = """grid 2 x 3
find digit : 1..4 at c in cells where c.column != 2
let some = {{c for c in cells if c.column != 2}}
rule "r":
    {}
"""


def solutions_of(*lines: str) -> set[str]:
    source = Source("my.spec", TWO_MEMBERS.format("\n    ".join(lines)))
    return {str(solution) for solution in Spec.of(source).solutions()}


def test_both_ways_to_go_through_two_members_say_what_was_meant() -> None:
    """The hint on `for a, b in s` names a way for each pair once and one for both orders."""
    with pytest.raises(PzcError) as caught:
        solutions_of("for a, b in some: digit[a] != digit[b]")
    (mistake,) = caught.value.diagnostics
    once, each, other = "pairs(s)", "for a in s:", "for b in s if b != a:"
    assert mistake.hint is not None and all(
        f"`{way}`" in mistake.hint for way in (once, each, other)
    )
    both = (each.replace("s:", "some:"), f"    {other.replace('s if', 'some if')}")
    for rule, alike in (
        ("digit[a] != digit[b]", True),  # it says the same of both orders
        ("a.row < b.row => digit[a] < digit[b]", True),  # of the order that `pairs` has
        ("a.column < b.column => digit[a] < digit[b]", False),
    ):
        in_one_order = solutions_of(f"for a, b in {once.replace('(s)', '(some)')}: {rule}")
        in_both = solutions_of(*both, f"        {rule}")
        assert in_both and (in_one_order == in_both) == alike


def test_a_loop_over_a_layer_instead_of_its_groups_is_reported_once_at_the_layer() -> None:
    text = filled(STARS, ("for g in region:\n        count(star[g]) = 1\n        any(star[g])",))
    error = mistakes(text)
    assert error is not None
    (found,) = error.diagnostics
    assert found.span is not None
    assert (found.span.text, found.message) == ("region", "'g' is a single cell here")
