"""From nodes to the flat network, told in layers, each a class that adds to the one below.

    tabulate      what nodes over one or two variables mean, as tables (below all layers)
    literals      literals of bool nodes, clauses, what waits to be said
    tables        tables of pairs, and functions of a variable
    sums          counts and sums
    numbers       variables of int nodes

`Flattening` stands on top.
"""
