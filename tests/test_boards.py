"""The globals on random small boards: every backend, and the eager form, against brute force.

A board has random layers: cells shaded or not, lines between neighbours, numbers in cells. Some of
their values are given. Rules contain every global as conditions can occur: true, negated,
equivalent to another, or counted. Their meaning is written out here independently.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from backend_names import BACKENDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from native_models import ENGINES
from plain_pieces import QUERIES, Lines, answer, questions
from pzc.backends import load
from pzc.backends.cnf.dimacs import to_dimacs
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.loop import LOOP
from pzc.model.globals.runs import RUNS
from pzc.model.globals.size import SIZE
from pzc.model.globals.straight import STRAIGHT
from pzc.model.globals.table import TABLE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, IntOperand, domain_of
from test_backends import all_solutions, solutions_of_dimacs

RULE = Origin(0)

Board = tuple[int, ...]
Meaning = Callable[[Board], int]
Said = tuple[Bool, Meaning]


class Drawn:
    """A board with a layer, and what is asked of it.

    parts: the operands of the layer's cells or lines, whose values in order are a board. graph, and
    `plain`: the vertices and edges that are there on a board. holds: whether a board keeps the
    rules and the givens.
    """

    def __init__(self, height: int, width: int) -> None:
        self.model = Model()
        self.height, self.width = height, width
        self.cells = range(height * width)
        across = [(v, v + 1) for v in self.cells if v % width < width - 1]
        down = [(v, v + width) for v in self.cells if v + width < len(self.cells)]
        self.pairs = sorted(across + down)
        self.parts: list[Any] = []
        self.graph: Graph
        self.plain: Callable[[Board], tuple[list[bool], Lines]]
        self.holds: Callable[[Board], bool]

    def expected(self) -> set[Board]:
        """All boards that keep the rules and the givens."""
        every = product(*(domain_of(part) for part in self.parts))
        return {board for board in every if self.holds(board)}

    def rows(self) -> list[list[int]]:
        """The rows and columns of cells."""
        across = [[r * self.width + c for c in range(self.width)] for r in range(self.height)]
        return across + [list(column) for column in zip(*across, strict=True)]

    def shade(self) -> None:
        """A layer of bools at cells; the shaded ones are joined where they touch."""
        self.parts = [self.model.bool_var(f"shaded{v}") for v in self.cells]
        self.graph = self.model.graph(self.parts, [(a, b, True) for a, b in self.pairs])
        self.plain = lambda board: ([bool(b) for b in board], dict.fromkeys(self.pairs, True))

    def draw_lines(self, everywhere: bool) -> None:
        """A layer of bools between neighbours. everywhere: or else cells without lines are not
        there."""
        self.parts = [self.model.bool_var(f"line{pair}") for pair in self.pairs]
        lines = dict(zip(self.pairs, self.parts, strict=True))
        at = [[lines[pair] for pair in self.pairs if v in pair] for v in self.cells]
        there: list[Bool] = [True if everywhere else self.model.or_(at[v]) for v in self.cells]
        self.graph = self.model.graph(there, [(a, b, c) for (a, b), c in lines.items()])

        def plain(board: Board) -> tuple[list[bool], Lines]:
            now = {pair: bool(b) for pair, b in zip(self.pairs, board, strict=True)}
            ends = {v for pair, drawn in now.items() if drawn for v in pair}
            return [everywhere or v in ends for v in self.cells], now

        self.plain = plain

    def number(self, values: Sequence[int]) -> None:
        """A layer of numbers at cells; neighbours with equal ones are joined."""
        self.parts = [self.model.int_var(f"number{v}", values) for v in self.cells]
        same = [(a, b, self.model.eq(self.parts[a], self.parts[b])) for a, b in self.pairs]
        self.graph = self.model.graph([True] * len(self.cells), same)
        self.plain = lambda board: (
            [True] * len(self.cells),
            {(a, b): board[a] == board[b] for a, b in self.pairs},
        )


@st.composite
def boards(draw: st.DrawFn) -> Drawn:
    """A board with a layer, some givens, and one to three rules."""
    kind = draw(st.sampled_from(["shaded", "shaded", "lines", "loop", "numbers"]))
    sizes = [(1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 2)]
    few = {"lines": sizes[:3], "loop": [(2, 2), (2, 3), (2, 3)], "numbers": sizes[:3]}
    drawn = Drawn(*draw(st.sampled_from(few.get(kind, sizes))))
    match kind:
        case "shaded":
            drawn.shade()
        case "numbers":
            count = 4 if len(drawn.cells) == 4 else 2
            drawn.number(draw(st.sampled_from([range(1, 1 + count), (0, 1, 5, 9)[:count]])))
        case _:
            drawn.draw_lines(everywhere=kind == "lines")
    model = drawn.model
    said = [draw(_said(drawn, kind)) for _ in range(draw(st.sampled_from([1, 1, 2, 3])))]
    (first, f), (last, g) = said[0], said[-1]
    match draw(st.sampled_from(["all", "all", "denied", "iff", "count"])):
        case "all":
            for condition, _ in said:
                model.require(condition, RULE)

            def holds(board: Board) -> bool:
                return all(meaning(board) for _, meaning in said)

        case "denied":
            model.require(model.not_(first), RULE)

            def holds(board: Board) -> bool:
                return not f(board)

        case "iff":
            model.require(model.iff(first, last), RULE)

            def holds(board: Board) -> bool:
                return f(board) == g(board)

        case _:
            count = draw(st.integers(0, len(said)))
            total = model.sum_(condition for condition, _ in said)
            model.require(model.eq(total, count), RULE)

            def holds(board: Board) -> bool:
                return sum(meaning(board) for _, meaning in said) == count

    fixed = draw(st.lists(st.sampled_from(drawn.parts), max_size=2, unique=True))
    givens = {part.index: draw(st.sampled_from(list(domain_of(part)))) for part in fixed}
    model.givens, model.answer = givens, tuple(drawn.parts)
    drawn.holds = lambda board: all(board[i] == v for i, v in givens.items()) and holds(board)
    return drawn


def _said(drawn: Drawn, kind: str) -> st.SearchStrategy[Said]:
    """What may be said of a layer: of its pieces, and of its rows."""
    choices = [_pieces(drawn), _pieces(drawn), _sizes(drawn)]
    if kind == "loop":
        choices = [_pieces(drawn, loop=True)] * 2 + choices
    if kind in ("shaded", "numbers"):
        choices.append(_row(drawn, kind))
    return st.one_of(choices)


@st.composite
def _pieces(draw: st.DrawFn, drawn: Drawn, loop: bool = False) -> Said:
    kinds = (LOOP,) if loop else QUERIES[:-1]
    definition, data = question = draw(questions(len(drawn.cells), (), kinds))
    condition = drawn.model.query(definition, drawn.graph, data)
    return condition, lambda board: answer(question, *drawn.plain(board))


@st.composite
def _sizes(draw: st.DrawFn, drawn: Drawn) -> Said:
    """The size of a piece, compared with a number, with that of another, or with a part."""
    model, count = drawn.model, len(drawn.cells)

    def measured() -> tuple[IntOperand, Meaning]:
        definition, data = question = draw(questions(count, (), (SIZE,)))
        made = model.measure(definition, drawn.graph, data)
        return made, lambda board: answer(question, *drawn.plain(board))

    a, f = measured()
    k, part = draw(st.integers(0, count)), draw(st.integers(0, len(drawn.parts) - 1))
    other: tuple[IntOperand, Meaning] = draw(
        st.sampled_from([(k, lambda _: k), (drawn.parts[part], lambda board: board[part])])
    )
    b, g = other if draw(st.booleans()) else measured()
    if draw(st.booleans()):
        return model.eq(a, b), lambda board: int(f(board) == g(board))
    return model.le(a, b), lambda board: int(f(board) <= g(board))


@st.composite
def _row(draw: st.DrawFn, drawn: Drawn, kind: str) -> Said:
    """Something that globals say of a row or a column."""
    model, cells = drawn.model, draw(st.sampled_from(drawn.rows()))
    args = [drawn.parts[v] for v in cells]

    def values(board: Board) -> list[int]:
        return [board[v] for v in cells]

    if kind == "shaded" and draw(st.booleans()):
        lengths = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))

        def runs(board: Board) -> int:
            line = "".join("#" if b else "." for b in values(board))
            return int([len(run) for run in line.split(".") if run] == list(lengths))

        return model.all_of(RUNS, args, lengths), runs
    match draw(st.sampled_from(["different", "straight", "table"])):
        case "different":
            return model.all_of(ALL_DIFFERENT, args, None), lambda board: int(
                len(set(values(board))) == len(cells)
            )
        case "straight":

            def straight(board: Board) -> int:
                found = sorted(values(board))
                return int(found == list(range(found[0], found[0] + len(found))))

            return model.all_of(STRAIGHT, args, None), straight
    row = st.tuples(*(st.sampled_from(list(domain_of(a))) for a in args))
    table = tuple(draw(st.lists(row, max_size=5)))
    return model.all_of(TABLE, args, table), lambda board: int(tuple(values(board)) in table)


# ---- against brute force -------------------------------------------------------------------------


def _native(kind: str) -> Callable[[Model, int], set[Board]]:
    def solutions(model: Model, learn_after: int) -> set[Board]:
        found = list(NativeSolver(model, ENGINES[kind], learn_after).enumerate())
        assert len(set(found)) == len(found)
        return set(found)

    return solutions


def _asked(backend: str) -> Callable[[Model, int], set[Board]]:
    return lambda model, _: all_solutions(load(backend, model), model)


FORMS: dict[str, Callable[[Model, int], set[Board]]] = {
    "native": _native("installed"),
    "uncompiled": _native("uncompiled"),
    "eager": lambda model, _: solutions_of_dimacs(to_dimacs(model), model),
    **{name: _asked(name) for name in BACKENDS if name != "native"},
}


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(drawn=boards(), learn_after=st.sampled_from([0, 1, 3, 10, 2000]))
def test_boards(form: str, drawn: Drawn, learn_after: int) -> None:
    assert FORMS[form](drawn.model, learn_after) == drawn.expected()
