"""Check specs: names, types, places and sizes, and what the rules ask of a board.

All mistakes are shown, each with its line and what was expected (exit code 2). Warnings do not
change the exit code. The board is that of the puzzle after --puzzle, or the one that the spec says
by itself, if it does; a look at it takes a few seconds at most.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dsl.diagnostics import Diagnostic, PzcError, as_json
from . import Exit, arguments
from .terminal import report, tell, write_json

if TYPE_CHECKING:
    from ..tasks.spec import Spec

EXAMPLES = """\
examples:
  pzc check my.spec
  pzc check *.spec --json
  pzc check my.spec --puzzle my.puzzle
"""
SECONDS = 5.0  # for the look at a board


def declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "specs", metavar="SPEC", nargs="+", help="a path, a bundled name, or - for stdin"
    )
    parser.add_argument(
        "--puzzle",
        metavar="PUZZLE",
        help="a puzzle of the spec, to be checked with it, and for the board to look at",
    )
    arguments.json(parser)


def run(args: Namespace) -> int:
    results = [(spec, *_check(spec, args.puzzle)) for spec in args.specs]
    if args.json:
        write_json([_as_json(*r) for r in results])
    for spec, ok, diagnostics in () if args.json else results:
        report(diagnostics)
        if ok:
            tell(f"{spec}: ok")
    return Exit.OK if all(ok for _, ok, _ in results) else Exit.MISTAKE


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
    """What a look at the board tells, if there is one and it does not take too long."""
    from ..deadline import OutOfTime
    from ..tasks.look import look

    try:
        return look(spec, spec.puzzle(puzzle), SECONDS)
    except OutOfTime:
        return []
    except PzcError:
        if puzzle is not None:
            raise
        return []  # without a puzzle there is no board


def _as_json(spec: str, ok: bool, diagnostics: tuple[Diagnostic, ...]) -> dict[str, object]:
    return {"spec": spec, "ok": ok, "diagnostics": [as_json(d) for d in diagnostics]}
