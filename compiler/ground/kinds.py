"""The kinds of places that a layer lies on, from the text of its declaration or from its places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...dsl.syntax import Call, Expr, Name
from ..board.places import Unit

_KINDS = {
    "cells": "cell",
    "corners": "corner",
    "borders": "border",
    "links": "link",
    "rows": "row",
    "columns": "column",
    "sides": "side",
    "directions": "direction",
}


def static_kind(tree: Expr) -> str:
    """The kind of the places of a set, from the text alone; of a set that has no name, such as
    `1..3`, its text."""
    named = tree.function if isinstance(tree, Call) else tree
    if isinstance(named, Name):
        return _KINDS.get(named.id, named.id)
    return tree.span.text.replace(", ", ",")  # a comma and a blank separate the kinds of keys


def kind_of_units(places: Iterable[Any]) -> str:
    """The kinds of the units that are a layer's places, joined by `+`; "" if the places are not
    units."""
    return "+".join(dict.fromkeys(p.kind for p in places if isinstance(p, Unit)))
