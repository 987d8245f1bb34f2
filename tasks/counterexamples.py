"""Search for a board that satisfies the rules of a spec and breaks an implied rule.

    search = Counterexamples(grounding, rules)
    search.breaking(rule, deadline)      # an assignment, or None: the rule follows on this board

The negation of a whole rule is a disjunction over its instances: a solver would have to learn for
each of them why it holds, all at once. So each condition is tried separately, on one loaded solver:
"the rules hold, and this condition does not" is an assumption, so what is learned from one refuted
condition serves the next, and a refuted condition is a fact from then on. A condition that takes
long waits until the others have been tried: one that fails may be found sooner, and facts make it
easier. The query is whether there is an assignment, so the model may lose values that no
condition tells apart, and gains sums that help to refute."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import cast

from ..backends.auto import AutoSolver
from ..backends.base import TURN_OVER, Status
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.opening import freed
from ..deadline import OutOfTime
from ..model.constraints import Origin
from ..model.nodes import Bool, BoolNode, conjuncts
from ..presolve.large_values import capped
from ..presolve.passes import NETWORK, presolved
from ..presolve.size_sums import summed

# Units of work (see `backends.base`) for each condition when all are tried for the first time, and
# the factor for each further time.
FIRST_LIMIT, FACTOR = 100_000_000, 4


class Counterexamples:
    """The boards of one grounding that satisfy the rules, and what implied rules say of them.

    grounding: an exact one with the implied rules; the clues in its open layers are free. rules:
    the implied rules to try, by index; others are left out.
    """

    def __init__(self, grounding: Grounding, rules: Collection[int]) -> None:
        model = freed(grounding.model, grounding.slots)
        self._shown = len(model.variables)
        query = model.with_constraints([], [*model.variables])
        demanded: dict[int, dict[Bool, None]] = {rule: {} for rule in rules}
        for c in model.constraints:
            if c.origin.rule not in grounding.implied:
                query.constraints.append(c)
            elif c.origin.rule in demanded:
                demanded[c.origin.rule].update(dict.fromkeys(conjuncts([c.condition])))
        holds = {condition: -1 for one in demanded.values() for condition in one}
        for condition in holds:
            truth = query.bool_var(f"holds {len(query.variables) - self._shown}")
            query.require(query.iff(truth, condition), Origin(-1))
            holds[condition] = truth.index
        # Presolve keeps what the answer consists of.
        query.answer = (*query.answer, *query.variables[self._shown :])
        small = summed(presolved(capped(query), NETWORK))
        self._solver = AutoSolver(small)
        # Of each rule: for each condition, that it holds and that it does not.
        self._demanded: dict[int, list[tuple[BoolNode, BoolNode]]] = {}
        for rule, conditions in demanded.items():
            truths = [cast(BoolNode, small.variables[holds[one]]) for one in conditions]
            self._demanded[rule] = [(one, cast(BoolNode, small.not_(one))) for one in truths]

    def breaking(
        self,
        rule: int,
        deadline: float | None = None,
        report: Callable[[int, int], None] = lambda done, all: None,
    ) -> tuple[int, ...] | None:
        """An assignment that satisfies the rules and breaks this implied rule; None if there is
        none, after which the rule counts as one that holds.

        deadline: a moment of `time.monotonic`. report: called with the number of conditions that
        were refuted, and of all. Raises OutOfTime.
        """
        waiting = self._demanded[rule]
        total = len(waiting)
        limit = FIRST_LIMIT
        while waiting:
            late: list[tuple[BoolNode, BoolNode]] = []
            for number, (truth, failure) in enumerate(waiting):
                report(total - len(waiting) + number - len(late), total)
                outcome = self._solver.solve([failure], deadline, limit)
                if outcome.assignment is not None:
                    return outcome.assignment[: self._shown]
                if outcome.status is Status.UNSAT:
                    self._solver.add(truth)
                elif outcome.reason == TURN_OVER:
                    late.append((truth, failure))
                else:
                    raise OutOfTime(outcome.reason)
            waiting, limit = late, limit * FACTOR
        return None
