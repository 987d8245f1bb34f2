"""Run commands, in this process or as one of their own, in a folder with a spec and puzzles."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pzc.cli import main

STARS = """\
puzzle "Stars"
about  "One star in every row and column."

grid n x n
given wall : bool at cells
find  star : bool at c in cells where not wall[c] drawn ". *"

rule "Every row and column holds one star":
    for line in rows + columns: count(star[line]) = 1

rule "Stars do not touch, not even diagonally":
    for a, b in touching: not (star[a] and star[b])
"""

# 4x4 has two solutions, turned about; a wall takes one of them away.
TWO = "wall:\n....\n....\n....\n....\n"
ONE = "wall:\n.#..\n....\n....\n....\n"
NONE = "wall:\n.##.\n....\n....\n....\n"


def entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder with a spec and three puzzles."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"stars.spec": STARS, "two": TWO, "one": ONE, "none": NONE}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def process(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pzc", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
        **options,
    )
