"""Groups: rule instances that can be switched on and off.

A group is an origin: a rule and the values of its `for` variables. `group_by_origin` gives each
group of a model a selector, a fresh bool, and guards every constraint: it holds while a selector of
its origins is true. Constraints of no rule (domains, definitions, the structure of layers: rule -1)
are background: they always hold and are never cited. Equal conditions of several groups become one
constraint, which holds while any of them is on.

The givens are removed from the model and assumed one by one, so a core or trace names the givens it
depends on as well as the groups.

    grouped = group_by_origin(grounding.model)
    solver = load("native", grouped.model)
    outcome = solver.solve(grouped.assume())
    groups, givens = grouped.cited(outcome.core)

Ground the puzzle exactly (`Grounder.ground(…, exact=True)`): a reduced model hides rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ..records import field, record, replace
from .constraints import Constraint, Origin
from .model import Model
from .nodes import Bool, BoolNode, BoolVar

Group: TypeAlias = Origin


@record
class Grouped:
    """A model whose groups are switched by assumptions.

    selectors: a variable of the model for each group, in order of first appearance. givens: what
    the puzzle fixes, as assumptions.
    """

    model: Model
    selectors: dict[Group, BoolVar]
    givens: tuple[BoolNode, ...]
    _groups: dict[BoolNode, Group] = field(init=False, repr=False)
    _off: dict[BoolVar, BoolNode] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_groups", {s: g for g, s in self.selectors.items()})
        object.__setattr__(self, "_off", {s: self.model.not_(s) for s in self.selectors.values()})

    @property
    def groups(self) -> tuple[Group, ...]:
        return tuple(self.selectors)

    def of(self, model: Model) -> Grouped:
        """The same groups with the givens of another puzzle of this shape.

        model: that puzzle's; it must have the constraints of the model that was grouped."""
        return replace(self, givens=tuple(_as_assumptions(model)))

    def assume(
        self, on: Iterable[Group] | None = None, givens: Iterable[BoolNode] | None = None
    ) -> list[BoolNode]:
        """Assumptions that switch some groups on (None: all) and all others off, and assert some
        givens (None: all)."""
        selectors, held = self.selectors, self.givens if givens is None else givens
        if on is None:
            return [*selectors.values(), *held]
        switched = dict(self._off)
        for group in on:
            selector = selectors[group]
            switched[selector] = selector
        return [*switched.values(), *held]

    def cited(self, core: Iterable[BoolNode]) -> tuple[tuple[Group, ...], tuple[BoolNode, ...]]:
        """The groups in a core, and the other assumptions in it."""
        groups, cited = self._groups, tuple(core)
        return (
            tuple([groups[node] for node in cited if node in groups]),
            tuple([node for node in cited if node not in groups]),
        )


def group_by_origin(model: Model) -> Grouped:
    """A model with a selector for each rule instance. The nodes are shared with the model."""
    by_condition: dict[Bool, list[Constraint]] = {}
    for constraint in model.constraints:
        by_condition.setdefault(constraint.condition, []).append(constraint)
    twin = model.with_constraints([], [*model.variables]).with_givens({})
    selectors: dict[Group, BoolVar] = {}
    for constraint in model.constraints:
        for origin in constraint.origins:
            if origin.rule >= 0 and origin not in selectors:
                selectors[origin] = twin.bool_var(f"group {len(selectors)}")
    twin.selectors = model.selectors + len(selectors)
    for condition, same in by_condition.items():
        origins = dict.fromkeys(origin for c in same for origin in c.origins)
        given = twin.or_([_given(twin, c, selectors) for c in same])
        first, *also = origins
        twin.constraints.append(Constraint(condition, first, given, tuple(also)))
    return Grouped(twin, selectors, tuple(_as_assumptions(model)))


def _given(model: Model, constraint: Constraint, selectors: dict[Group, BoolVar]) -> Bool:
    """The guard of a constraint."""
    on = [o.rule < 0 or selectors[o] for o in constraint.origins]
    return model.and_((constraint.given, model.or_(on)))


def _as_assumptions(model: Model) -> Sequence[BoolNode]:
    """A model's givens as assumptions, without those that the domains entail."""
    held = [model.eq(model.variables[index], value) for index, value in model.givens.items()]
    return [node for node in held if not isinstance(node, bool)]
