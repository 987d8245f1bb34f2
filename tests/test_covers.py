"""Puzzles of all-different constraints alone, from text to text: as the engine answers them."""

from __future__ import annotations

import json
from importlib import import_module
from random import Random

import pytest
import uncompiled
from pzc.backends import load
from pzc.backends.native.engine import covers
from pzc.backends.native.exclusions import exclusions
from pzc.backends.native.flatten import Flattening
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.tasks.answered import Answered, Status, Wanted
from pzc.tasks.batch import Batch
from pzc.tasks.lines import Lines
from pzc.tasks.puzzles import Puzzle
from pzc.tasks.spec import Spec
from pzc.tasks.spec import load as spec_named

uncompiled.load()
PLAIN = import_module(f"{uncompiled.PACKAGE}.covers")
KINDS = {"installed": covers, "uncompiled": PLAIN}

either = pytest.mark.parametrize("kind", KINDS)

GRID = """\
grid {height} x {width}
given clue : 1..{values} at some cells
find digit : 1..{values} at cells from clue
rule "Lines":
    for line in rows + columns: all_different(digit[line])
"""
DIAGONALS = """\
rule "Diagonals":
    for line in diagonals: all_different(digit[line])
"""
KNIGHTS = """\
rule "Knights":
    for a, b in knight: digit[a] != digit[b]
"""


def spec_of(height: int, width: int, values: int, more: str = "") -> Spec:
    text = GRID.format(height=height, width=width, values=values) + more
    return Spec.of(Source("grid.spec", text))


def model_of(height: int, width: int, values: int, more: str = "") -> Model:
    blank = "\n".join(["." * width] * height)
    return spec_of(height, width, values, more).ground(blank).model


# Squares with a need for all values; lines that need not have all; with diagonals, and with pairs;
# more than 64 variables, in units that lie in two words; one line. With the share of cells that
# have a given, from which some puzzles have one solution and some have several.
MODELS = {
    "latin": (model_of(4, 4, 4), 0.4),
    "loose": (model_of(3, 4, 5), 0.9),
    "columns": (model_of(3, 4, 4), 0.6),
    "diagonals": (model_of(5, 5, 5, DIAGONALS), 0.4),
    "knights": (model_of(4, 4, 5, KNIGHTS), 0.5),
    "large": (model_of(8, 9, 9), 0.75),
    "row": (model_of(1, 6, 6), 0.8),
}


def full(model: Model, random: Random, at_random: int) -> list[int]:
    """A solution, after some values at random."""
    givens: dict[int, int] = {}
    solver = load("native", model)
    found = None
    for index in random.sample(range(len(model.variables)), at_random):
        tried = {**givens, index: random.randint(1, 3)}
        solver.reset(model.with_givens(tried))
        assignment = solver.solve().assignment
        if assignment is not None:
            givens, found = tried, assignment
    assert found is not None
    return list(found)


def asked(module, model: Model) -> covers.Covers:
    flat = Flattening(model)
    excluded = exclusions(flat.network, flat.variables)
    assert excluded is not None
    found = module.Covers(*excluded)
    size = len(model.variables)
    found.read(size)
    found.define(".", [(-1, 0)] * size)
    for digit in range(1, 10):
        found.define(str(digit), [(k, digit) for k in range(size)])
    found.write("." * size, list(range(size)), {k: str(k) for k in range(10)})
    return found


@either
@pytest.mark.parametrize("name", MODELS)
def test_it_finds_what_the_engine_finds(kind: str, name: str) -> None:
    random = Random(name)
    model, share = MODELS[name]
    exact, solver = asked(KINDS[kind], model), load("native", model)
    size = len(model.variables)
    seen: set[int] = set()
    for _ in range(12 if kind == "uncompiled" else 150):
        values = full(model, random, 3)
        some = {k: v for k, v in enumerate(values) if random.random() < share}
        if random.random() < 0.3:
            some[random.randrange(size)] = random.randint(1, 4)
        solver.reset(model.with_givens(some))
        expected = list(solver.enumerate(most=2))
        seen.add(len(expected))
        found = exact.only("".join(str(some.get(k, ".")) for k in range(size)))
        if len(expected) == 2:
            assert found is None
        else:
            assert found == "".join(map(str, expected[0] if expected else ()))
    assert len(seen) > 1


@either
def test_what_it_is_not_sure_of_is_left_to_others(kind: str) -> None:
    exact = asked(KINDS[kind], MODELS["latin"][0])
    right = "1234341221434321"
    assert exact.only(right) == right
    exact.define("x", [(-1, 0)] * 8 + [(-2, 0)] * 8)
    exact.define("7", [(k, 7) for k in range(16)])  # no value of these
    assert exact.only("x" + right[1:]) == right
    for text in (right[:-1] + "x", right[:-1] + "7", right[:-1], right + ".", right[:-1] + "é"):
        assert exact.only(text) is None
    assert exact.only(right[:-1] + "?") is None  # never defined


def test_a_long_search_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(PLAIN, "MOST_DECISIONS", 1)
    exact = asked(PLAIN, MODELS["latin"][0])
    right = "1234341221434321"
    assert exact.only("." * 16) is None
    assert exact.only(right) == right


def test_other_constraints_are_left_to_the_engine() -> None:
    rules = {
        "sum": "for a, b in knight: digit[a] + digit[b] > 3",
        "order": "for a, b in knight: digit[a] <= digit[b]",
        "condition": "for a, b in knight: digit[a] = 1 or digit[b] != 2",
    }
    for more in rules.values():
        model = model_of(4, 4, 4, f'rule "More":\n    {more}\n')
        assert exclusions(Flattening(model).network, Flattening(model).variables) is None


def test_a_puzzle_without_variables_is_left_to_the_engine() -> None:
    assert load("native", Model()).exclusions() is None


@pytest.mark.parametrize("backend", ["auto", "native"])
@pytest.mark.parametrize("unique", [True, False])
def test_a_batch_answers_as_puzzles_alone(backend: str, unique: bool, monkeypatch) -> None:
    """On a line or on several, with one solution, several or none, with mistakes between them."""
    random = Random(3)
    spec = spec_named("latin_square")
    solution = "123454512334512512342345145123"[:25]
    taken: list[str | None] = []
    at_once = Lines.answers

    def noted(self: Lines, puzzles: list[Puzzle]) -> list[Answered | None]:
        found = at_once(self, puzzles)
        taken.extend(None if answer is None else answer.status for answer in found)
        return found

    monkeypatch.setattr(Lines, "answers", noted)
    wanted = Wanted(backend, limit=2 if unique else 1, unique=unique)
    batch = Batch(spec, wanted)
    for number in range(120):
        cells = [c if random.random() < 0.6 else random.choice(".0") for c in solution]
        if random.random() < 0.3:
            cells[random.randrange(25)] = random.choice("12345")
        if random.random() < 0.1:
            cells[random.randrange(25)] = random.choice("6x?:é")
        between = random.choice(["", "", "\n"])
        rows = ["".join(cells[k : k + 5]) for k in range(0, 25, 5)]
        puzzle = Puzzle('a "b".txt', number, between.join(rows))
        (answer,) = batch.answers([puzzle])
        assert [answer] == Batch(spec, wanted).answers([puzzle])
        assert json.loads(answer.text)["line"] == number
    assert taken.count(Status.NO_SOLUTION) > 10 and taken.count(None) > 10
    assert taken.count(wanted.status(1)) > 50
