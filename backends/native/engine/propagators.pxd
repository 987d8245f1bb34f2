# The fields and functions of propagators.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport highest, lowest, population, up_to
from pzc.backends.native.engine.propagation cimport Propagation


cdef class Propagators(Propagation):
    # Words to work with, as many as the widest propagator has arguments.
    cdef unsigned long long* forward

    cdef bint _load_scratch(self) except -1
    @cython.final
    cdef int _widest(self, int kind) noexcept
    @cython.final
    cdef bint _applies(self, int p) except -1
    @cython.final
    cdef bint _refute(self, int p) except -1
    cdef bint _cardinality(self, int p) except -1
    cdef bint _at_most(self, int p) except -1
    cdef bint _unequal(self, int p) except -1
    cdef bint _distinct(self, int p) except -1
    cdef bint _all_different(self, int p) except -1
    cdef bint _consecutive(self, int p) except -1
    cdef bint _binary_table(self, int p) except -1
    cdef bint _element(self, int p) except -1
    cdef bint _meet(self, int x, int y) except -1
    cdef bint _narrow(self, int x, int y, int why) except -1
    cdef bint _extreme(self, int p, int up) except -1
    cdef long long _end(self, int x, int up) noexcept
    cdef bint _cut(self, int x, int up, long long value, int why) except -1
    cdef bint _arithmetic(self, int p) except -1
    cdef bint _runs(self, int p) except -1
