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
from ...model.nodes import domain_of
from .facts import Fact
from .givens import Clue, Mend
from .instances import Instances
from .naming import Naming
from .step import Step, Tier

# What several instances of a rule are about is named if it is no more than this; of places at which
# the same is ruled out so many are named, and the others counted.
NAMED, LISTED = 6, 10
# Values that are left are named instead of those that are not, if they are no more.
FEW = 3
# Of values with longer names than this only one is named.
LONG = 14
# Said of a rule that the spec gives as implied.
LEMMA = "follows from the rules"
# What no rule of a puzzle with pieces says.
MADE = "Walls stand only between different pieces"
SIDES = {"top": "above", "bottom": "below", "left": "left of", "right": "right of"}


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
        self._naming = Naming(grounding)

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
            return [self._left_alone(step)]
        note = f" – {step.note}" if step.note else ""
        if step.tier is Tier.ONE:
            named = dict.fromkeys(a for g in step.groups for a in self.about(g))
            few = f" ({_list(named)})" if 0 < len(named) <= NAMED else ""
            return [f"{self.sentence(step.groups[0])}{few}{note}.", "  " + self._so(step)]
        sentences = dict.fromkeys(self.sentence(g) for g in step.groups)
        about = [a for g in step.groups for a in self.about(g)]
        lines = [f"{s}." for s in sentences]
        lines[-1] += f" Take {_list(dict.fromkeys(about))} together."
        return [*lines, "  " + self._so(step)]

    def _so(self, step: Step) -> str:
        cited = self.facts(step.cited)
        follows = self.facts(step.facts) if step.facts else "this cannot be"
        return _upper(f"{cited}: so {follows}." if cited else f"{follows}.")

    def _left_alone(self, step: Step) -> str:
        """A step that cites no rule: no other value is left, or it follows from how the board is
        made."""
        if step.facts and all(f.variable == step.facts[0].variable for f in step.cited):
            return _upper(f"{self.facts(step.facts)}: no other value is left.")
        made = step.facts and self._is_wall(step.facts[0])
        return f"{MADE}. {self._so(step)}" if made else self._so(step)

    def _chain(self, step: Step, within: bool = False) -> list[str]:
        """within: another supposition."""
        goal = step.facts[:1]
        opposite = [self.instances.opposite(f) for f in goal]
        how = " as well" if within else ", and go on by cases" if step.branches else ""
        first = f"Suppose {self.facts(opposite)}{how}." if goal else "This follows:"
        lines = [first]
        before: tuple[Fact, ...] = ()
        for inner in step.inner[:-1]:
            if inner.inner:
                lines += [f"  {line}" for line in self._chain(inner, within=True)]
            else:
                lines.append(f"  Then {self.facts(inner.facts)}{self._because(inner)}.")
            before = inner.facts
        lines.append(f"  But {self._broken(step.inner[-1], opposite, before)}.")
        return [*lines, f"  So {self.facts(step.facts)}."] if goal else lines

    def _because(self, step: Step) -> str:
        if not step.groups:
            walls = bool(step.facts) and self._is_wall(step.facts[0])
            return f" – {_lower(MADE)}" if walls else ""
        return f" – {self._rules(step)}"

    def _broken(self, last: Step, supposed: Sequence[Fact], before: Sequence[Fact]) -> str:
        """A contradiction. What was supposed is not repeated, nor is what was said just before it,
        where that is all."""
        new = [f for f in last.cited if f not in supposed]
        if last.groups:
            what = f"that breaks: {self._rules(last)}"
            new = [] if all(f in before for f in new) else new
        else:
            what = _lower(MADE) if any(map(self._is_wall, last.cited)) else "no value is left"
        return f"{self.facts(new)} – {what}" if new else what

    def _rules(self, step: Step) -> str:
        """The rules of a step within a chain; what they are about, where the facts do not show
        it."""
        facts = (*step.facts, *step.cited)
        shown = {p.name for f in facts for p in self._places(f)}
        sentences = []
        for sentence, about in self._by_rule(step.groups):
            new = [a for a in about if a.split(" at ")[-1] not in shown]
            sentences.append(f"{sentence} ({_list(new)})" if 0 < len(new) <= NAMED else sentence)
        return "; ".join(sentences)

    def _places(self, fact: Fact) -> tuple[Place, ...]:
        spot = self.instances.spots.get(fact.variable)
        return () if spot is None else spot.places

    def _is_wall(self, fact: Fact) -> bool:
        spot = self.instances.spots.get(fact.variable)
        return spot is not None and spot.wall

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
        sentence = self.instances.sentences[group.rule].rstrip(".")
        return f"{sentence} [{LEMMA}]" if self.is_lemma(group) else sentence

    def is_lemma(self, group: Group) -> bool:
        """Whether a group is of a rule that follows from the others."""
        return group.rule in self.instances.grounding.implied

    def rule(self, group: Group) -> str:
        """A rule's sentence with what it is about."""
        about = _list(self.about(group))
        return f"{self.sentence(group)} ({about})." if about else f"{self.sentence(group)}."

    def by_rule(self, groups: Iterable[Group]) -> list[tuple[str, str]]:
        """Of each rule with some instances, its sentence and what these are about."""
        return [(sentence, _list(about)) for sentence, about in self._by_rule(groups)]

    def _by_rule(self, groups: Iterable[Group]) -> list[tuple[str, list[str]]]:
        found: dict[str, dict[str, None]] = {}
        for group in groups:
            found.setdefault(self.sentence(group), {}).update(dict.fromkeys(self.about(group)))
        return [(sentence, [*about]) for sentence, about in found.items()]

    def about(self, group: Origin) -> list[str]:
        """The bindings of an instance in words: `row 3`, `the 4 at r2c5`."""
        bound = group.bindings
        lasting = [b for b in bound if getattr(b[1], "kind", "") != "direction"] or bound
        return list(dict.fromkeys(self._bound(name, value) for name, value in lasting))

    def _bound(self, name: str, value: Any) -> str:
        match value:
            case Place():
                return self._naming.clue(value) or value.name
            case Unit():
                return value.name
            case Piece() if value.vertex >= 0 and value.within is None:
                return f"the piece of {show(value.partition.places[value.vertex])}"
            case tuple() if value and all(isinstance(v, Place) for v in value):
                return _list(v.name for v in value)
        return f"{name} = {show(value)}"

    def printed(self, clues: Iterable[Clue]) -> str:
        """Clues: `the 3 at r1c1 and region A at r2c2`."""
        return _list(self._printed(clue) for clue in clues)

    def _printed(self, clue: Clue) -> str:
        place = f" at {clue.place}" if clue.place else ""
        if clue.layer in self._naming.clues:
            return f"the {clue.text}{place}"
        return f"{clue.layer.replace('_', ' ')} {clue.text}{place}"

    def mend(self, mend: Mend) -> str:
        """What a clue would have to be instead: `the 3 at r1c1 left out, or 2 or 4`."""
        values = [*mend.values, "another value"] if mend.more else mend.values
        ways = ["left out"] if mend.blank else []
        ways += [f"changed to {_list(values, 'or')}"] if values else []
        return f"{self._printed(mend.clue)} {', or '.join(ways)}"

    # -- facts

    def place(self, variable: int) -> str:
        spot = self.instances.spots.get(variable)
        if spot is None:
            return self.instances.model.variables[variable].label
        return show_key(spot.key) or spot.layer

    def facts(self, facts: Iterable[Fact]) -> str:
        """Facts in words, equal ones of several places together."""
        said: dict[tuple[str, str], list[str]] = {}
        excluded: dict[tuple[str, int], list[int]] = {}
        for fact in facts:
            spot = self.instances.spots.get(fact.variable)
            if spot is not None and set(spot.values.values()) == {False, True}:
                how = self._naming.yes_or_no(spot, bool(spot.values[fact.value]))
                said.setdefault(how, []).append(self._where(fact.variable, how[0]))
            elif spot is not None and spot.wall:
                word = "a wall" if spot.values[fact.value] else "no wall"
                said.setdefault((word, ""), []).append(self._where(fact.variable, word))
            elif fact.holds:
                said.setdefault(("", f"is {self._value(fact)}"), []).append(self._named(fact))
            else:
                excluded.setdefault((self._named(fact), fact.variable), []).append(fact.value)
        for (name, variable), values in excluded.items():
            said.setdefault(("", self._without(variable, values)), []).append(name)
        phrases = [_phrase(*how, places) for how, places in said.items()]
        return ("; " if any(", " in phrase for phrase in phrases) else ", ").join(phrases)

    def _without(self, variable: int, values: Sequence[int]) -> str:
        """That a variable has none of some values; what else it is, where that is shorter."""
        every = domain_of(self.instances.model.variables[variable])
        left = [v for v in every if v not in values] if len(every) <= LISTED else []
        if 0 < len(left) <= FEW and len(left) < len(values):
            return f"is {_list((self._value(Fact(variable, v)) for v in left), 'or')}"
        names = [self._value(Fact(variable, v)) for v in values]
        most = LISTED if max(map(len, names)) <= LONG else 2
        if len(names) > most:
            names = [*names[: most - 1], f"any of {len(names) - most + 1} others"]
        return f"is not {_list(names, 'or')}"

    def _where(self, variable: int, word: str) -> str:
        """A place with its preposition, where a word for what stands there is before it."""
        if not word:
            return self._named_only(variable)
        spot = self.instances.spots[variable]
        place = spot.key
        if isinstance(place, Place) and place.kind == "border":
            cells = [p.name for p in self.instances.grounding.context.board.touching("cell", place)]
            if len(cells) == 2:
                return f"between {cells[0]} and {cells[1]}"
            if len(cells) == 1 and (side := SIDES.get(place.name.rpartition("/")[2])):
                return f"{side} {cells[0]}"
        name = show_key(spot.key)
        return f"at {name}" if name else ""

    def _named_only(self, variable: int) -> str:
        spot = self.instances.spots[variable]
        if isinstance(spot.key, Place) and spot.key.kind == "border":
            return f"the side {self._where(variable, 'at')}"
        return show_key(spot.key) or spot.layer

    def _named(self, fact: Fact) -> str:
        """A place, with its layer where several layers have values."""
        spot = self.instances.spots.get(fact.variable)
        if spot is None:
            label = self.instances.model.variables[fact.variable].label
            layer, _, place = label.removesuffix("]").partition("[")
            return f"the clue at {place}" if layer in self._naming.clues else label
        key = show_key(spot.key)
        if not key:
            return spot.layer
        slot = self.instances.grounding.slots[spot.layer]
        plain = is_pictured(slot.kind) and not self._several
        bare = plain and not isinstance(next(iter(spot.values.values()), None), Place)
        first = spot.key[0] if type(spot.key) is tuple else spot.key
        word = "at" if isinstance(first, (Place, Unit)) else "of"
        return key if bare else f"{spot.layer.replace('_', ' ')} {word} {key}"

    def _value(self, fact: Fact) -> str:
        spot = self.instances.spots.get(fact.variable)
        if spot is None:
            return str(fact.value)
        value = spot.values.get(fact.value, fact.value)
        return "empty" if value is None else show(value)


def _phrase(before: str, behind: str, places: Sequence[str]) -> str:
    """What is said of some places: `no star at r1c1 and r1c2`, `r1c1 is black`."""
    several = behind.replace("is ", "are ", 1) if len(places) > 1 else behind
    if len(places) > LISTED:
        places = [*places[: LISTED - 2], f"{len(places) - LISTED + 2} other places"]
    if not before:
        return f"{_list(places)} {several}"
    return f"{before} {_joined(places)}" if any(places) else before


def _joined(places: Sequence[str]) -> str:
    """Places, with a preposition that several have in common said once."""
    if all(p.startswith("at ") or " other " in p for p in places):
        return "at " + _list(p.removeprefix("at ") for p in places)
    return _list(places)


def _list(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *some, end = [*words] or [""]
    return f"{', '.join(some)} {last} {end}" if some else end


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:1].isalpha() and not _is_name(text) else text


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _is_name(text: str) -> bool:
    """Whether a text begins with the name of a place, which has a figure in it."""
    return any(c.isdecimal() for c in text.split(" ", 1)[0])
