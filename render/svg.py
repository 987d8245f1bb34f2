"""Solutions, puzzles and boards in play as SVG pictures that load nothing else.

Given values are dark and bold, found values have a separate colour. The document is a group of
pictures and tables; `canvas` describes the layers of a picture, and `places` how a page finds the
places in it. A puzzle alone, or an incomplete board, is a `Solution` from `tasks.boards`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ..compiler.ground.solution import Solution
from ..compiler.plans.steps import steps, without_moments
from .blocks import MARGIN, Block, abreast, cell_width, heading, moved, stacked, table_block
from .canvas import CELL
from .description import description
from .images import images_block, with_images
from .legend import row_of_signs
from .marks import Marks
from .picture import NOTHING, picture
from .places import kinds_of
from .scenes import scenes
from .shapes import escaped, num
from .table import Table, names_of_givens, tables, timetable
from .themes import LIGHT, Theme

PAGE = 1200  # the width of a plan
FONT = "font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\""
# The notes of a puzzle file that are drawn under its title, and the words before them.
_CREDITS = {"author": "by ", "source": "", "licence": "licence: "}


def svg(
    solution: Solution,
    marked: Collection[Any] | Marks = (),
    *,
    title: bool | str = True,
    theme: Theme = LIGHT,
    size: float = CELL,
    places: bool = False,
) -> str:
    """A solution as an SVG document.

    marked: wrong places, or all marks. title: the text above the picture; True for the title,
    author and other notes of the puzzle, False for none. size: the width of a cell, in pixels.
    places: add a transparent shape for each place (see `places`).

    Pictures of several layers are under each other, with given pictures and tables below. The
    moments of a plan are side by side, in rows no wider than a page.
    """
    head = _head(solution, title, theme)
    if solution.sequence:
        shown = _strip(solution, theme, places)
    else:
        marks = marked if isinstance(marked, Marks) else Marks(wrong=marked)
        shown = _blocks(solution, theme, places, marks)
    whole = stacked([*head, *shown])
    wide, high = whole.width + 2 * MARGIN, whole.height + 2 * MARGIN
    scale = size / CELL
    name = escaped(title if isinstance(title, str) and title else solution.title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(high)}" '
        f'width="{num(wide * scale)}" height="{num(high * scale)}" role="img" {FONT}>\n'
        f"<title>{name}</title>\n{_desc(solution) if title is not False else ''}"
        f'<rect width="100%" height="100%" fill="{theme.paper}"/>\n'
        f"{moved(whole, MARGIN, MARGIN)}\n</svg>\n"
    )


def _desc(solution: Solution) -> str:
    """The description element of a picture; "" if there is no description."""
    said = escaped(description(solution))
    return f"<desc>{said}</desc>\n" if said else ""


def _head(solution: Solution, title: bool | str, theme: Theme) -> list[Block]:
    """The lines above a picture."""
    if title is False or title == "":
        return []
    if isinstance(title, str):
        return [heading(title, 20, theme)]
    own = solution.notes.get("title", "")
    names = [name for name in (own, solution.title) if name]
    credits = [
        before + text for key, before in _CREDITS.items() if (text := solution.notes.get(key, ""))
    ]
    lines = [heading(name, 20 if k == 0 else 14, theme, k == 0) for k, name in enumerate(names)]
    lines += [heading(text, 14, theme, bold=False) for text in credits]
    return [stacked(lines, 8)] if lines else []


def _blocks(solution: Solution, theme: Theme, places: bool, marks: Marks = NOTHING) -> list[Block]:
    """The pictures and tables of a solution."""
    pictures, rest = scenes(solution)
    kinds = kinds_of(solution) if places else []
    parts: list[Block] = []
    for scene in pictures:
        if scene.name:
            parts.append(heading(scene.name, 15, theme))
        parts.append(picture(scene, marks, theme, kinds))
    drawn = set().union(*(scene.drawn for scene in pictures)) if pictures else set()
    left = [layer for layer in rest if layer.name not in drawn]
    given = names_of_givens(solution)
    parts += [images_block(layer, theme) for layer in with_images(left)]
    parts += [table_block(table, theme) for table in tables(left, marks.shown, given)]
    parts += _shown_params(solution, theme)
    if solution.objective is not None:
        parts.append(heading(f"value: {solution.objective}", 15, theme))
    return parts


def _shown_params(solution: Solution, theme: Theme) -> list[Block]:
    """The params that have a look: each number as a row of signs."""
    parts = []
    for name, value in solution.params.items():
        looks = solution.looks.get(name)
        numbers = [n for n in value if isinstance(n, int)] if isinstance(value, tuple) else [value]
        if looks and all(isinstance(n, int) for n in numbers):
            parts.append(row_of_signs(numbers, looks[0], theme))
    return parts


def _strip(solution: Solution, theme: Theme, places: bool) -> list[Block]:
    """A plan: layers without moments, then the moments side by side."""
    shown = steps(solution)
    timed = [step for step in shown if step.moment is not None]
    if solution.board is None:
        still = _blocks(without_moments(solution), theme, places)
        return [*still, *_timetables(timetable(solution.sequence, timed), theme)]
    still = [
        b for step in shown if step.moment is None for b in _blocks(step.solution, theme, places)
    ]
    frames = [
        stacked(
            [
                *_blocks(step.solution, theme, places),
                heading(f"{solution.sequence} {step.moment}", 15, theme),
            ]
        )
        for step in timed
    ]
    each = max(1, int(PAGE // (max(frame.width for frame in frames) + MARGIN)))
    return [*still, *(abreast(frames[k : k + each]) for k in range(0, len(frames), each))]


def _timetables(table: Table, theme: Theme) -> list[Block]:
    """The moments of a plan as columns; values that change are shaded."""
    head, *columns = table.rows
    first, *rest = (max(cell_width(text) for text in column) for column in table.rows)
    each = max(1, int((PAGE - first) // max(rest)))
    out = []
    for start in range(0, len(columns), each):
        shown: Sequence[tuple[str, ...]] = columns[start : start + each]
        new = {
            (row, k)
            for k, column in enumerate(shown, 1)
            for row in range(1, len(head))
            if start + k > 1 and column[row] != columns[start + k - 2][row]
        }
        out.append(table_block(Table(tuple(zip(head, *shown, strict=True))), theme, new))
    return out
