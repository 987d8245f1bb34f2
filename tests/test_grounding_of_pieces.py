"""What grounding builds for pieces: by the nodes, and the same answers as other wordings."""

from __future__ import annotations

from random import Random

import pytest
from grounding_calls import calls, counted, spec_of
from pzc.compiler.builtins import graphs
from pzc.model.evaluate import evaluate
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.nodes import Graph, Query


def test_the_rows_of_a_piece_are_one_number() -> None:
    spec = spec_of("""
puzzle "Squares"
grid  h x w
find  black : bool at cells
let   piece = areas(black)
rule "Pieces are as high as wide":
    for p in piece: kinds(c.row for c in p) = kinds(c.column for c in p)
rule "Some lie in one row": any(all_equal(c.row for c in p) for p in piece)
rule "Some lie in one column": any(size({c.column for c in p}) = 1 for p in piece)
""")
    small, large = (spec.ground(f"h: {side}\nw: {side}\n", exact=True).model for side in (6, 12))
    assert large.size < 5 * small.size


def test_pieces_that_meet_a_few_places_are_those_of_these_places() -> None:
    spec = spec_of("""
puzzle "Beside"
grid  h x w
given clue  : 0..99 at some cells
find  black : bool at cells - clue
let   piece = areas(black)
rule "A number adds up the pieces beside it":
    for c in clue: sum(size(p) for p in piece if size(p & adjacent(c)) > 0) = clue[c]
rule "One is small, of those beside it":
    for c in clue: any(size(p) < 3 and any(d in p for d in adjacent(c)) for p in piece)
""")
    small, large = (spec.ground("2" + "." * k + "\n" + "." * (k + 1)).model for k in (9, 19))
    assert large.size - small.size < 150


def test_one_of_many_known_places_in_a_piece_takes_no_condition_for_each() -> None:
    rules = (
        "any(size(adjacent(c)) < 4 for c in p)",
        "any(c in edge for c in p)",
        "size(edge & p) >= 1",
    )
    specs = [
        spec_of(f"""
puzzle "Holes"
grid  h x w
find  black : bool at cells
let   edge = {{c for c in cells if size(adjacent(c)) < 4}}
rule "Four cells are black": count(black) = 4
rule "The others reach the edge": for p in areas(not black): {rule}
""")
        for rule in rules
    ]
    for one in specs:
        assert one.ground("h: 12\nw: 12\n").model.size < 12 * 144
        assert one.count("h: 4\nw: 5\n") == 4845 - 6  # ways to enclose a cell
        assert one.count("h: 3\nw: 4\n") == 495 - 2


@pytest.mark.parametrize("shape", ["shape(block[{}])", "shape(block[{}], turned, flipped)"])
def test_shapes_of_pieces_are_compared_without_their_members(shape: str) -> None:
    """Some nodes for each two cells side by side, and none for each two cells."""
    spec = spec_of(f"""
puzzle "Unlike"
grid h x w
find block : pieces at cells
rule "Pieces of one shape do not touch":
    for a, b in adjacent: block[a] != block[b] => {shape.format("a")} != {shape.format("b")}
""")
    model = spec.ground("h: 8\nw: 8\n", exact=True).model
    sides = 2 * 8 * 7
    assert model.size < 9 * sides < 64 * 63 / 2


def test_what_is_counted_on_a_piece_is_a_size_of_it() -> None:
    spec = spec_of("""
puzzle "Counted"
grid  h x w
find  area  : pieces at cells
find  digit : 1..3 at some cells
find  black : bool at cells
let   near[c in cells] = count(black[adjacent(c)])
rule "Digits":
    for p in area:
        all_different(digit[p])
        kinds(digit[p]) > 1
        sum(digit[p]) = 6
rule "Shaded":
    for p in area:
        count(black[p]) = 2
        any(black[p])
        not all(black[p])
        sum(near[p]) < 9
""")
    small, large = (spec.ground(f"h: {side}\nw: {side}\n", exact=True).model for side in (6, 12))
    assert large.size < 5 * small.size


def test_a_set_without_a_cell_is_made_from_the_rest() -> None:
    spec = spec_of("""
puzzle "Without"
grid  h x w
given way   : direction at some cells
find  black : bool at cells
rule "A way leads on":
    for c in way: size(areas(cells - black - {c})[step(c, way[c])]) > 3
rule "A cell stays white": size(cells - black - way) > size((cells - black) & way)
""")
    plain = spec_of("""
puzzle "Without"
grid  h x w
given way   : direction at some cells
find  black : bool at cells
rule "A way leads on":
    for c in way: size(areas({d for d in cells if not black[d] and d != c})[step(c, way[c])]) > 3
rule "A cell stays white":
    count(not black[d] for d in cells if d not in way) > count(not black[d] for d in way)
""")
    text = ">..\n..^\n"
    found, same = (sorted(str(answer) for answer in s.solutions(text)) for s in (spec, plain))
    assert found == same
    assert found


def test_sets_without_a_cell_share_the_edges_of_their_graphs() -> None:
    header = """
puzzle "Without"
grid 6 x 6
find black : bool at cells
"""
    shared = spec_of(f"""{header}
rule "Each cell lies between two others":
    for c in cells:
        for d in adjacent(c): size(areas(cells - black - {{c}})[d]) > 3
rule "No cell cuts":
    for c in cells: connected(cells - black - {{c}})
rule "No circle":
    for c in cells: acyclic(cells - black - {{c}})
rule "The pieces are few":
    for c in cells: size(areas(cells - black - {{c}})) < 4
""").ground("", exact=True)
    plain = spec_of(f"""{header}
define rest(c) = {{d for d in cells if not black[d] and d != c}}
rule "Each cell lies between two others":
    for c in cells:
        for d in adjacent(c): size(areas(rest(c))[d]) > 3
rule "No cell cuts":
    for c in cells: connected(rest(c))
rule "No circle":
    for c in cells: acyclic(rest(c))
rule "The pieces are few":
    for c in cells: size(areas(rest(c))) < 4
""").ground("", exact=True)
    choose = Random(1)
    seen = set()
    for share in (0.1, 0.2, 0.3, 0.5, 0.8) * 4:
        board = [int(choose.random() < share) for _ in range(36)]
        found, same = (
            {(str(c.origin), evaluate(c.condition, board)) for c in grounding.model.constraints}
            for grounding in (shared, plain)
        )
        assert found == same
        seen |= {(origin[:8], holds) for origin, holds in found}
    assert len(seen) == 8  # each rule was both kept and broken
    edges = {id(g.edges) for g in shared.model._store.others.values() if type(g) is Graph}
    assert len(edges) == 1


CUT = """
puzzle "Cut"
grid h x w
given dot   : bool at cells
find  shade : bool at cells
find  block : pieces at cells
rule "What is said of every piece":
"""


@pytest.mark.parametrize(
    ("rule", "others"),
    [
        (
            "for p in block: size(dot & p) = 1",
            [
                "all(size(p & dot) = 1 for p in block)",
                "not any(size(p & dot) != 1 for p in block)",
                "for p in {q for q in block}: size(p & dot) = 1",
                "all(size(p & dot) = 1 for p in [q for q in block])",
                "for p in block: count(c in p for c in dot) = 1",
                "for p in block: count(c in dot for c in p) = 1",
                "for p in block: count(dot[c] for c in p) = 1",
                "for p in block: sum(1 for c in p if dot[c]) = 1",
                "for p in block: size({c for c in dot if c in p}) = 1",
                "for p in block:\n        for q in [p]: count(c in dot for c in q) = 1",
            ],
        ),
        (
            "for p in block: size(shade & p) <= 2 and size(p) <= 4",
            [
                "all(size(shade & p) <= 2 and size(p) <= 4 for p in block)",
                "for p in block: count(c in p for c in shade) <= 2 and size(p) <= 4",
                "for p in block: count(shade[c] for c in p) < 3 and size(p) < 5",
                "for p in block: size({c for c in p if c in shade}) <= 2 and size(p) <= 4",
            ],
        ),
        (
            "for p in block: count(shade[c] for c in dot if c in p) = 1",
            [
                "for p in block: count(shade[c] for c in dot & p) = 1",
                "for p in block: count(shade[c] for c in p & dot) = 1",
                "for p in block: sum(1 for c in dot & p if shade[c]) = 1",
            ],
        ),
    ],
)
def test_what_is_said_of_every_piece_is_ground_alike(rule: str, others: list[str]) -> None:
    puzzle = "dot:\n" + "\n".join(["#..#..", "......", "..#...", ".....#"])
    plain, *worded = [
        spec_of(f"{CUT}    {words}\n").ground(puzzle, exact=True).model for words in [rule, *others]
    ]
    for model in worded:
        assert model.size <= 1.1 * plain.size  # with some negations
        assert len(model.constraints) == len(plain.constraints)


def test_given_bools_of_a_piece_are_counted_where_they_are_yes() -> None:
    """Beside queries for the borders, there are some for the marked places only."""
    puzzle = "dot:\n" + "\n".join(["#.....", "......", "..#...", ".....#"])
    spec = spec_of(f"{CUT}    for p in block: count(dot[p]) = 1\n")
    nodes = spec.ground(puzzle, exact=True).model._store.others.values()
    pairs = [x for x in nodes if isinstance(x, Query) and x.definition is CONNECTED_PAIR]
    borders, marked = 4 * 5 + 3 * 6, 3
    assert 0 < len(pairs) <= borders + marked * 24


@pytest.mark.parametrize("function", ["kinds(circle[p]) = 1", "all_different(circle[p])"])
def test_given_values_of_pieces_take_a_number_for_each_value(function: str) -> None:
    spec = spec_of(f"""
puzzle "Kinds"
grid  h x w
given circle : {{white, black}} at some cells drawn "W B"
find  block  : pieces at cells
rule "Values of a piece": for p in block: {function}
""")
    side = 8
    row = "WB" * (side // 2)
    model = spec.ground(f"{row}\n" * side, exact=True).model
    cells = side * side
    assert model.size < cells * cells / 4  # not a node for each two cells


@counted
def test_graphs_without_a_cell_share_the_lines_that_join_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = calls(monkeypatch, graphs, "_new_graph")
    header = """
puzzle "Before"
grid  6 x 6
find  line : bool at links
let   board = [c for c in cells]
"""
    rule = """
rule "A way comes from the corner":
    for c in cells: line[c, c.left] => c.left in areas(REST, line)[board[1]] or c = board[2]
"""
    shared = spec_of(header + rule.replace("REST", "cells - {c}")).ground("", exact=True)
    assert len(made) == 1
    plain = spec_of(header + rule.replace("REST", "{d for d in cells if d != c}"))
    model = plain.ground("", exact=True).model
    choose = Random(1)
    for share in (0.3, 0.6, 0.9) * 4:
        board = [int(choose.random() < share) for _ in range(60)]
        found, same = (
            [(str(c.origin), evaluate(c.condition, board)) for c in one.constraints]
            for one in (shared.model, model)
        )
        assert found == same


@pytest.mark.parametrize("among", ["2 in clue[p]", "any(x = 2 for x in clue[p])"])
def test_a_value_on_a_piece_is_counted_there(among: str) -> None:
    spec = spec_of(f"""
puzzle "Values"
grid  h x w
given clue  : 1..9 at some cells
find  block : pieces at cells
rule "Which pieces have a two": for p in block: {among} <=> size(p) = 2
""")
    if among.startswith("2"):
        model = spec.ground("12345678\n" * 8, exact=True).model
        assert model.size < 64 * 64 / 4  # not a node for each two cells
    assert {str(s) for s in spec.solutions("12.\n2.1\n")} == {
        str(s) for s in spec_of(TWOS).solutions("12.\n2.1\n")
    }


TWOS = """
puzzle "Values"
grid  h x w
given clue  : 1..9 at some cells
find  block : pieces at cells
rule "Which pieces have a two":
    for p in block: any(c in p for c in cells if clue[c] = 2) <=> size(p) = 2
"""
