"""Flattening in layers, each a class that extends the one above it in this list.

    tabulate   nodes over one or two variables as tables; used by all layers
    literals   literals of bool nodes; clauses; the work list of definitions
    tables     binary tables, and functions of one variable
    sums       counts and sums
    numbers    variables for int nodes
    globals    globals, by their definitions
    queries    the table of graph queries; used by literals

    side_by_side   joint bounds on lines of counts; after all layers
    turns, forms   pieces that half turns map to themselves; pieces whose forms differ

`Flattening` (in `native/flatten.py`) extends the last.
"""
