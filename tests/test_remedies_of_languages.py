"""Hints for what is written as in other languages, in German, or in half-formal English.

Each mistake is mended by its hints alone, and the result has the solutions of the right spec; see
`test_remedies`.
"""

from __future__ import annotations

import pytest
from remedied import answers, filled, mended, mistakes

LAMPS = """grid 2 x 3
find lamp : bool at cells
find digit : 1..3 at columns
rule "A digit for each column": size(digit) = 3
rule "And more":
    {}
"""

SAME = {
    "a list before another": (
        "for a, b in steps([r for r in rows]): lex_less(lamp[a], lamp[b])",
        "for a, b in steps([r for r in rows]): "
        "sum((4 if lamp[a][1] else 0), (2 if lamp[a][2] else 0), (1 if lamp[a][3] else 0)) < "
        "sum((4 if lamp[b][1] else 0), (2 if lamp[b][2] else 0), (1 if lamp[b][3] else 0))",
    ),
    "a list not after another": (
        "lex_lesseq([digit[c] for c in columns], [2, 1, 2])",
        "digits([digit[c] for c in columns]) <= 212",
    ),
    "a list after another, as an operator": (
        "[digit[c] for c in columns] > [2, 1, 2]",
        "digits([digit[c] for c in columns]) > 212",
    ),
    "how often each value comes": (
        "global_cardinality(digit, [1, 3], [2, 1])",
        "count(digit = 1) = 2 and count(digit = 3) = 1",
    ),
    "one of some lists": (
        "table([digit[c] for c in columns], [[1, 2, 3], [3, 2, 2]])",
        "digits([digit[c] for c in columns]) in {123, 322}",
    ),
    "a permutation and its inverse": (
        "inverse([digit[c] for c in columns], [2, 3, 1])",
        "digits([digit[c] for c in columns]) = 312",
    ),
    "a list without brackets": (
        "[digit[c] for c in columns] = 2, 1, 3",
        "digits([digit[c] for c in columns]) = 213",
    ),
    "a set without braces": (
        "for c in columns: digit[c] in 1, 3",
        "for c in columns: digit[c] != 2",
    ),
    "the complement of a set without braces": (
        "for c in columns: digit[c] != 1, 3",
        "for c in columns: digit[c] = 2",
    ),
    "a touching piece": (
        "for c in lamp: touches(cells - row(c), c)",
        "for c in lamp: any(lamp[d] or not lamp[d] for d in touching(c) if d.row != c.row)",
    ),
    "else if, in lines of their own": (
        "for c in columns:\n        if digit[c] = 1:\n            all(lamp[c])\n"
        "        elif digit[c] = 2:\n            not any(lamp[c])\n"
        "        else if any(lamp):\n            count(lamp[c]) = 1\n"
        "        else:\n            no\n    any(lamp)",
        "for c in columns: count(lamp[c]) = (2 if digit[c] = 1 else (0 if digit[c] = 2 else 1))\n"
        "    any(lamp)",
    ),
    "else if, each in one line": (
        "for c in columns:\n        if digit[c] = 1: all(lamp[c])\n"
        "        elif digit[c] = 2: not any(lamp[c])\n        else: count(lamp[c]) = 1",
        "for c in columns: count(lamp[c]) = (2 if digit[c] = 1 else (0 if digit[c] = 2 else 1))",
    ),
    "how many values there are": ("nvalue(2, digit)", "kinds(digit) = 2"),
    "decreasing": (
        "decreasing([digit[c] for c in columns])",
        "digits([digit[c] for c in columns]) = 321",
    ),
    "the sum of a layer of yes and no": ("lamp.sum() = 3", "count(lamp) = 3"),
    "the sum of a list of yes and no": (
        "for r in rows: lamp[r].sum() = 2",
        "for r in rows: count(lamp[r]) = 2",
    ),
    "nothing": ("pass", "yes"),
    "a dictionary": (
        "for a, b in steps([c for c in columns]): digit[b] = {1: 2, 2: 3, 3: 1}[digit[a]]",
        "for a, b in steps([c for c in columns]): digit[b] = 1 + digit[a] % 3",
    ),
    "neighbours as an attribute": (
        "for c in cells: count(lamp[c.neighbors4]) = 1",
        "for c in cells: count(lamp[adjacent(c)]) = 1",
    ),
    "all eight neighbours as an attribute": (
        "for c in cells: count(lamp[c.neighbours8]) <= 2",
        "for c in cells: count(lamp[touching(c)]) <= 2",
    ),
    "a relation as an attribute": (
        "for c in cells: count(lamp[c.adjacent]) = 1",
        "for c in cells: count(lamp[adjacent(c)]) = 1",
    ),
    "every second member": (
        "for r in rows: all(lamp[r[::2]])",
        "for r in rows: lamp[r[1]] and lamp[r[3]]",
    ),
    "every second member, not from the first": (
        "for r in rows: all(lamp[r][1::2])",
        "for r in rows: lamp[r[2]]",
    ),
    "a cell as in a spreadsheet": (
        "lamp[B1]",
        "lamp[[r for r in rows][1][2]]",
    ),
    "a cell by row and column": (
        "lamp[R2C1]",
        "all(lamp[c] for c in cells if c.row = 2 and c.column = 1)",
    ),
    "a cell as in messages": (
        "lamp[r2c1]",
        "all(lamp[c] for c in cells if c.row = 2 and c.column = 1)",
    ),
    "one of some places": (
        "for r in rows: exactly one of r is lamp",
        "for r in rows: count(lamp[r]) = 1",
    ),
    "at most some of the places": (
        "for r in rows: at most 2 of the r are lamp",
        "for r in rows: count(lamp[r]) <= 2",
    ),
    "distinct values": (
        "[digit[c] for c in columns] = [1, 2, 3] and digit are distinct",
        "[digit[c] for c in columns] = [1, 2, 3]",
    ),
    "equal values": ("for r in rows: lamp[r] are all equal", "for r in rows: all_equal(lamp[r])"),
    "increasing values": ("digit is increasing", "increasing(digit)"),
    "a bound in words": (
        "for r in rows: count(lamp[r]) is at least two",
        "for r in rows: count(lamp[r]) >= 2",
    ),
    "a negated value": (
        "for a, b in adjacent: lamp[a] = not lamp[b]",
        "for a, b in adjacent: lamp[a] = (not lamp[b])",
    ),
    "a loop with brackets": ("foreach (c in cells): lamp[c]", "for c in cells: lamp[c]"),
    "the sign of existence": ("∃ c in cells: lamp[c]", "any(lamp)"),
    "German quantifiers": ("für alle c in zellen: lamp[c]", "for c in cells: lamp[c]"),
    "German conditions": (
        "for c in cells: wenn c.column = 1 dann lamp[c]",
        "for c in cells: c.column = 1 => lamp[c]",
    ),
    "German functions": (
        "for r in zeilen: anzahl(lamp[r]) = 2 oder lamp[r[1]] = nein",
        "for r in rows: count(lamp[r]) = 2 or lamp[r[1]] = no",
    ),
}


@pytest.mark.parametrize("case", SAME.values(), ids=SAME)
def test_a_hint_that_is_followed_leads_to_the_spec_that_was_meant(case: tuple[str, str]) -> None:
    wrong, right = (filled(LAMPS, (text,)) for text in case)
    expected = answers(right, "")
    assert expected
    assert answers(mended(wrong), "") == expected


COUNTED = """param n : 1..9 = 2
grid 2 x 3
find lamp : bool at cells
rule {}: count(lamp) = n
"""
DECLARED = {
    "German declarations": (
        'gitter 2 x 3\nfinde lamp : bool at cells\nregel "Alle": all(lamp)\n',
        'grid 2 x 3\nfind lamp : bool at cells\nrule "Alle": all(lamp)\n',
    ),
    "a format of Python": (
        filled(COUNTED, ('"%d lamps" % n',)),
        filled(COUNTED, ('"{n} lamps"',)),
    ),
    "another format of Python": (
        filled(COUNTED, ('"{} lamps".format(n)',)),
        filled(COUNTED, ('"{n} lamps"',)),
    ),
}


@pytest.mark.parametrize("case", DECLARED.values(), ids=DECLARED)
def test_a_declaration_is_mended_by_its_hints(case: tuple[str, str]) -> None:
    wrong, right = case
    assert mended(wrong) == right


SAID = {
    "a constraint on moments": ("cumulative(digit, digit, digit, 3)", "for each moment"),
    "an automaton": ("regular([digit[c] for c in columns], 3)", "for a, b in steps(line)"),
    "a function of its own": ("mystery(lamp)", "`define mystery(…) = …`"),
    "a step": ("for c in columns: digit[c] += 1", "no value changes"),
    "a function without a name": ("f = lambda c: lamp[c]", "define f(x) = …"),
    "a loop without an end": ("while changed: digit[c] = 1", "nothing is repeated"),
    "a computed text": ('for c in columns: digit[c] = "%s" % 3', "texts are not computed"),
}


@pytest.mark.parametrize("case", SAID.values(), ids=SAID)
def test_what_the_language_does_not_have_is_named(case: tuple[str, str]) -> None:
    wrong, said = case
    error = mistakes(filled(LAMPS, (wrong,)))
    assert error is not None and said in str(error)


def test_a_misspelt_declaration_is_not_made_a_rule() -> None:
    error = mistakes("grid 2 x 3\nfnd lamp : bool at cells\n")
    assert error is not None
    assert [d.hint for d in error.diagnostics] == ["did you mean 'find'?"]


def test_a_cell_plus_a_number_is_not_taken_for_a_value() -> None:
    spec = LAMPS.replace("at columns", "at cells")
    error = mistakes(filled(spec, ("for c in cells: lamp[c] => lamp[c + 1]",)))
    assert error is not None
    assert [(d.code, d.edits) for d in error.diagnostics] == [("E0215", ())]
