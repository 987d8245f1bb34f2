"""Found layers: their variables, and the values that given layers fix for them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ...dsl.diagnostics import Diagnostic, Mistakes
from ...dsl.syntax import BoolDomain, Find, PiecesDomain
from ...model.constraints import Constraint, Origin
from ...model.model import Model
from ...model.nodes import Bool, BoolVar, IntVar
from ...records import replace
from ..builtins import region_layers as drawn
from ..context import Context
from ..values.choice import Choice
from ..values.comparison import equal
from ..values.showing import show
from ..values.values import Layer, Maybe, Value, is_visible
from .domains import Domain, bool_domain, by_position
from .layers import LayerSlot, show_key
from .narrowing import MANY, Choices

if TYPE_CHECKING:
    from .program import Program

Slots: TypeAlias = dict[str, LayerSlot]

_TRUTH_CODES: Final[dict[Any, int]] = {False: 0, True: 1}


def find(program: Program, context: Context, slots: Slots, tree: Find, choices: Choices) -> None:
    """Make the variables of a `find` and enter its layers into the context."""
    if isinstance(tree.domain, PiecesDomain):
        _pieces(program, context, slots, tree)
        return
    declared = program.declared(tree)
    kind, places, frames = declared.places(context)
    shared: Domain | None = None
    for name in tree.names:
        printed = tree.printed.id if tree.printed is not None else None
        slot: LayerSlot | None = None
        table: dict[Any, Value] = {}
        domains: list[Domain] = []
        for k, key in enumerate(places):
            if declared.varies or shared is None:
                known = (id(tree), key)
                shared = choices.domains.get(known) or declared.domain.at(context, kind, frames[k])
                choices.domains[known] = shared
                domains.append(shared)
            if slot is None:
                slot = LayerSlot(name.id, kind, places, shared, tree.at.some, {}, {}, printed)
            table[key] = variable(context.m, slot, key, shared, tree.at.some, choices)
            if shared.conditions:
                _only_what_clues_allow(context.m, slot, key, shared)
        if slot is None:
            slot = LayerSlot(name.id, kind, (), Domain("any"), tree.at.some, {}, {}, printed)
        elif len(domains) > 1:
            slot = replace(slot, domain=declared.domain.joined(domains))
        truthful, numbers = isinstance(tree.domain, BoolDomain), slot.domain.kind == "int"
        slots[name.id] = slot
        context.values[name.id] = Layer(name.id, table, truthful, kind, numbers=numbers)
        if printed is not None:
            _same_as_printed(context.m, slots[printed], context.values[printed].table, table)


def find_computed(context: Context, slots: Slots, name: str) -> None:
    """Make variables for a layer of bools that is computed from others, each equal to the condition
    at its place, so that a board may show it while the others are open. Other values are left as
    they are."""
    layer = context.values[name]
    if not isinstance(layer, Layer) or not layer.truth:
        return
    domain, choices = computed_domain(context, layer), Choices()
    slot = LayerSlot(name, layer.kind, tuple(layer.table), domain, False, {}, {})
    table: dict[Any, Value] = {}
    for key, condition in layer.table.items():
        found = table[key] = variable(context.m, slot, key, domain, False, choices)
        context.m.require(equal(context.m, found, condition), Origin(-1, places=(key,)))
    slots[name] = slot
    context.values[name] = Layer(name, table, True, layer.kind)


def computed_domain(context: Context, layer: Layer) -> Domain:
    """The kind of values of a computed layer, which has no declaration."""
    lines = context.board.line_tokens if context.has_board else ()
    return bool_domain(None, layer.kind, lines) if layer.truth else Domain("any")


def _pieces(program: Program, context: Context, slots: Slots, tree: Find) -> None:
    declared, some = program.declared(tree), tree.at.some
    kind, cells, frames = declared.places(context)
    domain = declared.domain.at(context, kind, frames[0])
    for name in tree.names:
        partition, variables = drawn.draw(context.m, context.board, name.id, cells, some)
        slots[name.id] = LayerSlot(name.id, kind, cells, domain, some, variables, {})
        context.values[name.id] = partition


def _same_as_printed(
    m: Model, slot: LayerSlot, printed: dict[Any, Value], found: dict[Any, Value]
) -> None:
    """Require that a found layer equals its given layer where the solver decides the given value:
    where it is unknown, or the layer is open. Known values are fixed (`fixed_values`)."""
    opened = slot.clues or {}
    for key, value in printed.items():
        if is_visible(value) or not (key in found or key in opened):
            continue
        condition = equal(m, found[key], value) if key in found else False
        if key in opened:
            condition = m.or_((m.not_(has_value(m, slot, key)), condition))
        m.constraints.append(Constraint(condition, Origin(-1, places=(key,))))


def _only_what_clues_allow(m: Model, slot: LayerSlot, key: Any, domain: Domain) -> None:
    """Require that a value is one that the domain has for the clues of open layers, and that it has
    one at all."""
    index, codes = slot.variables[key]
    origin = Origin(-1, places=(key,))
    for value, condition in domain.conditions.items():
        if value in codes:  # options may be narrowed
            m.require(m.implies(m.eq(m.variables[index], codes[value]), condition), origin)
    if len(domain.conditions) == len(domain.values):
        m.require(m.or_(domain.conditions.values()), origin)


def has_value(m: Model, slot: LayerSlot, key: Any) -> Bool:
    """The condition that a layer with variables has a value at a place."""
    index, codes = slot.variables[key]
    return m.not_(m.eq(m.variables[index], codes[None])) if None in codes else True


def variable(
    m: Model, slot: LayerSlot, key: Any, domain: Domain, some: bool, choices: Choices
) -> Value:
    """Make the variable for the value at a place, and register it in the slot."""
    label, kind = f"{slot.name}[{show_key(key)}]", domain.kind
    variable: BoolVar | IntVar
    if kind == "bool" and not some:
        variable = m.bool_var(label)
        slot.variables[key] = (variable.index, _TRUTH_CODES)
        return variable
    values = domain.values
    if not isinstance(values, range):
        values = tuple(values)
    if kind == "int":
        if not some:
            slot.variables[key] = (len(m.variables), _plain_codes(values))
            variable = m.int_var(label, choices.numbers(len(m.variables), values))
            return variable
        missing = 0 if 0 not in values else min(values) - 1
        variable = m.int_var(label, (*values, missing))
        slot.variables[key] = (variable.index, {**{v: v for v in values}, None: missing})
        return Maybe(variable, m.member(variable, values))
    if slot.printed is None:
        values = choices.options(len(m.variables), values)
    coded = (*values, None) if some else values
    variable = m.int_var(label, range(len(coded)))
    if len(values) > MANY:  # of many options that rules exclude, no condition is ever asked for
        slot.variables[key] = (variable.index, by_position(coded))
        return Choice.by_position(m, variable, values)
    slot.variables[key] = (variable.index, {v: k for k, v in enumerate(coded)})
    return Choice({v: m.masked(variable, 1 << k) for k, v in enumerate(values)})


def fixed_values(context: Context, slots: Slots) -> dict[int, int]:
    """The values that printed layers fix, by variable index."""
    fixed: dict[int, int] = {}
    problems = Mistakes()
    for slot in slots.values():
        if slot.printed is None:
            continue
        printed = slots[slot.printed]
        for key, value in context.values[slot.printed].table.items():
            token = printed.tokens.get(key)
            span = token.span if token is not None else None
            if key in (printed.clues or ()):
                continue
            if key not in slot.variables:
                problems.add(
                    Diagnostic(
                        "E0323",
                        f"{show(value)} is printed at {show_key(key)}, "
                        f"where '{slot.name}' has no place",
                        span,
                    )
                )
                continue
            index, codes = slot.variables[key]
            if not is_visible(value):
                continue
            if value not in codes:
                problems.add(
                    Diagnostic(
                        "E0324",
                        f"{show(value)} is not a value of '{slot.name}' at {show_key(key)}",
                        span,
                        slot.domain.only(codes).describe(),
                    )
                )
                continue
            fixed[index] = codes[value]
    problems.check()
    return fixed


@lru_cache(maxsize=16)
def _plain_codes(values: range | tuple[int, ...]) -> dict[int | None, int]:
    """Numbers are their own codes; the table is the same for all places."""
    return {v: v for v in values}
