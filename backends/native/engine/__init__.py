"""The compiled part of the native backend: propagation, search and learning over bit-set domains.

One source in Cython's pure Python mode, which also runs uncompiled. It is one C struct in layers,
each a module with a header (.pxd) that lists its fields:

    bits          words of 64 bits
    memory        arrays of C, allocated by Python
    store         domains, the trail that undoes their changes, decision levels
    clauses       clauses and their watched values
    propagation   the event queue: which clauses and propagators a change wakes
    propagators   what each kind of propagator removes
    counts        counts along a line
    graphs, pieces, same_component, homes, reach, sizes   graph queries and sizes of pieces
    order         the branching heuristic
    facts, ways, cuts, tags, home_reasons, graph_reasons
                  why a graph propagator removed a value
    count_reasons   why a count along a line removed a value
    reasons       why a propagator removed a value
    citing        the assumptions that facts and clauses follow from
    minimizing    shorter learned clauses
    learning      conflict analysis, learned clauses, restarts
    tracing       the facts behind each step of a propagation
    wishes        literals to decide on first, in order
    search        the search loop, and what `solver` calls

Beside them `covers` answers puzzles of all-different constraints alone, many of one shape, from
text to text.

Begin with `search`. The network it loads is described in `native/network.py`.
"""
