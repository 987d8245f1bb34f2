"""The README and the tutorial: commands print what the pages say.

Fences name a file to be written (```spec mines.spec) or hold a session (```console, ```pycon); the
blocks of a page run in order, in one folder, the commands on a pseudo-terminal, as for a reader.

Run as a script, this writes what the commands print now into the pages.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "README.md",
    "docs/tutorial.md",
    "docs/commands.md",
    "docs/explaining.md",
    "docs/open-givens.md",
    "docs/making.md",
)
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    kind: str
    file: str | None
    text: str

    def sessions(self) -> list[tuple[str, str]]:
        """The commands of a console block, each with its output."""
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]
        pairs = [part.partition("\n") for part in parts]
        return [(command, output) for command, _, output in pairs]


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [Block(*found.groups()) for found in FENCE.finditer(text)]


def on_a_terminal(command: str, folder: Path) -> str:
    """What a shell command writes to a terminal without colours."""
    wrapper = folder / "bin" / "pzc"
    wrapper.parent.mkdir(exist_ok=True)
    wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pzc "$@"\n')
    wrapper.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{wrapper.parent}:{os.environ['PATH']}",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "COLUMNS": "80",
    }
    reader, writer = os.openpty()
    running = subprocess.Popen(
        ["/bin/sh", "-c", command], cwd=folder, env=environment, stdout=writer, stderr=writer
    )
    os.close(writer)
    written = b""
    while True:
        try:
            some = os.read(reader, 65536)
        except OSError:  # how Linux tells the end
            break
        if not some:
            break
        written += some
    os.close(reader)
    running.wait(timeout=600)
    return written.decode().replace("\r\n", "\n")


def comparable(command: str, output: str) -> str:
    """Output without blanks at the ends of lines; of `compare`, times and counts left out."""
    lines = [line.rstrip() for line in output.strip("\n").split("\n")]
    if command.startswith("pzc compare"):
        lines = [
            re.sub(r"[\d.,]+(e-\d+)?( ms| s|x)?\b", "#", " ".join(line.split())) for line in lines
        ]
    return "\n".join(lines)


@pytest.mark.skipif(os.name != "posix", reason="a shell and a pseudo-terminal")
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_print_what_the_page_says(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = 0
    for block in blocks(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
        for command, output in block.sessions() if block.kind == "console" else ():
            real = on_a_terminal(command, tmp_path)
            assert comparable(command, real) == comparable(command, output), command
            ran += 1
        if block.kind == "pycon":
            test = doctest.DocTestParser().get_doctest(block.text, {}, page, page, 0)
            results = doctest.DocTestRunner(verbose=False).run(test)
            assert results.attempted and not results.failed
            ran += 1
    assert ran


def test_the_set_up_commands_are_one_line_each():
    commands = [b.text.strip() for b in blocks("README.md") if b.kind == "sh"]
    assert len(commands) == 2
    assert all(c.startswith("python3 -m venv .venv && ") and "\n" not in c for c in commands)


def test_the_links_lead_somewhere():
    for page in (*PAGES, "CONTRIBUTING.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert ((ROOT / page).parent / target).exists(), f"{page}: {target}"


def test_commands_md_names_every_command_and_option():
    from argparse import ArgumentParser
    from importlib import import_module

    from pzc.commands import COMMANDS

    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    sections = {s.split("\n", 1)[0].split()[0].strip("`"): s for s in text.split("\n## ")[1:]}
    for name in COMMANDS:
        parser = ArgumentParser(add_help=False)
        import_module(f"pzc.commands.{name}").declare(parser)
        for action in parser._actions:
            for option in action.option_strings[-1:]:
                assert f"`{option}" in sections[name], f"{name} {option}"


def refresh(page: str) -> None:
    """Write what the commands print now into a page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def again(found: re.Match[str]) -> str:
            block = Block(*found.groups())
            if block.file:
                (folder / block.file).write_text(block.text, encoding="utf-8")
            if block.kind != "console":
                return found.group()
            sessions = []
            for command, _ in block.sessions():
                lines = on_a_terminal(command, folder).strip("\n").split("\n")
                sessions += [f"$ {command}", *(line.rstrip() for line in lines)]
            return "```console\n" + "".join(f"{line}\n" for line in sessions) + "```"

        path = ROOT / page
        path.write_text(FENCE.sub(again, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    for page in PAGES:
        refresh(page)
