"""Files: the bundled library's names, and texts read whole, up to a size."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8

from ..dsl.diagnostics import PzcError, nearest

LIBRARY = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "specs")
MAX_SPEC_BYTES = 1_000_000
MAX_PUZZLE_BYTES = 10_000_000
UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # how texts in it begin


def bundled() -> list[str]:
    """The names of the bundled specs, sorted."""
    return sorted(name for name in specs_in(LIBRARY) if name != "prelude")


def specs_in(folder: str) -> list[str]:
    """The names of the specs in a folder. Raises OSError if it cannot be read."""
    files = os.listdir(folder or ".")
    return [file.removesuffix(".spec") for file in files if file.endswith(".spec")]


def read(path: str, limit: int) -> str:
    """The text of a file of at most `limit` bytes. Raises PzcError."""
    try:
        if os.path.isdir(path):
            raise PzcError.at("E0504", f"{path} is a folder, not a file")
        size = os.stat(path).st_size
        if size > limit:
            raise PzcError.at("E0505", f"{path} has {size:,} bytes; at most {limit:,} are read")
        with open(path, "rb") as file:
            data = file.read(limit + 1)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise PzcError.at("E0503", f"cannot read {path}: {reason}", hint=similar(path)) from None
    return decode(data, path, limit)


def as_in_file(text: str, path: str) -> str:
    """A text with the byte order mark and the line breaks of a file, if there is one."""
    if not os.path.exists(path):
        return text
    with open(path, "rb") as file:
        first = file.readline()
    mark = "\ufeff" if first.startswith(BOM_UTF8) else ""
    return mark + (text.replace("\n", "\r\n") if first.endswith(b"\r\n") else text)


def standard_input(limit: int) -> str:
    """The text of standard input, of at most `limit` bytes. Raises PzcError."""
    if sys.stdin is None:
        raise PzcError.at("E0503", "standard input is closed")
    return decode(sys.stdin.buffer.read(limit + 1), "<stdin>", limit)


def decode(data: bytes, name: str, limit: int) -> str:
    """Bytes in UTF-8, at most `limit`, as text with LF as line breaks. Raises PzcError."""
    if len(data) > limit:
        raise PzcError.at("E0505", f"{name} has more than {limit:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        hint = "it looks like UTF-16: save it as UTF-8" if data[:2] in UTF_16 else None
        message = f"{name} is not UTF-8 text (line {line})"
        raise PzcError.at("E0506", message, hint=hint) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def unwritable(path: str, problem: OSError) -> PzcError:
    """The error for a file, or a folder of files, that cannot be written."""
    folder = os.path.dirname(path)
    reason = (problem.strerror or str(problem)).lower()
    if folder and not os.path.isdir(folder):
        reason = f"there is no folder '{folder}'"
    elif isinstance(problem, FileExistsError):
        reason = "it is a file, not a folder"
    return PzcError.at("E0507", f"cannot write {path}: {reason}")


def similar(path: str) -> str | None:
    """The file in the same folder with the most similar name, as a hint. Names that share only the
    suffix do not count."""
    folder, name = os.path.split(path)
    try:
        found = [other for other in os.listdir(folder or ".") if other != name]
    except OSError:
        return None
    hint = nearest(name, found)
    stems = [os.path.splitext(other)[0] for other in found]
    return hint if nearest(os.path.splitext(name)[0], stems) else None
