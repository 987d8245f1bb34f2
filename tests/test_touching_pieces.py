"""Rules about pieces that touch, described by two of their places: ground place by place."""

from __future__ import annotations

from math import comb

import pytest
from pzc.compiler.watch import Watch
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

TOUCH = "any(adjacent(a, b) for a in p for b in q)"
# Says the same, but is not recognised.
AS_VALUE = "count(adjacent(a, b) for a in p for b in q) + 0 > 0"
HEADS = {
    "drawn": "grid h x w\nfind block : pieces at cells\n",
    "joined": "grid h x w\nfind dot : bool at cells\nlet block = areas(dot)\n",
    "larger ones": "grid h x w\nfind piece : pieces at cells\n"
    "let block = {p for p in piece if size(p) > 1}\n",
    "meeting by corners": "grid h x w\nfind dot : bool at cells\nlet block = areas(dot)\n"
    "let near[a, b in touching] = dot[a] or dot[b]\n",
}
WORDINGS = [
    TOUCH,
    "any(adjacent(b, a) for b in q for a in p)",
    "any(b in q for a in p for b in adjacent(a))",
    "any(a in p for b in q for a in adjacent(b))",
    "any(b in adjacent(a) for a in p for b in q)",
    "any(any(adjacent(a, b) for b in q) for a in p)",
    "any(any(b in q for b in adjacent(a)) for a in p)",
    "count(adjacent(a, b) for a in p for b in q) >= 1",
    "not all(not adjacent(a, b) for a in p for b in q)",
]
LOOPS = {
    "pairs": "for p, q in pairs(block): TOUCH => BODY",
    "filtered pairs": "for p, q in pairs(block) if TOUCH: BODY",
    "two loops": "for p in block:\n        for q in block if q != p and TOUCH: BODY",
    "if": "for p in block:\n        for q in block:\n            if q != p and TOUCH: BODY",
}
BODIES = ["size(p) != size(q)", "size(p) < size(q)", "all(c.row > 1 for c in p)", "size(q) = 1"]


def spec_of(head: str, loop: str, body: str, touch: str) -> Spec:
    words = LOOPS[loop].replace("TOUCH", touch).replace("BODY", body)
    if head == "meeting by corners":
        words = words.replace("adjacent", "near")
    return Spec.of(Source("touching.spec", f'{HEADS[head]}rule "It":\n    {words}\n'))


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("body", BODIES)
def test_no_answer_is_lost_or_won(head: str, loop: str, body: str) -> None:
    one, other = (spec_of(head, loop, body, touch) for touch in (TOUCH, AS_VALUE))
    puzzle = "h: 2\nw: 3\n"
    assert one.count(puzzle) == other.count(puzzle)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("touch", WORDINGS)
def test_touching_in_other_words(touch: str, head: str) -> None:
    one, other = (spec_of(head, "two loops", BODIES[1], x) for x in (touch, AS_VALUE))
    puzzle = "h: 2\nw: 3\n"
    assert one.count(puzzle) == other.count(puzzle)


@pytest.mark.parametrize("loop", LOOPS)
def test_rooms_that_the_puzzle_gives_touch_as_well(loop: str) -> None:
    head = (
        "grid h x w\ngiven room : symbol at cells\nfind dot : bool at cells\n"
        "let block = areas(cells, {l for l in links if all_equal(room[cells(l)])})\n"
    )
    dots = "count(dot[c] for c in p) != count(dot[c] for c in q)"
    words = LOOPS[loop].replace("TOUCH", TOUCH).replace("BODY", dots)
    spec = Spec.of(Source("rooms.spec", f'{head}rule "It":\n    {words}\n'))
    # Rooms of one, two and one cells in a row: the middle one must differ from both others.
    of_room = {dots: comb(2, dots) for dots in range(3)}
    differ = [n for m, n in of_room.items() for a in (0, 1) for b in (0, 1) if m not in (a, b)]
    assert spec.count("room:\nABBC\n") == sum(differ)


@pytest.mark.parametrize("loop", LOOPS)
def test_all_outcomes_of_conditions_are_recorded(loop: str) -> None:
    noted = []
    for touch in (TOUCH, AS_VALUE):
        watch = Watch()
        spec = spec_of("drawn", loop, "size(p) > 1", touch)
        spec.ground(Source("board", "h: 2\nw: 3\n"), exact=True, watch=watch)
        of_each = watch.outcomes.values()
        noted.append([(o.holding, o.failing, len(o.open)) for o in of_each])
    assert noted[0] == noted[1] and sum(map(sum, noted[0])) > 0


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("touch", WORDINGS)
def test_no_two_places_of_each_two_pieces_are_compared(loop: str, touch: str) -> None:
    by_cells = Spec.of(
        Source(
            "cells.spec",
            f'{HEADS["drawn"]}rule "It":\n    for a, b in adjacent if block[a] != block[b]: '
            "size(block[a]) != size(block[b])\n",
        )
    )
    by_pieces = spec_of("drawn", loop, "size(p) != size(q)", touch)
    puzzle = "h: 6\nw: 6\n"
    short, long = (spec.problem(puzzle).model for spec in (by_cells, by_pieces))
    assert long.size <= short.size + 10
