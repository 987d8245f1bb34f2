"""Completing: values of the solution as clues, where all other clues leave it open.

The layer of found values is a reserve. It stays blank while a board is made; if all other clues
leave several solutions, clues in it are added at places where another solution differs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ...compiler.ground.opening import value_of
from .assumptions import Assignment
from .bench import Bench
from .others import second
from .parts import Spot

Orbits = Callable[[Sequence[tuple[str, Any]]], list[list[int]]]


def completed(bench: Bench, random: Random, found: Assignment, orbits: Orbits) -> Assignment | None:
    """The board with as many clues in the layers that are held back as leave one solution; None if
    they cannot. orbits: of places, each with its layer, which have clues together. Raises Spent."""
    held = [spot for spot in bench.spots if spot.layer in bench.held]
    orbit_of = {k: orbit for orbit in orbits([(s.layer, s.key) for s in held]) for k in orbit}
    at = {(spot.layer, spot.key): k for k, spot in enumerate(held)}
    of_found = {
        (variable.index, k)
        for variable in bench.found_variables
        if (k := at.get((bench.grounding.slots[variable.layer].printed or "", variable.key)))
        is not None
    }
    codes = {k: _code(bench, held[k], index, found) for index, k in of_found}
    # A found layer may have no value at a place; rules about a clue may exclude it.
    values = {k: code for k, code in codes.items() if code != held[k].blank}
    refused: set[int] = set()
    while (other := second(bench, bench.clue_set(found), found)) is not None:
        weak = {k for index, k in of_found if k in values and found[index] != other[index]}
        while open_ := sorted(weak - refused):
            orbit = orbit_of[random.choice(open_)]
            left = list(found)
            for k in orbit:
                left[held[k].index] = values.get(k, left[held[k].index])
            if bench.stays(bench.clue_set(left), found, [held[k] for k in orbit]):
                found = tuple(left)
                break
            refused.update(orbit)
        else:
            return None
    return found


def _code(bench: Bench, spot: Spot, index: int, found: Assignment) -> int:
    """The code of the clue that says what a variable is."""
    slots = bench.grounding.slots
    name = next(n for n, slot in slots.items() if slot.printed == spot.layer)
    value = value_of(slots[name].variables[spot.key][1], found[index])
    return slots[spot.layer].variables[spot.key][1][value]
