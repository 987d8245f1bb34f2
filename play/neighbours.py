"""Neighbours: the specs in the folder of a named spec, which it may use, as texts by name.

The page gets them as texts and sends them with its questions. So workers read no files, and a link
with a spec contains all the specs that it uses.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..dsl.diagnostics import PzcError
from ..tasks.files import MAX_SPEC_BYTES, read


def neighbour(file: str, name: str) -> str | None:
    """The text of the spec `name` in the folder of a spec file; None if there is none.

    Links to files elsewhere, and anything but regular files, are ignored.
    """
    if not name.isidentifier():
        return None
    folder = Path(file).parent.resolve()
    path = (folder / f"{name}.spec").resolve()
    if path.parent != folder or path.suffix != ".spec" or not path.is_file():
        return None
    try:
        return read(str(path), MAX_SPEC_BYTES)
    except PzcError:
        return None


class Neighbours(dict[str, str]):
    """The specs beside a file, by name, and which of them were requested."""

    def __init__(self, file: str | None) -> None:
        super().__init__()
        self._file = file

    def __contains__(self, name: object) -> bool:
        if not super().__contains__(name) and self._file is not None and isinstance(name, str):
            text = neighbour(self._file, name)
            if text is not None:
                self[name] = text
        return super().__contains__(name)


def checked_neighbours(given: Any) -> dict[str, str]:
    """The neighbours in a question. Raises PzcError if they are not texts by name."""
    if given is None:
        return {}
    if not isinstance(given, dict) or not all(isinstance(text, str) for text in given.values()):
        raise PzcError.at("E0505", "specs to be used are texts by name")
    if sum(map(len, given.values())) > MAX_SPEC_BYTES:
        raise PzcError.at("E0505", f"specs to be used have at most {MAX_SPEC_BYTES:,} characters")
    return given
