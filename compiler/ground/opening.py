"""Open givens: given layers made into variables, so one model serves every clue set of a board.

    grounding = grounder.ground(puzzle, open={"clue"})               # any value, or none, anywhere
    grounding = grounder.ground(puzzle, open={"below": places})      # some value at these places
    grounding = grounder.ground(puzzle, open={"clue": Opening(places, values=[(1, 1), (3,)])})
    grounding = grounder.ground(puzzle, open={"across": Opening(computed=True)})

An open layer has a variable at each of its places, over the layer's domain and, in a layer `at
some` places, the blank. Named places always have a value, unless the opening says that they may be
blank; the layer stays as the puzzle has it elsewhere, and where a list has unknown members. Values
are those of the domain, or those that the opening names, which lists must be. The puzzle's own
clues become givens of the model, by layer and place: without them (`freed`) the solver chooses
clues, and `assumptions` asserts other ones.

A layer can be opened only if the spec uses it as it may use a found layer. Expressions that must be
known before solving (places of other layers, domains, sizes) are reported as in a spec where the
layer is found; so is a layer of pictures, or of lists without named values.

A *computed* layer has no variables. A rule that its value equals something else is recorded
(`Awaited`) and counts as satisfied; under an assignment it determines the layer's value
(`computed_clues`). A rule that uses the value otherwise cannot be ground."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Given
from ...model.constraints import Origin
from ...model.evaluate import Evaluator
from ...model.model import Model
from ...model.nodes import Bool, BoolNode
from ...records import record, replace
from ..context import Context
from ..values.choice import Choice
from ..values.choosing import merge
from ..values.comparison import equal
from ..values.decoding import decode
from ..values.members import items
from ..values.values import Awaited, Bag, Layer, Lengths, Value, is_collection
from .domains import Domain
from .finds import has_value, variable
from .layers import LayerSlot, show_key
from .narrowing import Choices
from .reading import UNKNOWN


@record
class Opening:
    """How a layer opens.

    places: those with free values, or None for all, with blanks. values: the allowed ones, or None
    for its domain. computed: whether its values follow from the solution. blanks: whether named
    places may have none, in a layer `at some` places."""

    places: Collection[Any] | None = None
    values: Collection[Any] | None = None
    computed: bool = False
    blanks: bool = False


# Names of given layers; or for each the places whose values are free, None for all; or more.
Open: TypeAlias = Collection[str] | Mapping[str, Collection[Any] | Opening | None]
# Values by layer and place: None for a blank, UNKNOWN for a clue of unknown value.
Clues: TypeAlias = Mapping[str, Mapping[Any, Any]]


def openings(open: Open, declared: Collection[str]) -> dict[str, Opening]:
    """The layers to open; places by their names.

    declared: the given layers of the spec. Raises ValueError for a name that is none of these.
    """
    unknown = sorted(set(open) - set(declared))
    if unknown:
        raise ValueError(f"no given layer is called {unknown[0]}; there are: {', '.join(declared)}")
    if not isinstance(open, Mapping):
        return {name: Opening() for name in open}
    found: dict[str, Opening] = {}
    for name, how in open.items():
        opening = how if isinstance(how, Opening) else Opening(how)
        if opening.places is not None:
            opening = replace(opening, places=frozenset(map(_name, opening.places)))
        found[name] = opening
    return found


def _name(place: Any) -> str:
    return place if isinstance(place, str) else show_key(place)


def domain_to_open(
    tree: Given, domain: Domain, printed: Collection[Any], opening: Opening
) -> Domain:
    """The domain of an open layer: the values that the opening names, if there are any in it; else,
    of symbols, those that the puzzle has in it.

    Raises PzcError for a layer whose values cannot be listed.
    """
    if domain.kind == "picture" or (domain.kind == "list" and opening.values is None):
        raise PzcError.at(
            "E0418",
            f"'{tree.names[0].id}' cannot be opened: its values are {domain.kind}s",
            tree.domain.span,
            expected="a layer whose values can be listed",
        )
    if opening.values is not None:
        if domain.kind in ("list", "any"):
            return replace(domain, values=tuple(dict.fromkeys(opening.values)))
        named = domain.only(frozenset(opening.values))
        return named if named.values else domain  # values of other boards restrict nothing
    if domain.kind != "any":
        return domain
    symbols = dict.fromkeys(v for v in printed if v is not None and v is not UNKNOWN)
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
    opening: Opening,
    found_from: bool,
) -> dict[Any, Value]:
    """Make the variables of an open layer and return its table.

    printed: the puzzle's own values. found_from: a found layer takes its values from this one, so a
    blank is not the same as no.
    """
    if opening.computed:
        return {key: Awaited() for key in slot.keys}
    places = opening.places
    slot.clues = {}
    table: dict[Any, Value] = {}
    names = {show_key(key) for key in slot.keys}
    if places is not None and not names.issuperset(places):
        stranger = min(set(places) - names)
        raise ValueError(f"'{slot.name}' has no place {stranger}")
    for key in slot.keys:
        value = printed.get(key)
        # A list with unknown members is no value of a variable: it stays as it is.
        closed = places is not None and show_key(key) not in places
        if closed or partly_unknown(value):
            if value is not None:
                table[key] = value
            continue
        some = slot.some and (places is None or opening.blanks)
        if domain.kind == "bool" and some and found_from:
            three = m.int_var(f"{slot.name}[{show_key(key)}]", range(3))
            slot.variables[key] = (three.index, {False: 0, True: 1, None: 2})
            table[key] = m.member(three, (1,))
        else:
            some = some and domain.kind != "bool"  # in rules, a blank is no
            found = variable(m, slot, key, _allowed(slot, key, domain), some, Choices())
            if isinstance(found, Choice) and domain.kind == "list":
                found = merge(m, [(c, v) for v, c in found.options.items()])
            table[key] = found
        slot.clues[key] = value
        if value is UNKNOWN:
            m.require(has_value(m, slot, key), Origin(-1, places=(key,)))
    return table


def _allowed(slot: LayerSlot, key: Any, domain: Domain) -> Domain:
    """The domain of an open layer at a place. domain: of the layer, see `domain_to_open`."""
    if slot.own is None:
        return domain
    own = slot.own[key]
    allowed = own.only(frozenset(domain.values))
    return allowed if allowed.values else own  # values of other places restrict nothing


def partly_unknown(value: Any) -> bool:
    """Whether a printed value is a list with unknown members."""
    return type(value) is tuple and UNKNOWN in value


def given_codes(slots: Mapping[str, LayerSlot]) -> Iterator[tuple[int, int]]:
    """The values of the puzzle's own clues in open layers, by variable index."""
    for slot in slots.values():
        for key, value in (slot.clues or {}).items():
            index, codes = slot.variables[key]
            code = code_of(codes, value)
            if code is not None:
                yield index, code


def value_of(codes: Mapping[Any, int], code: int) -> Any:
    """The value that a code stands for, the first of several."""
    for value, other in codes.items():
        if other == code:
            return value
    raise AssertionError(f"no value has code {code}")


def code_of(codes: Mapping[Any, int], value: Any) -> int | None:
    """The code of a clue; None if it allows any value. A blank in a layer of yes and no without
    blanks is no."""
    if value is None and None not in codes:
        return codes.get(False)
    return None if value is UNKNOWN else codes[value]


def freed(m: Model, slots: Mapping[str, LayerSlot]) -> Model:
    """The model without the puzzle's own clues in open layers; other givens stay."""
    indices = {slot.variables[key][0] for slot in slots.values() for key in slot.clues or ()}
    return m.with_givens({index: v for index, v in m.givens.items() if index not in indices})


def assumptions(m: Model, slots: Mapping[str, LayerSlot], clues: Clues) -> list[BoolNode]:
    """A clue set as assumptions on the variables of open layers.

    clues: values by layer and place; places that it leaves out stay free. Raises ValueError for a
    layer or a place that is not open, and for a value that it cannot have there.
    """
    assumed: list[Bool] = []
    for name, values in clues.items():
        slot = slots.get(name)
        if slot is None or slot.clues is None:
            raise ValueError(f"'{name}' is not open")
        for key, value in values.items():
            if key not in slot.variables:
                raise ValueError(f"'{name}' is not open at {show_key(key)}")
            index, codes = slot.variables[key]
            if value is UNKNOWN:
                assumed.append(has_value(m, slot, key))
                continue
            code = codes.get(value) if value in codes else code_of(codes, None)
            if code is None or (value not in codes and value is not None):
                raise ValueError(f"{value!r} is not a value of '{name}' at {show_key(key)}")
            assumed.append(m.eq(m.variables[index], code))
    return [node for node in assumed if not isinstance(node, bool)]


def clues_of(slots: Mapping[str, LayerSlot], assignment: tuple[int, ...]) -> Clues:
    """The values of open layers under an assignment, None for a blank."""
    found: dict[str, dict[Any, Any]] = {}
    for name, slot in slots.items():
        if slot.clues is not None:
            values = found[name] = {}
            for key in slot.clues:
                index, codes = slot.variables[key]
                values[key] = value_of(codes, assignment[index])
    return found


def awaited_terms(slots: Mapping[str, LayerSlot], context: Context) -> Iterator[list[Value]]:
    """For each value of the computed layers, the values that rules equate with it."""
    for name in slots:
        layer = context.values.get(name)
        for value in layer.table.values() if isinstance(layer, Layer) else ():
            if isinstance(value, Awaited):
                yield value.terms


def computed_clues(
    m: Model, slots: Mapping[str, LayerSlot], context: Context, assignment: tuple[int, ...]
) -> Clues:
    """The values of computed layers under an assignment; None where no rule determines one."""
    evaluate = Evaluator(assignment)
    found: dict[str, dict[Any, Any]] = {}
    for name, slot in slots.items():
        table = context.values[name].table if isinstance(context.values.get(name), Layer) else {}
        if any(isinstance(value, Awaited) for value in table.values()):
            found[name] = {key: _value(m, table[key], evaluate) for key in slot.keys}
    return found


def computed_conditions(
    m: Model, slots: Mapping[str, LayerSlot], context: Context, assignment: tuple[int, ...]
) -> list[Bool]:
    """Conditions that computed layers have the same values as under an assignment."""
    found: list[Bool] = []
    for name, values in computed_clues(m, slots, context, assignment).items():
        table = context.values[name].table
        found += [
            equal(m, term, Bag({**Counter(values[key])}) if isinstance(term, Bag) else values[key])
            for key in values
            for term in table[key].terms
        ]
    return found


def _value(m: Model, awaited: Awaited, evaluate: Evaluator) -> Any:
    if not awaited.terms:
        return None
    # Prefer a list, which has the order of its line, to a bag.
    term = next((t for t in awaited.terms if not isinstance(t, Bag)), awaited.terms[0])
    if isinstance(term, Bag):
        return tuple(sorted(_in_bag(m, term, evaluate)))
    return _in_list(m, term, evaluate) if is_collection(term) else decode(term, evaluate)


def _in_list(m: Model, term: Value, evaluate: Evaluator) -> tuple[Any, ...]:
    if isinstance(term, Lengths):  # over truths, it has no conditions for all possible stretches
        truths = tuple([bool(evaluate(c)) for c in term.conditions])
        term = Lengths(truths, term.cyclic)
    members = [(decode(v, evaluate), evaluate(c)) for v, c in items(m, term)]
    return tuple(value for value, there in members if there)


def _in_bag(m: Model, bag: Bag, evaluate: Evaluator) -> Iterable[Any]:
    if isinstance(bag.content, dict):
        return (v for v, n in bag.content.items() for _ in range(evaluate(n)))
    if isinstance(bag.content, tuple):
        return (decode(v, evaluate) for v, there in bag.content if evaluate(there))
    return _in_list(m, bag.content, evaluate)


def shape_of(
    slot: LayerSlot, domain: Domain, printed: Mapping[Any, Any], opening: Opening
) -> tuple[Any, ...]:
    """The part of a puzzle's shape that an open layer makes up; puzzles of equal shape share a
    model: the open places, those that need a value, the allowed values, and the values
    elsewhere."""
    if opening.computed:
        return ("computed",)
    clues = slot.clues or {}
    chosen = domain.kind == "any" or opening.values is not None
    return (
        opening.blanks,
        tuple([show_key(k) for k in clues]),
        tuple([show_key(k) for k, v in clues.items() if v is UNKNOWN]),
        tuple(map(repr, domain.values)) if chosen else (),
        tuple([(show_key(k), repr(v)) for k, v in printed.items() if k not in clues]),
    )
