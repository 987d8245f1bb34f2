"""Warn of conditions that are decided by the text of the spec: always true, or always false.

`digit[c] = 7` where digits are 1 to 3, `count(star[[a, b, c]]) = 4`, `c.row = 9` on three rows; two
comparisons of the same sides that contradict each other; `a = b` for the members of a pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..records import is_record, values
from .builtins import BUILTINS
from .check_context import Context
from .diagnostics import Source, Span
from .ranges import Range, Ranges, Variables
from .syntax import (
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Condition,
    Define,
    Expr,
    Find,
    For,
    ForClause,
    Given,
    If,
    IfClause,
    Let,
    Name,
    Number,
    Objective,
    Rule,
    SpecTree,
    Text,
    Truth,
)
from .types import Enum, Layer, Place, Set, Unit
from .walking import names_in

# The possible signs of left - right, for each comparison.
BELOW, SAME, ABOVE = -1, 0, 1
SIGNS: Mapping[str, frozenset[int]] = {
    "=": frozenset({SAME}),
    "!=": frozenset({BELOW, ABOVE}),
    "<": frozenset({BELOW}),
    "<=": frozenset({BELOW, SAME}),
    ">": frozenset({ABOVE}),
    ">=": frozenset({SAME, ABOVE}),
}
IN_ONE_ORDER = (
    "`pairs(s)` has every two members once, in the order of s; "
    "`for a in s:` and in it `for b in s if b != a:` has both orders"
)
Shape = tuple[Any, ...]
Order = dict[tuple[Shape, Shape], frozenset[int]]


def warn_of_verdicts(ctx: Context, tree: SpecTree) -> None:
    """Warn of the conditions, in a spec without errors, that its text decides."""
    verdicts = _Verdicts(ctx, Ranges(ctx, tree))
    in_define = _Verdicts(ctx, Ranges(ctx, tree, True))
    for node in tree.declarations:
        if node.span.source is not tree.source:
            continue
        match node:
            case Rule(body=body):
                for statement in body:
                    verdicts.statement(statement, {}, {})
            case Let(keys=keys, value=value):
                verdicts.expression(value, verdicts.ranges.bound(keys, {}), {})
            case Define(body=value):
                in_define.expression(value, {}, {})
            case Objective(value=value):
                verdicts.expression(value, {}, {})
            case Given(at=at) | Find(at=at):
                verdicts.expression(at.where, {}, {})


class _Verdicts:
    """Walks statements and expressions, and adds a warning for each condition that is decided."""

    def __init__(self, ctx: Context, ranges: Ranges) -> None:
        self.ctx = ctx
        self.ranges = ranges
        self.in_one_order: set[str] = set()  # variables of loops over `pairs(…)`

    def warn(self, span: Span, message: str, always: bool, hint: str | None = None) -> None:
        self.ctx.warn("W0205" if always else "W0204", message, span, hint)

    # ---- statements and expressions

    def statement(self, node: Condition | For | If, known: Variables, order: Order) -> None:
        match node:
            case Condition(expr=expr):
                self.expression(expr, known, order)
                self.truth(expr)
            case For(targets=targets, iterable=iterable, filters=filters, body=body):
                self.expression(iterable, known, order)
                inner = self.ranges.bound(((targets, iterable),), known)
                inside = {**order, **self.of_pair(targets, iterable)}
                for test in filters:
                    self.expression(test, inner, inside)
                    self.truth(test)
                inside = self.together(filters, inside)
                for statement in body:
                    self.statement(statement, inner, inside)
            case If(test=test, body=body, otherwise=otherwise):
                self.expression(test, known, order)
                self.truth(test)
                inside = self.together((test,), dict(order))
                for statement in body:
                    self.statement(statement, known, inside)
                for statement in otherwise:
                    self.statement(statement, known, order)

    def expression(self, node: Any, known: Variables, order: Order) -> None:
        """Check every comparison and conjunction in an expression."""
        match node:
            case Compare():
                self.comparison(node, known)
                self.together((node,), dict(order))
            case Binary(op="and" | "or"):
                if node.op == "and":
                    self.together((node,), dict(order))
                self.several_values(node)
            case Call(function=Name(id="all_different"), args=(places,)):
                self.different(node, places)
            case Comprehension(element=element, clauses=clauses):
                for clause in clauses:
                    if isinstance(clause, ForClause):
                        self.expression(clause.iterable, known, order)
                        known = self.ranges.bound(((clause.targets, clause.iterable),), known)
                        order = {**order, **self.of_pair(clause.targets, clause.iterable)}
                    else:
                        self.expression(clause.test, known, order)
                        self.truth(clause.test)
                tests = [c.test for c in clauses if isinstance(c, IfClause)]
                self.expression(element, known, self.together(tests, dict(order)))
                return
        for part in _below(node):
            self.expression(part, known, order)

    # ---- one comparison

    def truth(self, node: Expr) -> None:
        """Warn of a constant `yes` or `no` as a condition."""
        if isinstance(node, Truth):
            self.warn(node.span, f"this {_verdict(node.value)}", node.value)

    def comparison(self, node: Compare, known: Variables) -> None:
        verdicts = []
        for op, left, right in zip(node.ops, node.operands, node.operands[1:], strict=False):
            verdict = self.link(op, left, right, known)
            verdicts.append(verdict)
            if verdict is False:
                self.warn(node.span, self.reason(node, known, False), False)
                return
        if all(verdicts):
            self.warn(node.span, self.reason(node, known, True), True)

    def reason(self, node: Compare, known: Variables, verdict: bool) -> str:
        """The verdict as a message, with the bounds of the sides that it follows from."""
        facts = []
        for operand in node.operands:
            found, text = self.ranges.number(operand, known), self.ctx.text(operand.span)
            if found.empty and text:
                facts.append(f"`{text}` has no value")
            elif text and not text.lstrip("-").isdecimal() and found.show() != "any number":
                facts.append(f"`{text}` is {found.show()}")
        because = f": {' and '.join(dict.fromkeys(facts))}" if facts else ""
        return f"this {_verdict(verdict)}{because}"

    def link(self, op: str, left: Expr, right: Expr, known: Variables) -> bool | None:
        """Whether the comparison holds; None if the bounds do not decide it."""
        a = self.ranges.number(left, known)
        if a.empty:
            return op in ("!=", "not in")
        if op in ("in", "not in"):
            return self.membership(op, a, right, known)
        b = self.ranges.number(right, known)
        if b.empty:
            return op == "!="
        if not (a.sure or b.sure):
            return None
        possible = _signs(a, b)
        if not possible & SIGNS[op]:
            # `!=` holds for a missing value.
            return None if op == "!=" and not (a.sure and b.sure) else False
        return True if possible <= SIGNS[op] and a.sure and b.sure else None

    def membership(self, op: str, a: Range, right: Expr, known: Variables) -> bool | None:
        written = (isinstance(right, Binary) and right.op == "..") or isinstance(right, Collection)
        b = self.ranges.members(right, known)
        if not written or not b.sure or SAME in _signs(a, b):
            return None
        if op == "in":
            return False
        return True if a.sure else None

    def different(self, node: Call, members: Expr) -> None:
        """Warn of `all_different(r)` for `all_different(digit[r])`."""
        t = self.ranges.type(members)
        if "all_different" in self.ctx.names or not isinstance(t, (Set, Unit)):
            return
        text = self.ctx.text(members.span) or "…"
        because = f"no member is twice in `{text}`"
        hint = "a list keeps equal values: `[…]`"
        if isinstance(t, Unit) or isinstance(t.item, (Place, Enum)):
            hint = f"the values there are `layer[{text}]`"
        self.warn(node.span, f"this {_verdict(True)}: {because}", True, hint)

    # ---- several comparisons of the same sides

    def several_values(self, node: Binary) -> None:
        """Warn of `x = 1 and x = 2`, and of `x != 1 or x != 2`."""
        always = node.op == "or"
        first: dict[Shape, Expr] = {}
        for part in _parts(node, node.op):
            match part:
                case Compare(operands=(left, right), ops=(op,)) if op == ("!=" if always else "="):
                    pass
                case _:
                    continue
            if not (isinstance(right, (Number, Text)) or right in self.ctx.symbols):
                continue
            other = first.setdefault(_shape(left), right)
            if _shape(other) == _shape(right) or self.known_from(node.span):
                continue
            what, one, two = (self.ctx.text(n.span) for n in (left, other, right))
            because = f"`{what}` is never both {one} and {two}"
            hint = "write `and`" if always else f"write `{what} in {{{one}, {two}}}`"
            self.warn(node.span, f"this {_verdict(always)}: {because}", always, hint)

    def known_from(self, span: Span) -> bool:
        """Whether a warning starts here: of a longer chain, of which this is a part."""
        start = (span.source, span.line, span.column)
        return any(
            w.span is not None and (w.span.source, w.span.line, w.span.column) == start
            for w in self.ctx.warnings
        )

    def of_pair(self, targets: tuple[Name, ...], iterable: Expr) -> Order:
        """The known order of the two variables of a loop over pairs."""
        self.in_one_order -= {target.id for target in targets}
        if len(targets) != 2:
            return {}
        different = False
        match iterable:
            case Call(function=Name(id="pairs"), args=(arg,)) if "pairs" not in self.ctx.names:
                different = isinstance(self.ranges.type(arg), (Set, Layer))
                self.in_one_order |= {target.id for target in targets}
            case Name(id=name) if name in BUILTINS and name not in self.ctx.names:
                different = BUILTINS[name].kind == "relation"
        order: Order = {}
        if different:
            a, b = targets
            _narrow(order, a, b, SIGNS["!="])
            if isinstance(iterable, Call) and _goes_in_reading_order(iterable.args[0]):
                _narrow_rows(order, a, b)
        return order

    def together(self, tests: Iterable[Expr], order: Order) -> Order:
        """Combine what several conditions say about the order of their sides; warn if they
        contradict each other."""
        for test in tests:
            for link, span in _conjuncts(test):
                op, left, right = link
                if op in SIGNS and not _narrow(order, left, right, SIGNS[op]):
                    if any(w.span == span for w in self.ctx.warnings):
                        continue
                    text = self.ctx.text(span)
                    what = f"`{text}`" if text else "this"
                    hint = IN_ONE_ORDER if self.in_one_order & {*_sides(left, right)} else None
                    self.warn(span, f"{what} can never hold here", False, hint)
        return order


def _verdict(holds: bool) -> str:
    return "always holds" if holds else "never holds"


def _signs(a: Range, b: Range) -> frozenset[int]:
    """The possible signs of the difference of numbers in two ranges."""
    found = set()
    if a.low is None or b.high is None or a.low < b.high:
        found.add(BELOW)
    if a.high is None or b.low is None or a.high > b.low:
        found.add(ABOVE)
    apart = (a.high is not None and b.low is not None and a.high < b.low) or (
        a.low is not None and b.high is not None and a.low > b.high
    )
    if a.values is not None and b.values is not None:
        apart = not a.values & b.values
    if not apart:
        found.add(SAME)
    return frozenset(found)


def _conjuncts(node: Expr) -> Iterable[tuple[tuple[str, Expr, Expr], Span]]:
    """The comparisons that all have to hold."""
    match node:
        case Binary(op="and", left=left, right=right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case Compare(operands=operands, ops=ops):
            for op, left, right in zip(ops, operands, operands[1:], strict=False):
                yield (op, left, right), node.span


def _parts(node: Expr, op: str) -> Iterable[Expr]:
    """The members of a chain of `and`, or of `or`."""
    if isinstance(node, Binary) and node.op == op:
        yield from _parts(node.left, op)
        yield from _parts(node.right, op)
    else:
        yield node


def _sides(*nodes: Expr) -> Iterable[str]:
    """The names in comparisons."""
    return (name.id for node in nodes for name in names_in(node))


def _narrow(order: Order, left: Expr, right: Expr, signs: frozenset[int]) -> bool:
    """Restrict the possible signs for two sides; False if none is left."""
    a, b = _shape(left), _shape(right)
    if a == b:
        return SAME in signs
    if repr(b) < repr(a):
        a, b, signs = b, a, frozenset(-s for s in signs)
    order[a, b] = order.get((a, b), frozenset({BELOW, SAME, ABOVE})) & signs
    return bool(order[a, b])


def _narrow_rows(order: Order, a: Name, b: Name) -> None:
    """Of two cells in reading order, the first is not in a lower row."""
    one, other = (("Attribute", _shape(x), "row") for x in (a, b))
    signs = SIGNS["<="]
    if repr(other) < repr(one):
        one, other, signs = other, one, SIGNS[">="]
    order[one, other] = signs


def _goes_in_reading_order(node: Expr) -> bool:
    return isinstance(node, Name) and node.id == "cells"


def _shape(node: Any) -> Any:
    """An expression as a plain value, equal for expressions with equal text."""
    if isinstance(node, tuple):
        return tuple(map(_shape, node))
    if not is_record(node):
        return node
    return (
        type(node).__name__,
        *(_shape(v) for v in values(node) if not isinstance(v, (Span, Source))),
    )


def _below(node: Any) -> Iterable[Any]:
    if isinstance(node, tuple):
        return node
    if is_record(node) and not isinstance(node, (Span, Source)):
        return values(node)
    return ()
