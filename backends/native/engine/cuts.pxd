# The fields and functions of cuts.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport EVERY, bit_at, up_to
from pzc.backends.native.engine.order cimport Order


cdef class Cuts(Order):
    # The level of the assumptions (1: there are none).
    cdef int assumption_level
    # Seen facts, by word: those that conflict analysis holds already.
    cdef unsigned long long* seen
    # The facts of the current reason.
    cdef int* told_word
    cdef unsigned long long* told_gone
    cdef int told
    cdef int told_room
    # Whether only facts that cost nothing are looked for, and whether they are not enough.
    cdef bint only_free
    cdef bint refused
    # Facts from before this entry of the trail hold before the first decision.
    cdef int free_end
    # Parts that may be taken for possible: union-find over vertices (-1: absent), the bulk of each
    # set; the absent parts (vertices, and -1 - e for an edge e) with their ages, latest first.
    cdef int* joint
    cdef long long* joint_bulk
    cdef int* part
    cdef int* part_age
    # A search for a cheap way, which avoids an edge or vertex (-1: none): vertices at the present
    # cost and at the next.
    cdef int avoided
    cdef int avoided_vertex
    cdef int* near
    cdef int* later
    cdef int near_count
    cdef int later_count
    # Vertices of barred sure pieces in the current reason.
    cdef int* barred
    cdef int* is_barred
    cdef int barred_count

    cdef bint _load_cuts(self) except -1
    cdef bint _tell(self, int word, unsigned long long gone) except -1
    cdef bint _tell_state(self, int word, unsigned long long mask, int state) except -1
    cdef bint _tell_vertex(self, int v, int state) except -1
    cdef bint _tell_edge(self, int e, int state) except -1
    cdef bint _tell_query(self, int k, int state) except -1
    cdef bint _tell_at_least(self, int x, long long value) except -1
    cdef bint _tell_at_most(self, int x, long long value) except -1
    cdef bint _tell_without(self, int x, long long value) except -1
    @cython.final
    cdef int _age(self, int word, unsigned long long gone) noexcept
    cdef int _age_of_state(self, int word, unsigned long long mask, int state) noexcept
    cdef int _age_of_block(self, int v) noexcept
    @cython.final
    cdef bint _is_sure(self, int v) noexcept
    @cython.final
    cdef bint _is_sure_edge(self, int e) noexcept
    @cython.final
    cdef bint _is_sure_query(self, int k) noexcept
    cdef bint _tell_path(self, int a, int b) except -1
    cdef bint _reach_for(self, int v, int w, int by, int cost) noexcept
    cdef bint _tell_back(self, int v) except -1
    cdef long long _tell_piece(self, int first, long long most) except -1
    cdef bint _tell_block(self, int w, int e) except -1
    cdef bint _tell_blocks(self) except -1
    cdef bint _tell_wall(self, int target, int but, int but_edge) except -1
    cdef bint _tell_around(self, int tail, int but, int but_edge) except -1
    cdef bint _tell_cut(self, int g, int a, int b, int but, int but_edge) except -1
    cdef bint _tell_closure(self, int g, int start, long long most, int but, int but_edge) except -1
    cdef bint _open_parts(self, int g, int b) noexcept
    cdef int _gather_parts(self, int g, int a, int b, int but, int but_edge) noexcept
    cdef bint _sort_parts(self, int count) noexcept
    cdef bint _add_back(self, int count, int a, int b, long long most, int but_edge) noexcept
    cdef bint _is_way(self, int i, int but_edge) noexcept
    cdef bint _may_add(self, int part, int a, int b, long long most, int but_edge) noexcept
    @cython.final
    cdef int _find(self, int v) noexcept
    cdef bint _join(self, int v, int w) noexcept
