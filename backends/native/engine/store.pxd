# The fields and functions of store.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport bit_at, highest, lowest, population, up_to
from pzc.backends.native.engine.memory cimport Memory


cdef class Store(Memory):
    cdef int variables
    cdef int words
    cdef bint failed

    # Variables: value of the first bit, first word, number of words; words: their variable.
    cdef long long* base
    cdef int* first
    cdef int* width
    cdef int* owner
    cdef unsigned long long* domain

    # The trail; the previous entry on the same word; the last entry of each word (-1: none); the
    # propagation head.
    cdef int* trail_word
    cdef unsigned long long* trail_old
    cdef unsigned long long* trail_new
    cdef int* trail_why
    cdef int* trail_note
    cdef int* trail_before
    cdef int* latest
    cdef int trail
    cdef int qhead
    # The entries that were undone since the counts were taken.
    cdef long long changes

    # Of a cardinality p, how many literals are true and how many are not false: 2p, 2p + 1.
    # Of an ALL_DIFFERENT, how many of its first arguments are done with: 2p. Their trail.
    cdef int* counter
    cdef int* counter_trail
    cdef int* counter_old
    cdef int counted

    # Where the levels start on both trails, and among the notes. The decision of a level is the
    # trail's first entry.
    cdef int* level_trail
    cdef int* level_counted
    cdef int* level_notes
    cdef int* level_mark
    cdef int level_room
    cdef int level

    # Up to where each listener has read the trail (-1: not at all).
    cdef int listeners
    cdef int* heard

    # The note that explains the next changes (-1: reasons are computed from the domains), and the
    # number of notes.
    cdef int note
    cdef int notes

    # The conflict: its constraint, its note, and the wiped-out word (-1: none).
    cdef int conflict
    cdef int conflict_note
    cdef int wiped_out

    cdef bint _load_domains(self, object network) except -1
    @cython.final
    cdef bint _set(self, int word, unsigned long long new, int why) except -1
    @cython.final
    cdef unsigned long long _domain_at(self, int word, int end) noexcept
    @cython.final
    cdef bint _is_empty_without(self, int word) except -1
    @cython.final
    cdef bint _enforce(self, int word, unsigned long long mask, int why) except -1
    @cython.final
    cdef long long _low(self, int x) noexcept
    @cython.final
    cdef long long _high(self, int x) noexcept
    @cython.final
    cdef bint _is_fixed(self, int x) except -1
    @cython.final
    cdef bint _has(self, int x, long long value) except -1
    @cython.final
    cdef bint _remove(self, int x, long long value, int why) except -1
    @cython.final
    cdef bint _cut_above(self, int x, long long value, int why) except -1
    @cython.final
    cdef bint _cut_below(self, int x, long long value, int why) except -1
    cdef bint _open_level(self) except -1
    cdef bint _undo(self, int level) except -1
    @cython.final
    cdef bint _take_back(self, int t) except -1
