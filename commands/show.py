"""Show what a spec declares: the sections of its puzzle files, the found layers, and the rules.

With --source, the text of the spec; with --example, an example puzzle, to pipe into `pzc solve`.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from . import Exit, arguments
from .terminal import emit, write, write_json

if TYPE_CHECKING:
    from ..tasks.describe import Description

EXAMPLES = """\
examples:
  pzc show star_battle
  pzc show star_battle --source > mine.spec
  pzc show star_battle --example | pzc solve star_battle -
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--source", action="store_true", help="the text of the spec")
    which.add_argument(
        "--example",
        metavar="N",
        nargs="?",
        const=1,
        type=arguments.positive,
        help="the first, or Nth, bundled example puzzle",
    )
    which.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    from ..tasks.library import example
    from ..tasks.texts import read_spec

    if args.source:
        write(read_spec(args.spec).text, None)
    elif args.example:
        write(example(args.spec, args.example).text, None)
    else:
        from ..records import as_dict
        from ..tasks.describe import describe
        from ..tasks.spec import load

        description = describe(load(args.spec))
        if args.json:
            write_json(as_dict(description))
        else:
            emit(_as_text(description))
    return Exit.OK


def _as_text(description: Description) -> str:
    blocks = [description.title or "(no title)"]
    if description.about:
        blocks[0] += "\n" + description.about
    for heading, lines in (
        ("The board", description.board),
        ("In the puzzle file", description.printed),
        ("To be found", description.found),
        ("The answer", description.answer),
        ("Rules", tuple(f"{k}. {s}" for k, s in enumerate(description.rules, 1))),
        ("What follows", description.implied),
    ):
        if lines:
            blocks.append("\n".join([f"{heading}:", *(f"  {line}" for line in lines)]))
    return "\n\n".join(blocks)
