"""What idioms are made of: patterns of parts, and translations that take more than a template.

Each translation is a function of a match; its groups are named as in the patterns of `idioms`.
"""

from __future__ import annotations

import re

from .tokens import RESERVED

LINK = r"(?:<=|>=|!=|<|>|=)"
ITEM = r"[\w.]+(?:\[[^][]*\]|\([^()]*\))*"  # a name, and perhaps arguments in brackets
# Text in which brackets match, to a depth that occurs within a line.
_INNER = r"(?:[^()\[\]{}|]|\[[^][]*\]|\{[^{}]*\}|\([^()]*\))"
BODY = rf"(?:[^()\[\]{{}}|]|\[[^][]*\]|\{{[^{{}}]*\}}|\({_INNER}*\))+?"
ARGUMENT = rf"(?:[^()\[\]{{}}|,]|\[[^][]*\]|\{{[^{{}}]*\}}|\({_INNER}*\))+?"
# What a `for` goes through, up to a comma or colon outside brackets.
SET = rf"(?:[^:,()\[\]{{}}|]|\[[^][]*\]|\{{[^{{}}]*\}}|\({_INNER}*\))+"
START = r"(?:^|(?<=:))\s*"  # where a statement begins
IN_A_BLOCK = r"^\s+(?:for\s[^:]*:\s*)?"  # what may stand before a condition there
CONDITION = rf"(?P<h>{IN_A_BLOCK}|(?<=:)\s*)"
MEMBERS = r"\w+(?:\s*,\s*\w+)*\s+in\s+(?:[^:|()\[\]{},]|\([^()]*\)|\[[^][]*\])+?"
SOMETHING = "(?:defined|filled|given|present|printed)"
NOTHING = "(?:absent|blank|empty|missing|none|null)"
_BOUNDS = {"exactly": "=", "most": "<=", "least": ">="}
_QUANTIFIERS = {"forall": "all", "exists": "any", "exist": "any", "card": "count"}
_NUMERALS = {
    "no": "0",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
}
# What is measured of the values at some places -> the function that does.
_MEASURES = {
    "number": "count",
    "amount": "count",
    "count": "count",
    "sum": "sum",
    "total": "sum",
    "product": "product",
    "minimum": "min",
    "maximum": "max",
}
# What values have in common, or not -> the function that says so.
TOGETHER = {
    "different": "all_different",
    "distinct": "all_different",
    "unique": "all_different",
    "equal": "all_equal",
    "increasing": "increasing",
}
# How places that are near each other are called -> the relation.
NEAR = {
    "touching": "touching",
    "touch": "touching",
    "adjacent": "adjacent",
    "neighbours": "adjacent",
    "neighbors": "adjacent",
    "next": "adjacent",
    "around": "touching",
}
IN = r"\s+(?:in|on|at|along|of)\s+"
MEASURED = (
    rf"\b(?:the\s+)?(?:(?P<f>(?i:{'|'.join(_MEASURES)}))\s+of|(?P<g>count|sum|product))\s+"
    rf"(?:the\s+)?(?P<x>{ITEM})(?:\s+cells)?"
)
BOUND = r"(?:(?P<q>exactly|at\s+most|at\s+least)\s+)"
IS = rf"\s+(?:is|are|equals|must\s+be|should\s+be)\s+{BOUND}?(?P<k>{ITEM})"
NUMBER = rf"(?P<k>\d+|{'|'.join(_NUMERALS)})"
FUNCTIONS = r"(?P<f>sum|count|all|any|min|max|product|forall|exists|card)"


def quantified(found: re.Match[str]) -> str:
    name = found["f"]
    return f"{_QUANTIFIERS.get(name, name)}({found['p']} for {found['x']})"


def comprehension(found: re.Match[str]) -> str:
    condition = f" if {conjunction(found['p'])}" if found["p"] else ""
    return f"{found['o']}{found['e'].strip()} for {found['x']}{condition}{found['c']}"


def conjunction(conditions: str) -> str:
    """Conditions with commas between them, joined by `and`."""
    return re.sub(rf"({ARGUMENT}),\s*", r"\1 and ", conditions).strip()


def implication(found: re.Match[str]) -> str:
    return f"{conjunction(found['p'])} => {found['q'].strip()}"


def power(found: re.Match[str]) -> str:
    return f"({' * '.join([found['x']] * int(found['k']))})"


def part_of_list(found: re.Match[str]) -> str:
    """A slice of Python, which counts from 0 and stops before its end."""
    whole, step = found["x"], re.sub(r"\s", "", found["s"] or "")
    if step == "-1":
        return found.group() if found["a"] or found["b"] else f"reversed({whole})"
    if not found["a"] and not found["b"] and step in ("", "1"):
        return whole
    first, last = _slice_bound(found["a"], whole, 1), _slice_bound(found["b"], whole, 0)
    names = re.findall(r"\w+", found.string)
    i = next(v for v in "ijkxyzuvw" if v not in names)
    filter_ = ""
    if step not in ("", "1"):
        if not (first or "1").isdecimal() or not step.isdecimal() or int(step) < 2:
            return found.group()
        filter_ = f" if {i} % {step} = {int(first or 1) % int(step)}"
    return f"[{whole}[{i}] for {i} in {first or 1}..{last or f'size({whole})'}{filter_}]"


def table(found: re.Match[str]) -> str:
    """A value for each key, chosen by a key: `{1: a, 4: b, 5: c}[x]`."""
    written = re.findall(rf"{ARGUMENT}(?=,|$)", found["t"])
    pairs = [re.split(r"\s*:\s*", pair.strip(), maxsplit=1) for pair in written]
    key, text = found["x"], pairs[-1][1]
    for one, value in reversed(pairs[:-1]):
        text = f"{value} if {key} = {one} else {text}"
    return f"({text})"


def _slice_bound(index: str, whole: str, more: int) -> str:
    """An index of a slice plus a number; negative ones count from the end."""
    if index.startswith("-") and index[1:].isdecimal():
        back = int(index[1:]) - more
        return f"size({whole}) - {back}" if back else f"size({whole})"
    if index.isdecimal():
        return str(int(index) + more)
    return f"{index} + {more}" if index and more else index


def query(found: re.Match[str]) -> str:
    return f"[{found['e']} for {found['e']} in {found['s']} if {found['p']}]"


def drawn(found: re.Match[str]) -> str:
    return 'drawn "' + " ".join(re.findall(r'"(\S+?)"', found["x"])) + '"'


def filtered(found: re.Match[str]) -> str:
    condition = re.sub(rf"\b{found['x']}\b", found["c"], found["p"])
    return f"{found['c']} in {found['s']} if {condition}"


def joined_sets(found: re.Match[str]) -> str:
    return found["h"] + " + ".join(part.strip() for part in re.findall(SET, found["s"]))


def set_of_words(found: re.Match[str]) -> str:
    return ": {" + re.sub(r"\s+or\s+", ", ", found["x"]) + "}"


def all_in(found: re.Match[str]) -> str:
    values = re.split(r"\s*,\s*|\s+and\s+", found["x"])
    return " and ".join(f"{value} in {found['a']}" for value in values)


def nested(found: re.Match[str]) -> str:
    """Two nested loops, the second one outside if the first one is over something of its
    variable. A condition belongs to the inner one."""
    outer, inner = found["x"], found["y"]
    if re.search(rf"\bin\b.*\b{inner.split()[0]}\b", outer):
        outer, inner = inner, outer
    return f"for {outer}: for {inner}{found['i'] or ''}: {found['p']}"


def measured(found: re.Match[str]) -> str:
    return _measure(found, found["s"]) + _bound(found)


def measured_near(found: re.Match[str]) -> str:
    return _measure(found, f"{NEAR[found['n']]}({found['c']})") + _bound(found)


def of_both(found: re.Match[str]) -> str:
    return _measure(found, f"{found['s']} + {found['t']}") + _bound(found)


def of_each(found: re.Match[str]) -> str:
    return f" {found['w']} ".join(_measure(found, found[s]) + _bound(found) for s in "st")


def _measure(found: re.Match[str], places: str | None) -> str:
    """A function of the values of a layer at some places; of all of them, if none are named."""
    function, layer = _MEASURES[(found["f"] or found["g"]).lower()], found["x"]
    if layer == "cells" and places and function == "count":
        return f"size({places})"
    return f"{function}({layer}[{places}])" if places else f"{function}({layer})"


def counted(found: re.Match[str]) -> str:
    return f"count({found['x']}[{found['s']}])" + _bound(found)


def held(found: re.Match[str]) -> str:
    """How many of the places where a layer has a value are in a set."""
    return f"size({found['x']} & {found['s']})" + _bound(found)


def counted_in_each(found: re.Match[str]) -> str:
    one, other = found["s"], found["t"]
    variable, lines = ("line", f"{one}s + {other}s") if other else (one, f"{one}s")
    return f"for {variable} in {lines}: count({found['x']}[{variable}])" + _bound(found)


def counted_in_groups(found: re.Match[str]) -> str:
    return f"for g in groups({found['s']}): count({found['x']}[g])" + _bound(found)


def together(found: re.Match[str]) -> str:
    """A condition on the values of a layer in a line, or in each of some lines."""
    line = found["s"]
    each = f"for {line} in {line}s: " if found["e"] else ""
    function = TOGETHER[found.groupdict().get("f") or "different"]
    return f"{each}{function}({found['x']}[{line}])"


def apart(found: re.Match[str]) -> str:
    x = found["x"]
    return f"for a, b in {NEAR[found['n']]}: not ({x}[a] and {x}[b])"


def counted_everywhere(found: re.Match[str]) -> str:
    return f"count({found['x']})" + _bound(found)


def _bound(found: re.Match[str]) -> str:
    """`is at most two` as a comparison; nothing if there is none."""
    fields = found.groupdict()
    if fields["k"] is None:
        return ""
    link = fields.get("r") or _BOUNDS[(fields["q"] or "exactly").split()[-1]]
    return f" {link} {_NUMERALS.get(fields['k'], fields['k'])}"


def best_member(found: re.Match[str]) -> str:
    """The first of the members that have the largest or smallest value."""
    x, several, value = found["x"], found["s"], found["v"].strip()
    y = next(other for other in "yz" if other != x)
    other = re.sub(rf"\b{x}\b", y, value)
    best = f"{found['f']}({other} for {y} in {several})"
    return f"[{x} for {x} in {several} if {value} = {best}][1]"


def bounded(found: re.Match[str]) -> str:
    return found["x"] + _bound(found)


def how_many(found: re.Match[str]) -> str:
    return f"count({found['p']} for {found['x']})" + _bound(found)


LOWER = [word for word in sorted(RESERVED) if word.isalpha()]
LAMBDA = r"lambda\s+(?P<x>\w+)\s*:\s*"
