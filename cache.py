"""The cache: files that save the next run work, and that nobody misses when they are gone.

They lie in `$PZC_CACHE`, else in `pzc` in the user's own cache folder; an empty `PZC_CACHE`
switches the cache off. A file is used only if it is as it was written: it carries a checksum, and
the folder must be the user's and writable by nobody else. It appears by renaming, so that a reader
meets a whole file or none, however many write. Whatever goes wrong, a folder that cannot be written
to as much as a broken file, only means that the work is done anew.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from zlib import crc32

_MAGIC = b"pzc\n"
_CHECKSUM_BYTES = 4


def folder() -> str | None:
    """The cache's folder, made if need be; None if there is none that can be trusted."""
    chosen = os.environ.get("PZC_CACHE")
    if chosen is None:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        chosen = os.path.join(home, "pzc")
        if not os.path.isabs(chosen):
            return None
    if not chosen:
        return None
    try:
        os.makedirs(chosen, mode=0o700, exist_ok=True)
        status = os.stat(chosen)
    except OSError:
        return None
    if hasattr(os, "getuid") and (
        status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    ):
        return None
    return chosen


def read(name: str, key: bytes) -> bytes | None:
    """What was kept for a key in the file of a name; None if it holds nothing of the kind."""
    place = folder()
    if place is None:
        return None
    try:
        with open(os.path.join(place, name), "rb") as file:
            data = file.read()
    except OSError:
        return None
    start = len(_MAGIC) + _CHECKSUM_BYTES
    kept = data[start:]
    if data[:start] != _head(kept) or not kept.startswith(key):
        return None
    return kept[len(key) :]


def write(name: str, key: bytes, content: bytes) -> None:
    """Keep something for a key in the file of a name, in place of what that holds.

    key: all that the content depends on; no key may begin with another.
    """
    place = folder()
    if place is None:
        return
    from tempfile import mkstemp

    kept = key + content
    with suppress(OSError):
        handle, unfinished = mkstemp(dir=place)
        try:
            with open(handle, "wb") as file:
                file.write(_head(kept) + kept)
            os.replace(unfinished, os.path.join(place, name))
        except BaseException:
            os.remove(unfinished)
            raise


def _head(kept: bytes) -> bytes:
    return _MAGIC + crc32(kept).to_bytes(_CHECKSUM_BYTES, "big")
