"""Where the time of a run goes: its phases add up, and a terminal shows what goes on."""

from __future__ import annotations

import io
import re
import sys
import threading
from itertools import count

import pytest
from pzc.backends import load
from pzc.cli import main
from pzc.commands import progress as module
from pzc.commands.progress import GROUNDING, PRINTING, SEARCH, SPEC, START, Progress
from pzc.model.model import Model

EASY = ".3..........195.....8....6.8...6....4..8....1....2.....6....28....419..5......."


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock by which a second passes whenever it is looked at."""
    ticks = count(100)
    monkeypatch.setattr(module, "monotonic", lambda: float(next(ticks)))


class Terminal(io.StringIO):
    """A terminal that tells when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.written.set()


def as_stderr(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Not a fixture: pytest sets stderr after those are made."""
    found = Terminal()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_the_phases_add_up_to_the_whole(ticking: None) -> None:
    progress = Progress(90.0)
    for phase in (SPEC, GROUNDING, SEARCH, PRINTING, SEARCH):
        progress.enter(phase)
    seconds = progress.seconds()
    assert seconds == {START: 10.0, SPEC: 1.0, GROUNDING: 1.0, SEARCH: 2.0, PRINTING: 1.0}
    assert sum(seconds.values()) == 105.0 - 90.0


@pytest.mark.parametrize(
    "arguments", [["n: 5"], ["n: 3"], ["n: 5", "--unique"], ["n: 5", "--timeout", "0.000001"]]
)
def test_verbose_accounts_for_all_of_a_run(capsys, arguments: list[str]) -> None:
    main(["solve", "n_queens", *arguments, "--verbose"])
    err = capsys.readouterr().err
    (times,) = (line for line in err.splitlines() if line.endswith("s in all"))
    *parts, whole = map(float, re.findall(r"(\d+\.\d+) s", times))
    assert parts and abs(sum(parts) - whole) <= 0.0005 * (len(parts) + 1)


def test_the_line_says_how_long_what_and_how_much(ticking: None) -> None:
    progress = Progress(0.0)
    progress.enter(SEARCH)
    progress.note = "2 solutions"
    progress.solver = load("native", Model())
    progress.solver.statistics.conflicts = 1234
    assert progress.line() == "101 s, search, 2 solutions, 1,234 conflicts …"


def test_a_terminal_shows_the_line_until_something_is_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = as_stderr(monkeypatch)
    monkeypatch.setattr("pzc.commands.terminal.QUIET_SECONDS", 0.0)
    monkeypatch.setattr(module, "TICK_SECONDS", 0.001)
    progress = Progress(module.monotonic())
    progress.enter(SEARCH)
    assert terminal.written.wait(60)
    progress.enter(PRINTING)
    shown = terminal.getvalue()
    assert "s, search …" in shown and shown.endswith("\r\x1b[K")
    progress.end()
    assert terminal.getvalue() == shown


def test_a_short_run_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = as_stderr(monkeypatch)
    monkeypatch.setattr("pzc.commands.terminal.QUIET_SECONDS", 1e9)
    assert main(["solve", "sudoku", EASY + "7."]) == 0
    assert terminal.getvalue() == ""


def test_no_thread_is_started_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    started: list[object] = []
    monkeypatch.setattr(module, "start_new_thread", lambda *args: started.append(args))
    Progress(0.0).end()
    assert started == []
