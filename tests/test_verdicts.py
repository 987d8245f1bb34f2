"""Conditions that the text of a spec alone decides: warnings W0204 and W0205."""

from __future__ import annotations

from itertools import product

import pytest
from pzc.dsl.checker import examine
from pzc.dsl.diagnostics import Diagnostic, Source
from pzc.dsl.parser import load
from pzc.model.evaluate import Evaluator
from pzc.tasks.spec import Spec
from pzc.tasks.texts import resolver
from strategies import Judge, assignments

BOARD = """grid 3 x 3
param most : 1..3 = 2
given clue : 0..3 at some cells
given seen : 1..3 at some sides
given totals : list of 1..9 at rows
find d : 1..3 at cells
find odd : {1, 3, 5} at cells
find star : bool at cells
find line : bool at links
"""
NEVER, ALWAYS = "W0204", "W0205"


def verdicts(text: str) -> list[Diagnostic]:
    source = Source("my.spec", text)
    found = examine(load(source, resolver(source))).warnings
    return [w for w in found if w.code in (NEVER, ALWAYS)]


def of_rule(statement: str) -> list[tuple[str, str]]:
    """The code of each warning of a rule, and what it marks."""
    found = []
    for warning in verdicts(f'{BOARD}rule "r":\n    {statement}\n'):
        span = warning.span
        assert span is not None and span.line == span.end_line == 11
        found.append((warning.code, statement[span.column - 5 : span.end_column - 5]))
    return found


@pytest.mark.parametrize(
    "statement, marked",
    [
        ("for c in clue: d[c] = clue[c] / 0", "d[c] = clue[c] / 0"),
        ("for c in clue: d[c] = clue[c] % 0", "d[c] = clue[c] % 0"),
        ("for c in cells: d[c] = 7", "d[c] = 7"),
        ("for c in cells: odd[c] = 2", "odd[c] = 2"),
        ("for c in cells: d[c] + d[c.right] > 6", "d[c] + d[c.right] > 6"),
        ("for c in cells: d[c] in {4, 5}", "d[c] in {4, 5}"),
        ("for c in cells: 1 <= d[c] < 1", "1 <= d[c] < 1"),
        (
            "for c in cells: count([star[c], star[c.right], star[c.down]]) = 4",
            "count([star[c], star[c.right], star[c.down]]) = 4",
        ),
        ("for r in rows: count(star[r]) = 4", "count(star[r]) = 4"),
        ("for r in rows: count(d[r] = 4) = 1", "d[r] = 4"),
        ("for r in rows: sum(d[r]) = 10", "sum(d[r]) = 10"),
        ("for c in cells: size(line(c)) = 5", "size(line(c)) = 5"),
        (
            "for c in cells: count(star[e] for e in adjacent(c)) > 4",
            "count(star[e] for e in adjacent(c)) > 4",
        ),
        ("for c in cells: c.row = 9", "c.row = 9"),
        ("for s in seen: count(star[s.line]) > seen[s] + 2", "count(star[s.line]) > seen[s] + 2"),
        ("for r in rows: 0 in totals[r] or any(totals[r] = 10)", "totals[r] = 10"),
        ("for k in 1..3: count(d = k + 3) = 2", "d = k + 3"),
        ("for c in cells if c.row < 1: star[c]", "c.row < 1"),
        ("most = 4", "most = 4"),
        ("max(d) = 4", "max(d) = 4"),
        ("no", "no"),
        ("for a, b in pairs(cells) if a = b: d[a] != d[b]", "a = b"),
        ("for a, b in touching if a = b: d[a] != d[b]", "a = b"),
        ("for a, b in pairs(cells) if b.row < a.row: d[a] < d[b]", "b.row < a.row"),
        ("for a, b in adjacent if a.row < b.row if b.row < a.row: star[a]", "b.row < a.row"),
        ("for a, b in adjacent if a.row < b.row and a.row = b.row: star[a]", "a.row = b.row"),
        ("any(d[a] < d[b] and d[b] < d[a] for a, b in adjacent)", "d[b] < d[a]"),
    ],
)
def test_a_condition_that_never_holds_is_marked(statement: str, marked: str) -> None:
    assert of_rule(statement) == [(NEVER, marked)]


@pytest.mark.parametrize(
    "statement, marked",
    [
        ("for c in cells: d[c] >= 1", "d[c] >= 1"),
        ("for c in cells: d[c] != 4", "d[c] != 4"),
        ("for c in cells: count(star) < 10", "count(star) < 10"),
        ("for c in cells if c.column <= 3: star[c]", "c.column <= 3"),
        ("yes", "yes"),
    ],
)
def test_a_condition_that_always_holds_is_marked(statement: str, marked: str) -> None:
    assert of_rule(statement) == [(ALWAYS, marked)]


@pytest.mark.parametrize(
    "statement",
    [
        "for c in clue: d[c] = clue[c]",
        "for c in cells: d[c.right] < 4",  # says that there is a cell to the right
        "for c in cells: d[c.right] != 4 or star[c]",
        "for c in clue: clue[c] < 3",
        "for c in cells: count(star[e] for e in touching(c)) = 8",
        "for a, b in pairs(cells) if a.row <= b.row: d[a] != d[b]",
        "for a, b in pairs(cells) if a.column > b.column: d[a] != d[b]",
        "for r in rows: all(a = b for a, b in steps(totals[r]))",  # a list holds equal values
        "all(d[a] < d[b] or d[b] < d[a] for a in cells for b in cells if b != a)",
        "for r in rows: sum(totals[r]) = 100",
    ],
)
def test_what_the_puzzle_or_the_solver_decides_is_not_marked(statement: str) -> None:
    assert of_rule(statement) == []


def test_numbers_may_be_far_apart() -> None:
    huge = "param most : 1..1000000000000\nfind n : {1, 1000000000000} at cells\n"
    never, always = verdicts(
        f'grid 3 x 3\n{huge}rule "r": any(n[c] = 5 or n[c] < 9 for c in cells) and most > 0\n'
    )
    assert (never.code, always.code) == (NEVER, ALWAYS)
    assert "`n[c]` is 1 or 1000000000000" in never.message


def test_a_define_is_judged_for_all_its_uses() -> None:
    few = "define few(s) = count(star[s]) <= 3\n"
    assert not verdicts(f'{BOARD}{few}rule "r": all(few(r) for r in rows) and few(cells)\n')
    high = "define high(c) = d[c] > 3\n"
    (never,) = verdicts(f'{BOARD}{high}rule "r": any(high(c) for c in cells)\n')
    assert never.code == NEVER


LEFT = (
    "d[c]",
    "e[c]",
    "d[c] + e[c]",
    "d[c] - e[c]",
    "d[c] * e[c]",
    "d[c] * 2 - 1",
    "-d[c]",
    "d[c] / 2",
    "(d[c] + 1) / 2",
    "e[c] % 2",
    "d[c.right]",
    "m[c]",
    "c.column",
    "abs(d[c] - e[c])",
    "count(s[row(c)])",
    "count([s[c], s[c.left]])",
    "count(s[x] for x in adjacent(c))",
    "size(line(c))",
    "sum(d[row(c)])",
    "sum(d[x] for x in adjacent(c))",
    "min(d[row(c)])",
    "max(m[row(c)])",
    "max(d[c], e[c])",
    "(1 if s[c] else 3)",
    "(d[c] if s[c] else e[c])",
)
OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "in 1..", "not in 1..")
NUMBERS = (-1, 0, 1, 2, 3, 4, 6)
CONDITIONS = tuple(
    f"{a} {op} {b}".replace(".. ", "..") for a, op, b in product(LEFT, OPERATORS, NUMBERS)
)


def test_what_is_said_of_a_condition_is_so_whatever_the_values() -> None:
    """Each condition stands in a rule of its own, which is evaluated on all assignments."""
    rules = "".join(
        f'rule "{k}":\n    for c in cells: {condition}\n' for k, condition in enumerate(CONDITIONS)
    )
    text = (
        "grid 1 x 2\nfind d : 1..2 at cells\nfind e : {1, 3} at cells\n"
        "find m : 1..2 at some cells\nfind s : bool at cells\nfind line : bool at links\n"
    )
    first = text.count("\n") + 1
    said = {
        (w.span.line - first) // 2: w.code for w in verdicts(text + rules) if w.span is not None
    }
    assert {*said.values()} == {NEVER, ALWAYS} and len(said) > len(CONDITIONS) / 5
    model = Spec.of(Source("my.spec", text + rules)).ground("", exact=True).model
    judges = [(c.origin.rule, Judge(c)) for c in model.constraints if c.origin.rule in said]
    wrong = set()
    for assignment in assignments(model):
        value = Evaluator(assignment)
        for rule, judge in judges:
            if said[rule] == (NEVER if judge.holds(value) else ALWAYS):
                wrong.add(CONDITIONS[rule])
    assert not wrong
    demanding = {c.origin.rule for c in model.constraints}
    assert {k for k, code in said.items() if code == NEVER} <= demanding


CONTRADICTIONS = {
    "for c in cells: d[c] = 1 and d[c] = 2": (NEVER, "d[c] = 1 and d[c] = 2"),
    "for c in cells: d[c] != 1 or d[c] != 2": (ALWAYS, "d[c] != 1 or d[c] != 2"),
    "for c in cells: star[c] or d[c] != 1 or d[c] != 2 or d[c] != 3": (
        ALWAYS,
        "star[c] or d[c] != 1 or d[c] != 2 or d[c] != 3",
    ),
    "all_different(cells)": (ALWAYS, "all_different(cells)"),
    "for r in rows: all_different(r)": (ALWAYS, "all_different(r)"),
    "all_different({d[c] for c in cells})": (ALWAYS, "all_different({d[c] for c in cells})"),
    "for p in corners if p.row = 4: any(star[cells(p)])": (NEVER, "p.row = 4"),
}


@pytest.mark.parametrize(("statement", "found"), CONTRADICTIONS.items())
def test_slips_with_and_or_and_sets_are_decided(statement: str, found: tuple[str, str]) -> None:
    assert of_rule(statement) == [found]


@pytest.mark.parametrize(
    "statement",
    [
        "for c in cells: d[c] = 1 or d[c] = 2",
        "for c in cells: d[c] != 1 and d[c] != 2",
        "for c in cells: d[c] != 1 or odd[c] != 3",
        "for c in cells: d[c] != 1 or d[c.right] != 2",
        "for r in rows: all_different(d[r])",
        "all_different(d[c] for c in cells if c.row = 1)",
        "for p in corners if p.row = 0: any(star[cells(p)])",
    ],
)
def test_nothing_is_said_of_what_depends_on_values(statement: str) -> None:
    assert of_rule(statement) == []


def test_rows_are_counted_from_one_on_boards_of_any_size() -> None:
    spec = 'grid h x w\nfind star : bool at cells\nrule "r":\n    {}\n'
    (warning,) = verdicts(spec.format("for c in star: c.row > 0"))
    assert (warning.code, warning.message) == (ALWAYS, "this always holds: `c.row` is at least 1")
    assert verdicts(spec.format("for c in star: c.row > 1")) == []
    assert verdicts(spec.format("for p in corners if p.row > 0: any(star[cells(p)])")) == []
