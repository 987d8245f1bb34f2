"""Open a page to play on in the browser: all genres, or a puzzle of SPEC.

The page is served on this machine only, under an address that nobody else can guess. Without a SPEC
it shows all genres; without a PUZZLE, the first example, or a spec of your own beside its board,
checked while you write. Ctrl-C ends the server; the browser keeps what you played.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError
from . import Exit, arguments
from .terminal import emit, say

if TYPE_CHECKING:
    from ..play.start import Start

EXAMPLES = """\
examples:
  pzc play
  pzc play slitherlink
  pzc play star_battle puzzle.txt
  pzc play my.spec my.puzzle --port 8080 --no-browser
  pzc play --static site --pyodide node_modules/pyodide
  pzc play my.spec my.puzzle --static site
"""

SECONDS, MEMORY = 60.0, 2 << 30
PORTS = 65535


def declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "spec", metavar="SPEC", nargs="?", help="a path, or a bundled name (default: all genres)"
    )
    arguments.puzzle(parser)
    parser.add_argument(
        "--port",
        metavar="N",
        type=_port,
        help="the port (default: 7927, or any free one)",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address instead of opening a browser"
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=arguments.seconds,
        help=f"the time limit of a hint or a solution (default: {SECONDS:g})",
    )
    parser.add_argument(
        "--worker-memory",
        metavar="SIZE",
        type=arguments.size,
        help="the memory limit of each solver process (default: 2G)",
    )
    parser.add_argument(
        "--static",
        metavar="DIR",
        help="write the page as files for any web server; Python runs in the browser",
    )
    parser.add_argument(
        "--pyodide",
        metavar="DIR|URL",
        help="Pyodide for --static: an unpacked npm package, or its address (default: npm's)",
    )


def _port(text: str) -> int:
    """The number of a port. Raises ArgumentTypeError."""
    number = arguments.positive(text)
    if number > PORTS:
        raise ArgumentTypeError(f"a port is a number from 1 to {PORTS}, not {number}")
    return number


def run(args: Namespace) -> int:
    if args.static is not None:
        return _write(args)
    if args.pyodide is not None:
        raise PzcError.at("E0514", "--pyodide needs --static", expected="--static DIR")
    try:
        from ..play.server import serve
    except ModuleNotFoundError as missing:
        raise PzcError.at(
            "E0543",
            f"the page needs {missing.name}, which is not installed",
            hint="pip install 'pzc[play]'",
        ) from None

    def ready(address: str) -> None:
        emit(f"{address}\nCtrl-C ends it.")
        if not args.no_browser:
            import webbrowser

            webbrowser.open(address)

    start = _start(args)

    def latest() -> Start:
        """What the files say now; as before, where they cannot be read again."""
        if "-" in (args.spec, args.puzzle):
            return start
        try:
            return _start(args)
        except PzcError:
            return start

    try:
        serve(
            start,
            port=args.port or 0,
            seconds=args.seconds or SECONDS,
            memory=args.worker_memory or MEMORY,
            ready=ready,
            latest=latest,
        )
    except KeyboardInterrupt:
        say("ended")
    return Exit.OK


def _start(args: Namespace) -> Start:
    """What the page opens with. Raises PzcError where nothing can be read."""
    from ..play.start import Start
    from ..tasks.files import bundled
    from ..tasks.texts import read_puzzle, read_spec

    if args.spec is None:
        return Start()
    source = read_spec(args.spec)
    puzzle = None if args.puzzle is None else read_puzzle(args.puzzle).text
    if args.spec in bundled() and not source.name.startswith(args.spec):
        return Start({"name": args.spec}, puzzle)
    if args.spec == "-":
        return Start({"text": source.text}, puzzle)
    return Start({"text": source.text, "file": source.name}, puzzle, source.name)


def _write(args: Namespace) -> int:
    """Write the static page."""
    from pathlib import Path

    for option in ("port", "no_browser", "seconds", "worker_memory"):
        if getattr(args, option):
            name = option.replace("_", "-")
            raise PzcError.at(
                "E0514", f"--{name} is for a page that is served; --static writes one"
            )

    from ..play.pyodide import ADDRESS
    from ..play.static import write_static

    start = _start(args)
    number = write_static(Path(args.static), args.pyodide or ADDRESS, start=start)
    emit(f"{args.static}: {number} files")
    return Exit.OK
