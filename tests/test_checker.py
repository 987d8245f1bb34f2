"""The checker: what it accepts, what it makes of names, and types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checked_specs import BOARD, read, type_of
from pzc.dsl import foreign
from pzc.dsl.builtins import BUILTINS
from pzc.dsl.checker import check
from pzc.dsl.diagnostics import Source
from pzc.dsl.parser import parse_spec
from pzc.dsl.types import (
    BOOL,
    BORDER,
    CELL,
    INT,
    LINK,
    Enum,
    Layer,
    List,
    Set,
    Type,
    Unit,
    agree,
    join,
    show,
)

SHARED = Path(__file__).parents[2] / "shared" / "design" / "specs"

# ---- what is accepted ----------------------------------------------------------------------------

NOW = (
    "fillomino",
    "gokigen",
    "hinomaru",
    "jealous_husbands",
    "kakuro",
    "killer_sudoku",
    "masyu",
    "nonogram",
    "nurikabe",
    "shikaku",
    "skyscrapers",
    "slitherlink",
    "star_battle",
    "str8ts",
    "sudoku",
)


def shared_spec(name: str) -> str:
    if not SHARED.is_dir():
        pytest.skip(f"no {SHARED}")
    text = (SHARED / f"{name}.spec").read_text()
    if "use sudoku" in text:
        text = text.replace("use sudoku", (SHARED / "sudoku.spec").read_text().split("\n", 2)[2])
    return text


@pytest.mark.parametrize("name", NOW)
def test_specs_of_the_design_check(name: str) -> None:
    assert read(shared_spec(name)).names


TYPES: dict[str, Type] = {
    "digit": Layer((CELL,), INT),
    "[digit[r] for r in rows]": List(List(INT)),
    "rows + columns": Set(Unit(CELL)),
    "rows": Set(Unit(CELL, "row")),
    "not wall": Layer((CELL,), BOOL, lifted=True),
    "digit = 3": Layer((CELL,), BOOL, lifted=True),
    "digit + 1": Layer((CELL,), INT, lifted=True),
    "pearl = black": Layer((CELL,), BOOL, some=True, lifted=True),
    "wall and star": Layer((CELL,), BOOL, lifted=True),
    "wall + star": Set(CELL),
    "cells - clue": Set(CELL),
    "count(star)": INT,
    "count(digit[cells] = 3)": INT,
    "count(pearl[cells] = black)": INT,
    "any(digit[cells] in {1, 2})": BOOL,
    "size(clue & cells)": INT,
    "max(1, 2, 3)": INT,
    "max(digit)": INT,
    "1..k": Set(INT),
    "[c.up for c in cells]": List(CELL),
    "{[a, b] for a, b in adjacent}": Set(List(CELL, 2)),
    "[[c.row, c.column] for c in cells]": List(List(INT, 2)),
    "adjacent": Layer((CELL, CELL), BOOL, relation=True),
    "[adjacent(c) for c in cells]": List(Set(CELL)),
    "[adjacent(a, b) for a, b in touching]": List(BOOL),
    "[size(line(c)) for c in cells]": List(INT),
    "[line[a, b] for a, b in adjacent]": List(BOOL),
    "[wallpaper[a, b] for a, b in adjacent]": List(BOOL),
    "[rows(c) for c in cells]": List(Set(Unit(CELL, "row"))),
    "groups(region)": Set(Unit(CELL, "group")),
    "runs(not wall)": Set(Unit(CELL, "run")),
    "[runs(r, star) for r in rows]": List(List(Unit(CELL, "run"))),
    "[s.line for s in sides(top)]": List(List(CELL)),
    "[across[r][1] for r in rows]": List(INT),
    "[s.line & clue for s in sides]": List(Set(CELL)),
    "{[a, b] for a, b in adjacent}(pos[1])": Set(CELL),
    "wife[tile, 1]": List(Enum(("left", "right"), "bank")),
    "digit + clue": Layer((CELL,), INT, some=True, lifted=True),
    "digit * clue": Layer((CELL,), INT, some=True, lifted=True),
    "all_different(digit[cells])": BOOL,
    "all_different(boat[1], boat[2], boat[3])": BOOL,
    "abs([1, 2 - 3])": List(INT),
    "[runs(r, line) for r in rows]": List(List(Unit(CELL, "run"))),
    "[segments(r) for r in rows]": List(List(LINK)),
    "outline(spot)": Layer((BORDER,), BOOL),
    "1 < digit < 3": Layer((CELL,), BOOL, lifted=True),
    "count(1 < digit[cells] < 3)": INT,
    "[reversed(digit[r]) for r in rows]": List(List(INT)),
    "[reversed(r) for r in rows]": List(List(CELL)),
    "[before(c, r) for r in rows for c in r]": List(List(CELL)),
    "[spot[t][c] for t in tile for c in spot[t]]": List(Enum(("white", "red"))),
    "pos[1]": CELL,
    "step(pos[1], way[2])": CELL,
    "step(pos[1], up)": CELL,
    "[face[t][1][1, 2] for t in tile]": List(Enum(("white", "red"))),
    "[digits(digit[r]) for r in rows]": List(INT),
    '[matches(digit[r], "1?3") for r in rows]': List(BOOL),
    "[bag(digit[r]) = bag(digit[c]) for r in rows for c in columns]": List(BOOL),
    "1 if boat[1] = left else 2": INT,
    "{wife[t, d] for t in tile for d in day}": Set(Enum(("left", "right"), "bank")),
    "all(c in spot[t] for t in tile for c in cells)": BOOL,
    "kinds(region)": INT,
    "1 <= size(cells) <= 9": BOOL,
}


@pytest.mark.parametrize("expression", TYPES)
def test_types(expression: str) -> None:
    assert type_of(expression) == TYPES[expression]


def test_found_and_given_are_distinguished() -> None:
    ctx = read(
        f"{BOARD}let a = size(clue)\nlet b = size(star)\n"
        "define f(x) = x + 1\nlet c = f(k)\nlet d = f(b)\n"
    )
    found = {name for name, declared in ctx.names.items() if declared.fact.found}
    assert {"b", "d", "digit", "spot"} <= found
    assert not {"a", "c", "clue", "k", "h"} & found


# ---- symbols -------------------------------------------------------------------------------------


def symbols(rule: str, before: str = "") -> list[str]:
    """The names of a rule that were read as symbols, in order."""
    ctx = read(f'{BOARD}{before}rule "it":\n    {rule}\n')
    last = len(BOARD.splitlines()) + len(before.splitlines()) + 1
    found = [name for name in ctx.symbols if name.span.line >= last]
    return [n.id for n in sorted(found, key=lambda n: n.span.column)]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("for c in pearl: pearl[c] = black", ["black"]),
        ("for c in pearl: black = pearl[c]", ["black"]),
        ("for d in day: boat[d] = left", ["left"]),
        ("for d in day: left = boat[d]", ["left"]),
        ("for d in day: way[d] = left", []),
        ("for c in cells: line[c, c.left]", []),
        ("for d in day: boat[d] in {left, right}", ["left", "right"]),
        ("for d in day: boat[d] in {left} + {right}", ["left", "right"]),
        ("for d in day: way[d] in {left, right}", []),
        (
            "[boat[d] for d in day] = [left, left, right, left, left]",
            ["left"] * 2 + ["right"] + ["left"] * 2,
        ),
        ("for d in day: boat[d] = (left if d = 1 else right)", ["left", "right"]),
        ("for d in day: (left if d = 1 else right) = boat[d]", ["left", "right"]),
        ("for b in bank if b != left: count(boat[d] = b for d in day) = 1", ["left"]),
        ("for b in bank if left != b: count(boat[d] = b for d in day) = 1", ["left"]),
        ("count(boat = left) = 2", ["left"]),
        ("bag(boat[day]) = bag([left, right])", ["left", "right"]),
        ("bag([left, right]) = bag(boat[day])", ["left", "right"]),
        ("all_different([left, boat[1]])", ["left"]),
        ("kinds({left, boat[1], right}) = 1", ["left", "right"]),
        ("count(pearl[cells] = black) = 2", ["black"]),
        ("for a, b in adjacent: pearl[a] = black => pearl[b] != black", ["black", "black"]),
        ("for d in day: step(pos[d], left) in cells", []),
        ("for s in sides(left): size(s.line) = 3", ["left"]),
        ("for t in tile: spot[t] in placements(face[t], turned, flipped)", ["turned", "flipped"]),
        (
            "count(all(b = left for d in day if boat[d] = right) for b in bank) = 1",
            ["left", "right"],
        ),
    ],
)
def test_a_symbol_wins_where_its_domain_is_expected(rule: str, expected: list[str]) -> None:
    assert symbols(rule) == expected


def test_symbols_as_arguments_of_a_define() -> None:
    on = "define on(d, b) = boat[d] = b\n"
    assert symbols("for d in day: on(d, left)", on) == ["left"]
    to = "define to(d, b) = way[d] = b\n"
    assert symbols("for d in day: to(d, left)", to) == []
    key = "define size_of(b) = count(boat[d] = b for d in day)\n"
    assert symbols("size_of(right) = 3", key) == ["right"]


def test_a_symbol_may_have_the_name_of_a_function_where_no_domain_is_known() -> None:
    ctx = read(
        "grid 1 x 3\nfind arrow : {straight, bent} at cells\n"
        "define ahead(c) = arrow[c] = straight\ndefine as_is(way) = way\n"
        'rule "it":\n    for c in cells: ahead(c) and arrow[c] = as_is(straight)\n'
        "    straight(c.column for c in arrow if arrow[c] = bent)\n"
    )
    found = sorted((n.id, n.span.line) for n in ctx.symbols if n.span.line > 2)
    assert found == [("bent", 7), ("straight", 3), ("straight", 6)]


def test_symbols_as_branches_in_a_define() -> None:
    hue = "define hue(c) = black if c.row = 1 else white if c.row = 2 else black"
    ctx = read(f'{BOARD}{hue}\nrule "it":\n    for c in pearl: pearl[c] = hue(c)\n')
    line = len(BOARD.splitlines()) + 1
    found = sorted(n.id for n in ctx.symbols if n.span.line == line)
    assert found == ["black", "black", "white"]
    other = "define other(d, b) = b if d = 1 else left\n"
    assert symbols("for d in day: boat[d] = other(d, boat[1])", other) == []


def test_symbols_as_keys_defaults_and_parts_of_domains() -> None:
    ctx = read(
        "things colour = {red, green}\nparam first : colour = red\n"
        "find boat : {left, right} at colour\n"
        'rule "keys": boat[red] = left and boat[first] = right\n'
    )
    assert sorted(n.id for n in ctx.symbols) == [
        *("green", "left", "left", "red", "red", "red", "right", "right")
    ]


# ---- types ---------------------------------------------------------------------------------------

SAMPLES = [
    BOOL,
    INT,
    CELL,
    Enum(("red", "green")),
    Enum(None, "tile"),
    Unit(CELL, "row"),
    Unit(CELL),
    List(INT),
    List(INT, 3),
    Set(CELL),
    Layer((CELL,), INT),
]


@pytest.mark.parametrize("a", SAMPLES)
@pytest.mark.parametrize("b", SAMPLES)
def test_types_agree_both_ways_and_join_to_what_both_agree_with(a: Type, b: Type) -> None:
    assert agree(a, b) == agree(b, a)
    both = join(a, b)
    if agree(a, b):
        assert both is not None and agree(both, a) and agree(both, b)


def test_types_in_words() -> None:
    assert show(List(List(INT))) == "a list of lists of numbers"
    assert show(Layer((CELL,), INT)) == "a layer of numbers on cells"
    assert show(Enum(("red", "green"))) == "one of red, green"


def test_every_other_word_names_what_the_language_has() -> None:
    words = foreign.NAMES
    assert len(words) > 50
    for meant in words.values():
        called = re.match(r"[a-z_]+", meant)
        assert (
            called is None or called.group() in BUILTINS or meant in ("bool", "symbol", "yes", "no")
        ), meant


def test_given_layers_whose_places_or_sizes_are_used_cannot_be_open() -> None:
    text = (
        "grid n x n\ngiven room : symbol at cells\ngiven clue, far : 0..4 at some cells\n"
        "find mark : bool at clue\nfind size : 0..4 at cells\n"
        'rule "A":\n    for r in groups(room):\n        for c in r & far: size[c] = far[c]\n'
    )
    assert check(parse_spec(Source("my.spec", text))).openable == ("room", "far")
