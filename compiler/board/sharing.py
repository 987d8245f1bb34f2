"""One board for all puzzles of a size, so that its places are the same for every puzzle."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from .protocol import Board

B = TypeVar("B", bound=Board)


class Shared:
    """What weak references to a board refer to, since objects of compiled classes allow none. It
    and the board refer to each other, so they are dropped together."""

    def __init__(self, board: Any) -> None:
        self.board = board
        board.shared = self


def shared(make: Callable[[int, int], B]) -> Callable[[int, int], B]:
    """Makes the board of a height and width, the same object as long as anything refers to it or
    to one of its places. The last sixteen are kept in any case."""
    in_use: WeakValueDictionary[tuple[int, int], Shared] = WeakValueDictionary()

    @lru_cache(maxsize=16)
    def board(height: int, width: int) -> B:
        known = in_use.get((height, width))
        if known is None:
            known = in_use[height, width] = Shared(make(height, width))
        found: B = known.board
        return found

    return board
