# The fields and functions of memory.py in C.

from cpython.array cimport array, clone


cdef class Memory:
    # The arrays by name, to keep them alive.
    cdef dict keep

    cdef bint _allocate(self) except -1
    cdef int* _ints(self, str name, object values=*, int room=*) except NULL
    cdef int* _filled(self, str name, int value, int count) except NULL
    cdef long long* _longs(self, str name, object values=*, int room=*) except NULL
    cdef unsigned long long* _masks(self, str name, object values=*, int room=*) except NULL
    cdef double* _floats(self, str name, object values=*, int room=*) except NULL
    cdef array _array(self, str name, array like, int values, int room)
    cdef int* _more_ints(self, str name, int count) except NULL
    cdef long long* _more_longs(self, str name, int count) except NULL
    cdef unsigned long long* _more_masks(self, str name, int count) except NULL
    cdef object _grown(self, str name, int count)
