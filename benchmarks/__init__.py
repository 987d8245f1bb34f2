"""Compare pzc with other solvers, on the same puzzles, in one run: `python -m benchmarks`.

    workloads, puzzles/     the puzzles
    models/, booleans       each genre modelled by hand for SAT, CP and ASP solvers
    peers/                  the solvers, one module each
    measure                 run a solver in a process of its own under a time limit
    reading                 answers in a common form, to be compared
    report, chart, page     tables and charts; the block of docs/performance.md

Other measurements: `startup` (imports), `groups` (the cost of selectors), `overruns` (deadlines),
`examples` (all bundled puzzles), `sudoku_makers`, `shikaku_makers` (`pzc generate` beside others).
"""
