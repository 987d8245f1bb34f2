"""Proofs of explanations: each step follows from what it cites alone, and nothing is cited in vain.

Another backend judges. `pytest tests/test_explain_proof.py --all-data` explains an example of every
genre.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from explanations import Judge, absurd_links, example, explained, links
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc import load
from pzc.dsl.diagnostics import Source
from pzc.model.evaluate import Evaluator
from pzc.tasks.explain.counting import Counting
from pzc.tasks.explain.position import State
from pzc.tasks.explain.step import TOGETHER, Step, Tier, needed
from pzc.tasks.library import SPECS, bundled
from pzc.tasks.spec import Spec
from test_agreement import FOUND, boards, spec_and_puzzle
from test_grounding import boolean

# Genres with numbers, shading, lines, walls, lists, hidden values and things without a board.
GENRES = (
    *("adjacent", "akari", "anglers", "aquarium", "battleship", "binairo", "bosanowa", "cave"),
    *("choco_banana", "context", "cryptarithm", "dominosa", "doppelblock"),
    *("easy_as_abc", "futoshiki", "gokigen", "heyawake", "hex_star_battle", "hitori", "juosan"),
    *("kakuro", "kakuru", "kenken", "killer_sudoku", "kropki", "latin_square", "magic_square"),
    *("magnets", "masyu", "minesweeper", "nonogram", "norinuri", "nurikabe", "palisade"),
    *("send_more_money", "skyscrapers", "slitherlink", "star_battle", "sudoku", "tapa"),
    *("tents", "yin_yang", "zebra"),
)
OTHERS = [name for name in bundled() if name not in GENRES]


@pytest.mark.parametrize("name", [*GENRES, *OTHERS])
def test_each_step_follows_from_what_it_cites_and_nothing_is_cited_in_vain(
    name: str, request: pytest.FixtureRequest
) -> None:
    if name in OTHERS and not request.config.getoption("--all-data"):
        pytest.skip("--all-data explains an example of every genre")
    if load(name).program.sequence is not None:
        pytest.skip("plans are not explained")
    explanation, shown = explained(name)
    instances = explanation.position.instances
    judge, counting = Judge(instances), Counting(instances)
    known = instances.start()
    assert shown
    for step in (s.step for s in shown):
        assert all(known.knows(f) for f in step.cited)
        assert judge.proves(step, step.groups, step.cited)
        for link in links(step):
            assert judge.proves(link, link.groups, link.cited)
        if step.tier in (Tier.ONE, Tier.FEW) and not any(map(counting.joins, step.groups)):
            assert in_vain(judge, step) == []
        assert links_in_vain(step) == []
        assert absurd_links(step, known) == []
        known.learn(step.facts)
    assert explanation.state is State.FINISHED
    assert str(explanation.final().answer) == str(load(name).solve(example(name)).answer)


def in_vain(judge: Judge, step: Step) -> list[object]:
    """What a step cites and can do without. Of rules about what is connected, searches with a limit
    tell; other backends may know better."""
    found: list[object] = []
    for fact in step.cited:
        if judge.proves(step, step.groups, tuple(f for f in step.cited if f != fact)):
            found.append(fact)
    for group in step.groups:
        if judge.proves(step, tuple(g for g in step.groups if g != group), step.cited):
            found.append(group)
    return found


def links_in_vain(step: Step) -> list[Step]:
    """Links of a chain that no later one needs."""
    found = []
    for position, link in enumerate(step.inner[:-1]):
        later = [f for other in step.inner[position + 1 :] for f in other.cited]
        found += [link] if needed([link], later) != [link] else []
    return found


# A rule about a whole board takes more work to tell what a step can do without.
@pytest.mark.parametrize("name", ["mannequin_gate", "yajirushi"])
def test_nothing_is_cited_in_vain_of_a_rule_about_a_whole_board(name: str) -> None:
    explanation, shown = explained(name)
    judge = Judge(explanation.position.instances)
    steps = [s.step for s in shown if s.step.tier in (Tier.ONE, Tier.FEW)]
    counting = Counting(explanation.position.instances)
    found = [s for s in steps if not any(map(counting.joins, s.groups))]
    assert found
    assert [s for s in found if in_vain(judge, s)] == []


def test_genres_have_steps_of_every_kind() -> None:
    steps = [s.step for name in ("masyu", "slitherlink", "star_battle") for s in explained(name)[1]]
    assert {Tier.ONE, Tier.FEW, Tier.CHAIN, Tier.LONG_CHAIN} <= {s.tier for s in steps}
    assert len(GENRES) >= 40


# Examples with nested suppositions: one leaves out inner ones, one starts from a known fact that
# its last links conclude again. judged: how many chains are; of those that symmarea has after its
# first six, two links about connected areas take the judge half a minute.
@pytest.mark.parametrize(("name", "number", "judged"), [("hakoiri", 2, None), ("symmarea", 1, 6)])
def test_nested_steps_follow_from_what_they_cite(
    name: str, number: int, judged: int | None
) -> None:
    path = SPECS / "examples" / name / f"{number}.puzzle"
    explanation = load(name).explain(Source(str(path), path.read_text(encoding="utf-8")))
    steps = [s.step for s in explanation if s.step.tier is Tier.LONG_CHAIN]
    judge = Judge(explanation.position.instances)
    found = [s for step in steps[:judged] for s in (step, *links(step))]
    assert any(step.branches for step in steps[:judged])
    assert [s for s in found if not judge.proves(s, s.groups, s.cited)] == []
    for step in (step for step in steps if step.branches):
        for position, link in enumerate(step.inner):
            later = [f for other in step.inner[position:] for f in other.facts]
            assert not {*link.cited} & {*later}


# Examples with chains, also of nested suppositions, in which propagation from the fewest facts goes
# on after it has concluded what the others exclude. By the rules without lemmas.
@pytest.mark.parametrize(("name", "number"), [("ripple_effect", 2), ("shimaguni", 1)])
def test_chains_end_where_a_link_contradicts_what_is_known(name: str, number: int) -> None:
    path = SPECS / "examples" / name / f"{number}.puzzle"
    rules = (SPECS / f"{name}.spec").read_text(encoding="utf-8").partition("lemma")[0]
    spec = Spec.of(Source(f"{name}.spec", rules))
    explanation = spec.explain(Source(str(path), path.read_text(encoding="utf-8")))
    instances = explanation.position.instances
    judge, known = Judge(instances), instances.start()
    chains = 0
    for step in (s.step for s in explanation):
        chains += len(step.inner) > 1
        assert absurd_links(step, known) == []
        assert all(judge.proves(link, link.groups, link.cited) for link in links(step))
        known.learn(step.facts)
    assert chains


def test_an_inner_supposition_may_fail_for_what_the_outer_one_contradicts() -> None:
    """Within p[bob] = r1c1 both values of b[r1c1] fail. The two rules that exclude one of them are
    found to exclude r1c1 whatever b is: the step must cite both, also if the other value fails by
    one of them."""
    spec = Spec.of(
        Source(
            "inner.spec",
            "grid 2 x 1\nthings kid = {ann, bob}\ngiven d : 1..3 at cells\n"
            "find b : bool at cells\nfind s : 1..2 at some cells\nfind p : cell at kid\n"
            'rule "A": b[p[ann]]\nrule "B": size(b) < abs(d[p[bob]] - s[p[ann]])\n',
        )
    )
    explanation = spec.explain("d:\n2\n3\n")
    judge = Judge(explanation.position.instances)
    (shown,) = explanation
    assert {group.rule for group in shown.step.groups} == {0, 1}
    assert judge.proves(shown.step, shown.step.groups, shown.step.cited)


@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.sampled_from(FOUND), st.tuples(*[boolean(("c",), 1)] * 5), st.randoms())
def test_each_step_by_random_rules_follows_from_what_it_cites(
    found: tuple[str, ...], conditions: tuple[str, ...], random: Random
) -> None:
    """The rules hold on a board, so that there is something to explain: conditions that do not are
    negated."""

    def by(senses: Sequence[str]) -> tuple[Spec, str]:
        some = enumerate(zip(senses, conditions, strict=True))
        of = (f"for c in cells if c.column = {1 + k % 3}: {s} ({x})" for k, (s, x) in some)
        return spec_and_puzzle(found, "\n".join(f'rule "{k}": {rule}' for k, rule in enumerate(of)))

    spec, puzzle = by([""] * len(conditions))
    grounding = spec.ground(puzzle, exact=True)
    board = random.choice(boards(grounding))
    kept = Evaluator(board).satisfies
    broken = {c.origin.rule for c in grounding.model.constraints if not kept(c)}
    spec, puzzle = by(["not" if k in broken else "" for k in range(len(conditions))])
    explanation = spec.explain(puzzle)
    instances = explanation.position.instances
    judge, known = Judge(instances), instances.start()
    for step in (shown.step for shown in explanation):
        assert all(known.knows(f) for f in step.cited)
        for link in (step, *links(step)):
            assert judge.proves(link, link.groups, link.cited)
        known.learn(step.facts)


@pytest.mark.parametrize(("name", "number"), [("galaxies", 2), ("araf", 1)])
def test_a_step_of_several_instances_keeps_one_for_each_of_its_facts(
    name: str, number: int
) -> None:
    """Also where two of them yield a fact, and each could be left out but for the other."""
    path = SPECS / "examples" / name / f"{number}.puzzle"
    explanation = load(name).explain(Source(str(path), path.read_text(encoding="utf-8")))
    judge = Judge(explanation.position.instances)
    first = next(iter(explanation)).step
    assert len(first.groups) > 1
    for fact in first.facts:
        one = first.limited_to((fact,))
        assert any(judge.proves(one, (group,), first.cited) for group in first.groups)


@pytest.mark.parametrize("name", ["doppelblock", "tents", "x_sudoku"])
def test_what_few_counting_instances_prove_is_no_chain(name: str) -> None:
    path = SPECS / "examples" / name / "2.puzzle"
    explanation = load(name).explain(Source(str(path), path.read_text(encoding="utf-8")))
    counting = Counting(explanation.position.instances)
    steps = [shown.step for shown in explanation]
    chains = [s for s in steps if s.inner and counting.all(s.groups)]
    assert any(s.tier is Tier.FEW for s in steps)
    assert [s for s in chains if len(s.groups) <= TOGETHER] == []


def test_a_step_of_few_instances_says_all_that_they_rule_out_of_its_cells() -> None:
    path = SPECS / "examples" / "doppelblock" / "2.puzzle"
    explanation = load("doppelblock").explain(Source(str(path), path.read_text(encoding="utf-8")))
    instances = explanation.position.instances
    judge, known, few = Judge(instances), instances.start(), 0
    for step in (shown.step for shown in explanation):
        known.learn(step.facts)
        if step.tier is Tier.FEW:
            few += 1
            about = {f.variable for f in step.facts if known.is_open(f.variable)}
            left = [known.excluded(v, value) for v in about for value in known.left[v]]
            more = [f for f in left if judge.proves(step.limited_to((f,)), step.groups, step.cited)]
            assert more == []
    assert few
