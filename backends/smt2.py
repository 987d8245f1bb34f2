"""SMT-LIB 2: a model as text, for export and as the way into Z3.

A bool variable is a Bool of the same name; an int variable `x` is one Bool `x=v` for each value of
its domain, of which exactly one holds, because Z3 decides bools and pseudo-boolean sums much faster
than integers. Sums become `at-most`, `pble` and `pbeq` of Z3's own theory. Conditions that are used
more than once, and those that nest deeply, are named by a `define-fun`, so that the text is linear
in the size of the DAG.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Iff,
    IntOperand,
    IntVar,
    Linear,
    LinearEq,
    LinearLe,
    Member,
    Node,
    Not,
    Operand,
    Or,
    Variable,
    bottom_up,
)
from ..model.show import origin_text
from .direct_encoding import DirectEncoding
from .supports import PLAIN, Supports

SUPPORTS = Supports(PLAIN)
MAX_DEPTH = 30


def to_smt2(model: Model) -> str:
    """A complete file: variables, constraints, givens, the objective and the question."""
    text = Smt2(model)
    lines = ["; |x=v| says that the integer variable x has the value v.", *text.declarations()]
    origin = ""
    for constraint in model.constraints:
        previous, origin = origin, origin_text(constraint.origin)
        if origin != previous:
            lines.append(f"; {origin}")
        lines += text.assertions((model.formula(constraint),))
    lines.append("; what the puzzle gives")
    lines += [f"(assert {text.given(index, value)})" for index, value in model.givens.items()]
    if model.objective is not None:
        lines += text.objective(model.objective.sense, model.objective.value)
    lines += ["(check-sat)", "; z3 -model prints the values"]
    return "\n".join(lines) + "\n"


class Smt2:
    """The text of one model's conditions. What one text defines, later texts use."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._direct = DirectEncoding(model, SUPPORTS)
        self._terms: dict[Operand, str] = {}
        self._depths: dict[Operand, int] = {}
        labels = [_clean(v.label) for v in model.variables]
        uses = Counter(labels)
        self._labels = [
            f"{label}#{k}" if uses[label] > 1 else label for k, label in enumerate(labels)
        ]

    def names(self, variable: Variable) -> list[str]:
        """The names of a variable's Bools: one for each value of an int."""
        label = self._labels[variable.index]
        if isinstance(variable, BoolVar):
            return [label]
        return [f"{label}={v}" for v in variable.domain]

    def declarations(self) -> list[str]:
        """Lines that declare the variables, and that each int has exactly one value."""
        lines = []
        for variable in self._model.variables:
            names = [f"|{name}|" for name in self.names(variable)]
            lines += [f"(declare-const {name} Bool)" for name in names]
            if isinstance(variable, IntVar):
                exactly_one = f"(_ pbeq 1{' 1' * len(names)})"
                lines.append(f"(assert ({exactly_one} {' '.join(names)}))")
        return lines

    def assertions(self, conditions: Iterable[Bool]) -> list[str]:
        """Lines that assert some conditions."""
        basic = [self._direct.condition(c) for c in conditions]
        return [*self._definitions(basic), *(f"(assert {self._term(c)})" for c in basic)]

    def implication(self, name: str, condition: Bool) -> list[str]:
        """Lines that declare a Bool and let it imply a condition."""
        basic = self._direct.condition(condition)
        return [
            *self._definitions((basic,)),
            f"(declare-const |{name}| Bool)",
            f"(assert (=> |{name}| {self._term(basic)}))",
        ]

    def given(self, index: int, value: int) -> str:
        """The term that says that a variable has a value."""
        variable, label = self._model.variables[index], self._labels[index]
        if isinstance(variable, BoolVar):
            return f"|{label}|" if value else f"(not |{label}|)"
        return f"|{label}={value}|" if value in variable.domain else "false"

    def objective(self, sense: str, value: IntOperand) -> list[str]:
        """Lines that minimise or maximise an int operand."""
        if isinstance(value, int):
            return []
        terms, constant = (
            (value.terms, value.constant) if isinstance(value, Linear) else (((1, value),), 0)
        )
        weights, least = self._direct.weights(terms)
        lines = self._definitions([condition for _, condition in weights])
        parts = [f"(ite {self._term(condition)} {w} 0)" for w, condition in weights]
        return [*lines, f"({sense} (+ {' '.join([_number(constant + least), *parts])}))"]

    # -- within

    def _term(self, condition: Bool) -> str:
        if isinstance(condition, bool):
            return "true" if condition else "false"
        return self._terms[condition]

    def _definitions(self, roots: Sequence[Bool]) -> list[str]:
        """Give a term to every node below some basic conditions; the lines that this takes."""
        parts = self._direct.parts
        new: dict[Node, None] = {}
        for node in bottom_up(roots, _Either(self._terms, new), parts):
            new[node] = None
        uses = Counter(part for node in new for part in parts(node))
        lines = []
        for node in new:
            depth = 1 + max((self._depths.get(p, 0) for p in parts(node)), default=-1)
            term = self._text(node)
            if (uses[node] > 1 or depth > MAX_DEPTH) and not _is_literal(node):
                name = f"n{node.id}"
                lines.append(f"(define-fun {name} () Bool {term})")
                term, depth = name, 0
            self._terms[node], self._depths[node] = term, depth
        return lines

    def _text(self, node: Node) -> str:
        term = self._term
        match node:
            case BoolVar(index=index):
                return f"|{self._labels[index]}|"
            case Not(arg=arg):
                return f"(not {term(arg)})"
            case And(args=args):
                return f"(and {' '.join(map(term, args))})"
            case Or(args=args):
                return f"(or {' '.join(map(term, args))})"
            case Iff(left=left, right=right):
                return f"(= {term(left)} {term(right)})"
            case Member(arg=IntVar() as x, values=values):
                return self._member(x, values)
            case LinearLe(terms=terms, bound=bound):
                weights, least = self._direct.weights(terms)
                return self._sum("pble", weights, bound - least)
            case LinearEq(terms=terms, bound=bound):
                weights, least = self._direct.weights(terms)
                return self._sum("pbeq", weights, bound - least)
            case _:
                raise TypeError(f"not a basic condition: {node!r}")

    def _member(self, x: IntVar, values: tuple[int, ...]) -> str:
        label = self._labels[x.index]
        if len(values) == 1:
            return f"|{label}={values[0]}|"
        if 2 * len(values) <= len(x.domain):
            return f"(or {' '.join(f'|{label}={v}|' for v in values)})"
        inside = set(values)
        others = " ".join(f"|{label}={v}|" for v in x.domain if v not in inside)
        return f"(not (or {others}))"

    def _sum(self, relation: str, weights: list[tuple[int, Bool]], bound: int) -> str:
        if bound < 0:
            return "false"
        if not weights:
            return "true" if relation == "pble" or bound == 0 else "false"
        conditions = " ".join(self._term(condition) for _, condition in weights)
        if relation == "pble" and all(w == 1 for w, _ in weights):
            return f"((_ at-most {bound}) {conditions})"
        return f"((_ {relation} {bound} {' '.join(str(w) for w, _ in weights)}) {conditions})"


class _Either:
    """The union of the keys of two dicts, without a copy."""

    def __init__(self, first: dict[Operand, str], second: dict[Node, None]) -> None:
        self._first, self._second = first, second

    def __contains__(self, node: object) -> bool:
        return node in self._second or node in self._first


def _is_literal(node: Node) -> bool:
    match node:
        case BoolVar() | Not(arg=BoolVar()):
            return True
        case Member(values=values):
            return len(values) == 1
        case _:
            return False


def _number(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _clean(label: str) -> str:
    """A label as the inside of a quoted symbol."""
    return label.replace("|", "/").replace("\\", "/")
