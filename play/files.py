"""The files of the page: its modules, styles and texts."""

from __future__ import annotations

import json
from importlib import resources
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
    """All files of the page, by name, with its texts and what is made from Python."""
    root = resources.files(__package__)
    found = [*root.joinpath("page").iterdir(), *root.joinpath("texts").iterdir()]
    files = {file.name: file.read_bytes() for file in found if Path(file.name).suffix in KINDS}
    made = {
        "dark.css": DARK_SHEET.format(variables(DARK)),
        "quick.js": QUICK_MODULE.format(json.dumps(sorted(QUICK))),
    }
    return {**files, **{name: text.encode() for name, text in made.items()}}
