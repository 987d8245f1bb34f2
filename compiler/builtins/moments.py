"""Moments: the members of a sequence, of which a plan has as many as it needs.

A plan of k moves has the moments 0 to k; a moment is the number of moves before it. How long the
plan is to be is decided before a puzzle is ground (`Program.ground`), so that `time.last` is known;
which length is the shortest is a question of its own (`tasks.plans`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Sequence
from ..values.choosing import lookup
from ..values.values import Unsupported, Value

if TYPE_CHECKING:
    from ..context import Context

MAX_MOVES = 10_000


class NoSuchMoment(Unsupported):
    """A moment after the last is asked for."""

    code = "E0416"
    hint: str | None = "leave the last moment out: `for t in time if t != time.last`"


def moments(tree: Sequence, limit: Value, moves: int | None) -> range:
    """The moments of a plan of so many moves, or of the longest that the sequence allows."""
    if not isinstance(limit, int) or not 0 <= limit <= MAX_MOVES:
        raise PzcError.at(
            "E0417",
            f"a sequence of up to {limit:,} moves",
            tree.limit.span,
            expected=f"from 0 to {MAX_MOVES:,}",
        )
    return range((limit if moves is None else moves) + 1)


def next_(context: Context, moment: Value) -> Value:
    """The moment after a given one. Of a found moment it is missing where that is the last."""
    if isinstance(moment, int) and moment == context.moves:
        raise NoSuchMoment(f"there is no moment after {moment}, the last")
    return lookup(context.m, lambda t: None if t is None or t == context.moves else t + 1, moment)
