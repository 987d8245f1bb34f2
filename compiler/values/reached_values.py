"""Which values must be counted to tell whether a piece has at most k different ones.

A piece is connected. If every path from one of its places to a value leads over more than k other
values, a piece with that value has more than k kinds even without it. So it is enough to count the
values to which some path leads over at most k others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...model.nodes import Graph


class ReachedValues:
    """The values on the vertices of a graph, and which of them lie side by side.

    values: by vertex; None for a vertex without a value.
    """

    def __init__(self, graph: Graph, values: Sequence[Hashable]) -> None:
        # All vertices with a value are one group, as a piece may have any of them; each vertex
        # without a value is a group of its own.
        groups: dict[Hashable, int] = {}
        self._value: list[Hashable] = []  # by group
        self._group: list[int] = []  # by vertex
        for value in values:
            group = groups.get(value) if value is not None else None
            if group is None:
                group = len(self._value)
                self._value.append(value)
                if value is not None:
                    groups[value] = group
            self._group.append(group)
        self._beside: list[set[int]] = [set() for _ in self._value]
        there = graph.vertices
        for a, b, edge in graph.edges:
            one, other = self._group[a], self._group[b]
            if (
                one != other
                and edge is not False
                and there[a] is not False
                and there[b] is not False
            ):
                self._beside[one].add(other)
                self._beside[other].add(one)
        self._found: dict[tuple[int, int], frozenset[Hashable]] = {}

    def over(self, vertex: int, most: int) -> frozenset[Hashable]:
        """The values to which some path from a vertex leads over at most `most` others."""
        key = self._group[vertex], most
        found = self._found.get(key)
        if found is None:
            groups = self._reached(*key)
            found = frozenset([self._value[g] for g in groups]) - {None}
            self._found[key] = found
        return found

    def _reached(self, start: int, most: int) -> set[int]:
        """The groups to which some path from a group leads over at most `most` values, the start's
        own included."""
        reached = {start}
        level = [start]
        before = 0 if self._value[start] is None else 1
        while level and before <= most:
            further: set[int] = set()
            while level:  # a group without a value adds nothing to those before
                for group in self._beside[level.pop()] - reached:
                    if self._value[group] is None:
                        reached.add(group)
                        level.append(group)
                    else:
                        further.add(group)
            reached |= further
            level = [*further]
            before += 1
        return reached
