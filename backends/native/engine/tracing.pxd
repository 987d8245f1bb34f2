# The fields and functions of tracing.py in C.

from pzc.backends.native.engine.learning cimport Learning


cdef class Tracing(Learning):
    pass
