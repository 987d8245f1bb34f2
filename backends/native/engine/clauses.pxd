# The fields and functions of clauses.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport bit_at, highest, lowest
from pzc.backends.native.engine.store cimport Store


cdef class Clauses(Store):
    # Start of the literals of each clause.
    cdef int* clause_start
    cdef int* clause_word
    cdef unsigned long long* clause_mask
    cdef int clauses
    cdef int own_clauses
    cdef int clause_room
    cdef int literal_room

    # The lists of watches, by value: slot of the word + bit. Which values of a word are watched.
    cdef int* watch_next
    cdef int* watch_slot
    cdef int* watch_head
    # Blocker of each watch: a literal that was true at the last visit; while it is, the clause need
    # not be visited (Chu, Harwood, Stuckey 2009).
    cdef int* blocker_word
    cdef unsigned long long* blocker_mask
    cdef int* slot
    cdef unsigned long long* watched
    cdef long long watches

    # Which of the network's clauses are pairs: two literals, each a single value. By the slot of a
    # value, the pairs that have it: the other literal, and the clause.
    cdef int* is_pair
    cdef int* pair_start
    cdef int* pair_word
    cdef unsigned long long* pair_mask
    cdef int* pair_clause

    # Clauses from `lasting` on are learned; their LBD (0: never dropped). If `tainted`, those from
    # `untainted` on hold in this enumeration only.
    cdef int lasting
    cdef bint tainted
    cdef int untainted
    cdef int* lbd

    # The basis of each clause that is not the network's own: bits of the assumptions it follows
    # from, `basis_words` words for each (0: nothing is assumed). The basis under construction.
    cdef unsigned long long* clause_basis
    cdef unsigned long long* basis
    cdef int basis_words

    cdef bint _load_clauses(self, object network) except -1
    cdef bint _load_pairs(self, int slots) except -1
    cdef bint _list_pair(self, int c, int own, int other) except -1
    cdef bint _is_value(self, int literal) noexcept
    cdef int _slot_of(self, int literal) noexcept
    cdef bint _untaint(self) except -1
    cdef bint _append(self, object words, object masks, int lbd) except -1
    cdef bint _close(self, int end, int lbd) except -1
    cdef bint _make_room(self, int clauses, int literals) except -1
    cdef bint _forget(self, int keep) except -1
    cdef bint _make_bases(self, int assumptions) except -1
    cdef int _basis_room(self) noexcept
    cdef bint _add_clause_basis(self, int c) except -1
    cdef bint _move_basis(self, int c, int to) except -1
    cdef bint _has_basis(self, int c) noexcept
    cdef int _attach(self, int c) noexcept
    @cython.final
    cdef bint _swap_literals(self, int a, int b) except -1
    @cython.final
    cdef bint _watch(self, int node, int literal) except -1
    @cython.final
    cdef bint _watch_value(self, int node, int word, unsigned long long values) except -1
    cdef bint _unwatch(self, int slot, int first) except -1
    @cython.final
    cdef bint _visit_pairs(self, int slot) except -1
    @cython.final
    cdef bint _visit_watches(self, int slot) except -1
