"""Words about lines, distances and mirror images, held to a meaning written out here.

Each condition, and its negation, is solved on a small board by every backend: the solutions must be
just the boards for which the same sentence about plain sets of cells is true. The boards are then
judged one by one, and the rules are run once more with constants in every found layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from random import Random

import pytest
from backend_names import BACKENDS, every_backend
from plain_cells import Cell, Pair, forms
from pzc.compiler.board.places import Place
from pzc.compiler.ground.grounding import Grounding
from pzc.dsl.diagnostics import PzcError, Source
from pzc.model.evaluate import evaluate
from pzc.tasks.spec import Spec
from test_grounding import concrete

HEIGHT, WIDTH = 2, 3
CELLS = list(product(range(1, HEIGHT + 1), range(1, WIDTH + 1)))
LINKS = [(a, b) for a, b in combinations(CELLS, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
HOME = (1, 1)

HEADER = """\
use prelude
grid 2 x 3
{cells} b    : bool at cells
{lines} line : bool at links
let home = [c for c in cells][1]
let goal = reversed([c for c in cells])[1]
"""

Board = tuple[frozenset[Cell], frozenset[Pair]]


# ---- what the words mean, by hand ----------------------------------------------------------------


def distances(
    starts: Iterable[Cell], where: Iterable[Cell], edges: Iterable[Pair]
) -> dict[Cell, int]:
    where, edges = set(where), list(edges)
    found = {c: 0 for c in starts if c in where}
    for steps in range(len(CELLS)):
        for a, b in [*edges, *((b, a) for a, b in edges)]:
            if found.get(a) == steps and b in where:
                found.setdefault(b, steps + 1)
    return found


def joined(lines: Iterable[Pair], cell: Cell) -> set[Cell]:
    return {b if a == cell else a for a, b in lines if cell in (a, b)}


def bends(lines: Iterable[Pair], cell: Cell) -> bool:
    ends = joined(lines, cell)
    return len(ends) == 2 and all(len({end[k] for end in ends}) == 2 for k in (0, 1))


def run(lines: Iterable[Pair], cell: Cell, step: Cell) -> list[Cell]:
    found = []
    while True:
        beyond = cell[0] + step[0], cell[1] + step[1]
        if beyond not in joined(lines, cell):
            return found
        found.append(beyond)
        cell = beyond


def mirrored(cells: Iterable[Cell], row: float | None, column: float | None) -> set[Cell]:
    """The image of cells over a row or column; one between two cells has a half."""
    return {
        (int(2 * row - r) if row else r, int(2 * column - c) if column else c) for r, c in cells
    }


def in_row(cells: Iterable[Cell], row: int) -> set[Cell]:
    return {c for c in cells if c[0] == row}


# ---- the sentences -------------------------------------------------------------------------------

OF_LINES: dict[str, Callable[[frozenset[Cell], frozenset[Pair]], bool]] = {
    "sum(distance(b, cells, line)[c] for c in cells) = 4": lambda b, line: (
        sum(distances(b, CELLS, line).values()) == 4
    ),
    "distance(home, cells, line)[goal] = 3": lambda b, line: (
        distances([HOME], CELLS, line).get((2, 3)) == 3
    ),
    "distance(home, cells, line)[goal] > 3": lambda b, line: (
        distances([HOME], CELLS, line).get((2, 3), 0) > 3
    ),
    "count(distance(home, cells - b, line)[c] != 2 for c in cells) = 5": lambda b, line: (
        sum(distances([HOME], {*CELLS} - b, line).get(c) != 2 for c in CELLS) == 5
    ),
    "distance(home, cells, line)[goal] - 1 >= 3": lambda b, line: (
        distances([HOME], CELLS, line).get((2, 3), 0) - 1 >= 3
    ),
    "any(1 + distance(b, cells, line)[c] in 3..4 for c in cells)": lambda b, line: any(
        1 + steps in (3, 4) for steps in distances(b, CELLS, line).values()
    ),
    "distance(home, cells, line)[goal.up] in {1, 4}": lambda b, line: (
        distances([HOME], CELLS, line).get((1, 3)) in (1, 4)
    ),
    "count(size(line(c)) = distance(b, cells, line)[c] for c in cells) = 2": lambda b, line: (
        sum(len(joined(line, c)) == distances(b, CELLS, line).get(c) for c in CELLS) == 2
    ),
    "count(size(line(c)) < distance(b, cells, line)[c] for c in cells) >= 1": lambda b, line: any(
        len(joined(line, c)) < steps for c, steps in distances(b, CELLS, line).items()
    ),
    "distance(home, cells, line)[goal] < distance(goal.left, cells, line)[home.right] + 2": (
        lambda b, line: (
            distances([HOME], CELLS, line).get((2, 3), 9)
            < distances([(2, 2)], CELLS, line).get((1, 2), -9) + 2
        )
    ),
    "size(distance(b, cells, line)) = 4": lambda b, line: len(distances(b, CELLS, line)) == 4,
    "max(distance(home, cells, line)) = 2": lambda b, line: (
        max(distances([HOME], CELLS, line).values()) == 2
    ),
    "reversed(run(home, right, line))[1] in b": lambda b, line: (
        {*run(line, HOME, (0, 1))[-1:]} & b != set()
    ),
    "count(turns(line, c) for c in cells) = 2": lambda b, line: (
        sum(bends(line, c) for c in CELLS) == 2
    ),
    "line[link(home, right)] and not line[link(home, home.down)]": lambda b, line: (
        ((1, 1), (1, 2)) in line and ((1, 1), (2, 1)) not in line
    ),
    "any(line[link(c, up)] for c in cells)": lambda b, line: any(p[1] == q[1] for p, q in line),
    "count(all(c in b for c in ends(l)) for l in line) = 1": lambda b, line: (
        sum({p, q} <= b for p, q in line) == 1
    ),
    "count(in_line(ends(l) + ends(m)) for l, m in meeting if line[l] and line[m]) = 1": (
        lambda b, line: (
            sum(((r, 1), (r, 2)) in line and ((r, 2), (r, 3)) in line for r in (1, 2)) == 1
        )
    ),
}

OF_CELLS: dict[str, Callable[[frozenset[Cell], frozenset[Pair]], bool]] = {
    "distance(home, b)[goal] = 3": lambda b, line: distances([HOME], b, LINKS).get((2, 3)) == 3,
    "sum(distance(b, cells, line)[c] for c in cells) > 3": lambda b, line: (
        sum(distances(b, CELLS, line).values()) > 3
    ),
    "count(distance(b, cells, line) > 1) = 2": lambda b, line: (
        sum(steps > 1 for steps in distances(b, CELLS, line).values()) == 2
    ),
    "count(distance(home, b)[c] <= 2 for c in cells) = 3": lambda b, line: (
        sum(steps <= 2 for steps in distances([HOME], b, LINKS).values()) == 3
    ),
    "size(b) - 1 >= distance(home, b)[goal]": lambda b, line: (
        len(b) - 1 >= distances([HOME], b, LINKS).get((2, 3), 9)
    ),
    "all(reflect(b & r, r) = b & r for r in rows)": lambda b, line: True,
    "reflect(b, border(home, right)) = b": lambda b, line: mirrored(b, None, 1.5) == b,
    "reflect(b, border(home, down)) = b": lambda b, line: mirrored(b, 1.5, None) == b,
    "size(reflect(b, link(home.right, home.right.down)) & b) = 2": lambda b, line: (
        len(mirrored(b, None, 2) & b) == 2
    ),
    "reflect(b, link(home, right)) = b & row(home)": lambda b, line: (
        mirrored(b, 1, None) == in_row(b, 1)
    ),
    "reflect(b, column(goal.left)) = b": lambda b, line: mirrored(b, None, 2) == b,
    'shape(b, turned, flipped) = shape("##. .##", turned, flipped)': lambda b, line: (
        forms({*b}, True, True) == forms({(0, 0), (0, 1), (1, 1), (1, 2)}, True, True)
    ),
    'shape(b) = shape("#. ##")': lambda b, line: (
        forms({*b}, False, False) == {frozenset({(0, 0), (1, 0), (1, 1)})}
    ),
    '{c for c in b} in placements(["#", "## #."])': lambda b, line: (
        len(b) == 1 or forms({*b}, False, False) == {frozenset({(0, 0), (0, 1), (1, 0)})}
    ),
    'count(c in b for p in placements("#### ####", turned) for c in p) = 0': lambda b, line: True,
}


def shown(grounding: Grounding) -> Iterator[tuple[tuple[int, ...], Board]]:
    """Every board, as an assignment and as sets."""
    model = grounding.model
    assert len(model.variables) in (len(CELLS), len(LINKS))
    for assignment in product((0, 1), repeat=len(model.variables)):
        sets: dict[str, set[object]] = {"b": set(), "line": set()}
        for name in sets:
            layer = grounding.context.values[name]
            sets[name] = {
                _plain(place)
                for place, value in layer.table.items()
                if (value if isinstance(value, bool) else assignment[value.index])
            }
        yield assignment, (frozenset(sets["b"]), frozenset(sets["line"]))  # type: ignore[arg-type]


def _plain(place: Place) -> object:
    if place.kind == "cell":
        return place.row, place.column
    (y, x) = place.at
    dy, dx = (0, 1) if y % 2 else (1, 0)
    return ((y - dy + 1) // 2, (x - dx + 1) // 2), ((y + dy + 1) // 2, (x + dx + 1) // 2)


def picture(cells: Iterable[Cell], lines: Iterable[Pair]) -> tuple[str, str]:
    of_cells = "\n".join(
        "".join(".#"[(r, c) in cells] for c in range(1, WIDTH + 1)) for r in range(1, HEIGHT + 1)
    )
    rows = [["."] * (2 * WIDTH - 1) for _ in range(2 * HEIGHT - 1)]
    for (r, c), (s, d) in lines:
        rows[r + s - 2][c + d - 2] = "#"
    return of_cells, "\n".join(map("".join, rows))


CASES = [
    *((sentence, meaning, False) for sentence, meaning in OF_LINES.items()),
    *((sentence, meaning, True) for sentence, meaning in OF_CELLS.items()),
]


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(("sentence", "meaning", "of_cells"), CASES)
def test_solutions_are_the_boards_it_is_true_of(
    sentence: str,
    meaning: Callable[[frozenset[Cell], frozenset[Pair]], bool],
    of_cells: bool,
    negated: bool,
) -> None:
    kinds = {"cells": "find" if of_cells else "given", "lines": "given" if of_cells else "find"}
    condition = f"not ({sentence})" if negated else sentence
    spec = Spec.of(Source("t.spec", HEADER.format(**kinds) + f'rule "It": {condition}\n'))
    random = Random(sentence)
    given = picture(
        {c for c in CELLS if random.random() < 0.5}, {p for p in LINKS if random.random() < 0.7}
    )
    puzzle = f"line:\n{given[1]}\n" if of_cells else f"b:\n{given[0]}\n"
    grounding = spec.ground(puzzle)
    right = set()
    for assignment, (cells, lines) in shown(grounding):
        truth = meaning(cells, lines) is not negated
        if truth:
            right.add(picture(cells, lines)[0 if of_cells else 1])
        conditions = [c.condition for c in grounding.model.constraints]
        holds = all(c is not False and evaluate(c, assignment) for c in conditions)
        assert holds is truth
        assert concrete(grounding, list(assignment)) is truth
    for backend in BACKENDS:
        found = [str(s) for s in spec.solutions(puzzle, backend=backend)]
        pictures = {_marked(text) for text in found}
        assert len(found) == len(pictures)
        assert pictures == right
    boards = [picture(*board)[0 if of_cells else 1] for _, board in shown(grounding)]
    for board in random.sample(boards, 8):
        assert spec.verify(puzzle, board).holds is (board in right)


def _marked(text: str) -> str:
    rows = [row for row in text.splitlines() if row and not row.endswith(":")]
    return "\n".join("".join("#" if c in "-|#" else "." for c in row) for row in rows)


# ---- crossing lines, stretches of borders --------------------------------------------------------


def figure(text: str) -> str:
    return "\n".join(text.split())


@pytest.mark.parametrize(
    ("drawn", "strands"),
    [
        ("#####  #...#  #####  #...#  #####", 1),  # a ring about an empty middle
        ("###..  #.#..  #####  ..#.#  ..###", 1),  # an eight: across, and up and down
        ("..#..  .....  #.#.#  .....  ..#..", 0),
        (".....  .....  #####  .....  .....", 1),
        ("..#..  ..#..  #####  ..#..  ..#..", 2),  # two straight lines that cross
    ],
)
def test_crossing_lines_are_strands(drawn: str, strands: int) -> None:
    header = "use prelude\ngrid 3 x 3\ngiven line : bool at links\nfind many : 0..9 at 1..1\n"
    rule = 'rule "It": many[1] = size(areas(line, strand_steps(line)))\n'
    rows = drawn.split()
    # Only places between two cells are links.
    kept = [
        "".join(mark if (y + x) % 2 else "." for x, mark in enumerate(row))
        for y, row in enumerate(rows)
    ]
    solution = Spec.of(Source("t.spec", header + rule)).solve("line:\n" + "\n".join(kept))
    assert solution is not None
    assert [*solution.answer[0].table.values()] == [strands]


def test_a_strand_is_a_set_of_links_of_its_own() -> None:
    spec = Spec.of(
        Source(
            "strands.spec",
            "use prelude\ngrid 2 x 2\nfind line : bool at links\n"
            'rule "No strand is closed": all(path(s) for s in areas(line, strand_steps(line)))\n',
        )
    )
    assert spec.count("") == 2**4 - 1  # all but the loop


def test_strands_that_are_found() -> None:
    text = """\
use prelude
grid 3 x 3
find line : bool at {kind}
let strand = areas(line, strand_steps(line))
rule "Lines pass the middle both ways, and every end is in a border of the board":
    size(line) = {lines}
    for c in {places}: size(line(c)) in {{0, 2, 4}}
    any(size(line(c)) = 4 for c in {places})
    size(strand) = 1
"""
    for kind, places, lines in (("links", "cells", 8), ("borders", "corners", 8)):
        spec = Spec.of(Source("t.spec", text.format(kind=kind, places=places, lines=lines)))
        counts = {spec.count("", backend=backend) for backend in BACKENDS}
        # An eight of two squares, which meet at a corner, about one of the points inside.
        assert counts == {2 if kind == "links" else 8}


@every_backend
def test_stretches_of_borders(backend: str) -> None:
    text = """\
grid 1 x 2
find wall : bool at borders
rule "It":
    [size(r) - 1 for r in runs([p for p in corners if p.row = 0], wall)] = [2]
    any(size(run(p, down, wall)) = 1 for p in corners if p.column = 1)
    size(runs(wall)) = {many}
"""
    for many in range(5):
        found = list(
            Spec.of(Source("t.spec", text.format(many=many))).solutions("", backend=backend)
        )
        expected = 0
        for left, right, first, second in product((0, 1), repeat=4):
            below = first + second - (first and second)  # two in one line are one stretch
            expected += 2 + left + right + below == many
        assert len(found) == expected


@every_backend
def test_stretches_of_a_set_of_borders_or_links(backend: str) -> None:
    text = """\
grid 2 x 2
given wall  : bool at borders
find  piece : pieces at cells
find  thread : bool at links
let   strand = areas(thread)
rule "Two pieces, cut by the walls":
    size(piece) = 2
    for p in piece:
        [size(s) - 1 for s in runs({b for b in borders if size(p & cells(b)) = 1})] = [2, 2, 1, 1]
rule "One strand of two links in a line of two cells or more each":
    size(strand) = 1
    for s in strand:
        size(s) = 2
        bag(size(r) for r in runs(s)) = bag([2, 2])
        count(size(run(c, right, s)) = 1 for c in cells) = 1
"""
    found = Spec.of(Source("t.spec", text)).count("wall:\n" + ".....\n" * 5, backend=backend)
    # A cut across; an angle of links has one of two rows, and one of two columns.
    assert found == 1 * 4


def test_all_lines_of_corners() -> None:
    text = """\
grid 2 x 2
given p : bool at corners
find many : 0..9 at 1..1
rule "It": many[1] = size(runs(p))
"""
    solution = Spec.of(Source("t.spec", text)).solve("##.\n...\n..#")
    assert solution is not None
    assert [*solution.answer[0].table.values()] == [5]  # 1 and 1 across, 1, 1 and 1 down


# ---- which values are known ----------------------------------------------------------------------

TOLD = """\
grid 1 x 5
given clue : 1..3 at some cells unknown "?"
find x : 1..3 at cells
define hidden(layer) = layer - layer.known
rule "It":
    for c in clue.known: x[c] = clue[c]
    for c in hidden(clue): x[c] = 3
    for c in cells - clue: x[c] = 1
    count(not clue.known) = {hidden}
"""


@every_backend
def test_known_values(backend: str) -> None:
    spec = Spec.of(Source("t.spec", TOLD.format(hidden=3)))
    assert [str(s) for s in spec.solutions("2?.?2", backend=backend)] == ["23132"]
    assert spec.count("22.?2", backend=backend) == 0
    assert spec.verify("2?.?2", "23132").holds
    assert not spec.verify("2?.?2", "21132").holds


def test_only_what_may_be_unknown_can_be_known() -> None:
    for declaration in ("given clue : 1..3 at cells", "find clue : 1..3 at cells"):
        text = (
            f'grid 1 x 2\n{declaration}\nfind b : bool at cells\nrule "It": size(clue.known) = 1\n'
        )
        with pytest.raises(PzcError) as caught:
            Spec.of(Source("t.spec", text))
        (problem,) = caught.value.diagnostics
        assert problem.code == "E0228"
        assert "unknown" in (problem.hint or "")


# ---- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ('shape(b) = shape("ab")', "E0268"),
        ('size(placements("..")) = 1', "E0268"),
        ('size(placements(["##", "#x"])) = 1', "E0268"),
        ("size(reflect(b, [c for c in b])) = 1", "E0211"),
        ("size(distance(b, line)) = 1", "E0211"),
        ("line[link(up, up)]", "E0211"),
        ("size(ends(up)) = 1", "E0211"),
    ],
)
def test_mistakes(condition: str, code: str) -> None:
    header = HEADER.format(cells="find", lines="find")
    with pytest.raises(PzcError) as caught:
        Spec.of(Source("t.spec", header + f'rule "It": {condition}\n'))
    assert code in {d.code for d in caught.value.diagnostics}


def test_distances_that_the_board_decides() -> None:
    header = HEADER.format(cells="find", lines="given")
    text = header + 'rule "It": [distance(home, cells)[c] for c in row(goal)] = [1, 2, 3]\n'
    assert Spec.of(Source("t.spec", text)).count("line:\n.....\n.....\n.....") == 2 ** len(CELLS)
