"""pzc: a declarative language for logic puzzles and its compiler.

    import pzc
    sudoku = pzc.load("sudoku")
    print(sudoku.solve(open("puzzle.txt").read()))

A mistake in a text raises `PzcError`, a deadline that passes `OutOfTime`.
"""

from __future__ import annotations

from ._version import __version__

TYPE_CHECKING = False  # as in `typing`, which takes time to import
if TYPE_CHECKING:
    from typing import Any

    from .compiler.ground.solution import Solution
    from .deadline import OutOfTime
    from .dsl.diagnostics import Diagnostic, PzcError
    from .tasks.spec import Spec, load

__all__ = ["Diagnostic", "OutOfTime", "PzcError", "Solution", "Spec", "__version__", "load"]

_HOMES = {
    "Diagnostic": "dsl.diagnostics",
    "OutOfTime": "deadline",
    "PzcError": "dsl.diagnostics",
    "Solution": "compiler.ground.solution",
    "Spec": "tasks.spec",
    "load": "tasks.spec",
}


def __getattr__(name: str) -> Any:
    """Import a name only when it is used: starting must stay cheap."""
    if name not in _HOMES:
        raise AttributeError(f"module 'pzc' has no attribute '{name}'")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
