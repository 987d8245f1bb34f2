"""Rectangles with unknown clues: the same solutions, without the graph."""

from __future__ import annotations

import pytest
import pzc
from pzc.compiler.ground.opening import freed
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.model.nodes import Measure, Query, bottom_up
from pzc.presolve import open_boxes as pass_module
from pzc.presolve.open_boxes import open_boxes
from pzc.tasks.spec import Spec
from test_placements import answers

HEAD = """
puzzle "Boxes"
use prelude
grid h x w
given hint : 2..3 at some cells
given mark : bool at some cells
find land : pieces at cells

rule "box":
    for p in land: rectangle(p)
"""
NUMBERS = "for c in hint: size(land[c]) = hint[c]"
ONE = "for p in land: size(hint & p) = 1"
SEVERAL = "for p in land: size(hint & p) in {1, 2}"
FEW = "for p in land: size(mark & p) <= 1"
LARGER = "for c in hint: size(land[c]) > hint[c]"


def opened(rules: list[str], height: int, width: int) -> Model:
    """The model with its hints and marks open; everything is asked for."""
    written = "".join(f'\nrule "{k}":\n    {rule}\n' for k, rule in enumerate(rules))
    spec = Spec.of(Source("boxes.spec", HEAD + written))
    sections = spec.sections(f"h: {height}\nw: {width}\n")
    grounding = spec.grounder.ground(sections, open=("hint", "mark"))
    m = freed(grounding.model, grounding.slots)
    m.answer = tuple(m.variables)
    return m


def graphs(m: Model) -> int:
    """How many queries and measures of pieces a model has."""
    seen: set[object] = set()
    for node in bottom_up([c.condition for c in m.constraints], seen):
        seen.add(node)
    return sum(isinstance(node, (Query, Measure)) for node in seen)


@pytest.mark.parametrize(("height", "width"), [(1, 2), (1, 3), (2, 2)])
@pytest.mark.parametrize(
    "rules",
    [[NUMBERS, ONE], [ONE], [NUMBERS, SEVERAL], [NUMBERS, ONE, FEW], [LARGER, ONE]],
)
def test_no_layout_is_lost_or_won(rules: list[str], height: int, width: int) -> None:
    m = opened(rules, height, width)
    short = open_boxes(m)
    assert short is not m
    assert graphs(m) and not graphs(short)
    assert answers(short, "native") == answers(m, "native")


def test_what_else_is_asked_about_pieces_stays() -> None:
    m = opened([NUMBERS, ONE, "size(land) = 2"], 2, 2)
    short = open_boxes(m)
    assert graphs(short)
    assert answers(short, "native") == answers(m, "native")


def test_a_count_in_one_piece_alone_is_kept() -> None:
    m = opened(
        [ONE, "for c in cells if c.row = 1 and c.column = 1: size(mark & land[c]) = 1"], 2, 2
    )
    short = open_boxes(m)
    assert short is not m
    assert answers(short, "native") == answers(m, "native")


def test_rectangles_that_no_clue_fits_are_left_out() -> None:
    m = opened([NUMBERS, ONE], 3, 3)
    short = open_boxes(m)
    assert len(short.variables) - len(m.variables) == 12 + 6  # dominoes, and lines of three


@pytest.mark.parametrize("limit", ["MANY", "MOST"])
def test_many_rectangles_are_not_listed(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pass_module, limit, 1)
    m = opened([NUMBERS, ONE], 3, 3)
    assert open_boxes(m) is m


def test_large_boards_of_rectangles_are_made() -> None:
    one = next(pzc.load("shikaku").generate(size=(12, 12)))
    assert pzc.load("shikaku").count(one.text, limit=2) == 1
