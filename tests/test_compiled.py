"""The modules that mypyc compiles, against their sources run as Python."""

from __future__ import annotations

import _thread
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import from_sources
import pytest
import pzc
from pzc.backends.native.engine.search import Engine
from pzc.backends.native.flatten import Flattening
from pzc.backends.native.network import Network
from pzc.compiler.values.stretches import stretches
from pzc.deadline import BrokenOff, _raise_in, enforced, moment
from pzc.dsl.diagnostics import Source
from pzc.model.constraints import Origin
from pzc.model.globals.loop import LOOP
from pzc.model.model import Model
from pzc.model.nodes import BoolVar, Or
from pzc.presolve.cliques import counted_together
from pzc.presolve.passes import presolved
from pzc.tasks.library import SPECS
from pzc.tasks.spec import Spec


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


def test_grounding_does_no_work_twice() -> None:
    """The calls within compiled modules cannot be counted, those of their sources can."""
    tests = Path(from_sources.__file__).parent
    files = [str(tests / f"test_grounding_{name}.py") for name in ("work", "lookups", "of_pieces")]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "from_sources", "-p", "no:cacheprovider"),
            *files,
        ],
        capture_output=True,
        cwd=tests,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    assert "." in done.stdout and "s" not in done.stdout


def test_copies_of_a_network_share_no_list() -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    flat = Flattening(model)
    twin = flat.copy()
    twin.require(model.or_((a, b)))
    assert len(twin.network.clause_start) == 2 and len(flat.network.clause_start) == 1


def test_what_many_conditions_imply_is_defined_once() -> None:
    """As in Double Choco: each of many pieces may have one of the forms, or is of none of them."""
    model = Model()
    cells = [model.bool_var(f"x{k}") for k in range(30)]
    forms = [model.and_(cells[k : k + 20]) for k in range(10)]
    anyone = model.or_(forms)
    model.require(model.or_((model.bool_var("square"), model.not_(anyone))), Origin(0))
    before = len(Flattening(model).network.clause_word)
    for k in range(20):
        absent, white = model.bool_var(f"absent{k}"), model.bool_var(f"white{k}")
        both = model.and_((model.not_(anyone), white))
        model.require(model.implies(absent, both), Origin(0))
    network = Flattening(model).network
    clauses = 3  # of two literals each: absent ⇒ both, both ⇒ no form, both ⇒ white
    assert len(network.clause_word) - before == 20 * clauses * 2


def test_clauses_are_merged_word_by_word() -> None:
    network = Network()
    x, y = network.variable(range(4)), network.variable(range(4))
    one, other = network.first[x], network.first[y]
    network.clause([(one, 1), (other, 2), (one, 2)])
    assert (network.clause_word, network.clause_mask) == ([one, other], [3, 2])
    network.clause([(one, 5), (other, 2), (one, ~5)])  # it holds anyway
    assert (network.clause_word, network.clause_mask) == ([one, other], [3, 2])
    network.clause([(one, 3), (other, 16), (one, 4)])  # only one word is left
    assert network.domain[one] == 7 and len(network.clause_start) == 2
    network.clause([(other, 16)])
    assert network.failed


def test_nodes_are_matched_by_kind_and_field() -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    match model.or_((a, b)):
        case Or(args=(BoolVar(label=first), BoolVar(label=second))):
            assert (first, second) == ("a", "b")
        case _:
            pytest.fail("not matched")


INTERRUPTS = {
    "a deadline": (BrokenOff, lambda thread: _raise_in(thread, BrokenOff)),
    "Ctrl-C": (KeyboardInterrupt, lambda thread: _thread.interrupt_main()),
}


@pytest.mark.usefixtures("without_collections")
@pytest.mark.parametrize("interrupt", INTERRUPTS)
@pytest.mark.parametrize(
    "condition",
    [
        "\n    for a, b in pairs(cells):\n        for c in cells: a != b or b != c",
        "all(a != b or b != c for a in cells for b in cells for c in cells)",
    ],
    ids=["a rule", "a comprehension"],
)
def test_grounding_can_be_interrupted_within_a_loop(condition: str, interrupt: str) -> None:
    text = f'puzzle "Steps"\ngrid h x w\nrule "Steps": {condition}\n'
    spec = Spec.of(Source("steps.spec", text))
    context = spec.grounder.read(spec.sections("h: 12\nw: 12\n")).context
    kind, raised_in = INTERRUPTS[interrupt]
    here, ended = _thread.get_ident(), Event()

    def watch() -> None:
        """Interrupt the loop once it runs: it restores the scale at its end."""
        while context.scale == 1:
            if ended.wait(0.001):
                return
        raised_in(here)

    watcher = Thread(target=watch)
    with pytest.raises(kind):
        try:
            watcher.start()
            spec.program.compiled[0].run([context], ())
        finally:
            ended.set()
            watcher.join()
    assert context.scale > 1


@pytest.mark.usefixtures("without_collections")
def test_a_deadline_ends_the_building_of_nodes() -> None:
    model = Model()
    line = [model.bool_var(f"x{k}") for k in range(700)]
    with pytest.raises(BrokenOff), enforced(moment(-1.0)):
        stretches(model, line)
    assert model.size < len(line) ** 2 / 2


@pytest.mark.usefixtures("without_collections")
def test_a_deadline_ends_a_flattening() -> None:
    """An exception of another thread arrives between two steps of Python; C has none."""
    model = Model()
    cells = [model.bool_var(f"x{k}") for k in range(500)]
    pairs = [model.or_((a, b)) for a in cells for b in cells if a is not b]
    model.require(model.and_(pairs), Origin(0))
    with pytest.raises(BrokenOff), enforced(moment(-1.0)):
        Flattening(model)


class Paused(Exception):
    """Raised where a compiled loop lets Python take a step."""


@pytest.mark.parametrize(
    ("module", "genre"),
    [
        *(("tables", "masyu"), ("exactly_one", "akari")),
        *(("cliques", "statue_park"), ("pairs", "hakoiri"), ("relations", "news")),
        *(("members", "araf"), ("distances", "araf"), ("placements", "circles_and_squares")),
        *(("within_reach", "compass"), ("rectangles", "shikaku"), ("local", "tasquare")),
    ],
)
def test_presolve_can_be_interrupted_in_its_loops(
    module: str, genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = min((SPECS / "examples" / genre).glob("*.puzzle"))
    spec = pzc.load(genre)
    model = spec.grounder.ground(spec.sections(puzzle.read_text(encoding="utf-8"))).model

    def paused() -> None:
        raise Paused

    monkeypatch.setattr(f"pzc.presolve.{module}.pause", paused)
    with pytest.raises(Paused):
        presolved(model)


def test_flattening_and_loading_can_be_interrupted_in_their_loops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a large board a graph, a loop and an array each take a while."""
    model = Model()
    lines = [model.bool_var(f"x{k}") for k in range(200)]
    calls: list[str] = []

    def counted(module: str) -> None:
        monkeypatch.setattr(f"pzc.{module}.pause", lambda: calls.append(module))

    counted("model.builder")
    counted("model.pieces")
    joined = [(k, (k + 1) % 200, line) for k, line in enumerate(lines)]
    loop = model.query(LOOP, model.graph([True] * 200, joined), ())
    assert calls.count("model.builder") == 200 // 64 + 1 and "model.pieces" in calls
    counted("backends.native.flat.literals")
    counted("backends.native.flatten")
    model.require(loop, Origin(0))
    flat = Flattening(model)
    assert calls.count("backends.native.flat.literals") == 200 // 64 + 1
    assert calls.count("backends.native.flatten") > 200 // 64 + 1
    counted("backends.native.engine.memory")
    Engine(flat.network, flat.variables)
    assert calls.count("backends.native.engine.memory") > 20


def test_presolve_can_be_interrupted_between_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    def paused() -> None:
        raise Paused

    monkeypatch.setattr("pzc.presolve.passes.pause", paused)
    with pytest.raises(Paused):
        presolved(Model())


def test_the_search_for_cliques_can_be_interrupted_where_there_are_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Model()
    calls: list[int] = []
    line = [model.bool_var(f"x{k}") for k in range(2000)]
    for a, b in (*pairwise(line), *zip(line, line[2:], strict=False)):
        model.require(model.not_(model.and_((a, b))), Origin(0))
    monkeypatch.setattr("pzc.presolve.cliques.pause", lambda: calls.append(0))
    assert counted_together(model) is model
    assert len(calls) > 10


@pytest.mark.usefixtures("without_collections")
def test_a_deadline_ends_the_reading_of_demands() -> None:
    model = Model()
    cells = [model.bool_var(f"x{k}") for k in range(500)]
    pairs = [model.or_((a, b)) for a in cells for b in cells if a is not b]
    model.require(model.and_(pairs), Origin(0))
    with pytest.raises(BrokenOff), enforced(moment(-1.0)):
        presolved(model)
    assert model.read is None or not model.read.constraints
