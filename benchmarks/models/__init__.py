"""Models by hand, a module for each genre or few genres alike.

For each genre there is a model, which enters a puzzle into a `Booleans`, and a function of facts,
which writes it for the program in `asp/`.
"""
