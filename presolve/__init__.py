"""Presolve: Model → Model passes that shorten a search, before any solver sees the model.

    passes          the list of them, which tasks take by name; begin here
    demands         the conjuncts of a model, one by one
    clauses         flat disjunctions, and duplicate clauses
    forms           sets of few possible forms, compared by form
    equal_forms     pieces that must have one form, compared once
    least_sums      sums that must be minimal, group by group
    one_piece       conditions on a piece that are stated at several of its vertices
    piece_counts    conditions on the number of pieces, as conditions on connections
    equal_sizes     the size of equally large pieces, by their number
    domains         one membership for several conditions on a variable
    settled         conditions that the values left for single variables fulfil
    channels        numbers that are sums, value by value
    relations       conditions on two numbers as comparisons
    tables          conditions on few values as clauses
    terms           terms of sums without redundant parts
    truth           truth tables, and the fewest clauses for one
    box_cells       boxes filled by their piece, or computed as rows times columns
    members         the number of some vertices in each piece
    apart           which numbers may follow each number
    both_ways       which numbers may come before each number
    one_of_several  a number that equals one of several others, value by value
    exactly_one     one equality for "one of these, and no two", or "this and none of the others"
    cliques         mutually exclusive conditions
    two_cases       one comparison for a sum that depends on a case
    by_value        conditions that depend on one choice, by its values
    counting        equalities and inequalities of sums, sizes of pieces
    totals          one variable for a count that several conditions compare
    different       variables that must all be different
    equal_sums      equal sums with a known total
    straights       consecutive numbers in any order
    extremes        numbers above or below all of a growing set
    pairs           pairs of variables that exclude equal values
    values          values that exactly one of some variables has
    rectangles      pieces that must be rectangles, as conditions on corners
    hubs            "each piece has a vertex of some kind" as connectivity
    boxes           partitions into rectangles around known places: a choice among rectangles
    open_boxes      the same around places that are unknown
    listing         lists the rectangles that pieces may be
    placements      pieces of few vertices: a choice among placements
    local           conditions on one piece, by placement
    cases           values of expressions, by the piece that a vertex is in
    bars            pieces in one row or column, and pieces of more than one vertex
    rooms           the sizes that given sizes of pieces leave for others
    within_reach    vertices that counts keep out of reach of others
    distances       lower bounds on the sizes of pieces, by distances
    colours         a connected part of a grid with a connected complement
    impossible      loops and partitions that the number of vertices rules out
    large_values    one value for all large ones that no condition distinguishes
    size_sums       sizes of pieces as sums of queries
    symmetry        an order among interchangeable variables

A pass recognises conditions by their meaning, on the model's normal forms, never by the wording of
a rule. Nothing here depends on specs or puzzles."""
