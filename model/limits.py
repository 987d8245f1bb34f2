"""Limits on the sizes of models, domains and numbers."""

from __future__ import annotations

from typing import Final

from .nodes import Values

MAX_NODES: Final = 5_000_000
MAX_DOMAIN: Final = 100_000  # of a variable
MAX_SPREAD: Final = 1_000_000  # values of a computed number that is not a sum
MAX_NUMBER: Final = 10**15  # bound of sums, within the range that every solver can compute with


class ModelTooLarge(Exception):
    """More nodes, or a larger domain, than a model may have. The message says how many."""


def within_limits(number: int) -> int:
    """Return the number. Raises ModelTooLarge if it is too large to compute with."""
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise ModelTooLarge(f"a number beyond {MAX_NUMBER:,}")
    return number


def listable(values: Values) -> Values:
    """Return the values. Raises ModelTooLarge if they are too many to list."""
    if len(values) > MAX_SPREAD:
        many = f"{len(values):,} values"
        raise ModelTooLarge(f"{many}; at most {MAX_SPREAD:,} can be enumerated")
    return values
