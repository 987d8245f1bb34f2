# The functions of turns.py in C.

from pzc.backends.native.engine.bits cimport EVERY, bit_at, lowest
from pzc.backends.native.engine.images cimport Images


cdef class Turns(Images):
    cdef bint _turn(self, int p) except -1
    cdef bint _hear_images(self, int p, int g) except -1
    cdef bint _hear_all_images(self, int p, int g) except -1
    cdef bint _exchange(self, int p, int g, int v, int word, unsigned long long gone) except -1
    cdef bint _answer_image(self, int p, int g, int v) except -1
    cdef bint _keep_near(self, int p, int g, int v) except -1
    cdef bint _keep_present(self, int p, int g) except -1
    cdef bint _keep_reached(self, int p, int g) except -1
    cdef bint _look_at_walls(self, int g) except -1
    cdef bint _turn_around(self, int p, int g, int v) except -1
    cdef bint _turn_step(self, int p, int g, int v, int i) except -1
    cdef bint _shift(self, int p, int g, int v, int i) except -1
    cdef bint _leave(self, int p, int g, int v, int i, int row, int kind) except -1
    cdef bint _turn_open(self, int p, int g, int v, int i) except -1
    cdef bint _link_images(self, int g) except -1
    cdef bint _keep_linked(self, int p, int g) except -1
    cdef bint _is_joined(self, int first) except -1
