"""The subject of a rule instance, in words: `row 3`, `the 4 at r2c5`, `the island of r1c2`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from typing import Any, TypeGuard

from ...compiler.board.places import Place, Unit
from ...compiler.values.partitions import Piece
from ...compiler.values.showing import show
from ...dsl.diagnostics import listed
from ...model.constraints import Origin
from .locating import BETWEEN, Locating
from .naming import Naming
from .phrases import plural

# Names with fewer letters than this are not shown.
WORD = 3
# What a number is called that a `for` variable with a short name has.
NUMBER = "the number"
# What a piece is called.
PIECE = "piece"
# Values that a `for` variable may have in words.
PLAIN = (bool, int, str, Place, Unit, Piece, tuple)


class About:
    """Bindings of one puzzle's rule instances in words."""

    def __init__(self, naming: Naming, locating: Locating) -> None:
        self._naming, self._locating = naming, locating

    def one(self, group: Origin, shown: Collection[Place] = ()) -> list[str]:
        """The subject of an instance. shown: places that the sentence names anyway: if an instance
        concerns several places, all among these, its plain cells are left out."""
        return list(self._words(group, shown))

    def _words(self, group: Origin, shown: Collection[Place]) -> dict[str, Any]:
        """The words of `one`, each with the value that it names."""
        bound = _telling(group.bindings)
        # A list without elements, as a `for` variable may be bound to, has no words.
        said = {words: b[1] for b in bound if (words := self._bound(group.rule, *b))}
        places = [value for value in said.values() if isinstance(value, Place)]
        if len(places) > 1 and all(place in shown for place in places):
            said = {w: v for w, v in said.items() if not _is_plain(w, v)}
        elif len(places) == 2 and len(said) == 2 and all(_is_plain(w, v) for w, v in said.items()):
            return self._sign(group.rule, places) or said
        return self._once(said)

    def _sign(self, rule: int, cells: Sequence[Place]) -> dict[str, Any]:
        """The sign that is printed between two cells, if the rule speaks of it."""
        between = self._locating.between(*cells)
        signs = ((self._naming.clue(place, "", rule), place) for place in between)
        return {words: place for words, place in signs if words}

    def _once(self, said: dict[str, Any]) -> dict[str, Any]:
        """Words without those that others imply: the group of a printed clue, the cells on both
        sides of a border or link, the cell by which a piece is named."""
        implied: set[Any] = set()
        clues: set[Place] = set()
        for words, value in said.items():
            if isinstance(value, Piece):
                implied.add(value.partition.places[value.vertex])
            elif isinstance(value, Place):
                if value.kind in BETWEEN:
                    implied.update(self._locating.cells(value))
                if words != self._locating.name(value):
                    clues.add(value)
        return {
            words: value
            for words, value in said.items()
            if not (_is_plain(words, value) and value in implied)
            and not (_is_group(value) and not clues.isdisjoint(value.members))
        }

    def several(self, groups: Iterable[Origin], shown: Collection[Place] = ()) -> list[str]:
        """What instances are about: lines and words, then plain cells together, and at last what
        ends with a cell, as a clue: a cell after it would seem to have the clue too."""
        found: dict[str, Any] = {}
        for group in groups:
            found |= self._words(group, shown)
        return self._together(found)

    def _together(self, found: dict[str, Any]) -> list[str]:
        bare = {n: v for n, v in found.items() if isinstance(v, (Place, Unit)) and v.name == n}
        lines = [name for name, value in bare.items() if isinstance(value, Unit)]
        plain = [value for value in bare.values() if isinstance(value, Place)]
        others = {name: value for name, value in found.items() if name not in bare}
        placed = [name for name, value in others.items() if isinstance(value, (Place, Piece))]
        words = [name for name in others if name not in placed]
        return [*in_a_row(lines), *in_a_row(words), *self._locating.names(plain), *placed]

    def _what(self, rule: int, *names: str) -> str:
        """What to call a piece: by a name that its rule's sentence has, if there is one."""
        words = [n.replace("_", " ") for n in names if len(n) >= WORD and n.isidentifier()]
        sentence = self._naming.sentence(rule)
        return next((w for w in (*words, PIECE) if w in sentence), [*words, PIECE][0])

    def _bound(self, rule: int, name: str, value: Any) -> str:
        source = self._naming.source(rule, name)
        match value:
            case Place():
                return self._naming.clue(value, source, rule) or self._locating.name(value)
            case Unit():
                if layer := self._naming.computed(value):
                    what = layer.replace("_", " ")
                    return f"the {what} of {self._locating.name(value.members[0])}"
                return self._locating.unit(value)
            case Piece():
                what = self._what(rule, value.partition.name, name)
                return f"the {what} of {self._locating.name(value.partition.places[value.vertex])}"
            case tuple() if value and all(isinstance(v, Place) for v in value):
                return listed(self._locating.names(value, frozenset()))
            case tuple():
                letters = all(isinstance(v, str) and len(v) == 1 for v in value)
                what = ("" if letters else " ").join(map(show, value))
            case _:
                what = show(value)
        word = source if self._naming.is_numbered(source) else name
        word = (self._naming.kind(value, source) if isinstance(value, str) else "") or word
        if len(word) < WORD:  # a number alone, after `row 4 and`, would be that of a row
            return f"{NUMBER} {what}" if what.isdecimal() else what
        return f"{word.replace('_', ' ')} {what}"


def _telling(bound: Sequence[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """The bindings that identify an instance: no directions if there is anything else, not the line
    of a shorter stretch or a stretch that is its whole line, no value that is still unknown."""
    known = [
        (name, value)
        for name, value in bound
        if isinstance(value, PLAIN)
        and not (isinstance(value, Piece) and (value.vertex < 0 or value.within is not None))
    ]
    lasting = [b for b in known if getattr(b[1], "kind", "") != "direction"] or known
    inner: list[Set[Place]] = [frozenset(v.members) for _, v in lasting if isinstance(v, Unit)]
    units: set[Set[Place]] = set()
    found: list[tuple[str, Any]] = []
    for name, value in lasting:
        if isinstance(value, Unit):
            members = frozenset(value.members)
            if members in units or any(s < members for s in inner):
                continue
            units.add(members)
        found.append((name, value))
    return found


def _is_plain(words: str, value: Any) -> bool:
    """Whether words are no more than the name of a place."""
    return isinstance(value, Place) and words == value.name


def _is_group(value: Any) -> TypeGuard[Unit]:
    return isinstance(value, Unit) and value.kind == "group"


def in_a_row(names: list[str]) -> list[str]:
    """What is numbered in a row, from the first to the last: `rows 2 to 5`, `boxes 1 to 3`."""
    stretches: list[list[str]] = []
    for name in names:
        kind, _, number = name.rpartition(" ")
        before = stretches[-1][-1].rpartition(" ") if stretches else ("", "", "")
        follows = number.isdecimal() and before[0] == kind and before[2].isdecimal()
        if follows and int(number) == int(before[2]) + 1:
            stretches[-1].append(name)
        else:
            stretches.append([name])
    found: list[str] = []
    for stretch in stretches:
        kind, _, first = stretch[0].rpartition(" ")
        last = stretch[-1].rpartition(" ")[2]
        found += [f"{plural(kind)} {first} to {last}"] if len(stretch) > 2 and kind else stretch
    return found
