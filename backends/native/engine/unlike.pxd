# The fields and functions of unlike.py in C.

cimport cython
from pzc.backends.native.engine.counts cimport Counts


cdef class Unlike(Counts):
    # The members of the two pieces that were looked at last, by position among their arguments, and
    # how many they are; the arguments that were met, and when.
    cdef int* member
    cdef int* members
    cdef int* met
    cdef int meeting
    # A turn: how far down and right each row and column leads.
    cdef int down_by_row
    cdef int down_by_column
    cdef int right_by_row
    cdef int right_by_column
    # An open argument beside them; -1: there is none.
    cdef int open_argument

    cdef bint _load_unlike(self) except -1
    cdef bint _unlike(self, int p) except -1
    @cython.final
    cdef int _side_of(self, int p, int k) noexcept
    @cython.final
    cdef int _own_argument(self, int p, int side) noexcept
    @cython.final
    cdef int _room_of(self, int p, int side) noexcept
    @cython.final
    cdef int _gather(self, int p, int side, int given) except -1
    @cython.final
    cdef bint _are_alike(self, int p) except -1
    @cython.final
    cdef bint _take_turn(self, int p, int turn) noexcept
    @cython.final
    cdef bint _is_laid_on(self, int p) noexcept
    @cython.final
    cdef long long _down(self, int p, int i) noexcept
    @cython.final
    cdef long long _right(self, int p, int i) noexcept
    @cython.final
    cdef long long _row(self, int p, int side, int i) noexcept
    @cython.final
    cdef long long _column(self, int p, int side, int i) noexcept
    @cython.final
    cdef unsigned long long _place(self, int p, int side, int i) noexcept
