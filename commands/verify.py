"""Verify a solution: name every broken rule, with the values and cells that break it.

SOLUTION may leave values undecided (`?` or a blank); then it holds if no rule is broken and it can
be completed. It has the format that `pzc solve` prints as plain, also with several solutions.
The exit code is 1 if a board breaks a rule or cannot be completed.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError, Source, counted
from . import Exit, arguments
from .terminal import coloured, draw, emit, report, say, write_json

if TYPE_CHECKING:
    from ..tasks.verify import Broken, Verdict

EXAMPLES = """\
examples:
  pzc verify sudoku puzzle.txt solution.txt
  pzc solve star_battle puzzle.txt --all | pzc verify star_battle puzzle.txt -
  pzc verify zebra solution.txt
"""

HEADING = re.compile(r"solution \d+:\s*")


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    parser.add_argument(
        "solution", metavar="SOLUTION", help="a path, - for stdin, or the text itself"
    )
    arguments.backend(parser)
    arguments.limits(parser)
    arguments.json(parser)


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment
    from ..dsl.syntax import Given
    from ..tasks.look import never
    from ..tasks.spec import load
    from ..tasks.texts import read_puzzle
    from ..tasks.verify import verify

    if args.puzzle == "-" and args.solution == "-":
        raise PzcError.at("E0510", "puzzle and solution cannot both be read from stdin")
    with enforced(moment(args.timeout)):
        spec = load(args.spec)
        if args.puzzle is None and any(
            isinstance(d, Given) for d in spec.checked.tree.declarations
        ):
            raise PzcError.at(
                "E0517",
                "a solution without its puzzle",
                expected=f"pzc verify {args.spec} PUZZLE SOLUTION",
            )
        puzzle = spec.puzzle(args.puzzle)
        boards = list(split(read_puzzle(args.solution)))
        verdicts = [
            verify(spec, puzzle, board, backend=args.backend, timeout=args.timeout)
            for _, board in boards
        ]
        impossible = (
            []
            if all(map(_blames_values, verdicts))
            else never(spec, puzzle, verdicts[0].board.moves)
        )
    report(one.diagnostic for one in impossible)
    if args.json:
        write_json([_as_json(v) for v in verdicts])
    else:
        for (heading, _), verdict in zip(boards, verdicts, strict=True):
            _show(heading, verdict)
    if all(v.holds for v in verdicts):
        return Exit.OK
    if spec.program.sequence is None and any(v.conflict for v in verdicts):
        say("pzc why says where it went wrong")
    return Exit.NO


def _blames_values(verdict: Verdict) -> bool:
    """Whether values are to blame for every rule that is broken."""
    return all(broken.values or broken.rule < 0 for broken in verdict.broken)


def split(source: Source) -> Iterator[tuple[str, Source]]:
    """The boards of a file, each with its heading: one, or those below `solution 1:` and so on.

    The lines keep their numbers.
    """
    lines = source.text.split("\n")
    starts = [k for k, line in enumerate(lines) if HEADING.fullmatch(line)]
    if not starts:
        yield "", source
        return
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        text = "\n" * (start + 1) + "\n".join(lines[start + 1 : end])
        yield lines[start].strip() + " ", Source(source.name, text)


def _show(heading: str, verdict: Verdict) -> None:
    from ..render.text import text

    if verdict.holds:
        words = "holds" if verdict.complete else "holds so far, and can be completed"
        emit(heading + words)
        return
    for broken in verdict.broken:
        emit(heading + broken.text)
    if verdict.conflict:
        emit(heading + verdict.dead_end)
    marked = tuple(dict.fromkeys(p for broken in verdict.broken for p in broken.places))
    emit("")
    moments = {moment for broken in verdict.broken for moment in broken.moments}
    draw(text(verdict.board, coloured(sys.stdout), marked, moments).strip("\n"))
    emit("")
    if verdict.broken:
        rules = counted(len({broken.sentence for broken in verdict.broken}), "broken rule")
        emit(f"{heading}{rules}, in {counted(len(verdict.broken), 'place')}")


def _as_json(verdict: Verdict) -> dict[str, object]:
    return {
        "holds": verdict.holds,
        "complete": verdict.complete,
        "broken": [_broken_as_json(b) for b in verdict.broken],
        "conflict": list(verdict.conflict),
    }


def _broken_as_json(broken: Broken) -> dict[str, object]:
    return {
        "rule": broken.rule + 1 if broken.rule >= 0 else None,
        "sentence": broken.sentence,
        "text": broken.text,
        "bindings": dict(broken.bindings),
        "values": [
            {"layer": layer, "place": place, "value": value}
            for layer, place, value in broken.values
        ],
        "places": [place.name for place in broken.places],
        "moments": list(broken.moments),
    }
