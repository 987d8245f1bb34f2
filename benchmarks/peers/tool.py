"""What a measured tool has to offer, and which version of it is installed.

A `Tool` is prepared for a workload and then asked about puzzles, one at a time: for at most two
answers, so that uniqueness is proved. What it keeps from one puzzle to the next is its affair.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable
from importlib import import_module, metadata
from typing import TYPE_CHECKING, NamedTuple

import pzc

from ..reading import Answer

if TYPE_CHECKING:
    from ..workloads import Workload

# Answers, or what makes them when the clock is stopped, where a tool gives them in another form.
Ask = Callable[[str], Iterable[Answer | Callable[[], Answer]]]
AskAll = Callable[[list[str]], list[list[Answer]]]


class Tool(NamedTuple):
    """name: in the tables. package: whose version is shown, as PyPI knows it; '' for plain Python.
    module: what is imported before any clock runs. prepare: makes what answers puzzles of a
    workload, or None if the tool has no model for it. at_once: the same, for all puzzles at once.
    command: the program that it runs for each puzzle, for a tool that is no Python package.
    """

    name: str
    package: str
    module: str
    prepare: Callable[[Workload], Ask | None] = lambda workload: None
    at_once: Callable[[Workload], AskAll | None] = lambda workload: None
    command: str = ""

    def installed(self) -> bool:
        if self.command:
            return shutil.which(self.command) is not None
        try:
            import_module(self.module)
        except ImportError:
            return False
        return True


def version(tool: Tool) -> str | None:
    """The version of a tool's package or command, None if it is not installed."""
    if tool.package == "pzc":
        return pzc.__version__
    if tool.command:
        if not tool.installed():
            return None
        asked = [tool.command, "--version"]
        text = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        return text.partition("version ")[2].partition(",")[0]
    try:
        return metadata.version(tool.package)
    except metadata.PackageNotFoundError:
        return None
