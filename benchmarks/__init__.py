"""pzc beside other solvers, on the same puzzles, in one run: `python -m benchmarks`."""
