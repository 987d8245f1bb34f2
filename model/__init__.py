"""The model: a finite-domain constraint network that knows no genre and no solver.

Grounding turns a puzzle into variables and constraints of a model, and every solver starts from it.

    nodes          the expressions: a hash-consed DAG over bools and ints, with its normal forms
    store          the nodes that are made, each once
    builder        makes nodes, folded and in normal form
    constraints    what a model demands, and the rule instances that demand it
    model          the network: a builder with variables, constraints and an answer
    junctions      conjunctions and disjunctions in normal form
    linear, comparisons, limits   sums, comparisons of sums with bounds, limits on sizes
    masks, points, monotone       sets as bits; truth tables; conditions that are monotone
    conflicts      conditions that two variables may not both have some values
    pieces         the connected pieces of a graph whose parts are known
    near           which vertices can be in one piece, judged by rules on sizes
    common_values  values that all vertices of a piece share
    forms          sets of cells up to translation, in their orientations
    definitions    the interface of global constraints, graph queries and measures
    globals/       one file for each of them: meaning, reasons, decomposition
    evaluate       the reference evaluator: what each node means; the oracle of all tests
    partial        the same where some variables are open
    incremental    the same on a board that changes little by little
    rebuild        nodes copied over other variables or into another model
    substitution   variables fixed without grounding again
    patterns       patterns of operands that differ in their variables only
    groups         rule instances that can be switched on and off
    show           a model as readable text

Begin with `nodes`, then `builder` and `model`. Nothing here imports any other package of the
project.
"""
