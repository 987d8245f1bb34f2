# The fields and functions of reach.py in C.

cimport cython
from pzc.backends.native.engine.homes cimport Homes


cdef class Reach(Homes):
    # The last edge of the way from a hub to a vertex (-1: none known; -2: it is the hub), as `home`.
    cdef int* way
    # The vertices for which a way is looked for, graph by graph, and the hubs from where; which
    # these are, as `home`.
    cdef int* adrift
    cdef int* adrift_hub
    cdef int* adrift_start
    cdef int* adrift_end
    cdef int* is_adrift
    # Whether something changed near a hub since it was last searched from.
    cdef int* restless
    # What a graph has read of the trail: words, from where on, and up to where.
    cdef int* read_start
    cdef int* read_word
    cdef int* read_end

    cdef bint _load_reach(self) except -1
    cdef bint _catch_up(self, int g) except -1
    cdef bint _take_up(self, int g, int word) except -1
    cdef bint _lose(self, int g, int t) except -1
    cdef bint _lose_edge(self, int g, int e) except -1
    cdef bint _lose_home(self, int g, int h, int v, int k) except -1
    @cython.final
    cdef bint _set_adrift(self, int g, int h, int v) noexcept
    @cython.final
    cdef bint _can_be(self, int h, int v) noexcept
    @cython.final
    cdef bint _is_open(self, int e) noexcept
    cdef bint _mend_ways(self, int p, int g) except -1
    cdef bint _search_hubs(self, int p, int g) except -1
    cdef bint _find_ways(self, int g) except -1
    cdef bint _go_on(self, int h, int v) except -1
    cdef bint _deny_unreached(self, int p, int g) except -1
    cdef bint _search_hub(self, int p, int g, int h) except -1
