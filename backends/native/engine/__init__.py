"""The compiled part of the native backend: propagation, search and learning over bit-set domains.

One source in Cython's pure Python mode, which also runs uncompiled. It is one C struct in layers,
each a module with a header (.pxd) that lists its fields; compiled, the layers are one module, the
last one:

    bits             words of 64 bits
    memory           arrays of C, allocated by Python
    store            domains, the trail that undoes their changes, decision levels
    clauses          clauses and watched values
    propagation      the event queue: which clauses and propagators a change wakes
    propagators      one function for each kind of propagator
    counts           the propagator of counts along a line
    unlike           the propagator of two pieces whose forms differ
    graphs           sure and possible pieces of a graph; tags of changes
    pieces           propagators over them: connected, acyclic, loop
    same_component   propagator for connected pairs that share a vertex
    homes            what follows from one change for the connected pairs of a hub
    reach            what a hub can reach, and what it must go through
    changes          whether anything can follow from what changed in a graph
    sizes            propagator for sizes and numbers of pieces
    images           where half turns take vertices
    turns            propagator for pieces that half turns take to themselves
    queries          the propagator of a graph: all of its queries
    order            the branching heuristic
    facts            the facts of a graph propagator's reason, and what they cost
    ways             what joins two vertices, in few facts
    cuts             what separates two vertices, in few and early facts
    home_reasons     why a vertex is of a hub's piece, or is not
    turn_reasons     why a vertex has an image or has not
    graph_reasons    why a graph propagator removed a value; tags are in `tags`
    count_reasons    why a count along a line removed a value
    alike            the propagator of two pieces of the same form, and its reasons
    reasons          why a propagator removed a value
    citing           the assumptions that facts and clauses follow from
    minimizing       shorter learned clauses
    learning         conflict analysis, learned clauses, restarts
    tracing          the facts behind each step of a propagation
    wishes           literals to decide on first, in order
    search           the search loop, and what `solver` calls

Beside them, `covers` is a solver for batches of puzzles with all-different constraints alone, and
`shim` replaces the module `cython` where it is not installed.

Begin with `search`. The network it loads is described in `native/network.py`.
"""
