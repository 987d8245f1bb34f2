"""Which rules count, and which are about what is connected: people reason with them differently."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.groups import Group
from ...model.nodes import Bool, Measure, Part, Query, children
from .instances import Instances

# A rule whose instances all mention fewer values than this is not a rule that counts.
FEWEST = 3


class Counting:
    """Which rules count: those about many values that are not about what is connected."""

    def __init__(self, instances: Instances) -> None:
        self._most: dict[int, int] = {}
        self._joining: set[int] = set()
        cache: dict[Part, bool] = {}
        for group, conditions in instances.conditions.items():
            size = len(instances.variables[group])
            self._most[group.rule] = max(size, self._most.get(group.rule, 0))
            if any(joins(condition, cache) for condition in conditions):
                self._joining.add(group.rule)

    def joins(self, group: Group) -> bool:
        """Whether its rule has a graph query or measure."""
        return group.rule in self._joining

    def all(self, groups: Iterable[Group]) -> bool:
        """Whether all of some instances count."""
        return all(
            self._most.get(g.rule, 0) >= FEWEST and g.rule not in self._joining for g in groups
        )


def joins(root: Bool, cache: dict[Part, bool]) -> bool:
    """Whether a condition has a graph query or measure. cache: results so far, by node."""
    if isinstance(root, int):
        return False
    stack: list[Part | int] = [root]
    seen: set[Part] = set()
    while stack:
        node = stack.pop()
        if isinstance(node, int) or node in seen:
            continue
        if isinstance(node, (Query, Measure)) or cache.get(node, False):
            cache[root] = True
            return True
        if node not in cache:
            seen.add(node)
            stack.extend(children(node))
    cache.update(dict.fromkeys(seen, False))
    return False
