"""Why a puzzle has no solution, or several, and where a board went wrong.

No solution: as few conflicting givens as possible, a minimal set of rule instances, the steps to a
broken rule, and single givens whose change would mend it. Several solutions: what all have in
common, two of them, and as few values as possible that would leave only one. Results come in
stages, so that there are some when time runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from ...backends.base import Status
from ...backends.native.solver import NativeSolver
from ...compiler.ground.solution import Solution
from ...deadline import OutOfTime, moment
from ...dsl.diagnostics import Source
from ...model.groups import Group
from ...model.nodes import variables_of
from ...records import record, replace
from ..answers import different
from ..board_file import Boards
from ..compiled import CompiledSpec
from ..reading_back import solution
from .asked import Hint, Puzzle, Shown, State, hint_of, in_order
from .facts import Fact, Known
from .givens import Clue, Givens, Mend
from .hitting import smallest
from .instances import Groups
from .picture import board_of
from .step import Step, needed
from .steps import Explainer
from .trimming import trimming
from .words import Words


@record
class Reason:
    """The result of `why` about a puzzle or a board.

    state       NO_SOLUTION, UNDECIDED (several), WRONG (a board), OPEN (one solution, to which the
                board can be completed), FINISHED
    clues       of a puzzle without solution, as few conflicting clues as possible; None if they are
                not known (yet), or if the conflict is among values that cannot be left out
    groups      the rule instances in the conflict
    givens      the given values in the conflict
    mends       the clues whose change alone would mend it, and how
    closed      layers whose clues cannot change because they cannot be open, and why not
    varied      layers of lists, for which only lists near the printed ones were tried
    steps       the steps to a broken rule, or to what a wrong board should show
    known       (number of values that all solutions have in common, number of values)
    undecided   places at which solutions differ
    examples    two solutions
    settling    a minimal set of values that leave one solution
    fewest      whether `clues`, or `settling`, are proved to be as few as possible
    board       what is known, to be drawn with the undecided places marked
    wrong       of a wrong board, the hint about it
    """

    state: State
    speech: Words
    clues: tuple[Clue, ...] | None = None
    groups: Groups = ()
    givens: tuple[Fact, ...] = ()
    mends: tuple[Mend, ...] | None = None
    closed: tuple[tuple[str, str], ...] = ()
    varied: tuple[str, ...] = ()
    steps: tuple[Shown, ...] = ()
    known: tuple[int, int] = (0, 0)
    undecided: tuple[int, ...] = ()
    examples: tuple[Solution, ...] = ()
    settling: tuple[Fact, ...] = ()
    fewest: bool = False
    board: Solution | None = None
    wrong: Hint | None = None


# A stage: adds to a reason.
Stage: TypeAlias = Callable[[Puzzle, Reason], Reason]


def why(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    timeout: float | None = None,
) -> Reason:
    """Say why a puzzle has none or several solutions, or what is wrong on a board. Raises PzcError
    for mistakes in the texts and for plans, and OutOfTime."""
    *_, reason = stages(spec, puzzle, board, timeout=timeout)
    return reason


def stages(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    timeout: float | None = None,
) -> Iterator[Reason]:
    """Like `why`: yield the result after each stage; the last one is complete."""
    deadline = moment(timeout)
    with spec.limited(deadline):
        asked = Puzzle(spec, puzzle, board, deadline)
        reason = Reason(asked.state(), asked.words)
    yield reason
    following: list[Stage] = {
        State.NO_SOLUTION: [_clashing, _derived, lambda a, r: _printed(a, r, spec, puzzle)],
        State.WRONG: [lambda a, r: replace(r, wrong=hint_of(a, r.state))],
    }.get(reason.state, [_counted, _settled])
    for stage in following:
        with spec.limited(deadline):  # not while the caller works on what is found
            reason = stage(asked, reason)
        yield reason


# ---- no solution ---------------------------------------------------------------------------------


def _clashing(asked: Puzzle, reason: Reason) -> Reason:
    groups, givens = _clash(asked)
    return replace(reason, groups=groups, givens=givens)


def _derived(asked: Puzzle, reason: Reason) -> Reason:
    """Add the steps to a broken rule."""
    instances = asked.instances
    explainer = Explainer(instances, instances.start(), to_the_end=True)
    steps: list[Step] = list(explainer)
    if not explainer.broken:
        return reason
    kept = [*needed(steps[:-1], steps[-1].cited, trimming(instances)), steps[-1]]
    return replace(reason, steps=in_order(asked.words, kept, instances.start()))


def _printed(asked: Puzzle, reason: Reason, spec: CompiledSpec, puzzle: str | Source) -> Reason:
    """Add the conflicting clues, and those whose change would mend the puzzle."""
    givens = Givens(spec, puzzle, asked.instances.deadline)
    reason = replace(reason, closed=tuple(givens.closed.items()), varied=tuple(givens.varied))
    found = givens.clash()
    if found is None:
        return reason
    clues, fewest = found
    return replace(reason, clues=tuple(clues), fewest=fewest, mends=tuple(givens.mends(clues)))


def _holds(asked: Puzzle, groups: Iterable[Group], facts: Iterable[Fact]) -> bool:
    """Whether there is a solution; if not, the solver has a core."""
    instances = asked.instances
    assumed = [*instances.grouped.assume(groups, ()), *map(instances.node, facts)]
    outcome = instances.solver.solve(assumed, instances.deadline)
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    return outcome.status is Status.SAT


def _clash(asked: Puzzle) -> tuple[Groups, tuple[Fact, ...]]:
    """A minimal set of rule instances and given values without a solution."""
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


# ---- one solution, or several --------------------------------------------------------------------


class _Others:
    """Finds solutions that show another answer than a first one."""

    def __init__(self, asked: Puzzle) -> None:
        instances = asked.instances
        facts = [*instances.given(), *asked.board_facts]
        self._asked = asked
        self._solver = NativeSolver(instances.model, like=instances.deriving)
        self._assumed = [*instances.switched(None), *map(instances.node, facts)]
        first = self([])
        assert first is not None
        self.first = first
        self._solver.add(different(asked.grounding, first))

    def __call__(self, facts: Sequence[Fact]) -> tuple[int, ...] | None:
        """Another solution in which some facts hold."""
        instances = self._asked.instances
        assumed = [*self._assumed, *map(instances.node, facts)]
        outcome = self._solver.solve(assumed, instances.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        return outcome.assignment


def _counted(asked: Puzzle, reason: Reason) -> Reason:
    """Add two solutions, if there are several."""
    others = _Others(asked)
    second = others([])
    if second is None:
        complete = board_is_complete(asked)
        return replace(reason, state=State.FINISHED if complete else State.OPEN)
    grounding = asked.grounding
    two = (solution(grounding, others.first), solution(grounding, second))
    return replace(reason, state=State.UNDECIDED, examples=two)


def _settled(asked: Puzzle, reason: Reason) -> Reason:
    """Add what all solutions have in common, and what would leave only one."""
    if reason.state is not State.UNDECIDED:
        return reason
    instances = asked.instances
    known = instances.start()
    known.learn(asked.board_facts)
    explainer = Explainer(instances, known)
    for _ in explainer:
        pass
    shown = [v.index for v in variables_of(o for o in instances.model.answer)]
    undecided = tuple(v for v in shown if explainer.known.is_open(v))
    settling, fewest = _settling(asked, explainer.known, undecided)
    return replace(
        reason,
        known=(len(shown) - len(undecided), len(shown)),
        undecided=undecided,
        settling=settling,
        fewest=fewest,
        board=board_of(instances, explainer.known),
    )


def board_is_complete(asked: Puzzle) -> bool:
    """Whether a board shows the whole answer."""
    known = asked.instances.start()
    known.learn(asked.board_facts)
    shown = variables_of(o for o in asked.instances.model.answer)
    return not any(known.is_open(v.index) for v in shown)


def _settling(
    asked: Puzzle, known: Known, undecided: Sequence[int]
) -> tuple[tuple[Fact, ...], bool]:
    """Values of a solution that leave only this one, and whether fewer are proved impossible."""
    others = _Others(asked)
    first = others.first

    def challenge(chosen: frozenset[int]) -> frozenset[int] | None:
        other = others([known.fixed(v, first[v]) for v in sorted(chosen)])
        return None if other is None else frozenset(v for v in undecided if other[v] != first[v])

    found, fewest = smallest(challenge)
    return tuple(known.fixed(v, first[v]) for v in sorted(found)), fewest
