# The fields and functions of images.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport EVERY, bit_at
from pzc.backends.native.engine.sizes cimport Sizes


cdef class Images(Sizes):
    # By graph: the words of an image (0: it has none), the columns of its board, the first of its
    # rows of words below.
    cdef int* image_width
    cdef int* image_columns
    cdef int* image_start
    cdef int* image_end
    # By vertex: the first word of its image, and its place on the board.
    cdef int* image_word
    cdef int* place
    # By graph and place: the vertex there (-1: none).
    cdef int* at_start
    cdef int* vertex_at
    # By word: the vertex whose image (2v) or size (2v + 1) it is of (-1: none).
    cdef int* turned_word
    # By graph and difference of columns: the places that have another one at that distance.
    cdef int* column_start
    cdef unsigned long long* column_places
    # By step (a position among `around_edge`): its direction, of which k and k ^ 1 are opposite;
    # the places from which a step in a direction is barred by a wall, and from which it is sure.
    cdef int* direction
    cdef int* direction_start
    cdef int* direction_end
    cdef unsigned long long* walled
    cdef unsigned long long* opened
    # The places of a piece, or near a vertex.
    cdef unsigned long long* places
    # The number of the propagator's run; by query: the last run that looked for what is near for
    # its size, and the size.
    cdef int hearing
    cdef int* near_hearing
    cdef int* near_most

    cdef bint _load_images(self, object network) except -1
    cdef bint _load_places(self, int g) except -1
    cdef bint _load_directions(self, int g) except -1
    cdef bint _load_turned_words(self) except -1
    cdef bint _restrict(self, int p, int v, int k, unsigned long long left) except -1
    @cython.final
    cdef bint _has_none(self, int v) noexcept
    @cython.final
    cdef unsigned long long _window(self, int word, int width, int start) noexcept
    @cython.final
    cdef int _columns_from(self, int g, int v, int w) noexcept
    @cython.final
    cdef int _row_from(self, int g, int v, int w) noexcept
    @cython.final
    cdef bint _is_wall(self, int e) noexcept
