"""Pyodide, the Python that runs in a browser: its version, source, checksums and licence.

It is read from a folder (an unpacked npm package) or from an address of that package, and used only
if its files have the checksums pinned here. Wheels in the folder are copied, too.
"""

from __future__ import annotations

import io
import tarfile
from hashlib import sha256
from pathlib import Path

from ..dsl.diagnostics import PzcError
from ..tasks.files import similar

VERSION = "314.0.7"
ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{VERSION}.tgz"
# The files of the package that a page needs, with the checksums (SHA-256) of this version.
FILES = {
    "package.json": "40ca48e43ce4ddc68412d5b7a7ca9e2477cd4f0e672277ae468ac2245717079b",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
LICENCE = f"""\
The files beside this one are Pyodide {VERSION}, unchanged.

Pyodide is subject to the terms of the Mozilla Public License, v. 2.0, which is at
https://mozilla.org/MPL/2.0/. Its source code is at https://github.com/pyodide/pyodide
under the tag {VERSION}. It contains CPython, under the licence of the Python Software
Foundation, which is at https://docs.python.org/3/license.html.
"""
MAX_BYTES = 50_000_000
WAIT_SECONDS = 60


def runtime(source: str) -> dict[str, bytes]:
    """The files of the runtime by name. source: a folder, a package as a file, or an address.

    Raises PzcError if it is missing, or another version.
    """
    files = _unpacked(_fetched(source)) if source.startswith("https://") else _local(Path(source))
    for name, wanted in FILES.items():
        if sha256(files.get(name, b"")).hexdigest() != wanted:
            raise PzcError.at(
                "E0540",
                f"{source} is not Pyodide {VERSION}: {name} "
                + ("differs" if name in files else "is missing"),
                hint=f"`npm pack pyodide@{VERSION}` fetches it, from {ADDRESS}",
            )
    return {**files, "LICENCE.txt": LICENCE.encode()}


def _local(path: Path) -> dict[str, bytes]:
    if path.is_file():
        return _unpacked(path.read_bytes())
    if not path.is_dir():
        raise PzcError.at("E0503", f"no folder '{path}'", hint=similar(str(path)))
    wheels = sorted(file.name for file in path.glob("*.whl"))
    present = [name for name in FILES if (path / name).is_file()]
    return {name: (path / name).read_bytes() for name in (*present, *wheels)}


def _fetched(address: str) -> bytes:
    from urllib.request import urlopen

    try:
        with urlopen(address, timeout=WAIT_SECONDS) as answer:
            data: bytes = answer.read(MAX_BYTES + 1)
    except OSError as problem:
        reason = f"cannot fetch {address}: {problem}"
        raise PzcError.at("E0503", reason, hint="--pyodide names a folder as well") from None
    return data


def _unpacked(package: bytes) -> dict[str, bytes]:
    """The files of an npm package that are wanted."""
    out: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(package), mode="r:gz") as archive:
            for name in FILES:
                member = archive.extractfile(f"package/{name}")
                if member is not None:
                    out[name] = member.read(MAX_BYTES)
    except (tarfile.TarError, KeyError, EOFError, OSError):
        return out
    return out
