"""A deadline ends whatever runs past it, in any thread, and nothing else."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
import pzc
from pzc import deadline
from pzc.backends.auto import AutoSolver
from pzc.compiler.ground.program import Program
from pzc.deadline import BrokenOff, OutOfTime, enforced, moment
from pzc.tasks import answers, compiled
from pzc.tasks import verify as verify_module

STARS = "stars: 1\nregion:\nAABB\nAABB\nCCDD\nCCDD\n"
BOARD = "star:\n????\n????\n????\n????\n"


def forever(*arguments: Any, **named: Any) -> Any:
    for _ in count():
        pass


def in_another_thread(work: Callable[[], None]) -> None:
    """Run it there to its end, and raise here what it raised there."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as problem:
            raised.append(problem)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if raised:
        raise raised[0]


def here(work: Callable[[], None]) -> None:
    work()


every_thread = pytest.mark.parametrize("within", [here, in_another_thread])


@every_thread
def test_what_never_ends_is_ended(within: Callable[[Callable[[], None]], None]) -> None:
    def work() -> None:
        with enforced(moment(0.01)):
            forever()

    with pytest.raises(OutOfTime):
        within(work)


@every_thread
def test_the_deadline_is_over_with_the_body(within: Callable[[Callable[[], None]], None]) -> None:
    def work() -> None:
        with enforced(moment(0.01)):
            pass
        with enforced(None):
            pass
        with pytest.raises(OutOfTime), enforced(moment(0.1)):
            forever()

    within(work)


def test_the_sooner_of_two_deadlines_holds() -> None:
    for outer, inner in ((0.01, 60.0), (60.0, 0.01)):
        with pytest.raises(BrokenOff), enforced(moment(outer)), enforced(moment(inner)):
            forever()


def test_a_deadline_holds_after_one_inside_it() -> None:
    with pytest.raises(OutOfTime), enforced(moment(0.05)):
        for _ in count():
            with enforced(moment(60)):
                pass


def test_threads_have_deadlines_of_their_own() -> None:
    ended: list[int] = []

    def work(number: int) -> None:
        try:
            with enforced(moment(0.01 * number)):
                forever()
        except OutOfTime:
            ended.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ended) == list(range(8))


@pytest.mark.usefixtures("without_collections")
def test_a_deadline_that_comes_in_between_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Wherever around the beginning and the end of another one it comes."""
    monkeypatch.setattr(deadline, "GRACE_SECONDS", 0.02)
    before = live()
    for _ in range(20):
        with pytest.raises(OutOfTime), enforced(moment(0)):
            for _ in count():
                with enforced(moment(3600)):
                    pass
    assert live() == before


def live() -> int:
    """How many deadlines are being enforced."""
    gc.collect()
    return sum(isinstance(one, deadline._Enforced) and not one.over for one in gc.get_objects())


class Careless:
    """Drops what is raised in its finalizer, as Python does."""

    def __init__(self) -> None:
        self.entered = False

    def work(self) -> None:
        try:
            forever()
        except OutOfTime:
            self.entered = True


def test_what_is_dropped_is_raised_again() -> None:
    careless = Careless()
    with pytest.raises(OutOfTime), enforced(moment(0.01)):
        careless.work()
        forever()
    assert careless.entered


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_deadlines_hold_in_a_forked_process() -> None:
    with enforced(moment(60)):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                with enforced(moment(0.01)):
                    forever()
            except OutOfTime:
                code = 0
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0


# ---- the API: whatever takes too long ------------------------------------------------------------


def solve(spec: pzc.Spec) -> object:
    return spec.solve(STARS, timeout=0.01)


def verify(spec: pzc.Spec) -> object:
    return spec.verify(STARS, BOARD, timeout=0.01)


PHASES = {
    "grounding": (Program, "declared", solve),
    "presolve": (answers, "presolved", solve),
    "making a solver": (AutoSolver, "__init__", solve),
    "search": (AutoSolver, "enumerate", solve),
    "reading back": (answers, "solution", solve),
    "grounding to ground": (Program, "declared", lambda spec: spec.ground(STARS, timeout=0.01)),
    "search to count": (AutoSolver, "enumerate", lambda spec: spec.count(STARS, timeout=0.01)),
    "judging": (verify_module, "broken_rules", verify),
    "whether it can be completed": (verify_module, "conflict_of", verify),
}


@every_thread
@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_keeps_the_deadline(
    phase: str, within: Callable[[Callable[[], None]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = pzc.load("star_battle")
    owner, name, ask = PHASES[phase]
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, forever)
        with pytest.raises(OutOfTime):
            within(lambda: ask(spec))
    assert spec.count(STARS) == 2


def test_nothing_is_kept_of_what_was_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = pzc.load("star_battle")
    assert spec.count(STARS) == 2
    grounding = spec.ground(STARS)
    solver = spec.solver(grounding)
    spec.keep(grounding, "auto", solver)
    with monkeypatch.context() as patch:
        patch.setattr(AutoSolver, "reset", forever)
        with pytest.raises(BrokenOff):
            spec.count(STARS, timeout=0.01)
    assert spec.count(STARS) == 2
    assert spec.solver(spec.ground(STARS)) is not solver


def test_whoever_asks_for_solutions_has_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline is that of the search alone."""
    enforcing: list[float | None] = []

    @contextmanager
    def noted(deadline: float | None, *_: object) -> Iterator[None]:
        enforcing.append(deadline)
        yield
        enforcing.pop()

    spec = pzc.load("star_battle")
    search = AutoSolver.enumerate
    searched: list[bool] = []

    def enumerate(self: AutoSolver, *arguments: Any) -> Iterator[tuple[int, ...]]:
        for found in search(self, *arguments):
            searched.append(bool(enforcing))
            yield found

    monkeypatch.setattr(compiled, "enforced", noted)
    monkeypatch.setattr(AutoSolver, "enumerate", enumerate)
    taken = [(len(searched), len(enforcing)) for _ in spec.solutions(STARS, timeout=60)]
    assert taken == [(1, 0), (2, 0)] and all(searched)


WATCHED = """
import cProfile, sys
from time import monotonic
from pzc import deadline
from pzc.deadline import BrokenOff, enforced

deadline.GRACE_SECONDS = 0.0
profile = cProfile.Profile()
watches = {
    "none": (lambda: None, lambda: None),
    "cProfile": (profile.enable, profile.disable),
    "profile": (lambda: sys.setprofile(lambda *_: None), lambda: sys.setprofile(None)),
    "trace": (lambda: sys.settrace(lambda *_: None), lambda: sys.settrace(None)),
}
def wait_until(end):  # from Python 3.12 on, no handler is in force where a `while` jumps back
    while monotonic() < end:
        pass

watch, unwatch = watches[sys.argv[1]]
watch()
for _ in range(1500):
    try:
        end = monotonic() + 0.0003
        with enforced(end):
            wait_until(end)
    except BrokenOff:
        pass
unwatch()
"""


@pytest.mark.parametrize("watch", ["none", "cProfile", "profile", "trace"])
def test_a_deadline_at_the_very_end_stops_nothing_else(watch: str) -> None:
    """Also under a profiler or a tracer, where a signal that is never cleared would stop Python for
    good."""
    done = subprocess.run([sys.executable, "-c", WATCHED, watch], timeout=120, check=False)
    assert done.returncode == 0
