"""Why a puzzle has no solution or several, or what is wrong on a board."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from explanations import OPTIMAL, STARS, Judge, example
from pzc import load
from pzc.backends import load as load_backend
from pzc.backends.base import Status
from pzc.backends.native.solver import NativeSolver
from pzc.cli import main
from pzc.commands.why import _doing
from pzc.compiler.ground.opening import Opening, code_of, freed
from pzc.deadline import OutOfTime
from pzc.model.nodes import variables_of
from pzc.tasks.explain import givens
from pzc.tasks.explain.common import in_common
from pzc.tasks.explain.position import Position, State
from pzc.tasks.explain.step import Tier, implies
from pzc.tasks.explain.why import stages

CLASH = "clue:\n2 . . . 1\n. . . . .\n2 . . 3 .\n. . . . 3\n. 1 . . .\n"


def test_why_names_rules_that_clash_the_steps_to_a_broken_one_and_what_would_mend_it() -> None:
    nurikabe = load("nurikabe")
    reason = nurikabe.why(CLASH)
    assert reason.state is State.NO_SOLUTION
    assert reason.steps[-1].step.is_contradiction
    assert reason.fewest
    assert reason.speech.printed(reason.clues or ()) == (
        "the 2 at r1c1, the 1 at r1c5, the 2 at r3c1 and the 3 at r4c5"
    )
    assert [(m.clue.place, m.values, m.blank) for m in reason.mends or ()] == [
        ("r1c1", (), True),
        ("r4c5", (), True),
    ]
    for mend in reason.mends or ():
        rows = [line.split() for line in CLASH.splitlines()[1:]]
        row, column = (int(k) - 1 for k in mend.clue.place[1:].split("c"))
        assert rows[row][column] == mend.clue.text
        rows[row][column] = "."
        assert nurikabe.solve("clue:\n" + "\n".join(" ".join(r) for r in rows)) is not None
    instances = reason.speech.instances
    solver = load_backend("cnf", instances.grouped.model)

    def clashes(groups: list[object]) -> bool:
        assumed = instances.grouped.assume(groups, map(instances.node, reason.givens))  # type: ignore[arg-type]
        return solver.solve(assumed).status is Status.UNSAT

    assert clashes([*reason.groups])
    assert not any(clashes([g for g in reason.groups if g != out]) for out in reason.groups)


@pytest.mark.parametrize("work", ["SMALLEST", "SMALLEST EACH"])
def test_clues_conflict_too_where_finding_a_smallest_conflict_takes_too_much_work(
    monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    """Then each clue is left out that a short search proves superfluous; without that, those stay
    that propagation needs."""
    for limit in work.split():
        monkeypatch.setattr(givens, limit, 0)
    nurikabe = load("nurikabe")
    reason = nurikabe.why(CLASH)
    assert reason.clues and not reason.fewest
    assert {mend.clue.place for mend in reason.mends or ()} == {"r1c1", "r4c5"}
    printed = {clue.key: clue.value for clue in reason.clues}
    grounding = nurikabe.ground(CLASH, open={"clue": Opening()})
    model, variables = freed(grounding.model, grounding.slots), grounding.slots["clue"].variables
    blanks = {k: v for k, v in (grounding.slots["clue"].clues or {}).items() if v is None}
    solver = load_backend("cnf", model)

    def solvable(clues: dict[Any, Any]) -> bool:
        assumed = []
        for key, value in {**blanks, **clues}.items():
            index, codes = variables[key]
            assumed.append(model.eq(model.variables[index], code_of(codes, value)))
        return solver.solve(assumed).status is Status.SAT

    assert not solvable(printed)
    if work == "SMALLEST":
        for key in printed:
            assert solvable({k: v for k, v in printed.items() if k != key})


def test_a_place_may_have_no_value_left(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One rule excludes all values of a cell at once; the board at this step shows none there."""
    own = tmp_path / "groups.spec"
    own.write_text(
        "grid h x w\nfind number : 1..3 at cells\n"
        'rule "Two cells of a group share a row":\n'
        "    for g in groups(number): any(size(g & r) > 1 for r in rows)\n"
    )
    puzzle = tmp_path / "one.puzzle"
    puzzle.write_text("h: 1\nw: 1\n")
    assert main(["why", str(own), str(puzzle)]) == 1
    assert "r1c1 is not 1 to 3" in capsys.readouterr().out


def test_a_value_may_be_known_before_anything_is_printed() -> None:
    """On a board of one cell the digit can only be 1."""
    assert load("latin_square").why("clue:\n.\n").state is State.FINISHED


RECORDS = """\
grid n x n
given clue : 1..n at some cells
given seen : 0..n at some sides
find number : 1..n at cells from clue
rule "Latin":
    for l in rows + columns: all_different(number[l])
rule "Outside numbers count the records":
    for s in seen:
        count(number[c] > max(number[before(c, s.line)]) for c in s.line) = seen[s]
"""


@pytest.mark.parametrize(
    ("spec", "puzzle", "clues"),
    [
        (
            RECORDS,
            "clue:\n. . . .\n. . 4 .\n. . . .\n. 1 . .\nseen:\nleft 0 . 2 .\ntop . 2 . 0",
            {"0 above column 4", "0 left of row 1"},
        ),
        ("nurikabe", "2 . . 2 .\n. . . . .\n9 . . . .\n. . . 9 .", {"9 at r3c1", "9 at r4c4"}),
    ],
)
def test_the_rules_and_the_steps_are_about_the_conflicting_clues_alone(
    spec: str, puzzle: str, clues: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "records.spec"
    path.write_text(RECORDS, encoding="utf-8")
    reason = load(path if spec == RECORDS else spec).why(puzzle)
    assert reason.speech.printed(reason.clues or ()) == " and ".join(
        f"the {clue}" for clue in sorted(clues)
    )
    about = " ".join(about for _, about in reason.speech.by_rule(reason.groups))
    assert set(re.findall(r"\d (?:above|left of|at) \w+(?: \d)?", about)) == clues
    steps = [shown.step for shown in reason.steps]
    assert steps[-1].is_contradiction
    assert {g for step in steps for g in step.groups} == set(reason.groups)
    board = str(reason.steps[-1].board)
    assert "2" not in board


def test_steps_to_a_broken_rule_cite_only_what_the_rest_needs() -> None:
    """A line of a nonogram settles several cells at once; the contradiction needs only some."""
    text = example("nonogram").text
    lines = text.splitlines()
    assert lines[7] == "3"
    reason = load("nonogram").why("\n".join([*lines[:7], "2", *lines[8:]]))
    judge = Judge(reason.speech.instances)
    assert reason.steps[-1].step.is_contradiction
    steps = [s.step for s in reason.steps if s.step.facts and s.step.tier is Tier.ONE]
    assert any(step.cited and step.groups for step in steps)
    later = [f for shown in reason.steps for f in shown.step.cited]
    for step in steps:
        assert all(any(implies(f, other) for other in later) for f in step.facts)
        for fact in step.cited:
            rest = tuple(f for f in step.cited if f != fact)
            assert not judge.proves(step, step.groups, rest)
        for group in step.groups:
            few = tuple(g for g in step.groups if g != group)
            assert not judge.proves(step, few, step.cited)


def test_few_rule_instances_that_contradict_each_other_are_one_step() -> None:
    """They are told before anything is concluded from them, and not by cases."""
    reason = load("mosaic").why("34...\n.787.\n3565.\n3.7..\n...5.")
    (step,) = (shown.step for shown in reason.steps)
    assert step.tier is Tier.FEW
    assert step.is_contradiction
    assert reason.speech.by_rule(step.groups) == [
        (
            "A number counts the black cells around it and its own",
            "the 7 at r2c4, the 5 at r3c4 and the 5 at r5c4",
        )
    ]
    judge = Judge(reason.speech.instances)
    assert judge.proves(step, step.groups, step.cited)


def test_why_names_given_values_that_clash() -> None:
    reason = load("latin_square").why("n: 3\nclue:\n1 . 1\n. . 2\n. . .")
    assert reason.state is State.NO_SOLUTION
    assert reason.speech.facts(reason.givens) == "r1c1 and r1c3 are 1"
    assert reason.speech.printed(reason.clues or ()) == "the 1 at r1c1 and the 1 at r1c3"
    assert [reason.speech.mend(m) for m in reason.mends or ()] == [
        "the 1 at r1c1 left out, or changed to 2 or 3",
        "the 1 at r1c3 left out, or changed to 3",
    ]


def test_steps_go_on_to_a_contradiction_when_the_answer_is_known() -> None:
    """The loop around the 4 leaves no line for the 1."""
    reason = load("slitherlink").why("clue:\n.4..1.\n......\n......")
    assert reason.steps[-1].step.is_contradiction
    assert reason.steps[-1].lines[-1] == "  No line around r1c5: so this cannot be."


def test_why_knows_of_all_that_a_puzzle_prints() -> None:
    regions = "stars: 1\nregion:\nABB\nACB\nACC"
    reason = load("star_battle").why(regions)
    assert reason.state is State.NO_SOLUTION
    assert reason.clues is not None
    assert {clue.layer for clue in reason.clues} <= {"region"}


def test_why_tries_lists_that_differ_in_one_number(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = "across:\n2\n2\n\ndown:\n1\n1"
    reason = load("nonogram").why(puzzle)
    assert reason.state is State.NO_SOLUTION
    assert [name for name, _ in reason.varied] == ["across", "down"]
    assert reason.speech.printed(reason.clues or ()) == (
        "across 2 in row 1 and row 2, and down 1 in column 1"
    )
    assert [reason.speech.mend(m) for m in reason.mends or ()] == [
        "across 2 in row 1 changed to nothing",
        "across 2 in row 2 changed to nothing",
    ]
    assert load("nonogram").solve(puzzle.replace("2\n2\n", "-\n2\n", 1)) is not None
    assert main(["why", "nonogram", puzzle]) == 1
    assert "For across and down, only these were tried: lists in which " in capsys.readouterr().out


def test_why_tries_numbers_near_those_of_a_wide_range(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Not 9,999 for each cell."""
    spec = tmp_path / "order.spec"
    spec.write_text(
        "grid h x w\ngiven n : 1..9999 at cells\nfind odd : bool at cells\n"
        'rule "Numbers do not decrease":\n'
        "    for a, b in adjacent: n[a] <= n[b]\n"
        'rule "Some are odd":\n    for c in cells: odd[c] <=> n[c] != 4'
    )
    reason = load(str(spec)).why("n:\n17 12 19")
    assert [name for name, _ in reason.varied] == ["n"]
    assert reason.speech.printed(reason.clues or ()) == "n 17 at r1c1 and n 12 at r1c2"
    assert [(m.clue.place, m.values, m.more) for m in reason.mends or ()] == [
        ("r1c1", ("11", "12"), False),
        ("r1c2", ("17", "18", "19"), False),
    ]
    assert main(["why", str(spec), "n:\n17 12 19"]) == 1
    printed = capsys.readouterr().out
    assert "For n, only these were tried: numbers from 11 to 20." in printed


def test_why_tries_lists_with_another_direction(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spec = tmp_path / "arrows.spec"
    spec.write_text(
        "grid h x w\ngiven arrow : list of direction at some cells\n"
        "find lamp : bool at c in cells where c not in arrow\n"
        'rule "Arrows point at lamps":\n'
        "    for c in arrow:\n        for d in arrow[c]: lamp[step(c, d)]\n"
    )
    puzzle = "arrow:\nright,up . .\n. . .\n"
    assert [m.values for m in load(str(spec)).why(puzzle).mends or ()] == [
        ("right down", "right right", "right")
    ]
    assert main(["why", str(spec), puzzle]) == 1
    assert "lists in which one member differs" in capsys.readouterr().out


def test_why_changes_clues_whose_places_must_be_known() -> None:
    board = "2 . 3 . . 2\n . . . 4 . .\n1 . . . 6 3\n 2 2 . . 3 .\n. . 1 2 . .\n"
    minesweeper = load("hex_minesweeper")
    reason = minesweeper.why(board)
    assert reason.speech.printed(reason.clues or ()) == "the 6 at r3c5"
    assert [(m.clue.place, m.values, m.blank) for m in reason.mends or ()] == [
        ("r3c5", ("3",), False)
    ]
    assert minesweeper.count(board.replace("6", "3"), limit=1) == 1
    assert reason.steps[-1].lines[-1] == "  This cannot be."


RUNS = """\
grid h x w
given across : list of 1..w at rows unknown "?"
given down   : list of 1..h at columns unknown "?"
find  black  : bool at cells drawn ". #"
rule "The numbers are the lengths of the runs":
    for r in rows: [size(s) for s in runs(r, black)] = across[r]
    for c in columns: [size(s) for s in runs(c, black)] = down[c]
"""
AS_THEY_ARE = "lists with unknown members stay as they are"


def test_lists_with_unknown_members_stay_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "runs.spec"
    path.write_text(RUNS, encoding="utf-8")
    spec = load(path)
    reason = spec.why("across:\n2\n? ?\n1\ndown:\n1\n2\n1\n")
    assert reason.state is State.NO_SOLUTION
    assert reason.closed == (("across", AS_THEY_ARE),)
    assert reason.clues
    assert all("?" not in clue.text for clue in reason.clues)
    for mend in reason.mends or ():
        assert "row 2" not in reason.speech.mend(mend)
    assert main(["why", str(path), "across:\n2\n? ?\n1\ndown:\n1\n2\n1\n"]) == 1
    told = capsys.readouterr().out
    assert told.count("tried") == 2
    assert f"(a number by one) or is left out; {AS_THEY_ARE}." in told
    only = "across:\n? ?\n? ?\ndown:\n?\n?\n"
    assert spec.why(only).closed == (("across", AS_THEY_ARE), ("down", AS_THEY_ARE))
    assert main(["why", str(path), only]) == 1
    told = capsys.readouterr().out
    assert "No solution with this across and down, whatever the other printed clues say." in told
    for command in ("mend", "minimise"):
        assert main([command, str(path), only]) == 2
        assert "internal error" not in capsys.readouterr().err


CLOSED = """\
grid 1 x w
given wall : bool at some cells drawn ". #"
find a : bool at cells - wall
rule "One of the cells is on": count(a) = 1
rule "All of them are": all(a)
"""


def test_why_says_which_clues_are_left_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "closed.spec"
    path.write_text(CLOSED, encoding="utf-8")
    reason = load(path).why("wall: .#.")
    assert reason.state is State.NO_SOLUTION
    assert reason.clues is None
    assert reason.groups
    assert reason.closed == (("wall", "what is to be found depends on it"),)
    assert main(["why", str(path), "wall: .#."]) == 1
    told = capsys.readouterr().out
    assert "No other values were tried for wall: what is to be found depends on it." in told


BROKEN = """\
grid 1 x 2
given clue : 0..1 at some cells
find number : 0..1 at cells from clue
rule "All are 1":
    all(number[c] = 1 for c in cells)
rule "The sum is 1":
    sum(number) = 1
"""


@pytest.mark.parametrize(
    ("text", "puzzle", "printed"),
    [(CLOSED, "wall: .#.", None), (BROKEN, "clue: . 1", [])],
    ids=["not known", "none takes part"],
)
def test_json_tells_no_conflicting_clue_from_clues_that_are_not_known(
    text: str,
    puzzle: str,
    printed: list[Any] | None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "conflict.spec"
    path.write_text(text, encoding="utf-8")
    assert main(["why", str(path), puzzle, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["state"] == "no solution"
    assert document["printed"] == printed
    assert document["mends"] == printed


def test_why_of_several_solutions_tells_what_would_leave_one() -> None:
    latin = load("latin_square")
    reason = latin.why("n: 3")
    assert reason.state is State.UNDECIDED
    assert reason.known == (0, 9)
    one, other = reason.examples
    assert one.answer != other.answer
    clue = [["."] * 3 for _ in range(3)]
    assert reason.fewest
    assert len(reason.settling) == 2
    for fact in reason.settling:
        clue[fact.variable // 3][fact.variable % 3] = str(fact.value)
    puzzle = "n: 3\nclue:\n" + "\n".join(" ".join(row) for row in clue)
    assert latin.count(puzzle) == 1


GUESTS = """\
things guest = {ann, bob}
things seat = 1..2
find place : seat at guest
find dish : {soup, fish} at guest
rule "Everyone has a seat of their own": all_different(place)
rule "All eat soup": all(dish[g] = soup for g in guest)
"""


def test_undecided_values_are_named_with_their_layer_where_two_share_a_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "guests.spec"
    path.write_text(GUESTS, encoding="utf-8")
    assert main(["why", str(path)]) == 1
    assert "Undecided: the place of ann and bob.\n" in capsys.readouterr().out
    assert main(["why", "latin_square", "n: 2"]) == 1
    assert "Undecided: r1c1, r1c2, r2c1, r2c2.\n" in capsys.readouterr().out


def test_why_of_one_solution_has_nothing_to_say() -> None:
    assert load("star_battle").why(STARS).state is State.OPEN


def test_why_on_a_wrong_board_names_the_value(capsys: pytest.CaptureFixture[str]) -> None:
    name = example("star_battle").name
    assert main(["why", "star_battle", name, "*????\n?????\n?????\n?????\n?????"]) == 1
    assert capsys.readouterr().out.startswith("This is wrong: a star at r1c1.\n")


def test_a_board_that_no_solution_looks_like_is_wrong_not_the_puzzle(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What the board shows of a computed layer is a condition beside the rules, not one of them."""
    spec = tmp_path / "squares.spec"
    spec.write_text(
        "grid h x w\nfind spot : bool at windows(2, 2)\n"
        "let taken[c in cells] = count(spot[q] for q in windows(2, 2)(c))\n"
        'rule "One square": size(spot) = 1\nanswer taken\n'
    )
    board = tmp_path / "board.txt"
    board.write_text("taken:\n1 1 0\n1 1 0\n1 0 0\n")
    assert main(["why", str(spec), "h: 3\nw: 3", str(board)]) == 1
    told = capsys.readouterr().out
    assert told.startswith("The board cannot be right.\nThe board shows taken 1 at r1c1.\n")
    assert main(["hint", str(spec), "h: 3\nw: 3", str(board)]) == 1
    assert capsys.readouterr().out.startswith("The board cannot be right.\n")
    board.write_text("taken:\n1 1 0\n1 1 0\n0 0 0\n")
    assert main(["why", str(spec), "h: 3\nw: 3", str(board)]) == 0


def test_why_of_an_optimum_is_about_the_best_solutions(tmp_path: Path) -> None:
    path = tmp_path / "few.spec"
    path.write_text(OPTIMAL, encoding="utf-8")
    assert load(path).why("h: 1\nw: 3").state is State.OPEN
    several = load(path).why("h: 1\nw: 2")
    assert several.state is State.UNDECIDED
    assert len(several.settling) == 1


@pytest.mark.parametrize(
    ("spec", "puzzle"),
    [
        ("latin_square", "n: 3\nclue:\n1 . .\n. . .\n. . 1"),
        (
            "heyawake",
            "room:\nA A B B\nA A B B\nC C D D\nclue:\n. . 1 .\n. . . .\n. . . .\n",
        ),
        ("slitherlink", "clue:\n3 . 2 .\n. . . .\n. 1 . 3\n"),
    ],
)
def test_why_finds_what_all_solutions_have_in_common_without_steps(
    spec: str, puzzle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pzc.tasks.explain.steps.Explainer.__init__", None)
    loaded = load(spec)
    reason = loaded.why(puzzle)
    position = Position(loaded, puzzle)
    answer = [v.index for v in variables_of(o for o in position.instances.model.answer)]
    every = list(NativeSolver(position.instances.whole).enumerate())
    assert len({tuple(a[v] for v in answer) for a in every}) > 1
    assert reason.undecided == tuple(v for v in answer if len({a[v] for a in every}) > 1)
    known = in_common(position, every[:1])
    assert all(known.left[v] == {a[v] for a in every} for v in answer)
    settled = [
        a for a in every if all((a[f.variable] == f.value) is f.holds for f in reason.settling)
    ]
    assert len({tuple(a[v] for v in answer) for a in settled}) == 1


@pytest.mark.parametrize(("error", "code"), [(OutOfTime, 3), (KeyboardInterrupt, 130)])
def test_why_tells_what_it_found_until_it_was_stopped(
    error: type[BaseException],
    code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*_: object) -> None:
        raise error

    monkeypatch.setattr("pzc.tasks.explain.why.in_common", stopped)
    assert main(["why", "latin_square", "n: 2"]) == code
    captured = capsys.readouterr()
    assert captured.out.startswith("Several solutions.\n\nsolution 1:\n")
    assert "this is what was found until then" in captured.err


def test_why_prints_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "latin_square", "n: 3"]) == 1
    assert "Several solutions. They agree on 0 of 9 values." in capsys.readouterr().out
    assert main(["why", "nurikabe", CLASH, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["state"] == "no solution"
    assert document["rules"]
    assert document["printed"][0] == {"layer": "clue", "place": "r1c1", "value": "2"}
    assert document["mends"][0]["blank"]
    assert document["steps"][-1]["facts"] == []


@pytest.mark.parametrize(
    ("args", "pointer"),
    [
        (["solve", "latin_square", "n: 2\nclue:\n1 1\n. ."], "pzc why says what conflicts"),
        (["count", "latin_square", "n: 2\nclue:\n1 1\n. ."], "pzc why says what conflicts"),
        (["solve", "latin_square", "n: 2", "--unique"], "pzc why says what would make it unique"),
        (["count", "latin_square", "n: 2"], "pzc why says what would make it unique"),
        (["verify", "latin_square", "n: 2", "1 ?\n? 2"], "pzc why says where it went wrong"),
    ],
)
def test_other_commands_point_to_why(
    args: list[str], pointer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(args)
    assert pointer in capsys.readouterr().err


@pytest.mark.parametrize("args", [["solve", "--unique"], ["count"]])
def test_nothing_points_to_why_where_there_is_one_solution(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command, *options = args
    assert main([command, "star_battle", example("star_battle").name, *options]) == 0
    assert "pzc why" not in capsys.readouterr().err


def test_clues_that_clash_are_named_as_they_are_seen(capsys: pytest.CaptureFixture[str]) -> None:
    rocks = example("anglers").text.replace("..#..", "..##.", 1)
    assert main(["why", "anglers", rocks]) == 1
    told = capsys.readouterr().out
    assert "No solution: the rock at r1c4 and the rock at r2c5 cannot stand together.\n" in told
    pearls = example("masyu").text.replace("......", ".B....", 1)
    assert main(["why", "masyu", pearls]) == 1
    told = capsys.readouterr().out
    assert "the black pearl at r1c2 and the white pearl at r2c3 cannot stand together" in told


def test_cells_of_a_region_that_clash_are_named_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    regions = "ABBCCD\nABBCCD\nAABBCD\nAABBBD\nBBBBFF\nBFFFFE"
    assert main(["why", "star_battle", f"stars: 1\nregion:\n{regions}"]) == 1
    told = capsys.readouterr().out
    assert "No solution: region A at r1c1 and r3c2, region B at r1c2, r1c3 to r3c3" in told
    assert "One change would mend it: region A at r1c1 or r3c2 changed to E.\n" in told


def test_why_says_meanwhile_what_it_looks_for() -> None:
    said = [
        [_doing(None, State), *(_doing(reason, State) for reason in stages(load(spec), puzzle))]
        for spec, puzzle in (("latin_square", "n: 2"), ("nurikabe", CLASH))
    ]
    assert said[0] == [
        "looking for a solution",
        "there is a solution, looking for another one",
        "several solutions, looking for what they have in common",
        "several solutions, looking for values that leave one",
        "several solutions, looking for values that leave one",
    ]
    assert said[1][1] == "no solution, looking for rules that conflict"
    assert said[1][-1] == "no solution, looking for printed clues that conflict"


def test_a_wrong_board_takes_a_search_only_for_values_in_no_solution_seen_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = "1 2 3 4 5 6\n2 1 4 3 6 5\n3 4 5 6 1 2\n? ? ? ? ? ?\n? ? ? ? ? ?\n? ? ? ? 3 6\n"
    searches = 0
    begin = NativeSolver.begin

    def counted(solver: NativeSolver, *args: Any, **kwargs: Any) -> None:
        nonlocal searches
        searches += solver is position.instances.deciding
        begin(solver, *args, **kwargs)

    position = Position(load("latin_square"), "n: 6", board)
    monkeypatch.setattr(NativeSolver, "begin", counted)
    wrong = position.wrong()
    assert len(wrong) > 1
    assert searches < len(position.board_facts)


@pytest.mark.parametrize(
    "name, puzzle, clues",
    [
        ("shikaku", "6....\n.....\n..1.1\n", 1),
        ("nurikabe", "1..3..\n......\n....1.\n", 2),
        ("nurikabe", "2 . . 2 .\n. . . . .\n9 . . . .\n. . . 9 .\n", 2),
    ],
)
def test_rules_that_conflicting_clues_break_are_broken_beside_the_others(
    name: str, puzzle: str, clues: int
) -> None:
    """On a board without the 6, the piece of its cell holds no number: nobody sees this."""
    spec = load(name)
    reason = spec.why(puzzle)
    assert reason.state is State.NO_SOLUTION and reason.steps
    assert len(reason.clues or ()) == clues
    instances = Position(spec, puzzle).instances
    told = {(g.rule, str(g.bindings)): g for g in instances.groups}
    groups = instances.ordered(told[g.rule, str(g.bindings)] for g in reason.groups)
    assert instances.refute(groups, instances.given(), 10**9) is not None
