"""The cache: files that save work in the next run and can be deleted at any time.

They lie in `$PZC_CACHE`, else in `pzc` in the user's own cache folder; an empty `PZC_CACHE`
switches the cache off. A file holds JSON, which cannot run code. It is used only if it is as it
was written: it carries a checksum, and both the folder and the file must be the user's and writable
by nobody else. No link is followed to it, and nothing but a regular file of a sensible size is
read. It appears by renaming, so that a reader meets a whole file or none, however many write.
Any failure, such as a read-only folder or a corrupt file, only means that the work is repeated.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from zlib import crc32

try:  # `hashlib` takes this function from here, but loads OpenSSL first, which takes 5 ms.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

# What modules are, and the grammar.
_MODULES = (".py", ".so", ".pyd", ".lark")
_MAGIC = b"pzc 2\n"
_CHECKSUM_BYTES = 4
# The largest content, the grammar's tables, has 0.1 MB.
MAX_BYTES = 10_000_000
# Neither follow a link nor wait for the writer of a pipe. Windows has neither flag.
_WARY = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def folder() -> str | None:
    """The cache's folder, created if needed; None if none can be trusted."""
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
        return chosen if _is_ours(os.stat(chosen)) else None
    except (OSError, ValueError):
        return None


def read(name: str, key: str) -> Any:
    """The content kept for a key in the file of this name; None if there is none."""
    place = folder()
    if place is None:
        return None
    try:
        data = _contents(os.path.join(place, name))
    except OSError:
        return None
    start = len(_MAGIC) + _CHECKSUM_BYTES
    kept = data[start:]
    head = _line(key)
    if data[:start] != _head(kept) or not kept.startswith(head):
        return None
    try:
        return json.loads(kept[len(head) :])
    except (ValueError, RecursionError):
        return None


def write(name: str, key: str, content: Any) -> None:
    """Keep content (lists, dicts with text keys, texts, numbers, bools, None) for a key in the file
    of this name, in place of what that holds.

    key: all that the content depends on.
    """
    place = folder()
    if place is None:
        return
    from tempfile import mkstemp

    try:
        kept = _line(key) + _line(content)
    except RecursionError:
        return
    with suppress(OSError):
        handle, unfinished = mkstemp(dir=place)
        try:
            with open(handle, "wb") as file:
                file.write(_head(kept) + kept)
            os.replace(unfinished, os.path.join(place, name))
        except BaseException:
            with suppress(OSError):
                os.remove(unfinished)
            raise


def numbered(kind: str, key: str, most: int) -> str:
    """The name of the file for a key: with a checksum of it modulo `most`, so that there are never
    more files of a kind."""
    return f"{kind}-{crc32(key.encode()) % most:03x}"


def files(packages: Sequence[str]) -> str:
    """A digest of the modules of some packages of pzc, for keys: of their files' paths, sizes and
    times of change."""
    root = os.path.dirname(__file__)
    found: list[tuple[str, int, int]] = []
    left = [os.path.join(root, package) for package in packages]
    while left:
        for entry in os.scandir(left.pop()):
            if entry.is_dir():
                left += [] if entry.name == "__pycache__" else [entry.path]
            elif entry.name.endswith(_MODULES):
                status = entry.stat()
                found.append((entry.path, status.st_size, status.st_mtime_ns))
    return blake2b(repr(sorted(found)).encode(), digest_size=16).hexdigest()


def _contents(path: str) -> bytes:
    """The bytes of a file that can be trusted; none if it cannot."""
    descriptor = os.open(path, _WARY)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not (stat.S_ISREG(status.st_mode) and _is_ours(status) and status.st_size <= MAX_BYTES):
            return b""
        return file.read(MAX_BYTES)


def _is_ours(status: os.stat_result) -> bool:
    """Whether a file or folder is the user's, and nobody else may write to it."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _head(kept: bytes) -> bytes:
    return _MAGIC + crc32(kept).to_bytes(_CHECKSUM_BYTES, "big")
