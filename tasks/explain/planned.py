"""Plans: the puzzle that a shortest plan is, and why there is none.

The length of the shortest plans is found by a search. With it, a plan is a puzzle like any other:
its moments are the places of a board. If there is no plan, a reason is what all reachable states
lack, or the state that is nearest to the goal, and the rules without which there would be a plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...compiler.ground.grounding import Grounding
from ...compiler.ground.solution import Solution
from ...compiler.plans.transitions import MOVES, goals
from ...model.constraints import Constraint, Origin
from ...model.nodes import domain_of, variables_of
from ...model.partial import PartialEvaluator
from ...records import record
from ..board_file import Boards, written_moves
from ..moments import moment_of, variables_at
from ..plans import PlanningProblem, examined, with_moves
from ..reading_back import solution
from ..states import Search, State
from ..texts import as_source
from ..verify import Broken, broken_rules, sentence_of
from ..wording.facts import Known
from ..wording.wording import Wording

NO_PLAN = "The puzzle has no plan"


@record
class Nearest:
    """A state that breaks as few demands on the last moment as any that can be reached. moves: the
    fewest that reach it. broken: what it breaks. state: as a board."""

    moves: int
    broken: tuple[Broken, ...]
    state: Solution


@record
class NoPlan:
    """Why a puzzle has no plan.

    length      what is known of it: `none, however long`
    states      the number of states that can be reached; None if none were found, or not all were
                visited
    never       demands on the last moment that no reachable state satisfies: the sentence of the
                rule, and what the values that it is about are in all of these states
    nearest     if each demand is satisfied in some state, a state that satisfies most of them
    needed      rules without one of which there would be a plan, and its moves; None: not known yet
    """

    length: str
    states: int | None = None
    never: tuple[tuple[str, str], ...] = ()
    nearest: Nearest | None = None
    needed: tuple[tuple[str, int], ...] | None = None


def moves_of(grounding: Grounding, board: Boards | None) -> int | None:
    """The moves of a board that shows a plan, if that is known."""
    if not grounding.sequence or board is None or callable(board):
        return None
    return written_moves(as_source(board, "board"), grounding.sequence)


def why_none(problem: PlanningProblem, length: str, search: Search | None) -> NoPlan:
    """Why a puzzle has no plan. Which rules are needed is left open.

    length: what is known of it. search: that through its states, if there was one."""
    # A search finds no state if no first moment keeps the rules, or if a rule is false whatever the
    # values, such as a demand on the last moment. Then there is nothing to say about states.
    if search is None or not search.exhausted or not search.reached:
        return NoPlan(length)
    return _visited(problem, length, search)


def needed_rules(problem: PlanningProblem) -> Iterator[tuple[str, int]]:
    """The rules without one of which a puzzle has a plan, and how many moves that takes. Raises
    OutOfTime."""
    sentences = problem.spec.ground(problem.puzzle, moves=MOVES).sentences
    for rule, sentence in enumerate(sentences):
        found, _ = examined(problem.leaving_out(rule))
        if found.no_plan is None:
            assert found.moves is not None
            yield sentence, found.moves


def _visited(problem: PlanningProblem, length: str, search: Search) -> NoPlan:
    """What the states have in common that a search found."""
    grounding = with_moves(problem.spec, problem.puzzle, MOVES)
    demands = goals(grounding)
    where = _variables(grounding, search.labels, MOVES)
    met: set[int] = set()
    fewest, nearest = len(demands), None
    for moves, state in search.reached:
        value = PartialEvaluator(_assignment(grounding, where, state))
        broken = {k for k, demand in enumerate(demands) if value.breaks(demand)}
        met |= {*range(len(demands))} - broken
        if len(broken) < fewest:
            fewest, nearest = len(broken), (moves, state)
    states = len({state for _, state in search.reached})
    missed = [demand for k, demand in enumerate(demands) if k not in met]
    if missed or nearest is None:
        never = _never(grounding, missed, where, [state for _, state in search.reached])
        return NoPlan(length, states, never)
    return NoPlan(length, states, nearest=_nearest(problem, search.labels, *nearest))


def _never(
    grounding: Grounding,
    missed: Sequence[Constraint],
    where: Sequence[int],
    states: Sequence[State],
) -> tuple[tuple[str, str], ...]:
    """The rules of demands that no state meets, and the values of their variables in all states."""
    wording, model = Wording(grounding), grounding.model
    found: dict[str, list[int]] = {}
    for demand in missed:
        sentence = sentence_of(grounding, Origin(demand.origin.rule))
        found.setdefault(sentence, []).extend(v.index for v in variables_of([demand.condition]))
    seen = {index: {state[k] for state in states} for k, index in enumerate(where)}
    known = Known(model)
    out = []
    for sentence, variables in found.items():
        facts = [
            known.fixed(v, min(seen[v])) if len(seen[v]) == 1 else known.excluded(v, value)
            for v in dict.fromkeys(variables)
            if seen.get(v)
            for value in domain_of(model.variables[v])
            if value not in seen[v]
        ]
        out.append((sentence, wording.saying.facts(dict.fromkeys(facts), known)))
    return tuple(out)


def _nearest(
    problem: PlanningProblem, labels: Sequence[Any], moves: int, state: State
) -> Nearest | None:
    """A state as a board, with what it breaks as the last one of a plan."""
    grounding = with_moves(problem.spec, problem.puzzle, moves)
    where = _variables(grounding, labels, moves)
    assignment = _assignment(grounding, where, state)
    broken = broken_rules(grounding, assignment)
    answer = [
        index for name, _, index, _ in variables_at(grounding, moves) if name in grounding.answer
    ]
    if not broken or not {*answer} <= {*where}:
        return None
    variables = grounding.model.variables
    filled = [domain_of(variables[v])[0] if c is None else c for v, c in enumerate(assignment)]
    return Nearest(moves, tuple(broken), moment_of(solution(grounding, filled), moves))


def _variables(grounding: Grounding, labels: Sequence[Any], moment: int) -> list[int]:
    """The variables of the values of a state at a moment."""
    at = {(name, short): index for name, short, index, _ in variables_at(grounding, moment)}
    for name, slot in grounding.slots.items():
        at = {(name, key): index for key, (index, _) in slot.variables.items()} | at
    return [at[label] for label in labels]


def _assignment(grounding: Grounding, where: Sequence[int], state: State) -> list[int | None]:
    """The values of a state, and the given ones; None for all others."""
    model = grounding.model
    out = [model.givens.get(v) for v in range(len(model.variables))]
    for index, value in zip(where, state, strict=True):
        out[index] = value
    return out
