"""The built-in functions of the language by name.

`FUNCTIONS[name](context, *arguments)` gives the value of a call; a `Context` holds the board and
the model under construction. Lists and sets come as collections (see `members.items`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ..values.values import Value
from . import aggregates, distances, graphs, list_conditions, moments, shapes, stretches, units

Function: TypeAlias = Callable[..., Value]
# Under their names in Python, without the underscore at the end of those that Python has too.
FUNCTIONS: Final[dict[str, Function]] = {
    function.__name__.rstrip("_"): function
    for function in (
        aggregates.count,
        aggregates.sum_,
        aggregates.product,
        aggregates.min_,
        aggregates.max_,
        aggregates.any_,
        aggregates.all_,
        aggregates.size,
        aggregates.kinds,
        aggregates.bag,
        aggregates.abs_,
        aggregates.digits,
        list_conditions.all_different,
        list_conditions.all_equal,
        list_conditions.increasing,
        list_conditions.straight,
        list_conditions.matches,
        units.blocks,
        units.windows,
        units.groups,
        units.pairs,
        units.before,
        units.after,
        units.between,
        units.reversed_,
        units.steps,
        units.segments,
        units.row,
        units.column,
        units.ring,
        units.step,
        units.link,
        units.border,
        units.ends,
        units.opposite,
        units.turn,
        shapes.outline,
        shapes.box,
        shapes.mirror,
        shapes.reflect,
        graphs.connected,
        graphs.acyclic,
        graphs.areas,
        distances.distance,
        graphs.loop,
        graphs.path,
        graphs.inside,
        stretches.runs,
        stretches.run,
        moments.next_,
    )
}
