"""Making: new puzzles of any spec from its rules alone, and fewer or other clues for written ones.

docs/making.md describes the method and its bias. What is fixed before there is a puzzle:

    options, recipe, hints           what to make; how each given layer is made; `make` in the spec
    structure, regions, patterns     what is drawn at random: regions, walls, places of clues
    draft, template                  a structure drawn; the puzzle file without clues, its layers
    symmetry                         which place each place becomes when the board is turned

What answers queries about a board:

    bench, parts                     the open model with one solver; its places and variables
    assumptions                      clues and values as assumptions
    closed, given, clue_rules        puzzles with all clues; a written one; the rules of a clue
    others                           other solutions, and where they differ

An attempt, step by step:

    maker                            one attempt after another
    walking                          change the structure until there is a solution
    sampling, variety, evenness      a random solution with all clues; less monotonous; even
    repairing, bordering, localising   change the board until the solution is the only one
    changing, carrying               these changes, and the solution carried over to them
    reducing, lightening             remove clues
    withholding                      leave values unknown
    completing, conventions          add clues; layers that always have theirs
    checking, trivial                check the puzzle; drop one that is too easy

And around them:

    run, folder, stages              attempts in order; the files of a run; what an attempt does
    minimising, mending, clue_sets   other clues for written puzzles; the cheapest clue set
    writing, sheet                   the puzzle file; pages to print
"""
