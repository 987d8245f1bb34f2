# The fields and functions of cuts.py in C.

cimport cython
from pzc.backends.native.engine.ways cimport Ways


cdef class Cuts(Ways):
    # Parts that may be taken for possible: union-find over vertices (-1: absent), the bulk of each
    # set; the absent parts (vertices, and -1 - e for an edge e) with their ages, latest first.
    cdef int* joint
    cdef long long* joint_bulk
    cdef int* part
    cdef int* part_age
    # Room to sort them by age: by digit, how many there are, then where the next one goes.
    cdef int* sorted_part
    cdef int* sorted_age
    cdef int* of_digit
    # Vertices of barred sure pieces in the current reason.
    cdef int* barred
    cdef int* is_barred
    cdef int barred_count

    cdef bint _load_cuts(self) except -1
    cdef bint _cite_block(self, int w, int e) except -1
    cdef bint _cite_blocks(self) except -1
    cdef bint _cite_wall(self, int target, int but, int but_edge) except -1
    cdef bint _cite_around(self, int tail, int but, int but_edge) except -1
    cdef bint _cite_cut(self, int g, int a, int b, int but, int but_edge) except -1
    cdef bint _cite_closure(self, int g, int start, long long most, int but, int but_edge) except -1
    cdef bint _open_parts(self, int g, int b) noexcept
    cdef int _gather_parts(self, int g, int a, int b, int but, int but_edge) noexcept
    cdef bint _count_look(self, int g, int parts) noexcept
    cdef bint _sort_parts(self, int count) noexcept
    cdef bint _add_back(self, int count, int a, int b, long long most, int but_edge) noexcept
    cdef bint _is_way(self, int i, int but_edge) noexcept
    cdef bint _may_add(self, int part, int a, int b, long long most, int but_edge) noexcept
    @cython.final
    cdef int _find(self, int v) noexcept
    cdef bint _join(self, int v, int w) noexcept
