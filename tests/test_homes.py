"""Pairs of vertices in the native engine: hubs, and edges that are absent only between pieces."""

from __future__ import annotations

from random import Random

import pytest
from grids import neighbours
from network_oracle import Oracle
from pzc.backends.native import network as net
from pzc.backends.native.engine.search import Engine
from pzc.backends.native.flatten import Flattening
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph
from queried_boards import hub_board

SIDE = 4
CELLS = range(SIDE * SIDE)


def division(model: Model, walled: bool = True) -> Graph:
    """Cells in a square; edges may be absent, if `walled`, only between two pieces."""
    edges = [(a, b, model.bool_var(f"{a}-{b}")) for a, b in neighbours(SIDE, SIDE)]
    graph = model.graph([True] * len(CELLS), edges)
    for a, b, edge in edges if walled else ():
        apart = model.not_(model.query(CONNECTED_PAIR, graph, (a, b)))
        model.require(model.or_((edge, apart)), Origin(0))
    return graph


def homes(model: Model, graph: Graph, hub: int) -> list[Bool]:
    """Which cells are of a hub's piece."""
    return [
        v == hub or model.query(CONNECTED_PAIR, graph, (min(hub, v), max(hub, v))) for v in CELLS
    ]


def kinds(network: net.Network) -> list[int]:
    return [kind for kind in network.query_kind if kind in (net.NEIGHBOURS, net.HOME)]


def test_a_wall_between_pieces_has_one_literal() -> None:
    model = Model()
    division(model)
    network = Flattening(model).network
    assert kinds(network) == [net.NEIGHBOURS] * 24
    # The variable that is 1, and the edges.
    assert len(network.base) == 1 + 24
    assert network.clause_word == []


def test_an_edge_that_may_be_absent_within_a_piece_has_its_own_literal() -> None:
    model = Model()
    graph = division(model, walled=False)
    a, b, _ = graph.edges[0]
    model.require(model.query(CONNECTED_PAIR, graph, (a, b)), Origin(0))
    assert kinds(Flattening(model).network) == []
    assert NativeSolver(model).solve().assignment is not None


@pytest.mark.parametrize(("asked", "hubs"), [(range(1, 16), [0]), (range(1, 12), [])])
def test_a_hub_is_asked_of_most_vertices(asked: range, hubs: list[int]) -> None:
    model = Model()
    graph = division(model)
    beside = homes(model, graph, 0)
    model.require(model.or_([beside[v] for v in asked]), Origin(0))
    network = Flattening(model).network
    assert network.hub_vertex == hubs
    assert (net.HOME in network.query_kind) == bool(hubs)
    if hubs:
        homes_of = [k for k, kind in enumerate(network.query_kind) if kind == net.HOME]
        assert {network.query_to[k] for k in homes_of} == set(CELLS)


def test_two_literals_of_one_pair_are_equal() -> None:
    model = Model()
    graph = division(model)
    beside = homes(model, graph, 0)
    said = model.bool_var("said")
    model.require(model.iff(said, beside[15]), Origin(0))
    model.require(model.or_(beside[1:]), Origin(0))
    model.require(model.not_(beside[15]), Origin(0))
    found = NativeSolver(model).solve().assignment
    assert found is not None and found[said.index] == 0


def test_pieces_of_two_hubs_are_apart_before_any_decision() -> None:
    """Two hubs of different pieces: no cell is of both, and what one reaches only through the other
    is its own or nobody's."""
    model = Model()
    graph = division(model)
    one, other = homes(model, graph, 0), homes(model, graph, 3)
    model.require(model.not_(one[3]), Origin(0))
    for v in (1, 5, 9):
        model.require(one[v], Origin(0))
    for v in CELLS:
        model.require(model.or_((one[v], other[v])), Origin(0))
    flat = Flattening(model)
    engine = Engine(flat.network, flat.variables)
    assert engine.open({}, (), ()) and engine.propagate()
    network = flat.network
    domains = engine.domains(range(len(network.domain)))
    said = {
        ends: network.query_word[k]
        for k, ends in enumerate(zip(network.query_from, network.query_to, strict=True))
        if network.query_kind[k] == net.HOME
    }
    assert [domains[said[ends]] for ends in ((1, 3), (3, 5), (3, 9))] == [1, 1, 1]


@pytest.mark.parametrize("seed", range(30))
def test_what_propagates_follows(seed: int) -> None:
    """Compiled, before any decision: no value goes that a solution has."""
    flat = Flattening(hub_board(Random(seed)))
    oracle = Oracle(flat.network)
    engine = Engine(flat.network, flat.variables)
    if not engine.open({}, (), ()) or not engine.propagate():
        assert oracle.solution() is None
    else:
        for x in flat.variables:
            for word in flat.network.words_of(x):
                gone = flat.network.domain[word] & ~engine.domains([word])[0]
                assert not gone or oracle.solution([(word, gone)]) is None
    oracle.close()
