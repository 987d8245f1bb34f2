"""The Z3 backend: `solver` asks, `process` keeps a process for it, `server` is what runs there."""

from .solver import Z3Solver

__all__ = ["Z3Solver"]
