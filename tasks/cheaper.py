"""The cheaper of two ways to ask a question, by counted work."""

from __future__ import annotations

from collections import deque

# Both ways are tried so often before they are compared.
FIRST = 2
# The dearer way is tried again when the cheaper one has taken this many times what it took: what
# questions take changes.
AGAIN = 8


class Cheaper:
    """Decides which of two ways is cheaper. price: the work of the first way after which the second
    one is tried at all. again: see AGAIN. recent: by how many of its last questions the cost of a
    way is estimated."""

    def __init__(self, price: int, again: int = AGAIN, recent: int = FIRST) -> None:
        self.price, self.again, self.recent = price, again, recent
        self.forget()

    def forget(self) -> None:
        """Forget what questions took."""
        # By way (True: the second): the work of its last questions, and of all questions since.
        self._last: dict[bool, deque[int]] = {
            way: deque(maxlen=self.recent) for way in (False, True)
        }
        self._since = {False: 0, True: 0}
        self._way = False

    def take_over(self, other: Cheaper) -> None:
        """Take over what questions took of another pair of ways."""
        self._last = {way: deque(last, maxlen=self.recent) for way, last in other._last.items()}
        self._since, self._way = dict(other._since), other._way

    def typical(self, second: bool) -> float | None:
        """The median work of the last questions that went a way, which few hard ones do not change;
        None if there are none."""
        last = sorted(self._last[second])
        return (last[(len(last) - 1) // 2] + last[len(last) // 2]) / 2 if last else None

    def is_second(self) -> bool:
        """Whether the next question goes the second way."""
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
        """Enter what a question took."""
        self._way = second
        self._last[second].append(0)
        self._since[second] = 0
        self.add(work)

    def add(self, work: int) -> None:
        """Add work to that of the last question."""
        self._last[self._way][-1] += work
        self._since[not self._way] += work
