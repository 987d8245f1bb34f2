"""Format specs in place; only spaces and line breaks change.

With --check, nothing is written: the files that would change are named, and the exit code is 1 if
there are any. `-` reads stdin and writes stdout. A spec with syntax mistakes is not changed (exit
code 2).
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from difflib import unified_diff

from ..dsl.diagnostics import Diagnostic, PzcError, counted
from . import Exit
from .terminal import emit, report, say, write

EXAMPLES = """\
examples:
  pzc fmt my.spec
  pzc fmt --check *.spec
  pzc fmt - < my.spec
"""


def declare(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="specs; - for stdin")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; name the files that would change"
    )
    parser.add_argument("--diff", action="store_true", help="change nothing; print the differences")


def run(args: Namespace) -> int:
    from ..dsl.format import format_spec
    from ..tasks.files import as_in_file
    from ..tasks.texts import read_file

    changed, mistakes = 0, list[Diagnostic]()
    for file in args.files:
        try:
            old = read_file(file)
            new = format_spec(old.text, old.name)
        except PzcError as error:
            mistakes.extend(error.diagnostics)
            continue
        differs = new != old.text
        changed += differs
        if args.diff:
            if differs:
                write(_difference(old.text, new, old.name))
        elif args.check:
            if differs:
                emit(f"would change {old.name}")
        elif file == "-":
            write(new)
        elif differs:
            write(as_in_file(new, file), file)
            emit(f"changed {file}")
    if mistakes:
        report(mistakes)
        return Exit.MISTAKE
    if args.check or args.diff:
        if changed:
            say(f"{counted(changed, 'file')} would change")
        return Exit.NO if changed else Exit.OK
    return Exit.OK


def _difference(before: str, after: str, name: str) -> str:
    """A unified diff, which says where a text does not end with a line break."""
    lines = unified_diff(before.splitlines(True), after.splitlines(True), name, name)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
