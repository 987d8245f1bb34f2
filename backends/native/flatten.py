"""From the DAG of a model to the flat network of the engine.

A bool node becomes a literal: a membership of a variable where it is one, else a fresh bool. A
fresh bool is tied to its node by implications, only in the directions that its uses need (after
Plaisted and Greenbaum 1986): the bool implies the node where a use profits from a true bool, its
negation implies the node's where a use profits from a false one. So once all variables of the model
are fixed and propagation is at its end, every fresh bool that is still open may take either value.
An int node becomes a variable that follows from its operands. A condition over one variable is a
membership; many conditions over two are tables.

The DAG may be of any depth, so nothing here recurs along it: definitions wait on a work list.
`flat` has the layers for literals, tables, sums, numbers and globals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...deadline import pause
from ...model.conflicts import conflict
from ...model.constraints import Constraint
from ...model.globals.connected import CONNECTED
from ...model.globals.connected_pair import CONNECTED_PAIR, walled
from ...model.globals.form import SAME_FORM
from ...model.globals.half_turn import HALF_TURN, about_few_centres
from ...model.globals.loop import LOOP
from ...model.globals.size import SIZE
from ...model.model import Model
from ...model.nodes import (
    And,
    Bool,
    BoolNode,
    BoolVar,
    Global,
    Graph,
    Iff,
    IntVar,
    LinearEq,
    LinearLe,
    Member,
    Not,
    Or,
    Query,
    children,
)
from ...model.pieces import neighbours
from ..supports import PLAIN, Supports, expanded
from . import network as net
from .flat.forms import at_each, beside_each, found_piece
from .flat.globals import POSTS, Globals
from .flat.literals import BETWEEN, BOTH, IMPLIED, IMPLIES, equal_pair
from .flat.queries import QUERIES
from .flat.side_by_side import bound_together
from .flat.turns import Board, board
from .graphs import Edges, post_graph
from .network import FALSE, TRUE, Literal

# Globals and queries are native only where a constraint demands them, or a query has a literal.
SUPPORTS: Final = Supports(PLAIN, frozenset((*POSTS, *QUERIES, HALF_TURN, LOOP, SAME_FORM, SIZE)))
LONG: Final = 4  # the fewest parts of a junction that takes another's literal, see `_parts`
MOST_EXCLUDED: Final = 16  # values that two variables may not both have, as clauses
LEAVES: Final = frozenset((bool, int, BoolVar, IntVar))


class Flattening(Globals):
    """The flat network of a model, which grows with each required condition.

    variables: the flat variable of each variable of the model.
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._used: set[Any] | None = None
        self._boards: dict[Graph, Board] = {}
        if model.selectors:
            self.network.selectors = self.variables[-model.selectors :]
        self._identify_walls(model)
        # What is known of single variables comes first: it satisfies or shortens other clauses.
        for k, constraint in enumerate(sorted(model.constraints, key=_is_of_more)):
            if not k & BETWEEN:
                pause()
            self._imply(self._condition(constraint), constraint.condition, True)
            self._work_off()
        self._count_flags()
        self._post_graphs()
        if not self.network.failed:
            bound_together(self.network)

    def _identify_walls(self, model: Model) -> None:
        """If an edge between present vertices must be absent only between two pieces, the query
        whether its ends are of one piece has the edge's literal."""
        if not model.uses(CONNECTED_PAIR):
            return
        for constraint in model.constraints:
            condition = constraint.condition
            if type(condition) is not Or or constraint.given is not True:
                continue
            found = walled(condition)
            if found is None or found[0] in self._literals:
                continue
            pair, edge = found
            if all(pair.graph.vertices[v] is True for v in pair.data):
                self._literals[pair] = literal = self._literal(edge, BOTH)
                self._tied[pair] = BOTH
                self._add_query(pair, literal)

    def _condition(self, constraint: Constraint) -> Literal:
        """The literal under which a constraint is to hold."""
        if constraint.given is True:
            return TRUE
        literal = self._literal(constraint.given, BOTH)
        self._steady.add(literal[0])
        return literal

    def copy(self) -> Flattening:
        """A copy with an equivalent network, for further conditions. Call it between `require`s."""
        twin = Flattening(Model())
        twin._model, twin._tabulator = self._model, self._tabulator
        twin.network, twin.variables = self.network.copy(), self.variables
        twin._literals, twin._tied = self._literals.copy(), self._tied.copy()
        twin._flags = {x: flags.copy() for x, flags in self._flags.items()}
        twin._ints, twin._posted = self._ints.copy(), self._posted.copy()
        twin._operands, twin._operands_of = self._operands, self._operands_of
        twin._steady, twin._used = self._steady.copy(), self._used
        twin._boards = self._boards.copy()
        return twin

    def require(self, condition: Bool) -> None:
        """Demand a condition."""
        self._imply(TRUE, condition, True)
        self._work_off()
        self._post_graphs()

    def _work_off(self) -> None:
        waiting, network, done = self._waiting, self.network, 0
        while waiting and not network.failed:
            if not done & BETWEEN:
                pause()
            done += 1
            given, node, what = waiting.pop()
            if given is None:
                self._define(node, what)
            else:
                self._imply(given, node, what)

    # -- conditions

    def _imply(self, given: Literal, node: Bool, sense: bool) -> None:
        """Demand that a literal implies a node (sense True) or its negation."""
        if type(node) is Not:
            node, sense = node.arg, not sense
        if type(node) is BoolVar:
            self._imply_literal(given, node, sense)
        elif type(node) is And:
            self._imply_and(given, node, sense)
        elif type(node) is Or:
            self._imply_or(given, node, sense)
        elif type(node) is Iff:
            self._imply_iff(given, node, sense)
        elif type(node) is Member:
            self._imply_member(given, node, sense)
        elif type(node) is LinearLe:
            self._imply_at_most(given, node, sense)
        elif type(node) is LinearEq:
            self._imply_equal(given, node, sense)
        elif type(node) is Query:
            self._imply_query(given, node, sense)
        elif type(node) is Global:
            self._imply_global(given, node, sense)
        elif node is not sense:
            self._clause(given, [])

    def _imply_literal(self, given: Literal, node: BoolNode, sense: bool) -> None:
        literal = self._sided(node, sense)
        if given == TRUE:
            self.network.clause([literal])
        else:
            word, mask = given
            self.network.either((word, ~mask), literal)

    def _sided(self, node: BoolNode, sense: bool) -> Literal:
        """The raw literal of a node (sense True) or of its negation, for use in a clause."""
        if sense:
            return self._raw(node, IMPLIES)
        word, mask = self._raw(node, IMPLIED)
        return word, ~mask

    def _one_of(self, given: Literal, args: Sequence[BoolNode], sense: bool) -> None:
        """Demand that a literal implies one of some nodes, or that one of them does not hold."""
        if given == TRUE and len(args) == 2:
            self.network.either(self._sided(args[0], sense), self._sided(args[1], sense))
        else:
            self._clause(given, [self._sided(arg, sense) for arg in args])

    def _is_named(self, given: Literal, node: And | Or) -> bool:
        """Whether a node of more than two parts has a literal other than the given one. Conditions
        that imply the node then imply that literal, and the node is defined only once."""
        if given == TRUE or len(node.args) == 2:
            return False
        found = self._literals.get(node)
        return found is not None and found[0] != given[0]

    def _imply_and(self, given: Literal, node: And, sense: bool) -> None:
        if self._is_named(given, node):
            self._imply_literal(given, node, sense)
            return
        args = self._parts(given, node)
        if sense:
            self._imply_each(given, node, args)
        else:
            self._one_of(given, args, False)

    def _imply_each(self, given: Literal, node: And | Or, args: Sequence[BoolNode]) -> None:
        """Demand that a literal implies each part of a conjunction, or the negation of each part of
        a disjunction."""
        sense = type(node) is And
        if args is not node.args:  # the first is a longer part, which is defined only once
            self._imply_literal(given, args[0], sense)
            args = args[1:]
        # The last one goes first, as on the work list.
        k = len(args)
        while k and _is_literal(args[k - 1]):
            k -= 1
            self._imply_literal(given, args[k], sense)
        if k:
            self._waiting.extend([(given, arg, sense) for arg in args[:k]])

    def _parts(self, given: Literal, node: And | Or) -> Sequence[BoolNode]:
        """The parts of a junction. If another junction that is used has all of them but the first
        or the last: that junction, and the part that it lacks. In a row of junctions, each with a
        part more than the one before, the clauses then have three literals each, in place of one
        more each time."""
        args = node.args
        if given == TRUE or len(args) < LONG:
            return args
        shorter = self._model.junction_of_most(node)
        if shorter is None or shorter not in self._used_nodes():
            return args
        return shorter, args[-1] if args[0] is shorter.args[0] else args[0]

    def _used_nodes(self) -> set[Any]:
        """All nodes of the constraints but variables. The model has others too, which were made on
        the way to these and are used nowhere."""
        if self._used is None:
            self._used = seen = set[Any]()
            stack: list[Any] = [c.condition for c in self._model.constraints]
            while stack:
                node = stack.pop()
                if type(node) is Not:
                    node = node.arg
                kind = type(node)
                if kind in LEAVES or node in seen:
                    continue
                seen.add(node)
                if kind is And or kind is Or:
                    stack += node.args
                else:
                    stack += children(node)
        return self._used

    def _imply_or(self, given: Literal, node: Or, sense: bool) -> None:
        if self._is_named(given, node):
            self._imply_literal(given, node, sense)
            return
        args = self._parts(given, node)
        if not sense:
            self._imply_each(given, node, args)
        elif given != TRUE or not self._excluded(node):
            self._one_of(given, args, True)

    def _excluded(self, node: Or) -> bool:
        """Post "x and y differ, or one of them has one of some values" as a clause for each other
        value: not both have it. So a value leaves one variable as soon as the other has it. Returns
        whether the disjunction is of this form, with few such values; otherwise posts nothing."""
        found = conflict(node)
        if found is None:
            return False
        (one, other), bits = found
        network, x, y = self.network, self.variables[one.index], self.variables[other.index]
        if network.words[x] > 1 or network.words[y] > 1:
            return False
        first, second, base = network.first[x], network.first[y], network.base[x]
        values = [v for v in network.values(x) if bits >> one.domain.index(v) & 1]
        if len(values) > MOST_EXCLUDED:
            return False
        for v in values:
            k = v - network.base[y]
            if 0 <= k < 64:
                network.either((first, ~(1 << v - base)), (second, ~(1 << k)))
        return True

    def _imply_iff(self, given: Literal, node: Iff, sense: bool) -> None:
        left, right = node.left, node.right
        if given == TRUE:
            for one, other in ((left, right), (right, left)):
                if type(one) in (BoolVar, Member) or one in self._literals:
                    literal = self._literal(one, BOTH)
                    self._imply(literal, other, sense)
                    self._imply(self.network.negation(literal), other, not sense)
                    return
        a, not_a = self._both_ways(left)
        b, not_b = self._both_ways(right)
        if not sense:
            b, not_b = not_b, b
        self._clause(given, [not_a, b])
        self._clause(given, [a, not_b])

    def _both_ways(self, node: BoolNode) -> tuple[Literal, Literal]:
        """The raw literals of a node and of its negation."""
        word, mask = self._raw(node, BOTH)
        return (word, mask), (word, ~mask)

    def _imply_at_most(self, given: Literal, node: LinearLe, sense: bool) -> None:
        if not self._is_plain(node) and self._tabulated(given, node, sense):
            return
        if sense:
            self._at_most(given, node.terms, node.bound)
        else:
            self._at_most(given, [(-c, x) for c, x in node.terms], -node.bound - 1)

    def _imply_equal(self, given: Literal, node: LinearEq, sense: bool) -> None:
        pair = equal_pair(node)
        if pair is not None:
            one, other = pair
            y, x = self.variables[one.index], self.variables[other.index]
            if x == y:  # one variable in the network
                if not sense:
                    self._clause(given, [])
                return
            if type(one) is IntVar and type(other) is IntVar and self._compares_few(one, other):
                self._same(given, x, y, sense)
                return
        if self._tabulated(given, node, sense):
            return
        if sense:
            self._equal(given, node.terms, node.bound)
        else:
            self._unequal(given, node.terms, node.bound)

    def _imply_member(self, given: Literal, node: Member, sense: bool) -> None:
        if self._is_plain(node) or not self._tabulated(given, node, sense):
            self._imply_literal(given, node, sense)

    def _imply_global(self, given: Literal, node: Global, sense: bool) -> None:
        if self._tabulated(given, node, sense):
            return
        post = POSTS.get(node.definition) if sense and self._stays(given) else None
        if post is None or not post(self, given, node.args, node.data):
            self._later(given, expanded(self._model, node), sense)

    def _imply_query(self, given: Literal, node: Query, sense: bool) -> None:
        kind = QUERIES.get(node.definition)
        if node.definition is LOOP:
            self._imply_loop(given, node, sense)
        elif kind is None:
            if node.definition is SAME_FORM:
                done = self._compared(given, node, sense)
            else:
                turned = sense and node.definition is HALF_TURN
                done = turned and not about_few_centres(node.data) and self._turned(given, node)
            if not done:
                self._later(given, expanded(self._model, node), sense)
        elif given == TRUE:
            self._add_query(node, TRUE if sense else FALSE)
        elif not (self._stays(given) and kind.one_way):
            self._imply_literal(given, node, sense)
        elif sense:
            self._add_query(node, given, net.IF_TRUE)
        else:
            self._add_query(node, self._not(given), net.IF_FALSE)

    # -- graphs

    def _imply_loop(self, given: Literal, node: Query, sense: bool) -> None:
        """A loop is lines of the right degrees in one piece. If a constraint requires it
        unconditionally, it also propagates which line would close it too early."""
        model, graph = self._model, node.graph
        if not self._stays(given) or not sense:
            self._later(given, expanded(model, node), sense)
            return
        if node.data:
            self._imply(given, expanded(model, node), True)
        else:
            lines = [self._literal(condition, BOTH) for _, _, condition in graph.edges]
            self._clause(given, lines)
            for v, around in enumerate(neighbours(graph)):
                if not v & BETWEEN:
                    pause()
                there = self._both(given, self._literal(graph.vertices[v], BOTH))
                self._count(there, [lines[e] for e, _ in around], 2, 2)
            self._imply(given, model.query(CONNECTED, graph), True)
        self._queries.setdefault(graph, []).append((net.LOOP, given, net.IF_TRUE, 0, 0))

    def _turned(self, given: Literal, node: Query) -> bool:
        """Demand that a half turn takes the piece of a vertex to itself: the vertex has an image
        under one about a centre in question. False if the positions suit no board."""
        v, where, centres = node.data
        graph, network = node.graph, self.network
        found = self._boards.get(graph)
        if found is None:
            found = board(where)
            if found is None:
                return False
            self._boards[graph] = found
            for u, bits in enumerate(found.rows_of_images(graph)):
                found.images.append(network.row(bits, found.words))
                image = (net.IMAGE, (found.images[u], 0), net.ALWAYS, u, 0)
                self._queries.setdefault(graph, []).append(image)
        if found.where is not where:
            return False
        self._imply(given, graph.vertices[v], True)
        about = found.images_about(v, centres)
        left = ~1 if about is None else about
        own = network.words_of(found.images[v])
        words = [(w, left >> 64 * k & net.ALL) for k, w in enumerate(own)]
        if given == TRUE:
            for w, mask in words:
                network.domain[w] &= mask
            network.failed = network.failed or not any(network.domain[w] for w, _ in words)
        else:
            self._clause(given, words)
        return True

    def _compared(self, given: Literal, node: Query, alike: bool) -> bool:
        """Demand that two pieces have the same form, or different ones. False if one of them is
        never there."""
        a, b, where, turned, flipped = node.data
        network, table = self.network, at_each if alike else beside_each
        one, other = (found_piece(self._model, node.graph, v, where, table) for v in (a, b))
        if one is None or other is None:
            return False
        literals = [self._literal(x, BOTH) for x in (*one[0], *other[0])]
        tables = (turned, flipped, network.table(one[1]), network.table(other[1]))
        network.propagator(
            net.ALIKE if alike else net.UNLIKE,
            given,
            [w for w, _ in literals],
            net.CHANGED,
            mask=[m for _, m in literals],
            low=len(one[0]),
            data=network.table(tables),
        )
        return True

    def _both(self, given: Literal, other: Literal) -> Literal:
        """A literal that is true where two are; where it is tied to them no further, it is free."""
        if given == TRUE or other in (TRUE, FALSE):
            return given if other == TRUE else other
        both = self.network.bool_variable()
        self._clause(given, [self._not(other), both])
        return both

    def _post_graphs(self) -> None:
        """Post a propagator for each graph with queries."""
        # Graphs that lack some vertices share edges: by their id, and with a graph that keeps them.
        edges_of: dict[int, tuple[Graph, Edges]] = {}
        while self._queries and not self.network.failed:
            pause()
            graph, own = self._queries.popitem()
            vertices = [self._literal(v, BOTH) for v in graph.vertices]
            shared = edges_of.get(id(graph.edges))
            if shared is None:
                listed = [(a, b, self._literal(c, BOTH)) for a, b, c in graph.edges]
                shared = edges_of[id(graph.edges)] = graph, Edges(len(vertices), listed)
            _, edges = shared
            self._work_off()
            weights: dict[Any, int] = {}
            queries: list[net.GraphQuery] = []
            for kind, literal, when, a, b in sorted(own, key=lambda query: query[0]):
                if kind == net.SIZE:
                    b = weights.setdefault(b, len(weights))
                queries.append((kind, literal, when, a, b))
            queries.sort(key=lambda query: (query[0], query[4] if query[0] == net.SIZE else 0))
            ones = (1,) * len(vertices)
            found = self._boards.get(graph)
            has_images = any(query[0] == net.IMAGE for query in queries)
            places = (found.places, found.columns) if has_images and found is not None else ((), 0)
            post_graph(
                self.network, vertices, edges, queries, [w or ones for w in weights], *places
            )


def _is_literal(x: Bool) -> bool:
    """Whether a node is a variable, its negation, or about the values of a variable."""
    if type(x) is Not:
        x = x.arg
    return type(x) is BoolVar or (type(x) is Member and type(x.arg) is IntVar)


def _is_of_more(constraint: Constraint) -> bool:
    """Whether a constraint says more than what values a single variable has."""
    return constraint.given is not True or not _is_literal(constraint.condition)
