"""Hints and explanations: the next step from a board, or all of them.

A board is a partial solution, read as `verify` reads it. If a value on it is wrong, the hint says
so first. For a puzzle without a solution there are no steps (see `why`); for one with several, the
steps lead to what all of them have in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum

from ...backends.base import Status
from ...backends.native.solver import NativeSolver
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.layers import show_key
from ...compiler.ground.solution import Solution
from ...deadline import OutOfTime, moment
from ...dsl.diagnostics import PzcError, Source, nearest
from ...model.groups import Group
from ...model.nodes import Bool
from ...records import record, replace
from ...render.marks import Marks
from ..answers import different, solutions
from ..board_file import Board, Boards, board_on
from ..compiled import CompiledSpec
from .asides import Asides
from .conflict import refuted
from .facts import Fact, Known, Spot
from .instances import LARGE, Instances
from .lemmas import proof
from .phrases import listed
from .picture import board_of, pictured
from .rounds import first_placed
from .step import Step, Tier, needed
from .steps import Explainer
from .trimming import trimming
from .words import LEMMA, Words

NONE = "The puzzle has no solution."
TRUSTED = (
    "The puzzle has a solution, but none with all that the spec says is implied: {rules}. "
    "This does not follow from the rules."
)
RIGHT = "The board is complete, and right."
SEVERAL = "Nothing more follows: there are several solutions."
# After this many steps by several rule instances that place no value, or where propagation refutes
# none, a hint searches for the value that takes the fewest rounds (see `rounds`).
PATIENCE = 3


class State(Enum):
    """The state of a puzzle with a board."""

    OPEN = "open"
    FINISHED = "finished"
    WRONG = "wrong"  # the puzzle has solutions, and the board is none of them
    UNDECIDED = "undecided"  # nothing more follows: there are several solutions
    NO_SOLUTION = "no solution"


@record
class Shown:
    """A step, in words, and the board before it.

    speech: the words of the puzzle. known: what is known before the step. marked: the cited places.
    new: the places where something follows. proofs: why each cited implied rule holds, if proofs
    were requested.
    """

    step: Step
    speech: Words
    known: Known
    marked: tuple[object, ...]
    new: tuple[object, ...]
    proofs: tuple[Proof, ...] = ()

    @property
    def board(self) -> Solution:
        """The board before the step."""
        return board_of(self.speech.instances, self.known)

    @property
    def picture(self) -> tuple[Solution, Marks]:
        """The board before the step, and the marks on it."""
        return pictured(self.speech.instances, self.known, self.step, self.marked, self.new)

    @property
    def lines(self) -> list[str]:
        """The step in plain sentences."""
        return self.speech.lines(self.step, self.known)

    def proved(self) -> Shown:
        """The step with proofs. Raises OutOfTime."""
        lemmas = [g for g in self.step.groups if self.speech.is_lemma(g)]
        return replace(self, proofs=tuple(map(self._proof, lemmas))) if lemmas else self

    def _proof(self, lemma: Group) -> Proof:
        alone, steps = proof(self.speech.instances, lemma, self.known)
        known = alone.start()
        known.learn(self.known.facts)
        return Proof(self.speech.rule(lemma), in_order(Words(alone), steps, known))


@record
class Proof:
    """Why an instance of an implied rule holds on a board: the steps from its opposite to a
    contradiction, by rules that are not implied; none if it does not follow. rule: its sentence,
    with what it is about, and the mark of an implied rule."""

    rule: str
    steps: tuple[Shown, ...]

    @property
    def lines(self) -> list[str]:
        """The proof in plain sentences."""
        if not self.steps:
            alone = self.rule.replace(f" [{LEMMA}]", "")
            return [f"This does not follow from the rules, as the spec says it does: {alone}"]
        lines = [f"  {line}" for shown in self.steps for line in shown.lines]
        return [f"Suppose this did not hold: {self.rule}", *lines]


@record
class Hint:
    """The next step, or why there is none.

    where: where to look. steps: the last of them places a value that a board can show; the others
    rule out what it takes. wrong: facts of a wrong board that cannot all be right. words: a
    sentence before the steps, or instead. speech: the words of the puzzle.
    """

    state: State
    where: str = ""
    steps: tuple[Shown, ...] = ()
    wrong: tuple[Fact, ...] = ()
    words: str = ""
    speech: Words | None = None


class Puzzle:
    """A puzzle and a board, ready to be explained.

    lemmas: whether steps may cite what a spec says follows from its rules.
    """

    def __init__(
        self,
        spec: CompiledSpec,
        puzzle: str | Source,
        board: Boards | None = None,
        deadline: float | None = None,
        lemmas: bool = False,
    ) -> None:
        if spec.program.sequence is not None:
            raise PzcError.at(
                "E0520",
                "the steps of plans cannot be explained",
                expected="a spec without a sequence",
            )
        self._spec, self._puzzle = spec, puzzle
        self.grounding: Grounding = spec.ground(puzzle, exact=True, implied=lemmas)
        extra = _optimum(spec, puzzle, self.grounding)
        self.board_facts: list[Fact] = []
        self.misprints: list[tuple[str, object, object, object]] = []
        if board is not None:
            read = board_on(self.grounding, board)
            self.misprints = list(read.misprints)
            extra += [(c, "The board shows it") for c in read.conditions()[_values(read) :]]
        grouped = spec.grouped(self.grounding)
        self.instances = Instances(self.grounding, extra, deadline, grouped)
        self.words = Words(self.instances)
        self.known = self.instances.start()
        if board is not None:
            facts = [
                self.known.fixed(v, value)
                for v, value in enumerate(read.assignment)
                if value is not None and self.known.is_open(v)
            ]
            self.board_facts = facts

    def has_solution(self, facts: list[Fact]) -> bool:
        """Whether the puzzle has a solution in which facts hold. Raises OutOfTime."""
        instances = self.instances
        assumed = [*instances.switched(None), *map(instances.node, instances.given())]
        assumed += map(instances.node, facts)
        outcome = instances.solver.solve(assumed, instances.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        return outcome.status is Status.SAT

    def has_one_answer(self) -> bool:
        """Whether all completions of the board have the same answer. Raises OutOfTime."""
        instances = self.instances
        solver = NativeSolver(instances.model, like=instances.deriving)
        facts = [*instances.given(), *self.board_facts]
        assumed = [*instances.switched(None), *map(instances.node, facts)]
        for _ in range(2):
            outcome = solver.solve(assumed, instances.deadline)
            if outcome.status is Status.UNKNOWN:
                raise OutOfTime(outcome.reason)
            if outcome.assignment is None:
                return True
            solver.add(different(self.grounding, outcome.assignment))
        return False

    def state(self) -> State:
        """The state of the board before any step."""
        if self.misprints:
            return State.WRONG
        if self.has_solution(self.board_facts):
            return State.OPEN
        return State.WRONG if self.has_solution([]) else State.NO_SOLUTION

    def without_solution(self) -> str:
        """The sentence about a puzzle without solution: an implied rule that is wrong may be why.
        Raises OutOfTime."""
        trusted = self.grounding.trusted
        if not trusted:
            return NONE
        without = Puzzle(self._spec, self._puzzle, deadline=self.instances.deadline)
        if not without.has_solution([]):
            return NONE
        return TRUSTED.format(rules=listed(map(repr, trusted)))

    def wrong(self) -> tuple[Fact, ...]:
        """What is wrong on the board: its first wrong value, or the fewest values that
        contradict each other."""
        for fact in self.board_facts:
            if not self.has_solution([fact]):
                return (fact,)
        given = self.instances.given()
        core = self.instances.refute(None, [*given, *self.board_facts], LARGE)
        if core is None:
            return tuple(self.board_facts)
        among = [f for f in core[1] if f in set(self.board_facts)]
        instances = self.instances
        kept = list(among)
        for fact in among:
            rest = [f for f in kept if f != fact]
            if instances.refute(None, [*given, *rest], LARGE) is not None:
                kept = rest
        return tuple(kept)


def _nowhere(place: str, spots: Sequence[Spot]) -> PzcError:
    """The error for a place at which nothing is found."""
    names = {name: None for s in spots for name in (show_key(s.key), s.layer)}
    known = [*names, *(f"{s.layer}[{show_key(s.key)}]" for s in spots)]
    numbers = re.fullmatch(r"\W*(\d+)\W+(\d+)\W*", place)
    cell = f"r{numbers[1]}c{numbers[2]}" if numbers else ""
    first = f"{spots[0].layer}[{show_key(spots[0].key)}]" if spots else "none"
    return PzcError.at(
        "E0521",
        f"nothing is found at '{place}'",
        expected=f"a place, a layer, or a value such as '{first}'",
        hint=f"write '{cell}'" if cell in names and cell != place else nearest(place, known),
    )


def shown(words: Words, step: Step, known: Known) -> Shown:
    """A step with the board before it."""
    spots = words.instances.spots
    inner = [f for s in step.inner for f in s.facts]
    cited = (*step.cited, *inner)

    def places(facts: tuple[Fact, ...]) -> tuple[object, ...]:
        found = (p for f in facts if f.variable in spots for p in spots[f.variable].places)
        return tuple(dict.fromkeys(found))

    new = places(step.facts)
    marked = tuple(p for p in places(cited) if p not in new)
    return Shown(step, words, known.copy(), marked, new)


def in_order(words: Words, steps: Iterable[Step], known: Known) -> tuple[Shown, ...]:
    """Steps one after another, each with the board before it. known: before the first step; the
    facts of all steps are added to it."""
    found = []
    for step in steps:
        found.append(shown(words, step, known))
        known.learn(step.facts)
    return tuple(found)


def hint(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    proofs: bool = False,
    timeout: float | None = None,
) -> Hint:
    """The easiest next step from a board. proofs: with the reasons why cited implied rules hold.
    Raises PzcError for mistakes in the texts and for plans, and OutOfTime."""
    deadline = moment(timeout)
    with spec.limited(deadline):
        asked = Puzzle(spec, puzzle, board, deadline, lemmas=True)
        found = hint_of(asked, asked.state())
        return replace(found, steps=tuple(s.proved() for s in found.steps)) if proofs else found


def hint_of(asked: Puzzle, state: State) -> Hint:
    """The hint for a puzzle in this state."""
    if state is State.WRONG:
        return _wrong(asked)
    if state is not State.OPEN:
        return Hint(state, words=asked.without_solution())
    asked.known.learn(asked.board_facts)
    explainer = Explainer(asked.instances, asked.known.copy())
    spots = asked.instances.spots

    def is_placed(fact: Fact) -> bool:
        return fact.holds and fact.variable in spots

    steps: list[Step] = []
    every: list[Step] = []  # also what is not told
    told = asked.known.copy()
    asides = Asides(spots)

    def places(found: Step) -> bool:
        """Take a step; tell whether it places a value that is told."""
        every.append(found)
        new = list(asides.told(found, told))
        told.learn(fact for step in new for fact in step.facts)
        steps.extend(new)
        return any(is_placed(fact) for step in new for fact in step.facts)

    patient = True
    while True:
        found = explainer.before_search()
        if found is not None and places(found):
            return _hint(asked, steps)
        long = sum(s.tier is not Tier.ONE for s in steps) >= PATIENCE
        if patient and not explainer.finished and (found is None or long):
            patient = False
            sooner = first_placed(asked.known, explainer, every, is_placed)
            if sooner is not None:
                return _hint(asked, sooner)
        if found is None:
            found = explainer.by_search()
            if found is None:
                break
            if places(found):
                return _hint(asked, steps)
    if explainer.finished or (not steps and asked.has_one_answer()):
        return Hint(State.FINISHED, words=RIGHT)
    return _hint(asked, steps) if steps else Hint(State.UNDECIDED, words=SEVERAL)


def _hint(asked: Puzzle, steps: list[Step]) -> Hint:
    """The hint for the last of some steps, with the earlier ones that it needs."""
    kept = [*needed(steps[:-1], steps[-1].cited, trimming(asked.instances)), steps[-1]]
    return _told(asked, kept)


def _told(asked: Puzzle, steps: list[Step]) -> Hint:
    """The hint with some steps, of which the last is its aim."""
    where = asked.words.where(steps[-1]) if steps else ""
    return Hint(State.OPEN, where, in_order(asked.words, steps, asked.known.copy()))


def _wrong(asked: Puzzle) -> Hint:
    """What is wrong on a board, and why: the steps to what holds instead, or of several values that
    contradict each other, to a broken rule."""
    if asked.misprints:
        name, key, read, stands = asked.misprints[0]
        return Hint(State.WRONG, words=f"{name} at {key} is printed {stands}, not {read}.")
    wrong = asked.wrong()
    if len(wrong) != 1:
        said = asked.words.facts(wrong)
        words = f"These cannot all be right: {said}." if said else "The board cannot be right."
        asked.known.learn(wrong)
        found = _told(asked, refuted(asked.instances, asked.known))
        return Hint(State.WRONG, found.where, found.steps, wrong, words, asked.words)
    explainer = Explainer(asked.instances, asked.known.copy())
    steps: list[Step] = []
    instead = asked.instances.opposite(wrong[0])
    for step in explainer:
        steps.append(step)
        if explainer.known.knows(instead):
            break
    found = _told(asked, needed(steps, [instead], trimming(asked.instances)))
    words = f"This is wrong: {asked.words.facts(wrong)}."
    return Hint(State.WRONG, found.where, found.steps, wrong, words, asked.words)


class Explanation:
    """All steps from a board to the solution, found while they are iterated over; for a puzzle with
    several solutions, to what they have in common.

    state: of the board, before the first step and after each. words: a sentence if there are no
    steps. settled: whether all values are known that `of` was asked for; note: a sentence about
    them if no step leads to them.
    """

    def __init__(
        self,
        spec: CompiledSpec,
        puzzle: str | Source,
        board: Boards | None = None,
        *,
        proofs: bool = False,
        timeout: float | None = None,
    ) -> None:
        self._spec, self._deadline, self._proofs = spec, moment(timeout), proofs
        self.words = self.note = ""
        self.settled = False
        with spec.limited(self._deadline):
            self.asked = Puzzle(spec, puzzle, board, self._deadline, lemmas=True)
            self.state = self.asked.state()
            if self.state is State.NO_SOLUTION:
                self.words = self.asked.without_solution()
            elif self.state is State.WRONG:
                self.words = _wrong(self.asked).words
            self.asked.known.learn(self.asked.board_facts)
            self._explainer = Explainer(self.asked.instances, self.asked.known.copy())

    def __iter__(self) -> Iterator[Shown]:
        if self.state is not State.OPEN:
            return
        known = self.asked.known.copy()
        asides = Asides(self.asked.instances.spots)
        while True:
            with self._spec.limited(self._deadline):  # not while the caller works on a step
                step = self._explainer.next()
                if step is None:
                    break
                due = list(asides.told(step, known))
            for one in due:
                with self._spec.limited(self._deadline):
                    found = shown(self.asked.words, one, known)
                    found = found.proved() if self._proofs else found
                known.learn(one.facts)
                yield found
        self.state = State.FINISHED if self._is_finished() else State.UNDECIDED

    def _is_finished(self) -> bool:
        """Whether the answer is known, even if the layers that it is computed from are not."""
        with self._spec.limited(self._deadline):
            return self._explainer.finished or self.asked.has_one_answer()

    def final(self) -> Solution:
        """The board with all that is known now."""
        return board_of(self.asked.instances, self._explainer.known)

    def of(self, place: str) -> Iterator[Shown]:
        """Only the steps that the value at a place depends on. Raises PzcError if nothing is found
        at such a place."""
        instances = self.asked.instances
        spots = {
            v: spot
            for v, spot in instances.spots.items()
            if place in (show_key(spot.key), f"{spot.layer}[{show_key(spot.key)}]", spot.layer)
        }
        if not spots:
            raise _nowhere(place, list(instances.spots.values()))
        known, reached = self.asked.known.copy(), self._explainer.known
        steps: list[Step] = []
        self.settled = not any(map(known.is_open, spots))
        if self.settled and self.state is State.OPEN:
            fixed = [known.fixed(v, value) for v in spots for value in known.left[v]]
            self.note = f"Known from the start: {self.asked.words.facts(fixed)}."
            return
        for found in self:
            steps.append(found.step)
            self.settled = not any(map(reached.is_open, spots))
            if self.settled:
                break
        if self.state is State.FINISHED and not self.settled:
            self.note = "Solutions may differ there, but not in the answer."
        wanted = [f for v in spots for f in reached.about(v)]
        unknown = [f for f in wanted if not known.knows(f)]
        kept = needed(steps, unknown, trimming(instances))
        for found in in_order(self.asked.words, kept, known):
            with self._spec.limited(self._deadline):
                proved = found.proved() if self._proofs else found
            yield proved


def explain(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    proofs: bool = False,
    timeout: float | None = None,
) -> Explanation:
    """The steps from a board to the solution. proofs: with the reasons why cited implied rules
    hold. Raises PzcError for mistakes in the texts and for plans, and OutOfTime."""
    return Explanation(spec, puzzle, board, proofs=proofs, timeout=timeout)


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
