"""The native backend: our own propagate-and-backtrack engine.

    flatten, flat/   turn a model into a flat network
    network          the flat network: plain lists of integers
    engine/          propagation, search and learning on a network; compiled to C by Cython
    solver           the backend `native`
    derivation       traces: which facts and groups a fact follows from

COMPILED says whether the engine runs as C.
"""

from .engine.search import COMPILED
from .solver import NativeSolver

__all__ = ["COMPILED", "NativeSolver"]
