"""The same puzzle becomes the same flat network in every process: no set of nodes or names is gone
through in an order that depends on where they are in memory, or on how strings are hashed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from pzc.tasks.library import bundled

# Prints each example's nodes and a digest of its network, from memory that is filled at random.
PROGRAM = """
import hashlib, random, sys
random.seed(int(sys.argv[1]))
filling = [bytes(size) for size in range(1, 480, 16) for _ in range(random.randrange(2000))]
random.shuffle(filling)
del filling[::2]

import pzc
from pzc.backends.native.flatten import Flattening
from pzc.presolve.passes import presolved
from pzc.tasks.library import SPECS

for genre in sys.argv[2:]:
    spec = pzc.load(genre)
    text = (SPECS / "examples" / genre / "1.puzzle").read_text(encoding="utf-8")
    plan = spec.program.sequence is not None
    model = presolved((spec.ground(text, moves=2) if plan else spec.ground(text)).model)
    flat = Flattening(model)
    names = [name for name in dir(flat.network) if not name.startswith("_")]
    network = [repr(v) for v in (getattr(flat.network, name) for name in names) if not callable(v)]
    network.append(repr(list(flat.variables)))
    print(genre, model.size, hashlib.sha256("".join(network).encode()).hexdigest(), flush=True)
"""


def networks(genres: list[str], seed: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, str(seed), *genres]
    own = {**os.environ, "PYTHONHASHSEED": str(seed)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own)


@pytest.mark.parametrize("part", range(2))
def test_a_network_does_not_depend_on_the_process(
    part: int, request: pytest.FixtureRequest
) -> None:
    """Of every second genre; with --all-data, of all genres."""
    genres = bundled()[part :: 2 if request.config.getoption("--all-data") else 4]
    processes = [networks(genres, seed) for seed in (1, 2)]
    one, other = [process.communicate(timeout=600)[0].splitlines() for process in processes]
    assert [line.split()[0] for line in one] == genres
    assert one == other
