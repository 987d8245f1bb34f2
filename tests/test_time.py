"""Sequences: shortest plans, proofs that there are none, plans as they are printed and judged."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
import pzc
from backend_names import BACKENDS, every_backend
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.cli import main
from pzc.compiler.plans.neighbours import speaks_of_neighbours
from pzc.compiler.plans.transitions import MOVES, transitions
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import PzcError, Source
from pzc.render.json import as_json
from pzc.render.plain import plain
from pzc.render.svg import svg
from pzc.render.text import text
from pzc.tasks import plans
from pzc.tasks.library import SPECS
from pzc.tasks.spec import Spec
from pzc.tasks.states import Search
from pzc.tasks.verify import verify

JUGS = "goal: {}\ncapacity:\nsmall {}\nlarge {}\n"
ODD = "213\n450\n"  # one swap away from order, which no slides undo

LIFT = """\
puzzle "Lift"
about  "A lift goes up and down."
things   floor = 1..4
sequence time up to {limit}
find lift : floor at time
define goes(t) = lift[next(t)] != lift[t]
rule "It begins on the ground": lift[time.first] = 1
rule "It goes a floor at a time":
    for t in time if t != time.last: abs(lift[next(t)] - lift[t]) = 1
"""


def spec_of(source: str) -> Spec:
    return Spec.of(Source("my.spec", source))


def lift(more: str, limit: object = 9) -> Spec:
    return spec_of(LIFT.format(limit=limit) + more)


# ---- known answers -------------------------------------------------------------------------------

KNOWN = [
    ("wolf_goat_cabbage", "", 7),
    ("jealous_husbands", "", 11),
    ("jealous_husbands", "seats: 3", 5),
    ("pouring", JUGS.format(4, 3, 5), 6),
    ("pouring", JUGS.format(5, 3, 5), 1),
    ("hanoi", "", 15),
    ("hanoi", "discs: 3", 7),
    ("sliding", "412\n053\n", 4),
    ("sliding", "123\n450\n", 0),
]


@every_backend
@pytest.mark.parametrize(("name", "puzzle", "moves"), KNOWN)
def test_known_plans(name: str, puzzle: str, moves: int, backend: str) -> None:
    spec = pzc.load(name)
    found = spec.solve(puzzle, backend=backend)
    assert found is not None and found.moves == moves
    assert verify(spec, puzzle, plain(found), backend=backend).holds


@pytest.mark.parametrize("backend", ["auto", "cnf"])
def test_the_farthest_slide_takes_21_moves(backend: str) -> None:
    found = pzc.load("sliding").solve("450\n123\n", backend=backend)
    assert found is not None and found.moves == 21


def four_couples(limit: int = 30) -> Spec:
    source = (SPECS / "jealous_husbands.spec").read_text().replace("up to 30", f"up to {limit}")
    return spec_of(source.replace("{red, green, blue}", "{red, green, blue, white}"))


@every_backend
def test_what_has_no_plan_however_long(backend: str) -> None:
    for spec, puzzle in (
        (four_couples(), ""),
        (pzc.load("sliding"), ODD),
        (pzc.load("pouring"), JUGS.format(3, 2, 6)),
    ):
        assert spec.solve(puzzle, backend=backend) is None
        assert spec.problem(puzzle, backend=backend).no_plan == "none, however long"


def test_what_has_no_plan_that_is_short_enough() -> None:
    source = (SPECS / "jealous_husbands.spec").read_text().replace("up to 30", "up to 8")
    reason = spec_of(source).problem().no_plan
    assert reason == "none within 8 moves; the shortest take 11"


def test_of_the_design_the_husbands_take_eleven_crossings() -> None:
    path = Path(__file__).parents[2] / "shared/design/specs/jealous_husbands.spec"
    if not path.exists():
        pytest.skip(f"no {path}")
    spec = Spec.of(Source(str(path), path.read_text()))
    found = spec.solve()
    assert found is not None and found.moves == 11


def test_solutions_are_those_among_the_shortest() -> None:
    assert pzc.load("wolf_goat_cabbage").count() == 2
    assert lift('rule "It ends on the ground floor again": lift[time.last] = 1').count() == 1
    # up and down in some order to floor 3 and back to 2: with one move to spare none is shorter
    ends = 'rule "It ends on 2, having been on 3":\n    lift[time.last] = 2\n'
    assert lift(ends + "    any(lift[t] = 3 for t in time)").count() == 1


# ---- beyond neighbouring moments -----------------------------------------------------------------

UP = "let up[t in time] = t != time.last and lift[next(t)] > lift[t]\n"
NEIGHBOURING = [
    'rule "a": lift[time.last] = 3',
    'rule "a":\n    for t in time if t != time.first and t < time.last: lift[t] != 4',
    'rule "a":\n    for t in time:\n      if t = time.last: lift[t] = 3\n      else: lift[t] > 0',
    f'{UP}rule "a":\n    for t in time: up[t]',
    'let goal = time.last\nrule "a": lift[goal] = 3',
    "find open : bool at t in time where t != time.last",
    'find rest : floor at floor\nrule "a":\n    for t in time: rest[lift[t]] = 1',
]
FAR = [
    'rule "a": any(lift[t] = 3 for t in time)',
    'rule "a": sum(lift) > 3',
    'rule "a": size(time) > 3',
    'rule "a":\n    for t in time:\n        for u in time if t < u: lift[t] != lift[u]',
    'rule "a": lift[next(time.first)] = 2',
    f'{UP}rule "a":\n    for t in time if t != time.last: up[next(t)]',
    "find when : time at floor",
]
# What only the constraints tell.
FAR_IN_THE_CONSTRAINTS = [
    'rule "a":\n    for t in time if t != time.first: lift[t] != lift[time.first]',
    'rule "a":\n    for t in time if t != time.last:\n        next(t) = time.last or lift[t] != 4',
    'rule "a": lift[time.first] = lift[time.last]',
]


@pytest.mark.parametrize("more", NEIGHBOURING)
def test_neighbouring_moments(more: str) -> None:
    spec = lift(more)
    assert speaks_of_neighbours(spec.program.declarations, "time")
    assert transitions(spec.ground(moves=MOVES)) is not None


@pytest.mark.parametrize("more", FAR + FAR_IN_THE_CONSTRAINTS)
def test_moments_that_are_no_neighbours(more: str) -> None:
    spec = lift(more)
    assert speaks_of_neighbours(spec.program.declarations, "time") == (more not in FAR)
    if more not in FAR:
        assert transitions(spec.ground(moves=MOVES)) is None


@pytest.mark.parametrize(
    ("more", "layers"),
    [
        ("", {"lift"}),
        ("to[time.first] = 2", {"lift"}),
        ("for t in time if t != time.last: to[t] != lift[t] + 3", {"lift"}),
        (
            "for t in time if t != time.last:\n"
            "        if next(t) != time.last: to[next(t)] != lift[t]",
            {"lift", "to"},
        ),
    ],
)
def test_a_move_is_no_part_of_a_state(more: str, layers: set[str]) -> None:
    """A state is visited once, not once for each move from it."""
    spec = spec_of(
        "sequence time up to 9\nfind lift : 1..5 at time\n"
        "find to : 1..5 at t in time where t != time.last\n"
        'rule "It moves by one floor":\n'
        "    lift[time.first] = 1 and lift[time.last] = 5\n"
        "    for t in time if t != time.last:\n"
        "        lift[next(t)] = to[t] and abs(to[t] - lift[t]) = 1\n"
        + (f'rule "More":\n    {more}\n' if more else "")
    )
    steps = transitions(spec.ground(moves=MOVES))
    assert steps is not None
    assert {v.label.partition("[")[0] for v in steps.go_on.before} == layers
    search = Search(steps, "native", None)
    search.go_on(None, lambda message: None)
    assert search.shortest == spec.problem().moves == 4


def test_without_neighbours_no_more_is_told_than_is_known() -> None:
    spec = lift('rule "Never": any(lift[t] = 2 and lift[t] = 3 for t in time)', limit=4)
    assert spec.solve() is None
    assert spec.problem().no_plan == "none within 4 moves"


def test_a_rule_on_a_moment_that_short_plans_lack() -> None:
    found = lift('rule "It goes up twice": lift[next(next(time.first))] = 3').solve()
    assert found is not None and found.moves == 2


def test_the_best_of_the_shortest() -> None:
    ends = 'rule "It ends on 1 after some moves": lift[time.last] = 1 and size(time) = 5\n'
    found = lift(ends + "maximize sum(lift)").solve()
    assert found is not None and (found.moves, found.objective) == (4, 9)


def test_a_search_that_gives_up_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of patience, plans of each length are asked for; the search has the last word."""
    begun: list[int] = []
    ask = plans.PlanningProblem.has_plan

    def asked(self: plans.PlanningProblem, grounding: object) -> bool:
        begun.append(0 if grounding is None else grounding.moves)  # type: ignore[attr-defined]
        return ask(self, grounding)  # type: ignore[arg-type]

    monkeypatch.setattr(plans, "PATIENCE", 1)
    monkeypatch.setattr(plans.PlanningProblem, "has_plan", asked)
    found = pzc.load("hanoi").solve("discs: 3")
    assert found is not None and found.moves == 7
    assert begun[-1] == 7 and len(begun) == 8
    assert four_couples(6).problem().no_plan == "none, however long"


def test_a_search_with_too_many_states_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pzc.tasks.states.MOST_STATES", 10)
    spec = four_couples()
    steps = transitions(spec.ground(moves=MOVES))
    assert steps is not None
    search = Search(steps, "native", None)
    search.go_on(None, lambda message: None)
    assert search.is_open
    source = (SPECS / "jealous_husbands.spec").read_text().replace("up to 30", "up to 5")
    assert spec_of(source).problem().no_plan == "none within 5 moves"


def test_a_deadline_holds_while_plans_are_looked_for() -> None:
    with pytest.raises(OutOfTime):
        pzc.load("hanoi").solve("discs: 9", timeout=0.01)


# ---- random small systems against brute force ----------------------------------------------------

State = tuple[int, bool]
STATES = list(product(range(3), (False, True)))


@dataclass(frozen=True)
class Clause:
    """A condition on a step (a, b at t; c, d at next(t)), or on a state, as text and as meaning."""

    text: str
    holds: Callable[[int, bool, int, bool], bool]


ON_STEPS = [
    Clause("x[next(t)] != x[t]", lambda a, b, c, d: a != c),
    Clause("x[next(t)] = x[t] + 1", lambda a, b, c, d: c == a + 1),
    Clause("x[next(t)] <= x[t]", lambda a, b, c, d: c <= a),
    Clause("y[next(t)] != y[t]", lambda a, b, c, d: b != d),
    Clause("y[t] => y[next(t)]", lambda a, b, c, d: not b or d),
    Clause("y[next(t)] => x[t] = 2", lambda a, b, c, d: not d or a == 2),
    Clause("x[t] = 1 => y[next(t)]", lambda a, b, c, d: a != 1 or d),
    Clause("(x[t] = x[next(t)]) = y[t]", lambda a, b, c, d: (a == c) == b),
]
ON_STATES = [
    Clause("x[t] = 0", lambda a, b, c, d: a == 0),
    Clause("x[t] = 2", lambda a, b, c, d: a == 2),
    Clause("x[t] != 1", lambda a, b, c, d: a != 1),
    Clause("y[t]", lambda a, b, c, d: b),
    Clause("not y[t]", lambda a, b, c, d: not b),
    Clause("x[t] = 2 => y[t]", lambda a, b, c, d: a != 2 or b),
]
# By the text of a guard: whether it lets moment t of a plan of k moves pass.
GUARDS: dict[str, Callable[[int, int], bool]] = {
    "t != time.last": lambda t, k: t != k,
    "t != time.last and t != time.first": lambda t, k: 0 < t < k,
    "t = time.first and t != time.last": lambda t, k: t == 0 < k,
    "t != time.last and next(t) = time.last": lambda t, k: t == k - 1,
    "t != time.last and next(t) != time.last": lambda t, k: t < k - 1,
}
AT_MOMENTS: dict[str, Callable[[int, int], bool]] = {
    "t = time.first": lambda t, k: t == 0,
    "t = time.last": lambda t, k: t == k,
    "t != time.first": lambda t, k: t != 0,
    "t != time.last": lambda t, k: t != k,
    "yes": lambda t, k: True,
}

guarded = st.one_of(
    st.tuples(st.sampled_from(list(GUARDS)), st.sampled_from(ON_STEPS)),
    st.tuples(st.sampled_from(list(AT_MOMENTS)), st.sampled_from(ON_STATES)),
)
Rules = list[tuple[str, Clause]]


def system(rules: Rules, limit: int) -> Spec:
    lines = [f"    for t in time if {guard}: {clause.text}\n" for guard, clause in rules]
    source = f"sequence time up to {limit}\nfind x : 0..2 at time\nfind y : bool at time\n"
    return spec_of(source + 'rule "r":\n' + "".join(lines))


def how_many(rules: Rules, moves: int) -> int:
    """The plans of so many moves, counted moment by moment."""
    passes = {**AT_MOMENTS, **GUARDS}
    on_steps = {clause.text for clause in ON_STEPS}
    here = [r for r in rules if r[1].text not in on_steps]
    on = [r for r in rules if r[1].text in on_steps]

    def stands(t: int, s: State) -> bool:
        return all(c.holds(*s, *s) for g, c in here if passes[g](t, moves))

    ways = {s: 1 for s in STATES if stands(0, s)}
    for t in range(moves):
        further = {s: 0 for s in STATES if stands(t + 1, s)}
        for s, n in ways.items():
            for after in further:
                if all(c.holds(*s, *after) for g, c in on if passes[g](t, moves)):
                    further[after] += n
        ways = {s: n for s, n in further.items() if n}
    return sum(ways.values())


FAR_ENOUGH = 3 + 2 * len(STATES)  # a plan that is longer comes by a state for the second time


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(guarded, min_size=3, max_size=8), st.integers(0, 6), st.sampled_from(BACKENDS))
def test_random_systems(rules: Rules, limit: int, backend: str) -> None:
    known = (k for k in range(FAR_ENOUGH + 1) if how_many(rules, k))
    shortest = next(known, None)
    spec = system(rules, limit)
    problem = spec.problem(backend=backend)
    if shortest is not None and shortest <= limit:
        assert (problem.no_plan, problem.moves) == (None, shortest)
        expected = how_many(rules, shortest)
        assert spec.count(backend=backend, limit=50) == min(50, expected)
    elif shortest is not None:
        within = f"none within {limit} move{'' if limit == 1 else 's'}"
        assert problem.no_plan in (within, f"{within}; the shortest take {shortest}")
    else:
        assert problem.no_plan is not None
        assert problem.no_plan.startswith("none")


def test_random_systems_have_plans_and_proofs() -> None:
    climbs, falls = ON_STEPS[1], ON_STEPS[2]
    ends = [("t = time.first", ON_STATES[0]), ("t = time.last", ON_STATES[1])]
    every = "t != time.last"
    assert system([*ends, (every, climbs)], 6).problem().moves == 2
    assert system([*ends, (every, falls)], 6).problem().no_plan == "none, however long"


# ---- printed, drawn, read back -------------------------------------------------------------------

SLIDE = "412\n053\n"
SLIDES = """\
time 0:
412
053

time 1:
012
453

time 2:
102
453

time 3:
120
453

time 4:
123
450
"""


def test_a_plan_is_printed_step_by_step() -> None:
    found = pzc.load("sliding").solve(SLIDE)
    assert found is not None and plain(found) == SLIDES
    wolf = pzc.load("wolf_goat_cabbage").solve()
    assert wolf is not None
    first, *_ = plain(wolf).split("\ntime 1:")
    assert first == "time 0:\nplace:\nwolf left\ngoat left\ncabbage left\n\nman: left\n"


def test_a_plan_off_the_board_is_a_table() -> None:
    found = lift('rule "It ends on 3": lift[time.last] = 3').solve()
    assert found is not None
    assert text(found) == "time  lift\n0     1\n1     2\n2     3\n"
    assert "\n! 1     2\n" in text(found, moments={1})


LIT = """\
grid h x w
given wall : bool at cells drawn ". #"
given first : bool at cells drawn ". *"
sequence time up to 5
find lit : bool at cells, time drawn ". *"
rule "It begins as given": for c in cells: lit[c, time.first] = first[c]
rule "All but walls are lit": for c in cells: lit[c, time.last] <=> not wall[c]
rule "One at a time":
    for t in time if t != time.last: count(lit[c, t] != lit[c, next(t)] for c in cells) = 1
"""


def test_pictures_of_a_plan_show_what_is_given_but_for_what_the_first_moment_has() -> None:
    found = spec_of(LIT).solve("wall:\n.#\n\nfirst:\n*.\n")
    assert found is not None and found.moves == 0
    assert text(found) == "time 0\n┌─────┐\n│ *██ │\n└─────┘\n"


STAIRS = """\
sequence time up to 9
find push : {up, down} at t in time where t != time.last
find step : 0..9 at time
rule "It begins at the bottom": step[time.first] = 0
rule "A push up is a step":
    for t in time if t != time.last: push[t] = up and step[next(t)] = step[t] + 1
rule "It ends on the second step": step[time.last] = 2
"""


def test_a_layer_without_a_value_at_some_moment_is_shown_and_verified() -> None:
    spec = spec_of(STAIRS)
    found = spec.solve()
    assert found is not None
    assert text(found) == "time  push  step\n0     up    0\n1     up    1\n2           2\n"
    assert svg(found).startswith("<svg")
    whole = verify(spec, "", plain(found))
    assert whole.holds and whole.complete
    part = verify(spec, "", plain(found).replace("push: up", "push: ?"))
    assert part.holds and not part.complete
    with pytest.raises(PzcError, match="'push' has no place at time 1 of a plan with 1 move"):
        verify(spec, "", plain(found).partition("time 2")[0])


def test_a_plan_on_the_board_is_a_row_of_pictures() -> None:
    found = pzc.load("sliding").solve(SLIDE)
    assert found is not None
    lines = text(found).splitlines()
    assert lines[0].split() == [f"{w}" for k in range(5) for w in ("time", k)]
    assert len(lines) == 5 and all(line.count("│") == 10 for line in lines[2:4])
    marked = text(found, marked=found.board.cells[:1] if found.board else (), moments={2})
    assert marked.count("[") == 1
    # In colour it is laid out as without.
    assert len(text(found, colour=True).splitlines()) == 5


def test_a_plan_as_a_strip() -> None:
    for name, puzzle in (("sliding", SLIDE), ("hanoi", "discs: 5"), ("wolf_goat_cabbage", "")):
        found = pzc.load(name).solve(puzzle)
        assert found is not None and found.moves is not None
        root = ET.fromstring(svg(found))
        texts = [e.text for e in root.iter("{http://www.w3.org/2000/svg}text")]
        assert texts[0] == found.title
        for moment in range(found.moves + 1):
            assert (f"time {moment}" if found.board else f"{moment}") in texts
        assert float(root.attrib["width"]) < 1300


def test_a_plan_as_json() -> None:
    found = pzc.load("sliding").solve(SLIDE)
    assert found is not None
    shown = json.loads(json.dumps(as_json(found)))
    assert (shown["sequence"], shown["moves"], shown["answer"]) == ("time", 4, [])
    assert [step["moment"] for step in shown["steps"]] == [0, 1, 2, 3, 4]
    assert shown["steps"][4]["answer"] == [
        {"name": "tile", "at": "cell", "rows": [[1, 2, 3], [4, 5, 0]]}
    ]


STILL = """\
things floor = 1..3
sequence time up to 5
find lift : floor at time
find home : floor at floor
let above[t in time] = lift[t] > 1
answer lift, home, above
rule "It begins on 1 and ends at home": lift[time.first] = 1 and lift[time.last] = home[1]
rule "Homes": home[1] = 2 and home[2] = 3 and home[3] = 1
"""


def test_what_is_the_same_at_all_moments_stands_first() -> None:
    spec = spec_of(STILL)
    found = spec.solve()
    assert found is not None
    expected = "home:\n1 2\n2 3\n3 1\n\ntime 0:\nlift: 1\n\nabove: .\n\n"
    assert plain(found) == expected + "time 1:\nlift: 2\n\nabove: #\n"
    assert text(found).startswith("floor  home\n1      2\n")
    assert verify(spec, "", plain(found)).holds
    wrong = plain(found).replace("above: #", "above: .")
    assert not verify(spec, "", wrong).holds


# ---- judged --------------------------------------------------------------------------------------


def test_wrong_plans_are_told_the_rule() -> None:
    spec = pzc.load("wolf_goat_cabbage")
    found = spec.solve()
    assert found is not None
    steps = plain(found)
    never_rows = verify(spec, "", steps.replace("man: right", "man: left"))
    assert {b.rule for b in never_rows.broken} == {0, 1, 2}
    assert never_rows.broken[1].moments == (0, 1)
    stops = steps.split("\ntime 5:")[0]
    assert [b.rule for b in verify(spec, "", stops).broken] == [0] * 3
    eaten = steps.replace(
        "time 1:\nplace:\nwolf left\ngoat right", "time 1:\nplace:\nwolf left\ngoat left"
    )
    assert 2 in {b.rule for b in verify(spec, "", eaten).broken}


def test_a_plan_longer_than_needed_is_reported() -> None:
    spec = lift('rule "It ends on 2": lift[time.last] = 2')
    there_and_back = "".join(f"time {t}:\nlift: {f}\n\n" for t, f in enumerate([1, 2, 1, 2]))
    (broken,) = verify(spec, "", there_and_back).broken
    assert broken.sentence == "The plan is the shortest possible: 1 move, not 3"


def test_a_plan_with_gaps_is_completed() -> None:
    spec = lift('rule "It ends on 3": lift[time.last] = 3')
    gap = "time 0:\nlift: 1\ntime 1:\nlift: ?\ntime 2:\nlift: 3\n"
    assert verify(spec, "", gap).holds and not verify(spec, "", gap).complete
    left_out = "time 0:\nlift: 1\ntime 2:\nlift: 3\n"
    assert verify(spec, "", left_out).holds and not verify(spec, "", left_out).complete
    late = verify(spec, "", gap.replace("time 2", "time 3"))
    assert late.conflict == ("It goes a floor at a time",)


READING = [
    ("E0330", "lift: 1\n"),
    ("E0304", "time 0:\nlift: 1\ntime 0:\nlift: 2\n"),
    ("E0315", "time 0:\nlift: 1\ntime 12:\nlift: 2\n"),
    ("E0332", "lift: 1\ntime 0:\nlift: 1\n"),
    ("E0320", "time 0:\nlift: 7\n"),
    ("E0322", "time 0:\nlift: 1 2\n"),
    ("E0303", "time 0:\nloft: 1\n"),
]


@pytest.mark.parametrize(("code", "plan"), READING)
def test_mistakes_in_a_given_plan(code: str, plan: str) -> None:
    with pytest.raises(PzcError) as caught:
        verify(lift(""), "", plan)
    assert [d.code for d in caught.value.diagnostics] == [code]


def test_a_layer_of_all_moments_below_one_of_them() -> None:
    with pytest.raises(PzcError) as caught:
        verify(spec_of(STILL), "", "time 0:\nlift: 1\nhome:\n1 2\n2 3\n3 1\n")
    (problem,) = caught.value.diagnostics
    assert problem.code == "E0332" and problem.span is not None and problem.span.line == 3


# ---- mistakes ------------------------------------------------------------------------------------


def test_the_moment_after_the_last() -> None:
    spec = lift('rule "It moves": count(goes(t) for t in time) > 1')
    with pytest.raises(PzcError) as caught:
        spec.solve()
    (problem,) = caught.value.diagnostics
    assert problem.code == "E0416" and "time.last" in (problem.hint or "")


@pytest.mark.parametrize("limit", ["0 - 1", "10001"])
def test_a_limit_out_of_bounds(limit: str) -> None:
    with pytest.raises(PzcError) as caught:
        lift("", limit=limit).solve()
    assert [d.code for d in caught.value.diagnostics] == ["E0417"]


def test_a_sequence_of_no_move() -> None:
    assert lift('rule "a": lift[time.last] = 1', limit=0).count() == 1
    spec = lift('rule "a": lift[time.last] = 2', limit=0)
    assert spec.problem().no_plan == "none within 0 moves; the shortest take 1"


# ---- the command line ----------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def test_commands_know_plans(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "count", "wolf_goat_cabbage") == (0, "2\n", "")
    code, out, err = run(capsys, "solve", "sliding", ODD)
    assert (code, out, err) == (
        1,
        "",
        "no plan: none, however long\npzc why says what is in the way\n",
    )
    code, out, _ = run(capsys, "solve", "hanoi", "discs: 2", "--unique", "--format", "text")
    assert code == 0 and out.splitlines()[0] == "time  place[1]  place[2]"
    code, out, _ = run(capsys, "show", "hanoi")
    assert "sequence time up to 100" in out
    code, out, _ = run(capsys, "compare", "hanoi", "discs: 2", "-r", "1")
    assert code == 0 and out.count(" 1  ") >= 3


@pytest.mark.parametrize("form", ["ir", "dimacs", "smt2"])
def test_models_of_so_many_moves(capsys: pytest.CaptureFixture[str], form: str) -> None:
    code, out, _ = run(capsys, "compile", "hanoi", "discs: 1", "--moves", "3", "--to", form)
    assert code == 0 and "place[1, 3]" in out and "place[1, 4]" not in out


def test_moves_of_a_model_that_no_plan_has(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ("hanoi", "discs: 1", "--moves", "101"),
        ("n_queens", "n: 4", "--moves", "1"),
    ):
        code, _, err = run(capsys, "compile", *arguments)
        assert code == 2 and "E0516" in err
