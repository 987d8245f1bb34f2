"""Steps in plain sentences: which rule, the cited facts, and what follows.

All words come from the spec and the puzzle: the rules' own sentences, the names of layers and
values, the places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ...compiler.board.places import Place, Unit
from ...compiler.ground.layers import show_key
from ...dsl.diagnostics import counted, listed
from ...model.groups import Group
from ..wording.about import NUMBER
from ..wording.facts import Fact, Known
from ..wording.phrases import signed, upper
from ..wording.wording import Wording
from .givens import Clue, Mend
from .instances import Instances
from .step import Step, Tier

# What several instances of a rule are about is named if it is at most this many things.
NAMED = 6
# The mark of an implied rule.
FOLLOWS = "follows from the rules"
# The sentence for the structure of layers of pieces, which no rule states.
MADE = "Walls stand only between different pieces"


class Words:
    """Puts the steps of one puzzle into sentences."""

    def __init__(self, instances: Instances) -> None:
        self.instances = instances
        wording = Wording(instances.grounding, instances.spots)
        self._naming, self._about, self._saying = wording.naming, wording.about, wording.saying
        self.places, self.values, self.facts = wording.places, wording.values, wording.facts

    # -- steps

    def where(self, step: Step) -> str:
        """Where to look: what the rule instances are about, or the place of what follows; of a
        contradiction, the places that it cites. "" if there are none. Of several instances that say
        something about places of their own, the first is enough to begin with."""
        apart = step.tier is Tier.ONE and len({f.variable for f in step.facts}) > 1
        about = self._about.several(step.groups[:1] if apart else step.groups)
        of_rule = len(about) <= NAMED and not step.inner and step.tier is not Tier.CASES
        variables = [f.variable for f in step.facts or step.cited]
        for words in (about if of_rule else [], self.places(variables), self.values(variables)):
            # A number alone says nothing.
            if not all(word.isdecimal() or word.startswith(NUMBER) for word in words):
                return f"Look at {listed(words)}."
        return ""

    def lines(self, step: Step, known: Known | None = None) -> list[str]:
        """A step: its rule, then the cited facts and what follows. known: before the step."""
        if step.inner:
            return self._chain(step, known)
        if step.tier is Tier.CASES:
            return self._cases(step)
        if not step.groups:
            return [self._left_alone(step)]
        note = f" – {step.note}" if step.note else ""
        rules = self._by_rule(step)
        lines = [_with(sentence, about) for sentence, about in rules]
        if step.tier is Tier.ONE:
            lines[-1] += f"{note}."
        elif len(rules) > 1:
            lines = [f"{line}." for line in lines]
            lines[-1] += " Take them together."
        else:
            sentence, about = rules[0]
            lines = [f"{sentence}. Take {listed(about)} together." if about else f"{sentence}."]
        return [*lines, f"  {self._so(step, known)}"]

    def _so(self, step: Step, known: Known | None) -> str:
        cited = self.facts(step.cited, known)
        follows = "this cannot be"
        if step.facts:
            others = None if known is None else self._others(step, known)
            follows = others or self.facts(step.facts, known)
        return upper(f"{cited}: so {follows}." if cited else f"{follows}.")

    def _others(self, step: Step, known: Known) -> str | None:
        """What a step says of all other cells of the units that it is about, if that is all."""
        if step.tier is not Tier.ONE:
            return None
        bound = [value for group in step.groups for _, value in group.bindings]
        return self._saying.others(step.facts, step.cited, bound, known)

    def _left_alone(self, step: Step) -> str:
        """A step that cites no rule: no other value is left, or it follows from the structure of a
        layer."""
        if step.facts and all(f.variable == step.facts[0].variable for f in step.cited):
            return upper(f"{self.facts(step.facts)}: no other value is left.")
        made = step.facts and self._is_wall(step.facts[0])
        return f"{MADE}. {self._so(step, None)}" if made else self._so(step, None)

    def _chain(self, step: Step, known: Known | None, within: bool = False) -> list[str]:
        """A chain. within: whether it is inside another supposition."""
        goal = step.facts[:1]
        if not goal and len(step.inner) == 1:
            return [f"{upper(self._broken(step.inner[0], (), (), known))}."]
        opposite = [self.instances.opposite(f) for f in goal]
        how = " as well" if within else ", and go on by cases" if step.branches else ""
        first = f"Suppose {self.facts(opposite)}{how}." if goal else "This follows:"
        lines = [first]
        before: tuple[Fact, ...] = ()
        supposed = None if known is None else known.copy()
        if supposed is not None:
            supposed.learn(opposite)
        for inner in step.inner[:-1]:
            if inner.inner:
                lines += [f"  {line}" for line in self._chain(inner, supposed, within=True)]
            else:
                then = self.facts(inner.facts, supposed)
                lines.append(f"  Then {then}{self._because(inner)}.")
            before = inner.facts
            if supposed is not None:
                supposed.learn(inner.facts)
        lines.append(f"  But {self._broken(step.inner[-1], opposite, before, supposed)}.")
        if not goal:
            return lines
        lines.append(f"  So {self.facts(goal, known)}.")
        if step.facts[1:]:
            # Together with the first value, the others may form a bound: at most 34.
            others = min((self.facts(f, known) for f in (step.facts, step.facts[1:])), key=len)
            lines.append(f"  In the same way {others}.")
        return lines

    def _because(self, step: Step) -> str:
        if not step.groups:
            walls = bool(step.facts) and any(map(self._is_wall, (*step.facts, *step.cited)))
            return f" – {MADE}" if walls else ""
        return f" – {self._rules(step)}"

    def _broken(
        self,
        last: Step,
        supposed: Sequence[Fact],
        before: Sequence[Fact],
        known: Known | None,
    ) -> str:
        """A contradiction. The supposition is not repeated, nor is the previous sentence if there
        is nothing else."""
        new = [f for f in last.cited if f not in supposed]
        if last.groups:
            what = f"that breaks: {self._rules(last)}"
            new = [] if all(f in before for f in new) else new
        elif clash := [f for f in last.cited if self.instances.opposite(f) in last.cited]:
            new, what = clash, "it cannot be both"
        else:
            walls = any(map(self._is_wall, last.cited))
            what = f"that breaks: {MADE}" if walls else "no value is left"
        return f"{self.facts(new, known)} – {what}" if new else what

    def _rules(self, step: Step) -> str:
        """The rules of a step within a chain, with what they are about if the facts do not show
        it."""
        return "; ".join(_with(*rule) for rule in self._by_rule(step))

    def _places(self, facts: Iterable[Fact]) -> Collection[Place]:
        spots = self.instances.spots
        return {p for f in facts if f.variable in spots for p in spots[f.variable].places}

    def _is_wall(self, fact: Fact) -> bool:
        spot = self.instances.spots.get(fact.variable)
        return spot is not None and spot.wall

    def _cases(self, step: Step) -> list[str]:
        lines = [f"{sentence}." for sentence in dict.fromkeys(map(self.sentence, step.groups))]
        used = f"with these rules at {counted(len(step.groups), 'place')}"
        if not step.facts:
            return [*lines, f"  By cases, {used}: no way to go on."]
        against = self.facts([self.instances.opposite(step.facts[0])])
        lines.append(f"  Suppose {against}. By cases, {used}: no way to go on.")
        lines.append(f"  So {self.facts(step.facts)}.")
        return lines

    # -- rules

    def sentence(self, group: Group) -> str:
        if group.rule < 0:
            return "This is how the board is made"
        sentence = self.instances.sentences[group.rule].rstrip(".")
        return f"{sentence} [{FOLLOWS}]" if self.is_implied(group) else sentence

    def is_implied(self, group: Group) -> bool:
        """Whether a group is of an implied rule."""
        return group.rule in self.instances.grounding.implied

    def rule(self, group: Group) -> str:
        """A rule's sentence with what it is about."""
        return f"{_with(self.sentence(group), self._about.one(group))}."

    def by_rule(self, groups: Iterable[Group]) -> list[tuple[str, str]]:
        """For each rule with some instances, its sentence and what these are about."""
        return [
            (sentence, listed(self._about.several(some)))
            for sentence, some in self._sorted(groups).items()
        ]

    def _by_rule(self, step: Step) -> list[tuple[str, list[str]]]:
        """For each rule of a step, its sentence and what its instances are about if the facts do
        not show it."""
        shown = self._places((*step.facts, *step.cited))
        return [
            (sentence, self._about.several(some, shown))
            for sentence, some in self._sorted(step.groups).items()
        ]

    def _sorted(self, groups: Iterable[Group]) -> dict[str, list[Group]]:
        """Rule instances by the sentence of their rule."""
        found: dict[str, list[Group]] = {}
        for group in groups:
            found.setdefault(self.sentence(group), []).append(group)
        return found

    def printed(self, clues: Iterable[Clue]) -> str:
        """Clues: `the 3 at r1c1 and region A at r2c2 and r2c3`."""
        return self._at([*clues], "and")

    def mend(self, mend: Mend) -> str:
        """What a clue would have to be instead: `the 3 at r1c1 left out, or changed to 2 or 4`."""
        return self.mends([mend])[0]

    def mends(self, mends: Iterable[Mend]) -> list[str]:
        """What clues would have to be instead, each alone; equal ones of several places
        together."""
        found: dict[tuple[str, str], list[Clue]] = {}
        for mend in mends:
            values = [*mend.values, "another value"] if mend.more else mend.values
            ways = ["left out"] if mend.blank else []
            ways += [f"changed to {listed(values, 'or')}"] if values else []
            what = (self._called(mend.clue), ", or ".join(ways))
            found.setdefault(what, []).append(mend.clue)
        return [f"{self._at(clues, 'or')} {change}" for (_, change), clues in found.items()]

    def _at(self, clues: Sequence[Clue], last: str) -> str:
        """Clues with their places; those of a layer that all places have together."""
        found: dict[tuple[str, str], list[Any]] = {}
        for clue in clues:
            alone = clue.place if clue.layer in self._naming.clues else ""
            found.setdefault((self._called(clue), alone), []).append(clue.key)
        said = (f"{called} {self._where(keys, last)}" for (called, _), keys in found.items())
        return listed(map(str.strip, said), last)

    def _where(self, keys: Sequence[Any], last: str) -> str:
        """The places of clues, or the things that they are about."""
        if _on_board(keys[0]):
            return self._saying.at(*keys, last=last)
        return f"for {listed(map(show_key, keys), last)}"

    def _called(self, clue: Clue) -> str:
        """A clue without its place: `the 3`, `the black pearl`, `the rock`, `region A`; of a thing
        with its layer, `age 3`."""
        layer, text = clue.layer.replace("_", " "), clue.text
        bare = clue.layer not in self._naming.clues or not _on_board(clue.key)
        if bare and clue.value is not True:
            return signed(f"{layer} {text}")
        if clue.value is True:
            return f"the {layer}"
        worded = isinstance(clue.value, Place) or (len(text) > 1 and text.isalpha())
        return f"the {text} {layer}" if worded else f"the {text}"


def _on_board(key: Any) -> bool:
    """Whether a key of a layer is a place or a line; a single value has the empty key."""
    return isinstance(key, (Place, Unit)) or not show_key(key)


def _with(sentence: str, about: Sequence[str]) -> str:
    """A rule's sentence with what it is about, unless that is too long."""
    return f"{sentence} ({listed(about)})" if 0 < len(about) <= NAMED else sentence
