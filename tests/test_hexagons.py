"""Boards of hexagons: both boards keep the protocol, the solver agrees with brute force on small
ones, and what is printed is read back."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest
import pzc
from backend_names import every_backend
from pzc.compiler.board.places import DIRECTIONS, Place, opposite
from pzc.compiler.board.protocol import Board
from pzc.compiler.board.shapes import BOARDS as boards_by_shape
from pzc.compiler.board.shapes import board, board_type
from pzc.compiler.builtins.functions import FUNCTIONS
from pzc.dsl.boards import DIRECTIONS as WORDS
from pzc.dsl.boards import SHAPES, lacks
from pzc.dsl.diagnostics import Source
from pzc.render.json import as_json
from pzc.render.plain import plain
from pzc.render.svg import svg
from pzc.render.text import text
from pzc.tasks.spec import Spec
from some import some

ROOT = Path(__file__).resolve().parent.parent
SIZES = [(1, 1), (1, 4), (2, 3), (3, 2), (4, 4), (5, 3)]
BOARDS = [board(shape, h, w) for shape in SHAPES for h, w in SIZES]
every_board = pytest.mark.parametrize("b", BOARDS, ids=lambda b: f"{b.shape}-{b.height}x{b.width}")


def placed(b: Board, kind: str) -> list[Place]:
    return [p for p in b.places(kind) if isinstance(p, Place)]


# ---- the protocol ----------------------------------------------------------------------------


@every_board
def test_touching_is_mutual(b: Board) -> None:
    wrong = [
        (p, q)
        for kind, other in product(b.kinds, repeat=2)
        for p in placed(b, kind)
        for q in b.touching(other, p)
        if p not in b.touching(kind, q)
    ]
    assert wrong == []


@every_board
def test_euler_counts_places(b: Board) -> None:
    assert len(b.corners) - len(b.borders) + len(b.cells) == 1
    assert len(b.links) == len(b.relation("adjacent"))
    frame = [p for p in b.borders if len(b.touching("cell", p)) == 1]
    assert len(b.borders) == len(b.links) + len(frame)
    assert {len(b.touching("corner", p)) for p in b.borders} == {2}


@every_board
def test_names_lead_back_to_their_places(b: Board) -> None:
    places = [p for kind in b.kinds for p in placed(b, kind)]
    assert [b.names[p.name] for p in places] == places
    assert len({p.name for p in places}) == len(places)


@every_board
def test_a_step_back_returns(b: Board) -> None:
    steps = [(c, d, n) for c in b.cells for d in b.directions if (n := b.step(c, d)) is not None]
    assert [b.step(n, opposite(d)) for _, d, n in steps] == [c for c, _, _ in steps]
    assert {frozenset((c, n)) for c, _, n in steps} == set(map(frozenset, b.relation("adjacent")))
    joined = [(b.segment("link", c, n), b.beside("link", c, d)) for c, d, n in steps]
    assert all(one is other is not None for one, other in joined)


@every_board
def test_turning_goes_round_all_directions(b: Board) -> None:
    way = [b.directions[0]]
    while (after := b.turns[way[-1]]) not in way:
        way.append(after)
    assert set(way) == set(b.directions)
    assert tuple(d.name for d in b.directions) == WORDS[b.shape]


@every_board
def test_relations_hold_each_pair_once_the_earlier_place_first(b: Board) -> None:
    order = {p: i for kind in b.kinds for i, p in enumerate(placed(b, kind))}
    for name in ("adjacent", "touching", "meeting"):
        pairs = b.relation(name)
        assert len(set(pairs)) == len(pairs)
        assert [(p, q) for p, q in pairs if order[p] >= order[q]] == []


@every_board
def test_pictures_hold_each_place_once_and_tell_the_size(b: Board) -> None:
    for kind in ("cell", "corner", "border", "link", "cell+border+corner"):
        for layout in b.layouts(kind):
            parts = [p for part in kind.split("+") for p in placed(b, part)]
            assert sorted(layout.points.values(), key=parts.index) == parts
            assert all(0 <= y < layout.height and 0 <= x < layout.width for y, x in layout.points)
        first = b.layouts(kind)[0]
        if first.height and first.width:
            assert b.board_size(kind, first.height, first.width) == (b.height, b.width)


@every_board
def test_drawings_agree_with_what_touches(b: Board) -> None:
    corners = {p.at: p for p in b.corners}
    for cell in b.cells:
        drawn = {corners[at] for at in b.corner_points(cell.at)}
        assert drawn == set(b.touching("corner", cell))
    for border in b.borders:
        assert {corners[at] for at in b.along(border.at)} == set(b.touching("corner", border))
        sides = {p.at for p in b.touching("cell", border)}
        assert sides <= set(b.across(border.at))
    width, height = b.extent
    spots = [b.spot(p.at) for p in b.corners]
    assert (min(x for x, _ in spots), max(x for x, _ in spots)) == (0, pytest.approx(width))
    tops = (min(y for _, y in spots), max(y for _, y in spots))
    assert tops == (pytest.approx(0), pytest.approx(height))


@every_board
def test_beams_meet_every_place_and_cross_what_lies_between(b: Board) -> None:
    for kind in ("cell", "corner"):
        beams = list(b.beams(kind))
        assert sorted(p.name for beam in beams for p, _ in beam) == sorted(
            p.name for p in placed(b, kind)
        )


def test_hexagons_have_six_neighbours_and_all_lines() -> None:
    b = board("hexagons", 5, 5)
    inner = next(c for c in b.cells if c.name == "r3c3")
    assert [len(b.touching(kind, inner)) for kind in ("cell", "corner", "border")] == [6, 6, 6]
    assert b.ring(inner).cyclic and len(b.ring(inner)) == 6
    assert {len(b.touching("border", p)) for p in b.corners} == {2, 3}
    lines = [frozenset(unit) for unit in (*b.rows, *b.diagonals)]
    assert all(sum(inner in line for line in lines) == 3 for inner in b.cells)
    joined = {frozenset(pair) for line in b.lines("cell") for pair in pairwise(line)}
    assert joined == {frozenset(pair) for pair in b.relation("adjacent")}


def test_between_is_along_three_axes() -> None:
    b = board("hexagons", 5, 5)
    named = {c.name: c for c in b.cells}

    def between(one: str, other: str) -> list[str]:
        return [c.name for c in b.between(named[one], named[other])]

    assert between("r1c1", "r1c4") == ["r1c2", "r1c3"]
    assert between("r1c1", "r4c2") == ["r2c1", "r3c2"]
    assert between("r4c2", "r1c4") == ["r3c3", "r2c3"]
    assert between("r1c1", "r2c4") == []


def test_the_checker_and_the_boards_name_the_same_words() -> None:
    plurals = {"corner": "corners", "border": "borders", "link": "links", "side": "sides"}
    kinds = {shape: board(shape, 2, 2).kinds for shape in SHAPES}
    for shape, own in some(kinds.items()):
        assert {k for k, name in plurals.items() if not lacks(shape, name)} == set(own) - {"cell"}
        assert {d for d in DIRECTIONS if not lacks(shape, d)} == set(WORDS[shape])
    assert {name for name in FUNCTIONS if lacks("hexagons", name)} == {
        *("blocks", "windows", "column", "box", "mirror", "reflect"),
    }


# ---- solving ---------------------------------------------------------------------------------

TOUCH = """
grid {h} x {w} of hexagons
find star : bool at cells drawn ". *"

rule "Every row has one, no slanting line two, and none touch":
    for r in rows: count(star[r]) = 1
    for d in diagonals: count(star[d]) <= 1
    for a, b in touching: not (star[a] and star[b])
"""


def spec_of(text: str) -> Spec:
    return Spec.of(Source("t.spec", text))


def stars(b: Board) -> Iterator[frozenset[str]]:
    """All answers to TOUCH, by trying all."""
    for chosen in product(*(r.members for r in b.rows)):
        one = set(chosen)
        if any(len(one.intersection(d)) > 1 for d in b.diagonals):
            continue
        if not any(q in one for p in one for q in b.touching("cell", p)):
            yield frozenset(p.name for p in one)


@every_backend
@pytest.mark.parametrize(("h", "w"), [(2, 3), (3, 4), (4, 5)])
def test_backends_agree_with_brute_force(h: int, w: int, backend: str) -> None:
    spec = spec_of(TOUCH.format(h=h, w=w))
    expected = set(stars(board("hexagons", h, w)))
    found = {
        frozenset(c.name for c, v in s.answer[0].table.items() if v)
        for s in spec.solutions("", backend=backend)
    }
    assert found == expected and expected


def loops(b: Board) -> int:
    """How many closed loops there are: sets of cells that are in one piece, inside and out."""
    count = 0
    for chosen in product((False, True), repeat=len(b.cells)):
        inside = {c for c, there in zip(b.cells, chosen, strict=True) if there}
        around = set(b.cells) - inside
        frame = {c for c in around if len(b.touching("cell", c)) < 6}
        first = set(list(inside)[:1])
        count += bool(inside) and joined(b, inside, first) and joined(b, around, frame)
    return count


def joined(b: Board, cells: set[Place], start: set[Place]) -> bool:
    """Whether all of some cells are reached from the first of them."""
    seen: set[Place] = set()
    left = list(start)
    while left:
        cell = left.pop()
        if cell not in seen:
            seen.add(cell)
            left += cells.intersection(b.touching("cell", cell))
    return seen == cells


@pytest.mark.parametrize(("h", "w"), [(2, 2), (3, 2), (2, 4)])
def test_all_loops_are_found(h: int, w: int) -> None:
    spec = spec_of(
        f"grid {h} x {w} of hexagons\nfind line : bool at borders\nlet fold = inside(line)\n"
        'rule "One loop": loop(line)\n'
        'rule "Inside and outside lie on the two sides of a line":\n'
        "    for a, b in adjacent: line[a, b] <=> fold[a] != fold[b]\n"
    )
    assert sum(1 for _ in spec.solutions("")) == loops(board("hexagons", h, w))


def test_pieces_runs_and_distances_go_in_three_directions() -> None:
    spec = spec_of(
        "grid 3 x 3 of hexagons\nfind wolf : bool at cells\n"
        'rule "r":\n    size(wolf) = 3 and connected(wolf)\n'
        "    any(size(s) = 3 for s in runs(wolf))\n"
    )
    b = board("hexagons", 3, 3)
    lines = {frozenset(line) for line in b.lines("cell") if len(line) == 3}
    found = {frozenset(c for c, v in s.answer[0].table.items() if v) for s in spec.solutions("")}
    assert found == lines and len(lines) == 7


# ---- reading, printing, drawing --------------------------------------------------------------

GENRES = ["hex_minesweeper", "hex_slitherlink", "hex_star_battle"]


def example(name: str) -> str:
    return (ROOT / "specs" / "examples" / name / "1.puzzle").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GENRES)
def test_what_is_printed_is_read_back(name: str) -> None:
    spec = pzc.load(name)
    solution = next(iter(spec.solutions(example(name))))
    assert spec.verify(example(name), plain(solution)).holds


def test_the_shift_of_rows_says_nothing() -> None:
    spec = pzc.load("hex_minesweeper")
    flat = "\n".join(line.strip() for line in example("hex_minesweeper").split("\n"))
    assert [str(a) for a in spec.solutions(flat)] == [
        str(a) for a in spec.solutions(example("hex_minesweeper"))
    ]


def test_cells_are_printed_in_shifted_rows() -> None:
    spec = spec_of('grid 3 x 3 of hexagons\nfind n : 1..10 at cells\nrule "r": all(n = 10)\n')
    assert plain(next(iter(spec.solutions("")))) == "10 10 10\n 10 10 10\n10 10 10\n"


def test_a_loop_in_text() -> None:
    spec = pzc.load("hex_slitherlink")
    assert text(next(iter(spec.solutions("6 .\n . .")))) == (
        "·╱·╲· · ·\n│ 6 │\n·╲·╱· · · ·\n\n  · · · · ·\n"
    )


def test_walls_in_text() -> None:
    spec = spec_of(
        "grid h x w of hexagons\ngiven room : symbol at cells\nfind n : 1..1 at cells\n"
        'rule "r": all(n = 1)\n'
    )
    assert text(next(iter(spec.solutions("A B\n A A")))) == (
        " ╱ ╲ ╱ ╲\n│ 1 │ 1 │\n ╲   ╲ ╱ ╲\n  │ 1   1 │\n   ╲ ╱ ╲ ╱\n"
    )


@pytest.mark.parametrize("places", ["cells", "some cells", "corners", "borders", "links"])
@pytest.mark.parametrize("domain", ["{red, green}", "{black, white}", "direction", "1..2"])
def test_all_kinds_of_values_are_drawn(domain: str, places: str) -> None:
    own = f"grid h x w of hexagons\nfind x : {domain} at {places}\n"
    solution = Spec.of(Source("own.spec", own)).solve("h: 2\nw: 2\n")
    assert solution is not None
    assert ET.fromstring(svg(solution)).tag.endswith("svg")


def test_marks_in_text_and_svg() -> None:
    spec = pzc.load("hex_minesweeper")
    solution = next(iter(spec.solutions("1 .\n 1 1")))
    (mine,) = [c for c, v in solution.answer[0].table.items() if v]
    assert "[*]" in text(solution, marked=[mine])
    marked = ET.fromstring(svg(solution, [mine]))
    shapes = [e for e in marked.iter() if e.tag.endswith("polygon") and "fill-opacity" in e.attrib]
    assert len(shapes) == 1 and shapes[0].attrib["points"].count(",") == 6


@pytest.mark.parametrize("name", GENRES)
def test_drawings_keep_inside_the_picture(name: str) -> None:
    solution = next(iter(pzc.load(name).solutions(example(name))))
    tree = ET.fromstring(svg(solution))
    wide, high = float(tree.attrib["width"]), float(tree.attrib["height"])
    (grid,) = (group for group in tree.iter() if group.attrib.get("class") == "grid")
    spots = [
        tuple(map(float, spot))
        for element in grid.iter()
        for spot in re.findall(r"[ML]?(-?[\d.]+) (-?[\d.]+)", element.attrib.get("d", ""))
    ]
    assert all(0 <= x <= wide and 0 <= y <= high for x, y in some(spots))
    assert as_json(solution)["answer"]


def test_a_wrong_picture_is_reported() -> None:
    with pytest.raises(pzc.PzcError, match="7 is not in the domain"):
        next(iter(pzc.load("hex_minesweeper").solutions("1 7 .\n . . .\n. . .")))


# ---- the house -------------------------------------------------------------------------------

# Where rows and columns are counted outside of the boards, and why.
COUNTED = {
    "render/text.py": "the characters of a board of squares stand on its doubled grid",
    "render/hexagon_text.py": "lines of characters are the lines of points of a board",
    "render/outside.py": "clues outside the frame stand beside rows and above columns",
    "compiler/ground/boxes.py": "rectangles, which only boards of squares have",
}


def counting(path: Path) -> bool:
    """Whether a module reckons with rows, columns, points or sizes of a board."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {"row", "column", "at"}

    def is_place(node: ast.AST) -> bool:
        if isinstance(node, ast.Subscript):
            node = node.value
        if not isinstance(node, ast.Attribute):
            return False
        owner = ast.unparse(node.value)
        if node.attr in ("height", "width"):
            return owner.endswith("board")
        return node.attr in names and not owner.endswith(("span", "line", "token", "s"))

    return any(
        isinstance(node, ast.BinOp) and (is_place(node.left) or is_place(node.right))
        for node in ast.walk(tree)
    )


def test_only_boards_reckon_with_rows_and_columns() -> None:
    folders = ("compiler", "presolve", "render", "tasks", "commands", "model")
    modules = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    found = {str(p.relative_to(ROOT)) for p in modules if counting(p)}
    inside = {name for name in found if name.startswith("compiler/board/")}
    assert "compiler/board/square.py" in inside
    assert found - inside <= set(COUNTED), found - inside - set(COUNTED)


def test_the_language_and_the_boards_name_the_same_shapes() -> None:
    assert boards_by_shape.keys() == set(SHAPES)
    for shape in SHAPES:
        assert board_type(shape).shape == board(shape, 2, 3).shape == shape


@every_board
def test_each_inner_corner_touches_the_expected_number_of_cells(b: Board) -> None:
    meeting = {len(b.touching("cell", corner)) for corner in b.corners}
    assert max(meeting) <= b.around_corner
    assert b.around_corner in meeting or min(b.height, b.width) == 1


# By what the places are counted of: the most that there are around one place.
MOST = {
    "for c in cells: size(adjacent(c))": (4, 6),
    "for c in cells: size(touching(c))": (8, 6),
    "for c in cells: count(star[adjacent(c)])": (4, 6),
    "for c in cells: size(links(c))": (4, 6),
    "for c in cells: size(borders(c))": (4, 6),
    "for c in cells: size(corners(c))": (4, 6),
    "for p in corners: size(cells(p))": (4, 3),
    "for p in corners: size(borders(p))": (4, 3),
    "for b in borders: size(corners(b))": (2, 2),
    "size(directions)": (4, 6),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("numbers", MOST)
def test_the_checker_bounds_what_is_around_a_place(numbers: str, shape: str) -> None:
    """It warns of a larger number, but not of the largest, which the middle of a board has."""
    loop, _, counted = numbers.rpartition(": ")
    most = MOST[numbers][SHAPES.index(shape)]
    rule = f"any({counted} = {{}} {loop or 'for d in directions'})"

    def warnings(number: int) -> list[str]:
        text = f"grid 5 x 5 of {shape}\nfind star : bool at cells\n"
        source = Source("my.spec", f'{text}rule "r": {rule.format(number)}\n')
        spec = Spec.of(source)
        assert spec.solve() is not None or number > most
        return [w.code for w in spec.checked.warnings if w.code == "W0204"]

    assert warnings(most) == []
    assert warnings(most + 1) == ["W0204"]


def test_corners_may_have_a_column_beyond_the_last_cell() -> None:
    rule = "any(p.column = 7 for p in corners)"
    source = f'grid 3 x 3 of hexagons\nfind a : bool at cells\nrule "r": {rule} and not any(a)\n'
    spec = Spec.of(Source("my.spec", source))
    assert not spec.checked.warnings
    assert spec.count() == 1
