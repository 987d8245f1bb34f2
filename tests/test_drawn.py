"""Layers of pieces: every division is found once, given by its letters, drawn, and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from math import prod

import pytest
from backend_names import every_backend
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.json import as_json
from pzc.render.plain import plain
from pzc.render.svg import svg
from pzc.render.text import text
from pzc.render.themes import LIGHT
from pzc.tasks.spec import Spec
from pzc.tasks.verify import Verdict, verify

GRID = "grid h x w\ngiven hole : bool at cells\n"

Cell = tuple[int, int]
Division = frozenset[frozenset[Cell]]


def spec(*lines: str) -> Spec:
    return Spec.of(Source("drawn.spec", "\n".join(('puzzle "Drawn"', *lines)) + "\n"))


def board(picture: str) -> str:
    return f"hole:\n{picture}\n"


# ---- what divisions there are, by hand -----------------------------------------------------------


def cells(picture: str) -> list[Cell]:
    rows = picture.split("\n")
    return [(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token == "."]


def beside(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def is_whole(piece: frozenset[Cell]) -> bool:
    seen = {min(piece)}
    while more := {b for b in piece - seen if any(beside(a, b) for a in seen)}:
        seen |= more
    return seen == piece


def partitions(of: list[Cell]) -> Iterator[list[frozenset[Cell]]]:
    if not of:
        yield []
        return
    first, rest = of[0], of[1:]
    for pieces in partitions(rest):
        yield [frozenset({first}), *pieces]
        for k, piece in enumerate(pieces):
            yield [*pieces[:k], piece | {first}, *pieces[k + 1 :]]


def divisions(of: list[Cell]) -> set[Division]:
    return {frozenset(pieces) for pieces in partitions(of) if all(map(is_whole, pieces))}


def subsets(of: list[Cell]) -> Iterator[list[Cell]]:
    for chosen in range(1 << len(of)):
        yield [cell for k, cell in enumerate(of) if chosen >> k & 1]


def division(picture: str, blanks: str = ".") -> Division:
    """The division that letters tell: equal ones that touch are of one piece."""
    rows = [line.split() if " " in line else list(line) for line in picture.strip().split("\n")]
    left = {(r, c): t for r, row in enumerate(rows) for c, t in enumerate(row) if t not in blanks}
    pieces = []
    while left:
        start, letter = next(iter(left.items()))
        piece, edge = set(), {start}
        while edge:
            piece |= edge
            same = {cell for cell, t in left.items() if t == letter} - piece
            edge = {b for b in same if any(beside(a, b) for a in edge)}
        pieces.append(frozenset(piece))
        for cell in piece:
            del left[cell]
    return frozenset(pieces)


# ---- every division, once ------------------------------------------------------------------------

ALL = spec(GRID, "find block : pieces at cells where not hole")
SOME = spec(GRID, "find block : pieces at some cells where not hole")


@every_backend
@pytest.mark.parametrize("picture", ["..\n..", "...\n...", "...\n.#.\n..#", ".#.\n###\n..#"])
def test_every_division_is_found_once(picture: str, backend: str) -> None:
    found = [plain(s) for s in ALL.solutions(board(picture), backend=backend)]
    assert len(found) == len(set(found))
    assert {division(one) for one in found} == divisions(cells(picture))


@every_backend
@pytest.mark.parametrize("picture", ["..\n..", "...\n.#."])
def test_every_division_of_some_cells_is_found_once(picture: str, backend: str) -> None:
    found = [plain(s) for s in SOME.solutions(board(picture), backend=backend)]
    assert len(found) == len(set(found))
    expected = {one for part in subsets(cells(picture)) for one in divisions(part)}
    assert {division(one) for one in found} == expected


def test_nine_cells_have_1434_divisions() -> None:
    assert ALL.count(board("...\n...\n...")) == len(divisions(cells("...\n...\n..."))) == 1434


def test_two_divisions_of_one_spec_are_apart() -> None:
    both = spec(
        "grid h x w",
        "given hole : bool at cells",
        "find one, two : pieces at cells where not hole",
        'rule "no wall is shared":',
        "    for b in borders: not (one.wall[b] and two.wall[b])",
    )
    walls = [_walls(one) for one in divisions(cells("..\n.."))]
    assert both.count(board("..\n..")) == sum(not a & b for a in walls for b in walls)


def _walls(division: Division) -> frozenset[tuple[Cell, Cell]]:
    at = {cell: piece for piece in division for cell in piece}
    return frozenset((a, b) for a in at for b in at if a < b and beside(a, b) and at[a] != at[b])


# ---- walls ---------------------------------------------------------------------------------------


@every_backend
@pytest.mark.parametrize("some", ["", "some "])
def test_walls_are_where_pieces_end(some: str, backend: str) -> None:
    told_by_pieces = spec(
        "grid 2 x 3",
        f"find block : pieces at {some}cells",
        "find wall : bool at borders",
        'rule "walls":',
        "    for a, b in adjacent:",
        "        wall[a, b] = ((a in block[a] or b in block[b]) and b not in block[a])",
        "    for b in borders if size(cells(b)) = 1: not wall[b]",
        'rule "differ": any(wall[b] != block.wall[b] for b in borders)',
    )
    assert told_by_pieces.solve("", backend=backend) is None


def test_areas_have_walls_too() -> None:
    areas = spec(
        "grid 2 x 2",
        "find black : bool at cells",
        "let area = areas(black)",
        'rule "three walls": count(area.wall) = 3',
    )
    # Three black cells have two walls, two beside each other two, two across four.
    assert areas.count("") == 0
    assert (
        spec(
            "grid 2 x 2",
            "find black : bool at cells",
            "let area = areas(black)",
            'rule "two walls": count(area.wall) = 2',
        ).count("")
        == len([s for s in subsets(cells("..\n..")) if len(s) in (1, 3)]) + 4
    )


# ---- what is found in pieces ---------------------------------------------------------------------


@every_backend
@pytest.mark.parametrize(
    ("asked", "ways"),
    [
        ("size(star & p) = 1", lambda size: size),
        ("size(p - star) = 1", lambda size: size),
        ("size(star & p & hole) <= 1", lambda size: 2**size),
        ("not (star & p = p)", lambda size: 2**size - 1),
    ],
)
def test_what_is_found_in_a_piece_is_counted(
    asked: str, ways: Callable[[int], int], backend: str
) -> None:
    """In how many ways stars can stand, by the sizes of the pieces."""
    stars = spec(
        GRID,
        "find block : pieces at cells where not hole",
        "find star : bool at cells where not hole",
        'rule "asked of each":',
        f"    for p in block: {asked}",
    )
    picture = ".#.\n..."
    expected = sum(prod(ways(len(p)) for p in one) for one in divisions(cells(picture)))
    assert stars.count(board(picture), backend=backend) == expected


# ---- letters -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [7, 8])
def test_up_to_52_pieces_have_letters_of_their_own_and_more_are_distinguished(size: int) -> None:
    single = spec(
        f"grid {size} x {size}",
        "find block : pieces at cells",
        'rule "one cell each":',
        "    for p in block: size(p) = 1",
    )
    (solution,) = single.solutions("")
    printed = plain(solution)
    assert division(printed) == frozenset(
        frozenset({(r, c)}) for r in range(size) for c in range(size)
    )
    letters = set(printed) - {"\n"}
    assert len(letters) == min(size * size, 52)
    verdict = verify(single, "", printed)
    assert verdict.holds and verdict.complete


def test_a_piece_that_touches_all_letters_is_distinguished() -> None:
    """A winding piece between more than 52 single cells."""
    comb = spec(
        "grid h x w",
        "given lone : bool at cells",
        "find block : pieces at cells",
        'rule "single":',
        "    for a, b in adjacent: (a in block[b]) = (not lone[a] and not lone[b])",
    )
    rows = ["." * 21, ".#" * 10 + "."] * 6 + ["." * 21]
    (solution,) = comb.solutions("lone:\n" + "\n".join(rows) + "\n")
    printed = plain(solution)
    assert len(division(printed)) == 61
    verdict = verify(comb, "lone:\n" + "\n".join(rows) + "\n", printed)
    assert verdict.holds and verdict.complete


@settings(max_examples=30)
@given(st.lists(st.text("abc.?", min_size=4, max_size=4), min_size=3, max_size=3))
def test_any_letters_are_read_as_what_they_tell(rows: list[str]) -> None:
    """The board that verify shows has the same pieces, gaps and blanks as the one it was given."""
    verdict = verify(FREE, "", "\n".join(rows))
    (layer,) = verdict.board.answer
    shown = [["." if v is None else v for v in row] for row in _rows(layer.table, 4)]
    same = "\n".join(" ".join(row) for row in shown)
    assert division(same) == division("\n".join(rows), blanks=".?")
    assert verdict.complete == ("?" not in "".join(rows))
    assert verdict.holds


FREE = spec("grid 3 x 4", "find block : pieces at some cells")


def _rows(table: dict, width: int) -> list[list]:
    values = list(table.values())
    return [values[k : k + width] for k in range(0, len(values), width)]


# ---- reading back --------------------------------------------------------------------------------

SIZES = spec(
    "grid h x w",
    "given clue : 1..h*w at some cells",
    "find block : pieces at cells",
    'rule "Every piece has one number":',
    "    for p in block: size(clue & p) = 1",
    'rule "A number is the size of its piece":',
    "    for c in clue: size(block[c]) = clue[c]",
)
CLUES = "2.3\n...\n4..\n"


def judged(solution: str) -> Verdict:
    return verify(SIZES, CLUES, solution)


def test_solutions_are_read_back() -> None:
    found = list(SIZES.solutions(CLUES))
    assert len(found) > 1
    for one in found:
        verdict = judged(plain(one))
        assert verdict.holds and verdict.complete
        assert verdict.board.answer[0].table == one.answer[0].table


def test_letters_are_no_names() -> None:
    """Other letters, and a letter that two pieces share, tell the same board."""
    one = judged("xyy\nxzy\nzzz\n")
    two = judged("##%\n#@%\n@@@\n".replace("##%", "#%%"))
    shared = judged("xyy\nxzy\nzzz\n".replace("y", "x").replace("xxx", "xyy").replace("xzx", "xzy"))
    assert one.holds and one.complete
    assert one.board == two.board == shared.board


def test_broken_rules_are_reported_with_their_places() -> None:
    verdict = judged("abb\nabb\nacc\n")
    assert {b.sentence for b in verdict.broken} == {
        "Every piece has one number",
        "A number is the size of its piece",
    }
    told_values = {value for b in verdict.broken for value in b.values}
    assert ("block.wall", "r1c1/right", "yes") in told_values
    assert all(b.places for b in verdict.broken)


def test_boards_with_gaps_are_completed_or_not() -> None:
    open_board = judged("a?b\n???\n??c\n")
    assert open_board.holds and not open_board.complete
    # Nothing is broken yet, but the 4 cannot grow: the walls of the 2 shut it in.
    shut = judged("a??\na??\ncdd\n")
    assert not shut.holds
    sentences = {b.sentence for b in shut.broken} | set(shut.conflict)
    assert "A number is the size of its piece" in sentences


def test_a_conflict_never_names_what_the_declaration_asks_for() -> None:
    verdict = verify(
        spec(
            "grid 2 x 2",
            "find block : pieces at cells",
            'rule "a single wall": count(block.wall) = 1',
        ),
        "",
        "??\n??\n",
    )
    assert verdict.conflict == ("a single wall",)


def test_computed_divisions_are_printed_and_read_back() -> None:
    areas = spec(
        "grid 2 x 3",
        "find black : bool at cells",
        "let area = areas(black)",
        'rule "two areas": size(area) = 2',
        "answer area",
    )
    found = [plain(s) for s in areas.solutions("")]
    assert len(found) == len(set(found)) > 3
    expected = {
        one
        for part in subsets(cells("...\n..."))
        for one in divisions(part)
        if len(one) == 2
        and not any(beside(a, b) for p in one for q in one - {p} for a in p for b in q)
    }
    assert {division(one) for one in found} == expected
    for one in found:
        verdict = verify(areas, "", one)
        assert verdict.holds and verdict.complete
    assert not verify(areas, "", "aaa\n...\n").holds


# ---- pictures ------------------------------------------------------------------------------------


def test_walls_are_drawn() -> None:
    solution = judged("xyy\nxzy\nzzz\n").board
    assert (
        "\n" + text(solution)
        == """
┌───┬───────┐
│ 2 │ ·   3 │
│   ├───┐   │
│ · │ · │ · │
├───┘   └───┤
│ 4   ·   · │
└───────────┘
"""
    )
    assert re.search(rf'<path d="[^"]*" stroke="{LIGHT.found}" stroke-width="4"', svg(solution))


def test_what_is_not_decided_is_drawn_so() -> None:
    assert text(judged("a?b\n???\n??c\n").board).count("?") == 6


def test_cells_of_no_piece_are_drawn_outside() -> None:
    board_ = verify(FREE, "", ".aa.\n....\n....\n").board
    assert text(board_).startswith("┌───┬───────┬───┐\n│ · │ ·   · │ · │\n│   └───────┘   │\n")


def test_json_tells_the_letters() -> None:
    (layer,) = as_json(judged("xyy\nxzy\nzzz\n").board)["answer"]
    assert layer == {
        "name": "block",
        "at": "cell",
        "rows": [["a", "b", "b"], ["a", "c", "b"], ["c"] * 3],
    }
    json.dumps(layer)


# ---- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declaration", "code"),
    [
        ("given block : pieces at cells", "E0238"),
        ("param block : pieces = 1", "E0238"),
        ("find block : pieces at corners", "E0238"),
        ("find block : pieces at cells, rows", "E0238"),
        ("given clue : symbol at cells\nfind block : pieces at cells from clue", "E0245"),
        ('find block : pieces at cells drawn "a b"', "E0259"),
        ('find block : pieces at cells blank "-"', "E0243"),
        ('find block : pieces at cells\nrule "r": block[1] = block[2]', "E0226"),
        ('find block : pieces at cells\nrule "r": block = 2', "E0217"),
        ('find block : pieces at cells\nrule "r": block.walls[r1c1]', "E0228"),
    ],
)
def test_mistakes(declaration: str, code: str) -> None:
    with pytest.raises(PzcError) as raised:
        spec("grid 3 x 3", declaration)
    assert code in {d.code for d in raised.value.diagnostics}


def test_what_is_no_board_of_letters_is_reported() -> None:
    with pytest.raises(PzcError) as raised:
        judged("ab\nab\n")
    assert raised.value.diagnostics[0].code == "E0311"
