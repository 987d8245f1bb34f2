"""The native backend: our own propagate-and-backtrack engine.

    flatten, flat/   turn a model into a flat network
    network          the flat network: plain lists of integers
    exclusions       networks whose only constraints are all-different
    engine/          propagation, search and learning on a network; compiled to C by Cython
    solver           the backend `native`
    derivation       traces: which facts and groups a fact follows from

COMPILED says whether the engine runs as C.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .engine.search import COMPILED
    from .solver import NativeSolver

__all__ = ["COMPILED", "NativeSolver"]


def __getattr__(name: str) -> Any:
    """Import what is asked for: `engine.covers` needs neither."""
    if name == "COMPILED":
        from .engine.search import COMPILED

        return COMPILED
    if name == "NativeSolver":
        from .solver import NativeSolver

        return NativeSolver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
