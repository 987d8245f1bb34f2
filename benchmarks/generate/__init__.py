"""Puzzles for the benchmarks, made by pzc itself: `python -m benchmarks.generate [NAME …]`.

Each module makes puzzles of a genre, or of a few alike, from a seeded `random.Random`: a solution
at random, its clues, then fewer clues or other ones until the puzzle has that solution only and
none to spare.
"""
