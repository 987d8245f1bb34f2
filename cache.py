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
MAX_BYTES = 10_000_000


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


def read(name: str) -> bytes | None:
    """What was written under a name; None if there is nothing, or not what was written."""
    place = folder()
    if place is None:
        return None
    try:
        with open(os.path.join(place, name), "rb") as file:
            data = file.read(MAX_BYTES)
    except OSError:
        return None
    start = len(_MAGIC) + _CHECKSUM_BYTES
    content = data[start:]
    return content if data[:start] == _head(content) else None


def write(name: str, content: bytes) -> None:
    """Keep something under a name, in place of what was there."""
    place = folder()
    if place is None or len(content) > MAX_BYTES // 2:
        return
    from tempfile import mkstemp

    with suppress(OSError):
        handle, unfinished = mkstemp(dir=place)
        try:
            with open(handle, "wb") as file:
                file.write(_head(content) + content)
            os.replace(unfinished, os.path.join(place, name))
        except BaseException:
            os.remove(unfinished)
            raise


def _head(content: bytes) -> bytes:
    return _MAGIC + crc32(content).to_bytes(_CHECKSUM_BYTES, "big")
