"""Networks whose only constraints are all-different, as plain lists, for `engine.covers`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..base import Exclusions
from . import network as net

# The most words in the table of rows, as if there were so many families (a sudoku has four).
MOST_WORDS, FAMILIES = 2_000_000, 6


def exclusions(network: net.Network, decide: Sequence[int]) -> Exclusions | None:
    """What a network says; None if it has other constraints than all-different ones that always
    hold, over the variables of the answer, or is too large. decide: these variables, as for
    `Engine`."""
    known = len(network.base) - 1  # but for the constant
    if (
        network.failed
        or not decide
        or not known == len(decide) == len(set(decide))
        or len(network.clause_start) > 1
        or len(network.vertex_start) > 1
        or any(w != net.TRUE[0] for w in network.condition_word)
        or max(network.words) > 1
        or len({network.base[x] for x in decide}) > 1
        or not all(_excludes(network, p) for p in range(len(network.kind)))
    ):
        return None
    # In each family, a state has about one bit for each fact.
    facts = sum(network.domain[network.first[x]].bit_count() for x in decide)
    if facts * (facts >> 6) * FAMILIES > MOST_WORDS:
        return None
    base = network.base[decide[0]]
    domains = [_values(network.domain[network.first[x]], base) for x in decide]
    return domains, _units(network, decide, base)


def _excludes(network: net.Network, p: int) -> bool:
    """Whether a propagator says that some variables differ (if their bases are equal)."""
    if network.kind[p] == net.BINARY_TABLE:
        x = network.index[network.argument_start[p]]
        y = network.index[network.argument_start[p] + 1]
        domain = network.domain[network.first[x]]
        others = network.domain[network.first[y]]
        return all(
            network.masks[network.data[p] + bit] & domain == domain & ~(1 << bit)
            for bit in range(64)
            if others >> bit & 1
        )
    return network.kind[p] == net.DISTINCT


def _units(
    network: net.Network, decide: Sequence[int], base: int
) -> list[tuple[list[int], list[int]]]:
    position = {network.first[x]: k for k, x in enumerate(decide)}
    found: list[tuple[list[int], list[int]]] = []
    for kind, (a, b) in zip(network.kind, pairwise(network.argument_start), strict=True):
        if kind == net.BINARY_TABLE:
            found.append(([position[network.first[x]] for x in network.index[a:b]], []))
        elif b > a:
            needed = _values(network.mask[a], base)
            found.append(([position[w] for w in network.index[a:b]], needed))
    return found


def _values(bits: int, base: int) -> list[int]:
    return [base + bit for bit in range(64) if bits >> bit & 1]
