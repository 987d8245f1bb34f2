"""The pieces of graphs: every definition against its plain meaning, judgements, reasons, sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from plain_pieces import QUERIES, Question, answer, questions
from pzc.model.constraints import Origin
from pzc.model.evaluate import Evaluator
from pzc.model.globals.acyclic import ACYCLIC
from pzc.model.globals.box import BOX, Positions
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.form import HAS_FORM, form_at
from pzc.model.globals.lines import COLUMNS, ROWS
from pzc.model.globals.loop import LOOP
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Graph, domain_of
from pzc.model.pieces import Pieces
from pzc.model.show import to_ir

MEASURES = (SIZE, BOX, ROWS, COLUMNS)
MAX_FREE = 9  # parts that are not constants: all ways they can be are gone through

On = tuple[bool, ...]


class Case:
    """A graph and a question about it. The parts are constants or variables, each another one.
    shared: whether it has its edges from a graph in which no vertex is known to be absent."""

    def __init__(
        self, vertices: list[Any], edges: dict[tuple[int, int], Any], ask: Any, shared: bool
    ) -> None:
        self.model = Model()
        self.pairs = list(edges)
        parts = [
            self.model.bool_var(f"b{k}") if p is None else p
            for k, p in enumerate((*vertices, *edges.values()))
        ]
        ends = zip(self.pairs, parts[len(vertices) :], strict=True)
        there = parts[: len(vertices)]
        absent = tuple(v for v, part in enumerate(there) if part is False and shared)
        whole = [True if v in absent else part for v, part in enumerate(there)]
        graph = self.model.graph(whole, ((a, b, c) for (a, b), c in ends))
        self.graph = self.model.graph_without(graph, absent)
        self.question: Question = ask

    def values(self) -> Iterator[On]:
        """All that the parts can be, as far as they are not constants."""
        return product(*((p,) if isinstance(p, bool) else (False, True) for p in self.graph.parts))

    @cached_property
    def meaning(self) -> dict[On, int]:
        return {on: self.answer(on) for on in self.values()}

    def answer(self, on: On) -> int:
        count = len(self.graph.vertices)
        ends = [(a, b) for a, b, _ in self.graph.edges]
        return answer(self.question, on[:count], dict(zip(ends, on[count:], strict=True)))

    def forced(self, on: On, positions: Sequence[int]) -> set[int]:
        """The answers that are possible where some parts are as they are here."""
        return {a for o, a in self.meaning.items() if all(o[p] == on[p] for p in positions)}


@st.composite
def cases(draw: st.DrawFn, kinds: Any) -> Case:
    count = draw(st.integers(1, 6))
    pairs = [(a, b) for b in range(count) for a in range(b)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=9)) if pairs else []
    part = st.sampled_from([None, None, None, True, True, False])
    parts: list[bool | None] = [draw(part) for _ in range(count + len(chosen))]
    while parts.count(None) > MAX_FREE:
        parts[draw(st.sampled_from([k for k, p in enumerate(parts) if p is None]))] = True
    edges = dict(zip(chosen, parts[count:], strict=True))
    kept = [pair for pair in chosen if edges[pair] is not False]
    return Case(parts[:count], edges, draw(questions(count, kept, kinds)), draw(st.booleans()))


@settings(max_examples=100)
@given(cases((*QUERIES, *MEASURES)))
def test_meaning(case: Case) -> None:
    definition, data = case.question
    for on, expected in case.meaning.items():
        pieces = Pieces.of(case.graph, on)
        found = definition.value if definition in MEASURES else definition.holds
        assert found(pieces, data) == expected


@settings(max_examples=100)
@given(cases(QUERIES), st.data())
def test_judgements_are_sound_and_final(case: Case, data: st.DataObject) -> None:
    definition, args = case.question
    on = data.draw(st.sampled_from(list(case.values())))
    closed = [p for p in range(len(on)) if data.draw(st.booleans())]
    closed += [p for p, part in enumerate(case.graph.parts) if isinstance(part, bool)]
    sure = Pieces.of(case.graph, [p in closed and there for p, there in enumerate(on)])
    possible = Pieces.of(case.graph, [p not in closed or there for p, there in enumerate(on)])
    verdict = definition.entailment(sure, possible, args)
    assert verdict is None or case.forced(on, closed) == {verdict}
    full = Pieces.of(case.graph, on)
    assert definition.entailment(full, full, args) is bool(case.meaning[on])


@settings(max_examples=100)
@given(cases(MEASURES), st.data())
def test_bounds_are_those_of_all_completions(case: Case, data: st.DataObject) -> None:
    on = data.draw(st.sampled_from(list(case.values())))
    closed = [p for p in range(len(on)) if data.draw(st.booleans())]
    closed += [p for p, part in enumerate(case.graph.parts) if isinstance(part, bool)]
    sure = Pieces.of(case.graph, [p in closed and there for p, there in enumerate(on)])
    possible = Pieces.of(case.graph, [p not in closed or there for p, there in enumerate(on)])
    values = case.forced(on, closed)
    definition, args = case.question
    assert definition.bounds(sure, possible, args) == (min(values), max(values))


@settings(max_examples=150)
@given(cases(QUERIES), st.data())
def test_reasons_force(case: Case, data: st.DataObject) -> None:
    definition, args = case.question
    on = data.draw(st.sampled_from(list(case.values())))
    reason = definition.reason(Pieces.of(case.graph, on), args)
    assert len(set(reason)) == len(reason)
    assert case.forced(on, reason) == {case.meaning[on]}


@settings(max_examples=100)
@given(cases(MEASURES), st.data())
def test_reasons_bound(case: Case, data: st.DataObject) -> None:
    definition, args = case.question
    on = data.draw(st.sampled_from(list(case.values())))
    pieces, size = Pieces.of(case.graph, on), case.meaning[on]
    low, high = data.draw(st.integers(-1, size)), size + data.draw(st.integers(0, 3))
    least = definition.at_least(pieces, args, low)
    most = definition.at_most(pieces, args, high)
    assert len(set(least)) == len(least) and len(set(most)) == len(most)
    assert min(case.forced(on, least)) >= low
    assert max(case.forced(on, most)) <= high


@settings(max_examples=100)
@given(cases((*QUERIES, *MEASURES)))
def test_decompositions(case: Case) -> None:
    """They say the same, in both polarities, inside sums as well, and add no variables."""
    definition, data = case.question
    model = case.model
    before = len(model.variables)
    made = definition.decompose(model, case.graph, data)
    shape = model.linear(((2, made), (-1, case.graph.vertices[0])), 5)
    assert len(model.variables) == before
    for on, expected in case.meaning.items():
        free = [o for o, p in zip(on, case.graph.parts, strict=True) if not isinstance(p, bool)]
        value = Evaluator(_by_index(case, free))
        assert value(made) == expected
        assert value(shape) == 2 * expected - on[0] + 5
        if definition not in MEASURES:
            assert value(model.not_(made)) == 1 - expected


def _by_index(case: Case, free: Sequence[bool]) -> list[int]:
    """An assignment of a case's variables, from the parts that are not constants, in their order
    in the graph."""
    found = [0] * len(case.model.variables)
    parts = [p for p in case.graph.parts if not isinstance(p, bool)]
    for part, value in zip(parts, free, strict=True):
        found[part.index] = value  # type: ignore[union-attr]
    return found


# ---- boards --------------------------------------------------------------------------------------


def board(model: Model, side: int) -> Graph:
    """Cells that may be there or not; neighbours are joined."""
    cells = [model.bool_var(f"cell {k}") for k in range(side * side)]
    return model.graph(cells, [(a, b, True) for a, b in _neighbours(side)])


def lines(model: Model, side: int) -> Graph:
    """Lines between neighbouring places, each of which is there where a line is."""
    drawn = {pair: model.bool_var(f"line {pair}") for pair in _neighbours(side)}
    places = [model.or_(c for pair, c in drawn.items() if v in pair) for v in range(side * side)]
    return model.graph(places, [(a, b, c) for (a, b), c in drawn.items()])


def _neighbours(side: int) -> list[tuple[int, int]]:
    cells = range(side * side)
    across = [(k, k + 1) for k in cells if k % side < side - 1]
    return across + [(k, k + side) for k in cells if k < side * (side - 1)]


def drawing(graph: Graph, drawn: Sequence[tuple[int, int]]) -> Pieces:
    on = [any(v in pair for pair in drawn) for v in range(len(graph.vertices))]
    return Pieces.of(graph, on + [(a, b) in drawn for a, b, _ in graph.edges])


def named(graph: Graph, positions: Sequence[int]) -> set[Any]:
    """Vertices as numbers, edges as pairs."""
    first = len(graph.vertices)
    return {p if p < first else graph.edges[p - first][:2] for p in positions}


SQUARE = [(0, 1), (4, 5), (0, 4), (1, 5)]  # on a board of side 4
OTHER = [(10, 11), (14, 15), (10, 14), (11, 15)]


def test_reasons_for_no_loop() -> None:
    """A cycle closed too early rather than what is absent around it; few lines at one place."""
    graph = lines(Model(), 4)

    def reason(*drawn: tuple[int, int]) -> set[Any]:
        return named(graph, LOOP.reason(drawing(graph, drawn), ()))

    lines_only = {p for p in reason(*SQUARE, *OTHER) if isinstance(p, tuple)}
    assert lines_only in (set(SQUARE), set(OTHER))
    assert len(reason(*SQUARE, *OTHER)) == 6
    assert reason((5, 6), (5, 9), (1, 5)) == {(1, 2), (0, 1), (1, 5)}  # the end at 1
    many = reason(*SQUARE, (5, 6), (6, 10), (9, 10), (5, 9))
    assert len(many) == 3 and all(5 in pair for pair in many)
    assert reason() == {edge[:2] for edge in graph.edges}


def test_a_loop_is_judged_early() -> None:
    graph = lines(Model(), 4)
    anything = Pieces.of(graph, [True] * len(graph.parts))

    def judge(*drawn: tuple[int, int]) -> bool | None:
        return LOOP.entailment(drawing(graph, drawn), anything, ())

    assert judge() is None and judge(*SQUARE) is None and judge(*SQUARE[1:], (14, 15)) is None
    assert judge((5, 6), (4, 5), (1, 5)) is False
    assert judge(*SQUARE, (14, 15)) is False
    assert LOOP.entailment(drawing(graph, SQUARE), drawing(graph, [*SQUARE, (5, 6)]), ()) is None
    assert LOOP.entailment(drawing(graph, SQUARE[1:]), drawing(graph, SQUARE[1:]), ()) is False


def test_walls_are_short() -> None:
    """Around the smaller piece, and only as far as something that matters lies beyond."""
    graph = board(Model(), 5)

    def pieces(*absent: int) -> Pieces:
        return Pieces.of(graph, [v not in absent for v in range(25)] + [True] * len(graph.edges))

    corners = pieces(1, 5, 19, 23)
    assert set(CONNECTED_PAIR.reason(corners, (0, 12))) == {1, 5}
    assert set(CONNECTED_PAIR.reason(corners, (12, 24))) == {19, 23}
    assert len(CONNECTED.reason(corners, None)) == 4
    assert set(FIRST.reason(corners, 2)) == {2, 1, 5}
    assert set(SIZE.at_most(corners, (12, None), 19)) == {1, 5, 19, 23}
    last = (*[0] * 24, 1)
    assert set(SIZE.at_most(corners, (12, last), 0)) == {19, 23}
    assert SIZE.at_most(corners, (24, last), 1) == ()
    assert set(FIRST.reason(pieces(*range(10, 15), 22), 15)) == set(range(10, 16))
    pocket = pieces(2, 7, 10, 11, 12, 6)  # 6 touches all of the corner's other neighbours
    assert set(CONNECTED_PAIR.reason(pocket, (0, 24))) == {2, 6, 10}


def test_decompositions_stay_small() -> None:
    """Near vertices · width² for all queries together, so that a board of any usual size fits."""

    def nodes(make: Any, side: int, *questions: Question) -> int:
        model = Model()
        graph = make(model, side)
        before = model.bool_var("").id
        for definition, data in questions:
            definition.decompose(model, graph, data)
        return model.bool_var("").id - before

    assert nodes(board, 10, (CONNECTED, None)) < 10_000
    assert nodes(lines, 11, (LOOP, ()), (ACYCLIC, None)) < 20_000
    assert nodes(board, 6, *((SIZE, (v, None)) for v in range(36))) < 6_000
    all_of_them = [
        *((FIRST, v) for v in range(36)),
        *((CONNECTED_PAIR, (0, v)) for v in range(1, 36)),
    ]
    assert nodes(board, 6, *all_of_them) < 6_000
    squares = [(r, c) for r in range(20) for c in range(20)]
    where = Positions(tuple(squares))
    small = frozenset([form_at(squares[:2]), form_at(squares[:3])])
    assert nodes(board, 20, (HAS_FORM, (210, where, small))) < 1_000


def test_a_graph_is_printed_once() -> None:
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    graph = model.graph([True, True, True, a], [(0, 1, b), (1, 2, True), (2, 3, True)])
    model.require(model.query(CONNECTED, graph), Origin(0))
    model.require(model.le(model.measure(SIZE, graph, (0, None)), 2), Origin(0))
    model.require(model.not_(model.query(CONNECTED_PAIR, graph, (0, 3))), Origin(0))
    printed = to_ir(model)
    assert printed.count("0..2: yes") == printed.count("3: a") == printed.count("0 - 1: b") == 1
    name = f"graph{graph.id}"
    assert printed.count(f"{name} :=") == 1
    for text in (
        f"connected({name})",
        f"size({name}; [0, None])",
        f"connected_pair({name}; [0, 3])",
    ):
        assert text in printed


def test_what_is_known_is_decided_at_once() -> None:
    model = Model()
    a = model.bool_var("a")
    graph = model.graph([True, True, a, False], [(0, 1, True), (1, 2, a), (2, 3, True)])
    assert model.query(CONNECTED_PAIR, graph, (0, 1)) is True
    assert model.query(CONNECTED_PAIR, graph, (0, 3)) is False
    assert model.query(FIRST, graph, 1) is False
    assert model.query(ACYCLIC, graph) is True
    assert model.query(CONNECTED, model.graph([True, True], [])) is False
    assert model.query(LOOP, model.graph([True] * 3, [(0, 1, True), (1, 2, True)]), ()) is False
    assert model.measure(SIZE, graph, (3, None)) == 0
    assert domain_of(model.measure(SIZE, graph, (0, None))) == range(2, 4)


def test_graphs_fold() -> None:
    """Equal graphs are one; parallel edges too; what can join nothing is no edge."""
    model = Model()
    a, b = model.bool_var("a"), model.bool_var("b")
    one = model.graph([a, True, False], [(0, 1, b), (1, 0, a), (1, 1, True), (1, 2, b)])
    assert one is model.graph([a, True, False], [(0, 1, model.or_((a, b)))])
    assert [edge[:2] for edge in one.edges] == [(0, 1)]
