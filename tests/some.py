"""Collections over which a test loops, which must not be empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(items: Iterable[T]) -> list[T]:
    """The items. Fails if there are none: a loop over them would assert nothing."""
    found = list(items)
    assert found, "nothing to assert anything about"
    return found
