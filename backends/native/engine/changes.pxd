# The fields and functions of changes.py in C.

cimport cython
from pzc.backends.native.engine.reach cimport Reach


cdef class Changes(Reach):
    # Vertices and edges that became absent since the last run; which vertices of these are still to
    # be looked at; what is left beside some of them. Vertices that became present, and when.
    cdef int* gone
    cdef int* lost_edge
    cdef long long* gone_mark
    cdef int* beside
    cdef int* present
    cdef int* present_at
    # Among how many vertices a block is looked for, and how many may still be walked over in all.
    cdef int nearby
    cdef int to_walk

    cdef bint _load_changes(self) except -1
    cdef bint _choose_queries(self, int g) except -1
    cdef bint _read_changes(self, int g, int since, bint whole) except -1
    cdef bint _is_beside(self, int v, int t) noexcept
    cdef bint _are_near(self, int present) noexcept
    cdef int _find_earlier(self, int v, int t) noexcept
    cdef bint _has_detours(self, int since, int gone, int lost) noexcept
    cdef int _find_beside(self, int first, int since, long long stamp) noexcept
    cdef bint _is_round(self, int count) noexcept
    @cython.final
    cdef bint _is_way_to(self, int i) noexcept
