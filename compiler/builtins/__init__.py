"""The functions and operators of the language on values.

`functions` is the table from names to implementations; longer ones have modules of their own (sets
and units of places, graphs, shapes, stretches of lines, layers of pieces). `operators` has
comparisons, subscripts and attributes. The first argument is always the context. `extension`
registers further functions."""
