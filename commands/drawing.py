"""Print solutions: format, destination and headings."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError
from ..records import record
from .terminal import coloured, draw, write, write_bytes, write_json

if TYPE_CHECKING:
    from ..compiler.ground.solution import Solution

FORMATS = ("text", "plain", "json", "svg", "png", "pdf")
PICTURES = ("svg", "png", "pdf")
UNKNOWN_PICTURES = frozenset(
    (".bmp", ".eps", ".gif", ".htm", ".html", ".jpeg", ".jpg", ".ps", ".tif", ".tiff", ".webp")
)
SUFFIXES = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".json": "json", ".txt": "plain"}


@record
class Style:
    """How pictures look. title: the text above them, None for title and author. theme: light, dark
    or print. size: the width of a cell, in pixels."""

    title: str | None = None
    theme: str = "light"
    size: int = 48


class Drawing:
    """Draws solutions as they are found.

    form: one of `FORMATS`, None for the default of the output. output: a file, None for stdout.
    several: each solution gets a heading, `solution 1:`. count: how many were drawn.

    Text and plain are written to stdout at once; a file is written by `close`. Raises PzcError for
    formats and files that do not fit.
    """

    def __init__(
        self, form: str | None, output: str | None, several: bool, style: Style | None = None
    ) -> None:
        self.form = form or _default(output)
        self.output = output
        self.several = several
        self.count = 0
        self._style = style or Style()
        self._drawn: list[str] = []
        self._documents: list[dict[str, object]] = []
        if self.form in PICTURES and several and output is None:
            raise PzcError.at(
                "E0509",
                "several pictures need an output file",
                hint=f"-o NAME.{self.form} writes NAME-1.{self.form}, NAME-2.{self.form}, …",
            )

    @property
    def silent(self) -> bool:
        """Whether nothing appears on the terminal while solutions are drawn."""
        return self.output is not None or self.form == "json" or not sys.stdout.isatty()

    def add(self, solution: Solution) -> None:
        """Draw one solution."""
        self.count += 1
        heading = f"solution {self.count}:\n" if self.several else ""
        match self.form:
            case "plain":
                from ..render.plain import plain

                self._put(heading + plain(solution).strip("\n"))
            case "text":
                from ..render.text import text

                colour = self.output is None and coloured(sys.stdout)
                self._put(heading + text(solution, colour).strip("\n"))
            case "svg" | "png" | "pdf":
                self._drawn.append(self._picture(solution))
            case "json":
                from ..render.json import as_json

                self._documents.append(as_json(solution))

    def close(self, complete: bool) -> None:
        """Write what is not yet written. complete: there are no further solutions."""
        match self.form:
            case "json":
                document = {"solutions": self._documents, "complete": complete}
                write_json(document, self.output)
            case "svg":
                for name, picture in zip(self._names(), self._drawn, strict=False):
                    write(picture, name)
            case "png" | "pdf" as form:
                from ..render.raster import raster

                for name, picture in zip(self._names(), self._drawn, strict=False):
                    write_bytes(raster(picture, form), name)
            case _ if self.output is not None and self._drawn:
                write("\n\n".join(self._drawn), self.output)

    def _picture(self, solution: Solution) -> str:
        from ..render.svg import svg
        from ..render.themes import THEMES

        style = self._style
        title = True if style.title is None else style.title
        return svg(solution, title=title, theme=THEMES[style.theme], size=style.size)

    def _put(self, picture: str) -> None:
        if self.output is None:
            put = draw if self.form == "text" else write
            put(("\n" if self._drawn else "") + picture)
            sys.stdout.flush()
        self._drawn.append(picture)

    def _names(self) -> Sequence[str | None]:
        """Where pictures go: each to a file of its own, or the first to stdout, which takes one."""
        if self.output is None:
            return [None]
        if not self.several:
            return [self.output] * len(self._drawn)
        stem, suffix = os.path.splitext(self.output)
        return [f"{stem}-{k}{suffix}" for k in range(1, len(self._drawn) + 1)]


def _default(output: str | None) -> str:
    if output is None:
        return "text" if sys.stdout.isatty() else "plain"
    return by_suffix(output, "plain")


def by_suffix(output: str, otherwise: str | None = None) -> str:
    """The format of a file by its suffix. otherwise: for suffixes that name no format and no kind
    of picture. Raises PzcError where there is none."""
    suffix = os.path.splitext(output)[1].lower()
    form = SUFFIXES.get(suffix, None if suffix in UNKNOWN_PICTURES else otherwise)
    if form is None:
        raise PzcError.at(
            "E0518",
            f"'{suffix}' is not a known format" if suffix else f"'{output}' names no format",
            expected="a picture as .svg, .png or .pdf, or --format",
        )
    return form


def refuse_suffix(what: str, name: str, known: Sequence[str], expected: str) -> None:
    """Raise PzcError if a file, which has no suffix or a known one, has the suffix of a format that
    is not written to it."""
    suffix = os.path.splitext(name)[1].lower()
    if suffix and suffix not in known:
        raise PzcError.at(
            "E0518",
            f"{what} cannot be written as '{suffix}'",
            expected=expected,
            hint="a browser prints the page to a PDF"
            if suffix == ".pdf" and ".html" in known
            else None,
        )
