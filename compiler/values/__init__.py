"""Values: what expressions compute with while a puzzle is ground.

A value that the puzzle decides is a plain Python value; one that the solver decides holds nodes of
the model: a `Choice` among constants, a `Maybe` that may be missing, a `Layer` of values on places,
a `Partition` of places into pieces. The same operations accept both, so that a closure need not
distinguish them.

    values       the classes, and how to tell them apart
    choice       a found symbol, place or list: one of several constants
    members      the members of lists and sets
    showing      values as text
    numbers      arithmetic
    comparison   equality, order, membership
    sets         sets made of values: equal ones are one member
    choosing     values that depend on found conditions
    partitions   connected pieces of a graph
    forms        shapes up to translation, rotation and reflection
    lengths      the lengths of stretches along a short line, as a table
"""
