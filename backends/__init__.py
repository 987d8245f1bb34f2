"""Backends: solvers for models, by name. To add one, see docs/extending.md.

    base             what a backend offers: `Solver`, `Enumerator`, `Outcome`, `Status`
    native/          our own engine: propagation over bit sets, conflict-driven learning
    cnf/             clauses for SAT solvers
    z3/, smt2        Z3, and SMT-LIB text
    auto             native first; a SAT solver takes turns with it on hard puzzles
    supports         what a backend supports: kinds of nodes, globals, graph queries
    decomposition    the pass that keeps what is supported and decomposes the rest
    direct_encoding  rewrites conditions for backends that know only bools and sums
    coroutine        work that can be paused and resumed, such as an encoding

This module is the registry. `register` makes a backend known to `load`, to every command and to the
tests; a package that declares an entry point in the group `pzc.backends`, a function that registers
its backends, makes them known to the command line. A backend and the solver package it needs are
imported on first use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..dsl.diagnostics import PzcError, nearest
from ..gc_pause import uncollected
from ..records import record

if TYPE_CHECKING:
    from ..model.model import Model
    from .base import Solver

Loader = Callable[..., "Solver"]


@record
class Backend:
    """load: makes the solver for a model. variant: the keyword argument of `load` that receives
    what follows the colon of a name such as `cnf:glucose4`; if empty, such names are refused.
    combined: whether it runs other backends, so that comparing it with them says little.
    """

    load: Loader
    variant: str = ""
    combined: bool = False


# By name, in the order of their registration. Those of installed packages are added by `known`.
BACKENDS: dict[str, Backend] = {}


def register(name: str, load: Loader, *, variant: str = "", combined: bool = False) -> None:
    """Make a backend known by a name (see `Backend`).

    load: called with a model, for instance the class of a `Solver`. Raises ValueError for a name
    that is taken, or that has a character which separates names or a variant.
    """
    if name in BACKENDS:
        raise ValueError(f"there is a backend '{name}' already")
    if not name or set(name) & set(":, "):
        raise ValueError(f"'{name}' is not a name for a backend: it has a colon, comma or space")
    BACKENDS[name] = Backend(load, variant, combined)


TOO_LARGE = "E0703"  # the code of a model that is too large for a backend


def known() -> tuple[str, ...]:
    """The names of all backends, those of installed packages included."""
    _register_installed()
    return tuple(BACKENDS)


def compared() -> tuple[str, ...]:
    """The names of the backends that are not made of others."""
    return tuple(name for name in known() if not BACKENDS[name].combined)


def load(name: str, model: Model) -> Solver:
    """Load a solver for a model. name: of a backend; `cnf:glucose4` also picks the SAT solver.

    Raises PzcError for an unknown name, and for a model that is too large for the backend.
    """
    own, colon, variant = name.partition(":")
    if own not in BACKENDS:
        _register_installed()
    backend = BACKENDS.get(own)
    if backend is None or (colon and not backend.variant):
        raise PzcError.at(
            "E0701",
            f"there is no backend '{name}'",
            expected=f"one of {', '.join(known())}",
            hint=nearest(own, known()),
        )
    from ..model.limits import ModelTooLarge

    options = {backend.variant: variant} if colon else {}
    try:
        with uncollected():
            return backend.load(model, **options)
    except ModelTooLarge as problem:
        raise too_large(name, problem) from None


def too_large(name: str, problem: Exception) -> PzcError:
    """The error for a model that is too large for a backend. problem: what is too large."""
    return PzcError.at(TOO_LARGE, f"too large for the backend '{name}': {problem}")


_installed: set[str] = set()  # entry points that have been called


def _register_installed() -> None:
    """Call the entry points of installed packages, each once."""
    from importlib.metadata import entry_points

    for point in entry_points(group="pzc.backends"):
        if point.value not in _installed:
            point.load()()
            _installed.add(point.value)


def _auto(model: Model) -> Solver:
    from .auto import AutoSolver

    return AutoSolver(model)


def _native(model: Model) -> Solver:
    from .native.solver import NativeSolver

    return NativeSolver(model)


def _cnf(model: Model, **options: Any) -> Solver:
    from .cnf.solver import CnfSolver

    return CnfSolver(model, **options)


def _z3(model: Model) -> Solver:
    from .z3 import Z3Solver

    return Z3Solver(model)


register("auto", _auto, combined=True)
register("native", _native)
register("cnf", _cnf, variant="solver")
register("z3", _z3)
