"""Tasks: what pzc does with a spec and a puzzle.

    files, texts, checking, library   read specs and puzzles; check them; find bundled ones
    compiled, answers, spec           a compiled spec; its solutions; `Spec`, the Python interface
    verify, blame, board_file         verify a board: broken rules, and the values that break them
    wording/, explain/                the words of a puzzle; hints, reasons and ratings
    plans, states, moments            the shortest plan of a spec with a sequence; single moments
    batch, answered, puzzles, processes, resuming   many puzzles, on all cores
    beginning, lines, line_tables, pictures         many of one layout, begun at once
    compare, describe, limits, new    compare backends; describe a spec; memory limits; `pzc new`
    reading_back                      assignments to layers
    puzzle_forms, puzzle_slips        other forms of puzzle files; slips in them

Begin with `spec`. Printing and arguments belong to `commands`.
"""
