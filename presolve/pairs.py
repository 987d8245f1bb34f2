"""Pairs of variables that may not both have one of some values (see `model.conflicts`): those of a
model, and sets of variables of which all pairs are alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from ..deadline import pause
from ..model.conflicts import Pair, conflict, ordered
from ..model.nodes import And, IntVar, LinearEq, Member, Or
from ..model.store import BETWEEN
from .demands import Demand, Signature

Kind = TypeVar("Kind")
_MEMBERS: Final = frozenset((Member,))
# By the kind of a condition that says that two variables have the same value: those of its parts.
_OF_BOTH: Final[dict[type, frozenset[type]]] = {
    LinearEq: frozenset((IntVar,)),
    Or: frozenset((And,)),
    And: frozenset((Member,)),
}


def may_conflict(signature: Signature) -> bool:
    """Whether conditions of a signature may be such a form."""
    if signature.kind is Or and not signature.negated:
        if not signature.denied:
            return signature.two and signature.only(Member)
        return signature.parts == _MEMBERS and signature.denied <= _OF_BOTH.keys()
    return (
        signature.negated
        and not signature.denied
        and signature.parts == _OF_BOTH.get(signature.kind)
    )


def conflicts(all_demands: Sequence[Demand]) -> Iterator[tuple[Pair, int, Demand]]:
    """(pair in order, values that they may not both have, demand). The values are bits, by their
    positions in the domain of the first."""
    for k, demand in enumerate(all_demands):
        if not k & BETWEEN:
            pause()
        found = conflict(demand[0])
        if found is not None and found[1]:
            yield *found, demand


def cliques(
    kinds: Mapping[Pair, Kind],
    wanted: Callable[[Sequence[IntVar], Sequence[Pair]], bool],
    most: Callable[[Kind], int] | None = None,
) -> Iterator[tuple[list[IntVar], list[Pair]]]:
    """Sets of variables of which all pairs have the same kind, as a greedy search finds them: each
    with its pairs. No pair is in two of them. wanted: whether to yield a set, and so use its pairs
    up. most: how many members a set of a kind has at the most."""
    around: dict[tuple[IntVar, Kind], dict[IntVar, None]] = {}
    for (x, y), kind in kinds.items():
        around.setdefault((x, kind), {})[y] = None
        around.setdefault((y, kind), {})[x] = None
    left = dict.fromkeys(kinds)
    for pair, kind in kinds.items():
        if pair not in left:
            continue
        pause()
        members, inside = [*pair], [pair]
        beside = around[pair[1], kind]
        common_to_all = [x for x in around[pair[0], kind] if x in beside]
        if common_to_all:
            limit = most(kind) if most is not None else len(around)
            while common_to_all and len(members) < limit:
                members.append(common_to_all[0])
                beside = around[common_to_all[0], kind]
                common_to_all = [x for x in common_to_all if x in beside]
            inside = [ordered(x, y) for x, y in combinations(members, 2)]
        if wanted(members, inside):
            for used in inside:
                left.pop(used, None)
            yield members, inside
