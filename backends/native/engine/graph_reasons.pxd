# The fields and functions of graph_reasons.py in C.

from pzc.backends.native.engine.turn_reasons cimport TurnReasons


cdef class GraphReasons(TurnReasons):
    cdef bint _recall_free(self, int p, int note, int end) except -1
    cdef bint _is_of_size(self, int note) noexcept
    cdef bint _recall(self, int p, int note, int end) except -1
    cdef bint _cite_note(self, int g, int n) except -1
    cdef bint _cite_detour(self, int a, int b, int edge, int vertex) except -1
    cdef bint _cite_absent(self, int g, int root, bint edges) except -1
    cdef bint _cite_apart(self, int g, int k, int v, int but, int but_edge) except -1
    cdef bint _cite_need(self, int g, int n) except -1
    cdef bint _cite_cut_off(self, int g, int root, int but, int but_edge) except -1
    cdef bint _cite_barred(self, int n) except -1
    cdef bint _bar(self, int g, int k) except -1
    cdef bint _flood_back(self, int start, int first) except -1
    cdef bint _unbar(self, int g) except -1
    cdef bint _weigh_vertices(self, int g, int k) except -1
    cdef bint _cite_size(self, int g, int n) except -1
    cdef bint _cite_cap(self, int k, int v, long long value) except -1
    cdef bint _cite_demand(self, int k, int v, long long value) except -1
    cdef bint _cite_crowd(self, int n) except -1
