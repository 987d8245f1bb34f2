"""Values: what expressions compute with while a puzzle is ground.

A value that the puzzle decides is a plain Python value; one that the solver decides holds nodes of
the model: a `Choice` among constants, a `Maybe` that may be missing, a `Layer` of values on places,
a `Partition` of places into pieces. The same operations accept both, so that a closure need not
distinguish them.

Kinds of values:

    values          the classes, and how to tell them apart
    choice          a found symbol, place or list: one of several constants
    position        which values of a node choose a constant, or one with some member
    placement       shapes placed on the board, and a choice by its position
    partitions      connected pieces of a graph
    of_pieces       the values of a layer on the cells of a piece
    lines           the rows or columns of the cells of a piece
    moved           the image of a piece under a half turn
    forms           shapes up to translation, rotation and reflection
    extremes        the greatest and the least of numbers that may be absent
    consecutive     the pairs of consecutive members of a list

Operations on them:

    members         the members of lists and sets
    masked_sets     unions whose members depend on one node
    listing         lists from values, and the constants that a value may be
    sets            sets from values: equal ones are one member
    numbers         arithmetic
    comparison      equality, order, membership
    choosing        values that depend on found conditions
    stretches       the longest stretches of true conditions in a line
    lengths         the lengths of stretches along a short line, as a table
    reached_values  the values to be counted to tell whether a piece has few kinds
    decoding        the constant that a value is in a solution
    showing         values as text
"""
