"""Lists and numbers in plain English."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ...dsl.diagnostics import listed

# A run of this many consecutive numbers or more is named by its first and last.
STRETCH = 3
# The endings of nouns that do not just get an s in the plural, and what they become; nouns whose
# plural follows no ending.
ENDINGS: Final = {
    "x": "xes",
    "ss": "sses",
    "ch": "ches",
    "sh": "shes",
    "alf": "alves",
    "elf": "elves",
    "wolf": "wolves",
    "eaf": "eaves",
    **{f"{consonant}y": f"{consonant}ies" for consonant in "bcdfghjklmnpqrstvwxz"},
}
IRREGULAR: Final = {
    "deer": "deer",
    "fish": "fish",
    "foot": "feet",
    "goose": "geese",
    "knife": "knives",
    "man": "men",
    "mouse": "mice",
    "person": "people",
    "sheep": "sheep",
    "woman": "women",
}


def after_prepositions(phrases: Sequence[str], last: str = "and") -> str:
    """Join phrases that begin with prepositions; successive phrases share an equal one: `at r1c1
    and r2c2, above r1c1 and between r1c1 and r1c2`."""
    said: list[tuple[str, list[str]]] = []
    for phrase in phrases:
        word, _, rest = phrase.partition(" ")
        if said and said[-1][0] == word and word in ("at", "in", "around"):
            said[-1][1].append(rest)
        else:
            said.append((word, [rest]))
    return listed((f"{word} {listed(rest, last)}".strip() for word, rest in said), last)


def numbered(values: Sequence[int]) -> list[str]:
    """Ascending numbers as words, with runs joined: `1`, `4 to 7`."""
    names: list[str] = []
    for stretch in _runs(values):
        short = len(stretch) < STRETCH
        names += map(str, stretch) if short else [f"{stretch[0]} to {stretch[-1]}"]
    return names


def _runs(values: Sequence[int]) -> list[list[int]]:
    """Ascending numbers, cut into runs of consecutive ones."""
    found: list[list[int]] = []
    for value in values:
        if found and found[-1][-1] == value - 1:
            found[-1].append(value)
        else:
            found.append([value])
    return found


def without(values: Collection[int], every: Sequence[int]) -> str:
    """Say that a number is none of some values. every: those in its domain. `is not 3`, `is at most
    5`, `is at most 5 and not 3`."""
    rising = sorted(values)
    others = sorted(set(every) - set(values))
    if not others:
        return f"is not {listed(numbered(rising), 'or')}"
    low = [value for value in rising if value < others[0]]
    high = [value for value in rising if value > others[-1]]
    inner = rising[len(low) : len(rising) - len(high)]
    # A bound says more than a list does, unless it stands for one or two of several values.
    least = STRETCH if inner or (low and high) else 2
    bounds = []
    if len(low) >= least:
        bounds.append(f"at least {others[0]}")
        low = []
    if len(high) >= least:
        bounds.append(f"at most {others[-1]}")
        high = []
    if rest := [*low, *inner, *high]:
        bounds.append(f"not {listed(numbered(rest), 'or')}")
    return f"is {listed(bounds)}"


def plural(noun: str) -> str:
    """Several of a noun: `triangles`, `boxes`, `black sheep`."""
    before, space, last = noun.rpartition(" ")
    if last in IRREGULAR:
        return before + space + IRREGULAR[last]
    for one, many in ENDINGS.items():
        if noun.endswith(one):
            return noun.removesuffix(one) + many
    return f"{noun}s"


def signed(name: str) -> str:
    """A name that ends with a sign, in quotes if it would be read as punctuation: `region ','`."""
    kind, _, sign = name.rpartition(" ")
    return f"{kind} {sign!r}" if kind and sign and not any(map(str.isalnum, sign)) else name


def upper(text: str) -> str:
    """With a capital first letter, except for the name of a place (which contains a digit)."""
    word = text.split(" ", 1)[0]
    is_name = any(c.isdecimal() for c in word)
    return text if is_name or not text[:1].isalpha() else text[:1].upper() + text[1:]
