"""Steps as JSON."""

from __future__ import annotations

from typing import Any

from ...compiler.board.places import Place
from ...compiler.ground.layers import show_key
from ...compiler.values.showing import show
from ...model.groups import Group
from ...render.json import as_json
from ..wording.facts import Fact
from .givens import Clue, Mend
from .hints import Hint
from .instances import Instances
from .planned import NoPlan
from .rating import Rating
from .shown import Shown
from .step import Step
from .why import Reason
from .words import Words


def step_as_json(shown: Shown) -> dict[str, Any]:
    """A step with its words, the places to mark and, if requested, the proofs of implied rules."""
    document = {
        **_step(shown.step, shown.speech),
        "cost": shown.step.cost,
        "words": [line.strip() for line in shown.lines],
        "marked": [p.name for p in shown.marked if isinstance(p, Place)],
        "new": [p.name for p in shown.new if isinstance(p, Place)],
    }
    if shown.proofs:
        document["proofs"] = [
            {"rule": proof.rule, "steps": [step_as_json(s) for s in proof.steps]}
            for proof in shown.proofs
        ]
    return document


def hint_as_json(hint: Hint) -> dict[str, Any]:
    """A hint with all of its steps."""
    return {
        "state": hint.state.value,
        "words": hint.words,
        "where": hint.where,
        "wrong": [_fact(f, hint.speech.instances) for f in hint.wrong if hint.speech],
        "taken": [_fact(f, hint.speech.instances) for f in hint.own if hint.speech],
        "steps": [step_as_json(s) for s in hint.steps],
    }


def reason_as_json(reason: Reason) -> dict[str, Any]:
    """Why a puzzle has none or several solutions, or a board is wrong. printed, mends: null while
    they are not known; an empty list says that there is none."""
    words = reason.speech
    instances = words.instances
    clues, mends = reason.clues, reason.mends
    return {
        "state": reason.state.value,
        "rules": [_rule(group, words) for group in reason.groups],
        "givens": [_fact(f, instances) for f in reason.givens],
        "printed": None if clues is None else [_clue(c) for c in clues],
        "mends": None if mends is None else [_mend(m) for m in mends],
        "closed": dict(reason.closed),
        "varied": [name for name, _ in reason.varied],
        "steps": [step_as_json(s) for s in reason.steps],
        "known": reason.known[0],
        "values": reason.known[1],
        "undecided": list(dict.fromkeys(p for v in reason.undecided for p in words.places([v]))),
        "solutions": [as_json(s) for s in reason.examples],
        "clues": [_fact(f, instances) for f in reason.settling],
        "fewest": reason.fewest,
        "wrong": None if reason.wrong is None else hint_as_json(reason.wrong),
        "moves": reason.moves,
        "no_plan": None if reason.no_plan is None else _no_plan(reason.no_plan),
    }


def _no_plan(found: NoPlan) -> dict[str, Any]:
    near, needed = found.nearest, found.needed
    return {
        "length": found.length,
        "states": found.states,
        "never": [{"rule": rule, "values": values} for rule, values in found.never],
        "nearest": None
        if near is None
        else {"moves": near.moves, "broken": [broken.text for broken in near.broken]},
        "needed": None if needed is None else [{"rule": r, "moves": m} for r, m in needed],
    }


def rating_as_json(rating: Rating) -> dict[str, Any]:
    """A rating. seen, open: before each step."""
    return {
        "state": rating.state.value,
        "number": rating.number,
        "level": rating.level,
        "steps": rating.steps,
        "tiers": {str(int(tier)): n for tier, n in rating.tiers.items()},
        "seen": list(rating.seen),
        "open": [moment.open for moment in rating.moments],
        "hardest": None if rating.hardest is None else step_as_json(rating.hardest),
    }


def _clue(clue: Clue) -> dict[str, Any]:
    return {"layer": clue.layer, "place": clue.place, "value": clue.text}


def _mend(mend: Mend) -> dict[str, Any]:
    changes = {"to": list(mend.values), "more": mend.more, "blank": mend.blank}
    return {**_clue(mend.clue), **changes}


def _step(step: Step, words: Words) -> dict[str, Any]:
    instances = words.instances
    document: dict[str, Any] = {
        "tier": int(step.tier),
        "how": step.tier.name.lower().replace("_", " "),
        "facts": [_fact(f, instances) for f in step.facts],
        "cited": [_fact(f, instances) for f in step.cited],
        "rules": [_rule(group, words) for group in step.groups],
    }
    if step.inner:
        document["inner"] = [_step(inner, words) for inner in step.inner]
    return document


def _rule(group: Group, words: Words) -> dict[str, Any]:
    return {
        "rule": group.rule + 1,
        "sentence": words.sentence(group),
        "implied": words.is_implied(group),
        "bindings": {name: show(value) for name, value in group.bindings},
    }


def _clue_of(label: str, instances: Instances) -> tuple[str, str]:
    """The layer and place of a clue that is printed as unknown, by its variable's label; of any
    other variable, the label and no place."""
    layer, _, place = label.removesuffix("]").partition("[")
    return (layer, place) if layer in instances.grounding.slots else (label, "")


def _fact(fact: Fact, instances: Instances) -> dict[str, Any]:
    spot = instances.spots.get(fact.variable)
    if spot is None:
        layer, place = _clue_of(instances.model.variables[fact.variable].label, instances)
        return {"layer": layer, "place": place, "value": fact.value, "holds": fact.holds}
    value = spot.values.get(fact.value, fact.value)
    plain = value if value is None or isinstance(value, (bool, int)) else show(value)
    return {
        "layer": spot.layer,
        "place": show_key(spot.key),
        "value": plain,
        "holds": fact.holds,
    }
