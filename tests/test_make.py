"""Making puzzles: sound, minimal, repeatable."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
import pzc
from making import SMALL, begun, made
from pzc.tasks.answers import assignments
from pzc.tasks.library import example
from pzc.tasks.make import reducing
from pzc.tasks.make.options import Options
from pzc.tasks.make.reducing import count_clues
from pzc.tasks.make.sampling import with_all_clues
from pzc.tasks.make.trivial import falls_at_once, takes_more_than_two


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("backend", ["native", "cnf"])
def test_each_puzzle_has_one_solution(name: str, backend: str) -> None:
    spec, one = pzc.load(name), made(name)
    assert spec.count(one.text, backend=backend, limit=2) == 1
    assert str(spec.solve(one.text)) == one.solution


def without_a_clue(text: str) -> list[str]:
    """The puzzle without each of its clues, where each is one character of a picture."""
    head, _, picture = text.partition("clue:\n")
    clues = [k for k, token in enumerate(picture.split("\n\n")[0]) if token not in ". \n"]
    return [f"{head}clue:\n{picture[:k]}.{picture[k + 1 :]}" for k in clues]


@pytest.mark.parametrize("name", ["sudoku", "slitherlink", "hex_slitherlink"])
def test_no_clue_can_be_spared(name: str) -> None:
    spec, one = pzc.load(name), made(name)
    fewer = without_a_clue(one.text)
    assert len(fewer) == one.clues > 0
    assert [spec.count(text, limit=2) for text in fewer] == [2] * one.clues


def test_clues_stay_whose_removal_is_hard_to_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reducing, "STRAIN", 0)
    monkeypatch.setattr(reducing, "LEAST_WORK", 1)
    _, _, bench, found = begun("symmarea", Options(size=(7, 7)))
    full = with_all_clues(bench, Random(1), found)
    assert full is not None
    groups = [[k] for k in range(len(bench.spots))]
    least, more = (
        count_clues(bench, reducing.reduced(bench, Random(1), full, bench.clue_set(full), removal))
        for removal in (reducing.Removal(groups, strained=s) for s in (True, False))
    )
    assert least < more < len(groups)


@pytest.mark.parametrize("name", SMALL)
def test_a_puzzle_takes_three_steps_and_leaves_something_out(name: str) -> None:
    spec, one = pzc.load(name), made(name)
    assert len(list(islice(spec.explain(one.text), 3))) == 3
    if name not in ("star_battle", "kakuro", "four_cells"):  # all that they print is needed
        places = len(spec.ground(one.text).context.board.cells)
        assert one.clues < places


FULL_BUT_ONE = """\
clue:
.23456789
456789123
789123456
231564897
564897231
897231564
312645978
645978312
978312645
"""


def test_what_falls_in_two_steps_is_no_puzzle() -> None:
    spec = pzc.load("sudoku")
    assert falls_at_once(spec, FULL_BUT_ONE, spec.ground(FULL_BUT_ONE))


@pytest.mark.parametrize("name", ["sudoku", "nurikabe", "heyawake", "hashiwokakero"])
def test_changes_of_the_solution_tell_that_two_steps_do_not_suffice(name: str) -> None:
    spec = pzc.load(name)
    grounding = spec.ground(example(name, 1))
    (solution,) = assignments(grounding, spec.solver(grounding), most=2)
    assert takes_more_than_two(grounding.model, solution)
    all_but_one = {v.index: solution[v.index] for v in grounding.model.variables[1:]}
    assert not takes_more_than_two(grounding.model.with_givens(all_but_one), solution)


def test_exchanged_values_tell_that_two_steps_do_not_suffice_if_all_are_different() -> None:
    spec = pzc.load("hidato")
    grounding = spec.ground(example("hidato", 1), exact=True)
    (solution,) = assignments(grounding, spec.solver(grounding), most=2)
    assert takes_more_than_two(grounding.model, solution)
