# The fields and functions of reasons.py in C.

from pzc.backends.native.engine.bits cimport EVERY, bit_at, highest, lowest, up_to
from pzc.backends.native.engine.alike cimport Alike


cdef class Reasons(Alike):
    # Conflict analysis, by word: of the seen facts (removed values) those removed on the current
    # level, which starts at `since` on the trail: the open antecedents. `pending` words have some.
    # The words with seen facts. The note of the entry being explained.
    cdef unsigned long long* open_antecedents
    cdef int pending
    cdef int since
    cdef int* seen_words
    cdef int seen_count
    cdef int cited

    cdef bint _load_analysis(self) except -1
    cdef bint _see(self, int word, unsigned long long gone) except -1
    cdef bint _see_cited(self) except -1
    cdef bint _see_arguments(self, int p) except -1
    cdef bint _explain(self, int why, int word, unsigned long long gone, unsigned long long left) except -1
    cdef bint _explain_cardinality(self, int p, bint failed) except -1
    cdef bint _explain_at_most(self, int p, int but) except -1
    cdef bint _explain_distinct(self, int p, int word, unsigned long long gone, unsigned long long left) except -1
    cdef bint _explain_binary_table(self, int p, int word, unsigned long long gone) except -1
    cdef bint _explain_unlike(self, int p, int word, unsigned long long left) except -1
    cdef bint _see_conflict(self) except -1
