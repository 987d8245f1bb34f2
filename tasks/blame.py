"""Blame: a minimal set of variables whose values alone falsify a condition.

Descend from the condition: terms that raise or lower a sum, all arguments of a false `or`, one
false argument of an `and`, the reason of a graph query. If what is found there is not enough, as on
some boards with open places, start from all known variables. Then minimise by QuickXplain (Junker,
AAAI 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..model.incremental import Incremental, Network
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Element,
    Global,
    Graph,
    IntVar,
    Ite,
    LinearEq,
    LinearLe,
    Measure,
    Node,
    Operand,
    Or,
    Query,
    Terms,
    Values,
    Variable,
    children,
    domain_of,
    variables_of,
)
from ..model.partial import PartialEvaluator

FALSE, TRUE = (0,), (1,)
# With more variables than this, skip the minimisation.
MANY = 1000


class Blame:
    """Blames values for the constraints of a network. many: the number of variables.

    Sets of values are tried on a board that is blank otherwise. As they differ in few values, and
    the constraints share their graphs, one incremental evaluator serves all of them.
    """

    def __init__(self, network: Network, many: int) -> None:
        self._network = network
        self._trial = Incremental(network, [None] * many)

    def of(
        self,
        condition: Bool,
        assignment: Sequence[int | None],
        here: PartialEvaluator | None = None,
    ) -> list[Variable]:
        """A minimal set of variables whose values alone falsify the condition of a constraint; none
        if it cannot be told. here: what is already evaluated under the assignment."""
        network, trial = self._network, self._trial
        within = network.made_of(condition)
        tried: dict[int, int | None] = {}

        def broken(some: Iterable[Variable]) -> bool:
            chosen = {v.index: assignment[v.index] for v in some}
            back = {index: None for index in tried if index not in chosen}
            trial.update({**back, **{k: v for k, v in chosen.items() if k not in tried}}, within)
            tried.clear()
            tried.update(chosen)
            return trial.holds(condition) is False

        if broken(()):
            return []
        try:
            found = _decisive(condition, here or PartialEvaluator(assignment), trial)
            if not broken(found):
                found = [v for v in variables_of([condition]) if assignment[v.index] is not None]
                if not broken(found):
                    return found
            if len(found) > MANY:
                return found
            needed = set(_needed(broken, [], found[::-1], False))
            return [v for v in found if v in needed]
        finally:
            broken(())  # blank again


def _needed(
    broken: Callable[[Iterable[Variable]], bool],
    before: list[Variable],
    some: list[Variable],
    untried: bool,
) -> list[Variable]:
    """Those of `some`, at least one, that are needed in addition to the variables `before`; the
    first ones if possible. untried: whether those before may be enough alone."""
    if untried and broken(before):
        return []
    if len(some) == 1:
        return some
    half = len(some) // 2
    first, second = some[:half], some[half:]
    late = _needed(broken, before + first, second, True)
    early = _needed(broken, before + late, first, bool(late))
    return early + late


def _decisive(root: Operand, here: PartialEvaluator, blank: PartialEvaluator) -> list[Variable]:
    """Variables whose values are likely to determine the value of an operand: down from it, all
    that can no longer have every value that it had on a blank board."""
    found: set[Variable] = set()
    seen: set[Node] = set()
    stack: list[Operand] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, int) or node in seen:
            continue
        seen.add(node)
        if here.possible(node) == blank.possible(node):
            continue
        if isinstance(node, (BoolVar, IntVar)):
            found.add(node)
        else:
            stack += _below(node, here, blank)
    return sorted(found, key=lambda v: v.index)


def _below(node: Node, here: PartialEvaluator, blank: PartialEvaluator) -> Iterable[Operand]:
    """Operands of a node that determine its value, or narrow it."""
    values = here.possible(node)
    match node:
        case And(args=args) if values == FALSE:
            return [next(a for a in args if here.holds(a) is False)]
        case Or(args=args) if values == TRUE:
            return [next(a for a in args if here.holds(a) is True)]
        case LinearLe(terms=terms, bound=bound) | LinearEq(terms=terms, bound=bound) if (
            values == FALSE
        ):
            return _beyond(terms, bound, here, blank)
        case Global(definition=definition, args=args, data=data) if values == FALSE:
            domains = [here.possible(a) for a in args]
            if all(len(domain) == 1 for domain in domains):
                return [args[p] for p in definition.nogood([d[0] for d in domains], data)]
            return args
        case Query(definition=definition, graph=graph, data=data):
            sure, possible = here.pieces(graph)
            parts = dict.fromkeys(
                (*definition.reason(sure, data), *definition.reason(possible, data))
            )
            return [graph.parts[p] for p in parts]
        case Measure(definition=measured, graph=graph, data=data):
            sure, possible = here.pieces(graph)
            ends = (
                measured.at_least(sure, data, values[0]),
                measured.at_most(possible, data, values[-1]),
            )
            return [graph.parts[p] for end in ends for p in end]
        case Ite(test=test, then=then, otherwise=otherwise):
            holds = here.holds(test)
            branches = [b for b, v in ((then, False), (otherwise, True)) if holds is not v]
            return [test, *branches]
        case Element(index=index, options=options):
            places = list(domain_of(index))
            return [index, *(options[places.index(v)] for v in here.possible(index))]
        case Graph():
            return node.parts
        case _:
            return children(node)


def _beyond(
    terms: Terms, bound: int, here: PartialEvaluator, blank: PartialEvaluator
) -> list[Node]:
    """Of the terms of a sum that cannot be its bound, or that must be larger: those that raise its
    lower end, or that lower its upper end, if that is why; or else all."""
    ends = [_ends(c, here.possible(x)) for c, x in terms]
    usual = [_ends(c, blank.possible(x)) for c, x in terms]
    if sum(low for low, _ in ends) > bound:
        return [x for (_, x), a, b in zip(terms, ends, usual, strict=True) if a[0] != b[0]]
    if sum(high for _, high in ends) < bound:
        return [x for (_, x), a, b in zip(terms, ends, usual, strict=True) if a[1] != b[1]]
    return [x for _, x in terms]


def _ends(c: int, values: Values) -> tuple[int, int]:
    low, high = c * values[0], c * values[-1]
    return (low, high) if c > 0 else (high, low)
