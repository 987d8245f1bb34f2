"""The programs of the bundled specs, by which tests choose their specs; compiled once a process."""

from __future__ import annotations

from functools import cache

import pzc
from pzc.compiler.ground.program import Program


@cache
def program(name: str) -> Program:
    return pzc.load(name).program
