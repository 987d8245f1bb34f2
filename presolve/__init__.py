"""Presolve: what follows from a model and helps every solver, added before a search.

`symmetry` orders interchangeable variables; `rooms` says what the given sizes of pieces leave to
other pieces. Nothing here knows of specs or puzzles.
"""
