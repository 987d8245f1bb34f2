"""Check specs, and cache those without mistakes between runs.

Parsing and checking import Lark and many other modules, which takes ten times as long as solving a
small puzzle. A cached result is valid only for the same texts of the spec and of all specs that it
uses, under the same names, and only for the same versions of pzc and Python.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from zlib import crc32

from .. import cache
from .._version import __version__
from ..compiler.builtins.extension import REGISTERED
from ..dsl import packing
from ..dsl.checked import Checked
from ..dsl.diagnostics import PzcError, Source, Span
from .texts import resolver

if TYPE_CHECKING:
    from ..dsl.syntax import SpecTree

# Files are numbered by a checksum of the text modulo this, so there are never more files.
FILES = 4096


def checked(source: Source, beside: Mapping[str, str] | None = None) -> Checked:
    """Parse and check a spec. Raises PzcError with all its mistakes. beside: see `resolver`."""
    resolve = resolver(source, beside)
    known = _recall(source, resolve)
    if known is not None:
        return known
    from ..dsl.checker import check
    from ..dsl.parser import load

    used: dict[str, Source] = {}

    def noted(name: str, span: Span) -> Source:
        used[name] = resolve(name, span)
        return used[name]

    tree: SpecTree | None = None
    try:
        tree = load(source, noted)
        result = check(tree)
    except PzcError as error:
        from ..dsl.remedies import with_remedies

        raise PzcError(with_remedies(source, resolve, error.diagnostics, tree)) from None
    _keep(result, source, used)
    return result


def _recall(source: Source, resolve: Callable[[str, Span], Source]) -> Checked | None:
    """The cached result for a spec, if no text has changed since."""
    key = _key(source)
    data = cache.read(_file(key), key)
    if data is None:
        return None
    try:
        used, packed = data
        sources = [source]
        for name, *identity in used:
            found = resolve(name, Span(source, 1, 1, 1, 1))
            if [*_identity(found)] != identity:
                return None
            sources.append(found)
        return packing.unpack(packed, sources)
    except (PzcError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return None  # a used spec that is gone, or content that pzc did not write


def _keep(checked: Checked, source: Source, used: dict[str, Source]) -> None:
    key = _key(source)
    uses = [(name, *_identity(found)) for name, found in used.items()]
    packed = packing.pack(checked, [source, *used.values()])
    cache.write(_file(key), key, (uses, packed))


def _identity(source: Source) -> tuple[str, str]:
    return source.name, source.text


def _key(source: Source) -> str:
    """The key of a spec: its text, and everything else that its check depends on (the modules of
    pzc that check, functions added to the language, Python)."""
    folder = os.path.dirname(packing.__file__)
    files = [(entry.name, entry.stat()) for entry in os.scandir(folder) if entry.is_file()]
    checker = sorted((name, status.st_size, status.st_mtime_ns) for name, status in files)
    return repr((__version__, sys.version, checker, REGISTERED, _identity(source)))


def _file(key: str) -> str:
    return f"spec-{crc32(key.encode()) % FILES:03x}"
