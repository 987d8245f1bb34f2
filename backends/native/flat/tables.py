"""Tables of pairs of values, and functions of one variable."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final

from ....model.model import Model
from ....model.nodes import BoolNode, BoolVar, IntVar, LinearEq, LinearLe, Member, domain_of
from .. import network as net
from ..network import TRUE, Literal
from .literals import BOTH, Literals
from .tabulate import MAX_ROWS

# Larger tables give way to bounds reasoning.
MAX_TABLE: Final = 1 << 14
VARIABLES: Final = frozenset((BoolVar, IntVar))


class Tables(Literals):
    """See `Flattening`."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        # The tables of conditions, by the columns from which they follow.
        self._posted: dict[Hashable, int] = {}

    def _is_plain(self, node: Member | LinearLe | LinearEq) -> bool:
        """Whether a direct propagator beats tabulating this condition."""
        if isinstance(node, Member):
            return type(node.arg) is IntVar
        kinds = {type(x) for _, x in node.terms}
        return kinds <= VARIABLES and (type(node) is LinearLe or IntVar not in kinds)

    def _is_table(self, node: BoolNode) -> bool:
        if not isinstance(node, (Member, LinearLe, LinearEq)) or self._is_plain(node):
            return False
        scope = self._tabulator.scope(node)
        if scope is None or len(scope) != 2:
            return False
        x, y = (self.variables[v.index] for v in scope)
        return self._has_small_table(x, y)

    def _has_small_table(self, x: int, y: int) -> bool:
        """Whether the pairs of values of two variables are few enough for a table."""
        return 64 * self.network.words[x] * self.network.words[y] <= MAX_TABLE

    def _tabulated(self, given: Literal, node: BoolNode, sense: bool) -> bool:
        """Post a condition over one variable, or a table over two, if it is one."""
        scope = self._tabulator.scope(node)
        if scope is None:
            return False
        if len(scope) == 1:
            word, mask = self._raw(node, BOTH)
            self._clause(given, [(word, mask if sense else ~mask)])
            return True
        if not self._is_table(node):
            return False
        network = self.network
        one, other = scope
        x, y = self.variables[other.index], self.variables[one.index]
        truth = self._tabulator.column(node, scope)
        left = tuple([network.domain[word] for word in network.words_of(x)])
        # Conditions of one shape have one column.
        key = (id(truth), sense, network.base[x], left, network.base[y], network.words[y])
        data = self._posted.get(key)
        if data is None:
            width = len(domain_of(other))
            masks = [0] * (64 * network.words[y] * network.words[x])
            for k, v in enumerate(domain_of(one)):
                row = truth[k * width : (k + 1) * width]
                values = [u for u, t in zip(domain_of(other), row, strict=True) if t == sense]
                self._support(masks, x, y, v, values)
            data = self._posted[key] = network.table(tuple(masks))
        network.propagator(net.BINARY_TABLE, given, (x, y), net.CHANGED, data=data)
        return True

    def _support(self, masks: list[int], x: int, y: int, v: int, values: Iterable[int]) -> None:
        """Enter into a table of masks that y = v allows x some values."""
        network = self.network
        row = v - network.base[y]
        if not 0 <= row < 64 * network.words[y]:
            return  # constraints on y alone exclude this value
        start = row * network.words[x] - network.first[x]
        for word, mask in network.bits(x, values):
            masks[start + word] |= mask

    def _binary_table(self, given: Literal, x: int, y: int, masks: Sequence[int]) -> None:
        network = self.network
        data = network.table(tuple(masks))
        network.propagator(net.BINARY_TABLE, given, (x, y), net.CHANGED, data=data)

    def _compares_few(self, x: IntVar, y: IntVar) -> bool:
        """Whether "x = y" is posted as a table, as other conditions on two variables are."""
        few = len(x.domain) * len(y.domain) <= MAX_ROWS
        return few and self._has_small_table(self.variables[x.index], self.variables[y.index])

    def _same(self, given: Literal, x: int, z: int, sense: bool = True) -> None:
        """Tie z = x, or without sense z != x, value by value, where a literal is true."""
        network = self.network
        domains = tuple([network.domain[w] for y in (x, z) for w in network.words_of(y)])
        # Variables of one domain have one table.
        key = ("same", sense, network.base[x], network.words[x], network.base[z], domains)
        data = self._posted.get(key)
        if data is None:
            masks = [0] * (64 * network.words[z] * network.words[x])
            values = network.values(x)
            for v in network.values(z):
                self._support(masks, x, z, v, [u for u in values if (u == v) is sense])
            data = self._posted[key] = network.table(tuple(masks))
        network.propagator(net.BINARY_TABLE, given, (x, z), net.CHANGED, data=data)

    def _function(
        self, x: int, z: int, image: Iterable[tuple[int, int]], given: Literal = TRUE
    ) -> None:
        """Post z = f(x), given as pairs (value of x, value of z), under a condition."""
        network = self.network
        preimages: dict[int, list[int]] = {}
        for v, w in image:
            preimages.setdefault(w, []).append(v)
        masks = [0] * (64 * network.words[z] * network.words[x])
        for w, values in preimages.items():
            if network.bits(z, (w,)):
                self._support(masks, x, z, w, values)
        self._binary_table(given, x, z, masks)
