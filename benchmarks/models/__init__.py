"""Models written by hand, one module for each genre or few related genres: `sudoku`, `star_battle`,
other `numbers`, `shading`, `loops` and `tiles`.

Each genre has a model, which enters a puzzle into a `Booleans`, and a function that writes a puzzle
as facts for the ASP program in `asp/`.
"""
