"""Settings for all tests. Each run has its own cache of specs. Tests of random examples draw the
same ones in every run, so that a new failure is due to a change. Their number is small, but enough
to find a mistake that is not rare.

Long runs draw new examples: with `--minutes`, only such tests run, again and again, each for its
share of the time. The end of the output has the number of examples for each.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pzc
from hypothesis import settings
from pzc.commands.version import COMPILED, PARTS, state

# The packages that have compiled modules.
TYPED = ("dsl", "model", "compiler", "presolve", "backends")
EXAMPLES = pytest.StashKey[Counter[str]]()
SECONDS = pytest.StashKey[float]()


@pytest.fixture
def without_collections() -> Iterator[None]:
    """No garbage is collected: callbacks of test tools that run after a collection drop an
    exception that comes up in them, and with it a deadline."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ["PZC_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session", autouse=True)
def heeded_interrupts() -> None:
    """A shell's job in the background ignores interrupts, and so would all processes that a test
    starts and then interrupts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--minutes",
        type=float,
        help="run the tests of random examples only, for so many minutes in all (without -n)",
    )
    parser.addoption(
        "--all-data",
        action="store_true",
        help="judge every board and solve every puzzle of ../shared/data, not a sample",
    )


def pytest_configure(config: pytest.Config) -> None:
    changed = sorted(source.name for source in changed_sources())
    if changed:
        raise pytest.UsageError(
            f"changed since they were compiled: {', '.join(changed)}. Install again, see "
            "CONTRIBUTING.md; until then the old versions run"
        )
    config.stash[EXAMPLES] = Counter()
    # A test that waits for others, or for a collection of garbage, is not wrong: no deadline.
    settings.register_profile("anew", deadline=None)
    settings.register_profile("the same", deadline=None, derandomize=True, max_examples=25)
    settings.load_profile("the same" if config.getoption("minutes") is None else "anew")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object | None:
    """A process without tests takes over some of another's, unless --dist says otherwise."""
    if config.option.dist != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    minutes = config.getoption("minutes")
    if minutes is not None:
        items[:] = [item for item in items if _draws_examples(item)]
        config.stash[SECONDS] = 60 * minutes / max(1, len(items))


def changed_sources() -> list[Path]:
    """The sources that are newer than what was compiled from them beside them."""
    root = Path(pzc.__file__).parent
    compiled = [path for top in TYPED for path in root.joinpath(top).rglob("*.so")]
    return [s for path in compiled for s in _sources(path) if _time_of(s) > _time_of(path)]


def _sources(compiled: Path) -> list[Path]:
    """What was compiled: a source, or those of the layers of the engine, which have headers."""
    source = compiled.with_name(compiled.name.partition(".")[0] + ".py")
    if source.with_suffix("") == Path(pzc.__file__).parent / PARTS["native engine"]:
        return [header.with_suffix(".py") for header in source.parent.glob("*.pxd")]
    return [source] if source.exists() else []


def _time_of(path: Path) -> float:
    return path.stat().st_mtime


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test until its share of the time is over; it draws anew each time."""
    stash = pyfuncitem.config.stash
    if SECONDS not in stash:
        return None
    test = pyfuncitem.obj
    inner = test.hypothesis.inner_test
    test.hypothesis.inner_test = _counting(inner, stash[EXAMPLES], pyfuncitem.nodeid)
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    end = time.monotonic() + stash[SECONDS]
    try:
        while time.monotonic() < end:
            test(**arguments)
    finally:
        test.hypothesis.inner_test = inner
    return True


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for part, module in PARTS.items():
        if state(module) != COMPILED:
            terminalreporter.write_line(f"{part}: {state(module)}")
    if SECONDS in config.stash:
        terminalreporter.section("examples")
        for name, count in config.stash[EXAMPLES].items():
            terminalreporter.write_line(f"{count:>9,}  {name}")


def _draws_examples(item: pytest.Item) -> bool:
    return hasattr(getattr(item, "obj", None), "hypothesis")


def _counting(inner: Callable[..., Any], counts: Counter[str], name: str) -> Callable[..., Any]:
    def counted(*args: Any, **kwargs: Any) -> Any:
        counts[name] += 1
        return inner(*args, **kwargs)

    return counted
