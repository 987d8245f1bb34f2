"""Compile the statements of a rule; running them adds constraints.

A statement runs in a frame, under a guard: the negations of the enclosing found conditions. A
constraint is the disjunction of its guard and what the statement demands."""

from __future__ import annotations

from collections.abc import Sequence

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
from .alternatives import alternatives, known_to_hold
from .closures import Frame, Run, context_of, truth
from .loops import Body, ForLoop, Restrictions, Turns, is_open
from .loops_touching import TouchingLoop
from .lower import Lowering
from .on_placements import PlacementLoop, shown_at_member
from .selection import Choose, Loop, Pairs
from .selections import selections_of_places
from .touching import filtered, touch
from .universal import demanded, may_be_pieces, nested, universal


class Statements:
    """The compiler of one rule's statements.

    rule: its index in the spec. narrowing: whether they only have to narrow choices."""

    def __init__(self, lowering: Lowering, rule: int, narrowing: bool = False) -> None:
        self.lowering = lowering
        self.rule = rule
        self._narrowing = narrowing
        self._turns = Turns()

    def statement(self, tree: Statement, names: list[tuple[str, int]], named: bool = True) -> Run:
        """Compile a statement. names: the enclosing `for` variables, with their positions. named:
        whether those of its own loops also distinguish instances of its conditions."""
        match tree:
            case Condition():
                required = self._by_parts(tree, names) or self._condition(tree, tuple(names))
                of_each = universal(self.lowering, tree.expr)
                if of_each is None:
                    return required
                return self._over_placement(nested(*of_each), required, names)
            case For():
                touching = self._of_touching(tree, names) if named else None
                plain = touching or self._for(tree, names, named)
                return self._over_placement(tree, plain, names)
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
                one_by_one = piece in self._turns.slots
            else:
                one_by_one = is_open(members(frame))
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
            pairs, slot = len(tree.targets) == 2, self.lowering.scope.get(around)
            if not self.lowering.is_global(relation.id) or (slot is None) is not pairs:
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
        body, span = self._body(tree, names, named=True), tree.iterable.span
        return TouchingLoop(pieces, called, around, body, plain, self._turns, span).run

    def _for(self, tree: For, names: list[tuple[str, int]], named: bool = True) -> Run:
        """Compile a loop. named: whether its variables distinguish instances of its conditions."""
        collection, within = self.lowering.expression(tree.iterable), self._piece(tree.iterable)
        restrictions = Restrictions(tree, within, self.lowering.scope)
        chosen, body = self._chosen(tree), self._body(tree, names, named)
        return ForLoop(tree, collection, chosen, body, restrictions, self._turns).run

    def _over_placement(self, tree: For, plain: Run, names: list[tuple[str, int]]) -> Run:
        """Compile a loop over the cells of a placement, with a condition on what it shows there;
        `plain` for any other loop, of which that is the closure."""
        shown = shown_at_member(tree)
        if not shown:
            return plain
        collection, kept = self.lowering.expression(tree.iterable), self.lowering.kept
        with self.lowering.bound((Name("what it shows", tree.span),)) as (slot,):
            self.lowering.kept = {**kept, **dict.fromkeys(shown, slot)}
            body = self._body(tree, names, named=False)
        self.lowering.kept = kept
        of_shown = frozenset(names_in(tuple(shown)))
        others = [n.id for n in names_in((tree.filters, tree.body)) if n not in of_shown]
        is_alone = self.lowering.scope.keys().isdisjoint(others)
        rule = self.rule if self._narrowing else None
        return PlacementLoop(collection, slot, body, is_alone, plain, rule).run

    def _body(self, tree: For, names: list[tuple[str, int]], named: bool) -> Body:
        with self.lowering.bound(tree.targets) as slots:
            own = zip(tree.targets, slots, strict=True) if named else ()
            inner = [*names, *((n.id, s) for n, s in own)]
            filters = [(alternatives(self.lowering, f, denied=True), f) for f in tree.filters]
            statements = [self.statement(s, inner, named) for s in tree.body]
        return Body(slots, filters, statements)

    def _chosen(self, tree: For) -> Choose:
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
