"""pzc: a declarative language for logic puzzles and its compiler."""
