"""Check specs: names, types, places and sizes, without a puzzle.

All mistakes are shown, each with its line and what was expected (exit code 2). Warnings do not
change the exit code.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..dsl.diagnostics import Diagnostic, PzcError, as_json
from . import Exit, arguments
from .terminal import report, tell, write_json

EXAMPLES = """\
examples:
  pzc check my.spec
  pzc check *.spec --json
  pzc check sudoku
"""


def declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "specs", metavar="SPEC", nargs="+", help="a path, a bundled name, or - for stdin"
    )
    arguments.json(parser)


def run(args: Namespace) -> int:
    results = [(spec, *_check(spec)) for spec in args.specs]
    if args.json:
        write_json([_as_json(*r) for r in results])
    for spec, ok, diagnostics in () if args.json else results:
        report(diagnostics)
        if ok:
            tell(f"{spec}: ok")
    return Exit.OK if all(ok for _, ok, _ in results) else Exit.MISTAKE


def _check(spec: str) -> tuple[bool, tuple[Diagnostic, ...]]:
    """Whether a spec has no mistakes; its mistakes, or else its warnings."""
    from ..tasks.spec import load

    try:
        return True, load(spec).checked.warnings
    except PzcError as error:
        return False, error.diagnostics


def _as_json(spec: str, ok: bool, diagnostics: tuple[Diagnostic, ...]) -> dict[str, object]:
    return {"spec": spec, "ok": ok, "diagnostics": [as_json(d) for d in diagnostics]}
