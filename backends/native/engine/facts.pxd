# The fields and functions of facts.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport EVERY, bit_at, up_to
from pzc.backends.native.engine.order cimport Order


cdef class Facts(Order):
    # The level of the assumptions (1: there are none).
    cdef int assumption_level
    # Seen facts, by word: those that conflict analysis holds already.
    cdef unsigned long long* seen
    # The facts of the current reason.
    cdef int* cited_word
    cdef unsigned long long* cited_gone
    cdef int cited_count
    cdef int cited_room
    # Whether only facts that cost nothing are looked for, and whether they are not enough.
    cdef bint only_free
    cdef bint refused
    # Facts from before this entry of the trail hold before the first decision.
    cdef int free_end

    cdef bint _load_facts(self) except -1
    cdef bint _cite(self, int word, unsigned long long gone) except -1
    cdef bint _cite_state(self, int word, unsigned long long mask, int state) except -1
    cdef bint _cite_vertex(self, int v, int state) except -1
    cdef bint _cite_edge(self, int e, int state) except -1
    cdef bint _cite_query(self, int k, int state) except -1
    cdef bint _cite_at_least(self, int x, long long value) except -1
    cdef bint _cite_at_most(self, int x, long long value) except -1
    cdef bint _cite_without(self, int x, long long value) except -1
    @cython.final
    cdef int _age(self, int word, unsigned long long gone) noexcept
    cdef int _age_of_state(self, int word, unsigned long long mask, int state) noexcept
    @cython.final
    cdef unsigned long long _domain_then(self, int word) noexcept
    @cython.final
    cdef bint _is_known(self, int k) noexcept
    cdef int _age_of_query(self, int k) noexcept
    cdef int _age_of_block(self, int v) noexcept
