"""Compile the statements of a rule; running them adds constraints.

A statement runs in a frame, under a guard: the negations of the enclosing found conditions, any of
which satisfies the constraint.
"""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Call, Condition, Expr, For, If, Name, Statement
from ...model.limits import ModelTooLarge
from ...model.model import Constraint, Origin
from ...model.nodes import Bool
from ..board.places import Unit
from ..builtins import stretches
from ..values.values import Value
from .closures import Frame, assign, truth
from .growing import fails_for_good
from .lower import Lowering

Run = Callable[[Frame, tuple[Bool, ...]], None]


class Statements:
    """The compiler of one rule's statements. rule: its index in the spec."""

    def __init__(self, lowering: Lowering, rule: int) -> None:
        self.lowering = lowering
        self.rule = rule

    def statement(self, tree: Statement, names: list[tuple[str, int]]) -> Run:
        """Compile a statement. names: the enclosing `for` variables, with their positions."""
        match tree:
            case Condition():
                return self._condition(tree, tuple(names))
            case For():
                return self._for(tree, names)
            case If():
                test = self.lowering.expression(tree.test)
                then = [self.statement(s, names) for s in tree.body]
                other = [self.statement(s, names) for s in tree.otherwise]
                span = tree.test.span

                def branch(frame: Frame, guard: tuple[Bool, ...]) -> None:
                    t = truth(test(frame), span)
                    if (watch := frame[0].watch) is not None:
                        watch.note(tree.test, t)
                    if t is not False:
                        inner = guard if t is True else (*guard, frame[0].m.not_(t))
                        for step in then:
                            step(frame, inner)
                    if t is not True:
                        inner = guard if t is False else (*guard, t)
                        for step in other:
                            step(frame, inner)

                return branch

    def _condition(
        self,
        tree: Condition,
        names: tuple[tuple[str, int], ...],
    ) -> Run:
        expression, span, rule = self.lowering.demanded(tree.expr), tree.expr.span, self.rule

        def require(frame: Frame, guard: tuple[Bool, ...]) -> None:
            try:
                condition = expression(frame)
            except ModelTooLarge as problem:
                raise PzcError.at("E0405", str(problem), span) from None
            context = frame[0]
            if condition is not True:
                condition = truth(condition, span)
                if guard:
                    condition = context.m.or_((*guard, condition))
            if condition is True:
                if context.watch is not None:
                    context.watch.note(tree.expr, True)
                return
            bindings = tuple([(n, frame[slot]) for n, slot in names])
            if context.watch is not None:
                context.watch.note(tree.expr, condition, bindings)
            context.m.constraints.append(Constraint(condition, Origin(rule, bindings)))

        return require

    def _for(self, tree: For, names: list[tuple[str, int]]) -> Run:
        match tree:
            case For(
                targets=(target,),
                iterable=Call(function=Name(id="runs"), args=args),
                filters=(),
                body=(Condition(expr=test),),
            ) if self.lowering.is_builtin("runs") and fails_for_good(
                test, target.id, self.lowering.is_builtin
            ):
                return self._for_runs(tree, args, test, names)
        return self._for_each(tree, names)

    def _for_runs(
        self,
        tree: For,
        args: tuple[Expr, ...],
        test: Expr,
        names: list[tuple[str, int]],
    ) -> Run:
        """Constrain only the shortest stretches that fail the test, if the puzzle alone decides
        which; else all stretches."""
        general = self._for_each(tree, names)
        arguments = [self.lowering.argument(a) for a in args]
        outer, (slot,) = self.lowering.bind(tree.targets)
        passes = self.lowering.expression(test)
        own_names = (*names, (tree.targets[0].id, slot))
        self.lowering.scope = outer

        def loop(frame: Frame, guard: tuple[Bool, ...]) -> None:
            context = frame[0]

            def test_of(stretch: Unit) -> Value:
                frame[slot] = stretch
                return passes(frame)

            failing: list[tuple[Unit, Bool]] = []
            lines = stretches.lines(context, *(f(frame) for f in arguments))
            context.scale = context.enter(
                2 * sum(len(line.held) for line in lines), tree.iterable.span
            )
            for line in lines:
                found = stretches.shortest_that_fail(context, line, test_of)
                if found is None:
                    return general(frame, guard)
                failing += found
            for stretch, held in failing:
                frame[slot] = stretch
                condition = context.m.or_((*guard, context.m.not_(held)))
                if condition is not True:
                    bindings = tuple((n, frame[s]) for n, s in own_names)
                    context.m.constraints.append(Constraint(condition, Origin(self.rule, bindings)))
            return None

        return loop

    def _for_each(self, tree: For, names: list[tuple[str, int]]) -> Run:
        iterable = self.lowering.members(tree.iterable, repeated=True)
        outer, slots = self.lowering.bind(tree.targets)
        inner_names = [*names, *((n.id, s) for n, s in zip(tree.targets, slots, strict=True))]
        tests = [(self.lowering.expression(f), f) for f in tree.filters]
        body = [self.statement(s, inner_names) for s in tree.body]
        self.lowering.scope = outer
        span = tree.iterable.span

        def loop(frame: Frame, guard: tuple[Bool, ...]) -> None:
            context = frame[0]
            members = iterable(frame)
            scale = context.enter(len(members), span)
            for item, there in members:
                assign(frame, slots, item)
                # The guard holds the negations of what the loop's body depends on.
                inner = guard if there is True else (*guard, context.m.not_(there))
                for test, where in tests:
                    t = truth(test(frame), where.span)
                    if context.watch is not None:
                        context.watch.note(where, t)
                    if t is False:
                        break
                    if t is not True:
                        inner = (*inner, context.m.not_(t))
                else:
                    for step in body:
                        step(frame, inner)
            context.scale = scale

        return loop
