"""Steps in plain sentences: which rule, what is seen, and what follows.

All words come from the spec and the puzzle: the rules' own sentences, the names of layers and
values, the places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...compiler.board.places import Place, Unit
from ...compiler.ground.layers import show_key
from ...compiler.ground.reading import is_pictured
from ...compiler.values.partitions import Piece
from ...compiler.values.values import show
from ...dsl.diagnostics import counted
from ...model.groups import Group
from ...model.model import Origin
from ...render.scene import COLOURS
from .facts import Fact, Spot
from .instances import Instances
from .step import Step, Tier

# Layers whose names say how a place is, not what stands there.
QUALITIES = ("ed", "lit", "open", "empty", "full", "dark", "free")
# What several instances of a rule are about is named if it is no more than this; of places at which
# the same is ruled out so many are named, and the others counted.
NAMED, LISTED = 6, 10


class Words:
    """Says the steps of one puzzle."""

    def __init__(self, instances: Instances) -> None:
        self.instances = instances
        grounding = instances.grounding
        self._several = (
            len(
                {
                    name
                    for name, slot in grounding.slots.items()
                    if slot.variables and slot.domain.kind not in ("bool", "pieces")
                }
            )
            > 1
        )
        # The layers that print clues: those that some places only have.
        self._clues = [
            name
            for name in grounding.given_names
            if name in grounding.slots and grounding.slots[name].some
        ]

    # -- steps

    def where(self, step: Step) -> str:
        """Where to look: what the rule instances are about, or the place of what follows."""
        about = [a for group in step.groups for a in self.about(group)]
        if about and len(about) <= NAMED and not step.inner and step.tier is not Tier.CASES:
            return f"Look at {_list(dict.fromkeys(about))}."
        places = dict.fromkeys(self.place(f.variable) for f in step.facts)
        return f"Look at {_list(places)}."

    def lines(self, step: Step) -> list[str]:
        """A step: its rule, then what is seen and what follows."""
        if step.inner:
            return self._chain(step)
        if step.tier is Tier.CASES:
            return self._cases(step)
        if not step.groups:
            told = self.facts(step.cited)
            return [f"{_upper(told)}: so {self.facts(step.facts)}." if told else self._so(step)]
        lines = [self.rule(group) for group in step.groups[:1]]
        if len(step.groups) > 1 and step.tier is Tier.ONE:
            named = dict.fromkeys(a for g in step.groups for a in self.about(g))
            few = f" ({_list(named)})" if len(named) <= NAMED and not step.cited else ""
            lines = [f"{self.sentence(step.groups[0])}{few}."]
        elif len(step.groups) > 1:
            sentences = dict.fromkeys(self.sentence(g) for g in step.groups)
            about = [a for g in step.groups for a in self.about(g)]
            lines = [f"{s}." for s in sentences]
            lines[-1] += f" Take {_list(dict.fromkeys(about))} together."
        return [*lines, "  " + self._so(step)]

    def _so(self, step: Step) -> str:
        cited = self.facts(step.cited)
        follows = self.facts(step.facts) if step.facts else "this cannot be"
        return _upper(f"{cited}: {follows}." if cited else f"{follows}.")

    def _chain(self, step: Step) -> list[str]:
        goal = step.facts[0]
        lines = [f"Suppose {self.facts([self.instances.opposite(goal)])}."]
        for inner in step.inner[:-1]:
            lines.append(f"  Then {self.facts(inner.facts)}{self._because(inner)}.")
        last = step.inner[-1]
        lines.append(f"  But {self._broken(last)}.")
        return [*lines, f"  So {self.facts(step.facts)}."]

    def _because(self, step: Step) -> str:
        rules = "; ".join(self.rule(g).rstrip(".") for g in step.groups)
        return f" ({rules})" if rules else ""

    def _broken(self, last: Step) -> str:
        cited = self.facts(last.cited)
        seen = f": {cited}" if cited else ""
        if not last.groups:
            return f"no value is left{seen}"
        return f"this breaks: {'; '.join(self.rule(g).rstrip('.') for g in last.groups)}{seen}"

    def _cases(self, step: Step) -> list[str]:
        sentences = dict.fromkeys(self.sentence(g) for g in step.groups)
        lines = [f"{s}." for s in sentences]
        used = counted(len(step.groups), "instance")
        if not step.facts:
            return [*lines, f"  By cases, over {used} of these rules: no way to go on."]
        against = self.facts([self.instances.opposite(step.facts[0])])
        lines.append(f"  By cases, over {used} of these rules: every way to go on with {against}")
        lines.append(f"  fails. So {self.facts(step.facts)}.")
        return lines

    # -- rules

    def sentence(self, group: Group) -> str:
        if group.rule < 0:
            return "This is how the board is made"
        return self.instances.sentences[group.rule].rstrip(".")

    def rule(self, group: Group) -> str:
        """A rule's sentence with what it is about."""
        about = _list(self.about(group))
        return f"{self.sentence(group)} ({about})." if about else f"{self.sentence(group)}."

    def by_rule(self, groups: Iterable[Group]) -> list[tuple[str, str]]:
        """Of each rule with some instances, its sentence and what these are about."""
        found: dict[str, dict[str, None]] = {}
        for group in groups:
            found.setdefault(self.sentence(group), {}).update(dict.fromkeys(self.about(group)))
        return [(sentence, _list(about)) for sentence, about in found.items()]

    def about(self, group: Origin) -> list[str]:
        """The bindings of an instance in words: `row 3`, `the 4 at r2c5`."""
        return list(dict.fromkeys(self._bound(name, value) for name, value in group.bindings))

    def _bound(self, name: str, value: Any) -> str:
        match value:
            case Place():
                return self.clue(value) or value.name
            case Unit():
                return value.name
            case Piece() if value.vertex >= 0 and value.within is None:
                return f"the piece of {show(value.partition.places[value.vertex])}"
            case tuple() if value and all(isinstance(v, Place) for v in value):
                return _list(v.name for v in value)
        return f"{name} = {show(value)}"

    def clue(self, place: Place) -> str | None:
        """The clue that is printed at a place, if one is."""
        grounding = self.instances.grounding
        for name in self._clues:
            token = grounding.slots[name].tokens.get(place)
            if token is not None and token.text not in grounding.slots[name].domain.blanks:
                return f"the {token.text} at {place.name}"
        return None

    # -- facts

    def place(self, variable: int) -> str:
        spot = self.instances.spots.get(variable)
        if spot is None:
            return self.instances.model.variables[variable].label
        return show_key(spot.key) or spot.layer

    def facts(self, facts: Iterable[Fact]) -> str:
        """Facts in words, equal ones of several places together."""
        said: dict[tuple[str, str], list[str]] = {}
        excluded: dict[tuple[str, int], list[str]] = {}
        for fact in facts:
            spot = self.instances.spots.get(fact.variable)
            place = self.place(fact.variable)
            if spot is not None and set(spot.values.values()) == {False, True}:
                said.setdefault(_yes_or_no(spot, bool(spot.values[fact.value])), []).append(place)
            elif spot is not None and spot.wall:
                word = "a wall at" if spot.values[fact.value] else "no wall at"
                said.setdefault((word, ""), []).append(place)
            elif fact.holds:
                said.setdefault(("", f"is {self._value(fact)}"), []).append(self._named(fact))
            else:
                name = self._named(fact)
                excluded.setdefault((name, fact.variable), []).append(self._value(fact))
        for (name, _), values in excluded.items():
            said.setdefault(("", f"is not {_list(values, 'or')}"), []).append(name)
        return ", ".join(_phrase(*how, places) for how, places in said.items())

    def _named(self, fact: Fact) -> str:
        """A place, with its layer where several layers have values."""
        spot = self.instances.spots.get(fact.variable)
        if spot is None:
            return self.instances.model.variables[fact.variable].label
        key = show_key(spot.key)
        if not key:
            return spot.layer
        pictured = is_pictured(self.instances.grounding.slots[spot.layer].kind)
        return f"{spot.layer} at {key}" if self._several or not pictured else key

    def _value(self, fact: Fact) -> str:
        spot = self.instances.spots.get(fact.variable)
        if spot is None:
            return str(fact.value)
        value = spot.values.get(fact.value, fact.value)
        return "empty" if value is None else show(value)


def _yes_or_no(spot: Spot, yes: bool) -> tuple[str, str]:
    """How to say that a layer of yes and no has a value: what is before and behind the places."""
    name = spot.layer.replace("_", " ")
    if name in COLOURS or name.endswith(QUALITIES):
        return ("", f"is {name}" if yes else f"is not {name}")
    if spot.wall:
        return ("a wall at" if yes else "no wall at", "")
    return (f"{name} at" if yes else f"no {name} at", "")


def _phrase(before: str, behind: str, places: Sequence[str]) -> str:
    if before:
        return f"{before} {_list(places)}" if any(places) else before.removesuffix(" at")
    several = behind.replace("is ", "are ", 1) if len(places) > 1 else behind
    if len(places) > LISTED:
        places = [*places[: LISTED - 2], f"{len(places) - LISTED + 2} other places"]
    return f"{_list(places)} {several}"


def _list(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *some, end = [*words] or [""]
    return f"{', '.join(some)} {last} {end}" if some else end


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:1].isalpha() and not _is_name(text) else text


def _is_name(text: str) -> bool:
    """Whether a text begins with the name of a place, which has a figure in it."""
    return any(c.isdecimal() for c in text.split(" ", 1)[0])
