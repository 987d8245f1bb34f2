"""Compile the statements of a rule; running them adds constraints.

A statement runs in a frame, under a guard: the negations of the enclosing found conditions. A
constraint is the disjunction of its guard and what the statement demands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from ...deadline import pause
from ...dsl.diagnostics import PzcError
from ...dsl.syntax import (
    Binary,
    Call,
    Condition,
    Expr,
    For,
    ForClause,
    If,
    IfClause,
    Name,
    Statement,
    Truth,
    Unary,
)
from ...dsl.walking import names_in
from ...model.constraints import Constraint, Origin
from ...model.limits import ModelTooLarge
from ...model.nodes import Bool
from ...records import replace
from ..board.places import Place
from ..builtins.stretches import Stretches
from ..values.comparison import equal
from ..values.consecutive import Consecutive
from ..values.members import items
from ..values.of_pieces import SomePieces
from ..values.partitions import Partition, Piece
from ..values.values import Layer, Value
from .alternatives import alternatives, known_to_hold
from .closures import BETWEEN, Frame, Run, assign, context_of, located, truth
from .lower import Lowering
from .memberships import may_be, memberships
from .on_stretches import exclude_failing
from .representatives import representatives
from .selection import Choose, Loop, Pairs
from .selections import selections_of_places
from .touching import filtered, touch
from .universal import demanded, may_be_pieces, nested, universal


class Statements:
    """The compiler of one rule's statements. rule: its index in the spec.

    _by_place: while statements run, the frame positions of names whose loop visits the piece of
    each place in turn, so that each piece is visited once for each of its places. A condition on
    all places of such a piece is required of the place whose turn it is only."""

    def __init__(self, lowering: Lowering, rule: int) -> None:
        self.lowering = lowering
        self.rule = rule
        self._by_place: set[int] = set()

    def statement(self, tree: Statement, names: list[tuple[str, int]], named: bool = True) -> Run:
        """Compile a statement. names: the enclosing `for` variables, with their positions. named:
        whether those of its own loops also distinguish instances of its conditions."""
        match tree:
            case Condition():
                return self._by_parts(tree, names) or self._condition(tree, tuple(names))
            case For():
                touching = self._of_touching(tree, names) if named else None
                return touching or self._for(tree, names, named)
            case If():
                test = self.lowering.expression(tree.test)
                then = [self.statement(s, names) for s in tree.body]
                other = [self.statement(s, names) for s in tree.otherwise]
                span = tree.test.span

                def branch(frame: Frame, guard: tuple[Bool, ...]) -> None:
                    t = truth(test(frame), span)
                    if (watch := context_of(frame).watch) is not None:
                        watch.note(tree.test, t)
                    if t is not False:
                        inner = guard if t is True else (*guard, context_of(frame).m.not_(t))
                        for step in then:
                            step(frame, inner)
                    if t is not True:
                        inner = guard if t is False else (*guard, t)
                        for step in other:
                            step(frame, inner)

                match tree:
                    case If(body=(Condition(expr=Truth(value=False)),), otherwise=()):
                        if (parts := self._parts(tree.test, True, names)) is not None:
                            return _unless_watched(parts, branch)
                return branch

    def _condition(
        self,
        tree: Condition,
        names: tuple[tuple[str, int], ...],
    ) -> Run:
        parts, span, rule = alternatives(self.lowering, tree.expr), tree.expr.span, self.rule

        def require(frame: Frame, guard: tuple[Bool, ...]) -> None:
            context = context_of(frame)
            found = [*guard]
            try:
                holds = known_to_hold(parts, frame, found)
                condition = True if holds else context.m.or_(found)
            except ModelTooLarge as problem:
                raise PzcError.at("E0405", str(problem), span) from None
            if condition is True:
                if context.watch is not None:
                    context.watch.note(tree.expr, True)
                return
            bindings = tuple([(n, frame[slot]) for n, slot in names])
            if context.watch is not None:
                context.watch.note(tree.expr, condition, bindings)
            context.m.constraints.append(Constraint(condition, Origin(rule, bindings)))

        return require

    def _by_parts(self, tree: Condition, names: list[tuple[str, int]]) -> Run | None:
        """Compile a condition as several statements if one of its conjuncts is a comprehension over
        pieces or over the places of one; None for any other condition."""
        parts = self._parts(tree.expr, False, names)
        if parts is None:
            return None
        return _unless_watched(parts, self._condition(tree, tuple(names)))

    def _parts(
        self, tree: Expr, denied: bool, names: list[tuple[str, int]]
    ) -> Sequence[Run] | None:
        """The statements for the conjuncts of a condition, or if denied of its negation, if one of
        them is a comprehension over pieces or over the places of one; None for any other."""
        match tree:
            case Unary(op="not", operand=operand):
                return self._parts(operand, not denied, names)
            case Binary(op="and" | "or" | "=>" as op) if denied == (op != "and"):
                sides = ((tree.left, denied and op != "=>"), (tree.right, denied))
                parts = [self._parts(side, no, names) for side, no in sides]
                if parts == [None, None]:
                    return None
                runs: list[Run] = []
                for part, (side, no) in zip(parts, sides, strict=True):
                    runs += part or [self._condition(demanded(side, no), tuple(names))]
                return runs
            case Binary(op="=>", left=left, right=right):
                parts_of_right = self._parts(right, False, names)
                return None if parts_of_right is None else [self._under(left, parts_of_right)]
        each = self._of_each(demanded(tree, denied), names)
        return None if each is None else [each]

    def _under(self, test: Expr, demanded: Sequence[Run]) -> Run:
        """The closure of a statement under a condition."""
        denials = alternatives(self.lowering, test, denied=True)

        def require(frame: Frame, guard: tuple[Bool, ...]) -> None:
            found = [*guard]
            if not known_to_hold(denials, frame, found):
                for part in demanded:
                    part(frame, tuple(found))

        return require

    def _of_each(self, tree: Condition, names: list[tuple[str, int]]) -> Run | None:
        """Compile `all(… for …)` as a loop if it runs over pieces, or over the places of a piece
        bound by an outer loop; None for anything else."""
        found = universal(self.lowering, tree.expr)
        if found is None:
            return None
        clauses, element = found
        first, rest = clauses[0], clauses[1:]
        assert isinstance(first, ForClause)
        piece = self._piece(first.iterable)
        if piece is None and not may_be_pieces(self.lowering, first, rest, element):
            return None
        loop, of_all = nested(clauses, element), self._condition(tree, tuple(names))
        of_one = self._for(loop, names, named=False)
        members = None if piece is not None else self.lowering.expression(first.iterable)

        def require(frame: Frame, guard: tuple[Bool, ...]) -> None:
            if context_of(frame).watch is not None:
                one_by_one = False
            elif members is None:
                one_by_one = piece in self._by_place
            else:
                one_by_one = _are_open(members(frame))
            (of_one if one_by_one else of_all)(frame, guard)

        return require

    def _piece(self, places: Expr) -> int | None:
        """The position of the outer loop's name p, for the places `p` or `p & …`."""
        match places:
            case Name(id=name):
                return self.lowering.scope.get(name)
            case Binary(op="&", left=left, right=right):
                one, other = self._piece(left), self._piece(right)
                return other if one is None else one if other is None else None
        return None

    def _of_touching(self, tree: For, names: list[tuple[str, int]]) -> Run | None:
        """Compile a loop over the pieces that touch the piece of an outer loop, or over pairs of
        pieces that touch, as a loop over touching places; None for any other loop."""
        whole = filtered(tree)
        for k, test in enumerate(whole.filters):
            touching = touch(test, [n.id for n in tree.targets], self.lowering.is_builtin)
            if touching is None:
                continue
            relation, around = touching
            name, pairs = relation.id, len(tree.targets) == 2
            hidden = name in self.lowering.scope or name in self.lowering.defines
            slot = self.lowering.scope.get(around)
            if hidden or self.lowering.is_builtin(name) or (slot is None) is not pairs:
                continue
            if pairs and not (isinstance(tree.iterable, Call) and self._is_pairs(tree.iterable)):
                continue
            plain = self._for(tree, names)
            others = (*whole.filters[:k], *whole.filters[k + 1 :])
            return self._beside(replace(whole, filters=others), relation, slot, plain, names)
        return None

    def _is_pairs(self, tree: Call) -> bool:
        return (
            isinstance(tree.function, Name)
            and tree.function.id == "pairs"
            and len(tree.args) == 1
            and self.lowering.is_builtin("pairs")
        )

    def _beside(
        self,
        tree: For,
        relation: Name,
        around: int | None,
        plain: Run,
        names: list[tuple[str, int]],
    ) -> Run:
        """The closure of a loop over touching pieces. relation: between places that touch. around:
        the position of the outer loop's name; None for pairs. plain: the loop over all pieces, to
        fall back to."""
        over = tree.iterable.args[0] if isinstance(tree.iterable, Call) else tree.iterable
        pieces, called = self.lowering.expression(over), self.lowering.expression(relation)
        outer, slots = self.lowering.bind(tree.targets)
        inner_names = [*names, *((n.id, s) for n, s in zip(tree.targets, slots, strict=True))]
        tests = [alternatives(self.lowering, f, denied=True) for f in tree.filters]
        body = [self.statement(s, inner_names) for s in tree.body]
        self.lowering.scope = outer
        span = tree.iterable.span

        def demand(frame: Frame, guard: tuple[Bool, ...], some: Sequence[Piece]) -> None:
            absent = [context_of(frame).m.not_(piece.there) for piece in some]
            if True in absent:
                return
            found = [*guard, *absent]
            assign(frame, slots, some[0] if len(some) == 1 else tuple(some))
            if not any(known_to_hold(denials, frame, found) for denials in tests):
                for part in body:
                    part(frame, tuple(found))

        def each_beside(frame: Frame, guard: tuple[Bool, ...], at: int) -> bool:
            """Require the body for the pieces beside each place of a piece. Returns False, and adds
            nothing, if these are not known."""
            context = context_of(frame)
            found, members, whole = pieces(frame), called(frame), frame[at]
            if at not in self._by_place or context.watch is not None:
                return False
            if not isinstance(found, Partition) or not _joins_places(members):
                return False
            near = members.partners(whole.place)
            scale, by_place = context.enter(len(near), span), self._by_place
            self._by_place = by_place - {at}
            try:
                for place, there in near:
                    demand(frame, (*guard, context.m.not_(there)), [found.piece(place)])
            finally:
                self._by_place = by_place
            context.scale = scale
            return True

        def each_pair(frame: Frame, guard: tuple[Bool, ...]) -> bool:
            """Require the body for the pieces of each pair of places. Returns False, and adds
            nothing, unless it demands the same in both orders."""
            context = context_of(frame)
            m, found, members = context.m, pieces(frame), called(frame)
            if context.watch is not None or not isinstance(found, Partition) or found.is_known():
                return False
            if not _joins_places(members):
                return False
            before = len(m.constraints)
            scale = context.enter(len(members.table), span)
            for (a, b), there in members.table.items():
                pause()
                one, other = found.piece(a), found.piece(b)
                guards = (*guard, m.not_(there), equal(m, one, other))
                made: list[list[Bool]] = []
                for some in ((one, other), (other, one)):
                    begun = len(m.constraints)
                    demand(frame, guards, some)
                    made.append([c.condition for c in m.constraints[begun:]])
                del m.constraints[begun:]
                if made[0] != made[1]:
                    del m.constraints[before:]
                    context.scale = scale
                    return False
            context.scale = scale
            return True

        def loop(frame: Frame, guard: tuple[Bool, ...]) -> None:
            if around is None:
                done = each_pair(frame, guard)
            else:
                done = each_beside(frame, guard, around)
            if not done:
                plain(frame, guard)

        return loop

    def _each_way(
        self, frame: Frame, slot: int, step: Run, piece: Piece
    ) -> tuple[list[Bool], list[Bool]]:
        """The conditions of a loop's body on a piece, required of one place at a time and of all
        places at once."""
        frame[slot] = piece
        constraints, by_place = context_of(frame).m.constraints, self._by_place
        begun, made = len(constraints), list[list[Bool]]()
        try:
            for inside in (by_place | {slot}, by_place):
                self._by_place = inside
                step(frame, ())
                made.append([c.condition for c in constraints[begun:]])
                del constraints[begun:]
        finally:
            self._by_place = by_place
        return made[0], made[1]

    def _for(self, tree: For, names: list[tuple[str, int]], named: bool = True) -> Run:
        """Compile a loop. named: whether its variables distinguish instances of its conditions."""
        collection = self.lowering.expression(tree.iterable)
        piece = self._piece(tree.iterable)
        guards = [*memberships(tree)]
        scope, targets = self.lowering.scope, [name.id for name in tree.targets]
        # own: the index of each target that must be in the piece of an outer loop, and the position
        # of that piece. held: the positions of outer names that must be in the piece that is the
        # only target.
        own = [(targets.index(x), scope[p]) for x, p in guards if x in targets and p in scope]
        held = [scope[x] for x, p in guards if targets == [p] and x in scope]
        selected, of_pairs = self._selected(tree), len(targets) > 1
        outer, slots = self.lowering.bind(tree.targets)
        own_names = zip(tree.targets, slots, strict=True) if named else ()
        inner_names = [*names, *((n.id, s) for n, s in own_names)]
        tests = [(alternatives(self.lowering, f, denied=True), f) for f in tree.filters]
        body = [self.statement(s, inner_names, named) for s in tree.body]
        self.lowering.scope = outer
        span = tree.iterable.span
        mentioned = frozenset([name.id for name in names_in((tree.filters, tree.body))])

        def each_way(frame: Frame, piece: Piece) -> tuple[list[Bool], list[Bool]]:
            return self._each_way(frame, slots[0], step, piece)

        def collect(
            frame: Frame,
        ) -> Stretches | Consecutive | Partition | SomePieces | Sequence[tuple[Any, Bool]]:
            """The members, each with the condition that it is present; perhaps without some that
            fail a filter."""
            if of_pairs and (some := selected(frame)) is not None:
                return some  # before all pairs are made
            value = collection(frame)
            if isinstance(value, (Consecutive, Partition, SomePieces)):
                return value
            if type(value) is Piece and piece is not None and piece in self._by_place:
                whole: Piece = frame[piece]
                if value.partition is whole.partition and value.vertex == whole.vertex:
                    return value.items(context_of(frame).m, (whole.place,))
            if type(value) is Stretches and context_of(frame).watch is None:
                return value
            if not of_pairs and (some := selected(frame)) is not None:
                return some
            return items(context_of(frame).m, value)

        collected = located(collect, span)

        def step(frame: Frame, guard: tuple[Bool, ...]) -> None:
            context = context_of(frame)
            for denials, where in tests:
                found: list[Bool] = []
                fails = known_to_hold(denials, frame, found)
                if context.watch is not None:
                    m = context.m
                    context.watch.note(where, not fails and m.not_(m.or_(found)))
                if fails:
                    return
                if found:
                    guard = (*guard, *found)
            for part in body:
                part(frame, guard)

        def loop(frame: Frame, guard: tuple[Bool, ...]) -> None:
            context = context_of(frame)
            found = collected(frame)
            if isinstance(found, Stretches):
                scale = context.enter(found.many, span)
                done = exclude_failing(found, frame, slots[0], step, guard)
                context.scale = scale
                if done:
                    return
                found = found.pairs
            if isinstance(found, Consecutive):
                scale = context.enter(found.most, span)
                for pair, denials in found.each(denied=True):
                    assign(frame, slots, pair)
                    step(frame, (*guard, *denials))
                context.scale = scale
                return
            by_place = inside = self._by_place
            by_own = member = near = None
            if context.watch is None:
                by_own = next(((k, at) for k, at in own if at in by_place), None)
                member = frame[held[0]] if held else None
            if type(found) is Partition and type(member) is Place and _are_open(found):
                whole = found.piece(member)  # of all pieces, only this one may have it
                found = [] if whole.there is False else [(whole, whole.there)]
            elif isinstance(found, (Partition, SomePieces)):
                # A piece may occur once for each of its places: a condition on each piece means the
                # same then, and it is cheaper, because its first place need not be known.
                if _are_open(found):
                    inside = by_place | {slots[0]}
                if isinstance(found, SomePieces):
                    found = found.by_place
                elif (
                    few := representatives(context, found, mentioned, each_way, frame)
                ) is not None:
                    near, found, inside = context.m.near[found.graph], few, by_place
                else:
                    found = [*found.each_place()]
            elif by_own is not None:
                # Any other place has its turn when the piece is visited for it.
                k, at = by_own
                place = frame[at].place
                found = [x for x in found if may_be(place, x[0], k if len(slots) > 1 else None)]
                inside = by_place - {at}
            elif piece is not None:
                inside = by_place - {piece}
            self._by_place = inside
            scale = context.enter(len(found), span)
            try:
                if near is not None:
                    near.telling = True
                for k, (item, there) in enumerate(found):
                    if not k & BETWEEN:
                        pause()
                    assign(frame, slots, item)
                    step(frame, guard if there is True else (*guard, context.m.not_(there)))
            finally:
                self._by_place = by_place
                if near is not None:
                    near.telling = False
            context.scale = scale

        return loop

    def _selected(self, tree: For) -> Choose:
        """The closure of the members of a loop that may pass one of its filters, looked up by
        places. It gives None if they are not known, if the outcomes of filters are watched, and for
        loops over pieces or the places of one, which are restricted in other ways."""
        chosen: list[Choose] = []
        if self._piece(tree.iterable) is None:
            clause = ForClause(tree.targets, tree.iterable)
            holds = Truth(True, tree.iterable.span)
            for test in filtered(tree).filters:
                rest = (IfClause(test),)
                loop = Loop(clause, rest, holds, only_true=True, in_any_order=True)
                chosen += [s.members for s in selections_of_places(self.lowering, loop)]

        def selected(frame: Frame) -> Pairs | None:
            if chosen and context_of(frame).watch is None:
                for choose in chosen:
                    found = choose(frame)
                    if found is not None:
                        return found
            return None

        return selected


def _unless_watched(parts: Sequence[Run], whole: Run) -> Run:
    """The closure of `parts`, or while a watch is on, of the equivalent `whole`."""

    def require(frame: Frame, guard: tuple[Bool, ...]) -> None:
        if context_of(frame).watch is not None:
            whole(frame, guard)
        else:
            for part in parts:
                part(frame, guard)

    return require


def _are_open(value: Value) -> bool:
    """Whether a value is pieces that the solver decides."""
    return (type(value) is Partition and not value.is_known()) or type(value) is SomePieces


def _joins_places(members: Value) -> TypeGuard[Layer]:
    return type(members) is Layer and members.relation
