"""The choice of one of many constants by the value of a node.

Which values choose a constant, or one that has a member, is a set of positions in the node's
domain, written as bits. A condition is made of it on first use: rules ask for few of them while the
choice is narrowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import Any, Final

from ...model.masks import full_mask, mask_of
from ...model.model import Model
from ...model.nodes import Bool, IntNode
from ..board.places import Unit
from .placement import Placement

# What a choice among lists is of.
LISTS: Final = frozenset((tuple, Unit))


class Position:
    """Which of many constants is chosen.

    node: its value chooses. constants: those to choose from. _masks: by constant, the values that
    choose it; None until they are used if each position chooses the constant at it. _shown: for
    such placements, the positions, by cell and by the value shown there. _members: for lists, the
    values that choose one with a member. _covered: the conditions of `covers`, by item."""

    __slots__ = ("_covered", "_masks", "_members", "_model", "_shown", "constants", "node")

    def __init__(
        self, m: Model, node: IntNode, constants: Sequence[Any], masks: dict[Any, int] | None = None
    ) -> None:
        self._model, self.node, self.constants, self._masks = m, node, constants, masks
        self._shown: dict[Any, dict[Any, int]] | None = None
        self._members: dict[Any, int] | None = None
        self._covered: dict[Any, Bool] = {}

    @property
    def masks(self) -> dict[Any, int]:
        """By constant, the values of the node that choose it."""
        if self._masks is None:
            self._masks = {one: 1 << k for k, one in enumerate(self.constants)}
        return self._masks

    @property
    def chosen(self) -> int:
        """The values of the node that choose some constant."""
        if self._masks is None:
            return (1 << len(self.constants)) - 1
        chosen = 0
        for mask in self._masks.values():
            chosen |= mask
        return chosen

    @property
    def is_one_to_one(self) -> bool:
        """Whether different values of the node choose different constants, one of them perhaps
        none."""
        if len(self.node.domain) - len(self.constants) > 1:
            return False
        return self._masks is None or all(mask.bit_count() == 1 for mask in self._masks.values())

    def options(self) -> dict[Any, Bool]:
        """The condition that each constant is chosen."""
        masked, node = self._model.masked, self.node
        return {constant: masked(node, mask) for constant, mask in self.masks.items()}

    def chosen_if(self, constant: Any) -> Bool:
        """The condition that a constant is chosen."""
        return self._model.masked(self.node, self.masks.get(constant, 0))

    def present(self) -> Bool:
        """The condition that a constant is chosen."""
        return self._model.masked(self.node, self.chosen)

    def only(self, kept: Sequence[bool]) -> Bool:
        """The condition that one of some constants is chosen, or none at all. kept: whether each
        constant is one of these, by position."""
        if self._masks is None:
            excluded = mask_of([k for k, keep in enumerate(kept) if not keep])
        else:
            excluded = 0
            for mask, keep in zip(self._masks.values(), kept, strict=True):
                excluded |= 0 if keep else mask
        return self._model.masked(self.node, full_mask(self.node.domain) & ~excluded)

    def cover(self) -> dict[Any, dict[Any, Bool]] | None:
        """For placements and lists: member -> value shown there -> condition. None for other
        constants."""
        masked, node = self._model.masked, self.node
        if (members := self.members()) is not None:
            return {item: {True: masked(node, mask)} for item, mask in members.items()}
        if (shown := self._by_cell()) is not None:
            return {
                cell: {value: masked(node, mask) for value, mask in at.items()}
                for cell, at in shown.items()
            }
        return None

    def covers(self, item: Any) -> Bool | None:
        """The condition that the chosen placement or list has a member. None for other
        constants."""
        known = self._covered.get(item)
        if known is not None:
            return known
        if (members := self.members()) is not None:
            mask = members.get(item, 0)
        elif (shown := self._by_cell()) is not None:
            mask = 0
            for some in shown.get(item, {}).values():
                mask |= some
        else:
            return None
        self._covered[item] = covered = self._model.masked(self.node, mask)
        return covered

    def members(self) -> dict[Any, int] | None:
        """For lists and units: the values that choose one with a member, by member. None for other
        constants."""
        if self._members is None and LISTS.issuperset(map(type, self.constants)):
            self._members = _members_by_mask(self.masks)
        return self._members

    def _by_cell(self) -> dict[Any, dict[Any, int]] | None:
        if self._shown is None and all(type(one) is Placement for one in self.constants):
            given = None if self._masks is None else [*self._masks.values()]
            self._shown = _shown_by_cell(self.constants, given)
        return self._shown


def _members_by_mask(masks: Mapping[Any, int]) -> dict[Any, int]:
    """The union of the masks of the lists and units that have a member, by member.

    Lists of which each begins with the one before, or the one before with it, such as the cells up
    to each place of a line, take no more steps than the longest of them has members."""
    found: dict[Any, int] = {}
    longest: tuple[Any, ...] = ()
    ending = [0]  # the masks of the lists that are the longest one up to each position
    for option, mask in masks.items():
        members: tuple[Any, ...] = option.members if isinstance(option, Unit) else option
        if longest[: len(members)] == members:
            ending[len(members)] |= mask
            continue
        if members[: len(longest)] != longest:
            _enter(found, longest, ending)
            ending = [0]
        longest = members
        ending += [0] * (len(members) - len(ending))
        ending.append(mask)
    _enter(found, longest, ending)
    return found


def _enter(found: dict[Any, int], members: tuple[Any, ...], ending: Sequence[int]) -> None:
    """Add, for each member of a list, the masks of what is the list up to it or a later one."""
    beyond = [*accumulate(reversed(ending), or_)]
    for k, item in enumerate(members):
        found[item] = found.get(item, 0) | beyond[len(members) - k - 1]


def longest_lists(lists: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """The lists without those with which the one before or after begins."""
    longest: tuple[Any, ...] = ()
    for members in lists:
        if longest[: len(members)] != members:
            if members[: len(longest)] != longest:
                yield longest
            longest = members
    yield longest


def _shown_by_cell(
    placements: Sequence[Placement], masks: Sequence[int] | None = None
) -> dict[Any, dict[Any, int]]:
    """The values that choose a placement which shows a value at a cell, as bits. masks: those that
    choose each placement; None if its position does."""
    table: dict[Any, dict[Any, list[Any]]] = {}  # by value and cell, the positions
    of_shape: list[dict[Any, list[Any]]] = []
    shows: tuple[Any, ...] | None = None
    numbers: list[Any] = list(range(len(placements)))  # so that each is made once
    for position, placement in enumerate(placements):
        if placement.shows is not shows:  # many of one shape follow each other
            shows = placement.shows
            of_shape = [table.setdefault(shown, {}) for shown in shows]
        number, cells = numbers[position], placement.cells
        for k in range(len(cells)):
            at = of_shape[k].get(cells[k])
            if at is None:
                of_shape[k][cells[k]] = [number]
            else:
                at.append(number)
    found: dict[Any, dict[Any, int]] = {}
    for shown, at_cells in table.items():
        for cell, some in at_cells.items():
            mask = mask_of(some) if masks is None else reduce(or_, [masks[k] for k in some])
            found.setdefault(cell, {})[shown] = mask
    return found
