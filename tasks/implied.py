"""Test whether implied rules follow from the other rules of a spec.

`verify` ignores an implied rule, explanations mark it where they cite it, and solvers rely on it: a
wrong one loses solutions. A solver searches for a board that satisfies the rules and the negation
of the implied rule: on boards of every size from 1×1 to 5×5, with any clues in the layers that can
be open and none in the others ("no" at every cell of those that need a yes or no there), and on
given puzzles. If there is none, the implied rule is proved for these boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ..backends import load
from ..backends.base import Status
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.opening import freed, layout_of
from ..compiler.lower.names import grid_names
from ..deadline import OutOfTime, moment
from ..dsl.diagnostics import PzcError
from ..dsl.syntax import Given
from ..model.constraints import Constraint, Origin
from ..model.nodes import Bool
from ..presolve.passes import NETWORK, presolved
from ..records import record
from ..render.puzzle import write_puzzle
from .blank import blank_board, blank_lines, bools, nowhere
from .compiled import CompiledSpec
from .reading_back import solution

LARGEST = 5  # rows and columns of the boards
SIDES = range(1, LARGEST + 1)


@record
class Broken:
    """A board that satisfies the rules and breaks an implied one. puzzle, board: texts of files."""

    sentence: str
    where: str
    puzzle: str
    board: str


@record
class Tried:
    """What an implied rule was tried on.

    sentence: of the rule. sizes, puzzles: how many of them. open: layers that were open.
    late: boards on which time ran out. broken: the first board that breaks it.
    """

    sentence: str
    sizes: int
    puzzles: int
    open: tuple[str, ...]
    late: tuple[str, ...]
    broken: Broken | None


def try_implied(
    spec: CompiledSpec,
    puzzles: Sequence[tuple[str, str]] = (),
    timeout: float | None = None,
    sides: Sequence[int] = SIDES,
) -> list[Tried]:
    """Try each implied rule of a spec.

    puzzles: names and texts of puzzle files. timeout: for each board, in seconds. Raises PzcError
    for a mistake in a puzzle.
    """
    opened = _openable(spec, sides)
    found = []
    for rule in sorted(spec.program.implied):
        sizes = count = 0
        late: list[str] = []
        broken = None
        boards = [(where, text, opened) for where, text in _sized(spec, sides)]
        boards += [(name, text, ()) for name, text in puzzles]
        sentence = ""
        for k, (where, text, layers) in enumerate(boards):
            is_size = k < len(boards) - len(puzzles)
            grounding = _ground(spec, text, layers, must=not is_size)
            if grounding is None:
                continue
            sentence = grounding.sentences[rule]
            try:
                broken = _broken(spec, grounding, rule, where, timeout)
            except OutOfTime:
                late.append(where)
                continue
            sizes, count = sizes + is_size, count + (not is_size)
            if broken is not None:
                break
        shown = sentence or spec.program.rules[rule].sentence.text
        found.append(Tried(shown, sizes, count, opened, tuple(late), broken))
    return found


def _sized(spec: CompiledSpec, sides: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Name and text of puzzles without clues for boards of all sizes, smallest first, with h ≠ w,
    too; a single one if the spec fixes the size."""
    names = list(dict.fromkeys(n.id for n in grid_names(spec.program.declarations)))
    complete = bools(spec)
    for sizes in sorted(product(sides, repeat=len(names)), key=lambda s: (max(s, default=0), s)):
        values = dict(zip(names, map(str, sizes), strict=True))
        lines = blank_lines(values)
        where = ", ".join(lines) or "the board of the spec"
        own = blank_board(spec, values)
        if own is not None:
            for name in complete:
                lines += nowhere(name, own)
        yield where, "\n".join(lines) + "\n"


def _openable(spec: CompiledSpec, sides: Sequence[int]) -> tuple[str, ...]:
    """The given layers that can be open together."""
    found: tuple[str, ...] = ()
    *_, (_, text) = _sized(spec, sides)
    for declaration in spec.program.declarations:
        if isinstance(declaration, Given):
            for name in declaration.names:
                if _ground(spec, text, (*found, name.id)) is not None:
                    found = (*found, name.id)
    return found


def _ground(
    spec: CompiledSpec, text: str, layers: Sequence[str], must: bool = False
) -> Grounding | None:
    """The exact model with the implied rules; None if the puzzle lacks a section, or a layer
    cannot be open."""
    try:
        return spec.ground(text, exact=True, open=layers, implied=True)
    except PzcError:
        if must:
            raise
        return None


def _broken(
    spec: CompiledSpec, grounding: Grounding, rule: int, where: str, timeout: float | None
) -> Broken | None:
    """A board that satisfies the rules and breaks an implied one, if there is any."""
    model = freed(grounding.model, grounding.slots)
    implied = grounding.implied
    rules = [c for c in model.constraints if c.origin.rule not in implied]
    demanded: list[Bool] = [c.condition for c in model.constraints if c.origin.rule == rule]
    negated = Constraint(model.not_(model.and_(demanded)), Origin(-1))
    asked = presolved(model.with_constraints([*rules, negated]), NETWORK)
    with spec.limited(moment(timeout)):
        outcome = load("native", asked).solve(deadline=moment(timeout))
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    if outcome.assignment is None:
        return None
    shown = outcome.assignment[: len(model.variables)]
    layout = layout_of(grounding.slots, shown)
    puzzle = write_puzzle(grounding, layout)
    return Broken(grounding.sentences[rule], where, puzzle, str(solution(grounding, shown)))
