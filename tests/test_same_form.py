"""Whether two pieces have the same form, as a condition without queries about forms."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from pzc.model.evaluate import Evaluator
from pzc.model.globals import form
from pzc.model.globals.box import positions
from pzc.model.globals.form import SAME_FORM
from pzc.model.model import Model

# Two parts of a graph beside each other, which no edge joins.
ONE = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]
OTHER = [(1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
AT = (*ONE, *OTHER)


@pytest.mark.parametrize("most", [0, len(OTHER)])
@pytest.mark.parametrize(("turned", "flipped"), [(False, False), (True, False), (True, True)])
def test_forms_in_two_parts_of_a_graph(
    monkeypatch: pytest.MonkeyPatch, most: int, turned: bool, flipped: bool
) -> None:
    monkeypatch.setattr(form, "MOST_LAID", most)
    m = Model()
    black = [m.bool_var(f"v{v}") for v in range(len(AT))]
    joined = [
        (a, b, True)
        for part in (ONE, OTHER)
        for (a, (r, c)), (b, (y, x)) in combinations([(AT.index(p), p) for p in part], 2)
        if abs(r - y) + abs(c - x) == 1
    ]
    graph = m.graph(black, joined)
    where = positions(graph, AT)
    for a, b in ((0, 7), (3, 10)):
        data = (a, b, where, turned, flipped)
        query, decomposed = m.query(SAME_FORM, graph, data), SAME_FORM.decompose(m, graph, data)
        found = set()
        for there in product((False, True), repeat=len(AT)):
            evaluator = Evaluator(there)
            expected = evaluator(query)
            assert evaluator(decomposed) == expected, there
            found.add((expected, there[a], there[b]))
        assert len(found) == 5  # one absent piece is never like a present one


@pytest.mark.parametrize("vertices", [(0, 1), (1, 0)])
def test_a_piece_that_is_never_there_is_like_one_that_is_not(vertices: tuple[int, int]) -> None:
    m = Model()
    black = m.bool_var("v")
    graph = m.graph([black if v == vertices[0] else False for v in range(2)], [])
    where = positions(graph, ((1, 1), (1, 2)))
    decomposed = SAME_FORM.decompose(m, graph, (0, 1, where, False, False))
    assert [Evaluator((there,))(decomposed) for there in (False, True)] == [True, False]
