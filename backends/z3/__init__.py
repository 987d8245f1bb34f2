"""The Z3 backend. Z3 runs in a separate process, which a deadline can end at any time.

solver    the backend `z3`
process   starts, queries and ends the process
server    the program in the process
"""

from .solver import Z3Solver

__all__ = ["Z3Solver"]
