"""What a person asks of a spec and a puzzle: solve, count, verify, compare."""
