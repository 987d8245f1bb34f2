"""Comprehensions over pieces or their cells that need not name every one of them.

The pieces that meet a few places are those of these places; the rows of a piece are a measure of
it; a half turn takes a piece to itself only about few places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from ...dsl.syntax import (
    Attribute,
    Binary,
    Call,
    Compare,
    Comprehension,
    Expr,
    ForClause,
    IfClause,
    Name,
    Number,
    Truth,
    names_in,
)
from ...model.model import Model
from ...model.nodes import Bool
from ...model.pieces import known
from ...records import record, replace
from ..board.places import Place
from ..builtins.shapes import centres
from ..values.lines import lines_of
from ..values.partitions import Partition, Piece
from ..values.values import Value
from .closures import Frame
from .scope import Scope

Clauses: TypeAlias = "Sequence[ForClause | IfClause]"
Members: TypeAlias = "Sequence[tuple[Value, Bool]]"

_LINES = {"row": 0, "column": 1}


@record(eq=False)
class Selection:
    """Those members of a loop's collection that matter. members: their closure; None where they are
    not known, so that all have to be looked at. rest, element: the clauses after the loop, and the
    element, without what is so of all these members."""

    members: Callable[[Frame], Members | None]
    rest: Clauses
    element: Expr


def lines_of_cells(lowering: Scope, tree: Comprehension) -> Callable[[Frame], Value] | None:
    """`[c.row for c in cells]` or of columns, if the cells are a piece or known: the closure gives
    None for other cells."""
    match tree:
        case Comprehension(
            element=Attribute(base=Name(id=named), name="row" | "column" as line),
            clauses=(ForClause(targets=(Name(id=bound),), iterable=cells_tree),),
        ) if named == bound:
            pass
        case _:
            return None
    cells, axis, unordered = lowering.expression(cells_tree), _LINES[line], tree.kind == "set"

    def collect(frame: Frame) -> Value:
        found = cells(frame)
        if type(found) is tuple and not unordered and all(type(p) is Place for p in found):
            return tuple([(p.row, p.column)[axis] for p in found])
        return lines_of(frame[0].m, found, axis, unordered)

    return collect


# ---- half turns ----------------------------------------------------------------------------------


def centres_of_half_turns(
    lowering: Scope, first: ForClause, rest: Clauses, element: Expr
) -> list[Selection]:
    """Those members of a collection about which a half turn may take a piece to itself, if only
    these matter, as in `any(mirror(p, x) = p for x in cells)`; else none."""
    if rest or not isinstance(element, Compare) or element.ops != ("=",):
        return []
    match sorted(element.operands, key=lambda operand: isinstance(operand, Name)), first.targets:
        case [
            Call(function=Name(id="mirror"), args=(Name(id=turned), Name(id=centre))),
            Name(id=piece),
        ], (Name(id=bound),):
            pass
        case _:
            return []
    slot = lowering.scope.get(piece)
    known = turned == piece != bound == centre and lowering.is_builtin("mirror")
    if slot is None or not known:
        return []
    every = lowering.members(first.iterable)

    def about(frame: Frame) -> Members:
        return centres(frame[0], frame[slot], every(frame))

    return [Selection(about, rest, element)]


# ---- pieces that meet a few places ---------------------------------------------------------------


def pieces_that_meet(
    lowering: Scope, first: ForClause, rest: Clauses, element: Expr, only_true: bool
) -> list[Selection]:
    """The pieces that have one of some places, if these are tested after the first clause, as in
    `for p in area if size(p & adjacent(c)) > 0`; else none. Their order is another one."""
    if len(first.targets) != 1:
        return []
    bound = first.targets[0].id
    if rest:
        test = rest[0].test if isinstance(rest[0], IfClause) else None
    else:
        test = element if only_true else None
    found = None if test is None else _tested(lowering, test, bound)
    if found is None:
        return []
    places, left = found
    if not rest:
        element = Truth(True, element.span) if left is None else left
    elif left is None:
        rest = rest[1:]
    else:
        assert isinstance(rest[0], IfClause)
        rest = (replace(rest[0], test=left), *rest[1:])
    pieces = lowering.expression(first.iterable)

    def meeting(frame: Frame) -> Members | None:
        partition = pieces(frame)
        if not isinstance(partition, Partition):
            return None
        return _meeting(frame[0].m, partition, places(frame))

    return [Selection(meeting, rest, element)]


def _tested(
    lowering: Scope, test: Expr, bound: str
) -> tuple[Callable[[Frame], Iterable[tuple[Any, Bool]]], Expr | None] | None:
    """The places one of which a condition demands in the piece of a name, as a closure, and the
    rest of the condition."""
    if isinstance(test, Binary) and test.op == "and":
        for part, other in ((test.left, test.right), (test.right, test.left)):
            found = _tested(lowering, part, bound)
            if found is not None:
                places, left = found
                both = other if left is None else replace(test, left=left, right=other)
                return places, both
        return None
    single = False
    match test:
        case Compare(
            operands=(
                Call(function=Name(id="size"), args=(Binary(op="&", left=one, right=other),)),
                Number(value=least),
            ),
            ops=(op,),
        ) if (op, least) in ((">", 0), (">=", 1), ("!=", 0)) and lowering.is_builtin("size"):
            sides = [x for x in (one, other) if not (isinstance(x, Name) and x.id == bound)]
            if len(sides) != 1:
                return None
            (some,) = sides
        case Compare(operands=(some, Name(id=piece)), ops=("in",)) if piece == bound:
            single = True
        case Call(
            function=Name(id="any"),
            args=(
                Comprehension(
                    element=Compare(operands=(Name(id=place), Name(id=piece)), ops=("in",)),
                    clauses=(ForClause(targets=(Name(id=named),), iterable=some),),
                ),
            ),
        ) if piece == bound and place == named != bound and lowering.is_builtin("any"):
            pass
        case _:
            return None
    if any(name.id == bound for name in names_in(some)):
        return None
    if single:
        place_of = lowering.expression(some)
        return (lambda frame: [(place_of(frame), True)]), None
    return lowering.members(some), None


def _meeting(
    m: Model, partition: Partition, some: Iterable[tuple[Any, Bool]]
) -> list[tuple[Piece, Bool]] | None:
    """The pieces that have one of some places, each once: that of a place unless an earlier place
    is in it. None if the pieces are known, or if their own number is not larger."""
    sure, possible = known(partition.graph)
    if sure.on == possible.on:
        return None
    there: dict[int, Bool] = {}
    for place, condition in some:
        if type(place) is not Place:
            return None
        at = partition.position.get(place)
        if at is not None and partition.graph.vertices[at] is not False:
            there[at] = m.or_((there.get(at, False), condition))
    if len(there) ** 2 > len(partition.places):
        return None
    found: list[tuple[Piece, Bool]] = []
    before: list[int] = []
    for i, condition in there.items():
        in_it = m.or_([m.and_((there[v], partition.connected(m, v, i))) for v in before])
        new = m.and_((condition, partition.graph.vertices[i], m.not_(in_it)))
        if new is not False:
            found.append((partition.at(i), new))
        before.append(i)
    return found
