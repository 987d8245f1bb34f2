"""The tools that are measured, one module each; `tool` says what a tool has to offer.

own             pzc itself
sat, smt        SAT solvers through python-sat; Z3
asp             clingo
cpsat, minizinc CP-SAT; MiniZinc with Gecode
noqx            noqx; noqx_boards, noqx_telling: puzzles in its form
plain_python    propagation and search in plain Python
"""

from __future__ import annotations

from . import asp, cpsat, minizinc, noqx, own, plain_python, sat, smt
from .tool import Tool


def tools() -> list[Tool]:
    """All tools, ours first."""
    return [
        *own.TOOLS,
        *sat.TOOLS,
        *asp.TOOLS,
        *noqx.TOOLS,
        *cpsat.TOOLS,
        *smt.TOOLS,
        *minizinc.TOOLS,
        *plain_python.TOOLS,
    ]
