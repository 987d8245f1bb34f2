"""Why a plan is wrong, not the only shortest one, or why there is none."""

from __future__ import annotations

from pzc import load
from pzc.dsl.diagnostics import Source
from pzc.tasks.explain.position import State
from pzc.tasks.library import SPECS
from pzc.tasks.spec import Spec

WOLF = Source("1.solution", (SPECS / "examples/wolf_goat_cabbage/1.solution").read_text())


def test_of_several_shortest_plans_why_says_where_they_differ() -> None:
    reason = load("wolf_goat_cabbage").why()
    assert (reason.state, reason.moves) == (State.UNDECIDED, 7)
    assert reason.speech.values(reason.undecided) == [
        f"{item} at time {moment}" for moment in (3, 4) for item in ("wolf", "cabbage")
    ]
    (settling,) = reason.settling
    assert reason.speech.facts([settling]).startswith("at time ")


def test_of_a_wrong_plan_why_names_the_moves_that_break_rules_as_verify_does() -> None:
    spec = load("wolf_goat_cabbage")
    wrong = WOLF.text.replace("man: right", "man: left", 1)
    reason = spec.why("", wrong)
    assert reason.state is State.WRONG and reason.wrong is not None
    assert reason.wrong.words.splitlines() == [
        "These moves break rules:",
        *(f"{broken.text}." for broken in spec.verify("", wrong).broken),
    ]


def test_why_says_that_a_plan_is_longer_than_needed() -> None:
    first, second, *_ = (f"time {k}:\n{part}" for k, part in enumerate(_moments()))
    longer = first + second + "".join(f"time {k + 2}:\n{p}" for k, p in enumerate(_moments()))
    reason = load("wolf_goat_cabbage").why("", longer)
    assert reason.state is State.WRONG and reason.wrong is not None
    assert "longer than needed: 7 moves" in reason.wrong.words


def test_why_says_that_the_moves_so_far_lead_to_no_shortest_plan() -> None:
    first, second, *_ = _moments()
    detour = "".join(f"time {k}:\n{part}" for k, part in enumerate((first, second, first)))
    reason = load("wolf_goat_cabbage").why("", detour)
    assert reason.state is State.WRONG and reason.wrong is not None
    assert reason.wrong.words.startswith("No plan of 7 moves goes this way: at time 2 ")
    assert reason.wrong.steps


def test_the_beginning_of_a_shortest_plan_is_right() -> None:
    begun = "".join(f"time {k}:\n{part}" for k, part in enumerate(_moments()[:4]))
    assert load("wolf_goat_cabbage").why("", begun).state is State.OPEN


def _moments() -> list[str]:
    """The moments of the bundled plan, without their headings."""
    return [part.split("\n", 1)[1] for part in WOLF.text.split("time ")[1:]]


def test_without_a_plan_why_shows_the_nearest_state_and_the_rules_in_the_way() -> None:
    found = load("sliding").why("213\n450\n").no_plan
    assert found is not None and found.nearest is not None and found.needed is not None
    assert (found.states, found.never) == (360, ())
    assert found.nearest.moves == 0
    assert [broken.where for broken in found.nearest.broken] == ["r1c1", "r1c2"]
    assert [moves for _, moves in found.needed] == [1, 0, 1]


def test_without_a_plan_why_says_what_no_reachable_state_has() -> None:
    puzzle = "goal: 3\ncapacity:\nsmall 2\nlarge 6\n"
    found = load("pouring").why(puzzle).no_plan
    assert found is not None and found.states == 8
    assert found.never == (("In the end some jug holds 3 litres", "large is not 1, 3 or 5"),)


def test_of_a_goal_that_no_values_can_meet_why_names_the_rule_and_counts_no_states() -> None:
    goal = "In the end some jug holds 4 litres"
    found = load("pouring").why("goal: 4\ncapacity:\nsmall 1\nlarge 2\n").no_plan
    assert found is not None and found.length == "none, however long"
    assert (found.states, found.never, found.needed) == (None, (), ((goal, 0),))


def test_a_rule_about_the_first_move_is_in_the_way_of_a_plan_without_moves() -> None:
    text = """\
sequence time up to 2
find a : 0..2 at time
rule "it begins and ends with 1": a[time.first] = 1 and a[time.last] = 1
rule "it never rises": for t in time if t != time.last: a[next(t)] <= a[t]
rule "the first move leads to 2": a[next(time.first)] = 2
"""
    found = Spec.of(Source("first.spec", text)).why().no_plan
    assert found is not None and found.needed is not None
    assert [moves for _, moves in found.needed] == [1, 2, 0]


def test_without_a_plan_within_the_limit_why_names_the_rules_in_the_way() -> None:
    source = (SPECS / "jealous_husbands.spec").read_text().replace("up to 30", "up to 8")
    reason = Spec.of(Source("few.spec", source)).why()
    assert reason.state is State.NO_SOLUTION and reason.no_plan is not None
    assert reason.no_plan.length == "none within 8 moves; the shortest take 11"
    assert reason.no_plan.states is None
    assert [moves for _, moves in reason.no_plan.needed or ()] == [0, 1]


def test_a_rule_that_is_not_in_the_way_is_not_named() -> None:
    source = (
        'puzzle "Lift"\nthings floor = 1..4\nsequence time up to 9\nfind lift : floor at time\n'
        'rule "It begins on the ground": lift[time.first] = 1\n'
        'rule "It ends on 4": lift[time.last] = 4\n'
        'rule "It goes two floors at a time":\n'
        "    for t in time if t != time.last: abs(lift[next(t)] - lift[t]) = 2\n"
        'rule "It is somewhere": for t in time: lift[t] >= 1\n'
    )
    found = Spec.of(Source("lift.spec", source)).why().no_plan
    assert found is not None and found.states == 2
    assert [rule for rule, _ in found.needed or ()] == [
        "It begins on the ground",
        "It ends on 4",
        "It goes two floors at a time",
    ]
