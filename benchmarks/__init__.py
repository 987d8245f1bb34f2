"""Compare pzc with other solvers, on the same puzzles, in one run: `python -m benchmarks`.

    workloads, puzzles/     the puzzles
    models/, booleans       each genre modelled by hand for SAT, CP and ASP solvers
    peers/                  the solvers, one module each
    measure                 run a solver in a process of its own under a time limit
    reading                 answers in a common form, to be compared
    report, chart, page     tables and charts; the block of docs/performance.md

Other measurements:

    phases, presolve        where the time of building goes; the gain from each presolve pass
    examples, startup       all bundled puzzles on pzc's backends; the time of a whole process
    beside_noqx             all genres that noqx has
    groups, open_models     the cost of selectors; the gain from open models
    live, overruns          checks after each move on the page; deadlines
    explain, smallest_mus   explanations beside smallest unsatisfiable subsets
    quality, rating         what explanations cite; ratings beside the times of people
    making, spread          which genres `pzc generate` makes; how far apart its puzzles are
    sudoku_makers, shikaku_makers   `pzc generate` beside other generators
"""
