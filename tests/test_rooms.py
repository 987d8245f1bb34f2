"""The sizes that given pieces leave to others: no solution is lost, and consequences are stated."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pzc.model.nodes import LinearEq, Member
from pzc.presolve import rooms
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import load

FILLOMINO = load("fillomino")


@st.composite
def puzzles(draw: st.DrawFn) -> str:
    height, width = draw(st.sampled_from([(2, 3), (3, 3), (2, 5), (3, 4)]))
    sizes = st.one_of(st.just("."), st.integers(1, height * width).map(str))
    rows = [draw(st.lists(sizes, min_size=width, max_size=width)) for _ in range(height)]
    return "\n".join(" ".join(row) for row in rows)


@given(puzzle=puzzles())
def test_no_solution_is_lost(puzzle: str) -> None:
    grounding = FILLOMINO.ground(puzzle)
    solver = FILLOMINO.solver(grounding, "native")
    expected = sorted(str(solution(grounding, a)) for a in solver.enumerate())
    assert sorted(str(s) for s in FILLOMINO.solutions(puzzle, backend="native")) == expected


def said(puzzle: str) -> list[object]:
    model = FILLOMINO.ground(puzzle).model
    added = rooms.counted(model).constraints[len(model.constraints) :]
    assert all(c.origins for c in added)
    return [c.condition for c in added]


def test_sizes_that_fill_the_board() -> None:
    found = said("4 . .\n. . .\n. 2 3")
    counted = [c for c in found if isinstance(c, LinearEq)]
    # One piece of each size, whose places are at most so many steps from the given one.
    assert [c.bound for c in counted] == [4, 2, 3]
    assert [len(c.terms) for c in counted] == [9 - 2, 3, 4]
    assert max(max(c.values) for c in found if isinstance(c, Member)) == 4


def test_pieces_that_are_too_far_apart_to_be_one() -> None:
    counted = [c for c in said("2 . .\n. 5 .\n. . 2") if isinstance(c, LinearEq)]
    assert [c.bound for c in counted] == [4, 5]


def test_sizes_for_which_there_is_no_room() -> None:
    puzzle = "5 . .\n. . .\n. 2 3"
    assert said(puzzle) == [False]
    assert FILLOMINO.solve(puzzle) is None


def test_where_there_is_room_nothing_is_said() -> None:
    assert said("2 . .\n. . .\n. . .") == []
