# The fields and functions of minimizing.py in C.

from pzc.backends.native.engine.bits cimport EVERY
from pzc.backends.native.engine.citing cimport Citing


cdef class Minimizing(Citing):
    # Seen words that are redundant: their facts follow from the others.
    cdef int* spared

    cdef bint _load_minimizing(self) except -1
    cdef bint _minimize(self, int point) except -1
    cdef bint _add_reason_basis(self, int t) except -1
    cdef bint _add_literals_basis(self, int t, int p) except -1
    cdef long long _known_literals(self, int t, int p, bint of_true) noexcept
    cdef unsigned long long _fact_before(self, int t, int k, bint of_true) noexcept
    cdef bint _follows(self, int word) except -1
    cdef bint _has_seen_reason(self, int t) except -1
    cdef bint _has_seen_literals(self, int t, int p) except -1
    cdef bint _is_seen(self, int word, unsigned long long gone) except -1
