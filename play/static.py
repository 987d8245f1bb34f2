"""The static page: files for any web server, with Python in the browser.

    index.html, page/     the page, with pictures in it, so that it shows something at once
    picture/, data/       pictures of all genres; examples, and a puzzle of one's own, which open
                          before Python has started
    pzc.zip               pzc and Lark, which Python unpacks
    pyodide/              the runtime and its licence
    sw.js                 a service worker: after the first visit the page works offline

A folder is written only if it is new, empty, or contains an older static page.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Collection, Iterator
from hashlib import sha256
from html import escape
from importlib import metadata
from pathlib import Path
from typing import Any

from ..dsl.diagnostics import PzcError
from ..render.themes import DARK, PAGE
from ..tasks.library import examples
from .files import page_files
from .gallery import example_of, genres, thumbnail
from .pyodide import runtime
from .questions import answer
from .start import Start, complete

ROOT = Path(__file__).resolve().parent.parent
# The packages that answer questions; commands and tests are not needed in a browser.
PACKAGES = (
    "dsl",
    "model",
    "compiler",
    "presolve",
    "backends",
    "render",
    "tasks",
    "play",
    "specs",
)
SUFFIXES = frozenset({".py", ".lark", ".spec", ".puzzle", ".solution"})
MARKER = "files.json"
# The number of cards whose pictures are part of the document: the first row of a wide window.
INLINE = 6
NOTHING = Start()
# Files have no headers of ours; the policy in the document is all that can be forbidden.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def write_static(
    folder: Path, pyodide: str, only: Collection[str] | None = None, start: Start = NOTHING
) -> int:
    """Write the page into a folder; return the number of files. Raises PzcError.

    pyodide: see `pyodide.runtime`. only: the genres to show; None for all. start: what the page
    opens with.
    """
    _check(folder)
    opens = _json(complete(start))
    known = [genre for genre in genres() if only is None or genre["name"] in only]
    files = dict(_files(pyodide, known))
    files["data/start.json"] = opens
    version = sha256(b"".join(name.encode() + files[name] for name in sorted(files))).hexdigest()
    files[MARKER] = _json({"version": version[:16], "files": ["./", *sorted(files)]})
    worker = files["sw.js"].decode().replace("VERSION", version[:16])
    files["sw.js"] = worker.encode()
    for name, data in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return len(files)


def _check(folder: Path) -> None:
    if folder.is_file():
        raise PzcError.at("E0504", f"{folder} is a file, not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARKER).is_file():
        raise PzcError.at(
            "E0541", f"{folder} holds other files", expected="a new folder, or an older page"
        )


def _files(pyodide: str, known: list[dict[str, Any]]) -> Iterator[tuple[str, bytes]]:
    for name, data in page_files().items():
        if name == "index.html":
            yield name, _index(data.decode(), known).encode()
        else:
            yield ("sw.js" if name == "sw.js" else f"page/{name}"), data
    for name, data in runtime(pyodide).items():
        yield f"pyodide/{name}", data
    yield "pzc.zip", _bundle()
    yield "data/gallery.json", _json({"genres": known})
    for genre in known:
        name = genre["name"]
        yield f"picture/{name}.svg", thumbnail(name).encode()
        yield f"picture/{name}.dark.svg", thumbnail(name, DARK).encode()
        for number in range(1, max(1, len(examples(name))) + 1):
            example = example_of(name, number)
            yield f"data/example-{name}-{number}.json", _json(example)
            request = {"spec": {"name": name}, "puzzle": example["puzzle"]}
            (opened,) = answer("open", request)
            yield f"data/open-{name}-{number}.json", _json(opened)


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _index(page: str, known: list[dict[str, Any]]) -> str:
    """The page with its pictures, which remain if scripts cannot run. The first ones are part of
    the document, so that they need no further request.
    """
    cards = "".join(
        f'<li><a href="#/play/{g["name"]}">{_shown(g["name"], k)}'
        f'<span class="name">{escape(g["title"])}</span>'
        f'<span class="about">{escape(g["about"])}</span></a></li>\n'
        for k, g in enumerate(known)
    )
    modules = "".join(f'<link rel="modulepreload" href="page/{name}">\n' for name in _modules())
    shown = (
        '<div class="banner pictures-only"><p class="offline">These are pictures only: a page that '
        "is opened as a file may run no Python. Put the folder on a web server, or run "
        "<code>python3 -m http.server</code> in it, and open <code>http://localhost:8000</code>."
        f'</p></div>\n<h1>All puzzles</h1>\n<ul class="gallery">\n{cards}</ul>\n'
    )
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return (
        page.replace('name="pzc-mode" content="server"', 'name="pzc-mode" content="static"')
        .replace('<meta name="referrer"', f'{policy}\n<meta name="referrer"')
        .replace("</head>", f"{modules}</head>")
        .replace('tabindex="-1"></main>', f'tabindex="-1">\n{shown}</main>')
    )


def _shown(name: str, number: int) -> str:
    """The picture on a card."""
    if number < INLINE:
        return thumbnail(name, PAGE).replace('role="img"', 'aria-hidden="true"', 1)
    size = 'width="160" height="160"'
    return f'<img src="picture/{name}.svg" alt="" loading="lazy" {size}>'


def _modules() -> list[str]:
    """The modules of the page, so that they are fetched at once and not one after another."""
    named = (name for name, data in page_files().items() if b"\nexport " in data)
    return sorted(name for name in named if name.endswith(".js"))


def _bundle() -> bytes:
    """pzc and Lark as an archive, with the same bytes every time."""
    import lark

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:

        def add(name: str, data: bytes) -> None:
            # A name alone has a fixed date, so that equal files make equal archives.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)

        for name, path in sorted(_sources()):
            add(f"pzc/{name}", path.read_bytes())
        home = Path(lark.__file__).parent
        for path in sorted(home.rglob("*")):
            if path.suffix in SUFFIXES and "__pyinstaller" not in path.parts:
                add(f"lark/{path.relative_to(home).as_posix()}", path.read_bytes())
        for file in metadata.files("lark") or ():
            if "LICENSE" in file.name:
                add("lark/LICENSE", file.read_binary())
    return out.getvalue()


def _sources() -> Iterator[tuple[str, Path]]:
    for path in ROOT.glob("*.py"):
        if path.name != "setup.py":
            yield path.name, path
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            if path.suffix in SUFFIXES and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path
