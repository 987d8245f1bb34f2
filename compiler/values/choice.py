"""A choice: a value that is one of several constants, each under a condition."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

from ...model.model import Model
from ...model.nodes import Bool, IntNode, Member
from ..board.places import Unit
from .partitions import Piece
from .placement import Placement, Position


class Choice:
    """One of several constants.

    choices: the constants. options: maps each to the condition that it is the one. The conditions
    exclude each other; where none holds, the choice is missing. _position: of a choice by position,
    which was chosen. _present: the condition that some constant is the one, once it is known.
    _repeats: see `repeats`. in_one_order: of a choice among collections, whether the members of
    each come in the order of `cover`, once it is known.
    """

    __slots__ = (
        "_cover",
        "_options",
        "_position",
        "_present",
        "_queried",
        "_repeats",
        "choices",
        "in_one_order",
    )

    def __init__(self, options: dict[Any, Bool]) -> None:
        self.choices: dict[Any, Bool] | Sequence[Any] = options
        self._options: dict[Any, Bool] | None = options
        self._position: Position | None = None
        self._present: Bool | None = None
        self._cover: dict[Any, dict[Any, Bool]] | None = None
        self._queried = False
        self._repeats: bool | None = None
        self.in_one_order: bool | None = None

    @staticmethod
    def by_position(m: Model, node: IntNode, choices: Sequence[Any]) -> Choice:
        """The choice of the constant whose position, from 0 on, a node of the model is. The
        conditions are made on first use; `cover` needs none of them."""
        choice = Choice({})
        choice.choices, choice._options = choices, None
        choice._position = Position(m, node, choices)
        return choice

    @property
    def options(self) -> dict[Any, Bool]:
        if self._options is None:
            assert self._position is not None
            self._options = self._position.options()
        return self._options

    def __repr__(self) -> str:
        return f"one of {', '.join(map(str, self.choices))}"

    def present(self, m: Model) -> Bool:
        """The condition that some option is chosen: False for a missing value."""
        if self._present is None:
            if self._position is not None:
                self._present = self._position.present()
            else:
                self._present = m.or_(self.options.values())
        return self._present

    def repeats(self) -> bool:
        """Whether some option is a list with equal members."""
        if self._repeats is None:
            lists = (option for option in self.choices if type(option) is tuple)
            self._repeats = any(len(set(option)) < len(option) for option in lists)
        return self._repeats

    def cover(self, m: Model) -> dict[Any, dict[Any, Bool]]:
        """For a choice among collections: member -> value shown there -> condition.

        A collection that is not a placement shows True at its members.
        """
        if self._cover is None and self._position is not None:
            self._cover = self._position.cover()
        if self._cover is None:
            self._cover = _by_masks(m, self.options)
        if self._cover is None:
            table: dict[Any, dict[Any, list[Bool]]] = {}
            for option, condition in self.options.items():
                shows = option.shows if isinstance(option, Placement) else repeat(True)
                for (item, there), shown in zip(_members(m, option), shows, strict=False):
                    at = table.setdefault(item, {})
                    at.setdefault(shown, []).append(m.and_((condition, there)))
            self._cover = {
                item: {k: cs[0] if len(cs) == 1 else m.or_(cs) for k, cs in at.items()}
                for item, at in table.items()
            }
        return self._cover

    def covers(self, m: Model, item: Any) -> Bool:
        """The condition that the chosen collection holds an item.

        The first query checks each option directly; the table of `cover` pays only for several
        queries."""
        if self._position is not None:
            known = self._position.covers(item)
            if known is not None:
                return known
        if self._queried or self._cover is not None or type(next(iter(self.choices))) is Placement:
            at = self.cover(m).get(item)
            return False if at is None else m.or_([*at.values()])
        self._queried = True
        parts: list[Bool] = []
        for option, condition in self.options.items():
            if isinstance(option, (tuple, Unit)):
                there: Bool = item in tuple(option)
            elif isinstance(option, Piece):
                there = option.has(m, item)
            else:
                there = m.or_(c for i, c in _members(m, option) if i == item)
            if there is not False:
                parts.append(m.and_((condition, there)))
        return m.or_(parts)


def _members(m: Model, option: Any) -> Sequence[tuple[Any, Bool]]:
    """The members of an option that is a collection, each with the condition that it is there."""
    if isinstance(option, Piece):
        return option.items(m)
    return [(item, True) for item in (option.cells if isinstance(option, Placement) else option)]


def _by_masks(m: Model, options: dict[Any, Bool]) -> dict[Any, dict[Any, Bool]] | None:
    """The `cover` of known collections that are chosen by the values of one variable; None of
    others. Placements know theirs (see `Position`)."""
    node: IntNode | None = None
    masks: dict[Any, int] = {}
    for option, condition in options.items():
        if type(condition) is not Member or not isinstance(option, (tuple, Unit)):
            return None
        if node is None:
            node = condition.arg
        elif condition.arg is not node:
            return None
        mask = condition.mask
        for item in option.members if isinstance(option, Unit) else option:
            masks[item] = masks.get(item, 0) | mask
    if node is None:
        return None
    return {item: {True: m.masked(node, mask)} for item, mask in masks.items()}
