"""What Python code sees that passes something else than a text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import pzc

PUZZLE = "stars: 1\nregion:\nABBB\nABBC\nDDDC\nDDCC\n"


@pytest.fixture(scope="module")
def stars() -> pzc.Spec:
    return pzc.load("star_battle")


@pytest.mark.parametrize(
    "call",
    [
        lambda stars: stars.solve(Path("a.puzzle")),
        lambda stars: stars.why(Path("a.puzzle")),
        lambda stars: stars.minimise(Path("a.puzzle")),
        lambda stars: stars.mend(Path("a.puzzle")),
        lambda stars: stars.verify(PUZZLE, Path("a.puzzle")),
        lambda stars: stars.board(PUZZLE, Path("a.puzzle")),
    ],
)
def test_a_path_is_not_a_text(stars: pzc.Spec, call: Callable[[pzc.Spec], object]) -> None:
    with pytest.raises(TypeError, match="must be its text, a str, not "):
        call(stars)


def test_the_name_of_a_file_is_recognised(
    stars: pzc.Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.puzzle").write_text(PUZZLE)
    for call in (lambda: stars.solve("a.puzzle"), lambda: stars.verify(PUZZLE, "a.puzzle")):
        with pytest.raises(pzc.PzcError, match="this is the name of a file"):
            call()
