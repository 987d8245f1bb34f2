"""Steps as pictures in files: an SVG strip (`--svg`) and an HTML page (`--html`); and as JSON where
there are none in time."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError
from . import arguments
from .drawing import refuse_suffix
from .terminal import write, write_json

if TYPE_CHECKING:
    from ..render.strip import Frame
    from ..tasks.explain.shown import Shown


def declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--svg",
        metavar="FILE",
        type=arguments.new_file,
        help="draw the steps: a picture with a board for each (- for stdout)",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=arguments.new_file,
        help="write a page to walk through the steps (- for stdout)",
    )


def check(args: Namespace) -> None:
    """Raise PzcError if two outputs would go to one place, or to a file of another format."""
    if args.svg is not None:
        refuse_suffix("the picture of --svg", args.svg, (".svg",), "a picture, .svg")
    if args.html is not None:
        refuse_suffix("the page of --html", args.html, (".html", ".htm"), "a page, .html")
    outputs = [name for name in (args.svg, args.html) if name is not None]
    if args.json:
        outputs.append("-")
    if len(set(outputs)) < len(outputs):
        raise PzcError.at(
            "E0509", "two outputs cannot go to one place", hint="name a file for each"
        )


def to_stdout(args: Namespace) -> bool:
    """Whether a picture goes to stdout, where nothing else may."""
    return "-" in (args.svg, args.html)


@contextmanager
def ended_as_json(args: Namespace, **empty: object) -> Iterator[None]:
    """With --json, write a document if the body ends early, before there are steps. empty: its
    other members."""
    from ..deadline import OutOfTime

    try:
        yield
    except (OutOfTime, KeyboardInterrupt) as error:
        if args.json:
            state = "out of time" if isinstance(error, OutOfTime) else "interrupted"
            write_json({"state": state, "words": "", **empty, "steps": []})
        raise


def write_pictures(args: Namespace, shown: Sequence[Shown]) -> None:
    """Write the files of --svg and --html."""
    if args.svg is None and args.html is None:
        return
    frames = list(map(_frame, range(1, len(shown) + 1), shown))
    title = frames[0].solution.title if frames else "Nothing follows"
    if args.svg is not None:
        from ..render.strip import strip

        write(strip(title, frames), args.svg)
    if args.html is not None:
        from ..render.page import page

        write(page(title, frames), args.html)


def _frame(number: int, shown: Shown) -> Frame:
    from ..render.strip import Frame

    solution, marks = shown.picture
    proofs = [f"  {line}" for proof in shown.proofs for line in proof.lines]
    return Frame(f"Step {number}", solution, marks, (*shown.lines, *proofs))
