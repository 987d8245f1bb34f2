"""Check specs, and cache those without mistakes between runs.

Parsing and checking import Lark and many other modules, which takes ten times as long as solving a
small puzzle. A cached result is valid only for the same texts of the spec and of all specs that it
uses, under the same names, and only for the same versions of pzc and Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from .. import cache
from .._version import __version__
from ..compiler.builtins.extension import REGISTERED
from ..dsl import packing
from ..dsl.checked import Checked
from ..dsl.diagnostics import PzcError, Source, Span
from .texts import as_used, resolver, unchanged

FILES = 4096  # at most


def checked(source: Source, beside: Mapping[str, str] | None = None) -> Checked:
    """Parse and check a spec. Raises PzcError with all its mistakes. beside: see `resolver`."""
    resolve = resolver(source, beside)
    known = _recall(source, resolve)
    if known is not None:
        return known
    from ..dsl.checker import check
    from ..dsl.parser import load

    try:
        result = check(load(source, resolve))
    except PzcError:
        from ..dsl.remedies import with_remedies

        raise PzcError(with_remedies(source, resolve)) from None
    _keep(result, source)
    return result


def _recall(source: Source, resolve: Callable[[str, Span], Source]) -> Checked | None:
    """The cached result for a spec, if no text has changed since."""
    key = _key(source)
    data = cache.read(_file(key), key)
    if data is None:
        return None
    try:
        used, packed = data
        found = unchanged(source, used, resolve)
        return None if found is None else packing.unpack(packed, [source, *found])
    except (PzcError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return None  # a used spec that is gone, or content that pzc did not write


def _keep(checked: Checked, source: Source) -> None:
    key = _key(source)
    used = checked.tree.used
    cache.write(_file(key), key, (as_used(used), packing.pack(checked, [source, *used])))


def _key(source: Source) -> str:
    """The key of a spec: its text, and everything else that its check depends on (the modules of
    pzc that check, functions added to the language, Python)."""
    files = cache.files(("dsl",))
    return repr((__version__, sys.version, files, REGISTERED, source.name, source.text))


def _file(key: str) -> str:
    return cache.numbered("spec", key, FILES)
