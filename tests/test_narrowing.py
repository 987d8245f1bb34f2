"""Choices among many options: what the rules leave of each by itself, and that no board is lost."""

import pytest
from pzc.dsl.diagnostics import Source
from pzc.model.model import Model
from pzc.model.nodes import IntVar
from pzc.tasks.answers import assignments
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec

# Two tiles of two cells on a board of 5 by 9; walls, and a rule for a tile alone.
TILES = """
grid 5 x 9
given wall : bool at cells drawn ". #"
things tile = {a, b}
given form : picture of {full} at tile drawn "#"
find spot : one of placements(form[t], turned) at t in tile

rule "No wall is covered, no cell twice":
    for c in cells: count(c in spot[t] for t in tile) {many}

rule "A tile keeps to the first two rows":
    for t in tile:
        for c in spot[t]: c.row <= 2
"""
PUZZLE = """wall:
.#......#
.......##
.........
.........
.........

form:
##

##
"""


def spec(many: str) -> Spec:
    return Spec.of(Source("tiles.spec", TILES.replace("{many}", many)))


def choices(model: Model) -> list[int]:
    return [len(x.domain) for x in model.variables if isinstance(x, IntVar)]


def test_options_that_a_rule_excludes_are_left_out() -> None:
    tiles = spec("<= (0 if wall[c] else 1)")
    # 76 placements; in two rows 25, of which 8 cover a wall.
    assert choices(tiles.ground(PUZZLE).model) == [17, 17]
    assert choices(tiles.ground(PUZZLE, exact=True).model) == [76, 76]


@pytest.mark.parametrize("backend", ["native", "cnf"])
def test_no_solution_is_lost(backend: str) -> None:
    tiles = spec("<= (0 if wall[c] else 1)")
    narrowed = {str(s) for s in tiles.solutions(PUZZLE, backend=backend)}
    whole = tiles.ground(PUZZLE, exact=True)
    found = assignments(whole, tiles.solver(whole, backend))
    assert narrowed == {str(solution(whole, a)) for a in found}
    assert len(narrowed) > 100


def test_where_a_rule_leaves_nothing_there_is_no_solution() -> None:
    tiles = spec("<= (0 if c.row < 3 else 1)")
    assert tiles.solve(PUZZLE) is None


def test_a_board_with_a_removed_option_is_reported_with_what_it_breaks() -> None:
    tiles = spec("<= (0 if wall[c] else 1)")
    tiles.solve(PUZZLE)
    verdict = tiles.verify(PUZZLE, "spot:\na r5c1+r5c2\nb r1c3+r1c4\n")
    assert {b.sentence for b in verdict.broken} == {"A tile keeps to the first two rows"}
    assert tiles.verify(PUZZLE, "spot:\na r2c1+r2c2\nb r1c3+r1c4\n").holds
