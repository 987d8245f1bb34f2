"""The nodes that models share. Equal ones are the same one (hash-consing)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from ..deadline import pause
from .limits import MAX_NODES, ModelTooLarge
from .nodes import And, Bool, BoolNode, IntNode, Member, Not, Or

# There is a pause after this many nodes and one more, a power of two.
BETWEEN: Final = 63


class Store:
    """The nodes that models share, by what makes two of them equal.

    most: how many there may be. made: how many there are; the id of the next. used: the
    definitions of globals, queries and measures. others: by kind and fields, for the kinds without
    a table of their own. kinds: theirs. remainders: the values of a domain with some remainders, by
    domain, divisor and remainders. derived: intermediate results of conditions on pieces and forms,
    by kind and inputs."""

    __slots__ = (
        "ands",
        "derived",
        "kinds",
        "made",
        "members",
        "most",
        "nots",
        "ors",
        "others",
        "remainders",
        "used",
    )

    def __init__(self) -> None:
        self.most = MAX_NODES
        self.made = 0
        self.used: set[Any] = set()
        self.kinds: set[Any] = set()
        self.nots: dict[BoolNode, Not] = {}
        self.ands: dict[tuple[BoolNode, ...], And] = {}
        self.ors: dict[tuple[BoolNode, ...], Or] = {}
        self.members: dict[tuple[IntNode, int], Member] = {}
        self.others: dict[tuple[Any, ...], Any] = {}
        self.derived: dict[tuple[Any, ...], Any] = {}
        self.remainders: dict[tuple[Any, int, frozenset[int]], int] = {}

    def number(self) -> int:
        """The id of a new node."""
        number = self.made
        if not number & BETWEEN:
            pause()
        if number >= self.most:
            raise ModelTooLarge(f"the model has more than {self.most:,} nodes")
        self.made = number + 1
        return number

    def negation(self, arg: BoolNode) -> Not:
        node = self.nots.get(arg)
        if node is None:
            node = self.nots[arg] = Not(self.number(), arg)
        return node

    def junction(self, every: bool, args: tuple[BoolNode, ...]) -> And | Or:
        """The And (every) or Or of these arguments."""
        if every:
            conjunction = self.ands.get(args)
            if conjunction is None:
                conjunction = self.ands[args] = And(self.number(), args)
            return conjunction
        disjunction = self.ors.get(args)
        if disjunction is None:
            disjunction = self.ors[args] = Or(self.number(), args)
        return disjunction

    def with_remainder(self, arg: IntNode, divisor: int, remainders: Collection[int]) -> int:
        """The values of a number that have one of some remainders, by their positions in its
        domain."""
        key = (arg.domain, divisor, frozenset(remainders))
        mask = self.remainders.get(key)
        if mask is None:
            mask, bit = 0, 1
            for value in arg.domain:
                if value % divisor in key[2]:
                    mask |= bit
                bit <<= 1
            self.remainders[key] = mask
        return mask

    def member(self, arg: IntNode, mask: int) -> Member:
        key = (arg, mask)
        node = self.members.get(key)
        if node is None:
            node = self.members[key] = Member(self.number(), arg, mask)
        return node

    def masked(self, x: IntNode, mask: int) -> Bool:
        """x in the values at these positions of its domain."""
        if not mask:
            return False
        if mask.bit_count() == len(x.domain):
            return True
        return self.member(x, mask)
