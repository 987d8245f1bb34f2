"""Making: new puzzles of any spec from its rules alone, and fewer or other clues for written ones.

A *recipe* says how each given layer is made, a *template* is a board without clues, a *bench*
answers all queries about it with one solver. A *maker* samples a solution, adds all the clues that
it can have, changes the board until the solution is the only one, and removes clues. A *run* takes
attempts in order until there are enough puzzles. docs/making.md describes the method and its bias.
"""
