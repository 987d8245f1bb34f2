"""Draw a puzzle: alone, or with a solution or a partial board.

SOLUTION is the output of `pzc solve`, or a partial board (`?`: undecided); --solve finds a
solution. The suffix of the output file decides the format; without a file, it is text on a terminal
and SVG elsewhere. PNG and PDF need CairoSVG: pip install 'pzc[pictures]'.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError
from . import Exit, arguments
from .drawing import Drawing, Style, by_suffix
from .terminal import say
from .verify import split

if TYPE_CHECKING:
    from ..compiler.ground.solution import Solution

EXAMPLES = """\
examples:
  pzc draw slitherlink puzzle.txt -o puzzle.svg
  pzc draw slitherlink puzzle.txt solution.txt -o solved.png --theme dark
  pzc draw sudoku puzzle.txt --solve -o sudoku.pdf --title 'No. 7'
  pzc show sudoku --example | pzc draw sudoku -
"""

FORMATS = ("text", "svg", "png", "pdf")
THEMES = ("light", "dark", "print")
LARGEST = 1000


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    arguments.puzzle(parser)
    parser.add_argument(
        "solution",
        metavar="SOLUTION",
        nargs="?",
        help="a solution or a partial board: a path, - for stdin, or the board itself",
    )
    parser.add_argument("--solve", action="store_true", help="draw the puzzle with its solution")
    parser.add_argument(
        "-f",
        "--format",
        choices=FORMATS,
        help="default: from the suffix of FILE; otherwise text on a terminal, else svg",
    )
    arguments.output(parser)
    parser.add_argument("--title", metavar="TEXT", help="the text above the picture; '' for none")
    parser.add_argument(
        "--size",
        metavar="N",
        type=_size,
        default=48,
        help="the width of a cell, in pixels (default: 48)",
    )
    parser.add_argument("--theme", choices=THEMES, default="light", help="colours (default: light)")
    arguments.backend(parser)
    arguments.limits(parser)


def _size(text: str) -> int:
    value = arguments.positive(text)
    if not 4 <= value <= LARGEST:
        raise ArgumentTypeError(f"a cell is from 4 to {LARGEST} pixels wide, not {value}")
    return value


def run(args: Namespace) -> int:
    from ..deadline import enforced, moment

    if args.solve and args.solution is not None:
        raise PzcError.at("E0514", "--solve and a SOLUTION cannot be used together")
    if args.puzzle == "-" and args.solution == "-":
        raise PzcError.at("E0510", "puzzle and solution cannot both be read from stdin")
    form = args.format
    if form is None and args.output is not None:
        form = by_suffix(args.output)
    elif form is None:
        form = "text" if sys.stdout.isatty() else "svg"
    style = Style(args.title, args.theme, args.size)
    with enforced(moment(args.timeout)):
        boards = list(_boards(args))
    if not boards:
        say("no solution")
        return Exit.NO
    drawing = Drawing(form, args.output, len(boards) > 1, style)
    for board in boards:
        drawing.add(_marked(board) if form == "text" and args.solution is not None else board)
    drawing.close(complete=True)
    return Exit.OK


def _marked(board: Solution) -> Solution:
    """A board of which text shows an undecided yes or no as `?`: `·` is a no there."""
    from ..records import replace

    return replace(board, partial=False)


def _boards(args: Namespace) -> Iterator[Solution]:
    """The boards to draw."""
    from ..tasks.boards import board_in_play
    from ..tasks.moments import puzzle_alone
    from ..tasks.spec import load
    from ..tasks.texts import read_puzzle
    from ..tasks.verify import grounded

    spec = load(args.spec)
    puzzle = spec.puzzle(args.puzzle)
    if args.solve:
        found = spec.solve(puzzle, backend=args.backend, timeout=args.timeout)
        if found is not None:
            yield found
    elif args.solution is None:
        yield puzzle_alone(spec, puzzle)
    else:
        for _, board in split(read_puzzle(args.solution)):
            yield board_in_play(grounded(spec, puzzle, board), board)
