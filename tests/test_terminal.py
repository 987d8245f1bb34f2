"""What reaches a terminal: no character of a spec or a name steers it; Ctrl-C is quiet."""

from __future__ import annotations

import ast
import json
import os
import pstats
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pzc.cli import main
from pzc.commands import terminal
from pzc.dsl.diagnostics import Diagnostic, Source, Span, visible

COMMANDS = Path(terminal.__file__).parent

# Clear the screen, ring, set the title (by C1), turn the reading order, break the line, hide.
STEERING = ("\x1b[2J", "\x07", "\x9b1m", "\u202e", "\u2066", "\u2028", "\x7f", "\r", "\U000e0041")
EVIL = "a" + "".join(STEERING) + "z"
SPEC = f"""\
puzzle "Title {EVIL}"
about "About {EVIL}"
# comment {EVIL}
grid 2 x 2
given clue : {{A, B}} at some cells
find mark : {{A, B}} at cells from clue
rule "Sentence {EVIL}":
    for line in rows: count(mark[line] = A) = 1
"""


def steering(text: str) -> list[str]:
    """The characters of a text that steer a terminal, colours and the status line left out."""
    text = re.sub(r"\x1b\[[\d;]*m|\r\x1b\[K|\r\n", "", text)
    return [c for c in text if c != "\n" and visible(c) != c]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.spec").write_text(SPEC.replace("\r", ""))
    (tmp_path / "loose.spec").write_text(SPEC.replace("\r", "").replace(" = 1", "=1"))
    (tmp_path / "wrong").write_text("AA\nBB\n")
    (tmp_path / f"{EVIL}.spec").write_text("gird 2 x 2\n")
    return tmp_path


def on_a_terminal(*arguments: str) -> str:
    """All that a run of pzc writes to a terminal."""
    import pty

    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "pzc", *arguments]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment
    ):
        os.close(terminal)
        out = b""
        try:
            while some := os.read(controller, 1 << 16):
                out += some
        except OSError:  # Linux says so at the end
            pass
        os.close(controller)
    return out.decode()


RUNS = {
    "show": ("show", "evil.spec"),
    "source": ("show", "evil.spec", "--source"),
    "json": ("show", "evil.spec", "--json"),
    "check": ("check", "evil.spec"),
    "verify": ("verify", "evil.spec", "....", "wrong"),
    "verify json": ("verify", "evil.spec", "....", "wrong", "--json"),
    "a file name": ("check", f"{EVIL}.spec"),
    "no file": ("solve", "evil.spec", f"{EVIL}/nothing"),
    "no spec": ("solve", f"{EVIL}"),
    "a puzzle": ("solve", "evil.spec", f"{EVIL}\n...."),
    "a command": (f"{EVIL}",),
    "an option": ("solve", f"--{EVIL}"),
    "a value": ("solve", "evil.spec", "--timeout", EVIL),
    "fmt": ("fmt", "--diff", "loose.spec"),
    "ir": ("compile", "evil.spec"),
}


@pytest.mark.skipif(os.name != "posix", reason="terminals")
@pytest.mark.parametrize("name", RUNS)
def test_nothing_steers_a_terminal(folder: Path, name: str) -> None:
    out = on_a_terminal(*RUNS[name])
    assert out and not steering(out)


@pytest.mark.parametrize("name", [n for n in RUNS if n not in ("source", "fmt", "ir")])
def test_texts_for_people_steer_nothing_in_a_pipe_either(capsys, folder: Path, name: str) -> None:
    main(RUNS[name])
    out, err = capsys.readouterr()
    assert (out or err) and not steering(out + err)


def test_data_stays_what_it_is_in_a_pipe(capsys, folder: Path) -> None:
    main(["show", "evil.spec", "--source"])
    assert capsys.readouterr().out == (folder / "evil.spec").read_text()


def test_json_says_what_it_said(capsys, folder: Path) -> None:
    main(["show", "evil.spec", "--json"])
    title = json.loads(capsys.readouterr().out)["title"]
    assert title == f"Title {EVIL}".replace("\r", "")


def test_joined_emoji_and_letters_stay() -> None:
    text = "👩‍🚀 é ‌ क्‍ष ★ ──\n\t'"
    assert visible(text) == text


def test_a_file_name_forges_no_line() -> None:
    source = Source("a\nb.spec", "x")
    shown = Diagnostic("E0100", "wrong", Span(source, 1, 1, 1, 2)).show()
    assert shown.startswith("a\\u000ab.spec:1:1: error[E0100]: wrong\n")


def test_commands_print_by_one_module_only() -> None:
    modules = [path for path in COMMANDS.glob("*.py") if path.name != "terminal.py"]
    direct = [
        f"{path.name}:{node.lineno}"
        for path in [*modules, COMMANDS.parent / "cli.py"]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "sys.stdout.write")
    ]
    assert len(modules) > 10 and not direct


# ---- encodings -----------------------------------------------------------------------------------

UNICODE = """\
puzzle "★"
grid 1 x 2
given clue : {A, B} at some cells drawn "★ ö"
find mark : {A, B} at cells drawn "★ ö" from clue
"""


@pytest.mark.parametrize("form", ["plain", "json"])
def test_what_is_written_is_utf8_in_any_locale(tmp_path: Path, form: str) -> None:
    (tmp_path / "a.spec").write_text(UNICODE, encoding="utf-8")
    environment = {
        **os.environ,
        "LC_ALL": "C",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONUTF8": "0",
    }
    command = [sys.executable, "-m", "pzc", "solve", "a.spec", "clue:\n★ö", "--format", form]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "★" in done.stdout.decode("utf-8")


# ---- the end -------------------------------------------------------------------------------------

STOPPED = """\
import signal, sys
import pzc.__main__ as start
# An interrupt whenever another module is imported, the {number}th time.
class Interrupting:
    left = {number}
    def find_spec(self, name, path=None, target=None):
        Interrupting.left -= 1
        if Interrupting.left == 0:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
sys.argv = ["pzc", "solve", "sudoku", "." * 81]
start.run()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [1, 2, 5, 10, 20, 40, 60])
def test_ctrl_c_is_quiet_from_the_first_import_on(number: int) -> None:
    program = STOPPED.format(number=number)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 130 and done.stderr in ("", "interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_that_is_ignored_stays_so() -> None:
    program = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + STOPPED
    program = program.format(number=5)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_is_imported_before_interrupts_are_heeded() -> None:
    program = "import sys\nbefore = set(sys.modules)\nimport pzc.__main__\n"
    program += "print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (
        {"pzc", "pzc.__main__"}
        <= set(done.stdout.split())
        <= {
            "pzc",
            "pzc.__main__",
            "pzc._version",
            "__future__",
            "signal",
            "_signal",
            "enum",
            "types",
            "operator",
            "_operator",
            "functools",
            "_functools",
            "collections",
            "_collections",
            "reprlib",
            "keyword",
            "itertools",
        }
    )


def test_a_profile_is_written(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    command = [sys.executable, "-m", "cProfile", "-o", str(profile), "-m", "pzc", "list"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert "sudoku" in done.stdout
    functions = {name for _, _, name in pstats.Stats(str(profile)).stats}
    assert {"run", "main", "summaries"} <= functions
