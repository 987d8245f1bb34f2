"""Blame: a minimal set of variables whose values alone falsify a condition.

If all values below the condition are known, descend from it: all terms of a sum, all arguments of a
false `or`, one false argument of an `and`, the reason of a graph query. Otherwise start from all
known variables. Then minimise by QuickXplain (Junker, AAAI 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..model.evaluate import Evaluator
from ..model.incremental import Incremental, Network
from ..model.model import Constraint, Origin
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Element,
    Global,
    IntVar,
    Ite,
    Measure,
    Node,
    Operand,
    Or,
    Query,
    Variable,
    children,
    domain_of,
    variables_of,
)

# With more variables than this, skip the minimisation.
MANY = 1000


def blame(condition: Bool, assignment: Sequence[int | None]) -> list[Variable]:
    """A minimal set of variables whose values alone falsify a condition."""
    variables = [v for v in variables_of([condition]) if assignment[v.index] is not None]
    if len(variables) == len(variables_of([condition])):
        value = Evaluator([0 if v is None else v for v in assignment])
        variables = _decisive(condition, value)

    # Tried sets of variables differ in few from one another.
    nothing: list[int | None] = [None] * len(assignment)
    trial = Incremental(Network([Constraint(condition, Origin(-1))]), nothing)

    def broken(some: Iterable[Variable]) -> bool:
        kept = list(nothing)
        for variable in some:
            kept[variable.index] = assignment[variable.index]
        trial.change(kept)
        return bool(trial.broken)

    if broken(()):
        return []
    if len(variables) > MANY or not broken(variables):
        return variables
    needed = set(_needed(broken, [], variables[::-1], False))
    return [v for v in variables if v in needed]


def _needed(
    broken: Callable[[Iterable[Variable]], bool],
    before: list[Variable],
    some: list[Variable],
    untried: bool,
) -> list[Variable]:
    """The variables, at least one, that are needed in addition to `others`; the first ones if
    possible. untried: whether the others alone may be enough."""
    if untried and broken(before):
        return []
    if len(some) == 1:
        return some
    half = len(some) // 2
    first, second = some[:half], some[half:]
    late = _needed(broken, before + first, second, True)
    early = _needed(broken, before + late, first, bool(late))
    return early + late


def _decisive(root: Operand, value: Evaluator) -> list[Variable]:
    """Variables whose values alone determine the value of an operand."""
    found: set[Variable] = set()
    seen: set[Node] = set()
    stack: list[Operand] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, int) or node in seen:
            continue
        seen.add(node)
        if isinstance(node, (BoolVar, IntVar)):
            found.add(node)
        else:
            stack += _below(node, value)
    return sorted(found, key=lambda v: v.index)


def _below(node: Node, value: Evaluator) -> Iterable[Operand]:
    """Operands of a node whose values alone determine its value."""
    match node:
        case And(args=args) if not value(node):
            return [next(a for a in args if not value(a))]
        case Or(args=args) if value(node):
            return [next(a for a in args if value(a))]
        case Global(definition=definition, args=args, data=data) if not value(node):
            return [args[p] for p in definition.nogood([value(a) for a in args], data)]
        case Query(definition=asked, graph=graph, data=data):
            return [graph.parts[p] for p in asked.reason(value.pieces(graph), data)]
        case Measure(definition=measured, graph=graph, data=data):
            pieces, size = value.pieces(graph), value(node)
            ends = measured.at_least(pieces, data, size), measured.at_most(pieces, data, size)
            return [graph.parts[p] for end in ends for p in end]
        case Ite(test=test, then=then, otherwise=otherwise):
            return [test, then if value(test) else otherwise]
        case Element(index=index, options=options):
            return [index, options[list(domain_of(index)).index(value(index))]]
        case _:
            return children(node)
