"""The peer whose programs are read from a folder, with a stand-in for them, and comparisons."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pzc.benchmarks import report, workloads
from pzc.benchmarks.peers import noqx

pytest.importorskip("clingo")

MANAGER = """
modules = {}

def load_solver(folder, name):
    modules[name] = name

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
