"""A choice: a value that is one of several constants, each under a condition."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

from ...model.model import Model
from ...model.nodes import Bool, IntNode, Member
from ..board.places import Unit
from .partitions import Piece
from .placement import Placement
from .position import Position, longest_lists


class Choice:
    """One of several constants.

    choices: the constants. options: maps each to the condition that it is the one. The conditions
    exclude each other; where none holds, the choice is missing. position: of a choice by the value
    of a node, which values choose what. cases: see `either`. _present: the condition that some
    constant is the one, once it is known. _repeats: see `repeats`. in_one_order: of a choice among
    collections, whether the members of each come in the order of `cover`, once it is known.
    """

    __slots__ = (
        "_cover",
        "_options",
        "_present",
        "_queried",
        "_repeats",
        "cases",
        "choices",
        "in_one_order",
        "position",
    )

    def __init__(self, options: dict[Any, Bool]) -> None:
        self.choices: dict[Any, Bool] | Sequence[Any] = options
        self._options: dict[Any, Bool] | None = options
        self.position: Position | None = None
        self.cases: Cases | None = None
        self._present: Bool | None = None
        self._cover: dict[Any, dict[Any, Bool]] | None = None
        self._queried = False
        self._repeats: bool | None = None
        self.in_one_order: bool | None = None

    @staticmethod
    def by_position(
        m: Model, node: IntNode, choices: Sequence[Any], masks: dict[Any, int] | None = None
    ) -> Choice:
        """The choice of the constant whose position, from 0 on, a node of the model is. masks: of
        each constant, the values of the node that choose it, if these are others. The conditions
        are made on first use; `cover` needs none of them."""
        choice = Choice({})
        choice.choices, choice._options = choices, None
        choice.position = Position(m, node, choices, masks)
        return choice

    @staticmethod
    def either(m: Model, test: Bool, then: Choice, otherwise: Choice) -> Choice:
        """The choice `then` if a test holds, `otherwise` if it does not. The condition of a
        constant is made on first use."""
        choice = Choice({})
        choice.choices = tuple(dict.fromkeys((*then.choices, *otherwise.choices)))
        choice._options = None
        choice.cases = Cases(m, test, then, otherwise)
        return choice

    @property
    def options(self) -> dict[Any, Bool]:
        if self._options is None:
            if self.cases is not None:
                self._options = {one: self.cases.chosen_if(one) for one in self.choices}
            else:
                assert self.position is not None
                self._options = self.position.options()
        return self._options

    def chosen_if(self, constant: Any) -> Bool:
        """The condition that a constant is the one."""
        if self._options is not None:
            return self._options.get(constant, False)
        if self.cases is not None:
            return self.cases.chosen_if(constant)
        assert self.position is not None
        return self.position.chosen_if(constant)

    def __repr__(self) -> str:
        return f"one of {', '.join(map(str, self.choices))}"

    def present(self, m: Model) -> Bool:
        """The condition that some option is chosen: False for a missing value."""
        if self._present is None:
            if self.position is not None:
                self._present = self.position.present()
            else:
                self._present = m.or_(self.options.values())
        return self._present

    def repeats(self) -> bool:
        """Whether some option is a list with equal members."""
        if self._repeats is None:
            lists = (option for option in self.choices if type(option) is tuple)
            self._repeats = any(len(set(one)) < len(one) for one in longest_lists(lists))
        return self._repeats

    def cover(self, m: Model) -> dict[Any, dict[Any, Bool]]:
        """For a choice among collections: member -> value shown there -> condition.

        A collection that is not a placement shows True at its members.
        """
        if self._cover is None:
            position = self.position or _by_one_node(m, self.options)
            self._cover = position.cover() if position is not None else None
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

    def members(self, m: Model) -> list[Any]:
        """The members of all collections."""
        known = self.position.members() if self.position is not None else None
        return [*(self.cover(m) if known is None else known)]

    def covers(self, m: Model, item: Any) -> Bool:
        """The condition that the chosen collection holds an item.

        The first query checks each option directly; the table of `cover` pays only for several
        queries."""
        if self.position is not None:
            known = self.position.covers(item)
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


class Cases:
    """Two choices, one of which a test selects. _known: the conditions made so far, by constant."""

    __slots__ = ("_known", "_model", "_otherwise", "_test", "_then")

    def __init__(self, m: Model, test: Bool, then: Choice, otherwise: Choice) -> None:
        self._model, self._test = m, test
        self._then, self._otherwise = then, otherwise
        self._known: dict[Any, Bool] = {}

    def chosen_if(self, constant: Any) -> Bool:
        """The condition that a constant is the one."""
        # A loop, since the first member of a list is a choice between it and the rest of the list.
        later: list[Cases] = []
        cases: Cases | None = self
        condition: Bool | None = None
        while cases is not None and (condition := cases._known.get(constant)) is None:
            later.append(cases)
            cases = cases._otherwise.cases
        if condition is None:
            condition = later[-1]._otherwise.chosen_if(constant)
        m = self._model
        for one in reversed(later):
            then = m.and_((one._test, one._then.chosen_if(constant)))
            condition = m.or_((then, m.and_((m.not_(one._test), condition))))
            one._known[constant] = condition
        return condition


def _members(m: Model, option: Any) -> Sequence[tuple[Any, Bool]]:
    """The members of an option that is a collection, each with the condition that it is there."""
    if isinstance(option, Piece):
        return option.items(m)
    return [(item, True) for item in (option.cells if isinstance(option, Placement) else option)]


def _by_one_node(m: Model, options: dict[Any, Bool]) -> Position | None:
    """Which lists, units or placements the values of one variable choose; None of others."""
    node: IntNode | None = None
    masks: dict[Any, int] = {}
    for option, condition in options.items():
        if type(condition) is not Member or not isinstance(option, (tuple, Unit, Placement)):
            return None
        if node is None:
            node = condition.arg
        elif condition.arg is not node:
            return None
        masks[option] = condition.mask
    return Position(m, node, tuple(masks), masks) if node is not None else None
