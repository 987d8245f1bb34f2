# The fields and functions of graphs.py in C.

cimport cython
from pzc.backends.native.engine.bits cimport bit_at
from pzc.backends.native.engine.unlike cimport Unlike


cdef class Graphs(Unlike):
    # Graphs, see network.py, and for each vertex the edges at it and where they lead.
    cdef int graphs
    cdef int* vertex_start
    cdef int* vertex_word
    cdef unsigned long long* vertex_mask
    cdef int* edge_start
    cdef int* edge_word
    cdef unsigned long long* edge_mask
    cdef int* edge_from
    cdef int* edge_to
    cdef int* query_start
    cdef int* query_kind
    cdef int* query_word
    cdef unsigned long long* query_mask
    cdef int* query_when
    cdef int* query_from
    cdef int* query_to
    cdef long long* load
    cdef int* around_start
    cdef int* around_edge
    cdef int* around_vertex

    # The current graph: the states of its parts; the first vertex of each vertex's sure piece and
    # of its possible piece (-1: in none); the path to the first vertex through sure parts.
    cdef int* vertex_state
    cdef int* edge_state
    cdef int* sure
    cdef int* possible
    cdef int* parent
    cdef int* parent_edge
    cdef int* depth
    # Whether true CONNECTED_PAIR queries link vertices of a graph; a list of these at each vertex;
    # and at the first vertex of a sure piece, whether the piece depends on them.
    cdef int* links
    cdef int* link_head
    cdef int* link_next
    cdef int* is_linked
    # Where the queries of a graph that say nothing of homes or neighbours end, and where others
    # begin again; the queries for homes that are true, in the order of the trail.
    cdef int* plain_end
    cdef int* others_start
    cdef int* true_start
    cdef int* true_count
    cdef int* true_home
    # Which graphs have no queries but connected, acyclic and loop; in which no edge can be absent.
    cdef int* is_simple
    cdef int* is_solid
    # Whether the current run propagates queries on the whole graph, on its sure pieces, and on its
    # possible ones; a vertex of each sure piece that has grown, and how many of these are listed
    # (-1: all may have).
    cdef bint queries_whole
    cdef bint queries_sure
    cdef bint queries_possible
    cdef int* grown
    cdef int grown_count
    # Of each family of sizes the query of each vertex, where its weight is.
    cdef int* family_query
    # The query that separates a vertex, or at its first vertex a sure piece, from the current
    # piece.
    cdef int* bar
    # The query whether a vertex is in the current piece, or -1.
    cdef int* pair_query
    # The next vertex of a sure piece (-1: none), and, at its first one, how many there are.
    cdef int* following
    cdef int* extent
    # At the first vertex of a possible piece, how many there are.
    cdef int* wide
    # A region, or a search: its vertices in order, when each was marked, its time of entry, …
    cdef int* order
    cdef long long* mark
    cdef long long stamp
    cdef int* entered
    cdef int* least
    cdef int* cursor
    cdef int* behind
    cdef long long* bulk
    cdef long long* total
    cdef long long* lost
    # Of a family of sizes, by piece: what is sure, what is possible, the bounds of its queries.
    cdef long long* light
    cdef long long* heavy
    cdef long long* cap
    cdef long long* demand
    cdef int* cap_query
    cdef int* demand_query
    cdef int* own_query
    # The current size, and which vertices may have it (-1: all).
    cdef long long value
    cdef int* allowed
    # Cache of the search for values of a size without room: the words of each size, by query, and
    # the edges as they were at the last visit; the values whose regions have changed since.
    cdef int* cached_start
    cdef unsigned long long* cached_size
    cdef int* cached_edge
    cdef int* stale

    # The end of the trail as the current reason sees it (-1: now).
    cdef int until
    # Notes: the tags of changes.
    cdef int* note_kind
    cdef int* note_query
    cdef int* note_a
    cdef int* note_b
    cdef int* note_c
    cdef int* note_d
    cdef long long* note_number
    cdef long long* note_other
    cdef int note_room
    cdef bint learning

    cdef bint _load_graphs(self, object network) except -1
    cdef bint _load_links(self, object network, int vertices) except -1
    cdef bint _load_simple(self) except -1
    @cython.final
    cdef int _state(self, int word, unsigned long long mask) noexcept
    cdef bint _look_at(self, int g) except -1
    cdef bint _look_back(self, int g) except -1
    cdef bint _link(self, int g) except -1
    cdef bint _add_link(self, int k) except -1
    cdef bint _link_images(self, int g) except -1
    cdef bint _flood_sure(self, int first) except -1
    cdef bint _flood_possible(self, int first) except -1
    cdef bint _make_note_room(self, int count) except -1
    cdef bint _note(self, int kind, int query, int a, int b) except -1
    cdef bint _note_more(self, int c, int d) except -1
    cdef bint _note_numbers(self, long long number, long long other) except -1
    cdef int _bar_of(self, int v) noexcept
    cdef bint _look_for(self, int g, long long value) except -1
    cdef int _mark_region(self, int start, int but, int but_edge) noexcept
    cdef bint _make(self, int p, int word, unsigned long long mask) except -1
    cdef bint _deny(self, int p, int word, unsigned long long mask) except -1
    cdef bint _deny_vertex(self, int p, int v) except -1
    cdef bint _deny_edge(self, int p, int e) except -1
