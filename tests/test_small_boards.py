"""Small boards of bundled specs, filled at random, have the same solutions without presolve.

The maker fills them on a model whose clues are open. What presolve does with clues that are known
shows only in the model of the finished puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pzc
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from making import maker_of
from pzc import backends
from pzc.dsl.diagnostics import PzcError
from pzc.dsl.syntax import Objective
from pzc.tasks.answers import different
from pzc.tasks.files import bundled
from pzc.tasks.make.bench import Spent
from pzc.tasks.make.options import Options
from pzc.tasks.make.sampling import with_all_clues
from pzc.tasks.make.writing import puzzle_text
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec

SIZES = [(1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (2, 5), (5, 2), (3, 3), (3, 4), (4, 3), (4, 4)]
MOST = 20  # solutions
WORK = 10_000_000  # for a search
NODES = 20_000  # of a model


def filled(name: str, size: tuple[int, int], random: Random, share: float) -> str | None:
    """A puzzle with this share of the clues that a random solution has, if they may be missing;
    None if none is found at once."""
    try:
        maker = maker_of(name, Options(size=size))
        structure = maker.draft.draw(random)
        found = structure and maker._sampled(random, structure, WORK)
    except (PzcError, Spent):  # the spec has no such size, or no such board has a solution
        return None
    if not found:
        return None
    _, bench, answer = found
    answer = with_all_clues(bench, random, answer) or answer
    clue_set = [
        spot.blank if spot.blank is not None and random.random() > share else code
        for spot, code in zip(bench.spots, bench.clue_set(answer), strict=True)
    ]
    return puzzle_text(maker.spec, bench.grounding, bench.printed(tuple(clue_set), answer))


def as_written(spec: Spec, puzzle: str) -> Iterator[str]:
    """The solutions of a puzzle by its rules as they are written, without any presolve."""
    grounding = spec.grounder.ground(spec.sections(puzzle), exact=True, most=NODES)
    solver = backends.load("native", grounding.model)
    while (found := solver.solve().assignment) is not None:
        yield str(solution(grounding, found))
        solver.add(different(grounding, found))


@given(
    st.sampled_from(bundled()), st.sampled_from(SIZES), st.integers(0), st.sampled_from([0, 0.5, 1])
)
def test_no_solution_of_a_small_board_is_lost_or_won(
    name: str, size: tuple[int, int], seed: int, share: float
) -> None:
    spec, puzzle = pzc.load(name), filled(name, size, Random(seed), share)
    # The best value of an objective takes a search of its own.
    assume(
        puzzle is not None and not any(isinstance(d, Objective) for d in spec.program.declarations)
    )
    assert puzzle is not None
    try:
        expected = [*islice(as_written(spec, puzzle), MOST)]
    except PzcError:  # the model is too large, or a domain has no values without the clues left out
        reject()
    found = [str(one) for one in spec.solutions(puzzle, backend="native", limit=MOST)]
    assert len(found) == len(expected)
    if len(found) < MOST:
        assert sorted(found) == sorted(expected)
