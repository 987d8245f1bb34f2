"""Any solution can be drawn, and no value in it is lost."""

from __future__ import annotations

import string
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from pzc.compiler.board.places import DIRECTIONS, Unit
from pzc.compiler.board.square import SquareBoard
from pzc.compiler.ground.domains import BLANKS, Domain, bool_domain, value_domain
from pzc.compiler.ground.solution import LayerValues, Solution
from pzc.compiler.values.forms import Image
from pzc.compiler.values.placement import Placement
from pzc.records import replace
from pzc.render.characters import printable, width
from pzc.render.json import as_json
from pzc.render.plain import plain
from pzc.render.svg import svg
from pzc.render.text import text
from solutions import ANY, NUMBERS, cells, solved, texts

TOKENS = st.text(string.ascii_letters + string.digits + "*#/\\日é&<'\"", min_size=1, max_size=3)
KINDS = ("cell", "corner", "border", "link", "side", "row", "column", "group", "thing", "a, b", "")


@st.composite
def layers(draw: st.DrawFn, board: SquareBoard, number: int) -> LayerValues:
    """A layer of any kind of place and domain, some of its places left out, some missing."""
    kind = draw(st.sampled_from(KINDS))
    match kind:
        case "group":
            keys: list[Any] = [Unit("group", f"cage {k}", (c,)) for k, c in enumerate(board.cells)]
        case "thing" | "a, b":
            keys = [f"t{k}" if kind == "thing" else (f"a{k}", k) for k in range(3)]
        case "":
            keys = [""]
        case _:
            keys = list(board.places(kind))
    words = draw(st.lists(TOKENS, min_size=2, max_size=4, unique=True))
    flags = bool_domain(draw(st.sampled_from([None, [".", "*"], [".", "#"], ["x", "o"]])), kind)
    cell = st.sampled_from(board.cells)
    domain, values = draw(
        st.sampled_from(
            [
                (NUMBERS, st.integers(0, 99)),
                (Domain("int", range(5), unknown="#"), st.integers(0, 4)),
                (ANY, st.sampled_from(words)),
                (value_domain(words, None), st.sampled_from(words)),
                (value_domain(["white", "black"], ["0", "1"]), st.sampled_from(["white", "black"])),
                (flags, st.booleans()),
                (
                    value_domain(list(DIRECTIONS.values()), None),
                    st.sampled_from(list(DIRECTIONS.values())),
                ),
                (value_domain(board.cells, None), cell),
                (
                    Domain("list", element=NUMBERS),
                    st.lists(st.integers(0, 20), max_size=3).map(tuple),
                ),
                (Domain("options"), cell.map(lambda c: Placement((c,), (True,)))),
                (Domain("picture", element=flags), st.just(Image(1, 1, ((True,),)))),
            ]
        )
    )
    kept = [key for key in keys if kind == "" or draw(st.integers(0, 4))]
    table = {key: draw(st.none() | values) for key in kept}
    return LayerValues(f"layer{number}", kind, table, domain)


def with_printed(layer: LayerValues, given: LayerValues) -> LayerValues:
    """A layer found `from` a given one, as grounding sees to it: what is printed stands in it."""
    present = {key: value for key, value in given.table.items() if value is not None}
    return replace(layer, table={**layer.table, **present})


def printed_zero() -> Solution:
    """A number, printed and standing; the found layer has no other place."""
    board = SquareBoard(1, 3)
    clue = cells(board, "clue", "..0", NUMBERS)
    digit = with_printed(replace(clue, name="digit", table={}), clue)
    return solved(board, digit, givens=(clue,), printed={"digit": "clue"})


@st.composite
def solutions(draw: st.DrawFn) -> Solution:
    board = SquareBoard(draw(st.integers(1, 3)), draw(st.integers(1, 3)))
    everything = [draw(layers(board, k)) for k in range(draw(st.integers(1, 4)))]
    cut = draw(st.integers(0, len(everything) - 1))
    givens, answer = tuple(everything[:cut]), tuple(everything[cut:])
    printed = {}
    if givens and draw(st.booleans()):
        first = answer[0]
        same = [g for g in givens if (g.kind, g.domain) == (first.kind, first.domain)]
        if same:
            printed = {first.name: same[0].name}
            answer = (with_printed(first, same[0]), *answer[1:])
    walls = (board.cells[: len(board.cells) // 2],) if draw(st.booleans()) else ()
    on_board = [k for k in KINDS if k not in ("group", "thing", "a, b", "")]
    if {layer.kind for layer in everything}.isdisjoint(on_board) and draw(st.booleans()):
        return Solution("T", None, givens, answer, {}, {})
    return Solution("T", board, givens, answer, printed, {}, draw(st.none() | st.just(3)), walls)


@settings(max_examples=20)
@given(solutions(), st.randoms(use_true_random=False))
def test_any_solution_can_be_drawn(solution: Solution, random: Any):
    keys = [key for layer in solution.answer for key in layer.table]
    marked = random.sample(keys, min(2, len(keys)))
    pictures = [text(solution), text(solution, True, marked), text(solution, False, marked)]
    pictures += texts(svg(solution, marked=marked))
    assert plain(solution)
    assert as_json(solution)["title"] == "T"
    assert "\x1b" not in pictures[0] + pictures[2]


@settings(max_examples=20)
@given(solutions())
def test_no_found_value_is_lost(solution: Solution):
    picture = text(solution)
    for layer in solution.answer:
        if layer.domain.kind not in ("int", "any", "symbols", "places"):
            continue
        for value in layer.table.values():
            token = "" if value is None else printable(layer.domain.draw(value))
            assert token in picture or token in ("#", *BLANKS)


@settings(max_examples=20)
@given(solutions())
@example(printed_zero())
def test_no_number_is_lost_in_svg(solution: Solution):
    words = "\n".join(texts(svg(solution)))
    filled = [
        layer
        for layer in (*solution.givens, *solution.answer)
        if layer.domain.kind in ("int", "any")
    ]
    for layer in filled:
        if layer.domain.kind == "any" and layer in solution.givens and layer.kind == "cell":
            continue  # drawn as walls
        if solution.board is None and layer in solution.givens:
            continue
        for value in layer.table.values():
            token = "" if value is None else printable(layer.domain.draw(value))
            assert token in words or token == "#"


@settings(max_examples=20)
@given(solutions())
def test_lines_of_a_picture_are_equally_long(solution: Solution):
    inside = ("cell", "link", "group")
    layers_inside = tuple(layer for layer in solution.answer if layer.kind in inside)
    bare = solved(solution.board, *layers_inside, walls=solution.walls)
    for places in ((), tuple(key for layer in layers_inside for key in layer.table)[:2]):
        lines = text(bare, marked=places).splitlines()
        framed = [line for line in lines if line[0:1] in ("┌", "│", "├", "└", "┏", "┃", "┣", "┗")]
        assert len({width(line) for line in framed}) <= max(1, len(layers_inside))
