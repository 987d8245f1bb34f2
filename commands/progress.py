"""Where the time of a run goes: printed at its end (`--verbose`), and on a terminal while it lasts.

A run is always in one phase, from the start of its process to the end of its output, so the seconds
of the phases add up to all of its time. The line on the terminal is written by a thread of its own,
because no phase has a place where it could always do so.
"""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from .terminal import Status, say

if TYPE_CHECKING:
    from ..backends.base import Solver

START, SPEC, PUZZLE, GROUNDING, PLAN, LOADING, SEARCH, PRINTING, REASONS = (
    "start-up",
    "spec",
    "puzzle",
    "grounding",
    "shortest plan",
    "loading",
    "search",
    "printing",
    "reasons",
)
TICK_SECONDS = 0.25


class LiveLine:
    """A line on the terminal that a thread rewrites until the end. text: returns the current text;
    "" for no line."""

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text
        self._status = Status()
        self._lock = allocate_lock()  # held while the line is written, and while it must not be
        self._ended = allocate_lock()
        self._ended.acquire()
        if self._status.live:
            start_new_thread(self._run, ())

    @contextmanager
    def taken_away(self) -> Iterator[None]:
        """Remove the line while something else is printed, or its text changes."""
        with self._lock:
            self._status.clear()
            yield

    def end(self) -> None:
        """Take the line away for good."""
        with self.taken_away():
            if self._ended.locked():
                self._ended.release()

    def _run(self) -> None:
        while not self._ended.acquire(timeout=TICK_SECONDS):
            with self._lock:
                if self._ended.locked() and (text := self._text()):
                    self._status.show(text)


class Progress:
    """The phases of a run that began at a moment of `time.monotonic`.

    note: what is known so far. solver: whose work is counted, once there is one.
    """

    def __init__(self, began: float) -> None:
        self.note = ""
        self.solver: Solver | None = None
        self._began = self._since = began
        self._phase = START
        self._seconds: dict[str, float] = {}
        self._line = LiveLine(lambda: "" if self._phase == PRINTING else self.line())

    def enter(self, phase: str) -> None:
        """Begin a phase; in that of printing the line on the terminal is taken away."""
        now = monotonic()
        self._seconds[self._phase] = self._seconds.get(self._phase, 0.0) + now - self._since
        if phase == PRINTING:
            with self._line.taken_away():
                self._phase, self._since = phase, now
        else:
            self._phase, self._since = phase, now

    def end(self) -> None:
        """Take the line away for good."""
        self.enter(PRINTING)
        self._line.end()

    def line(self) -> str:
        """The status: the seconds so far, the phase, and the work done."""
        parts = [f"{monotonic() - self._began:.0f} s", self._phase]
        if self.note:
            parts.append(self.note)
        conflicts = None if self.solver is None else self.solver.statistics.conflicts
        if conflicts:
            parts.append(f"{conflicts:,} conflicts")
        return ", ".join(parts) + " …"

    def seconds(self) -> dict[str, float]:
        """The seconds of each phase so far."""
        self.enter(self._phase)
        return dict(self._seconds)

    def summarise(self) -> None:
        """Where the time went, and the solver's work, on stderr."""
        seconds = self.seconds()
        phases = [f"{phase} {spent:.3f} s" for phase, spent in seconds.items()]
        say(f"{', '.join(phases)}; {sum(seconds.values()):.3f} s in all")
        if self.solver is None:
            return
        work = self.solver.statistics
        counts = {
            "variables": work.variables,
            "constraints": work.constraints,
            "solves": work.solves,
            "decisions": work.decisions,
            "conflicts": work.conflicts,
            "propagations": work.propagations,
            **work.extra,
        }
        say(", ".join(f"{name} {n}" for name, n in counts.items() if n is not None))
