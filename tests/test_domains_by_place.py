"""Layers whose domain depends on the place: a value is one of the domain at its own place."""

from __future__ import annotations

from itertools import product

import pytest
from pzc import Spec
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.plain import plain

TALL = "grid 3 x 1\n"


def spec_of(text: str) -> Spec:
    return Spec.of(Source("my.spec", text))


@pytest.mark.parametrize("values", list(product("123", repeat=3)), ids="".join)
def test_a_given_value_is_one_of_its_place(values: tuple[str, ...]) -> None:
    spec = spec_of(TALL + "given x : 1..c.row at c in cells\nfind y : bool at cells\n")
    puzzle = "x:\n" + "\n".join(values) + "\n"
    if all(int(value) <= row for row, value in enumerate(values, 1)):
        assert spec.count(puzzle) == 8
    else:
        with pytest.raises(PzcError, match="E0320"):
            spec.count(puzzle)


def test_an_unknown_value_is_one_of_its_place() -> None:
    spec = spec_of(
        TALL + 'given x : 1..c.row at some c in cells unknown "?"\nfind y : 1..3 at cells\n'
        'rule "The same": all(y[c] = x[c] for c in cells)\n'
    )
    assert spec.count("x:\n?\n?\n?\n") == 1 * 2 * 3


def test_a_found_value_is_one_that_its_given_layer_has_there() -> None:
    spec = spec_of(
        TALL + 'given x : 1..c.row at some c in cells unknown "?"\nfind y : 1..3 at cells from x\n'
    )
    assert spec.count("x:\n?\n2\n.\n") == 1 * 1 * 3
    assert spec.count("x:\n.\n?\n?\n") == 3 * 2 * 3


def test_members_of_lists_and_pictures_are_those_of_their_place() -> None:
    spec = spec_of(
        "things kind = 1..2\n"
        "given l : list of 1..k at k in kind\n"
        "given p : picture of 1..k at k in kind\n"
        "find y : bool at kind\n"
    )
    pictures = "p:\n1.1\n\n12\n"
    assert spec.count(f"l:\n1 1 1\n2 1 2\n\n{pictures}") == 4
    with pytest.raises(PzcError, match="'l' cannot be 2 at 1"):
        spec.count(f"l:\n1 1 2\n2 1 2\n\n{pictures}")
    with pytest.raises(PzcError, match="'p' cannot be 2 at 1"):
        spec.count("l:\n1 1 1\n2 1 2\n\np:\n121\n\n12\n")


def test_an_open_layer_has_at_each_place_the_values_of_its_own() -> None:
    spec = spec_of(TALL + "given x : 1..c.row at c in cells\nfind y : bool at cells\n")
    grounding = spec.ground("x:\n1\n1\n1\n", open={"x"})
    slot = grounding.slots["x"]
    assert [list(slot.variables[key][1]) for key in slot.keys] == [[1], [1, 2], [1, 2, 3]]


def test_a_layer_may_have_no_place_at_all() -> None:
    spec = spec_of(
        "grid h x w\ngiven x : 1..c.row - 1 at c in cells where c.row > 1\nfind y : bool at cells\n"
    )
    assert spec.count("h: 1\nw: 2\n\nx:\n..\n") == 4


@pytest.mark.parametrize("kind", ["given", "find"])
def test_a_token_has_one_meaning_at_all_places(kind: str) -> None:
    spec = spec_of(TALL + f'{kind} x : c.row..c.row + 1 at c in cells drawn "a b"\n')
    with pytest.raises(PzcError, match="'a' would stand for 1 at one place and for 2 at another"):
        spec.count("x:\na\na\na\n" if kind == "given" else "")


def test_tokens_for_the_same_values_at_all_places_read_back() -> None:
    spec = spec_of(TALL + 'find x : {1, c.row * 0 + 2} at c in cells drawn "a b"\n')
    shown = {plain(solution) for solution in spec.solutions()}
    assert len(shown) == 8
    assert all(spec.verify("", text).holds for text in shown)
