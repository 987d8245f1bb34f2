"""Moments: the members of a sequence.

A plan of k moves has the moments 0 to k; a moment is the number of moves before it. The number of
moves is fixed before a puzzle is ground (`Grounder.ground`), so `time.last` is a constant;
`tasks.plans` finds the smallest number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Sequence
from ..values.choosing import lookup
from ..values.values import Unsupported, Value

if TYPE_CHECKING:
    from ..context import Context

MAX_MOVES = 10_000


class NoSuchMoment(Unsupported):
    """Raised when a rule refers to a moment after the last."""

    code: ClassVar[str] = "E0416"
    hint: ClassVar[str | None] = "leave the last moment out: `for t in time if t != time.last`"


def moments(tree: Sequence, limit: Value, moves: int | None) -> range:
    """The moments of a plan of `moves` moves; None: of the longest plan that the sequence
    allows."""
    if not isinstance(limit, int) or not 0 <= limit <= MAX_MOVES:
        raise PzcError.at(
            "E0417",
            f"a sequence of up to {limit:,} moves",
            tree.limit.span,
            expected=f"from 0 to {MAX_MOVES:,}",
        )
    return range((limit if moves is None else moves) + 1)


def next_(context: Context, moment: Value) -> Value:
    """The moment after a given one; missing if a found moment is the last. Raises NoSuchMoment for
    a constant that is the last."""
    if isinstance(moment, int) and moment == context.moves:
        raise NoSuchMoment(f"there is no moment after {moment}, the last")
    return lookup(context.m, lambda t: None if t is None or t == context.moves else t + 1, moment)
