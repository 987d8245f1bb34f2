"""The native backend: our own propagate-and-backtrack engine.

A model is flattened (`flatten`, with `flat`) to a network of integers (`network`), on which the
engine searches (`engine`); `solver` makes a backend of it. COMPILED: does the engine run as C?
"""

from .engine.search import COMPILED
from .solver import NativeSolver

__all__ = ["COMPILED", "NativeSolver"]
