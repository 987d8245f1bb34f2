"""The work of the native engine, in the units of `backends.base`, from its counts."""

from __future__ import annotations

# Units for a run of a propagator, for a visited watch of a clause, for a decision or conflict, for
# a conflict that is learned from, and for a change of a word that is undone; for each vertex of a
# graph that is walked over, and for each vertex or edge of which only the state is read. Fitted to
# the times of 83 searches on real boards, of which nine in ten took between 0.7 and 1.6 times as
# long.
PROPAGATION, WATCH, STEP, LESSON, CHANGE, VERTEX, STATE = 25, 9, 100, 4_000, 105, 15, 3

# Decisions, conflicts, propagations, visited watches, walked and read vertices, undone changes, in
# the order of `Engine.take_counts`.
Counts = tuple[int, int, int, int, int, int, int]


def units(counts: Counts, learning: bool) -> int:
    """The work of a search. learning: whether it learned from its conflicts."""
    decisions, conflicts, propagations, watches, walked, read, changes = counts
    work = STEP * (decisions + conflicts) + PROPAGATION * propagations + WATCH * watches
    work += CHANGE * changes + VERTEX * walked + STATE * read
    return work + LESSON * conflicts if learning else work


def most_of_a_step(vertices: int) -> int:
    """An upper bound of the work of a decision or conflict, to be used until it is measured.
    vertices: of all graphs."""
    return STEP + LESSON + (VERTEX + STATE) * vertices
