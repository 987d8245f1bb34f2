"""The other way to explain: of each step a smallest unsatisfiable subset (MUS) of rule instances.

As Demystify does it: for each value that is open the opposite is assumed; the rule instances of a
core are left out one by one while a SAT solver finds no solution; this is done in several random
orders, and the smallest set that any value has gives the next step, with all other values that
follow from it. Facts known are free. The solver is one of PySAT's, on pzc's own encoding with one
switch for each rule instance, so that only the way of explaining differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from pzc.backends import load
from pzc.backends.base import Status
from pzc.model.nodes import BoolNode
from pzc.tasks.explain.instances import Groups, Instances
from pzc.tasks.wording.facts import Fact

ORDERS = 2  # in which instances are left out, for each open value


class Timeout(Exception):
    pass


class SmallestMus:
    """Explains a puzzle step by step; each is how many instances it cites. limit: in seconds of
    processor time."""

    def __init__(self, instances: Instances, limit: float) -> None:
        self._instances, self._deadline = instances, process_time() + limit
        self._known = instances.start()
        self._solver = load("cnf", instances.grouped.model)
        self._random = Random(1)
        # Of a value, the smallest set found so far: it stays one as more becomes known.
        self._best: dict[Fact, Groups] = {}

    @property
    def share(self) -> float:
        """How many of the values that are to be ruled out are."""
        whole = sum(len(left) - 1 for left in self._instances.start().left)
        rest = sum(len(left) - 1 for left in self._known.left)
        return 1 - rest / max(1, whole)

    def steps(self) -> Iterator[int]:
        while any(map(self._known.is_open, range(len(self._known.left)))):
            found = self._smallest()
            if found is None:
                return
            supposed, groups = found
            self._learn(supposed, groups)
            yield len(groups)

    def _smallest(self) -> tuple[Fact, Groups] | None:
        """The opposite of the easiest next fact, and the instances that refute it."""
        known, best = self._known, None
        for v in range(len(known.left)):
            if not known.is_open(v):
                continue
            for value in sorted(known.left[v]):
                supposed = known.fixed(v, value)
                limit = len(best[1]) if best else None
                groups = self._mus(supposed, limit)
                if groups is not None and (best is None or len(groups) < len(best[1])):
                    best = (supposed, groups)
                    if len(groups) <= 1:
                        return best
        return best

    def _mus(self, supposed: Fact, limit: int | None) -> Groups | None:
        """The smallest set of some orders; None if nothing refutes the supposition."""
        found = self._core(self._best.get(supposed, self._instances.groups), supposed)
        if found is None:
            return None
        best = found
        for _ in range(ORDERS):
            kept = list(found)
            self._random.shuffle(kept)
            for group in list(kept):
                if group in kept and len(kept) > 1:
                    less = self._core(tuple(g for g in kept if g != group), supposed)
                    kept = list(less) if less is not None else kept
            if len(kept) < len(best):
                best = tuple(kept)
            if limit is not None and len(best) > 3 * limit:
                break
        self._best[supposed] = best
        return best

    def _core(self, groups: Groups, supposed: Fact) -> Groups | None:
        if process_time() > self._deadline:
            raise Timeout
        instances, known = self._instances, self._known
        facts = [f for v in range(len(known.left)) for f in known.about(v)]
        nodes: list[BoolNode] = [instances.node(f) for f in (*facts, supposed)]
        named = [g for g in groups if g in instances.order and g.rule >= 0]
        outcome = self._solver.solve(instances.grouped.assume(named, nodes))
        if outcome.status is Status.SAT:
            return None
        return instances.cited(outcome.core or ())[0]

    def _learn(self, supposed: Fact, groups: Groups) -> None:
        """Learn the opposite, and all else that the same instances refute."""
        known = self._known
        also = [supposed]
        for v in range(len(known.left)):
            for value in sorted(known.left[v]) if known.is_open(v) else ():
                other = known.fixed(v, value)
                seen = other != supposed and self._best.get(other) is not None
                if seen and self._core(groups, other) is not None:
                    also.append(other)
        known.learn([self._instances.opposite(fact) for fact in also])
