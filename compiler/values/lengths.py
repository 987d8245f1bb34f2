"""The lengths of the stretches of a short line, in any order: the patterns that have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby, product
from typing import TypeAlias

from ...model.globals.table import TABLE
from ...model.model import Model
from ...model.nodes import Bool
from .values import Lengths

MAX_LINE = 10  # conditions of a line whose patterns are listed

Pattern: TypeAlias = tuple[bool, ...]


def have_lengths(m: Model, line: Lengths, wanted: Iterable[int]) -> Bool:
    """Whether the stretches of a line have these lengths, in any order. At most MAX_LINE
    conditions."""
    rows = _patterns(len(line.conditions), line.cyclic).get(tuple(sorted(wanted)), [])
    open_at = [i for i, c in enumerate(line.conditions) if not isinstance(c, bool)]
    if len(open_at) < len(line.conditions):
        fixed = [(i, c) for i, c in enumerate(line.conditions) if isinstance(c, bool)]
        rows = [row for row in rows if all(row[i] is c for i, c in fixed)]
    table = {tuple([int(row[i]) for i in open_at]) for row in rows}
    if len(table) in (0, 1 << len(open_at)):
        return bool(table)
    return m.all_of(TABLE, [line.conditions[i] for i in open_at], tuple(sorted(table)))


@lru_cache(maxsize=16)
def _patterns(count: int, cyclic: bool) -> dict[tuple[int, ...], list[Pattern]]:
    """All patterns of a line of n places, by the lengths of their stretches."""
    found: dict[tuple[int, ...], list[Pattern]] = defaultdict(list)
    for pattern in product((False, True), repeat=count):
        turned = pattern
        if cyclic and False in pattern:  # begin after a gap, so that no stretch is cut in two
            first = pattern.index(False)
            turned = pattern[first:] + pattern[:first]
        lengths = sorted(len(list(run)) for held, run in groupby(turned) if held)
        found[tuple(lengths)].append(pattern)
    return found
