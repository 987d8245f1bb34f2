"""What all solutions have in common, found by search: the values that no solution has.

This needs no steps, which take far longer to find.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...backends.native.solver import NO_MORE, Assignment, NativeSolver
from ...deadline import OutOfTime
from ...model.nodes import variables_of
from ..wording.facts import Fact, Known
from .position import Position

# How many values that are in no solution yet a search wishes for, and the conflicts after which it
# only looks for the one that it is about.
WISHED, PATIENCE = 100, 50


def in_common(position: Position, seen: Iterable[Assignment]) -> Known:
    """What is known of the answer when every value is ruled out that is in no solution. seen: some
    solutions, at least one. Raises OutOfTime."""
    instances = position.instances
    known = instances.start()
    known.learn(position.board_facts)
    solver = NativeSolver(instances.decided, like=instances.deciding)
    for fact in position.board_facts:
        solver.add(instances.node(fact))
    answer = [v.index for v in variables_of(o for o in instances.model.answer)]
    possible = {which for one in seen for which in enumerate(one)}
    waiting = [
        Fact(v, value) for v in answer if known.is_open(v) for value in sorted(known.left[v])
    ]
    waiting = [fact for fact in waiting if fact[:2] not in possible][::-1]
    while waiting:
        fact = waiting.pop()
        if fact[:2] in possible:
            continue
        others = [f for f in waiting[-WISHED:][::-1] if f[:2] not in possible]
        solver.begin([instances.node(fact)], False, [*map(instances.node, others)], PATIENCE)
        found, ended = solver.go_on(1, instances.deadline)
        if found:
            solver.follow()
            possible.update(enumerate(found[0]))
        elif ended == NO_MORE:
            known.learn([instances.opposite(fact)])
            solver.add(instances.node(instances.opposite(fact)))
        else:
            raise OutOfTime(ended)
    return known
