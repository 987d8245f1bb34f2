"""Warnings from a board: conditions that never hold on it, or always do.

Only conditions that do not depend on the puzzle's values are considered, so that each warning is
about the spec: `c.right` beside the edge, a count larger than the board. For a plan, it also finds
layers that no rule mentions at the last moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..compiler.plans.steps import moment_of, position
from ..compiler.values.showing import show
from ..compiler.watch import Bindings, Watch
from ..dsl.diagnostics import Diagnostic, Source
from ..dsl.puzzle import PuzzleText
from ..dsl.syntax import (
    Condition,
    Declaration,
    Define,
    Expr,
    Find,
    For,
    Given,
    If,
    Let,
    Param,
    Picture,
    Statement,
    Things,
)
from ..dsl.walking import names_in
from ..model.nodes import variables_of
from ..model.partial import PartialEvaluator
from ..records import record
from .compiled import CompiledSpec

# Report a condition that always holds, or a filter that nothing passes, only if it was evaluated
# more often than this: small boards are often special cases.
FEW = 3
MOST_MOVES = 4  # of the plan that is ground


@record
class RuleCondition:
    """A condition of a rule. names: those that it and the loops around it depend on. demanded:
    whether the rule requires it; otherwise it is a filter or a test."""

    tree: Expr
    rule: int
    names: frozenset[str]
    demanded: bool


@record
class Never:
    """A condition that a rule requires and that fails on the board. rule: its index in the spec."""

    rule: int
    diagnostic: Diagnostic


def look(spec: CompiledSpec, puzzle: Source, timeout: float | None = None) -> list[Diagnostic]:
    """Warnings about a spec on the board of a puzzle (W0206 to W0208). timeout: in seconds.

    Raises PzcError for mistakes in the puzzle, and OutOfTime.
    """
    moves = None
    if spec.program.sequence is not None:
        moves = min(MOST_MOVES, spec.grounder.most_moves(spec.sections(puzzle)))
    seen = _Seen(spec, puzzle, moves, timeout)
    never = (one.diagnostic for one in seen.never())
    return [*never, *seen.barren(), *seen.idle(), *seen.unbound()]


def never(spec: CompiledSpec, puzzle: Source, moves: int | None = None) -> list[Never]:
    """Conditions that rules require and that fail on the board of a puzzle, whatever is given."""
    return list(_Seen(spec, puzzle, moves, None).never())


class _Seen:
    """A ground puzzle, with the outcomes of each condition."""

    def __init__(
        self, spec: CompiledSpec, puzzle: Source, moves: int | None, timeout: float | None
    ) -> None:
        self.program = spec.program
        self.watch = Watch()
        self.grounding = spec.ground(puzzle, timeout, moves, exact=True, watch=self.watch)
        stated = self._stated(spec.sections(puzzle))
        depends = _Dependence(self.program.declarations, stated)
        self.conditions = [
            condition
            for k, rule in enumerate(self.program.rules)
            for condition in _conditions(rule.body, k, frozenset())
            if condition.tree in self.watch.outcomes and depends.is_free(condition.names)
        ]

    def _stated(self, puzzle: PuzzleText) -> set[str]:
        """The params and given layers that the puzzle has a section for."""
        stated = set(puzzle.sections)
        for d in self.program.declarations:
            match d:
                case Picture(layers=layers) if puzzle.bare or "picture" in puzzle.sections:
                    stated |= {name.id for name in layers}
                case Given(names=names) if puzzle.bare:
                    stated |= {name.id for name in names}
        return stated

    # ---- conditions

    def never(self) -> Iterator[Never]:
        """Conditions that rules require and that fail somewhere."""
        open_board = PartialEvaluator([None] * len(self.grounding.model.variables))
        for condition in self.conditions:
            outcomes = self.watch.outcomes[condition.tree]
            failed = [*outcomes.failed]
            failed += [b for node, b in outcomes.open if open_board.holds(node) is False]
            if condition.demanded and failed:
                message = f"this cannot hold{_where(failed)}"
                yield Never(condition.rule, _warning("W0206", condition.tree, message))

    def barren(self) -> Iterator[Diagnostic]:
        """Filters and tests that nothing passes."""
        for condition in self.conditions:
            outcomes = self.watch.outcomes[condition.tree]
            fails = outcomes.failing > FEW and not outcomes.holding and not outcomes.open
            if fails and not condition.demanded:
                yield _warning("W0206", condition.tree, "nothing passes this")

    def idle(self) -> Iterator[Diagnostic]:
        """Conditions that hold everywhere, so that a rule excludes nothing."""
        for condition in self.conditions:
            outcomes = self.watch.outcomes[condition.tree]
            holds = outcomes.holding > FEW and not outcomes.failing and not outcomes.open
            if condition.demanded and holds:
                yield _warning("W0207", condition.tree, "this always holds")

    # ---- plans

    def unbound(self) -> Iterator[Diagnostic]:
        """Layers of the answer that rules mention at every moment but the last."""
        grounding, model = self.grounding, self.grounding.model
        if not grounding.moves:
            return
        conditions: list[Any] = [c.condition for c in model.constraints]
        if model.objective is not None:
            conditions.append(model.objective.value)
        bound = {v.index for v in variables_of(conditions)}
        for d in self.program.declarations:
            for name in d.names if isinstance(d, Find) else ():
                slot = grounding.slots.get(name.id)
                at = position(slot.kind, grounding.sequence) if slot else None
                if slot is None or at is None or name.id not in grounding.answer:
                    continue
                moments = {
                    moment_of(key, at)
                    for key, (index, codes) in slot.variables.items()
                    if index in bound or len(codes) < 2
                }
                last = grounding.moves
                exists = any(moment_of(key, at) == last for key in slot.variables)
                if exists and moments and last not in moments:
                    time = grounding.sequence
                    yield Diagnostic(
                        "W0208",
                        f"no rule mentions '{name.id}' at the last moment: "
                        "each of its values there is another plan",
                        name.span,
                        hint=f"`at t in {time} where t != {time}.last` leaves this moment out",
                    )


def _warning(code: str, tree: Expr, message: str) -> Diagnostic:
    return Diagnostic(code, f"on this board, {message}", tree.span)


def _where(failed: Sequence[Bindings]) -> str:
    """The first place where a condition fails, and how many there are."""
    shown = ", ".join(f"{name} = {show(value)}" for name, value in failed[0])
    more = f", and {len(failed) - 1} more" if len(failed) > 1 else ""
    return f" ({shown}{more})" if shown else ""


def _conditions(
    body: Sequence[Statement], rule: int, around: frozenset[str]
) -> Iterator[RuleCondition]:
    """The conditions of statements. around: the names that decide whether they are evaluated."""
    for statement in body:
        match statement:
            case Condition(expr=expr):
                yield RuleCondition(expr, rule, around | _names(expr), True)
            case For(iterable=iterable, filters=filters, body=inner):
                names = around | _names(iterable)
                for test in filters:
                    names |= _names(test)
                    yield RuleCondition(test, rule, names, False)
                yield from _conditions(inner, rule, names)
            case If(test=test, body=then, otherwise=otherwise):
                names = around | _names(test)
                yield RuleCondition(test, rule, names, False)
                yield from _conditions((*then, *otherwise), rule, names)


def _names(tree: Any) -> frozenset[str]:
    return frozenset(name.id for name in names_in(tree))


class _Dependence:
    """The names whose values depend on the puzzle, directly or through other declarations."""

    def __init__(self, declarations: Sequence[Declaration], stated: set[str]) -> None:
        self._dependent: set[str] = set()
        for d in declarations:  # a name is declared before it is used
            match d:
                case Given(names=names):
                    self._dependent |= {n.id for n in names}
                case Param(names=names):
                    self._dependent |= {n.id for n in names} & stated
                case Things(name=name, members=None):
                    self._dependent.add(name.id)
                case Find(names=names, domain=domain, at=at, printed=printed):
                    is_printed = printed is not None and printed.id in stated
                    if is_printed or not self.is_free(_names((domain, at))):
                        self._dependent |= {n.id for n in names}
                case Let(name=name) | Define(name=name) | Things(name=name):
                    if not self.is_free(_names(d)):
                        self._dependent.add(name.id)

    def is_free(self, names: frozenset[str]) -> bool:
        """Whether the meaning of these names does not depend on the puzzle's values."""
        return not names & self._dependent
