"""The language: from the text of a spec to a checked syntax tree.

In the order in which a spec passes through them:

    tokens, layout, grammar.lark   characters, indentation and the grammar
    parser, builder, tables        parse each declaration separately; build the syntax tree
    recovery                       leave out a statement with a mistake
    syntax, walking, dump          the classes of the syntax tree; walks over it; the tree as text
    checker, check_*               infer a type for each expression; report type errors
    separate                       copy a define whose uses are read differently
    checked, packing               the result, and how the cache stores it
    types, builtins, boards        the types; the signatures of built-ins; what each board lacks
    known_arguments, constants     arguments known before solving; numbers written as literals
    ranges                         bounds of numeric expressions, for warnings
    looks, making, written         the words of pictures and of `make`; pictures in a spec
    diagnostics, mistakes          errors with code, place and hint; hints for common mistakes
    foreign                        signs and words of other languages, and what to write instead
    spellings, idioms*, phrases    propose what a line in the words of other languages means
    misspelt                       misspelt names in lines that do not parse
    rewrites*, sites, remedies     propose edits near a mistake; keep those after which it checks
    puzzle                         split a puzzle file into sections
    format                         `pzc fmt`

Begin with `syntax`, then `checker`. Nothing here knows of models, boards or solvers.
"""
