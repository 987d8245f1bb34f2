"""The command line: find the command, run it, and turn every failure into one message.

Import only the module of the command, which imports what it needs when it runs, so that starting
stays cheap.
"""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from time import monotonic
from typing import Any, NoReturn, TextIO

from . import __version__
from .commands import COMMANDS, EXIT_CODES, Exit
from .commands.terminal import columns, emit, report, say
from .dsl.diagnostics import PzcError, nearest, visible

EPILOG = f"""\
commands:
{chr(10).join(f"  {name:11} {summary}" for name, summary in COMMANDS.items())}

SPEC is the path of a .spec file or the name of a bundled one; PUZZLE is a path, - for
stdin, or the puzzle itself. `pzc COMMAND --help` shows one command with examples.

{EXIT_CODES}"""


def main(
    argv: Sequence[str] | None = None, *, interrupts: bool = False, began: float | None = None
) -> int:
    """Run `pzc` with these arguments (those of the process if None); return the exit code.

    interrupts: while the command runs, Ctrl-C raises KeyboardInterrupt, whatever the handler was.
    began: when the process was started, as a time of `time.monotonic`; now if None.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    began = monotonic() if began is None else began
    _prepare_output()

    def work() -> int:
        with _interruptible(interrupts):
            return _command(arguments, began)

    return _guarded(work)


@contextmanager
def _interruptible(wanted: bool) -> Iterator[None]:
    if not wanted:
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _guarded(work: Callable[[], int]) -> int:
    """Run, and turn every exception into a message and an exit code."""
    try:
        return _exit_code(work)
    except BrokenPipeError:  # of the output, or of the message about a mistake
        _drop_output(sys.stdout, sys.stderr)
        return Exit.BROKEN_PIPE


def _exit_code(work: Callable[[], int]) -> int:
    try:
        try:
            code = work()
        except SystemExit as stop:  # argparse: after --help, or for a wrong usage
            code = stop.code if isinstance(stop.code, int) else Exit.MISTAKE
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        say("interrupted")
        return Exit.INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as problem:
        if problem.errno == errno.ENOMEM:
            return _failed(MemoryError())
        _drop_output(sys.stdout)
        say(f"pzc: {(problem.strerror or str(problem)).lower()}")
        return Exit.MISTAKE
    except Exception as problem:
        return _failed(problem)


def _prepare_output() -> None:
    """Make stdout take any text: it and stderr may be closed, or lack box-drawing characters.

    Texts are read as UTF-8, so they are written so, too, whatever the locale says; only a terminal
    may be unable to show them.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    elif isinstance(sys.stdout, TextIOWrapper):
        ours = not (sys.stdout.isatty() or "PYTHONIOENCODING" in os.environ)
        sys.stdout.reconfigure(encoding="utf-8" if ours else None, errors="replace")


def _drop_output(*streams: TextIO) -> None:
    """Redirect streams to nowhere, so that flushing their buffers at exit cannot fail again."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        os.dup2(nothing, stream.fileno())


def _command(arguments: list[str], began: float) -> int:
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    if not arguments or arguments[0] not in COMMANDS:
        return _top(arguments)
    name, *rest = arguments
    command = import_module(f".commands.{name}", __package__)
    parser = _Parser(
        prog=f"pzc {name}",
        description=command.__doc__,
        epilog=f"{command.EXAMPLES}\n{EXIT_CODES}",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    command.declare(parser)
    args = parser.parse_intermixed_args(rest)  # `SPEC --all PUZZLE` too
    args.began = began
    _say_what_is_hidden(args)
    if getattr(args, "memory", None) is None:
        return command.run(args)
    from .tasks.limits import within_memory

    def limited() -> int:
        try:
            code: int = command.run(args)
        except ModuleNotFoundError:
            raise
        except ImportError as problem:  # too little memory to load a module that is there
            raise MemoryError from problem
        return code

    return within_memory(args.memory, lambda: _guarded(limited))


class _Parser(argparse.ArgumentParser):
    """Suggests what an unknown option, or its value, may have meant."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments: "):
            from .commands.suggestions import option, stray

            words = message.split()[2:]
            first = next((k for k, word in enumerate(words) if word.startswith("-")), None)
            if first is None:
                hint = stray(words[0], self._actions)
            else:
                hint = option(words[first:], self._actions)
            message += f"; {hint}" if hint else ""
        super().error(message)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as wrong:
            hint = nearest(str(value), map(str, action.choices or ()))
            wrong.message += f"; {hint}" if hint else ""
            raise

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(visible(message))  # argparse would ignore that it cannot


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal. argparse formats every argument once when it is declared, and
    imports shutil and what that needs to know this width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns() - 2)


def _say_what_is_hidden(args: argparse.Namespace) -> None:
    """Print a note if a spec in this folder hides a bundled one of the same name."""
    for word in getattr(args, "specs", [getattr(args, "spec", "")]):
        if os.path.isfile(f"{word}.spec"):
            from .tasks.texts import hidden

            if hidden(word):
                say(f"{word} is {word}.spec in this folder, not the bundled spec of this name")


def _top(arguments: list[str]) -> int:
    """`pzc` without a command."""
    parser = _Parser(
        prog="pzc",
        usage="pzc [--version] COMMAND …",
        description="Solve, verify, explain and make logic puzzles from their rules.",
        epilog=EPILOG,
        formatter_class=_Help,
    )
    parser.add_argument("--version", action="store_true", help="show versions, and exit")
    # A word that is no command is a mistake even with --help behind it.
    args, _ = parser.parse_known_args([a for a in arguments[:1] if a.startswith("-")])
    if args.version:
        from .commands.version import text

        emit(text(__version__))
        return Exit.OK
    if not arguments:
        parser.print_help()
        return Exit.MISTAKE
    from .commands.suggestions import command

    wrong = arguments[0]
    hint = command(wrong.lstrip("-"), COMMANDS)
    say(f"pzc: there is no command '{wrong}'" + (f"; {hint}" if hint else ""))
    return Exit.MISTAKE


def _failed(problem: Exception) -> int:
    """Print one message for a failure."""
    if isinstance(problem, PzcError):
        report(problem.diagnostics)
        return Exit.MISTAKE
    from .deadline import OutOfTime

    match problem:
        case OutOfTime():
            say("out of time")
            return Exit.LIMIT
        case MemoryError():
            say("out of memory")
            return Exit.LIMIT
    if os.environ.get("PZC_DEBUG"):
        raise problem
    name = type(problem).__name__
    say(
        f"internal error: {name}: {' '.join(str(problem).split())[:200]}\n"
        "This is a bug in pzc; please report it (PZC_DEBUG=1 shows where it happened)."
    )
    return Exit.INTERNAL
