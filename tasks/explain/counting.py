"""Which rules count, and which ask what is connected: people reason with them in different ways."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.groups import Group
from ...model.nodes import Bool, Measure, Part, Query, children
from .instances import Instances

# A rule that never speaks of so many values at once is followed, not counted.
FEWEST = 3


class Counting:
    """Which rules count: those that speak of many values, and not of what is connected."""

    def __init__(self, instances: Instances) -> None:
        self._most: dict[int, int] = {}
        self._joining: set[int] = set()
        asked: dict[Part, bool] = {}
        for constraint in instances.model.constraints:
            joins = _joins(constraint.condition, asked)
            for origin in constraint.origins:
                size = len(instances.variables.get(origin, ()))
                self._most[origin.rule] = max(size, self._most.get(origin.rule, 0))
                if joins:
                    self._joining.add(origin.rule)

    def joins(self, group: Group) -> bool:
        """Whether its rule asks what is connected, closed or how large."""
        return group.rule in self._joining

    def all(self, groups: Iterable[Group]) -> bool:
        """Whether all of some instances count."""
        return all(
            self._most.get(g.rule, 0) >= FEWEST and g.rule not in self._joining for g in groups
        )


def _joins(root: Bool, asked: dict[Part, bool]) -> bool:
    """Whether a condition asks something of a graph. asked: of nodes where that is known."""
    if isinstance(root, int):
        return False
    stack: list[Part | int] = [root]
    seen: set[Part] = set()
    while stack:
        node = stack.pop()
        if isinstance(node, int) or node in seen:
            continue
        seen.add(node)
        if isinstance(node, (Query, Measure)) or asked.get(node, False):
            asked[root] = True
            return True
        stack.extend(children(node))
    asked[root] = False
    return False
