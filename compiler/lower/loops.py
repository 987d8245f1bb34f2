"""The loops of rules: `for x in …` runs its statements for each member.

A loop over pieces that the solver decides visits the piece of each place in turn, so each piece is
visited once for each of its places. A condition on every place of such a piece is then required
only of the place whose turn it is: over all turns that demands the same, with fewer nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ...deadline import pause
from ...dsl.syntax import Expr, For
from ...dsl.walking import names_in
from ...model.nodes import Bool
from ..board.places import Place
from ..builtins.stretches import Stretches
from ..context import Context
from ..values.consecutive import Consecutive
from ..values.members import items
from ..values.of_pieces import SomePieces
from ..values.partitions import Partition, Piece
from ..values.values import Value
from .alternatives import Part, known_to_hold
from .closures import BETWEEN, Evaluate, Frame, Run, assign, context_of, located, required_by
from .memberships import may_be, memberships
from .on_stretches import exclude_failing
from .representatives import representatives
from .selection import Choose, Pairs

Guard: TypeAlias = tuple[Bool, ...]


class Turns:
    """Whose turn it is, while statements run.

    slots: the frame positions of the names whose loops visit the piece of each place in turn."""

    __slots__ = ("slots",)

    def __init__(self) -> None:
        self.slots: frozenset[int] = frozenset()


def is_open(value: Value) -> bool:
    """Whether a value is pieces that the solver decides."""
    return (type(value) is Partition and not value.is_known()) or type(value) is SomePieces


class Restrictions:
    """What the text of a loop says about pieces: which members its statements may concern.

    within: the position of the outer name over whose piece the loop runs, if it does. own: for
    targets that must be in the piece of an outer loop, the target's index and the position of that
    piece. held: the positions of outer names that must be in the piece that is the only target.
    """

    __slots__ = ("held", "own", "within")

    def __init__(self, tree: For, within: int | None, scope: dict[str, int]) -> None:
        targets = [name.id for name in tree.targets]
        guards = [*memberships(tree)]
        self.within = within
        self.own = [(targets.index(x), scope[p]) for x, p in guards if x in targets and p in scope]
        self.held = [scope[x] for x, p in guards if targets == [p] and x in scope]


class Body:
    """The filters and statements of a loop, compiled. slots: the positions of the loop's names."""

    def __init__(
        self,
        slots: tuple[int, ...],
        filters: Sequence[tuple[Sequence[Part], Expr]],
        statements: Sequence[Run],
    ) -> None:
        self.slots = slots
        self._filters = filters
        self._statements = statements

    def run(self, frame: Frame, guard: Guard) -> None:
        """Require the statements of the member in the frame."""
        context = context_of(frame)
        for denials, where in self._filters:
            found: list[Bool] = []
            fails = known_to_hold(denials, frame, found)
            if context.watch is not None:
                m = context.m
                context.watch.note(where, not fails and m.not_(m.or_(found)))
            if fails:
                return
            if found:
                guard = (*guard, *found)
        for statement in self._statements:
            statement(frame, guard)


class ForLoop:
    """A `for` statement, compiled.

    collection: the closure of what it runs over. chosen: of the members that may pass a filter; it
    gives None if they are not known. body: what it demands of each member.
    """

    def __init__(
        self,
        tree: For,
        collection: Evaluate,
        chosen: Choose,
        body: Body,
        restrictions: Restrictions,
        turns: Turns,
    ) -> None:
        self._collection = collection
        self._chosen = chosen
        self._body = body
        self._restrictions = restrictions
        self._turns = turns
        self._span = tree.iterable.span
        self._mentioned = frozenset([name.id for name in names_in((tree.filters, tree.body))])
        self._of_pairs = len(tree.targets) > 1
        self._members = located(self._collect, self._span)

    def run(self, frame: Frame, guard: Guard) -> None:
        context, found = context_of(frame), self._members(frame)
        if isinstance(found, Stretches):
            scale = context.enter(found.many, self._span)
            done = exclude_failing(found, frame, self._body.slots[0], self._body.run, guard)
            context.scale = scale
            if done:
                return
            found = found.pairs
        if isinstance(found, Consecutive):
            self._over_consecutive(context, found, frame, guard)
        elif isinstance(found, (Partition, SomePieces)):
            self._over_pieces(context, found, frame, guard)
        else:
            self._over_others(context, found, frame, guard)

    def _collect(self, frame: Frame) -> Stretches | Consecutive | Partition | SomePieces | Pairs:
        """The members, each with the condition that it is present; perhaps without some that fail a
        filter."""
        if self._of_pairs and (some := self._chosen(frame)) is not None:
            return some  # before all pairs are made
        value = self._collection(frame)
        if isinstance(value, (Consecutive, Partition, SomePieces)):
            return value
        within = self._restrictions.within
        if type(value) is Piece and within is not None and within in self._turns.slots:
            whole: Piece = frame[within]
            if value.partition is whole.partition and value.vertex == whole.vertex:
                return value.items(context_of(frame).m, (whole.place,))
        if type(value) is Stretches and context_of(frame).watch is None:
            return value
        if not self._of_pairs and (some := self._chosen(frame)) is not None:
            return some
        return items(context_of(frame).m, value)

    def _over_consecutive(
        self, context: Context, found: Consecutive, frame: Frame, guard: Guard
    ) -> None:
        scale = context.enter(found.most, self._span)
        for pair, denials in found.each(denied=True):
            assign(frame, self._body.slots, pair)
            self._body.run(frame, (*guard, *denials))
        context.scale = scale

    def _over_pieces(
        self, context: Context, found: Partition | SomePieces, frame: Frame, guard: Guard
    ) -> None:
        turns, held = self._turns.slots, self._restrictions.held
        member = frame[held[0]] if held and context.watch is None else None
        if type(member) is Place and type(found) is Partition and is_open(found):
            whole = found.piece(member)  # of all pieces, only this one may have it
            some = [] if whole.there is False else [(whole, whole.there)]
            self._over(context, some, turns, frame, guard)
            return
        in_turn = turns | {self._body.slots[0]} if is_open(found) else turns
        if isinstance(found, SomePieces):
            self._over(context, found.by_place, in_turn, frame, guard)
            return
        few = representatives(context, found, self._mentioned, self._each_way, frame)
        if few is None:
            self._over(context, [*found.each_place()], in_turn, frame, guard)
            return
        near = context.m.near[found.graph]
        near.uses_alone = True
        try:
            self._over(context, few, turns, frame, guard)
        finally:
            near.uses_alone = False

    def _each_way(self, frame: Frame, piece: Piece) -> tuple[list[Bool], list[Bool]]:
        """The conditions on a piece, required of one place at a time and of all places at once."""
        slot = self._body.slots[0]
        frame[slot] = piece
        turns, made = self._turns.slots, list[list[Bool]]()
        try:
            for inside in (turns | {slot}, turns):
                self._turns.slots = inside
                made.append([c.condition for c in required_by(self._body.run, frame)])
        finally:
            self._turns.slots = turns
        return made[0], made[1]

    def _over_others(self, context: Context, found: Pairs, frame: Frame, guard: Guard) -> None:
        turns, limits = self._turns.slots, self._restrictions
        own = None
        if context.watch is None:
            own = next(((k, at) for k, at in limits.own if at in turns), None)
        if own is not None:
            # Any other place has its turn when the piece is visited for it.
            k, at = own
            place, position = frame[at].place, k if self._of_pairs else None
            found = [x for x in found if may_be(place, x[0], position)]
            turns -= {at}
        elif limits.within is not None:
            turns -= {limits.within}
        self._over(context, found, turns, frame, guard)

    def _over(
        self, context: Context, found: Pairs, inside: frozenset[int], frame: Frame, guard: Guard
    ) -> None:
        """Require the body of each member. inside: the turns while it runs."""
        scale, turns = context.enter(len(found), self._span), self._turns.slots
        self._turns.slots = inside
        try:
            for k, (item, there) in enumerate(found):
                if not k & BETWEEN:
                    pause()
                assign(frame, self._body.slots, item)
                self._body.run(frame, guard if there is True else (*guard, context.m.not_(there)))
        finally:
            self._turns.slots = turns
        context.scale = scale
