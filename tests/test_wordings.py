"""Equivalent wordings of rules have the same answers and cost about the same.

Each case is a line of a bundled spec and an equivalent wording (`worded_rules.py`,
`more_worded_rules.py`). The model that a solver gets, its flat network and the failures of a search
for two answers stay within a factor of two of those of the line; a small allowance keeps small
numbers from mattering.
"""

from __future__ import annotations

from functools import cache

import pytest
from more_worded_rules import MORE
from pzc import backends
from pzc.dsl.diagnostics import Source
from pzc.model.nodes import bottom_up
from pzc.tasks.answers import assignments
from pzc.tasks.library import SPECS
from pzc.tasks.spec import Spec
from worded_rules import CASES

ALLOWANCE = {"nodes": 30, "network": 30, "failures": 20}
WORDINGS = [(*case, other) for case, others in (CASES | MORE).items() for other in others]


@cache
def cost(name: str, text: str) -> tuple[dict[str, int], int]:
    """How large the model of the last example is, how often its search fails, and how many of two
    answers there are."""
    spec = Spec.of(Source(f"{name}.spec", text))
    puzzle = sorted((SPECS / "examples" / name).glob("*.puzzle"))[-1]
    grounding = spec.problem(Source(puzzle.name, puzzle.read_text(encoding="utf-8")))
    seen: set[object] = set()
    for node in bottom_up((c.condition for c in grounding.model.constraints), seen):
        seen.add(node)
    solver = backends.load("native", grounding.model)
    network = solver._flat.network  # type: ignore[attr-defined]
    answers = sum(1 for _ in assignments(grounding, solver, None, 2))
    found = {
        "nodes": len(seen),
        "network": len(network.clause_start) + len(network.kind),
        "failures": solver.statistics.conflicts or 0,
    }
    return found, answers


@pytest.mark.parametrize(("name", "line", "other"), WORDINGS)
def test_a_rule_costs_the_same_in_other_words(name: str, line: str, other: str) -> None:
    text = (SPECS / f"{name}.spec").read_text(encoding="utf-8")
    assert line in text
    plain, answers = cost(name, text)
    worded, others = cost(name, text.replace(line, other))
    assert others == answers
    more = {k: (plain[k], worded[k]) for k in plain if worded[k] > 2 * plain[k] + ALLOWANCE[k]}
    assert not more


def test_the_wordings_are_of_many_rules_and_genres() -> None:
    assert not CASES.keys() & MORE.keys()
    assert len(CASES | MORE) >= 30
    assert len({name for name, _ in CASES | MORE}) >= 10
