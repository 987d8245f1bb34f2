"""Hints of many steps: which value is placed, and that they rest on no more than it needs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from explanations import Judge, example
from pzc import load
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.render.plain import plain
from pzc.tasks.explain import hints
from pzc.tasks.explain.position import Position, State
from pzc.tasks.explain.rounds import first_placed
from pzc.tasks.explain.step import Step, Tier, needed
from pzc.tasks.explain.steps import Explainer
from pzc.tasks.library import SPECS
from pzc.tasks.spec import Spec
from pzc.tasks.wording.facts import Fact, Known


def test_a_hint_bundles_what_is_ruled_out_until_a_value_is_placed() -> None:
    hint = load("futoshiki").hint(example("futoshiki"))
    *before, last = (s.step for s in hint.steps)
    assert any(f.holds for f in last.facts)
    assert before
    assert not any(f.holds for step in before for f in step.facts)
    assert needed(before, last.cited) == before


def test_what_one_rule_rules_out_until_one_value_is_left_is_one_step() -> None:
    """Not a step for each digit. Step by step, an explanation tells the others of its lines too."""
    hint = load("sudoku").hint(example("sudoku"))
    assert hint.where == "Look at r8c8."
    assert [shown.lines for shown in hint.steps] == [
        [
            "Each row, column and box holds every digit once (row 8, column 8 and box 9).",
            "  r3c8 is 6, r7c7 is 2, r7c8 is 8, r8c4 is 4, r8c5 is 1, r8c6 is 9, r8c9 is 5,"
            " r9c8 is 7: so r8c8 is 3.",
        ]
    ]


def test_steps_that_need_one_another_stay_apart() -> None:
    """What follows from what must be seen, and each rule."""
    hint = load("kropki").hint(example("kropki"))
    by_rule = [step.step.groups[0].rule for step in hint.steps if step.step.groups]
    known = hint.steps[0].known.copy()
    for shown in hint.steps:
        assert all(known.knows(fact) for fact in shown.step.cited)
        known.learn(shown.step.facts)
    assert len(by_rule) > len(set(by_rule)) > 1


# Yajirushi with a rule about all arrows at once, of which propagation makes little.
COUNTED_ARROWS = """grid  h x w
given wall  : bool at some cells drawn ". #"
given clue  : direction at some cells
picture "{clue}{wall}"
find  arrow : direction at some cells - wall from clue

define pointing_at(a, b) = b in run(a, arrow[a], cells - wall)
let pair = [[a, b] for line in rows + columns for a, b in steps([c for c in line if c in arrow])
            if pointing_at(a, b) and pointing_at(b, a)]
let gap = [between(a, b) for a, b in pair]

rule "Arrows face each other in pairs":
    2 * size(gap) = size(arrow)

rule "Two arrows that face each other have empty cells between them":
    for g in gap: size(g) > 0

rule "Every empty cell lies between two arrows that face each other":
    for c in cells - wall - arrow: any(c in g for g in gap)
"""


def counted_arrows() -> Spec:
    return Spec.of(Source("counted.spec", COUNTED_ARROWS))


def by_the_rules(genre: str) -> Spec:
    """A bundled spec without its implied rules, of which propagation makes too much."""
    text = (SPECS / f"{genre}.spec").read_text(encoding="utf-8")
    return Spec.of(Source(f"{genre}.spec", text.partition("\nimplied")[0]))


# In the latter two, propagation does not get far enough.
@pytest.mark.parametrize("name", ["pentominoes", "view", "yajirushi"])
def test_a_hint_of_many_steps_rests_on_what_is_known_before_each_of_them(name: str) -> None:
    spec = counted_arrows() if name == "yajirushi" else load(name)
    puzzle = Position(spec, example(name))
    instances, known = puzzle.instances, puzzle.instances.start()
    spots = instances.spots
    found = {v for v, spot in spots.items() if spot.layer not in spec.program.computed}
    explainer = Explainer(instances, known.copy())
    placed = first_placed(known, explainer, (), lambda f: f.holds and f.variable in found)
    assert placed is not None
    steps = [*placed][::-1]
    assert any(f.holds for f in steps[-1].facts)
    judge = Judge(instances)
    for step in steps:
        assert all(known.knows(f) for f in step.cited)
        assert judge.proves(step, step.groups, step.cited)
        known.learn(step.facts)
    assert len([step for step in steps if step.tier is not Tier.ONE]) > 1


def test_a_computed_answer_is_read_off_and_supposed_only_where_nothing_else_is() -> None:
    """The seams between pentominoes follow from their places, by steps that are no effort; where
    tiles may swap places, only suppositions about the seams lead on."""
    spec = load("pentominoes")
    rating, steps = spec.rate(example("pentominoes")), list(spec.explain(example("pentominoes")))
    assert rating.level == "medium"
    assert rating.steps < len(steps)
    assert not any("uppose" in line and "seam" in line for one in steps for line in one.lines)
    explanation = load("hinomaru").explain(example("hinomaru"))
    assert any("seam" in line for one in list(explanation) for line in one.lines)
    assert explanation.state is State.FINISHED


def test_a_hint_of_many_steps_rests_on_as_few_of_them_as_propagation_allows() -> None:
    """Most of what a round of suppositions rules out is not needed, though a conflict met it."""
    marks, clues = example("consecutive_sudoku").text.split("clue:")
    hint = load("consecutive_sudoku").hint(f"{marks}clue:{re.sub('[2-9]', '.', clues)}")
    assert hint.steps[-1].step.places
    assert len(hint.steps) < 90


@pytest.mark.parametrize("genre", ["kropki", "view"])
def test_a_value_that_takes_too_many_steps_is_proved_by_cases(
    monkeypatch: pytest.MonkeyPatch, genre: str
) -> None:
    """The steps to it come one after another in the first, in rounds in the second."""
    stepwise = load(genre).hint(example(genre))
    assert len(stepwise.steps) > 3
    monkeypatch.setattr(hints, "MOST", 3)
    hint = load(genre).hint(example(genre))
    assert hint.words == hints.LONG
    (shown,) = hint.steps
    assert shown.step.tier is Tier.CASES
    assert shown.step.places
    assert Judge(shown.speech.instances).proves(shown.step, shown.step.groups, shown.step.cited)


def test_the_page_knows_what_a_hint_says_before_its_steps() -> None:
    known = json.loads((SPECS.parent / "play" / "texts" / "hints.de.json").read_text())["words"]
    assert {hints.LONG, hints.UNCHECKED, hints.RIGHT, hints.SEVERAL} <= known.keys()


@pytest.mark.parametrize(
    ("genre", "name", "tier"), [("yajirushi", "2", Tier.FEW), ("araf", "1", Tier.CASES)]
)
def test_a_hint_takes_no_single_steps_by_search_where_propagation_refutes_nothing(
    monkeypatch: pytest.MonkeyPatch, genre: str, name: str, tier: Tier
) -> None:
    """The easiest step by a search may place nothing; what places a value is found first."""
    path = SPECS / "examples" / genre / f"{name}.puzzle"
    searches: list[Explainer] = []
    monkeypatch.setattr(Explainer, "by_search", searches.append)
    spec = counted_arrows() if genre == "yajirushi" else by_the_rules(genre)
    hint = spec.hint(Source(str(path), path.read_text(encoding="utf-8")))
    assert searches == []
    assert hint.steps[-1].step.places
    assert tier in {shown.step.tier for shown in hint.steps}


def test_values_found_by_search_are_explained_only_if_a_hint_needs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = Position(load("view"), example("view"))
    instances, known = puzzle.instances, puzzle.instances.start()
    found: list[Fact] = []
    told: list[Fact] = []
    search, tell = Explainer.without_solution, Explainer.searched

    def without_solution(self: Explainer) -> list[Fact]:
        some = search(self)
        found.extend(some)
        return some

    def searched(self: Explainer, before: Known, supposed: Fact) -> Step:
        told.append(supposed)
        return tell(self, before, supposed)

    monkeypatch.setattr(Explainer, "without_solution", without_solution)
    monkeypatch.setattr(Explainer, "searched", searched)
    explainer, spots = Explainer(instances, known.copy()), instances.spots
    placed = first_placed(known, explainer, (), lambda f: f.holds and f.variable in spots)
    assert placed is not None
    steps = [*placed][::-1]
    assert 0 < len(told) < len(found)
    later = [*steps[-1].cited, *steps[-1].facts]
    for step in steps[:-1][::-1]:
        assert needed([step], later) == [step]
        later += step.cited


def test_earlier_steps_of_a_hint_cite_only_what_the_last_one_needs() -> None:
    """A step rules values out by a row, a column and a box at once; some of them are needed."""
    hint = load("jigsaw_sudoku").hint(example("jigsaw_sudoku"))
    instances = hint.steps[0].speech.instances
    judge = Judge(instances)
    steps = [shown.step for shown in hint.steps if shown.step.groups]
    assert any(not fact.holds for step in steps for fact in step.facts)
    for step in steps:
        assert judge.proves(step, step.groups, step.cited)
        rest = [tuple(g for g in step.groups if g != group) for group in step.groups]
        assert not any(judge.proves(step, groups, step.cited) for groups in rest)


def test_a_hint_about_a_wrong_board_tells_only_what_contradicts_the_wrong_value() -> None:
    """The 0s are one step together, and only one of them has a black cell beside it."""
    clues = "0 . . .\n. . . .\n. . . 0\n. . . ."
    hint = load("mosaic").hint(clues, "? ? ? ?\n? # ? ?\n? ? ? ?\n? ? ? ?")
    assert hint.words == "This is wrong: r2c2 is black."
    assert [shown.lines for shown in hint.steps] == [
        [
            "A number counts the black cells around it and its own (the 0 at r1c1).",
            "  r2c2 is not black.",
        ]
    ]


def mistaken(name: str, row: int, column: int, symbol: str) -> str:
    """The solution of the first example of a spec with one value changed."""
    found = load(name).solve(example(name))
    assert found is not None
    lines = plain(found).splitlines()
    line = lines[row - 1]
    lines[row - 1] = line[: column - 1] + symbol + line[column:]
    return "\n".join(lines)


def test_a_wrong_value_is_refuted_by_what_is_right_on_the_board() -> None:
    board = mistaken("sudoku", 8, 7, "3")
    hint = load("sudoku").hint(example("sudoku"), board)
    assert hint.words == "This is wrong: r8c7 is 3."
    assert hint.taken == "Taken from the board, where it is not wrong: r8c8 is 3."
    assert [shown.lines for shown in hint.steps] == [
        [
            "Each row, column and box holds every digit once (row 8).",
            "  r8c8 is 3: so r8c7 is not 3.",
        ]
    ]


def test_a_wrong_value_that_clashes_with_a_given_one_takes_nothing_from_the_board() -> None:
    board = mistaken("sudoku", 8, 7, "4")
    hint = load("sudoku").hint(example("sudoku"), board)
    assert (hint.own, hint.taken) == ((), "")
    assert hint.steps[-1].lines[1:] == ["  r8c4 is 4: so r8c7 is not 4."]


@pytest.mark.parametrize("name", ["heyawake", "nurikabe", "star_battle"])
def test_steps_that_refute_a_wrong_value_follow_from_the_board_that_they_name(name: str) -> None:
    """Each value of the solution in turn is turned into its opposite; only half of the others are
    on the board."""
    spec, puzzle = load(name), example(name)
    found = spec.solve(puzzle)
    assert found is not None
    lines = plain(found).splitlines()
    other = dict(zip(".#*", "#." if name != "star_battle" else "*..", strict=False))
    for place in range(0, len(lines) * len(lines[0]), 7):
        row, column = divmod(place, len(lines[0]))
        if lines[row][column] not in other:
            continue
        board = [[s if (r + c) % 2 else "?" for c, s in enumerate(x)] for r, x in enumerate(lines)]
        board[row][column] = other[lines[row][column]]
        hint = spec.hint(puzzle, "\n".join(map("".join, board)))
        assert hint.speech is not None
        assert hint.state is State.WRONG
        instances = hint.speech.instances
        judge, known = Judge(instances), instances.start()
        known.learn(hint.own)
        for step in (shown.step for shown in hint.steps):
            assert all(map(known.knows, step.cited))
            assert judge.proves(step, step.groups, step.cited)
            known.learn(step.facts)
        assert known.knows(instances.opposite(hint.wrong[0]))


ISLANDS = """\
1.......
..1....1
.2.1....
........
..2.....
.....9..
.3.1....
.....2..
"""


def test_whether_there_is_a_solution_is_found_without_selectors() -> None:
    """With them, each conflict is traced back to the rule instances."""
    position = Position(load("nurikabe"), ISLANDS)
    instances = position.instances
    assert position.state() is State.OPEN
    assert instances.solver.solve(instances.switched(None)).assignment is not None
    assert 2 * instances.deciding.work < instances.solver.work


@pytest.mark.parametrize("genre", ["slitherlink", "sudoku", "palisade", "hidato"])
def test_a_hint_does_not_wait_long_for_whether_the_board_can_be_completed(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, puzzle = load(genre), example(genre)
    checked = spec.hint(puzzle)
    monkeypatch.setattr(hints, "CHECKING", 1)
    found = spec.hint(puzzle)
    assert (checked.words, found.words) == ("", hints.UNCHECKED)
    assert [s.step for s in found.steps] == [s.step for s in checked.steps]
    assert (found.state, found.where) == (checked.state, checked.where)


@pytest.mark.parametrize("genre", ["kakuro", "heyawake", "doppelblock"])
def test_a_hint_that_takes_several_instances_waits(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = load(genre).hint(example(genre))
    monkeypatch.setattr(hints, "CHECKING", 1)
    found = load(genre).hint(example(genre))
    assert [s.step for s in found.steps] == [s.step for s in checked.steps]
    assert found.words == ""


def test_whether_a_board_can_be_completed_is_searched_for_after_presolve() -> None:
    """As rules are written, a thousand times as much work is not enough."""
    path = SPECS / "examples" / "square_jam" / "2.puzzle"
    position = Position(load("square_jam"), path.read_text(encoding="utf-8"))
    assert position.state_within(1_000_000) is State.OPEN


@pytest.mark.parametrize(("shown", "named"), [(".", "nothing"), ("^", "triangle")])
def test_a_printed_value_that_the_board_shows_otherwise_is_named(shown: str, named: str) -> None:
    puzzle = (
        f"room:\n{chr(10).join(['AAABBB'] * 3 + ['CCCDDD'] * 3)}\nclue:\n#.....\n" + "......\n" * 5
    )
    hint = load("alternation").hint(puzzle, shown + "?????\n" + "??????\n" * 5)
    assert hint.words == f"The mark at r1c1 is printed: square, not {named}."


def test_a_hint_names_one_of_several_places_where_a_rule_says_something() -> None:
    spec = load("aquapelago")
    hint = spec.hint("clue:\n1...\n....\n..1.\n....\n")
    assert hint.where == "Look at the 1 at r1c1."
    assert hint.steps[-1].lines[-1] == "  r1c1 and r3c3 are shaded."


def test_a_puzzle_with_several_solutions_is_passed_on_to_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for command in ("hint", "explain"):
        assert main([command, "latin_square", "clue:\n. .\n. .\n"]) == 1
        said = capsys.readouterr()
        assert said.out.endswith("Nothing more follows: there are several solutions.\n")
        assert said.err == "pzc why says what would make it unique\n"


def test_of_a_spec_without_givens_the_only_text_is_the_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As for `verify`."""
    board = tmp_path / "board"
    assert main(["solve", "wolf_goat_cabbage", "--output", str(board), "--format", "plain"]) == 0
    for command in ("hint", "why"):
        capsys.readouterr()
        main([command, "wolf_goat_cabbage", str(board)])
        assert capsys.readouterr().out == "The board is complete, and right.\n"
    assert main(["hint", "wolf_goat_cabbage", "nonsense: 3\n"]) == 2
