# The fields and functions of homes.py in C.

cimport cython
from pzc.backends.native.engine.same_component cimport SameComponent


cdef class Homes(SameComponent):
    # Hubs, in order of their graphs; the hub that a vertex is (-1: none); where the queries of a
    # hub begin among `home`, less the first vertex of its graph; the query for a hub and a vertex
    # (-1: none).
    cdef int* hub_start
    cdef int* hub_vertex
    cdef int* hub_of
    cdef int* home_start
    cdef int* home
    # The other queries for pairs at each vertex of a graph with hubs: the query, the other vertex.
    cdef int* tie_start
    cdef int* tie_query
    cdef int* tie_vertex
    # The query that has the literal of an edge (-1: none); whether there is one in a graph.
    cdef int* query_of_edge
    cdef int* has_walls
    # The parts of graphs that are read from the trail, by word: four times the vertex, edge or
    # query, plus 0, 1 or 2.
    cdef int* part_start
    cdef int* part_of_word

    cdef bint _load_homes(self, object network) except -1
    cdef bint _load_queries(self, object network) except -1
    cdef bint _load_edges(self, object network) except -1
    cdef bint _load_ties(self, object network) except -1
    cdef bint _load_words(self) except -1
    cdef bint _list_parts(self, int* end, bint store) except -1
    @cython.final
    cdef bint _list_part(self, int* end, int word, int part, bint store) noexcept
    @cython.final
    cdef int _said(self, int k) noexcept
    @cython.final
    cdef int _is_there(self, int v) noexcept
    cdef bint _homes(self, int p) except -1
    cdef bint _hear_all(self, int p, int g) except -1
    cdef bint _hear(self, int p, int g, int part) except -1
    cdef bint _hear_vertex(self, int p, int g, int v) except -1
    cdef bint _hear_edge(self, int p, int g, int e) except -1
    cdef bint _hear_query(self, int p, int g, int k) except -1
    cdef bint _hear_home(self, int p, int g, int h, int v, int k) except -1
    cdef bint _compare(self, int p, int g, int one, int other, int k) except -1
    cdef bint _across(self, int p, int h, int v, int w, int e) except -1
    cdef bint _agree(self, int p, int one, int other, int third) except -1
    cdef bint _say(self, int p, int k, bint value, int one, int other, int e, int v) except -1
    cdef bint _neighbours(self, int p, int g) except -1
    cdef bint _keep_walls(self, int p, int first) except -1
