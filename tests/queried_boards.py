"""Random small graphs with many queries at once, so that a search meets every kind of reason that a
graph propagator can have."""

from __future__ import annotations

from random import Random

from grids import neighbours
from pzc.model.constraints import Origin
from pzc.model.globals.acyclic import ACYCLIC
from pzc.model.globals.box import positions
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.form import SAME_FORM
from pzc.model.globals.half_turn import HALF_TURN
from pzc.model.globals.loop import LOOP
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, domain_of

Pairs = list[tuple[int, int]]


def queried_board(random: Random) -> Model:
    """A board, or any graph, whose vertices and edges may be there, under several questions: some
    answered, some open; and clauses over all of them."""
    model = Model()
    count, pairs = random.choice((_board, _any_graph))(random)
    parts = [model.bool_var(f"p{k}") for k in range(random.randint(3, 9))]
    sure, of = random.choice(((0.8, 0.1), (0.1, 0.8), (0.4, 0.4), (0.2, 0.2)))

    def part(known: float) -> Bool:
        if random.random() < known:
            return True
        if random.random() < 0.7:
            return model.bool_var("own")
        shared = random.choice(parts)
        return shared if random.random() < 0.5 else model.not_(shared)

    vertices = [part(sure) for _ in range(count)]
    graph = model.graph(vertices, [(a, b, part(of)) for a, b in pairs])
    queried = _add_queries(model, graph, random)
    literals = [*parts, *queried, *(p for p in graph.parts if not isinstance(p, bool))]
    _add_clauses(model, literals, random)
    model.answer = tuple(model.variables)
    return model


def line_board(random: Random) -> Model:
    """Lines along the sides of some squares, which are one loop, or not; and clauses over them."""
    model = Model()
    count, pairs = _board(random)
    lines = {pair: model.bool_var("line") for pair in pairs if random.random() < 0.95}
    vertices = [model.or_(line for pair, line in lines.items() if v in pair) for v in range(count)]
    graph = model.graph(vertices, [(*pair, line) for pair, line in lines.items()])
    query = model.query(LOOP, graph, ())
    if not isinstance(query, bool):
        queried = model.bool_var("queried") if random.random() < 0.2 else True
        model.require(query if queried is True else model.iff(queried, query), Origin(0))
    if random.random() < 0.5:
        _add_queries(model, graph, random)
    _add_clauses(model, list(lines.values()), random)
    model.answer = tuple(model.variables)
    return model


def whole_board(random: Random) -> Model:
    """A large board that has to be connected: its cells, and often those that are left, too;
    perhaps without cycles, or as far as edges are there; and clauses over all of that."""
    model = Model()
    count, pairs = random.choice((_board, _large_board, _large_board))(random)
    cells = [model.bool_var("cell") for _ in range(count)]
    loose = random.choice((0.0, 0.0, 0.3))
    edges = [(a, b, random.random() >= loose or model.bool_var("e")) for a, b in pairs]
    graph = model.graph(cells, edges)
    queried = [model.query(CONNECTED, graph)]
    if random.random() < 0.5:
        queried.append(model.query(CONNECTED, model.graph([model.not_(c) for c in cells], edges)))
    if random.random() < 0.3:
        queried.append(model.query(ACYCLIC, graph))
    for query in queried:
        guard = model.bool_var("queried") if random.random() < 0.2 else True
        model.require(model.implies(guard, query), Origin(0))
    parts = [x for x in graph.parts if not isinstance(x, bool)]
    for cell in random.sample(parts, 4):
        model.require(cell if random.random() < 0.5 else model.not_(cell), Origin(0))
    _add_clauses(model, parts, random)
    model.answer = tuple(model.variables)
    return model


def hub_board(random: Random) -> Model:
    """A graph of which it is queried, of some vertices, which others are of their pieces: of nearly
    all others; and of some edges, where each may be absent only between two pieces; with clauses
    over all of that."""
    model = Model()
    count, pairs = random.choice((_board, _any_graph))(random)
    there, free = random.choice((1.0, 1.0, 0.7)), random.choice((1.0, 0.8))
    graph = _often_walled(model, count, pairs, there, free, random)
    queried: list[Bool] = []
    share = random.choice((1.0, 1.0, 0.85))
    for hub in random.sample(range(count), random.randint(1, min(4, count))):
        for v in range(count):
            if v != hub and random.random() < share:
                queried.append(model.query(CONNECTED_PAIR, graph, (min(hub, v), max(hub, v))))
    if random.random() < 0.3:
        _ask_sizes(model, graph, random)
    if random.random() < 0.2:
        _add_queries(model, graph, random)
    for query in random.sample(queried, random.randint(0, min(3, len(queried)))):
        model.require(query if random.random() < 0.3 else model.not_(query), Origin(0))
    parts = [x for x in (*graph.parts, *queried) if not isinstance(x, bool)]
    if parts:
        _add_clauses(model, parts, random)
    model.answer = tuple(model.variables)
    return model


def turned_board(random: Random) -> Model:
    """A board of which half turns must take some pieces to themselves, or, if something else is
    so; with walls between pieces, or sizes of them, and clauses over all of that."""
    model = Model()
    height, width = random.choice(((2, 3), (3, 3), (2, 5), (3, 4)))
    count, pairs = _of_size(height, width)
    there, free = random.choice((1.0, 1.0, 0.7, 0.3)), random.choice((1.0, 0.6, 0.3))
    graph = _often_walled(model, count, pairs, there, free, random)
    where = positions(graph, tuple((1 + v // width, 1 + v % width) for v in range(count)))
    sums = [(y, x) for y in range(2, 2 * height + 1) for x in range(2, 2 * width + 1)]
    share, always = random.choice((1.0, 0.9, 0.5)), random.random() < 0.5
    for v in range(count):
        centres = frozenset([s for s in sums if random.random() < share])
        turned = model.query(HALF_TURN, graph, (v, where, centres))
        unless = [] if always or random.random() < 0.3 else [model.not_(graph.vertices[v])]
        if not always and random.random() < 0.2:
            unless.append(model.bool_var("unless"))
        if random.random() < 0.8:
            model.require(model.or_((turned, *unless)), Origin(0))
    if random.random() < 0.5:
        _ask_sizes(model, graph, random)
    if random.random() < 0.2:
        _add_queries(model, graph, random)
    parts = [x for x in graph.parts if not isinstance(x, bool)]
    if parts:
        _add_clauses(model, parts, random)
    model.answer = tuple(model.variables)
    return model


def formed_board(random: Random) -> Model:
    """A board some pieces of which have different forms, or do if something else is so; with walls
    between pieces, or sizes of them, and clauses over all of that."""
    model = Model()
    height, width = random.choice(((2, 3), (2, 4), (3, 3)))
    count, pairs = _of_size(height, width)
    there, free = random.choice((1.0, 1.0, 0.7, 0.3)), random.choice((1.0, 0.9, 0.6))
    graph = _often_walled(model, count, pairs, there, free, random)
    where = positions(graph, tuple((1 + v // width, 1 + v % width) for v in range(count)))
    for _ in range(random.randint(1, 6)):
        a, b = sorted(random.sample(range(count), 2))
        turned, flipped = random.random() < 0.6, random.random() < 0.5
        same = model.query(SAME_FORM, graph, (a, b, where, turned, flipped))
        said = model.not_(same) if random.random() < 0.6 else same
        unless = [model.bool_var("unless")] if random.random() < 0.2 else []
        model.require(model.or_((said, *unless)), Origin(0))
    if random.random() < 0.4:
        _ask_sizes(model, graph, random)
    parts = [x for x in graph.parts if not isinstance(x, bool)]
    if parts:
        _add_clauses(model, parts, random)
    model.answer = tuple(model.variables)
    return model


def _often_walled(
    model: Model, count: int, pairs: Pairs, there: float, free: float, random: Random
) -> Graph:
    """A graph of which some vertices and edges are sure to be present; often one where an edge may
    be absent only between two pieces."""
    vertices = [random.random() < there or model.bool_var("v") for _ in range(count)]
    edges = [(a, b, random.random() > free or model.bool_var("e")) for a, b in pairs]
    graph = model.graph(vertices, edges)
    walled = random.random() < 0.7
    for a, b, edge in edges if walled else ():
        apart = model.not_(model.query(CONNECTED_PAIR, graph, (a, b)))
        model.require(model.or_((edge, apart)), Origin(0))
    return graph


def _large_board(random: Random) -> tuple[int, Pairs]:
    return _of_size(*random.choice(((5, 5), (4, 7), (6, 6))))


def _board(random: Random) -> tuple[int, Pairs]:
    return _of_size(*random.choice(((2, 3), (3, 3), (2, 5), (3, 4))))


def _of_size(height: int, width: int) -> tuple[int, Pairs]:
    return height * width, neighbours(height, width)


def _any_graph(random: Random) -> tuple[int, Pairs]:
    """A tree of random ways, and some edges more."""
    count = random.randint(4, 10)
    pairs = [(random.randint(max(0, v - 3), v - 1), v) for v in range(1, count)]
    for _ in range(random.randint(0, 5)):
        a, b = sorted(random.sample(range(count), 2))
        pairs.append((a, b))
    return count, sorted(set(pairs))


def _add_queries(model: Model, graph: Graph, random: Random) -> list[Bool]:
    """Ask several questions of a graph. Returns the conditions that say the answers."""
    cells = range(len(graph.vertices))
    said: list[Bool] = []

    def say(query: Bool) -> None:
        if isinstance(query, bool):
            return
        if random.random() < 0.4:
            model.require(query if random.random() < 0.7 else model.not_(query), Origin(0))
            return
        answer = model.bool_var("said")
        model.require(model.iff(answer, query), Origin(0))
        said.append(answer)

    for _ in range(random.choice((0, 1, 1, 2))):
        say(model.query(random.choice((CONNECTED, ACYCLIC)), graph))
    for v in random.sample(cells, random.choice((0, 0, 1, 2))):
        say(model.query(FIRST, graph, v))
    for hub in random.sample(cells, random.choice((0, 1, 1, 2))):
        others = [v for v in cells if v != hub]
        for v in random.sample(others, random.randint(1, len(others))):
            say(model.query(CONNECTED_PAIR, graph, (min(hub, v), max(hub, v))))
    if random.random() < 0.6:
        _ask_sizes(model, graph, random)
    return said


def _ask_sizes(model: Model, graph: Graph, random: Random) -> None:
    cells = range(len(graph.vertices))
    weights = random.choice((None, tuple(random.choice((0, 1, 1, 2, 3)) for _ in cells)))
    share = random.choice((0.3, 0.7, 1.0))
    for v in cells:
        size = model.measure(SIZE, graph, (v, weights))
        values = list(domain_of(size)) if not isinstance(size, int) else []
        if not values or random.random() > share:
            continue
        some = set(random.sample(values, random.randint(1, min(len(values), 5))))
        if random.random() < 0.6:
            some.add(values[0])
        model.require(model.eq(size, model.int_var(f"n{v}", sorted(some))), Origin(0))


def _add_clauses(model: Model, literals: list[Bool], random: Random) -> None:
    """Clauses of two or three literals, so many that a search often fails."""
    for _ in range(int(random.uniform(0.2, 1.6) * len(literals))):
        some = random.sample(literals, min(len(literals), random.choice((2, 3, 3))))
        signed = [one if random.random() < 0.5 else model.not_(one) for one in some]
        model.require(model.or_(signed), Origin(0))
