# The fields and functions of pieces.py in C.

from pzc.backends.native.engine.graphs cimport Graphs


cdef class Pieces(Graphs):
    cdef bint _connected(self, int p, int g, int k) except -1
    cdef bint _join_all(self, int p, int g, int k) except -1
    cdef bint _unconnected(self, int p, int g, int k) except -1
    cdef bint _is_alone(self, int g, int v) except -1
    cdef bint _search_from(self, int g, int root) noexcept
    cdef bint _enter(self, int v, int e, int clock) except -1
    cdef bint _keep_whole(self, int p, int g, int k, int root, long long wanted) except -1
    cdef bint _note_need(self, int k, int root, int but, int but_edge, long long wanted) except -1
    cdef bint _acyclic(self, int p, int g, int k) except -1
    cdef bint _no_second_edge(self, int p, int g, int k) except -1
    cdef bint _loop(self, int p, int g, int k) except -1
    cdef bint _stay_open(self, int p, int g, int k, int v) except -1
    cdef int _find_sure(self, int v) noexcept
    cdef int _first_sure(self, int g, long long before) noexcept
