"""Hints: the easiest next step from a board.

A board is a partial solution, read as `verify` reads it. If a value on it is wrong, the hint says
so first."""

from __future__ import annotations

from ...deadline import moment
from ...dsl.diagnostics import Source
from ...records import record, replace
from ..board_file import Boards
from ..compiled import CompiledSpec
from .asides import Asides
from .asked import Puzzle, State
from .conflict import refuted
from .facts import Fact
from .rounds import first_placed
from .shown import Shown, in_order
from .step import Step, Tier, needed
from .steps import Explainer
from .trimming import trimming
from .words import Words

RIGHT = "The board is complete, and right."
SEVERAL = "Nothing more follows: there are several solutions."
# After this many steps by several rule instances that place no value, or where propagation refutes
# none, a hint searches for the value that takes the fewest rounds (see `rounds`).
PATIENCE = 3


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
        return wrong_board(asked)
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


def wrong_board(asked: Puzzle) -> Hint:
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
