"""What `pzc --version` says: the versions of pzc and of what it runs on, and the backends.

No solver is imported to find them: package versions are read from their metadata, and whether the
native engine is compiled by looking for the file beside its source.
"""

from __future__ import annotations

import platform
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("z3-solver", "python-sat", "lark")
ENGINE = Path(__file__).parent.parent / "backends" / "native" / "engine" / "search"


def text(own: str) -> str:
    """Several lines; own: the version of pzc."""
    from .. import backends

    engine = "compiled" if engine_is_compiled() else "pure Python"
    lines = [
        f"pzc {own}",
        f"backends: {', '.join(backends.known())}",
        f"native engine: {engine}",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
    ]
    return "\n".join(lines + [f"{name} {_version(name)}" for name in PACKAGES])


def engine_is_compiled() -> bool:
    return any(ENGINE.with_name(ENGINE.name + suffix).exists() for suffix in EXTENSION_SUFFIXES)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
