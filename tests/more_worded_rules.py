"""Lines of further bundled specs, and equivalent wordings (see `worded_rules`)."""

from __future__ import annotations

MORE: dict[tuple[str, str], tuple[str, ...]] = {
    ("hinomaru", "for c in spot[t]: spot[t][c] = flag[c]"): (
        "all(spot[t][c] = flag[c] for c in spot[t])",
        "not any(spot[t][c] != flag[c] for c in spot[t])",
        "for c in cells if c in spot[t]: spot[t][c] = flag[c]",
        "for c in cells: c in spot[t] => spot[t][c] = flag[c]",
    ),
    (
        "shikaku",
        'rule "Every piece holds one number":\n    for p in block: size(clue & p) = 1\n\n'
        'rule "A number is the size of its piece":\n    for c in clue: size(block[c]) = clue[c]',
    ): (
        'rule "A":\n    for p in block: [size(p)] = [clue[c] for c in clue & p]',
        'rule "A":\n    for p in block: size(p) in clue[p]\n\n'
        'rule "B":\n    for p in block: size(clue & p) = 1',
        'rule "A":\n    for p in block:\n        size(clue & p) = 1\n        size(p) in clue[p]',
        'rule "A":\n    for p in block: size(clue & p) = 1 and size(p) in clue[p]',
        'rule "A":\n    for p in block: count(c in p for c in clue) = 1\n'
        "    for p in block: sum(clue[p]) = size(p)",
    ),
    (
        "trizone",
        "        size(p) = 3\n        size(clue & p) = 1",
    ): (
        "        size(p & clue) = 1 and size(p) = 3",
        "        size(p) in 3..3 and count(c in p for c in clue) = 1",
        "        not size(p) != 3\n        sum(1 for c in clue if c in p) = 1",
    ),
    (
        "trizone",
        "for c in clue: count(any(block[d] = block[c] for d in adjacent(b)) for b in black)"
        " = clue[c]",
    ): (
        "for c in clue: size({b for b in black if any(d in block[c] for d in adjacent(b))})"
        " = clue[c]",
        "for c in clue: size({b for d in block[c] for b in adjacent(d) if b in black}) = clue[c]",
        "for p in block:\n        for c in clue & p:\n"
        "            count(any(d in p for d in adjacent(b)) for b in black) = clue[c]",
    ),
    (
        "lits",
        "count(black[r]) = 4\n        connected(black & r)",
    ): (
        "size(black & r) = 4\n        size(areas(black & r)) = 1",
        "count(black[r]) = 4\n        all(size(p) = 4 for p in areas(black & r))",
        "count(black[r]) = 4\n        for c in black & r: size(areas(black & r)[c]) = 4",
        "size(black & r) = 4\n        for a, b in pairs(black & r):"
        " areas(black & r)[a] = areas(black & r)[b]",
    ),
    (
        "land_measurement",
        "max(distance(a, land)[b] for a in cells(p) for b in cells(p)) + 1 = clue[p]",
    ): (
        "clue[p] - 1 = max(distance(a, land)[b] for a, b in pairs(cells(p))) or"
        " (clue[p] = 1 and count(land[cells(p)]) = 1)",
        "max(distance(a, land)[b] + 1 for a in cells(p) for b in cells(p)) = clue[p]",
        "any(distance(a, land)[b] + 1 = clue[p] for a in cells(p) for b in cells(p))\n"
        "            all(land[a] and land[b] => distance(a, land)[b] < clue[p]"
        " for a in cells(p) for b in cells(p))",
    ),
    (
        "hidato",
        "all_different(number)",
    ): (
        "for k in 1..last: count(number[c] = k for c in open) = 1",
        "for k in 1..last: any(number = k)",
        "not any(number[a] = number[b] for a, b in pairs(open))",
        "bag(number) = bag(1..last)",
    ),
    (
        "hidato",
        "for c in open: number[c] < last => any(number[d] = number[c] + 1 for d in touching(c))",
    ): (
        "for c in open: number[c] = last or any(number[d] - number[c] = 1 for d in touching(c))",
        "for c in open: number[c] != last => number[c] + 1 in {number[d] for d in touching(c)}",
        "for c in open: not (number[c] != last and all(number[d] != number[c] + 1 for d in "
        "touching(c)))",
        "for c in open if number[c] < last: count(number[d] - 1 = number[c] for d in "
        "touching(c)) >= 1",
        "for a, b in pairs(open): abs(number[a] - number[b]) = 1 => touching(a, b)",
        "for a, b in pairs(open) if b not in touching(a): abs(number[a] - number[b]) != 1",
        "for a in open:\n        for b in open if b not in touching(a): number[b] != number[a] + 1",
    ),
    (
        "compass",
        "way = up => size(block[c] & above(c.row)) = beyond[c, way]",
    ): (
        "way = up => count(d.row < c.row for d in block[c]) = beyond[c, way]",
        "way = up => count(d in block[c] for d in above(c.row)) = beyond[c, way]",
        "way = up => sum(1 for d in above(c.row) if block[d] = block[c]) = beyond[c, way]",
        "way = up => size({d for d in block[c] if d.row < c.row}) = beyond[c, way]",
    ),
    (
        "yin_yang",
        "not all_equal(disc[square])",
    ): (
        "1 <= count(disc[square] = white) <= 3",
        "any(disc[square] = white) and any(disc[square] = black)",
        "kinds(disc[square]) = 2",
        "count(disc[square] = black) in {1, 2, 3}",
        "not all(disc[square] = white) and not all(disc[square] = black)",
    ),
    (
        "four_cells",
        "for p in block: size(p) = 4",
    ): (
        "for c in cells - hole: size(block[c]) = 4",
        "for p in block: count(c in p for c in cells) = 4",
        "for p in block: size(p) in {4}",
        "for p in block: size(p) <= 4 and size(p) > 3",
        "for p in block: not size(p) < 4 and not size(p) > 4",
        "all(size(p) = 4 for p in block)",
        "not any(size(p) != 4 for p in block)",
        "count(size(p) = 4 for p in block) = size(block)",
    ),
    (
        "four_cells",
        "sides_cut(block, c) = clue[c]",
    ): (
        "4 - count(d in block[c] for d in adjacent(c)) = clue[c]",
        "4 - clue[c] = size(adjacent(c) & block[c])",
    ),
    (
        "palisade",
        "for p in block: size(p) = area",
    ): (
        "for c in cells: size(block[c]) = area",
        "for p in block: not size(p) != area",
        "for p in block: count(c in p for c in cells) = area",
        "for p in block: sum(1 for c in p) = area",
        "size(block) = h * w / area\n    all_equal(size(p) for p in block)",
        "size(block) = h * w / area\n    kinds(size(p) for p in block) = 1",
        "size(block) = h * w / area\n    size({size(p) for p in block}) < 2",
        "size(block) = h * w / area\n    max(size(p) for p in block) = min(size(q) for q in block)",
        "size(block) = h * w / area\n    for p, q in pairs(block): size(p) = size(q)",
        "size(block) = h * w / area\n    for p in block:\n"
        "        for q in block: size(p) = size(q)",
    ),
    (
        "dominion",
        "for c in black: size(black & adjacent(c)) = 1",
    ): (
        "for d in areas(black): size(d) = 2",
        "for c in black: count(black[adjacent(c)]) = 1",
        "for d in areas(black): size(d) > 1 and size(d) < 3",
        "for c in black: any(black[adjacent(c)]) and not count(black[adjacent(c)]) >= 2",
    ),
    (
        "dominion",
        "for p in land: size(letter & p) > 0",
    ): (
        "for p in land: any(c in p for c in letter)",
        "for p in land: not size(p & letter) = 0",
        "for c in cells - black: any(land[c] = land[d] for d in letter)",
        "for p in land: not all(c not in p for c in letter)",
    ),
    (
        "n_queens",
        "for line in rows + columns: count(queen[line]) = 1",
    ): (
        "for line in rows + columns:\n        any(queen[line])\n        not count(queen[line]) > 1",
        "for line in rows + columns: size(line - queen) = size(line) - 1",
    ),
    (
        "juosan",
        "for three in windows(1, 3): not all(bar[three] = upright)",
    ): (
        "for three in windows(1, 3): any(bar[three] = level)",
        "for three in windows(1, 3): count(bar[three] = upright) < 3",
        "for three in windows(1, 3): any(bar[c] != upright for c in three)",
    ),
    (
        "juosan",
        "count(bar[r] = upright) = clue[c] or count(bar[r] = level) = clue[c]",
    ): (
        "clue[c] in {count(bar[r] = upright), count(bar[r] = level)}",
        "count(bar[r] = upright) in {clue[c], size(r) - clue[c]}",
        "count(bar[r] = upright) = clue[c] or count(bar[r] = upright) = size(r) - clue[c]",
    ),
    (
        "magic_square",
        "sum(number[line]) = total",
    ): (
        "sum(number[c] for c in line) <= total and sum(number[line]) >= total",
        "total - sum(number[line]) = 0",
    ),
    (
        "latin_square",
        "for line in rows + columns: all_different(digit[line])",
    ): (
        "for line in rows + columns: kinds(digit[line]) = n",
        "for line in rows + columns:\n        for k in 1..n: k in digit[line]",
        "for line in rows + columns: {digit[c] for c in line} = 1..n",
        "for line in rows + columns:\n"
        "        for c in line: digit[c] not in {digit[d] for d in line - {c}}",
    ),
    (
        "cave",
        "for p in areas(rock): size(edge & p) >= 1",
    ): (
        "for p in areas(rock): any(c in edge for c in p)",
        "for p in areas(rock): not size(p & edge) = 0",
        "for c in rock: any(areas(rock)[c] = areas(rock)[d] for d in edge & rock)",
        "for p in areas(rock): not all(c not in edge for c in p)",
    ),
    (
        "cave",
        "for c in clue: 1 + sum(size(run(c, d, not rock)) for d in directions) = clue[c]",
    ): (
        "for c in clue: sum(size(run(c, d, cells - rock)) for d in directions) = clue[c] - 1",
        "for c in clue: 1 + size(run(c, left, not rock)) + size(run(c, right, not rock)) + "
        "size(run(c, up, not rock)) + size(run(c, down, not rock)) = clue[c]",
        "for c in clue: size(run(c, left, not rock)) + size(run(c, right, not rock)) = "
        "clue[c] - 1 - size(run(c, up, not rock)) - size(run(c, down, not rock))",
    ),
    (
        "hakoiri",
        "count(mark[c] = circle for c in r) = 1\n"
        "        count(mark[c] = triangle for c in r) = 1\n"
        "        count(mark[c] = square for c in r) = 1",
    ): (
        "bag(mark[r]) = bag([circle, triangle, square])",
        "size(mark & r) = 3 and all_different(mark[r])",
        "kinds(mark[r]) = 3 and size(mark & r) = 3",
        "{mark[c] for c in r} = {circle, triangle, square}\n        size(r - mark) = size(r) - 3",
        "for k in {circle, triangle, square}: size({c for c in r if mark[c] = k}) = 1",
        "any(mark[r] = circle) and any(mark[r] = triangle) and any(mark[r] = square)\n"
        "        size(r & mark) = 3",
    ),
    (
        "hakoiri",
        "for a, b in touching: mark[a] != mark[b]",
    ): (
        "for a in mark: not any(mark[b] = mark[a] for b in touching(a))",
        "for square in windows(2, 2): all_different(mark[square])",
        "for a, b in touching: not (mark[a] = mark[b])",
    ),
    (
        "tilepaint",
        "for t in groups(tile): all_equal(paint[t])",
    ): (
        "for t in groups(tile): kinds(paint[t]) = 1",
        "for t in groups(tile): all(paint[t]) or not any(paint[t])",
        "for t in groups(tile): count(paint[t]) in {0, size(t)}",
        "for t in groups(tile):\n        for a, b in pairs(t): paint[a] <=> paint[b]",
        "for a, b in adjacent if tile[a] = tile[b]: paint[a] = paint[b]",
        "for t in groups(tile):\n        for c in t: paint[c] => all(paint[t])",
    ),
    (
        "tilepaint",
        "for s in total: count(paint[s.line]) = total[s]",
    ): (
        "for s in total: size(s.line - paint) = size(s.line) - total[s]",
        "for s in total: sum(1 if paint[c] else 0 for c in s.line) = total[s]",
    ),
    (
        "watchmen",
        "guard[c] or any(guard[x] for d in directions for x in run(c, d, free))",
    ): (
        "not guard[c] => any(guard[x] for d in directions for x in run(c, d, free))",
        "size(guard & ({c} + {x for d in directions for x in run(c, d, free)})) >= 1",
    ),
    (
        "satogaeri",
        "for g in groups(country): count(goal[c] in g for c in circle) = 1",
    ): (
        "for g in groups(country): size({c for c in circle if goal[c] in g}) = 1",
        "for g in groups(country):\n"
        "        any(goal[c] in g for c in circle)\n"
        "        for a, b in pairs(circle): not (goal[a] in g and goal[b] in g)",
    ),
    (
        "geradeweg",
        "size(run(c, d, line)) + size(run(c, e, line)) in {0, clue[c]}",
    ): (
        "size(run(c, d, line)) + size(run(c, e, line)) = 0 or size(run(c, d, line)) + "
        "size(run(c, e, line)) = clue[c]",
    ),
    (
        "usoone",
        "count(count(black[adjacent(c)]) != clue[c] for c in clue & g) = 1",
    ): (
        "size({c for c in clue & g if size(black & adjacent(c)) != clue[c]}) = 1",
        "count(count(black[adjacent(c)]) = clue[c] for c in clue & g) = size(clue & g) - 1",
        "sum(1 for c in clue & g if not count(black[adjacent(c)]) = clue[c]) = 1",
    ),
    (
        "tatamibari",
        "for p in block: size(sign & p) = 1",
    ): (
        "for p in block: count(s in p for s in sign) = 1",
        "for p in block:\n"
        "        any(s in p for s in sign)\n"
        "        for s in sign & p: sign & p = {s}",
        "for c in cells: size(block[c] & sign) = 1",
        "for p in block: sum(1 for c in p if c in sign) = 1",
        "for p in block: size({c for c in p if c in sign}) = 1",
        "all(size(sign & p) = 1 for p in block)",
    ),
    (
        "tatamibari",
        "size(block[c] & column(c))",
    ): (
        "count(d in block[c] for d in column(c))",
        "count(d in column(c) for d in block[c])",
        "sum(1 for d in block[c] if d in column(c))",
    ),
    (
        "wittgenstein_briquet",
        "size(p) = 3 and in_line(p)",
    ): (
        "size(p) = 3 and size(box(p)) = 3",
        "size(p) = 3 and (max(c.row for c in p) = min(c.row for c in p)"
        " or max(c.column for c in p) < min(c.column for c in p) + 1)",
    ),
    (
        "canal_view",
        "not all(canal[square])",
    ): (
        "count(canal[square]) <= 3",
        "any(not canal[c] for c in square)",
    ),
    (
        "araf",
        "for p in block: size(clue & p) = 2",
    ): (
        "for p in block: count(c in p for c in clue) = 2",
        "for p in block: size(p & clue) >= 2 and size(p & clue) <= 2",
        "for c in cells: size(block[c] & clue) = 2",
    ),
    (
        "araf",
        "for p in block: min(clue[p]) < size(p) < max(clue[p])",
    ): ("for p in block:\n        min(clue[p]) < size(p)\n        max(clue[p]) > size(p)",),
    (
        "n_queens",
        "for line in groups(falling_diagonal) + groups(rising_diagonal): count(queen[line]) <= 1",
    ): (
        "for line in groups(falling_diagonal) + groups(rising_diagonal):\n"
        "        for a, b in pairs(line): not (queen[a] and queen[b])",
        "for a, b in pairs(cells): queen[a] and queen[b] => "
        "falling_diagonal[a] != falling_diagonal[b] and rising_diagonal[a] != rising_diagonal[b]",
        "all_different(falling_diagonal[c] for c in queen)\n"
        "    all_different(rising_diagonal[c] for c in queen)",
        "for c in queen: not any(queen[d] for d in cells - [c] if "
        "(falling_diagonal[d] = falling_diagonal[c] or rising_diagonal[d] = rising_diagonal[c]))",
    ),
    (
        "satogaeri",
        "for x in cells: count(x in way[c] for c in circle) <= 1",
    ): (
        "for a, b in pairs(circle): size(way[a] & way[b]) = 0",
        "for a, b in pairs(circle): not any(x in way[b] for x in way[a])",
        "for x in cells:\n        for a, b in pairs(circle): not (x in way[a] and x in way[b])",
    ),
    (
        "magic_square",
        "for line in rows + columns + diagonals: sum(number[line]) = total",
    ): (
        "all_equal(sum(number[line]) for line in rows + columns + diagonals)",
        "for a, b in pairs(rows + columns + diagonals): sum(number[a]) = sum(number[b])",
    ),
    (
        "mochinyoro",
        "    for p in area:\n        rectangle(p)\n        size(clue & p) <= 1",
    ): (
        "    for p in area: rectangle(p) and size(clue & p) <= 1",
        "    for p in area: not (not rectangle(p) or size(clue & p) > 1)",
        "    not any(not rectangle(p) or size(clue & p) > 1 for p in area)",
        "    not (any(not rectangle(p) for p in area) or any(size(clue & p) > 1 for p in area))",
        "    if any(not rectangle(p) for p in area): no\n"
        "    not count(size(clue & p) > 1 for p in area) > 0",
    ),
    ("mochinyoro", "for p in areas(black): not rectangle(p)"): (
        "not any(rectangle(p) for p in areas(black))",
        "not not all(not rectangle(p) for p in areas(black))",
        "size(cells) > 1 => all(not rectangle(p) for p in areas(black))",
        "if not all(not rectangle(p) for p in areas(black)): no",
    ),
    ("hasu_no_mura", "    connected(black)"): (
        "    for a, b in pairs(black): areas(black)[a] = areas(black)[b]",
        "    not any(areas(black)[a] != areas(black)[b] for a in black for b in black)",
        "    for a in black: all(b in areas(black)[a] for b in black)",
        "    all_equal(areas(black)[c] for c in black)",
        "    kinds(areas(black)[c] for c in black) <= 1",
    ),
    ("tetrochain_k", "for b in block: size(b) = 4"): (
        "for b in block: sum(1 for c in b) = 4",
        "for b in block: sum(1 for c in cells if c in b) = 4",
        "for b in block: size(shaded & b) = 4",
        "for b in block: count(shaded[b]) = 4",
        "for b in block: size(shaded & b) - count(not shaded[c] for c in b) = 4",
    ),
    ("choco_banana", "for p in areas(not choco): size(bent & p) > 0"): (
        "for p in areas(not choco): any(bent[p])",
        "for p in areas(not choco): any(bent[c] for c in p)",
        "for p in areas(not choco): any(c in bent for c in p)",
        "for p in areas(not choco): any(c in p for c in bent)",
        "for p in areas(not choco): not all(not bent[c] for c in p)",
    ),
    ("edamame", "count(bean[p]) = 3"): (
        "size([c for c in p if bean[c]]) = 3",
        "size({c for c in p if c in bean}) = 3",
        "size(c for c in p if bean[c]) = 3",
        "sum(1 for c in p if bean[c]) = 3",
    ),
}
