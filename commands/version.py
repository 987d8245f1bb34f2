"""The output of `pzc --version`: the versions of pzc, its dependencies and its backends.

No solver is imported to find them: package versions are read from their metadata, and whether a
part of pzc is compiled by looking for the file beside its source.
"""

from __future__ import annotations

import platform
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("z3-solver", "python-sat", "lark")
COMPILED = "compiled"
PARTS = {
    "native engine": "backends/native/engine/search",
    "grounding, presolve and flattening": "model/model",
}


def text(own: str) -> str:
    """Several lines; own: the version of pzc."""
    from .. import backends

    lines = [
        f"pzc {own}",
        f"backends: {', '.join(backends.known())}",
        *(f"{part}: {state(module)}" for part, module in PARTS.items()),
        f"Python {platform.python_version()} ({platform.python_implementation()})",
    ]
    return "\n".join(lines + [f"{name} {_version(name)}" for name in PACKAGES])


def state(module: str) -> str:
    """Whether a module, named by its path, is compiled."""
    path = Path(__file__).parent.parent / module
    files = [path.with_name(path.name + suffix) for suffix in EXTENSION_SUFFIXES]
    return COMPILED if any(file.exists() for file in files) else "pure Python"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
