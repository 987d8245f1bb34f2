"""Rows, columns and groups as values and as keys of layers: each is one word of a file, which
reads back."""

from __future__ import annotations

from itertools import islice

import pytest
from pzc import Spec
from pzc.dsl.diagnostics import Source
from pzc.render.json import as_json
from pzc.render.plain import plain

HEAD = "grid n x n\nthings person = {ann, bob}\ngiven region : symbol at cells\n"
PUZZLE = "region:\nA B\nA B\n"


def spec_of(text: str) -> Spec:
    return Spec.of(Source("my.spec", HEAD + text))


@pytest.mark.parametrize("places", ["cells", "person", "columns", "some cells", "person, rows"])
@pytest.mark.parametrize(
    "domain", ["rows", "columns", "groups(region)", "diagonals", "blocks(1, 2)", "rows + columns"]
)
def test_a_solution_reads_back(domain: str, places: str) -> None:
    spec = spec_of(f"find x : {domain} at {places}\n")
    shown = [plain(s) for s in islice(spec.solutions(PUZZLE), 8)]
    assert len(set(shown)) == len(shown)
    assert all(spec.verify(PUZZLE, text).holds for text in shown)


def test_a_puzzle_names_them_as_it_names_places() -> None:
    spec = spec_of(
        "given start : rows at some person\n"
        "given seen  : list of columns at person\n"
        "given home  : groups(region) at person\n"
        "find  way   : rows at person\n"
        'rule "From the start, along what was seen, to the home":\n'
        "    for p in start: way[p] = start[p]\n"
        "    for p in person: size(home[p] & seen[p][1]) = 2 and size(seen[p]) < 3\n"
    )
    puzzle = PUZZLE + (
        "\nstart:\nann row2\n\nseen:\nann column2 column1\nbob column1\n\nhome:\nann B\nbob A\n"
    )
    assert spec.count(puzzle) == 2


def test_a_value_has_the_same_name_as_a_key_in_json() -> None:
    solution = spec_of("find x : rows at columns\n").solve(PUZZLE)
    assert solution is not None
    (layer,) = as_json(solution)["answer"]
    assert set(layer["values"]) == {"column1", "column2"}
    assert set(layer["values"].values()) <= {"row1", "row2"}


TWO = "given other : symbol at cells\n"
TWICE = PUZZLE + "\nother:\nA C\nA A\n"


def test_groups_of_two_layers_with_one_value_have_different_names() -> None:
    spec = spec_of(TWO + "find x : 1..2 at groups(region) + groups(other)\n")
    solution = spec.solve(TWICE)
    assert solution is not None
    (layer,) = as_json(solution)["answer"]
    assert set(layer["values"]) == {"regionA", "B", "otherA", "C"}
    assert spec.verify(TWICE, plain(solution)).holds


def test_groups_of_two_layers_are_different_values() -> None:
    spec = spec_of(TWO + "find x : (groups(region) if p = ann else groups(other)) at p in person\n")
    shown = {plain(s) for s in spec.solutions(TWICE)}
    assert "x:\nann regionA\nbob otherA\n" in shown
    assert len(shown) == 4
    assert all(spec.verify(TWICE, text).holds for text in shown)
