"""Decoding: the constant that a value is under an assignment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...model.nodes import BoolVar, IntVar
from .choice import Choice
from .values import Maybe, Value, is_number

_VARIABLES = frozenset((BoolVar, IntVar))


def decode(value: Value, evaluate: Callable[[Any], Any]) -> Any:
    """The constant that a value is under an assignment; None where it is missing."""
    if type(value) in _VARIABLES:  # the common case first
        return evaluate(value)
    match value:
        case None | str():
            return value
        case bool():
            return value
        case int():
            return int(value)
        case tuple():
            return tuple(decode(member, evaluate) for member in value)
        case Maybe():
            return decode(value.value, evaluate) if evaluate(value.present) else None
        case Choice():
            for option, condition in value.options.items():
                if evaluate(condition):
                    return option
            return None
    if is_number(value):
        return evaluate(value)
    return value
