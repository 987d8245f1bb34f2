# The fields and functions of counts.py in C.

from pzc.backends.native.engine.bits cimport highest, lowest, up_to
from pzc.backends.native.engine.propagators cimport Propagators


cdef class Counts(Propagators):
    cdef bint _counted(self, int p) except -1
    cdef bint _count_forward(self, int p) except -1
    cdef bint _keep_between(self, int word, long long low, long long high, int why) except -1
    cdef bint _fill_group(self, int p, int start, int end, bint true) except -1
