"""The files of the page: its modules, styles and texts."""

from __future__ import annotations

import json
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from ..render.themes import DARK, variables
from .questions import QUICK

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


# The colours of pictures in dark mode, from the renderer's theme.
DARK_SHEET = "@media screen {{ :root[data-theme='dark'] {{ {} }} }}\n"
# The questions that a worker of their own answers, as a module.
QUICK_MODULE = "// The questions that are answered quickly.\nexport const QUICK = new Set({});\n"


def page_files() -> dict[str, bytes]:
    """All files of the page, by name, including its texts and the files generated from Python."""
    root = resources.files(__package__)
    found = [*root.joinpath("page").iterdir(), *root.joinpath("texts").iterdir()]
    files = {file.name: file.read_bytes() for file in found if Path(file.name).suffix in KINDS}
    for folder in found:
        if folder.is_dir():
            files |= _specs_in(folder)
    made = {
        "dark.css": DARK_SHEET.format(variables(DARK)),
        "quick.js": QUICK_MODULE.format(json.dumps(sorted(QUICK))),
    }
    return {**files, **{name: text.encode() for name, text in made.items()}}


def _specs_in(folder: Traversable) -> dict[str, bytes]:
    """The catalogues of specs in the language of a folder, one for each spec, and their titles and
    summaries together, which is all that the gallery loads."""
    language = folder.name
    texts = {file.name: file.read_bytes() for file in folder.iterdir()}
    titles = {}
    for name, text in sorted(texts.items()):
        texts_of = json.loads(text)
        titles[Path(name).stem] = {"title": texts_of["title"], "about": texts_of["about"]}
    together = json.dumps(titles, ensure_ascii=False, separators=(",", ":")).encode()
    one_by_one = {f"{language}/{name}": text for name, text in texts.items()}
    return {**one_by_one, f"specs.{language}.json": together}
