# The fields and functions of alike.py in C.

cimport cython
from pzc.backends.native.engine.count_reasons cimport CountReasons


cdef class Alike(CountReasons):
    # The two pieces that were looked at last, with their vertices in the order of the propagator's
    # arguments: the first vertex of the second piece and how many that may have, the tables,
    # whether each vertex is in its piece, and a list of those that are.
    cdef int second
    cdef int vertices_after
    cdef int first_table
    cdef int second_table
    cdef int* inside
    cdef int* sure_member
    cdef int sure_members
    # The open vertices that lack a support, and which ones each of them lacks.
    cdef int* open_vertex
    cdef int* lacks
    # Whether the reason being made cites each vertex.
    cdef int* is_cited
    # A way: how far down and right it moves the first piece, turned.
    cdef int down
    cdef int right

    cdef bint _load_alike(self) except -1
    cdef bint _alike(self, int p) except -1
    @cython.final
    cdef bint _decide_on(self, int p, int k, bint true) except -1
    @cython.final
    cdef bint _look_at_pieces(self, int p, int word, unsigned long long values) except -1
    @cython.final
    cdef bint _aim(self, int target) noexcept
    @cython.final
    cdef int _partner(self, int k) noexcept
    @cython.final
    cdef int _vertex_at(self, int table, int count, int row, int column) noexcept
    @cython.final
    cdef bint _is_possible(self, int target) noexcept
    @cython.final
    cdef bint _has_way(self, int p) noexcept
    @cython.final
    cdef bint _fit(self, int p) except -1
    @cython.final
    cdef int _support(self, int left) noexcept
    cdef bint _cite_same_form(self, int p, int word, unsigned long long gone) except -1
    @cython.final
    cdef bint _cite_obstacle(self, int p, int target, int word) except -1
    @cython.final
    cdef bint _costs(self, int p, int k, int word) noexcept
    @cython.final
    cdef bint _cite_once(self, int p, int k, int word) except -1
