# The fields and functions of minimizing.py in C.

from pzc.backends.native.engine.bits cimport EVERY
from pzc.backends.native.engine.reasons cimport Reasons


cdef class Minimizing(Reasons):
    # Seen words that are redundant: their facts follow from the others.
    cdef int* spared
    # The level of the assumptions (1: there are none).
    cdef int assumption_level
    # Start of the first decision level on the trail, while a clause is learned.
    cdef int known

    cdef bint _load_minimizing(self) except -1
    cdef int _append_sides(self, int point, int end) except -1
    cdef bint _minimize(self, int point) except -1
    cdef bint _see_sides(self, int t) except -1
    cdef bint _see_side_literals(self, int t, int p) except -1
    cdef long long _known_literals(self, int t, int p, bint of_true) noexcept
    cdef unsigned long long _fact_before(self, int t, int k, bint of_true) noexcept
    cdef bint _see_side(self, int word, unsigned long long gone) except -1
    cdef bint _follows(self, int word) except -1
    cdef bint _has_seen_reason(self, int t) except -1
    cdef bint _has_seen_literals(self, int t, int p) except -1
    cdef unsigned long long _domain_at(self, int word, int end) noexcept
    cdef bint _is_seen(self, int word, unsigned long long gone) except -1
