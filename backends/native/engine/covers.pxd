# The fields and functions of covers.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport EVERY, bit_at, lowest, population
from pzc.backends.native.engine.memory cimport Memory


cdef class Covers(Memory):
    cdef int variables
    cdef int values
    cdef int families
    cdef int facts
    # Words of a state, and of its open demands, which come last.
    cdef int size
    cdef int demands_at
    cdef int demand_words

    # Families: their words in a plane, planes, first word, first word of open demands.
    cdef int* width
    cdef int* planes
    cdef int* start
    cdef int* open_start
    # All demands; those with two facts, as of the last pass over each family.
    cdef unsigned long long* demands
    cdef unsigned long long* twos

    # States by level; at first; what each fact leaves of a state.
    cdef unsigned long long* state
    cdef unsigned long long* at_first
    cdef unsigned long long* leaves
    # The fact of each bit; the bits of a fact, one in each family (-1: none); of a variable and a
    # value.
    cdef int* fact_at
    cdef int* bits
    cdef int* fact_of
    # The other variables that a variable differs from.
    cdef unsigned long long* peers

    # Texts: how long they are, and what each character at each place means: a fact from 1, or
    # NOTHING, or UNSURE. The answer: where in it each variable stands, and the character of values.
    cdef int length
    cdef int* meaning
    cdef int* place
    cdef int* ink
    cdef bytearray answer
    # The index of each value.
    cdef dict indices

    cdef bint _load_families(self, list families) except -1
    cdef bint _load_rows(self) except -1
    @cython.final
    cdef bint _clear(self, int row, int fact) noexcept
    @cython.final
    cdef bint _hold(self, int at, int fact) noexcept
    @cython.final
    cdef bint _drop(self, int at, int fact) noexcept
    @cython.final
    cdef bint _narrow(self, int at) noexcept
    @cython.final
    cdef bint _is_done(self, int at) noexcept
    @cython.final
    cdef int _choose(self, int at) noexcept
    @cython.final
    cdef int _choose_smallest(self, int at) noexcept
    @cython.final
    cdef int _search(self) except -2
    @cython.final
    cdef bint _write(self, int at) except -1
