"""Explaining: the steps from a board to the solution, and why there is none or several.

`facts` are what steps conclude; `instances` is the puzzle with its rule instances switched by
assumptions; `single`, `together`, `chains`, `nested` and `cases` find steps, easy ones first;
`steps` puts them in order; `words` makes sentences of them. `position` is a puzzle with a board;
each question about it has a module: `hints`, `explanation`, `why` and `rating`.
"""
