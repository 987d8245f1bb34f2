"""How a batch begins: at once, if an earlier run has met the spec and the layout of the puzzles.

To import what compiles a spec, and to ground and load its first puzzle, takes as long as thousands
of sudokus. So the cache holds the tables of layouts (see `lines`) of a spec whose puzzles were
answered before. The spec is compiled only when a puzzle comes that they do not answer. A file is
used only for the same texts of the spec and of all that it uses, and the same modules of pzc.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from .. import cache
from .._version import __version__
from ..dsl.diagnostics import PzcError, Source
from ..gc_pause import uncollected
from ..records import values
from .answered import Answered, Answering, Wanted
from .lines import Lengths, Table, Tabled
from .puzzles import Puzzle
from .texts import as_used, read_spec, resolver, unchanged

if TYPE_CHECKING:
    from .batch import Batch
    from .spec import Spec

FILES = 256  # at most
# What the tables depend on.
CODE = ("dsl", "model", "compiler", "presolve", "backends", "render", "tasks")


def begin(spec: str, wanted: Wanted) -> Answering:
    """The batch for a spec, by its name or path. Raises PzcError for mistakes in the spec, and for
    an unknown backend."""
    source = read_spec(spec)
    is_plain = wanted.form == "plain" and not wanted.count and wanted.limit is not None
    key = _key(source, wanted.backend) if is_plain and cache.folder() is not None else ""
    known = _recall(source, key) if key else None
    tabled = Tabled()
    if known is None:
        return _compiled(source, wanted, tabled, key)
    texts, tables = known
    for lengths, table in tables:
        tabled.add(lengths, table, wanted)
    return Begun(source, wanted, texts, tabled, key)


class Begun(Answering):
    """A batch whose spec was compiled by an earlier run. texts: those of the spec."""

    def __init__(
        self, source: Source, wanted: Wanted, texts: list[str], tabled: Tabled, key: str
    ) -> None:
        self._source, self._wanted, self._texts = source, wanted, texts
        self._tabled, self._key = tabled, key
        self._batch: Batch | None = None

    def texts(self) -> list[str]:
        return self._texts

    @property
    def commented(self) -> bool:
        return self.batch.commented

    def at_once(self, puzzles: Sequence[Puzzle]) -> Iterable[Answered | None]:
        return self._tabled.answers(puzzles)

    def by_work(self, puzzle: Puzzle) -> Answered:
        return self.batch.by_work(puzzle)

    @property
    def batch(self) -> Batch:
        """The batch that compiles the spec, made on first use."""
        if self._batch is None:
            self._batch = _compiled(self._source, self._wanted, self._tabled, self._key)
        return self._batch


def _compiled(source: Source, wanted: Wanted, tabled: Tabled, key: str) -> Batch:
    """The batch for a spec, which keeps the tables that it makes beside those known."""
    with uncollected():
        from .batch import Batch
        from .spec import Spec

        spec = Spec.of(source)
        if key:
            tabled.noted = lambda tables: _keep(spec, key, tables)
        return Batch(spec, wanted, tabled)


def _recall(source: Source, key: str) -> tuple[list[str], list[tuple[Lengths, Table]]] | None:
    """The texts of a spec, and the tables of its layouts, if they are kept for its text."""
    kept = cache.read(_file(key), key)
    try:
        used, layouts = kept
        found = unchanged(source, used, resolver(source))
        if found is None:
            return None
        texts = [source.text, *(one.text for one in found)]
        return texts, [(tuple(lengths), Table.read(table)) for lengths, table in layouts]
    except (PzcError, LookupError, TypeError, ValueError, AttributeError):
        return None  # none is kept, a used spec is gone, or it is content that pzc did not write


def _keep(spec: Spec, key: str, tables: Mapping[Lengths, Table]) -> None:
    from ..compiler.builtins.extension import REGISTERED

    if REGISTERED:  # a run without these functions must not be answered by them
        return
    layouts = [(lengths, values(table)) for lengths, table in tables.items()]
    cache.write(_file(key), key, (as_used(spec.checked.tree.used), layouts))


def _key(source: Source, backend: str) -> str:
    """All that the tables depend on, but for the specs that the spec uses."""
    files = cache.files(CODE)
    return repr((__version__, sys.version, files, source.name, source.text, backend))


def _file(key: str) -> str:
    return cache.numbered("batch", key, FILES)
