"""Hints: the easiest next step from a board.

A board is a partial solution, read as `verify` reads it. If a value on it is wrong, the hint says
so first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...compiler.ground.layers import show_key
from ...compiler.values.showing import show
from ...deadline import moment
from ...dsl.diagnostics import Source, counted
from ...model.nodes import variables_of
from ...records import record, replace
from ..board_file import Boards
from ..compiled import CompiledSpec
from ..wording.facts import Fact
from .asides import Asides
from .conflict import refuted
from .folding import folded, runs
from .position import Position, State
from .rounds import first_placed
from .shown import Shown, in_order
from .step import Step, Tier, entails, needed
from .steps import Explainer
from .trimming import trimming
from .words import Words

RIGHT = "The board is complete, and right."
SEVERAL = "Nothing more follows: there are several solutions."
LONGER = "The plan breaks no rule, but it is longer than needed: {fewer} are enough."
UNCHECKED = "Whether the board can be completed was not checked: it would take too long."
# Units of work (see `backends.base`) for finding out whether a board can be completed before a step
# is looked for: about two seconds, which only large boards take.
CHECKING = 1_000_000_000
# A hint with more steps than this gives its value by cases: nobody follows so many.
MOST = 30
LONG = f"Without cases, the next value takes more than {MOST} steps."
# After this many steps by several rule instances that place no value, or where propagation refutes
# none, a hint searches for the value that takes the fewest rounds (see `rounds`).
PATIENCE = 3


@record
class Hint:
    """The next step, or why there is none.

    where: where to look. steps: the last of them places a value that a board can show; the others
    rule out what it takes. wrong: facts of a wrong board that cannot all be right. own: other facts
    of this board that the steps cite. words: a sentence before the steps, or instead. speech: the
    words of the puzzle.
    """

    state: State
    where: str = ""
    steps: tuple[Shown, ...] = ()
    wrong: tuple[Fact, ...] = ()
    own: tuple[Fact, ...] = ()
    words: str = ""
    speech: Words | None = None

    @property
    def taken(self) -> str:
        """A sentence about which values of a wrong board the steps use; "" if they use none."""
        if not self.own or self.speech is None:
            return ""
        return f"Taken from the board, where it is not wrong: {self.speech.facts(self.own)}."


def hint(
    spec: CompiledSpec,
    puzzle: str | Source,
    board: Boards | None = None,
    *,
    proofs: bool = False,
    timeout: float | None = None,
) -> Hint:
    """The easiest next step from a board. proofs: with the reasons why cited implied rules hold.
    Raises PzcError for mistakes in the texts, and OutOfTime."""
    deadline = moment(timeout)
    with spec.limited(deadline):
        position = Position(spec, puzzle, board, deadline, implied=True)
        state = position.state_within(CHECKING)
        found = _unchecked(position) if state is None else None
        if found is None:
            found = hint_of(position, position.state() if state is None else state)
            if position.preface and found.state in (State.OPEN, State.UNDECIDED):
                found = replace(found, words=f"{position.preface} {found.words}".rstrip())
        return replace(found, steps=tuple(s.proved() for s in found.steps)) if proofs else found


def hint_of(position: Position, state: State) -> Hint:
    """The hint for a puzzle in this state."""
    if state is State.WRONG:
        return wrong_board(position)
    if state is not State.OPEN:
        return Hint(state, words=position.without_solution())
    position.known.learn(position.board_facts)
    explainer = Explainer(position.instances, position.known.copy(), uncounted=True)
    taken = _Taken(position)
    patient = True
    while True:
        found = explainer.before_search()
        if found is not None and taken.places(found):
            return _hint(position, explainer, taken.shown)
        if patient and not explainer.finished and (found is None or taken.are_many):
            patient = False
            sooner = first_placed(position.known, explainer, taken.every, taken.is_placed)
            if sooner is not None:
                return _hint(position, explainer, _last(sooner))
        if found is None:
            found = explainer.by_search()
            if found is None:
                break
            if taken.places(found):
                return _hint(position, explainer, taken.shown)
    if explainer.finished or (not taken.shown and position.has_one_answer()):
        return Hint(State.FINISHED, words=RIGHT)
    if not taken.shown:
        return Hint(State.UNDECIDED, words=SEVERAL)
    return _hint(position, explainer, taken.shown)


class _Taken:
    """The steps of a hint, one after another. every: all steps; shown: those to show."""

    def __init__(self, position: Position) -> None:
        answer = position.instances.model.answer
        self._answer = frozenset(v.index for v in variables_of(answer))
        self._known = position.known.copy()
        self._asides = Asides(position.instances.spots)
        self.every: list[Step] = []
        self.shown: list[Step] = []

    def is_placed(self, fact: Fact) -> bool:
        """Whether a board can show a fact: what the answer does not show is a means only."""
        return fact.holds and fact.variable in self._answer

    def places(self, found: Step) -> bool:
        """Take a step; return whether a step to show places a value."""
        self.every.append(found)
        new = list(self._asides.shown(found, self._known))
        self._known.learn(fact for step in new for fact in step.facts)
        self.shown.extend(new)
        return any(self.is_placed(fact) for step in new for fact in step.facts)

    @property
    def are_many(self) -> bool:
        """Whether so many steps cite several rule instances that a nearer value is searched for."""
        return sum(step.tier is not Tier.ONE for step in self.shown) >= PATIENCE


def _unchecked(position: Position) -> Hint | None:
    """The hint from a board if it is not known whether that can be completed. Where single rule
    instances lead to a value, the hint is the same as if it can; None where more is needed."""
    start = position.known
    position.known = start.copy()
    position.known.learn(position.board_facts)
    explainer = Explainer(position.instances, position.known.copy(), uncounted=True)
    taken = _Taken(position)
    while (step := explainer.by_one()) is not None and not step.is_contradiction:
        if taken.places(step):
            found = _hint(position, explainer, taken.shown)
            return replace(found, words=f"{UNCHECKED} {found.words}".rstrip())
        if taken.are_many:
            break
    position.known = start
    return None


def _last(backwards: Iterable[Step]) -> list[Step]:
    """Steps in order, which are given from the last one back; no more than tell that they are too
    many for a hint."""
    steps: list[Step] = []
    left = MOST + 1  # steps by one rule instance do not count: `folded` may join them
    for step in backwards:
        steps.append(step)
        left -= step.tier is not Tier.ONE
        if not left:
            break
    return steps[::-1]


def _hint(position: Position, explainer: Explainer, steps: list[Step]) -> Hint:
    """The hint for the last of some steps, with the earlier ones that it needs."""
    aim = steps[-1]
    kept = [*needed(steps[:-1], aim.cited, trimming(position.instances)), aim]
    several = sum(step.tier is not Tier.ONE for step in kept)
    # Folding joins at most two runs into one step.
    if several <= MOST and len(runs(kept)) <= 2 * MOST:
        found = _hint_with(position, kept)
        if len(found.steps) <= MOST:
            return found
    placed = next((fact for fact in aim.facts if fact.holds), aim.facts[0])
    by_cases = explainer.by_cases(position.known, placed)
    return replace(_hint_with(position, [by_cases]), words=LONG)


def _hint_with(position: Position, steps: list[Step]) -> Hint:
    """The hint with some steps, of which the last is its aim."""
    where = position.words.where(steps[-1]) if steps else ""
    steps = folded(position.instances, steps)
    return Hint(State.OPEN, where, in_order(position.words, steps, position.known.copy()))


def wrong_board(position: Position) -> Hint:
    """What is wrong on a board, and why: the steps from its right values to what holds instead of a
    wrong one, or from values that contradict each other to a broken rule."""
    if position.broken:
        lines = [f"{one.text}." for one in position.broken]
        return Hint(State.WRONG, words="\n".join(["These moves break rules:", *lines]))
    if position.is_longer:
        return Hint(State.WRONG, words=LONGER.format(fewer=counted(position.moves or 0, "move")))
    if position.misprints:
        name, key, read, stands = position.misprints[0]
        return Hint(State.WRONG, words=_misprint(name, show_key(key), stands, read))
    wrong = position.wrong()
    if len(wrong) != 1:
        said = position.words.facts(wrong)
        words = f"These cannot all be right: {said}." if said else "The board cannot be right."
        position.known.learn(wrong)
        found = _hint_with(position, refuted(position.instances, position.known))
        return Hint(State.WRONG, found.where, found.steps, wrong, (), words, position.words)
    standing = [f for f in position.standing() if not position.known.knows(f)]
    position.known.learn(standing)
    explainer = Explainer(position.instances, position.known.copy(), uncounted=True)
    steps: list[Step] = []
    instead = position.instances.opposite(wrong[0])
    for step in explainer:
        steps.append(step)
        if explainer.known.knows(instead):
            break
    kept = _only(position, steps, instead)
    found = _hint_with(position, kept)
    cited = [fact for step in kept for fact in step.cited]
    own = tuple(f for f in standing if any(entails(f, other) for other in cited))
    words = f"{_wrong_in(position)}: {position.words.facts(wrong)}."
    return Hint(State.WRONG, found.where, found.steps, wrong, own, words, position.words)


def _wrong_in(position: Position) -> str:
    """The words before a wrong value. A move may break no rule and lead to no shortest plan."""
    if position.moves is None:
        return "This is wrong"
    return f"No plan of {counted(position.moves, 'move')} goes this way"


def _misprint(layer: str, place: str, printed: Any, read: Any) -> str:
    """A sentence about a printed value that a board shows otherwise."""
    at = f" at {place}" if place else ""
    there = "nothing" if read is None else show(read)
    return f"The {layer.replace('_', ' ')}{at} is printed: {show(printed)}, not {there}."


def _only(position: Position, steps: Sequence[Step], wanted: Fact) -> list[Step]:
    """Of steps in order, those that lead to the wanted fact, at which the last one aims. To rule a
    wrong value out often takes less than to find the right one."""
    trimmed = trimming(position.instances)
    if not steps or wanted in steps[-1].facts or steps[-1].tier > Tier.FEW:
        return needed(steps, [wanted], trimmed)
    last = trimmed(steps[-1].limited_to((wanted,)))
    return [*needed(steps[:-1], last.cited, trimmed), last]
