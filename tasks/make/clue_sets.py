"""The counterexample loop over clue sets, exact: the cheapest clue set with one solution.

A SAT solver proposes the cheapest clue set, with a solution. If that clue set has another solution,
this becomes a lemma, *if this is a solution, it is the answer*: the rules about the clues, with the
other solution substituted. Every clue set with one solution satisfies the lemma; it does not
exclude the same solution with other hidden values, so each clue set is tested for a second
solution. Hence the first clue set that passes the test is a cheapest one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...backends import load
from ...backends.base import Status
from ...deadline import OutOfTime
from ...model.constraints import Origin
from ...model.nodes import Bool, BoolNode, BoolVar, Variable
from ...model.rebuild import rebuilt
from ..answers import different
from .assumptions import Assignment, ClueSet, Literals
from .bench import Bench


class ClueSetSearch:
    """Proposes clue sets of a bench, the cheapest first.

    known: conditions that hold for every clue set. costs: conditions that cost 1 each if true.
    """

    def __init__(self, bench: Bench, known: Iterable[Bool], costs: Sequence[Bool]) -> None:
        self.bench = bench
        own = bench.model
        self._model = model = own.with_givens(dict(own.givens))
        model.variables, model.constraints = list(own.variables), list(own.constraints)
        self._cost = model.int_var("cost", range(len(costs) + 1))
        model.require(model.eq(model.sum_(costs), self._cost), Origin(-1))
        for condition in known:
            model.require(condition, Origin(-1))
        self._solver = load("cnf", model)
        self.lemmas = 0

    def exclude(self, found: Assignment) -> None:
        """Add the lemma for another solution."""
        model, new = self._model, self._fixed(found)
        holds = model.and_(rebuilt(model, c, dict(new)) for c in self.bench.rules.conditions)
        same = model.not_(different(self.bench.grounding, found))
        self._solver.add(model.or_((same, model.not_(holds))))
        self.lemmas += 1

    def _fixed(self, found: Assignment) -> dict[Variable, object]:
        """The values of all variables but those of clues, which stay. Also of variables that follow
        from others, such as what presolve counts: left open, they would be those of the proposed
        solution."""
        own = self._model.variables[: len(found)]
        spots = {spot.index for spot in self.bench.spots}
        return {
            v: v if v.index in spots else bool(value) if isinstance(v, BoolVar) else value
            for v, value in zip(own, found, strict=True)
        }

    def cheapest(self, deadline: float | None = None) -> tuple[int, ClueSet, Assignment] | None:
        """(cost, clue set, solution) of a cheapest clue set with one solution; None if none has
        one. deadline: of `time.monotonic`. Raises OutOfTime."""
        cost, most = 0, len(self._cost.domain) - 1
        while True:
            found = self._solve(self._at_most(cost), deadline)
            if found is None:
                if cost < most and self._solve([], deadline) is not None:
                    cost += 1
                    continue
                return None
            clue_set = self.bench.clue_set(found)
            other = self.bench.another(clue_set, found)
            if other is None:
                return cost, clue_set, found
            self.exclude(other)
            self.exclude(found)

    def _at_most(self, cost: int) -> Literals:
        node = self._model.member(self._cost, range(cost + 1))
        return [] if isinstance(node, bool) else [node]

    def _solve(self, assuming: list[BoolNode], deadline: float | None) -> Assignment | None:
        outcome = self._solver.solve(assuming, deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        return outcome.assignment
