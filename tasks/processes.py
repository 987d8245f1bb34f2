"""Map work over many puzzles, in this process or several, with results in order.

Puzzles are handed out in portions that take a moment each; a slow stream is processed as it
arrives. Results wait for earlier ones, at most a window of them. If a worker dies, start another
and retry its puzzles one at a time; a puzzle that kills the second worker is reported as lost.
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
from .answered import Answered, lost
from .puzzles import Puzzle, Puzzles

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Work = Callable[[list[Puzzle]], list[Answered]]
# The type of the function that makes the answer for a puzzle that killed its process, from the exit
# code and whether memory ran out.
Lost = Callable[[Puzzle, int | None, bool], Answered]

MOMENT_SECONDS = 0.05
MOST_AT_ONCE = 1000
# Portions in progress or done, for each process.
WINDOW = 8
# Seconds of work that justify starting further processes.
PAYS_SECONDS = 0.5


def work_off(
    work: Work, puzzles: Puzzles, jobs: int | None, lost: Lost = lost
) -> Iterator[list[Answered]]:
    """The answers to all puzzles in order.

    jobs: the number of processes; None for one per core, once the work has taken a while. Raises
    PzcError if the system cannot start processes and jobs is above 1.
    """
    forks = hasattr(os, "fork")
    if jobs is not None and jobs > 1 and not forks:
        raise PzcError.at("E0508", "this system cannot spread work over processes")
    size, spent = 1, 0.0
    most = cores() if forks else 1
    while jobs == 1 or (jobs is None and (most == 1 or spent < PAYS_SECONDS)):
        portion = puzzles.take(size)
        if not portion:
            return
        begun = monotonic()
        answers = work(portion)
        taken = monotonic() - begun
        spent += taken
        size = _next_size(len(portion), taken)
        yield answers
    team = _Team(work, jobs or most, lost)
    try:
        yield from team.run(puzzles)
    finally:
        team.stop()


def _next_size(size: int, taken: float) -> int:
    """The size of the next portion, from the speed of the last."""
    fits = size * MOMENT_SECONDS / max(taken, 1e-6)
    return max(1, min(MOST_AT_ONCE, 2 * size, int(fits)))


def cores() -> int:
    """The number of cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@record(frozen=False, eq=False)
class _Helper:
    """A process and its portion. number: of the portion; begun: when it was handed out; starved:
    the number of processes that the system had killed by then for lack of memory."""

    process: BaseProcess
    pipe: Connection
    portion: list[Puzzle]
    number: int = 0
    begun: float = 0.0
    starved: int = 0


class _Team:
    """The pool of processes, and which are idle."""

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
        given = yielded = 0
        while True:
            idle = [helper for helper in self.helpers if not helper.portion]
            while idle and given - yielded < self.window and puzzles.waits_for is None:
                portion = puzzles.take(self.size)
                if not portion:
                    break
                self._give(idle.pop(), portion, given)
                given += 1
            busy = [helper for helper in self.helpers if helper.portion]
            if not busy and puzzles.ended:
                return
            stream = puzzles.waits_for if idle and given - yielded < self.window else None
            pipes = [helper.pipe for helper in busy]
            ready = wait([*pipes, stream] if stream is not None else pipes)
            if stream in ready:
                puzzles.fill()
            for helper in busy:
                if helper.pipe in ready:
                    number = helper.number
                    done[number] = self._result(helper)
            while yielded in done:
                yield done.pop(yielded)
                yielded += 1

    def stop(self) -> None:
        """Kill all processes."""
        for helper in self.helpers:
            helper.process.kill()
        for helper in self.helpers:
            helper.process.join()
            helper.pipe.close()

    def _give(self, helper: _Helper, portion: list[Puzzle], number: int) -> None:
        helper.portion, helper.number, helper.begun = portion, number, monotonic()
        helper.starved = _starved()
        with suppress(OSError):  # if it died, the reader of its answers sees that
            helper.pipe.send(portion)

    def _result(self, helper: _Helper) -> list[Answered]:
        """The answers of a process; if it died, those of a retry."""
        portion = helper.portion
        try:
            answers: list[Answered] = helper.pipe.recv()
        except (EOFError, OSError):
            return self._again(helper, portion)
        helper.portion = []
        self.size = _next_size(len(portion), monotonic() - helper.begun)
        return answers

    def _again(self, dead: _Helper, portion: list[Puzzle]) -> list[Answered]:
        """Retry the puzzles of a dead process one at a time: it may have died of the state that
        earlier puzzles left, or have been killed by mistake."""
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
        """Start a process to replace one that died."""
        dead.process.join()
        dead.pipe.close()
        self.helpers.remove(dead)
        self.helpers.append(self._helper())
        return self.helpers[-1]

    def _helper(self) -> _Helper:
        from multiprocessing import get_context

        # A fork inherits everything loaded and ground so far.
        context = get_context("fork")
        ours, theirs = context.Pipe()
        # It inherits our ends of all pipes, and must close them to notice when we close ours.
        others = [*(helper.pipe for helper in self.helpers), ours]
        process = context.Process(target=_serve, args=(self.work, theirs, others), daemon=True)
        # Only the parent handles Ctrl-C, and ends the process; block it there from the start.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return _Helper(process, ours, [])


def _serve(work: Work, pipe: Connection, others: list[Connection]) -> None:
    """Serve requests from the pipe until it is closed."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in others:
        other.close()
    try:
        while True:
            pipe.send(work(pipe.recv()))
    except (EOFError, OSError):
        return


def _lacked_memory(exit_code: int | None, starved: int) -> bool:
    """Whether a process died for lack of memory: the system counts the processes that it kills for
    it (`starved`: the count before). A solver in C++ aborts if an allocation is refused; only under
    a memory limit can this be distinguished from a crash.
    """
    if exit_code == -signal.SIGKILL:
        return _starved() > starved
    return exit_code in (-signal.SIGABRT, -signal.SIGSEGV) and _is_limited()


def _is_limited() -> bool:
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _starved() -> int:
    """The number of processes that the system has killed for lack of memory, if it reports it."""
    with suppress(OSError, ValueError), open("/proc/vmstat", encoding="ascii") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("oom_kill "))
    return 0
