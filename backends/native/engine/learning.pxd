# The fields and functions of learning.py in C.

from pzc.backends.native.engine.bits cimport EVERY, bit_at
from pzc.backends.native.engine.minimizing cimport Minimizing


cdef class Learning(Minimizing):
    cdef long long conflicts
    # Number of learned clauses; levels marked with it belong to the last learned clause.
    cdef int learned
    # Learned clauses above which reduce_db runs; restarts; the conflict of the next restart.
    cdef int learnt_limit
    cdef int restarts
    cdef long long patience
    # The last level with a flipped decision, which backjumping must not undo (1: none).
    cdef int backtrack_level
    # Positions of the assumptions in the core.
    cdef list core

    cdef bint _load_learning(self) except -1
    cdef bint _is_to_learn(self) except -1
    cdef bint _flip_decision(self) except -1
    cdef bint _learn(self) except -1
    cdef bint _resolve(self, int word, unsigned long long hit) except -1
    cdef bint _drop_seen_word(self, int word) except -1
    cdef bint _final(self) except -1
    cdef bint _blame(self, int c) except -1
    cdef list _assumptions_of_basis(self)
    cdef bint _learn_clause(self, int point, bint lasting) except -1
    cdef bint _undo_decisions(self) except -1
    cdef bint _start_learning(self) except -1
    cdef bint _has_decided_shown(self) except -1
    cdef bint _block_decisions(self) except -1
    cdef bint _add_blocking_clause(self) except -1
    cdef bint _leave_path(self) except -1
    cdef list _path_nogoods(self)
    cdef bint _settle(self, int c) except -1
    cdef bint _restart(self) except -1
    cdef bint _reduce_db(self) except -1
