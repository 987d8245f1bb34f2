# The fields and functions of count_reasons.py in C.

from pzc.backends.native.engine.bits cimport EVERY, highest, lowest, up_to
from pzc.backends.native.engine.graph_reasons cimport GraphReasons


cdef class CountReasons(GraphReasons):
    # What is being explained: the propagator, and the end of the trail before the change.
    cdef int line
    cdef int counted_end

    cdef bint _cite_counted(self, int p, int word, unsigned long long gone, unsigned long long left, int end) except -1
    cdef bint _cite_literal(self, int at, bint falsified) except -1
    cdef bint _cite_count(self, int at, unsigned long long gone, unsigned long long left) except -1
    cdef bint _cite_count_least(self, int at, int bound) except -1
    cdef bint _cite_count_most(self, int at, int bound) except -1
    cdef int _group_from(self, int at) noexcept
    cdef int _group_to(self, int at) noexcept
    cdef int _least(self, int at) noexcept
    cdef int _most(self, int at) noexcept
    cdef int _literals(self, int start, int stop, bint true) noexcept
    cdef bint _cite_literals(self, int start, int stop, bint true, int count) except -1
    cdef bint _cite_bound_below(self, int at, int bound) except -1
    cdef bint _cite_bound_above(self, int at, int bound) except -1
