"""Presolve: Model → Model passes that shorten a search, before any solver sees the model.

    passes        the list of them, which tasks take by name; begin here
    demands       what a model demands, one by one
    clauses       clauses that are demanded twice
    tables        conditions on few values as clauses
    truth         truth tables, and the fewest clauses for one
    box_cells     boxes whose cells are all of their piece
    members       which of some vertices each piece holds, as numbers
    counting      equalities, sizes of pieces
    different     variables that must all be different
    rectangles    pieces that must be rectangles, said of their corners
    boxes         partitions into rectangles around known places: a choice among rectangles
    placements    pieces of few vertices: a choice among the placements that they may be
    local         what conditions say of one piece, by placements
    rooms         what the given sizes of pieces leave to others
    colours       what follows for two connected parts of a grid
    symmetry      an order among interchangeable variables

A pass recognises what a model means, on its normal forms, never how a rule is worded. Nothing here
knows of specs or puzzles.
"""
