"""Explaining: the steps from a board to the solution, and why there is none or several.

The questions about a puzzle, each a module:

    hints, explanation, why, rating   the next step; all steps; what is wrong; how hard it is

The puzzle:

    position, walk                   a puzzle with a board; its steps one after another
    instances, bounded               rule instances switched by assumptions; searches with a limit
    facets, shapes                   independent parts of instances; those equal up to renaming
    counting, givens, asides         rules that count; the clues; clues printed as unknown
    common                           the values that no solution has
    planned                          plans as puzzles; why there is none

How steps are found, easy ones first:

    steps                            the order of all ways
    single, joining                  by one rule instance; of those, by graph queries
    together, few, hitting           by a few instances; their solver; smallest sets of them
    chains, supposing, nested        by a supposition; the easiest one; one within another
    cases                            by search
    proofs, conflict                 why an implied rule holds; what contradicts each other
    rounds                           to the nearest value that can be placed

How a step is made short, and shown:

    step                             the record
    reading, fewest, trimming        read from a derivation; fewest citations; unneeded parts
    deletion                         minimal subsets
    folding                          instances of one rule in one step
    words, shown, picture, json      as sentences; with boards; as marks on a board; as JSON
"""
