"""Stands in for Cython's own `cython` module where the engine runs uncompiled without Cython."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

compiled = False


def cclass(decorated: T) -> T:
    return decorated


cfunc = inline = final = cclass

int = double = longlong = ulonglong = None


def declare(kind: Any, value: T) -> T:
    return value


def cast(kind: Any, value: T) -> T:
    return value


def exceptval(check: bool) -> Callable[[T], T]:
    return cclass
