# The fields and functions of propagation.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport lowest
from pzc.backends.native.engine.clauses cimport Clauses


cdef class Propagation(Clauses):
    # Propagators, see network.py.
    cdef int propagators
    cdef int* kind
    cdef int* condition_word
    cdef unsigned long long* condition_mask
    cdef long long* low
    cdef long long* high
    cdef int* data
    cdef int* start
    cdef int* index
    cdef unsigned long long* mask
    cdef long long* coefficient
    cdef unsigned long long* masks

    # Need it not be woken by what it did itself? In which queue does it wait?
    cdef int* idempotent
    cdef int* rank

    # Who is woken by a word: slices of the parallel arrays, by word.
    cdef int* wake_start
    cdef int* wake_propagator
    cdef int* wake_event
    cdef int* occurs_start
    cdef int* occurs_propagator
    cdef unsigned long long* occurs_mask
    # Who must not have the one value of a word, by word, and which propagator says so.
    cdef int* peer_start
    cdef int* peer_word
    cdef int* peer_why
    cdef int* having

    # The queues, rings of propagators: one after the other.
    cdef int* queue
    cdef int* head
    cdef int* tail
    cdef int room
    cdef int* waiting

    cdef long long propagations
    cdef long long walked
    cdef long long scanned

    cdef bint _load_propagators(self, object network) except -1
    cdef bint _load_wakes(self, object network) except -1
    cdef bint _load_occurrences(self) except -1
    cdef bint _load_peers(self) except -1
    @cython.final
    cdef bint _wake(self, int p) except -1
    @cython.final
    cdef int _next_waiting(self) noexcept
    @cython.final
    cdef bint _set_counter(self, int which, int value) except -1
    cdef bint _propagate(self) except -1
    @cython.final
    cdef bint _notify(self) except -1
    @cython.final
    cdef bint _notify_peers(self, int word, unsigned long long value) except -1
    cdef bint _run(self, int p) except -1
    cdef bint _once_is_enough(self, int p, int* named) except -1
