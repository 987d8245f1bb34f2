"""Puzzles of one family are solved on an open model; the answers are those of each puzzle alone."""

from __future__ import annotations

import gc
import json
from functools import cache

import pytest
import pzc
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends.base import TURN_OVER
from pzc.backends.native.solver import Assignment
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.json import as_json
from pzc.tasks import open_models
from pzc.tasks.answered import Wanted
from pzc.tasks.answers import search
from pzc.tasks.batch import Batch
from pzc.tasks.files import bundled
from pzc.tasks.open_models import Family, can_open
from pzc.tasks.puzzles import Puzzle
from pzc.tasks.spec import Spec
from test_specs import examples

# A layer of each kind: one with a value everywhere, one with blanks, one that only fixes found
# values, and one that must be closed, since places depend on it.
SPEC = """\
puzzle "Regions"
param stars : 1..2 = 1
grid n x n
given region : symbol at cells
given clue : 0..3 at some cells
given hole : bool at some cells drawn ". #"
given known : bool at some cells drawn ". *"
find star : bool at cells - hole from known drawn ". *"
rule "Every region has {stars} stars":
    for unit in groups(region): count(star[c] for c in unit if c in cells - hole) = stars
rule "A clue is the number of stars around":
    for c in clue: count(star[d] for d in touching(c) if d in cells - hole) = clue[c]
"""
REGION = "region:\nABB\nAAB\nCCC\n"


class Alone(Spec):
    """A spec whose puzzles share no open model."""

    def open_models(self, backend: str) -> None:
        return None


SOURCE = Source("regions.spec", SPEC)


def regions() -> Spec:
    return Spec.of(SOURCE)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build the open model of a family after its first puzzle, however large it is."""
    monkeypatch.setattr(open_models, "FIRST_TRY", 1)
    monkeypatch.setattr(open_models, "WORTH", 0)
    monkeypatch.setattr(Family, "largest", lambda family: 1000)


def families(spec: Spec) -> list[Family]:
    models = spec.open_models("auto")
    assert models is not None
    return list(models._families.values())


def drawn(spec: Spec, puzzle: str, limit: int = 3) -> list[tuple[str, str, str]]:
    """Each solution as text, JSON and a picture."""
    found = spec.solutions(puzzle, limit=limit)
    return [(str(one), json.dumps(as_json(one)), one.svg()) for one in found]


def is_known(spec: Spec, puzzle: str) -> bool:
    """Whether an open model answers a puzzle."""
    spec.prepare("auto")
    return search(spec, puzzle).solver is None


NONE, ONE, THREE, MANY = (
    REGION + f"clue:\n{rows}\n"
    for rows in ("3..\n.0.\n...", "1..\n...\n2.1", "2..\n.3.\n...", "...\n...\n...")
)
HOLE = REGION + "hole:\n..#\n...\n...\n"


@pytest.mark.parametrize("puzzle", [NONE, ONE, THREE, MANY, ONE + "known:\n...\n...\n..*\n"])
def test_the_answers_are_those_of_each_puzzle_alone(puzzle: str, eager: None) -> None:
    spec, alone = regions(), Alone.of(SOURCE)
    solutions = drawn(alone, puzzle, 9)
    assert spec.count(REGION) == 27
    for _ in range(2):
        assert drawn(spec, puzzle, 9) == solutions
        assert spec.count(puzzle) == alone.count(puzzle)
        assert str(spec.solve(puzzle)) == str(alone.solve(puzzle))
    assert is_known(spec, puzzle) == (len(solutions) < 2)
    assert len(families(spec)) == 1


def test_what_must_be_closed_makes_another_family(eager: None) -> None:
    spec = regions()
    for puzzle in (ONE, HOLE, ONE, HOLE + "stars: 2\n"):
        spec.count(puzzle)
    assert len(families(spec)) == 3
    assert is_known(spec, ONE)


def test_a_model_has_the_symbols_that_were_seen(eager: None) -> None:
    """Another one asks for another model, which has all of them, also those that it does not
    show."""
    spec, alone = regions(), Alone.of(SOURCE)
    other = ONE.replace("C", "D")
    for puzzle in (ONE, other, ONE, other, other, ONE.replace("C", "A"), other):
        assert drawn(spec, puzzle) == drawn(alone, puzzle)
    (family,) = families(spec)
    assert is_known(spec, ONE) and is_known(spec, other)
    assert not family.model.takes(spec.read(ONE.replace("C", "E")))


def test_an_unknown_value_is_no_clue_to_enter(eager: None) -> None:
    spec = Spec.of(
        Source(
            "regions.spec",
            SPEC.replace("clue : 0..3 at some cells", 'clue : 0..3 at some cells unknown "?"'),
        )
    )
    assert spec.count(ONE.replace("2", "?")) == spec.count(ONE.replace("2", "?")) > 0
    assert not families(spec)


def test_mistakes_in_a_puzzle_are_reported_for_each(eager: None) -> None:
    spec, alone = regions(), Alone.of(SOURCE)
    wrong = (ONE.replace("2", "7"), HOLE + "known:\n..*\n...\n...\n", "region:\nAB\nA\n")
    for puzzle in (ONE, HOLE, HOLE, *wrong, *wrong):
        reported = []
        for one in (spec, alone):
            try:
                one.count(puzzle)
            except PzcError as error:
                reported.append(str(error))
        assert len(reported) in (0, 2)
        assert len(set(reported)) == (puzzle in wrong)


def test_an_open_model_waits_for_puzzles_enough() -> None:
    spec = pzc.load("star_battle")
    for made in spec.generate(size=(5, 5), params={"stars": 1}, count=70, seed=3):
        assert spec.count(made.text) == 1
    (family,) = families(spec)
    assert family.model is not None
    assert open_models.FIRST_TRY <= family.puzzles < 60
    assert is_known(spec, made.text)


def test_a_family_waits_for_an_open_model_that_costs_little_beside_its_puzzles() -> None:
    family = Family(nodes=100)
    due = []
    for family.puzzles in range(1, 1000):
        if family.is_due():
            due.append((family.puzzles, family.largest()))
            family.next_try = open_models.MORE_TRIES * family.puzzles
            family.too_large = family.largest()
    assert due == [(3, 3), (9, 9), (100, 10), (300, 30), (900, 90)]


def test_no_open_model_is_built_where_building_is_the_smaller_part_of_the_work() -> None:
    nodes = 100
    for work, due in ((open_models.BUILD_NODE * nodes, True), (10**9, False)):
        assert Family(puzzles=3, nodes=nodes, work=work).is_due() == due


@pytest.mark.parametrize("halves", range(5, 9))
def test_an_open_model_that_becomes_too_large_is_none(
    eager: None, monkeypatch: pytest.MonkeyPatch, halves: int
) -> None:
    """Grounding, presolve or loading may be what makes it so."""
    monkeypatch.setattr(open_models, "BUILD_MODEL", 0)
    monkeypatch.setattr(Family, "most_nodes", lambda f: halves * f.nodes // f.puzzles // 2)
    spec = pzc.load("masyu")
    puzzle = min(examples("masyu"), key=lambda path: path.stat().st_size).read_text()
    assert [spec.count(puzzle) for _ in range(3)] == [1, 1, 1]
    (family,) = families(spec)
    assert family.model is not None or halves < 8


def test_what_takes_long_on_an_open_model_is_left_to_one_of_its_own(
    eager: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = regions()
    spec.count(ONE)
    assert is_known(spec, ONE)
    (family,) = families(spec)
    assert family.model is not None
    solver = family.model._solver

    def slow(*_: object) -> tuple[list[Assignment], str]:
        solver.work += 10**9
        return [], TURN_OVER

    monkeypatch.setattr(solver, "go_on", slow)
    assert spec.count(ONE) == 1
    puzzles_before = family.puzzles
    for _ in range(5):
        assert spec.count(ONE) == 1
    assert family.puzzles == puzzles_before + 5  # each on a model of its own


def test_an_open_model_outlives_the_boards_of_other_sizes(
    eager: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its places are those of its board, of which only the last sizes would be kept."""
    monkeypatch.setattr(open_models, "MOST_OPEN", 100)  # the other sizes may open, too
    text = "grid h x w\ngiven clue : 0..4 at some cells\nfind line : bool at links\n"
    rule = "for c in clue: size(line(c)) = clue[c]\n    loop(line)\n    size(line) > 0"
    spec = Spec.of(Source("loop.spec", f'{text}rule "It":\n    {rule}\n'))
    small = "clue:\n2.\n..\n"
    assert spec.count(small) == 1
    assert is_known(spec, small)
    for width in range(3, 25):
        assert spec.solve(f"clue:\n{'2' * width}\n{'2' * width}\n") is not None
    gc.collect()
    assert is_known(spec, small)
    assert spec.count(small) == 1


def test_a_batch_is_answered_alike(eager: None) -> None:
    spec, alone = regions(), Alone.of(SOURCE)
    for form in ("plain", "json"):
        puzzles = [Puzzle("p", k, text) for k, text in enumerate([NONE, ONE, THREE, MANY] * 2, 1)]
        wanted = Wanted("auto", limit=5, form=form)
        found = [one.text for one in Batch(spec, wanted).answers(puzzles)]
        fresh = [next(iter(Batch(alone, wanted).answers([one]))).text for one in puzzles]
        assert found == fresh
        assert is_known(spec, ONE)


@pytest.mark.parametrize("name", bundled())
def test_open_models_of_all_specs(name: str, eager: None) -> None:
    spec = pzc.load(name)
    if not can_open(spec.program):
        assert spec.open_models("auto") is None
        return
    puzzle = min(examples(name), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
    solutions = drawn(Alone.of(spec.source), puzzle)
    for _ in range(3):
        assert drawn(spec, puzzle) == solutions


# Examples of genres with regions, clues on cells, beside lines and at corners, walls of bools,
# pieces and loops.
MUTATED = (
    "creek",
    "easy_as_abc",
    "heyawake",
    "jigsaw_sudoku",
    "kakurasu",
    "masyu",
    "nanameguri",
    "nawabari",
    "nurikabe",
    "slitherlink",
    "star_battle",
    "suguru",
)


@cache
def shared(name: str) -> tuple[Spec, Spec, str]:
    """A spec that is kept for all examples, the same without open models, and a puzzle."""
    puzzle = min(examples(name), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
    return pzc.load(name), Alone.of(pzc.load(name).source), puzzle


def outcome(spec: Spec, puzzle: str) -> list[str]:
    """Up to three solutions, or the mistakes."""
    try:
        return [str(one) for one in spec.solutions(puzzle, limit=3)]
    except PzcError as error:
        return [str(error)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(MUTATED), st.lists(st.tuples(st.integers(0), st.integers(0)), max_size=6))
def test_mutated_puzzles_have_the_answers_of_each_alone(
    eager: None, name: str, changes: list[tuple[int, int]]
) -> None:
    """Tokens of an example are replaced by others of its lines of the same length."""
    spec, alone, puzzle = shared(name)
    lines = puzzle.splitlines()
    pictured = [k for k, line in enumerate(lines) if len(line) > 2 and ":" not in line]
    for where, what in changes:
        k = pictured[where % len(pictured)]
        at = where // len(pictured) % len(lines[k])
        other = lines[pictured[what % len(pictured)]]
        token = other[what // len(pictured) % len(other)]
        lines[k] = lines[k][:at] + token + lines[k][at + 1 :]
    changed = "\n".join(lines) + "\n"
    assert outcome(spec, changed) == outcome(alone, changed)


@pytest.mark.usefixtures("eager")
def test_a_puzzle_with_an_excluded_value_says_nothing_about_the_next() -> None:
    rules = 'rule "Different": for r in groups(room): all_different(number[r])\n'
    rules += 'rule "Few": for c in cells: number[c] <= 2\n'
    head = "grid h x w\ngiven room : symbol at cells\ngiven clue : 1..400 at some cells\n"
    text = f"{head}find number : 1..400 at cells from clue\n{rules}"
    spec = Spec.of(Source("numbers.spec", text))
    for clues, solutions in ((". 300 . .", 0), ("1 . . .", 2), (". 300 . .", 0), ("2 . . 1", 1)):
        assert spec.count(f"room:\nAABB\nclue:\n{clues}\n") == solutions
    assert families(spec)[0].model is not None
