"""Many puzzles at once: each has the answer it has alone, in order, whatever becomes of the others.

The short way of pictures (`tasks/pictures.py`) is compared with the long one on random texts; files
are cut at random places. `test_batch_resuming` has runs that resume.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest
from backend_names import EVERY, every_backend
from batches import BAD, FOUR, LATIN, MANY, NONE, UNIQUE, entered, run, sudoku
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.render.plain import plain
from pzc.tasks import processes
from pzc.tasks import puzzles as reading
from pzc.tasks.answered import Answered, Status, Wanted
from pzc.tasks.batch import Batch
from pzc.tasks.lines import Lines
from pzc.tasks.pictures import Layout
from pzc.tasks.processes import work_off
from pzc.tasks.puzzles import Puzzle, Puzzles
from pzc.tasks.spec import Spec

# Kinds of layers on their way from characters to values and back: specs, the characters that their
# puzzles may hold, the first one a blank, and others.
OTHERS = {
    "latin": (LATIN, ".1230", "4?5: -"),
    "queens": (
        """\
grid n x n
given clue  : bool at some cells drawn "x Q"
find  queen : bool at cells from clue drawn ". Q"
rule "Every row and column holds one queen":
    for line in rows + columns: count(queen[line]) = 1
""",
        ".xQ_",
        "#",
    ),
    "symbols": (
        """\
grid 3 x 3
given seen : {red, blue} at some cells drawn "R B"
find  mark : {red, blue, green} at some cells from seen drawn "r b g"
rule "Each row holds red, but not twice":
    for row in rows: count(mark[row] = red) = 1
""",
        ".RB",
        "x",
    ),
    "parts": (
        """\
grid 3 x 3
given clue : 1..9 at some c in cells where c.row * c.column != 4
find  size : 1..2 at c in cells where c.row + c.column != 2 from clue
rule "Cells that meet differ":
    for a, b in touching: size[a] != size[b]
""",
        ".12",
        "93",
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return entered(tmp_path, monkeypatch)


def answers(batch: Batch, *texts: str) -> list[dict]:
    found = batch.answers([Puzzle("p", k, text) for k, text in enumerate(texts, 1)])
    return [json.loads(one.text) for one in found]


# ---- answers -------------------------------------------------------------------------------------


def test_each_puzzle_is_answered_by_its_place(capsys, folder) -> None:
    (folder / "p").write_text("\n".join((UNIQUE, "", NONE, MANY, "   ", BAD)))
    (folder / "q").write_text(UNIQUE + "\n")
    code, found, err = run(capsys, "--batch", "p", "q")
    assert code == 2
    places = [(a["file"], a["line"], a["status"]) for a in found]
    assert places == [
        ("p", 1, "solved"),
        ("p", 3, "no solution"),
        ("p", 4, "solved"),
        ("p", 6, "mistake"),
        ("q", 1, "solved"),
    ]
    assert found[0]["solutions"] == found[4]["solutions"]
    assert err == "5 puzzles: 3 solved, 1 without a solution, 1 with mistakes\n"


def test_mistakes_are_reported_with_their_place_in_the_file(capsys, folder) -> None:
    (folder / "p").write_text(f"{UNIQUE}\n\n{BAD}\n")
    (mistake,) = run(capsys, "--batch", "p")[1][1]["mistakes"]
    assert mistake["code"] == "E0320"
    place = [mistake[name] for name in ("file", "line", "column", "end_line", "end_column")]
    assert place == ["p", 3, 4, 3, 5]
    (folder / "q").write_text(f"{UNIQUE}\n\n1...\n..2.\n....\n...9\n")
    (mistake,) = run(capsys, "--batch", "q", "--per", "block")[1][1]["mistakes"]
    assert (mistake["line"], mistake["column"]) == (6, 4)


def test_exit_codes(capsys, folder) -> None:
    for texts, code in (
        ((), 0),
        ((UNIQUE, MANY), 0),
        ((UNIQUE, NONE), 1),
        ((NONE, BAD, UNIQUE), 2),
    ):
        (folder / "p").write_text("\n".join(texts))
        assert run(capsys, "--batch", "p")[0] == code
    (folder / "p").write_text(f"{UNIQUE}\n{MANY}\n")
    assert run(capsys, "--batch", "p", "--unique")[0] == 1


def test_what_is_wanted() -> None:
    spec = sudoku()
    unique = answers(Batch(spec, Wanted(limit=2, unique=True)), *FOUR, *FOUR)
    assert [a["status"] for a in unique[:4]] == ["unique", "no solution", "not unique", "mistake"]
    assert [len(a["solutions"]) for a in unique[:3]] == [1, 0, 2]
    count = answers(Batch(spec, Wanted(limit=None, count=True)), *FOUR, *FOUR)
    numbers = [spec.count(text) for text in FOUR[:3]]
    assert numbers == [1, 0, 288]
    assert [a.get("count") for a in count] == [*numbers, None] * 2
    three = answers(Batch(spec, Wanted(limit=3)), MANY, MANY)
    assert len(set(three[0]["solutions"])) == 3
    everything = answers(Batch(spec, Wanted(limit=None)), MANY, MANY)
    assert len(set(everything[1]["solutions"])) == 288


@pytest.mark.parametrize("backend", EVERY)
def test_backends_agree(backend: str) -> None:
    batch = Batch(sudoku(), Wanted(backend, limit=2, unique=True))
    statuses = [a["status"] for a in answers(batch, *FOUR, *FOUR)]
    assert statuses == ["unique", "no solution", "not unique", "mistake"] * 2


def test_json_is_that_of_solve(capsys, folder) -> None:
    (folder / "p").write_text(f"{UNIQUE}\n{UNIQUE}\n")
    found = run(capsys, "--batch", "p", "--format", "json")[1]
    main(["solve", "four.spec", UNIQUE, "--format", "json"])
    alone = json.loads(capsys.readouterr().out)["solutions"]
    assert [a["solutions"] for a in found] == [alone, alone]


def test_time_runs_out_for_one_puzzle_only() -> None:
    spec = Spec.of(Source("queens", OTHERS["queens"][0]))
    batch = Batch(spec, Wanted("native", limit=None, count=True, timeout=1.5))
    small, endless = "." * 9, "." * 256
    found = answers(batch, small, endless, small)
    assert [a["status"] for a in found] == ["solved", "out of time", "solved"]
    assert found[0]["count"] == found[2]["count"] == 6 and found[1]["count"] > 0


def test_a_bug_is_reported_and_the_next_puzzle_solved(monkeypatch) -> None:
    monkeypatch.delenv("PZC_DEBUG", raising=False)
    batch = Batch(sudoku(), Wanted())
    ground = Spec.ground

    def broken(self, puzzle, timeout=None):
        if "9" in puzzle.text:
            raise ZeroDivisionError("nine")
        return ground(self, puzzle, timeout)

    monkeypatch.setattr(Spec, "ground", broken)
    found = answers(batch, UNIQUE, "9" * 16, UNIQUE)
    assert [a["status"] for a in found] == ["solved", "internal error", "solved"]
    assert "ZeroDivisionError: nine" in found[1]["error"]


def test_a_puzzle_leaves_nothing_behind_for_the_next(monkeypatch) -> None:
    monkeypatch.setattr("pzc.tasks.batch.MOST_NODES_LEFT", 500)
    spec = sudoku()
    batch = Batch(spec, Wanted("cnf", limit=5))
    sizes = []
    for _ in range(40):
        (one,) = answers(batch, MANY)
        assert len(set(one["solutions"])) == 5
        sizes.append(spec.ground(MANY).model.size)
    assert max(sizes[20:]) <= max(sizes[:20])


def test_the_first_solution_alone_leaves_nothing_behind() -> None:
    spec = sudoku()
    batch = Batch(spec, Wanted("cnf"))
    answers(batch, MANY)
    size = spec.ground(MANY).model.size
    answers(batch, MANY, MANY)
    assert spec.ground(MANY).model.size == size


def test_answers_do_not_hang_on_the_puzzles_before() -> None:
    random = Random(2)
    texts = ["".join(random.choice("1234" + "." * 40) for _ in range(16)) for _ in range(60)]
    batch = Batch(sudoku(), Wanted("native"))
    found = [a["solutions"] for a in answers(batch, *texts)]
    assert [a["solutions"] for a in answers(batch, *reversed(texts))] == found[::-1]


@pytest.mark.parametrize("backend", ["auto", "native"])
@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_search_that_takes_longer_goes_on(monkeypatch, backend: str, steps: int) -> None:
    random = Random(5)
    texts = ["".join(random.choice("1234" + "." * 20) for _ in range(16)) for _ in range(40)]
    right = answers(Batch(sudoku(), Wanted(backend, limit=4)), *texts)
    monkeypatch.setattr("pzc.backends.native.solver.FEW_STEPS", steps)
    found = answers(Batch(sudoku(), Wanted(backend, limit=4)), *texts)
    assert [(a["status"], sorted(a["solutions"])) for a in found] == [
        (a["status"], sorted(a["solutions"])) for a in right
    ]
    assert any(len(a["solutions"]) == 4 for a in right)


# ---- the short way -------------------------------------------------------------------------------


def picture(random: Random, right: str, wrong: str) -> str:
    """A picture of up to 4 x 4, on one line or on several, perhaps with a wrong character."""
    height, width = random.choice([(3, 3), (4, 4), (random.randint(1, 4), random.randint(1, 4))])
    filled = random.random()
    cells = [random.choice(right if random.random() < filled else right[0]) for _ in range(16)]
    if random.random() < 0.3:
        cells[random.randrange(9)] = random.choice(wrong)
    between = random.choice(["", "\n"])
    return between.join("".join(cells[k * width : (k + 1) * width]) for k in range(height))


UNKNOWN = """\
grid 2 x 2
given clue : {A, B} at some cells unknown "?"
find  mark : {A, B, C} at some cells from clue
rule "Two marks": size(mark) = 2
"""


@every_backend
def test_an_unknown_value_is_one_of_the_values_of_its_given(backend: str) -> None:
    """One of the given's values, in that puzzle and no other of the batch."""
    texts = ["?...", "A...", "....", "?A..", "A?..", "??..", "???.", "B...", "?..."]
    batch = Batch(Spec.of(Source("a.spec", UNKNOWN)), Wanted(backend=backend, limit=None))
    for text, answer in zip(texts, answers(batch, *texts), strict=True):
        expected = {
            board
            for board in map("".join, product(".ABC", repeat=4))
            if board.count(".") == 2
            and all(
                p in (".", b) or (p == "?" and b in "AB") for p, b in zip(text, board, strict=True)
            )
        }
        assert sorted(answer["solutions"]) == sorted(expected)


@pytest.mark.parametrize("name", OTHERS)
def test_the_short_way_leads_where_the_long_one_does(monkeypatch, name: str) -> None:
    text, right, wrong = OTHERS[name]
    spec = Spec.of(Source(name, text))
    batch = Batch(spec, Wanted("native", limit=2, unique=True))
    taken, givens, only = [], Layout.givens, Lines.answers

    def noted(self: Layout, text: str) -> dict[int, int] | None:
        found = givens(self, text)
        taken.append(found is not None)
        return found

    def at_once(self: Lines, puzzles: list[Puzzle]) -> list[Answered | None]:
        found = only(self, puzzles)
        taken.extend([True for answer in found if answer is not None])
        return found

    monkeypatch.setattr(Layout, "givens", noted)
    monkeypatch.setattr(Lines, "answers", at_once)
    random = Random(1)
    for _ in range(300):
        puzzle = Puzzle("p", 1, picture(random, right, wrong))
        assert batch.answers([puzzle]) == Batch(spec, batch.wanted).answers([puzzle])
    assert 20 < sum(taken) < len(taken)


def test_the_short_way_is_taken(monkeypatch) -> None:
    batch = Batch(sudoku(), Wanted(limit=None))
    before = answers(batch, *FOUR)
    grounding = []
    monkeypatch.setattr(Spec, "ground", lambda *args: grounding.append(args))
    assert answers(batch, UNIQUE, NONE, MANY) == [
        {**one, "line": k} for k, one in enumerate(before[:3], 1)
    ]
    assert not grounding


def test_a_line_is_answered_by_a_line_and_a_picture_by_a_picture() -> None:
    spec = sudoku()
    rows = "\n".join(UNIQUE[k : k + 4] for k in range(0, 16, 4))
    expected = plain(spec.solve(rows)).strip()
    for one in (UNIQUE, rows, UNIQUE, rows):
        (found,) = answers(Batch(spec, Wanted()), one)[0]["solutions"]
        assert found == (expected if one is rows else expected.replace("\n", ""))


# ---- reading -------------------------------------------------------------------------------------


def read(files: list[str], per: str, most: int = 3) -> list[Puzzle]:
    puzzles, out = Puzzles(files, per), []
    while some := puzzles.take(most):
        assert len(some) <= most
        out += some
    return out


@settings(max_examples=25)
@given(st.text(st.sampled_from("ab \n\r\t"), max_size=40), st.integers(1, 9), st.booleans())
def test_blocks_do_not_show(tmp_path_factory, text: str, size: int, marked: bool) -> None:
    file = tmp_path_factory.mktemp("blocks") / "p"
    file.write_bytes((b"\xef\xbb\xbf" if marked else b"") + text.encode())
    lines = [line.rstrip() for line in re.split("\r\n|\r|\n", text)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "BLOCK_BYTES", size)
        by_line, by_block = read([str(file)], "line"), read([str(file)], "block")
    assert [(p.line, p.text) for p in by_line] == [(k, t) for k, t in enumerate(lines, 1) if t]
    expected, start = [], 0
    for k, line in enumerate([*lines, ""]):
        if not line:
            if start < k:
                expected.append((start + 1, "\n".join(lines[start:k])))
            start = k + 1
    assert [(p.line, p.text) for p in by_block] == expected


def test_what_cannot_be_read_is_one_bad_puzzle(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(reading, "MAX_PUZZLE_BYTES", 50)
    monkeypatch.setattr(reading, "BLOCK_BYTES", 16)
    file = tmp_path / "p"
    file.write_bytes(b"one\nt\xffo\n" + b"x" * 200 + b"\nfour\n" + b"y" * 51)
    found = read([str(file)], "line")
    assert [p.line for p in found] == [1, 2, 3, 4, 5]
    codes = [p.text if isinstance(p.text, str) else p.text.code for p in found]
    assert codes == ["one", "E0506", "E0505", "four", "E0505"]
    file.write_bytes(b"one\ntwo\n\n" + b"three\n" * 20 + b"\nt\xffo\nfive")
    found = read([str(file)], "block")
    codes = [p.text if isinstance(p.text, str) else p.text.code for p in found]
    assert codes == ["one\ntwo", "E0505", "E0506"]
    assert [p.line for p in found] == [1, 4, 25]


def test_files_that_are_puzzles(capsys, folder) -> None:
    (folder / "p").write_text("clue:\n1.34\n....\n\n....\n...2\n")
    (folder / "q").write_text(UNIQUE)
    (folder / "r").write_bytes(b"\xff")
    code, found, _ = run(capsys, "--batch", "p", "q", "r", "--per", "file")
    places = [(a["file"], a["line"], a["status"]) for a in found]
    assert code == 2
    assert places == [("p", 1, "solved"), ("q", 1, "solved"), ("r", 1, "mistake")]


# ---- processes -----------------------------------------------------------------------------------


def numbered(tmp_path: Path, count: int) -> Puzzles:
    """A file with the numbers from 1, a puzzle each."""
    file = tmp_path / "numbers"
    file.write_text("".join(f"{k}\n" for k in range(1, count + 1)))
    return Puzzles([str(file)], "line")


def echo(puzzles: list[Puzzle]) -> list[Answered]:
    return [Answered(Status.SOLVED, str(p.text)) for p in puzzles]


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_answers_keep_the_order(tmp_path, jobs: int) -> None:
    found = [a.text for some in work_off(echo, numbered(tmp_path, 5000), jobs) for a in some]
    assert found == [str(k) for k in range(1, 5001)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_more_is_read_than_a_window(tmp_path, jobs: int) -> None:
    puzzles = numbered(tmp_path, 300_000)
    work = work_off(echo, puzzles, jobs)
    next(work)
    assert puzzles.total is not None and puzzles.seen < puzzles.total / 4
    work.close()


def test_a_process_that_dies_loses_one_puzzle(tmp_path) -> None:
    def deadly(puzzles: list[Puzzle]) -> list[Answered]:
        for puzzle in puzzles:
            if puzzle.text in ("1", "40", "500"):
                os.kill(os.getpid(), signal.SIGKILL)
            if puzzle.text == "60":
                os._exit(7)
            if puzzle.text == "61":
                die(signal.SIGSEGV)
        return echo(puzzles)

    found = [a for some in work_off(deadly, numbered(tmp_path, 700), 2) for a in some]
    lost = {k: a.status for k, a in enumerate(found, 1) if a.text != str(k)}
    assert len(found) == 700
    out = Status.KILLED
    assert lost == {1: out, 40: out, 60: Status.BUG, 61: Status.CRASHED, 500: out}


def test_a_puzzle_whose_process_is_killed_once_is_tried_again(tmp_path) -> None:
    mark = tmp_path / "killed"

    def killed_once(puzzles: list[Puzzle]) -> list[Answered]:
        if puzzles[0].text == "1" and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return echo(puzzles)

    found = [a for some in work_off(killed_once, numbered(tmp_path, 50), 2) for a in some]
    assert mark.exists()
    assert [a.text for a in found] == [str(k) for k in range(1, 51)]


def die(number: int) -> None:
    """Send this process a signal, without the traceback that pytest prints of a crash."""
    faulthandler.disable()
    os.kill(os.getpid(), number)


def dying(tmp_path: Path, number: int) -> Status:
    """How it goes with a puzzle whose process gets a signal."""

    def deadly(puzzles: list[Puzzle]) -> list[Answered]:
        die(number)
        return echo(puzzles)

    (answer,) = [a for some in work_off(deadly, numbered(tmp_path, 1), 2) for a in some]
    return answer.status


def test_a_kill_for_lack_of_memory_is_distinguished_from_others(tmp_path, monkeypatch) -> None:
    assert dying(tmp_path, signal.SIGKILL) == Status.KILLED
    kills = iter(range(100))
    monkeypatch.setattr(processes, "_starved", lambda: next(kills))
    assert dying(tmp_path, signal.SIGKILL) == Status.OUT_OF_MEMORY


def test_an_abort_under_a_memory_limit_is_distinguished_from_a_crash(tmp_path, monkeypatch) -> None:
    assert dying(tmp_path, signal.SIGABRT) == Status.CRASHED
    monkeypatch.setattr(processes, "_is_limited", lambda: True)
    assert dying(tmp_path, signal.SIGABRT) == Status.OUT_OF_MEMORY
    assert dying(tmp_path, signal.SIGTERM) == Status.KILLED


def test_processes_answer_as_one_does(capsys, folder) -> None:
    (folder / "p").write_text("\n".join(FOUR * 50))
    one = run(capsys, "--batch", "p", "--jobs", "1", "--count")
    assert run(capsys, "--batch", "p", "--jobs", "3", "--count") == one
    assert len(one[1]) == 200


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stream_is_answered_as_it_comes_and_ctrl_c_ends_it(folder, jobs: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pzc", "solve", "four.spec", "--batch", "-", "--jobs", jobs],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdin is not None and process.stdout is not None
    for k, text in enumerate((UNIQUE, NONE, MANY), 1):
        process.stdin.write(text + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert (answer["file"], answer["line"]) == ("<stdin>", k)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (130, "interrupted\n")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


# ---- texts outside ASCII -------------------------------------------------------------------------

STARS = """\
grid 1 x 2
given clue : {A, B} at some cells drawn "★ ö"
find mark : {A, B} at cells drawn "★ ö" from clue
"""


@pytest.mark.parametrize("utf8", ["0", "1"])
def test_any_text_is_written_and_passed(folder: Path, utf8: str) -> None:
    (folder / "stars.spec").write_text(STARS, encoding="utf-8")
    name = b"\xc3\xb6\xff"  # not UTF-8
    try:
        with open(name, "wb") as file:
            file.write("★.\n.ö\n★x\n★".encode() + b"\xff\n\x1b\n" + ".★\n".encode())
    except OSError:
        pytest.skip("no such names here")
    command = [sys.executable, "-m", "pzc", "solve", "stars.spec", "--batch", name]
    command += ["-o", "out"]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": utf8, "PYTHONCOERCECLOCALE": "0"}
    for words in ([], ["--resume"]):
        done = subprocess.run([*command, *words], env=environment, capture_output=True, timeout=600)
        assert done.returncode == 2
        answers = [json.loads(s) for s in Path("out").read_text("utf-8").splitlines()]
        statuses = ["solved", "solved", "mistake", "mistake", "mistake", "solved"]
        assert [a["status"] for a in answers] == statuses
        assert answers[5]["solutions"][0][1] == "★" and answers[1]["solutions"][0][1] == "ö"
        (mistake,) = answers[3]["mistakes"]
        assert mistake["code"] == "E0506" and "line 4" in mistake["message"]


# ---- puzzles of several sections -----------------------------------------------------------------

TWO = """\
grid n x n
given region : symbol at some cells
given clue : 1..n at some cells
find mark : 1..n at cells from clue
"""


def test_a_block_may_lack_an_optional_section_where_another_is_required(capsys, folder) -> None:
    (folder / "four.spec").write_text(TWO.replace("symbol at some cells", "symbol at cells"))
    (folder / "p").write_text("region:\nAB\nAB\n\nregion:\nAB\nAB\nclue:\n1.\n..\n")
    code, found, _ = run(capsys, "--batch", "p", "--per", "block")
    assert (code, [a["status"] for a in found]) == (0, ["solved", "solved"])
    (folder / "p").write_text("region:\nAB\nAB\n\nclue:\n1.\n..\n")
    code, found, _ = run(capsys, "--batch", "p", "--per", "block")
    assert (code, found[0]["status"]) == (2, "solved")
    assert [mistake["code"] for mistake in found[1]["mistakes"]] == ["E0519"]
    assert "this block has no section 'region'" in str(found[1]["mistakes"])


def test_parts_of_a_puzzle_are_refused_as_blocks(capsys, folder: Path) -> None:
    (folder / "four.spec").write_text(TWO)
    (folder / "p").write_text("region:\nAB\nAB\n\nclue:\n1.\n..\n")
    code, found, _ = run(capsys, "--batch", "p", "--per", "block")
    assert code == 2
    assert [a["mistakes"][0]["code"] for a in found] == ["E0519", "E0519"]
    assert "if 'clue' is blank everywhere, add a line `clue:`;" in found[0]["mistakes"][0]["hint"]
    (folder / "p").write_text("region:\nAB\nAB\nclue:\n\nclue:\n.2\n..\nregion:\n")
    code, found, _ = run(capsys, "--batch", "p", "--per", "block")
    assert (code, [a["status"] for a in found]) == (0, ["solved", "solved"])
    (folder / "p").write_text("region:\nAB\nAB\nclue:\n..\n..\n\nregion:\nAB\nAB\nclue:\n1.\n..\n")
    code, found, _ = run(capsys, "--batch", "p", "--per", "block")
    assert (code, [a["status"] for a in found]) == (0, ["solved", "solved"])
    (folder / "p").write_text("region:\nAB\nAB\nclue:\n1.\n..\n\nclue:\n.2\n..\nregion:\nA.\nA.\n")
    code, found, _ = run(capsys, "--batch", "p", "--per", "block")
    assert (code, [a["status"] for a in found]) == (0, ["solved", "solved"])


def test_a_mistake_in_the_spec_keeps_its_line(capsys, folder: Path) -> None:
    """Only lines of the puzzle are counted in the file of all blocks."""
    (folder / "four.spec").write_text(
        'grid h x w\ngiven mark : bool at cells drawn ". #"\nthings item = 1..1\n'
        "find spot : one of [c for c in cells if mark[c]] at item\n"
        'rule "It": all(spot[i] in cells for i in item)\n'
    )
    (folder / "p").write_text("mark:\n#.\n\nmark:\n..\n\nmark:\n#x\n")
    _, found, _ = run(capsys, "--batch", "p", "--per", "block")
    places = [(m["file"], m["line"]) for one in found for m in one.get("mistakes", ())]
    assert places == [("four.spec", 4), ("p", 8)]


def test_comments_are_no_puzzles(capsys, folder: Path) -> None:
    """Unless `#` may begin a value."""
    (folder / "four.spec").write_text(TWO.replace("region : symbol", "region : {A, B}"))
    grid = "region:\nAB\nAB\nclue:\n1.\n..\n"
    (folder / "p").write_text(f"# all of them\n\n# the first\n{grid}\n#\n\n{grid}")
    code, found, _ = run(capsys, "--batch", "p", "--per", "block")
    assert code == 0
    assert [(one["line"], one["status"]) for one in found] == [(3, "solved"), (13, "solved")]
    (folder / "four.spec").write_text(LATIN_TWO)
    (folder / "p").write_text("# two of them\n12..\n#\n.1..\n# end")
    code, found, _ = run(capsys, "--batch", "p")
    assert [(one["line"], one["status"]) for one in found] == [(2, "solved"), (4, "solved")]
    (folder / "four.spec").write_text(LATIN_TWO.replace("1..2 at some", "symbol at some"))
    (folder / "p").write_text("#...\n")
    code, found, _ = run(capsys, "--batch", "p")
    assert [one["line"] for one in found] == [1]


LATIN_TWO = """\
grid n x n
given clue : 1..2 at some cells
find digit : 1..2 at cells
rule "Every line has each number":
    for line in rows + columns: all_different(digit[line])
"""
