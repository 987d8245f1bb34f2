# The fields and functions of minimizing.py in C.

from pzc.backends.native.engine.bits cimport EVERY, highest, lowest, up_to
from pzc.backends.native.engine.citing cimport Citing


cdef class Minimizing(Citing):
    # Seen words that are redundant: their facts follow from the others.
    cdef int* spared
    # The clause being minimised, by number. By trail entry: that number if the entry follows from
    # seen facts, its negation if not. By level: that number if there are seen facts of it.
    cdef long long judging
    cdef long long* judged
    cdef long long* level_judged
    # Steps on the way from a fact to seen ones (0: only one step is looked at).
    cdef int steps

    cdef bint _load_minimizing(self) except -1
    cdef bint _minimize(self, int point) except -1
    cdef bint _add_reason_basis(self, int t) except -1
    cdef bint _add_literals_basis(self, int t, int p) except -1
    cdef long long _known_literals(self, int t, int p, bint of_true) noexcept
    cdef unsigned long long _fact_before(self, int t, int k, bint of_true) noexcept
    cdef bint _follows(self, int word) except -1
    cdef bint _has_seen_reason(self, int t) except -1
    cdef bint _has_seen_literals(self, int t, int p) except -1
    cdef bint _has_seen_condition(self, int t, int p) except -1
    cdef bint _has_seen_counts(self, int t, int p) except -1
    cdef bint _has_seen_bounds(self, int t, int p) except -1
    cdef bint _is_implied(self, int word, unsigned long long gone, int end) except -1
    cdef bint _is_redundant(self, int t) except -1
    cdef bint _add_bases_of_spared(self) except -1
    cdef bint _spare_pairs(self, int point) except -1
    cdef bint _mark_levels(self) except -1
    cdef int _level_of(self, int t) noexcept
    cdef bint _is_seen(self, int word, unsigned long long gone) except -1
