"""The model (IR): a finite-domain constraint network, independent of any solver and any genre.

A `Model` holds variables, constraints, an answer and perhaps an objective. A constraint is a bool
node (see `nodes`) together with its `Origin`: the rule it came from, the values of the rule's `for`
variables, and through them the cells concerned. `builder` makes the nodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .builder import Builder
from .constraints import Constraint, Objective, Origin
from .limits import MAX_DOMAIN, ModelTooLarge
from .near import Near
from .nodes import Bool, BoolVar, Graph, IntVar, Operand, Values, Variable


class Model(Builder):
    """A constraint network, and the builder of its nodes.

    answer: the operands in which two different solutions must differ. givens: values that the
    puzzle fixes, by variable index; they are not part of the constraints, so that puzzles of one
    shape share everything else (see `with_givens`). near: which vertices of a graph can be in one
    piece, as far as the rules ground so far tell. selectors: how many of the last variables
    switch groups of constraints on (see `groups`). own: how many variables the puzzle has, the
    first ones; presolve added the others (see `extended`). read: presolve's summary of the
    constraints, kept from pass to pass."""

    __slots__ = (
        "answer",
        "constraints",
        "givens",
        "near",
        "objective",
        "own",
        "read",
        "selectors",
        "variables",
    )

    def __init__(self) -> None:
        super().__init__()
        self.variables: list[Variable] = []
        self.constraints: list[Constraint] = []
        self.answer: tuple[Operand, ...] = ()
        self.objective: Objective | None = None
        self.givens: dict[int, int] = {}
        self.near: dict[Graph, Near] = {}
        self.selectors = 0
        self.own: int | None = None
        self.read: Any = None

    def __repr__(self) -> str:
        counts = {
            "variables": len(self.variables),
            "constraints": len(self.constraints),
            "givens": len(self.givens),
        }
        return f"Model({', '.join(f'{count} {name}' for name, count in counts.items())})"

    def _twin(self) -> Model:
        """A model of the same parts, which are shared, for a method that changes some of them."""
        twin = Model()
        twin.variables = self.variables
        twin.constraints = self.constraints
        twin.answer = self.answer
        twin.objective = self.objective
        twin.givens = self.givens
        twin.selectors = self.selectors
        twin.own = self.own
        twin._store = self._store
        return twin

    def with_givens(self, givens: dict[int, int]) -> Model:
        """The same network, sharing every node, for another puzzle of its shape. A value outside
        its variable's domain leaves no solution."""
        twin = self._twin()
        twin.givens = givens
        return twin

    def with_constraints(
        self, constraints: list[Constraint], variables: list[Variable] | None = None
    ) -> Model:
        """The same network, sharing every node, with other constraints. variables: a list of its
        own, if variables will be added to it alone."""
        twin = self._twin()
        twin.constraints = constraints
        if variables is not None:
            twin.variables = variables
        return twin

    def extended(self, constraints: list[Constraint] | None = None) -> Model:
        """The same network, sharing every node, for further variables that the puzzle's own ones
        determine: once these have values that satisfy the constraints, the others have one value
        each. constraints: in place of its own."""
        twin = self.with_constraints(
            self.constraints if constraints is None else constraints, [*self.variables]
        )
        if twin.own is None:
            twin.own = len(self.variables)
        return twin

    # -- variables and constraints

    def bool_var(self, label: str) -> BoolVar:
        """A new bool variable. label: for printing."""
        variable = BoolVar(self._store.number(), len(self.variables), label)
        self.variables.append(variable)
        return variable

    def int_var(self, label: str, domain: Iterable[int]) -> IntVar:
        """A new int variable. label: for printing. domain: one or more values, in any order.

        Raises ModelTooLarge for more than MAX_DOMAIN values, ValueError for none.
        """
        values: Values = domain if isinstance(domain, range) else tuple(sorted(set(domain)))
        if len(values) > MAX_DOMAIN:
            raise ModelTooLarge(f"{label} has {len(values):,} values; at most {MAX_DOMAIN:,}")
        if not values:
            raise ValueError(f"{label}: an empty domain")
        variable = IntVar(self._store.number(), len(self.variables), label, values)
        self.variables.append(variable)
        return variable

    def require(self, condition: Bool, origin: Origin, *also: Origin, given: Bool = True) -> None:
        """Add a constraint; one that is True is dropped, one that is False is kept."""
        if condition is not True:
            self.constraints.append(Constraint(condition, origin, given, also))

    def formula(self, constraint: Constraint) -> Bool:
        """A constraint with its guard, as one condition."""
        return self.implies(constraint.given, constraint.condition)
