"""Making puzzles: boards that keep what they have, and layers of which nothing is known."""

from __future__ import annotations

import pzc


def test_a_model_that_was_ground_within_a_limit_takes_further_nodes() -> None:
    text = "h: 4\nw: 4\n"
    size = pzc.load("nurikabe").ground(text, open={"clue"}).model.size
    model = pzc.load("nurikabe").ground(text, open={"clue"}, most=size + 1).model
    made = [model.not_(model.eq(a, b)) for a in model.variables for b in range(2, 9)]
    assert made and model.size > size + 1
