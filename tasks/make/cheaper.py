"""The cheaper of two ways to ask a question, by counted work."""

from __future__ import annotations

# The last questions of a way that tell what it takes.
LAST = 2
# The dearer way is tried again when the cheaper one has taken so many times what it took: what
# questions take changes while a puzzle is made.
AGAIN = 8


class Cheaper:
    """Tells which of two ways takes less. price: the work of the first way after which the second
    one is tried at all. taken: the way (True: the second) and work of each question."""

    def __init__(self, price: int) -> None:
        self.price = price
        self.taken: list[tuple[bool, int]] = []

    def is_second(self) -> bool:
        """Whether the next question goes the second way."""
        first, second = self._last(False), self._last(True)
        if len(second) < LAST:
            return bool(second) or sum(work for _, work in self.taken) >= self.price
        if not first:
            return False
        average = {False: sum(first) / len(first), True: sum(second) / len(second)}
        cheap = average[True] < average[False]
        return cheap != (self._since(not cheap) > AGAIN * average[not cheap])

    def note(self, second: bool, work: int) -> None:
        """Enter what a question took."""
        self.taken.append((second, work))

    def add(self, work: int) -> None:
        """Add work to that of the last question."""
        second, so_far = self.taken[-1]
        self.taken[-1] = second, so_far + work

    def _last(self, second: bool) -> list[int]:
        return [work for way, work in self.taken if way is second][-LAST:]

    def _since(self, second: bool) -> int:
        """The work of all questions since the last one that went some way."""
        total = 0
        for way, work in reversed(self.taken):
            if way is second:
                break
            total += work
        return total
