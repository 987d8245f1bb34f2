"""Change as few clues of a draft as possible so that it has exactly one solution.

Clues are removed, added or replaced; where the board depends on their places, they are only
replaced. The exit code is 1 if no clues on this board have a unique solution.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..dsl.diagnostics import counted
from . import Exit, arguments
from .terminal import say, write, write_json

if TYPE_CHECKING:
    from ..tasks.make.mending import Mended

EXAMPLES = """\
examples:
  pzc mend heyawake draft.txt
  pzc mend slitherlink draft.txt --output mended.txt
"""


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    parser.add_argument("draft", metavar="DRAFT", help="a path, - for stdin, or the puzzle itself")
    arguments.output(parser)
    arguments.json(parser)
    arguments.limits(parser)


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment
    from ..records import as_dict
    from ..tasks.make.mending import fixed, mend
    from ..tasks.spec import load

    with enforced(moment(args.timeout)):
        spec = load(args.spec)
        draft = spec.puzzle(args.draft)
        done = mend(spec, draft)
        held = fixed(spec, draft) if done is None else done.fixed
    if args.json:
        changes = [] if done is None else [as_dict(change) for change in done.changes]
        text = None if done is None else done.text
        write_json({"text": text, "changes": changes, "fixed": dict(held)}, args.output)
    else:
        if done is not None:
            write(done.text, args.output)
        _tell(done, held)
    return Exit.NO if done is None else Exit.OK


def _tell(done: Mended | None, held: Mapping[str, str]) -> None:
    """Say what was changed, and what of the layers could not change."""
    if done is None:
        say("no clues on this board have a unique solution")
    else:
        for change in done.changes:
            say(change.words)
        say(f"{counted(len(done.changes), 'change')}; no fewer give the draft one solution")
    for name, reason in held.items():
        say(f"'{name}' {reason}")
