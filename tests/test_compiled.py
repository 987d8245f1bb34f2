"""The modules that mypyc compiles, against their sources run as Python."""

from __future__ import annotations

import json
import subprocess
import sys

import from_sources
import pytest
from pzc.backends.native.flatten import Flattening
from pzc.deadline import BrokenOff, enforced, moment
from pzc.model.model import Model, Origin
from pzc.model.nodes import BoolVar, Or


@pytest.fixture(scope="module")
def by_sources() -> dict[str, list[str]]:
    """What is built of each genre in a process that runs no compiled module."""
    done = subprocess.run(
        [sys.executable, from_sources.__file__], capture_output=True, check=True, encoding="utf-8"
    )
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("genre", from_sources.GENRES)
def test_models_and_networks_are_those_of_the_sources(
    by_sources: dict[str, list[str]], genre: str
) -> None:
    assert from_sources.built(genre) == by_sources[genre]


def test_copies_of_a_network_share_no_list() -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    flat = Flattening(model)
    twin = flat.copy()
    twin.require(model.or_((a, b)))
    assert len(twin.network.clause_start) == 2 and len(flat.network.clause_start) == 1


def test_nodes_are_matched_by_kind_and_field() -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    match model.or_((a, b)):
        case Or(args=(BoolVar(label=first), BoolVar(label=second))):
            assert (first, second) == ("a", "b")
        case _:
            pytest.fail("not matched")


@pytest.mark.usefixtures("without_collections")
def test_a_deadline_ends_a_flattening() -> None:
    """An exception of another thread arrives between two steps of Python; C has none."""
    model = Model()
    cells = [model.bool_var(f"x{k}") for k in range(500)]
    pairs = [model.or_((a, b)) for a in cells for b in cells if a is not b]
    model.require(model.and_(pairs), Origin(0))
    with pytest.raises(BrokenOff), enforced(moment(-1.0)):
        Flattening(model)
