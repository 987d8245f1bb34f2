# The fields and functions of tracing.py in C.

from pzc.backends.native.engine.learning cimport Learning


cdef class Tracing(Learning):
    # What tracing must leave as it was.
    cdef double kept_step
    cdef bint kept_auxiliary
    cdef object kept_phase

    cdef bint _begin_tracing(self) except -1
    cdef bint _end_tracing(self) except -1
    cdef list _take_needs(self)
