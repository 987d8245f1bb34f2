"""Rules about open layers: a puzzle has the same solutions on an open model as on its own."""

from __future__ import annotations

from itertools import product

import pytest
from pzc import backends
from pzc.compiler.ground.opening import Opening
from pzc.dsl.diagnostics import PzcError, Source
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec

HEAD = """\
grid 1 x 3
given region : symbol at cells
given other : symbol at cells
given clue : 1..3 at some cells
find star : bool at cells
"""
STARS = "size(star)"
GROUPS, OTHERS = "groups(region)", "groups(other)"
RULES = [
    f"for g in {GROUPS}: count(star[g]) = 1",
    f"[size(g) for g in {GROUPS}] = [{STARS}, 1]",
    f"[x for x in {GROUPS}][1] = [c for c in cells if star[c]]",
    f"[star[x] for x in rows + {GROUPS}][2] = [yes, no]",
    f"for a, b in steps([x for x in {GROUPS}]): count(star[a]) < count(star[b])",
    f"for a, b in pairs({GROUPS}): count(star[a]) < count(star[b])",
    f"count(size(a) = 1 and star[b] = [yes, yes] for a, b in pairs({GROUPS})) = 1",
    "for x, y in pairs({region[c] for c in cells}): any(star)",
    f"star[[x for x in {GROUPS}][1]] = [yes]",
    f"size(cells - [x for x in {GROUPS}][1]) = {STARS}",
    f"star = ([x for x in {GROUPS}][2] if size(cells) = 3 else cells - star)",
    f"[size(x) for x in rows + {GROUPS}] = [3, {STARS}]",
    f"for c in cells: star[c] = (c in [g for g in {GROUPS}][1])",
    f"count(size(g) = 1 for g in {GROUPS} + {OTHERS}) = {STARS}",
    f"size({{g for g in {GROUPS}}}) = {STARS}",
    f"size(rows + {GROUPS}) = {STARS}",
    f"size({GROUPS} + rows) = {STARS}",
    f"size({GROUPS} + {OTHERS}) = {STARS}",
    f"size({GROUPS} & {OTHERS}) = {STARS}",
    f"size({GROUPS} - {OTHERS}) = {STARS}",
    *[f"[x for x in {GROUPS} {op} {OTHERS}][1] = [x for x in star]" for op in "+-"],
    f"[x for x in {GROUPS} & {GROUPS}][2] = [x for x in star]",
    f"count(g in {OTHERS} for g in {GROUPS}) = {STARS}",
    f"count(g = h for g in {GROUPS} for h in {OTHERS}) = {STARS}",
    f"bag({GROUPS}) = bag({OTHERS}) or all(star)",
    f"bag(size(g) for g in {GROUPS}) = bag(size(g) for g in {OTHERS})",
    f"size({{[c, c.right] for c in cells if c.right in cells}} & {GROUPS}) = {STARS}",
    f"{{x for x in {GROUPS}}} = {{x for x in {OTHERS}}} or all(star)",
    f"kinds([g for g in {GROUPS + ' + ' + OTHERS}]) = {STARS}",
    f"all_different([g for g in {GROUPS}]) and all_equal([size(g) for g in {GROUPS}])",
    f"kinds(region) = {STARS}",
    f"size({{region[c] for c in cells}} & {{other[c] for c in cells}}) = {STARS}",
    "[x for x in {region[c] for c in cells}] = [other[c] for c in cells if star[c]]",
    f"size(runs(row(c), region)) = {STARS}",
    f"[size(r) for r in runs(row(c), region)] = [{STARS}]",
    f"size(areas(region)) = {STARS}",
    f"max([size(g) for g in {GROUPS}]) = {STARS}",
    f"sum([clue[c] for c in clue]) = {STARS}",
    f"[clue[c] for c in cells] = [{STARS}]",
    f"[x for x in {{clue[c] for c in clue}}] = [2, {STARS}]",
    f"min(clue) = {STARS}",
    "size([c for c in clue if star[c]]) = 1",
    "between([c for c in clue if clue[c] = 2][1], [c for c in clue][1]) = [x for x in star]",
    f"for g in {GROUPS}: sum(clue[g]) = count(star[g])",
    f"for g in {GROUPS}: [clue[x] for x in g] = [2, 1] => all(star[g])",
]
ROWS = [*product("AB", repeat=3)]
CLUES = ("...", "1..", ".21", "3.3")


def stars(spec: Spec, puzzle: str, opened: dict[str, Opening]) -> list[str]:
    grounding = spec.ground(puzzle, open=opened)
    found = backends.load("native", grounding.model).enumerate()
    return sorted(str(solution(grounding, one).answer[-1].table) for one in found)


@pytest.mark.parametrize("rule", RULES)
def test_a_puzzle_has_the_same_solutions_on_an_open_model(rule: str) -> None:
    each = "for c in cells if c.left not in cells: " if "(c)" in rule else ""
    spec = Spec.of(Source("open.spec", f'{HEAD}rule "It": {each}{rule}\n'))
    symbols = Opening(values=dict.fromkeys("AB"))
    every = {"region": symbols, "other": symbols, "clue": Opening()}
    opened = {name: how for name, how in every.items() if name in rule}
    solutions = 0
    for region, other, clue in product(
        ROWS if "region" in rule else ROWS[:1],
        ROWS if "other" in rule else ROWS[:1],
        CLUES if "clue" in rule else CLUES[:1],
    ):
        puzzle = f"region:\n{''.join(region)}\nother:\n{''.join(other)}\nclue:\n{clue}\n"
        own = stars(spec, puzzle, {})
        solutions += len(own)
        assert stars(spec, puzzle, opened) == own, puzzle
    assert solutions


def test_an_implied_rule_that_needs_an_open_layer_is_left_out() -> None:
    """In 1x3 the clue 2 is a window of two cells, whose size must be known."""
    windows = "for c in clue: any(all(star[box]) for box in windows(1, clue[c]) if c in box)"
    rule = f'rule "It": {windows.replace("windows(1, clue[c])", "windows(1, 2)")}\n'
    spec = Spec.of(Source("open.spec", f'{HEAD}{rule}implied "So": {windows}\n'))
    puzzle = "region:\nAAA\nother:\nAAA\nclue:\n2..\n"
    assert spec.ground(puzzle).implied
    grounding = spec.ground(puzzle, open={"clue": Opening()})
    assert not grounding.implied
    assert "clue" in spec.checked.openable
    assert stars(spec, puzzle, {"clue": Opening()}) == stars(spec, puzzle, {})
    with pytest.raises(PzcError, match="depends on what the solver decides"):
        spec.ground(puzzle, open={"clue": Opening()}, implied=True)
