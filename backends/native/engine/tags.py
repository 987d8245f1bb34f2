"""What a graph propagator notes of a change: a tag of constant size, from which `graph_reasons`
finds the reason of the change if conflict analysis asks for it.

A tag has a kind, a query, up to four vertices, edges or steps (positions among `around_edge`), and
two numbers. The kinds:
"""

# query: of vertices a and b, both present, neither can reach the other.
SEPARATE = 0
# query: the graph is connected, and vertex a, present, cannot reach vertex b.
APART = 1
# query: all vertices that can be present are one sure piece, that of vertex a (-1: there is none).
WHOLE = 2
# query: without vertex b (-1: none) or edge c, vertex a could reach too little: another present
# vertex, its sure piece, or this much bulk; looking for pieces of a size (-1: any).
NEED = 3
# Vertices a and b are joined, and edge c is there: a cycle.
CYCLE = 4
# query: no cycle, and vertices a and b are joined without edge c.
CHORD = 5
# query: the same; and vertex d, outside, is present.
SHORT = 6
# query: no cycle, and the steps a and b from vertex c lead to joined vertices.
FORK = 7
# What can be present has no cycle.
FOREST = 8
# Vertices a and b are joined.
JOINED = 9
# The query is true.
ASKED = 10
# Vertex a is absent.
ABSENT = 11
# query: its first vertex cannot reach its second one.
UNREACHED = 12
# query: vertex a is joined to the hub, vertex b to what the query of the first number says is not;
# edges c and d are there (-1: none).
BARRED = 13
# query: vertex a reaches no more than this much bulk; looking for pieces of a size (-1: any).
CLOSED = 14
# query: the size is at least this much.
AT_LEAST = 15
# query: the sure piece of vertex a has this much bulk.
BULKY = 16
# query: the size, at most this much, is that of vertex a.
CAPPED = 17
# query: the size, at least this much, is that of vertex a.
DEMANDED = 18
# query: the size, at most this much, is that of vertex a; it would be more with the sure piece of
# b.
TOO_LARGE = 19
# query: the size, at most this much, is that of vertex a; that of vertex b, by query c, is at least
# the second number.
CLASH = 20
# query: the size of the piece of vertex a, which step b joins (-1: the vertex's own), is at most so
# much. Step c leads to a piece whose size, by query d, is at least the second number; or (-1) what
# a would join is more.
CROWDED = 21
# The query and query a, edge b and vertex c (-1: none) are as they are.
MET = 22
# Vertex a has an image, and so is present.
IMAGED = 23
# The image of vertex a is not at place b.
EXCHANGED = 24
# The image of vertex a is known.
PAIRED = 25
# query: the size is at most a. In the following kinds the numbers are the halves of the mask of
# values of an image that are gone, and the query is the position of their word.
NEAR = 26
# The image of vertex a cannot be where the vertex cannot reach.
CUT_OFF = 27
# Step b from vertex a is sure; the image of where it leads is that far from the image of a.
SHIFTED = 28
# Step b from vertex a is sure; walls bar it at the places that are gone.
WALLED = 29
# A wall bars step b from vertex a; it is sure at the places that are gone.
OPENED = 30
# No image of vertex a goes with an image of where step b leads, if that were sure.
PARTED = 31
# Step b from vertex a is sure at each place where its image may be.
AGREED = 32
