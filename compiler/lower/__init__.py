"""Lowering: the checked syntax tree compiled to Python closures, once for each spec.

A closure takes a frame (the context, then the values of local names) and returns a value. `lower`
compiles expressions, with `calls` and `comprehensions`; `selections` finds the members that a
comprehension need go through; `scope` keeps track of local names; `statements` compiles the
statements of rules; `names` determines, from the text alone, which names are found."""
