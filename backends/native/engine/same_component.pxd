# The fields and functions of same_component.py in C.

from pzc.backends.native.engine.pieces cimport Pieces


cdef class SameComponent(Pieces):
    cdef bint _same_component(self, int p, int g, int first, int last) except -1
    cdef bint _is_quiet(self, int first, int last) except -1
    cdef bint _propagate_component(self, int p, int g, int first, int last) except -1
    cdef bint _are_there(self, int p, int k) except -1
    cdef bint _reach(self, int p, int g, int first, int last) except -1
    cdef bint _keep_apart(self, int p, int first) except -1
    cdef bint _note_barred(self, int first, int v, int w) except -1
