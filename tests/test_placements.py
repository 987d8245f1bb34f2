"""Pieces of few vertices as placements: the same solutions, without the graph."""

from __future__ import annotations

from itertools import groupby, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pzc import backends
from pzc.dsl.diagnostics import Source
from pzc.model.constraints import Origin
from pzc.model.evaluate import Evaluator
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import LinearEq, Measure, Query, bottom_up
from pzc.presolve import placements
from pzc.presolve.listing import Boxes
from pzc.presolve.local import Local
from pzc.presolve.passes import NETWORK, presolved
from pzc.presolve.placements import _batches, on_pieces, placed, with_parts
from pzc.presolve.rectangles import parted, rectangles, tight_edges
from pzc.tasks.spec import Spec

AREAS = """
use prelude
grid h x w
given hint : 1..2 at some cells
find black : bool at cells
let land = areas(black)
"""
WHITE = AREAS.replace("areas(black)", "areas(not black)")
DRAWN = """
use prelude
grid h x w
given hint : 1..2 at some cells
find land : pieces at some cells
let black = land
"""
CUT = """
use prelude
grid h x w
given hint : 1..2 at some cells
find land : pieces at cells
"""
SEEN = "define seen(c, d) = [size(land[x]) for x in run(c, d, cells) if x in land][1]\n"
SIZES = (
    "for p in land: size(p) = 2",
    "for p in land: size(p) = 3 and in_line(p)",
    "for p in land: size(p) in {1, 3}",
    "for p in land: size(p) <= 2",
    "for p in land: size(p) = size(box(p)) and size(p) <= 3",
    "for p in land: is_square(p)",
    "for p in land: rectangle(p) and (in_line(p) or is_square(p))",
)
AS_WIDE = "for c in cells: size(land[c] & row(c)) = size(land[c] & column(c))"
OTHERS = (
    "for c in hint: size(land[c]) = hint[c]",
    "for c in hint: count(size(p & adjacent(c)) > 0 for p in land) = hint[c]",
    "for a, b in pairs(hint): land[a] != land[b]",
    "for p in land: size(hint & p) = 1",
    "connected(cells - black)",
    "size(land) = 2",
    "count(c in land for c in hint) >= 1",
    "for a, b in diagonal: land[a] != land[b]",
    "for a, b in adjacent: not (a in land and b in land and land[a] != land[b])",
    "for c in hint: c in land => size(land[c] & row(c)) = hint[c]",
    AS_WIDE,
    "for a, b in adjacent: size(land[a] & row(b)) <= 1",
    "for c in hint: c in black => hint[c] = 1",
    "sum(size(p) for p in land) >= 3",
    "for p in land: any(c in p for c in hint) or size(p) = 2",
    "for a, b in pairs(hint): shape(land[a], turned) = shape(land[b], turned)",
    'for p in land: shape(p, turned, flipped) != shape("## #.", turned, flipped)',
    'for c in hint: shape(land[c]) = shape("##") <=> hint[c] = 1',
    "for a, b in diagonal: land[a] = land[b] or shape(land[a]) != shape(land[b])",
    "for a, b in diagonal: land[a] = land[b] or size(land[a]) != size(land[b])",
    "for a, b in pairs(hint): size(land[a]) = size(land[b]) <=> hint[a] = hint[b]",
    "for c in cells: c in black => c.right in black or size(land[c]) != seen(c, right)",
    "for c in hint: seen(c, left) + size(land[c]) <= 3",
    "for c in hint: max(hint[c], seen(c, up)) = 2",
)


def text(head: str, rules: list[str]) -> str:
    return head + SEEN + "".join(f'\nrule "{k}":\n    {rule}\n' for k, rule in enumerate(rules))


def picture(hints: list[int]) -> str:
    shown = ["." if not h else str(h) for h in hints]
    return "hint:\n" + "\n".join(" ".join(shown[k : k + 3]) for k in range(0, len(shown), 3))


def answers(m: Model, backend: str) -> set[tuple[int, ...]]:
    """What the variables of the first model are in the solutions of another."""
    solver, found = backends.load(backend, m), set()
    while (assignment := solver.solve().assignment) is not None:
        value = Evaluator(assignment)
        found.add(tuple(value(x) for x in m.answer))
        solver.add(m.or_(m.not_(m.eq(x, value(x))) for x in m.answer))
    return found


@settings(max_examples=20)
@given(
    st.sampled_from([AREAS, WHITE]),
    st.sampled_from(SIZES),
    st.lists(st.sampled_from(OTHERS), max_size=3, unique=True),
    st.lists(st.sampled_from([0, 0, 1, 2]), min_size=9, max_size=9),
)
def test_areas_have_the_solutions_of_the_rules(
    head: str, size: str, rules: list[str], hints: list[int]
) -> None:
    spec = Spec.of(Source("s.spec", text(head, [size, *rules])))
    grounding = spec.grounder.ground(spec.sections(picture(hints)))
    m = grounding.model
    assert len(m.variables) == 9
    every = (tuple(a) for a in product((0, 1), repeat=9))
    expected = {a for a in every if all(map(Evaluator(a).satisfies, m.constraints))}
    short = presolved(m, NETWORK)
    assert answers(short, "native") == expected


@settings(max_examples=15)
@given(
    st.sampled_from(SIZES),
    st.lists(st.sampled_from(OTHERS), max_size=3, unique=True),
    st.lists(st.sampled_from([0, 0, 1, 2]), min_size=6, max_size=6),
    st.sampled_from(["native", "cnf"]),
)
def test_drawn_pieces_have_the_same_solutions(
    size: str, rules: list[str], hints: list[int], backend: str
) -> None:
    spec = Spec.of(Source("s.spec", text(DRAWN, [size, *rules])))
    m = spec.grounder.ground(spec.sections(picture(hints))).model
    short = placed(m)
    assert answers(short, backend) == answers(m, backend)


@settings(max_examples=20)
@given(
    st.sampled_from(SIZES),
    st.lists(st.sampled_from([r for r in OTHERS if "black" not in r]), max_size=3, unique=True),
    st.lists(st.sampled_from([0, 0, 1, 2]), min_size=6, max_size=6),
)
@example(SIZES[1], ["for p in land: any(c in p for c in hint) or size(p) = 2"], [0] * 6)
@example("for p in land: size(p) in {1, 3}", ["for c in hint: size(land[c]) = hint[c]"], [1] * 6)
def test_divisions_have_the_same_solutions(size: str, rules: list[str], hints: list[int]) -> None:
    check_division([size, *rules], hints)


def check_division(rules: list[str], hints: list[int]) -> None:
    """A division has the same solutions with a choice of placements."""
    spec = Spec.of(Source("s.spec", text(CUT, rules)))
    m = spec.grounder.ground(spec.sections(picture(hints))).model
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(placements, "ASKED", 0)
        short = placed(m)
    assert short is not m or 0 not in hints  # hints everywhere may leave nothing to choose
    assert answers(short, "native") == answers(m, "native")


def test_shapes_that_a_division_compares_are_those_of_placements() -> None:
    """Strips of two or three cells, no two of one direction side by side."""
    size, in_line = "for p in land: 2 <= size(p) <= 3", "for p in land: in_line(p)"
    compared = "for p, q in adjacent: land[p] != land[q] => (flat(land[p]) <=> not flat(land[q]))"
    flat = "define flat(p) = all_equal(c.row for c in p)\n\n"
    alone = Spec.of(Source("s.spec", text(CUT, [size, in_line])))
    hints = picture([0] * 9)
    m = alone.grounder.ground(alone.sections(hints)).model
    assert placed(m) is m
    spec = Spec.of(
        Source("s.spec", text(CUT, [size, in_line, compared]).replace("rule", flat + "rule", 1))
    )
    m = spec.grounder.ground(spec.sections(hints)).model
    short = placed(m)
    assert not any(isinstance(node, (Query, Measure)) for node in _nodes(short))
    assert answers(short, "native") == answers(m, "native")


def test_sizes_that_a_division_compares_are_those_of_placements() -> None:
    """Strips of up to three cells, no two of one size side by side: few of them are tried."""
    differ = "for a, b in adjacent: land[a] = land[b] or size(land[a]) != size(land[b])"
    rules = ["for p in land: size(p) <= 3", "for p in land: in_line(p)", differ]
    spec = Spec.of(Source("s.spec", text(CUT, rules)))
    m = spec.grounder.ground(spec.sections(picture([0] * 9))).model
    short = placed(m)
    assert not any(isinstance(node, (Query, Measure)) for node in _nodes(short))
    assert not any(isinstance(node, LinearEq) and node.bound == 0 for node in _nodes(short))
    assert answers(short, "native") == answers(m, "native") != set()


WALLED = (
    "for a, b in adjacent: land.wall[a, b] => size(land[a]) != size(land[b])",
    "for a, b in adjacent: land.wall[a, b] or size(land[a]) != 3",
    "for c in hint: size(land.wall(c)) >= hint[c]",
    "for c in cells: land.wall[c, c.right] or land.wall[c, c.down]",
    "for p in corners: size(land.wall(p)) <= 3",
)


@settings(max_examples=12)
@given(
    st.sampled_from(SIZES),
    st.lists(st.sampled_from(WALLED), min_size=1, max_size=2, unique=True),
    st.lists(st.sampled_from([0, 1, 2]), min_size=6, max_size=6),
)
def test_rules_about_walls_hold_of_placements(
    size: str, rules: list[str], hints: list[int]
) -> None:
    check_division([size, *rules], hints)


@pytest.mark.parametrize(
    "straight",
    [
        "not (land[c] = land[x] and land[c] = land[y])",
        "(land[c] != land[x] or land[c] != land[y])",
        "(x not in land[c] or y not in land[c])",
    ],
)
def test_pieces_without_a_bend_are_the_straight_ones(straight: str) -> None:
    """Whether they are told by their walls or by their shape."""
    size, told = "for p in land: size(p) = 3", []
    by_walls = f"for c in cells: for x in [c.left, c.right]: for y in [c.up, c.down]: {straight}"
    for rule in ("for p in land: in_line(p)", by_walls):
        spec = Spec.of(Source("s.spec", text(CUT, [size, rule])))
        m = spec.grounder.ground(spec.sections(picture([0] * 9))).model
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(placements, "ASKED", 0)
            short = placed(m)
        told.append((len(short.variables), answers(short, "native")))
    assert told[0] == told[1]
    assert len(told[0][1]) == 2


def test_a_division_with_few_conditions_is_left_as_it_is() -> None:
    spec = Spec.of(Source("s.spec", text(CUT, [SIZES[0]])))
    m = spec.grounder.ground(spec.sections(picture([1, 0, 2] * 3))).model
    assert placed(m) is m


@pytest.mark.parametrize("size", [4, 6])
def test_forms_are_compared_over_many_placements(size: int) -> None:
    rules = [
        f"for p in land: size(p) = {size}",
        "for p, q in adjacent: land[p] = land[q] or shape(land[p]) != shape(land[q])",
    ]
    spec = Spec.of(Source("s.spec", text(CUT, rules)))
    m = spec.grounder.ground(spec.sections("hint:\n" + ". . . . . .\n" * 6)).model
    assert m.size < 200 * 36
    assert not any(isinstance(node, (Query, Measure)) for node in _nodes(placed(m)))


@pytest.mark.parametrize(
    "rule",
    [
        'for p in land: shape(p) in {shape("##"), shape("# #")}',
        'for p in land: shape(p) = shape("##") or shape(p) = shape("# #")',
        'for p in land: shape(p, turned, flipped) = shape("##", turned, flipped)',
    ],
)
def test_forms_tell_sizes(rule: str) -> None:
    spec = Spec.of(Source("s.spec", text(AREAS, [rule])))
    m = spec.grounder.ground(spec.sections(picture([0] * 9))).model
    short = placed(m)
    assert not any(isinstance(node, (Query, Measure)) for node in _nodes(short))
    assert answers(short, "native") == answers(m, "native")


@pytest.mark.parametrize("head", [AREAS, WHITE, DRAWN])
@pytest.mark.parametrize("size", [*SIZES[:4], *SIZES[5:]])
def test_no_query_of_the_graph_is_left(head: str, size: str) -> None:
    spec = Spec.of(Source("s.spec", text(head, [size, *OTHERS[:3]])))
    m = spec.grounder.ground(spec.sections(picture([1, 0, 2] * 3))).model
    short = placed(m)
    nodes = list(_nodes(short))
    assert len(nodes) > 20
    assert not any(isinstance(node, (Query, Measure)) for node in nodes)


def test_what_is_laid_has_the_origins_of_all_that_leaves_out_placements() -> None:
    spec = Spec.of(Source("s.spec", text(AREAS, [SIZES[1], OTHERS[0]])))
    m = spec.grounder.ground(spec.sections(picture([1, 0, 0] + [0] * 6))).model
    laid = [c for c in placed(m).constraints if len(c.origins) > 1]
    assert laid
    assert {o.rule for c in laid for o in c.origins} == {0, 1}


@pytest.mark.parametrize(
    "rule",
    [
        "for p in land: size(p) <= 20",
        "for p in land: size(p) = 4",  # more placements than pay
        "for c in cells if c.column > 1: size(land[c]) <= 2",
        "for p in land: size(p) != 3",
        "for p in land: rectangle(p)",
        "for p in land: is_square(p) or size(p) = 3",
    ],
)
def test_other_pieces_are_left_as_they_are(rule: str) -> None:
    spec = Spec.of(Source("s.spec", text(AREAS, [rule])))
    m = spec.grounder.ground(spec.sections("hint:\n" + "\n".join(["......"] * 6))).model
    assert placed(m) is m


def _nodes(m: Model) -> list[object]:
    seen: set[object] = set()
    for node in bottom_up((c.condition for c in m.constraints), seen):
        seen.add(node)
    return [*seen]


@pytest.mark.parametrize(
    ("head", "rules", "hints", "many"),
    [
        # the rectangles of 6 x 6 cells; the squares, and those of at most two rows
        (CUT, ["for p in land: rectangle(p)", "size(land) = 2"], "", 21 * 21),
        (CUT, ["for p in land: is_square(p)"], "", 36 + 25 + 16 + 9 + 4 + 1),
        (CUT, ["for p in land: rectangle(p) and kinds(c.row for c in p) < 3"], "", (6 + 5) * 21),
        # as wide as high, and at most two wide, by the cells in the row of each cell
        (CUT, ["for p in land: rectangle(p)", AS_WIDE], "", 36 + 25 + 16 + 9 + 4 + 1),
        (
            CUT,
            ["for p in land: rectangle(p)", "for c in cells: size(land[c] & row(c)) < 3"],
            "",
            231,
        ),
        # one cell in the corner, and any rectangles elsewhere
        (CUT, ["for p in land: rectangle(p)", OTHERS[0]], "1.....", 21 * 21 - 6 * 6 + 1),
        # at most two cells of the first row
        (
            CUT,
            ["for p in land: rectangle(p) and size(hint & p) <= 2"],
            "111111",
            15 * 21 + 6 * (6 + 5),
        ),
        # none in the first row
        (
            AREAS,
            ["for p in land: is_square(p)", OTHERS[5], "for c in hint: not black[c]"],
            "111111",
            5 * 6 + 4 * 5 + 3 * 4 + 2 * 3 + 2,
        ),
    ],
)
def test_only_rectangles_that_may_be_pieces_are_listed(
    head: str, rules: list[str], hints: str, many: int
) -> None:
    spec = Spec.of(Source("listed.spec", text(head, rules)))
    board = "\n".join([hints or "......", *["......"] * 5])
    m = spec.grounder.ground(spec.sections(board)).model
    (found,) = (some for some in rectangles(m) if some.always)
    local = Local(m, found.graph, tight_edges(m, found.graph))
    listed = Boxes(m, found, on_pieces(local, with_parts(m)))
    every = list(listed)
    assert len(every) == len({*every}) == len(listed) == many


@pytest.mark.parametrize("certain", [True, False])
@pytest.mark.parametrize("kind", ["always", "variable", "negation", "both", "either", "value"])
def test_an_edge_that_is_absent_only_between_pieces_is_tight(kind: str, certain: bool) -> None:
    m = Model()
    x, y, number = m.bool_var("x"), m.bool_var("y"), m.int_var("n", range(3))
    edge = {
        "always": True,
        "variable": x,
        "negation": m.not_(x),
        "both": m.and_((x, y)),
        "either": m.or_((x, y)),
        "value": m.member(number, (0, 2)),
    }[kind]
    vertices = [certain or m.bool_var(f"v{k}") for k in range(3)]
    graph = m.graph(vertices, [(0, 1, edge), (1, 2, x)])
    assert tight_edges(m, graph) == ({(0, 1): True} if edge is True else {})
    m.require(parted(m, graph, 0, 1, edge), Origin(0))
    assert tight_edges(m, graph) == {(0, 1): edge}


# Blocks of at most three cells, halves of one colour: a block is a layer of pieces, a half another.
HALVES = """
grid 1 x n
given grey : bool at cells drawn ". #"
find block : pieces at cells
let half = areas(cells, {[a, b] for a, b in adjacent if block[a] = block[b] and grey[a] = grey[b]})
rule "Blocks are small":
    for p in block: size(p) <= 3
rule "The halves of a block have the same form":
    for a, b in adjacent if grey[a] != grey[b]:
        block[a] = block[b] => shape(half[a]) = shape(half[b])
"""


def small_blocks(colours: str) -> int:
    """The number of solutions: all ways to cut the row, halves being stretches of one colour."""
    found = 0
    for cut in product((False, True), repeat=len(colours) - 1):
        ends = [k + 1 for k, wall in enumerate(cut) if wall]
        blocks = [colours[a:b] for a, b in zip([0, *ends], [*ends, len(colours)], strict=True)]
        halves = [{len(list(same)) for _, same in groupby(block)} for block in blocks]
        found += all(len(b) <= 3 and len(h) == 1 for b, h in zip(blocks, halves, strict=True))
    return found


@pytest.mark.parametrize("colours", ["##..", ".##..#", "##..##", "###...", ".#.#.."])
@pytest.mark.parametrize("backend", ["native", "cnf", "z3"])
def test_forms_of_other_pieces_are_not_those_of_the_placements(colours: str, backend: str) -> None:
    spec = Spec.of(Source("halves.spec", HALVES))
    assert spec.count(f"grey:\n{colours}\n", backend=backend) == small_blocks(colours)


RIGHT_OF_A_CELL = """
grid 3 x 3
things one = {it}
given clue : 0..2 at some cells
find spot : cell at one
let area = areas(run(spot[it], right, cells))
rule "A clue right of the cell is the number of cells there":
    for p in area: any(clue[c] = size(p) for c in p)
"""


def test_a_cell_is_not_there_because_one_beside_it_is() -> None:
    """The second cell of a row is right of the spot only if the third one is, too: that both are
    there is the condition of the second one. At r3c2, only a third cell without a clue is left."""
    spec = Spec.of(Source("right.spec", RIGHT_OF_A_CELL))
    solutions = spec.solutions("clue:\n...\n.20\n.1.\n", backend="native")
    spots = {str(value) for s in solutions for value in s.answer[0].table.values()}
    assert spots == {"r1c3", "r2c1", "r2c3", "r3c3"}


ONE_CELL_A_ROW = """
grid 2 x 3
find spot : 1..3 at rows
let area = areas({c for c in cells if spot[row(c)] = c.column})
rule "Areas are pairs":
    for p in area: size(p) = 2
"""


def test_pairs_that_are_never_joined_are_no_choice() -> None:
    """Two cells of a row are never both there."""
    spec = Spec.of(Source("pairs.spec", ONE_CELL_A_ROW))
    assert spec.count("", backend="native") == spec.count("", backend="cnf") == 3


def test_no_list_of_pieces_is_longer_than_memory_allows() -> None:
    every = [(k,) for k in range(100)]
    assert [len(some) for some in _batches(every, 10, 25)] == [10, 20, 25, 25, 20]


def test_none_are_tried_on_boards_with_more_vertices_than_placements_have_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cut(count: int) -> Model:
        """Pieces of one or two cells in a row of some."""
        m = Model()
        row = [m.bool_var(f"x{k}") for k in range(count)]
        graph = m.graph(row, [(k, k + 1, True) for k in range(count - 1)])
        for k, there in enumerate(row):
            size = m.measure(SIZE, graph, (k, None))
            m.require(m.implies(there, m.member(size, (1, 2))), Origin(0))
        return m

    calls: list[int] = []
    monkeypatch.setattr("pzc.presolve.local.pause", lambda: calls.append(0))
    few, many = cut(5), cut(65_537)
    assert placed(few) is not few and calls
    calls.clear()
    assert placed(many) is many and not calls
