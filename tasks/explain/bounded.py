"""Searches with a limit of work, which may end without an answer."""

from __future__ import annotations

from ...backends.base import TURN_OVER
from ...backends.native.solver import NativeSolver
from ...deadline import OutOfTime

# Units of work (see `backends.base`) for one question: two thousandths of a second.
SMALL = 2_000_000
# Units of work for one search that decides whether something is cited; and for all searches of a
# few instances, after which each may take only SMALL. Rules about a whole board take most of it.
EACH, ALL = 24 * SMALL, 48 * SMALL


def next_solution(
    solver: NativeSolver, deadline: float | None, work: int | None = SMALL
) -> tuple[int, ...] | bool | None:
    """The next solution of a search that has begun; False if there is none, None if the limit of
    work is reached (work None: there is no limit). Raises OutOfTime."""
    found, ended = solver.go_on(1, deadline, work)
    if found:
        return found[0]
    if ended == TURN_OVER:
        return None
    if ended in ("deadline", "interrupted"):
        raise OutOfTime(ended)
    return False
