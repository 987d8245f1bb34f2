"""Open givens: given layers made into variables, so one model serves every clue layout of a board.

    grounding = grounder.ground(puzzle, open={"clue"})               # any value, or none, anywhere
    grounding = grounder.ground(puzzle, open={"below": places})      # some value at these places

An open layer has a variable at each of its places, over the layer's domain and, in a layer `at
some` places, the blank. Named places always have a value; the layer stays as the puzzle has it
elsewhere. The puzzle's own clues become givens of the model, by layer and place: without them
(`freed`) the solver makes up clues, and `assumptions` enters other ones.

A layer can be opened only where the spec asks no more of it than of a found layer. What must be
known before solving (places of other layers, domains, sizes) is a mistake of the language there,
with its place in the spec; so is a layer of lists or of pictures.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Given
from ...model.model import Model, Origin
from ...model.nodes import Bool, BoolNode
from ...records import replace
from ..values.values import Value
from .domains import Domain
from .finds import has_value, variable
from .layers import LayerSlot, show_key
from .narrowing import Choices
from .reading import UNTOLD

# Names of given layers; or for each the places whose values are free, None for all, with blanks.
Open: TypeAlias = Collection[str] | Mapping[str, Collection[Any] | None]
# Values by layer and place: None for a blank, UNTOLD for a clue of a value that is not told.
Layout: TypeAlias = Mapping[str, Mapping[Any, Any]]


def places_by_layer(open: Open, declared: Collection[str]) -> dict[str, frozenset[str] | None]:
    """The layers to open, each with the names of its open places (None: all places).

    declared: the given layers of the spec. Raises ValueError for a name that is none of these.
    """
    unknown = sorted(set(open) - set(declared))
    if unknown:
        raise ValueError(f"no given layer is called {unknown[0]}; there are: {', '.join(declared)}")
    if not isinstance(open, Mapping):
        return dict.fromkeys(open)
    return {
        name: None if places is None else frozenset(map(_name, places))
        for name, places in open.items()
    }


def _name(place: Any) -> str:
    return place if isinstance(place, str) else show_key(place)


def domain_to_open(tree: Given, domain: Domain, values: Collection[Any]) -> Domain:
    """The domain of an open layer: of symbols, those that the puzzle has in it.

    Raises PzcError for a layer whose values no variable can have.
    """
    if domain.kind in ("list", "picture"):
        raise PzcError.at(
            "E0418",
            f"'{tree.names[0].id}' cannot be opened: its values are {domain.kind}s",
            tree.domain.span,
            expected="a layer whose values can be listed",
        )
    if domain.kind != "any":
        return domain
    symbols = dict.fromkeys(v for v in values if v is not None and v is not UNTOLD)
    if not symbols:
        raise PzcError.at(
            "E0418",
            f"'{tree.names[0].id}' cannot be opened: the puzzle shows none of its symbols",
            tree.domain.span,
            expected="a puzzle that shows every symbol once at least",
        )
    return replace(domain, values=tuple(symbols))


def open_layer(
    m: Model,
    slot: LayerSlot,
    domain: Domain,
    printed: Mapping[Any, Any],
    places: frozenset[str] | None,
    found_from: bool,
) -> dict[Any, Value]:
    """Make the variables of an open layer and return its table.

    printed: the puzzle's own values. places: the names of the open places (None: all). found_from:
    a found layer takes its values from this one, so a blank is not the same as no.
    """
    slot.clues = {}
    table: dict[Any, Value] = {}
    names = {show_key(key) for key in slot.keys}
    if places is not None and not places <= names:
        stranger = min(places - names)
        raise ValueError(f"'{slot.name}' has no place {stranger}")
    for key in slot.keys:
        value = printed.get(key)
        if places is not None and show_key(key) not in places:
            if value is not None:
                table[key] = value
            continue
        some = slot.some and places is None
        if domain.kind == "bool" and some and found_from:
            three = m.int_var(f"{slot.name}[{show_key(key)}]", range(3))
            slot.variables[key] = (three.index, {False: 0, True: 1, None: 2})
            table[key] = m.member(three, (1,))
        else:
            some = some and domain.kind != "bool"  # where a rule asks, a blank is no
            table[key] = variable(m, slot, key, domain, some, Choices())
        slot.clues[key] = value
        if value is UNTOLD:
            m.require(has_value(m, slot, key), Origin(-1, places=(key,)))
    return table


def given_codes(slots: Mapping[str, LayerSlot]) -> Iterator[tuple[int, int]]:
    """The values of the puzzle's own clues in open layers, by variable index."""
    for slot in slots.values():
        for key, value in (slot.clues or {}).items():
            index, codes = slot.variables[key]
            code = code_of(codes, value)
            if code is not None:
                yield index, code


def code_of(codes: Mapping[Any, int], value: Any) -> int | None:
    """The code of a clue; None where any value will do. Of a layer of yes and no that has no
    blanks, a blank is no."""
    if value is None and None not in codes:
        return codes.get(False)
    return None if value is UNTOLD else codes[value]


def freed(m: Model, slots: Mapping[str, LayerSlot]) -> Model:
    """The model without the puzzle's own clues in open layers; what else is given stays."""
    indices = {slot.variables[key][0] for slot in slots.values() for key in slot.clues or ()}
    return m.with_givens({index: v for index, v in m.givens.items() if index not in indices})


def assumptions(m: Model, slots: Mapping[str, LayerSlot], layout: Layout) -> list[BoolNode]:
    """A clue layout as assumptions on the variables of open layers.

    layout: values by layer and place; places that it leaves out stay free. Raises ValueError for a
    layer or a place that is not open, and for a value that cannot stand there.
    """
    assumed: list[Bool] = []
    for name, values in layout.items():
        slot = slots.get(name)
        if slot is None or slot.clues is None:
            raise ValueError(f"'{name}' is not open")
        for key, value in values.items():
            if key not in slot.variables:
                raise ValueError(f"'{name}' is not open at {show_key(key)}")
            index, codes = slot.variables[key]
            if value is UNTOLD:
                assumed.append(has_value(m, slot, key))
                continue
            code = codes.get(value) if value in codes else code_of(codes, None)
            if code is None or (value not in codes and value is not None):
                raise ValueError(f"{value!r} cannot stand in '{name}' at {show_key(key)}")
            assumed.append(m.eq(m.variables[index], code))
    return [node for node in assumed if not isinstance(node, bool)]


def layout_of(slots: Mapping[str, LayerSlot], assignment: tuple[int, ...]) -> Layout:
    """The values of open layers under an assignment, None for a blank."""
    found: dict[str, dict[Any, Any]] = {}
    for name, slot in slots.items():
        if slot.clues is not None:
            values = found[name] = {}
            for key in slot.clues:
                index, codes = slot.variables[key]
                values[key] = next(v for v, code in codes.items() if code == assignment[index])
    return found


def shape_of(slot: LayerSlot, domain: Domain, printed: Mapping[Any, Any]) -> tuple[Any, ...]:
    """What two puzzles must share of an open layer to share a model: which places are open or ask
    for a value, the symbols, and the values elsewhere."""
    clues = slot.clues or {}
    return (
        tuple([show_key(k) for k in clues]),
        tuple([show_key(k) for k, v in clues.items() if v is UNTOLD]),
        tuple(map(repr, domain.values)) if domain.kind == "any" else (),
        tuple([(show_key(k), repr(v)) for k, v in printed.items() if k not in clues]),
    )
