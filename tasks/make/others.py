"""Other solutions of a puzzle that is being made, and the variables in which they differ.

They are searched for in the open model of the bench, or in the puzzle ground as it is (`closed`):
first in the model that needed less work recently, and in the other one if that takes long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...compiler.board.places import apart
from .assumptions import Assignment
from .bench import LONGER, QUERY_WORK, Bench, Spent
from .closed import OverWork
from .parts import FoundVariable, Spot, Values, near, place_of

# The most solutions from which `undecided` tells what clues leave open.
ROUNDS = 8
FURTHER = 20_000_000  # work for each but the first
# Work of the first search in each of the two models, before parts of the board are searched.
SOON = 60_000_000
# The same, where other solutions were only found in parts of the board.
LATER = 150_000_000
# Conflicts after which a further solution differs in no more than has been found possible.
PATIENCE = 30
# Parts of the board in which other solutions are searched for, how far they reach from their centre
# (cells are 2 apart), and the work of a search in one.
PARTS, REACHES, NEARBY = 16, (5, 9, 14), 30_000_000
# A change may still concern a part that ends this far from it, through a clue between the two.
BEYOND = 4


def second(
    bench: Bench, clue_set: Sequence[int], answer: Assignment, most: int = QUERY_WORK
) -> Assignment | None:
    """As `Bench.another`, but of the assignment returned, only the values of clues and variables
    are those of the other solution. Raises Spent after more work than `most` either way."""
    return _second(bench, clue_set, answer, most)[0]


def undecided(
    bench: Bench, clue_set: Sequence[int], answer: Assignment, most: int, work: int = 0
) -> list[FoundVariable]:
    """The shown variables that clues leave open: those in which some solutions differ from an
    answer, each in further ones. It may be all of them if they are no more than `most`. work: the
    limit of the search for the first of them in each of the two models, 0 for as long as is
    sensible. Raises Spent."""
    if bench.elusive and (local := _nearby(bench, clue_set, answer, most, _centres(bench))):
        return local
    try:
        limit = work or (LATER if bench.elusive else SOON)
        other, closed = _second(bench, clue_set, answer, limit)
    except Spent:
        bench.check()
        if bench.elusive or work:
            raise
        if local := _nearby(bench, clue_set, answer, most, _centres(bench)):
            bench.elusive = True
            return local
        other, closed = _second(bench, clue_set, answer, QUERY_WORK)
    found: dict[FoundVariable, None] = {}
    shown = [variable for variable in bench.found_variables if variable.shown]
    for _ in range(ROUNDS):
        if other is None:
            break
        found |= dict.fromkeys(f for f in shown if answer[f.index] != other[f.index])
        if len(found) > most:
            break
        shown = [variable for variable in shown if variable not in found]
        try:
            if closed or not bench.cheaper.is_second():
                other = _further(bench, clue_set, answer, shown, closed)
            else:  # the open model has become too dear
                closed = True
                other = _one_way(bench, clue_set, answer, closed, QUERY_WORK)
        except Spent:
            bench.check()
            break
    return list(found)


def undecided_since(
    bench: Bench,
    clue_set: Sequence[int],
    answer: Assignment,
    before: Assignment,
    open_before: Sequence[FoundVariable],
    centre: FoundVariable,
    most: int,
) -> list[FoundVariable]:
    """As `undecided`, for a board that was changed around a variable, if other solutions are found
    only in parts of the board. Parts far from the changes leave open what they did before; the
    others are searched, those near the variable first. Variables may be missing, but there are none
    only if the solution is the only one. Raises Spent."""
    every: list[FoundVariable | Spot] = [*bench.found_variables, *bench.spots]
    changed = [one.key for one in every if before[one.index] != answer[one.index]]

    def is_near(variable: FoundVariable) -> bool:
        return any(near(variable.key, key, REACHES[0] + BEYOND) for key in changed)

    far = [variable for variable in open_before if not is_near(variable)]
    others = (
        variable for variable in _centres(bench) if variable is not centre and is_near(variable)
    )
    centres = [centre, *others]
    if (own := place_of(centre.key)) is not None:
        centres.sort(key=lambda variable: apart(own, place_of(variable.key) or own))
    found = _nearby(bench, clue_set, answer, most - len(far), centres, REACHES[:1])
    found += [variable for variable in far if variable not in found]
    return found or undecided(bench, clue_set, answer, most)


def _centres(bench: Bench) -> Sequence[FoundVariable]:
    """The variables around which parts of the board are searched."""
    shown = [variable for variable in bench.found_variables if variable.shown]
    return shown[:: max(1, len(shown) // PARTS)]


def _nearby(
    bench: Bench,
    clue_set: Sequence[int],
    answer: Assignment,
    most: int,
    centres: Sequence[FoundVariable],
    reaches: Sequence[int] = REACHES,
) -> list[FoundVariable]:
    """As `undecided`, from solutions that differ in a part of the board only, which are found soon
    where searches of the whole board take too long. Larger parts are searched if no small one has
    another solution."""
    shown = [variable for variable in bench.found_variables if variable.shown]
    found: dict[FoundVariable, None] = {}
    end = bench.solver.work + QUERY_WORK
    for reach in reaches:
        for centre in centres:
            if centre in found or bench.solver.work > end:
                continue
            try:
                kept = bench.outside(answer, bench.around(centre, reach))
                other = bench.another(clue_set, answer, NEARBY, kept)
            except Spent:
                bench.check()
                continue
            if other is not None:
                found |= dict.fromkeys(f for f in shown if answer[f.index] != other[f.index])
            if len(found) > most:
                break
        if found:
            break
    return list(found)


def _second(
    bench: Bench, clue_set: Sequence[int], answer: Assignment, most: int
) -> tuple[Assignment | None, bool]:
    """Another solution, or None, and whether it was searched for in the closed puzzle. What is hard
    for one model may be easy for the other, so both are searched, each longer and longer."""
    limit = min(SOON, most)
    while True:
        closed = bench.cheaper.is_second()
        for way in (closed, not closed):
            try:
                return _one_way(bench, clue_set, answer, way, limit), way
            except Spent:
                bench.check()
        if limit == most:
            raise Spent
        limit = min(LONGER * limit, most)


def _one_way(
    bench: Bench, clue_set: Sequence[int], answer: Assignment, closed: bool, most: int
) -> Assignment | None:
    before = _work(bench, closed)
    try:
        if not closed:
            return bench.another(clue_set, answer, most)
        values, printed = bench.values(answer), bench.printed(clue_set, answer)
        return _translated(
            bench,
            lambda work: bench.closed.another(bench.grounding, printed, values, work),
            bench.with_clue_set(answer, clue_set),
            most,
        )
    finally:
        bench.cheaper.note(closed, _work(bench, closed) - before)


def _further(
    bench: Bench,
    clue_set: Sequence[int],
    answer: Assignment,
    shown: Sequence[FoundVariable],
    closed: bool,
) -> Assignment | None:
    """After `_second`: another solution that differs in some of these variables."""
    before = _work(bench, closed)
    try:
        if closed:
            values = bench.values(answer, shown)
            return _translated(
                bench, lambda work: bench.closed.further(values, work, PATIENCE), answer, FURTHER
            )
        same = (bench.assume.literal(variable.index, answer[variable.index]) for variable in shown)
        others = [bench.model.not_(node) for node in same if node is not None]
        return bench.more(clue_set, others, FURTHER, PATIENCE)
    finally:
        bench.cheaper.add(_work(bench, closed) - before)


def work_of(bench: Bench) -> int:
    """The work that all queries about other solutions took so far."""
    return bench.solver.work + bench.closed.work


def _work(bench: Bench, closed: bool) -> int:
    """The work that one of the two models took so far."""
    return bench.closed.work if closed else bench.solver.work


def _translated(
    bench: Bench, find: Callable[[int], Values | None], answer: Sequence[int], most: int
) -> Assignment | None:
    """The solution that a query about the closed puzzle finds, as an assignment of shown and
    found values; others are as in the answer."""
    left, before = bench.left(), bench.closed.work
    try:
        found = find(min(left, most))
    except OverWork:
        raise Spent from None
    finally:
        bench.spend(bench.closed.work - before)
    if found is None:
        return None
    other = list(answer)
    for variable in bench.found_variables:
        if (variable.layer, variable.key) in found:
            codes = bench.grounding.slots[variable.layer].variables[variable.key][1]
            other[variable.index] = codes[found[variable.layer, variable.key]]
    return tuple(other)
