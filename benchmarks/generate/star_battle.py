"""Star Battle boards: stars at random, regions grown around them, then mended until unique.

The stars come from a SAT solver with random phases. Each star's surroundings become a patch of the
board; patches are joined to connected regions of as many stars as wanted, by cutting random
spanning trees of their neighbourhood (as in the ReCom chains of redistricting: DeFord, Duchin,
Solomon 2021). Of each region only paths between its stars are kept at first; then cells are added
to regions one by one where that lets no second solution in. Where some cells find no region, they
get any, and as long as there is a second solution, one of its stars on a region's border is given
to the region across, which breaks that solution and leaves the first one as it is.
"""

from __future__ import annotations

import string
from collections import Counter
from random import Random

from ..models import star_battle
from ..peers.sat import Sat
from ..reading import Cell, cells, lines, neighbours

NAMES = string.ascii_uppercase
SIZES = ((5, 1), (8, 1), (10, 2), (14, 3), (17, 4), (21, 5), (25, 6))
TRIES = 200  # Changes of a board's regions before another one is begun.
AT_ONCE = 5  # Solutions looked for before each change.
Regions = dict[Cell, int]


def board(random: Random, n: int, stars: int) -> str:
    while True:
        placed = _stars(random, n, stars)
        whole = _regions(random, n, stars, placed)
        if whole is None:
            continue
        region = _skeletons(whole, placed, n)
        if _mended(random, n, stars, placed, region):
            region = _grown(random, n, stars, region)
            if _mended(random, n, stars, placed, region):
                return _text(n, stars, region)


def _text(n: int, stars: int, region: Regions) -> str:
    rows = lines(n, n)[:n]
    picture = "\n".join(
        "".join(NAMES[region[c]] if c in region else "?" for c in row) for row in rows
    )
    return f"stars: {stars}\n\nregion:\n{picture}\n"


def _stars(random: Random, n: int, stars: int) -> set[Cell]:
    """So many stars a row and column, none touching."""
    formula = Sat("cadical195")
    star = {c: formula.new() for c in cells(n, n)}
    for line in lines(n, n):
        formula.exactly(stars, [star[c] for c in line])
    for r, c in star:
        square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        formula.at_most(1, [star[d] for d in square if d in star])
    formula.answer = dict(star)
    formula.prefer(x if random.random() < 0.2 else -x for x in star.values())
    return set(next(formula.solutions(1)))  # type: ignore[arg-type]


def _regions(random: Random, n: int, stars: int, placed: set[Cell]) -> Regions | None:
    """Connected regions of so many stars each; None if this try led nowhere."""
    patch = _patches(random, n, placed)
    near: dict[Cell, set[Cell]] = {star: set() for star in placed}
    for c, star in patch.items():
        for d in neighbours(c, n, n):
            if patch[d] != star:
                near[star].add(patch[d])
    parts = _split(random, near, sorted(placed), stars)
    if parts is None:
        return None
    number = {star: k for k, part in enumerate(parts) for star in part}
    return {c: number[star] for c, star in patch.items()}


def _skeletons(whole: Regions, placed: set[Cell], n: int) -> Regions:
    """Of each region the stars, and paths within it that join them."""
    out: Regions = {}
    for name in sorted(set(whole.values())):
        stars = [c for c in sorted(placed) if whole[c] == name]
        kept = {stars[0]}
        for star in stars[1:]:
            before: dict[Cell, Cell] = {star: star}
            queue = [star]
            for c in queue:
                if c in kept:
                    while before[c] != c:
                        kept.add(c)
                        c = before[c]
                    kept.add(c)
                    break
                for d in neighbours(c, n, n):
                    if whole[d] == name and d not in before:
                        before[d] = c
                        queue.append(d)
        out.update(dict.fromkeys(sorted(kept), name))
    return out


def _grown(random: Random, n: int, stars: int, region: Regions) -> Regions:
    """The regions with every other cell added to one, where it can be without a second solution.

    A cell that would hold a star of another solution never fits that region again, because regions
    only grow.
    """
    tried: set[tuple[Cell, int]] = set()
    region = dict(region)
    while True:
        open_moves = [
            (c, region[d])
            for c in cells(n, n)
            if c not in region
            for d in neighbours(c, n, n)
            if d in region and (c, region[d]) not in tried
        ]
        if not open_moves:
            break
        c, name = random.choice(open_moves)
        tried.add((c, name))
        region[c] = name
        formula = Sat("cadical195")
        star_battle.model(formula, _text(n, stars, region))
        formula.clause(formula.answer[c])
        if formula.check() is not None:
            del region[c]
    while len(region) < n * n:
        for c in cells(n, n):
            near = [region[d] for d in neighbours(c, n, n) if d in region]
            if c not in region and near:
                region[c] = random.choice(near)
    return region


def _patches(random: Random, n: int, placed: set[Cell]) -> dict[Cell, Cell]:
    """Each cell with a star that it can be reached from within its patch."""
    patch = {star: star for star in placed}
    border = sorted(placed)
    while border:
        k = random.randrange(len(border))
        c = border[k]
        free = [d for d in neighbours(c, n, n) if d not in patch]
        if not free:
            border[k] = border[-1]
            border.pop()
            continue
        d = random.choice(free)
        patch[d] = patch[c]
        border.append(d)
    return patch


def _split(
    random: Random, near: dict[Cell, set[Cell]], nodes: list[Cell], size: int
) -> list[list[Cell]] | None:
    """Connected parts of so many nodes each."""
    done: list[list[Cell]] = []
    left = [nodes]
    for _ in range(20 * len(nodes)):
        if not left:
            return done
        whole = left.pop()
        part = _cut(random, near, whole, size) if len(whole) > size else set(whole)
        if part is None:
            left.append(whole)
            continue
        for some in (sorted(part), [v for v in whole if v not in part]):
            if some:
                (left if len(some) > size else done).append(some)
    return None


def _cut(
    random: Random, near: dict[Cell, set[Cell]], nodes: list[Cell], size: int
) -> set[Cell] | None:
    """What hangs on an edge of a random spanning tree, if it can be a multiple of the size."""
    within, root = set(nodes), random.choice(nodes)
    parent, order, border = {root: root}, [root], [root]
    while border:
        v = border[random.randrange(len(border))]
        free = [w for w in sorted(near[v] & within) if w not in parent]
        if not free:
            border.remove(v)
            continue
        w = random.choice(free)
        parent[w] = v
        order.append(w)
        border.append(w)
    below = {v: {v} for v in order}
    for v in reversed(order[1:]):
        below[parent[v]] |= below[v]
    cuts = [v for v in order[1:] if len(below[v]) % size == 0]
    if not cuts:
        return None
    return below[min(cuts, key=lambda v: abs(2 * len(below[v]) - len(nodes)))]


def _mended(random: Random, n: int, stars: int, placed: set[Cell], region: Regions) -> bool:
    """Change the regions until the stars are the only solution; False if that leads nowhere.

    Solutions seen before are remembered, so that no change lets many of them in again.
    """
    seen: list[list[Cell]] = []
    for _ in range(TRIES):
        formula = Sat("cadical195")
        star_battle.model(formula, _text(n, stars, region))
        formula.prefer(x if random.random() < 0.5 else -x for x in formula.answer.values())
        found = [sorted(other) for other in formula.solutions(AT_ONCE) if other != placed]
        if not found:
            return True
        seen += found

        moves = {
            (c, region[d])
            for other in found
            for c in other
            if c not in placed
            for d in neighbours(c, n, n)
            if d in region and region[d] != region[c] and _stays(c, region, n)
        }
        if not moves:
            return False
        change = min(
            sorted(moves), key=lambda move: (_let_in(seen, region, *move), random.random())
        )
        region[change[0]] = change[1]
    return False


def _let_in(seen: list[list[Cell]], region: Regions, c: Cell, name: int) -> int:
    """How many of some solutions of rows and columns fit the regions when one cell is changed."""
    kept, region[c] = region[c], name
    fit = 0
    for other in seen:
        counts = Counter(region[d] for d in other)
        fit += len(set(counts.values())) == 1
    region[c] = kept
    return fit


def _stays(c: Cell, region: Regions, n: int) -> bool:
    """Whether a region stays connected without a cell."""
    rest = {d for d in region if region[d] == region[c]} - {c}
    left = [min(rest)] if rest else []
    seen = set(left)
    while left:
        for d in neighbours(left.pop(), n, n):
            if d in rest and d not in seen:
                seen.add(d)
                left.append(d)
    return bool(rest) and seen == rest
