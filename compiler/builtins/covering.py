"""How many of some sets a place lies in, asked for place after place.

`count(c in spot[t] for t in tile)`, asked of every cell c, would look into every set for every
place. So the sets are gone through once, and each place gets the conditions of those that may hold
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from ...dsl.syntax import Compare, Comprehension, Expr, ForClause, Name, names_in
from ...model.model import Model
from ...model.nodes import Bool
from ...records import record
from ..board.places import Place, Unit
from ..values.partitions import Partition, Piece
from ..values.values import Lengths, Value, is_collection, items

# What is told apart by `==` alone.
_PLAIN = frozenset((Place, Unit, int, str))


@record
class Sets:
    """The parts of `member in collection for target in members`."""

    member: Expr
    collection: Expr
    target: Name
    members: Expr


def sets_of(tree: Expr, local: Set[str]) -> Sets | None:
    """The parts of a list of conditions, if its sets are the same wherever it stands.

    local: the names in scope, which differ from one time to the next.
    """
    match tree:
        case Comprehension(
            kind="list" | "bare",
            element=Compare(operands=(member, collection), ops=("in",)),
            clauses=(ForClause(targets=(target,), iterable=members),),
        ):
            changing = {n.id for part in (collection, members) for n in names_in(part)} & local
            if changing - {target.id} or any(n.id == target.id for n in names_in(member)):
                return None
            return Sets(member, collection, target, members)
    return None


def by_member(m: Model, sets: Iterable[tuple[Value, Bool]]) -> dict[Value, list[Bool]] | None:
    """For each member of some sets, the conditions that one and another of them is there and holds
    it; None where their members are not all known from the puzzle."""
    table: dict[Value, list[Bool]] = {}
    for collection, there in sets:
        if collection is None:
            continue
        if not is_collection(collection) or isinstance(collection, (Lengths, Piece, Partition)):
            return None
        held: dict[Value, list[Bool]] = {}
        for member, condition in items(m, collection):
            if type(member) not in _PLAIN:
                return None
            held.setdefault(member, []).append(condition)
        for member, conditions in held.items():
            table.setdefault(member, []).append(m.and_((there, m.or_(conditions))))
    return table
