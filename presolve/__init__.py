"""Presolve: Model → Model passes that shorten a search, before any solver sees the model.

    passes        the list of them, which tasks take by name; begin here
    demands       the conjuncts of a model, one by one
    clauses       flat disjunctions, and duplicate clauses
    least_sums    sums that must be as small as they can be, group by group
    one_piece     what is said of a piece at several of its vertices, said once
    equal_sizes   the size of pieces of one size, by their number
    domains       what several conditions leave of the values of a variable
    channels      numbers that are sums, value by value
    relations     conditions on two numbers as comparisons
    tables        conditions on few values as clauses
    terms         terms of sums without what follows from the rest of them
    truth         truth tables, and the fewest clauses for one
    box_cells     boxes whose cells are all of their piece, or that are rows times columns
    members       the number of some vertices in each piece
    apart         numbers that may not follow each other, by what follows each
    exactly_one   one equality for "one of these, and no two", or "this and none of the others"
    cliques       conditions no two of which hold
    two_cases     one comparison for a sum that depends on a case
    by_value      what a variable chooses, by its values
    counting      equalities and inequalities of sums, sizes of pieces
    different     variables that must all be different
    equal_sums    sums that share out a known total
    straights     consecutive numbers in any order
    pairs         pairs of variables that may not both have some values
    values        values that exactly one of some variables has
    rectangles    pieces that must be rectangles, as conditions on corners
    hubs          a vertex of some kind in each piece, as a connected graph
    boxes         partitions into rectangles around known places: a choice among rectangles
    placements    pieces of few vertices: a choice among placements
    local         conditions on one piece, by placement
    cases         values of expressions, by the piece that a vertex is in
    rooms         the sizes that given sizes of pieces leave for others
    distances     how large a piece must be that holds two distant vertices
    colours       consequences of two complementary connected parts of a grid
    large_values  one value for all large ones that no condition tells apart
    size_sums     sizes of pieces, also as sums of queries
    symmetry      an order among interchangeable variables

A pass recognises conditions by their meaning, on the model's normal forms, never by the wording of
a rule. Nothing here depends on specs or puzzles."""
