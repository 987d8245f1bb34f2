"""Z3 in a process of its own: not all of its calls can be stopped, a process can.

    process = Z3Process.take()
    process.order("begin", names)
    answer = process.check((("a", True),), deadline, lambda: False)

Orders (see `server`) are sent on without waiting for them; only `check` waits. A process that is no
longer needed waits for the next solver, because to start Python and import Z3 takes longer than
most puzzles.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from _thread import start_new_thread
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO, Any, ClassVar, NamedTuple

SERVER = Path(__file__).with_name("server.py")

# Seconds that Z3 may exceed its own time limit before its process is killed.
GRACE_SECONDS = 0.1
# Seconds between checks for interrupts.
LOOK_SECONDS = 0.02
# Z3's limit is in milliseconds, an unsigned 32-bit number; the greatest means none.
NO_LIMIT = 2**32 - 1

# A process that runs out of memory exits, or is ended by one of these signals.
OUT_OF_MEMORY = 3
DEADLY = ("SIGABRT", "SIGKILL", "SIGSEGV")


class Answer(NamedTuple):
    """status and result: "sat", which of the model's Bools are true; "unsat", the positions of
    assumptions that conflict; "unknown", why. counts: of Z3's work since `begin`."""

    status: str
    result: Any
    counts: dict[str, int]


class Z3Process:
    """A process that holds one Z3 solver at a time."""

    _idle: ClassVar[list[Z3Process]] = []

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._process = subprocess.Popen(
            [sys.executable, str(SERVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,  # Ctrl-C on the terminal is for whoever asks
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._orders = self._process.stdin
        self._answers: SimpleQueue[Answer | None] = SimpleQueue()
        start_new_thread(_read, (self._process.stdout, self._answers))

    @classmethod
    def take(cls) -> Z3Process:
        """A process that nobody else uses."""
        while cls._idle:
            process = cls._idle.pop()
            if process._owner == os.getpid() and process._process.poll() is None:
                return process
        return cls()

    def give_back(self) -> None:
        """Return the process to the pool, or end it. It must be idle."""
        if self._owner != os.getpid():
            return  # it belongs to the process that this one was forked from
        if self._idle:
            self.end()
        else:
            self.order("begin", ())
            self._idle.append(self)

    def end(self) -> None:
        if self._owner == os.getpid():
            self._process.kill()
            self._process.wait()

    def order(self, name: str, *arguments: Any) -> None:
        """Send an order without an answer. If the process has died, `check` reports it."""
        try:
            pickle.dump((name, *arguments), self._orders)
            self._orders.flush()
        except BrokenPipeError:
            pass

    def check(
        self,
        assumed: Sequence[tuple[str, bool]],
        deadline: float | None,
        interrupted: Callable[[], bool],
    ) -> Answer | None:
        """Solve under assumptions; None if the process is still busy at the deadline or after an
        interrupt. deadline: of `time.monotonic`. Raises MemoryError, and RuntimeError if Z3 failed
        or its process died."""
        milliseconds = NO_LIMIT
        if deadline is not None:
            milliseconds = max(1, min(NO_LIMIT, int(1000 * (deadline - monotonic()))))
        self.order("check", assumed, milliseconds)
        while not interrupted():
            try:
                answer = self._answers.get(timeout=LOOK_SECONDS)
            except Empty:
                if deadline is not None and monotonic() > deadline + GRACE_SECONDS:
                    return None
                continue
            if answer is None:
                raise self._died()
            if answer.status == "failed":
                raise MemoryError if "memory" in answer.result else RuntimeError(answer.result)
            return answer
        return None

    def _died(self) -> Exception:
        from signal import Signals

        code = self._process.wait()
        if code == OUT_OF_MEMORY or (code < 0 and Signals(-code).name in DEADLY):
            return MemoryError()
        return RuntimeError(f"the process of Z3 ended with exit code {code}")


def _read(stream: IO[bytes], answers: SimpleQueue[Answer | None]) -> None:
    """Put what a process answers into a queue; None at its end."""
    try:
        while True:
            answers.put(Answer(*pickle.load(stream)))
    except (EOFError, OSError, pickle.UnpicklingError):
        answers.put(None)
