"""The compiler: from a checked spec and a puzzle to a model, and from an assignment to a solution.

In the order in which a rule goes through them:

    board/      the places of a board, and how they are related
    values/     what expressions compute with: constants, and values that the solver decides
    context     one puzzle being ground: its board, its values, its model
    watch       records which conditions of rules hold or fail on a board
    builtins/   the functions and operators of the language on values
    lower/      the checked syntax tree compiled to closures, once for each spec
    ground/     puzzle files read, layers given and found, rules run: the model
    plans/      specs with a sequence: moments, states and steps

`comments` decides where a line that begins with `#` is a comment of a puzzle file.

Each package knows only those above it in this list, the syntax tree of `dsl`, and the model.
"""
