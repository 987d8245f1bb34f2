"""Partitions into rectangles with a known place each: the choice of rectangles says the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pzc.compiler.ground.grounding import Grounding
from pzc.dsl.diagnostics import Source
from pzc.model.constraints import Origin
from pzc.model.globals.box import BOX, positions
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import IntVar
from pzc.presolve.boxes import chosen_boxes
from pzc.presolve.passes import NETWORK, presolved
from pzc.tasks.answers import assignments
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec
from strategies import brute_force

HEAD = """
use prelude
grid h x w
given clue : {a, b} at some cells
given hole : bool at cells
find  block : pieces at c in cells where not hole[c]
"""
RECTANGLES = """
rule "Rectangles":
    for p in block: rectangle(p)
"""
ONE_EACH = """
rule "One clue each":
    for p in block: size(clue & p) = 1
"""
MORE = {
    "nothing": "",
    "a size": 'rule "b stands in an even piece":\n    for c in clue if clue[c] = b: '
    "size(block[c]) in {2, 4}\n",
    "two numbers": 'rule "b stands in a wide piece":\n    for c in clue if clue[c] = b: '
    "size(block[c] & row(c)) > size(block[c] & column(c))\n",
    "walls": 'rule "No four pieces meet":\n'
    "    for x in corners: count(block.wall[borders(x)]) < 4\n",
    "two pieces": 'rule "The pieces of a and b differ in size":\n    for c in clue if clue[c] = a: '
    "all(size(block[c]) != size(block[d]) for d in clue if clue[d] = b)\n",
}


def spec(*rules: str) -> Spec:
    return Spec.of(Source("boxes.spec", HEAD + "".join(rules)))


def solutions(spec: Spec, grounding: Grounding, backend: str = "native") -> list[str]:
    found = assignments(grounding, spec.solver(grounding, backend))
    return sorted(str(solution(grounding, a)) for a in found)


def chosen(grounding: Grounding) -> int:
    return sum(isinstance(x, IntVar) for x in grounding.model.variables)


@st.composite
def puzzles(draw: st.DrawFn) -> str:
    height, width = draw(st.sampled_from([(2, 3), (3, 3), (3, 4)]))
    tokens = st.lists(st.sampled_from("....abx"), min_size=width, max_size=width)
    rows = [draw(tokens) for _ in range(height)]
    clue = "\n".join("".join(t.replace("x", ".") for t in row) for row in rows)
    hole = "\n".join("".join("#" if t == "x" else "." for t in row) for row in rows)
    return f"clue:\n{clue}\n\nhole:\n{hole}\n"


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("backend", ["native", "cnf"])
@given(puzzle=puzzles())
def test_the_choice_of_rectangles_has_the_same_solutions(
    more: str, backend: str, puzzle: str
) -> None:
    rules = spec(RECTANGLES, ONE_EACH, MORE[more])
    short, whole = rules.ground(puzzle), rules.ground(puzzle, exact=True)
    assert not chosen(whole)
    assert solutions(rules, short, backend) == solutions(rules, whole)


PUZZLE = "clue:\na..\n..b\n...\n\nhole:\n...\n...\n...\n"


def test_queries_of_the_graph_are_dropped() -> None:
    rules = spec(RECTANGLES, ONE_EACH, MORE["a size"])
    model = rules.ground(PUZZLE).model
    assert len(model.variables) == 12 + 2
    # Each cell without a clue is covered once, each border tells whether one rectangle holds both
    # its sides.
    assert len(model.constraints) == 7 + 12


@pytest.mark.parametrize(
    "rules",
    [
        (RECTANGLES,),
        (ONE_EACH,),
        (RECTANGLES, ONE_EACH.replace("= 1", ">= 1")),
        (RECTANGLES.replace("for p in block:", "for p in block if size(p) > 2:"), ONE_EACH),
    ],
    ids=["any number", "any form", "more than one", "some"],
)
def test_other_divisions_are_left_as_they_are(rules: tuple[str, ...]) -> None:
    spec_of_rules = spec(*rules)
    grounding = spec_of_rules.grounder.ground(spec_of_rules.sections(PUZZLE))
    model = presolved(grounding.model, NETWORK[: NETWORK.index("boxes")])
    assert chosen_boxes(model) is model


def test_a_division_into_rectangles_with_one_clue_each_is_not_left_as_it_is() -> None:
    spec_of_rules = spec(RECTANGLES, ONE_EACH)
    grounding = spec_of_rules.grounder.ground(spec_of_rules.sections(PUZZLE))
    model = presolved(grounding.model, NETWORK[: NETWORK.index("boxes")])
    assert chosen_boxes(model) is not model


def test_a_board_is_judged_by_the_rules_as_they_stand() -> None:
    rules = spec(RECTANGLES, ONE_EACH)
    assert rules.solve(PUZZLE) is not None
    verdict = rules.verify(PUZZLE, "block:\nAAB\nABB\nABB\n")
    assert {b.sentence for b in verdict.broken} == {"Rectangles"}
    verdict = rules.verify(PUZZLE, "block:\nAAA\nAAA\nBBB\n")
    assert {b.sentence for b in verdict.broken} == {"One clue each"}


def test_a_clue_without_a_rectangle_leaves_no_solution() -> None:
    asked = ONE_EACH.replace("rule", 'rule "Five":\n    for c in clue: size(block[c]) = 5\nrule', 1)
    assert spec(RECTANGLES, asked).solve(PUZZLE) is None


@pytest.mark.parametrize("first", [-2, 0, 1, 3])
def test_rows_and_columns_may_begin_anywhere(first: int) -> None:
    m = Model()
    edges = [(a, b, m.bool_var(f"e{a}{b}")) for a, b in ((0, 1), (2, 3), (0, 2), (1, 3))]
    graph = m.graph([True] * 4, edges)
    at = ((first, first), (first, first + 1), (first + 1, first), (first + 1, first + 1))
    where, seeds = positions(graph, at), (1, 0, 0, 1)
    for a, b, edge in graph.edges:
        m.require(m.or_((edge, m.not_(m.query(CONNECTED_PAIR, graph, (a, b))))), Origin(0))
    for v in range(4):
        box, size = m.measure(BOX, graph, (v, where)), m.measure(SIZE, graph, (v, None))
        m.require(m.eq(box, size), Origin(1))
        m.require(m.eq(m.measure(SIZE, graph, (v, seeds)), 1), Origin(2))
    chosen = chosen_boxes(m)
    assert chosen is not m
    assert {one[:4] for one in brute_force(chosen)} == brute_force(m)
    assert len(brute_force(m)) == 2
