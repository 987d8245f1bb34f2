"""Regions: cut a board at random into connected parts, and change them in small steps.

A part is cut at an edge of a random spanning tree whose two sides can be cut further into regions
of allowed sizes (as in ReCom chains for redistricting: DeFord, Duchin, Solomon 2021).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from ...compiler.board.places import Place
from ...compiler.board.protocol import Board
from ...records import record, replace

Regions: TypeAlias = dict[Place, int]
Part: TypeAlias = list[Place]

TRIES = 40  # spanning trees tried for one cut
# The shares of changes that cut a region in two, and that join two regions which are small enough.
SPLIT, JOINED = 0.1, 0.3
AS_USUAL = 0.75  # the share of sizes that are drawn from those of examples
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@record
class Sizes:
    """The least and the largest size of a region; if it is fixed, the number of regions.

    by_rows: there are as many regions as the board has rows. equal: all have one size, on a board
    of n rows with n regions that of a row. hinted: by the spec, so they hold if regions can have
    them. usual: sizes in examples, as often as they occur.
    """

    least: int
    most: int
    number: int | None = None
    by_rows: bool = False
    equal: bool = False
    hinted: bool = False
    usual: tuple[int, ...] = ()

    def is_free(self) -> bool:
        """Whether neither the spec nor the board says how large regions are."""
        return not (self.by_rows or self.hinted)

    def grown(self, factor: float) -> Sizes:
        """Sizes this many times as large, if that is free. The least one stays possible."""
        if factor == 1 or not self.is_free():
            return self
        usual = tuple([round(factor * size) for size in self.usual])
        return replace(self, most=round(factor * self.most), usual=usual)

    def on(self, board: Board) -> Sizes:
        """The sizes of regions on a board."""
        if not self.by_rows:
            return self
        number, cells = board.height, len(board.cells)
        if self.hinted and number * self.least <= cells <= number * self.most:
            return Sizes(self.least, self.most, number)
        if self.equal:
            return Sizes(cells // number, cells // number, number)
        return Sizes(min(self.least, cells // number), max(self.most, 2 * cells // number), number)

    def draw(self, random: Random) -> int:
        """A size at random, mostly one as in examples."""
        usual = [size for size in self.usual if self.least <= size <= self.most]
        if usual and random.random() < AS_USUAL:
            return random.choice(usual)
        return random.randint(self.least, self.most)

    def fits(self, cells: int) -> bool:
        """Whether this number of cells can be cut into regions of these sizes."""
        return any(
            n * self.least <= cells <= n * self.most
            for n in range(max(1, cells // self.most), cells // self.least + 1)
        )


def cut(random: Random, board: Board, cells: Sequence[Place], sizes: Sizes) -> Regions | None:
    """Connected regions of these sizes: by cell, the region's number from 0. None if the attempt
    failed."""
    parts = connected_parts(board, cells)
    if not all(sizes.fits(len(part)) for part in parts):
        return None
    way = _carved if sizes.number is None else _halved
    found = way(random, board, parts, sizes)
    return None if found is None else _numbered(board, found)


def _halved(random: Random, board: Board, parts: list[Part], sizes: Sizes) -> list[Part] | None:
    """As many regions as there have to be, of about equal sizes."""
    assert sizes.number is not None
    while len(parts) < sizes.number:
        halves = _halves(random, board, parts.pop(_largest(parts)), sizes)
        if halves is None:
            return None
        parts += halves
    return parts if len(parts) == sizes.number else None


def _carved(random: Random, board: Board, parts: list[Part], sizes: Sizes) -> list[Part] | None:
    """Regions that are cut off one by one, each with a drawn size if there is a tree for it."""
    done: list[Part] = []
    while parts:
        part, size = parts.pop(random.randrange(len(parts))), sizes.draw(random)
        if sizes.least <= len(part) <= size or len(part) < 2 * sizes.least:
            done.append(part)
            continue
        halves = _halves(random, board, part, sizes, size) or _halves(random, board, part, sizes)
        if halves is None:
            if len(part) > sizes.most:
                return None
            done.append(part)
            continue
        for half in halves:
            (done if len(half) == size else parts).append(half)
    return done


def _largest(parts: Sequence[Sequence[Place]]) -> int:
    return max(range(len(parts)), key=lambda k: len(parts[k]))


def _numbered(board: Board, parts: Sequence[Sequence[Place]]) -> Regions:
    """Number the parts in reading order."""
    at = {cell: k for k, cell in enumerate(board.cells)}
    ordered = sorted(parts, key=lambda part: min(at[cell] for cell in part))
    return {cell: number for number, part in enumerate(ordered) for cell in part}


def connected_parts(board: Board, cells: Sequence[Place]) -> list[list[Place]]:
    """The connected parts of some cells."""
    left, parts = dict.fromkeys(cells), []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for cell in part:
            for other in board.touching("cell", cell):
                if other in left:
                    del left[other]
                    part.append(other)
        parts.append(part)
    return parts


def _halves(
    random: Random, board: Board, part: Sequence[Place], sizes: Sizes, size: int | None = None
) -> list[Part] | None:
    """The two sides of a random cut, one of them of a size if one is named; None if no tree tried
    has a good edge."""
    for _ in range(TRIES):
        order, parent = _tree(random, board, part)
        below = dict.fromkeys(order, 1)
        for cell in reversed(order[1:]):
            below[parent[cell]] += below[cell]
        cuts = [
            cell
            for cell in order[1:]
            if sizes.fits(below[cell]) and sizes.fits(len(part) - below[cell])
        ]
        if size is not None:
            cuts = [c for c in cuts if size in (below[c], len(part) - below[c])]
        if not cuts:
            continue
        if sizes.number is not None:  # about equal parts
            half = min(abs(2 * below[cell] - len(part)) for cell in cuts)
            cuts = [c for c in cuts if abs(2 * below[c] - len(part)) <= half + 2]
        top = random.choice(cuts)
        side, kept = {top}, []
        for cell in order:
            if cell in side or (cell != order[0] and parent[cell] in side):
                side.add(cell)
            else:
                kept.append(cell)
        return [[cell for cell in order if cell in side], kept]
    return None


def recut(
    random: Random, board: Board, regions: Regions, near: Collection[Place], sizes: Sizes
) -> Regions | None:
    """Join two neighbouring regions, one of which has a cell of `near`, and cut them anew (a step
    of ReCom). If the number of regions is free, they may stay joined, or one region is cut in two.
    None if there are no such two, or if no tree tried has a good edge."""
    concerned = sorted({regions[cell] for cell in near if cell in regions})
    if not concerned:
        return None
    own = random.choice(concerned)
    if sizes.number is None and random.random() < SPLIT:
        return _split(random, board, regions, own, sizes)
    beside = {
        regions[other]
        for cell, number in regions.items()
        if number == own
        for other in board.touching("cell", cell)
        if other in regions
    } - {own}
    if not beside:
        return None
    other = random.choice(sorted(beside))
    both = [cell for cell, number in regions.items() if number in (own, other)]
    if sizes.number is None and len(both) <= sizes.most and random.random() < JOINED:
        return {**regions, **dict.fromkeys(both, own)}
    least, most = max(sizes.least, len(both) - sizes.most), min(sizes.most, len(both) - sizes.least)
    size = random.randint(least, most) if least <= most else None
    halves = None if size is None else _halves(random, board, both, sizes, size)
    if halves is None:
        return None
    return {**regions, **dict.fromkeys(halves[0], own), **dict.fromkeys(halves[1], other)}


def _split(
    random: Random, board: Board, regions: Regions, own: int, sizes: Sizes
) -> Regions | None:
    """The regions with one of them cut in two; None if it is too small."""
    cells = [cell for cell, number in regions.items() if number == own]
    halves = _halves(random, board, cells, sizes) if len(cells) >= 2 * sizes.least else None
    if halves is None:
        return None
    return {**regions, **dict.fromkeys(halves[1], max(regions.values()) + 1)}


def _tree(
    random: Random, board: Board, part: Sequence[Place]
) -> tuple[list[Place], dict[Place, Place]]:
    """A random spanning tree: (cell, parent), parents first."""
    within, root = set(part), random.choice(part)
    parent, order, border = {root: root}, [root], [root]
    while border:
        k = random.randrange(len(border))
        cell = border[k]
        free = [c for c in board.touching("cell", cell) if c in within and c not in parent]
        if not free:
            border[k] = border[-1]
            border.pop()
            continue
        other = random.choice(free)
        parent[other] = cell
        order.append(other)
        border.append(other)
    return order, parent


def lettered(regions: Regions) -> dict[Place, str]:
    """A name for each region, of one letter if there are enough."""
    wide = max(regions.values(), default=0) >= len(LETTERS)
    return {
        cell: LETTERS[k % len(LETTERS)] + (str(k // len(LETTERS)) if wide else "")
        for cell, k in regions.items()
    }


def moves(board: Board, regions: Mapping[Place, int]) -> Iterator[tuple[Place, int]]:
    """(cell, region): moves of a cell to a neighbouring region that do not split its own."""
    for cell, own in regions.items():
        near = {regions[c] for c in board.touching("cell", cell) if c in regions} - {own}
        if near and stays(board, regions, cell):
            yield from ((cell, other) for other in sorted(near))


def stays(board: Board, regions: Mapping[Place, int], cell: Place) -> bool:
    """Whether a region stays connected, and not empty, without a cell."""
    own = regions[cell]
    near = [c for c in board.touching("cell", cell) if regions.get(c) == own]
    if not near:
        return False
    seen, queue = {cell, near[0]}, [near[0]]
    for c in queue:
        for d in board.touching("cell", c):
            if d not in seen and regions.get(d) == own:
                seen.add(d)
                queue.append(d)
    return all(c in seen for c in near)
