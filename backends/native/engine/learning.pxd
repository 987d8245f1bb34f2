# The fields and functions of learning.py in C.

from pzc.backends.native.engine.bits cimport EVERY
from pzc.backends.native.engine.minimizing cimport Minimizing


cdef class Learning(Minimizing):
    cdef long long conflicts
    # How many clauses were learned, and on which levels the last one was false: those marked so.
    cdef int learned
    # How many learned clauses are many; restarts so far, and after which failure the next one is.
    cdef int many
    cdef int restarts
    cdef long long patience
    # The last level that is gone back from step by step only (1: none).
    cdef int anchor
    # Are clauses to be cut short, see `_cut_short`?
    cdef bint to_cut
    # Positions of the assumptions that a failure follows from.
    cdef list core

    cdef bint _load_learning(self) except -1
    cdef bint _is_to_learn(self) except -1
    cdef bint _turn(self) except -1
    cdef bint _learn(self) except -1
    cdef bint _done_with(self, int word, unsigned long long hit) except -1
    cdef bint _untouch(self, int word) except -1
    cdef bint _final(self) except -1
    cdef bint _put_back(self, int start, int last) except -1
    cdef bint _forget_needs(self) except -1
    cdef int _level_of(self, int t) noexcept
    cdef bint _learn_clause(self, int point, bint lasting) except -1
    cdef bint _lengthen(self) except -1
    cdef bint _cut_short(self) except -1
    cdef bint _to_givens(self) except -1
    cdef bint _start_learning(self) except -1
    cdef bint _has_decided_shown(self) except -1
    cdef bint _learn_decisions(self) except -1
    cdef bint _exclude_assignment(self) except -1
    cdef bint _leave_path(self) except -1
    cdef list _path_nogoods(self)
    cdef bint _settle(self, int c) except -1
    cdef bint _restart(self) except -1
    cdef bint _drop_half(self) except -1
