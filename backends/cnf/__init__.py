"""The SAT backend: a model as clauses, for PySAT's solvers and as DIMACS text.

encode    nodes to clauses, by Tseitin's transformation over direct and order encodings
sums      sums and counts
lazy      graph queries: clauses added when a candidate solution violates them
solver    the backend `cnf`
dimacs    DIMACS text
"""
