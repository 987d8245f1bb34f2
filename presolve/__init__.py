"""Presolve: Model → Model passes that shorten a search, before any solver sees the model.

    passes        the list of them, which tasks take by name; begin here
    demands       the conjuncts of a model, one by one
    clauses       flat disjunctions, and duplicate clauses
    least_sums    sums that must be minimal, group by group
    one_piece     conditions on a piece that are stated at several of its vertices
    equal_sizes   the size of equally large pieces, by their number
    domains       one membership for several conditions on a variable
    channels      numbers that are sums, value by value
    relations     conditions on two numbers as comparisons
    tables        conditions on few values as clauses
    terms         terms of sums without redundant parts
    truth         truth tables, and the fewest clauses for one
    box_cells     boxes filled by their piece, or computed as rows times columns
    members       the number of some vertices in each piece
    apart         which numbers may follow each number
    exactly_one   one equality for "one of these, and no two", or "this and none of the others"
    cliques       mutually exclusive conditions
    two_cases     one comparison for a sum that depends on a case
    by_value      conditions that depend on one choice, by its values
    counting      equalities and inequalities of sums, sizes of pieces
    different     variables that must all be different
    equal_sums    equal sums with a known total
    straights     consecutive numbers in any order
    pairs         pairs of variables that exclude equal values
    values        values that exactly one of some variables has
    rectangles    pieces that must be rectangles, as conditions on corners
    hubs          "each piece has a vertex of some kind" as connectivity
    boxes         partitions into rectangles around known places: a choice among rectangles
    placements    pieces of few vertices: a choice among placements
    local         conditions on one piece, by placement
    cases         values of expressions, by the piece that a vertex is in
    rooms         the sizes that given sizes of pieces leave for others
    distances     lower bounds on the sizes of pieces, by distances
    colours       a connected part of a grid with a connected complement
    large_values  one value for all large ones that no condition distinguishes
    size_sums     sizes of pieces as sums of queries
    symmetry      an order among interchangeable variables

A pass recognises conditions by their meaning, on the model's normal forms, never by the wording of
a rule. Nothing here depends on specs or puzzles."""
