# The fields and functions of learning.py in C.

from pzc.backends.native.engine.bits cimport EVERY
from pzc.backends.native.engine.minimizing cimport Minimizing


cdef class Learning(Minimizing):
    cdef long long conflicts
    # How many clauses were learned, and on which levels the last one was false: those marked so.
    cdef int learned
    # How many learned clauses are many; restarts so far, and after which failure the next one is.
    cdef int learnt_limit
    cdef int restarts
    cdef long long patience
    # The last level that is gone back from step by step only (1: none).
    cdef int backtrack_level
    # Are clauses to be cut short, see `_shorten_clauses`?
    cdef bint to_shorten
    # Positions of the assumptions that a failure follows from.
    cdef list core

    cdef bint _load_learning(self) except -1
    cdef bint _is_to_learn(self) except -1
    cdef bint _flip_decision(self) except -1
    cdef bint _learn(self) except -1
    cdef bint _resolve(self, int word, unsigned long long hit) except -1
    cdef bint _drop_seen_word(self, int word) except -1
    cdef bint _final(self) except -1
    cdef bint _put_back(self, int start, int last) except -1
    cdef bint _clear_seen(self) except -1
    cdef int _level_of(self, int t) noexcept
    cdef bint _learn_clause(self, int point, bint lasting) except -1
    cdef bint _restore_clauses(self) except -1
    cdef bint _shorten_clauses(self) except -1
    cdef bint _to_givens(self) except -1
    cdef bint _start_learning(self) except -1
    cdef bint _has_decided_shown(self) except -1
    cdef bint _block_decisions(self) except -1
    cdef bint _add_blocking_clause(self) except -1
    cdef bint _leave_path(self) except -1
    cdef list _path_nogoods(self)
    cdef bint _settle(self, int c) except -1
    cdef bint _restart(self) except -1
    cdef bint _reduce_db(self) except -1
