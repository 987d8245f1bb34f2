"""Boards: their places, how these touch, and the rows, lines and blocks that they form.

    protocol               the interface
    places                 the records that every board is made of, which can be keys of layers
    by_kind                what all boards have in common: places by kind and by position
    square, square_places  the board of squares: how its places touch; which places there are
    hexagon                the board of hexagons
    shapes                 the boards by their word in a `grid` declaration
    sharing                one board for all puzzles of a size

Nothing here depends on values, models or puzzles.
"""
