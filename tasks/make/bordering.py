"""Regions around a solution: change them until the solution is the only one.

The solution stays. Every other solution found gives cells that tell the two apart; such a cell
goes over to a region next to its own where that breaks the other solution and not the first. Of
several changes, the one that lets in the fewest solutions found before is taken.
"""

from __future__ import annotations

from random import Random

from ...compiler.board.places import Place
from ...compiler.board.protocol import Board
from .bench import Assignment, Bench, Layouted
from .regions import Sizes, moves

STEPS = 300  # changes before another board is begun
REMEMBERED = 12  # other solutions that a change is tried against


def bordered(
    bench: Bench, random: Random, board: Board, layer: str, sizes: Sizes, found: Assignment
) -> Layouted | None:
    """A layout of regions under which a solution is the only one; None if this led nowhere."""
    spots = {spot.key: k for k, spot in enumerate(bench.spots) if spot.layer == layer}
    layout = list(bench.layout(found))
    seen: list[Assignment] = []
    fixed = bench.answers(found)
    for _ in range(STEPS):
        other = bench.another(layout, found)
        if other is None:
            return tuple(layout)
        seen = [*seen, other][-REMEMBERED:]
        regions = {cell: layout[k] for cell, k in spots.items()}
        weak = {f.key for f in bench.facts if found[f.index] != other[f.index]}
        possible = [move for move in moves(board, regions) if move[0] in weak]
        best: tuple[int, Place, int] | None = None
        for cell, region in random.sample(possible, len(possible)):
            trial = layout.copy()
            trial[spots[cell]] = region
            clues = bench.clues(trial)
            if bench.ask([*clues, *fixed]) is None:
                continue
            let_in = sum(bench.ask([*clues, *bench.answers(past)]) is not None for past in seen)
            if best is None or let_in < best[0]:
                best = (let_in, cell, region)
            if let_in == 0:
                break
        if best is None:
            return None
        layout[spots[best[1]]] = best[2]
    return None
