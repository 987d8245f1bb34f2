"""Open givens: which layers of the bundled specs can be opened, and what an open model answers.

Run as a script, this writes the table of `docs/open-givens.md` anew, and proves every row of it.
"""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
import pzc
from programs import program
from pzc import backends
from pzc.backends.base import Status
from pzc.compiler.ground.grounding import Grounding
from pzc.compiler.ground.layers import show_key
from pzc.compiler.ground.opening import (
    Open,
    Opening,
    assumptions,
    clues_of,
    computed_clues,
    computed_conditions,
    freed,
)
from pzc.compiler.ground.reading import UNKNOWN
from pzc.dsl.diagnostics import PzcError, Source
from pzc.model.nodes import BoolNode
from pzc.render.puzzle import write_puzzle
from pzc.tasks.answers import assignments
from pzc.tasks.files import bundled
from pzc.tasks.reading_back import solution
from pzc.tasks.spec import Spec
from some import some
from test_specs import examples

PAGE = Path(__file__).resolve().parent.parent / "docs" / "open-givens.md"
HEAD = "| spec | layer | opens | why not everywhere |\n| --- | --- | --- | --- |\n"
EVERYWHERE, AT_PLACES, NO = "everywhere", "at its places", "no"
# Regions that the rules go through, as variables: models a hundred times as large as closed ones.
LARGE = {("dominosa", "number"), ("mannequin_gate", "room")}
SOLUTIONS = 3

SPECS = [name for name in bundled() if program(name).given_names]
SPECS = [name for name in SPECS if program(name).sequence is None]


def smallest(name: str) -> str:
    return min(examples(name), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")


def printed_places(spec: Spec, puzzle: str, layer: str) -> list[object]:
    """Where a puzzle has a value of a layer."""
    values = spec.grounder.read(spec.sections(puzzle)).printed[layer]
    return [place for place, value in values.items() if value is not None]


def row(name: str, spec: Spec, layer: str) -> tuple[str, str]:
    """How a layer opens over the smallest example, and the reason where it does not everywhere."""
    puzzle, reason = smallest(name), ""
    for opens in (EVERYWHERE, AT_PLACES):
        try:
            spec.ground(puzzle, open=opening(spec, puzzle, layer, opens))
        except pzc.PzcError as error:
            mistake = error.diagnostics[0]
            assert mistake.span is not None
            at = f"{mistake.span.source.name.rpartition('/')[2]}:{mistake.span.line}"
            reason = reason or f"{mistake.code} {at}: {mistake.message}"
        else:
            return opens, reason
    return NO, reason


def opening(spec: Spec, puzzle: str, layer: str, opens: str) -> Open:
    return {layer} if opens == EVERYWHERE else {layer: printed_places(spec, puzzle, layer)}


def rows(name: str) -> list[str]:
    spec = pzc.load(name)
    cells = [(layer, *row(name, spec, layer)) for layer in spec.program.given_names]
    return [f"| {name} | {layer} | {opens} | {why} |" for layer, opens, why in cells]


def documented(name: str) -> list[str]:
    return re.findall(rf"^\| {name} \| .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def first_answers(spec: Spec, grounding: Grounding) -> set[str]:
    solver = backends.load("auto", grounding.model)
    return {str(solution(grounding, a)) for a in assignments(grounding, solver, most=SOLUTIONS)}


def agrees(name: str, layer: str, opens: str) -> bool:
    """Whether the open model of an example has the solutions of the closed one."""
    spec, puzzle = pzc.load(name), smallest(name)
    opened = first_answers(spec, spec.ground(puzzle, open=opening(spec, puzzle, layer, opens)))
    closed = first_answers(spec, spec.ground(puzzle))
    return opened == closed or len(opened) == len(closed) == SOLUTIONS


@pytest.mark.parametrize("name", SPECS)
def test_the_table_says_which_layers_open(name: str) -> None:
    assert documented(name) == rows(name)


def opened_rows() -> list[tuple[str, str, str]]:
    cells = (line.split(" | ") for name in SPECS for line in documented(name))
    return [(c[0][2:], c[1], c[2]) for c in cells if c[2] != NO]


def test_most_layers_open() -> None:
    found = [opens for _, _, opens in opened_rows()]
    assert found.count(EVERYWHERE) >= 210
    assert found.count(AT_PLACES) >= 30


# The script at the end of this file goes through all of them.
SAMPLE = [r for r in opened_rows() if r[:2] not in LARGE][::5]


@pytest.mark.parametrize(("name", "layer", "opens"), SAMPLE)
def test_an_open_model_with_its_clues_has_the_same_solutions(
    name: str, layer: str, opens: str
) -> None:
    assert agrees(name, layer, opens)


# ---- one model, many clue sets -------------------------------------------------------------------


def test_clue_sets_of_one_size_share_a_model() -> None:
    spec = pzc.load("slitherlink")
    kept = None
    for path in some(examples("slitherlink")):
        puzzle = path.read_text(encoding="utf-8")
        empty = re.sub(r"\d", ".", puzzle)
        one, other = (spec.ground(text, open={"clue"}) for text in (puzzle, empty))
        assert one.model.constraints is other.model.constraints
        assert one.model.givens != other.model.givens
        assert spec.ground(puzzle).model.constraints is not one.model.constraints
        kept = kept or one
    assert kept is not None


def test_clues_are_assumed_one_by_one() -> None:
    spec = pzc.load("slitherlink")
    puzzle = smallest("slitherlink")
    grounding = spec.ground(puzzle, open={"clue"})
    free = freed(grounding.model, grounding.slots)
    solver = backends.load("native", free)
    own = {"clue": grounding.slots["clue"].clues or {}}
    assumed = assumptions(free, grounding.slots, own)
    assert len(assumed) == len(own["clue"])
    outcome = solver.solve(assumed)
    assert outcome.assignment is not None
    assert str(solution(grounding, outcome.assignment)) == str(spec.solve(puzzle))
    assert clues_of(grounding.slots, outcome.assignment) == own
    fewer = {place: value for place, value in own["clue"].items() if value is not None}
    wrong = {"clue": dict.fromkeys(fewer, 4)}
    outcome = solver.solve(assumptions(free, grounding.slots, wrong))
    assert outcome.status is Status.UNSAT
    assert set(outcome.core) <= set(assumptions(free, grounding.slots, wrong))


@pytest.mark.parametrize(
    ("name", "layer", "opens"),
    [
        ("slitherlink", "clue", EVERYWHERE),
        ("nurikabe", "clue", EVERYWHERE),
        ("sudoku", "clue", EVERYWHERE),
        ("n_queens", "clue", EVERYWHERE),
        ("skyscrapers", "seen", EVERYWHERE),
        ("futoshiki", "sign", EVERYWHERE),
        ("killer_sudoku", "total", EVERYWHERE),
        ("mid_loop", "dot", EVERYWHERE),
        ("star_battle", "region", EVERYWHERE),
        ("yajilin", "clue", EVERYWHERE),
        ("kakuro", "below", AT_PLACES),
        ("minesweeper", "clue", AT_PLACES),
        ("numberlink", "number", EVERYWHERE),
        ("hidato", "wall", NO),
    ],
)
def test_the_solver_makes_up_a_puzzle_that_reads_back(name: str, layer: str, opens: str) -> None:
    spec, puzzle = pzc.load(name), smallest(name)
    if opens == NO:
        with pytest.raises(pzc.PzcError, match="E0232"):
            spec.ground(puzzle, open={layer})
        return
    open = opening(spec, puzzle, layer, opens)
    grounding = spec.ground(puzzle, open=open)
    outcome = backends.load("native", freed(grounding.model, grounding.slots)).solve()
    assert outcome.assignment is not None
    clues = clues_of(grounding.slots, outcome.assignment)
    text = write_puzzle(grounding, clues)
    again = spec.ground(text, open=open)
    assert again.model.constraints is grounding.model.constraints
    assert again.slots[layer].clues == clues[layer]
    assert spec.verify(text, str(solution(grounding, outcome.assignment))).holds


@pytest.mark.parametrize("name", SPECS)
def test_a_puzzle_is_written_as_it_was_read(name: str) -> None:
    spec = pzc.load(name)
    for path in some(examples(name)):
        read = spec.grounder.read(spec.sections(path.read_text(encoding="utf-8")))
        grounding = Grounding(
            spec.program, read.context, read.context.m, read.slots, (), (), read.params, (), read
        )
        plain = {k: v for k, v in read.printed.items() if "picture" not in kinds(grounding, k)}
        for clues in ({}, plain):  # sections as they stand, and written anew
            text = write_puzzle(grounding, clues)
            again = spec.grounder.read(spec.sections(text))
            assert again.printed == read.printed
            assert again.params == read.params


def kinds(grounding: Grounding, layer: str) -> set[str]:
    domain = grounding.slots[layer].domain
    return {d.kind for d in (domain, domain.element) if d is not None}


# ---- blanks, unknown values, mistakes ------------------------------------------------------------

WALKS = """
grid  h x w
given clue : 1..3 at some cells unknown "?"
find  dark : bool at cells drawn ". #"
rule "A clue counts the dark cells of its row":
    for c in clue: count(dark[row(c)]) = clue[c]
"""


@pytest.fixture(name="walks")
def _walks(tmp_path: Path) -> Spec:
    (tmp_path / "walks.spec").write_text(WALKS)
    return pzc.load(str(tmp_path / "walks.spec"))


@pytest.mark.parametrize("puzzle", ["?..", "2..", "...", "?.1", "3?."])
def test_an_unknown_value_is_some_value(walks: Spec, puzzle: str) -> None:
    text = f"h: 1\nw: 3\nclue:\n{puzzle}"
    grounding = walks.ground(text, open={"clue"})
    solver = backends.load("auto", grounding.model)
    assert sum(1 for _ in assignments(grounding, solver)) == walks.count(text)
    clues = grounding.slots["clue"].clues or {}
    assert sum(v is UNKNOWN for v in clues.values()) == puzzle.count("?")
    free = walks.ground("h: 1\nw: 3\nclue:\n...", open={"clue"})
    outcome = backends.load("native", freed(free.model, free.slots)).solve(
        assumptions(free.model, free.slots, {"clue": clues})
    )
    assert (outcome.status is Status.SAT) == (walks.count(text) > 0)


@pytest.mark.parametrize("puzzle", ["...", "2..", "1.1"])
def test_a_blank_has_no_known_value(tmp_path: Path, puzzle: str) -> None:
    (tmp_path / "seen.spec").write_text(WALKS.replace("for c in clue:", "for c in clue.known:"))
    spec = pzc.load(str(tmp_path / "seen.spec"))
    text = f"h: 1\nw: 3\nclue:\n{puzzle}"
    grounding = spec.ground(text, open={"clue"})
    solver = backends.load("auto", grounding.model)
    assert sum(1 for _ in assignments(grounding, solver)) == spec.count(text)


def test_what_cannot_be_opened_or_assumed_is_refused(walks: Spec) -> None:
    text = "h: 1\nw: 3\nclue:\n.2."
    with pytest.raises(ValueError, match="no given layer is called dark; there are: clue"):
        walks.ground(text, open={"dark"})
    with pytest.raises(ValueError, match="'clue' has no place r9c9"):
        walks.ground(text, open={"clue": ["r9c9"]})
    grounding = walks.ground(text, open={"clue": ["r1c2"]})
    place = next(iter(grounding.slots["clue"].variables))
    assert (str(place), len(grounding.slots["clue"].variables)) == ("r1c2", 1)
    for value in (None, 4):
        with pytest.raises(ValueError, match="is not a value of 'clue' at r1c2"):
            assumptions(grounding.model, grounding.slots, {"clue": {place: value}})
    with pytest.raises(ValueError, match="'dark' is not open"):
        assumptions(grounding.model, grounding.slots, {"dark": {}})


# ---- domains that depend on clues ----------------------------------------------------------------

COPIES = """
grid  h x w
given clue : 1..3 at some cells
find  number : {clue[c] for c in clue} at CELLS from clue
rule "Neighbours differ":
    for a, b in adjacent: number[a] != number[b]
"""


@pytest.mark.parametrize("cells", ["cells", "some cells"])
def test_a_domain_may_depend_on_open_clues(tmp_path: Path, cells: str) -> None:
    (tmp_path / "copies.spec").write_text(COPIES.replace("CELLS", cells))
    spec = pzc.load(str(tmp_path / "copies.spec"))
    grounding = spec.ground("h: 1\nw: 3\nclue:\n...", open={"clue"})
    free = freed(grounding.model, grounding.slots)
    places = grounding.slots["clue"].keys
    for values in product((None, 1, 2, 3), repeat=3):
        clues = {"clue": dict(zip(places, values, strict=True))}
        found = backends.load("native", free).solve(assumptions(free, grounding.slots, clues))
        if any(values):
            closed = write_puzzle(grounding, clues)
            assert (found.status is Status.SAT) == (spec.solve(closed) is not None), values
        else:  # a puzzle without clues is refused: the domain has no values
            assert found.status is Status.UNSAT


def test_named_places_may_be_blank_if_the_opening_says_so() -> None:
    spec, puzzle = pzc.load("slitherlink"), "clue:\n3.\n.."
    for blanks in (False, True):
        opening = Opening(["r1c1", "r2c2"], blanks=blanks)
        grounding = spec.ground(puzzle, open={"clue": opening})
        slot = grounding.slots["clue"]
        assert [show_key(key) for key in slot.clues or ()] == ["r1c1", "r2c2"]
        assert all((None in codes) == blanks for _, codes in slot.variables.values())


# ---- lists ---------------------------------------------------------------------------------------


def test_lists_that_are_named_can_be_chosen_among() -> None:
    spec, puzzle = pzc.load("tapa"), smallest("tapa")
    places = printed_places(spec, puzzle, "clue")
    values = [(1,), (1, 1), (2,), (1, 2), (3,), (1, 3), (4,), (5,)]
    grounding = spec.ground(puzzle, open={"clue": Opening(places, values)})
    solver = backends.load("native", freed(grounding.model, grounding.slots))
    assignment = solver.solve().assignment
    assert assignment is not None
    made = clues_of(grounding.slots, assignment)
    assert set(made["clue"].values()) <= set(values)
    text = write_puzzle(grounding, made)
    assert str(solution(grounding, assignment)) in {str(one) for one in spec.solutions(text)}


def test_lists_that_equal_something_are_computed() -> None:
    spec, puzzle = pzc.load("nonogram"), smallest("nonogram")
    computed = {"across": Opening(computed=True), "down": Opening(computed=True)}
    grounding = spec.ground(puzzle, open=computed)
    solver = backends.load("native", grounding.model)
    answer = solver.solve(found_literals(grounding, spec, puzzle)).assignment
    assert answer is not None
    nodes = grounding.model.size
    clues = computed_clues(grounding.model, grounding.slots, grounding.context, answer)
    assert grounding.model.size == nodes  # values are computed, not conditions
    assert dict(clues["across"]) == spec.grounder.read(spec.sections(puzzle)).printed["across"]


def test_a_mistake_that_only_open_layers_bring_is_reported() -> None:
    spec, puzzle = pzc.load("brownies"), "circle:\n..o\n\nh: 1\n\nw: 3\n"
    last = spec.read(puzzle).context.board.cells[2]
    with pytest.raises(PzcError) as caught:
        spec.ground(puzzle, open={"clue": Opening(places=frozenset({last}))})
    assert [d.code for d in caught.value.diagnostics] == ["E0325"]


def test_a_list_whose_bag_equals_a_bag_is_computed_in_order() -> None:
    text = (
        'puzzle "Runs in any order"\n'
        "grid h x w\n"
        "given across : list of 1..w at some rows\n"
        'find  black  : bool at cells drawn ". #"\n'
        'rule "The numbers are the lengths of the black runs, in any order":\n'
        "    for r in across: bag(size(run) for run in runs(r, black)) = bag(across[r])\n"
    )
    spec = Spec.of(Source("own.spec", text))
    grounding = spec.ground("h: 1\nw: 6\n", open={"across": Opening(computed=True)})
    model, slots = grounding.model, grounding.slots
    answer = (1, 1, 0, 1, 0, 0)
    assert [index for index, _ in slots["black"].variables.values()] == list(range(len(answer)))
    clues = computed_clues(model, slots, grounding.context, answer)
    assert list(clues["across"].values()) == [(1, 2)]
    solver = backends.load("native", model)
    for condition in computed_conditions(model, slots, grounding.context, answer):
        solver.add(condition)
    assert sum(1 for _ in assignments(grounding, solver)) == 12


def found_literals(grounding: Grounding, spec: Spec, puzzle: str) -> list[BoolNode]:
    """The assumptions that a nonogram is painted as its solution is."""
    known = spec.solve(puzzle)
    assert known is not None
    table, slot = known.answer[0].table, grounding.slots["black"]
    model = grounding.model
    nodes = [model.eq(model.variables[slot.variables[c][0]], int(table[c])) for c in slot.keys]
    return [node for node in nodes if not isinstance(node, bool)]


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8").partition(HEAD)[0]
    lines = [line for name in SPECS for line in rows(name)]
    PAGE.write_text(text + HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    wrong = [r for r in opened_rows() if not agrees(*r)]
    raise SystemExit(f"other solutions: {wrong}" if wrong else None)


LIFTED = """\
grid h x w
given clue : 1..2 at some cells unknown "?"
find  b    : bool at cells
"""


@pytest.mark.parametrize(
    "rule",
    [
        "size(clue != 1) = size(b)",
        "size(not (clue = 1)) = size(b)",
        "size(clue not in {1}) = size(b)",
        "all(clue < 3) = all(b)",
        "all_equal(clue != 1) and all(b)",
        "kinds(clue = 1) = size(b)",
        "size(clue + 1) = size(b)",
    ],
)
@pytest.mark.parametrize("clues", ["..", "1.", "12", "?."])
def test_operators_lift_over_blank_places_of_closed_and_open_layers(rule: str, clues: str) -> None:
    spec = Spec.of(Source("lifted.spec", f'{LIFTED}rule "It": {rule}\n'))
    puzzle = f"clue:\n{clues}\n"
    grounding = spec.ground(puzzle, open={"clue"})
    found = [solution(grounding, a) for a in backends.load("native", grounding.model).enumerate()]
    closed, opened = (
        {tuple(s.answer[0].table.values()) for s in solutions}
        for solutions in (spec.solutions(puzzle), found)
    )
    assert closed == opened


def test_a_comparison_with_a_blank_clue_is_that_with_a_missing_value() -> None:
    rule = "size(clue != 1) = size(b) and count(clue[c] != 1 for c in cells) = size(b)"
    spec = Spec.of(Source("lifted.spec", f'{LIFTED}rule "It": {rule}\n'))
    assert [spec.count(f"clue:\n{clues}\n") for clues in ("..", "1.", "12", "11")] == [1, 2, 2, 1]
