"""Facts in plain words: `no star at r1c1 and r1c2`, `r1c1 is 3 or 4`, `L does not cover r2c2`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Final, TypeAlias

from ...compiler.board.places import Place, Unit
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.layers import show_key
from ...compiler.ground.reading import is_pictured
from ...compiler.values.placement import Placement
from ...compiler.values.showing import show
from ...dsl.diagnostics import listed
from ...dsl.types import with_article
from ...model.nodes import domain_of
from .facts import Fact, Known, Spot
from .locating import Locating
from .naming import Naming
from .phrases import numbered, plural, without

# The most places at which the same is ruled out, and the most values, that are named; the others
# are counted. Of values with names longer than LONG, only one is named.
LISTED, LONG = 10, 11
# The values that are left are named instead of those that are ruled out, if they are at most this
# many.
FEW = 3
# The word for no value.
EMPTY = "empty"
# From this number on, places may be named as "all others" of a unit.
MANY = 4

# A thing among values, as `Naming.value` names it; `a` may be a value itself.
A_THING: Final = re.compile(r"\ban? (?!and\b)(\w{3,})")

# The words of a fact: before its places, after them, and the layer if it is named.
How: TypeAlias = tuple[str, str, str]


class Saying:
    """Puts the facts of one puzzle into words."""

    def __init__(
        self, grounding: Grounding, spots: Mapping[int, Spot], naming: Naming, locating: Locating
    ) -> None:
        self._naming, self._locating, self._spots = naming, locating, spots
        self._slots, self._variables = grounding.slots, grounding.model.variables
        valued = {
            name
            for name, slot in self._slots.items()
            if slot.variables and slot.domain.kind not in ("bool", "pieces")
        }
        self._several = len(valued) > 1
        self._shared: dict[str, bool] = {}
        context = grounding.context
        self._names = context.board.names if context.has_board else {}

    # -- places

    def place(self, variable: int) -> str:
        """The place of a variable as a noun; for a layer without places, its name."""
        spot = self._spots.get(variable)
        if spot is None:
            return self._unknown(variable)
        return self._locating.name(spot.key) or spot.layer

    def places(self, variables: Iterable[int]) -> list[str]:
        """The places of variables, those of a row or column together."""
        known = list(dict.fromkeys(variables))
        keys = dict.fromkeys(self._spots[v].key for v in known if v in self._spots)
        if len(keys) == len(known) and all(isinstance(key, Place) for key in keys):
            return self._locating.names(list(keys))
        return list(dict.fromkeys(map(self.place, known)))

    def values(self, variables: Iterable[int]) -> list[str]:
        """The places of variables; with the layer, if another one has values at the same places, or
        if the places are numbers, which would be meaningless alone."""
        by_layer: dict[str, list[int]] = {}
        for variable in variables:
            spot = self._spots.get(variable)
            by_layer.setdefault("" if spot is None else spot.layer, []).append(variable)
        found: list[str] = []
        for layer, own in by_layer.items():
            keys = [self._key(v) for v in own]
            numbered = any(type(part) is int for key in keys for part in _parts(key)[:1])
            if not layer or not (numbered or self._shares(layer, own)):
                found += self.places(own)
                continue
            on_board = all(isinstance(key, (Place, Unit)) for key in keys)
            where = self._locating.list_at(keys, frozenset(), LISTED)
            where = where if on_board else f"of {listed(_cut(_apart(keys)))}"
            found.append(f"the {layer.replace('_', ' ')} {where}")
        return found

    def _shares(self, layer: str, variables: Iterable[int]) -> bool:
        """Whether another layer has values where a layer has these variables."""
        keys = {self._key(v) for v in variables}
        others = (slot for name, slot in self._slots.items() if name != layer)
        return any(not keys.isdisjoint(slot.variables) for slot in others)

    def at(self, *keys: Any, last: str = "and") -> str:
        """Places with their prepositions."""
        return self._locating.list_at(keys, frozenset(), len(keys), last=last)

    def _unknown(self, variable: int) -> str:
        """A clue that is printed as unknown."""
        label = self._variables[variable].label
        layer, _, place = label.removesuffix("]").partition("[")
        if layer not in self._naming.clues and layer not in self._slots:
            return label
        where, _, number = place.rpartition(", ")
        line = self._names.get((where or place).replace(" ", ""))
        if isinstance(line, Unit) and number.isdecimal():
            return f"number {number} of {line.name}"
        if isinstance(line, Place):
            printed = self._naming.clue(line, layer) or f"the clue {self._locating.at(line)}"
            return printed if printed.startswith("the ? ") else f"the number of {printed}"
        return f"the clue at {place}"

    # -- facts

    def facts(self, facts: Iterable[Fact], known: Known | None = None) -> str:
        """Facts in words, equal ones at several places together. known: what else is known, so that
        the values that are left can be named."""
        said: dict[How, list[int]] = {}
        ruled_out: dict[int, list[int]] = {}
        for fact in facts:
            if fact.holds or self._is_yes_or_no(fact.variable):
                said.setdefault(self._how(fact), []).append(fact.variable)
            else:
                ruled_out.setdefault(fact.variable, []).append(fact.value)
        for variable, values in ruled_out.items():
            behind = self._without(variable, values, known)
            said.setdefault(self._about(variable, behind), []).append(variable)
        phrases = [self._phrase(how, variables) for how, variables in said.items()]
        return ("; " if any(", " in phrase for phrase in phrases) else ", ").join(phrases)

    def others(
        self, facts: Sequence[Fact], cited: Iterable[Fact], bound: Sequence[Any], known: Known
    ) -> str | None:
        """`no star at the other cells there`, if facts hold at all other cells of the units that
        they are about, or of the board; else None. cited: the facts that they follow from. bound:
        the values of the `for` variables of the rules. known: before them."""
        found = self._same(facts)
        if found is None or len(facts) < MANY:
            return None
        layer, how = found
        sources = {f.variable for f in cited}
        units = [v for v in bound if isinstance(v, Unit)]
        if not sources or any(isinstance(v, Place) or v not in units for v in bound):
            return None
        variables = self._slots[layer].variables
        scope = {p for unit in units for p in unit.members} if units else set(variables)
        if not all(isinstance(p, Place) and p.kind == "cell" for p in scope):
            return None
        new = {f.variable for f in facts}
        here = {variables[p][0] for p in scope if p in variables}
        behind = known.copy()
        behind.learn(facts)
        value = facts[0]
        same = Fact(0, value.value, value.holds)
        if not new <= here or not sources & here:
            return None
        if any(not behind.knows(same._replace(variable=v)) for v in here - sources):
            return None
        where = "there" if units else "of the board"
        before, phrase, _ = how
        if before:
            return f"{before} at the other cells {where}"
        return f"the other cells {where} {_many(phrase)}"

    def _same(self, facts: Sequence[Fact]) -> tuple[str, How] | None:
        """The layer and the words of facts that all say the same about its places; None if they do
        not."""
        spots = self._spots
        if not facts or any(f.variable not in spots for f in facts):
            return None
        layers = {spots[f.variable].layer for f in facts}
        if len(layers) > 1 or len({f.variable for f in facts}) < len(facts):
            return None
        if len({(f.value, f.holds, tuple(spots[f.variable].values.items())) for f in facts}) > 1:
            return None
        fact = facts[0]
        if fact.holds or self._is_yes_or_no(fact.variable):
            how = self._how(fact)
        else:
            how = self._about(fact.variable, f"is not {self._value(fact)}")
        return (layers.pop(), how) if not how[2] else None

    def _is_yes_or_no(self, variable: int) -> bool:
        spot = self._spots.get(variable)
        return spot is not None and (spot.wall or spot.is_yes_or_no)

    def _how(self, fact: Fact) -> How:
        """The words of a fact that holds, or of one of yes and no."""
        spot = self._spots.get(fact.variable)
        if spot is not None and self._is_yes_or_no(fact.variable):
            return (*self._naming.yes_or_no(spot, bool(spot.values[fact.value])), "")
        return self._about(fact.variable, f"is {self._value(fact)}")

    def _about(self, variable: int, behind: str) -> How:
        """The words about a variable, with its layer if they do not show which one is meant. A
        place is empty only if no other layer can have a value there."""
        layer = self._layer(variable)
        spot = self._spots.get(variable)
        if not layer and spot is not None and EMPTY in behind and self._is_shared(spot.layer):
            layer = spot.layer
        return ("", behind, layer)

    def _key(self, variable: int) -> Any:
        spot = self._spots.get(variable)
        return self._unknown(variable) if spot is None else spot.key

    def _layer(self, variable: int) -> str:
        """The name of a variable's layer, if several layers have values and the place does not show
        which is meant; else ""."""
        spot = self._spots.get(variable)
        if spot is None:
            return ""
        slot = self._slots[spot.layer]
        value = next(iter(spot.values.values()), None)
        if isinstance(value, (Place, Placement)):
            return spot.layer
        between = isinstance(spot.key, Place) and spot.key.kind in ("border", "link")
        counts = slot.domain.kind == "int" and not between
        bare = not self._several and (counts or (is_pictured(slot.kind) and not between))
        return "" if bare else spot.layer

    def _is_shared(self, layer: str) -> bool:
        """Whether another layer has values at places of a layer."""
        if layer not in self._shared:
            own = [variable for variable, _ in self._slots[layer].variables.values()]
            self._shared[layer] = self._shares(layer, own)
        return self._shared[layer]

    def _phrase(self, how: How, variables: Sequence[int]) -> str:
        """The sentence about some variables."""
        before, behind, layer = how
        spot = self._spots.get(variables[0])
        among = set(self._slots[spot.layer].variables) if spot is not None else set()
        keys = [self._key(v) for v in variables]
        word = layer.replace("_", " ")
        if not show_key(keys[0]):
            return before or f"{word or self.place(variables[0])} {behind}"
        if before:
            all_of = "" if before.startswith("no ") else "all of "
            return f"{before} {self._locating.list_at(keys, among, LISTED, all_of)}"
        first = keys[0][0] if type(keys[0]) is tuple else keys[0]
        if layer and isinstance(first, (Place, Unit)) and not behind.startswith("does"):
            where = self._locating.list_at(keys, among, LISTED, "all of ")
        elif layer and not behind.startswith("does"):
            where = f"of {listed(_cut(_apart(keys)))}"
        else:
            names = _cut(self._locating.names(keys, among))
            several = len(names) > 1 or " to " in names[0] or names[0].startswith("all ")
            return f"{listed(names)} {_many(behind) if several else behind}"
        if behind == f"is {EMPTY}":
            return f"no {word} {where}"
        several = word.endswith("s") and not word.endswith("ss")
        if behind == f"is not {EMPTY}":
            return f"{word if several else with_article(word)} {where}"
        return f"the {word} {where} {_many(behind) if several else behind}"

    def _without(self, variable: int, values: Sequence[int], known: Known | None) -> str:
        """Say that a variable has none of some values, or which values are left, if that is
        shorter."""
        every = domain_of(self._variables[variable])
        left = [v for v in every if v not in values] if len(every) <= LISTED else []
        if 0 < len(left) <= FEW and len(left) < len(values):
            return f"is {listed((self._value(Fact(variable, v)) for v in left), 'or')}"
        spot = self._spots.get(variable)
        constants = {v: v if spot is None else spot.values.get(v, v) for v in every}
        if all(type(c) is int for c in constants.values()):
            return without([constants[v] for v in values], list(constants.values()))
        gone = set(values) | (set() if known is None else set(every) - known.left[variable])
        covered = _uncovered(constants, set(values), gone)
        if covered:
            return f"does not cover {listed(self._locating.names(covered), 'or')}"
        numbers = sorted(c for v in values if type(c := constants[v]) is int)
        names = [self._value(Fact(variable, v)) for v in values if type(constants[v]) is not int]
        names += numbered(numbers)
        most = LISTED if max(map(len, names)) <= LONG else 2
        if len(names) > most:
            names = [*names[: most - 1], f"any of {len(names) - most + 1} others"]
        return f"is not {listed(names, 'or')}"

    def _value(self, fact: Fact) -> str:
        spot = self._spots.get(fact.variable)
        if spot is None:
            return str(fact.value)
        value = spot.values.get(fact.value, fact.value)
        if isinstance(value, Placement):
            return listed(self._locating.names(value.cells))
        if isinstance(value, str):
            return self._naming.value(show(value))
        return EMPTY if value is None else show(value)


def _cut(names: Sequence[str]) -> list[str]:
    """The first names, and the number of the others."""
    if len(names) <= LISTED:
        return list(names)
    return [*names[: LISTED - 2], f"{len(names) - LISTED + 2} other places"]


def _parts(key: Any) -> tuple[Any, ...]:
    """The places that make up a key."""
    return key if type(key) is tuple else (key,)


def _apart(keys: Sequence[Any]) -> list[str]:
    """Keys in words, for a list; those of several places in brackets, if there are several."""
    several = len(keys) > 1
    return [f"({show_key(k)})" if several and type(k) is tuple else show_key(k) for k in keys]


def _many(behind: str) -> str:
    """The words about one place, in the plural."""
    for one, many in (("is ", "are "), ("does ", "do ")):
        if behind.startswith(one):
            return many + A_THING.sub(lambda a: plural(a[1]), behind.removeprefix(one))
    return behind


def _uncovered(constants: Mapping[int, Any], values: Set[int], gone: Set[int]) -> list[Place]:
    """A few cells that every ruled-out placement covers one of, so that naming them says the same;
    none if there are no such cells."""
    covers: dict[Place, set[int]] = {}
    for code, constant in constants.items():
        if not isinstance(constant, Placement) or len(values) == 1:
            return []
        for cell in constant.cells:
            covers.setdefault(cell, set()).add(code)
    found: list[Place] = []
    left = set(values)
    while left:
        sure = [cell for cell, codes in covers.items() if codes <= gone and codes & left]
        if not sure or len(found) == FEW:
            return []
        found.append(max(sure, key=lambda cell: len(covers[cell] & left)))
        left -= covers[found[-1]]
    return found
