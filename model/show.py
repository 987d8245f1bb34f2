"""The model as readable text: variables and their domains, givens, constraints by rule.

Conditions are written as in the language where possible; a large node that is used more than once
gets a name, `$n`, and is written once, before its first use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from .constraints import Origin
from .model import Model
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
    Query,
    Terms,
    Times,
    Values,
    bottom_up,
    children,
)

MAX_DEPTH = 20
BIG = 40  # a shared node whose text is longer than this is named


def to_ir(model: Model) -> str:
    """The whole model as text."""
    return "\n".join(_lines(model)) + "\n"


def origin_text(origin: Origin) -> str:
    """Which rule, and for which values of its `for` variables: `rule 2, c = r1c1`."""
    head = f"rule {origin.rule + 1}" if origin.rule >= 0 else "declaration"
    return ", ".join([head, *(f"{name} = {_plain(value)}" for name, value in origin.bindings)])


def domain_text(values: Values) -> str:
    """`1..9`, or `{1, 2, 5..7}`."""
    stretches = list(_stretches(values))
    if len(stretches) == 1 and len(values) > 1:
        return f"{values[0]}..{values[-1]}"
    parts: list[str] = []
    for first, last in stretches:
        parts += [f"{first}..{last}"] if last > first + 1 else map(str, range(first, last + 1))
    return "{" + ", ".join(parts) + "}"


def _lines(model: Model) -> Iterator[str]:
    yield f"variables  # {len(model.variables)}"
    for variable in model.variables:
        domain = "bool" if isinstance(variable, BoolVar) else domain_text(variable.domain)
        yield f"  {variable.label} : {domain}"
    if model.givens:
        yield f"givens  # {len(model.givens)}"
        for index, value in model.givens.items():
            yield f"  {model.variables[index].label} = {value}"
    writer = _Writer(model)
    yield f"constraints  # {len(model.constraints)}"
    for rule, group in groupby(model.constraints, key=lambda c: c.origin.rule):
        yield f"  {origin_text(Origin(rule))}:"
        for constraint in group:
            yield from (f"    {line}" for line in writer.definitions(constraint.given))
            yield from (f"    {line}" for line in writer.definitions(constraint.condition))
            given = "" if constraint.given is True else f"{writer.text(constraint.given)} => "
            origin = origin_text(Origin(-1, constraint.origin.bindings)).partition(", ")[2]
            note = f"  # {origin}" if origin else ""
            yield f"    {given}{writer.text(constraint.condition)}{note}"
    if model.objective is not None:
        yield from (writer.definitions(model.objective.value))
        yield f"{model.objective.sense} {writer.text(model.objective.value)}"
    yield f"answer  # {len(model.answer)}"
    for operand in model.answer:
        yield from (f"  {line}" for line in (*writer.definitions(operand), writer.text(operand)))


class _Writer:
    """Texts of nodes, bottom up, with a name for what is big and shared."""

    def __init__(self, model: Model) -> None:
        self._texts: dict[Node, str] = {}
        self._depths: dict[Node, int] = {}
        roots: list[Operand] = [o for c in model.constraints for o in (c.given, c.condition)]
        roots += [model.objective.value] if model.objective else []
        seen: set[Node] = set()
        for node in bottom_up((*roots, *model.answer), seen):
            seen.add(node)
        self._uses = Counter(c for node in seen for c in children(node) if not isinstance(c, int))

    def definitions(self, root: Operand) -> list[str]:
        """Lines for the named nodes below an operand that have not been written yet."""
        lines: list[str] = []
        for node in bottom_up((root,), self._texts):
            text = "" if isinstance(node, Graph) else _node_text(node, self.text)
            below = [self._depths[c] for c in children(node) if not isinstance(c, int)]
            depth = 1 + max(below, default=0)
            if isinstance(node, Graph):
                lines += _graph_lines(node, self.text)
                text, depth = f"graph{node.id}", 0
            elif depth > MAX_DEPTH or (self._uses[node] > 1 and len(text) > BIG):
                name = f"${node.id}"
                lines.append(f"{name} := {text}")
                text, depth = name, 0
            self._texts[node], self._depths[node] = text, depth
        return lines

    def text(self, operand: Operand) -> str:
        """The text of an operand whose parts have been written."""
        if isinstance(operand, bool):
            return "yes" if operand else "no"
        return str(operand) if isinstance(operand, int) else self._texts[operand]


def _graph_lines(graph: Graph, text: Callable[[Operand], str]) -> Iterator[str]:
    """A graph's vertices and edges with their conditions: `4..6: yes`, `4 - 5: wall[…]`."""
    yield f"graph{graph.id} :="
    for condition, group in groupby(enumerate(graph.vertices), key=lambda pair: pair[1]):
        numbers = tuple(v for v, _ in group)
        yield f"  {domain_text(numbers).strip('{}')}: {text(condition)}"
    for a, b, condition in graph.edges:
        yield f"  {a} - {b}" + ("" if condition is True else f": {text(condition)}")


def _node_text(node: Node, text: Callable[[Operand], str]) -> str:
    """A node's text from its parts' texts."""

    def inner(operand: Operand) -> str:
        """In brackets, if it is not a name, a number or a call."""
        found = text(operand)
        return found if _is_closed(operand) or found.startswith("$") else f"({found})"

    match node:
        case BoolVar(label=label) | IntVar(label=label):
            return label
        case Not(arg=arg):
            return f"not {inner(arg)}"
        case And(args=args):
            return " and ".join(map(inner, args))
        case Or(args=args):
            return " or ".join(map(inner, args))
        case Iff(left=left, right=right):
            return f"{inner(left)} <=> {inner(right)}"
        case Member(arg=arg, values=values):
            return _member_text(inner(arg), values, arg.domain)
        case LinearLe(terms=terms, bound=bound):
            return f"{_sum_text(terms, 0, inner)} <= {bound}"
        case LinearEq(terms=terms, bound=bound):
            return f"{_sum_text(terms, 0, inner)} = {bound}"
        case Global(definition=definition, args=args, data=data):
            known = "" if data is None else f"; {_plain(data)}"
            return f"{definition.name}({', '.join(map(text, args))}{known})"
        case (
            Query(definition=definition, graph=graph, data=data)
            | Measure(definition=definition, graph=graph, data=data)
        ):
            known = "" if data is None else f"; {_plain(data)}"
            return f"{definition.name}(graph{graph.id}{known})"
        case Linear(terms=terms, constant=constant):
            return _sum_text(terms, constant, inner)
        case Ite(test=test, then=then, otherwise=otherwise):
            return f"{inner(then)} if {inner(test)} else {inner(otherwise)}"
        case Element(index=index, options=options):
            cases = (f"{v}: {text(o)}" for v, o in zip(index.domain, options, strict=True))
            return f"{{{', '.join(cases)}}}[{text(index)}]"
        case Min(args=args):
            return f"min({', '.join(map(text, args))})"
        case Max(args=args):
            return f"max({', '.join(map(text, args))})"
        case Times(left=left, right=right):
            return f"{inner(left)} * {inner(right)}"
        case Div(left=left, right=right):
            return f"{inner(left)} / {inner(right)}"
        case Mod(left=left, right=right):
            return f"{inner(left)} % {inner(right)}"
        case Abs(arg=arg):
            return f"abs({text(arg)})"


def _is_closed(operand: Operand) -> bool:
    return isinstance(
        operand, (int, BoolVar, IntVar, Global, Element, Min, Max, Abs, Query, Measure)
    )


def _member_text(x: str, values: tuple[int, ...], domain: Values) -> str:
    if len(values) == 1:
        return f"{x} = {values[0]}"
    if len(values) == len(domain) - 1:
        inside = set(values)
        return f"{x} != {next(v for v in domain if v not in inside)}"
    return f"{x} in {domain_text(values)}"


def _sum_text(terms: Terms, constant: int, inner: Callable[[Operand], str]) -> str:
    parts = []
    for c, x in terms:
        sign = "-" if c < 0 else "+"
        parts.append(f"{sign} {inner(x)}" if abs(c) == 1 else f"{sign} {abs(c)}*{inner(x)}")
    if constant:
        parts.append(f"{'-' if constant < 0 else '+'} {abs(constant)}")
    text = " ".join(parts)
    return text[2:] if text.startswith("+") else "-" + text[2:]


def _stretches(values: Values) -> Iterator[tuple[int, int]]:
    """The maximal stretches of consecutive values, as first and last."""
    if isinstance(values, range):
        yield values[0], values[-1]
        return
    first = last = values[0]
    for value in values[1:]:
        if value != last + 1:
            yield first, last
            first = value
        last = value
    yield first, last


def _plain(value: Any) -> str:
    """Data and bindings in one line; tuples in square brackets, as lists are in the language."""
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(_plain, value))}]"
    return " ".join(str(value).split())
