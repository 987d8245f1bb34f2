"""Evaluate conditions and numbers about one piece for each placement that the piece may be.

An expression is *local* to a vertex if it depends on the piece of this vertex only: its size,
whether some vertex is in it, whether it exists. Its value is then known for each placement of the
piece, and it is a choice among the variables that select the placement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..deadline import pause
from ..model.globals.box import BOX, IN_BOX, Positions
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.first import FIRST
from ..model.globals.form import HAS_FORM, SAME_FORM
from ..model.globals.half_turn import HALF_TURN
from ..model.globals.lines import COLUMNS, ROWS
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    BOOL_KINDS,
    Bool,
    Graph,
    IntOperand,
    Linear,
    LinearEq,
    LinearLe,
    Measure,
    Node,
    Query,
    Terms,
    all_below,
    children,
)
from ..model.rebuild import over
from .cases import ABSENT, Cases, Placement

MOST_EQUAL: Final = 8  # values of numbers whose equality is stated value by value
_PAIRED: Final = (CONNECTED_PAIR,)
_OF_VERTEX: Final = (IN_BOX, SIZE, BOX, ROWS, COLUMNS, HAS_FORM, HALF_TURN)


class Local:
    """The expressions over the pieces of a graph, and their replacements.

    at: by vertex, the numbers of the placements that it may lie in. chosen: by number, the
    condition that a placement is a piece. tight: the condition that the ends of an edge are of one
    piece, by ends.
    """

    def __init__(self, m: Model, graph: Graph, tight: Mapping[tuple[int, int], Bool]) -> None:
        self.m, self.graph, self._tight = m, graph, tight
        self.at: list[list[int]] = [[] for _ in graph.vertices]
        self.chosen: list[Bool] = []
        self._leaves: dict[Any, tuple[int, ...]] = {}
        self._ends: dict[Any, tuple[int, int, bool]] = {}
        self._there: dict[Any, bool] = {}
        for v, there in enumerate(graph.vertices):
            if not isinstance(there, bool):
                self._there |= {m.not_(there): False, there: True}
                self._leaves |= {m.not_(there): (v,), there: (v,)}
        for ends in tight:
            pause()
            joined = self.joined(*ends)
            if not isinstance(joined, bool):
                for x in (joined, m.not_(joined)):
                    self._ends[x] = (*ends, x is joined)
                    self._leaves[x] = ends
        # By expression, the vertices that it is local to, in order: none for one that is about
        # several pieces, and None for one that is not about the graph.
        self._local: dict[Any, tuple[int, ...] | None] = {}
        self._cases = self.cases(())
        self._rebuilt: dict[Any, Any] = {}
        self._numbers: dict[Any, IntOperand] = {}
        self._choices: dict[Any, IntOperand] = {}
        self._forms: dict[tuple[int, Positions, bool, bool], list[Bool]] = {}

    def cases(self, pieces: Sequence[Placement]) -> Cases:
        """The values of expressions for some placements."""
        return Cases(pieces, self.graph, self._there, self._ends)

    def choose(self, pieces: Sequence[Placement], conditions: Sequence[Bool]) -> None:
        """Name the conditions that the placements are pieces."""
        self.chosen, self._cases = list(conditions), self.cases(pieces)
        for number, piece in enumerate(pieces):
            for v in piece:
                self.at[v].append(number)

    def joined(self, a: int, b: int, but: int = -1) -> Bool:
        """The condition that the ends of an edge are present and joined; `but`: an end that is
        known to be present."""
        there = (self.graph.vertices[v] for v in (a, b) if v != but)
        return self.m.and_((*there, self._tight[a, b]))

    # ---- which vertices they are local to

    def vertices(self, root: Any) -> tuple[int, ...] | None:
        """The vertices that an expression is local to, in order; None if it is not about the
        graph."""
        if isinstance(root, int):
            return None
        local = self._local
        if root not in local:
            for node in all_below(root, local, self._cases.below):
                local[node] = self._of(node)
        return local[root]

    def _of(self, node: Any) -> tuple[int, ...] | None:
        """The vertices that a node is local to, whose operands are known."""
        below = self._cases.below(node)
        if not below:
            return self._leaf(node)
        common: tuple[int, ...] | None = None
        free = False
        for child in below:
            if not isinstance(child, int):
                local = self._local[child]
                if local is None:
                    free = True
                elif common is None:
                    common = local
                elif common != local:
                    common = tuple([v for v in common if v in local])
        return () if free and common is not None else common

    def _leaf(self, node: Any) -> tuple[int, ...] | None:
        if node in self._leaves:
            return self._leaves[node]
        if node is self.graph:
            return ()
        if type(node) not in (Query, Measure):
            return None
        if node.definition in _PAIRED:
            a, b = node.data
            return (a, b)
        if node.definition is FIRST:
            return (node.data,)
        return (node.data[0],) if node.definition in _OF_VERTEX else ()

    # ---- what becomes of them

    def condition(self, node: Any, v: int) -> Bool:
        """A condition that is local to a vertex, over the placements."""
        m, there = self.m, self.graph.vertices[v]
        flags = self._cases.flags(node)
        fails: list[Bool] = []
        holds: list[Bool] = []
        for number in self.at[v]:
            if flags[number + 1 >> 3] >> (number + 1 & 7) & 1:
                holds.append(self.chosen[number])
            else:
                fails.append(self.chosen[number])
        if there is not True and flags[0] & ABSENT:
            return m.not_(m.or_(fails))
        if not fails:
            return there
        if there is True and len(fails) < len(holds):
            return m.not_(m.or_(fails))
        return m.or_(holds)

    def number(self, node: Any, v: int) -> IntOperand:
        """A number (or a condition, as 0 or 1) that is local to a vertex, over the placements."""
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = self._number(node, v)
        return found

    def _number(self, node: Any, v: int) -> IntOperand:
        there = self.graph.vertices[v]
        if type(node) in BOOL_KINDS:
            flags = self._cases.flags(node)
            absent = flags[0] & ABSENT
            values = [flags[k + 1 >> 3] >> (k + 1 & 7) & 1 for k in self.at[v]]
        else:
            every = self._cases.values(node)
            absent = every[0]
            values = [every[k + 1] for k in self.at[v]]
        if there is True:
            absent = 0
        different = set(values)
        if len(different) < 2:
            return self.m.linear([(value - absent, there) for value in different], absent)
        chosen = [self.chosen[k] for k in self.at[v]]
        terms = [(n - absent, x) for n, x in zip(values, chosen, strict=True) if n != absent]
        return self.m.linear(terms, absent)

    def choice(self, node: Any, v: int) -> IntOperand:
        """A number that is local to a vertex, over the placements, whose domain is exact: a choice
        among its values."""
        found = self._choices.get(node)
        if found is None:
            found = self._choices[node] = self._choice(node, v)
        return found

    def _choice(self, node: Any, v: int) -> IntOperand:
        every = self._cases.values(node)
        chosen: dict[int, list[Bool]] = {}
        if self.graph.vertices[v] is not True:
            chosen[every[0]] = [self.m.not_(self.graph.vertices[v])]
        for number in self.at[v]:
            chosen.setdefault(every[number + 1], []).append(self.chosen[number])
        values = sorted(chosen) or [every[0]]
        found: IntOperand = values[0]
        for value in values[1:]:
            found = self.m.ite(self.m.or_(chosen[value]), value, found)
        return found

    def rebuilt(self, root: Any) -> Any:
        """An expression, with the parts that are local to single vertices over the placements."""
        if self.vertices(root) is None:
            return root
        new = self._rebuilt
        if root not in new:
            for node in all_below(root, new, self._parts):
                new[node] = self._made(node)
        return new[root]

    def _parts(self, node: Any) -> Sequence[Any]:
        """The operands that have to be rebuilt before a node."""
        local = self.vertices(node)
        if local is None or local or self._compares_forms(node):
            return ()
        return children(node)

    def _made(self, node: Any) -> Any:
        local = self.vertices(node)
        if local is None or node in self._leaves:  # a condition of the model, not of placements
            return node
        if local:
            v = local[0]
            return self.condition(node, v) if type(node) in BOOL_KINDS else self.choice(node, v)
        if self._compares_forms(node):
            return self._alike(*node.data)
        kind = type(node)
        if kind is LinearEq:
            equal = self._equal(node.terms) if not node.bound else None
            if equal is not None:
                return equal
        if kind is LinearEq or kind is LinearLe or kind is Linear:
            exact = any(self._is_about_several(x) for _, x in node.terms)
            terms = [(c, self._term(x, exact)) for c, x in node.terms]
            if kind is Linear:
                return self.m.linear(terms, node.constant)
            if kind is LinearEq:
                return self.m.sum_is(terms, node.bound)
            return self.m.sum_is_at_most(terms, node.bound)
        return over(self.m, node, self._rebuilt)

    def _equal(self, terms: Terms) -> Bool | None:
        """Whether two numbers of pieces that are always there are equal, value by value: then each
        value of one excludes placements of the other. None for other terms, or many values."""
        if len(terms) != 2 or terms[0][0] != -terms[1][0]:
            return None
        common: set[int] | None = None
        for _, x in terms:
            local = self.vertices(x)
            if not local or type(x) in BOOL_KINDS or self.graph.vertices[local[0]] is not True:
                return None
            every = self._cases.values(x)
            values = {every[number + 1] for number in self.at[local[0]]}
            common = values if common is None else common & values
        if common is None or len(common) > MOST_EQUAL:
            return None
        has = [[self.rebuilt(self.m.eq(x, value)) for _, x in terms] for value in sorted(common)]
        return self.m.or_([self.m.and_(both) for both in has])

    def _compares_forms(self, node: Any) -> bool:
        """Whether a node compares the forms of two pieces of the graph, not of another one."""
        return type(node) is Query and node.definition is SAME_FORM and node.graph is self.graph

    def _alike(self, a: int, b: int, where: Positions, turned: bool, flipped: bool) -> Bool:
        """Whether the pieces of two vertices have the same form up to symmetries."""
        forms = [self._forms_of(v, where, turned, flipped) for v in (a, b)]
        return self.m.or_([self.m.and_(both) for both in zip(*forms, strict=True)])

    def _forms_of(self, v: int, where: Positions, turned: bool, flipped: bool) -> list[Bool]:
        """For each form up to symmetries, whether the piece of a vertex has it."""
        key = v, where, turned, flipped
        found = self._forms.get(key)
        if found is None:
            kinds = self._cases.kinds(where, turned, flipped)
            queries = [self.m.query(HAS_FORM, self.graph, (v, where, kind)) for kind in kinds]
            found = self._forms[key] = [self.rebuilt(x) for x in queries]
        return found

    def _is_about_several(self, x: Node) -> bool:
        """Whether a number depends on several pieces."""
        return type(x) not in BOOL_KINDS and self.vertices(x) == ()

    def _term(self, x: Node, exact: bool) -> IntOperand:
        local = self.vertices(x)
        if local and x not in self._leaves:
            if exact and type(x) not in BOOL_KINDS:
                return self.choice(x, local[0])
            return self.number(x, local[0])
        made: IntOperand = self._rebuilt[x]
        return made
