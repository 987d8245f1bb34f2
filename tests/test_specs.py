"""The bundled specs: tidy, with examples that say what they should, and without a rule too many."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import pzc
from pzc.compiler.ground.grounding import Grounding
from pzc.dsl.format import format_spec
from pzc.records import replace
from pzc.render.plain import plain
from pzc.tasks.answers import assignments
from pzc.tasks.library import SPECS, bundled, examples
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec
from pzc.tasks.verify import verify

BACKEND = os.environ.get("PZC_BACKEND", "auto")

EXAMPLES = [
    pytest.param(spec, path, id=f"{spec}-{path.stem}")
    for spec in bundled()
    for path in examples(spec)
]


@pytest.mark.parametrize("name", bundled())
def test_a_spec_checks_without_warnings_and_is_tidy(name: str) -> None:
    spec = pzc.load(name)
    assert spec.title and spec.about.endswith((".", "?"))
    assert not spec.checked.warnings
    text = (SPECS / f"{name}.spec").read_text()
    assert format_spec(text) == text


@pytest.mark.parametrize("name", bundled())
def test_a_spec_has_examples(name: str) -> None:
    paths = examples(name)
    spec = pzc.load(name)
    # A spec that is one puzzle has one example.
    assert len(paths) == (2 if spec.program.sections else 1)
    assert [p.stem for p in paths] == [str(k) for k in range(1, len(paths) + 1)]


def how_many(path: Path) -> int:
    """The solutions of an example: 1, or what the file beside it says."""
    count = path.with_suffix(".count")
    return int(count.read_text()) if count.exists() else 1


@pytest.mark.parametrize(("name", "path"), EXAMPLES)
def test_an_example_has_its_solutions(name: str, path: Path) -> None:
    spec, number, puzzle = pzc.load(name), how_many(path), path.read_text()
    found = list(spec.solutions(puzzle, backend=BACKEND, limit=number + 1))
    stored = path.with_suffix(".solution").read_text()
    assert len(found) == number
    assert stored in [plain(one) for one in found]
    verdict = verify(spec, puzzle, stored, backend=BACKEND)
    assert verdict.holds and verdict.complete


@pytest.mark.parametrize("name", bundled())
def test_every_rule_is_needed(name: str) -> None:
    """Without it some example has other solutions."""
    spec = pzc.load(name)
    spare = set(range(len(spec.program.rules))) - spec.program.implied
    for path in examples(name):
        if not spare:
            break
        puzzle, is_plan = path.read_text(), spec.program.sequence is not None
        grounding = spec.problem(puzzle) if is_plan else spec.ground(puzzle, exact=True)
        limit = how_many(path) + 1
        right = answers(spec, grounding, limit)
        spare -= {k for k in spare if answers(spec, without(grounding, k), limit) != right}
    assert not [spec.program.rules[k].sentence.span for k in sorted(spare)]


def without(grounding: Grounding, rule: int) -> Grounding:
    """The puzzle as if the spec had all rules but one."""
    kept = [c for c in grounding.model.constraints if c.origin.rule != rule]
    return replace(grounding, model=grounding.model.with_constraints(kept))


def answers(spec: Spec, grounding: Grounding, limit: int) -> set[str]:
    """What the first solutions show."""
    found = assignments(grounding, spec.solver(grounding, BACKEND))
    return {plain(solution(grounding, one)) for one, _ in zip(found, range(limit), strict=False)}


@pytest.mark.parametrize(
    "name, puzzle, solutions",
    [
        ("anglers", "fish:\n...\nF..\n\nreel:\ntop ? . .\n", 1),
        ("arukone", "A..\nA..\n", 1),
        ("mintonette", "?..\n?..\n", 1),
        ("numberlink", "1..\n1..\n", 3),
        ("shirokuro_link", "o..\n#..\n", 1),
        ("uturns", "G..\nG..\n", 2),
    ],
)
def test_no_line_is_closed_where_lines_have_ends(name: str, puzzle: str, solutions: int) -> None:
    """A line of two cells beside a loop of the other four is no answer."""
    assert pzc.load(name).count(puzzle, backend=BACKEND) == solutions


@pytest.mark.parametrize(
    "name, board, solutions",
    [
        ("ant_mill", "\n".join(["." * 9] * 9), 1),
        ("bosnian_road", "\n".join(["." * 4] * 3), 3),
    ],
)
def test_a_ring_has_cells_inside(name: str, board: str, solutions: int) -> None:
    """Neither nothing nor a square of four shaded cells is a ring."""
    assert pzc.load(name).count(board, backend=BACKEND) == solutions


def test_a_cage_takes_all_other_numbers_from_its_largest() -> None:
    spec = pzc.load("kenken")
    puzzle = "cage:\nAABB\nABBB\nBBBB\nBBBB\n\noperation:\nA {}\nB +\n\ntarget:\nA {}\nB {}\n"
    minus, over = puzzle.format("-", 2, 34), puzzle.format("/", 1, 32)
    for cage in minus, over:
        assert {str(s)[0] for s in spec.solutions(cage, backend=BACKEND)} == {"4"}


def test_shaded_cells_do_not_fold_over_a_border_with_a_gap() -> None:
    """A ring of ten cells folds over r2 and r3, but its middle column has no border there."""
    rooms = "room:\nAAA\nAAA\nEAE\nEEE\n\n"
    clues = "clue:\n5..\n...\n...\n..5\n"
    assert pzc.load("hinge").count(rooms + clues, backend=BACKEND) == 0


@pytest.mark.parametrize(
    "name, puzzle, solutions",
    [
        ("fire_walk", "fire:\n..\n..\n\nclue:\n..\n..\n", 1),
        ("forest_walk", "forest:\n..\n..\n\nclue:\n..\n..\n", 1),
        ("ubahn", "h: 2\nw: 3\n\njunction:\nleft 1 1\n", 1),
        ("ubahn", "h: 2\nw: 2\n\njunction:\nleft 0 0\n", 1),
    ],
)
def test_a_loop_or_network_has_lines(name: str, puzzle: str, solutions: int) -> None:
    assert pzc.load(name).count(puzzle, backend=BACKEND) == solutions


def test_a_line_reaches_its_first_cell_before_the_second() -> None:
    ice, gates = "ice:\n...\n...\n\n", "gate:\nleft I .\nbottom O . .\n"
    numbers = "number:\n{}\n...\n\n"
    count = pzc.load("icelom").count
    assert count(ice + numbers.format("12.") + gates, backend=BACKEND) == 1
    assert count(ice + numbers.format("21.") + gates, backend=BACKEND) == 0


def test_heights_may_rise_above_the_numbers_of_a_map() -> None:
    puzzle = "h: 1\nw: 3\n\naverage:\n.......\n..4....\n.......\n"
    found = pzc.load("topo").solutions(puzzle, backend=BACKEND)
    assert {str(s) for s in found} == {"454", "455", "456", "543", "544", "545"}


def test_a_side_of_a_polygon_ends_where_the_polygon_touches_itself() -> None:
    """Piece a has sides of two below r1c2 and above r2c3, not one of four along both."""
    puzzle = (
        "wall:\n+#+#+#+#+\n#.....#.#\n+.+#+.+#+\n#.#.#....\n+.+#+.+.+\n"
        "#........\n+.+.+.+.+\n.........\n+#+#+#+#+\n"
    )
    assert verify(pzc.load("the_longest"), puzzle, "aaab\nacaa\naadd\ndddd\n").holds


def test_a_shape_that_fits_nowhere_is_left_out() -> None:
    puzzle = "h: 1\nw: 4\n\npiece: I T\n\nform:\nI\n##\n\nT\n###\n.#.\n\nclue:\n1...\n"
    found = pzc.load("distopia").solutions(puzzle, backend=BACKEND)
    assert {str(s) for s in found} == {".##."}
