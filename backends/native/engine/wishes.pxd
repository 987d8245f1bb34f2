# The fields and functions of wishes.py in C.

from pzc.backends.native.engine.tracing cimport Tracing


cdef class Wishes(Tracing):
    # The wishes: words and masks, and where those of each start.
    cdef int* wished_word
    cdef unsigned long long* wished_mask
    cdef int* wished_start
    cdef int wishes
    # The conflicts until they are dropped.
    cdef long long wishing

    cdef bint _fail_wishing(self) except -1
    cdef bint _make_level_room(self, int levels) except -1
    cdef bint _decide_wish(self) except -1
