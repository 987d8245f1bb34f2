"""Hypothesis strategies for small random models, and brute force over all their assignments.

Every operand is built twice: by the model's builder, which folds and normalises, and as a plain
Python function of the assignment (its meaning), which does neither.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from grids import neighbours
from hypothesis import strategies as st
from plain_pieces import QUERIES, Lines, answer, questions
from pzc.model.constraints import Constraint, Objective, Origin
from pzc.model.evaluate import Evaluator, evaluate
from pzc.model.globals.acyclic import ACYCLIC
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.loop import LOOP
from pzc.model.globals.runs import RUNS
from pzc.model.globals.size import SIZE
from pzc.model.globals.straight import STRAIGHT
from pzc.model.globals.table import TABLE
from pzc.model.model import Model
from pzc.model.nodes import (
    BOOL_NODES,
    Bool,
    BoolNode,
    Graph,
    IntNode,
    IntOperand,
    Operand,
    Variable,
    domain_of,
    variables_of,
)

MAX_ASSIGNMENTS = 300
MAX_SPREAD = 120

Meaning = Callable[[Sequence[int]], int]


@dataclass(frozen=True)
class PlainGraph:
    """A graph, and which of its vertices and edges are there in an assignment."""

    graph: Graph
    vertices: list[Meaning]
    edges: list[tuple[int, int, Meaning]]

    def at(self, assignment: Sequence[int]) -> tuple[list[bool], Lines]:
        lines: Lines = {}
        for a, b, f in self.edges:
            pair = min(a, b), max(a, b)
            lines[pair] = lines.get(pair, False) or bool(f(assignment))
        return [bool(f(assignment)) for f in self.vertices], lines


@dataclass(frozen=True)
class Sample:
    """A model's operands, each with its meaning. bools: conditions; ints: no conditions; folded:
    what turned out to be a constant; graphs: what may be asked about again."""

    model: Model
    bools: list[tuple[BoolNode, Meaning]] = field(default_factory=list)
    ints: list[tuple[IntNode, Meaning]] = field(default_factory=list)
    folded: list[tuple[int, Meaning]] = field(default_factory=list)
    graphs: list[PlainGraph] = field(default_factory=list)

    @property
    def all(self) -> list[tuple[Operand, Meaning]]:
        return [*self.bools, *self.ints, *self.folded]

    def keep(self, operand: Operand, meaning: Meaning) -> None:
        if isinstance(operand, int):
            self.folded.append((operand, meaning))
        elif isinstance(operand, BOOL_NODES):
            self.bools.append((operand, meaning))
        else:
            self.ints.append((operand, meaning))


def assignments(model: Model) -> list[tuple[int, ...]]:
    """Every assignment of a model's variables, whatever its constraints and givens."""
    return list(product(*(domain_of(v) for v in model.variables)))


def brute_force(model: Model) -> set[tuple[int, ...]]:
    """Every assignment that satisfies the constraints and the givens. The reference evaluator
    judges a constraint as soon as its variables have values, once for each choice of these."""
    judges = [Judge(constraint) for constraint in model.constraints]
    if not all(judge.holds(Evaluator(())) for judge in judges if not judge.indices):
        return set()
    due: list[list[Judge]] = [[] for _ in model.variables]
    for judge in judges:
        if judge.indices:
            due[judge.indices[-1]].append(judge)
    begun: list[tuple[int, ...]] = [()]
    for v in model.variables:
        given = model.givens.get(v.index)
        values = [value for value in domain_of(v) if given is None or value == given]
        longer = (Evaluator((*one, value)) for one in begun for value in values)
        begun = [
            tuple(one.assignment)
            for one in longer
            if all(judge.holds(one) for judge in due[v.index])
        ]
    return set(begun)


class Judge:
    """Judges a constraint, once for each choice of values of its variables. indices: of these
    variables."""

    def __init__(self, constraint: Constraint) -> None:
        self._constraint = constraint
        self._judged: dict[tuple[int, ...], bool] = {}
        self.indices = [v.index for v in variables_of((constraint.given, constraint.condition))]

    def holds(self, value: Evaluator) -> bool:
        key = tuple(value.assignment[k] for k in self.indices)
        if key not in self._judged:
            self._judged[key] = value.satisfies(self._constraint)
        return self._judged[key]


def satisfies(model: Model, assignment: Sequence[int]) -> bool:
    value = Evaluator(assignment)
    return all(assignment[i] == v for i, v in model.givens.items()) and all(
        map(value.satisfies, model.constraints)
    )


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    """A model without constraints, and operands of every kind over a few variables."""
    sample = Sample(Model())
    size = 1
    for number in range(draw(st.integers(1, 6))):
        domain = draw(st.none() | _ranges | st.sets(st.integers(-3, 6), min_size=1, max_size=4))
        size *= 2 if domain is None else len(domain)
        if size > MAX_ASSIGNMENTS:
            break
        if domain is None:
            variable: Variable = sample.model.bool_var(f"b{number}")
        else:
            variable = sample.model.int_var(f"x{number}", domain)
        sample.keep(variable, lambda a, i=number: a[i])
    for _ in range(draw(st.integers(4, 20))):
        made = draw(st.sampled_from(STEPS))(draw, sample)
        if made is not None and _spread(made[0]) <= MAX_SPREAD:
            sample.keep(*made)
    return sample


@st.composite
def random_models(draw: st.DrawFn, objective: bool = False) -> Model:
    """A small model with constraints of every kind, and perhaps givens and an objective."""
    sample = draw(samples())
    model = sample.model
    if sample.bools:
        # The latest operands are the most intricate.
        latest = st.sampled_from(sample.bools[:-7:-1])
        for condition, _ in draw(st.lists(latest, min_size=1, max_size=3)):
            model.require(draw(st.sampled_from([condition, model.not_(condition)])), Origin(0))
    variables = model.variables
    model.answer = tuple(variables)
    if objective and sample.ints:
        sense = draw(st.sampled_from(["minimize", "maximize"]))
        model.objective = Objective(sense, draw(st.sampled_from(sample.ints))[0])
    given = draw(st.lists(st.sampled_from(variables), max_size=1)) if variables else []
    model.givens = {v.index: draw(st.sampled_from(list(domain_of(v)))) for v in given}
    return model


_ranges = st.tuples(st.integers(-3, 3), st.integers(1, 4)).map(lambda t: range(t[0], t[0] + t[1]))


def _spread(operand: Operand) -> int:
    values = domain_of(operand)
    return values[-1] - values[0]


def _a_bool(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    if not s.bools or draw(st.integers(0, 9)) == 0:
        constants: list[tuple[Bool, Meaning]] = [(True, lambda _: 1), (False, lambda _: 0)]
        return draw(st.sampled_from(constants))
    return draw(st.sampled_from(s.bools[::-1]))


def _an_int(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    if not s.ints or draw(st.integers(0, 9)) == 0:
        constant = draw(st.integers(-4, 4))
        return draw(st.sampled_from([(constant, lambda _: constant), *s.bools[::-1]]))
    return draw(st.sampled_from(s.ints[::-1]))


def _some(one: Callable[..., Any], draw: st.DrawFn, s: Sample, least: int = 0) -> tuple[Any, Any]:
    count = draw(st.sampled_from([2, 3, 4, 1, 0][: 4 if least else 5]))
    pairs = [one(draw, s) for _ in range(count)]
    return [p[0] for p in pairs], [p[1] for p in pairs]


def _near(draw: st.DrawFn, operand: Operand) -> int:
    """A number that is, mostly, among the values of an operand."""
    values = domain_of(operand)
    return draw(st.integers(values[0] - 1, values[-1] + 1))


def _not(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _a_bool(draw, s)
    return s.model.not_(a), lambda x: 1 - f(x)


def _and(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _some(_a_bool, draw, s)
    return s.model.and_(a), lambda x: int(all(g(x) for g in f))


def _or(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _some(_a_bool, draw, s)
    return s.model.or_(a), lambda x: int(any(g(x) for g in f))


def _iff(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    (a, f), (b, g) = _a_bool(draw, s), _a_bool(draw, s)
    return s.model.iff(a, b), lambda x: int(f(x) == g(x))


def _choose(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    (a, f), (b, g), (c, h) = _a_bool(draw, s), _a_bool(draw, s), _a_bool(draw, s)
    return s.model.choose(a, b, c), lambda x: g(x) if f(x) else h(x)


def _member(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _an_int(draw, s)
    values = {_near(draw, a) for _ in range(draw(st.integers(0, 4)))}
    return s.model.member(a, values), lambda x: int(f(x) in values)


def _compare(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    (a, f), (b, g) = _an_int(draw, s), _an_int(draw, s)
    match draw(st.sampled_from(["le", "lt", "eq"])):
        case "le":
            return s.model.le(a, b), lambda x: int(f(x) <= g(x))
        case "lt":
            return s.model.lt(a, b), lambda x: int(f(x) < g(x))
        case _:
            return s.model.eq(a, b), lambda x: int(f(x) == g(x))


def _sum_compare(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _linear(draw, s)
    k = _near(draw, a)
    if draw(st.booleans()):
        return s.model.eq(a, k), lambda x: int(f(x) == k)
    return s.model.le(a, k), lambda x: int(f(x) <= k)


def _all_different(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _some(_an_int, draw, s)
    return s.model.all_of(ALL_DIFFERENT, a, None), lambda x: int(
        all(g(x) != h(x) for k, g in enumerate(f) for h in f[:k])
    )


def _straight(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _some(_an_int, draw, s)

    def meaning(x: Sequence[int]) -> int:
        values = sorted(g(x) for g in f)
        return int(all(v == values[0] + k for k, v in enumerate(values)))

    return s.model.all_of(STRAIGHT, a, None), meaning


def _runs(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _some(_a_bool, draw, s)
    lengths = tuple(draw(st.lists(st.integers(1, 3), max_size=2)))

    def meaning(x: Sequence[int]) -> int:
        line = "".join("#" if g(x) else "." for g in f)
        return int([len(run) for run in line.split(".") if run] == list(lengths))

    return s.model.all_of(RUNS, a, lengths), meaning


def _table(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    a, f = _some(_an_int, draw, s)
    row = st.tuples(*(st.sampled_from(list(domain_of(b))) for b in a))
    rows = tuple(draw(st.lists(row, max_size=4)))
    return s.model.all_of(TABLE, a, rows), lambda x: int(
        any(tuple(g(x) for g in f) == r for r in rows)
    )


def _graph(draw: st.DrawFn, s: Sample) -> PlainGraph:
    if s.graphs and draw(st.integers(0, 2)):
        return draw(st.sampled_from(s.graphs))
    always: tuple[Bool, Meaning] = (True, lambda _: 1)
    count = draw(st.integers(1, 5))
    there = [draw(st.sampled_from([always, *s.bools[::-1]])) for _ in range(count)]
    vertex = st.integers(0, count - 1)
    edges = [
        (a, b, *draw(st.sampled_from([always, *s.bools[::-1]])))
        for a, b in draw(st.lists(st.tuples(vertex, vertex), max_size=7))
        if a != b
    ]
    made = s.model.graph([v for v, _ in there], [(a, b, c) for a, b, c, _ in edges])
    plain = PlainGraph(made, [f for _, f in there], [(a, b, f) for a, b, _, f in edges])
    s.graphs.append(plain)
    return plain


def _query(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    """Any but whether there is a loop, which is asked of some graphs only."""
    plain = _graph(draw, s)
    queries = tuple(query for query in QUERIES if query is not LOOP)
    definition, data = question = draw(questions(len(plain.vertices), (), queries))
    made = s.model.query(definition, plain.graph, data)
    return made, lambda x: answer(question, *plain.at(x))


def _loop(draw: st.DrawFn, s: Sample) -> tuple[Bool, Meaning]:
    """Lines on a few places: each place is there where a line is, and so is a joint between the
    first two, if they are the ways through one place, unless both ways are taken."""
    model, count = s.model, draw(st.integers(3, 5))
    pairs = [(a, b) for b in range(count) for a in range(b)]
    crossing = draw(st.booleans())
    drawn = st.sampled_from([(True, lambda _: 1), *s.bools[::-1]])
    lines = {pair: draw(drawn) for pair in pairs if draw(st.integers(0, 3))}
    if crossing:
        lines.pop((0, 1), None)

    def at(v: int) -> list[tuple[Bool, Meaning]]:
        return [line for pair, line in lines.items() if v in pair]

    def plain(x: Sequence[int]) -> tuple[list[bool], Lines]:
        there = [any(f(x) for _, f in at(v)) for v in range(count)]
        now = {pair: bool(f(x)) for pair, (_, f) in lines.items()}
        joint = any(sum(f(x) for _, f in at(v)) < 2 for v in (0, 1))
        return there, now | ({(0, 1): joint} if crossing else {})

    vertices = [model.or_(c for c, _ in at(v)) for v in range(count)]
    edges = [(a, b, c) for (a, b), (c, _) in lines.items()]
    joints = ((0, 1),) if crossing else ()
    if crossing:
        few = [model.lt(model.sum_(c for c, _ in at(v)), 2) for v in (0, 1)]
        edges.append((0, 1, model.or_(few)))
    made = model.query(LOOP, model.graph(vertices, edges), joints)
    return made, lambda x: answer((LOOP, joints), *plain(x))


def _measure(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    plain = _graph(draw, s)
    definition, data = question = draw(questions(len(plain.vertices), (), (SIZE,)))
    made = s.model.measure(definition, plain.graph, data)
    return made, lambda x: answer(question, *plain.at(x))


def _linear(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    a, f = _some(_an_int, draw, s)
    c = [draw(st.integers(-3, 3)) for _ in a]
    k = draw(st.integers(-3, 3))
    made = s.model.linear(zip(c, a, strict=True), k)
    return made, lambda x: k + sum(d * g(x) for d, g in zip(c, f, strict=True))


def _count(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    a, f = _some(_a_bool, draw, s)
    return s.model.sum_(a), lambda x: sum(g(x) for g in f)


def _ite(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    (a, f), (b, g), (c, h) = _a_bool(draw, s), _an_int(draw, s), _an_int(draw, s)
    return s.model.ite(a, b, c), lambda x: g(x) if f(x) else h(x)


def _element(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning] | None:
    a, f = _an_int(draw, s)
    domain = list(domain_of(a))
    if isinstance(a, int) or len(domain) > 6:
        return None
    pairs = [_an_int(draw, s) for _ in domain]
    made = s.model.element(a, [b for b, _ in pairs])
    return made, lambda x: pairs[domain.index(f(x))][1](x)


def _min(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    a, f = _some(_an_int, draw, s, least=1)
    return s.model.min_(a), lambda x: min(g(x) for g in f)


def _max(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    a, f = _some(_an_int, draw, s, least=1)
    return s.model.max_(a), lambda x: max(g(x) for g in f)


def _times(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    (a, f), (b, g) = _an_int(draw, s), _an_int(draw, s)
    return s.model.times(a, b), lambda x: f(x) * g(x)


def _div(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning] | None:
    (a, f), (b, g) = _an_int(draw, s), _an_int(draw, s)
    if 0 in domain_of(b):
        return None
    return s.model.div(a, b), lambda x: f(x) // g(x)


def _mod(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning] | None:
    (a, f), (b, g) = _an_int(draw, s), _an_int(draw, s)
    if 0 in domain_of(b):
        return None
    return s.model.mod(a, b), lambda x: f(x) % g(x)


def _abs(draw: st.DrawFn, s: Sample) -> tuple[IntOperand, Meaning]:
    a, f = _an_int(draw, s)
    return s.model.abs_(a), lambda x: abs(f(x))


STEPS: list[Callable[..., Any]] = [
    _not,
    _and,
    _or,
    _iff,
    _choose,
    _member,
    _compare,
    _sum_compare,
    _all_different,
    _straight,
    _runs,
    _table,
    _query,
    _query,
    _loop,
    _measure,
    _linear,
    _count,
    _ite,
    _element,
    _min,
    _max,
    _times,
    _div,
    _mod,
    _abs,
]


# ---- models that need searching ------------------------------------------------------------------


def hard_model(random: Random) -> Model:
    """A model of twenty to forty variables with so many constraints of every kind that it has few
    solutions, if any: a search fails often and learns."""
    model = Model()
    height, width = random.choice(((4, 5), (5, 5), (5, 6), (5, 7)))
    cells = range(height * width)
    shaded = [model.bool_var(f"b{v}") for v in cells]
    domains = (range(4), range(1, 6), (0, 2, 3, 70, 75), range(2, 9))
    numbers = [model.int_var(f"x{k}", random.choice(domains)) for k in range(random.randint(4, 12))]
    pairs = neighbours(height, width)
    graph = model.graph(shaded, [(a, b, True) for a, b in pairs])

    def literal() -> Bool:
        if random.random() < 0.2:
            x = random.choice(numbers)
            return model.member(x, random.sample(list(x.domain), random.randint(1, 2)))
        return random.choice((model.not_(random.choice(shaded)), random.choice(shaded)))

    def clause() -> Bool:
        return model.or_(literal() for _ in range(3))

    def count() -> Bool:
        some = random.sample(shaded, random.randint(3, 7))
        return model.eq(model.sum_(some), random.randint(1, len(some) - 1))

    def total() -> Bool:
        terms = [(random.choice((-2, -1, 1, 1, 3)), x) for x in random.sample(numbers, 3)]
        terms.append((random.choice((-1, 2)), random.choice(shaded)))
        return random.choice((model.le, model.eq))(model.linear(terms), random.randint(0, 8))

    def pieces() -> Bool:
        match random.choice(
            ("connected", "connected_pair", "connected_pair", "acyclic", "first", "size")
        ):
            case "connected":
                return model.query(CONNECTED, graph)
            case "connected_pair":
                return model.query(CONNECTED_PAIR, graph, tuple(sorted(random.sample(cells, 2))))
            case "acyclic":
                return model.query(ACYCLIC, graph)
            case "first":
                return model.query(FIRST, graph, random.choice(cells))
        size = model.measure(SIZE, graph, (random.choice(cells), None))
        return model.eq(size, random.choice((random.randint(0, 5), random.choice(numbers))))

    def line() -> Bool:
        start = random.choice(cells[::width])
        some = random.sample(numbers, 3)
        return random.choice(
            (
                model.all_of(RUNS, shaded[start : start + width], random.choice(((2,), (1, 1)))),
                model.all_of(ALL_DIFFERENT, some, None),
                model.all_of(STRAIGHT, some[:2], None),
            )
        )

    planted = [random.choice(domain_of(v)) for v in model.variables]
    hopeless = random.random() < 0.3
    kinds = (clause, count, total, pieces, line)
    others = 0 if hopeless else random.choice((1, 3, 8))
    many = len(model.variables) * random.uniform(3.8, 5.0)
    while len(model.constraints) < many:
        condition = random.choices(kinds, (80, *[others] * 4))[0]()
        if random.random() < 0.1:
            condition = model.iff(literal(), condition)
        if isinstance(condition, bool) or not (hopeless or evaluate(condition, planted)):
            continue
        model.require(condition, Origin(0))
    model.answer = tuple(model.variables)
    return model


def numbered_board(random: Random, largest: int = 3) -> Model:
    """Numbers in cells, each the size of the piece of equal ones that its cell is of; some are
    given. largest: of three sizes of boards."""
    height, width, most = random.choice(((3, 3, 6), (3, 4, 6), (4, 4, 7))[:largest])
    model, cells = Model(), range(height * width)
    numbers = [model.int_var(f"x{v}", range(1, most + 1)) for v in cells]
    pairs = neighbours(height, width)
    same = [(a, b, model.eq(numbers[a], numbers[b])) for a, b in pairs]
    graph = model.graph([True for _ in cells], same)
    for v in cells:
        model.require(model.eq(model.measure(SIZE, graph, (v, None)), numbers[v]), Origin(0))
    some = random.sample(cells, random.randint(1, len(cells) // 2))
    model.givens = {v: random.randint(1, most) for v in some}
    model.answer = tuple(numbers)
    return model


def _small_graph(model: Model, random: Random, chances: Sequence[tuple[float, float]]) -> Graph:
    """The cells of a small grid, joined to their neighbours. chances: pairs of a share of cells and
    one of lines that may be absent, of which one is taken."""
    height, width = random.choice(((2, 3), (3, 3), (2, 4)))
    pairs, (cells, lines) = neighbours(height, width), random.choice(chances)
    there = [random.random() >= cells or model.bool_var(f"b{v}") for v in range(height * width)]
    drawn = [random.random() >= lines or model.bool_var(f"l{k}") for k in range(len(pairs))]
    return model.graph(there, [(*pair, line) for pair, line in zip(pairs, drawn, strict=True)])


def sized_board(random: Random) -> Model:
    """Pieces of cells that may be there, joined by lines that may, whose sizes (of one or two
    kinds) are numbers that little is known of; and some other questions about the same graph."""
    model = Model()
    graph = _small_graph(model, random, ((0.0, 1.0), (1.0, 0.0), (0.6, 0.3)))
    cells = range(len(graph.vertices))
    families = [None, tuple(random.choice((0, 1, 1, 2, 3)) for _ in cells)]
    everywhere = random.random() < 0.5
    for weights in random.sample(families, random.randint(1, 2)):
        for v in cells:
            if not everywhere and random.random() < 0.6:
                continue
            size = model.measure(SIZE, graph, (v, weights))
            values = list(domain_of(size))
            some = random.sample(values, min(len(values), random.randint(1, 5)))
            if random.random() < 0.7:
                number = model.int_var(f"x{v}", some)
                model.require(model.eq(size, number), Origin(0))
            elif random.random() < 0.5:
                model.require(model.member(size, some), Origin(0))
    for _ in range(random.choice((0, 0, 1, 2))):
        a, b = sorted(random.sample(cells, 2))
        queried = model.query(*random.choice(((CONNECTED, graph), (ACYCLIC, graph))))
        pair = model.query(CONNECTED_PAIR, graph, (a, b))
        made = random.choice((queried, pair, pair, model.query(FIRST, graph, b)))
        model.require(random.choice((made, model.not_(made))), Origin(0))
    model.answer = tuple(model.variables)
    return model


def homes_board(random: Random) -> Model:
    """Cells that may be there, joined by lines that may, each of one piece with one of some homes,
    or with some of them; and pairs of cells of which little is known."""
    model = Model()
    graph = _small_graph(model, random, ((0.0, 1.0), (0.0, 1.0), (0.5, 0.7)))
    cells = range(len(graph.vertices))

    def together(a: int, b: int) -> Bool:
        if a == b:
            return graph.vertices[a]
        return model.query(CONNECTED_PAIR, graph, (min(a, b), max(a, b)))

    homes = random.sample(cells, random.randint(1, 3))
    most = random.choice((1, 1, 2))
    for v in cells:
        many = model.sum_(together(v, home) for home in homes)
        model.require(model.and_((model.le(many, most), model.le(1, many))), Origin(0))
    for _ in range(random.randint(0, 3)):
        (a, b), (c, d) = (random.sample(cells, 2) for _ in range(2))
        first, second = together(a, b), together(c, d)
        condition = random.choice((first, model.not_(first), model.iff(first, second)))
        model.require(condition, Origin(0))
    model.answer = tuple(model.variables)
    return model
