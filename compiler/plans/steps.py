"""Split a plan into steps: its layers at each moment.

A layer at moments has a moment in each of its keys. At one moment it is a layer with keys shorter
by that moment; a layer at moments only becomes a single value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...records import record, replace
from ..ground.solution import LayerValues, Solution


@record
class Step:
    """The layers of a plan at one moment; moment None: those without moments."""

    moment: int | None
    solution: Solution


def position(kind: str, sequence: str) -> int | None:
    """The position of the moment in the keys of a layer. kind: of the layer's places."""
    kinds = kind.split(", ")
    return kinds.index(sequence) if sequence and sequence in kinds else None


def kind_without(kind: str, at: int) -> str:
    """The kind of a layer's places without the moment. at: the position of the moment."""
    kinds = kind.split(", ")
    return ", ".join(kinds[:at] + kinds[at + 1 :])


def keys_at(keys: Iterable[Any], at: int, moment: int) -> dict[Any, Any]:
    """A layer's keys with a moment: by the key without it. at: the position of the moment."""
    out: dict[Any, Any] = {}
    for key in keys:
        parts = key if isinstance(key, tuple) else (key,)
        if parts[at] == moment:
            out[key_without(key, at)] = key
    return out


def key_without(key: Any, at: int) -> Any:
    """A layer's key without the moment; "" if nothing is left. at: the position of the moment."""
    rest = key[:at] + key[at + 1 :] if isinstance(key, tuple) else ()
    return "" if not rest else rest[0] if len(rest) == 1 else rest


def moment_of(key: Any, at: int) -> int:
    """The moment in a key."""
    return int(key[at] if isinstance(key, tuple) else key)


def without_moments(solution: Solution) -> Solution:
    """A plan with its given layers and those layers of its answer that are the same throughout."""
    answer = [a for a in solution.answer if position(a.kind, solution.sequence) is None]
    return replace(solution, answer=tuple(answer), sequence="")


def steps(solution: Solution) -> list[Step]:
    """The layers without moments, if there are any, and then those of each moment.

    Given layers belong to all steps, except those that state values of a found layer at single
    moments, which belong to none."""
    timed = [a for a in solution.answer if position(a.kind, solution.sequence) is not None]
    still = without_moments(solution)
    givens = tuple(
        g for g in solution.givens if not any(_states_values_of(g, a, solution) for a in timed)
    )
    out = [Step(None, still)] if still.answer else []
    for moment in range((solution.moves or 0) + 1):
        shown = tuple(_at(layer, solution.sequence, moment) for layer in timed)
        out.append(Step(moment, replace(solution, answer=shown, givens=givens, sequence="")))
    return out


def _at(layer: LayerValues, sequence: str, moment: int) -> LayerValues:
    at = position(layer.kind, sequence)
    assert at is not None
    table = {k: layer.table[key] for k, key in keys_at(layer.table, at, moment).items()}
    return replace(layer, kind=kind_without(layer.kind, at), table=table)


def _states_values_of(given: LayerValues, found: LayerValues, solution: Solution) -> bool:
    """Whether a given layer states values of a found layer at single moments: it has the same
    places, and its values are written in the same way."""
    at = position(found.kind, solution.sequence)
    same_places = at is not None and given.kind == kind_without(found.kind, at)
    return same_places and _written(given) == _written(found)


def _written(layer: LayerValues) -> list[tuple[Any, str]]:
    return [(value, layer.domain.draw(value)) for value in layer.domain.values]
