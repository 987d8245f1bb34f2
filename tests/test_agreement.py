"""Random small specs: every backend finds exactly the boards that keep the rules; verify agrees.

The rules are those of `test_grounding`, over layers some of which the puzzle gives, so that all
boards can be tried. Which of them are solutions is decided by running the rules on constants; no
model and no backend has a part in that.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from backend_names import BACKENDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc import backends
from pzc.compiler.ground.grounding import Grounding
from pzc.dsl.diagnostics import Source
from pzc.render.plain import plain
from pzc.tasks.answers import assignments
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec
from pzc.tasks.verify import verify
from test_grounding import concrete, rules

LAYERS = {
    "b": ("bool at cells", "#.#"),
    "d": ("1..3 at cells", "132"),
    "s": ("1..2 at some cells", "1.2"),
    "k": ('{red, green, blue} at cells drawn "R G B"', "RGR"),
    "w": ("direction at kid", "ann >\nbob ^"),
    "p": ("cell at kid", "ann r1c1\nbob r1c3"),
    "l": ("bool at links", "+-+.+"),
}
FOUND = [("b", "s"), ("d", "w"), ("p", "k", "l"), ("s", "w"), ("b", "d")]


def spec_and_puzzle(found: tuple[str, ...], rule: str) -> tuple[Spec, str]:
    """A spec on a row of three cells that finds these layers and is given the others."""
    lines = [
        'puzzle "Random"',
        "grid 1 x 3",
        "things kid = {ann, bob}",
        "given g : 0..2 at some cells",
    ]
    puzzle = ["g:\n0.2\n"]
    for name, (domain, given_values) in LAYERS.items():
        if name in found:
            lines.append(f"find {name} : {domain}")
        else:
            lines.append(f"given {name} : {domain}")
            puzzle.append(f"{name}:\n{given_values}\n")
    lines += [
        "let twin[x, y in adjacent] = d[x] = d[y]",
        "let even[x in cells] = d[x] % 2 = 0",
        "let land = areas(b)",
        "let twins = areas(cells, twin)",
        "define near(x) = {y for y in cells if adjacent(x, y)}",
        rule,
    ]
    return Spec.of(Source("random.spec", "\n".join(lines))), "\n".join(puzzle)


def boards(grounding: Grounding) -> list[tuple[int, ...]]:
    return list(product(*(getattr(v, "domain", (0, 1)) for v in grounding.model.variables)))


Draw = Callable[[st.SearchStrategy[str]], str]


@settings(
    max_examples=12,  # fresh ones, as many as there is time for, with --minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.sampled_from(FOUND), rules(), st.data())
def test_backends_and_verify_agree_with_brute_force(
    found: tuple[str, ...], rule: str, data: st.DataObject
) -> None:
    spec, puzzle = spec_and_puzzle(found, rule)
    grounding = spec.ground(puzzle)
    everything = boards(grounding)
    expected = {board for board in everything if concrete(grounding, list(board))}
    for backend in BACKENDS:
        solver = backends.load(backend, grounding.model)
        assert set(assignments(grounding, solver)) == expected, backend
    for board in data.draw(st.lists(st.sampled_from(everything), min_size=2, max_size=2)):
        verdict = verify(spec, puzzle, plain(solution(grounding, board)))
        assert verdict.complete
        assert verdict.holds == (board in expected)


@pytest.mark.parametrize("found", FOUND)
def test_there_is_something_to_disagree_about(found: tuple[str, ...]) -> None:
    """The boards that random rules choose from are many, and read back as they are printed."""
    spec, puzzle = spec_and_puzzle(found, 'rule "none": size(cells) = 3')
    grounding = spec.ground(puzzle)
    assert len(boards(grounding)) > 200
    for board in boards(grounding)[::37]:
        assert verify(spec, puzzle, plain(solution(grounding, board))).holds
