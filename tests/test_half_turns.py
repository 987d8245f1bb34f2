"""Pieces that half turns take to themselves, against an enumeration of all divisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from plain_pieces import pieces_of
from pzc.backends.native import network as net
from pzc.backends.native.flatten import Flattening
from pzc.dsl.diagnostics import Source
from pzc.model.globals.half_turn import HALF_TURN
from pzc.presolve.passes import presolved
from pzc.tasks.spec import Spec

Cell = tuple[int, int]
Piece = frozenset[Cell]
Half = tuple[float, float]

SIDE = 3
CELLS = [(row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1)]
JOINS = [
    (a, b)
    for b, (row, column) in enumerate(CELLS)
    for a, other in enumerate(CELLS)
    if other in [(row - 1, column), (row, column - 1)]
]
PUZZLE = f"h: {SIDE}\nw: {SIDE}\n"

DIVISIONS = """
puzzle "Turned"
grid h x w
find area : pieces at cells
rule "Half turns":
"""
SHADED = """
puzzle "Turned"
grid h x w
find black : bool at cells
let  area = areas(black)
rule "Half turns":
"""


def centre(piece: Piece) -> Half | None:
    """The point about which a half turn takes a piece to itself."""
    rows, columns = zip(*piece, strict=True)
    y, x = min(rows) + max(rows), min(columns) + max(columns)
    return (y / 2, x / 2) if {(y - r, x - c) for r, c in piece} == piece else None


def on(piece: Piece, *halves: int) -> bool:
    """Whether its centre is a place with so many coordinates between cells: 0 for a cell, 1 for a
    border, 2 for a corner."""
    middle = centre(piece)
    return middle is not None and sum(k % 1 != 0 for k in middle) in halves


RULES: dict[str, Callable[[Piece], bool]] = {
    "for p in area: any(mirror(p, x) = p for x in cells + borders + corners)": (
        lambda p: on(p, 0, 1, 2)
    ),
    "for p in area: any(any(mirror(p, x) = p for x in s) for s in [cells, corners])": (
        lambda p: on(p, 0, 2)
    ),
    "for p in area: any(mirror(p, x) = p for x in cells + corners)": lambda p: on(p, 0, 2),
    "for p in area: any(mirror(p, x) = p for x in cells) or any(p = mirror(p, y) for y in cells)": (
        lambda p: on(p, 0)
    ),
    "for p in area if size(p) > 3: any(mirror(p, x) = p for x in cells + borders)": (
        lambda p: len(p) < 4 or on(p, 0, 1)
    ),
    "for p in area: not any(mirror(p, x) = p for x in corners)": lambda p: not on(p, 2),
    "for p in area: size(p) = 1 <=> any(mirror(p, x) = p for x in cells)": (
        lambda p: (len(p) == 1) == on(p, 0)
    ),
    "for p in area: count(mirror(p, x) = p for x in borders) = 1": lambda p: on(p, 1),
    "for p in area: size([x for x in cells + corners if mirror(p, x) = p]) = 1": (
        lambda p: on(p, 0, 2)
    ),
    "for p in area: any(mirror(p, x) = p and x.row = 2 for x in cells)": (
        lambda p: on(p, 0) and (centre(p) or (0, 0))[0] == 2
    ),
}

TWO = """
puzzle "Turned"
grid h x w
find black : bool at cells
let  dark  = areas(black)
let  light = areas(not black)
rule "Half turns":
    for p in dark:
"""
TWO_RULES: dict[str, Callable[[Piece, Piece], bool]] = {
    "any(mirror(p, x) = p for x in cells + borders + corners) "
    "or any(mirror(q, x) = q for x in cells)": lambda p, q: on(p, 0, 1, 2) or on(q, 0),
    "size(p) = size(q) => "
    "any(mirror(p, x) = p for x in cells) and any(mirror(q, x) = q for x in cells + corners)": (
        lambda p, q: len(p) != len(q) or (on(p, 0) and on(q, 0, 2))
    ),
}


@cache
def divisions() -> list[list[Piece]]:
    """The pieces of each division of the board."""
    every = [True] * len(CELLS)
    found = {
        frozenset(named(pieces_of(every, dict(zip(JOINS, chosen, strict=True)))))
        for chosen in product((False, True), repeat=len(JOINS))
    }
    return [[*pieces] for pieces in found]


@cache
def shadings() -> list[list[Piece]]:
    """The pieces of each shading of the board."""
    return [areas_of(chosen) for chosen in product((False, True), repeat=len(CELLS))]


@cache
def areas_of(cells: tuple[bool, ...]) -> list[Piece]:
    return named(pieces_of(cells, dict.fromkeys(JOINS, True)))


def named(pieces: list[set[int]]) -> list[Piece]:
    return [frozenset([CELLS[v] for v in piece]) for piece in pieces]


def spec_of(head: str, rule: str) -> Spec:
    return Spec.of(Source("turned.spec", f"{head}    {rule}\n"))


@pytest.mark.parametrize("backend", ["native", "cnf"])
@pytest.mark.parametrize("rule", RULES)
def test_pieces_of_divisions(rule: str, backend: str) -> None:
    expected = sum(all(map(RULES[rule], pieces)) for pieces in divisions())
    assert spec_of(DIVISIONS, rule).count(PUZZLE, backend=backend) == expected


@pytest.mark.parametrize("rule", RULES)
def test_pieces_of_shadings(rule: str) -> None:
    expected = sum(all(map(RULES[rule], pieces)) for pieces in shadings())
    assert spec_of(SHADED, rule).count(PUZZLE, backend="native") == expected


@pytest.mark.parametrize("rule", TWO_RULES)
def test_pieces_of_two_layers(rule: str) -> None:
    spec, holds = spec_of(TWO, f"    for q in light: {rule}"), TWO_RULES[rule]
    expected = sum(
        all(holds(p, q) for p in areas_of(black) for q in areas_of(tuple(not x for x in black)))
        for black in product((False, True), repeat=len(CELLS))
    )
    assert spec.count(PUZZLE, backend="native") == expected


@pytest.mark.parametrize(
    ("rule", "queries"),
    [
        ("any(mirror(p, x) = p for x in cells + borders + corners)", 36),
        ("any(any(mirror(p, x) = p for x in s) for s in [cells, corners])", 2 * 36),
        ("size([x for x in cells + borders + corners if mirror(p, x) = p]) = 1", 36 * 36),
    ],
)
def test_how_much_rules_ask(rule: str, queries: int) -> None:
    """Once for each piece, and for each half turn that may do only where it matters which."""
    model = spec_of(DIVISIONS, f"for p in area: {rule}").ground("h: 6\nw: 6\n", exact=True).model
    made = model._store.others.values()
    assert sum(getattr(q, "definition", None) is HALF_TURN for q in made) == queries


@pytest.mark.parametrize(
    ("rule", "chosen"),
    [
        ("any(mirror(p, x) = p for x in cells) or any(mirror(p, x) = p for x in borders)", True),
        ("size(p) > 3 => any(mirror(p, x) = p for x in cells)", True),
        ("not any(mirror(p, x) = p for x in cells)", False),
    ],
)
def test_images_are_chosen_where_half_turns_are_demanded(rule: str, chosen: bool) -> None:
    """In the network; no condition is left that compares all cells for each half turn."""
    model = spec_of(DIVISIONS, f"for p in area: {rule}").ground(PUZZLE, exact=True).model
    network = Flattening(model).network
    assert network.query_kind.count(net.IMAGE) == len(CELLS) * chosen


def test_half_turns_of_a_large_board_are_few_nodes() -> None:
    """Where comparing cells would take more than a model may have."""
    spec = spec_of(DIVISIONS, "for p in area: any(mirror(p, x) = p for x in cells + corners)")
    model = spec.ground("h: 30\nw: 30\n", exact=True).model
    assert len(Flattening(model).network.kind) < 10_000
    assert model.size < 50_000


DOTS = """
puzzle "Dots"
grid h x w
given dot  : bool at some cells
find  area : pieces at cells
rule "A dot is the middle of its piece":
    for c in dot: mirror(area[c], c) = area[c]
rule "Every cell belongs to one dot":
    for c in cells: count(c in area[x] for x in dot) = 1
"""


def test_half_turns_about_known_centres_are_conditions_on_two_cells() -> None:
    """With the connections that other rules ask about; counts of dots would hide these."""
    spec = Spec.of(Source("dots.spec", DOTS))
    model = presolved(spec.ground("#..#.#\n......\n.#.#..\n.....#\n#.#...\n....##\n").model)
    network = Flattening(model).network
    assert not network.query_kind.count(net.IMAGE)
    assert not network.query_kind.count(net.SIZE)
    assert network.query_kind
