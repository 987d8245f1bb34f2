"""What expressions about a piece are in each case agrees with the reference evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from pzc.model.evaluate import Evaluator
from pzc.model.globals.box import BOX, IN_BOX, positions
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.form import HAS_FORM, SAME_FORM, form_at, least
from pzc.model.globals.half_turn import HALF_TURN
from pzc.model.globals.lines import COLUMNS, ROWS
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import BOOL_KINDS, Graph
from pzc.presolve.cases import Placement
from pzc.presolve.local import Local

SIDE = 3
AT = tuple((row, column) for row in range(1, SIDE + 1) for column in range(1, SIDE + 1))
EDGES = [
    (a, b)
    for a, b in combinations(range(SIDE**2), 2)
    if abs(AT[a][0] - AT[b][0]) + abs(AT[a][1] - AT[b][1]) == 1
]
PIECES: list[Placement] = [(4,), (0, 1), (1, 4), (4, 5), (3, 4, 5), (0, 1, 3, 4), (1, 4, 5, 8)]
V = 4  # the vertex that all expressions are about


def board() -> tuple[Model, Graph, Local]:
    m = Model()
    black = [m.bool_var(f"v{v}") for v in range(SIDE**2)]
    graph = m.graph(black, [(a, b, True) for a, b in EDGES])
    return m, graph, Local(m, graph, {(a, b): True for a, b, _ in graph.edges})


def expressions(m: Model, graph: Graph) -> list[object]:
    where = positions(graph, AT)
    size = m.measure(SIZE, graph, (V, None))
    box = m.measure(BOX, graph, (V, where))
    rows, columns = (m.measure(lines, graph, (V, where)) for lines in (ROWS, COLUMNS))
    of_two = m.measure(SIZE, graph, (V, (0, 0, 0, 2, 0, 3, 0, 0, 0)))
    weighted = m.measure(SIZE, graph, (V, (0, 3, 0, 0, 1, 2, 0, 0, 5)))
    many = m.measure(SIZE, graph, (V, tuple(range(1, SIDE**2 + 1))))
    first = m.query(FIRST, graph, V)
    inside = m.query(IN_BOX, graph, (V, where, (1, 1)))
    forms = [
        frozenset([form_at([AT[v] for v in piece]) for piece in PIECES[k::3]]) for k in range(3)
    ]
    white = [m.not_(graph.vertices[v]) if v == V else abs(v - V) == 1 for v in range(SIDE**2)]
    others = m.graph(white, [(a, b, True) for a, b in EDGES])
    beside = [m.query(CONNECTED_PAIR, graph, tuple(sorted((V, w)))) for w in (1, 5)]
    return [
        size,
        box,
        weighted,
        of_two,
        many,
        rows,
        columns,
        m.eq(rows, columns),
        first,
        inside,
        *[m.query(HAS_FORM, graph, (V, where, some)) for some in (*forms, frozenset([()]))],
        m.query(HALF_TURN, graph, (V, where, frozenset([(4, 4), (3, 4)]))),
        m.query(HALF_TURN, graph, (V, where, frozenset([(5, 5), (4, 5)]))),
        *beside,
        graph.vertices[V],
        m.not_(beside[0]),
        m.and_(beside),
        m.or_((*beside, first)),
        m.iff(inside, beside[1]),
        m.eq(size, box),
        m.le(m.sum_((size, weighted)), 5),
        m.eq(m.linear([(2, size), (-1, weighted)]), 1),
        m.linear([(1, size), (-2, beside[0])], 3),
        m.member(many, [5, 7, 11]),
        m.ite(first, size, weighted),
        m.times(size, box),
        m.abs_(m.linear([(1, size), (-1, weighted)])),
        m.eq(m.max_((size, m.linear([(1, weighted)], 1))), 4),
        m.query(CONNECTED, others),
        m.measure(SIZE, others, (V - 1, None)),
    ]


def test_values_in_all_cases() -> None:
    m, graph, local = board()
    cases = local.cases(PIECES)
    assert cases.every == (1 << len(PIECES) + 1) - 1
    for node in expressions(m, graph):
        if type(node) in BOOL_KINDS:
            held, flags = cases.holds(node), cases.flags(node)
            values: Sequence[int] = [held >> case & 1 for case in range(len(PIECES) + 1)]
            assert values == [flags[k >> 3] >> (k & 7) & 1 for k in range(len(values))]
        else:
            values = cases.values(node)
        for case, piece in enumerate([(), *PIECES]):
            if case == 0 or V in piece:
                expected = Evaluator([v in piece for v in range(SIDE**2)])(node)
                assert values[case] == expected, (node, piece)


def test_what_expressions_are_local_to() -> None:
    m, graph, local = board()
    size, other = (m.measure(SIZE, graph, (v, None)) for v in (V, 0))
    free = m.bool_var("free")
    assert local.vertices(m.eq(size, 2)) == (V,)
    assert local.vertices(m.eq(size, other)) == ()
    assert local.vertices(m.or_((free, m.eq(size, 2)))) == ()
    assert local.vertices(m.not_(free)) is None
    assert local.vertices(m.query(CONNECTED_PAIR, graph, (0, V))) == (0, V)


@pytest.mark.parametrize(("turned", "flipped"), [(False, False), (True, False), (True, True)])
def test_whether_two_pieces_have_the_same_form(turned: bool, flipped: bool) -> None:
    m, graph, local = board()
    pieces: list[Placement] = [(3, 4, 5), (3, 6), (0, 3), (0, 3, 4), (2, 5, 8), (1, 2, 5), (4, 5)]
    local.choose(pieces, [m.bool_var(f"piece{k}") for k in range(len(pieces))])
    same = m.query(SAME_FORM, graph, (3, 5, positions(graph, AT), turned, flipped))
    rebuilt = local.rebuilt(same)
    found = {}
    for one in [(), *(p for p in pieces if 3 in p)]:
        for other in [(), *(p for p in pieces if 5 in p)]:
            if one == other or not {*one, 3} & {*other, 5}:
                black = [v in one or v in other for v in range(SIDE**2)]
                chosen = [piece in (one, other) for piece in pieces]
                found[one, other] = Evaluator([*black, *chosen])(rebuilt)
    forms = {p: least(form_at([AT[v] for v in p]), turned, flipped) for p in [(), *pieces]}
    assert len(found) > 10
    assert found == {(a, b): forms[a] == forms[b] for a, b in found}
