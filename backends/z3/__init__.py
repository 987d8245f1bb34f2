"""The Z3 backend. Z3 runs in a process of its own, which a deadline can end at any time.

solver    the backend `z3`
process   starts, asks and ends the process
server    what runs there
"""

from .solver import Z3Solver

__all__ = ["Z3Solver"]
