"""Pause Python's garbage collector while large structures are built or modules imported: they
contain no garbage, and the collector would scan them repeatedly."""

from __future__ import annotations

import gc

# Objects built in pauses before a full collection: at a hundred bytes each, about 100 MB, and the
# collection then costs about as much as a scan of each object would have.
MANY = 1 << 20


class _Built:
    """What was built since the last full collection. latest: objects that the collector tracks, of
    the last pause; count: of those before. frozen: whether other code was seen to have frozen
    objects (`gc.freeze`)."""

    count = 0
    latest = 0
    frozen = False


class uncollected:
    """Pause the garbage collector in the body, and move the objects built there to the oldest
    generation. May first collect the garbage of earlier pauses, but for that of the last one: what
    it built was in use at its end, and is often used in this one, as a model is by its solver."""

    __slots__ = ("_collecting",)

    def __enter__(self) -> None:
        self._collecting = gc.isenabled()
        if self._collecting and _Built.count > MANY:
            _Built.count = _Built.latest = 0
            gc.collect()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._collecting:
            _age()
            gc.enable()


def _age() -> None:
    """Move all objects to the oldest generation, so that the next small collection does not scan
    them, and count them, since the collector does not."""
    # Python counts frozen objects one by one: in a large process this takes longer than a puzzle.
    _Built.frozen = _Built.frozen or gc.get_freeze_count() > 0
    if _Built.frozen:
        return
    _Built.count += _Built.latest
    _Built.latest = gc.get_count()[0]
    gc.freeze()
    gc.unfreeze()
