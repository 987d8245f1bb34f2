"""A position, which is a puzzle and a board: the known facts, and whether it can be completed.

A board is a partial solution, read as `verify` reads it.
"""

from __future__ import annotations

from enum import Enum

from ...backends.base import TURN_OVER, Status
from ...backends.native.solver import NO_MORE, Assignment, NativeSolver
from ...compiler.ground.grounding import Grounding
from ...deadline import OutOfTime
from ...dsl.diagnostics import Source, counted, listed
from ...model.nodes import Bool
from ..answers import different, solutions
from ..board_file import Board, Boards, board_on
from ..compiled import CompiledSpec
from ..plans import PlanningProblem, examined
from ..states import Search
from ..verify import Broken, broken_rules
from ..wording.facts import Fact
from .bounded import EACH
from .instances import LARGE, Instances
from .planned import NO_PLAN, moves_of
from .words import Words

# Conflicts after which a search for a solution near a board no longer prefers the board's values.
WISHING = 1_000
NONE = "The puzzle has no solution."
TRUSTED = (
    "The puzzle has a solution, but none with all that the spec says is implied: {rules}. "
    "This does not follow from the rules."
)


class State(Enum):
    """The state of a puzzle with a board."""

    OPEN = "open"
    FINISHED = "finished"
    WRONG = "wrong"  # the puzzle has solutions, and the board is none of them
    UNDECIDED = "undecided"  # nothing more follows: there are several solutions
    NO_SOLUTION = "no solution"


class Position:
    """A puzzle and a board, ready to be explained.

    implied: whether steps may cite what a spec says follows from its rules.
    """

    def __init__(
        self,
        spec: CompiledSpec,
        puzzle: str | Source,
        board: Boards | None = None,
        deadline: float | None = None,
        implied: bool = False,
    ) -> None:
        self._spec, self._puzzle = spec, puzzle
        # What is known of the length of plans if there are none (see `Grounding.no_plan`), the
        # search through the states that decided it, and the number of moves of the shortest ones.
        self.no_plan: str | None = None
        self.search: Search | None = None
        self.moves: int | None = None
        moves = None
        if spec.program.sequence is not None:
            plan, self.search = examined(PlanningProblem(spec, puzzle, deadline=deadline))
            self.no_plan, self.moves = plan.no_plan, plan.moves
            moves = max(plan.moves or 0, moves_of(plan, board) or 0)
        self.grounding: Grounding = spec.ground(puzzle, moves=moves, exact=True, implied=implied)
        extra = _optimum(spec, puzzle, self.grounding)
        self.board_facts: list[Fact] = []
        # A solution that the board can be completed to, if a search has found one.
        self.completion: Assignment | None = None
        self.misprints: list[tuple[str, object, object, object]] = []
        # Whether the model contains what the board shows of a computed layer.
        self._has_computed = False
        if board is not None:
            read = board_on(self.grounding, board)
            self.misprints = list(read.misprints)
            computed = read.conditions()[_values(read) :]
            self._has_computed = bool(computed)
            said = (f"The board shows {what}" for what in read.shown())
            extra += [*zip(computed, said, strict=True)]
        grouped = spec.grouped(self.grounding)
        network = spec.network(self.grounding)
        self.instances = Instances(self.grounding, extra, deadline, grouped, network)
        self.words = Words(self.instances)
        self.known = self.instances.start()
        # The rules that the moves of a plan break, whatever the missing ones are.
        self.broken: list[Broken] = []
        if board is not None:
            if self.moves is not None:
                self.broken = broken_rules(self.grounding, read.assignment)
            facts = [
                self.known.fixed(v, value)
                for v, value in enumerate(read.assignment)
                if value is not None and self.known.is_open(v)
            ]
            self.board_facts = facts

    @property
    def is_longer(self) -> bool:
        """Whether the board shows a plan of more moves than are needed."""
        return self.grounding.moves != self.moves

    @property
    def preface(self) -> str:
        """What a search found out before the steps, of a plan; "" of any other puzzle."""
        if self.moves is None:
            return ""
        return f"By search, a shortest plan has {counted(self.moves, 'move')}."

    def has_solution(self, facts: list[Fact]) -> bool:
        """Whether the puzzle has a solution in which facts hold. Raises OutOfTime."""
        found = self._has_solution(facts, None)
        assert found is not None  # as the work is not limited
        return found

    def _has_solution(self, facts: list[Fact], work: int | None) -> bool | None:
        """The same; None if it takes more than `work` units to find out."""
        found = self._solution(facts, work)
        return found if found is None else bool(found)

    def _solution(self, facts: list[Fact], work: int | None) -> list[Assignment] | None:
        """A solution in which facts hold, in a list, or none; None if it takes more than `work`
        units to find out."""
        instances = self.instances
        instances.deciding.begin([*map(instances.node, facts)])
        found, ended = instances.deciding.go_on(1, instances.deadline, work)
        if not found and ended not in (NO_MORE, TURN_OVER):
            raise OutOfTime(ended)
        return None if ended == TURN_OVER else found

    def has_one_answer(self) -> bool:
        """Whether all completions of the board have the same answer. Raises OutOfTime."""
        instances = self.instances
        solver = NativeSolver(instances.decided, like=instances.deciding)
        assumed = [*map(instances.node, self.board_facts)]
        for _ in range(2):
            outcome = solver.solve(assumed, instances.deadline)
            if outcome.status is Status.UNKNOWN:
                raise OutOfTime(outcome.reason)
            if outcome.assignment is None:
                return True
            solver.add(different(self.grounding, outcome.assignment))
        return False

    def state(self) -> State:
        """The state of the board before any step. Raises OutOfTime."""
        found = self.state_within(None)
        assert found is not None  # as the work is not limited
        return found

    def state_within(self, work: int | None) -> State | None:
        """The same; None if it takes more than `work` units to find out whether the board can be
        completed. Raises OutOfTime."""
        if self.no_plan is not None:
            return State.NO_SOLUTION
        if self.misprints or self.broken or self.is_longer:
            return State.WRONG
        found = self._solution(self.board_facts, work)
        if found is None:
            return None
        if found:
            self.completion = found[0]
            return State.OPEN
        return State.WRONG if self._puzzle_has_solution() else State.NO_SOLUTION

    def _puzzle_has_solution(self) -> bool:
        """Whether the puzzle has a solution, whatever the board shows. Raises OutOfTime."""
        if self.has_solution([]):
            return True
        if not self._has_computed:
            return False
        alone = Position(self._spec, self._puzzle, deadline=self.instances.deadline, implied=True)
        return alone.has_solution([])

    def standing(self) -> list[Fact]:
        """The values of a wrong board that can stand: those of one solution that has as many of
        them as limited work finds, the first ones before others. Raises OutOfTime."""
        instances = self.instances
        solver = NativeSolver(instances.decided, like=instances.deciding)
        solver.begin([], False, [*map(instances.node, self.board_facts)], WISHING)
        found, ended = solver.go_on(1, instances.deadline)
        if not found and ended != NO_MORE:
            raise OutOfTime(ended)
        return [f for f in self.board_facts if found and found[0][f.variable] == f.value]

    def without_solution(self) -> str:
        """The sentence about a puzzle without solution: an implied rule that is wrong may be why.
        Raises OutOfTime."""
        if self.no_plan is not None:
            return f"{NO_PLAN}: {self.no_plan}."
        trusted = self.grounding.trusted
        if not trusted:
            return NONE
        without = Position(self._spec, self._puzzle, deadline=self.instances.deadline)
        if not without.has_solution([]):
            return NONE
        return TRUSTED.format(rules=listed(map(repr, trusted)))

    def wrong(self) -> tuple[Fact, ...]:
        """What is wrong on the board: its first wrong value, or values that contradict each other,
        as few as limited work tells; none if what it shows of computed layers is enough."""
        if self._has_computed and not self.has_solution([]):
            return ()
        seen: list[Assignment] = []
        for fact in self.board_facts:
            if any(one[fact.variable] == fact.value for one in seen):
                continue
            found = self._solution([fact], None)
            if not found:
                return (fact,)
            seen += found
        given = self.instances.given()
        core = self.instances.refute(None, [*given, *self.board_facts], LARGE)
        if core is None:
            return tuple(self.board_facts)
        among = [f for f in core[1] if f in set(self.board_facts)]
        instances = self.instances
        kept = list(among)
        end = instances.solver.work + LARGE  # for all of them together
        for fact in among:
            rest = [f for f in kept if f != fact]
            work = max(EACH, end - instances.solver.work)
            if instances.refute(None, [*given, *rest], work) is not None:
                kept = rest
        return tuple(kept)


def _values(read: Board) -> int:
    """How many of the conditions of a board are values of variables."""
    return sum(value is not None for value in read.assignment)


def _optimum(
    spec: CompiledSpec, puzzle: str | Source, grounding: Grounding
) -> list[tuple[Bool, str]]:
    """What is known of the value that is optimised, found by a search."""
    objective = grounding.model.objective
    if objective is None:
        return []
    best = next(solutions(spec, puzzle, limit=1), None)
    if best is None or best.objective is None:
        return []
    word = "least" if objective.sense == "minimize" else "greatest"
    sentence = f"The {word} value possible is {best.objective}, by search"
    return [(grounding.model.eq(objective.value, best.objective), sentence)]
