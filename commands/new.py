"""Start a spec of your own: write NAME.spec, a commented spec that works, and a puzzle for it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from . import Exit
from .terminal import emit

EXAMPLES = """\
examples:
  pzc new my_puzzle
  pzc solve my_puzzle.spec my_puzzle.puzzle
"""


def declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", help="letters, digits and _, perhaps in a folder: FOLDER/NAME"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files that exist")


def run(args: Namespace) -> int:
    from ..tasks.new import create

    spec, puzzle = create(args.name, force=args.force)
    emit(f"wrote {spec} and {puzzle}")
    emit(f"try: pzc solve {spec} {puzzle}")
    return Exit.OK
