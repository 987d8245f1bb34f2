"""Distances: the number of steps from the nearest of some places to each place of a graph.

The vertices and edges of the graph have conditions, so the breadth-first search computes
conditions: whether each vertex is reached within 0, 1, 2, … steps. They are functions of the
conditions, without auxiliary variables, and therefore correct under negation, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...model.limits import listable
from ...model.model import Model
from ...model.nodes import Bool, Graph
from ..board.places import Place
from ..context import Context
from ..values.choosing import choice_among
from ..values.numbers import number
from ..values.values import Choice, Layer, Value, constants, is_collection, items
from .graphs import as_set, graph_of


def distance(context: Context, start: Value, where: Value, joined: Value = None) -> Layer:
    """The distance of each place from the nearest start; missing where it cannot be reached."""
    m = context.m
    places, graph = graph_of(context, where, joined)
    starts = dict(items(m, as_set(m, start)) if is_collection(start) else constants(m, start))
    begun = [
        m.and_((there, starts.get(place, False)))
        for place, there in zip(places, graph.vertices, strict=True)
    ]
    table: dict[Any, Value] = dict.fromkeys(places)
    when: list[dict[int, Bool]] = [{} for _ in places]
    before: Sequence[Bool] = [False] * len(places)
    for steps, reached in enumerate(_reached(m, graph, begun)):
        for i, now in enumerate(reached):
            if now is not before[i]:
                when[i][steps] = m.and_((now, m.not_(before[i])))
        before = reached
    for place, options in zip(places, when, strict=True):
        found = choice_among(options)
        table[place] = number(m, found) if isinstance(found, Choice) else found
    kind = next((p.kind for p in places if isinstance(p, Place)), "")
    return Layer("distance", table, False, kind, numbers=True)


def _reached(m: Model, graph: Graph, begun: Sequence[Bool]) -> Iterator[Sequence[Bool]]:
    """Whether each vertex is reached within 0 steps, within 1, … until nothing changes. Within a
    number of steps is each start, and what is next to a vertex reached within one step less."""
    near: list[list[tuple[int, Bool]]] = [[] for _ in graph.vertices]
    for i, j, condition in graph.edges:
        if i != j:
            near[i].append((j, m.and_((condition, graph.vertices[i]))))
            near[j].append((i, m.and_((condition, graph.vertices[j]))))
    listable(range(len(near) * sum(map(len, near))))
    reached = [*begun]
    for _ in near:
        yield reached
        further = [
            m.or_([start, *[m.and_((reached[j], joined)) for j, joined in around]])
            for start, around in zip(begun, near, strict=True)
        ]
        if further == reached:
            return
        reached = further
