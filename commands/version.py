"""What `pzc --version` says: the versions of pzc and of what it runs on.

Nothing is imported to find them: package versions are read from their metadata, and whether the
native engine is compiled from the file that Python would load it from.
"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

PACKAGES = ("z3-solver", "python-sat", "lark", "rich")
ENGINE = "pzc.backends.native.engine"


def text(own: str) -> str:
    """Several lines; own: the version of pzc."""
    engine = "compiled" if engine_is_compiled() else "pure Python"
    lines = [
        f"pzc {own}",
        f"native engine: {engine}",
        f"Python {platform.python_version()} ({platform.python_implementation()})",
    ]
    return "\n".join(lines + [f"{name} {_version(name)}" for name in PACKAGES])


def engine_is_compiled() -> bool:
    found = find_spec(ENGINE)
    return found is not None and not (found.origin or ".py").endswith(".py")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
