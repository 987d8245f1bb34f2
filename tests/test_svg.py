"""SVG pictures of solved puzzles: well formed, complete, and every sign where it belongs."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import pzc
from pzc.compiler.ground.solution import Solution
from pzc.render.canvas import CELL
from pzc.render.svg import svg
from pzc.render.themes import LIGHT
from pzc.tasks.library import bundled, examples

Element = ElementTree.Element


def solved(folder: Path, spec: str, puzzle: str = "") -> Solution:
    path = folder / "own.spec"
    path.write_text(spec)
    solution = pzc.load(path).solve(puzzle)
    assert solution is not None
    return solution


def drawn(solution: Solution, **options: Any) -> Element:
    return ElementTree.fromstring(svg(solution, **options))


def elements(tree: Element, tag: str, **attributes: str) -> list[Element]:
    wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
    return [
        node
        for node in tree.iter(f"{{http://www.w3.org/2000/svg}}{tag}")
        if wanted.items() <= node.attrib.items()
    ]


def written(tree: Element, **attributes: str) -> Counter[str]:
    return Counter(node.text or "" for node in elements(tree, "text", **attributes))


def number(node: Element, name: str) -> float:
    return float(node.get(name, "nan"))


@pytest.mark.parametrize("name", bundled())
def test_examples_are_drawn_inside_their_pictures(name: str) -> None:
    path = examples(name)[0]
    solution = pzc.load(name).solve(path.read_text())
    assert solution is not None
    tree = drawn(solution)
    wide, high = map(float, tree.get("viewBox", "").split()[2:])
    title = tree.find("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.text == solution.title
    said = tree.find("{http://www.w3.org/2000/svg}desc")
    assert said is not None and said.text and " object at " not in said.text
    texts = elements(tree, "text")
    assert texts
    for node in texts:
        assert 0 <= number(node, "x") <= wide
        assert 0 <= number(node, "y") <= high
        assert number(node, "font-size") >= 6
    assert "href" not in svg(solution)


def test_printed_digits_are_bold_and_found_ones_blue() -> None:
    puzzle = examples("sudoku")[0].read_text()
    solution = pzc.load("sudoku").solve(puzzle)
    assert solution is not None
    tree = drawn(solution, title=False)
    given = written(tree, font_weight="bold", fill=LIGHT.given)
    found = written(tree, fill=LIGHT.found)
    assert given.total() == sum(c in "123456789" for c in puzzle)
    assert given + found == Counter({str(k): 9 for k in range(1, 10)})


def test_clues_of_black_cells_are_light() -> None:
    path = examples("str8ts")[0]
    solution = pzc.load("str8ts").solve(path.read_text())
    assert solution is not None and solution.board is not None
    tree = drawn(solution, title=False)
    black = next(layer for layer in solution.givens if layer.domain.kind == "bool")
    clue = next(layer for layer in solution.givens if layer.domain.kind == "int")
    cells = [c for c, value in black.table.items() if value]
    assert len(elements(tree, "rect", fill=LIGHT.filled_given)) == len(cells)
    values = [clue.table.get(c) for c in cells]
    assert written(tree, fill=LIGHT.on_given) == Counter(str(v) for v in values if v is not None)


def test_lists_stand_outside() -> None:
    solution = pzc.load("nonogram").solve(examples("nonogram")[0].read_text())
    assert solution is not None
    clues = [v for layer in solution.givens for part in layer.table.values() for v in part]
    tree = drawn(solution, title=False)
    assert written(tree) == Counter(map(str, clues))
    filled = sum(sum(part) for part in solution.givens[0].table.values())
    assert len(elements(tree, "rect", fill=LIGHT.filled_found)) == filled


def test_lists_of_cells_are_lines_through_them() -> None:
    solution = pzc.load("arrow_sudoku").solve(examples("arrow_sudoku")[0].read_text())
    assert solution is not None
    chains = next(layer for layer in solution.givens if layer.name == "path").table.values()
    lines = elements(drawn(solution, title=False), "path", stroke=LIGHT.cage, fill="none")
    through = [line.get("d", "").count("L") + 1 for line in lines]
    heads = [3 for _ in chains]
    assert sorted(through) == sorted([*map(len, chains), *heads])


def test_totals_stand_in_dashed_cages() -> None:
    solution = pzc.load("killer_sudoku").solve(examples("killer_sudoku")[0].read_text())
    assert solution is not None
    tree = drawn(solution, title=False)
    total = next(layer for layer in solution.givens if layer.kind == "group")
    assert written(tree, text_anchor="start") == Counter(map(str, total.table.values()))
    assert len(elements(tree, "path", stroke_dasharray="4 3")) == len(total.table)


def test_lines_are_drawn_where_they_run(tmp_path: Path) -> None:
    spec = """puzzle "Frame"
grid h x w
given clue : 0..4 at some cells
find line : bool at borders
rule "A number counts lines":
    for c in clue: count(line[borders(c)]) = clue[c]
"""
    tree = drawn(solved(tmp_path, spec, "4\n"))
    path = " ".join(node.get("d", "") for node in elements(tree, "path", stroke=LIGHT.found))
    for start in ("0 0h", f"0 {CELL}h", "0 0v", f"{CELL} 0v"):
        assert f"M{start}{CELL}" in path
    assert not elements(tree, "path", stroke=LIGHT.given)


def test_lines_leave_room_for_numbers(tmp_path: Path) -> None:
    spec = """puzzle "Pairs"
grid h x w
given number : 0..9 at some cells
given pearl : {white, black} at some cells
find line : bool at links
rule "All":
    for l in links: line[l]
"""
    tree = drawn(solved(tmp_path, spec, "number:\n1..\n\npearl:\n. white black\n"))
    nodes = list(tree.iter())
    (number,) = elements(tree, "text", paint_order="stroke")
    assert (number.text, number.get("stroke")) == ("1", LIGHT.paper)
    pearls = elements(tree, "circle")
    assert [node.get("fill") for node in pearls] == [LIGHT.tone("white"), LIGHT.tone("black")]
    (line,) = elements(tree, "path", stroke=LIGHT.found)
    assert nodes.index(pearls[-1]) < nodes.index(line) < nodes.index(number)


def test_corner_clues_stand_in_circles(tmp_path: Path) -> None:
    spec = """puzzle "Slants"
grid h x w
given clue : 0..4 at some corners
find slope : {rising, falling} at cells drawn "/ \\\\"
rule "All":
    for c in cells: slope[c] = rising
"""
    tree = drawn(solved(tmp_path, spec, "1..\n..4\n"), title=False)
    assert len(elements(tree, "circle")) == 2
    assert written(tree) == Counter("14")
    assert len(elements(tree, "path", stroke=LIGHT.found)) == 2


def test_clues_beside_what_is_found_stand_in_corners(tmp_path: Path) -> None:
    spec = """puzzle "Sums"
grid h x w
given total : 0..99 at some cells
given low  : 0..9 at some cells
find digit : 1..9 at cells
rule "Low":
    for c in low: digit[c] = low[c] + 1
"""
    tree = drawn(solved(tmp_path, spec, "total:\n12 .\n\nlow:\n3 .\n"), title=False)
    sizes = {node.text: number(node, "font-size") for node in elements(tree, "text")}
    assert sizes["4"] > 1.5 * sizes["12"]
    assert written(tree, text_anchor="start") == Counter(["12"])
    assert written(tree, text_anchor="end") == Counter(["3"])


def test_a_number_and_its_arrow_share_a_cell(tmp_path: Path) -> None:
    spec = """puzzle "Pointers"
grid h x w
given number : 0..9 at some cells
given arrow  : direction at some cells
picture "{number}{arrow}"
find black : bool at cells drawn ". #"
rule "Counts":
    for c in number: not black[c]
    for c in number: count(black[run(c, arrow[c], cells)]) = number[c]
"""
    tree = drawn(solved(tmp_path, spec, "1> . 2v\n. . .\n. . .\n"), title=False)
    assert written(tree) == Counter("12")
    right, down = elements(tree, "text")
    middle = CELL / 2
    assert number(right, "y") > number(down, "y")
    assert number(down, "x") < 2 * CELL + middle == number(right, "x") + 2 * CELL
    assert len(elements(tree, "g", **{"class": "arrow"})) == 2


def test_marks_are_red() -> None:
    solution = pzc.load("skyscrapers").solve(examples("skyscrapers")[0].read_text())
    assert solution is not None and solution.board is not None
    board = solution.board
    clue = next(layer for layer in solution.givens if layer.kind == "side")
    side = next(place for place, value in clue.table.items() if value is not None)
    tree = drawn(solution, marked=[board.rows[0], board.corners[0], side])
    assert len(elements(tree, "rect", fill=LIGHT.mark)) == board.width
    assert len(elements(tree, "circle", fill=LIGHT.mark)) == 1
    assert written(tree, fill=LIGHT.mark) == Counter([str(clue.table[side])])


def test_things_are_a_table() -> None:
    solution = pzc.load("zebra").solve("")
    assert solution is not None
    texts = written(drawn(solution))
    assert all(texts[word] == 1 for word in ("zebra", "water", "Norwegian", "Kools"))


@pytest.mark.parametrize("name", ["elephant_in_a_very_small_cell", "日本語の言葉"])
def test_long_words_fit_into_a_cell(tmp_path: Path, name: str) -> None:
    spec = f'puzzle "1 < 2 & 3"\ngrid 1 x 1\nfind word : {{{name}, x}} at cells\n'
    spec += f'rule "It":\n    for c in cells: word[c] = {name}\n'
    tree = drawn(solved(tmp_path, spec), title=False)
    (word,) = elements(tree, "text")
    assert word.text == name
    assert number(word, "font-size") * 0.5 * len(name) <= CELL
