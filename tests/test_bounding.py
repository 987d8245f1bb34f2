"""What rules say of the sizes of pieces makes other rules smaller, and changes no answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.dsl.diagnostics import Source
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.model import Model
from pzc.model.nodes import Query, bottom_up
from pzc.presolve.passes import NETWORK, presolved
from pzc.tasks.spec import Spec
from test_placements import answers

HEADS = (
    "find land : pieces at cells",
    "find land : pieces at some cells",
    "find black : bool at cells\nlet land = areas(black)",
    "find black : bool at cells\nlet land = areas(black, touching)",
    "find black : bool at cells\nlet land = areas(cells - black)",
    "find n : 1..2 at cells\nlet same[a, b in adjacent] = n[a] = n[b]\n"
    "let land = areas(cells, same)",
)
SIZES = (
    "for p in land: size(p) = 2",
    "for p in land: size(p) <= 3",
    "for p in land: size(p) in {1, 3}",
    "for p in land: size(clue & p) = 1",
    "for p in land: size(p & clue) <= 1",
    "for p in land: size(p & clue) = 2",
    "for p in land: size(p & dot) < 3",
    "for p in land: sum(clue[c] for c in clue if c in p) = 2",
    "for c in clue: sum(clue[d] for d in clue if d in land[c]) <= 3",
    "for p in land: size(clue & p) >= 1",
    "for p in land if size(p) > 1: size(clue & p) = 1",
    "for c in clue: size(land[c]) < 3",
    "for p in land: 1 <= size(dot & p) < 3",
    "for p in land: size(dot & p) = 1",
    "for p in land: size(dot & clue & p) = 1",
    "for p in land: size(p) = 2 or size(clue & p) = 1",
    "not any(size(p) > 2 for p in land)",
    "for p in land: count(c in p for c in clue) = 1",
    "for p in land: size(p) < 3 and sum(1 for c in clue if c in p) = 1",
    "for p in land:\n        size({c for c in dot if c in p}) = 1\n        size(p) in clue[p]",
    "for p in land: size(clue & p) = 1 and size(p) in clue[p]",
    "for p in land: [2] = [clue[c] for c in clue & p]",
    "for p in land: [size(d & p) for d in [dot]] = [1]",
)
OTHERS = (
    "for p in land: size(p) in clue[p]",
    "for p in land: [size(p)] = [clue[c] for c in clue & p]",
    "for p in land: clue[p] = [size(p)]",
    "for p in land: [size(p), size(dot & p)] = [clue[c] for c in p]",
    "for p in land: {size(p)} = {clue[c] for c in clue & p}",
    "for p in land: sum(clue[p]) = size(p)",
    "for p in land: sum(clue[p]) <= 2",
    "for p in land: max(clue[p]) >= size(p)",
    "for p in land: any(clue[c] = size(p) for c in clue & p)",
    "for p in land: count(clue[c] < 3 for c in p) != size(p)",
    "for p in land: all(clue[c] = size(p) for c in clue & p)",
    "for p in land:\n        for c in clue & p: size(p) != clue[c]",
    "for p in land:\n        for c in p: size(dot & p) = 1 or c in dot",
    "for p in land: kinds(clue[p]) = size(p & dot)",
    "for p in land:\n        for q in land if p != q: size(p) != size(q) or size(clue & p) = 0",
    "for p in land: any(adjacent(c, d) for c in p for d in dot - p)",
    "for a, b in pairs(clue): land[a] = land[b] => clue[a] = clue[b]",
    "for a, b in pairs(clue): land[a] = land[b] => min(clue[a], clue[b]) < size(land[a])",
    "for a, b in pairs(clue + dot) if b in land[a]: a not in dot",
    "for c in dot: count(land[a] = land[b] for a, b in pairs(clue)) = clue[c]",
    "any(land[b] = land[a] and clue[a] != clue[b] for a, b in pairs(clue))",
    "all(clue[a] < clue[b] for a, b in pairs(clue) if land[a] = land[b])",
    "for p in land: min(clue[p]) < size(p)",
    "for a, b in pairs(cells) if a in land[b]: not (a.row = b.row and a in dot)",
    "for c in clue: count(d in land[c] for d in touching(c)) = clue[c]",
    "size(land) = 2",
)


def spec_of(head: str, rules: list[str]) -> Spec:
    said = "".join(f'\nrule "{k}":\n    {rule}' for k, rule in enumerate(rules))
    given = 'given clue : 0..4 at some cells unknown "?"\ngiven dot : bool at cells'
    return Spec.of(Source("s.spec", f"grid h x w\n{given}\n{head}\n{said}\n"))


@settings(max_examples=30)
@given(
    head=st.sampled_from(HEADS),
    sizes=st.lists(st.sampled_from(SIZES), min_size=1, max_size=2, unique=True),
    others=st.lists(st.sampled_from(OTHERS), min_size=1, max_size=2, unique=True),
    clues=st.lists(st.sampled_from([*"....1223?"]), min_size=7, max_size=7),
    dots=st.lists(st.sampled_from([*"..#"]), min_size=7, max_size=7),
    late=st.booleans(),
    wide=st.booleans(),
)
def test_no_answer_is_lost_or_won(
    head: str,
    sizes: list[str],
    others: list[str],
    clues: list[str],
    dots: list[str],
    late: bool,
    wide: bool,
) -> None:
    spec = spec_of(head, [*others, *sizes] if late else [*sizes, *others])
    pictures = [some if wide else [*some[:3], "\n", *some[3:6]] for some in (clues, dots)]
    sections = spec.sections("clue:\n{}\n\ndot:\n{}\n".format(*map("".join, pictures)))
    exact, reduced = (spec.grounder.ground(sections, exact=way).model for way in (True, False))
    expected = answers(exact, "cnf")
    assert answers(reduced, "cnf") == expected
    assert answers(presolved(reduced, NETWORK), "native") == expected


def queried(m: Model) -> int:
    """How many pairs of places a model asks about."""
    seen: set[object] = set()
    for node in bottom_up([c.condition for c in m.constraints], seen):
        seen.add(node)
    return sum(isinstance(x, Query) and x.definition is CONNECTED_PAIR for x in seen)


@pytest.mark.parametrize(
    ("size", "other", "most", "clues"),
    [
        ("size(p) < 4", "for c in dot: all(d not in land[c] for d in clue)", 40, "1..2....1..."),
        ("size(clue & p) = 1", "for p in land: size(p) in clue[p]", 23, "1..2....1..."),
        ("size(clue & p) <= 2", "for p in land: max(clue[p]) < 3", 60, "1.2.1.1.1.2."),
        ("size(clue & p) <= 2", "for a, b in pairs(dot): land[a] != land[b]", 90, "1.2.1.1.1.2."),
        (
            "size(clue & p) = 2",
            "count(land[a] = land[b] for a, b in pairs(dot)) = 6",
            90,
            "1.2.1.1.1.2.",
        ),
    ],
)
def test_an_exact_model_asks_of_all_places_and_a_reduced_one_of_few(
    size: str, other: str, most: int, clues: str
) -> None:
    size = f"for p in land: {size}"
    for rules in ([size, other], [other, size]):
        spec = spec_of(HEADS[0], rules)
        sections = spec.sections(f"clue:\n{2 * clues}\n\ndot:\n{'#' * 24}\n")
        exact = spec.grounder.ground(sections, exact=True)
        reduced = spec.grounder.ground(sections)
        assert queried(reduced.model) <= most
        assert queried(exact.model) > 2 * most
        assert reduced.reducible
        assert not reduced.exact
