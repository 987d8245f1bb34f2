"""Batches that resume: only after their own answers, wherever an earlier run ended."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from batches import BAD, FOUR, LATIN, MANY, NONE, UNIQUE, entered, run, sudoku
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return entered(tmp_path, monkeypatch)


@settings(max_examples=20)
@given(st.data())
def test_a_batch_resumes_wherever_it_ended(tmp_path_factory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("resume")
    p, q, spec, out = (str(folder / name) for name in ("p", "q", "four.spec", "out"))
    Path(p).write_text("\n".join((UNIQUE, "", NONE, BAD)))
    Path(q).write_text("\n".join(FOUR))
    Path(spec).write_text(LATIN)
    command = ["solve", spec, "--batch", p, q, "--output", out, "--jobs", "1"]
    command += ["--count", "--limit", "3"]
    main(command)
    whole = Path(out).read_bytes()
    # Paths differ in their lengths: the cut is drawn as a part of the whole.
    Path(out).write_bytes(whole[: data.draw(st.integers(0, 1000)) * len(whole) // 1000])
    main([*command, "--resume"])
    assert Path(out).read_bytes() == whole


def test_it_does_not_resume_from_what_is_no_answer(capsys, folder) -> None:
    (folder / "p").write_text(f"{UNIQUE}\n{NONE}\n")
    for held in ("hello\n", "[1]\n", '{"file": "p", "line": 2}\n', "\n\n\n"):
        (folder / "out").write_text(held)
        code, _, err = run(capsys, "--batch", "p", "-o", "out", "--resume")
        assert code == 2 and "E0515" in err
        assert (folder / "out").read_text() == held


def test_it_begins_where_there_is_nothing_to_resume(capsys, folder) -> None:
    (folder / "p").write_text(UNIQUE)
    assert run(capsys, "--batch", "p", "-o", "out", "--resume")[0] == 0
    first = (folder / "out").read_text()
    assert json.loads(first)["check"]
    code, _, err = run(capsys, "--batch", "p", "-o", "out", "--resume")
    assert (code, err) == (0, "0 puzzles (and 1 before)\n")
    assert (folder / "out").read_text() == first


BATCH = ("--batch", "p", "-o", "out", "--jobs", "1")


@pytest.fixture
def half(capsys, folder: Path) -> Path:
    """A folder with puzzles and the answers to the first two of four."""
    (folder / "p").write_text("\n".join((UNIQUE, BAD, NONE, MANY)) + "\n")
    run(capsys, *BATCH)
    lines = (folder / "out").read_text().splitlines(True)
    (folder / "out").write_text("".join(lines[:2]))
    return folder


def test_earlier_mistakes_stay_in_the_exit_code(capsys, half: Path) -> None:
    code, _, err = run(capsys, *BATCH, "--resume")
    assert code == 2 and err == "2 puzzles: 1 without a solution, 1 solved (and 2 before)\n"
    assert len((half / "out").read_text().splitlines()) == 4


def other_spec(half: Path) -> None:
    (half / "four.spec").write_text(sudoku().source.text.replace("Each block", "Every block"))


def used_spec(half: Path) -> None:
    (half / "four.spec").write_text("use base\n")
    (half / "base.spec").write_text(sudoku().source.text)


def changed_puzzle(half: Path) -> None:
    (half / "p").write_text((half / "p").read_text().replace(UNIQUE, MANY))


def fewer_puzzles(half: Path) -> None:
    (half / "p").write_text(UNIQUE + "\n")


def puzzle_before(half: Path) -> None:
    (half / "p").write_text("\n" + (half / "p").read_text())


def damaged_line(half: Path) -> None:
    whole = (half / "out").read_text()
    digit = whole.index('"solutions": ["') + len('"solutions": ["')
    (half / "out").write_text(whole[:digit] + "x" + whole[digit + 1 :])


def swapped_lines(half: Path) -> None:
    first, second = (half / "out").read_text().splitlines(True)
    (half / "out").write_text(second + first)


def no_text(half: Path) -> None:
    (half / "out").write_bytes(b"\xff\n" + (half / "out").read_bytes())


@pytest.mark.parametrize(
    "change",
    [
        other_spec,
        used_spec,
        changed_puzzle,
        fewer_puzzles,
        puzzle_before,
        damaged_line,
        swapped_lines,
        no_text,
    ],
)
def test_a_run_resumes_only_after_its_own_answers(capsys, half: Path, change) -> None:
    change(half)
    before = (half / "out").read_bytes()
    code, _, err = run(capsys, *BATCH, "--resume")
    assert code == 2 and "E0515" in err
    assert (half / "out").read_bytes() == before


@pytest.mark.parametrize(
    "options",
    [
        ("--unique",),
        ("--count",),
        ("--all",),
        ("--limit", "2"),
        ("--format", "json"),
        ("--backend", "cnf"),
        ("--timeout", "9"),
        ("--per", "block"),
    ],
)
def test_a_run_resumes_only_with_the_same_options(capsys, half: Path, options) -> None:
    code, _, err = run(capsys, *BATCH, "--resume", *options)
    assert code == 2 and "E0515" in err and "options" in err


def test_jobs_do_not_matter_to_what_is_answered(capsys, half: Path) -> None:
    assert run(capsys, *BATCH[:-1], "2", "--resume", "-v")[0] == 2
    assert len((half / "out").read_text().splitlines()) == 4


def test_two_runs_do_not_write_to_one_file(capsys, half: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    before = (half / "out").read_bytes()
    with open(half / "out", "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for words in (BATCH, (*BATCH, "--resume")):
            code, _, err = run(capsys, *words)
            assert code == 2 and "another run is writing to out" in err
    assert (half / "out").read_bytes() == before
    assert run(capsys, *BATCH, "--resume")[0] == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_full_disk_is_reported(capsys, half: Path) -> None:
    code, _, err = run(capsys, "--batch", "p", "-o", "/dev/full")
    assert code == 2 and "cannot write /dev/full: no space left on device" in err
