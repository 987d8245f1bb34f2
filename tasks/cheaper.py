"""The cheaper of two ways to answer a query, by counted work."""

from __future__ import annotations

from collections import deque

# Both ways are tried so often before they are compared.
FIRST = 2
# The dearer way is tried again when the cheaper one has taken this many times what it took: what
# queries take changes.
AGAIN = 8


class Cheaper:
    """Decides which of two ways is cheaper. price: the work of the first way after which the second
    one is tried at all. again: see AGAIN. recent: by how many of its last queries the cost of a
    way is estimated."""

    def __init__(self, price: int, again: int = AGAIN, recent: int = FIRST) -> None:
        self.price, self.again, self.recent = price, again, recent
        self.forget()

    def forget(self) -> None:
        """Forget what queries took."""
        # By way (True: the second): the work of its last queries, and of all queries since.
        self._last: dict[bool, deque[int]] = {
            way: deque(maxlen=self.recent) for way in (False, True)
        }
        self._since = {False: 0, True: 0}
        self._way = False

    def take_over(self, other: Cheaper) -> None:
        """Take over what queries took of another pair of ways."""
        self._last = {way: deque(last, maxlen=self.recent) for way, last in other._last.items()}
        self._since, self._way = dict(other._since), other._way

    def typical(self, second: bool) -> float | None:
        """The median work of the last queries that went a way, which few hard ones do not change;
        None if there are none."""
        last = sorted(self._last[second])
        return (last[(len(last) - 1) // 2] + last[len(last) // 2]) / 2 if last else None

    def is_second(self) -> bool:
        """Whether the next query goes the second way."""
        tried = len(self._last[True])
        if tried < FIRST:
            return tried > 0 or self._since[True] >= self.price
        first, second = self.typical(False), self.typical(True)
        if first is None or second is None:
            return False
        cheap = second < first
        dearer = first if cheap else second
        return cheap != (self._since[not cheap] > self.again * dearer)

    def note(self, second: bool, work: int) -> None:
        """Enter what a query took."""
        self._way = second
        self._last[second].append(0)
        self._since[second] = 0
        self.add(work)

    def add(self, work: int) -> None:
        """Add work to that of the last query."""
        self._last[self._way][-1] += work
        self._since[not self._way] += work
