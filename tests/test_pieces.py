"""The pieces of graphs: every definition against its plain meaning, judgements, reasons, sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from plain_pieces import QUERIES, Question, answer, questions
from pzc.compiler.evaluate import Evaluator
from pzc.compiler.globals.size import SIZE
from pzc.compiler.model import Model
from pzc.compiler.pieces import Pieces

MAX_FREE = 9  # parts that are not constants: all ways they can be are gone through

On = tuple[bool, ...]


class Case:
    """A graph and a question about it. The parts are constants or variables, each another one."""

    def __init__(self, vertices: list[Any], edges: dict[tuple[int, int], Any], ask: Any) -> None:
        self.model = Model()
        self.pairs = list(edges)
        parts = [
            self.model.bool_var(f"b{k}") if p is None else p
            for k, p in enumerate((*vertices, *edges.values()))
        ]
        ends = zip(self.pairs, parts[len(vertices) :], strict=True)
        there = parts[: len(vertices)]
        self.graph = self.model.graph(there, ((a, b, c) for (a, b), c in ends))
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
        """The answers that are possible where some parts are as told."""
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
    return Case(parts[:count], edges, draw(questions(count, kept, kinds)))


@settings(max_examples=400, deadline=None)
@given(cases((*QUERIES, SIZE)))
def test_meaning(case: Case) -> None:
    definition, data = case.question
    for on, expected in case.meaning.items():
        pieces = Pieces(case.graph, on)
        found = definition.value if definition is SIZE else definition.holds
        assert found(pieces, data) == expected


@settings(max_examples=400, deadline=None)
@given(cases(QUERIES), st.data())
def test_judgements_are_sound_and_final(case: Case, data: st.DataObject) -> None:
    definition, asked = case.question
    on = data.draw(st.sampled_from(list(case.values())))
    told = [p for p in range(len(on)) if data.draw(st.booleans())]
    told += [p for p, part in enumerate(case.graph.parts) if isinstance(part, bool)]
    sure = Pieces(case.graph, [p in told and there for p, there in enumerate(on)])
    possible = Pieces(case.graph, [p not in told or there for p, there in enumerate(on)])
    verdict = definition.judge(sure, possible, asked)
    assert verdict is None or case.forced(on, told) == {verdict}
    full = Pieces(case.graph, on)
    assert definition.judge(full, full, asked) is bool(case.meaning[on])


@settings(max_examples=400, deadline=None)
@given(cases([SIZE]), st.data())
def test_bounds_are_those_of_all_completions(case: Case, data: st.DataObject) -> None:
    on = data.draw(st.sampled_from(list(case.values())))
    told = [p for p in range(len(on)) if data.draw(st.booleans())]
    told += [p for p, part in enumerate(case.graph.parts) if isinstance(part, bool)]
    sure = Pieces(case.graph, [p in told and there for p, there in enumerate(on)])
    possible = Pieces(case.graph, [p not in told or there for p, there in enumerate(on)])
    values = case.forced(on, told)
    assert SIZE.bounds(sure, possible, case.question[1]) == (min(values), max(values))


@settings(max_examples=600, deadline=None)
@given(cases(QUERIES), st.data())
def test_reasons_force(case: Case, data: st.DataObject) -> None:
    definition, asked = case.question
    on = data.draw(st.sampled_from(list(case.values())))
    reason = definition.reason(Pieces(case.graph, on), asked)
    assert len(set(reason)) == len(reason)
    assert case.forced(on, reason) == {case.meaning[on]}


@settings(max_examples=400, deadline=None)
@given(cases([SIZE]), st.data())
def test_reasons_bound(case: Case, data: st.DataObject) -> None:
    asked = case.question[1]
    on = data.draw(st.sampled_from(list(case.values())))
    pieces, size = Pieces(case.graph, on), case.meaning[on]
    low, high = data.draw(st.integers(-1, size)), size + data.draw(st.integers(0, 3))
    least = SIZE.at_least(pieces, asked, low)
    most = SIZE.at_most(pieces, asked, high)
    assert len(set(least)) == len(least) and len(set(most)) == len(most)
    assert min(case.forced(on, least)) >= low
    assert max(case.forced(on, most)) <= high


@settings(max_examples=400, deadline=None)
@given(cases((*QUERIES, SIZE)))
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
        if definition is not SIZE:
            assert value(model.not_(made)) == 1 - expected


def _by_index(case: Case, free: Sequence[bool]) -> list[int]:
    """An assignment of a case's variables, from the parts that are not constants, in their order
    in the graph."""
    found = [0] * len(case.model.variables)
    parts = [p for p in case.graph.parts if not isinstance(p, bool)]
    for part, value in zip(parts, free, strict=True):
        found[part.index] = value  # type: ignore[union-attr]
    return found
