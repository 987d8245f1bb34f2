"""The SAT backend: a model as clauses, for PySAT's solvers and as DIMACS text."""
