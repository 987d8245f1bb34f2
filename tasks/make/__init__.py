"""Making: new puzzles of any spec from its rules alone, and fewer clues for puzzles that are there.

A *recipe* says what becomes of each given layer, a *template* is a board without clues, a *bench*
answers questions about it with one kept solver. A *maker* samples a solution, gives it all the
clues that it can have, changes the board until the solution is the only one, and takes clues away.
A *run* takes attempts in order until there are enough puzzles. How it works, with its bias, is in
docs/making.md.
"""
