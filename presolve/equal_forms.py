"""Pieces that must have one form are compared with others once.

Where the rules say that some pieces have the same form, a further piece is unlike all of them if it
is unlike the first one. So pieces with letters, of which equal ones have the same form and others
have not, take one comparison for each two letters instead of one for each two pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from ..model.constraints import Constraint
from ..model.globals.form import SAME_FORM
from ..model.model import Model
from ..model.nodes import Bool, Not, Query
from .demands import Signature, following, instead, selected

# By vertex, those whose pieces must have the same form, each with the constraint that says so.
Alike: TypeAlias = "dict[int, list[tuple[int, Constraint]]]"
# By vertex, the first one whose piece must have the same form, and the constraints that say so.
Firsts: TypeAlias = "dict[int, tuple[int, list[Constraint]]]"
_EITHER: Final = (False, True)


def compared_once(m: Model) -> Model:
    """The model with comparisons of the first of some pieces of equal form instead of all."""
    if not m.uses(SAME_FORM):
        return m
    classes = _Classes()
    unlike: list[tuple[Bool, Query, Constraint]] = []
    for x, source in selected(m, _may_compare):
        if type(x) is Not:
            if type(x.arg) is Query and x.arg.definition is SAME_FORM:
                unlike.append((x, x.arg, source))
        elif type(x) is Query and x.definition is SAME_FORM:
            classes.join(x, source)
    gone: set[Bool] = set()
    added: dict[Bool, Constraint] = {}
    for x, query, source in unlike:
        same, why = classes.of_firsts(m, query)
        if same is not query:
            gone.add(x)
            condition = m.not_(same)
            if condition not in added:
                added[condition] = following(condition, [source, *why])
    for x, _, _ in unlike:
        if x not in gone:
            added.pop(x, None)
    return instead(m, gone, added.values()) if gone else m


def _may_compare(signature: Signature) -> bool:
    return signature.kind is Query


class _Classes:
    """Which pieces must have the same form.

    _alike: by graph, positions and the symmetries up to which they have it. _firsts: by the
    same."""

    def __init__(self) -> None:
        self._alike: dict[Any, Alike] = {}
        self._firsts: dict[Any, Firsts] = {}

    def join(self, query: Query, source: Constraint) -> None:
        """Note that two pieces have the same form."""
        a, b, where, turned, flipped = query.data
        # They have it up to more symmetries, too.
        for t in _EITHER[turned:]:
            for f in _EITHER[flipped:]:
                alike = self._alike.setdefault((query.graph, where, t, f), {})
                alike.setdefault(a, []).append((b, source))
                alike.setdefault(b, []).append((a, source))

    def of_firsts(self, m: Model, query: Query) -> tuple[Bool, list[Constraint]]:
        """A comparison of the first pieces of two classes instead of two others, and the
        constraints by which it means the same."""
        a, b, where, turned, flipped = query.data
        key = (query.graph, where, turned, flipped)
        if key not in self._firsts:
            self._firsts[key] = _first_of_each(self._alike.get(key, {}))
        firsts = self._firsts[key]
        (one, why), (other, also) = firsts.get(a, (a, [])), firsts.get(b, (b, []))
        if one == other:
            return True, [*why, *also]
        data = (min(one, other), max(one, other), where, turned, flipped)
        return m.query(SAME_FORM, query.graph, data), [*why, *also]


def _first_of_each(alike: Mapping[int, list[tuple[int, Constraint]]]) -> Firsts:
    """By vertex, the first one of its class, and the constraints on the way from that one."""
    found: Firsts = {}
    for first in sorted(alike):
        if first in found:
            continue
        found[first] = first, []
        stack = [first]
        while stack:
            vertex = stack.pop()
            for other, source in alike[vertex]:
                if other not in found:
                    found[other] = first, [*found[vertex][1], source]
                    stack.append(other)
    return found
