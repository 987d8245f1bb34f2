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


@pytest.mark.parametrize("lines", ["row1 2\ncolumn2 ?", "row1 2\nrow2 .\ncolumn2 ?", "2 . . ?"])
def test_lines_of_keys_and_values_may_have_as_many_words_as_there_are_places(lines: str) -> None:
    spec = spec_of(
        'given clue : 1..3 at some rows + columns unknown "?"\n'
        "find x : 1..3 at cells\n"
        'rule "Sums": all(sum(x[line]) = clue[line] for line in clue.known)\n'
        'rule "Any": all(sum(x[line]) <= clue[line] for line in clue)\n'
    )
    assert spec.count(f"{PUZZLE}\nclue:\n{lines}\n") == spec.count(f"{PUZZLE}\nclue: 2 . . ?\n")


@pytest.mark.parametrize(
    "lines", ["1 1\n-\n3", "row1 1 1\nrow2 -\nrow3 3", "row3 3\nrow2 -\nrow1 1 1"]
)
def test_lists_at_rows_are_written_in_order_or_by_name(lines: str) -> None:
    spec = spec_of(
        "given clue : list of 1..3 at rows\nfind x : bool at cells\n"
        'rule "Runs": all([size(p) for p in runs(r, x)] = clue[r] for r in rows)\n'
    )
    puzzle = f"region:\nABC\nABC\nABC\n\nclue:\n{lines}\n"
    assert spec.count(puzzle) == 1


def test_rows_at_rows_are_values_on_a_line_and_keys_on_several() -> None:
    spec = spec_of(
        "given way : rows at rows\nfind x : bool at person\n"
        'rule "Crossed": all(way[way[r]] = r and way[r] != r for r in rows)\n'
    )
    for written in ("row2 row1", "row1 row2\nrow2 row1"):
        assert spec.count(f"{PUZZLE}\nway:\n{written}\n") == 4


def test_a_unit_that_is_found_is_a_key() -> None:
    spec = spec_of(
        "find best : columns at rows\nfind mine : rows at columns\nfind x : 1..2 at columns, rows\n"
        'rule "Back and forth": all(mine[best[r]] = r for r in rows)\n'
        'rule "Crossed": all(x[best[r], r] = 1 for r in rows)\n'
        'rule "Total": sum(x[c, r] for c in columns for r in rows) = 7\n'
    )
    assert spec.count(PUZZLE) == 0  # two of the values are 1
    swaps = spec_of(
        "find best : columns at rows\nfind mine : rows at columns\n"
        'rule "Back and forth": all(mine[best[r]] = r for r in rows)\n'
    )
    assert swaps.count(PUZZLE) == 2


def test_a_group_that_is_found_is_a_key() -> None:
    spec = spec_of(
        "find home : groups(region) at person\nfind total : 0..3 at groups(region)\n"
        'rule "Sizes": all(total[home[p]] = size(home[p]) for p in person)\n'
        'rule "All": {home[p] for p in person} = groups(region)\n'
    )
    assert spec.count(PUZZLE) == 2


@pytest.mark.parametrize(
    "layer", ["given k : 1..2 at some rows", "given k : 1..2 at r in rows where r[1].row = 2"]
)
@pytest.mark.parametrize(
    "rule",
    [
        "all(k[r] != 2 or r[1].row = 2 for r in rows)",
        "count(k[r] + 1 = 3 for r in rows) = 1",
        "size({k[r] for r in rows}) = 1",
        "all(r in k <=> k[r] = 2 for r in rows)",
    ],
)
def test_a_unit_without_a_value_has_no_list_of_values_either(layer: str, rule: str) -> None:
    spec = spec_of(f'{layer}\nfind x : bool at person\nrule "It": {rule}\n')
    values = ". 2" if "some" in layer else "2"
    assert spec.count(f"{PUZZLE}\nk: {values}\n") == 4


def test_a_layer_without_units_has_no_value_at_a_unit() -> None:
    spec = spec_of(
        "find k : 1..2 at r in rows where size(r) > 5\nfind x : bool at person\n"
        'rule "None": all(k[r] + 1 != k[r] for r in rows) and size({k[r] for r in rows}) = 0\n'
    )
    assert spec.count(PUZZLE) == 4


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


@pytest.mark.parametrize("symbols", ['"B"', '"A", "B"'])
def test_a_group_of_a_found_layer_equals_a_row_of_its_places(symbols: str) -> None:
    """It is a list, also where the domain leaves one value."""
    rules = 'rule "It": size(rows + groups(region)) = 1 and all(region[c] = "B" for c in cells)\n'
    spec = f"grid 1 x 3\nfind region : {{{symbols}}} at cells\n{rules}"
    assert Spec.of(Source("groups.spec", spec)).count("") == 1
