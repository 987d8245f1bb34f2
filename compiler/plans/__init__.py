"""Plans: specs with a sequence of moments.

A plan of a given number of moves is ground like any other puzzle. `neighbours` and `transitions`
decide whether its rules mention neighbouring moments only, so that the shortest plans can be
searched state by state; `steps` splits a plan into its moments.
"""
