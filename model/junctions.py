"""Conjunctions and disjunctions in the normal forms that `nodes` promises.

Nested ones are one, their parts are in the order of ids, each once. A part beside its `Not`
decides them; conditions on the value of one number are one condition.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from .linear import by_id
from .nodes import And, Bool, BoolNode, IntNode, Member, Not, Or
from .store import Store

# So many parts of a junction are compared, or moved, each with all others.
FEW: Final = 24


def joined(store: Store, every: bool, a: BoolNode, b: BoolNode) -> Bool | None:
    """The And (every) or Or of two nodes, the common case; None unless one of them is simply
    added to the parts of the other."""
    parts, others = parts_of(every, a), parts_of(every, b)
    if others is not None:
        if parts is not None:
            return None
        a, b, parts = b, a, others
    if parts is None:
        parts = (a,)
    if b in parts:
        return a
    if type(b) is Member:
        arg = b.arg
        for part in parts:
            if type(part) is Member and part.arg is arg:
                if len(parts) > 1:
                    return None
                one, other = part.mask, b.mask
                return store.masked(arg, one & other if every else one | other)
    elif type(b) is Not:
        if b.arg in parts:
            return not every
    else:
        negation = store.nots.get(b)
        if negation is not None and negation in parts:
            return not every
    number, place = b.id, len(parts)
    while place and parts[place - 1].id > number:
        place -= 1
    return store.junction(every, (*parts[:place], b, *parts[place:]))


def junction(store: Store, every: bool, args: Iterable[Bool]) -> Bool:
    """The And (every) or Or of any number of operands."""
    flat: list[BoolNode] = []
    operands: list[Any] = args if type(args) is list else list(args)
    for a in operands:
        if a is True or a is False:
            if a is not every:
                return bool(a)
            continue
        nested = parts_of(every, a)
        if nested is None:
            flat.append(a)
        else:
            for part in nested:
                flat.append(part)
    if len(flat) < 2:
        return flat[0] if flat else every
    found = ordered(flat)
    special: list[BoolNode] = [x for x in found if type(x) is Not or type(x) is Member]
    if not are_apart(found, special):
        denied = {part.arg for part in special if type(part) is Not}
        if denied:
            for part in found:
                if part in denied:
                    return not every
        found = _merged(store, every, found)
        if not found:
            return not every
    if len(found) == 1:
        return found[0]
    return store.junction(every, tuple(found))


def _merged(store: Store, every: bool, parts: list[BoolNode]) -> list[BoolNode]:
    """The parts of an And (every) or Or, with one condition on the value of each number; none
    if some number has no value left to have, or to lack."""
    members: dict[IntNode, Member] = {}
    masks: dict[IntNode, int] = {}
    for part in parts:
        if type(part) is Member:
            first = members.get(part.arg)
            if first is None:
                members[part.arg] = part
            else:
                known = masks.get(part.arg, first.mask)
                masks[part.arg] = known & part.mask if every else known | part.mask
    if not masks:
        return parts
    kept = [part for part in parts if type(part) is not Member or part.arg not in masks]
    for arg, mask in masks.items():
        member = store.masked(arg, mask)
        if isinstance(member, bool):
            return []
        kept.append(member)
    return ordered(kept)


def parts_of(every: bool, a: BoolNode) -> tuple[BoolNode, ...] | None:
    """The arguments of an And (every) or Or; None for any other node."""
    if every:
        return a.args if type(a) is And else None
    return a.args if type(a) is Or else None


def ordered(parts: list[BoolNode]) -> list[BoolNode]:
    """The parts of a junction, each once and in the order of their ids; quick where they nearly are
    in it."""
    found: list[BoolNode] = []
    moved, most = 0, FEW * FEW if len(parts) <= FEW else 3 * len(parts)
    for part in parts:
        number, place = part.id, len(found)
        while place and found[place - 1].id > number:
            place -= 1
        moved += len(found) - place
        if moved > most:
            return sorted(dict.fromkeys(parts), key=by_id)
        if not place or found[place - 1] is not part:
            found.insert(place, part)
    return found


def are_apart(parts: list[BoolNode], special: list[BoolNode]) -> bool:
    """Whether the parts of a junction stay as they are: no part beside its negation, and no two
    conditions on the value of one number. special: the negations and such conditions among them; if
    there are many, the answer may be no."""
    if len(special) * len(parts) > FEW * FEW:
        return False
    for part in special:
        if type(part) is Not:
            for other in parts:
                if other is part.arg:
                    return False
        elif type(part) is Member:
            for other in special:
                if type(other) is Member and other.arg is part.arg and other is not part:
                    return False
    return True
