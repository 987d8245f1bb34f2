"""Boxes of pieces: their meaning in every form, and rules on rectangles in several wordings."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import Source
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.globals.box import BOX, IN_BOX, positions
from pzc.model.globals.lines import COLUMNS, ROWS
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Measure, bottom_up
from pzc.model.pieces import Pieces
from pzc.presolve.box_cells import filled_boxes, multiplied
from pzc.presolve.rectangles import by_corners
from pzc.tasks import compiled
from pzc.tasks.spec import Spec
from strategies import brute_force

PLACES = tuple(product(range(2), range(3)))
DIAGONALS = [(0, 4), (1, 3), (1, 5), (2, 4)]
PAIRS = [
    (a, b)
    for a, (r, c) in enumerate(PLACES)
    for b, (s, d) in enumerate(PLACES)
    if a < b and abs(r - s) + abs(c - d) == 1
]


def extent(on: tuple[bool, ...], start: int) -> int:
    """How many cells the smallest rectangle around the piece of a cell has."""
    piece, edge = set(), [start] if on[start] else []
    while edge:
        v = edge.pop()
        piece.add(v)
        edge += [b if a == v else a for a, b in PAIRS if v in (a, b) and on[a] and on[b]]
        edge = [v for v in edge if v not in piece]
    if not piece:
        return 0
    rows, columns = zip(*(PLACES[v] for v in piece), strict=True)
    return (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


@given(st.tuples(*[st.sampled_from([True, False, None])] * 6), st.integers(0, 5))
def test_a_box_is_the_same_in_all_its_forms(known: tuple[bool | None, ...], start: int) -> None:
    m = Model()
    cells = [m.bool_var(f"c{k}") if there is None else there for k, there in enumerate(known)]
    graph = m.graph(cells, [(a, b, True) for a, b in PAIRS])
    data = (start, positions(graph, PLACES))
    box, written = m.measure(BOX, graph, data), BOX.decompose(m, graph, data)
    free = list(product((False, True), repeat=len(m.variables)))
    values = []
    for assignment in free:
        values.append(extent(tuple(bool(evaluate(c, assignment)) for c in cells), start))
        assert evaluate(box, assignment) == evaluate(written, assignment) == values[-1]
    low, high = (box.domain[0], box.domain[-1]) if isinstance(box, Measure) else (box, box)
    assert (low, high) == (min(values), max(values))


@given(st.tuples(*[st.booleans()] * 6), st.integers(0, 5))
def test_the_reasons_of_a_box_are_enough(on: tuple[bool, ...], start: int) -> None:
    m = Model()
    graph = m.graph([m.bool_var(f"c{k}") for k in range(6)], [(a, b, True) for a, b in PAIRS])
    data = (start, positions(graph, PLACES))
    pieces = Pieces.of(graph, [evaluate(part, on) for part in graph.parts])
    size = extent(on, start)
    assert BOX.value(pieces, data) == size
    least, most = BOX.at_least(pieces, data, size), BOX.at_most(pieces, data, size)
    for other in product((False, True), repeat=6):
        parts = [evaluate(part, other) for part in graph.parts]
        if all(parts[p] == pieces.on[p] for p in least):
            assert extent(other, start) >= size
        if all(parts[p] == pieces.on[p] for p in most):
            assert extent(other, start) <= size


def test_a_box_no_larger_than_its_piece_is_just_as_large() -> None:
    m = Model()
    graph = m.graph([m.bool_var(f"c{k}") for k in range(6)], [(a, b, True) for a, b in PAIRS])
    box = m.measure(BOX, graph, (0, positions(graph, PLACES)))
    size = m.measure(SIZE, graph, (0, None))
    assert m.le(box, size) is m.eq(size, box) is m.not_(m.lt(size, box))
    assert m.le(size, box) is True
    assert m.lt(box, size) is False


WORDINGS = (
    "size(p) = size(box(p))",
    "size(box(p)) = size(p)",
    "size(p) >= size(box(p))",
    "size(box(p)) <= size(p)",
    "not size(p) < size(box(p))",
    "size(p) - size(box(p)) = 0",
    "p = box(p)",
)
CLUES = "clue:\n3...\n..4.\n....\n4..4\n"


@pytest.mark.parametrize("wording", WORDINGS)
def test_a_rectangle_is_one_however_it_is_worded(wording: str) -> None:
    spec = Spec.of(
        Source(
            "rectangles.spec",
            "grid h x w\ngiven clue : 1..16 at some cells\nfind block : pieces at cells\n"
            f'rule "Rectangles":\n    for p in block: {wording}\n'
            'rule "One each":\n    for p in block: size(clue & p) = 1\n'
            'rule "Sizes":\n    for c in clue: size(block[c]) = clue[c]\n',
        )
    )
    model = spec.ground(CLUES).model
    # A choice for each clue, each cell covered once, each border between two rectangles or not.
    assert sum(v.label.startswith("box[") for v in model.variables) == 4
    assert len(model.constraints) <= 16 + 24


@settings(max_examples=20)
@given(st.data())
def test_a_rectangle_may_be_required_once_more_of_one_cell(data: st.DataObject) -> None:
    """Also where only large pieces, or no pieces, must be rectangles."""
    m = Model()
    cells, other = [m.bool_var(f"c{k}") for k in range(6)], m.bool_var("else")
    graph = m.graph(cells, [(a, b, True) for a, b in PAIRS])
    where = positions(graph, PLACES)
    boxes = [m.measure(BOX, graph, (v, where)) for v in range(6)]
    sizes = [m.measure(SIZE, graph, (v, None)) for v in range(6)]
    least = data.draw(st.sampled_from([1, 4, 4, 5]))
    for v, there in enumerate(cells):
        rectangle = m.eq(boxes[v], sizes[v])
        m.require(m.or_((m.not_(there), m.lt(sizes[v], least), rectangle)), Origin(0))
    for v in data.draw(st.sets(st.integers(0, 5), max_size=2)):
        m.require(m.or_((other, m.eq(boxes[v], sizes[v]))), Origin(1))
    shorter = by_corners(m)
    assert shorter is not m
    assert brute_force(shorter) == brute_force(m)


@settings(max_examples=30)
@given(st.data())
def test_cells_joined_by_corners_form_rectangles(
    data: st.DataObject,
) -> None:
    m = Model()
    cells = [m.bool_var(f"c{k}") for k in range(6)]
    known = st.lists(st.sampled_from([None, True, False]), min_size=6, max_size=6)
    drawn = data.draw(st.one_of(st.just([None] * 6), known))
    vertices = [cell if there is None else there for cell, there in zip(cells, drawn, strict=True)]
    diagonal = [(a, b) for a, b in DIAGONALS if data.draw(st.booleans())]
    graph = m.graph(vertices, [(a, b, True) for a, b in sorted(PAIRS + diagonal)])
    where = positions(graph, PLACES)
    for v, there in enumerate(graph.vertices):
        box, size = m.measure(BOX, graph, (v, where)), m.measure(SIZE, graph, (v, None))
        m.require(m.or_((m.not_(there), m.eq(box, size))), Origin(v))
    shorter = by_corners(m)
    if vertices == cells:
        conditions = (c.condition for c in shorter.constraints)
        assert not any(isinstance(node, Measure) for node in bottom_up(conditions, ()))
    assert brute_force(shorter) == brute_force(m)


@settings(max_examples=20)
@given(st.data())
def test_rows_times_columns_are_the_size_of_a_box(data: st.DataObject) -> None:
    m = Model()
    cells = [m.bool_var(f"c{k}") for k in range(6)]
    graph = m.graph(cells, [(a, b, True) for a, b in PAIRS])
    where = positions(graph, PLACES)
    for v in data.draw(st.lists(st.integers(0, 5), min_size=1, max_size=3, unique=True)):
        rows, columns = (m.measure(lines, graph, (v, where)) for lines in (ROWS, COLUMNS))
        product, size = m.times(rows, columns), m.measure(SIZE, graph, (v, None))
        compare = data.draw(st.sampled_from([m.eq, m.le, m.lt]))
        m.require(compare(product, data.draw(st.sampled_from([size, 2, 4]))), Origin(v))
    shorter = multiplied(m)
    assert shorter is not m
    assert brute_force(shorter) == brute_force(m)


def test_a_present_cell_need_not_be_in_the_box() -> None:
    m = Model()
    cells = [m.bool_var(f"c{k}") for k in range(3)]
    graph = m.graph(cells, [(0, 1, True), (1, 2, True)])
    where = positions(graph, ((1, 1), (1, 2), (1, 3)))
    for k, place in enumerate(where.at[1:], 1):
        m.require(m.iff(cells[k], m.query(IN_BOX, graph, (0, where, place))), Origin(k))
    assert brute_force(filled_boxes(m)) == brute_force(m)


def test_far_cells_may_be_joined_past_rows_without_any() -> None:
    m = Model()
    graph = m.graph([m.bool_var(f"c{k}") for k in range(6)], [(0, 5, True)])
    where = positions(graph, ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)))
    rows, columns = (m.measure(lines, graph, (0, where)) for lines in (ROWS, COLUMNS))
    m.require(m.eq(m.times(rows, columns), 4), Origin(0))
    assert multiplied(m) is m


IN_RECTANGLES = """use prelude
grid h x w
given wall : bool at links drawn ". #"
given clue : 1..9 at some cells
find black : bool at cells drawn ". #"
let walled = {{[a, b] for a, b in adjacent if not wall[a, b]}}
let area = areas(not black, {joined})
rule "It":
    for p in area: {shape}
    {others}
"""
FEW_CLUES = "clue:\n...\n..3\n1..\n\n"
SOME_WALLS = "wall:\n.#...\n..#..\n...#.\n#....\n...#.\n"
PAIRS_IN_WALLS = "wall:\n...#.\n#.#.#\n...#.\n#.#.#\n...#.\n"


@pytest.mark.parametrize("walls", [SOME_WALLS, PAIRS_IN_WALLS])
@pytest.mark.parametrize("joined", ["diagonal", "walled", "touching"])
@pytest.mark.parametrize("shape", ["rectangle(p)", "rectangle(p) and size(p) != 2"])
@pytest.mark.parametrize(
    "others",
    [
        "size(area) = 3",
        "for c in clue: size(area[c]) <= clue[c]",
        "for c in clue: clue[c] = 3 => size(area[c]) in {0, 1, 4}",
    ],
)
def test_rectangles_are_connected_by_what_joins_places(
    monkeypatch: pytest.MonkeyPatch, walls: str, joined: str, shape: str, others: str
) -> None:
    text = IN_RECTANGLES.format(joined=joined, shape=shape, others=others)
    source = Source("rectangles.spec", text)
    found = Spec.of(source).count(FEW_CLUES + walls)
    monkeypatch.setattr(compiled, "presolved", lambda model, _: model)
    assert found == Spec.of(source).count(FEW_CLUES + walls)


IN_PARTS = """use prelude
grid 2 x 3
find black : bool at cells
let area = areas(black)
rule "Areas are rectangles, without vertical pairs outside of the middle column":
    for p in area:
        rectangle(p)
        for c in cells: size(areas({d for d in p if d.column != 2})[c]) <= 1
"""


def test_a_limit_for_parts_of_a_piece_is_none_for_the_piece() -> None:
    """Each row of the middle column is black or not; of the others, one cell is black at most. If
    both middle cells are, no other one is, so that the area is a rectangle."""
    assert Spec.of(Source("parts.spec", IN_PARTS)).count("") == 3 * 3 * 3 + 1
