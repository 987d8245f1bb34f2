# The functions of turn_reasons.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport EVERY, bit_at, lowest
from pzc.backends.native.engine.home_reasons cimport HomeReasons


cdef class TurnReasons(HomeReasons):
    cdef bint _cite_turn(self, int g, int n) except -1
    cdef bint _cite_shifted(self, int g, int n) except -1
    cdef bint _cite_places(self, int v, int width, int k, unsigned long long places) except -1
    cdef bint _cite_steps(self, int g, int n) except -1
    cdef bint _cite_step_at(self, int g, int i, int at, int state) except -1
    cdef bint _cite_parted(self, int g, int v, int i) except -1
    cdef bint _cite_alike(self, int g, int v, int i) except -1
    @cython.final
    cdef unsigned long long _gone_by(self, int n) noexcept
    @cython.final
    cdef int _step_at(self, int g, int i, int at) noexcept
