"""Minimal subsets by deletion: leave out what is not needed, one element after another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

Element = TypeVar("Element")


def minimal(
    elements: Sequence[Element],
    enough: Callable[[Sequence[Element]], Collection[Element] | None],
    size: int = 1,
    most: int | None = None,
) -> list[Element]:
    """A minimal subset that is enough, of elements that are enough together, by deletion in order.
    enough(some): those of some elements that are enough, or None if even all of these are not.
    size: how many are deleted at once at first; twice as many after a success, half after a
    failure, so that few calls delete many. most: stop once this many are known to stay; the subset
    may then not be minimal."""
    kept, waiting = [*elements], [*elements]
    while waiting and (most is None or len(kept) - len(waiting) < most):
        size = min(size, len(waiting))
        out = {*waiting[:size]}
        found = enough([e for e in kept if e not in out])
        if found is not None:
            # An element that stayed because a test was given up may be left out by a later one.
            left = {*found} - out
            kept = [e for e in kept if e in left]
            waiting = [e for e in waiting if e in left]
            size *= 2
        elif size > 1:
            size //= 2
        else:
            del waiting[0]
    return kept
