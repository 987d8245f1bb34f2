"""Comprehensions over the places of a piece mean the same as where all members are listed."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import Source
from pzc.model.globals.size import SIZE
from pzc.model.nodes import Measure, bottom_up
from pzc.render.plain import plain
from pzc.tasks.spec import Spec

RULES = """
puzzle "Parts"
grid  h x w
given dot   : bool at cells
given clue  : 0..3 at some cells
find  shade : bool at cells drawn ". #"
find  digit : 1..2 at some cells
find  block : pieces at cells
let   large = {p for p in block if size(p) > 2}
rule "There are two pieces": size(block) = 2
rule "There are not too many solutions":
    size(digit) = 3
    size(shade) < 3
rule "What is said of a piece":
"""
PUZZLE = """
dot:
#.
.#

clue:
2.
10
"""
# What names the piece as well is not read off a table of the places.
TESTS = {
    "c in dot": "c in dot and c in p",
    "shade[c]": "shade[c] and c in p",
    "digit[c] = 2": "digit[c] = 2 and c in p",
    "clue[c] < 2": "clue[c] < 2 and c in p",
    "dot[c] and not shade[c]": "dot[c] and not shade[c] and c in p",
    "digit[c] > clue[c]": "digit[c] > clue[c] and c in p",
}
COUNTS = [
    "count({test} for c in {members}) = 1",
    "sum(1 for c in {members} if {test}) = 1",
    "size({{c for c in {members} if {test}}}) < 2",
    "sum(clue[c] for c in {members} if {test}) < 3",
    "sum(digit[c] for c in {members} if {test}) = 2",
    "max(digit[c] for c in {members} if {test}) = 2",
    "kinds(digit[c] for c in {members} if {test}) = 2",
    "all_different(digit[c] for c in {members} if {test})",
    "any(shade[c] for c in {members} if {test})",
    "{{c for c in {members} if {test}}} = {{c for c in {members} if shade[c]}}",
]


def solutions(rule: str) -> set[str]:
    spec = Spec.of(Source("parts.spec", f"{RULES}    {rule}\n"))
    return {plain(solution) for solution in spec.solutions(PUZZLE, backend="native")}


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("count", COUNTS)
def test_what_is_counted_on_a_piece_is_what_is_listed(count: str, test: str) -> None:
    listed = solutions("for p in block: " + count.format(test=TESTS[test], members="p"))
    assert solutions("for p in block: " + count.format(test=test, members="p")) == listed


@pytest.mark.parametrize(
    "members", ["dot", "shade", "digit", "clue", "cells", "[e for d in dot for e in adjacent(d)]"]
)
@pytest.mark.parametrize("count", COUNTS[:7])
def test_what_is_counted_among_other_places_is_what_is_listed(count: str, members: str) -> None:
    some = count.format(test="c in p", members=members)
    every = count.format(test="c in p and size(p) > 0", members=members)
    assert solutions(f"for p in block: {some}") == solutions(f"for p in block: {every}")


@pytest.mark.parametrize(
    ("each", "others"),
    [
        (
            "for p in block: size(p) < 4 and any(shade[p])",
            [
                "all(size(p) < 4 and any(shade[p]) for p in block)",
                "all(size(p) < 4 for p in block) and not any(not any(shade[p]) for p in block)",
                "count(size(p) > 3 or not any(shade[p]) for p in block) = 0",
                "count(size(p) < 4 and any(shade[p]) for p in block) = size(block)",
                "not (any(size(p) > 3 for p in block)"
                " or count(size(shade & p) = 0 for p in block) > 0)",
                "if not all(size(p) < 4 and any(shade[p]) for p in block): no",
                "not (size(digit) > 0 => any(size(p) > 3 or size(shade & p) < 1 for p in block))",
            ],
        ),
        (
            "for p in block if size(p) > 2: count(shade[p]) = 1",
            [
                "all(count(shade[p]) = 1 for p in block if size(p) > 2)",
                "not any(count(shade[p]) != 1 for p in block if size(p) > 2)",
                "for p in {q for q in block if size(q) > 2}: count(shade[p]) = 1",
                "for p in large: count(shade[p]) = 1",
                "all(count(shade[p]) = 1 for p in large)",
                "all(count(shade[p]) = 1 for p in [q for q in block if size(q) >= 3])",
                "count(count(shade[p]) != 1 for p in large) = 0",
                "sum(size(p) for p in large if count(shade[p]) != 1) = 0",
            ],
        ),
        (
            "for p in block:\n        for c in p: shade[c] <=> size(p) < 3",
            ["all(shade[c] <=> size(p) < 3 for p in block for c in p)"],
        ),
        (
            "for p in block: any(shade[dot]) => any(shade[p])",
            [
                "any(shade[dot]) => all(any(shade[p]) for p in block)",
                "any(shade[dot]) => not any(size(shade & p) = 0 for p in block)",
                "if any(shade[dot]): all(any(shade[p]) for p in block)",
            ],
        ),
    ],
)
def test_what_is_said_of_all_pieces_is_said_of_each(each: str, others: list[str]) -> None:
    expected = solutions(each)
    assert expected
    assert all(solutions(other) == expected for other in others)


def test_places_beside_the_one_of_a_piece_are_counted_by_edges() -> None:
    """The walls that a clue counts: as a size, they propagate far less."""
    rule = "for c in dot: count(d in block[c] for d in adjacent(c)) = 1"
    head = RULES.replace("size(block) = 2", "yes")
    model = Spec.of(Source("parts.spec", f"{head}    {rule}\n")).ground(PUZZLE, exact=True).model
    assert not model.uses(SIZE)


@pytest.mark.parametrize(
    ("number", "plain"),
    [
        ("sum(1 for c in p)", "size(p)"),
        ("size(p & shade)", "size(p)"),
        ("sum(2 for c in p if shade[c])", "2 * size(p)"),
        ("size(p - shade)", "0"),
        ("sum(3 if shade[c] else 1 for c in p)", "3 * size(p)"),
        ("size(dot & shade & p)", "size(dot & p)"),
        ("sum(clue[p & shade])", "sum(clue[p])"),
    ],
)
def test_places_in_a_piece_have_what_makes_them_be_in_one(number: str, plain: str) -> None:
    head = RULES.replace("let   large", "let   shaded = areas(shade)\nlet   large")
    counts = [
        Spec.of(Source("parts.spec", f"{head}    for p in shaded: {rule}\n")).count(PUZZLE)
        for rule in (f"{number} = {plain}", f"{number} != {plain}", "yes")
    ]
    assert counts[0] == counts[2]


@pytest.mark.parametrize(
    "number", ["size(p)", "sum(1 for c in p)", "size(p & shade)", "sum(1 for c in p if shade[c])"]
)
def test_the_size_of_a_piece_is_asked_without_weights(number: str) -> None:
    rules = 'grid 3 x 3\nfind shade : bool at cells\nlet shaded = areas(shade)\nrule "It":\n'
    spec = Spec.of(Source("sizes.spec", f"{rules}    for p in shaded: {number} < 4\n"))
    conditions = [c.condition for c in spec.ground("", exact=True).model.constraints]
    sizes = [x for x in bottom_up(conditions, set()) if isinstance(x, Measure)]
    assert sizes
    assert {(x.definition, x.data[1]) for x in sizes} == {(SIZE, None)}


@pytest.mark.parametrize(
    "among", ["reversed(d for d in cells)", "[d for s in sides(right) for d in s.line]", "cells"]
)
@pytest.mark.parametrize(
    "said",
    [
        "[x.column for x in {}] = [2, 1]",
        "[x for x in {}][1].row = 2",
        "increasing(3 * x.row + x.column for x in {})",
    ],
)
def test_places_of_a_piece_keep_the_order_in_which_they_are_named(among: str, said: str) -> None:
    def count(members: str) -> int:
        rule = f'rule "Some pieces": any({said.format(members)} for p in block)\n'
        head = "grid 2 x 2\nfind block : pieces at cells\n"
        return Spec.of(Source("order.spec", head + rule)).count("")

    listed = count(f"{among} if x in p and size(p) > 0")
    assert count(f"{among} if x in p") == count(f"{among} & p") == listed


GIVEN_TRUTHS = """
puzzle "Marks"
grid  h x w
given hole  : bool at cells drawn ". #"
given mark  : bool at cells - hole drawn ". o"
find  shade : bool at cells drawn ". #"
find  block : pieces at cells
let   dark = areas(shade)
rule "A few": size(block) <= 2
rule "What is said of each piece": for p in {pieces}: {said}
"""


@pytest.mark.parametrize("pieces", ["block", "dark"])
@pytest.mark.parametrize(
    "said",
    [
        "count({marks}) = 1",
        "any({marks})",
        "not any({marks})",
        "all({marks})",
        "size({marks}) = 2",
        "kinds({marks}) = 2",
        "bag({marks}) = bag([yes, no, no])",
        "{marks} = [yes, no]",
        "no in {marks}",
    ],
)
def test_given_bools_of_a_piece_are_those_of_its_places(said: str, pieces: str) -> None:
    """Where the layer has no place, it says no."""
    found = []
    for marks in ("mark[p]", "[mark[c] for c in p]"):
        spec = GIVEN_TRUTHS.format(pieces=pieces, said=said.format(marks=marks))
        puzzle = "hole:\n..#\n...\n\nmark:\no..\n.o.\n"
        solutions = Spec.of(Source("marks.spec", spec)).solutions(puzzle)
        found.append({plain(one) for one in solutions})
    assert found[0] == found[1]
