"""Idioms of other languages: the hints lead to the spec that was meant.

MiniZinc, ASP, Prolog, Python, JavaScript, SQL, spreadsheets and mathematical notation.
"""

from __future__ import annotations

import pytest
from remedied import Case, answers, filled, latin, mended, mines, mistakes

IDIOMS = {
    "a range with a colon": latin(
        "for c in cells if c.row = c.column: digit[c] in [1:2]",
        "for c in cells if c.row = c.column: digit[c] in 1..2",
    ),
    "is in, and is not in": latin(
        "for c in cells if c.row = 1: digit[c] is in {1, 2} or c.column is not in 1..2",
        "for c in cells if c.row = 1: digit[c] in {1, 2} or c.column not in 1..2",
    ),
    "an average": latin(
        "for r in rows: average(digit[r]) = 2", "for r in rows: sum(digit[r]) = 2 * size(r)"
    ),
    "a count as a method of the row": mines(
        "for r in rows: r.count(mine) < 2", "for r in rows: count(mine[r]) < 2"
    ),
    "lambda as the condition of a count": mines(
        "for r in rows: count(lambda c: mine[c], touching(r[1])) > 1",
        "for r in rows: count(mine[touching(r[1])]) > 1",
    ),
    "map of Python": mines(
        "for r in rows: any(map(lambda c: mine[c], r))", "for r in rows: any(mine[r])"
    ),
    "filter of Python, in a loop": mines(
        "for c in filter(lambda x: x.row = 1, cells): not mine[c]",
        "for c in cells if c.row = 1: not mine[c]",
    ),
    "filter of Python, as a list": latin(
        "for r in rows: size(filter(lambda c: digit[c] = 1, r)) = 1",
        "for r in rows: count(digit[r] = 1) = 1",
    ),
    "the first members of a list": latin(
        "for r in rows[:]: sum(digit[r[:2]]) > 3",
        "for r in rows: digit[r[1]] + digit[r[2]] > 3",
    ),
    "a middle part of a list": mines(
        "for r in rows: not any(mine[r][0:2])", "for r in rows: not (mine[r[1]] or mine[r[2]])"
    ),
    "a list without its first member, and the last ones": mines(
        "for r in rows: count(mine[r[1:]]) > count(mine[r[-1:]])",
        "for r in rows: any(mine[c] for c in r if 1 < c.column < size(r))",
    ),
    "a list from behind as a slice": latin(
        "for r in rows: digit[r][::-1] = digit[r]", "for r in rows: reversed(digit[r]) = digit[r]"
    ),
    "max with a key": latin(
        "for r in rows: max(digit[r], key=abs) = size(r)",
        "for r in rows: max(abs(digit[r])) = size(r)",
    ),
    "min of places with a layer as the key": latin(
        "for r in rows: min(r, key=digit) != r[1]", "for r in rows: digit[r[1]] != 1"
    ),
    "a default for an empty list": mines(
        "for r in rows: max([c.column for c in r if mine[c]], default=0) < 3",
        "for r in rows: all(c.column < 3 for c in r if mine[c])",
    ),
    "sums with a start": latin(
        "for r in rows: sum(digit[r], 0) + sum(digit[r], start=1) = 13",
        "for r in rows: 2 * sum(digit[r]) = 12",
    ),
    "sorted from behind": latin(
        "for r in rows: sorted(digit[r], reverse=yes) = [3, 2, 1]",
        "for r in rows: bag(digit[r]) = bag([1, 2, 3])",
    ),
    "all different as a method of a row": latin(
        "for d in diagonals: d.all_different()", "for d in diagonals: all_different(digit[d])"
    ),
    "truth of a place off the board": latin(
        "for c in cells: if c.up: digit[c] != digit[c.up] + 1",
        "for c in cells if c.up in cells: digit[c] != digit[c.up] + 1",
    ),
    "a place that is not None": latin(
        "for c in cells: if c.up is not None: digit[c] != digit[c.up] + 1",
        "for c in cells if c.up in cells: digit[c] != digit[c.up] + 1",
    ),
    "whether a place is in the grid": latin(
        "for c in cells: if in_grid(c.up) and c.left in grid: digit[c] != digit[c.up] + 1",
        "for c in cells if c.up in cells and c.left in cells: digit[c] != digit[c.up] + 1",
    ),
    "a condition as an integer": mines(
        "for r in rows: sum(bool2int(mine[c]) for c in r) + int(mine[r[1]]) < 3",
        "for r in rows: count(mine[r]) + (1 if mine[r[1]] else 0) < 3",
    ),
    "the exclusive or of Python": mines(
        "for c in cells if c.column = 1: mine[c] ^ mine[c.right]",
        "for c in cells if c.column = 1: mine[c] != mine[c.right]",
    ),
    "end of a block": mines(
        "for c in cells: if mine[c]: for d in adjacent(c): not mine[d] end",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "numbers as conditions": latin(
        "for c in cells if c.row % 2: if c.column % 2: digit[c] != 1",
        "for c in cells if c.row % 2 = 1 and c.column != 2: digit[c] != 1",
    ),
    "pairs of neighbours in a list": latin(
        "for r in rows: any(abs(digit[a] - digit[b]) = 2 for a, b in itertools.pairwise(r))",
        "for r in rows: abs(digit[r[1]] - digit[r[2]]) = 2 or abs(digit[r[2]] - digit[r[3]]) = 2",
    ),
    "combinations of two": mines(
        "for r in rows: for a, b in combinations(r, 2): not (mine[a] and mine[b])",
        "for r in rows: count(mine[r]) <= 1",
    ),
    "the product of two sets": mines(
        "any(mine[a] and mine[b] for a, b in itertools.product(rows[1], rows[2]))",
        "any(mine[c] for c in cells if c.row = 1) and any(mine[c] for c in cells if c.row = 2)",
    ),
    "all different but zeros": latin(
        "for d in diagonals: alldifferent_except_0(digit[d])",
        "for d in diagonals: all_different(digit[d])",
    ),
    "the distance of Manhattan": mines(
        "for a, b in pairs(mine): manhattan(a, b) > 1",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "the union of sets": mines(
        "for r in rows: count(mine[c] for c in union(touching(a) for a in r) - union(r, clue)) < 3",
        "for r in rows: count(mine[{d for c in r for d in touching(c)} - (r + clue)]) < 3",
    ),
    "functions of cspuz": mines(
        "graph.active_vertices_connected(mine) or count_true(mine) = 0",
        "connected(mine)",
    ),
    "None after is": mines(
        "for c in cells if clue[c] is not None: count(mine[touching(c)]) = clue[c]",
        "for c in clue: count(mine[touching(c)]) = clue[c]",
    ),
    "neighbours as a method": mines(
        "for c in mine: not any(mine[d] for d in c.neighbors())",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "two loops in one, as in MiniZinc": mines(
        "for c in cells, d in adjacent(c): not (mine[c] and mine[d])",
        "for c in cells: all(not (mine[c] and mine[d]) for d in adjacent(c))",
    ),
    "two loops in one, and words of C": mines(
        "for c in cells, d in adjacent(c): !(mine[c] && mine[d])",
        "for c in cells: all(not (mine[c] and mine[d]) for d in adjacent(c))",
    ),
    "two loops in one call, as in MiniZinc": mines(
        "count(mine[c] and mine[d] for c in cells, d in adjacent(c)) = 2",
        "count(mine[c] and mine[d] for c in cells for d in adjacent(c)) = 2",
    ),
    "equal signs of C": mines(
        "for c in clue: count(mine[touching(c)]) == clue[c]",
        "for c in clue: count(mine[touching(c)]) = clue[c]",
    ),
    "and of C": mines(
        "for a, b in adjacent: not (mine[a]&&mine[b])",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "or and not of C": mines(
        "for a, b in adjacent: !mine[a] || !mine[b]",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "a single bar for or": mines(
        "for a, b in adjacent: not mine[a] | not mine[b]",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "a single ampersand for and": latin(
        "for c in cells if c.row = 1 & c.column = 1: digit[c] = 1",
        "for c in cells if c.row = 1 and c.column = 1: digit[c] = 1",
    ),
    "unequal in SQL": latin(
        "for c in cells if c.row = c.column: digit[c] <> 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "unequal in Lua": latin(
        "for c in cells if c.row = c.column: digit[c] ~= 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "unequal in Haskell": latin(
        "for c in cells if c.row = c.column: digit[c] /= 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "unequal in Prolog": latin(
        "for c in cells if c.row = c.column: digit[c] \\= 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "unequal in JavaScript": latin(
        "for c in cells if c.row = c.column: digit[c] !== 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "unequal in mathematics": latin(
        "for c in cells if c.row = c.column: digit[c] ≠ 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "at most in mathematics": latin(
        "for c in cells if c.row = c.column: digit[c] ≤ 2",
        "for c in cells if c.row = c.column: digit[c] <= 2",
    ),
    "not in, in mathematics": latin(
        "for c in cells if c.row = c.column: digit[c] ∉ {1, 3}",
        "for c in cells if c.row = c.column: digit[c] = 2",
    ),
    "not in, in round brackets": latin(
        "for c in cells if c.row = c.column: digit[c] not in (1, 3)",
        "for c in cells if c.row = c.column: digit[c] = 2",
    ),
    "not in, with an exclamation mark": latin(
        "for c in cells if c.row = c.column: digit[c] !in {1, 3}",
        "for c in cells if c.row = c.column: digit[c] = 2",
    ),
    "for all in mathematics": latin(
        "∀c ∈ cells: c.row ≠ c.column ∨ digit[c] ≠ 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "there is in mathematics": latin(
        "∃ c ∈ cells: c.row = c.column ∧ digit[c] = 1",
        "any(digit[c] = 1 for c in cells if c.row = c.column)",
    ),
    "there is, as a word": latin(
        "exists c in cells: c.row = c.column and digit[c] = 1",
        "any(digit[c] = 1 for c in cells if c.row = c.column)",
    ),
    "sum in MiniZinc": latin(
        "for g in groups(region): sum(c in g)(digit[c]) = 6",
        "for g in groups(region): sum(digit[g]) = 6",
    ),
    "sum with a colon": latin(
        "for g in groups(region): sum(c in g: digit[c]) = 6",
        "for g in groups(region): sum(digit[g]) = 6",
    ),
    "sum sign": latin(
        "for g in groups(region): ∑ digit[g] = 6", "for g in groups(region): sum(digit[g]) = 6"
    ),
    "comprehension with a bar": latin(
        "for g in groups(region): sum([digit[c] | c in g]) = 6",
        "for g in groups(region): sum(digit[g]) = 6",
    ),
    "comprehension with where": latin(
        "for g in groups(region): sum(digit[c] where c in g) = 6",
        "for g in groups(region): sum(digit[g]) = 6",
    ),
    "comprehension with if": latin(
        "for g in groups(region): sum([digit[c] if c in g]) = 6",
        "for g in groups(region): sum(digit[g]) = 6",
    ),
    "set builder": latin(
        "for g in groups(region): size({c | c in g, digit[c] = 1}) = 1",
        "for g in groups(region): count(digit[g] = 1) = 1",
    ),
    "count where": latin(
        "for g in groups(region): count(c in g where digit[c] = 1) = 1",
        "for g in groups(region): count(digit[g] = 1) = 1",
    ),
    "COUNTIF of a spreadsheet": latin(
        "for g in groups(region): COUNTIF(digit[g], 1) = 1",
        "for g in groups(region): count(digit[g] = 1) = 1",
    ),
    "absolute value between bars": latin(
        "for a, b in diagonal: |digit[a] - digit[b]| <= 1",
        "for a, b in diagonal: abs(digit[a] - digit[b]) <= 1",
    ),
    "size between bars": latin(
        "for g in groups(region): |g| = 3 => all_different(digit[g])",
        "for g in groups(region) if size(g) = 3: all_different(digit[g])",
    ),
    "abs of two numbers": latin(
        "for a, b in diagonal: abs(digit[a], digit[b]) <= 1",
        "for a, b in diagonal: abs(digit[a] - digit[b]) <= 1",
    ),
    "plus or minus": latin(
        "for a, b in diagonal if a.row = 1: digit[a] = digit[b] ± 1",
        "for a, b in diagonal if a.row = 1: abs(digit[a] - digit[b]) = 1",
    ),
    "square with a caret": latin(
        "for c in cells if c.row = c.column: digit[c]^2 < 9",
        "for c in cells if c.row = c.column: digit[c] < 3",
    ),
    "square with stars": latin(
        "for c in cells if c.row = c.column: 8 / digit[c]**2 = 2",
        "for c in cells if c.row = c.column: digit[c] = 2",
    ),
    "modulo as a word": latin(
        "for c in cells if c.row = c.column: digit[c] mod 2 = 1",
        "for c in cells if c.row = c.column: digit[c] % 2 = 1",
    ),
    "modulo as a function": latin(
        "for c in cells if c.row = c.column: MOD(digit[c], 2) = 1",
        "for c in cells if c.row = c.column: digit[c] % 2 = 1",
    ),
    "floor division of Python": latin(
        "for c in cells if c.row = c.column: digit[c] // 2 = 1",
        "for c in cells if c.row = c.column: digit[c] in {2, 3}",
    ),
    "floor division of MiniZinc": latin(
        "for c in cells if c.row = c.column: digit[c] div 2 = 1",
        "for c in cells if c.row = c.column: digit[c] in {2, 3}",
    ),
    "then and endif": latin(
        "for c in cells: if c.row = c.column then digit[c] = 1 endif",
        "for c in cells if c.row = c.column: digit[c] = 1",
    ),
    "if of JavaScript": latin(
        "for c in cells: if (c.row == c.column) { digit[c] = 1; }",
        "for c in cells if c.row = c.column: digit[c] = 1",
    ),
    "if, then, else as a value": latin(
        "for c in cells if c.row = 1: digit[c] = (if c.column = 1 then 2 else digit[c])",
        "for c in cells if c.row = 1 and c.column = 1: digit[c] = 2",
    ),
    "a question mark": latin(
        "for c in cells if c.row = c.column: digit[c] = (c.row = 1 ? 2 : digit[c])",
        "for c in cells if c.row = 1 and c.column = 1: digit[c] = 2",
    ),
    "IF of a spreadsheet": latin(
        "for c in cells if c.row = c.column: digit[c] = IF(c.row = 1, 2, digit[c])",
        "for c in cells if c.row = 1 and c.column = 1: digit[c] = 2",
    ),
    "an arrow": latin(
        "for c in cells: c.row = c.column -> digit[c] = 1",
        "for c in cells if c.row = c.column: digit[c] = 1",
    ),
    "implies": latin(
        "for c in cells: c.row = c.column implies digit[c] = 1",
        "for c in cells if c.row = c.column: digit[c] = 1",
    ),
    "a clause of Prolog": latin(
        "for c in cells: digit[c] = 1 :- c.row = c.column, c.row > 1.",
        "for c in cells if c.row = c.column and c.row > 1: digit[c] = 1",
    ),
    "is not": latin(
        "for c in cells if c.row = c.column: digit[c] is not 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "BETWEEN of SQL": latin(
        "for c in cells if c.row = c.column: digit[c] BETWEEN 2 AND 3",
        "for c in cells if c.row = c.column: digit[c] >= 2",
    ),
    "operators in capitals": latin(
        "for c in cells if c.row = c.column: digit[c] >= 2 AND NOT digit[c] = 3",
        "for c in cells if c.row = c.column: digit[c] = 2",
    ),
    "brackets around a loop": latin(
        "for (c in cells) c.row = c.column => digit[c] = 1",
        "for c in cells if c.row = c.column: digit[c] = 1",
    ),
    "do": latin(
        "for g in groups(region) do all_different(digit[g])",
        "for g in groups(region): all_different(digit[g])",
    ),
    "no colon": latin(
        "for g in groups(region) all_different(digit[g])",
        "for g in groups(region): all_different(digit[g])",
    ),
    "a loop in a loop on one line": latin(
        "for g in groups(region): for a, b in pairs(g): digit[a] != digit[b]",
        "for g in groups(region): all_different(digit[g])",
    ),
    "constraint of MiniZinc": latin(
        "constraint forall(g in groups(region))(alldifferent(digit[g]));",
        "for g in groups(region): all_different(digit[g])",
    ),
    "a semicolon at the end": latin(
        "for g in groups(region): all_different(digit[g]);",
        "for g in groups(region): all_different(digit[g])",
    ),
    "single quotes": latin(
        "for c in cells: region[c] = 'A' and c.row > 1 => digit[c] = 1",
        'for c in cells: region[c] = "A" and c.row > 1 => digit[c] = 1',
    ),
    "a symbol without quotes": latin(
        "for c in cells: region[c] = A and c.row > 1 => digit[c] = 1",
        'for c in cells: region[c] = "A" and c.row > 1 => digit[c] = 1',
    ),
    "a comma for and": latin(
        "for c in cells if c.row = 1: c.column > 1, digit[c] > 0 => digit[c] < 3",
        "for c in cells if c.row = 1: c.column > 1 and digit[c] > 0 => digit[c] < 3",
    ),
    "set of Python": latin(
        "for g in groups(region): len(set(digit[g])) = 3",
        "for g in groups(region): kinds(digit[g]) = 3",
    ),
    "sorted of Python": latin(
        "for g in groups(region): sorted(digit[g]) = [1, 2, 3]",
        "for g in groups(region): bag(digit[g]) = bag([1, 2, 3])",
    ),
    "the first member as number 0": latin(
        "for r in rows if r[0].row = 1: digit[r[0]] = 2",
        "for r in rows if r[1].row = 1: digit[r[1]] = 2",
    ),
    "the last member as number -1": latin(
        "for r in rows: digit[r[-1]] >= 1 and (r[-1].row = 1 => digit[r[-1]] = 2)",
        "for c in cells if c.row = 1 and c.column = 3: digit[c] = 2",
    ),
    "a neighbour with brackets": latin(
        "for c in cells if c.row = c.column: digit[c.right()] != 1",
        "for c in cells if c.row = c.column: digit[c.right] != 1",
    ),
    "a difference in plain English": mines(
        "for c in clue: count(mine[touching(c) without clue]) = clue[c]",
        "for c in clue: count(mine[touching(c) - clue]) = clue[c]",
    ),
    "a relation of a set": mines(
        "for a, b in adjacent(cells): not (mine[a] and mine[b])",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "another word for a relation, of a set": mines(
        "for a, b in neighbours(cells): not (mine[a] and mine[b])",
        "for a, b in adjacent: not (mine[a] and mine[b])",
    ),
    "the members of a set": mines(
        "for c in members(clue): count(mine[touching(c)]) = clue[c]",
        "for c in clue: count(mine[touching(c)]) = clue[c]",
    ),
    "a member in plain English": mines(
        "for c in clue: some mine in touching(c)",
        "for c in clue: any(mine[d] for d in touching(c))",
    ),
    "a comment of C": latin(
        "for c in cells if c.row = c.column: digit[c] != 1 // not one of these",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "a no-break space": latin(
        "for c in cells if c.row = c.column:\u00a0digit[c] != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
}


@pytest.mark.parametrize("case", IDIOMS.values(), ids=IDIOMS)
def test_an_idiom_of_another_language_is_mended_by_its_hints(case: Case) -> None:
    wrong, right = filled(case.spec, case.wrong), filled(case.spec, case.right)
    assert mistakes(right) is None
    assert answers(mended(wrong), case.puzzle) == answers(right, case.puzzle)


HINTED = {
    ":- digit[a] = digit[b], adjacent(a, b).": "`not (body)`",
    "let x = 3": "declare it above the rule",
    "for r in rows: digit[rows[1:2]] = [1, 2]": "`before(x, line)`",
    "for r in 1..n: all_different(digit[r])": "`for r in rows`",
}


@pytest.mark.parametrize(("line", "hint"), HINTED.items(), ids=HINTED)
def test_an_idiom_without_an_equivalent_gets_a_hint_at_the_nearest_thing(
    line: str, hint: str
) -> None:
    error = mistakes(filled(latin("", "").spec, (line,)))
    assert error is not None
    assert hint in str(error.diagnostics[0].hint)
