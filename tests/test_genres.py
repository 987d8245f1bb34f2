"""The page of genres speaks of specs that there are."""

from __future__ import annotations

import re
from pathlib import Path

from pzc.tasks.library import bundled

PAGE = Path(__file__).parent.parent / "docs" / "genres.md"


def test_every_spec_named_is_bundled() -> None:
    table = PAGE.read_text().split("## What cannot be said yet")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 50
    assert named <= set(bundled())
