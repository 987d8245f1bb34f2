"""Tasks: what pzc does with a spec and a puzzle.

    files, texts, checking, library   read specs and puzzles; check them; find bundled ones
    compiled, answers, spec           a compiled spec; its solutions; `Spec`, the Python interface
    open_models, cheaper              one model for a family of puzzles; whether it pays
    verify, blame, board_file         verify a board: broken rules, and the values that break them
    look                              warnings from a board: conditions that never or always hold
    implied, counterexamples          whether implied rules follow from the others
    wording/, explain/                the words of a puzzle; hints, reasons and ratings
    plans, states, moments            the shortest plan of a spec with a sequence; single moments
    batch, rating_batch, answered, puzzles, processes, resuming   many puzzles, on all cores
    beginning, lines, line_tables, pictures         many of one layout, begun at once
    compare, describe, limits, new    compare backends; describe a spec; memory limits; `pzc new`
    reading_back                      assignments to solutions
    boards, drawings                  puzzles and boards in play, and how layers are drawn
    blank                             puzzle files without clues
    puzzle_forms, puzzle_slips        other forms of puzzle files; slips in them

Begin with `spec`. Printing and arguments belong to `commands`.
"""
