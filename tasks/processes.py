"""Work on many puzzles, in this process or spread over several, its results in order.

Puzzles are taken a few at a time, so many that they take a moment; a slow stream is worked on as it
comes. Results wait for those before them, but never more than a window of them. If a
process dies, another starts in its place and tries its puzzles again, one at a time; a puzzle that
kills this one too is reported as lost.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError
from ..records import record
from .batch import Answered, lost
from .puzzles import Puzzle, Puzzles

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Work = Callable[[list[Puzzle]], list[Answered]]
# What to answer for a puzzle that a process died of, with its exit code, and whether it was starved
# of memory.
Lost = Callable[[Puzzle, int | None, bool], Answered]

MOMENT_SECONDS = 0.05
MOST_AT_ONCE = 1000
# Portions under way or done, for each process.
WINDOW = 8
# Work for so long is worth the start of further processes.
PAYS_SECONDS = 0.5


def work_off(
    work: Work, puzzles: Puzzles, jobs: int | None, lost: Lost = lost
) -> Iterator[list[Answered]]:
    """The answers to all puzzles in order.

    jobs: how many processes work; None for as many as there are cores, once the work has taken a
    while. Raises PzcError where the system has but one process to offer.
    """
    forks = hasattr(os, "fork")
    if jobs is not None and jobs > 1 and not forks:
        raise PzcError.at("E0508", "this system cannot spread work over processes")
    size, spent = 1, 0.0
    cores = _cores() if forks else 1
    while jobs == 1 or (jobs is None and (cores == 1 or spent < PAYS_SECONDS)):
        portion = puzzles.take(size)
        if not portion:
            return
        begun = monotonic()
        answers = work(portion)
        taken = monotonic() - begun
        spent += taken
        size = _next_size(len(portion), taken)
        yield answers
    team = _Team(work, jobs or cores, lost)
    try:
        yield from team.run(puzzles)
    finally:
        team.stop()


def _next_size(size: int, taken: float) -> int:
    """How many puzzles to take, when so many took so many seconds."""
    fits = size * MOMENT_SECONDS / max(taken, 1e-6)
    return max(1, min(MOST_AT_ONCE, 2 * size, int(fits)))


def _cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@record(frozen=False, eq=False)
class _Helper:
    """A process, and what it works at. number: of its portion; begun: when it was given it;
    starved: how many processes the system had killed by then, for lack of memory."""

    process: BaseProcess
    pipe: Connection
    portion: list[Puzzle]
    number: int = 0
    begun: float = 0.0
    starved: int = 0


class _Team:
    """The processes, and which of them are idle."""

    def __init__(self, work: Work, jobs: int, lost: Lost) -> None:
        self.work = work
        self.lost = lost
        self.window = WINDOW * jobs
        self.size = 1
        self.helpers: list[_Helper] = []
        for _ in range(jobs):
            self.helpers.append(self._helper())

    def run(self, puzzles: Puzzles) -> Iterator[list[Answered]]:
        from multiprocessing.connection import wait

        done: dict[int, list[Answered]] = {}
        given = told = 0
        while True:
            idle = [helper for helper in self.helpers if not helper.portion]
            while idle and given - told < self.window and puzzles.waits_for is None:
                portion = puzzles.take(self.size)
                if not portion:
                    break
                self._give(idle.pop(), portion, given)
                given += 1
            busy = [helper for helper in self.helpers if helper.portion]
            if not busy and puzzles.ended:
                return
            stream = puzzles.waits_for if idle and given - told < self.window else None
            pipes = [helper.pipe for helper in busy]
            ready = wait([*pipes, stream] if stream is not None else pipes)
            if stream in ready:
                puzzles.fill()
            for helper in busy:
                if helper.pipe in ready:
                    number = helper.number
                    done[number] = self._result(helper)
            while told in done:
                yield done.pop(told)
                told += 1

    def stop(self) -> None:
        """End all processes, whatever they are at."""
        for helper in self.helpers:
            helper.process.kill()
        for helper in self.helpers:
            helper.process.join()
            helper.pipe.close()

    def _give(self, helper: _Helper, portion: list[Puzzle], number: int) -> None:
        helper.portion, helper.number, helper.begun = portion, number, monotonic()
        helper.starved = _starved()
        with suppress(OSError):  # if it died, whoever waits for its answers is told
            helper.pipe.send(portion)

    def _result(self, helper: _Helper) -> list[Answered]:
        """What a process answers; if it died, what others do."""
        portion = helper.portion
        try:
            answers: list[Answered] = helper.pipe.recv()
        except (EOFError, OSError):
            return self._again(helper, portion)
        helper.portion = []
        self.size = _next_size(len(portion), monotonic() - helper.begun)
        return answers

    def _again(self, dead: _Helper, portion: list[Puzzle]) -> list[Answered]:
        """The answers to what a process died of, each puzzle by itself: it may have died of what
        the puzzles before had left behind, or been killed by mistake."""
        self.size = 1
        helper = self._replace(dead)
        out: list[Answered] = []
        for puzzle in portion:
            self._give(helper, [puzzle], 0)
            try:
                out += helper.pipe.recv()
            except (EOFError, OSError):
                dead, helper = helper, self._replace(helper)
                code = dead.process.exitcode
                out.append(self.lost(puzzle, code, _lacked_memory(code, dead.starved)))
        helper.portion = []
        return out

    def _replace(self, dead: _Helper) -> _Helper:
        """Another process in the place of one that died."""
        dead.process.join()
        dead.pipe.close()
        self.helpers.remove(dead)
        self.helpers.append(self._helper())
        return self.helpers[-1]

    def _helper(self) -> _Helper:
        from multiprocessing import get_context

        # A fork begins with all that is loaded and ground so far.
        context = get_context("fork")
        ours, theirs = context.Pipe()
        # It has our ends of all pipes too, which it has to close, to notice when we close them.
        others = [*(helper.pipe for helper in self.helpers), ours]
        process = context.Process(target=_serve, args=(self.work, theirs, others), daemon=True)
        # Ctrl-C is for us, who end it. It is kept from the process from its first moment on.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return _Helper(process, ours, [])


def _serve(work: Work, pipe: Connection, others: list[Connection]) -> None:
    """Answer what comes through the pipe, until its other end is closed."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in others:
        other.close()
    try:
        while True:
            pipe.send(work(pipe.recv()))
    except (EOFError, OSError):
        return


def _lacked_memory(exit_code: int | None, starved: int) -> bool:
    """Whether a process died of too little memory.

    The system counts the processes it kills for that. A solver written in C++ that is refused
    memory aborts, which is told from a crash only where there is a limit that refuses it.
    """
    if exit_code == -signal.SIGKILL:
        return _starved() > starved
    return exit_code in (-signal.SIGABRT, -signal.SIGSEGV) and _is_limited()


def _is_limited() -> bool:
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _starved() -> int:
    """How many processes the system has killed for lack of memory, as far as it tells."""
    with suppress(OSError, ValueError), open("/proc/vmstat", encoding="ascii") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("oom_kill "))
    return 0
