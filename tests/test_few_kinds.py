"""Comparisons of the number of kinds with a constant: only values near a piece are counted."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from pzc.compiler.values.reached_values import ReachedValues
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.tasks.spec import Spec

HEAD = """grid h x w
given room : symbol at some cells
find  mark : 1..2 at cells
let   pair = areas(cells, {[a, b] for a, b in adjacent if mark[a] = mark[b]})
"""
BOARDS = ("ABCD\nABCE", "AAB.\n.CBD", "A.B\n..A\nC.D", "ABA\nCAB", "AB.CDE.F")
# Each with a wording that is not recognised.
PLAIN = "kinds(room[p]) + 0"
WORDS = ["kinds(room[p])", "size({room[c] for c in p})"]


def spec_of(condition: str) -> Spec:
    return Spec.of(Source("few.spec", f'{HEAD}rule "Few":\n    for p in pair: {condition}\n'))


def puzzle(board: str) -> str:
    return "room:\n" + "\n".join(" ".join(row) for row in board.splitlines())


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("most", range(4))
def test_a_piece_has_as_many_kinds_whatever_is_counted(most: int, words: str, board: str) -> None:
    for op in ("=", "!=", "<", "<=", ">", ">="):
        one = spec_of(f"{words} {op} {most}").count(puzzle(board))
        assert one == spec_of(f"{PLAIN} {op} {most}").count(puzzle(board)), op


def test_numbers_may_be_compared_without_kinds() -> None:
    assert spec_of("1 = 2 or 1 = 1").count(puzzle("AB")) == 4


@pytest.mark.parametrize("said", ["2 >= kinds(room[p])", "not kinds(room[p]) > 2"])
def test_either_side_may_be_the_constant(said: str) -> None:
    board = puzzle(BOARDS[1])
    assert spec_of(said).count(board) == spec_of("kinds(room[p]) < 3").count(board)


@pytest.mark.parametrize("said", ["all_equal(room[p])", "kinds(room[p]) = 1", "kinds(room[p]) < 3"])
def test_no_more_nodes_are_made_for_values_that_are_far_away(said: str) -> None:
    spec = spec_of(said)

    def nodes(width: int) -> int:
        return spec.ground("room: " + " ".join(chr(65 + k // 3) for k in range(width))).model.size

    assert nodes(36) - nodes(30) == nodes(30) - nodes(24)


def test_what_is_reached_over_few_values_tells_how_many_there_are() -> None:
    random = Random(5)
    for _ in range(300):
        height, width = random.choice([(1, 6), (2, 4), (3, 3)])
        places = list(product(range(height), range(width)))
        values = [random.choice((None, "A", "B", "C", "D")) for _ in places]
        joined = [
            (i, j)
            for (i, a), (j, b) in product(enumerate(places), enumerate(places))
            if i < j and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and random.random() < 0.9
        ]
        m = Model()
        graph = m.graph([True] * len(places), [(*ends, m.bool_var(str(ends))) for ends in joined])
        reached = ReachedValues(graph, values)
        start = random.randrange(len(places))
        piece, open_ = {start}, [start]
        while open_:
            v = open_.pop()
            for a, b in joined:
                if v in (a, b) and {a, b} - piece and random.random() < 0.7:
                    (w,) = {a, b} - piece
                    piece.add(w)
                    open_.append(w)
        present = {values[v] for v in piece} - {None}
        for most in range(4):
            near = len(present & reached.over(start, most))
            assert near == len(present) if len(present) <= most else near > most
