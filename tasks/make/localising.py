"""Localising: change a board until hardly any small part of it has another solution.

If clues leave nearly everything open, the number of open variables does not show which of two
boards is better. Instead, count small parts of the board in which the solution can change while it
stays the same elsewhere: a puzzle with one solution has none. Once no such part is left, count
larger ones. A change affects only the parts near it, and each query concerns few variables.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import Any

from ...compiler.board.places import Place, apart
from ...records import record
from .assumptions import Assignment
from .bench import Bench, Spent
from .parts import FoundVariable, Spot, place_of
from .structure import Structure

# How far parts reach from their centres (cells are 2 apart), one size after another.
REACHES = 4, 6, 8
# How much further from a part a change may concern it, by a clue between them.
BEYOND = 4
# Work of a query about a part. Where one takes more, parts are no cheaper than the board.
PART = 4_000_000
# Changes with parts of one size, and those in a row after which no fewer parts are open.
STEPS, PLATEAU = 1000, 300


@record
class State:
    """A board as it changes: its structure, its bench, and a solution with its clues."""

    structure: Structure
    bench: Bench
    found: Assignment


# Changes a board near a variable; None if that leads nowhere.
Change = Callable[[State, FoundVariable], State | None]


class Hard(Exception):
    """A query about a part took too much work."""


def localised(random: Random, state: State, change: Change) -> State:
    """A board of which fewer parts have another solution; the same one if that is hard to tell."""
    for reach in REACHES:
        try:
            state, is_settled = _settled(random, state, change, reach)
        except Hard:
            break
        if not is_settled:
            break
    return state


def _settled(random: Random, state: State, change: Change, reach: int) -> tuple[State, bool]:
    """A board with fewer open parts of a size, and whether it has none. Raises Hard."""
    centres = _centres(state.bench, reach)
    open_ = _open(state, centres.values(), reach)
    fewest, since = len(open_), 0
    for _ in range(STEPS):
        if not open_ or since == PLATEAU:
            break
        since += 1
        centre = centres[random.choice(sorted(open_, key=lambda key: centres[key].index))]
        other = change(state, centre)
        if other is None:
            continue
        its = centres if other.bench is state.bench else _centres(other.bench, reach)
        near = _concerned(state, other, its, reach)
        near |= {key: variable for key, variable in its.items() if key not in centres}
        now = (open_ & its.keys()) - near.keys() | _open(other, near.values(), reach)
        if len(now) <= len(open_):
            state, open_, centres = other, now, its
        if len(open_) < fewest:
            fewest, since = len(open_), 0
    return state, not open_


def _centres(bench: Bench, reach: int) -> dict[Any, FoundVariable]:
    """Shown variables, by their keys, so near each other that the parts around them overlap."""
    places: list[Place] = []
    chosen: dict[Any, FoundVariable] = {}
    for variable in bench.found_variables:
        place = place_of(variable.key)
        if (
            variable.shown
            and place is not None
            and all(2 * apart(place, p) > reach for p in places)
        ):
            places.append(place)
            chosen[variable.key] = variable
    return chosen


def _open(state: State, centres: Iterable[FoundVariable], reach: int) -> set[Any]:
    """The keys of centres around which the solution can change while it stays elsewhere. Raises
    Hard."""
    bench, found = state.bench, state.found
    clue_set = bench.clue_set(found)
    open_: set[Any] = set()
    for centre in centres:
        kept = bench.outside(found, bench.around(centre, reach))
        try:
            if bench.another(clue_set, found, PART, kept) is not None:
                open_.add(centre.key)
        except Spent:
            bench.check()
            raise Hard from None
    return open_


def _concerned(
    before: State, after: State, centres: Mapping[Any, FoundVariable], reach: int
) -> dict[Any, FoundVariable]:
    """Those of some centres around which a change may have concerned the parts."""
    changed = before.structure.differences(after.structure) | _changed(before, after)
    return {
        key: centre
        for key, centre in centres.items()
        if _is_near(place_of(key), changed, reach + BEYOND)
    }


def _changed(before: State, after: State) -> set[Place]:
    """The places at which the solution or its clues changed."""
    own, its = _values(before), _values(after)
    keys = {key for key in own.keys() | its.keys() if own.get(key) != its.get(key)}
    return {place for _, key in keys if (place := place_of(key)) is not None}


def _values(state: State) -> dict[tuple[str, Any], int]:
    every: list[FoundVariable | Spot] = [*state.bench.found_variables, *state.bench.spots]
    return {(one.layer, one.key): state.found[one.index] for one in every}


def _is_near(place: Place | None, others: Collection[Place], reach: int) -> bool:
    return place is None or any(apart(place, other) <= reach for other in others)
