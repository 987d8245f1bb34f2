"""Fewer values for numbers that are only compared with small ones.

A clue of 0..999 that is compared with the sizes of pieces of at most 25 vertices is above all of
them from 26 on. Under a *cap*, all values above it count as the first of these. That changes no
condition of a model if each number that depends on such variables either keeps its value or is
above the cap before and after, and each comparison is decided by "above the cap": a small model
property, as of the data independence of programs (Wolper, "Expressing interesting properties of
programs in propositional temporal logic", 1986). An assignment of the smaller model is one of the
model; the other ones of the model are lost, so this serves to search for one assignment, not for
counting them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.linear import ends
from ..model.masks import full_mask
from ..model.model import Model
from ..model.nodes import (
    BOOL_KINDS,
    BoolVar,
    Element,
    IntVar,
    Ite,
    LinearEq,
    LinearLe,
    Max,
    Member,
    Min,
    bottom_up,
    children,
)
from ..model.rebuild import rebuilt

# The nodes that keep a number or its being above the cap, if their operands do.
KEEPING: Final = (Ite, Min, Max)


def capped(m: Model) -> Model:
    """A model of its own, with variables at the same indices but smaller domains, which has an
    assignment if and only if this one has; the same model, if no domain becomes smaller."""
    roots = [part for c in m.constraints for part in (c.condition, c.given)]
    nodes: dict[Any, None] = {}
    for node in bottom_up(roots, nodes):
        nodes[node] = None
    variables = {x for x in m.variables if isinstance(x, IntVar) and x.index not in m.givens}
    while variables:
        reading = _Reading(nodes, variables)
        if not reading.refused:
            break
        variables -= reading.refused
    else:
        return m
    domains = {x: _kept(x.domain, reading.cap) for x in variables}
    if all(len(domain) == len(x.domain) for x, domain in domains.items()):
        return m
    return _over(m, domains)


def _kept(domain: Sequence[int], cap: int) -> list[int]:
    """The values up to the cap, and the first above it."""
    kept = [v for v in domain if v <= cap]
    return kept if len(kept) == len(domain) else [*kept, domain[len(kept)]]


class _Reading:
    """What the nodes of a model do with some variables.

    cap: a value such that whether a number is above it decides each condition on it. refused: the
    variables of which a node needs more than that."""

    def __init__(self, nodes: Iterable[Any], variables: set[IntVar]) -> None:
        self.cap = 0
        self.refused: set[IntVar] = set()
        # Of each number that depends on them: the variables it takes its value from.
        self._from: dict[Any, set[IntVar]] = {x: {x} for x in variables}
        elements: list[Element] = []
        for node in nodes:
            pause()
            self._read(node)
            if type(node) is Element and node.index in self._from:
                elements.append(node)
        for node in elements:
            if not self._is_kept(node):
                self.refused |= self._from[node.index]

    def _read(self, node: Any) -> None:
        kind = type(node)
        if kind is BoolVar or kind is IntVar:
            return
        touched = [x for x in children(node) if not isinstance(x, int) and x in self._from]
        if not touched:
            return
        if kind is Member:
            self._need(_last_change(node))
        elif kind is LinearLe or kind is LinearEq:
            self._compare(node, touched)
        elif kind is Element or kind in KEEPING:
            self._from[node] = {x for number in touched for x in self._from[number]}
        else:
            self._refuse(touched)
            if kind not in BOOL_KINDS:
                self._from[node] = set()

    def _need(self, cap: int) -> None:
        self.cap = max(self.cap, cap)

    def _refuse(self, touched: Iterable[Any]) -> None:
        for number in touched:
            self.refused |= self._from[number]

    def _compare(self, node: Any, touched: Sequence[Any]) -> None:
        """Raise the cap until a comparison has one outcome as soon as one of these numbers is above
        it, whatever the values of the other terms are."""
        mine = [(c, x) for c, x in node.terms if x in self._from]
        if len({c > 0 for c, _ in mine}) > 1:
            self._refuse(touched)
            return
        least = sum(min(c * v for v in ends(x)) for c, x in node.terms)
        most = sum(max(c * v for v in ends(x)) for c, x in node.terms)
        for c, x in mine:
            low, _ = ends(x)
            if c > 0:  # false above
                self._need((node.bound - least + c * low) // c)
            elif type(node) is LinearEq:  # false above
                self._need((most - c * low - node.bound) // -c)
            else:  # true above
                self._need(-((node.bound - most + c * low) // -c) - 1)

    def _is_kept(self, node: Element) -> bool:
        """Whether the options for values above the cap are all alike, or all above it, too."""
        options = [o for v, o in zip(node.index.domain, node.options, strict=True) if v > self.cap]
        if any(not isinstance(option, int) for option in options):
            return False
        return all(int(o) > self.cap for o in options) or len({int(o) for o in options}) <= 1  # type: ignore[arg-type]


def _last_change(node: Member) -> int:
    """The largest value that differs from the last one of the domain in being a member."""
    domain, mask = node.arg.domain, node.mask
    if mask >> (len(domain) - 1) & 1:
        mask ^= full_mask(domain)
    return domain[mask.bit_length() - 1]


def _over(m: Model, domains: dict[IntVar, list[int]]) -> Model:
    """The model over these domains."""
    small = Model()
    new: dict[Any, Any] = {}
    for x in m.variables:
        if isinstance(x, IntVar):
            new[x] = small.int_var(x.label, domains.get(x, x.domain))
        else:
            new[x] = small.bool_var(x.label)
    for c in m.constraints:
        pause()
        condition, given = rebuilt(small, c.condition, new), rebuilt(small, c.given, new)
        small.constraints.append(Constraint(condition, c.origin, given, c.also))
    small.answer = tuple(rebuilt(small, operand, new) for operand in m.answer)
    small.givens, small.selectors = m.givens, m.selectors
    return small
