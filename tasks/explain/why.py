"""Why a puzzle has no solution, or several, and where a board went wrong.

No solution: as few conflicting givens as possible, a minimal set of rule instances, the steps to a
broken rule, and single givens whose change would mend it. Several solutions: what all have in
common, two of them, and as few values as possible that would leave only one. Of a spec with a
sequence, the same about its shortest plans (`planned` if there are none). Results come in stages,
so that there are some when time runs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from ...backends.native.solver import NO_MORE, Assignment, NativeSolver
from ...compiler.ground.solution import Solution
from ...deadline import OutOfTime, moment
from ...dsl.diagnostics import PzcError, Source
from ...model.groups import Group
from ...model.nodes import domain_of, variables_of
from ...records import record, replace
from ..answers import different
from ..board_file import Boards
from ..compiled import CompiledSpec
from ..plans import PlanningProblem
from ..reading_back import solution
from ..wording.facts import Fact, Known
from .bounded import EACH
from .common import in_common
from .conflict import clash, refuted
from .givens import Clue, Givens, Mend
from .hints import Hint, hint_of
from .hitting import smallest
from .instances import Groups
from .picture import board_of
from .planned import NoPlan, needed_rules, why_none
from .position import Position, State
from .shown import Shown, in_order
from .words import Words


@record
class Reason:
    """The result of `why` about a puzzle or a board.

    state       NO_SOLUTION, UNDECIDED (several), WRONG (a board), OPEN (one solution, to which the
                board can be completed), FINISHED
    clues       of a puzzle without solution, as few conflicting clues as possible; None if they are
                not known (yet), or if the conflict is among values that cannot be left out
    groups      the rule instances in the conflict, a minimal set; those that `clues` alone break,
                if they can be without the others and break them beside the others, too
    givens      the given values in the conflict
    mends       the clues whose change alone would mend it, and how
    closed      layers whose clues cannot change because they cannot be open, and why not
    varied      layers of which only values near the printed ones were tried, and which
    steps       the steps by `groups` to a broken rule, or to what a wrong board should show
    known       (number of values that all solutions have in common, number of values)
    undecided   places at which solutions differ
    examples    two solutions
    settling    a minimal set of values that leave one solution
    fewest      whether `clues`, or `settling`, are proved to be as few as possible
    board       what is known, to be drawn with the undecided places marked
    wrong       of a wrong board, the hint about it
    moves       of the shortest plans; None for a puzzle that is no plan
    no_plan     of a plan that does not exist, why not
    """

    state: State
    speech: Words
    clues: tuple[Clue, ...] | None = None
    groups: Groups = ()
    givens: tuple[Fact, ...] = ()
    mends: tuple[Mend, ...] | None = None
    closed: tuple[tuple[str, str], ...] = ()
    varied: tuple[tuple[str, str], ...] = ()
    steps: tuple[Shown, ...] = ()
    known: tuple[int, int] = (0, 0)
    undecided: tuple[int, ...] = ()
    examples: tuple[Solution, ...] = ()
    settling: tuple[Fact, ...] = ()
    fewest: bool = False
    board: Solution | None = None
    wrong: Hint | None = None
    moves: int | None = None
    no_plan: NoPlan | None = None


# Conflicts after which a search for another solution looks for one that is not near the first.
NEAR = 100

# A stage: adds to a reason.
Stage: TypeAlias = Callable[[Position, Reason], Reason]


def why(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    timeout: float | None = None,
) -> Reason:
    """Say why a puzzle has none or several solutions, or what is wrong on a board. Raises PzcError
    for mistakes in the texts, and OutOfTime."""
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
        position = Position(spec, puzzle, board, deadline)
        reason = Reason(position.state(), position.words, moves=position.moves)
    if position.no_plan is not None:
        problem = PlanningProblem(spec, puzzle, deadline=deadline)
        yield from _without_plan(problem, position, reason)
        return
    yield reason
    printed, several = _Printed(spec, puzzle), _Several()
    following: list[Stage] = {
        State.NO_SOLUTION: [_clashing, _derived, printed.clues, printed.rules, printed.mends],
        State.WRONG: [lambda a, r: replace(r, wrong=hint_of(a, r.state))],
    }.get(reason.state, [several.count, several.compare, several.settle])
    for stage in following:
        with spec.limited(deadline):  # not while the caller works on what is found
            reason = stage(position, reason)
        yield reason


def _without_plan(problem: PlanningProblem, position: Position, reason: Reason) -> Iterator[Reason]:
    """Why there is no plan: what the states lack, then the rules that are needed."""
    assert position.no_plan is not None
    with problem.spec.limited(problem.deadline):
        found = why_none(problem, position.no_plan, position.search)
    yield replace(reason, no_plan=found)
    with problem.spec.limited(problem.deadline):
        needed = tuple(needed_rules(problem))
    yield replace(reason, no_plan=replace(found, needed=needed))


# ---- no solution ---------------------------------------------------------------------------------


class _Printed:
    """The stages about what a puzzle without solution prints."""

    def __init__(self, spec: CompiledSpec, puzzle: str | Source) -> None:
        self._spec, self._puzzle = spec, puzzle
        self._givens: Givens | None = None

    def clues(self, position: Position, reason: Reason) -> Reason:
        """Add the conflicting clues."""
        givens = self._givens = Givens(self._spec, self._puzzle, position.instances.deadline)
        closed, varied = tuple(givens.closed.items()), tuple(givens.varied.items())
        reason = replace(reason, closed=closed, varied=varied)
        found = givens.clash()
        if found is None:
            return reason
        clues, fewest = found
        return replace(reason, clues=tuple(clues), fewest=fewest)

    def rules(self, position: Position, reason: Reason) -> Reason:
        """The rules that the conflicting clues alone break, and the steps to this. Where these rest
        on the absence of other clues, those of the whole puzzle stay."""
        if reason.clues is None or self._givens is None:
            return reason
        text = self._givens.without_others(reason.clues)
        if text is None:
            return reason
        try:
            alone = Position(self._spec, text, deadline=position.instances.deadline)
        except PzcError:  # the spec demands some of the others
            return reason
        if alone.state() is not State.NO_SOLUTION:
            return reason
        found = _clashing(alone, replace(reason, speech=alone.words, steps=()))
        return _derived(alone, found) if _is_broken(position, found.groups) else reason

    def mends(self, position: Position, reason: Reason) -> Reason:
        """Add the clues whose change alone would mend the puzzle."""
        if reason.clues is None or self._givens is None:
            return reason
        return replace(reason, mends=tuple(self._givens.mends(reason.clues)))


def _is_broken(position: Position, groups: Groups) -> bool:
    """Whether rule instances, of this puzzle or of another one of its shape, contradict the given
    values of this puzzle, as a short search tells."""
    instances = position.instances
    own = {_told(group): group for group in instances.groups}
    same = [own[told] for told in map(_told, groups) if told in own]
    if len(same) < len(groups):
        return False
    return instances.refute(instances.ordered(same), instances.given(), EACH) is not None


def _told(group: Group) -> tuple[int, str]:
    """What tells a rule instance apart from others; its pieces belong to one grounding."""
    return group.rule, str(group.bindings)


def _clashing(position: Position, reason: Reason) -> Reason:
    """Add the rule instances and given values in the conflict."""
    groups, givens = clash(position.instances)
    return replace(reason, groups=groups, givens=givens)


def _derived(position: Position, reason: Reason) -> Reason:
    """Add the steps to a broken rule."""
    alone = position.instances.only(reason.groups)
    known = Known(alone.model)
    known.learn(reason.givens)
    steps = refuted(alone, known)
    return replace(reason, steps=in_order(Words(alone), steps, alone.start()))


# ---- one solution, or several --------------------------------------------------------------------


class _Several:
    """The stages about a puzzle with a solution: whether it is the only one, what all have in
    common, and what would leave only one."""

    def __init__(self) -> None:
        self._others: _Others | None = None
        self._second: Assignment = ()
        self._known: Known | None = None

    def count(self, position: Position, reason: Reason) -> Reason:
        """Add two solutions, if there are several."""
        self._others = others = _Others(position)
        second = others([])
        if second is None:
            complete = board_is_complete(position)
            return replace(reason, state=State.FINISHED if complete else State.OPEN)
        self._second = second
        two = (solution(position.grounding, others.first), solution(position.grounding, second))
        return replace(reason, state=State.UNDECIDED, examples=two)

    def compare(self, position: Position, reason: Reason) -> Reason:
        """Add what all solutions have in common."""
        if reason.state is not State.UNDECIDED or self._others is None:
            return reason
        instances = position.instances
        known = self._known = in_common(position, (self._others.first, self._second))
        shown = [v.index for v in variables_of(o for o in instances.model.answer)]
        undecided = tuple(v for v in shown if known.is_open(v))
        return replace(
            reason,
            known=(len(shown) - len(undecided), len(shown)),
            undecided=undecided,
            board=board_of(instances, known),
        )

    def settle(self, position: Position, reason: Reason) -> Reason:
        """Add values of a solution that leave only this one, and whether fewer are proved
        impossible."""
        others, known = self._others, self._known
        if others is None or known is None:
            return reason
        first, undecided = others.first, reason.undecided

        def challenge(chosen: frozenset[int]) -> frozenset[int] | None:
            other = others([known.fixed(v, first[v]) for v in sorted(chosen)])
            return (
                None if other is None else frozenset(v for v in undecided if other[v] != first[v])
            )

        found, fewest = smallest(challenge)
        settling = tuple(known.fixed(v, first[v]) for v in sorted(found))
        return replace(reason, settling=settling, fewest=fewest)


class _Others:
    """Finds solutions that show another answer than a first one, but are near it."""

    def __init__(self, position: Position) -> None:
        assert position.completion is not None
        instances = self._instances = position.instances
        self.first = first = position.completion
        self._solver = NativeSolver(instances.decided, like=instances.deciding)
        for fact in position.board_facts:
            self._solver.add(instances.node(fact))
        self._solver.add(different(position.grounding, first))
        answer = variables_of(o for o in instances.model.answer)
        free = [v.index for v in answer if len(domain_of(v)) > 1]
        self._alike = [instances.node(Fact(v, first[v])) for v in free]

    def __call__(self, facts: Sequence[Fact]) -> Assignment | None:
        """Another solution in which some facts hold."""
        instances, solver = self._instances, self._solver
        solver.begin([*map(instances.node, facts)], False, self._alike, NEAR)
        found, ended = solver.go_on(1, instances.deadline)
        if found:
            solver.follow()
        elif ended != NO_MORE:
            raise OutOfTime(ended)
        return found[0] if found else None


def board_is_complete(position: Position) -> bool:
    """Whether a board shows the whole answer."""
    known = position.instances.start()
    known.learn(position.board_facts)
    shown = variables_of(o for o in position.instances.model.answer)
    return not any(known.is_open(v.index) for v in shown)
