"""Make puzzles of a spec, from its rules alone; each has one solution.

The size, params and usual values are those that the spec states with `make`, those of its bundled
examples, or those of the puzzle after --like. Without --clues or --density, no clue of a puzzle can
be removed, unless these have clues that are not needed either, such as each number of a Hitori. The
same seed makes the same puzzles for any number of jobs.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError, counted
from ..dsl.making import SYMMETRIES
from . import Exit, arguments
from .drawing import refuse_suffix
from .progress import LiveLine
from .terminal import say, write

if TYPE_CHECKING:
    from ..tasks.make.checking import Made
    from ..tasks.make.options import Options

EXAMPLES = """\
examples:
  pzc generate slitherlink --size 10x10 --symmetry rotate2
  pzc generate star_battle --size 8x8 --with stars=1 --count 20 --jobs 2 --output puzzles
  pzc generate sudoku --clues 28..32 --rating 20..40
"""

LARGEST = 100  # rows or columns of a board
MOST_CLUES = 1 << 20  # more than such a board can have
SHEETS = (".html", ".htm", ".svg")  # the suffixes of sheets, which are pages without one


def declare(parser: ArgumentParser) -> None:
    arguments.spec(parser)
    parser.add_argument("--size", metavar="HxW", type=_size, help="rows and columns, such as 10x12")
    parser.add_argument(
        "--with",
        dest="params",
        metavar="NAME=VALUE",
        type=_param,
        action="append",
        default=[],
        help="the value of a param",
    )
    parser.add_argument(
        "-n",
        "--count",
        metavar="N",
        type=arguments.positive,
        default=1,
        help="make N puzzles (default: 1)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=0, help="the seed of the random numbers"
    )
    parser.add_argument(
        "--symmetry",
        choices=SYMMETRIES,
        help="the symmetry of the places with clues",
    )
    number = parser.add_mutually_exclusive_group()
    number.add_argument("--clues", metavar="A..B", type=_whole, help="the number of clues")
    number.add_argument(
        "--density", metavar="A..B", type=_percent, help="the percentage of places with a clue"
    )
    parser.add_argument(
        "--rating",
        metavar="A..B",
        type=_rating,
        help="only puzzles whose rating (see `pzc rate`) is in this range (A.. or ..B: one limit)",
    )
    parser.add_argument("--like", metavar="PUZZLE", help="an example: a puzzle of this spec")
    parser.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=arguments.positive,
        default=1,
        help="use N processes, at most one for each core (default: 1)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        type=lambda name: None if name == "-" else name,
        help="write puzzles and solutions to a folder, not to stdout",
    )
    parser.add_argument(
        "--sheet",
        metavar="FILE",
        type=arguments.new_file,
        help="write a page (.html) or picture (.svg) to print: the puzzles, then the solutions",
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue the run in the --output folder"
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each puzzle")
    arguments.limits(parser)


def run(args: Namespace) -> int:
    from ..deadline import OutOfTime, enforced, moment
    from ..tasks.make.folder import Folder
    from ..tasks.make.run import generate
    from ..tasks.make.sheet import sheet, svg_sheet
    from ..tasks.spec import load

    if args.resume and args.output is None:
        raise PzcError.at("E0514", "--resume needs a folder to continue", expected="--output")
    if args.sheet is not None:
        refuse_suffix("a sheet", args.sheet, SHEETS, "an HTML page, .html, or a picture, .svg")
    deadline = moment(args.timeout)
    with enforced(deadline):
        spec = load(args.spec)
        like = None
        if args.like is not None:
            example = spec.puzzle(args.like)
            spec.read(example)  # its mistakes first
            like = example.text
    options = _options(args)
    folder = None if args.output is None else Folder(args.output, spec, options, like, args.resume)
    before = [] if folder is None else folder.before
    progress = _Progress(args.count)
    left = None if deadline is None else deadline - monotonic()
    told = progress.note, left, say, progress.enter
    made = generate(spec, options, args.count, like, args.jobs, before, *told)
    number = len(before)
    done = list(before)
    try:
        for one in made:
            number += 1
            done.append(one)
            if folder is not None:
                folder.add(number, one)
            if args.json or (folder is None and args.sheet is None):
                with progress.live.taken_away():
                    _print(args, number, one)
    except (KeyboardInterrupt, OutOfTime):
        progress.live.end()
        say(progress.summary(number - len(before)))
        if number == len(before) and progress.hint:
            say(f"if no attempt succeeds: {progress.hint}")
        if folder is not None:
            say(f"{args.output} has {counted(number, 'puzzle')}; --resume continues from there")
        raise
    finally:
        progress.live.end()
        if args.sheet is not None and done:
            page = svg_sheet if args.sheet.lower().endswith(".svg") else sheet
            write(page(spec, done), args.sheet)
    if folder is not None or args.sheet is not None:
        say(progress.summary(number - len(before)))
    return Exit.OK


def _print(args: Namespace, number: int, one: Made) -> None:
    from ..tasks.make.folder import as_line, with_note

    if args.json:
        write(as_line(number, one))
    else:
        write(with_note(number, one) if args.count > 1 else one.text)
    sys.stdout.flush()


def _options(args: Namespace) -> Options:
    from ..tasks.make.options import Options

    return Options(
        args.size,
        dict(args.params),
        args.seed,
        args.symmetry,
        args.clues,
        args.rating,
        args.density,
    )


class _Progress:
    """Puzzles and attempts so far, how fast they come, and why attempts failed.

    live: the line on the terminal, which goes on while an attempt lasts. stage: what the attempt
    does now; "" if that is not known. hint: what to change if none succeeds."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.begun = monotonic()
        self.tally: Counter[str] = Counter()
        self.stage = self.hint = ""
        self.live = LiveLine(self.line)

    def note(self, tally: Counter[str], hint: str) -> None:
        """After an attempt: the number of attempts by result."""
        self.tally, self.hint = Counter(tally), hint

    def enter(self, stage: str, number: int | None = None) -> None:
        """Begin a stage (see `tasks.make.stages`)."""
        self.stage = stage.format(number=number)

    def line(self) -> str:
        from ..tasks.make.run import in_words

        tally, seconds = self.tally, monotonic() - self.begun
        rate = f"{seconds / tally['made']:.1f} s each" if tally["made"] else f"{seconds:.0f} s"
        failed = f" ({in_words(tally)})" if tally.total() > tally["made"] else ""
        attempts = counted(tally.total(), "attempt")
        now = f", {self.stage}" if self.stage else ""
        return f"{tally['made']} of {self.wanted} puzzles, {attempts}{failed}, {rate}{now} …"

    def summary(self, made: int) -> str:
        from ..tasks.make.run import in_words

        failed = in_words(self.tally)
        seconds = monotonic() - self.begun
        return f"{counted(made, 'puzzle')} in {seconds:.1f} s" + (f" ({failed})" if failed else "")


def _size(text: str) -> tuple[int, int]:
    height, _, width = text.replace("X", "x").replace("×", "x").partition("x")
    try:
        found = arguments.positive(height), arguments.positive(width)
    except ArgumentTypeError:
        raise ArgumentTypeError(f"'{text}' is not a size such as 10x12") from None
    if max(found) > LARGEST:
        raise ArgumentTypeError(f"'{text}' has a side of more than {LARGEST} places")
    return found


def _param(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value.strip()):
        raise ArgumentTypeError(f"'{text}' gives no value: NAME=VALUE")
    return name, value


def _percent(text: str) -> tuple[float, float]:
    found = _range(text.replace("%", ""), "100")
    if found[1] > 100:
        raise ArgumentTypeError(f"'{text}' is more than 100 percent")
    return found


def _whole(text: str) -> tuple[int, int]:
    """A range of whole numbers."""
    least, most = _range(text, str(MOST_CLUES))
    if least % 1 or most % 1:  # inf % 1 is nan, which is true
        raise ArgumentTypeError(f"'{text}' is not a range of whole numbers")
    return int(least), int(most)


def _rating(text: str) -> tuple[float, float]:
    return _range(text, "inf")


def _range(text: str, most: str) -> tuple[float, float]:
    """A range such as 30..40 or ..40, or a single number. most: where a range such as 30.. ends."""
    first, dots, last = text.partition("..")
    try:
        least = float(first or 0) if last else float(first)
        largest = float(last or most) if dots else least
    except ValueError:
        least, largest = 1.0, 0.0
    if not 0 <= least <= largest:
        raise ArgumentTypeError(f"'{text}' is not a range such as 30..40")
    return least, largest
