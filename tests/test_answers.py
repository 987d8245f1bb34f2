"""Solutions differ if their answers do: values that are missing are the same answer."""

from __future__ import annotations

import pytest
from pzc.dsl.diagnostics import Source
from pzc.tasks import answers
from pzc.tasks.answers import search, searched
from pzc.tasks.spec import Spec

MARKS = """grid h x w
things item = 1..1
given mark : symbol at some cells
find spot : one of [c for c in cells] at item
let shown[i in item] = mark[spot[i]]
answer shown
rule "It": all(spot[i] in cells for i in item)
"""

FIRST = """grid h x w
find d : 1..3 at cells
find dot : bool at cells
let shown[r in rows] = [d[c] for c in r if dot[c]][1]
answer shown
rule "It": all(d[c] > 0 for c in cells)
"""


@pytest.mark.parametrize("backend", ["native", "cnf"])
@pytest.mark.parametrize(
    "marks, count",
    [
        ("AB\n.A\n", 3),
        ("AB.\n...\n", 3),
        ("ABC\nDE.\n", 6),  # one value of the choice stands for a missing mark
        ("ABC\nDEF\n", 6),
        ("AB.......\n" + 8 * ".........\n", 3),  # of many cells, conditions are made on first use
        ("ABCDEFGHI\n" + 8 * ".........\n", 10),
    ],
)
def test_cells_without_a_mark_are_one_answer(marks: str, count: int, backend: str) -> None:
    spec = Spec.of(Source("marks.spec", MARKS))
    assert spec.count(f"mark:\n{marks}", backend=backend) == count


@pytest.mark.parametrize("backend", ["native", "cnf"])
@pytest.mark.parametrize("width", [1, 2])
def test_a_number_that_is_not_there_is_one_answer(width: int, backend: str) -> None:
    spec = Spec.of(Source("first.spec", FIRST))
    assert spec.count(f"h: 1\nw: {width}\n", backend=backend) == 4


SHOWN = """grid h x w
things item = 1..1
given mark : symbol at some cells
given num : 0..9 at some cells
find spot : one of [c for c in cells] at item
find d : 1..2 at some cells
find dot : bool at cells
let shown[i in item] = EXPRESSION
answer ANSWER
rule "It": all(spot[i] in cells for i in item)
"""

EXPRESSIONS = [
    *("mark[spot[i]]", "num[spot[i]] + 1", "spot[i].right", "mark[spot[i].right]", "spot[i].down"),
    *("d[spot[i]]", "min(d)", "[c for c in d][1]", "[num[c] for c in d][1]"),
    *("[d[c] for c in d if dot[c]][1]", "[mark[c] for c in cells if dot[c]][1]"),
    *("max(num[c] for c in cells if dot[c])", "[num[c] for c in cells if dot[c]][1] * 2"),
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_each_value_of_an_answer_is_counted_once(expression: str) -> None:
    one, every = (
        Spec.of(Source("shown.spec", SHOWN.replace("EXPRESSION", expression).replace("ANSWER", x)))
        for x in ("shown", "shown, spot, d, dot")
    )
    puzzle = "mark:\nA.\n.B\n\nnum:\n.3\n3.\n"
    values = {str(solution).partition("spot:")[0] for solution in every.solutions(puzzle)}
    assert one.count(puzzle) == len(values)


COINS = """grid h x w
things coin = 1..3
find heads : bool at coin
find dot : bool at cells
answer heads
rule "It": size(dot) >= 0
"""


@pytest.mark.parametrize("cells, excluded", [(1, 0), (2, 0), (12, 8)])
@pytest.mark.parametrize("backend", ["auto", "native"])
def test_known_answers_are_excluded_only_where_most_assignments_repeat_them(
    cells: int, excluded: int, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight answers, each with two, four or 4,096 assignments."""
    known = []
    excluding = answers._excluding
    monkeypatch.setattr(answers, "_excluding", lambda *of: known.append(of) or excluding(*of))
    spec = Spec.of(Source("coins.spec", COINS))
    found = search(spec, f"h: 1\nw: {cells}\n", backend=backend)
    assert len({a[:3] for a in found.assignments}) == 8
    assert len(known) == excluded
    assert found.solver is not None and found.solver.statistics.solves < 100
    assert [spec.count(f"h: 1\nw: {cells}\n", limit=n) for n in (1, 2, 8, 9)] == [1, 2, 8, 8]


LATIN = """\
puzzle "Latin square"
grid n x n
find digit : 1..n at cells
rule "Each row and column holds every number once":
    for line in rows + columns: all_different(digit[line])
"""


@pytest.mark.parametrize("backend", ["auto", "native", "cnf", "z3"])
def test_searches_of_one_spec_do_not_disturb_each_other(backend: str) -> None:
    """One goes on while another one for a puzzle of the same shape begins and ends."""
    spec = Spec.of(Source("latin.spec", LATIN))
    first, second = (spec.solutions("n: 3", backend=backend) for _ in range(2))
    found: list[set[str]] = [set(), set()]
    for pair in zip(first, second, strict=True):
        for k, solution in enumerate(pair):
            found[k].add(str(solution))
        assert spec.count("n: 3", limit=5, backend=backend) == 5
    assert found[0] == found[1]
    assert len(found[0]) == 12


def test_a_search_that_is_over_leaves_its_solver_to_the_next_one() -> None:
    spec = Spec.of(Source("latin.spec", LATIN))
    grounding = spec.ground("n: 3")
    solver, found = searched(spec, grounding, "native")
    assert searched(spec, grounding, "native")[0] is not solver  # it is still in use
    assert len([*found]) == 12
    again, some = searched(spec, grounding, "native")
    assert again is solver
    next(some)
    del some  # dropped before its end
    assert searched(spec, grounding, "native")[0] is solver
