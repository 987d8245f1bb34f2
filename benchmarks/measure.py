"""Measure a tool on puzzles, in a separate process, with a limit for each puzzle.

Times are processor time, which depends far less on other work on the machine than wall time; every
tool runs in one thread. A process that exceeds the limit is killed, which stops any tool, and
another one continues after that puzzle. The answers of a tool are compared with those of pzc: a
faster wrong answer is no result.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import statistics
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import NamedTuple

from .peers.tool import Tool
from .reading import Answer
from .workloads import Workload

PREPARING = 100.0  # Seconds that a tool has to get ready, or for all puzzles at once.
WALL = 15  # A second of processor time takes at most this many on the wall, on a busy machine.
POLL = 0.1
LONG = 5.0  # Seconds.
BURST = 0.05  # Seconds.
Delivered = Answer | Callable[[], Answer]
Answers = frozenset[Answer] | int  # Those found; where all are requested, how many.


class Run(NamedTuple):
    """A puzzle that was answered; error: what the tool raised, if it did."""

    seconds: float
    answers: Answers
    error: str = ""


class Row(NamedTuple):
    """A tool on a workload.

    seconds: of each puzzle, the median over the rounds; None if it took too long. wrong: answers
    that differ from ours. error: the first thing that it raised.
    """

    tool: str
    seconds: list[float | None]
    wrong: int
    error: str


def has_model(tool: Tool, workload: Workload) -> bool:
    return bool(tool.prepare(workload) or tool.at_once(workload))


def measure(
    tools: list[Tool],
    workload: Workload,
    limit: float,
    budget: float,
    rounds: int,
    tell: Callable[[str], None] = lambda message: None,
) -> list[Row]:
    """Every tool on a workload, in turn, this many times over; the first one's answers are right.

    limit: seconds for a puzzle. budget: seconds for a tool in a round, after which the rest of the
    puzzles are left out. A round that takes a tool long is its only one.
    """
    runs: dict[str, list[list[Run | None]]] = {tool.name: [] for tool in tools}
    for number in range(rounds):
        for tool in tools:
            if sum(limit if a is None else a.seconds for of in runs[tool.name] for a in of) > LONG:
                continue
            tell(f"{workload.section}: {workload.name}, {tool.name}, round {number + 1}")
            runs[tool.name].append(list(_answers(tool, workload, limit, budget)))
    right = _first([got for of in runs.values() for got in of])
    return [_row(tool.name, runs[tool.name], right) for tool in tools]


def _first(rounds: list[list[Run | None]]) -> list[Answers | None]:
    """The answers to each puzzle in the first round of the first tool in which there are any."""
    puzzles = range(max(map(len, rounds)))
    given = [[got[k] for got in rounds if k < len(got)] for k in puzzles]
    return [next((a.answers for a in of if a and not a.error), None) for of in given]


def _row(name: str, rounds: list[list[Run | None]], right: list[Answers | None]) -> Row:
    seconds: list[float | None] = []
    wrong, error = 0, ""
    for k in range(min(map(len, rounds))):
        of = [got[k] for got in rounds]
        times = [a.seconds for a in of if a and not a.error]
        seconds.append(statistics.median(times) if len(times) == len(of) else None)
        for a in of:
            if a and a.error:
                error = error or a.error
            elif a and k < len(right) and right[k] is not None:
                wrong += a.answers != right[k]
    return Row(name, seconds, wrong, error)


def _answers(tool: Tool, workload: Workload, limit: float, budget: float) -> Iterator[Run | None]:
    """What comes of each puzzle: None past the limit."""
    done, spent = 0, 0.0
    context = multiprocessing.get_context("fork")
    while done < len(workload.puzzles) and spent < budget:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(tool, workload, done, theirs))
        process.start()
        theirs.close()
        most = PREPARING if tool.at_once(workload) else limit
        try:
            _received(ours, process.pid, PREPARING)
            while done < len(workload.puzzles) and spent < budget:
                got = _received(ours, process.pid, most)
                if got is not None and got.seconds > limit:
                    got = None
                done += 1
                spent += limit if got is None else got.seconds
                yield got
                if got is None:
                    break
        except EOFError:
            done += 1
            yield Run(0.0, 0, "its process died")
        finally:
            process.kill()
            process.join()
            ours.close()


def _received(ours: Connection, process: int | None, most: float) -> Run | None:
    """The next message of a process; None if it uses more processor time than allowed before."""
    begun, left = _used(process), most * WALL
    while not ours.poll(POLL):
        left -= POLL
        if left < 0 or _used(process) - begun > most:
            return None
    return ours.recv()


def _used(process: int | None) -> float:
    """Seconds of processor time, where the system tells (Linux), else 0."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")")[-1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _work(tool: Tool, workload: Workload, start: int, out: Connection) -> None:
    """Answer the puzzles from one on; the first message says that the tool is ready. It has then
    solved a small puzzle: a forked process takes long to copy what it touches first."""
    ask, ask_all = tool.prepare(workload), tool.at_once(workload)
    puzzles = workload.puzzles[start:]
    if ask is not None and workload.small:
        list(ask(workload.small))
    out.send(None)
    gc.collect()
    if ask_all is not None:
        begun = of_children()
        found = ask_all(puzzles)
        each = (of_children() - begun) / len(puzzles)
        for answers in found:
            out.send(Run(each, frozenset(answers)))
        return
    assert ask is not None
    waiting: list[tuple[float, list[Delivered] | int, str]] = []
    clock = _with_children if tool.command else process_time
    reported = clock()
    for puzzle in puzzles:
        some: list[Delivered] | int = 0
        problem = ""
        begun = clock()
        try:
            some = sum(1 for _ in ask(puzzle)) if workload.limit is None else list(ask(puzzle))
        except Exception as raised:
            problem = f"{type(raised).__name__}: {' '.join(str(raised).split())[:100]}"
        ended = clock()
        waiting.append((ended - begun, some, problem))
        if ended - reported > BURST:
            _tell(waiting, out)
            reported = clock()
    _tell(waiting, out)


def _tell(waiting: list[tuple[float, list[Delivered] | int, str]], out: Connection) -> None:
    """Send what is known of some puzzles. That is done for many at once: in between, a tool that
    answers thousands in a second would find the caches of the processor cold."""
    for seconds, some, problem in waiting:
        if isinstance(some, int):
            out.send(Run(seconds, some, problem))
        else:
            out.send(Run(seconds, frozenset(x() if callable(x) else x for x in some)))
    waiting.clear()


def _with_children() -> float:
    """The processor time of this process, and of those that it started and that have ended."""
    return process_time() + of_children()


def of_children() -> float:
    """The processor time of processes that were started here and have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
