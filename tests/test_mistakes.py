"""The output for mistakes: each mistake in tests/mistakes goes through the command line, and all of
stderr, with the exit code, is compared with the expected text.

A block of these files is a mistake: `#### its name`, then the files, `>>>> my.spec` and so on
(`escaped` behind the name: with `\\t`, `\\r` and `\\uXXXX`), the command where it is not the usual
one, and the exit code with the output. PZC_UPDATE=1 rewrites the expected texts; review the changes
before committing them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pzc.cli import main
from pzc.dsl.diagnostics import Diagnostic, PzcError, Source
from pzc.tasks.spec import Spec

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(__file__).resolve().parent / "mistakes"
CODES = re.compile(r'"([EW]0\d{3})"')
DOCUMENTED = re.compile(r"^### ([EW]0\d{3})\b", re.MULTILINE)


@dataclass(frozen=True)
class Mistake:
    """Files by name, the command's words, and what is expected of it."""

    page: Path
    name: str
    files: dict[str, str]
    command: tuple[str, ...]
    expected: str

    @property
    def usual(self) -> tuple[str, ...]:
        """The command where none is named: with a solution `verify`, with a puzzle `solve`."""
        if "my.solution" in self.files:
            return ("verify", "my.spec", "my.puzzle", "my.solution")
        if "my.puzzle" in self.files:
            return ("solve", "my.spec", "my.puzzle")
        return ("check", "my.spec")


# Files that are too large, or too odd, to stand in a text.
def _folder(path: Path) -> None:
    path.mkdir()


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _bytes(data: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(data) and None


def _sparse(size: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with path.open("wb") as file:
            file.truncate(size)

    return make


def _repeated(head: str, part: str, times: int, tail: str = "") -> Callable[[Path], None]:
    return _bytes((head + part * times + tail).encode())


_FEW = "grid 2 x 2\nfind a : bool at cells\n"
MADE: dict[str, Callable[[Path], None]] = {
    "a_folder": _folder,
    "a_loop": _loop,
    "hundred_megabytes": _sparse(100_000_000),
    "binary": _bytes(bytes(range(256)) * 4),
    "zeros": _bytes(b"grid 4 x 4\n\0\0\0\0\n"),
    "utf16": _bytes('puzzle "Stars"\ngrid 4 x 4\n'.encode("utf-16")),
    "latin1": _bytes('puzzle "Überall"\n'.encode("latin-1")),
    "empty": _bytes(b""),
    "many_digits": _repeated("param k : 1..9 = ", "7", 10_000, "\n"),
    "digits_puzzle": _repeated("stars: ", "7", 10_000, "\n"),
    "deep_brackets": _repeated(_FEW + 'rule "deep": ', "(", 10_000, "a" + ")" * 10_000 + "\n"),
    "deep_not": _repeated(_FEW + 'rule "deep": ', "not ", 10_000, "a\n"),
    "long_sum": _repeated("param k : 1..9 = 1", " + 1", 10_000, "\n"),
    "many_mistakes": _repeated("grid 4 x 4\n", "finde x : bool at cells\n", 1_000),
    "many_bad_symbols": _bytes(("z" * 100 + "\n").encode() * 100),
    "long_line": _repeated("param k : 1..9 = 1 # ", "x", 200_000, "\n"),
    "chain_1.spec": _bytes(b"use chain_2\nparam a : 1..9 = 1\n"),
    "chain_2.spec": _bytes(b"use chain_3\nparam b : 1..9 = 1\n"),
    "chain_3.spec": _bytes(b"use chain_1\nparam c : 1..9 = 1\n"),
    "latin_1.spec": _bytes("grid 2 x 2\nfind überall : bool at cells\n".encode("latin-1")),
    "unfolding": _bytes(
        b"define f0(x) = x + x\n"
        + b"".join(b"define f%d(x) = f%d(x + f%d(x))\n" % (i, i - 1, i - 1) for i in range(1, 99))
        + b"let a = f98(1)\n"
    ),
    "with_mistake.spec": _bytes(b"grid 3 x 3\nfind x : bool at cels\n"),
}


def mistakes(page: Path) -> Iterator[Mistake]:
    """The blocks of a page."""
    for block in re.split(r"^#### ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, _, rest = block.partition("\n")
        files: dict[str, str] = {}
        command: tuple[str, ...] = ()
        expected = ""
        for part in re.split(r"^>>>> ", rest, flags=re.MULTILINE)[1:]:
            head, _, body = part.partition("\n")
            word, *more = head.split()
            if word == "pzc":
                command = tuple(more)
            elif word == "exit":
                expected = f">>>> {part.strip()}"
            else:
                files[word] = _unescaped(body) if more == ["escaped"] else body
        yield Mistake(page, name, files, command, expected)


def _unescaped(body: str) -> str:
    return re.sub(
        r"\\(t|r|0|u[0-9a-f]{4})",
        lambda m: {"t": "\t", "r": "\r", "0": "\0"}.get(m[1]) or chr(int(m[1][1:], 16)),
        body,
    )


PAGES = sorted(FOLDER.glob("*.txt"))
ALL = [mistake for page in PAGES for mistake in mistakes(page)]


def outcome(mistake: Mistake, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The exit code and stderr of the command, as they stand in a page."""
    for name, text in mistake.files.items():
        (folder / name).write_bytes(text.encode())
    command = mistake.command or mistake.usual
    for word in command:
        if word in MADE:
            MADE[word](folder / word)
    for name in MADE:
        if name.endswith(".spec") and any(name[:-5] in t for t in mistake.files.values()):
            MADE[name](folder / name)
    if "chain_1.spec" in command:
        MADE["chain_2.spec"](folder / "chain_2.spec")
        MADE["chain_3.spec"](folder / "chain_3.spec")
    code = main(list(command))
    out, err = capsys.readouterr()
    assert "internal error" not in err and "Traceback" not in err
    text = out + err if command[0] == "verify" else err
    text = text.replace(f"{ROOT / 'specs'}{os.sep}", "<specs>/")
    return f">>>> exit {code}\n{text}".rstrip()


@pytest.mark.parametrize("mistake", ALL, ids=[f"{m.page.stem}: {m.name}" for m in ALL])
def test_mistake(mistake, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    found = outcome(mistake, tmp_path, capsys)
    if os.environ.get("PZC_UPDATE"):
        _write(mistake, found)
        return
    assert found == mistake.expected


def _write(mistake: Mistake, found: str) -> None:
    """Put what came out in the place of what was expected."""
    text = mistake.page.read_text(encoding="utf-8")
    start = text.index(f"#### {mistake.name}\n")
    end = text.find("\n#### ", start)
    block = text[start:] if end < 0 else text[start : end + 1]
    head = re.split(r"^>>>> exit", block, flags=re.MULTILINE)[0].rstrip("\n")
    new = f"{head}\n{found}\n" + ("" if end < 0 else "\n")
    mistake.page.write_text(text.replace(block, new, 1), encoding="utf-8")


def test_there_are_many_and_names_are_used_once() -> None:
    assert len(ALL) >= 80
    assert len({(m.page, m.name) for m in ALL}) == len(ALL)


def codes_in_source() -> set[str]:
    """Every code that the package can give."""
    packages = ("dsl", "compiler", "tasks", "backends", "commands", "render", "play")
    files = [f for p in packages for f in (ROOT / p).rglob("*.py")]
    return {code for f in files for code in CODES.findall(f.read_text(encoding="utf-8"))}


def test_every_code_is_documented_once() -> None:
    text = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    documented = DOCUMENTED.findall(text)
    assert len(documented) == len(set(documented))
    assert set(documented) == codes_in_source()


WRONG = {
    "a picture": (
        "given a : {red, blue} at cells",
        "a:\n" + "".join(" ".join(f"gren{r}x{c}" for c in range(30)) + "\n" for r in range(30)),
    ),
    "outside": (
        "given a : {red, blue} at c in cells where c.row > 30",
        "a:\n" + (" ".join(["red"] * 30) + "\n") * 30,
    ),
    "several layers": (
        'given a : {red, blue} at cells\ngiven b : 1..9 at cells\npicture "{a}{b}"',
        (" ".join(["gren5"] * 30) + "\n") * 30,
    ),
    "lists": (
        "given a : list of {red, blue} at rows",
        "a:\n" + (" ".join(["gren"] * 30) + "\n") * 30,
    ),
    "keys": (
        "given a : list of 1..9 at some cells",
        "a:\n" + "".join(f"r{k}c31 1\n" for k in range(900)),
    ),
    "sections": ("given a : {red, blue} at some cells", "bee: 1\n" * 900),
}


@pytest.mark.parametrize("name", WRONG)
def test_no_more_mistakes_are_described_than_are_shown(monkeypatch, name: str) -> None:
    given, puzzle = WRONG[name]
    spec = Spec.of(Source("my.spec", f"grid 30 x 30\n{given}\nfind x : bool at cells\n"))
    made = 0
    init = Diagnostic.__init__

    def counting(self: Diagnostic, *arguments: object, **named: object) -> None:
        nonlocal made
        made += 1
        init(self, *arguments, **named)

    monkeypatch.setattr(Diagnostic, "__init__", counting)
    with pytest.raises(PzcError) as caught:
        spec.ground(puzzle)
    assert [d.code for d in caught.value.diagnostics[20:]] == ["E0100"]
    assert made < 150
