"""Arguments that several commands share, and the types of their values."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace, _ArgumentGroup
from errno import EISDIR, ENOENT
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError

if TYPE_CHECKING:
    from ..dsl.diagnostics import Source
    from ..tasks.spec import Spec

UNITS = {"K": 2**10, "M": 2**20, "G": 2**30}


def spec(parser: ArgumentParser) -> None:
    parser.add_argument("spec", metavar="SPEC", help="a path, a bundled name, or - for stdin")


def puzzle(parser: ArgumentParser) -> None:
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        nargs="?",
        help="a path, - for stdin, or the puzzle itself; omit it if no givens are required",
    )


def read(args: Namespace) -> tuple[Spec, Source, Source | None]:
    """Read the spec, the puzzle and the board, if there is one, that arguments name."""
    from ..tasks.spec import load
    from ..tasks.texts import read_puzzle

    if args.puzzle == "-" and args.board == "-":
        raise PzcError.at("E0510", "puzzle and board cannot both be read from stdin")
    spec = load(args.spec)
    puzzle = spec.puzzle(args.puzzle)
    if args.board is None and args.puzzle is not None and not spec.program.sections:
        try:
            spec.sections(puzzle)
        except PzcError:  # nothing can be given: then it is the board, as for `pzc verify`
            return spec, spec.puzzle(None), puzzle
    return spec, puzzle, None if args.board is None else read_puzzle(args.board)


def board(parser: ArgumentParser) -> None:
    parser.add_argument(
        "board",
        metavar="BOARD",
        nargs="?",
        help="a partial solution: a path, - for stdin, or the board itself",
    )


def proofs(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--proofs",
        action="store_true",
        help="explain why each implied rule that a step cites holds",
    )


def backend(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-b", "--backend", metavar="NAME", default="auto", help="the solver to use (default: auto)"
    )


def limits(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--timeout", metavar="SECONDS", type=seconds, help="stop after this time (exit code 3)"
    )
    parser.add_argument(
        "--memory",
        metavar="SIZE",
        type=size,
        help="stop above this much memory, such as 500M or 2G (exit code 3)",
    )


def output(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=new_file, help="write to a file, not to stdout"
    )


def json(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def batch(parser: ArgumentParser, what: str) -> _ArgumentGroup:
    """Add the options for many puzzles. what: the beginning of the help of `--batch`."""
    group = parser.add_argument_group("many puzzles")
    group.add_argument(
        "--batch", metavar="FILE", nargs="+", help=f"{what}: a line of JSON for each"
    )
    group.add_argument(
        "--per",
        choices=("line", "block", "file"),
        help="a puzzle is a line (default), a block of lines between empty lines, or a file",
    )
    group.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=positive,
        help="use N processes (default: one per core, if that saves time)",
    )
    group.add_argument(
        "--resume", action="store_true", help="continue after the last answer in the --output file"
    )
    return group


def new_file(text: str) -> str:
    """The name of a file to write. Raises PzcError if its folder does not exist, before the work
    whose result would be lost."""
    folder = os.path.dirname(text)
    if os.path.isdir(text) or (folder and not os.path.isdir(folder)):
        from ..tasks.files import unwritable

        code = EISDIR if os.path.isdir(text) else ENOENT
        raise unwritable(text, OSError(code, os.strerror(code)))
    return text


def seconds(text: str) -> float:
    """A positive number of seconds. Raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ArgumentTypeError(f"'{text}' is not a positive number of seconds")
    return value


def size(text: str) -> int:
    """A number of bytes, from `500M` or `2G`; a bare number counts megabytes. Raises
    ArgumentTypeError."""
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "M")
    if unit not in UNITS or not (number.isdecimal() and number.isascii()) or not int(number):
        raise ArgumentTypeError(f"'{text}' is not a size such as 500M or 2G")
    return int(number) * UNITS[unit]


def positive(text: str) -> int:
    """A positive whole number. Raises ArgumentTypeError."""
    if not (text.isdecimal() and text.isascii() and len(text) < 10 and int(text)):
        raise ArgumentTypeError(f"'{text}' is not a positive whole number")
    return int(text)
