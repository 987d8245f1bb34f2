"""Hints that are changes of the text: made as they say, they lead to the spec that was meant.

Each mistake is mended by its hints alone, and the result has the solutions of the right spec. The
mistakes are one table, so that a new one is found to be there already.
"""

from __future__ import annotations

import pytest
from remedied import (
    LETTERED,
    LINES,
    MARKS,
    OPTIMUM,
    PARTS,
    SIDES,
    WORDS,
    Case,
    answers,
    declared,
    filled,
    latin,
    mended,
    mines,
    stars,
    two_boards,
    words,
)

COUNTED = "for c in clue: count(mine[touching(c)]) = clue[c]"
CASES = {
    "all marks of a board": two_boards(
        "for t in board: connected(mark[t])",
        "for t in board: connected({c for c in cells if mark[t, c]})",
    ),
    "all digits of a board": two_boards(
        "digit[first] = reversed(digit[second])",
        "digit[first, cells] = reversed(digit[second, cells])",
    ),
    "a choice of values without brackets": latin(
        "for c in cells if c.row = 1: digit[c] = 1 if c.column = 1 else 5 - c.column",
        "for c in cells if c.row = 1: digit[c] = (1 if c.column = 1 else 5 - c.column)",
    ),
    "runs and their lengths": mines(
        "for r in rows if r[1].row = 1: runs(r, mine) != [1, 1]",
        "for r in rows if r[1].row = 1: [size(x) for x in runs(r, mine)] != [1, 1]",
    ),
    "the longest run": mines(
        "for r in rows if any(mine[r]): longest(runs(r, mine)) < 2",
        "for r in rows if any(mine[r]): max(size(x) for x in runs(r, mine)) < 2",
    ),
    "the largest size": mines(
        "for r in rows if any(mine[r]): size(max(runs(r, mine))) < 2",
        "for r in rows if any(mine[r]): max(size(x) for x in runs(r, mine)) < 2",
    ),
    "the size of all runs": mines(
        "for r in rows if any(mine[r]): max(size(runs(r, mine))) < 2",
        "for r in rows if any(mine[r]): max(size(x) for x in runs(r, mine)) < 2",
    ),
    "values instead of places": mines(
        "for r in rows: connected(mine[r])", "for r in rows: connected(mine & r)"
    ),
    "the neighbours of a set": mines(
        "for p in areas(mine): size(adjacent(p)) < 4",
        "for p in areas(mine): size({y for x in p for y in adjacent(x) if y not in p}) < 4",
    ),
    "sets that are adjacent": latin(
        "for g, h in pairs(groups(region)): adjacent(g, h) => digit[g] != digit[h]",
        "for g, h in pairs(groups(region)): "
        "any(adjacent(x, y) for x in g for y in h) => digit[g] != digit[h]",
    ),
    "the distance between sets": mines(
        "for p, q in pairs(areas(mine)): distance(p, q) > 2",
        "for p, q in pairs(areas(mine)): min(distance(p, cells)[x] for x in q) > 2",
    ),
    "the distance to the nearest": mines(
        "for c in clue: distance(c, mine) <= 2", "for c in clue: distance(mine, cells)[c] <= 2"
    ),
    "the width of a set": mines(
        "for p in areas(mine): p.width < 3 and height(p) < 2",
        "for p in areas(mine): kinds(c.column for c in p) < 3 and kinds(c.row for c in p) < 2",
    ),
    "several values after an equals sign": latin(
        "for c in cells if c.row = c.column: digit[c] = 1, 2",
        "for c in cells if c.row = c.column: digit[c] in {1, 2}",
    ),
    "an operator on layers at a place": latin(
        "for c in cells if c.row = c.column: (digit + 1)[c] >= (2 * digit)[c] - 1",
        "for c in cells if c.row = c.column: digit[c] + 1 >= 2 * digit[c] - 1",
    ),
    "a region by its name": latin(
        'sum(digit[region["A"]]) = 6', 'sum(digit[c] for c in cells if region[c] = "A") = 6'
    ),
    "a loop over a region by its name": latin(
        'for c in region["A"]: digit[c] <= 3', 'for c in cells if region[c] = "A": digit[c] <= 3'
    ),
    "the region of a cell": latin(
        "for c in cells if c.row = 1: all_different(digit[region[c]])",
        "for c in cells if c.row = 1: all_different(digit[region = region[c]])",
    ),
    "the distance between two cells": mines(
        "for a, b in diagonal if a.row = 1: mine[a] and mine[b] => distance(a, b, mine) = 2",
        "for a, b in diagonal if a.row = 1: mine[a] and mine[b] => distance(a, mine)[b] = 2",
    ),
    "distances within a layer that joins nothing": mines(
        "for c in clue: count(distance(c, cells, not mine)[d] = 1 for d in cells) > 1",
        "for c in clue: count(distance(c, not mine)[d] = 1 for d in cells) > 1",
    ),
    "two conditions compared without brackets": stars(
        "for c in cells if c.column = 1: c in star = c.row in {1, 2}",
        "for c in cells if c.column = 1: star[c] <=> c.row < 3",
    ),
    "one condition as several": latin(
        "for c in cells if any(c.row = 1): digit[c] < 4 and all(digit[c] != c.column)",
        "for c in cells if c.row = 1: digit[c] < 4 and digit[c] != c.column",
    ),
    "two lists joined by +": latin(
        "for r in rows if r[1].row = 1: any("
        "digit[a] < digit[b] for a, b in steps([r[1]] + [r[3]]))",
        "for r in rows if r[1].row = 1: digit[r[1]] < digit[r[3]]",
    ),
    "links at a cell in square brackets": Case(
        LINES,
        "h: 2\nw: 2\n",
        ("for c in cells: size(line[c]) = 1",),
        ("for c in cells: size(line(c)) = 1",),
    ),
    "values at a border": latin(
        "for b in borders if size(cells(b)) = 2: min(digit[b]) < 3",
        "for b in borders if size(cells(b)) = 2: min(digit[cells(b)]) < 3",
    ),
    "two sets joined by and": stars(
        "for c in columns: size(star and c) <= 1", "for c in columns: size(star & c) <= 1"
    ),
    "a filter after and": stars(
        "for c in cells and c.row = 1: star[c] => c.column > 1",
        "for c in cells if c.row = 1: star[c] => c.column > 1",
    ),
    "a set in a set": Case(
        PARTS,
        "n: 2\n",
        ("for p in part: not any(p in r for r in rows)",),
        ("for p in part: size({c.row for c in p}) > 1",),
    ),
    "the neighbour of a value": stars(
        "for c in cells: star[c].right => c.row > 1", "for c in cells: star[c.right] => c.row > 1"
    ),
    "a symbol for no value": words(
        "for c in cells: star[c] <=> letter[c] = none",
        "for c in cells: star[c] <=> c not in letter",
    ),
    "the plural of a declared name": declared(
        'find order : 1..4 at cells\nfind mark : bool at cells\nrule "O": all_different(orders)',
        'find order : 1..4 at cells\nfind mark : bool at cells\nrule "O": all_different(order)',
    ),
    "arrows": Case(
        SIDES,
        "h: 2\nw: 2\n",
        ("arrow", "for c in cells: step(c, side[c]) in cells"),
        ("direction", "for c in cells: step(c, side[c]) in cells"),
    ),
    "several values that a line contains": Case(
        WORDS,
        "letter:\nA..B\n..A.\n",
        ("for r in rows: letter[r] contains A, B => star[r[1]]",),
        ("for r in rows: A in letter[r] and B in letter[r] => star[r[1]]",),
    ),
    "a line that is a symbol": words("for r in rows: any(r = A) => star[r[1]]", LETTERED),
    "a symbol in a line": words("for r in rows: any(A in r) => star[r[1]]", LETTERED),
    "a layer that is a symbol in a line": words(
        "for r in rows: any(letter = A in r) => star[r[1]]", LETTERED
    ),
    "an unknown plural of a layer": Case(
        WORDS.replace("letter : {A, B} at some cells", "room : symbol at cells").replace(
            "find star", "find mark : {X, Y} at cells\nfind star"
        ),
        "room:\nABB\nAAB\n",
        ("for g in rooms: count(star[g]) = 1\n    all(mark = X)",),
        ("for g in groups(room): count(star[g]) = 1\n    all(mark = X)",),
    ),
    "how many of a layer are in a set": mines(
        "for c in clue: size(mine in touching(c)) = clue[c]",
        "for c in clue: size(mine & touching(c)) = clue[c]",
    ),
    "each of all": mines("for all c in clue: count(mine[touching(c)]) = clue[c]", COUNTED),
    "where in a comprehension": mines(
        "for c in clue: count(mine[d] for d in cells where touching(c, d)) = clue[c]", COUNTED
    ),
    "neighbours as an attribute": mines("for c in clue: count(mine[c.around]) = clue[c]", COUNTED),
    "a neighbour as a function": latin(
        "for c in cells: digit[above(c)] != 2 or digit[c] = 1",
        "for c in cells: digit[c.up] != 2 or digit[c] = 1",
    ),
    "no neighbour": latin(
        "for c in cells if c.up = none: digit[c] != 2 or c.column > 1",
        "for c in cells if c.row = 1: digit[c] != 2 or c.column > 1",
    ),
    "not a neighbour": latin(
        "for c in cells if not c.up: digit[c] != 2 or c.column > 1",
        "for c in cells if c.row = 1: digit[c] != 2 or c.column > 1",
    ),
    "a line that begins with and": mines(
        "for c in clue:\n        size(touching(c)) > 2\n        and not mine[c]",
        "for c in clue:\n        size(touching(c)) > 2\n        not mine[c]",
    ),
    "a token that is shown": declared(
        'find mark : bool at cells shown ". x"', 'find mark : bool at cells drawn ". x"'
    ),
    "one symbol or the other": declared(
        "find mark : red or blue at some cells", "find mark : {red, blue} at some cells"
    ),
    "the layer that values are of": declared(
        "find mark : 1..9 at c in cells where c.row < 9 of clue",
        "find mark : 1..9 at c in cells where c.row < 9 from clue",
    ),
    "a set in other words": declared(
        "let free = cells where not clue\nfind mark : bool at free",
        "let free = cells - clue\nfind mark : bool at free",
    ),
    "the number of cells": declared(
        "find mark : 1..count(cells) at cells", "find mark : 1..size(cells) at cells"
    ),
    "a side": Case(
        MARKS,
        "clue:\n1.\n.2\n",
        ("given sum : 0..3 at some left\nfind mark : bool at cells",),
        ("given sum : 0..3 at some sides(left)\nfind mark : bool at cells",),
    ),
    "a side as an attribute": Case(
        MARKS,
        "clue:\n1.\n.2\n",
        ("given sum : 0..3 at some sides.top\nfind mark : bool at cells",),
        ("given sum : 0..3 at some sides(top)\nfind mark : bool at cells",),
    ),
    "the two cells of a link": Case(
        LINES,
        "h: 2\nw: 2\n",
        ("for a, b in line: a.row = b.row",),
        ("for a, b in adjacent if line[a, b]: a.row = b.row",),
    ),
    "hexagons": Case(
        SIDES.replace("grid h x w", "{}").replace("{} at", "1..6 at"),
        "h: 2\nw: 2\n",
        ("grid h x w hexagonal", "for c in cells: side[c] = size(touching(c))"),
        ("grid h x w of hexagons", "for c in cells: side[c] = size(touching(c))"),
    ),
    "an unknown value": Case(
        WORDS,
        "clue:\n1.?.\n.?.2\n",
        ('for c in clue: star[c] <=> clue[c] = "?"',),
        ("for c in clue: star[c] <=> not clue.known[c]",),
    ),
    "a value that is empty": Case(
        WORDS,
        "clue:\n1.?.\n.?.2\n",
        ("for c in cells: star[c] <=> clue[c] is empty",),
        ("for c in cells: star[c] <=> c not in clue",),
    ),
    "no value": Case(
        WORDS,
        "clue:\n1.?.\n.?.2\n",
        ("for c in cells: star[c] <=> clue[c] != none",),
        ("for c in cells: star[c] <=> c in clue",),
    ),
    "whether there is a value, as a function": Case(
        WORDS,
        "clue:\n1.?.\n.?.2\n",
        ("for c in cells: star[c] <=> defined(clue[c])",),
        ("for c in cells: star[c] <=> c in clue",),
    ),
    "whether there is a value, in words": Case(
        WORDS,
        "clue:\n1.?.\n.?.2\n",
        ("for c in cells: star[c] <=> clue[c] is given",),
        ("for c in cells: star[c] <=> c in clue",),
    ),
    "whether there is no value, as a function": Case(
        WORDS,
        "clue:\n1.?.\n.?.2\n",
        ("for c in cells: star[c] <=> empty(clue[c])",),
        ("for c in cells: star[c] <=> c not in clue",),
    ),
    "a value as a condition": Case(
        WORDS,
        "clue:\n1.?.\n.?.2\n",
        ("for c in cells if clue[c]: star[c]",),
        ("for c in cells if c in clue: star[c]",),
    ),
    "an inequality the wrong way round": latin(
        "for r in rows: digit[r[1]] =! digit[r[2]]", "for r in rows: digit[r[1]] != digit[r[2]]"
    ),
    "places without a value": declared(
        "find mark : bool at cells where no clue", "find mark : bool at cells - clue"
    ),
    "places whose value is empty": declared(
        "find mark : bool at cells where clue is empty", "find mark : bool at cells - clue"
    ),
    "places whose value is not empty": declared(
        "find mark : bool at cells where clue is not blank", "find mark : bool at clue"
    ),
    "places before the domain": declared("find mark at cells : bool", "find mark : bool at cells"),
    "a domain for each cell": declared("find mark : bool per cell", "find mark : bool at cells"),
    "a domain of numbers with its kind": declared(
        "find mark : integer 1..2 at cells", "find mark : 1..2 at cells"
    ),
    "a range with a hyphen": declared("find mark : 1-2 at cells", "find mark : 1..2 at cells"),
    "yes or no": declared("find mark : yes/no at cells", "find mark : bool at cells"),
    "a colon after a declaration": declared(
        "find mark : bool at cells:", "find mark : bool at cells"
    ),
    "a condition behind its consequence": latin(
        "for r in rows: digit[r[1]] = 1 when digit[r[2]] = 2",
        "for r in rows: digit[r[2]] = 2 => digit[r[1]] = 1",
    ),
    "if without else": latin(
        "for r in rows: digit[r[1]] = 1 if digit[r[2]] = 2",
        "for r in rows: digit[r[2]] = 2 => digit[r[1]] = 1",
    ),
    "an even number": latin(
        "for c in cells if c.row = c.column: digit[c] is even",
        "for c in cells if c.row = c.column: digit[c] % 2 = 0",
    ),
    "a number that is divisible": latin(
        "for c in cells if c.row = c.column: digit[c] is divisible by 2",
        "for c in cells if c.row = c.column: digit[c] % 2 = 0",
    ),
    "all different as a predicate": latin(
        "for g in groups(region): digit[g] all different",
        "for g in groups(region): all_different(digit[g])",
    ),
    "at most": stars(
        "for r in columns: at most 1 of star[r]", "for r in columns: count(star[r]) <= 1"
    ),
    "the number in a line": stars(
        "for c in cells: the number of stars in column(c) is 1",
        "for c in cells: count(star[column(c)]) = 1",
    ),
    "the number of all": stars("number of star is at most 4", "count(star) <= 4"),
    "the number of cells in a line": stars(
        "for r in rows if number of cells in r = 3: star[r[2]]", "for r in rows: star[r[2]]"
    ),
    "the sum in a line": latin(
        "for g in groups(region): the sum of digit in g is at least 5",
        "for g in groups(region): sum(digit[g]) >= 5",
    ),
    "so many in a line": stars(
        "for r in columns: at most one star in r", "for r in columns: count(star[r]) <= 1"
    ),
    "a line that has so many": stars(
        "for r in columns: r contains exactly one star", "for r in columns: count(star[r]) = 1"
    ),
    "each line has so many": stars(
        "every column has exactly one star", "for c in columns: count(star[c]) = 1"
    ),
    "each line": stars(
        "for every column: count(star[column]) = 1", "for c in columns: count(star[c]) = 1"
    ),
    "two sets in a comprehension": latin(
        "all(all_different(digit[g]) for g in rows, columns)",
        "all(all_different(digit[g]) for g in rows + columns)",
    ),
    "different in a line": latin(
        "for g in groups(region): all digits in g are different",
        "for g in groups(region): all_different(digit[g])",
    ),
    "no two equal in a line": latin(
        "for g in groups(region): no two digits in g are the same",
        "for g in groups(region): all_different(digit[g])",
    ),
    "different in each line": latin(
        "digits in each row are distinct", "for r in rows: all_different(digit[r])"
    ),
    "nothing repeats": latin(
        "for g in groups(region): no digit repeats in g",
        "for g in groups(region): all_different(digit[g])",
    ),
    "increasing in a line": latin(
        "for r in rows if r[1].row = 2: digits in r are increasing",
        "for r in rows if r[1].row = 2: increasing(digit[r])",
    ),
    "each line of two kinds has so many": stars(
        "every row and column has exactly one star",
        "for line in rows + columns: count(star[line]) = 1",
    ),
    "no two touch": stars(
        "no two stars are adjacent", "for a, b in adjacent: not (star[a] and star[b])"
    ),
    "they do not touch": stars(
        "star cells do not touch each other", "for a, b in touching: not (star[a] and star[b])"
    ),
    "the number of neighbours": mines(
        "for c in clue: number of mines around c is clue[c]", COUNTED
    ),
    "a condition after a loop in a call": stars(
        "for r in columns: count(c in r, star[c]) = 1", "for r in columns: count(star[r]) = 1"
    ),
    "a loop over something of a later one": stars(
        "for c in adjacent(d) for d in star: not star[c]",
        "for d in star: all(not star[c] for c in adjacent(d))",
    ),
    "a comma before a part of a declaration": declared(
        'find mark : bool at cells, drawn ". x"', 'find mark : bool at cells drawn ". x"'
    ),
    "a loop without in": stars(
        "for a, b touching: not (star[a] and star[b])",
        "for a, b in touching: not (star[a] and star[b])",
    ),
    "a filter with then": stars(
        "for c in cells if star[c] then not star[c.up]", "for c in star: not star[c.up]"
    ),
    "a loop in a loop over pairs": stars(
        "for a, b in diagonal for r in rows: star[a] and star[b] => size(star & r) < 2",
        "for a, b in diagonal: all(star[a] and star[b] => size(star & r) < 2 for r in rows)",
    ),
    "a connected group": Case(
        PARTS, "n: 2\n", ("all stars form one connected group",), ("connected(star)",)
    ),
    "not both": stars(
        "for a, b in diagonal: not both star[a] and star[b]",
        "for a, b in diagonal: not (star[a] and star[b])",
    ),
    "exactly": stars("for r in columns: exactly 1 star[r]", "for r in columns: count(star[r]) = 1"),
    "none of some places": stars(
        "for c in star: no d in touching(c): star[d]",
        "for c in star: not any(star[d] for d in touching(c))",
    ),
    "cells that are connected": Case(
        PARTS, "n: 2\n", ("the star cells are connected",), ("connected(star)",)
    ),
    "connected cells": Case(PARTS, "n: 2\n", ("connected(star cells)",), ("connected(star)",)),
    "the opposite of a layer": Case(
        PARTS, "n: 2\n", ("unstar cells are connected",), ("connected(not star)",)
    ),
    "cells that are empty": Case(
        "grid h x w\ngiven clue : 1..9 at some cells\nfind star : bool at {}\n",
        "1.\n.2\n",
        ("empty cells",),
        ("cells - clue",),
    ),
    "a filter without `for`": mines(
        "for c in clue: count(d in touching(c) if mine[d]) = clue[c]", COUNTED
    ),
    "cells of a set of links": Case(
        LINES,
        "h: 2\nw: 3\n",
        ("for p in strand: size(cells(p)) = 4",),
        ("for p in strand: size({c for l in p for c in cells(l)}) = 4",),
    ),
    "a define of the prelude": Case(
        "{}" + PARTS,
        "n: 3\n",
        ("", "for p in part: p is a rectangle"),
        ("use prelude\n", "for p in part: rectangle(p)"),
    ),
    "a word for a define of the prelude": Case(
        "{}" + PARTS,
        "n: 3\n",
        ("", "for p in part: p is in a line"),
        ("use prelude\n", "for p in part: in_line(p)"),
    ),
    "the most of a layer": Case(OPTIMUM, "n: 3\n", ("maximize star",), ("maximize size(star)",)),
    "the most of a line": Case(OPTIMUM, "n: 3\n", ("minimize digit",), ("minimize sum(digit)",)),
    "a set of values in a cell": Case(
        "grid h x w\ngiven {}\nfind digit : 1..4 at cells\n"
        'rule "Digits at a corner are around it":\n'
        "    for p in quad: all(v in digit[cells(p)] for v in quad[p])\n",
        "h: 2\nw: 2\nquad:\np1q1 1 4\n",
        ("quad : set of 1..4 at some corners",),
        ("quad : list of 1..4 at some corners",),
    ),
    "a usual size": Case(
        OPTIMUM, "n: 3\n", ("minimize 0\nmake size = 6",), ("minimize 0\nmake n = 6",)
    ),
    "a usual size with a cross": Case(
        OPTIMUM, "n: 3\n", ("minimize 0\nmake size 6x6",), ("minimize 0\nmake n = 6",)
    ),
    "a usual size before a usual density": Case(
        "grid h x w\ngiven clue : 1..9 at some cells\nfind star : bool at cells\nmake {}\n",
        "clue:\n1.\n..\n",
        ("size 6x8, clue density 20..40",),
        ("h = 6, w = 8, clue density 20..40",),
    ),
    "square brackets of a relation": mines(
        "for c in clue: count(mine[touching[c]]) = clue[c]", COUNTED
    ),
    "a layer for its value": mines("for c in clue: count(mine[touching(c)]) = clue", COUNTED),
    "a layer for its value, on the left": mines(
        "for c in clue: clue >= count(mine[touching(c)])",
        "for c in clue: clue[c] >= count(mine[touching(c)])",
    ),
    "two mistakes in a line": mines("for c in clue: count(mine[touching[c]]) = clue", COUNTED),
    "a list of conditions for how many": mines(
        "for c in clue: mine[touching(c)] = clue[c]", COUNTED
    ),
    "places for how many": mines("for c in clue: touching(c) = clue[c]", COUNTED),
    "the sum of conditions": mines("for c in clue: sum(mine[touching(c)]) = clue[c]", COUNTED),
    "count of places": mines("for c in clue: count(touching(c)) = clue[c]", COUNTED),
    "a layer in places": mines("for c in clue: count(mine in touching(c)) = clue[c]", COUNTED),
    "a layer and places": mines("for c in clue: count(mine, touching(c)) = clue[c]", COUNTED),
    "round brackets of a layer": mines(
        "for c in clue: count(mine[touching(c)]) = clue(c)", COUNTED
    ),
    "nought for no": mines(
        "for c in cells if c.row = 3: mine[c] = 0", "for c in cells if c.row = 3: not mine[c]"
    ),
    "yes in quotes": mines(
        'for c in cells if c.row = 3: mine[c] = "yes"', "for c in cells if c.row = 3: mine[c]"
    ),
    "a number in quotes": latin(
        'for c in cells if c.row = c.column: digit[c] != "1"',
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "numbers in quotes": latin(
        'for c in cells if c.row = c.column: digit[c] in {"1", "2"}',
        "for c in cells if c.row = c.column: digit[c] in {1, 2}",
    ),
    "or": latin(
        "for c in cells if c.row = c.column: digit[c] = 1 or 2",
        "for c in cells if c.row = c.column: digit[c] in {1, 2}",
    ),
    "or of three": latin(
        "for c in cells if c.row = 1: digit[c] = 1 or 2 or 3",
        "for c in cells if c.row = 1: digit[c] in {1, 2, 3}",
    ),
    "or in front": latin(
        "for c in cells if c.row = c.column: 1 or 2 = digit[c]",
        "for c in cells if c.row = c.column: digit[c] in {1, 2}",
    ),
    "in or": latin(
        "for c in cells if c.row = c.column: digit[c] in 1 or 2",
        "for c in cells if c.row = c.column: digit[c] in {1, 2}",
    ),
    "neither": latin(
        "for c in cells if c.row = c.column: digit[c] != 1 or 2",
        "for c in cells if c.row = c.column: digit[c] = 3",
    ),
    "neither, with and": latin(
        "for c in cells if c.row = c.column: digit[c] != 1 and 2",
        "for c in cells if c.row = c.column: digit[c] = 3",
    ),
    "both at once": latin(
        "for c in cells if c.column = 1 and c.row = 1: digit[c] and digit[c.right] < 3",
        "for c in cells if c.column = 1 and c.row = 1: digit[c.right.right] = 3",
    ),
    "a layer for its groups": latin(
        "for g in region: all_different(digit[g])",
        "for g in groups(region): all_different(digit[g])",
    ),
    "regions": latin(
        "for g in regions: all_different(digit[g])",
        "for g in groups(region): all_different(digit[g])",
    ),
    "groups in brackets": latin(
        "all(sum(digit[g]) < 7 for g in region)", "for g in groups(region): sum(digit[g]) < 7"
    ),
    "round brackets of a partition": Case(
        PARTS,
        "n: 2\n",
        ("for c in star: size(part(c)) = 3",),
        ("for c in star: size(part[c]) = 3",),
    ),
    "a relation for the places around one": stars(
        "for c in star: not any(star[d] for d in touching)",
        "for c in star: not any(star[d] for d in touching(c))",
    ),
    "a loop over a relation": latin(
        "for c in cells:\n        for d in adjacent: digit[c] != digit[d]",
        "for c, d in adjacent: digit[c] != digit[d]",
    ),
    "around": stars(
        "for c in star: not any(star[around(c)])", "for c in star: not any(star[touching(c)])"
    ),
    "consecutive": latin(
        "for r in rows: consecutive(digit[r])", "for r in rows: straight(digit[r])"
    ),
    "stars of a region": stars(
        "for g in region: count(star[g]) = 1", "for g in groups(region): count(star[g]) = 1"
    ),
    "a cell by its numbers": latin(
        "digit[1,2] = 3", "for c in cells if c.row = 1 and c.column = 2: digit[c] = 3"
    ),
    "a cell by two brackets": latin(
        "digit[2][1] = 3", "for c in cells if c.row = 2 and c.column = 1: digit[c] = 3"
    ),
    "the cell of a row": latin(
        "for c in cells if c.row = 2 and c.column = 1: "
        "digit[c.row - 1, c.column] < digit[c.row, c.column]",
        "for c in cells if c.row = 2 and c.column = 1: digit[c.up] < digit[c]",
    ),
    "all rows at once": latin(
        "sum(digit[rows]) = 6",
        "for r in rows: sum(digit[r]) = 6",
    ),
    "a layer and a row": latin(
        "for r in rows: sum(digit, r) = 6", "for r in rows: sum(digit[r]) = 6"
    ),
    "a place for its value": latin(
        "for r in rows if r[1].row = 1: r[1] != 1",
        "for r in rows if r[1].row = 1: digit[r[1]] != 1",
    ),
    "the sum of places": latin(
        "for c in cells if c.column = 2 and c.row = 1: digit[c.left + c.right] = 4",
        "for c in cells if c.column = 2 and c.row = 1: digit[c.left] + digit[c.right] = 4",
    ),
    "places added": latin(
        "for c in cells if c.column = 2 and c.row = 1: c.left + c.right = 4",
        "for c in cells if c.column = 2 and c.row = 1: digit[c.left] + digit[c.right] = 4",
    ),
    "the sum of a row of places": latin(
        "for r in rows: sum(r) = 6", "for r in rows: sum(digit[r]) = 6"
    ),
    "the range of another language": latin(
        "for i in range(n): digit[[r for r in rows][i][i]] != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "rows by number": latin(
        "for i in 1..n: rows[i][i] != 1", "for c in cells if c.row = c.column: digit[c] != 1"
    ),
    "a layer as an attribute": latin(
        "for c in cells if c.row = c.column: c.digit != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "a method": latin(
        "for g in groups(region): digit[g].sum() > 4", "for g in groups(region): sum(digit[g]) > 4"
    ),
    "a method that counts": latin(
        "for g in groups(region): digit[g].count(3) = 1",
        "for g in groups(region): count(digit[g] = 3) = 1",
    ),
    "a function in capitals": latin(
        "for g in groups(region): SUM(digit[g]) > 4", "for g in groups(region): sum(digit[g]) > 4"
    ),
    "a number in a row of places": latin(
        "for g in groups(region): 3 in g", "for g in groups(region): 3 in digit[g]"
    ),
    "a direction that is called": latin(
        "for c in cells if c.row = 2 and c.column = 1: digit[up(c)] < digit[c]",
        "for c in cells if c.row = 2 and c.column = 1: digit[c.up] < digit[c]",
    ),
    "a direction that is added": latin(
        "for c in cells if c.row = 2 and c.column = 1: digit[c + up] < digit[c]",
        "for c in cells if c.row = 2 and c.column = 1: digit[c.up] < digit[c]",
    ),
    "a point of the compass": latin(
        "for c in cells if c.row = 2 and c.column = 1: digit[c.north] < digit[c]",
        "for c in cells if c.row = 2 and c.column = 1: digit[c.up] < digit[c]",
    ),
    "two directions as one": latin(
        "for c in cells if c.row = 2 and c.column = 2: digit[c.upleft] < digit[c]",
        "for c in cells if c.row = 2 and c.column = 2: digit[c.up.left] < digit[c]",
    ),
    "a total of places": latin(
        "for r in rows: r.total = 6",
        "for r in rows: sum(digit[r]) = 6",
    ),
    "a link by the cell beside": Case(
        LINES,
        "h: 2\nw: 2\n",
        ("for c in cells if c.row = 2 and c.column = 2: line[c.up]",),
        ("for c in cells if c.row = 2 and c.column = 2: line[link(c, up)]",),
    ),
    "for each": latin(
        "for each c in cells if c.row = c.column: digit[c] != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "forall": latin(
        "forall c in cells if c.row = c.column: digit[c] != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "forall in brackets": latin(
        "forall(g in groups(region))(3 in digit[g])", "for g in groups(region): 3 in digit[g]"
    ),
    "if and then": latin(
        "for c in cells: if c.row = c.column then digit[c] != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "if behind for": latin(
        "for c in cells: if c.row = c.column: digit[c] != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "where": latin(
        "for c in cells where c.row = c.column: digit[c] != 1",
        "for c in cells if c.row = c.column: digit[c] != 1",
    ),
    "contains": latin(
        "for g in groups(region): digit[g] contains 3", "for g in groups(region): 3 in digit[g]"
    ),
    "between": latin(
        "for c in cells if c.row = c.column: digit[c] between 2 and 3",
        "for c in cells if c.row = c.column: 2 <= digit[c] <= 3",
    ),
    "a comparison without its left side": latin(
        "for c in cells if c.row = c.column: digit[c] > 1 and < 3",
        "for c in cells if c.row = c.column: 1 < digit[c] < 3",
    ),
    "a comparison without its left side, turned": latin(
        "for c in cells if c.row = c.column: 2 <= digit[c] and <= 3",
        "for c in cells if c.row = c.column: 2 <= digit[c] <= 3",
    ),
    "to": latin(
        "for c in cells if c.row = c.column: digit[c] in 2 to 3",
        "for c in cells if c.row = c.column: digit[c] in 2..3",
    ),
    "xor": latin(
        "for c in cells if c.column = 1 and c.row = 1: digit[c] = 1 xor digit[c.right] = 1",
        "for c in cells if c.column = 1 and c.row = 1: (digit[c] = 1) != (digit[c.right] = 1)",
    ),
    "for behind what holds": latin(
        "3 in digit[g] for g in groups(region)", "for g in groups(region): 3 in digit[g]"
    ),
    "a function without brackets": mines("count mine = 2", "count(mine) = 2"),
    "a domain from one to another": Case(
        "grid h x w\nfind a : {} at cells\n", "h: 1\nw: 1", ("1 to 3",), ("1..3",)
    ),
    "symbols without braces": Case(
        "grid h x w\nfind a : {} at cells\n", "h: 1\nw: 1", ("red, green",), ("{red, green}",)
    ),
    "symbols without commas": Case(
        "grid h x w\nfind a : {} at cells\n", "h: 1\nw: 1", ("{red green}",), ("{red, green}",)
    ),
    "all cells": Case(
        "grid h x w\nfind a : 1..2 at {}\n", "h: 1\nw: 2", ("all cells",), ("cells",)
    ),
    "places if": Case(
        "grid h x w\nfind a : 1..2 at {}\n",
        "h: 1\nw: 2",
        ("c in cells if c.column = 1",),
        ("c in cells where c.column = 1",),
    ),
    "an equals sign behind a name": Case(
        "grid h x w\nfind a {} 1..2 at cells\n", "h: 1\nw: 2", ("=",), (":",)
    ),
    **{
        f"a board of {wrong}": Case("grid {}\nfind a : 1..2 at cells\n", "", (wrong,), ("2 x 2",))
        for wrong in ("2, 2", "2 by 2", "2 2", "2 * 2", "(2, 2)", "2")
    },
    "a rule whose lines are not indented": Case(
        'grid 2 x 2\nfind a : 1..2 at cells\nrule "All":\n{}all_equal(a)\n', "", ("",), ("    ",)
    ),
    "a condition without a rule": Case(
        "grid 2 x 2\nfind a : 1..2 at cells\n{}all_equal(a)\n", "", ("",), ('rule "All": ',)
    ),
    "words of the language as symbols": Case(
        SIDES, "h: 2\nw: 1", ("{in, out}", "all_equal(side)"), ('{"in", out}', "all_equal(side)")
    ),
    "not as a symbol": Case(
        SIDES, "h: 2\nw: 1", ("{not, for}", "all_equal(side)"), ("{a, b}", "all_equal(side)")
    ),
    "a word of the language where a symbol is compared": Case(
        SIDES,
        "h: 2\nw: 1",
        ('{"in", out}', "for c in cells: side[c] = in"),
        ('{"in", out}', 'for c in cells: side[c] = "in"'),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_hint_that_is_followed_leads_to_the_spec_that_was_meant(case: Case) -> None:
    wrong, right = filled(case.spec, case.wrong), filled(case.spec, case.right)
    expected = answers(right, case.puzzle)
    assert expected
    found = answers(mended(wrong), case.puzzle)
    if case.wrong[0] == "{not, for}":
        assert len(found) == len(expected)
    else:
        assert found == expected
