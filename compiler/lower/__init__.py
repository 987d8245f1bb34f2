"""Lowering: the checked syntax tree compiled to Python closures, once for each spec.

A closure takes a frame (the context, then the values of local names) and returns a value. `lower`
compiles expressions, with `calls` and `comprehensions`; `selections`, with `by_place`, finds the
members that a comprehension has to visit; `conditions` recognises forms of conditions, and
`one_kind` comparisons that mean `all_equal`, `emptiness` those of a number with 0; `scope` keeps
track of local names; `statements` compiles the statements of rules, and `touching` recognises its
loops over pieces that touch; `names` determines, from the text alone, which names are found."""
