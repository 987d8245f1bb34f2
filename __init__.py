"""pzc: a declarative language for logic puzzles and its compiler.

    import pzc
    sudoku = pzc.load("sudoku")
    print(sudoku.solve(open("puzzle.txt").read()))

A mistake in a text raises `PzcError`, a deadline that passes `OutOfTime`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dsl.diagnostics import Diagnostic, PzcError

if TYPE_CHECKING:
    from .backends.base import OutOfTime
    from .compiler.solution import Solution
    from .tasks.spec import Spec, load

__version__ = "0.1.0"
__all__ = ["Diagnostic", "OutOfTime", "PzcError", "Solution", "Spec", "__version__", "load"]


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: starting must stay cheap."""
    if name in ("load", "Spec"):
        from .tasks import spec

        return getattr(spec, name)
    if name == "OutOfTime":
        from .backends.base import OutOfTime

        return OutOfTime
    if name == "Solution":
        from .compiler.solution import Solution

        return Solution
    raise AttributeError(f"module 'pzc' has no attribute '{name}'")
