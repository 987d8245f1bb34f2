# The fields and functions of citing.py in C.

from pzc.backends.native.engine.bits cimport bit_at, lowest
from pzc.backends.native.engine.reasons cimport Reasons


cdef class Citing(Reasons):
    # The last assumptions as literals.
    cdef list assumed_before
    # Start of the first decision level on the trail, while a clause is learned.
    cdef int known
    # The bases of the entries of the assumption level, before `bases_end`.
    cdef unsigned long long* fact_basis
    cdef int fact_room
    cdef int bases_end
    # The facts of their reasons, while they are computed.
    cdef int* reason_word
    cdef unsigned long long* reason_gone
    cdef int reason_room
    # Whether there are dormant clauses to watch.
    cdef bint dormant
    # The state of the heuristic, kept while tracing.
    cdef double kept_step
    cdef bint kept_auxiliary

    cdef bint _load_citing(self) except -1
    cdef bint _clear_basis(self) except -1
    cdef bint _add_basis(self, int word, unsigned long long gone, int end) except -1
    cdef bint _set_basis(self, int t) except -1
    cdef bint _make_fact_room(self) except -1
    cdef bint _find_bases(self) except -1
    cdef bint _add_bases_behind(self) except -1
    cdef int* _unmarked(self, int entries) except NULL
    cdef bint _mark_seen(self, int* marked, int start) except -1
    cdef bint _explain_entry(self, int t) except -1
    cdef bint _put_back(self, int start, int last) except -1
    cdef bint _assert_unit(self, int c) except -1
    cdef bint _assert_with_basis(self, int word, unsigned long long mask) except -1
    cdef bint _move_bases(self, object assumptions) except -1
    cdef bint _move_row(
        self, unsigned long long* old, int at, int words, int* moved
    ) except -1
    cdef bint _watch_dormant(self) except -1
    cdef bint _begin_tracing(self) except -1
    cdef bint _end_tracing(self) except -1
    cdef list _take_seen(self)
    cdef bint _clear_seen(self) except -1
