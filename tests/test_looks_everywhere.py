"""Every shape on every kind of layer, of squares and hexagons: what fits is drawn, the rest is a
reported mistake."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from pzc.dsl import looks
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.svg import svg
from pzc.render.text import text
from pzc.render.themes import DARK
from pzc.tasks.boards import puzzle_board
from pzc.tasks.spec import Spec
from pzc.tasks.verify import grounded

SPEC = 'puzzle "All"\ngrid 2 x 3 of {board}\n{things}given clue : {domain} at {places} as {look}\n'
FIND = 'find x : bool at cells\nrule "None": count(x) = 0\n'
BOARDS = ("squares", "hexagons")
# What a puzzle file says, by the places of a layer and its domain.
LAYERS = {
    ("cells", "bool"): "clue:\n#..\n..#\n",
    ("some cells", "1..9"): "clue:\n34.\n..4\n",
    ("some cells", "{a, b}"): "clue:\nab.\n..b\n",
    ("some cells", "symbol"): "clue:\nAB.\n..B\n",
    ("cells", "symbol"): "clue:\nAAB\nABB\n",
    ("some cells", "direction"): "clue:\nright left .\n. right left\n",
    ("some cells", "list of 1..9"): "clue:\n1,2 . .\n. . 3\n",
    ("some cells, directions", "1..9"): "clue:\nr1c1 right 3\n",
    ("borders", "bool"): "clue:\n.......\n.......\n.......\n..|....\n.......\n",
    ("links", "bool"): "clue:\n.-...\n.....\n.....\n",
    ("some corners", "1..9"): "clue:\n.1..\n....\n....\n",
    ("some sides", "1..9"): "clue:\ntop 1 . 2\n",
    ("rows", "1..9"): "clue: 1 2\n",
    ("rows", "list of 1..9"): "clue:\n1 2\n3\n",
    ("line", "list of cell"): "clue:\n1 r1c1 r1c2 r1c3\n",
    ("line", "1..9"): "clue:\n1 4\n",
    ("groups(room)", "1..9"): "room:\nAAB\nABB\n\nclue:\nA 1\nB 2\n",
}


def board_of(look: str, places: str, domain: str, board: str, puzzle: str) -> str | None:
    """The pictures of a puzzle whose given layer has a look; None if it is a mistake."""
    things = {
        "line": "things line = {1}\n",
        "groups(room)": "given room : symbol at cells\n",
    }.get(places, "")
    source = SPEC.format(look=look, places=places, domain=domain, board=board, things=things)
    return pictures(source + FIND, puzzle)


def pictures(source: str, puzzle: str) -> str | None:
    """The pictures of a puzzle of a spec; None if the spec or the puzzle has a mistake."""
    try:
        spec = Spec.of(Source("all.spec", source))
        shown = puzzle_board(grounded(spec, puzzle))
    except PzcError:
        return None
    text(shown)
    return svg(shown, places=True) + svg(shown, theme=DARK)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("layer", LAYERS, ids=" ".join)
def test_every_shape_is_drawn_or_a_mistake(layer: tuple[str, str], board: str) -> None:
    drawn = {shape: board_of(shape, *layer, board, LAYERS[layer]) for shape in looks.SHAPES}
    plain = board_of("nothing", *layer, board, LAYERS[layer])
    if plain is None:  # there are no such places, or their picture is another
        assert board == "hexagons"
        return
    for picture in filter(None, drawn.values()):
        for document in picture.split("</svg>\n")[:-1]:
            ElementTree.fromstring(document + "</svg>")
    same = [shape for shape, picture in drawn.items() if picture == plain]
    assert same == ["nothing"], "these draw nothing, and no mistake tells so"


@pytest.mark.parametrize("layer", [("some cells", "1..9"), ("some sides", "1..9")], ids=" ".join)
def test_a_text_is_read_in_each_direction(layer: tuple[str, str]) -> None:
    drawn = [
        board_of(f"text {word}", *layer, "squares", LAYERS[layer]) for word in looks.DIRECTIONS
    ]
    assert None not in drawn
    assert len(set(drawn)) == len(looks.DIRECTIONS)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("axis", ["slot", "ink", "size", "direction"])
def test_every_word_goes_with_every_shape(axis: str, board: str) -> None:
    words = [*enumerate(looks.AXES[axis])]
    puzzle = "\n".join(f"clue{k}:\n34.\n..4\n" for k, _ in words)
    for shape in (*looks.SIGNS, *looks.FILLINGS):
        source = f'puzzle "All"\ngrid 2 x 3 of {board}\n'
        for k, word in words:
            source += f"given clue{k} : 1..9 at some cells as {shape} {word}\n"
        assert pictures(source + FIND, puzzle) is not None, shape
