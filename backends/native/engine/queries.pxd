# The functions of queries.py in C.

from pzc.backends.native.engine.turns cimport Turns


cdef class Queries(Turns):
    cdef bint _pieces(self, int p) except -1
    cdef bint _answer(self, int p) except -1
