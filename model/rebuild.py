"""Rebuild expressions over other variables, in the same model or in another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from .model import Model
from .nodes import (
    Abs,
    And,
    Div,
    Element,
    Global,
    Graph,
    Iff,
    IntNode,
    IntOperand,
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
    Not,
    Operand,
    Or,
    Part,
    Query,
    Times,
    children,
    domain_of,
)

# The types of operands that are values. In compiled code, what `isinstance(x, int)` tells to be an
# int is made one, so True would become 1.
CONSTANTS: Final = (bool, int)


def rebuilt(
    m: Model,
    root: Any,
    new: dict[Any, Any],
    stays: Callable[[Any], bool] = lambda node: False,
) -> Any:
    """An operand with its variables replaced by other variables or constants, as an operand of the
    model m.

    new: the replacement of each variable (every variable, if m is another model); the replacement
    of each node below the root is added to it. stays: whether no variable below a node is replaced,
    so that the node is kept."""
    if type(root) in CONSTANTS:
        return root
    stack: list[Any] = [root]
    while stack:
        node = stack[-1]
        if node in new:
            stack.pop()
        elif stays(node):
            new[node] = node
            stack.pop()
        else:
            waiting = [c for c in children(node) if not isinstance(c, int) and c not in new]
            if waiting:
                stack.extend(waiting)
            else:
                new[node] = over(m, node, new)
                stack.pop()
    return new[root]


def over(m: Model, node: Part, new: Mapping[Any, Any]) -> Any:
    """A node with other operands, made by the model's builder. new: by child, what replaces it."""
    # A bool node becomes a bool operand, an int node an int operand, as the builder's types
    # require.
    result: Operand
    match node:
        case Not(arg=arg):
            result = m.not_(_of(new, arg))
        case And(args=args):
            result = m.and_(_each(new, args))
        case Or(args=args):
            result = m.or_(_each(new, args))
        case Iff(left=left, right=right):
            result = m.iff(_of(new, left), _of(new, right))
        case Member(arg=arg):
            other: Any = _of(new, arg)
            kind = type(arg)
            alike = kind is type(other) and (kind is Measure or kind is IntVar)
            if alike and other.domain == arg.domain:
                result = m.masked(other, node.mask)
            else:
                result = m.member(other, node.values)
        case LinearLe(terms=terms, bound=bound):
            result = m.sum_is_at_most([(c, _of(new, x)) for c, x in terms], bound)
        case LinearEq(terms=terms, bound=bound):
            result = m.sum_is([(c, _of(new, x)) for c, x in terms], bound)
        case Linear(terms=terms, constant=constant):
            result = m.linear([(c, _of(new, x)) for c, x in terms], constant)
        case Global(definition=definition, args=args, data=data):
            result = m.all_of(definition, _each(new, args), data)
        case Graph(vertices=vertices, edges=edges):
            kept = [(a, b, _of(new, c)) for a, b, c in edges]
            return m.graph(_each(new, vertices), kept)
        case Query(definition=queried, graph=graph, data=data):
            result = m.query(queried, _of(new, graph), data)
        case Measure(definition=measured, graph=graph, data=data):
            result = m.measure(measured, _of(new, graph), data)
        case Ite(test=test, then=then, otherwise=otherwise):
            result = m.ite(_of(new, test), _of(new, then), _of(new, otherwise))
        case Element(index=index, options=options):
            result = _element(m, index, _of(new, index), _each(new, options))
        case Min(args=args):
            result = m.min_(_each(new, args))
        case Max(args=args):
            result = m.max_(_each(new, args))
        case Times(left=left, right=right):
            result = m.times(_of(new, left), _of(new, right))
        case Div(left=left, right=right):
            result = m.div(_of(new, left), _of(new, right))
        case Mod(left=left, right=right):
            result = m.mod(_of(new, left), _of(new, right))
        case Abs(arg=arg):
            result = m.abs_(_of(new, arg))
        case _:
            result = node
    return result


def _of(new: Mapping[Any, Any], operand: Any) -> Any:
    return operand if type(operand) in CONSTANTS else new[operand]


def _each(new: Mapping[Any, Any], operands: Iterable[Operand]) -> list[Any]:
    return [_of(new, o) for o in operands]


def _element(m: Model, index: IntNode, new: IntOperand, options: list[Any]) -> IntOperand:
    """The option at the new index, which may have fewer values than the old one had."""
    at = dict(zip(domain_of(index), options, strict=True))
    if isinstance(new, int):
        chosen: IntOperand = at[int(new)]
        return chosen
    # A computed domain may be wider than the old one by values that the old index never has.
    return m.element(new, [at.get(value, options[0]) for value in domain_of(new)])
