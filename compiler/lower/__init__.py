"""Lowering: the checked syntax tree compiled to Python closures, once for each spec.

A closure takes a frame (the context, then the values of local names) and returns a value.

    closures         frames, and combinators of closures
    scope            local names, and the caching of closed subexpressions
    names            which names are found, judged by the text of the spec
    lower            expressions; with `calls`, `comprehensions` and their `clauses`
    conditions       forms of conditions that mean the same
    one_kind         comparisons that mean `all_equal`
    few_kinds        comparisons of a number of different values with a constant
    emptiness        comparisons of a size or count with 0
    on_pieces        comprehensions over the places of a piece, or over pieces
    selections       the members that a loop has to visit; with `selection`, `by_place`,
                     `touching_pairs` and `joined_pairs`
    statements       the statements of rules; with `alternatives`, which compiles disjunctions
    loops            their loops
    loops_touching   loops over pieces that touch, recognised by `touching`
    universal        conditions on all members of a collection, as loops
    memberships      loops over the pieces of a place
    representatives  loops over pieces that each contain one of some places
    on_placements    loops over the cells of a placement
    on_stretches     loops over stretches of lines
    running_totals   totals of the stretches of a line

The modules that recognise a form make it cheaper to ground or to solve; the rule means the same in
any other form, which is compiled as it is written.
"""
