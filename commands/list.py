"""List the names, titles and summaries of the bundled specs, or of those with certain words."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from . import Exit, arguments
from .terminal import columns, emit, say, write_json

EXAMPLES = """\
examples:
  pzc list
  pzc list loop
  pzc list light up
  pzc list --json
"""


def declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="only specs whose name, title or summary has a word that begins with WORD",
    )
    arguments.json(parser)


def run(args: Namespace) -> int:
    from ..tasks.library import searched

    words = " ".join(args.words)
    found = searched(words)
    if args.json:
        keys = ("name", "title", "about")
        write_json([dict(zip(keys, s, strict=True)) for s in found])
    elif found:
        _print(found)
    else:
        say(f"no bundled spec has '{words}' in its name, title or summary")
    return Exit.OK if found else Exit.NO


def _print(found: Sequence[tuple[str, str, str]]) -> None:
    """A line for each spec, cut to the width of a terminal."""
    column = max(len(name) for name, _, _ in found)
    width = columns() if sys.stdout.isatty() else None
    for name, title, about in found:
        line = f"{name:{column}}  {title}: {about}" if about else f"{name:{column}}  {title}"
        emit(line if width is None or len(line) <= width else line[: width - 1] + "…")
