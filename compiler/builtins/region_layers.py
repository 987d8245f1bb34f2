"""Layers of pieces: partitions that the solver chooses, and the letters they are printed with.

Between two neighbouring cells of such a layer there may be a wall; the pieces are the cells
connected without crossing walls. Walls are allowed only between different pieces, so different sets
of walls are different partitions. In text every cell shows a letter, and touching pieces have
different letters: on reading, touching equal letters are one piece."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from ...model.constraints import Constraint, Origin
from ...model.globals.connected_pair import CONNECTED_PAIR
from ...model.model import Model
from ...model.nodes import Bool, BoolVar, Operand
from ...model.pieces import ABSENT, Pieces
from ..board.places import Place
from ..board.protocol import Board
from ..context import Context
from ..values.partitions import Partition
from ..values.values import Layer

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"  # `string` takes long to import

Codes: TypeAlias = Mapping[Any, int]
Variables: TypeAlias = dict[Any, tuple[int, Codes]]

_WALL_CODES: Codes = {False: 0, True: 1}
_PLACE_CODES: Codes = {None: 0, True: 1}  # of a place that may be in no piece


def draw(
    m: Model, board: Board, name: str, cells: Sequence[Place], some: bool
) -> tuple[Partition, Variables]:
    """Make a partition of cells to be found, and add its constraints to the model.

    some: a cell may be in no piece. The variables are those of the cells, if so, and of the
    borders between them, each with its codes.
    """
    variables: Variables = {}
    there: dict[Place, Bool] = dict.fromkeys(cells, True)
    for cell in cells if some else ():
        there[cell] = _variable(m, f"{name}[{cell.name}]", cell, _PLACE_CODES, variables)
    position = {cell: i for i, cell in enumerate(cells)}
    separate: dict[Place, tuple[Place, Place, Bool]] = {}
    for border, a, b in _between(board, position):
        label = f"{name}.wall[{border.name}]"
        separate[border] = a, b, _variable(m, label, border, _WALL_CODES, variables)
    graph = m.graph(
        there.values(),
        ((position[a], position[b], m.not_(wall)) for a, b, wall in separate.values()),
    )
    walls: dict[Any, Bool] = {}
    for border, (a, b, wall) in separate.items():
        ends = position[a], position[b]
        apart = m.not_(m.query(CONNECTED_PAIR, graph, (min(ends), max(ends))))
        condition = m.implies(wall, m.and_((there[a], there[b], apart)))
        m.constraints.append(Constraint(condition, Origin(-1, places=(a, b))))
        walls[border] = m.or_((wall, m.not_(m.iff(there[a], there[b]))))
    return Partition(name, graph, tuple(cells), walls), variables


def _variable(m: Model, label: str, place: Place, codes: Codes, into: Variables) -> BoolVar:
    variable = m.bool_var(label)
    into[place] = (variable.index, codes)
    return variable


def _between(board: Board, cells: Container[Any]) -> Iterator[tuple[Place, Place, Place]]:
    """The borders between two of the cells, in reading order, with the cells."""
    for border in board.borders:
        sides = board.touching("cell", border)
        if len(sides) == 2 and sides[0] in cells and sides[1] in cells:
            yield border, *sides


def walls(context: Context, partition: Partition) -> Layer:
    """The borders between cells of different pieces, or between a piece and a cell in none.

    Borders on the edge of the board are not included, as in `outline`.
    """
    m, vertices, table = context.m, partition.graph.vertices, dict(partition.walls or {})
    for border, a, b in _between(context.board, context.board.cells):
        i, j = partition.position.get(a), partition.position.get(b)
        if border in table:
            continue
        if i is None or j is None:  # a cell that is no place of the partition is in no piece
            alone = i if j is None else j
            table[border] = False if alone is None else vertices[alone]
        else:
            there = m.or_((vertices[i], vertices[j]))
            table[border] = m.and_((there, m.not_(partition.connected(m, i, j))))
    return Layer(f"{partition.name}.wall", table, True, "border")


def operands(m: Model, partition: Partition) -> Iterator[Operand]:
    """The operands in which two different solutions of a partition differ."""
    yield from partition.graph.vertices
    if partition.walls is not None:
        yield from partition.walls.values()
    else:
        yield from (partition.connected(m, a, b) for a, b, _ in partition.graph.edges)


# ---- letters -------------------------------------------------------------------------------------


def letters(partition: Partition, pieces: Pieces) -> dict[Any, str | None]:
    """A letter for each place, None where it is in no piece.

    The pieces take the letters in turn, a to Z, skipping those of touching pieces; so touching
    pieces differ, and up to 52 pieces have different letters."""
    touching: dict[int, set[int]] = {name: set() for name in pieces.members}
    for a, b, _ in partition.graph.edges:
        one, other = pieces.label[a], pieces.label[b]
        if one != other and ABSENT not in (one, other):
            touching[one].add(other)
            touching[other].add(one)
    named: dict[int, str | None] = {ABSENT: None}
    for turn, name in enumerate(touching):
        taken = {named.get(other) for other in touching[name]}
        named[name] = next(letter for letter in _from(turn) if letter not in taken)
    return {p: named[name] for p, name in zip(partition.places, pieces.label, strict=True)}


def _from(turn: int) -> Iterator[str]:
    """The letters from a turn on, once round, then pairs, triples, … of letters."""
    start = turn % len(LETTERS)
    yield from LETTERS[start:]
    yield from LETTERS[:start]
    for length in range(2, 9):
        for several in product(LETTERS, repeat=length):
            yield "".join(several)


def lettered(partition: Partition, letter: Mapping[Any, str]) -> Pieces:
    """The pieces that letters denote: equal letters that touch are one piece."""
    at = [letter.get(place) for place in partition.places]
    joined = [at[a] == at[b] for a, b, _ in partition.graph.edges]
    return Pieces.of(partition.graph, [*(given is not None for given in at), *joined])


def decided(
    board: Board, variables: Variables, given: Mapping[Any, str | None]
) -> Iterator[tuple[int, int]]:
    """The codes of variables that letters decide, by variable index, for a drawn partition.

    given: the letter of each given place, or None where it is in no piece.
    """
    for place, (index, codes) in variables.items():
        if place.kind == "cell":
            if place in given:
                yield index, codes[None if given[place] is None else True]
            continue
        known = [given[cell] for cell in board.touching("cell", place) if cell in given]
        if None in known:
            yield index, codes[False]
        elif len(known) == 2:
            yield index, codes[known[0] != known[1]]


def agreeing(
    m: Model, partition: Partition, given: Mapping[Any, str | None]
) -> list[tuple[Bool, bool]]:
    """Conditions that letters decide, and whether they hold, for a computed partition."""
    pairs = [
        (there, given[place] is not None)
        for place, there in zip(partition.places, partition.graph.vertices, strict=True)
        if place in given
    ]
    for a, b, _ in partition.graph.edges:
        one, other = (given.get(partition.places[v]) for v in (a, b))
        if one is not None and other is not None:
            pairs.append((partition.connected(m, a, b), one == other))
    return pairs
