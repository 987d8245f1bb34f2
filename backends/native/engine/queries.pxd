# The functions of queries.py in C.

from pzc.backends.native.engine.sizes cimport Sizes


cdef class Queries(Sizes):
    cdef bint _pieces(self, int p) except -1
    cdef bint _answer(self, int p) except -1
