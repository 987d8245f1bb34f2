# The fields and functions of order.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport bit_at, highest, lowest, population
from pzc.backends.native.engine.queries cimport Queries


cdef class Order(Queries):
    # The branching variables, and a flag for each variable.
    cdef int* decide
    cdef int decisions_on
    # Number of answer variables, including those never decided on.
    cdef int shown
    cdef int* must_decide
    # Flags, the variables and the values that they stand for, and the role of each variable (0:
    # neither).
    cdef int* flag
    cdef int* flag_of
    cdef long long* flag_value
    cdef int flag_count
    cdef int* role

    # Weights of variables; the weight of the next conflict.
    cdef double* weight
    cdef double* own_weight
    cdef double step
    # The values to try first of variables that are put off, as bits of a word; 0 for all others.
    cdef unsigned long long* default
    cdef int* default_word

    # Facts: the words as they were at first, where the facts of each start, the word of a fact.
    cdef unsigned long long* at_first
    cdef int* fact_start
    cdef int* fact_word
    cdef int fact_count
    # Their activities; the heap, and their positions in it (below 0: none).
    cdef double* activity
    cdef int* heap
    cdef int* heap_place
    cdef int heap_size
    # Settled facts removed from the heap, and their levels.
    cdef int* taken
    cdef int* taken_on
    cdef int taken_count
    # Whether to decide on facts of auxiliary variables.
    cdef bint auxiliary

    cdef bint _load_order(self, object network, object decide) except -1
    cdef bint _weigh(self) except -1
    cdef bint _forget_order(self) except -1
    @cython.final
    cdef bint _has_default(self, int x) noexcept
    cdef bint _fade(self, double by) except -1
    cdef int _heaviest(self) except -2
    cdef bint _rank(self) except -1
    cdef bint _fill_heap(self) except -1
    cdef bint _note_part(self, int word, unsigned long long gone) except -1
    cdef int _most_active(self) except -2
    cdef bint _has_one_fact(self, int word) except -1
    cdef bint _is_settled(self, int f) except -1
    cdef bint _raise(self, int f) except -1
    cdef bint _lower(self, int f) except -1
