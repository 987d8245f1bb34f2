"""Local names in scope while expressions are compiled; caching of closed subexpressions.

`Lowering` compiles the expressions; the modules for calls and comprehensions see it as a `Scope`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from operator import is_
from typing import Any, Final

from ...dsl.syntax import Binary, Call, Compare, Define, Expr, Name, Unary
from ...dsl.walking import names_in, nodes
from ...model.nodes import Bool
from ..board.places import Unit
from ..builtins.functions import FUNCTIONS
from ..context import Context
from ..values.members import items
from ..values.partitions import Partition, Piece
from ..values.values import CONSTANTS, Layer, Value
from .closures import Evaluate, Frame, context_of, located

# The types whose equal values are interchangeable: a result for one holds for the other.
STABLE: Final = CONSTANTS | {Unit, Partition, Piece}
MISSING: Final = object()  # stands for what a table does not have


class Scope(ABC):
    """The local names in scope, and the positions of their values in a frame.

    symbols: the Name nodes that the checker found to be symbols. readings: see `Checked`. defines:
    by name. declared: the names that the context holds a value for. size: of the frame. repeated:
    the positions of names that take the same values repeatedly: those of a loop with several names,
    and those of an inner loop. kept: the position of each expression whose value a loop stores in
    the frame.
    """

    def __init__(
        self,
        symbols: Set[Name],
        readings: Mapping[Expr, str],
        defines: Mapping[str, Define],
        declared: set[str],
    ) -> None:
        self.symbols = symbols
        self.readings = readings
        self.defines = defines
        self.declared = declared
        self.scope: dict[str, int] = {}
        self.size = 1
        self.repeated: set[int] = set()
        self.kept: dict[Expr, int] = {}
        self._compiled: dict[str, tuple[int, Evaluate]] = {}

    def bind(self, names: Sequence[Name]) -> tuple[int, ...]:
        """Enter local names for good. Returns their positions."""
        slots = range(self.size, self.size + len(names))
        if self.scope or len(names) > 1:
            self.repeated.update(slots)
        self.scope = {**self.scope, **{n.id: slot for n, slot in zip(names, slots, strict=True)}}
        self.size += len(names)
        return tuple(slots)

    @contextmanager
    def bound(self, names: Sequence[Name]) -> Iterator[tuple[int, ...]]:
        """Enter local names for what is compiled in the body. Gives their positions."""
        outer = self.scope
        try:
            yield self.bind(names)
        finally:
            self.scope = outer

    # ---- expressions

    @abstractmethod
    def expression(self, tree: Expr) -> Evaluate:
        """The closure of an expression; its errors have the expression's place."""

    def members(self, tree: Expr) -> Callable[[Frame], Sequence[tuple[Any, Bool]]]:
        """The closure of an iterable: each member with the condition that it is present."""
        collection = self.expression(tree)
        return located(lambda frame: items(context_of(frame).m, collection(frame)), tree.span)

    def is_builtin(self, function: str) -> bool:
        """Whether a function's name denotes the built-in function here."""
        hidden = (self.scope, self.defines, self.declared)
        return function in FUNCTIONS and not any(function in names for names in hidden)

    def is_global(self, name: str) -> bool:
        """Whether a name denotes a value of the puzzle here: no local name, define or built-in
        function."""
        return not (name in self.scope or name in self.defines or self.is_builtin(name))

    # ---- calls

    def argument(self, tree: Expr) -> Evaluate:
        """An argument; a lifted operation on layers is evaluated once."""
        evaluate = self.expression(tree)
        lifted = isinstance(tree, (Unary, Binary, Compare)) and self.is_closed(tree)
        return self.once(evaluate, tree) if lifted else evaluate

    def is_closed(self, tree: Expr) -> bool:
        """Whether an expression mentions no local name, so that it has one value for each
        puzzle."""
        return not any(n.id in self.scope for n in names_in(tree))

    def once(self, evaluate: Evaluate, tree: Expr) -> Evaluate:
        """A closed expression, evaluated once for each puzzle."""
        if not self.scope:
            return evaluate

        def compute(context: Context, _: object) -> Value:
            return evaluate([context])

        return lambda frame: context_of(frame).once(compute, tree)

    def hoisted(self, evaluate: Evaluate, tree: Expr) -> Evaluate:
        """An expression that does not mention the innermost name in scope, or only that and this
        name has the same values repeatedly: evaluated again only when a name that it mentions
        changes."""
        slots = self._slots(tree)
        if len(slots) == 1 and (slots[0] in self.repeated or not self.varies(tree)):
            return self._by_constant(evaluate, slots[0], tree)
        if not slots or self.varies(tree):
            return evaluate

        def cached(frame: Frame) -> Value:
            context, now = context_of(frame), [frame[slot] for slot in slots]
            known = context.last.get(tree)
            if known is None or not all(map(is_, known[0], now)):
                known = context.last[tree] = (now, evaluate(frame))
            return known[1]

        return cached

    def varies(self, tree: Expr) -> bool:
        """Whether an expression mentions the innermost name in scope."""
        slots = self._slots(tree)
        return slots != [] and slots[-1] == max(self.scope.values())

    def _slots(self, tree: Expr) -> list[int]:
        """The positions of the local names that an expression mentions, in order, and of its parts
        whose values are kept."""
        slots = {self.scope[n.id] for n in names_in(tree) if n.id in self.scope}
        if self.kept:
            slots.update([self.kept[node] for node in nodes(tree) if node in self.kept])
        return sorted(slots)

    def _by_constant(self, evaluate: Evaluate, slot: int, tree: Expr) -> Evaluate:
        """An expression that mentions one name only: for a constant, a unit or a piece evaluated
        once, otherwise again only when the name changes."""

        def cached(frame: Frame) -> Value:
            context, now = context_of(frame), frame[slot]
            if type(now) in STABLE:
                key = (cached, now)
                value = context.called.get(key, MISSING)
                if value is MISSING:
                    value = context.called[key] = evaluate(frame)
                return value
            known = context.last.get(tree)
            if known is None or known[0] is not now:
                known = context.last[tree] = (now, evaluate(frame))
            return known[1]

        return cached

    def defined(self, name: str, tree: Call) -> Evaluate:
        """The closure of a call of a define."""
        size, body = self._define(name)
        args = [self.expression(a) for a in tree.args]
        rest = [None] * (size - len(args) - 1)

        def call(frame: Frame) -> Value:
            context, values = context_of(frame), [f(frame) for f in args]
            for value in values:
                if not _is_stable(value):
                    return body([context, *values, *rest])
            key = (body, *values)  # applied to these, a define has one value for each puzzle
            known = context.called.get(key, MISSING)
            if known is MISSING:
                around, context.scale = context.scale, context.most_evaluations(values)
                try:
                    known = context.called[key] = body([context, *values, *rest])
                finally:
                    context.scale = around
            return known

        return call

    def _define(self, name: str) -> tuple[int, Evaluate]:
        """The body of a define, compiled once, with the size of its frame."""
        if name not in self._compiled:
            define = self.defines[name]
            inner = type(self)(self.symbols, self.readings, self.defines, self.declared)
            inner._compiled = self._compiled
            inner.bind(define.parameters)
            body = inner.expression(define.body)
            self._compiled[name] = (inner.size, body)
        return self._compiled[name]


def _is_stable(value: Value) -> bool:
    """Whether an argument has one value for each puzzle: a constant, a unit, a partition or a piece
    of one, or a declared layer."""
    return type(value) in STABLE or (type(value) is Layer and value.name != "")
