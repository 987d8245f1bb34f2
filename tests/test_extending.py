"""The Python examples of the page on extending the compiler run, one after another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "extending.md"


def test_the_examples_run() -> None:
    text = PAGE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) == 4
    names: dict[str, Any] = {"__name__": "extending"}
    for block in blocks:
        line = text[: block.start(1)].count("\n")
        exec(compile("\n" * line + block.group(1), str(PAGE), "exec"), names)
    assert names["AT_MOST_EACH"].nogood((1, 0, 1, 1), 2) == (0, 2, 3)
