"""What the functions and operators of the language mean on values.

`functions` is the table from names to meanings; what takes more than a few lines stands in a module
of its own (sets and units of places, graphs, shapes, stretches of lines, layers of pieces).
`operators` has comparisons, subscripts and attributes. Each takes the context first. `extension`
adds functions from outside.
"""
