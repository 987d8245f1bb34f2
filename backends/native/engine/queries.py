# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The propagator of a graph: all of its queries, each by the layer that knows its kind."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .turns import Turns

CONNECTED = cython.declare(cython.int, net.CONNECTED)
ACYCLIC = cython.declare(cython.int, net.ACYCLIC)
LOOP = cython.declare(cython.int, net.LOOP)
CONNECTED_PAIR = cython.declare(cython.int, net.CONNECTED_PAIR)
NEIGHBOURS = cython.declare(cython.int, net.NEIGHBOURS)
HOME = cython.declare(cython.int, net.HOME)
IMAGE = cython.declare(cython.int, net.IMAGE)
SIZE = cython.declare(cython.int, net.SIZE)


class Queries(Turns):
    def _pieces(self, p: cython.int) -> cython.bint:
        """Propagate all queries on a graph, from its vertices and edges to the queries and back."""
        g: cython.int = self.data[p]
        before: cython.int = self.trail
        good: cython.bint = self._mend_ways(p, g)
        # If mending the ways removes something, that wakes this propagator again; the rest, which
        # costs more, waits until then.
        if good and self.trail == before and self._choose_queries(g):
            self.walked += self.vertex_start[g + 1] - self.vertex_start[g]
            good = self._look_at(g) and self._answer(p)
        if good and self.is_simple[g]:
            self.heard[2 * g + 1] = before
        self.note = -1
        self._look_for(g, -1)
        return good

    def _answer(self, p: cython.int) -> cython.bint:
        g: cython.int = self.data[p]
        k: cython.int = self.query_start[g]
        last: cython.int = self.query_start[g + 1]
        end: cython.int
        kind: cython.int
        if not self._neighbours(p, g) or not self._search_hubs(p, g):
            return False
        while k < last and self.query_kind[k] != SIZE:
            kind = self.query_kind[k]
            if kind in (NEIGHBOURS, HOME):
                k = self.others_start[g]
                continue
            if kind == IMAGE:
                if not self._keep_linked(p, g):
                    return False
                k = self.image_end[g]
                continue
            if (
                self.query_when[k] >= 0
                and self._state(self.query_word[k], self.query_mask[k]) != self.query_when[k]
            ):
                k += 1
                continue
            if kind == CONNECTED:
                if self.queries_whole and not self._connected(p, g, k):
                    return False
            elif kind == ACYCLIC:
                if self.queries_sure and not self._acyclic(p, g, k):
                    return False
            elif kind == LOOP:
                if not self._loop(p, g, k):
                    return False
            elif kind == CONNECTED_PAIR:
                end = k + 1
                while end < last and self.query_from[end] == self.query_from[k]:
                    if self.query_kind[end] != CONNECTED_PAIR:
                        break
                    end += 1
                self.walked += end - k
                if not self._same_component(p, g, k, end):
                    return False
                k = end - 1
            elif not self._first_of(p, k):
                return False
            k += 1
        while k < last:
            end = k + 1
            while end < last and self.query_to[end] == self.query_to[k]:
                end += 1
            self.walked += self.vertex_start[g + 1] - self.vertex_start[g]
            if not self._sizes(p, g, k, end):
                return False
            k = end
        return True
