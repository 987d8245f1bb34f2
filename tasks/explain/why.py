"""Why a puzzle has no solution, or several, and where a board went wrong.

No solution: as few conflicting givens as possible, a minimal set of rule instances, the steps to a
broken rule, and single givens whose change would mend it. Several solutions: what all have in
common, two of them, and as few values as possible that would leave only one. Results come in
stages, so that there are some when time runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from ...backends.base import Status
from ...backends.native.solver import NativeSolver
from ...compiler.ground.solution import Solution
from ...deadline import OutOfTime, moment
from ...dsl.diagnostics import PzcError, Source
from ...model.nodes import variables_of
from ...records import record, replace
from ..answers import different
from ..board_file import Boards
from ..compiled import CompiledSpec
from ..reading_back import solution
from .asked import Puzzle, State
from .conflict import clash, refuted
from .facts import Fact, Known
from .givens import Clue, Givens, Mend
from .hints import Hint, hint_of
from .hitting import smallest
from .instances import Groups
from .picture import board_of
from .shown import Shown, in_order
from .steps import Explainer
from .words import Words


@record
class Reason:
    """The result of `why` about a puzzle or a board.

    state       NO_SOLUTION, UNDECIDED (several), WRONG (a board), OPEN (one solution, to which the
                board can be completed), FINISHED
    clues       of a puzzle without solution, as few conflicting clues as possible; None if they are
                not known (yet), or if the conflict is among values that cannot be left out
    groups      the rule instances in the conflict, a minimal set; those that `clues` alone break,
                if they can be without the others
    givens      the given values in the conflict
    mends       the clues whose change alone would mend it, and how
    closed      layers whose clues cannot change because they cannot be open, and why not
    varied      layers of lists, for which only lists near the printed ones were tried
    steps       the steps by `groups` to a broken rule, or to what a wrong board should show
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
    printed = _Printed(spec, puzzle)
    following: list[Stage] = {
        State.NO_SOLUTION: [_clashing, _derived, printed.clues, printed.rules, printed.mends],
        State.WRONG: [lambda a, r: replace(r, wrong=hint_of(a, r.state))],
    }.get(reason.state, [_counted, _settled])
    for stage in following:
        with spec.limited(deadline):  # not while the caller works on what is found
            reason = stage(asked, reason)
        yield reason


# ---- no solution ---------------------------------------------------------------------------------


class _Printed:
    """The stages about what a puzzle without solution prints."""

    def __init__(self, spec: CompiledSpec, puzzle: str | Source) -> None:
        self._spec, self._puzzle = spec, puzzle
        self._givens: Givens | None = None

    def clues(self, asked: Puzzle, reason: Reason) -> Reason:
        """Add the conflicting clues."""
        givens = self._givens = Givens(self._spec, self._puzzle, asked.instances.deadline)
        reason = replace(reason, closed=tuple(givens.closed.items()), varied=tuple(givens.varied))
        found = givens.clash()
        if found is None:
            return reason
        clues, fewest = found
        return replace(reason, clues=tuple(clues), fewest=fewest)

    def rules(self, asked: Puzzle, reason: Reason) -> Reason:
        """The rules that the conflicting clues alone break, and the steps to this."""
        if reason.clues is None or self._givens is None:
            return reason
        text = self._givens.without_others(reason.clues)
        if text is None:
            return reason
        try:
            alone = Puzzle(self._spec, text, deadline=asked.instances.deadline)
        except PzcError:  # the spec demands some of the others
            return reason
        if alone.state() is not State.NO_SOLUTION:
            return reason
        return _derived(alone, _clashing(alone, replace(reason, speech=alone.words, steps=())))

    def mends(self, asked: Puzzle, reason: Reason) -> Reason:
        """Add the clues whose change alone would mend the puzzle."""
        if reason.clues is None or self._givens is None:
            return reason
        return replace(reason, mends=tuple(self._givens.mends(reason.clues)))


def _clashing(asked: Puzzle, reason: Reason) -> Reason:
    """Add the rule instances and given values in the conflict."""
    groups, givens = clash(asked.instances)
    return replace(reason, groups=groups, givens=givens)


def _derived(asked: Puzzle, reason: Reason) -> Reason:
    """Add the steps to a broken rule."""
    alone = asked.instances.only(reason.groups)
    known = Known(alone.model)
    known.learn(reason.givens)
    steps = refuted(alone, known)
    return replace(reason, steps=in_order(Words(alone), steps, alone.start()))


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
