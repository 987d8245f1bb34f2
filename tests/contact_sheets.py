"""Contact sheets of all bundled genres: each example alone and solved.

    python tests/contact_sheets.py FOLDER [NAME…] [--theme dark] [--side 240] [--example 2] [--grey]

Writes sheet-1.png, sheet-2.png, … with 20 genres each, in the order of their names.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pzc
from pzc.dsl.diagnostics import Source
from pzc.render.svg import svg
from pzc.render.themes import THEMES, Theme
from pzc.tasks.boards import board_in_play
from pzc.tasks.library import bundled, examples
from pzc.tasks.moments import puzzle_alone
from pzc.tasks.verify import grounded

COLUMNS, ROWS, CAPTION = 4, 5, 16
_HEAD = re.compile(r'<svg [^>]*viewBox="0 0 (\S+) (\S+)"[^>]*>')


def pictures(name: str, theme: Theme, number: int = 1) -> list[str]:
    """An example of a spec, alone and solved."""
    spec = pzc.load(name)
    path = examples(name)[number - 1]
    puzzle = Source(path.name, path.read_text())
    alone = puzzle_alone(spec, puzzle)
    answer = path.with_suffix(".solution")
    if answer.exists():
        board = Source(answer.name, answer.read_text())
        solved = board_in_play(grounded(spec, puzzle, board), board)
    else:
        found = spec.solve(puzzle)
        assert found is not None
        solved = found
    return [svg(one, title=False, theme=theme) for one in (alone, solved)]


def tile(picture: str, x: float, y: float, side: float) -> str:
    """A picture in a square of a sheet."""
    head = _HEAD.search(picture)
    assert head is not None
    wide, high = map(float, head.groups())
    scale = side / max(wide, high)
    inner = picture[head.end() : picture.rindex("</svg>")]
    inner = re.sub(
        r'<rect width="100%" height="100%"', f'<rect width="{wide}" height="{high}"', inner
    )
    return f'<g transform="translate({x} {y}) scale({scale})">{inner}</g>'


def sheet(names: list[str], theme: Theme, side: float, number: int) -> str:
    step = 2 * side + 24
    body = []
    for k, name in enumerate(names):
        x, y = k % COLUMNS * step, k // COLUMNS * (side + CAPTION + 8)
        body.append(
            f'<text x="{x + 4}" y="{y + 12}" font-size="12" fill="{theme.given}">{name}</text>'
        )
        for j, picture in enumerate(pictures(name, theme, number)):
            body.append(tile(picture, x + j * (side + 4), y + CAPTION, side))
    wide, high = COLUMNS * step, ((len(names) - 1) // COLUMNS + 1) * (side + CAPTION + 8)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'font-family="Arial, sans-serif"><rect width="{wide}" height="{high}" '
        f'fill="{theme.paper}"/>' + "".join(body) + "</svg>"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--theme", choices=THEMES, default="light")
    parser.add_argument("--side", type=float, default=200)
    parser.add_argument("--example", type=int, default=1, metavar="N", help="which (default: 1)")
    parser.add_argument("--grey", action="store_true", help="without colours")
    args = parser.parse_intermixed_args()
    import cairosvg
    from PIL import Image
    from pzc.render.raster import with_halos

    names = [name for name in args.names or bundled() if len(examples(name)) >= args.example]
    args.folder.mkdir(parents=True, exist_ok=True)
    each = COLUMNS * ROWS
    for start in range(0, len(names), each):
        path = args.folder / f"sheet-{start // each + 1}.png"
        picture = sheet(names[start : start + each], THEMES[args.theme], args.side, args.example)
        cairosvg.svg2png(bytestring=with_halos(picture).encode(), write_to=str(path))
        if args.grey:
            Image.open(path).convert("L").save(path)
        print(path)


if __name__ == "__main__":
    main()
