"""Values that are printed as unknown: in lists, in pictures of several layers, of symbols."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import pzc
from pzc.dsl.diagnostics import PzcError

RUNS = """
grid  h x w
given lengths  : list of 1..w at rows unknown "?"
find  black : bool at cells drawn ". #"
rule "Runs":
    for r in rows: [size(s) for s in runs(r, black)] = lengths[r]
"""

COUNTS = """
grid    h x w
given   wall : bool at some cells drawn ". #"
given   clue : 0..4 at some cells unknown "?"
picture "{clue}{wall}"
find    lamp : bool at cells - wall - clue drawn ". o"
rule "Counted":
    for c in clue: count(lamp[adjacent(c)]) = clue[c]
"""

LETTERS = """
grid  h x w
given letter : symbol at some cells unknown "?"
find  line   : bool at links
let   part = areas(cells, line)
rule "Joined":
    for a, b in pairs(letter): letter[a] = letter[b] <=> part[a] = part[b]
rule "Only where letters are":
    for l in line: all(c in letter for c in cells(l))
"""

Load = Callable[[str], pzc.Spec]


@pytest.fixture(name="load")
def _load(tmp_path_factory: pytest.TempPathFactory) -> Load:
    def load(text: str) -> pzc.Spec:
        path = tmp_path_factory.mktemp("spec") / "one.spec"
        path.write_text(text)
        return pzc.load(str(path))

    return load


def test_members_of_lists_are_unknown(load: Load) -> None:
    runs = load(RUNS)
    assert runs.count("h: 1\nw: 4\nlengths: ? 1") == 4  # 1 1 in three ways, and 2 1 in one
    assert runs.count("h: 1\nw: 4\nlengths: 2 ?") == 1
    assert runs.count("h: 1\nw: 3\nlengths: ?") == 6


def test_unknown_members_are_drawn_and_verified(load: Load) -> None:
    runs = load(RUNS)
    puzzle = "h: 1\nw: 3\nlengths: ? 1"
    solution = runs.solve(puzzle)
    assert str(solution) == "#.#"
    assert solution.givens[0].table == dict.fromkeys(solution.givens[0].table, (1, 1))
    assert runs.verify(puzzle, "#.#").holds
    assert not runs.verify(puzzle, "##.").holds


def test_a_picture_of_several_layers_shows_unknown_values(load: Load) -> None:
    counts = load(COUNTS)
    assert counts.count("?.\n.#") == 4
    assert counts.count("2.\n.?") == 1


def test_an_unknown_symbol_is_one_of_those_shown(load: Load) -> None:
    letters = load(LETTERS)
    assert letters.count("A?B") == 2
    assert letters.count("A?A") == 1


def test_an_unknown_symbol_among_none_is_refused(load: Load) -> None:
    with pytest.raises(pzc.PzcError, match="'letter' shows none"):
        load(LETTERS).solve("?.?")


def test_what_a_picture_needs_is_lengths_once(load: Load) -> None:
    """Layers of one picture are read together, so none is read if one of them cannot be."""
    spec = load(
        """
        grid    h x w
        things  thing = given
        given   clue : thing at some cells
        given   wall : bool at some cells drawn ". #"
        picture "{clue}{wall}"
        find    x : bool at cells
        """.replace("\n        ", "\n")
    )
    with pytest.raises(pzc.PzcError) as caught:
        spec.solve("A.\n.#")
    assert [d.code for d in caught.value.diagnostics] == ["E0307"]


def test_in_a_combined_picture_a_layer_leaves_the_tokens_that_others_need(load: Load) -> None:
    spec = load("""\
grid h x w
given clue : 0..3 at some cells
given mark : {white, black} at some cells drawn "W B"
given wall : bool at cells drawn "- !"
picture "{clue}{mark}{wall}"
find  star : bool at cells
rule "Walls hold stars, and so do black cells":
    for c in cells: star[c] <=> wall[c] or mark[c] = black
    for c in clue: count(star[adjacent(c)]) = clue[c]
""")
    found = spec.solutions("2- B-\n! 2B-\n")  # a dash is also a blank of the other layers
    assert [str(solution) for solution in found] == [".#\n##"]
    with pytest.raises(PzcError, match="'2' is not of the form"):
        spec.count("2 B-\n! 2B-\n")
