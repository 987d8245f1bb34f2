"""Narrow choices among many options by the constraints on each choice alone.

Rules often restrict the options of a single tile, or of a number: the tile shows the flag, it
covers no wall; the number is not greater than its room. Options that such constraints exclude are
dropped, and the rules are ground over the rest, so every solver gets a smaller model. For choices
that still have many options, constraints on one choice are also taken from other rules. A puzzle
that gives a dropped value has no solution, and every solver finds that. A board to be verified may
have any option, so an exact model keeps all of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import TYPE_CHECKING, Any, TypeAlias

from ...model.nodes import IntVar, Member, all_of
from ...records import field, record

if TYPE_CHECKING:
    from ...model.constraints import Constraint
    from .domains import Domain

Options: TypeAlias = "range | tuple[Any, ...]"

# Choices among fewer options are left as they are.
MANY = 64
# So are fewer numbers, which presolve narrows: in Suguru and Cojun 10×10 it takes less time than
# another look at the rules, at 40×40 more.
MANY_NUMBERS = 256


@record(frozen=False)
class Choices:
    """A puzzle's choices, by the indices of their variables.

    many: those to which more than MANY options are left. left: which options remain, as bits by
    position, first of all options and then of those that remained. domains: by find (its identity)
    and place, so that they are computed once."""

    many: set[int] = field(default_factory=set)
    left: dict[int, list[int]] = field(default_factory=dict)
    domains: dict[tuple[int, Any], Domain] = field(default_factory=dict)

    @property
    def may_narrow(self) -> bool:
        """Whether there are choices that are narrowed, or may be."""
        return bool(self.many or self.left)

    def options(self, index: int, values: Options, many: int = MANY) -> Options:
        """The remaining options of a variable that is about to be made."""
        if len(values) <= many:
            return values
        for mask in self.left.get(index, ()):
            # "No value" is an option too, after all others.
            values = tuple(compress(values, map("1".__eq__, reversed(f"{mask:b}")))) or values
        if len(values) > many:
            self.many.add(index)
        return values

    def numbers(self, index: int, values: range | tuple[int, ...]) -> range | tuple[int, ...]:
        """The remaining values of a variable for a number that is about to be made."""
        if len(values) <= MANY_NUMBERS:
            return values
        ordered = values if isinstance(values, range) else tuple(sorted(values))
        left = self.options(index, ordered, MANY_NUMBERS)
        consecutive = range(left[0], left[-1] + 1)
        return consecutive if len(consecutive) == len(left) else left

    def narrow(self, constraints: Iterable[Constraint]) -> bool:
        """Record, for each choice, the options that the constraints on its variable alone leave, if
        they are at most half of all, and not none. Returns whether there is anything to record."""
        if not self.many:
            return False
        narrowed = False
        masks: dict[IntVar, int] = {}
        for constraint in constraints:
            condition = constraint.condition
            for part in all_of(condition):
                if isinstance(part, Member) and isinstance(part.arg, IntVar):
                    masks[part.arg] = masks.get(part.arg, part.mask) & part.mask
        for x, mask in masks.items():
            if x.index in self.many and 0 < 2 * mask.bit_count() <= len(x.domain):
                self.left.setdefault(x.index, []).append(mask)
                narrowed = True
        if narrowed:
            self.many.clear()  # the variables are made anew
        return narrowed
