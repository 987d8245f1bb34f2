"""Why a puzzle has no solution, or several, and where a board went wrong.

No solution: givens and rule instances that clash, none of which could be left out, the steps to a
broken rule, and single givens without which there is a solution. Several: what all have in common,
two of them, and few values that would leave only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from ...backends.base import Status
from ...backends.native import NativeSolver
from ...compiler.board.places import Place
from ...compiler.ground.solution import Solution
from ...deadline import OutOfTime, moment
from ...dsl.diagnostics import Source
from ...model.groups import Group
from ...model.nodes import variables_of
from ...records import record
from ..answers import different
from ..board_file import Boards
from ..compiled import CompiledSpec
from ..reading_back import solution
from .asked import Hint, Puzzle, Shown, State, hint_of
from .facts import Fact, Known
from .instances import Groups
from .picture import board_of
from .step import Step, needed
from .steps import Explainer
from .words import Words

# Finds another solution in which some facts hold.
Finder: TypeAlias = Callable[[Sequence[Fact]], tuple[int, ...] | None]

# Values of which each is tried as the only further clue.
TRIED = 400


@record
class Reason:
    """What is to be said of a puzzle, or of a board.

    state       NO_SOLUTION, UNDECIDED (several), WRONG (a board), OPEN (one solution, to which the
                board can be completed), FINISHED
    groups      of a puzzle without solution, rule instances that clash
    givens      given values that clash with them
    mends       what would mend it: each a clue or a given value that alone could be left out
    steps       the steps to a broken rule, or to what a wrong board should show
    known       how many values all solutions have in common, of how many
    undecided   places at which solutions differ
    examples    two solutions
    clues       values that together leave one solution; none could be left out
    board       what is known, to be drawn with the undecided places marked
    wrong       of a wrong board, the hint that says so
    """

    state: State
    speech: Words
    groups: Groups = ()
    givens: tuple[Fact, ...] = ()
    mends: tuple[str, ...] = ()
    steps: tuple[Shown, ...] = ()
    known: tuple[int, int] = (0, 0)
    undecided: tuple[int, ...] = ()
    examples: tuple[Solution, ...] = ()
    clues: tuple[Fact, ...] = ()
    board: Solution | None = None
    wrong: Hint | None = None


def why(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    timeout: float | None = None,
) -> Reason:
    """Say why a puzzle has none or several solutions, or what is wrong on a board. Raises PzcError
    for mistakes in the texts and for plans, and OutOfTime."""
    deadline = moment(timeout)
    with spec.limited(deadline):
        asked = Puzzle(spec, puzzle, board, deadline)
        state = asked.state()
        if state is State.NO_SOLUTION:
            return _none(asked)
        if state is State.WRONG:
            return Reason(state, asked.words, wrong=hint_of(asked, state))
        return _some(asked)


# ---- no solution ---------------------------------------------------------------------------------


def _none(asked: Puzzle) -> Reason:
    instances = asked.instances
    groups, givens = _clash(asked)
    explainer = Explainer(instances, instances.start())
    steps: list[Step] = list(explainer)
    shown: list[Shown] = []
    if explainer.broken:
        known = instances.start()
        for step in [*needed(steps[:-1], steps[-1].cited), steps[-1]]:
            shown.append(asked.shown(step, known))
            known.learn(step.facts)
    mends = (*_without_clue(asked, groups), *_without_given(asked, givens))
    return Reason(State.NO_SOLUTION, asked.words, groups, givens, mends, tuple(shown))


def _holds(asked: Puzzle, groups: Iterable[Group], facts: Iterable[Fact]) -> bool:
    """Whether there is a solution; if not, the solver's core is at hand."""
    instances = asked.instances
    assumed = [*instances.grouped.assume(groups, ()), *map(instances.node, facts)]
    outcome = instances.solver.solve(assumed, instances.deadline)
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    return outcome.status is Status.SAT


def _clash(asked: Puzzle) -> tuple[Groups, tuple[Fact, ...]]:
    """Rule instances and given values that have no solution; none of them could be left out."""
    instances = asked.instances
    groups, givens = list(instances.groups), instances.given()

    def refuted(some: Sequence[Group], facts: Sequence[Fact]) -> bool:
        if _holds(asked, some, facts):
            return False
        on, cited = instances.cited(instances.solver.core_finder(instances.deadline)())
        groups[:] = [g for g in some if g in set(on)]
        givens[:] = [f for f in facts if f in set(cited)]
        return True

    refuted(groups, givens)
    for fact in list(givens):
        if fact in givens:
            refuted(groups, [f for f in givens if f != fact])
    for group in list(groups):
        if group in groups:
            refuted([g for g in groups if g != group], givens)
    return tuple(groups), tuple(givens)


def _without_given(asked: Puzzle, givens: Sequence[Fact]) -> list[str]:
    """The given values without which there is a solution."""
    every, instances = asked.instances.given(), asked.instances
    return [
        asked.words.facts([fact])
        for fact in givens
        if _holds(asked, instances.groups, [f for f in every if f != fact])
    ]


def _without_clue(asked: Puzzle, groups: Sequence[Group]) -> list[str]:
    """The clues without whose rule instances there is a solution."""
    instances = asked.instances
    clues: dict[str, Place] = {}
    for group in groups:
        for _, value in group.bindings:
            if isinstance(value, Place) and (name := asked.words.clue(value)) is not None:
                clues[name] = value
    return [
        name
        for name, place in clues.items()
        if _holds(
            asked,
            [g for g in instances.groups if all(value is not place for _, value in g.bindings)],
            instances.given(),
        )
    ]


# ---- one solution, or several --------------------------------------------------------------------


def _some(asked: Puzzle) -> Reason:
    instances, grounding = asked.instances, asked.grounding
    told = [*instances.given(), *asked.told]
    solver = NativeSolver(instances.model)
    assumed = [*instances.switched(None), *map(instances.node, told)]

    def found(more: Sequence[Fact] = ()) -> tuple[int, ...] | None:
        outcome = solver.solve([*assumed, *map(instances.node, more)], instances.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        return outcome.assignment

    first = found()
    assert first is not None
    solver.add(different(grounding, first))
    second = found()
    if second is None:
        complete = board_is_complete(asked)
        return Reason(State.FINISHED if complete else State.OPEN, asked.words)
    known = instances.start()
    known.learn(asked.told)
    explainer = Explainer(instances, known)
    for _ in explainer:
        pass
    shown = [v.index for v in variables_of(o for o in instances.model.answer)]
    undecided = tuple(v for v in shown if explainer.known.is_open(v))
    return Reason(
        State.UNDECIDED,
        asked.words,
        known=(len(shown) - len(undecided), len(shown)),
        undecided=undecided,
        examples=(solution(grounding, first), solution(grounding, second)),
        clues=_clues(explainer.known, undecided, first, second, found),
        board=board_of(instances, explainer.known),
    )


def board_is_complete(asked: Puzzle) -> bool:
    """Whether a board tells all that the answer shows."""
    known = asked.instances.start()
    known.learn(asked.told)
    shown = variables_of(o for o in asked.instances.model.answer)
    return not any(known.is_open(v.index) for v in shown)


def _clues(
    known: Known,
    undecided: Sequence[int],
    first: tuple[int, ...],
    second: tuple[int, ...],
    other: Finder,
) -> tuple[Fact, ...]:
    """Values of a solution that leave only this one. One is looked for first; else more, each of
    which rules out another solution, and those are left out that are not needed."""
    candidates = [known.fixed(v, first[v]) for v in undecided]
    met = [second]

    def unique(facts: Sequence[Fact]) -> bool:
        if any(all(m[f.variable] == f.value for f in facts) for m in met):
            return False
        another = other(facts)
        if another is not None:
            met.append(another)
        return another is None

    for fact in candidates[:TRIED]:
        if unique([fact]):
            return (fact,)
    chosen: list[Fact] = []
    while not unique(chosen):
        left = [m for m in met if all(m[f.variable] == f.value for f in chosen)]
        chosen.append(max(candidates, key=lambda f: sum(m[f.variable] != f.value for m in left)))
    for fact in list(chosen):
        rest = [f for f in chosen if f != fact]
        if unique(rest):
            chosen = rest
    return tuple(chosen)
