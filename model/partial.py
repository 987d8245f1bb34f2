"""The reference evaluator under a partial assignment: some variables are open (None).

`PartialEvaluator` returns a superset of the values that an operand can still take, so what it rules
out is certainly impossible.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, product
from typing import Any

from .constraints import Constraint
from .evaluate import position
from .nodes import (
    Abs,
    And,
    BoolVar,
    Div,
    Element,
    Global,
    Graph,
    Iff,
    IntVar,
    Ite,
    Linear,
    LinearEq,
    LinearLe,
    Max,
    Measure,
    Member,
    Min,
    Mod,
    Node,
    Not,
    Operand,
    Or,
    Part,
    Query,
    Terms,
    Times,
    Values,
    bottom_up,
)
from .pieces import Pieces

# Beyond this many values (or pairs of values) a set of possible ones is widened to a range.
PRECISION = 1024
# Sums that lie further apart than this are only known to be between their ends.
WIDEST = 1 << 16


class PartialEvaluator:
    """Possible values of operands while some variables are open (None in the assignment)."""

    def __init__(self, assignment: Sequence[int | None]) -> None:
        self._assignment = assignment
        # Values by node; for a graph, its pieces without and with the open parts.
        self._known: dict[Any, Any] = {}

    def holds(self, operand: Operand) -> bool | None:
        """Whether a bool operand is certainly true, certainly false, or neither (None)."""
        return _certain(self.possible(operand))

    def breaks(self, constraint: Constraint) -> bool:
        """Whether a constraint is violated in every completion."""
        given = constraint.given is True or self.holds(constraint.given) is True
        return given and self.holds(constraint.condition) is False

    def pieces(self, graph: Graph) -> tuple[Pieces, Pieces]:
        """The pieces of a graph without and with its open parts."""
        self._work_out(graph)
        found: tuple[Pieces, Pieces] = self._known[graph]
        return found

    def possible(self, operand: Operand) -> Values:
        """A sorted superset of the values that the operand can still take."""
        if isinstance(operand, int):
            return (int(operand),)
        self._work_out(operand)
        return self._known[operand]

    def _work_out(self, root: Part) -> None:
        for node in bottom_up((root,), self._known):
            if isinstance(node, Graph):
                self._known[node] = self._pieces_of(node)
            else:
                self._known[node] = self._values(node)

    def _pieces_of(self, graph: Graph) -> tuple[Pieces, Pieces]:
        values = [self._of(part) for part in graph.parts]
        sure = Pieces.of(graph, [v[0] for v in values])
        return sure, Pieces.of(graph, [v[-1] for v in values])

    def _of(self, operand: Operand) -> Values:
        return (int(operand),) if isinstance(operand, int) else self._known[operand]

    def _ends(self, terms: Terms) -> tuple[int, int]:
        low = high = 0
        for c, x in terms:
            values = self._known[x]
            first, last = c * values[0], c * values[-1]
            low += min(first, last)
            high += max(first, last)
        return low, high

    def _sums(self, terms: Terms, constant: int) -> Values:
        """Every value of Σ c·x + constant, or the range between the ends if they are many."""
        low, high = self._ends(terms)
        sums = self._sum_set(terms, low, high)
        if sums is None or sums.bit_count() > PRECISION:
            return range(low + constant, high + constant + 1)
        return tuple(compress(range(low + constant, high + constant + 1), _bits(sums)))

    def _sum_set(self, terms: Terms, low: int, high: int) -> int | None:
        """The values of Σ c·x as a set of bits above its lowest value; None if they lie too far
        apart."""
        if high - low > WIDEST:
            return None
        sums = 1
        for c, x in terms:
            values = self._known[x]
            step, many = abs(c), len(values)
            if values[-1] - values[0] == many - 1:  # without gaps
                done = 1
                while done < many:
                    more = min(done, many - done)
                    sums |= sums << more * step
                    done += more
            else:
                least = min(c * values[0], c * values[-1])
                before, sums = sums, 0
                for v in values:
                    sums |= before << c * v - least
        return sums

    def _meets(self, terms: Terms, bound: int) -> Values:
        """Whether Σ c·x = bound."""
        low, high = self._ends(terms)
        if not low <= bound <= high:
            return (0,)
        if low == high:
            return (1,)
        sums = self._sum_set(terms, low, high)
        return (0, 1) if sums is None or sums >> bound - low & 1 else (0,)

    def _pairs(self, node: Times | Div | Mod, operation: Callable[[int, int], int]) -> Values:
        left, right = self._of(node.left), self._of(node.right)
        if len(left) * len(right) > PRECISION:
            return node.domain
        return tuple(sorted({operation(a, b) for a, b in product(left, right)}))

    def _values(self, node: Node) -> Values:
        of = self._of
        match node:
            case BoolVar(index=index):
                value = self._assignment[index]
                return (0, 1) if value is None else (int(value),)
            case IntVar(index=index, domain=domain):
                value = self._assignment[index]
                return domain if value is None else (int(value),)
            case Not(arg=arg):
                return tuple(sorted(1 - v for v in of(arg)))
            case And(args=args):
                return tuple(sorted({min(of(a)[0] for a in args), min(of(a)[-1] for a in args)}))
            case Or(args=args):
                return tuple(sorted({max(of(a)[0] for a in args), max(of(a)[-1] for a in args)}))
            case Iff(left=left, right=right):
                return tuple(sorted({int(a == b) for a, b in product(of(left), of(right))}))
            case Member(arg=arg, mask=mask):
                return _membership(mask, arg.domain, of(arg))
            case LinearLe(terms=terms, bound=bound):
                low, high = self._ends(terms)
                return tuple(sorted({int(high <= bound), int(low <= bound)}))
            case LinearEq(terms=terms, bound=bound):
                return self._meets(terms, bound)
            case Global(definition=definition, args=args, data=data):
                verdict = definition.entailment([of(a) for a in args], data)
                return (0, 1) if verdict is None else (int(verdict),)
            case Query(definition=definition, graph=graph, data=data):
                verdict = definition.entailment(*self.pieces(graph), data)
                return (0, 1) if verdict is None else (int(verdict),)
            case Measure(definition=definition, graph=graph, data=data):
                low, high = definition.bounds(*self.pieces(graph), data)
                return range(low, high + 1)
            case Linear(terms=terms, constant=constant):
                return self._sums(terms, constant)
            case Ite(test=test, then=then, otherwise=otherwise):
                tests = of(test)
                return _union(of(b) for b, v in ((then, 1), (otherwise, 0)) if v in tests)
            case Element(index=chosen, options=options):
                places = (position(chosen.domain, v) for v in of(chosen))
                return _union(of(options[k]) for k in places)
            case Min(args=args):
                most = min(of(a)[-1] for a in args)
                return _union(v[: bisect_right(v, most)] for v in map(of, args))
            case Max(args=args):
                least = max(of(a)[0] for a in args)
                return _union(v[bisect_left(v, least) :] for v in map(of, args))
            case Times():
                return self._pairs(node, lambda a, b: a * b)
            case Div():
                return self._pairs(node, lambda a, b: a // b)
            case Mod():
                return self._pairs(node, lambda a, b: a % b)
            case Abs(arg=arg):
                return tuple(sorted({abs(v) for v in of(arg)}))


def _bits(numbers: int) -> Iterator[bool]:
    return map("1".__eq__, reversed(f"{numbers:b}"))


def _membership(mask: int, domain: Values, values: Values) -> Values:
    """Whether some values of a domain are among those that a mask selects."""
    first, last = position(domain, values[0]), position(domain, values[-1])
    if last - first < len(values):  # without gaps
        window = (1 << len(values)) - 1
        selected = mask >> first & window
        return (0,) if not selected else (1,) if selected == window else (0, 1)
    return tuple(sorted({mask >> position(domain, v) & 1 for v in values}))


def _certain(values: Values) -> bool | None:
    return bool(values[0]) if len(values) == 1 else None


def _union(parts: Iterable[Values]) -> Values:
    """The union of some sets of values, as a range from end to end if they are many."""
    found = [p for p in parts if p]
    low, high = min(p[0] for p in found), max(p[-1] for p in found)
    for part in found:
        if len(part) == high - low + 1:
            return part
    if sum(map(len, found)) > PRECISION:
        return range(low, high + 1)
    return tuple(sorted(set().union(*found)))
