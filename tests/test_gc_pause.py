"""Pausing the garbage collector: what was built meanwhile is not scanned, and garbage goes in the
end."""

from __future__ import annotations

import gc
import weakref

import pytest
from pzc import gc_pause, load
from pzc.gc_pause import uncollected
from pzc.tasks.library import SPECS


class _Ring:
    """Garbage that only the collector finds: it refers to itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _nothing_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests need not know that objects were frozen in one of these."""
    monkeypatch.setattr(gc_pause._Built, "frozen", False)


def test_no_small_collection_scans_what_was_built() -> None:
    with uncollected():
        assert not gc.isenabled()
        built = [[] for _ in range(5000)]
    assert gc.isenabled()
    assert gc.get_count()[0] < len(built)
    assert gc.get_freeze_count() == 0


def test_a_pause_within_a_pause_changes_nothing() -> None:
    with uncollected():
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_garbage_of_many_pauses_is_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_pause, "MANY", 100)
    monkeypatch.setattr(gc_pause._Built, "count", 0)
    monkeypatch.setattr(gc_pause._Built, "latest", 0)
    with uncollected():
        ring = weakref.ref(_Ring())
        built = [[] for _ in range(200)]
    assert built
    with uncollected():  # as the loading of a model that was built in the pause before
        assert ring() is not None
    with uncollected():
        assert ring() is None


def test_frozen_objects_stay_frozen() -> None:
    gc.freeze()
    frozen = gc.get_freeze_count()
    try:
        with uncollected():
            pass
        # Some may be freed meanwhile, as their last references go; to unfreeze would leave none.
        assert gc.get_freeze_count() > frozen // 2 > 0
    finally:
        gc.unfreeze()


def test_frozen_objects_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python goes through all of them."""
    counts = iter([1000])
    monkeypatch.setattr(gc, "get_freeze_count", lambda: next(counts))
    for _ in range(3):
        with uncollected():
            pass
    assert next(counts, None) is None


@pytest.mark.parametrize(
    "genre",
    ("aquarium", "compass", "heyawake", "kuroclone", "lits", "lollipops", "lookair", "slitherlink"),
)
def test_a_model_that_is_dropped_needs_no_collection(genre: str) -> None:
    """Models are freed as their last reference goes: cycles among thousands of nodes would stay
    until a collection, which scans them all."""
    spec = load(genre)
    example = min((SPECS / "examples" / genre).glob("*.puzzle"), key=lambda p: p.stat().st_size)
    puzzle = example.read_text(encoding="utf-8")
    spec.solve(puzzle)
    spec.forget()
    gc.freeze()  # what is there now is not looked at
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert len(list(spec.solutions(puzzle, limit=2))) == 1
        spec.forget()
        gc.collect()
        kinds = {type(x).__qualname__ for x in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
    assert kinds.isdisjoint(
        ("And", "Cases", "Graph", "Not", "Or", "Partition", "Piece", "Pieces", "Query")
    )
