"""The native backend: our own propagate-and-backtrack engine.

    flatten, flat/   turn a model into a flat network
    network          the flat network: plain lists of integers
    graphs           graphs, their queries and hubs, in a network
    exclusions       networks whose only constraints are all-different
    engine/          propagation, search and learning on a network; compiled to C by Cython
    solver, work     the backend `native`: `NativeSolver`; its work, counted
    derivation       traces: which facts and groups a fact follows from

It imports none of them: `engine.covers` needs neither the model nor the search.
"""
