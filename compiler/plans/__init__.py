"""Plans: specs with a sequence of moments.

A plan of a given number of moves is ground like any other puzzle. `neighbours` and `transitions`
find out whether its rules speak of neighbouring moments only, so that the shortest plans can be
searched for state by state; `steps` takes a plan apart into its moments.
"""
