"""How commands end: at mistakes, limits, interrupts and broken pipes; and what they import."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from backend_names import every_backend
from command_line import entered, process, run
from pzc.commands import COMMANDS, Exit
from pzc.deadline import OutOfTime


@pytest.fixture
def stars(tmp_path, monkeypatch):
    return entered(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["solve", "sudoko"], "did you mean 'sudoku'?"),
        (["solve", "suduko"], "did you mean 'sudoku'?"),
        (["solve", "stars.spec", "three"], "no file 'three'"),
        (["solve", "stars.spec", "."], "is a folder"),
        (["solve", "stars.spec", "two", "--backend", "z4"], "one of auto, native, cnf, z3"),
        (["solve", "stars.spec", "two", "--limit", "0"], "not a positive whole number"),
        (["solve", "stars.spec", "two", "--timeout", "soon"], "not a positive number of seconds"),
        (["solve", "stars.spec", "two", "--memory", "lots"], "not a size such as"),
        (["solve", "stars.spec", "two", "-o", "no/such/folder"], "there is no folder 'no/such'"),
        (["hint", "stars.spec", "two", "--svg", "no/hint.svg"], "there is no folder 'no'"),
        (["solve", "no_such_spec", "-o", "."], "cannot write .: is a directory"),
        (["new", "no/stars"], "there is no folder 'no'"),
        (["verify", "stars.spec", "-", "-"], "cannot both be read"),
        (["solve", "stars.spec", "wall:\n.."], "square"),
        (["minimise", "sudoku", "x", "--symmetry", "rotat2"], "did you mean 'rotate2'?"),
        (["play", "--static", "site", "--port", "80"], "--port is for a page that is served"),
        (["play", "--static", "site", "--no-browser"], "--no-browser is for a page"),
        (["play", "--static", "site", "--seconds", "9"], "--seconds is for a page"),
        (["play", "--static", "site", "--worker-memory", "1G"], "--worker-memory is for a page"),
        (["slove"], "did you mean 'solve'?"),
        (["solve", "stars.spec", "two", "--json"], "write --format json"),
        (["generate", "stars.spec", "--rotate2"], "write --symmetry rotate2"),
        (["generate", "stars.spec", "rotate2"], "write --symmetry rotate2"),
        (["generate", "stars.spec", "5x6"], "write --size 5x6"),
        (["generate", "stars.spec", "5"], "unrecognized arguments: 5\n"),
        (["solve", "stars.spec", "two", "--seconds", "5"], "did you mean '--timeout'?"),
        (["play", "stars.spec", "--timeout", "5"], "did you mean '--seconds'?"),
        (["generate", "stars.spec", "--max", "5"], "did you mean '--count'?"),
        (["generate", "stars.spec", "--out", "x"], "did you mean '--output'?"),
        (["generate", "stars.spec", "--format", "json"], "did you mean '--json'?"),
        (["compare", "stars.spec", "two", "--solver=z3"], "did you mean '--backends'?"),
        (["count", "stars.spec", "two", "three", "--max", "5"], "did you mean '--limit'?"),
        (["sudoku", "x"], "write `pzc solve sudoku`"),
        (["gen", "sudoku"], "no command 'gen'; did you mean 'generate'?"),
        (["--solve", "x"], "no command '--solve'; did you mean 'solve'?"),
        (["--"], "there is no command '--'"),
        (["--nonsense"], "there is no command"),
        (["solve"], "required"),
    ],
)
def test_mistakes_exit_with_2(capsys, stars, arguments, said):
    code, out, err = run(capsys, *arguments)
    assert code == 2 and said in err and out == ""


@pytest.mark.parametrize("unknown", ["--quiet", "--silent", "--title", "--nothing"])
def test_an_option_unlike_all_others_has_no_hint(capsys, stars, unknown):
    code, _, err = run(capsys, "solve", "stars.spec", "two", unknown)
    assert code == 2 and err.endswith(f"unrecognized arguments: {unknown}\n")


def test_a_binary_file_is_reported_as_such(capsys, stars):
    (stars / "noise").write_bytes(bytes(range(256)))
    for arguments in (["check", "noise"], ["solve", "stars.spec", "noise"], ["fmt", "noise"]):
        code, _, err = run(capsys, *arguments)
        assert code == 2 and "UTF-8" in err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(capsys, command):
    code, out, _ = run(capsys, command, "--help")
    assert code == 0 and "examples:" in out and f"pzc {command}" in out


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_names_all_exit_codes(capsys, command):
    said = run(capsys, *command.split(), "--help")[1].partition("exit codes:")[2]
    assert [int(code) for code in re.findall(r"\d+", said)] == list(Exit)


def test_the_help_names_every_command(capsys):
    out = run(capsys, "--help")[1]
    assert all(f"  {command} " in out for command in COMMANDS)


def test_help_is_a_command_too(capsys):
    assert run(capsys, "help") == run(capsys, "--help")
    assert run(capsys, "help", "solve") == run(capsys, "solve", "--help")


def test_version(capsys):
    out = run(capsys, "--version")[1]
    assert out.startswith("pzc ") and "native engine: " in out and "z3-solver " in out
    assert "grounding, presolve and flattening: " in out


HARD = """\
puzzle "Hard"
grid 30 x 30
find a : 1..30 at cells

rule "Rows and columns":
    for line in rows + columns: all_different(a[line])
rule "Squares":
    for w in windows(2, 2): all_different(a[w])
rule "Far":
    for c in cells: sum(a[row(c) + column(c)]) % 7 = 3
rule "Odd sums":
    for w in windows(3, 3): sum(a[w]) % 11 = 5
"""


@every_backend
def test_the_timeout_holds(tmp_path, backend):
    (tmp_path / "hard.spec").write_text(HARD)
    done = process("count", "hard.spec", "--timeout", "0.6", "--backend", backend, cwd=tmp_path)
    assert done.returncode == 3 and "out of time" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="memory can be limited on Linux only")
def test_the_memory_limit_holds(tmp_path):
    (tmp_path / "hard.spec").write_text(HARD)
    done = process("solve", "hard.spec", "--memory", "60M", cwd=tmp_path)
    assert done.returncode == 3 and done.stderr.endswith("out of memory\n")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="memory can be limited on Linux only")
@pytest.mark.parametrize("size", ["1", "10M", "20M"])
def test_too_little_memory_to_load_a_module_is_too_little(stars, size):
    done = process("count", "stars.spec", "none", "--memory", size)
    assert (done.returncode, done.stderr) == (3, "out of memory\n")


def test_a_file_that_memory_does_not_suffice_to_open_is_too_little(capsys, stars, monkeypatch):
    from pzc.tasks import spec

    def refused(*_):
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setattr(spec.Spec, "of", staticmethod(refused))
    assert run(capsys, "count", "stars.spec", "none") == (Exit.LIMIT, "", "out of memory\n")


def test_enough_memory_changes_nothing(stars):
    done = process("count", "stars.spec", "none", "--memory", "2G")
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "0\n",
        "pzc why says what conflicts\n",
    )


@pytest.mark.skipif(os.name != "posix", reason="signals")
@every_backend
def test_ctrl_c_stops_at_once(tmp_path, backend):
    (tmp_path / "hard.spec").write_text(HARD)
    running = subprocess.Popen(
        [sys.executable, "-m", "pzc", "count", "hard.spec", "--backend", backend],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(1.5)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=600)
    assert running.returncode == 130 and err == "interrupted\n"


@pytest.fixture
def ended_early(monkeypatch):
    """Let the search end with an exception after the first solution."""
    from pzc.tasks import answers

    whole = answers.assignments

    def let(end: BaseException) -> None:
        def first(grounding, solver, deadline, limit):
            yield next(whole(grounding, solver, deadline, limit))
            raise end

        monkeypatch.setattr(answers, "assignments", first)

    return let


@pytest.mark.parametrize(
    "end, code, said",
    [
        (KeyboardInterrupt(), 130, "1 solution so far\ninterrupted\n"),
        (OutOfTime(), 3, "out of time after 1 solution\n"),
    ],
)
def test_solutions_found_before_an_early_end_are_kept(capsys, stars, ended_early, end, code, said):
    ended_early(end)
    for option in ("--all", "--unique"):
        ended = run(capsys, "solve", "stars.spec", "two", option, "-o", "found")
        assert ended == (code, "", said)
        assert (stars / "found").read_text().count("*") == 4
    assert run(capsys, "count", "stars.spec", "two") == (code, "", said)


def test_the_json_of_an_interrupted_rating_has_every_puzzle(capsys, stars, monkeypatch):
    from pzc.tasks.explain import rating

    whole = rating.Rated

    def interrupted(spec, puzzle, **options):
        if puzzle.name == "none":
            raise KeyboardInterrupt
        return whole(spec, puzzle, **options)

    monkeypatch.setattr(rating, "Rated", interrupted)
    code, out, err = run(capsys, "rate", "stars.spec", "one", "none", "two", "--json")
    found = json.loads(out)
    assert code == 130 and err == "interrupted: this is what was found until then\n"
    assert [(r["puzzle"], r["state"]) for r in found] == [
        ("one", "finished"),
        ("none", "interrupted"),
        ("two", "interrupted"),
    ]


def test_an_interrupted_comparison_prints_the_runs_so_far(capsys, stars, monkeypatch):
    from pzc.tasks import compare

    whole = compare.run
    ends = iter((("two", "cnf"), ("one", "native")))
    end = ()

    def interrupted(spec, puzzle, backend, *limits):
        if (puzzle.name, backend) == end:
            raise KeyboardInterrupt
        return whole(spec, puzzle, backend, *limits)

    monkeypatch.setattr(compare, "run", interrupted)
    options = ("compare", "stars.spec", "one", "two", "--backends", "native,cnf", "--runs", "1")
    end = next(ends)
    code, out, err = run(capsys, *options, "--json")
    found = json.loads(out)
    assert code == 130 and err == "interrupted: this is what was found until then\n"
    runs = [(line["puzzle"], line["backend"]) for line in found["lines"]]
    assert runs == [("one", "native"), ("one", "cnf"), ("two", "native")]
    assert found["agree"] == {"one": True, "two": None} and found["ended"] == "interrupted"
    code, out, err = run(capsys, *options)
    assert code == 130 and len(out.splitlines()) > 3 and "all backends agree" not in out
    end = next(ends)
    code, out, err = run(capsys, *options, "--json")
    assert json.loads(out) == {
        "lines": [],
        "agree": {"one": None, "two": None},
        "ended": "interrupted",
    }
    assert (code, err) == (130, "interrupted\n")
    assert run(capsys, *options) == (130, "", "interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_a_broken_pipe_is_no_error(tmp_path):
    (tmp_path / "many.spec").write_text("grid 4 x 4\nfind a : bool at cells\n")
    command = f"{sys.executable} -m pzc solve many.spec --all | head -1"
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("solution 1:\n", "")


def test_nobody_reads_about_a_mistake(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "pzc", "solve", "no_such_spec"]
    done = subprocess.run(command, cwd=tmp_path, stderr=writing, timeout=600, check=False)
    os.close(writing)
    assert done.returncode == 141


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full")
@pytest.mark.parametrize("arguments", ["list", "--help", "solve --help", "--version"])
def test_output_that_cannot_be_written(arguments):
    command = f"{sys.executable} -m pzc {arguments}"
    full = subprocess.run(f"{command} > /dev/full", shell=True, capture_output=True, text=True)
    assert (full.returncode, full.stderr) == (2, "pzc: no space left on device\n")
    closed = subprocess.run(f"{command} >&-", shell=True, capture_output=True, text=True)
    assert (closed.returncode, closed.stderr) == (0, "")


def test_a_terminal_without_box_drawing_characters(stars):
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = process("solve", "stars.spec", "one", "--format", "text", env=ascii_only)
    assert done.returncode == 0 and "*" in done.stdout


def test_no_solution_is_reported_though_its_reasons_are_interrupted(capsys, stars, monkeypatch):
    from pzc.tasks import verify

    def interrupted(grounding, given):
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "broken_rules", interrupted)
    code, out, err = run(capsys, "solve", "stars.spec", "none")
    assert (code, out, err) == (1, "", "no solution\npzc why says what conflicts\n")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="closes what the shell opens")
def test_standard_streams_that_are_closed(stars):
    def closed(what: str) -> tuple[int, str]:
        line = f'exec "{sys.executable}" -m pzc solve stars.spec {what}'
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
        return done.returncode, done.stderr

    assert closed("- <&-") == (2, "error[E0503]: standard input is closed\n")
    assert closed("one >&-") == (0, "")
    assert closed("nothing 2>&-") == (2, "")


@pytest.mark.parametrize("command", ["mend", "minimise", "generate"])
def test_loading_a_spec_is_within_the_time(capsys, stars, monkeypatch, command):
    from time import sleep

    from pzc.tasks import spec

    def slow(source):
        for _ in range(1000):
            sleep(0.01)

    monkeypatch.setattr(spec.Spec, "of", staticmethod(slow))
    draft = [] if command == "generate" else ["two"]
    code, out, err = run(capsys, command, "stars.spec", *draft, "--timeout", "0.1")
    assert (code, out, err) == (3, "", "out of time\n")


def test_an_internal_error_is_one_line(capsys, stars, monkeypatch):
    from pzc.tasks import spec

    def fail(source):
        raise ValueError("deep\ninside")

    monkeypatch.setattr(spec.Spec, "of", staticmethod(fail))
    code, out, err = run(capsys, "solve", "stars.spec", "two")
    assert code == 70 and out == ""
    assert err.startswith("internal error: ValueError: deep inside\n") and "report" in err


def test_colours_only_where_they_are_wanted(stars, monkeypatch):
    from pzc.commands.terminal import coloured

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert coloured(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not coloured(Terminal())


HEAVY = ("z3", "pysat")


@pytest.mark.parametrize(
    "arguments, absent",
    [
        (["--help"], (*HEAVY, "lark", "pzc.compiler")),
        (["--version"], (*HEAVY, "lark", "pzc.compiler")),
        (["solve", "--help"], (*HEAVY, "lark", "pzc.compiler")),
        (["list"], (*HEAVY, "pzc.compiler")),
        (["check", "sudoku"], HEAVY),
        (["count", "stars.spec", "two"], HEAVY),
        (["solve", "stars.spec", "two"], HEAVY),
        (["count", "stars.spec", "two", "--backend", "cnf"], ("z3",)),
    ],
)
def test_nothing_is_imported_that_is_not_used(stars, arguments, absent):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pzc", *arguments],
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0
    imported = {line.split("|")[-1].strip() for line in done.stderr.splitlines() if "|" in line}
    assert "pzc.cli" in imported
    for package in absent:
        assert not [m for m in imported if m == package or m.startswith(package + ".")]


def test_a_conflict_of_several_instances_is_of_their_rule(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p").write_text("h: 3\nw: 3\narea: 2\n")
    code, _, err = run(capsys, "solve", "palisade", "p")
    assert code == 1
    assert err == (
        "no solution\nthe givens break: Every piece has 2 cells\npzc why says what conflicts\n"
    )


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full")
@pytest.mark.parametrize(
    "words, code", [("solve sudoku x", 2), ("frob", 2), ("check nothere.spec", 2)]
)
def test_a_message_that_cannot_be_written_changes_no_exit_code(words: str, code: int) -> None:
    command = f"{sys.executable} -m pzc {words}"
    full = subprocess.run(f"{command} 2> /dev/full", shell=True, capture_output=True, text=True)
    assert (full.returncode, full.stdout) == (code, "")
