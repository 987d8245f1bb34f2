# The fields and functions of home_reasons.py in C.

cimport cython
from pzc.backends.native.engine.cuts cimport Cuts


cdef class HomeReasons(Cuts):
    cdef bint _cite_met(self, int n) except -1
    cdef bint _cite_far_home(self, int g, int hub, int but, int but_edge) except -1
    cdef bint _cite_free_need(self, int g, int hub, int but, int but_edge) except -1
    cdef bint _cite_free_walls(self, int start, int v, int hub, int but, int but_edge) except -1
    cdef int _walk_freely(self, int start, int first, int target, int but, int but_edge) noexcept
    @cython.final
    cdef bint _is_freely_absent(self, int word, unsigned long long mask) noexcept
    cdef bint _cite_border(self, int start, int tail, int but, int but_edge) except -1
    cdef bint _bar_strangers(self, int g, int hub) except -1
