# The fields and functions of sizes.py in C.

from pzc.backends.native.engine.bits cimport lowest
from pzc.backends.native.engine.changes cimport Changes


cdef class Sizes(Changes):
    cdef bint _load_sizes(self, object network) except -1
    cdef bint _first_of(self, int p, int k) except -1
    cdef bint _sizes(self, int p, int g, int first, int last) except -1
    cdef bint _is_cornered(self, int v) except -1
    cdef bint _reach_values(self, int p, int g, int first, int last) except -1
    cdef bint _mark_stale(self, int g, int first, int last) except -1
    cdef bint _mark_common(self, int k, int other) except -1
    cdef bint _mark_values(self, int x, int word, unsigned long long values) except -1
    cdef bint _remove_size(self, int p, int tail) except -1
    cdef bint _bound_size(self, int p, int k) except -1
    cdef bint _equal_sizes(self, int p, int k) except -1
    cdef bint _keep_small(self, int p, int g) except -1
    cdef bint _fits(self, int p, int v) except -1
