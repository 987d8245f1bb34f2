"""Changing boards by what is drawn on them: places of clues, walls and regions.

A change keeps as much of the solution and of its clues as it can, on another bench.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...compiler.board.places import Place, apart
from .assumptions import Assignment
from .bench import Bench, Spent
from .carrying import with_clues, with_values
from .draft import Draft
from .localising import State, localised
from .parts import FoundVariable, place_of
from .repairing import OTHERWISE, Board, least_clues, repaired, resampled, weak_variables
from .sampling import sample, with_all_clues
from .structure import Structure

# Changes in a row without progress after which other means are taken: another structure, or values
# of the solution as clues; and after each change of a structure.
IMPATIENT, HASTY = 15, 3
# A change after which more than this many times as many variables are open is given up at once.
WORSE = 2
# The share of open variables from which their number does not tell whether a board is a better one.
VAGUE = 0.5
# How far from open variables clues are added (cells are 2 apart).
AROUND = 2
# The most places that are added at once where a model with all of them is too large.
FURTHER = 5
# How far from an open variable a structure changes.
NEARBY = 0, 2, 4
# How far a cell is from its sides and the lines through it.
TOUCH = 1

# The bench of a structure, if the rules allow it, and if it follows that of another board.
BenchFor = Callable[[Structure, Bench], Bench | None]


class Changing:
    """Changes what is drawn on the boards of one maker."""

    def __init__(self, draft: Draft, bench_for: BenchFor) -> None:
        self.draft, self._bench_for = draft, bench_for

    def with_further_clues(
        self, random: Random, structure: Structure, bench: Bench, best: Board
    ) -> tuple[Structure, Bench, Board]:
        """The same solution with clues at further places, near variables that are open."""
        assert self.draft.board is not None
        tried: set[Place] = set()
        while best.weak:
            near = {cell for variable in best.weak for cell in self.cells_near(variable, AROUND)}
            new = [c for c in self.draft.board.cells if c in near and c not in tried]
            if self.draft.thinned and len(new) > FURTHER:
                new = random.sample(new, FURTHER)
            tried.update(new)
            try:
                now = self.with_places(random, structure, new, bench, best.found)
            except Spent:
                break
            if now is None:
                break
            structure, bench, best = now
            if self.draft.thinned:
                break
        return structure, bench, best

    def with_places(
        self,
        random: Random,
        structure: Structure,
        cells: list[Place],
        bench: Bench,
        last: Assignment,
    ) -> tuple[Structure, Bench, Board] | None:
        """A board with clues at some of these cells besides, and the same solution; None if it
        allows no further clue."""
        values, clues = bench.values(last), bench.printed(bench.clue_set(last), last)
        while cells:
            other = self.draft.with_places(structure, cells)
            trial = None if other == structure else self._bench_for(other, bench)
            if trial is None:
                return None
            known, kept = with_values(trial, values), with_clues(trial, clues)
            found = trial.solve([*trial.usual, *known], wishes=kept)
            if found is not None:
                full = with_all_clues(trial, random, found, kept) or found
                return other, trial, Board(full, weak_variables(trial, full))
            keys = (known[node][1] for node in trial.at_fault(known))
            places = {place for key in keys if (place := place_of(key)) is not None}
            at_fault = {c for c in cells if any(apart(c, place) <= TOUCH for place in places)}
            if not at_fault:
                near = {c: sum(apart(c, place) <= AROUND for place in places) for c in cells}
                at_fault = {max(cells, key=lambda c: near[c])}
            cells = [c for c in cells if c not in at_fault]
        return None

    def localised(
        self, random: Random, structure: Structure, bench: Bench, board: Board
    ) -> tuple[Structure, Bench, Board]:
        """A board of which small parts leave less open, and then the whole."""

        least = least_clues(bench, board.found)

        def change(state: State, centre: FoundVariable) -> State | None:
            if state.structure.is_empty() or random.random() < OTHERWISE:
                full = resampled(state.bench, random, state.found, centre, least)
                return None if full is None else State(state.structure, state.bench, full)
            near = self.cells_near(centre, random.choice(NEARBY))
            other = self.draft.changed(random, state.structure, near)
            now = None if other is None else self._adapted(random, other, state.bench, state.found)
            return None if other is None or now is None else State(other, *now)

        state = localised(random, State(structure, bench, board.found), change)
        if state.found is board.found:
            return structure, bench, board
        try:
            board = Board(state.found, weak_variables(state.bench, state.found))
        except Spent:
            state.bench.check()
            return structure, bench, board
        return state.structure, state.bench, repaired(state.bench, random, board, IMPATIENT)

    def _adapted(
        self, random: Random, structure: Structure, bench: Bench, last: Assignment
    ) -> tuple[Bench, Assignment] | None:
        """A solution of a board with another structure, with all its clues, that keeps as many
        values and clues of the last one as it can; None if there is none."""
        values, clues = bench.values(last), bench.printed(bench.clue_set(last), last)
        trial = self._bench_for(structure, bench)
        if trial is None:
            return None
        try:
            sampled = sample(trial, random, among=(), wishes=[*with_values(trial, values)])
            if sampled is None:
                return None
            full = with_all_clues(trial, random, sampled, with_clues(trial, clues))
        except Spent:
            return None
        return None if full is None else (trial, full)

    def redrawn(
        self, random: Random, structure: Structure, bench: Bench, last: Board
    ) -> tuple[Bench, Board] | None:
        """A board with another structure and a solution that keeps as much of the last one as it
        can; None if that leads nowhere."""
        most, now = len(last.weak), self._adapted(random, structure, bench, last.found)
        if now is None:
            return None
        trial, full = now
        try:
            weak = weak_variables(trial, full, WORSE * most)
            if len(weak) > WORSE * most or not trial.spots:
                return trial, Board(full, weak)
            return trial, repaired(trial, random, Board(full, weak), HASTY)
        except Spent:
            return None

    def cells_near(self, variable: FoundVariable, further: int = 0) -> set[Place]:
        """The cells at the place of a variable, or that touch it, or that are further from it."""
        point = place_of(variable.key)
        if point is None or self.draft.board is None:
            return set()
        reach = further + (0 if point.kind == "cell" else 2)
        return {cell for cell in self.draft.board.cells if apart(cell, point) <= reach}


def is_vague(bench: Bench, board: Board) -> bool:
    """Whether the clues of a board leave most of its solution open."""
    return len(board.weak) > VAGUE * sum(variable.shown for variable in bench.found_variables)
