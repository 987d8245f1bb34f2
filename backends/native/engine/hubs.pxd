# The fields and functions of hubs.py in C.

from pzc.backends.native.engine.pieces cimport Pieces


cdef class Hubs(Pieces):
    cdef bint _together(self, int p, int g, int first, int last) except -1
    cdef bint _is_quiet(self, int first, int last) except -1
    cdef bint _ask_hub(self, int p, int g, int first, int last) except -1
    cdef bint _are_there(self, int p, int k) except -1
    cdef bint _reach(self, int p, int g, int first, int last) except -1
    cdef bint _keep_apart(self, int p, int hub) except -1
    cdef bint _note_barred(self, int hub, int v, int w) except -1
