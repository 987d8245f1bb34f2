"""Completion: the offers of each shell, from the shell itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pzc.cli import main
from pzc.commands import COMMANDS
from pzc.commands.completion import SHELLS

ASK = """\
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _pzc
printf '%s\\n' "${COMPREPLY[@]}"
"""


def needs(shell: str) -> str:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not installed: apt install {shell}")
    return path


@pytest.fixture
def scripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the script of each shell, and pzc as a command."""
    for shell in SHELLS:
        assert main(["completion", shell]) == 0
        (tmp_path / f"pzc.{shell}").write_text(capsys.readouterr().out)
    command = tmp_path / "bin" / "pzc"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pzc "$@"\n')
    command.chmod(0o755)
    return tmp_path


def offered(shell: str, scripts: Path, *words: str) -> list[str]:
    """What a shell offers for the last word."""
    path = f"{scripts / 'bin'}:{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "HOME": str(scripts)}
    script = str(scripts / f"pzc.{shell}")
    arguments = {
        "bash": ["-c", ASK, "bash", script, *words],
        "fish": ["-N", "-c", f"source {script}; complete -C '{' '.join(words)}'"],
    }[shell]
    result = subprocess.run(
        [needs(shell), *arguments], capture_output=True, text=True, env=environment, timeout=60
    )
    assert result.returncode == 0, result.stderr
    return [line.split("\t")[0] for line in result.stdout.splitlines()]


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_commands_are_offered(shell: str, scripts: Path) -> None:
    assert offered(shell, scripts, "pzc", "so") == ["solve"]
    assert set(offered(shell, scripts, "pzc", "")) >= set(COMMANDS)


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_bundled_specs_are_offered_as_the_first_argument(shell: str, scripts: Path) -> None:
    assert "star_battle" in offered(shell, scripts, "pzc", "solve", "star_b")
    assert "star_battle" not in offered(shell, scripts, "pzc", "solve", "sudoku", "star_b")


def test_the_value_of_an_option_is_no_argument(scripts: Path) -> None:
    assert "star_battle" in offered("bash", scripts, "pzc", "solve", "-b", "native", "star_b")
    assert "star_battle" in offered("bash", scripts, "pzc", "solve", "--unique", "star_b")
    assert "star_battle" not in offered("bash", scripts, "pzc", "solve", "-b", "star_b")


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_a_new_spec_is_not_offered_the_name_of_a_bundled_one(shell: str, scripts: Path) -> None:
    assert "star_battle" not in offered(shell, scripts, "pzc", "new", "star_b")


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_options_and_their_values_are_offered(shell: str, scripts: Path) -> None:
    assert "--theme" in offered(shell, scripts, "pzc", "draw", "sudoku", "--th")
    assert set(offered(shell, scripts, "pzc", "draw", "sudoku", "--theme", "")) >= {"dark"}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_reads_its_script(shell: str, scripts: Path) -> None:
    script = scripts / f"pzc.{shell}"
    subprocess.run([needs(shell), "-n", str(script)], check=True, timeout=600)


def test_zsh_takes_the_script_up(scripts: Path) -> None:
    path = f"{scripts / 'bin'}:{os.environ['PATH']}"
    program = f"autoload -U compinit; compinit -u -D; source {scripts}/pzc.zsh; print $_comps[pzc]"
    result = subprocess.run(
        [needs("zsh"), "-f", "-c", program],
        capture_output=True,
        text=True,
        env=os.environ | {"PATH": path, "HOME": str(scripts)},
        timeout=600,
    )
    assert result.stdout.strip() == "_pzc"
    assert not result.stderr


def test_an_unknown_shell_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err
