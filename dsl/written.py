"""Pictures written in a spec: rows between spaces, `#` for a cell and `.` for none."""

from __future__ import annotations

CELL_MARK, GAP_MARK = "#", "."


def cells_of(text: str) -> list[tuple[int, int]]:
    """The row and column, from 0, of each cell of a picture. Raises ValueError if it is none."""
    rows = text.split()
    strange = next((c for row in rows for c in row if c not in (CELL_MARK, GAP_MARK)), None)
    if strange is not None:
        raise ValueError(f"'{strange}' in a picture")
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    if not cells:
        raise ValueError("a picture without cells")
    return cells
