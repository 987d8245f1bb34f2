"""Puzzles of 4 x 4 in batches: one of each outcome, and the command that solves them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.tasks.spec import Spec

LATIN = """\
grid n x n
given clue  : 1..n at some cells blank "0" unknown "?"
find  digit : 1..n at cells from clue
rule "Each row and column holds every digit once":
    for line in rows + columns: all_different(digit[line])
"""
# One solution, none, several, a mistake.
UNIQUE, NONE, MANY, BAD = (
    "1......2..4..3..",
    "1...1...........",
    "................",
    "1..5............",
)
FOUR = (UNIQUE, NONE, MANY, BAD)


def sudoku() -> Spec:
    """Of 4 x 4."""
    text = LATIN + (
        'rule "Each block holds every digit once":\n'
        "    for block in blocks(2, 2): all_different(digit[block])\n"
    )
    return Spec.of(Source("four.spec", text))


def entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder with a spec."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four.spec").write_text(sudoku().source.text)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict], str]:
    """Exit code, answers, stderr."""
    code = main(["solve", "four.spec", *words])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err
