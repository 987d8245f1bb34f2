"""The functions and operators of the language on values.

`functions` is the table from names to implementations, which are in modules by what they are about:
`aggregates` and `list_conditions` of lists, units of places, graphs, distances, shapes, stretches
of lines, moments. `operators` has comparisons, subscripts and attributes, `sets` calls of sets
and relations, `set_operations` union, difference and intersection, `region_layers` layers of
pieces. The first argument is always the context. `extension` registers further functions."""
