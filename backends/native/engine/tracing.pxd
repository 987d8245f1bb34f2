# The fields and functions of tracing.py in C.

from pzc.backends.native.engine.bits cimport EVERY
from pzc.backends.native.engine.learning cimport Learning


cdef class Tracing(Learning):
    cdef bint _settled_reason(self, int t, unsigned long long* settled) except -1
    cdef int _find_group(
        self,
        int position,
        int at,
        int start,
        list found,
        dict antecedents,
        unsigned long long* settled,
        int* group,
    ) except -2
    cdef list _behind_seen(self, int start)
    cdef bint _move(self, int at, int to) except -1
    cdef bint _explain_failure(self, list found, int start, int* is_end) except -1
    cdef int _first_entry(self) noexcept
    cdef unsigned long long _removed(self, int t) noexcept
    cdef int _origin(self, int t) noexcept
