"""Verify names the broken rule, the place and the values to blame; and what can be completed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from pzc import load
from pzc.dsl.diagnostics import PzcError, Source
from pzc.model.constraints import Constraint
from pzc.model.incremental import Network
from pzc.render.plain import plain
from pzc.tasks import verify as verify_module
from pzc.tasks.library import example
from pzc.tasks.spec import Spec
from pzc.tasks.verify import PRINTED, Verdict, verify

STAR = Spec.of(
    Source(
        "star.spec",
        """\
puzzle "Star Battle"
param stars : 1..9 = 2
grid  n x n
given region : symbol at cells
find  star   : bool at cells drawn ". *"

rule "Every row, column and region holds exactly {stars} stars":
    for unit in rows + columns + groups(region):
        count(star[unit]) = stars

rule "Stars never touch, not even diagonally":
    for a, b in touching:
        not (star[a] and star[b])
""",
    )
)
LATIN = Spec.of(
    Source(
        "latin.spec",
        """\
puzzle "Latin"
grid  n x n
given clue  : 1..n at some cells
find  digit : 1..n at cells from clue
let   twice = size(clue)
rule "Rows and columns hold every digit once":
    for line in rows + columns: all_different(digit[line])
""",
    )
)

# Boards from an old notebook on generating Star Battles: none of its "solutions" is one.
NOTEBOOK_5 = "stars: 1\n\nregion:\nABCDE\nABCDF\nABCGF\nAHCGF\nIHCGF\n"
NOTEBOOK_5_SOLUTION = "...*.\n..*..\n....*\n*....\n.*...\n"
COLUMNS = "stars: 2\n\nregion:\n" + "ABCDEFGHIJ\n" * 10
COLUMNS_SOLUTION = """\
.*..*.....
*....*....
..*...*...
.*.....*..
*..*......
....*.*...
..*....*..
*..*......
.*...*....
..*.....*.
"""


def sentences(verdict: Verdict) -> set[str]:
    return {b.sentence for b in verdict.broken}


def test_a_solution_holds() -> None:
    verdict = verify(
        STAR, "stars: 1\n\nregion:\nABCCC\nABCCD\nAACDD\nECCDD\nEEEDD\n",
        ".*...\n...*.\n*....\n....*\n..*..\n", backend="cnf",
    )  # fmt: skip
    assert verdict.holds and verdict.complete and not verdict.broken


def test_the_notebooks_boards_are_wrong() -> None:
    small = verify(STAR, NOTEBOOK_5, NOTEBOOK_5_SOLUTION, backend="cnf")
    assert sentences(small) == {
        "Every row, column and region holds exactly 1 star",
        "Stars never touch, not even diagonally",
    }
    touching = next(b for b in small.broken if b.rule == 1)
    assert [p.name for p in touching.places] == ["r1c4", "r2c3"]
    assert dict(touching.bindings) == {"a": "r1c4", "b": "r2c3"}
    large = verify(STAR, COLUMNS, COLUMNS_SOLUTION, backend="cnf")
    assert "Every row, column and region holds exactly 2 stars" in sentences(large)
    units = {dict(b.bindings)["unit"] for b in large.broken if b.rule == 0}
    assert {"column 1", "column 10"} <= units and "row 1" not in units


def test_broken_rules_are_said_in_the_words_of_hints() -> None:
    """What a rule is about, where the values do not show it; no variable of the spec."""
    broken = verify(STAR, NOTEBOOK_5, NOTEBOOK_5_SOLUTION, backend="cnf").broken
    rule = "Every row, column and region holds exactly 1 star"
    assert [one.text for one in broken if one.rule == 0][
        -1
    ] == f"{rule} (region I): no star at r5c1"
    assert broken[-1].text == "Stars never touch, not even diagonally: a star at r4c1 and r5c2"
    latin = verify(LATIN, "1..\n...\n...\n", "232\n312\n123\n", backend="cnf").broken
    assert [one.text for one in latin] == [
        f"{PRINTED}: r1c1 is 2, printed 1",
        "Rows and columns hold every digit once (row 1): r1c1 and r1c3 are 2",
        "Rows and columns hold every digit once (column 3): r1c3 and r2c3 are 2",
    ]


def test_values_of_a_plan_are_said_with_their_moments() -> None:
    puzzle = example("pouring", 1)
    plan = Path(puzzle.name).with_suffix(".solution").read_text(encoding="utf-8")
    one = verify(load("pouring"), puzzle, plan.replace("large 4", "large 3")).broken[0]
    assert one.moments == (5, 6)
    assert one.text.endswith(" (time 5): at time 5 small is 2, large is 5; at time 6 large is 3")


def test_only_the_values_to_blame_are_named() -> None:
    verdict = verify(LATIN, "...\n...\n...\n", "122\n231\n313\n", backend="cnf")
    first = verdict.broken[0]
    assert first.values == (("digit", "r1c2", "2"), ("digit", "r1c3", "2"))
    assert first.bindings == (("line", "row 1"),)


def test_printed_values_stand() -> None:
    verdict = verify(LATIN, "1..\n...\n...\n", "231\n312\n123\n", backend="cnf")
    assert sentences(verdict) == {PRINTED}
    assert verdict.broken[0].values == (("digit", "r1c1", "2, printed 1"),)


def test_a_partial_board_that_can_be_completed() -> None:
    verdict = verify(LATIN, "1..\n...\n...\n", "12.\n.3.\n...\n", backend="cnf")
    assert verdict.holds and not verdict.complete


def test_a_partial_board_that_breaks_a_rule() -> None:
    verdict = verify(LATIN, "1..\n...\n...\n", "1.1\n...\n...\n", backend="cnf")
    assert not verdict.complete and len(verdict.broken) == 1
    assert [p.name for p in verdict.broken[0].places] == ["r1c1", "r1c3"]


def test_a_board_of_one_column_has_a_number_on_each_line() -> None:
    """As it is printed: no space shows that 12 is a number, but the size does."""
    sums = Spec.of(
        Source(
            "sums.spec",
            "grid h x w\n"
            "given clue : 0..20 at some cells\n"
            "find  number : 0..20 at cells from clue\n"
            'rule "The numbers add up to 25": sum(number) = 25\n',
        )
    )
    puzzle = "h: 2\nw: 1\nclue:\n12\n.\n"
    found = sums.solve(puzzle)
    assert str(found).split() == ["12", "13"]
    assert verify(sums, puzzle, str(found)).holds
    assert not verify(sums, puzzle, "12\n14\n").holds


def test_a_partial_board_that_cannot_be_completed() -> None:
    verdict = verify(LATIN, "...\n...\n...\n", "12.\n..3\n...\n", backend="cnf")
    assert not verdict.broken and not verdict.holds
    assert verdict.conflict == ("Rows and columns hold every digit once",)


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ("12\n21\n33\n", "E0311"),
        ("123\n23\n312\n", "E0310"),
        ("123\n231\n31x\n", "E0320"),
        ("123\n231\n314\n", "E0320"),
        ("", "E0330"),
        ("number:\n123\n231\n312\n", "E0303"),
    ],
)
def test_mistakes_in_a_board(board: str, code: str) -> None:
    with pytest.raises(PzcError) as caught:
        verify(LATIN, "...\n...\n...\n", board, backend="cnf")
    assert caught.value.diagnostics[0].code == code


def test_what_is_computed_can_be_verified() -> None:
    spec = Spec.of(
        Source(
            "seam.spec",
            """\
grid h x w
given flag : symbol at cells
things tile = given
given face : picture of symbol at tile
find  spot : one of placements(face[t], turned) at t in tile
rule "Every cell is covered by exactly one tile":
    for c in cells: count(c in spot[t] for t in tile) = 1
let    seam = outline(spot)
answer seam
""",
        )
    )
    puzzle = "flag:\nxx\nxx\n\nface:\nxx\n\nxx\n"
    lying = "seam:\n+.+.+\n.....\n+-+-+\n.....\n+.+.+\n"
    assert verify(spec, puzzle, lying, backend="cnf").holds
    crossed = "seam:\n+.+.+\n..|..\n+-+-+\n.....\n+.+.+\n"
    verdict = verify(spec, puzzle, crossed, backend="cnf")
    assert not verdict.holds and verdict.conflict


def test_the_best_is_wanted() -> None:
    spec = Spec.of(
        Source(
            "least.spec",
            'grid 1 x 3\nfind lamp : bool at cells\nrule "Some light": any(lamp)\n'
            "minimize size(lamp)\n",
        )
    )
    assert verify(spec, "", "#..\n", backend="cnf").holds
    verdict = verify(spec, "", "#.#\n", backend="cnf")
    assert sentences(verdict) == {"The value is the least possible: 1, not 2"}


SLIDES = """
grid h x w
given ring : bool at cells drawn ". o"
find  goal : row(c) + column(c) at c in ring

rule "No ring stays":
    for c in ring: goal[c] != c
"""


def test_a_domain_may_differ_from_place_to_place() -> None:
    spec = Spec.of(Source("slides.spec", SLIDES))
    assert verify(spec, "o.\n.o\n", "r1c2 .\n. r1c2\n").holds
    with pytest.raises(PzcError) as caught:
        verify(spec, "o.\n.o\n", "r1c2 .\n. r1c1\n")
    assert [d.code for d in caught.value.diagnostics] == ["E0320"]
    assert not verify(spec, "o.\n.o\n", "r1c2 .\n. r2c2\n").holds


TAGGED = """
grid h x w
given tag  : 1..2 at some cells
find  line : bool at links
find  copy : 1..2 at cells from tag

rule "At most one line":
    count(line) <= 1

rule "A line joins equal tags":
    for a, b in adjacent: line[a, b] => copy[a] = copy[b]

answer line
"""


def test_rules_on_what_the_answer_hides_are_named_beside_others() -> None:
    spec = Spec.of(Source("tagged.spec", TAGGED))
    verdict = verify(spec, "1.2\n", "+-+-+\n")
    assert sentences(verdict) == {"At most one line"}
    assert verdict.conflict == ("A line joins equal tags",)
    assert verify(spec, "1.2\n", "+-+.+\n").holds
    assert not verify(spec, "1.1\n", "+-+-+\n").conflict


def test_a_board_that_can_be_completed_is_found_without_telling_rules_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search among the rules as they are written takes far longer."""

    def grouped(_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(verify_module, "group_by_origin", grouped)
    verdict = verify(load("shikaku"), "3 . .\n. . .\n. . 6\n", "a??\n???\n???\n")
    assert verdict.holds
    with pytest.raises(AssertionError):
        verify(load("shikaku"), "4 . .\n. . .\n. . 5\n", "a??\n???\n???\n")


def test_many_broken_rules_of_a_graph_share_one_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def network(constraints: Sequence[Constraint]) -> Network:
        made.append(len(constraints))
        return Network(constraints)

    monkeypatch.setattr("pzc.tasks.verify.Network", network)
    board = "\n".join("#." * 5 if row % 2 else ".#" * 5 for row in range(10))
    verdict = load("nurikabe").verify("\n".join(["1........."] + ["." * 10] * 9), board)
    assert len(verdict.broken) > 20 and len(made) == 1


@pytest.mark.parametrize(
    ("name", "puzzle", "board", "wrong"),
    [
        ("tasquare", "clue:\n1 . .\n. . .\n. . .\n", "???\n???\n???\n", "#??\n???\n???\n"),
        ("slitherlink", "clue:\n3 .\n. .\n", "?????\n" * 5, "|????\n" * 5),
    ],
)
def test_an_undecided_board_may_say_so_where_nothing_is_found(
    name: str, puzzle: str, board: str, wrong: str
) -> None:
    spec = load(name)
    assert not spec.verify(puzzle, board).broken
    with pytest.raises(PzcError, match="has no place"):
        spec.verify(puzzle, wrong)


def test_a_board_may_repeat_the_clues_of_the_puzzle() -> None:
    """Where the layer has no place: a board that was copied by hand shows the clues, too."""
    spec = Spec.of(
        Source(
            "mines.spec",
            "grid h x w\n"
            "given clue : 0..8 at some cells\n"
            'find mine : bool at c in cells where c not in clue drawn ". *"\n'
            'rule "Around":\n    for c in clue: count(mine[touching(c)]) = clue[c]\n',
        )
    )
    for clue, other, mines in (("1", "2", "*."), ("2", "1", "**")):  # of one shape
        puzzle = f"{clue}.\n.."
        assert spec.verify(puzzle, f"{clue}.\n{mines}").holds
        with pytest.raises(PzcError, match=f"expected: '.' or '{clue}'") as caught:
            spec.verify(puzzle, f"{other}.\n{mines}")
        assert [d.code for d in caught.value.diagnostics] == ["E0325"]


def test_printed_values_that_the_board_leaves_open_break_rules_too() -> None:
    verdict = verify(LATIN, "1.\n.1\n", "?1\n??\n")
    assert [broken.where for broken in verdict.broken] == ["row 1", "column 2"]
    assert not verdict.complete
    given = verify(LATIN, "11\n..\n", "??\n??\n")
    assert [broken.what for broken in given.broken] == ["r1c1 and r1c2 are 1"]


# By what the answer has: a computed layer or value, which no declaration describes.
COMPUTED = {
    "cells": "let shown = place",
    "a cell": "let shown = place[cells][1]",
    "directions": "let shown[c in cells] = way[c]",
    "a truth": "let shown = all(n[c] > 0 for c in cells)",
    "a number": "let shown = sum(n[c] for c in cells)",
    "lists": "let shown[c in cells] = [n[d] for d in adjacent(c)]",
    "a list of cells": "let shown = [place[c] for c in cells]",
}


@pytest.mark.parametrize("what", COMPUTED)
def test_a_computed_answer_is_read_as_it_is_printed(what: str) -> None:
    rules = """
    for c in cells: place[c] = c and way[c] in {up, left}
    all_equal(n)
"""
    text = f"""grid h x w
find place : cells at cells
find way : directions at cells
find n : 0..2 at cells
{COMPUTED[what]}
answer shown
rule "Each cell has its own place, and all numbers are equal":{rules}"""
    spec = Spec.of(Source("computed.spec", text))
    printed = [plain(found) for found in spec.solutions("h: 2\nw: 2\n")]
    assert printed
    for board in printed:
        verdict = spec.verify("h: 2\nw: 2\n", board)
        assert verdict.holds and verdict.complete, board
    # The last value, changed to one that no place has.
    *before, last = re.split(r"(?=[ \[,])", printed[0].rstrip())
    wrong = last.translate(str.maketrans("0123ul", "9999xx"))
    assert not spec.verify("h: 2\nw: 2\n", "".join([*before, wrong])).holds


def test_a_computed_number_may_be_undecided_and_is_one_number() -> None:
    spec = Spec.of(
        Source(
            "sum.spec",
            """grid h x w
find n : 0..2 at cells
let total = sum(n[c] for c in cells)
answer total
rule "All is one number": all_equal(n)
""",
        )
    )
    for text in ("total: ?", "total:"):
        verdict = spec.verify("h: 1\nw: 2\n", text)
        assert verdict.holds and not verdict.complete
    for text, holds in (("4", True), ("3", False), ("--4", False), ("9" * 5000, False)):
        assert spec.verify("h: 1\nw: 2\n", f"total: {text}").holds is holds
    with pytest.raises(PzcError, match="'total' has 3 values, not one"):
        spec.verify("h: 1\nw: 2\n", "total: 4 7 9")
