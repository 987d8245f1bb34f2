# The fields and functions of ways.py in C.

cimport cython
from pzc.backends.native.engine.facts cimport Facts


cdef class Ways(Facts):
    # A search for a cheap way, which avoids an edge or vertex (-1: none): vertices at the present
    # cost and at the next.
    cdef int avoided
    cdef int avoided_vertex
    cdef int* near
    cdef int* later
    cdef int near_count
    cdef int later_count

    cdef bint _load_ways(self) except -1
    @cython.final
    cdef bint _is_sure(self, int v) noexcept
    @cython.final
    cdef bint _is_sure_edge(self, int e) noexcept
    @cython.final
    cdef bint _is_sure_query(self, int k) noexcept
    cdef bint _cite_path(self, int a, int b) except -1
    cdef bint _reach_for(self, int v, int w, int by, int cost) noexcept
    cdef bint _cite_back(self, int v) except -1
    cdef long long _cite_piece(self, int first, long long most) except -1
