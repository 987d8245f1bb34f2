"""Lines of bundled specs, and equivalent wordings, as one table; `more_worded_rules` has others."""

from __future__ import annotations


def _span(line: str, piece: str = "p") -> str:
    """How far the last row (or column) of a piece is from its first."""
    return f"max(d.{line} for d in {piece}) - min(d.{line} for d in {piece})"


CASES: dict[tuple[str, str], tuple[str, ...]] = {
    ("star_battle", "not (star[a] and star[b])"): (
        "not star[a] or not star[b]",
        "star[a] => not star[b]",
        "count(star[a], star[b]) <= 1",
        "not (star[b] and star[a])",
        "not all(star[[a, b]])",
        "[star[a], star[b]] != [yes, yes]",
        "not any(star[[a, b]]) or count(star[[a, b]]) = 1",
    ),
    ("star_battle", "count(star[unit]) = stars"): (
        "size(star & unit) = stars",
        "sum(1 if star[c] else 0 for c in unit) = stars",
        "count(star[unit]) >= stars and count(star[unit]) <= stars",
        "stars = count(star[c] for c in unit)",
        "count(not star[c] for c in unit) = size(unit) - stars",
        "size(unit - star) = size(unit) - stars",
        "sum(1 for c in unit if star[c]) = stars",
        "not count(star[unit]) != stars",
    ),
    ("heyawake", "count(room[a] != room[b] for a, b in steps(stretch)) <= 1"): (
        "count(room[a] != room[b] for a, b in steps(stretch)) < 2",
        "not count(room[a] != room[b] for a, b in steps(stretch)) > 1",
        "kinds(room[stretch]) <= 2",
        "not (2 <= count(room[a] != room[b] for a, b in steps(stretch)))",
        "sum(1 for a, b in steps(stretch) if room[a] != room[b]) <= 1",
        "sum(1 if room[a] != room[b] else 0 for a, b in steps(stretch)) <= 1",
        "size({room[c] for c in stretch}) <= 2",
        "if size(stretch) > 2:\n                kinds(room[c] for c in stretch) < 3",
    ),
    ("heyawake", "for a, b in adjacent: not (black[a] and black[b])"): (
        "for a in black: not any(black[b] for b in adjacent(a))",
        "for a in black: all(not black[b] for b in adjacent(a))",
        "for a in cells: black[a] => size(black & adjacent(a)) = 0",
        "for a in cells:\n        for b in adjacent(a): not (black[b] and black[a])",
        "for a in cells: size(black & adjacent(a)) > 0 => not black[a]",
    ),
    ("nurikabe", "for square in windows(2, 2): not all(sea[square])"): (
        "for square in windows(2, 2): any(not sea[c] for c in square)",
        "for square in windows(2, 2): count(sea[square]) < 4",
        "for square in windows(2, 2): not size(sea & square) = 4",
        "for square in windows(2, 2): size(square - sea) >= 1",
    ),
    ("nurikabe", "size(clue & p) = 1"): (
        "size(p & clue) = 1",
        "size(clue & p) >= 1 and size(clue & p) < 2",
        "count(c in p for c in clue) = 1",
        "sum(1 for c in clue & p) = 1",
        "count(island[c] = p for c in clue) = 1",
        "size({c for c in clue if c in p}) = 1",
        "not (size(clue & p) = 0 or size(clue & p) >= 2)",
    ),
    ("nurikabe", "for p in island: size(clue & p) = 1"): (
        "for p in island:\n        any(c in p for c in clue)\n"
        "        for c in clue & p:\n            for d in clue & p: c = d",
        "for p in island: any(c in p for c in clue)\n"
        "    for a, b in pairs(clue): island[a] != island[b]",
        "for p in island:\n        any(c in p for c in clue)\n"
        "        for c in clue & p: all(d = c for d in clue & p)",
        "for p in island:\n        any(c in p for c in clue)\n"
        "        for c in clue & p: size(clue & p - [c]) = 0",
        "for c in cells if not sea[c]: size(island[c] & clue) = 1",
    ),
    ("nurikabe", "connected(sea)"): ("size(areas(sea)) <= 1", "size(areas(sea)) = 1"),
    ("yin_yang", "connected(disc = white)"): (
        "size(areas(disc = white)) < 2",
        "not size(areas(disc = white)) > 1",
    ),
    ("shikaku", "for p in block: size(clue & p) = 1"): (
        "for p in block: clue[p] = [size(p)]",
        "for p in block: count(c in p for c in clue) = 1",
        "for p in block:\n        any(c in p for c in clue)\n"
        "        for c in clue & p:\n            for d in clue & p: c = d",
        "for p in block: any(c in p for c in clue)\n"
        "    for a, b in pairs(clue): block[a] != block[b]",
        "for p in block:\n        any(c in p for c in clue)\n"
        "        for c in clue & p: all(d = c for d in clue & p)",
        "for p in block:\n        any(c in p for c in clue)\n"
        "        for c in clue & p: size(clue & p - [c]) = 0",
    ),
    ("shikaku", "for c in clue: size(block[c]) = clue[c]"): (
        "for p in block: size(p) in clue[p]",
        "for p in block: [size(p)] = [clue[c] for c in clue & p]",
        "for p in block: {clue[c] for c in clue & p} = {size(p)}",
        "for p in block: any(clue[c] = size(p) for c in clue & p)",
        "for p in block: sum(clue[p]) = size(p)",
        "for p in block: max(clue[p]) = size(p)",
        "for p in block:\n        for c in clue & p: size(p) = clue[c]",
        "for p in block:\n        for c in p if c in clue: size(p) = clue[c]",
        "for p in block: all(size(p) = clue[c] for c in clue & p)",
    ),
    ("str8ts", "straight(number[compartment])"): (
        "kinds(number[compartment]) = max(number[compartment]) - min(number[compartment]) + 1",
        "max(number[compartment]) - min(number[compartment]) + 1 = size(compartment)",
        "max(number[compartment]) - min(number[compartment]) < size(compartment)",
        "for a, b in pairs(compartment): abs(number[a] - number[b]) < size(compartment)",
        "for a, b in pairs(compartment):\n            number[a] - number[b] < size(compartment)\n"
        "            number[b] - number[a] < size(compartment)",
    ),
    ("nanro", "for c in number & g: number[c] = size(number & g)"): (
        "for k in 1..size(g): size(number & g) = k => all(number[c] = k for c in number & g)",
        "for k in 1..size(g):\n            for c in g: number[c] = k => size(number & g) = k",
        "for c in g: c in number => number[c] = size(number & g)",
        "all_equal(number[g])\n        for c in number & g: number[c] = size(number & g)",
        "for c in number & g: number[c] = count(d in number for d in g)",
    ),
    ("cojun", "all_different(number[g])\n        for c in g: number[c] <= size(g)"): (
        "{number[c] for c in g} = 1..size(g)",
        "bag(number[g]) = bag(1..size(g))",
        "for k in 1..size(g): count(number[g] = k) = 1",
        "for k in 1..size(g): any(number[g] = k)",
        "straight(number[g])\n        min(number[g]) = 1",
        "kinds(number[g]) = size(g) and max(number[g]) <= size(g)",
    ),
    (
        "star_battle",
        'rule "Stars never touch, not even diagonally":\n'
        "    for a, b in touching:\n        not (star[a] and star[b])",
    ): (
        "define alone(c) = not any(star[d] for d in touching(c))\n\n"
        'rule "Stars never touch, not even diagonally":\n    for c in star: alone(c)',
        'rule "Stars never touch, not even diagonally":\n'
        "    for c in star: size(star & touching(c)) = 0",
        'rule "Stars never touch, not even diagonally":\n'
        "    for c in star: size(touching(c) - star) = size(touching(c))",
        'rule "Stars never touch, not even diagonally":\n'
        "    size(areas(star, touching)) = size(star)",
    ),
    ("nurikabe", "for c in clue: size(island[c]) = clue[c]"): (
        "for p in island: size(p) in clue[p]",
        "for p in island: sum(clue[p]) = size(p)",
        "for c in clue: clue[c] = size(island[c])",
        "for c in clue: count(d in island[c] for d in cells) = clue[c]",
        "for c in clue: size(island[c]) <= clue[c] and clue[c] <= size(island[c])",
        "for p in island:\n        for c in clue & p: size(p) = clue[c]",
        "for p in island: all(size(p) = clue[c] for c in p & clue)",
    ),
    ("slitherlink", "size(line(c)) = clue[c]"): (
        "count(line[b] for b in borders(c)) = clue[c]",
        "4 - count(not line[b] for b in borders(c)) = clue[c]",
        "size(line & borders(c)) = clue[c]",
    ),
    ("masyu", "for d in adjacent(c): line[c, d] => not turns(line, d)"): (
        "for d in adjacent(c): not (line[c, d] and turns(line, d))",
        "for d in adjacent(c): turns(line, d) => not line[c, d]",
        "not any(line[c, d] and turns(line, d) for d in adjacent(c))",
        "all(not turns(line, d) or not line[c, d] for d in adjacent(c))",
    ),
    ("masyu", "for c in pearl if pearl[c] = white:\n        not turns(line, c)"): (
        "for c in pearl if not pearl[c] = black:\n        line[c, c.left] = line[c, c.right]",
        "for c in pearl if pearl[c] = white:\n        line[c, c.left] <=> line[c, c.right]",
    ),
    ("masyu", "line[c, d] => not turns(line, d)"): (
        "line[c, d] => (line[d, d.left] and line[d, d.right]) "
        "or (line[d, d.up] and line[d, d.down])",
        "line[c, d] => line[d, d.left] = line[d, d.right] or line[d, d.up] = line[d, d.down]",
    ),
    ("detour", "count(turns(line, d) for d in room = room[c]) = clue[c]"): (
        "count(line[d, d.left] != line[d, d.right] for d in room = room[c]) = clue[c]",
        "count(line[d, d.up] != line[d, d.down] for d in room = room[c]) = clue[c]",
        "size(room = room[c]) - count(not turns(line, d) for d in room = room[c]) = clue[c]",
    ),
    ("hitori", "black[a] or black[b]"): (
        "not (not black[a] and not black[b])",
        "not black[a] => black[b]",
        "count(black[a], black[b]) >= 1",
        "any(black[[b, a]])",
        "not all(not black[x] for x in [a, b])",
        "size([a, b] & black) > 0",
    ),
    ("skyscrapers", "all(height[d] < height[c] for d in before(c, line))"): (
        "not any(height[d] >= height[c] for d in before(c, line))",
        "all(not (height[d] >= height[c]) for d in before(c, line))",
        "all(height[d] <= height[c] - 1 for d in before(c, line))",
        "all(height[c] > height[d] for d in before(c, line))",
        "all(height[c] - height[d] > 0 for d in before(c, line))",
    ),
    ("skyscrapers", "for line in rows + columns: all_different(height[line])"): (
        "for line in rows + columns:\n        for a, b in pairs(line): height[a] != height[b]",
        "for line in rows + columns:\n"
        "        for h in 1..n: count(height[c] = h for c in line) = 1",
        "for line in rows + columns: kinds(height[line]) = n",
        "for line in rows + columns:\n        for h in 1..n: any(height[c] = h for c in line)",
    ),
    ("sudoku", "all_different(digit[unit])"): (
        "for a, b in pairs(unit): not digit[a] = digit[b]",
        "for d in 1..n: count(digit[c] = d for c in unit) = 1",
        "kinds(digit[unit]) = size(unit)",
        "for d in 1..n: any(digit[c] = d for c in unit)",
        "not any(digit[a] = digit[b] for a, b in pairs(unit))",
        "all(digit[a] != digit[b] for a, b in pairs(unit))",
        "size({digit[c] for c in unit}) = size(unit)",
        "bag(digit[unit]) = bag(1..n)",
        "{digit[c] for c in unit} = 1..n",
    ),
    ("kakuro", "sum(digit[run(c, right, not wall)]) = across[c]"): (
        "across[c] = sum(digit[d] for d in run(c, right, not wall))",
        "sum(digit[run(c, right, not wall)]) <= across[c] "
        "and sum(digit[run(c, right, not wall)]) >= across[c]",
        "across[c] - sum(digit[run(c, right, not wall)]) = 0",
        "2 * across[c] = sum(2 * digit[d] for d in run(c, right, not wall))",
    ),
    ("akari", "lamp[c] or any(lamp[x] for d in directions for x in run(c, d, open))"): (
        "not lamp[c] => any(lamp[x] for d in directions for x in run(c, d, open))",
        "not (not lamp[c] and all(not lamp[x] for d in directions for x in run(c, d, open)))",
    ),
    ("akari", "count(lamp[corridor]) <= 1"): (
        "not count(lamp[corridor]) >= 2",
        "size(lamp & corridor) < 2",
    ),
    ("ripple_effect", "number[a] = number[b] => size(between(a, b)) >= number[a]"): (
        "number[a] = number[b] => distance(a, line, adjacent)[b] > number[a]",
        "not (number[a] = number[b] and distance(a, cells)[b] <= number[b])",
        "\n            for k in 1..number[a]: number[a] = number[b] => size(between(a, b)) >= k",
        "size(between(a, b)) < number[a] => number[a] != number[b]",
        "number[a] != number[b] or number[b] <= size(between(a, b))",
        "not (number[b] = number[a] and number[a] > size(between(a, b)))",
    ),
    ("unruly", "not all_equal(digit[trio])"): (
        "kinds(digit[trio]) > 1",
        "sum(digit[trio]) in {1, 2}",
        "sum(digit[trio]) = 1 or sum(digit[trio]) = 2",
        "not (sum(digit[trio]) = 0 or sum(digit[trio]) = 3)",
        "min(digit[trio]) < max(digit[trio])",
        "any(digit[a] != digit[b] for a, b in pairs(trio))",
        "0 < sum(digit[trio]) < 3",
        "size({digit[c] for c in trio}) = 2",
        "not (all(digit[c] = 0 for c in trio) or all(digit[c] = 1 for c in trio))",
    ),
    ("unruly", "2 * sum(digit[line]) = size(line)"): (
        "sum(digit[line]) = size(line) / 2",
        "sum(digit[line]) + sum(digit[line]) = size(line)",
        "count(digit[line] = 1) = count(digit[line] = 0)",
        "count(digit[line] = 0) = size(line) / 2",
        "sum(digit[line]) = sum(1 - digit[c] for c in line)",
    ),
    ("norinori", "for c in black: count(black[adjacent(c)]) = 1"): (
        "for c in cells: black[c] => size(black & adjacent(c)) = 1",
        "for p in areas(black): size(p) = 2",
        "for c in cells: not (black[c] and count(black[adjacent(c)]) != 1)",
        "for c in cells if black[c]: count(black[adjacent(c)]) in {1}",
        "for c in black: size(adjacent(c) - black) = size(adjacent(c)) - 1",
        "for c in black:\n        any(black[adjacent(c)])\n"
        "        not count(black[adjacent(c)]) > 1",
        "for c in black:\n        any(black[d] for d in adjacent(c))\n"
        "        for a, b in pairs(adjacent(c)): not (black[a] and black[b])",
        "for c in cells:\n        black[c] => any(black[d] for d in adjacent(c))\n"
        "        for a, b in pairs(adjacent(c)): not (black[c] and black[a] and black[b])",
        "for c in black:\n        size(black & adjacent(c)) != 0\n"
        "        for a, b in pairs(adjacent(c)): black[a] => not black[b]",
    ),
    ("norinori", "count(black[adjacent(c)]) = 1"): (
        "any(black[d] and all(not black[e] for e in adjacent(c) - [d]) for d in adjacent(c))",
        "any(black[d] and not any(black[e] for e in adjacent(c) if e != d) for d in adjacent(c))",
        "any(adjacent(c) & black = {d} for d in adjacent(c))",
    ),
    ("dominosa", "for c in cells: size(joined(c)) = 1"): (
        "for c in cells: not size(joined(c)) = 0 and not size(joined(c)) > 1",
        "for c in cells: any(joined[l] for l in links(c))\n"
        "    for a, b in meeting: not (joined[a] and joined[b])",
        "for c in cells:\n        any(joined[links(c)])\n        count(joined[links(c)]) <= 1",
    ),
    ("dominosa", "for equal in groups(pair): count(joined[equal]) = 1"): (
        "kinds(pair[l] for l in joined) = size(joined)",
        "size({pair[l] for l in joined}) = size(joined)",
        "all_different(pair[l] for l in joined)",
        "kinds(pair[joined]) = size(cells) / 2",
    ),
    ("binairo", "for a, b in pairs(rows) + pairs(columns): digit[a] != digit[b]"): (
        "for lines in [rows, columns]: kinds(digit[a] for a in lines) = size(lines)",
        "for lines in [rows, columns]: size({digit[a] for a in lines}) = size(lines)",
        "for lines in [rows, columns]: all_different(digit[a] for a in lines)",
    ),
    ("putteria", "for g in groups(room): count(used[g]) = 1"): (
        "for g in groups(room):\n        any(used[g])\n"
        "        for a in g: used[a] => all(not used[b] for b in g if b != a)",
        "for g in groups(room): size(used & g) != 0 and not size(used & g) >= 2",
    ),
    ("easy_as_abc", "for x in letter: count(mark[line] = x) = 1"): (
        "for x in letter:\n            any(mark[c] = x for c in line)\n"
        "            for a, b in pairs(line): not (mark[a] = x and mark[b] = x)",
        "bag(mark[line]) = bag(letter)",
        "all_different(mark[line])\n        size(mark & line) = size(letter)",
        "all_different(mark[line])\n        for x in letter: any(mark[line] = x)",
        "{mark[c] for c in line} = letter\n        size(mark & line) = size(letter)",
        "kinds(mark[line]) = size(letter) and size(mark & line) = size(letter)",
    ),
    ("doppelblock", "size(digit & line) = n - 2\n        all_different(digit[line])"): (
        "for k in 1..n - 2: count(digit[line] = k) = 1",
        "{digit[c] for c in line} = 1..n - 2\n        size(line - digit) = 2",
        "bag(digit[line]) = bag(1..n - 2)",
        "size(line - digit) = 2\n        kinds(digit[line]) = n - 2",
    ),
    ("suguru", "for a, b in touching: number[a] != number[b]"): (
        "for a in cells: number[a] not in {number[b] for b in touching(a)}",
        "for a in cells: not any(number[touching(a)] = number[a])",
        "for square in windows(2, 2): all_different(number[square])",
    ),
    ("suguru", "number[a] != number[b]"): (
        "min(number[a], number[b]) < max(number[a], number[b])",
        "kinds(number[[a, b]]) = 2",
        "abs(number[a] - number[b]) > 0",
        "number[a] < number[b] or number[a] > number[b]",
        "not (number[a] <= number[b] and number[a] >= number[b])",
    ),
    ("shimaguni", "count(island[f]) != count(island[g])"): (
        "count(island[f]) < count(island[g]) or count(island[f]) > count(island[g])",
        "abs(size(island & f) - size(island & g)) >= 1",
        "not (size(island & f) <= size(island & g) and size(island & f) >= size(island & g))",
    ),
    ("mochikoro", "count(black[square]) != 1"): (
        "count(black[square]) = 0 or count(black[square]) >= 2",
        "count(black[square]) > 1 or not any(black[square])",
        "all(not black[c] for c in square) or size(square - black) <= 2",
    ),
    ("chocona", "for square in windows(2, 2): count(shaded[square]) != 3"): (
        "for square in windows(2, 2):\n"
        "        for c in square: all(shaded[square - [c]]) => shaded[c]",
        "for c in shaded:\n        for d in diagonal(c): "
        "all(shaded[adjacent(c) & adjacent(d)]) => shaded[d]",
        "for c in cells if not shaded[c]:\n        for d in diagonal(c): "
        "shaded[d] => not all(shaded[adjacent(c) & adjacent(d)])",
        "for p in areas(shaded): size(p) = size(box(p))",
        "for p in areas(shaded): box(p) = p",
        "for p in areas(shaded): all(c in p for c in box(p))",
        "for p in areas(shaded): all(shaded[c] for c in box(p))",
        "for p in areas(shaded): not any(not shaded[c] for c in box(p))",
        "for p in areas(shaded): size(box(p) & shaded) = size(box(p))",
    ),
    ("chocona", "count(shaded[square]) != 3"): (
        "count(shaded[square]) < 3 or count(shaded[square]) > 3",
        "all(shaded[square]) or count(shaded[square]) <= 2",
    ),
    ("aqre", "1 <= count(black[four]) <= 3"): (
        "any(black[four]) and not all(black[four])",
        "any(black[a] != black[b] for a, b in steps(four))",
        "size(black & four) in {1, 2, 3}",
    ),
    ("mosaic", "count(black[touching(c) + {c}]) = clue[c]"): (
        "count(black[touching(c)]) + (1 if black[c] else 0) = clue[c]",
        "count(black[touching(c)]) = (clue[c] - 1 if black[c] else clue[c])",
        "(black[c] => count(black[touching(c)]) = clue[c] - 1) "
        "and (not black[c] => count(black[touching(c)]) = clue[c])",
    ),
    ("kurodoko", "1 + sum(size(run(c, d, not black)) for d in directions) = clue[c]"): (
        "size({x for d in directions for x in run(c, d, not black)}) = clue[c] - 1",
        "1 + count(x in run(c, d, not black) for d in directions for x in run(c, d, cells)) "
        "= clue[c]",
    ),
    ("norinori", "count(black[g]) = 2"): (
        "any(black & g = {a, b} for a, b in pairs(g))",
        "size(black & g) = 2",
        "count(black[g]) > 1 and not count(black[g]) > 2",
        "count(not black[c] for c in g) = size(g) - 2",
    ),
    ("fillomino", "size(area[c]) = number[c]"): (
        "number[c] = size(area[c])",
        "size(area[c]) >= number[c] and size(area[c]) <= number[c]",
        "count(d in area[c] for d in cells) = number[c]",
        "not size(area[c]) != number[c]",
        "size(cells & area[c]) = number[c]",
        "sum(1 for d in area[c]) = number[c]",
    ),
    ("fillomino", "for c in cells: size(area[c]) = number[c]"): (
        "for p in area:\n        for c in p: number[c] = size(p)",
        "for p in area: all(number[c] = size(p) for c in p)",
        "for p in area: all(number[p] = size(p))",
        "for p in area: not any(number[c] != size(p) for c in p)",
        "for p in area: count(number[c] = size(p) for c in p) = size(p)",
        "for p in area: count(number[c] != size(p) for c in p) = 0",
        "for p in area: sum(1 for c in p if number[c] = size(p)) = size(p)",
        "for p in area: size(p) in number[p]",
        "for p in area: size(p) > 0 and all(number[c] = size(p) for c in p)",
        "for p in area:\n        if size(p) < h * w + 1:\n"
        "            for c in p if c in cells: number[c] = size(p)",
        "for p in area: any(number[c] = size(p) for c in p)",
        "for p in area: {number[c] for c in p} = {size(p)}",
        "for c in cells: count(number[d] = number[c] for d in area[c]) = number[c]",
        "for p in area:\n        for k in 1..h * w: k in number[p] => size(p) = k",
        "for k in 1..h * w:\n        for p in area: all(number[p] = k) => size(p) = k",
        "for p in area: max(number[p]) = size(p)",
        "for p in area: min(number[p]) = size(p)",
        "for p in area: min(number[c] for c in p) >= size(p) >= max(number[c] for c in p)",
        "for k in 1..h * w:\n        for c in cells: number[c] = k => size(area[c]) = k",
        "for k in 1..h * w:\n        for c in cells: size(area[c]) = k => number[c] = k",
        "for k in 1..h * w:\n        for c in cells: number[c] = k <=> size(area[c]) = k",
        "for p in area:\n        for c in cells: c in p => number[c] = size(p)",
    ),
    ("fillomino", "number[a] = number[b]"): (
        "not number[a] != number[b]",
        "number[a] - number[b] = 0",
        "number[a] <= number[b] and number[b] <= number[a]",
    ),
    ("yajilin", "size(line(c)) = (0 if c in arrow or black[c] else 2)"): (
        "(c in arrow or black[c] => size(line(c)) = 0) "
        "and (not (c in arrow or black[c]) => size(line(c)) = 2)",
    ),
    ("creek", "count(black[cells(p)]) = clue[p]"): (
        "size(black & cells(p)) = clue[p]",
        "clue[p] = count(black[c] for c in cells(p))",
    ),
    ("futoshiki", "digit[c] > digit[step(c, d)]"): (
        "digit[step(c, d)] in 1..digit[c] - 1",
        "digit[c] in digit[step(c, d)] + 1..n",
        "not digit[c] <= digit[step(c, d)]",
        "digit[c] - digit[step(c, d)] in 1..n",
        "increasing([digit[step(c, d)], digit[c]])",
    ),
    ("cojun", "number[c.up] > number[c]"): (
        "number[c] in 1..number[c.up] - 1",
        "number[c.up] - number[c] in 1..h*w",
    ),
    ("thermo_sudoku", "digit[c] < digit[step(c, thermo[c])]"): (
        "digit[step(c, thermo[c])] > digit[c]",
        "not digit[c] >= digit[step(c, thermo[c])]",
        "digit[c] + 1 <= digit[step(c, thermo[c])]",
        "digit[step(c, thermo[c])] - digit[c] >= 1",
    ),
    ("lits", "black[a] and black[b] => form[r] != form[s]"): (
        "not (black[a] and black[b] and form[r] = form[s])",
        "form[s] = form[r] => not black[a] or not black[b]",
    ),
    ("tents", "for s in total: count(tent[s.line]) = total[s]"): (
        "for s in total: size(tent & s.line) = total[s]",
    ),
    ("minesweeper", "count(mine[touching(c)]) = clue[c]"): (
        "size(mine & touching(c)) = clue[c]",
        "sum(1 for d in touching(c) if mine[d]) = clue[c]",
        "count(not mine[d] for d in touching(c)) = size(touching(c)) - clue[c]",
        "size(touching(c) - mine) + clue[c] = size(touching(c))",
    ),
    ("binairo", "digit[a] != digit[b]"): (
        "any(digit[c] != digit[d] for c in a for d in b if (c.row = d.row or c.column = d.column))",
        "not digit[a] = digit[b]",
    ),
    ("shikaku", "for p in block: rectangle(p)"): (
        "all(rectangle(p) for p in block)",
        "not any(not rectangle(p) for p in block)",
        "count(not rectangle(p) for p in block) = 0",
        "for p in block: size(p) >= size(box(p))",
        "for p in block: kinds(c.row for c in p) * kinds(c.column for c in p) = size(p)",
        "for p in block: size(p) = size({c.row for c in p}) * size({c.column for c in p})",
        f"for p in block: size(p) = ({_span('row')} + 1) * ({_span('column')} + 1)",
        f"for c in cells: ({_span('row', 'block[c]')} + 1) * (1 + {_span('column', 'block[c]')})"
        " = size(block[c])",
        "for p in block: not size(box(p)) > size(p)",
        "for q in block: size(box(q)) = size(q)",
        "for p in block: all(c in p for c in box(p))",
        "for p in block: size(box(p) - p) = 0",
        "for p in block:\n        for c in box(p): c in p",
        "for p in block: box(p) = p",
        "for p in block: size(box(p) & p) = size(box(p))",
        "for p in block: size(p & box(p)) >= size(box(p))",
        "for p in block: count(c in p and c in box(p) for c in cells) = size(box(p))",
        "for p in block: not any(c in box(p) for c in cells - p)",
    ),
    ("square_jam", "for p in square: is_square(p)"): (
        "for p in square:\n        rectangle(p)\n"
        "        for c in p: size(p & row(c)) = size(p & column(c))",
        *(
            f"for p in square: {of_box} and kinds(c.row for c in p) = kinds(c.column for c in p)"
            for of_box in (
                "size(box(p)) <= size(p)",
                "size(box(p)) - size(p) = 0",
                "all(c in p for c in box(p))",
                "size(box(p) - p) = 0",
                "box(p) = p",
            )
        ),
    ),
    (
        "tents",
        "for a, b in touching: not (tent[a] and tent[b])",
    ): (
        "for square in windows(2, 2): count(tent[square]) <= 1",
        "for t in tent: size(tent & touching(t)) = 0",
    ),
    (
        "battleship",
        "for a, b in diagonal: not (ship[a] and ship[b])",
    ): (
        "for s in ship: not any(ship[diagonal(s)])",
        "for a in ship: all(b not in ship for b in diagonal(a))",
    ),
    (
        "snake",
        "for c in snake: 1 <= neighbours(c) <= 2",
    ): (
        "for c in snake: neighbours(c) in {1, 2}",
        "for c in snake: any(snake[adjacent(c)]) and neighbours(c) < 3",
        "for c in snake:\n        neighbours(c) > 0\n        not neighbours(c) >= 3",
    ),
    (
        "snake",
        "count(snake[c] and neighbours(c) = 1 for c in cells) = 2",
    ): (
        "size({c for c in snake if neighbours(c) = 1}) = 2",
        "sum(1 for c in snake if neighbours(c) < 2) = 2",
    ),
    (
        "sukoro",
        "for a, b in adjacent: not number[a] = number[b]",
    ): (
        "for a in number:\n        for b in number & adjacent(a): number[a] != number[b]",
        "for c in number: count(number[d] = number[c] for d in adjacent(c)) = 0",
    ),
    (
        "sukoro",
        "for c in number: size(number & adjacent(c)) = number[c]",
    ): (
        "for c in number: count(d in number for d in adjacent(c)) = number[c]",
        "for k in 1..4:\n        for c in cells: number[c] = k => size(number & adjacent(c)) = k",
        "for c in cells: c in number => number[c] = size(adjacent(c) & number)",
    ),
    (
        "lits",
        "count(black[r]) = 4",
    ): (
        "size(r & black) = 4",
        "size(r - black) = size(r) - 4",
    ),
    (
        "country_road",
        "exits(line, g) <= 2",
    ): (
        "not exits(line, g) > 2",
        "count(line[a, b] for a in g for b in adjacent(a) if b not in g) <= 2",
    ),
    (
        "country_road",
        "for a, b in adjacent if country[a] != country[b]: visited[a] or visited[b]",
    ): (
        "for a, b in adjacent if country[a] != country[b]: not visited[a] => visited[b]",
        "for a, b in adjacent if country[a] != country[b]: size(line(a)) + size(line(b)) > 0",
        "for a, b in adjacent if country[a] != country[b]: count(visited[[a, b]]) > 0",
    ),
    (
        "aquarium",
        "for a in basin if a.row = level: water[a] => all(water[basin])",
    ): (
        "for a in basin if a.row = level:\n                for b in basin: water[a] => water[b]",
        "for a in basin if a.row = level: not water[a] or size(basin - water) = 0",
    ),
    (
        "hashiwokakero",
        "for c in sea: going(c, left) = 0 or going(c, up) = 0",
    ): (
        "for c in sea: not (going(c, left) > 0 and going(c, up) > 0)",
        "for c in sea: going(c, left) * going(c, up) = 0",
        "for c in sea: min(going(c, left), going(c, up)) = 0",
        "for c in sea: going(c, left) > 0 => going(c, up) = 0",
    ),
    (
        "creek",
        "connected(not black)",
    ): (
        "connected(cells - black)",
        "size(areas(not black)) <= 1",
    ),
    (
        "magnets",
        "for a, b in adjacent: pole[a] != pole[b]",
    ): (
        "for a in pole: all(pole[b] != pole[a] for b in adjacent(a))",
        "for a, b in adjacent: count(pole[[a, b]] = plus) <= 1 and count(pole[[a, b]] = minus) <= "
        "1",
    ),
    (
        "nondango",
        "for g in groups(room): count(black[g]) = 1",
    ): (
        "for g in groups(room): size(black & g) = 1",
        "for g in groups(room):\n        any(black[g])\n        for a, b in pairs(g & circle): "
        "not (black[a] and black[b])",
    ),
    (
        "norinuri",
        "for a in area: size(clue & a) = 1",
    ): ("for a in area: count(c in a for c in clue) = 1",),
    ("norinuri", "for c in clue: size(area[c]) = clue[c]"): (
        "for a in area:\n        for c in clue & a: size(a) = clue[c]",
        "for a in area: all(clue[c] = size(a) for c in a if c in clue)",
    ),
    (
        "roma",
        "for g in groups(room): all_different(arrow[g])",
    ): (
        "for g in groups(room):\n        for a, b in pairs(g & arrow): arrow[a] != arrow[b]",
        "for g in groups(room):\n        for d in directions: count(arrow[g] = d) <= 1",
    ),
    (
        "killer_sudoku",
        "for g in groups(cage): sum(digit[g]) = total[g]",
    ): (
        "for g in groups(cage): total[g] - sum(digit[g]) = 0",
        "for g in groups(cage): sum(digit[c] for c in g) <= total[g] and sum(digit[g]) >= total[g]",
    ),
    (
        "arrow_sudoku",
        "2 * digit[path[a][1]] = sum(digit[path[a]])",
    ): (
        "digit[path[a][1]] = sum(digit[c] for c in path[a] if c != path[a][1])",
        "digit[path[a][1]] = sum(digit[path[a]]) - digit[path[a][1]]",
    ),
    (
        "gokigen",
        "for p in clue: size(drawn(p)) = clue[p]",
    ): ("for p in clue: count(p in ends(c) for c in cells(p)) = clue[p]",),
}
