"""Implied rules in explanations: cited as what follows from the rules, and explained on request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from explanations import Judge, example
from pzc import load
from pzc.cli import main
from pzc.dsl.diagnostics import Source
from pzc.tasks.explain.position import State
from pzc.tasks.spec import Spec

IMPLIED = """\
grid 1 x 2
find a : bool at cells

rule "One of the two is on": any(a)
rule "The left one is on, or none":
    not any(a) or all(a[c] for c in cells if c.column = 1)
rule "Not both are on": not all(a)
implied "The left one is on":
    for c in cells if c.column = 1: a[c]
"""


def test_what_follows_from_the_rules_is_cited_as_such() -> None:
    spec = Spec.of(Source("left.spec", IMPLIED))
    first = spec.hint("")
    assert first.steps[0].lines[0] == "The left one is on [follows from the rules] (r1c1)."
    lemma = Spec.of(Source("left.spec", IMPLIED.replace("implied", "lemma"))).hint("")
    assert lemma.steps[0].lines == first.steps[0].lines
    without = Spec.of(Source("left.spec", IMPLIED.partition("implied")[0])).hint("")
    assert "follows from" not in str(without.steps[0].lines)


def test_what_is_wrong_rests_on_the_rules_alone() -> None:
    spec = Spec.of(Source("left.spec", IMPLIED.replace("if c.column = 1:", "if c.column = 2:")))
    assert spec.why("").state is State.OPEN


def test_an_implied_rule_is_explained_on_request_by_the_rules_alone() -> None:
    spec = Spec.of(Source("left.spec", IMPLIED))
    assert spec.hint("").steps[0].proofs == ()
    (step,) = spec.hint("", proofs=True).steps
    (proof,) = step.proofs
    assert proof.rule == "The left one is on [follows from the rules] (r1c1)."
    assert proof.lines[0] == f"Suppose this did not hold: {proof.rule}"
    *_, last = proof.steps
    assert last.step.is_contradiction
    told = "\n".join(proof.lines[1:])
    assert "The left one is on, or none" in told
    assert "follows from the rules" not in told


def test_each_step_of_the_proof_of_an_implied_rule_follows_from_what_it_cites() -> None:
    proved = 0
    for shown in load("cave").explain(example("cave"), proofs=True):
        for proof in shown.proofs:
            proved += 1
            assert proof.steps[-1].step.is_contradiction
            instances = proof.steps[0].speech.instances
            judge = Judge(instances)
            assert not instances.grounding.implied
            for step in (s.step for s in proof.steps):
                assert judge.proves(step, step.groups, step.cited)
    assert proved


def test_an_implied_rule_that_does_not_follow_is_reported() -> None:
    wrong = IMPLIED.replace('implied "The left', 'implied "The right').replace(
        "if c.column = 1: a", "if c.column = 2: not a"
    )
    spec = Spec.of(Source("right.spec", wrong.replace('rule "Not both are on": not all(a)\n', "")))
    (proof,) = (p for s in spec.explain("", proofs=True) for p in s.proofs)
    assert proof.steps == ()
    assert proof.lines == [
        "This does not follow from the rules, as the spec says it does: The right one is on (r1c2)."
    ]


def test_an_implied_rule_that_excludes_all_solutions_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "right.spec"
    path.write_text(IMPLIED.replace("if c.column = 1: a[c]\n", "if c.column = 1: not a[c]\n"))
    for command in ("explain", "hint", "rate"):
        assert main([command, str(path)]) == 1
        assert capsys.readouterr().out == (
            "The puzzle has a solution, but none with all that the spec says is implied: "
            "'The left one is on'. This does not follow from the rules.\n"
        )
    path.write_text(f'{IMPLIED}\nrule "None is on": not any(a)\n')
    for command in ("explain", "hint"):
        assert main([command, str(path)]) == 1
        said = capsys.readouterr()
        assert said.out == "The puzzle has no solution.\n"
        assert said.err == "pzc why says what conflicts\n"


def test_proofs_are_printed_and_are_part_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    name = example("cave").name
    main(["explain", "cave", name, "--proofs"])
    assert "Suppose this did not hold: No 2x2 square" in capsys.readouterr().out
    main(["explain", "cave", name, "--proofs", "--json"])
    steps = json.loads(capsys.readouterr().out)["steps"]
    proofs = [proof for step in steps for proof in step.get("proofs", [])]
    assert proofs
    assert all(proof["steps"][-1]["facts"] == [] for proof in proofs)
    main(["hint", "cave", name, "--proofs"])
    assert capsys.readouterr().out.startswith("Numbers lie in the cave")
