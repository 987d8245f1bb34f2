"""Puzzles without exactly one solution, optima and plans: what hint, explain, why and rate say."""

from __future__ import annotations

from pathlib import Path

import pytest
from explanations import OPTIMAL, example
from making import own_spec
from pzc import load
from pzc.cli import main
from pzc.tasks.explain.chains import least
from pzc.tasks.explain.facets import Facets
from pzc.tasks.explain.instances import Instances
from pzc.tasks.explain.position import State
from pzc.tasks.wording.facts import Fact

SEVERAL = "n: 3\nclue:\n1 . .\n. . .\n. . ."
NONE = "n: 2\nclue:\n1 1\n. ."
COMMANDS = ("hint", "explain", "why", "rate")


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.spec"
    path.write_text(OPTIMAL, encoding="utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    code = main([*args])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_plans_are_not_rated(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "rate", "hanoi", example("hanoi").name)
    assert code == 2
    assert "E0520" in told


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("hint", "By search, a shortest plan has 6 moves.\nLook at jug small.\n"),
        ("explain", "At time 5 large is 5; at time 6 large is 4: so at time 6 small is 3."),
        ("why", "There is exactly one shortest plan, of 6 moves, and nothing on the board"),
    ],
)
def test_a_shortest_plan_is_explained_moment_by_moment(
    command: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = said(capsys, command, "pouring", example("pouring").name)
    assert code == 0
    assert line in told


@pytest.mark.parametrize("command", ["hint", "explain"])
def test_without_a_plan_this_is_said(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, command, "sliding", "213\n450\n")
    assert code == 1
    assert "The puzzle has no plan: none, however long." in told
    assert "pzc why says what is in the way" in told


@pytest.mark.parametrize("command", COMMANDS)
def test_without_a_solution_this_is_said(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, command, "latin_square", NONE)
    assert code == 1
    assert "o solution" in told


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("hint", "Look at "),
        ("explain", "Nothing more follows: there are several solutions."),
        ("why", "Several solutions. "),
        ("rate", "several solutions"),
    ],
)
def test_of_several_solutions_what_all_have_in_common_is_explained(
    command: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = said(capsys, command, "latin_square", SEVERAL)
    assert code == 1 or command == "hint"
    assert line in told


def test_a_hint_where_nothing_more_follows_says_so() -> None:
    hint = load("latin_square").hint("n: 3")
    assert hint.state is State.UNDECIDED
    assert hint.words == "Nothing more follows: there are several solutions."


BY_SEARCH = "The least value possible is 1, by search"


def test_the_best_value_is_cited_as_found_by_search(few: Path) -> None:
    spec = load(few)
    lines = [line for s in spec.hint("h: 1\nw: 3").steps for line in s.lines]
    explanation = spec.explain("h: 1\nw: 3")
    lines_of_all = [line for s in explanation for line in s.lines]
    assert explanation.state is State.FINISHED
    assert any(BY_SEARCH in line for line in lines)
    assert any(BY_SEARCH in line for line in lines_of_all)


def test_of_an_optimum_the_steps_to_the_best_solution_are_rated(few: Path) -> None:
    rating = load(few).rate("h: 1\nw: 3")
    assert rating.state is State.FINISHED
    assert rating.steps == len(list(load(few).explain("h: 1\nw: 3")))
    assert load(few).rate("h: 1\nw: 2").state is State.UNDECIDED


def test_why_a_board_is_none_of_the_best_cites_the_bound(few: Path) -> None:
    reason = load(few).why("h: 1\nw: 3", "* ? ?")
    assert reason.state is State.WRONG
    assert reason.wrong is not None
    assert any(BY_SEARCH in line for s in reason.wrong.steps for line in s.lines)


# A puzzle whose only conclusion is about a clue that is printed as unknown.
UNKNOWN = """\
puzzle "Around"
grid h x w
given clue : 0..9 at some cells unknown "?"
find  mine : bool at cells - clue drawn ". *"
rule "A number counts the mines beside it":
    for c in clue: count(mine[adjacent(c)]) = clue[c]
"""


@pytest.mark.parametrize("command", ["hint", "explain", "rate"])
def test_nothing_follows_about_unknown_clues_alone(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "around.spec"
    path.write_text(UNKNOWN, encoding="utf-8")
    assert main([command, str(path), ". . .\n. ? ."]) == 1
    told = capsys.readouterr().out
    assert "Nothing more follows: there are several solutions." in told
    assert "at most" not in told and "Look at" not in told


def test_anything_follows_from_facts_that_break_an_instance_about_other_places() -> None:
    spec = own_spec(
        "grid 1 x 3\n"
        "find digit : 1..3 at cells\n"
        'rule "Neighbours differ": for a, b in adjacent: digit[a] != digit[b]\n'
    )
    instances = Instances(spec.ground("", exact=True))
    first, _ = instances.groups
    both = [Fact(0, 1, True), Fact(1, 1, True)]
    elsewhere = Fact(2, 2, True)
    assert least(instances, Facets(instances), (first,), both, elsewhere) == ((first,), tuple(both))
