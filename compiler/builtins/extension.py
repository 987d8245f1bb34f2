"""Register further functions of the language (see docs/extending.md).

    register(over("at_most_twice", "numbers", INT, BOOL), over_numbers(AT_MOST_EACH, 2))

The checker uses the signature; grounding calls the function with values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...model.definitions import GlobalDefinition
from ..context import Context
from ..values.values import Unsupported, Value
from .aggregates import numbers_of
from .functions import FUNCTIONS, Function

if TYPE_CHECKING:
    from ...dsl.builtins import Builtin

# Signatures in the order of their registration. They are part of the cache key of checked specs.
REGISTERED: list[Builtin] = []


def register(signature: Builtin, function: Function) -> None:
    """Add a function to the language. function: called with the grounding context and the
    arguments' values. Raises ValueError for a name that the language has already."""
    from ...dsl.builtins import BUILTINS

    if signature.name in BUILTINS:
        raise ValueError(f"the language has '{signature.name}' already")
    BUILTINS[signature.name] = signature
    FUNCTIONS[signature.name] = function
    REGISTERED.append(signature)


def over_numbers(definition: GlobalDefinition, data: Any = None) -> Function:
    """A function whose value is a global constraint on the numbers of a list. It raises Unsupported
    if one of them may be missing."""

    def constraint(context: Context, *arguments: Value) -> Value:
        pairs = numbers_of(context.m, *arguments)
        if any(c is not True for _, c in pairs):
            raise Unsupported(f"'{definition.name}' needs numbers that cannot be missing")
        return context.m.all_of(definition, [v for v, _ in pairs], data)

    return constraint
