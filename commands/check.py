"""Check specs: names, types, places, sizes, and whether the rules can hold on a board.

All mistakes are shown, each with its line and what was expected (exit code 2). Warnings do not
change the exit code. The rules are tried for at most five seconds on the board of the puzzle after
--puzzle, or on the board of the spec, if it needs no puzzle.

With --implied it also tests each implied rule: on boards of all sizes up to 5x5, with any clues
that can be open and no others, on the examples of a bundled spec, and on the puzzle after
--puzzle. A board that satisfies the rules and breaks the implied one is printed (exit code 1).
Boards on which a rule was not decided in --timeout seconds (10 without it) are named (exit code 3).
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from time import monotonic
from typing import TYPE_CHECKING

from ..dsl.diagnostics import Diagnostic, PzcError, as_json
from . import Exit, arguments, implied
from .progress import SEARCH, Progress
from .terminal import emit, report, write_json

if TYPE_CHECKING:
    from ..tasks.implied import Tried
    from ..tasks.spec import Spec

EXAMPLES = """\
examples:
  pzc check my.spec
  pzc check *.spec --json
  pzc check my.spec --puzzle my.puzzle
  pzc check --implied cave
"""
SECONDS = 5.0  # for the look at a board


def declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "specs", metavar="SPEC", nargs="+", help="a path, a bundled name, or - for stdin"
    )
    parser.add_argument(
        "--puzzle",
        metavar="PUZZLE",
        help="check this puzzle, too, and try the rules on its board",
    )
    parser.add_argument(
        "--implied",
        action="store_true",
        help="test whether the implied rules follow from the others",
    )
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=arguments.seconds,
        default=implied.SECONDS,
        help="with --implied: the time for each rule on each board (default: 10)",
    )
    arguments.json(parser)


def run(args: Namespace) -> int:
    results = [(spec, *_check(spec, args.puzzle)) for spec in args.specs]
    well = all(ok for _, ok, _ in results)
    tried: list[list[Tried]] = []
    if args.implied and well:
        tried = _tried(args)
    if args.json:
        reports = [_as_json(*r) for r in results]
        for one, found in zip(reports, tried, strict=False):
            one["implied"] = [implied.as_json(t) for t in found]
        write_json(reports)
    else:
        for spec, ok, diagnostics in results:
            report(diagnostics)
            if ok:
                emit(f"{spec}: ok")
        for found in tried:
            implied.show(found, args.timeout)
    if not well:
        return Exit.MISTAKE
    if not all(map(implied.follows, tried)):
        return Exit.NO
    return Exit.LIMIT if any(map(implied.undecided, tried)) else Exit.OK


def _tried(args: Namespace) -> list[list[Tried]]:
    """Try the implied rules of each spec, and show on a terminal how far that is."""
    progress = Progress(monotonic())
    progress.enter(SEARCH)

    def report(message: str) -> None:
        progress.note = message

    try:
        return [implied.tried(spec, args.puzzle, args.timeout, report) for spec in args.specs]
    finally:
        progress.end()


def _check(spec: str, puzzle: str | None) -> tuple[bool, tuple[Diagnostic, ...]]:
    """Whether a spec has no mistakes; its mistakes, or else its warnings."""
    from ..tasks.spec import load

    try:
        loaded = load(spec)
        warnings = loaded.checked.warnings
        seen = _seen(loaded, puzzle)
        return True, (*warnings, *(d for d in seen if not any(_overlap(d, w) for w in warnings)))
    except PzcError as error:
        return False, error.diagnostics


def _overlap(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether two warnings are about the same part of the text."""
    a, b = one.span, other.span
    if a is None or b is None or a.source is not b.source:
        return False
    return (a.line, a.column) < (b.end_line, b.end_column) and (b.line, b.column) < (
        a.end_line,
        a.end_column,
    )


def _seen(spec: Spec, puzzle: str | None) -> list[Diagnostic]:
    """The warnings that follow from the board, if there is one and it does not take too long."""
    from ..deadline import OutOfTime
    from ..tasks.look import look

    try:
        return look(spec, spec.puzzle(puzzle), SECONDS)
    except OutOfTime:
        return []
    except PzcError:
        if puzzle is not None or not spec.program.sections:
            raise
        return []  # without the puzzle that it needs there is no board


def _as_json(spec: str, ok: bool, diagnostics: tuple[Diagnostic, ...]) -> dict[str, object]:
    return {"spec": spec, "ok": ok, "diagnostics": [as_json(d) for d in diagnostics]}
