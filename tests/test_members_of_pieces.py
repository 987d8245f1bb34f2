"""Rules about the piece of a place: grounding examines only this piece."""

from __future__ import annotations

import pytest
from pzc.compiler.lower import on_pieces
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

HEADS = {
    "drawn": "grid h x w\nfind block : pieces at cells\n",
    "joined": "grid h x w\nfind dot : bool at cells\nlet block = areas(dot)\n",
}
# Of each two, the second says the same in words that are not recognised.
LOOPS = {
    "one place": (
        "for p in block:\n        for a in cells: a in p => BODY",
        "for p in block:\n        for a in cells: count(a in p for k in 1..2) > 1 => BODY",
    ),
    "place first": (
        "for a in cells:\n        for p in block: a in p => BODY",
        "for a in cells:\n        for p in block: count(a in p for k in 1..2) > 1 => BODY",
    ),
    "if": (
        "for p in block:\n        for a in cells:\n            if a in p: BODY",
        "for p in block:\n        for a in cells:\n"
        "            if count(a in p for k in 1..2) > 1: BODY",
    ),
    "filter": (
        "for p in block:\n        for a in cells if not a not in p: BODY",
        "for p in block:\n        for a in cells if count(a in p for k in 1..2) > 1: BODY",
    ),
    "two places": (
        "for p in block:\n        for a, b in pairs(cells): not (a in p and b in p) or BODY",
        "for p in block:\n"
        "        for a, b in pairs(cells): count(x in p for x in [a, b]) > 1 => BODY",
    ),
    "lists of two places": (
        "for p in block:\n        for b, a in [[x, y] for x in cells for y in row(x)]:\n"
        "            a in p => BODY",
        "for p in block:\n        for b, a in [[x, y] for x in cells for y in row(x)]:\n"
        "            count(a in p for k in 1..2) > 1 => BODY",
    ),
    "two loops": (
        "for p in block:\n        for b in cells:\n"
        "            for a in cells: b in p and a in p => BODY",
        "for p in block:\n        for b in cells:\n"
        "            for a in cells: count(x in p for x in [a, b, b]) > 2 => BODY",
    ),
    "another piece": (
        "for p in block:\n        for q in block:\n"
        "            for a in cells: a in p and a in q => BODY and size(q) < 4",
        "for p in block:\n        for a in cells:\n"
        "            if count(a in p for k in 1..2) > 1: BODY and size(p) < 4",
    ),
}
BODIES = ["size(p) < 3", "a.row + size(p) < 4", "all(c.column > 1 or size(p) > a.row for c in p)"]


def spec_of(head: str, loop: str, body: str) -> Spec:
    words = loop.replace("BODY", body)
    return Spec.of(Source("members.spec", f'{HEADS[head]}rule "It":\n    {words}\n'))


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("body", BODIES)
def test_no_answer_is_lost_or_won(head: str, loop: str, body: str) -> None:
    one, other = (spec_of(head, words, body) for words in LOOPS[loop])
    puzzle = "h: 2\nw: 3\n"
    assert one.count(puzzle) == other.count(puzzle) > 0


@pytest.mark.parametrize("loop", ["one place", "place first", "if", "filter"])
def test_the_places_of_other_pieces_are_left_out(loop: str) -> None:
    by_cells = Spec.of(
        Source(
            "cells.spec", f'{HEADS["drawn"]}rule "It":\n    for a in cells: size(block[a]) < 3\n'
        )
    )
    by_pieces = spec_of("drawn", LOOPS[loop][0], BODIES[0])
    short, long = (spec.ground("h: 4\nw: 4\n", exact=True) for spec in (by_cells, by_pieces))
    assert len(long.model.constraints) == len(short.model.constraints)


def test_a_place_that_is_found_may_be_in_any_piece() -> None:
    head = f"{HEADS['drawn']}things kid = {{ann}}\nfind home : cell at kid\n"
    one, other = (
        Spec.of(Source("found.spec", f'{head}rule "It":\n    {words}\n'))
        for words in (
            "for p in block:\n        for a in [home[ann]]: a in p => size(p) < 2",
            "for c in cells: home[ann] = c => size(block[c]) < 2",
        )
    )
    puzzle = "h: 2\nw: 2\n"
    assert one.count(puzzle) == other.count(puzzle) > 0


@pytest.mark.parametrize("demand", ["any(c in area[a] for c in clue)", "size(area[a] & clue) >= 1"])
@pytest.mark.parametrize(("where", "expected"), [("cells", 1), ("cells - clue", 3)])
def test_a_cell_whose_piece_has_something_is_in_one(demand: str, where: str, expected: int) -> None:
    """All cells are black, or all without a clue and one of the two, or both, that have one."""
    spec = f"""grid 2 x 3
given clue : 1..2 at some cells
find black : bool at cells
let area = areas(black)
rule "It":
    for a in {where}: {demand}
"""
    assert Spec.of(Source("it.spec", spec)).count("clue:\n.1.\n1..\n", backend="native") == expected


# What must be in a piece for each of some places; each rule also in words that are not recognised.
IN_PIECE = {
    "beside": ("c.right in p", "c in cells", "True"),
    "may be missing": ("step(c, arrow[c]) in p", "c in arrow", "True"),
    "several in one": ("[x for x in row(c)][1] in p", "c in cells", "True"),
    "two conditions": ("c.left in p", "c in cells", "c.row = 1"),
    "an outer name": ("c in p", "c in cells", "c.column = k"),
    "an outer name outside": ("step(c, arrow[c]) in p", "c in arrow", "c.row < k"),
}
ASKED = (
    "count({}) = 1",
    "count({}) in {{0, 2}}",
    "any({})",
    "not any({})",
    "all({})",
)


@pytest.mark.parametrize("few", [0, on_pieces.FEW])
@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("what", IN_PIECE)
@pytest.mark.parametrize("asked", ASKED)
def test_what_places_determine_is_counted_in_a_piece(
    head: str, what: str, asked: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_pieces, "FEW", few)
    test, loop, more = IN_PIECE[what]
    head = HEADS[head].replace("find", "given arrow : direction at some cells\nfind", 1)
    tail = "" if more == "True" else f" if {more}"
    counts = []
    for words in (test, f"count({test} for i in 1..2) > 1"):
        asks = asked.format(f"{words} for {loop}{tail}")
        rule = f"for p in block:\n        for k in {{1, 2, 3}}: {asks}"
        spec = Spec.of(Source("it.spec", f'{head}rule "It":\n    {rule}\n'))
        counts.append(spec.count("h: 2\nw: 3\narrow:\n>.v\n^..\n"))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("head", HEADS)
def test_a_set_cut_by_a_piece_keeps_its_order(head: str) -> None:
    """The members come in the order of the set on the left side."""
    counts = []
    for back in (
        "{c for c in reversed([x for x in cells])} & p",
        "[c for c in reversed([x for x in cells]) if c in p]",
    ):
        for op in "><":
            falls = f"w * a.row + a.column {op} w * b.row + b.column"
            rule = f"for p in block: all({falls} for a, b in steps([x for x in {back}]))"
            spec = Spec.of(Source("it.spec", f'{HEADS[head]}rule "It":\n    {rule}\n'))
            counts.append(spec.count("h: 2\nw: 3\n"))
    assert counts[:2] == counts[2:]
    assert counts[0] > counts[1] > 0
