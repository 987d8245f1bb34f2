"""Minimising: remove redundant clues of a puzzle, one by one or to the smallest number.

`minimise` removes clues one by one; `fewest` finds a smallest clue set that has the same solution,
and proves that none has fewer clues. If each rule is about one clue only, another solution
contradicts a set of clues, of which one has to stay: a smallest hitting set of all such sets is a
smallest clue set (as for smallest unsatisfiable subsets: Ignatiev and others 2015). If rules count
clues, `ClueSetSearch` finds it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ...backends.native.solver import UNLIMITED
from ...compiler.board.protocol import Board
from ...compiler.ground.opening import Clues
from ...deadline import enforced, moment
from ...dsl.diagnostics import PzcError, Source
from ...records import record
from ..compiled import CompiledSpec
from .assumptions import Assignment, ClueSet
from .bench import Bench
from .closed import has_one_solution
from .clue_sets import ClueSetSearch
from .given import Written
from .parts import Values
from .reducing import Removal, count_clues, is_clue, reduced
from .symmetry import orbits, refuse_missing
from .withholding import Clue, shown_values, withheld
from .writing import puzzle_text


class NotUnique(PzcError):
    """A puzzle without exactly one solution."""


@record
class Minimised:
    """A puzzle with fewer clues. text: of its file; before, clues: the numbers of clues that may be
    removed, before and after; withheld: how many values became unknown; fewest: whether it is
    proved that fewer clues do not give this solution; kept: the layers of which no clue can be
    removed, and why not."""

    text: str
    before: int
    clues: int
    withheld: int
    fewest: bool
    kept: Mapping[str, str]


def minimise(
    spec: CompiledSpec,
    puzzle: str | Source,
    *,
    fewest: bool = False,
    seed: int = 0,
    symmetry: str = "none",
    timeout: float | None = None,
) -> Minimised:
    """Remove clues while the solution stays the only one, and make values unknown where the board
    depends on the places of clues. fewest: find a smallest set of clues, with their values. seed:
    of the random order. symmetry: remove whole orbits, which goes not with `fewest`. Raises
    NotUnique and OutOfTime, and PzcError if no clue of any layer can change, or the board does not
    have the symmetry."""
    if fewest and symmetry != "none":
        raise PzcError.at("E0514", "--fewest and --symmetry cannot be used together")
    with enforced(moment(timeout)):
        written = Written(spec, puzzle)
        bench, clue_set = written.bench, written.clue_set
        context = bench.grounding.context
        board = context.board if context.has_board else None
        refuse_missing(board, symmetry)
        random = Random(str(seed))
        vague = [] if fewest else written.may_withhold()
        shown = shown_values(bench.grounding, {}, vague)
        if not shown and not written.removable():
            raise written.unchangeable(fewest)
        answer = bench.solve(bench.assume.clues(clue_set))
        if answer is None or bench.another(clue_set, answer) is not None:
            many = "no solution" if answer is None else "several solutions"
            raise NotUnique.at("E0536", f"the puzzle has {many}", hint="`pzc mend` finds clues")
        if fewest:
            left = _fewest(bench, answer, clue_set)
        else:
            groups = _groups(written, board, symmetry)
            shares = {part.name: part.share for part in written.recipe.parts.values()}
            left = reduced(bench, random, answer, clue_set, Removal(groups, shares))
        printed = bench.printed(left, answer)
        unknown: list[Clue] = []
        if vague:
            printed, unknown = _withheld(bench, random, printed, vague, bench.values(answer))
        text = puzzle_text(bench.spec, bench.grounding, printed)
        assert has_one_solution(bench.spec, text, work=UNLIMITED)
        return Minimised(
            text,
            count_clues(bench, clue_set),
            count_clues(bench, left),
            len(unknown),
            fewest,
            written.kept({name for name, _ in unknown}),
        )


def _withheld(
    bench: Bench, random: Random, printed: Clues, layers: Sequence[str], answer: Values
) -> tuple[Clues, list[Clue]]:
    """The clues with as many values of some layers unknown as possible, and whose these are."""
    shown = shown_values(bench.grounding, printed, layers)
    mixed = random.sample(shown, len(shown))
    left = withheld(bench.spec, bench.grounding, printed, answer, mixed)
    still = {*shown_values(bench.grounding, left, layers)}
    return left, [clue for clue in shown if clue not in still]


def _groups(written: Written, board: Board | None, symmetry: str) -> list[list[int]]:
    bench = written.bench
    spots = [k for k in range(len(bench.spots)) if is_clue(bench, written.clue_set, k)]
    keys = [(bench.spots[k].layer, bench.spots[k].key) for k in spots]
    return [[spots[k] for k in orbit] for orbit in orbits(board, keys, symmetry)]


def _fewest(bench: Bench, answer: Assignment, clue_set: ClueSet) -> ClueSet:
    if bench.rules.are_monotone():
        return _hitting(bench, answer, clue_set)
    return _searched(bench, answer, clue_set)


def _hitting(bench: Bench, answer: Assignment, clue_set: ClueSet) -> ClueSet:
    from pysat.examples.hitman import Hitman

    own = [k for k in range(len(clue_set)) if is_clue(bench, clue_set, k)]
    kept = [code if k not in own else bench.spots[k].blank for k, code in enumerate(clue_set)]
    with Hitman(solver="cadical153", htype="rc2") as hitman:
        while True:
            chosen = set(hitman.get() or ())
            trial = [clue_set[k] if k in chosen else code for k, code in enumerate(kept)]
            other = bench.another(trial, answer)  # type: ignore[arg-type]
            if other is None:
                return tuple(trial)  # type: ignore[arg-type]
            for contradicted in _disjoint(bench, answer, clue_set, own, other, trial):
                hitman.hit(contradicted)


def _disjoint(
    bench: Bench,
    answer: Assignment,
    clue_set: ClueSet,
    own: Sequence[int],
    other: Assignment,
    trial: Sequence[int | None],
) -> list[list[int]]:
    """Disjoint sets of clues, each contradicted by another solution: enter the clues found so far,
    and search for a further solution, until there is none."""
    found = []
    left = list(trial)
    while True:
        contradicted = [k for k in own if not _stands(bench, clue_set, k, other)]
        found.append(contradicted)
        for k in contradicted:
            left[k] = clue_set[k]
        more = bench.another(left, answer)  # type: ignore[arg-type]
        if more is None:
            return found
        other = more


def _stands(bench: Bench, clue_set: ClueSet, k: int, other: Assignment) -> bool:
    """Whether the rules about a single clue hold under a solution."""
    assignment = list(other)
    assignment[bench.spots[k].index] = clue_set[k]
    return bench.rules.hold(assignment, [bench.spots[k]], None)


def _searched(bench: Bench, answer: Assignment, clue_set: ClueSet) -> ClueSet:
    model = bench.model
    known, costs = [], []
    for k, spot in enumerate(bench.spots):
        variable = model.variables[spot.index]
        if is_clue(bench, clue_set, k):
            assert spot.blank is not None
            known.append(model.member(variable, (clue_set[k], spot.blank)))
            costs.append(model.eq(variable, clue_set[k]))
        else:
            known.append(model.eq(variable, clue_set[k]))
    found = ClueSetSearch(bench, [*known, *bench.assume.answers(answer)], costs).cheapest()
    assert found is not None  # the puzzle itself has one solution
    return found[1]
