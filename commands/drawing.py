"""Print solutions: format, destination and headings."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..dsl.diagnostics import PzcError
from .terminal import coloured, draw, write, write_json

if TYPE_CHECKING:
    from ..compiler.ground.solution import Solution

FORMATS = ("text", "plain", "json", "svg")
UNKNOWN_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".pdf", ".html"})
SUFFIXES = {".svg": "svg", ".json": "json"}


class Drawing:
    """Draws solutions as they are found.

    count: how many were drawn. several: each gets a heading, `solution 1:`.

    Text and plain go out at once on stdout; into a file all is written by `close`.
    """

    def __init__(self, form: str | None, output: str | None, several: bool) -> None:
        self.form = form or _default(output)
        self.output = output
        self.several = several
        self.count = 0
        self._drawn: list[str] = []
        self._documents: list[dict[str, object]] = []
        if self.form == "svg" and several and output is None:
            raise PzcError.at(
                "E0509",
                "several pictures need a file to go to",
                hint="-o NAME.svg writes NAME-1.svg, NAME-2.svg, …",
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
            case "svg":
                from ..render.svg import svg

                self._drawn.append(svg(solution))
            case "json":
                from ..render.json import as_json

                self._documents.append(as_json(solution))

    def close(self, complete: bool) -> None:
        """Write what is not yet written. complete: there are no further solutions."""
        match self.form:
            case "json":
                document = {"solutions": self._documents, "complete": complete}
                write_json(document, self.output)
            case "svg" if self.output is None:
                write("".join(self._drawn[:1]), None)
            case "svg":
                for name, picture in zip(self._names(), self._drawn, strict=True):
                    write(picture, name)
            case _ if self.output is not None and self._drawn:
                write("\n\n".join(self._drawn), self.output)

    def _put(self, picture: str) -> None:
        if self.output is None:
            put = draw if self.form == "text" else write
            put(("\n" if self._drawn else "") + picture)
            sys.stdout.flush()
        self._drawn.append(picture)

    def _names(self) -> Iterable[str]:
        assert self.output is not None
        if not self.several:
            return [self.output] * len(self._drawn)
        stem, suffix = os.path.splitext(self.output)
        return [f"{stem}-{k}{suffix}" for k in range(1, len(self._drawn) + 1)]


def _default(output: str | None) -> str:
    if output is None:
        return "text" if sys.stdout.isatty() else "plain"
    suffix = os.path.splitext(output)[1].lower()
    if suffix in UNKNOWN_PICTURES:
        raise PzcError.at(
            "E0518", f"no format writes '{suffix}'", expected="a picture as .svg, or --format"
        )
    return SUFFIXES.get(suffix, "plain")
