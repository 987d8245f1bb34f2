"""The native engine as ordinary Python, whatever is compiled beside its sources."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from pzc.backends import native

SOURCES = Path(native.__file__).parent / "engine"
PACKAGE = "pzc.backends.native.uncompiled"


class Finder:
    """Finds the sources of the native engine as modules of another package."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, module = name.rpartition(".")
        if package != PACKAGE:
            return None
        return spec_from_file_location(name, SOURCES / f"{module}.py")


def load() -> Any:
    """The module `search`, uncompiled, as are all that it imports."""
    if PACKAGE not in sys.modules:
        spec = ModuleSpec(PACKAGE, None, is_package=True)
        sys.modules[PACKAGE] = module_from_spec(spec)
        sys.meta_path.insert(0, Finder)
    engine = import_module(f"{PACKAGE}.search")
    assert not engine.COMPILED
    return engine
