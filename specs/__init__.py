"""The library of genres: NAME.spec, with puzzles and their solutions in examples/NAME/.

`tasks/library.py` finds them. A genre needs no Python; docs/genres.md lists all.
"""
