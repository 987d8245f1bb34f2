"""Test whether implied rules follow from the other rules of a spec.

`verify` ignores an implied rule, explanations mark it where they cite it, and solvers rely on it: a
wrong one loses solutions. A solver searches for a board that satisfies the rules and breaks the
implied rule (`counterexamples`): on boards of every size from 1×1 to 5×5, with any clues in the
layers that can be open and none in the others ("no" at every cell of those that need a yes or no
there), and on given puzzles. If there is none, the implied rule is proved for these boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from ..compiler.ground.grounding import Grounding
from ..compiler.ground.opening import clues_of
from ..compiler.lower.names import grid_names
from ..deadline import BrokenOff, OutOfTime, moment
from ..dsl.diagnostics import PzcError
from ..dsl.syntax import Given
from ..records import field, record
from ..render.puzzle import write_puzzle
from .blank import blank_board, blank_lines, bools, nowhere
from .compiled import CompiledSpec
from .counterexamples import Counterexamples
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


@record(frozen=False)
class Tried:
    """What an implied rule was tried on.

    sentence: of the rule. sizes, puzzles: how many of them. open: layers that were open.
    late: boards on which time ran out. broken: the first board that breaks it.
    """

    sentence: str
    open: tuple[str, ...]
    sizes: int = 0
    puzzles: int = 0
    late: list[str] = field(default_factory=list)
    broken: Broken | None = None


def try_implied(
    spec: CompiledSpec,
    puzzles: Sequence[tuple[str, str]] = (),
    timeout: float | None = None,
    sides: Sequence[int] = SIDES,
    report: Callable[[str], None] = lambda message: None,
) -> list[Tried]:
    """Try each implied rule of a spec, on boards of these sides, the smallest first.

    puzzles: names and texts of puzzle files. timeout: for each rule on each board, in seconds.
    report: called with what is tried, often. Raises PzcError for a mistake in a puzzle.
    """
    opened = _openable(spec, sides)
    found = {
        rule: Tried(spec.program.rules[rule].sentence.text, opened)
        for rule in sorted(spec.program.implied)
    }
    boards = [(where, text, True) for where, text in _sized(spec, sides)]
    boards += [(name, text, False) for name, text in puzzles]
    for where, text, is_size in boards:
        rules = {rule: tried for rule, tried in found.items() if tried.broken is None}
        if not rules:
            break
        grounding = _ground(spec, text, opened if is_size else (), must=not is_size)
        if grounding is None:
            continue
        for rule, tried in rules.items():
            tried.sentence = grounding.sentences[rule]
        for rule in _decided(spec, grounding, where, rules, timeout, report):
            rules[rule].sizes += is_size
            rules[rule].puzzles += not is_size
    return [*found.values()]


def _decided(
    spec: CompiledSpec,
    grounding: Grounding,
    where: str,
    rules: dict[int, Tried],
    timeout: float | None,
    report: Callable[[str], None],
) -> Iterator[int]:
    """Try some rules on a board, and yield those that were decided."""
    search: Counterexamples | None = None
    intact = True  # not if work on the model was broken off
    for rule, tried in rules.items():
        deadline = moment(timeout)

        def shown(done: int, total: int, sentence: str = tried.sentence) -> None:
            report(f"{where}: {done} of {total} conditions of '{sentence}' proved")

        try:
            if not intact:
                raise OutOfTime("deadline")
            with spec.limited(deadline):
                if search is None:
                    report(where)
                    search = Counterexamples(grounding, rules)
                assignment = search.breaking(rule, deadline, shown)
        except OutOfTime as problem:
            intact = intact and not isinstance(problem, BrokenOff)
            tried.late.append(where)
            continue
        if assignment is not None:
            puzzle = write_puzzle(grounding, clues_of(grounding.slots, assignment))
            board = str(solution(grounding, assignment))
            tried.broken = Broken(tried.sentence, where, puzzle, board)
        yield rule


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
