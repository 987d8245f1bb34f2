"""Backends: solvers for models, by name. To add one, see docs/extending.md.

    base             what a backend offers: `Solver`, `Enumerator`, `Outcome`, `Status`
    native/          our own engine: propagation over bit sets, conflict-driven learning
    cnf/             clauses for SAT solvers
    z3/, smt2        Z3, and SMT-LIB text
    auto             native first; a SAT solver takes turns with it on hard puzzles
    supports         what a backend supports: kinds of nodes, globals, graph queries
    decomposition    the pass that keeps what is supported and decomposes the rest
    direct_encoding  rewrites conditions for backends that know only bools and sums

This module is the registry. A backend and the solver package it needs are imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..dsl.diagnostics import PzcError, nearest
from ..gc_pause import uncollected
from ..model.limits import ModelTooLarge
from ..model.model import Model
from .base import Solver

Loader = Callable[..., Solver]


def load(name: str, model: Model, **options: Any) -> Solver:
    """Load a solver for a model. name: a key of BACKENDS; `cnf:glucose4` also picks the SAT solver.

    Raises PzcError for an unknown name, and for a model that is too large for the backend.
    """
    backend, colon, detail = name.partition(":")
    if backend not in BACKENDS or (colon and backend != "cnf"):
        raise PzcError.at(
            "E0701",
            f"there is no backend '{name}'",
            expected=f"one of {', '.join(BACKENDS)}",
            hint=nearest(backend, BACKENDS),
        )
    if colon:
        options["solver"] = detail
    try:
        with uncollected():
            return BACKENDS[backend](model, **options)
    except ModelTooLarge as problem:
        raise PzcError.at("E0703", f"too large for the backend '{name}': {problem}") from None


def _auto(model: Model, **options: Any) -> Solver:
    from .auto import AutoSolver

    return AutoSolver(model, **options)


def _native(model: Model, **options: Any) -> Solver:
    from .native import NativeSolver

    return NativeSolver(model, **options)


def _cnf(model: Model, **options: Any) -> Solver:
    from .cnf.solver import CnfSolver

    return CnfSolver(model, **options)


def _z3(model: Model, **options: Any) -> Solver:
    from .z3 import Z3Solver

    return Z3Solver(model, **options)


BACKENDS: dict[str, Loader] = {"auto": _auto, "native": _native, "cnf": _cnf, "z3": _z3}
