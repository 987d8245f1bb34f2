"""Boards: which places there are, what touches what, and the rows, lines and blocks made of them.

`protocol` says what is asked of a board; `square` and `hexagon` are the boards there are, and
`shapes` chooses between them. Places are plain records (`places`), so that they can be keys of
layers; nothing here knows of values, models or puzzles.
"""
