"""Pieces that can lie in few ways: a choice among placements.

If no piece of a graph may have more than a few vertices, or all must be rectangles of which few
remain (such as squares), all possible pieces are listed, with a variable for each. Conditions on
single pieces (the size, being in a line) filter the placements beforehand. All other queries on the
graph become conditions on these variables: whether two vertices are connected, how many pieces
touch a cell. A present vertex is in exactly one chosen placement, and edges join the vertices of a
placement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, islice
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint, Origin
from ..model.globals.form import HAS_FORM, SAME_FORM
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    Graph,
    Iff,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Or,
    Query,
    all_below,
    all_of,
    any_of,
    bottom_up,
)
from ..model.pieces import neighbours
from ..model.store import BETWEEN
from ..records import record
from .cases import Cases, Placement
from .demands import Signature, parts_of, require_all, selected
from .listing import OF_SHAPE, Boxes
from .local import Local
from .rectangles import Rectangles, all_among, by_neighbours, rectangles, tight_edges

LARGEST: Final = 4  # vertices of a piece
MANY: Final = 8  # placements for each vertex: with more, graph propagators are cheaper
# The same where forms are compared, each a condition for each place at each vertex without
# placements. For each cell, there are 307 polyominoes of up to six cells.
LARGEST_COMPARED: Final = 6
MANY_COMPARED: Final = 320
# Bits that say which placements each vertex is in, at most: 512 MB. This limits the placements on
# boards of more than some 20,000 vertices, and how many are tried at once; on boards of more than
# 65,536 there would be fewer than vertices, so none are tried.
MOST_BITS: Final = 1 << 32
# Listing ends early where the share of rectangles left so far predicts this many times too many.
CERTAINLY: Final = 1.25
# In a division of all cells, the sizes of pieces propagate well by themselves: placements pay only
# if conditions compare sizes or shapes of pieces, or if there are many other conditions, at least
# this many nodes per vertex.
ASKED = 200
_COMPARED: Final = frozenset((SIZE, *OF_SHAPE))


@record
class Sizes:
    """The sizes that the piece of a vertex may have, and the instances that demand it."""

    values: set[int]
    origins: tuple[Origin, ...]


def placed(m: Model) -> Model:
    """The model with choices of placements for the graphs whose pieces are small."""
    if not (m.uses(SIZE) or m.uses(HAS_FORM)):
        return m
    done = set()
    for graph, sizes in _bounded(m).items():
        done.add(graph)
        tight = tight_edges(m, graph)
        if len(tight) == len(graph.edges):
            allowed = {v: some.values for v, some in sizes.items()}
            origins = [o for some in sizes.values() for o in some.origins]
            m = _placed(m, graph, connected_sets(graph, allowed), origins, tight)
    for found in rectangles(m):
        if found.always and found.graph not in done and not _only_corners(m, found):
            tight = tight_edges(m, found.graph)
            if len(tight) == len(found.graph.edges):
                m = _placed(m, found.graph, found, [], tight)
    return m


def _only_corners(m: Model, found: Rectangles) -> bool:
    """Whether there are no other queries on pieces that must be rectangles: then conditions on
    corners suffice."""
    seen: set[Any] = {*found.demands.values()}
    for k, constraint in enumerate(m.constraints):
        if not k & BETWEEN:
            pause()
        for node in all_below(constraint.condition, seen):
            seen.add(node)
            if (type(node) is Query or type(node) is Measure) and node.graph is found.graph:
                return False
    return by_neighbours(found.graph, found.where)


def _bounded(m: Model) -> dict[Graph, dict[int, Sizes]]:
    """The graphs none of whose pieces may be large, with the sizes of the piece of each vertex."""
    found: dict[Graph, dict[int, Sizes]] = {}
    largest = LARGEST_COMPARED if _compares_forms(m) else LARGEST
    for demand, constraint in selected(m, _may_bound_form if m.uses(HAS_FORM) else _may_bound):
        for part in _split(m, demand):
            said = _said_sizes(m, part)
            if said is not None and max(said[2], default=0) <= largest:
                graph, v, values = said
                known = found.setdefault(graph, {}).get(v)
                origins = constraint.origins
                if known is not None:
                    values &= known.values
                    origins = (*known.origins, *origins)
                found[graph][v] = Sizes(values, origins)
    return {
        graph: sizes
        for graph, sizes in found.items()
        if all_among(graph, sizes)
        # That no two vertices are joined is said of neighbours alone (`bars.accompanied`).
        and not all(some.values and some.values <= {0, 1} for some in sizes.values())
        and (
            True not in graph.vertices
            or _compares_forms(m)
            or m.size > ASKED * len(graph.vertices)
            or _compares_pieces(m, graph)
        )
    }


def _said_sizes(m: Model, demand: Bool) -> tuple[Graph, int, set[int]] | None:
    """The sizes that a demand leaves to the piece of a vertex, if that is present, by the size
    itself or by its form; None if it does not say this of one piece."""
    pieces: set[tuple[Graph, int]] = set()
    values: set[int] = set()
    others: list[Bool] = []
    for x in any_of(demand):
        found = next(filter(None, map(_size_by, all_of(x))), None)
        if found is None:
            others.append(x)
        else:
            graph, v, some = found
            pieces.add((graph, v))
            values.update(some)
    if len(pieces) != 1:
        return None
    ((graph, v),) = pieces
    absent = m.not_(graph.vertices[v])
    return (graph, v, values) if all(x is absent for x in others) else None


def _size_by(x: Bool) -> tuple[Graph, int, Iterable[int]] | None:
    """The vertex, and the sizes of its piece for which a condition may hold, if it is on the size
    or the form of the piece."""
    if type(x) is Member and type(x.arg) is Measure and x.arg.definition is SIZE:
        vertex, weights = x.arg.data
        ends = x.ends
        values = x.values if ends[1] <= LARGEST_COMPARED else ends  # too large in any case
        return (x.arg.graph, vertex, values) if weights is None else None
    if type(x) is Query and x.definition is HAS_FORM:
        return x.graph, x.data[0], map(len, x.data[2])
    return None


def _compares_pieces(m: Model, graph: Graph) -> bool:
    """Whether a demand compares the sizes, rows, columns or boxes of several pieces: without
    placements, a size is compared only when it is known, and shapes take conditions on any two
    vertices."""
    for condition, _ in selected(m, _may_compare):
        pause()
        vertices = {
            node.data[0]
            for node in bottom_up([condition], (graph,))
            if type(node) is Measure and node.graph is graph and node.definition in _COMPARED
        }
        if len(vertices) > 1:
            return True
    return False


def _may_compare(signature: Signature) -> bool:
    return signature.kind in (Or, Iff, LinearEq, LinearLe) and not signature.negated


def _compares_forms(m: Model) -> bool:
    return m.uses(HAS_FORM) or m.uses(SAME_FORM)


def _may_bound(signature: Signature) -> bool:
    """Whether conditions of a signature may bound the size of a piece."""
    if signature.kind is Or:
        return not signature.negated and signature.has(Member, And)
    return signature.kind is Member and Measure in signature.parts


def _may_bound_form(signature: Signature) -> bool:
    """The same where conditions may ask for the form of a piece."""
    by_form = signature.has(Query, And) if signature.kind is Or else signature.kind is Query
    return _may_bound(signature) or (by_form and not signature.negated)


def _parts(m: Model, constraint: Constraint) -> list[Bool]:
    """The demands of a constraint, with guarded conjunctions split; none of one that can be
    switched off."""
    return [part for demand in parts_of(constraint) for part in _split(m, demand)]


def _split(m: Model, demand: Bool) -> list[Bool]:
    """The parts of a guarded conjunction; any other demand as it is."""
    joined = [x for x in demand.args if type(x) is And] if type(demand) is Or else []
    if len(joined) == 1 and type(demand) is Or:
        guards = [x for x in demand.args if x is not joined[0]]
        return [m.or_((*guards, x)) for x in joined[0].args]
    return [demand]


def with_parts(m: Model) -> list[tuple[Constraint, list[Bool]]]:
    """The constraints, each with its demands."""
    return [(c, _parts(m, c) or [c.condition]) for c in m.constraints]


def on_pieces(
    local: Local, demanded: Iterable[tuple[Constraint, list[Bool]]]
) -> dict[int, list[Bool]]:
    """By vertex, the demands on its piece."""
    own: dict[int, list[Bool]] = {}
    for constraint, parts in demanded:
        pause()
        for part in parts if constraint.given is True else ():
            for v in local.vertices(part) or ():
                own.setdefault(v, []).append(part)
    return own


def _placed(
    m: Model,
    graph: Graph,
    every: Iterable[Placement] | Rectangles,
    demanding: Iterable[Origin],
    tight: Mapping[tuple[int, int], Bool],
) -> Model:
    """The model with placements for the pieces of one graph, or as it is. every: what they may be,
    as some instances demand; or rectangles."""
    most = (MANY_COMPARED if _compares_forms(m) else MANY) * len(graph.vertices)
    at_once = MOST_BITS // len(graph.vertices)
    most = min(most, at_once)
    if most < len(graph.vertices):
        return m
    local = Local(m, graph, tight)
    demanded = with_parts(m)
    own = on_pieces(local, demanded)
    pieces: list[Placement] = []
    size, seen, total = 4 * most, 0, 0
    if isinstance(every, Rectangles):
        every = Boxes(m, every, own)
        own, total = every.open, len(every)
        size = size if total <= size else len(graph.vertices)
    for some in _batches(every, min(size, at_once), at_once):
        pieces += _left(local.cases(some), some, own)
        seen += len(some)
        if len(pieces) > most or len(pieces) * total > CERTAINLY * most * seen:
            return m
    shorter = m.extended([])
    pairs = all(len(piece) == 2 for piece in pieces)
    local.choose(
        pieces,
        [
            local.joined(piece[0], piece[1]) if pairs else shorter.bool_var(f"piece{k}")
            for k, piece in enumerate(pieces)
        ],
    )
    origins, nowhere = dict.fromkeys(demanding), local.cases(())
    for constraint, parts in demanded:
        kinds = [local.vertices(part) if constraint.given is True else None for part in parts]
        pause()
        if all(vertices is None for vertices in kinds):
            shorter.constraints.append(constraint)
            continue
        for part, vertices in zip(parts, kinds, strict=True):
            if vertices:
                origins.update(dict.fromkeys(constraint.origins))
                # It holds for all placements, but may fail where the vertex is absent.
                there = graph.vertices[vertices[0]]
                guarded = type(part) is Or and m.not_(there) in part.args
                made = True if guarded or nowhere.holds(part) else there
            else:
                made = local.rebuilt(part)
            if made is not True:
                shorter.constraints.append(constraint.of(made))
    if pairs:
        _pair(shorter, local, pieces, tight, tuple(origins))
        return shorter
    _lay(shorter, local, pieces, tight, tuple(origins))
    return shorter


def _batches(pieces: Iterable[Placement], size: int, most: int) -> Iterator[list[Placement]]:
    """The pieces in lists, each twice as long as the one before, up to `most`: queries are
    evaluated once per list, and only the first list may be needed."""
    rest = iter(pieces)
    while some := list(islice(rest, size)):
        yield some
        size = min(2 * size, most)


def _left(
    cases: Cases, pieces: Sequence[Placement], own: Mapping[int, Sequence[Bool]]
) -> Iterator[Placement]:
    """The pieces for which the demands on the pieces of their vertices hold."""
    left = cases.every
    for v, demands in own.items():
        pause()
        for demand in demands:
            left &= ~cases.inside[v] | cases.holds(demand)
    return compress(pieces, map("1".__eq__, reversed(f"{left >> 1:b}")))


def _pair(
    m: Model,
    local: Local,
    pieces: Sequence[Placement],
    tight: Mapping[tuple[int, int], Bool],
    origins: tuple[Origin, ...],
) -> None:
    """For pieces of two: each present vertex is joined with exactly one other, so no variables are
    needed. The joined pairs must be placements."""
    may = set(pieces)
    conditions = [m.not_(local.joined(*ends)) for ends in tight if ends not in may]
    for v, there in enumerate(local.graph.vertices):
        if there is not False:
            beside = [local.joined(a, b, but=v) for a, b in map(pieces.__getitem__, local.at[v])]
            conditions.append(m.implies(there, m.sum_is([(1, x) for x in beside], 1)))
    require_all(m, conditions, origins)


def _lay(
    m: Model,
    local: Local,
    pieces: Sequence[Placement],
    tight: Mapping[tuple[int, int], Bool],
    origins: tuple[Origin, ...],
) -> None:
    """Each present vertex is in exactly one placement, and the ends of an edge in the same one."""
    graph = local.graph
    conditions: list[Bool] = []
    for v, there in enumerate(graph.vertices):
        if there is not False:
            chosen = [(1, local.chosen[number]) for number in local.at[v]]
            conditions.append(m.sum_is([(-1, there), *chosen], 0))
    for (a, b), edge in tight.items():
        both = m.or_(local.chosen[number] for number in local.at[a] if b in pieces[number])
        conditions.append(m.implies(local.joined(a, b), both))
        if edge is not True:
            conditions.append(m.implies(both, edge))
    require_all(m, conditions, origins)


def connected_sets(graph: Graph, sizes: Mapping[int, set[int]]) -> Iterator[Placement]:
    """The connected sets of vertices whose size is allowed for each of their vertices, each once
    (Redelmeier's algorithm for polyominoes, 1981)."""
    around = [sorted({w for _, w in ways}) for ways in neighbours(graph)]
    largest = max((max(some, default=0) for some in sizes.values()), default=0)
    for v in sizes:
        first = [w for w in around[v] if w > v and w in sizes]
        # Each piece with the vertices at its border by which it is extended, and all that it or a
        # border was offered.
        stack: list[tuple[Placement, list[int], frozenset[int]]] = [
            ((v,), first, frozenset((v, *first)))
        ]
        while stack:
            pause()
            piece, border, seen = stack.pop()
            if all(len(piece) in sizes[u] for u in piece):
                yield tuple(sorted(piece))
            if len(piece) < largest:
                larger = []
                while border:
                    w = border.pop()
                    new = [x for x in around[w] if x not in seen and x > v and x in sizes]
                    larger.append(((*piece, w), [*border, *new], seen | {*new}))
                stack += reversed(larger)
