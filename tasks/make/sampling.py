"""Sampling: a random solution, and all the clues that it can have.

A solver's first answer is always the same and far from random. Instead, random variables are wished
for: the solver decides on them first, in random order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random

from ...model.nodes import BoolNode
from .assumptions import Assignment, Literals
from .bench import Bench, Spent
from .parts import FoundVariable, Spot

# The share of clues which every puzzle has that are wished for at random.
OF_SPOTS = 0.5
# Conflicts after which a sample takes no more wishes into account.
PATIENCE = 30
# By how much wishes become fewer after a search for them that took too long.
FEWER = 8
# Spots of a layer at which another clue is tried, and values tried at each.
PROBES, TRIES = 3, 4


def sample(
    bench: Bench,
    random: Random,
    fixed: Literals | None = None,
    among: Sequence[FoundVariable | Spot] | None = None,
    other_than: Assignment | None = None,
    wishes: Literals | None = None,
) -> Assignment | None:
    """A solution that satisfies `fixed`, and as many of the wishes and of some random variables as
    a few solver calls allow; None if `fixed` has no solution. Raises Spent, for `fixed` rather than
    search long."""
    needed = [*bench.usual, *(fixed or [])]
    wanted = random.sample(wishes, len(wishes)) if wishes else []
    wanted += _wishes(bench, random, bench.choices if among is None else among)
    plain: Assignment | None = None
    while wanted:
        effort = bench.effort
        # Wishes may be for clues.
        known = needed if wishes else [*needed, *bench.left_out()]
        try:
            return bench.solve(known, other_than, effort, wanted, PATIENCE)
        except Spent:
            bench.check()
        if fixed is not None:  # a change of a part of a solution: rather try another one
            return bench.solve(known, other_than, effort)
        if plain is None:  # perhaps it is hard even without wishes
            plain = bench.plain(needed, other_than)
            if plain is None:
                return None
        if bench.effort == effort:
            wanted = wanted[: len(wanted) // FEWER]
            bench.one_in *= FEWER
    return bench.solve(needed, other_than) if plain is None else plain


def feasible(bench: Bench, random: Random, wishes: Literals) -> Literals:
    """Wishes that hold together in some solution: as many as a few solver calls allow."""
    wanted = random.sample(wishes, len(wishes))
    while wanted:
        try:
            found = bench.solve(bench.usual, None, bench.effort, wanted, PATIENCE)
        except Spent:
            bench.check()
            wanted = wanted[: len(wanted) // 2]
            continue
        return [] if found is None else bench.granted(found, wanted)
    return []


def _wishes(bench: Bench, random: Random, choices: Sequence[FoundVariable | Spot]) -> Literals:
    drawn = _drawn(bench, random, choices)
    count = min(len(choices), max(2, len(choices) // bench.one_in))
    chosen = random.sample(choices, count)
    # Clues that need not follow from variables would all have the first value that fits.
    chosen += (one for one in choices if isinstance(one, Spot) and random.random() < OF_SPOTS)
    wished = (bench.assume.literal(one.index, random.choice(one.codes)) for one in chosen)
    return [node for node in dict.fromkeys([*drawn, *wished]) if node is not None]


def clue_wishes(
    bench: Bench, random: Random, spots: Sequence[Spot], values: Sequence[object]
) -> Iterator[BoolNode]:
    """Wishes for clues at some spots, each with one of these values: otherwise all would have the
    value that the solver tries first."""
    for spot in spots:
        yield from bench.assume.present(spot)
        codes = bench.grounding.slots[spot.layer].variables[spot.key][1]
        code = codes.get(random.choice(values)) if values else None
        node = None if code is None else bench.assume.literal(spot.index, code)
        if node is not None:
            yield node


def _drawn(
    bench: Bench, random: Random, choices: Sequence[FoundVariable | Spot]
) -> Iterator[BoolNode | None]:
    """Wishes for clues of yes and no in layers for which a share of yes is hinted, in random order.
    The code of no is the lower one."""
    for layer, share in bench.template.shares.items():
        own = [one for one in choices if isinstance(one, Spot) and one.layer == layer]
        yes = round(random.uniform(*share) * len(own))
        for k, one in enumerate(random.sample(own, len(own))):
            yield bench.assume.literal(one.index, max(one.codes) if k < yes else min(one.codes))


def with_all_clues(
    bench: Bench,
    random: Random,
    found: Assignment,
    kept: Sequence[BoolNode] = (),
    anew: Collection[Spot] | None = None,
) -> Assignment | None:
    """The same solution with as many clues as it can have; random ones where several fit.

    kept: clues of another board, which stay where they fit. anew: the spots whose clues are random;
    None for all, which also finds the layers of `Bench.free`."""
    known = [*bench.usual, *bench.assume.answers(found, bench.choices)]
    clues = [node for spot in bench.spots for node in bench.assume.present(spot)]
    # In the order of spots: sets have another order in each process.
    values = _values(bench, random, [s for s in bench.spots if anew is None or s in anew])
    wishes = [*random.sample(kept, len(kept)), *random.sample(clues, len(clues)), *values]
    full = bench.solve(known, wishes=wishes)
    if full is not None and anew is None:
        bench.free |= _with_choice(bench, random, known, full)
    return full


def _values(bench: Bench, random: Random, spots: Sequence[Spot]) -> Literals:
    """A few values of each spot, as wishes in random order."""
    some = (
        bench.assume.literal(spot.index, code)
        for spot in random.sample(spots, len(spots))
        for code in random.sample(spot.codes, min(TRIES, len(spot.codes)))
    )
    return [node for node in some if node is not None]


def _with_choice(bench: Bench, random: Random, known: Literals, full: Assignment) -> set[str]:
    """The layers whose clues may have other values for the same solution: where propagation leaves
    several, other ones are tried at a few spots of a layer."""
    clues = [spot for spot in bench.spots if full[spot.index] != spot.blank]
    present = [node for spot in clues for node in bench.assume.present(spot)]
    left = bench.unsettled([*known, *present], clues)
    found: set[str] = set()
    for layer in dict.fromkeys(spot.layer for spot in left):
        own = [spot for spot in left if spot.layer == layer]
        for spot in random.sample(own, min(PROBES, len(own))):
            node = bench.assume.literal(spot.index, full[spot.index])
            others = bench.assume.clues_of(full, (s for s in bench.spots if s != spot))
            negated = None if node is None else bench.model.not_(node)
            if negated is None or isinstance(negated, bool):
                continue
            if bench.solve([*known, *others, *bench.assume.present(spot), negated]) is not None:
                found.add(layer)
                break
    return found
