"""Warnings from a board: conditions that never or always hold (W0206, W0207), free last moments
(W0208)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.tasks.library import summaries
from pzc.tasks.look import look
from pzc.tasks.spec import Spec, load

EXAMPLES = Path(__file__).resolve().parent.parent / "specs" / "examples"

BOARD = """grid n x n
param most : 1..9 = 2
given clue : 0..3 at some cells
given wall : bool at cells
find d : 1..3 at cells from clue
find star : bool at cells
let above_most = most + 7
let near_clue[c in cells] = c in clue
"""
PUZZLE = "wall:\n...\n...\n...\n"


def seen(statement: str, puzzle: str = PUZZLE) -> list[tuple[str, str, str]]:
    """The code of each warning of a rule, what it marks, and its message."""
    spec = Spec.of(Source("my.spec", f'{BOARD}rule "r":\n    {statement}\n'))
    found = []
    for warning in look(spec, Source("my.puzzle", puzzle)):
        span = warning.span
        assert span is not None and span.line == 10
        text = statement[span.column - 5 : span.end_column - 5]
        found.append((warning.code, text, warning.message))
    return found


def unmarked(statement: str) -> tuple[str, str]:
    """A statement without the quotes around what is marked in it, and the marked text."""
    before, rest = statement.split("«")
    marked, after = rest.split("»")
    return before + marked + after, marked


@pytest.mark.parametrize(
    "statement, message",
    [
        ("for c in cells: «c.right.row > 0»", "cannot hold (c = r1c3, and 2 more)"),
        ("for c in cells: «d[c] = d[c.up]»", "cannot hold (c = r1c1, and 2 more)"),
        ("for r in rows: «count(star[r]) = n + 1»", "cannot hold (r = row 1, and 2 more)"),
        ("«count(star) > n * n»", "on this board, this cannot hold"),
        ("for c in cells if «c.row = 9»: star[c]", "nothing passes this"),
        ("«count(star) = above_most + 1»", "cannot hold"),
        ("for r in rows: «sum(d[r]) < n»", "cannot hold (r = row 1, and 2 more)"),
    ],
)
def test_what_never_holds_on_the_board_is_marked(statement: str, message: str) -> None:
    plain, marked = unmarked(statement)
    ((code, text, found),) = seen(plain)
    assert (code, text) == ("W0206", marked) and message in found


@pytest.mark.parametrize(
    "statement",
    [
        "for c in cells: «count(star) >= c.row - n»",
        "for a, b in adjacent: «a.row + a.column != b.row + b.column»",
    ],
)
def test_what_always_holds_on_the_board_is_marked(statement: str) -> None:
    plain, marked = unmarked(statement)
    ((code, text, _),) = seen(plain)
    assert (code, text) == ("W0207", marked)


@pytest.mark.parametrize(
    "statement, puzzle",
    [
        ("for c in clue: d[c] = clue[c] + 3", "clue:\n3..\n...\n...\n" + PUZZLE),
        ("for c in cells: clue[c] > 0 or near_clue[c]", PUZZLE),
        ("for c in cells if wall[c]: star[c]", PUZZLE),
        ("for c in cells: not wall[c]", PUZZLE),
        ("count(star) > most * 9", "most: 9\n" + PUZZLE),
    ],
)
def test_what_the_puzzle_tells_is_no_mistake_of_the_spec(statement: str, puzzle: str) -> None:
    assert seen(statement, puzzle) == []


def test_given_values_that_are_printed_count_as_known() -> None:
    rule = "for c in cells: d[c] != d[c.right] or c.column = n"
    assert seen(rule) == []
    ((code, _, _),) = seen("for c in cells: d[c] != d[c.right] and c.column < n")
    assert code == "W0206"


PLAN = """things bank = {{left, right}}
things animal = {{wolf, goat}}
sequence time up to 9
find place : bank at animal, time
find taken : animal at {}
rule "All come from left to right":
    for a in animal: place[a, time.first] = left and place[a, time.last] = right
rule "One is taken at a time":
    for t in time if t != time.last:
        for a in animal: place[a, next(t)] = place[a, t] or a = taken[t]
"""


def test_a_layer_that_is_free_at_the_last_moment_is_marked_and_the_hint_mends_it() -> None:
    free = Spec.of(Source("my.spec", PLAN.format("time")))
    (warning,) = look(free, Source("none", ""))
    assert warning.code == "W0208" and warning.span is not None and warning.span.line == 5
    assert warning.hint is not None
    at = warning.hint.split("`")[1].removeprefix("at ")
    bound = Spec.of(Source("my.spec", PLAN.format(at)))
    assert look(bound, Source("none", "")) == []
    assert (free.count(), bound.count()) == (4, 2)


def test_a_layer_that_is_no_part_of_the_answer_may_be_free() -> None:
    spec = Spec.of(Source("my.spec", PLAN.format("time") + "answer place\n"))
    assert look(spec, Source("none", "")) == [] and spec.count() == 2


@pytest.mark.parametrize("name", [name for name, _, _ in summaries()])
def test_the_library_asks_nothing_in_vain(name: str) -> None:
    spec = load(name)
    puzzles = sorted((EXAMPLES / name).glob("*.puzzle"))
    boards = [Source(str(p), p.read_text(encoding="utf-8")) for p in puzzles]
    found = {b.name: look(spec, b) for b in boards or [Source("none", "")]}
    assert found and not any(found.values())


IMPOSSIBLE = 'grid 2 x 2\ngiven clue : 1..9 at some cells\nfind s : bool at cells\nrule "r":\n'
IMPOSSIBLE += "    for c in cells: s[c.right] or s[c]\n    for c in cells: c.right.row > 0\n"


@pytest.mark.parametrize(
    "words, out",
    [
        (("solve", "my.spec", "clue:\n1."), ""),
        (("count", "my.spec", "clue:\n1."), "0\n"),
        (("verify", "my.spec", "clue:\n1.", "my.solution"), "r (r1c2)\n"),
        (("check", "my.spec"), "my.spec: ok\n"),
        (("check", "my.spec", "--puzzle", "clue:\n1."), "my.spec: ok\n"),
    ],
)
def test_every_command_marks_the_rule_that_no_board_keeps(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    out: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.spec").write_text(IMPOSSIBLE)
    Path("my.solution").write_text("##\n##\n")
    main([word.replace("1.", "1.\n..") for word in words])
    printed = capsys.readouterr()
    assert printed.out.startswith(out)
    assert "my.spec:6:21: warning[W0206]: on this board, this cannot hold (c = r1c2" in printed.err
    assert "given" not in printed.err.replace("given clue", "")


def test_a_mistake_of_the_board_is_one_where_no_puzzle_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fixed.spec").write_text("grid 1000 x 1000\nfind star : bool at cells\n")
    Path("open.spec").write_text("grid h x w\nfind star : bool at cells\n")
    assert main(["check", "fixed.spec"]) == 2
    assert "error[E0409]" in capsys.readouterr().err
    assert main(["check", "open.spec"]) == 0


def test_a_mistake_in_the_puzzle_of_check_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.spec").write_text(IMPOSSIBLE)
    assert main(["check", "my.spec", "--puzzle", "clue:\n12"]) == 2
    assert "error[E0311]" in capsys.readouterr().err
