"""Deadlines: end work in any thread when its time is over.

    with enforced(deadline):
        work()                      # raises BrokenOff, an OutOfTime, past the deadline

A deadline is a moment of `time.monotonic`. One thread of the process, the clock, waits for all that
are enforced and raises it in each overdue thread, between two steps of Python, just as Ctrl-C
raises KeyboardInterrupt in the main one. Code that Ctrl-C may stop anywhere may be stopped by a
deadline anywhere, so that only solvers and the search through states read the clock, which end in
order. Calls into C must be short for both to work.

A search that reads the clock ends in order and keeps its state; GRACE_SECONDS allow for that.
Work that is interrupted leaves its objects inconsistent: their owner must drop them.
"""

from __future__ import annotations

from _thread import get_ident, start_new_thread
from collections.abc import Callable
from time import monotonic, sleep
from types import TracebackType
from weakref import ref

try:  # `queue` takes these from here, but imports `threading` and more first.
    from _queue import Empty, SimpleQueue
except ImportError:
    from queue import Empty, SimpleQueue

# Time for a search that watches its deadline itself to end before it is interrupted.
GRACE_SECONDS = 0.25
# Python drops an exception that comes up in a finalizer: then it is raised again.
AGAIN_SECONDS = 0.5


class OutOfTime(Exception):
    """The deadline passed, or the search was interrupted (the message says which), before the
    answer was known."""


class BrokenOff(OutOfTime):
    """The deadline interrupted work, whose objects may be inconsistent."""


def pause() -> None:
    """A step of Python, for a long loop of compiled modules: deadlines, Ctrl-C and other threads
    get their turn."""


def moment(seconds: float | None) -> float | None:
    """The deadline `seconds` from now."""
    return None if seconds is None else monotonic() + seconds


class enforced:
    """Raise BrokenOff in the body when the deadline is over. None: there is none. drop: called if
    the body is broken off, or interrupted, to drop what that leaves inconsistent."""

    __slots__ = ("__weakref__", "_deadline", "_drop", "_enforced")

    def __init__(self, deadline: float | None, drop: Callable[[], None] = lambda: None) -> None:
        self._deadline = deadline
        self._drop = drop
        self._enforced: _Enforced | None = None

    def __enter__(self) -> None:
        if self._deadline is None:
            return
        try:
            self._enforced = _Enforced(self, get_ident(), self._deadline + GRACE_SECONDS)
            _clock().wait_for(self._enforced)
        except BaseException:  # another deadline or Ctrl-C: then nobody calls __exit__
            self._drop()
            self._end()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            self._end()
        except KeyboardInterrupt:
            self._drop()
            raise
        if kind is not None and issubclass(kind, (BrokenOff, KeyboardInterrupt)):
            self._drop()

    def _end(self) -> None:
        while self._enforced is not None:
            try:
                self._enforced.end()
                self._enforced = None
            except BrokenOff:  # it came while it was being called off
                continue


class _Enforced:
    """A thread's deadline. at: when BrokenOff is raised next."""

    def __init__(self, owner: enforced, thread: int, at: float) -> None:
        self.at = at
        self._owner = ref(owner)  # gone, if even its end was broken off
        self._ended = False
        self._thread = thread
        self._raised = False
        self._ringing = False

    @property
    def over(self) -> bool:
        return self._ended or self._owner() is None

    def ring(self) -> None:
        """Raise it in the thread unless the body has ended. For the clock."""
        self._ringing = True
        if not self.over:
            self.at = monotonic() + AGAIN_SECONDS
            self._raised = True
            _raise_in(self._thread, BrokenOff)
        self._ringing = False

    def end(self) -> None:
        """Raise no more. What was raised and has not arrived arrives here, at any step: so there is
        no lock, which would stay locked."""
        self._ended = True
        while self._ringing:
            sleep(0)
        if self._raised:
            self._raised = False
            _let_arrive()


class _Clock:
    """The thread that waits for deadlines."""

    def __init__(self) -> None:
        self._new: SimpleQueue[_Enforced] = SimpleQueue()
        start_new_thread(self._run, ())

    def wait_for(self, enforced: _Enforced) -> None:
        self._new.put(enforced)

    def _run(self) -> None:
        waiting: list[_Enforced] = []
        while True:
            left = min((one.at for one in waiting), default=None)
            try:
                # None waits forever; a moment in the past looks whether there is something new.
                seconds = None if left is None else max(0.0, left - monotonic())
                waiting.append(self._new.get(timeout=seconds))
            except Empty:
                pass
            now = monotonic()
            for one in waiting:
                if one.at <= now:  # also while others come one after another
                    one.ring()
            waiting = [one for one in waiting if not one.over]


_clocks: dict[int, _Clock] = {}


def _clock() -> _Clock:
    """The clock of this process: a fork takes no thread along."""
    import os

    process = os.getpid()
    if process not in _clocks:
        _clocks.clear()
        _clocks[process] = _Clock()
    return _clocks[process]


def _raise_in(thread: int, exception: type[BaseException]) -> None:
    """Let a thread raise an exception at its next step of Python.

    It is never taken back, although Python can do that: up to Python 3.12 this leaves a signal that
    nobody clears. Each step then looks for an exception in vain, and with a tracer or profiler
    Python never gets any further."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))


def _let_arrive() -> None:
    """Steps at which an exception that was raised in this thread arrives."""
    for _ in range(2):
        pass
