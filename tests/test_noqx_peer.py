"""The peer whose programs are read from a folder, with a stand-in for them, and comparisons."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pzc.benchmarks import report, workloads
from pzc.benchmarks.peers import noqx, noqx_boards
from pzc.benchmarks.reading import sections
from pzc.tasks.library import SPECS

pytest.importorskip("clingo")

MANAGER = """
from types import SimpleNamespace

modules = {}

def load_solver(folder, name):
    modules[name] = SimpleNamespace(parameters={})

def generate_program(board):
    shaded = [(r, c) for r in range(board.row) for c in range(board.col)
              if (r, c, "center", "normal") not in board.text]
    return "".join(f"black({r},{c})." for r, c in shaded) + "#show black/2."
"""
PUZZLE = """
class Puzzle:
    def __init__(self, name, content, param):
        self.param = param
        self.text, self.symbol, self.edge = {}, {}, {}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "noqx" / "puzzle").mkdir(parents=True)
    (tmp_path / "noqx" / "__init__.py").write_text("")
    (tmp_path / "noqx" / "manager.py").write_text(MANAGER)
    (tmp_path / "noqx" / "puzzle" / "__init__.py").write_text(PUZZLE)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(noqx.VARIABLE, "")
    for name in ("noqx", "noqx.manager", "noqx.puzzle"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def nurikabe() -> workloads.Workload:
    return workloads.Workload("", "", "nurikabe", "nurikabe", [], *workloads.GENRES["nurikabe"])


def test_a_puzzle_is_told_and_its_answer_read(folder: Path) -> None:
    noqx.programs(folder)
    (tool,) = noqx.TOOLS
    ask = tool.prepare(nurikabe())
    assert ask is not None
    answers = [found() if callable(found) else found for found in ask("1 .\n. .\n")]
    assert answers == [frozenset({(1, 2), (2, 1), (2, 2)})]


def test_without_a_folder_there_is_no_such_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(noqx.VARIABLE, raising=False)
    assert noqx.TOOLS[0].prepare(nurikabe()) is None


def test_a_folder_without_its_programs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no noqx/manager\.py"):
        noqx.programs(tmp_path)


CENTRE = ("center", "normal")


class Told:
    """A board that remembers what it is told."""

    def __init__(self) -> None:
        self.row = self.col = 0
        self.text: dict[tuple[int, int, str, str], int | str] = {}
        self.symbol: dict[tuple[int, int, str, str], str] = {}
        self.surface: dict[tuple[int, int, str, str], int] = {}
        self.edge: dict[tuple[int, int, str, str], bool] = {}
        self.line: dict[tuple[int, int, str, str], bool] = {}
        self.param: dict[str, object] = {}


def told(genre: str, puzzle: str) -> Told:
    board = Told()
    noqx_boards.GENRES[genre].tell(board, sections(puzzle))
    return board


@pytest.mark.parametrize("genre", noqx_boards.GENRES)
def test_an_example_of_each_genre_is_told(genre: str) -> None:
    boards = []
    for path in sorted((SPECS / "examples" / genre).glob("*.puzzle")):
        try:
            boards.append(told(genre, path.read_text(encoding="utf-8")))
        except ValueError as refusal:
            assert "has nothing like" in str(refusal)
    for board in boards:
        assert min(board.row, board.col) > 1
        assert board.text or board.symbol or board.surface or board.edge or board.line


def test_where_things_are_told() -> None:
    assert told("creek", "..2\n...\n...\n").text == {(0, 2, "top_left", "normal"): 2}
    kropki = told("kropki", ".o.\n...\n...\n")
    assert kropki.symbol == {(0, 1, "left", "normal"): "circle_SS__1"}
    assert (kropki.row, kropki.col) == (2, 2)
    assert told("norinori", "AAB\nAAB\n").edge == {
        (0, 2, "left", "normal"): True,
        (1, 2, "left", "normal"): True,
    }
    skyline = told("skyscrapers", "seen:\ntop . 2\nright 1 .\n")
    assert skyline.text == {(-1, 1, "center", "normal"): 2, (0, 2, "center", "normal"): 1}
    lines = told("nonogram", "across:\n1 1\n3\ndown:\n2\n1\n2\n")
    assert (lines.row, lines.col) == (2, 3)
    galaxies = told("galaxies", "corner_dot:\n---\n-o-\n---\nhole:\n..\n..\n")
    assert (galaxies.row, galaxies.col) == (2, 2)
    assert lines.text[0, -2, "center", "normal"] == 1
    lapaz = told("lapaz", "1..\n..?\n")
    assert set(lapaz.surface) == set(lapaz.text) == {(0, 0, *CENTRE), (1, 2, *CENTRE)}
    sums = told("tilepaint", "tile:\nAAB\nAAB\ntotal:\ntop 1 . .\nright . 2\n")
    assert sums.text == {
        (-1, 0, "center", "corner_bottom_left"): 1,
        (1, -1, "center", "corner_top_right"): 2,
    }
    tiles = told("parquet", "room:\nAB\nAB\ntile:\nAA\nAB\n")
    assert {point: drawn for point, drawn in tiles.edge.items() if point[3] == "delete"} == {
        (0, 1, "left", "delete"): False,
        (1, 0, "top", "delete"): False,
    }
    assert told("star_battle", "stars: 1\nregion:\n..A\n..A\n").edge == {
        (0, 2, "left", "normal"): True,
        (1, 2, "left", "normal"): True,
    }
    holes = told("rassi_silai", "hole:\n##.\n...\nroom:\n..A\nAAA\n")
    assert holes.edge.keys() >= {(0, 1, "left", "normal"), (0, 2, "left", "normal")}
    assert told("minarism", "difference:\n+2+\n...\n+.+\n").text == {(0, 1, "left", "normal"): 2}
    assert set(told("number_rope", "total:\n..\n..\nrope:\n+.+\n..#\n+.+\n").line) == {
        (0, 1, "bottom", "normal"),
        (1, 1, "top", "normal"),
    }
    assert set(told("pipelink", "..\n.J\n").line) == {
        (1, 1, "top", "normal"),
        (1, 1, "left", "normal"),
    }
    fans = told("nagareru_loop", "arrow:\n>.>\n...\n..^\nwall:\n#-#\n---\n---\n")
    assert fans.symbol == {(0, 0, *CENTRE): "arrow_B_W__5", (2, 2, *CENTRE): "arrow_B_B__3"}
    walls = told("tri_place", "wall:\n##.\n...\n")
    assert walls.symbol[0, 0, "center", "normal"] != walls.symbol[0, 1, "center", "normal"]
    statues = "statue: A B C\nform:\n##\n\n###\n#..\n\n##\nclue:\n...\n.#.\n"
    assert told("statue_park", statues).param["shapeset"] == [
        {"shape": "11", "count": 2},
        {"shape": "111|100", "count": 1},
    ]


@pytest.mark.parametrize(
    ("genre", "puzzle", "refusal"),
    [
        ("ant_mill", "x" + "." * 8 + "\n" + ("." * 9 + "\n") * 8, "a symbol on the frame"),
        ("coral", "across:\n1\n-\ndown:\n1\n-\n", "an empty line"),
        ("kuromenbun", "wall:\n+#+\n...\n+.+\n", "a wall within a region"),
        ("lapaz", "1.#\n..?\n", "a hole"),
        ("putteria", "room:\nAA\nBB\nmark:\nx.\n..\n", "mark"),
        ("nagareru_loop", "wall:\n#--\n---\narrow:\n>.^\n...\n", "a wind over an arrow"),
        ("nagareru_loop", "#>.^\n...\n", "a picture of several sections"),
        ("sheep_wolf_slitherlink", "clue:\n1.\n..\nanimal:\nw.\n..\n", "two clues in a cell"),
        ("sudoku", "box_height: 3\nbox_width: 2\nclue:\n" + "......\n" * 6, "boxes of this size"),
        ("tents", "tree:\nT.\n..\ntotal:\ntop 1 .\nbottom 2 .\n", "two numbers of a line"),
        ("tetrochain_k", "B....\n" + ".....\n" * 4, "a symbol on the frame"),
    ],
)
def test_what_noqx_cannot_take_is_refused(genre: str, puzzle: str, refusal: str) -> None:
    with pytest.raises(ValueError, match=f"nothing like {refusal}"):
        told(genre, puzzle)


def row(tool: str, value: float | None) -> dict[str, object]:
    return {"tool": tool, "value": value, "error": "", "wrong": 0}


def table(name: str, ours: float | None, theirs: float | None) -> report.Table:
    rows = [row("pzc", ours), row("pzc cnf", 1.0), row("other", theirs)]
    return {"section": "s", "name": name, "unit": "ms", "limit": 2.0, "rows": rows}


def test_a_comparison_has_the_mean_and_the_worst_rows_first() -> None:
    tables = [table("a", 10.0, 20.0), table("b", None, 500.0), table("c", None, None)]
    assert report.comparison({"tables": tables}) == [
        "pzc against other, 2 rows: 1.41x, 1 above 2x",
        "    4x  s, b",
        "    0.5x  s, a",
    ]
