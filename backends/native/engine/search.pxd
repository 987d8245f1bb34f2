# The fields and functions of search.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport bit_at, lowest
from pzc.backends.native.engine.wishes cimport Wishes


cdef class Engine(Wishes):
    # The assumptions: words and masks, and where those of each start.
    cdef int* assumed_word
    cdef unsigned long long* assumed_mask
    cdef int* assumed_start
    cdef int assumptions

    # Whether to try the lower of two values first.
    cdef bint reluctant
    # By word, the value of the assignment that decisions follow; 0: none.
    cdef unsigned long long* followed

    cdef long long decisions
    # Blocking clauses in this enumeration.
    cdef int blocked
    # Decisions and failures since the last solution.
    cdef long long barren

    cdef bint _forget_preferences(self) except -1
    cdef bint _give(self, int position, long long value) except -1
    cdef bint _assume(self, object assumptions) except -1
    cdef bint _take_assumptions(self) except -1
    cdef bint _decide(self) except -1
    @cython.final
    cdef bint _can_follow(self, int word) noexcept
    cdef bint _decide_fact(self) except -1
    cdef bint _decide_value(self, int x, int word, unsigned long long value) except -1
    cdef bint _fail(self) except -1
