"""The pictures of the documentation: the README's and the tutorial's, one of each word of the
picture vocabulary, and all genres. They are what pzc draws today.

Run as a script, this writes them to docs/pictures/.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from contact_sheets import pictures as drawn_example
from contact_sheets import tile
from pzc.dsl import looks
from pzc.dsl.diagnostics import Source
from pzc.render.shapes import num
from pzc.render.svg import FONT, svg
from pzc.render.themes import LIGHT
from pzc.tasks.boards import puzzle_board
from pzc.tasks.library import bundled
from pzc.tasks.spec import Spec
from pzc.tasks.verify import grounded

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
SHOWN = ("slitherlink", "star_battle", "hashiwokakero", "akari", "thermo_sudoku", "tents")
EACH, WIDE = 24, 6  # genres of a sheet, and in a row of it
SIGN = 'puzzle "A"\ngrid h x w{style}\ngiven clue : {domain} as {look}\nfind x : bool at cells\n'


def document(body: str, wide: float, high: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(high)}" '
        f'width="{num(wide)}" height="{num(high)}" role="img" {FONT}>\n<title>{title}</title>\n'
        f'<rect width="100%" height="100%" fill="{LIGHT.paper}"/>\n{body}\n</svg>\n'
    )


def sheet(shown: dict[str, str], across: int, side: float, title: str) -> str:
    """Pictures in rows, each with its name below."""
    body = []
    for k, (name, picture) in enumerate(shown.items()):
        x, y = 8 + k % across * (side + 16), 8 + k // across * (side + 28)
        body.append(tile(picture, x, y, side))
        body.append(
            f'<text x="{num(x + side / 2)}" y="{num(y + side + 15)}" font-size="13" '
            f'text-anchor="middle" fill="{LIGHT.given}">{name.replace("_", " ")}</text>'
        )
    rows = (len(shown) - 1) // across + 1
    return document("\n".join(body), 16 + across * (side + 16) - 16, rows * (side + 28) + 8, title)


# ---- words ---------------------------------------------------------------------------------------


def drawn(
    look: str, domain: str = "0..9 at some cells", puzzle: str = "clue:\n5", style: str = ""
) -> str:
    """A board with a given layer that has a look."""
    text = SIGN.format(look=look, domain=domain, style=style)
    spec = Spec.of(Source("picture.spec", text))
    return svg(puzzle_board(grounded(spec, puzzle)), title=False)


def line(word: str) -> str:
    return drawn(word, "bool at links", "clue:\n.-.\n...\n...")


def stroked(word: str) -> str:
    text = SIGN.format(look=word, domain="list of cell at line", style="")
    text = text.replace("given clue", "things line = given\ngiven clue")
    spec = Spec.of(Source("picture.spec", text))
    puzzle = "h: 2\nw: 3\nline: a\nclue:\na r1c1 r1c2 r2c3\n"
    return svg(puzzle_board(grounded(spec, puzzle)), title=False)


def in_a_picture(axis: str) -> dict[str, str]:
    """A picture of each word of an axis."""
    if axis == "strokes":
        return {word: stroked(word) for word in looks.STROKES}
    if axis == "lines":
        return {word: line(word) for word in looks.LINES}
    if axis == "areas":
        return {word: drawn(word, puzzle="clue:\n11\n12") for word in looks.AREAS}
    if axis == "board":
        words = {**looks.GRIDS, **looks.FRAMES}
        return {word: drawn("text", puzzle="clue:\n1.\n..", style=f" as {word}") for word in words}
    words, example = {
        "signs": (looks.SIGNS, "{}"),
        "fillings": (looks.FILLINGS, "{}"),
        "slots": (looks.SLOTS, "{} disc"),
        "inks": (looks.INKS, "{} disc"),
        "sizes": (looks.SIZES, "{} ring"),
        "directions": (looks.DIRECTIONS, "arrow {}"),
    }[axis]
    return {word: drawn(example.format(word)) for word in words}


AXES = ("signs", "fillings", "strokes", "lines", "areas", "slots", "inks", "sizes", "directions")


# ---- pages ---------------------------------------------------------------------------------------


def words(axis: str) -> str:
    return sheet(in_a_picture(axis), 8, 84, f"The words of the picture vocabulary: {axis}")


def opening() -> str:
    """Puzzles alone, and solved below."""
    both = [drawn_example(name, LIGHT) for name in SHOWN]
    body, side = [], 150.0
    for k, pair in enumerate(both):
        for j, picture in enumerate(pair):
            body.append(tile(picture, 8 + k * (side + 12), 8 + j * (side + 12), side))
    wide = 8 + len(SHOWN) * (side + 12)
    return document("\n".join(body), wide, 2 * (side + 12) + 8, "Puzzles and their solutions")


def mines() -> str:
    """The tutorial's first puzzle, alone and solved."""
    page = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    specs = re.findall(r"^```spec mines.spec\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (puzzle,) = re.findall(r"^```text first.puzzle\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    spec = Spec.of(Source("mines.spec", specs[1]))
    solved = spec.solve(puzzle)
    assert solved is not None
    alone = svg(puzzle_board(grounded(spec, puzzle)), title=False)
    body = tile(alone, 8, 8, 200) + tile(svg(solved, title=False), 224, 8, 200)
    return document(body, 432, 216, "Mines, alone and solved")


def genres(number: int) -> str:
    """A sheet of genres, solved."""
    names = bundled()[number * EACH : (number + 1) * EACH]
    return sheet({n: drawn_example(n, LIGHT)[1] for n in names}, WIDE, 150, "Genres, solved")


SHEETS = range((len(bundled()) - 1) // EACH + 1)
PICTURES: dict[str, Callable[[], str]] = {
    "readme.svg": opening,
    "mines.svg": mines,
    **{f"{axis}.svg": lambda axis=axis: words(axis) for axis in (*AXES, "board")},
    **{f"genres-{k + 1}.svg": lambda k=k: genres(k) for k in SHEETS},
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_is_drawn_today(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == PICTURES[name]()


def test_each_picture_is_shown_by_a_page() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert {path.name for path in FOLDER.iterdir()} == set(
        re.findall(r"pictures/([\w-]+\.svg)", texts)
    )


def test_the_page_of_pictures_names_every_word() -> None:
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)`", page))
    axes = {**looks.AXES, **looks.BOARD_AXES}
    assert not {word for words in axes.values() for word in words} - told
    assert not [
        name for name in PICTURES if name not in page and not name.startswith(("readme", "mines"))
    ]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
        print(name)
