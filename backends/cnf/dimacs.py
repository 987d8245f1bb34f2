"""DIMACS: a model with its givens as text that any SAT solver reads.

Comments map literals to their meanings: `c map LITERAL NAME` for a bool variable, and
`c map LITERAL NAME=VALUE` for a value of an int variable. The negative of a literal stands for the
opposite; a variable of two values needs one literal only.
"""

from __future__ import annotations

from ...model.model import Model
from ...model.nodes import BoolVar
from .encode import Encoder


def to_dimacs(model: Model) -> str:
    """The DIMACS text. An objective is left out, which a comment states."""
    clauses: list[list[int]] = []
    encoder = Encoder(model, clauses.append)
    for constraint in model.constraints:
        encoder.demand(constraint)
    for index, value in model.givens.items():
        encoder.emit([encoder.value(index, value)])
    lines = ["c what the literals stand for: c map LITERAL NAME[=VALUE]"]
    for variable in model.variables:
        if isinstance(variable, BoolVar):
            lines.append(f"c map {encoder.value(variable.index, 1)} {variable.label}")
        else:
            lines += [
                f"c map {encoder.value(variable.index, v)} {variable.label}={v}"
                for v in variable.domain
            ]
    if model.objective is not None:
        lines.append(f"c the model's objective ({model.objective.sense}) is not in these clauses")
    lines.append(f"p cnf {encoder.top} {len(clauses)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(lines) + "\n"
