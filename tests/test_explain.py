"""Explanations: steps and their words, hints from boards, puzzles without exactly one solution.

That steps are right is proved in `test_explain_proof`."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest
from explanations import OPTIMAL, STARS, example, explained, links
from hypothesis import given
from hypothesis import strategies as st
from pzc import load
from pzc.cli import main
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import Source
from pzc.tasks.explain import walk
from pzc.tasks.explain.deletion import minimal
from pzc.tasks.explain.explanation import Explanation
from pzc.tasks.explain.fewest import fewest_facts
from pzc.tasks.explain.instances import Groups, Instances
from pzc.tasks.explain.joining import CUT
from pzc.tasks.explain.nested import INNER, LENGTH
from pzc.tasks.explain.position import NONE, Position, State
from pzc.tasks.explain.rating import FAR, effort, total
from pzc.tasks.explain.step import SHORT_CHAIN, TOGETHER, Step, Tier
from pzc.tasks.explain.steps import Explainer
from pzc.tasks.library import SPECS
from pzc.tasks.spec import Spec
from pzc.tasks.wording.facts import Fact


def test_tiers_keep_to_their_limits() -> None:
    steps = [s.step for name in ("star_battle", "masyu", "slitherlink") for s in explained(name)[1]]
    assert {Tier.ONE, Tier.FEW, Tier.CHAIN} <= {s.tier for s in steps}
    assert all(len(s.groups) <= TOGETHER for s in steps if s.tier is Tier.FEW)
    assert all(0 < len(s.inner) <= SHORT_CHAIN for s in steps if s.tier is Tier.CHAIN)
    assert all(s.inner[-1].is_contradiction for s in steps if s.tier is Tier.CHAIN)


def test_a_chain_concludes_nothing_that_is_known() -> None:
    chains = [s for name in ("heyawake", "masyu", "slitherlink") for s in explained(name)[1]]
    chains = [shown for shown in chains if shown.step.tier is Tier.CHAIN]
    assert chains
    concluded = [(s.known, f) for s in chains for link in s.step.inner for f in link.facts]
    assert not [fact for known, fact in concluded if known.knows(fact)]


def test_links_of_a_chain_cite_no_instance_in_vain() -> None:
    joint = 0
    for name in ("compass", "fillmat", "galaxies"):
        explanation, shown = explained(name)
        instances = explanation.position.instances
        of_few = [link for s in shown for link in links(s.step) if len(link.groups) > 1]
        for link in (link for link in of_few if not link.inner):
            against = [instances.opposite(f) for f in link.facts[:1]]
            if len({group.rule for group in link.groups}) == 1 and link.facts:
                continue  # each of them may conclude some of the facts
            joint += 1
            for out in link.groups:
                groups = [g for g in link.groups if g != out]
                assert instances.fails(groups, [*link.cited, *against]) is None
    assert joint


def test_facts_that_follow_from_the_same_are_not_looked_into_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of an area that is closed each value in it is ruled out by the same facts."""
    asked = 0
    fails = Instances.fails

    def counting(*args: Any) -> Any:
        nonlocal asked
        asked += 1
        return fails(*args)

    monkeypatch.setattr(Instances, "fails", counting)
    assert explained("fillomino")[1]
    assert 0 < asked < 5_000


@pytest.mark.parametrize("name", ["fillomino", "hebi"])
def test_values_that_one_instance_rules_out_for_the_same_reason_are_one_step(name: str) -> None:
    """Where the values were found by suppositions, too."""
    steps = [s.step for s in explained(name)[1] if s.step.tier is Tier.ONE and s.step.groups]
    reasons = [(step.groups, step.cited, [f.variable for f in step.facts]) for step in steps]
    assert any(len(step.facts) > 3 for step in steps)
    assert not [one for one, next_one in itertools.pairwise(reasons) if one == next_one]


ROOMS = """\
grid h x w
given room : symbol at cells
find  dark : bool at cells drawn ". #"

rule "Every room holds one connected piece of three dark cells":
    for g in groups(room):
        size(dark & g) = 3
        connected(dark & g)
"""


def test_all_that_follows_from_what_is_connected_in_a_room_is_seen() -> None:
    """Propagation does not find it: the cell in the corner is in each of the three pieces."""
    spec = Spec.of(Source("rooms.spec", ROOMS))
    (shown,) = spec.explain("room:\nA A A\nB B A\nB B A\n")
    assert shown.step.tier is Tier.ONE
    assert shown.lines[1:] == ["  r1c3 is dark."]


def test_values_of_a_place_that_are_refuted_in_the_same_way_are_one_step() -> None:
    path = SPECS / "examples" / "fillomino" / "2.puzzle"
    steps = Explanation(load("fillomino"), Source(str(path), path.read_text(encoding="utf-8")))
    shown = next(s for s in steps if s.step.inner and len(s.step.facts) > 1)
    goal, *others = shown.step.facts
    assert {f.variable for f in others} == {goal.variable}
    assert shown.lines[-2:] == ["  So r1c4 is not 35.", "  In the same way r1c4 is at most 34."]


def test_a_chain_that_people_can_follow_is_preferred_to_one_that_fails_sooner() -> None:
    steps = [s.step for s in explained("arrow_sudoku")[1]]
    assert any(s.tier is Tier.CHAIN for s in steps)
    assert all(len(s.groups) <= 6 for s in steps if s.inner)


def test_suppositions_are_nested_one_level_at_most_and_go_by_cases() -> None:
    shown = explained("masyu")[1]
    steps = [s.step for s in shown]
    nested = [step for step in steps if step.branches]
    assert all(s.lines[0].endswith(", and go on by cases.") == s.step.branches for s in shown)
    assert nested
    assert all(step.tier is Tier.LONG_CHAIN for step in nested)
    assert not any(deep.inner for step in nested for inner in step.inner for deep in inner.inner)


def test_few_instances_over_a_whole_board_are_minimised_with_enough_work() -> None:
    """Where the search for a smaller set ended too soon, the step went by cases."""
    tiers = {s.step.tier for s in explained("shakashaka")[1]}
    assert tiers == {Tier.ONE, Tier.FEW}


def test_suppositions_within_one_are_few_enough_to_be_followed() -> None:
    nested = [s.step for name in ("masyu", "view") for s in explained(name)[1] if s.step.branches]
    assert nested
    assert all(sum(bool(inner.inner) for inner in step.inner) <= INNER for step in nested)
    assert all(step.length <= LENGTH for step in nested)


def test_a_value_is_placed_where_its_absence_is_refuted() -> None:
    """A number may be the only way out of its area: then no other number is ruled out before."""
    chains = [s.step for s in explained("fillomino")[1] if s.step.inner]
    assert chains
    assert all(step.places for step in chains)


def test_the_same_board_gives_the_same_hint() -> None:
    first, second = (load("masyu").hint(example("masyu")) for _ in range(2))
    assert [s.lines for s in first.steps] == [s.lines for s in second.steps] != []


def test_a_step_gets_easier_when_more_is_known() -> None:
    explanation = load("sudoku").explain(example("sudoku"))
    blocks = [unit for kind in ("rows", "columns") for unit in _units(explanation, kind)]
    dearer = 0
    for shown in explanation:
        step, left = shown.step, shown.known.left
        if step.tier is Tier.ONE and (step.cost <= 2.5 or not step.cited):
            continue
        dearer += 1
        places = [[v for v in unit if d in left[v]] for unit in blocks for d in range(1, 10)]
        assert not [p for p in places if len(p) == 1 and shown.known.is_open(p[0])]
    assert dearer


def _units(explanation: Explanation, kind: str) -> list[list[int]]:
    board = explanation.final().board
    spots = explanation.position.instances.spots
    at = {spot.key: v for v, spot in spots.items()}
    return [[at[cell] for cell in unit] for unit in getattr(board, kind)]


# ---- words ---------------------------------------------------------------------------------------


def said(name: str, number: int) -> list[str]:
    return [line.strip() for line in explained(name)[1][number - 1].lines]


def test_a_step_in_words_names_the_rule_what_it_is_about_and_what_follows() -> None:
    assert said("star_battle", 1) == [
        "Every row, column and region holds exactly 1 star. Take column 2 and region B together.",
        "No star at r3c2 to r5c2.",
    ]
    assert said("kakuro", 4) == [
        "A word adds up to the number before it (the 10 at r2c2).",
        "r4c2 is 1 or 2: so r3c2 is 8 or 9.",
    ]
    assert said("slitherlink", 12) == [
        "Each number counts the drawn sides of its cell (the 3 at r1c2).",
        "A line above r1c2, between r1c1 and r1c2, and between r1c2 and r2c2: so no line between"
        " r1c2 and r1c3.",
    ]


def test_a_chain_in_words_supposes_the_opposite() -> None:
    chain = next(s for s in explained("slitherlink")[1] if s.step.tier is Tier.CHAIN)
    first, *_, but, so = (line.strip() for line in chain.lines)
    assert first.startswith("Suppose ")
    assert but.startswith("But ")
    assert " – that breaks: " in but
    assert so.startswith("So ")


def first_lines(name: str) -> str:
    return "\n".join(line for s in explained(name)[1] for line in s.lines)


def test_what_rules_call_shaded_is_said_to_be_shaded() -> None:
    told = first_lines("heyawake")
    assert " shaded" in told
    assert " unshaded" in told
    assert "black" not in told
    assert "black" in first_lines("str8ts")


def test_a_contradiction_does_not_repeat_what_was_just_said() -> None:
    chains = [s for s in explained("heyawake")[1] if len(s.step.inner) > 1]
    brief = 0
    for shown in chains:
        *_, before, last = shown.step.inner
        if set(last.cited) <= {*before.facts}:
            brief += 1
            assert "  But that breaks: " in shown.lines[-2]
    assert brief


# ---- boards --------------------------------------------------------------------------------------


def test_a_hint_goes_on_from_a_board() -> None:
    stars = load("star_battle")
    hint = stars.hint(STARS, "??????\n??????\n?*????\n??????\n??????\n??????")
    assert hint.state is State.OPEN
    step = hint.steps[-1].step
    assert [f.variable for f in step.cited] == [13]


def test_a_wrong_board_is_reported_with_the_wrong_value_and_why() -> None:
    stars = load("star_battle")
    hint = stars.hint(STARS, "??????\n??????\n?.????\n??????\n??????\n??????")
    assert hint.state is State.WRONG
    assert hint.words == "This is wrong: no star at r3c2."
    assert hint.steps[-1].lines[-1].strip() == "A star at r3c2."


def test_values_that_contradict_each_other_only_together_are_refuted() -> None:
    hint = Spec.of(Source("rooks.spec", ROOKS)).hint("n: 4", "*???\n*???\n????\n????")
    assert hint.words == "These cannot all be right: a rook at r1c1 and r2c1."
    assert hint.where == "Look at column 1."
    assert hint.steps[-1].lines == [
        "Each row and column has a rook (column 1).",
        "  A rook at r1c1 and r2c1: so this cannot be.",
    ]


def test_a_right_and_full_board_needs_no_hint() -> None:
    stars = load("star_battle")
    solution = str(stars.solve(STARS))
    assert stars.hint(STARS, solution).state is State.FINISHED


# ---- puzzles without exactly one solution, optima, plans -----------------------------------------


def test_of_several_solutions_what_they_have_in_common_is_explained() -> None:
    latin = load("latin_square")
    explanation = latin.explain("n: 3\nclue:\n1 . .\n. . .\n. . .")
    steps = [s.step for s in explanation]
    assert explanation.state is State.UNDECIDED
    assert steps
    assert all(not f.holds for s in steps for f in s.facts)


def test_an_answer_may_be_known_though_what_it_is_computed_from_is_not() -> None:
    explanation = load("hinomaru").explain(example("hinomaru"))
    assert list(explanation)
    assert explanation.state is State.FINISHED


def test_without_a_solution_nothing_is_explained() -> None:
    latin = load("latin_square")
    puzzle = "n: 2\nclue:\n1 1\n. ."
    assert latin.hint(puzzle).state is State.NO_SOLUTION
    explanation = latin.explain(puzzle)
    assert not list(explanation)
    assert explanation.state is State.NO_SOLUTION


def test_the_best_value_is_cited_as_found_by_search(tmp_path: Path) -> None:
    path = tmp_path / "few.spec"
    path.write_text(OPTIMAL, encoding="utf-8")
    explanation = load(path).explain("h: 1\nw: 3")
    shown = list(explanation)
    assert explanation.state is State.FINISHED
    assert any("by search" in line for s in shown for line in s.lines)


# ---- commands ------------------------------------------------------------------------------------


def test_hint_says_where_to_look_and_with_more_what_follows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["hint", "star_battle", example("star_battle").name]) == 0
    assert capsys.readouterr().out == "Look at column 2 and region B.\n"
    assert main(["hint", "star_battle", example("star_battle").name, "--more"]) == 0
    assert "No star at r3c2 to r5c2." in capsys.readouterr().out


def test_explain_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "star_battle", example("star_battle").name, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["state"] == "finished"
    first = document["steps"][0]
    assert first["how"] == "few"
    assert first["facts"][0] == {
        "layer": "star",
        "place": "r3c2",
        "value": False,
        "holds": True,
    }
    assert first["new"] == ["r3c2", "r4c2", "r5c2"]


ROOKS = """\
grid n x n
find rook : bool at cells drawn ". *"
rule "Each row and column has a rook":
    for l in rows + columns: count(rook[l]) = 1
"""


def test_explain_says_whether_the_value_at_a_place_follows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rooks.spec"
    path.write_text(ROOKS, encoding="utf-8")
    board = "*..\n.??\n.??"
    assert main(["explain", str(path), "n: 3", board, "--place", "r2c2"]) == 1
    assert capsys.readouterr().out == "Nothing more follows: there are several solutions.\n"
    assert main(["explain", str(path), "n: 3", board, "--place", "r1c1"]) == 0
    assert capsys.readouterr().out == "Known from the start: a rook at r1c1.\n"
    assert main(["explain", str(path), "n: 3", board, "--place", "rook", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["state"] == "undecided"
    assert main(["explain", str(path), "n: 3", "*??\n???\n???", "--place", "r1c3"]) == 0
    assert "so no rook at r1c3." in capsys.readouterr().out


def test_explain_tells_the_steps_to_one_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "star_battle", example("star_battle").name, "--place", "r5c3"]) == 0
    told = capsys.readouterr().out
    assert "star at r5c3." in told
    assert main(["explain", "star_battle", example("star_battle").name, "--place", "r9c9"]) == 2
    err = capsys.readouterr().err
    assert "E0521" in err and "did you mean" not in err


def test_a_given_board_is_read_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "star_battle", "-", "-"]) == 2
    assert "E0510" in capsys.readouterr().err


def test_a_puzzle_says_what_its_board_tells() -> None:
    position = Position(load("star_battle"), STARS, "*?????\n" + "??????\n" * 5)
    assert position.board_facts == [Fact(0, 1)]


@pytest.mark.parametrize(("error", "code"), [(OutOfTime, 3), (KeyboardInterrupt, 130)])
def test_explain_tells_the_steps_that_it_found_until_it_was_stopped(
    error: type[BaseException],
    code: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = Explainer.next

    def stopped(self: Explainer) -> Step | None:
        step = found(self)
        if self.known.left[0] == {0}:
            raise error
        return step

    monkeypatch.setattr(Explainer, "next", stopped)
    assert main(["explain", "star_battle", example("star_battle").name]) == code
    captured = capsys.readouterr()
    assert captured.out.startswith("1  Every row, column and region holds exactly 1 star.")
    assert " after " in captured.err


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_a_time_limit_is_reported(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(self: Position, work: int | None) -> State:
        raise OutOfTime("deadline")

    monkeypatch.setattr(Position, "state_within", late)
    assert main([command, "sudoku", example("sudoku").name]) == 3
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "out of time\n")
    assert main([command, "sudoku", example("sudoku").name, "--json"]) == 3
    captured = capsys.readouterr()
    assert captured.err == "out of time\n"
    document = json.loads(captured.out)
    assert (document["state"], document["steps"]) == ("out of time", [])


def test_explain_stops_at_its_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "sudoku", example("sudoku").name, "--timeout", "0.001"]) == 3
    assert "out of time" in capsys.readouterr().err


# ---- rating --------------------------------------------------------------------------------------


def test_a_rating_is_made_of_the_steps_of_the_explanation() -> None:
    rating = load("star_battle").rate(example("star_battle"))
    steps = [s.step for s in explained("star_battle")[1]]
    assert [(m.tier, m.cost) for m in rating.moments] == [(s.tier, s.cost) for s in steps]
    assert rating.number == round(total(m.effort for m in rating.moments), 1)
    assert all(m.effort >= m.cost for m in rating.moments)
    assert rating.steps == len(steps) == sum(rating.tiers.values())
    assert rating.hardest is not None
    assert rating.hardest.step.tier is max(s.tier for s in steps)
    assert all(rating.seen)


@pytest.mark.parametrize("name", ["hashiwokakero", "nurikabe", "palisade", "slitherlink"])
def test_every_step_is_one_of_those_to_be_seen(name: str) -> None:
    rating = load(name).rate(example(name))
    assert rating.number > 0
    assert all(m.seen >= 1 for m in rating.moments)


def test_rate_prints_a_line_for_each_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    names = [example("sudoku").name, example("sudoku").name]
    assert main(["rate", "sudoku", *names]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert " easy · " in lines[0]
    assert main(["rate", "latin_square", "n: 2\nclue:\n1 1\n. ."]) == 1
    assert main(["rate", "latin_square", "n: 3"]) == 1
    assert "there are several solutions" in capsys.readouterr().out


def test_a_harder_step_and_one_that_is_hard_to_see_count_for_more() -> None:
    assert total([10]) == pytest.approx(10)
    assert total([10, 10]) < total([1, 19]) < 20
    assert effort(2, 0) == 2 < effort(2, 20 / 5) < effort(2, 20)


def test_rate_prints_what_it_found_until_it_was_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = example("star_battle").name
    whole, calls = load("star_battle").rate(example("star_battle")), 0
    step = Explainer.next

    def stopped(explainer: Explainer) -> Step | None:
        nonlocal calls
        calls += 1
        if calls == whole.steps + 4:
            raise KeyboardInterrupt
        return step(explainer)

    monkeypatch.setattr(Explainer, "next", stopped)
    assert main(["rate", "star_battle", name, name, "--json"]) == 130
    out, err = capsys.readouterr()
    first, second = json.loads(out)
    assert (first["state"], first["number"]) == ("finished", whole.number)
    assert (second["state"], second["steps"], second["ended"]) == ("open", 2, "interrupted")
    assert "interrupted" in err


@pytest.mark.parametrize("command", ["hint", "explain", "why", "rate"])
def test_a_run_that_ends_before_it_finds_anything_says_so_as_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pzc.tasks.spec.load", interrupted)
    assert main([command, "star_battle", example("star_battle").name, "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found[0] if command == "rate" else found)["state"] == "interrupted"


def test_what_is_seen_across_the_board_costs_more_than_what_is_seen_beside() -> None:
    _, shown = explained("hitori")
    moments = load("hitori").rate(example("hitori")).moments
    more = [m.cost - s.step.cost for m, s in zip(moments, shown, strict=True)]
    cuts = [s.step.note == CUT for s in shown]
    assert {cut: round(extra, 2) for cut, extra in zip(cuts, more, strict=True)} == {
        False: 0,
        True: FAR,
    }


def test_solvers_are_loaded_only_for_rule_instances_that_yield_something() -> None:
    """Of the thousand placements of Statue Park, each has a shape of its own."""
    explanation = load("statue_park").explain(example("statue_park"))
    next(iter(explanation))
    shapes = [facet.shape for facet in explanation._walk.explainer._facets.every]
    loaded = [shape for shape in shapes if shape.is_loaded]
    assert loaded
    assert len(loaded) * 10 < len(shapes)


def test_the_last_value_is_not_supposed_within_a_supposition() -> None:
    path = SPECS / "examples" / "country_road" / "2.puzzle"
    explanation = load("country_road").explain(Source(str(path), path.read_text(encoding="utf-8")))
    nested = [shown.step for shown in explanation if shown.step.branches]
    assert nested
    opposite = explanation.position.instances.opposite
    for step in nested:
        inner = {f for link in step.inner if link.inner for f in link.facts}
        assert not any(opposite(fact) in inner for fact in inner)


def test_facts_that_are_not_needed_go_several_at_once() -> None:
    puzzle = Position(load("star_battle"), STARS)
    instances = puzzle.instances
    facts = [instances._facts.fixed(v, 0) for v in range(16)]
    asked: list[int] = []

    def refute(groups: Groups, some: Sequence[Fact]) -> tuple[Groups, list[Fact]] | None:
        asked.append(len(some))
        return (groups, [*some]) if facts[3] in some else None

    assert fewest_facts(instances, (), facts, None, refute) == [facts[3]]
    assert len(asked) < len(facts)


@given(st.sets(st.integers(0, 63), max_size=8), st.booleans(), st.sampled_from([1, 4, 64]))
def test_a_minimal_subset_is_what_deleting_one_after_another_leaves(
    needed: set[int], is_core: bool, size: int
) -> None:
    """Whether the calls name all elements left, or only those that are needed."""
    asked = 0

    def enough(some: Sequence[int]) -> Collection[int] | None:
        nonlocal asked
        asked += 1
        if not needed <= {*some}:
            return None
        return needed if is_core else some

    assert minimal([*range(63, -1, -1)], enough, size) == sorted(needed, reverse=True)
    # Around each needed element the size goes down to one and up again.
    assert asked <= 8 + 18 * len(needed)


@pytest.mark.parametrize("genre", ["slitherlink", "sudoku", "heyawake", "kakuro"])
def test_steps_do_not_wait_long_for_whether_there_is_a_solution(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, puzzle = load(genre), example(genre)
    steps, rating = [s.step for s in spec.explain(puzzle)], spec.rate(puzzle)
    monkeypatch.setattr(walk, "CHECKING", 1)
    explanation = spec.explain(puzzle)
    work = explanation.position.instances.deciding.work
    found = iter(explanation)
    first = next(found).step
    assert explanation.position.instances.deciding.work == work
    assert [first, *(s.step for s in found)] == steps
    assert explanation.state is State.FINISHED
    again = spec.rate(puzzle)
    assert (again.number, again.moments, again.state) == (
        rating.number,
        rating.moments,
        rating.state,
    )


def test_a_puzzle_turns_out_to_have_no_solution_after_some_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(walk, "CHECKING", 1)
    monkeypatch.setattr(Position, "state_within", lambda *_: None)
    slitherlink, puzzle = load("slitherlink"), "clue:\n3 . . .\n. . . .\n. . 0 3\n. . . 3\n"
    assert slitherlink.solve(puzzle) is None
    explanation = slitherlink.explain(puzzle)
    steps = list(explanation)
    assert steps
    assert not any(s.step.is_contradiction for s in steps)
    assert explanation.state is State.NO_SOLUTION
    assert explanation.words == NONE
    rating = slitherlink.rate(puzzle)
    assert (rating.state, rating.words, rating.moments) == (State.NO_SOLUTION, NONE, ())
    assert not list(slitherlink.explain(puzzle).of("r4c1/bottom"))
