"""Plain, independent definitions of the queries on pieces of a graph: the oracle of the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st
from pzc.model.globals.acyclic import ACYCLIC
from pzc.model.globals.box import IN_BOX, Positions
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.form import HAS_FORM, SAME_FORM, form_at
from pzc.model.globals.half_turn import HALF_TURN
from pzc.model.globals.loop import LOOP

Pair = tuple[int, int]
Lines = dict[Pair, bool]
Question = tuple[Any, Any]  # a definition and its data
QUERIES = (CONNECTED, ACYCLIC, CONNECTED_PAIR, FIRST, LOOP, IN_BOX, HAS_FORM, SAME_FORM, HALF_TURN)


def answer(question: Question, there: Sequence[bool], lines: Lines) -> int:
    """there: of each vertex whether it is. lines: the same of each edge, by its ends."""
    definition, data = question
    return int(_PLAIN[definition.name](data, there, lines))


def pieces_of(there: Sequence[bool], lines: Lines) -> list[set[int]]:
    found = [{v} for v, is_there in enumerate(there) if is_there]
    for (a, b), drawn in lines.items():
        if drawn and there[a] and there[b]:
            merged = set().union(*(p for p in found if a in p or b in p))
            found = [p for p in found if not p & merged] + [merged]
    return found


def _connected(_: None, there: Sequence[bool], lines: Lines) -> bool:
    return len(pieces_of(there, lines)) < 2


def _acyclic(_: None, there: Sequence[bool], lines: Lines) -> bool:
    """Without any one of the edges that join, there are more pieces."""
    count = len(pieces_of(there, lines))
    return all(
        len(pieces_of(there, lines | {(a, b): False})) > count
        for (a, b), drawn in lines.items()
        if drawn and there[a] and there[b]
    )


def _loop(joints: tuple[Pair, ...], there: Sequence[bool], lines: Lines) -> bool:
    drawn = [pair for pair, is_drawn in lines.items() if is_drawn and pair not in joints]
    meet = [sum(v in pair for pair in drawn) for v in range(len(there))]
    crossings = {v for pair in joints for v in pair}
    return (
        drawn != []
        and _connected(None, there, lines)
        and all(n in (0, 2) for v, n in enumerate(meet) if v not in crossings)
        and all((meet[a], meet[b]) in [(0, 0), (2, 0), (0, 2), (1, 1), (2, 2)] for a, b in joints)
    )


def _together(pair: Pair, there: Sequence[bool], lines: Lines) -> bool:
    return any({*pair} <= p for p in pieces_of(there, lines))


def _first(v: int, there: Sequence[bool], lines: Lines) -> bool:
    return any(min(p) == v for p in pieces_of(there, lines))


def _size(data: tuple[int, tuple[int, ...] | None], there: Sequence[bool], lines: Lines) -> int:
    v, weights = data
    mine = next((p for p in pieces_of(there, lines) if v in p), set())
    return len(mine) if weights is None else sum(weights[u] for u in mine)


def _places(v: int, where: Positions, there: Sequence[bool], lines: Lines) -> set[Pair]:
    return {where.at[u] for p in pieces_of(there, lines) if v in p for u in p}


def _cells_of_box(v: int, where: Positions, there: Sequence[bool], lines: Lines) -> set[Pair]:
    at = _places(v, where, there, lines)
    if not at:
        return set()
    rows, columns = zip(*at, strict=True)
    down, right = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    return {(row, column) for row in down for column in right}


def _box(data: tuple[int, Positions], there: Sequence[bool], lines: Lines) -> int:
    return len(_cells_of_box(*data, there, lines))


def _rows(data: tuple[int, Positions], there: Sequence[bool], lines: Lines) -> int:
    return len({where[0] for where in _places(*data, there, lines)})


def _columns(data: tuple[int, Positions], there: Sequence[bool], lines: Lines) -> int:
    return len({where[1] for where in _places(*data, there, lines)})


def _in_box(data: tuple[int, Positions, Pair], there: Sequence[bool], lines: Lines) -> bool:
    v, where, cell = data
    return cell in _cells_of_box(v, where, there, lines)


def _moved(places: set[Pair]) -> set[Pair]:
    top, left = (min((place[k] for place in places), default=0) for k in (0, 1))
    return {(row - top, column - left) for row, column in places}


def _has_form(data: Any, there: Sequence[bool], lines: Lines) -> bool:
    v, where, forms = data
    return _moved(_places(v, where, there, lines)) in [{*form} for form in forms]


def _same_form(data: Any, there: Sequence[bool], lines: Lines) -> bool:
    a, b, where, turned, flipped = data
    one, other = (_moved(_places(v, where, there, lines)) for v in (a, b))
    laid = [one, *([{(row, -column) for row, column in one}] if flipped else [])]
    if turned:
        laid += [{(-row, -column) for row, column in some} for some in laid]
        laid += [{(column, -row) for row, column in some} for some in laid]
    return other in map(_moved, laid)


def _half_turn(data: Any, there: Sequence[bool], lines: Lines) -> bool:
    v, where, centres = data
    mine = _places(v, where, there, lines)
    return mine != set() and any(
        {(row - y, column - x) for y, x in mine} == mine for row, column in centres
    )


_PLAIN: dict[str, Callable[..., int]] = {
    "connected": _connected,
    "acyclic": _acyclic,
    "loop": _loop,
    "connected_pair": _together,
    "first": _first,
    "size": _size,
    "box": _box,
    "in_box": _in_box,
    "rows": _rows,
    "columns": _columns,
    "has_form": _has_form,
    "same_form": _same_form,
    "half_turn": _half_turn,
}


@st.composite
def _positions(draw: st.DrawFn, vertices: int) -> Positions:
    cells = st.tuples(st.integers(1, 3), st.integers(1, 4))
    every = st.lists(cells, min_size=vertices, max_size=vertices, unique=True)
    return Positions(tuple(draw(every)))


@st.composite
def questions(draw: st.DrawFn, vertices: int, pairs: Sequence[Pair], kinds: Any) -> Question:
    """Something to ask of a graph with so many vertices (one at least) and edges at these pairs."""
    definition = draw(st.sampled_from(kinds))
    vertex = st.integers(0, vertices - 1)
    match definition.name:
        case "loop":
            joints: list[Pair] = []
            for a, b in draw(st.lists(st.sampled_from(pairs), max_size=2)) if pairs else []:
                if not any({a, b} & {*other} for other in joints):
                    joints.append((a, b))
            return definition, tuple(joints)
        case "connected_pair" if vertices > 1:
            a, b = sorted(draw(st.lists(vertex, min_size=2, max_size=2, unique=True)))
            return definition, (a, b)
        case "connected_pair":
            return CONNECTED, None
        case "first":
            return definition, draw(vertex)
        case "size":
            weights = st.tuples(*[st.sampled_from([1, 0, 2, 3])] * vertices)
            return definition, (draw(vertex), draw(st.none() | weights))
        case "box" | "in_box" | "rows" | "columns":
            data = draw(vertex), draw(_positions(vertices))
            cells = st.tuples(st.integers(1, 3), st.integers(1, 4))
            return definition, (*data, draw(cells)) if definition.name == "in_box" else data
        case "half_turn":
            v, where = draw(vertex), draw(_positions(vertices))
            centre = st.tuples(st.integers(2, 6), st.integers(2, 8))
            return definition, (v, where, frozenset(draw(st.lists(centre, max_size=12))))
        case "has_form":
            where = draw(_positions(vertices))
            some = st.lists(st.sampled_from(where.at), max_size=4, unique=True)
            forms = draw(st.lists(some, min_size=1, max_size=3))
            return definition, (draw(vertex), where, frozenset(map(form_at, forms)))
        case "same_form" if vertices > 1:
            a, b = sorted(draw(st.lists(vertex, min_size=2, max_size=2, unique=True)))
            where = draw(_positions(vertices))
            return definition, (a, b, where, draw(st.booleans()), draw(st.booleans()))
        case "same_form":
            return CONNECTED, None
        case _:
            return definition, None
