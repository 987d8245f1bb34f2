"""Coroutines: work that can be paused anywhere and resumed.

    encoding = Coroutine(lambda: encode(model, encoding.pause))
    while not encoding.go_on():
        something_else()

The work has its own thread but never runs in parallel with its caller: one always waits for the
other, so the result depends only on where it pauses.
"""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread
from collections.abc import Callable

# Seconds between wake-ups of a waiting thread, so that deadlines reach it.
LOOK_SECONDS = 0.05
# How often `end` looks whether the work has ended, at most.
MOST_LOOKS = 100


class _Cancelled(BaseException):
    """Ends work that was abandoned."""


class Coroutine:
    """work: a function that calls `pause` between its turns."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._raised: BaseException | None = None
        self._begun = self._ended = self._cancelled = False
        self._resumed, self._paused = allocate_lock(), allocate_lock()
        self._resumed.acquire()
        self._paused.acquire()

    def go_on(self) -> bool:
        """Run until the next pause. Returns whether the work is done. Raises any exception of the
        work."""
        if self._ended:
            return True
        try:
            if self._begun:
                self._resumed.release()
            else:
                self._begun = True
                start_new_thread(self._run, ())
            self._wait()
        except BaseException:
            self.cancel()
            raise
        if self._raised is not None:
            raise self._raised
        return self._ended

    def _wait(self) -> None:
        """Wait for the pause. From Python 3.12 on, an exception that another thread raises can
        arrive where this loop jumps back, and no handler around it would be in force there."""
        while not self._paused.acquire(timeout=LOOK_SECONDS):
            pass

    def pause(self) -> None:
        """For the work: end the turn and wait for the next one."""
        self._paused.release()
        self._resumed.acquire()
        if self._cancelled:
            raise _Cancelled

    def cancel(self) -> None:
        """End the work at its pause, or at the next one."""
        self._cancelled = True
        if self._begun and self._resumed.locked():
            self._resumed.release()

    def end(self) -> bool:
        """Cancel the work, and wait for its next pause. Returns whether it has ended: work whose
        caller was broken off may be in a long turn."""
        self.cancel()
        for _ in range(MOST_LOOKS):
            if self._ended or not self._begun:
                return True
            self._paused.acquire(timeout=LOOK_SECONDS)
        return False

    def _run(self) -> None:
        try:
            self._work()
        except _Cancelled:
            pass
        except BaseException as problem:
            self._raised = problem
        self._ended = True
        if self._paused.locked():  # nobody waits any more for what was cancelled
            self._paused.release()
