"""Boards: which places there are, what touches what, and the rows, columns and blocks made of them.

`square` is the board of square cells. Places are plain records, so that they can be keys of layers;
nothing here knows of values, models or puzzles.
"""
